"""The seen table of Oh, Fox!: all that a client needs to draw it."""

from itertools import pairwise
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from skulk.engine import SPECTATOR, UNKNOWN, has

from . import moves
from .components import (
    ALL_PREDATORS,
    ALL_PREY,
    ANIMALS,
    BOARD,
    COLOURS,
    COPIES,
    DOUBLE,
    KINDS,
    NAMES,
    OBJECTIVES,
    POND,
    ROUTES,
    SINGLE,
    SPACES,
    STOP,
    STOP_CARD,
    SWIMS,
    TURNS,
)
from .film import GAIT, HEAL_BOTH, PLACES
from .leads import (
    Lead,
    Leg,
    Role,
    SoFar,
    candidates_of,
    eaten,
    follow,
    leads,
    legs,
    meals_left,
    replayed,
    role_of,
    row_of,
    so_far,
)
from .names import animals_in, card_name, place_name
from .rules import everyone
from .scoring import first_trigger, score, winners


class Cell(Struct, frozen=True):
    """A space of the board. `foods` on a space with food; `tunnel`: the colour of its other end."""

    name: str
    x: int
    y: int
    kind: Literal["food", "home", "tunnel", "pond"]
    foods: list[str]
    tunnel: str | None


class Stack(Struct, gc=False):
    """Cards of one kind in a hand, and how many are left."""

    name: str
    left: int


class Possible(Struct, gc=False):
    animal: str
    cell: str


class Aim(Struct, gc=False):
    """How far one is with an objective, of how much, and whether it can still be done."""

    now: int
    of: int
    open: bool


class Player(Struct):
    """A player. `card`: chosen and not yet revealed, where this seat may know it. `possible`: where each animal that it
    may be would stand. `way`: the legs of the last card, `eaten`: where it has eaten, `meals_left`: where it can still
    eat, `aims`: how far it is with each objective, where the animal is known. What follows `guess` is there once the
    film is over."""

    name: str
    colour: str
    home: str
    role: Role | None
    animal: str | None
    food: str | None
    trigger: str | None
    hand: list[Stack]
    row: list[str]
    answered: bool
    card: str | None
    possible: list[Possible]
    way: list[Leg]
    eaten: list[str]
    meals_left: list[str]
    aims: list[Aim]
    guess: str | None
    meals: int | UnsetType = UNSET
    swims: int | UnsetType = UNSET
    attacked: int | UnsetType = UNSET
    wounds: int | UnsetType = UNSET
    hearts: int | UnsetType = UNSET
    cell: str | UnsetType = UNSET
    score: int | UnsetType = UNSET
    first_trigger: int | UnsetType = UNSET


class Moved(Struct, gc=False):
    seat: int
    step: int
    way: str
    cell: str


class Attacked(Struct, gc=False):
    """`moment`: H1 half-way through the first step, E1 at its end."""

    seat: int
    moment: str
    place: str


class Meal(Struct, gc=False):
    seat: int
    cell: str


class Healed(Struct, gc=False):
    seat: int
    wounds: int


class FilmTurn(Struct):
    """What happens in one turn of the film."""

    turn: int
    moves: list[Moved]
    attacks: list[Attacked]
    meals: list[Meal]
    healed: list[Healed]


class Award(Struct, gc=False):
    """Hearts that are counted after the film, for a "guess", a "feast", coming "home", "all" that were caught, or an
    objective."""

    seat: int
    reason: str = field(name="for")
    hearts: int


class Table(Struct):
    """`foods`: what each prey laid out eats. `leads`: by the number of the move."""

    turn: int
    turns: int
    phase: Literal["choose", "guess", "over"]
    masked: bool
    healing: Literal["one", "both"]
    seat: int | None
    predator: int | None
    predators: list[str]
    prey: list[str]
    foods: dict[str, str]
    objectives: list[str]
    cells: list[Cell]
    routes: list[str]
    leads: list[Lead]
    so_far: SoFar | None
    seats: list[Player]
    film: list[FilmTurn]
    awards: list[Award]
    winners: list[int]


