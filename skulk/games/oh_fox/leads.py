"""Where a card leads one's own animal, what is certain so far, and the film shown again."""

from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct, field

from skulk.engine import SPECTATOR, UNKNOWN, Dealer, has

from .components import (
    ALL_PREDATORS,
    ALL_PREY,
    ANIMALS,
    FOOD,
    GUESS,
    NAMES,
    SPACES,
    TURNS,
)
from .film import DART, GAIT, MOMENTS, PLACES, REACHED, STOPS, heal, met
from .names import place_name
from .rules import finish
from .state import State

Role = Literal["predator", "prey"]


class Leg(Struct, gc=False):
    """One step of a way: over a route, through the air, or nowhere."""

    way: str
    start: str = field(name="from")
    cell: str


class Lead(Struct):
    """Where one of one's own cards leads: its legs, the spaces it stands on in between, where it ends, and whether it
    eats there."""

    way: list[Leg]
    crosses: list[str]
    cell: str
    eats: bool


class Meeting(Struct, gc=False):
    turn: int
    seat: int


class SoFar(Struct):
    """What is certain before the film."""

    hearts: int
    wounds: int
    met: list[Meeting]


def role_of(seen: Any, player: int, viewer: int) -> Role | None:
    """What the viewer knows of a player's role."""
    if seen.predator == UNKNOWN:
        return "prey" if player == viewer else None
    return "predator" if player == seen.predator else "prey"


def candidates_of(seen: Any, player: int, viewer: int) -> list[int]:
    """The animals that the player may be by all that is public."""
    if seen.animals[player] >= 0:
        return [int(seen.animals[player])]
    side = {"predator": ALL_PREDATORS, "prey": ALL_PREY, None: ALL_PREDATORS | ALL_PREY}[role_of(seen, player, viewer)]
    return [animal for animal in range(len(NAMES)) if has(seen.candidates & side, animal)]


def follow(animal: int, space: int, cards: list[int]) -> int:
    """Where an animal gets with these cards."""
    for card in cards:
        space = int(PLACES[GAIT[animal, card >> 2], card & 3, space, MOMENTS - 1])
    return space


def row_of(seen: Any, seat: int) -> list[int]:
    return [int(card) for card in seen.rows[seat, : seen.turn]]


def legs(animal: int, start: int, card: int) -> list[Leg]:
    """The legs of a card (R13)."""
    gait, side = GAIT[animal, card >> 2], card & 3
    spaces = [start, *(int(space) for space in REACHED[gait, side, start])]
    ways = [int(PLACES[gait, side, start, moment]) for moment in (0, 2, 4)]
    return [
        Leg(place_name(way), SPACES[spaces[step]], SPACES[spaces[step + 1]])
        for step, way in enumerate(ways)
        if way >= len(SPACES)
    ]


def eaten(seen: Any, player: int) -> list[str]:
    """The spaces where the player has eaten so far, where the animal is known (R43, R45)."""
    animal, row, home = int(seen.animals[player]), row_of(seen, player), int(seen.homes[player])
    if animal < 0 or not ANIMALS[animal]["food"]:
        return []
    stops = [follow(animal, home, row[: turn + 1]) for turn, card in enumerate(row) if STOPS[card >> 2]]
    return [SPACES[space] for space in dict.fromkeys(stops) if FOOD[animal, space]]


def meals_left(seen: Any, player: int) -> list[str]:
    """The spaces where the player can still eat, where the animal is known (R43, R45)."""
    animal = int(seen.animals[player])
    if animal < 0:
        return []
    done = eaten(seen, player)
    return [name for space, name in enumerate(SPACES) if FOOD[animal, space] and name not in done]


# ---- before a card is chosen


def aimed_at(seen: Any, seat: int, card: int) -> str:
    """The space that a card is chosen for: where it ends; a viper's trigger, where it strikes (R31)."""
    animal, start = int(seen.animals[seat]), _stand(seen, seat)
    gait = GAIT[animal, card >> 2]
    return SPACES[int(REACHED[gait, card & 3, start, 0 if gait == DART else 2])]


def leads(seen: Any, seat: int) -> list[Lead]:
    """leads[card]."""
    if seat == SPECTATOR or seen.turn == TURNS:
        return []
    return [_lead(seen, seat, card) for card in range(GUESS)]


