"""What things of Fox Grove are called."""

from typing import Any, Literal, get_args

from .components import CARDS, COLOUR_OF, NUMBER_OF, NUMBERS

Colour = Literal["blue", "purple", "orange", "yellow"]
Resource = Literal["wood", "nuts", "maple"]
Home = Literal["tree", "mushroom", "leaf"]
Phase = Literal[
    "exchange", "draw", "under", "trick", "pick", "reward", "thirteen", "pay", "bonus", "deliver", "keep", "finished"
]
Variant = Literal["base", "pro"]

COLOUR_NAMES: list[Colour] = [*get_args(Colour)]
RESOURCE_NAMES: list[Resource] = [*get_args(Resource)]
HOUSE_NAMES: list[Home] = [*get_args(Home)]
PHASES: list[Phase] = [*get_args(Phase)]
OWL_SIDES = ["none", "awake", "asleep"]
VARIANT_NAMES: list[Variant] = [*get_args(Variant)]


def card_name(card: int) -> str:
    """B, P, O or Y and the number: card_name(7) == "B8"."""
    return "BPOY"[COLOUR_OF[card]] + str(NUMBER_OF[card])


CARD_OF = {card_name(card): card for card in range(CARDS)}


def card_of(name: Any) -> int:
    if not isinstance(name, str) or name not in CARD_OF:
        raise ValueError(f"{name!r} is no card: cards are B1 to B{NUMBERS}, and so for P, O and Y (R5)")
    return CARD_OF[name]
