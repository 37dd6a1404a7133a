"""The seen table of Fox Grove: all that a client needs to draw it."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict

from skulk.engine import NONE, SPECTATOR, UNKNOWN

from . import moves, rules
from .components import (
    ALL_KEPT,
    AMOUNT_OF,
    AWAKE,
    BERRIES,
    BERRY_CARD,
    BONUS,
    CARDS,
    COLOUR_OF,
    COLOURS,
    COST,
    FRANK,
    HOUSES,
    KEEPS,
    NO_OWL,
    NUMBER_OF,
    OWL_NAMES,
    OWLS,
    POINTS,
    RESOURCE_OF,
    TOP,
    TRACK,
)
from .leads import Due, Price, helped, is_short, is_thirteen_vain, prices, steps
from .names import (
    COLOUR_NAMES,
    HOUSE_NAMES,
    PHASES,
    RESOURCE_NAMES,
    VARIANT_NAMES,
    Colour,
    Home,
    Phase,
    Resource,
    Variant,
    card_name,
)  # fmt: skip
from .state import DECK, LEFT, PILE, PLAYED, RIGHT, ROUNDS, TABLE, TRICKS
from .tricks import best_place, left_of, right_of, seat_at, trick_size

Who = int | Literal["frank"]


class Card(Struct, frozen=True, gc=False):
    """A card: its name on the table, how it reads, what it rewards."""

    name: str
    text: str
    colour: Colour
    number: int
    resource: Literal[Resource, "berry", "advance"]
    amount: int


class Laid(Card, frozen=True, gc=False):
    """A card of the trick, and who has laid it."""

    seat: Who


class Heap(Struct, gc=False):
    """A pile or a store, and how much is left of it."""

    name: str
    left: int


class Level(Struct):
    level: int
    cost: list[int]
    points: int
    bonus: bool
    markers: list[int]


class House(Struct):
    name: str
    title: Home
    side: Literal["A", "B"]
    levels: list[Level]


class Cost(Struct, gc=False):
    name: str
    resource: Resource
    amount: int


class Advance(Struct):
    """A climb that is being paid. `short`: it cannot be paid without help; `steps`: what is left after a move."""

    name: str
    house: Home
    cost: list[Cost]
    drop: bool
    short: bool
    steps: dict[int, Due]


class Into(Struct, frozen=True, gc=False):
    """What a resource may be turned into."""

    name: str
    resource: Resource


class NewOwl(Struct, frozen=True, gc=False):
    """An owl that may still be won."""

    name: str
    title: str


class Owl(Struct, gc=False):
    name: str
    title: str
    side: Literal["awake", "asleep"]


class Keep(Struct):
    """Resources that may be kept."""

    name: str
    resources: list[int]


class Player(Struct):
    """A player. `values` of the blackberries, and the `score`: one's own, and at the end everybody's. `known`: cards in
    hand that whoever looks has seen. `chosen`: how many secret choices are made, while such are asked. `counted`:
    at the end what the score is made of, each house, the blackberries, the lowest level."""

    name: str
    held: int
    resources: list[int]
    levels: list[int]
    owls: list[Owl]
    berries: int
    values: list[int] | None
    spent: int
    voids: list[Colour]
    known: list[Card]
    played: list[Card]
    chosen: int | None
    points: int
    score: int | None
    counted: list[int]


class Frank(Struct):
    played: list[Card]


class Exchange(Struct):
    """What one gave, received and put under the pile this round."""

    gave: list[Card]
    received: list[Card]
    under: list[Card]


class Table(Struct):
    """`order`: who plays in this trick, one after the other. `ahead`: the card of it that wins so far. `helped`: the
    moves of whoever looks after which an owl may help with the reward. `prices`: of each house, for whoever may climb
    now. `vain`: a 13 would bring whoever looks nothing."""

    players: int
    seat: int | None
    variant: Variant
    round: int
    rounds: int
    phase: Phase
    turn: int | None
    fox: int
    trick: int
    tricks: int
    leader: int
    order: list[Who]
    hand: list[Card]
    table: list[Laid]
    ahead: str | None
    owed: int
    named: list[Card]
    reward: Card | None
    helped: list[int]
    pile: Heap
    houses: list[House]
    track: list[int]
    advance: Advance | None
    prices: list[Price | None]
    vain: bool
    into: list[Into]
    berries: Heap
    new_owls: list[NewOwl]
    keeps: list[Keep]
    seats: list[Player]
    played: list[Card]
    frank: Frank | None
    exchange: Exchange | None


def table(seen: Any, seat: int) -> Table:
    """What `seat` sees, and nothing else."""
    places = seen.places.tolist()
    return Table(
        players=int(seen.players),
        seat=None if seat == SPECTATOR else seat,
        variant=VARIANT_NAMES[seen.pro],
        round=int(seen.woodpecker) + 1,
        rounds=ROUNDS,
        phase=PHASES[seen.phase],
        turn=_or_none(seen.turn),
        fox=int(seen.fox),
        trick=min(int(seen.trick) + 1, TRICKS),
        tricks=TRICKS,
        leader=int(seen.leader),
        order=[_who(seen, place) for place in range(trick_size(seen))],
        hand=[] if seat == SPECTATOR else _cards_at(places, seat),
        table=[_laid(seen, i) for i in range(TABLE) if seen.table[i] != NONE],
        ahead=_ahead(seen),
        owed=int(seen.owed),
        named=[CARD[c] for c in seen.due if c != NONE],
        reward=None if seen.card == NONE else CARD[seen.card],
        helped=helped(seen, seat),
        pile=Heap("pile", pile_size(seen)),
        houses=[_house(seen, house) for house in range(HOUSES)],
        track=TRACK.tolist(),
        advance=_advance(seen, seat),
        prices=prices(seen, seat),
        vain=is_thirteen_vain(seen, seat),
        into=INTO,
        berries=Heap("berries", BERRIES - int(seen.taken)),
        new_owls=_new_owls(seen, seat),
        keeps=_keeps(seen, seat),
        seats=[_player(seen, places, seat, other) for other in range(seen.players)],
        played=[CARD[c] for c in range(CARDS) if places[c] >= PLAYED],
        frank=Frank(_cards_at(places, PLAYED + FRANK)) if seen.players == 2 else None,
        exchange=_exchange(seen, seat),
    )


def _or_none(value: int) -> int | None:
    return None if value == NONE else int(value)


def _card(c: int) -> Card:
    number, resource, amount = int(NUMBER_OF[c]), RESOURCE_NAMES[RESOURCE_OF[c]], int(AMOUNT_OF[c])
    told = (f"card:{c}", card_name(c), COLOUR_NAMES[COLOUR_OF[c]], number)
    if number >= BERRY_CARD:
        return Card(*told, "berry" if number == BERRY_CARD else "advance", 1)
    return Card(*told, resource, amount)


# made once, shared by all tables: never to be changed
CARD = [_card(c) for c in range(CARDS)]
INTO = [Into(f"into:{kind}", name) for kind, name in enumerate(RESOURCE_NAMES)]
NEW_OWLS = [NewOwl(f"owl:{k}", title) for k, title in enumerate(OWL_NAMES)]


def _cards_at(places: list[int], place: int) -> list[Card]:
    return [CARD[c] for c in range(CARDS) if places[c] == place]


def _laid(seen: Any, place: int) -> Laid:
    return Laid(**asdict(CARD[seen.table[place]]), seat=_who(seen, place))


def _who(seen: Any, place: int) -> Who:
    seat = int(seat_at(seen, place))
    return "frank" if seat == FRANK else seat


def _ahead(seen: Any) -> str | None:
    place = best_place(seen)
    return None if place == NONE else CARD[seen.table[place]].name


def pile_size(seen: Any) -> int:
    """Cards in the pile: those not drawn, and those put under it."""
    buried = seen.players if seen.players == 2 and seen.phase != moves.EXCHANGE else 0
    return int(sum(seen.deck[i] != NONE for i in range(DECK)) + buried + (seen.under != NONE).sum())


def _house(seen: Any, house: int) -> House:
    side = seen.sides[house]
    levels = [
        Level(
            level,
            COST[side, house, level - 1].tolist() if level else [0, 0, 0],
            int(POINTS[side, house, level]),
            bool(BONUS[side, house, level]),
            [s for s in range(seen.players) if seen.levels[s, house] == level],
        )
        for level in range(TOP + 1)
    ]
    return House(f"house:{house}", HOUSE_NAMES[house], "B" if side else "A", levels)


def _advance(seen: Any, seat: int) -> Advance | None:
    if seen.phase != moves.PAY:
        return None
    return Advance(
        name="pay",
        house=HOUSE_NAMES[seen.house],
        cost=[Cost(f"cost:{kind}", RESOURCE_NAMES[kind], int(n)) for kind, n in enumerate(seen.cost)],
        drop=bool(seen.drop),
        short=is_short(seen, seen.turn),
        steps=steps(seen, seat),
    )


def _new_owls(seen: Any, seat: int) -> list[NewOwl]:
    """Owls that the seat may still win, in the pro variant (R73)."""
    if seat == SPECTATOR or not seen.pro:
        return []
    return [NEW_OWLS[k] for k in range(OWLS) if seen.owls[seat, k] == NO_OWL]


def _keeps(seen: Any, seat: int) -> list[Keep]:
    """What the seat may choose to keep, while it is asked (R54)."""
    if seat == SPECTATOR or PHASES[seen.phase] != "keep" or seen.kept[seat] != NONE:
        return []
    ways = rules.keeps(seen, seat)
    return [Keep(f"keep:{k}", KEEPS[k].tolist()) for k in range(ALL_KEPT) if ways >> k & 1]


def _player(seen: Any, places: list[int], seat: int, other: int) -> Player:
    tokens = [i for i in range(seen.taken) if seen.taker[i] == other and seen.spent[i] == 0]
    known = other == seat or bool(seen.over)
    return Player(
        name=f"seat:{other}",
        held=int(seen.held[other]),
        resources=seen.resources[other].tolist(),
        levels=seen.levels[other].tolist(),
        owls=[
            Owl(
                f"owl:{owl}" if other == seat else f"seat:{other}:owl:{owl}",
                OWL_NAMES[owl],
                "awake" if seen.owls[other, owl] == AWAKE else "asleep",
            )
            for owl in range(OWLS)
            if seen.owls[other, owl] != NO_OWL
        ],
        berries=int(seen.berries[other]),
        values=sorted(int(seen.berry[i]) for i in tokens) if known else None,
        spent=int(seen.eaten[other]),
        voids=[COLOUR_NAMES[c] for c in range(COLOURS) if seen.voids[other, c]],
        known=[] if other == seat else _cards_at(places, other),
        played=_cards_at(places, PLAYED + other),
        chosen=_chosen(seen, other),
        points=int(rules.house_points(seen, other) + rules.track_points(seen, other)),
        score=int(rules.points(seen, other)) if known else None,
        counted=_counted(seen, other) if seen.over else [],
    )


def _counted(seen: Any, other: int) -> list[int]:
    """R67–R69: each house, the blackberries, the lowest level."""
    houses = [int(POINTS[seen.sides[house], house, seen.levels[other, house]]) for house in range(HOUSES)]
    return [*houses, int(rules.berry_points(seen, other)), int(rules.track_points(seen, other))]


def _chosen(seen: Any, other: int) -> int | None:
    """How many secret choices a seat has made, while such are asked."""
    if seen.phase == moves.EXCHANGE:
        return int((seen.gave[other] != NONE).sum())
    return int(seen.kept[other] != NONE) if PHASES[seen.phase] == "keep" else None


def _exchange(seen: Any, seat: int) -> Exchange | None:
    """What the seat itself gave, received and put under the pile this round."""
    if seat == SPECTATOR:
        return None
    gave, done = seen.gave[seat], seen.phase != moves.EXCHANGE
    received = [seen.gave[right_of(seen, seat), LEFT]] if done else []
    if done and seen.players > 2:
        received.append(seen.gave[left_of(seen, seat), RIGHT])
    buried = [gave[RIGHT]] if seen.players == 2 else []
    return Exchange(
        gave=[CARD[c] for c in (gave[:1] if seen.players == 2 else gave) if c != NONE],
        received=[CARD[c] for c in received],
        under=[CARD[c] for c in [*buried, *seen.under[seat]] if c not in (NONE, UNKNOWN) and _is_under(seen, c)],
    )


def _is_under(seen: Any, c: int) -> bool:
    return seen.phase == moves.EXCHANGE or seen.places[c] == PILE
