"""Hints: what each move of a seat is worth and how sure that is, from worlds the seat could be in."""

import math
from collections.abc import Sequence
from typing import Any

from skulk.bots.budget import Budget
from skulk.bots.mind import Hint, Search
from skulk.engine import Game

BUDGET = Budget(simulations=3000)
SURE = 1.96  # standard deviations: 95 %


class Hints:
    """A search for each seat that asks, given what that seat sees; seats do not share what they have thought."""

    def __init__(self, game: Game, wait: bool = True):
        self.game = game
        self.first = Search(game, wait=wait)
        self.searches: dict[int, Search] = {}
        self.last: tuple[Any, list[str]] = (None, [])  # asked twice, the same answer

    @property
    def is_ready(self) -> bool:
        """Until the search is compiled there are no hints."""
        return self.first.is_ready

    def beside(self, texts: Sequence[str], seen: Any, seat: int) -> list[str]:
        """The moves in words, in the order of `legal`, each with its hint."""
        return [f"{text} · {hint}" for text, hint in zip(texts, self.hints(seen, seat), strict=True)]

    def hints(self, seen: Any, seat: int) -> list[str]:
        """Each legal move's chance to win, as "62 % ± 4"."""
        asked = (seat, self.game.State.pack(seen))
        if asked != self.last[0]:
            if seat not in self.searches:
                self.searches[seat] = self.first if not self.searches else Search(self.game)
            found = self.searches[seat].hints(seen, seat, BUDGET, self.game.dealer(1))
            self.last = (asked, [spoken(hint) for hint in found])
        return self.last[1]


def spoken(hint: Hint) -> str:
    """The share of the win that the move promises, and how far the truth may be from it."""
    if not hint.visits:
        return "?"
    share = min(max((hint.value + 1) / 2, 0.0), 1.0)
    pull = SURE**2 / hint.visits  # few visits pull towards not knowing
    half = SURE * math.sqrt(share * (1 - share) / hint.visits + pull / (4 * hint.visits)) / (1 + pull)
    return f"{100 * share:.0f} % ± {max(1, math.ceil(100 * half))}"