def _lead(seen: Any, seat: int, card: int) -> Lead:
    animal, start = int(seen.animals[seat]), _stand(seen, seat)
    places = [int(place) for place in PLACES[GAIT[animal, card >> 2], card & 3, start]]
    end = places[-1]
    feeds = STOPS[card >> 2] and ANIMALS[animal]["food"] and FOOD[animal, end]
    return Lead(
        way=legs(animal, start, card),
        crosses=[SPACES[place] for place in dict.fromkeys(places[1::2]) if place < len(SPACES) and place != end],
        cell=SPACES[end],
        eats=bool(feeds and SPACES[end] not in eaten(seen, seat)),
    )


def _stand(seen: Any, seat: int) -> int:
    return follow(int(seen.animals[seat]), int(seen.homes[seat]), row_of(seen, seat))


# ---- after it


def so_far(seen: Any, seat: int) -> SoFar | None:
    """The hearts and wounds that the viewer is certain of before the film, and who was met, whatever animal that is."""
    if seat == SPECTATOR:
        return None
    hunts = seat == seen.predator
    others = [other for other in range(seen.players) if other != seat and (hunts or other == seen.predator)]
    meetings = [
        Meeting(turn + 1, other)
        for turn in range(len(row_of(seen, seat)))
        for other in others
        if _meet_for_sure(seen, seat, other, turn)
    ]
    wounds = 0 if hunts else _wounds(seen, seat, {meeting.turn for meeting in meetings})
    return SoFar(len(meetings) if hunts else len(eaten(seen, seat)), wounds, meetings)


def _meet_for_sure(seen: Any, seat: int, other: int, turn: int) -> bool:
    mine = int(seen.animals[seat])
    others = [animal for animal in candidates_of(seen, other, seat) if animal != mine]
    pairs = [((seat, mine), (other, animal)) for animal in others]
    return all(_attacks(*(_actor(seen, turn, *actor) for actor in _prey_first(seen, pair))) for pair in pairs)


def _prey_first(seen: Any, pair: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    return sorted(pair, key=lambda actor: actor[0] == seen.predator)


Actor = tuple[int, int, int]  # an animal, the space where a turn finds it, and its card


def _actor(seen: Any, turn: int, player: int, animal: int) -> Actor:
    row = row_of(seen, player)
    return animal, follow(animal, int(seen.homes[player]), row[:turn]), row[turn]


@lru_cache(maxsize=1 << 16)
def _attacks(prey: Actor, predator: Actor) -> bool:
    """Whether there is an attack in a turn of these two, as the film sees it."""
    state = State.new()
    state.players, state.predator = 2, 1
    for seat, (animal, space, card) in enumerate((prey, predator)):
        state.animals[seat], state.spaces[seat], state.rows[seat, 0] = animal, space, card
    return any(met(state, 0, moment) for moment in range(MOMENTS))


def _wounds(seen: Any, seat: int, attacked: set[int]) -> int:
    """At least so many wounds: those of certain attacks, less what the pond may have healed, as the film heals."""
    if not attacked:
        return 0
    animal, home, row = int(seen.animals[seat]), int(seen.homes[seat]), row_of(seen, seat)
    state, dealer = State.new(), Dealer()
    state.healing = seen.healing
    for turn in range(len(row)):
        state.wounds[seat] += turn + 1 in attacked
        state.spaces[seat] = follow(animal, home, row[: turn + 1])
        heal(state, seat, 1, dealer)  # whether the two met on the pond itself is not known: it heals all it can
    return int(state.wounds[seat])


# ---- the film again


def replayed(state: Any) -> tuple[Any, Dealer]:
    """The film of a finished game shown again: the state it ends in, and what was called out."""
    again, dealer = State.copy(state), Dealer()
    rewind(again)
    finish(again, dealer)
    return again, dealer


def rewind(state: Any) -> None:
    """Everyone at home, with nothing (R1, R11)."""
    state.spaces[:] = state.homes
    for name in ("eaten", "meals", "swims", "attacked", "wounds", "hearts"):
        getattr(state, name)[:] = 0
    state.over = 0
