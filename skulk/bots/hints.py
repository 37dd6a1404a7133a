"""Hints: what each move of a seat is worth and how sure that is, from worlds the seat could be in."""

from typing import Any

from skulk.engine import Game, opened

from .budget import Budget
from .searcher import Hint, Search

BUDGET = Budget(simulations=3000)


class Hints:
    """A search for each seat that asks, given what that seat sees; seats do not share what they have thought."""

    def __init__(self, game: Game | str, wait: bool = True, budget: Budget = BUDGET):
        self.game, self.budget = opened(game), budget
        self.first = Search(self.game, wait=wait)
        self.searches: dict[int, Search] = {}
        self.last: tuple[Any, list[Hint]] = (None, [])  # asked twice, the same answer

    @property
    def is_ready(self) -> bool:
        """Until the search is compiled there are no hints."""
        return self.first.is_ready

    @property
    def problem(self) -> str:
        """Why there will be none."""
        return self.first.problem

    def hint(self, seen: Any, seat: int) -> list[Hint]:
        """For each legal move, in the order of `legal`, its share of the win and how sure that is."""
        asked = (seat, self.game.State.pack(seen))
        if asked != self.last[0]:
            if seat not in self.searches:
                self.searches[seat] = self.first if not self.searches else Search(self.game)
            self.last = (asked, self.searches[seat].hints(seen, seat, self.budget, self.game.dealer(1)))
        return self.last[1]