def table(seen: Any, seat: int) -> Table:
    """All that is needed to draw the table; nothing that `see` did not give."""
    return Table(
        turn=min(seen.turn + 1, TURNS),
        turns=TURNS,
        phase="over" if seen.over else "guess" if seen.turn == TURNS else "choose",
        masked=bool(seen.masked),
        healing="both" if seen.healing == HEAL_BOTH else "one",
        seat=None if seat == SPECTATOR else seat,
        predator=None if seen.predator == UNKNOWN else int(seen.predator),
        predators=animals_in(seen.candidates & ALL_PREDATORS),
        prey=animals_in(seen.candidates & ALL_PREY),
        foods={name: FOODS[name] for name in animals_in(seen.candidates & ALL_PREY)},
        objectives=[OBJECTIVES[card] for card in seen.objectives if card >= 0],
        cells=CELLS,
        routes=ROUTE_NAMES,
        leads=leads(seen, seat),
        so_far=so_far(seen, seat),
        seats=[_player(seen, player, seat) for player in range(seen.players)],
        film=_film(seen) if seen.over else [],
        awards=_awards(seen) if seen.over else [],
        winners=_winners(seen) if seen.over else [],
    )


def pawns(seen: Any, seat: int) -> tuple[list[str], list[str]]:
    """The pawns that a seat may put on the board for all to see, and where: the predator those of the others."""
    if seen.over or seen.masked or seat != seen.predator:
        return [], []
    return [f"seat:{other}" for other in range(seen.players) if other != seat], [cell.name for cell in CELLS]


