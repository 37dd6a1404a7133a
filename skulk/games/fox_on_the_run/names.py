"""The names of things in Fox on the Run: characters, squares, faces."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

from .components import ARROWS, FACES, SIDE, SQUARES

Faction = Literal["foxes", "guardians"]
Phase = Literal["step", "arrow", "ability", "second", "push"]
Reason = Literal["rescue", "capture", "all_revealed", "limit"]

NAMES = ["Indigo", "Scarlet", "Zev", "Puffer", "Raffles", "Napoleon"]
FACTIONS: list[Faction] = [*get_args(Faction)]
DIRECTIONS = ["north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest"]
PHASES: list[Phase] = [*get_args(Phase)]
REASONS: list[Reason] = [*get_args(Reason)]
TURNS = {1: "right", 2: "half", 3: "left"}
SQUARE_NAMES = ["abcde"[square % SIDE] + str(square // SIDE + 1) for square in range(SQUARES)]  # rows from the north
CELLS = [f"cell:{name}" for name in SQUARE_NAMES]
ARROW_NAMES = ["".join(arrow for bit, arrow in enumerate(ARROWS) if face >> bit & 1) for face in range(FACES)]


def square_name(square: int) -> str:
    """Columns a–e from the west, rows 1–5 from the north."""
    return SQUARE_NAMES[square]


def square_of(name: Any) -> int:
    if not isinstance(name, str) or len(name) != 2 or name[0] not in "abcde" or name[1] not in "12345":
        raise ValueError(f"{name!r} is no square: squares are a1 to e5")
    return SIDE * (int(name[1]) - 1) + "abcde".index(name[0])


def arrows_of(face: int) -> str:
    return ARROW_NAMES[face]


def chosen(what: str, name: Any, among: Sequence[str], rule: str) -> int:
    """The place of a name among those that can be; ValueError says what part of a position is wrong."""
    if name not in among:
        raise ValueError(f"{what} must be one of {', '.join(among)}, not {name!r} ({rule})")
    return among.index(name)


def number(what: str, value: Any, rule: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 1 << 31:
        raise ValueError(f"{what} must be a whole number, not {value!r} ({rule})")
    return value
