"""What things of Slyest Fox are called, and cards as text."""

import re
from typing import Any, Literal, get_args

from .components import CODE_NAMES, CODES

Mode = Literal["ffa", "duel", "team"]
Phase = Literal[
    "turn", "respond", "help", "stopped", "press", "join", "refill", "shed", "clearing", "floor", "over"
]  # fmt: skip
Reason = Literal["survivor", "victim", "duel", "team", "turn_cap", "quiet_woods"]
Kind = Literal["gossip", "trap"]
Aloof = Literal["free", "resting", "lies"]
DeckName = Literal["attack", "defence"]

MODES: list[Mode] = [*get_args(Mode)]
PHASE_NAMES: list[Phase] = [*get_args(Phase)]
REASON_NAMES: list[Reason | None] = [None, *get_args(Reason)]
KIND_NAMES: list[Kind] = [*get_args(Kind)]
ALOOF_NAMES: list[Aloof] = [*get_args(Aloof)]
DECK_NAMES: list[DeckName] = [*get_args(DeckName)]


def cards_text(counts: Any) -> str:
    """Cards as text: "GOS*3 UAT"."""
    return " ".join(name if n == 1 else f"{name}*{n}" for name, n in zip(CODE_NAMES, counts, strict=True) if n > 0)


def cards(text: Any, where: str) -> list[int]:
    """The counts that a text of cards names."""
    if not isinstance(text, str):
        raise ValueError(f"{where}: cards are written like 'GOS*3 UAT', not {text!r}")
    counts = [0] * CODES
    for word in text.split():
        match = re.fullmatch(r"([A-Z]{3})(?:\*(\d{1,2}))?", word)
        if not match or match[1] not in CODE_NAMES:
            raise ValueError(f"{where}: {word!r} is no card; cards are {', '.join(CODE_NAMES)} (R79)")
        counts[CODE_NAMES.index(match[1])] += int(match[2] or 1)
    return counts