def _cell(number: int, name: str) -> Cell:
    words = BOARD[name].split()
    kind: Any = words[0] if words[0] in ("home", "tunnel", "pond") else "food"
    foods, tunnel = words if kind == "food" else [], words[1] if kind == "tunnel" else None
    return Cell(f"cell:{name}", number % 5, number // 5, kind, foods, tunnel)


# made once, shared by all tables: never to be changed
CELLS = [_cell(number, name) for number, name in enumerate(SPACES)]
FOODS = {str(animal["name"]): str(animal["food"]) for animal in ANIMALS if animal["food"]}
ROUTE_NAMES = [place_name(len(SPACES) + route) for route in range(len(ROUTES))]


def _player(seen: Any, player: int, viewer: int) -> Player:
    """One player, with the space of each animal that this player may be by all that is public."""
    animal, card = int(seen.animals[player]), int(seen.sealed[player])
    shown = Player(
        name=f"seat:{player}",
        colour=COLOURS[player],
        home=SPACES[seen.homes[player]],
        role=role_of(seen, player, viewer),
        animal=NAMES[animal] if animal >= 0 else None,
        food=ANIMALS[animal]["food"] if animal >= 0 else None,
        trigger=ANIMALS[animal]["trigger"] if animal >= 0 else None,
        hand=[Stack(f"card:{kind}", int(seen.hands[player, i])) for i, kind in enumerate(KINDS)],
        row=[card_name(card) for card in row_of(seen, player)],
        answered=bool(has(seen.answered, player)),
        card=card_name(card) if card >= 0 else None,
        possible=_possible(seen, player, viewer),
        way=_way(seen, player),
        eaten=eaten(seen, player),
        meals_left=meals_left(seen, player),
        aims=_aims(seen, player),
        guess=NAMES[seen.guess[player]] if seen.guess[player] >= 0 else None,
    )
    if seen.over:
        _count_tokens(seen, player, shown)
    return shown


def _possible(seen: Any, player: int, viewer: int) -> list[Possible]:
    """The spaces where the player may stand, by animal (a player without a trigger card is certain)."""
    row, home = row_of(seen, player), int(seen.homes[player])
    animals = candidates_of(seen, player, viewer)
    return [Possible(NAMES[animal], SPACES[follow(animal, home, row)]) for animal in animals]


def _way(seen: Any, player: int) -> list[Leg]:
    """The legs of the player's last card, where the animal is known."""
    animal, row = int(seen.animals[player]), row_of(seen, player)
    if animal < 0 or not row:
        return []
    return legs(animal, follow(animal, int(seen.homes[player]), row[:-1]), row[-1])


def _aims(seen: Any, player: int) -> list[Aim]:
    """How far the player is with each objective, and whether it can still be done, where the animal is known."""
    row = row_of(seen, player)
    if seen.animals[player] < 0:
        return []
    kinds = [card >> 2 for card in row]
    aims = {  # R55–R57: how far, of how much, and whether it is spoilt
        "fickler": (len(row), TURNS, any(one == next_ for one, next_ in pairwise(kinds))),
        "navigator": (len({card & 3 for card in row if card != STOP_CARD}), 4, False),
        "slowpoke": (len(row), TURNS, DOUBLE in kinds),
        "straggler": (kinds.count(STOP), int(COPIES[STOP]), False),
        "stroller": (kinds.count(SINGLE), int(COPIES[SINGLE]), False),
        "swimmer": (_swims(int(seen.animals[player]), int(seen.homes[player]), row), SWIMS, False),
    }
    laid_out = [aims[OBJECTIVES[card]] for card in seen.objectives if card >= 0]
    left = TURNS - len(row)
    return [Aim(now, of, not spoilt and now + left >= of) for now, of, spoilt in laid_out]


def _swims(animal: int, home: int, row: list[int]) -> int:
    """The turns in which the animal is on the pond at the end of a step (R57)."""
    starts = [follow(animal, home, row[:turn]) for turn in range(len(row))]
    trips = [PLACES[GAIT[animal, card >> 2], card & 3, start] for card, start in zip(row, starts, strict=True)]
    return sum(POND in trip[1::2] for trip in trips)


def _count_tokens(seen: Any, player: int, shown: Player) -> None:
    for name in ("meals", "swims", "attacked", "wounds", "hearts"):
        setattr(shown, name, int(getattr(seen, name)[player]))
    shown.cell = SPACES[seen.spaces[player]]
    shown.score = int(score(seen, player))
    shown.first_trigger = int(first_trigger(seen, player))


def _winners(seen: Any) -> list[int]:
    won = winners(seen, everyone(seen))
    return [seat for seat in range(seen.players) if has(won, seat)]


def _film(seen: Any) -> list[FilmTurn]:
    """What happens in each turn of the film, for a client that joins at the end."""
    turns: list[FilmTurn] = []
    for event in replayed(seen)[1].heard():
        a, b, c, d = event.numbers
        if event.kind == moves.STARTED:
            turns.append(FilmTurn(a, [], [], [], []))
        elif event.kind == moves.MOVED:
            turns[-1].moves.append(Moved(a, b, place_name(c), SPACES[d]))
        elif event.kind == moves.ATTACKED:
            turns[-1].attacks.append(Attacked(a, f"{'HE'[b % 2]}{b // 2 + 1}", place_name(c)))
        elif event.kind == moves.ATE:
            turns[-1].meals.append(Meal(a, SPACES[b]))
        elif event.kind == moves.HEALED:
            turns[-1].healed.append(Healed(a, b))
    return turns


def _awards(seen: Any) -> list[Award]:
    """The hearts that are counted after the film, in this order; a wrong guess brings none."""
    awards = []
    for event in replayed(seen)[1].heard():
        seat, number = event.numbers[:2]
        if event.kind == moves.JUDGED:
            awards.append(Award(seat, "guess", number))
        elif event.kind == moves.FULFILLED:
            awards.append(Award(seat, OBJECTIVES[number], 1))
        elif event.kind in AWARDS:
            awards.append(Award(seat, AWARDS[event.kind], 1))
    return awards


AWARDS = {moves.FEASTED: "feast", moves.CAME_HOME: "home", moves.CAUGHT_ALL: "all"}
