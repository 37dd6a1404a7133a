"""Bots: whoever sits at a table without being a person.

A bot is opened for one game and has one deed, `choose(seen, seat, budget, dealer) -> action`. It is given what its
seat sees and nothing else, so it is fair by construction.
"""

import importlib
from typing import Any, Protocol

from skulk.engine import BadOption, Dealer, Game

KINDS = {  # what a seat may be called → where its bot lives; a module is imported when it is first asked to sit down
    "random": "skulk.bots.random:Random",
}


class Bot(Protocol):
    """`budget` is how much thinking a move may cost, in simulations; `dealer` brings the bot's own chance."""

    def choose(self, seen: Any, seat: int, budget: int, dealer: Dealer) -> int: ...


def kinds() -> list[str]:
    return list(KINDS)


def sit(kind: str, game: Game) -> Bot:
    """A bot of this kind for this game; BadOption if there is none."""
    if kind not in KINDS:
        raise BadOption(f"there is no bot {kind!r}; there are {', '.join(KINDS)}")
    module, _, name = KINDS[kind].partition(":")
    return getattr(importlib.import_module(module), name)(game)
