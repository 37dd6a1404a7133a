"""Names that people read and type: cells, cards, seats; and back."""

from pathlib import Path
from typing import Any, Literal, get_args

from skulk.engine import NONE, Phrase
from skulk.engine.phrase import catalogue

from .components import CELLS, IDS, SIDE, TITLES

Side = Literal["fox", "crow"]
SEAT_NAMES: tuple[Side, ...] = get_args(Side)
WAY_NAMES = ("north", "east", "south", "west")
_TEXTS = catalogue(Path(__file__).parent)


def cell_name(cell: int) -> str:
    """Row and column, from 1: "3,4" is row 3 from Crow's edge, column 4 from the left."""
    return f"{cell // SIDE + 1},{cell % SIDE + 1}"


def name_or_none(cell: int) -> str | None:
    return None if cell == NONE else cell_name(cell)


def cell_of(name: Any) -> int:
    if isinstance(name, str) and name in CELL_NAMES:
        return CELL_NAMES.index(name)
    raise ValueError(f"{name!r} is no cell: cells are 1,1 to 5,5 (R1)")


def cells_of(bits: int) -> list[str]:
    return [cell_name(cell) for cell in range(CELLS) if bits >> cell & 1]


CELL_NAMES = [cell_name(cell) for cell in range(CELLS)]


def card_id(card: int) -> str | None:
    return IDS[card] if card >= 0 else None


def card_of(name: Any) -> int:
    if isinstance(name, str) and name in IDS:
        return IDS.index(name)
    raise ValueError(f"{name!r} is no card of this game (R1, R15)")


def card_said(card: int) -> Phrase | str:
    """A card's name; one that an owner of the box has added is called as the box calls it."""
    key = f"card.{IDS[card]}"
    return Phrase(key) if key in _TEXTS else TITLES[card]
