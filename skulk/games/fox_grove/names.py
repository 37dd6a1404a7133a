"""What things of Fox Grove are called."""

from typing import Any

from .components import CARDS, COLOUR_OF, NUMBER_OF, NUMBERS

COLOUR_NAMES = ["blue", "purple", "orange", "yellow"]
RESOURCE_NAMES = ["wood", "nuts", "maple"]
HOUSE_NAMES = ["tree", "mushroom", "leaf"]
PHASES = [
    *("exchange", "draw", "under", "trick", "pick", "reward", "thirteen"),
    *("pay", "bonus", "deliver", "keep", "finished"),
]
OWL_SIDES = ["none", "awake", "asleep"]
VARIANT_NAMES = ["base", "pro"]


def card_name(card: int) -> str:
    """B, P, O or Y and the number: card_name(7) == "B8"."""
    return "BPOY"[COLOUR_OF[card]] + str(NUMBER_OF[card])


CARD_OF = {card_name(card): card for card in range(CARDS)}


def card_of(name: Any) -> int:
    if not isinstance(name, str) or name not in CARD_OF:
        raise ValueError(f"{name!r} is no card: cards are B1 to B{NUMBERS}, and so for P, O and Y (R5)")
    return CARD_OF[name]
