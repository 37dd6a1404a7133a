"""A finished match looked at by a search: what each decision gave away, and how everybody's chances went.

Every decision is weighed twice: from what its seat could know then, as a coach beside it would have, and, apart from
that, with everything known. The first tells skill, the difference between the two tells luck.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from skulk.engine import Match

from .budget import Budget
from .searcher import Hint, Search

TOGETHER = 160_000  # simulations over a whole match …
LEAST, MOST = 60, 800  # … and over one decision
DEEPER, AGAIN = 6, 12  # of so many decisions that seem to give most away, each is weighed so many times as deeply
SLOTS = 1 << 15
FIRST = 3  # choices that are told


class Weighed(NamedTuple):
    """One decision. Shares of the win go from 0 to 1; `give` is how sure the best one is, ±."""

    number: int  # of the move, from 1
    seat: int
    action: int
    best: int
    share: float  # that the move promised, from what its seat knew
    best_share: float
    give: float
    chances: list[float]  # every seat's, from what the mover knew
    known: list[float]  # the same with everything known
    first: list[Hint]  # the first choices

    @property
    def lost(self) -> float:
        """What the move gave away; nothing where that is not sure."""
        gap = self.best_share - self.share
        return gap if self.action != self.best and gap > self.give else 0.0


class Review:
    """The decisions of a match, weighed one after the other: `run` yields how far it is."""

    def __init__(self, match: Match, together: int = TOGETHER, wait: bool = True):
        self.match, self.game = match, match.game
        self.honest = Search(self.game, slots=SLOTS, wait=wait)
        self.open = Search(self.game, slots=SLOTS, wait=wait, clairvoyant=True)
        self.decisions = [number for number in range(match.number) if len(self._legal(number)) > 1]
        each = min(max(together // max(1, 2 * len(self.decisions)), LEAST), MOST)
        self.budget = Budget(simulations=each)
        self.weighed: dict[int, Weighed] = {}

    def seen(self, number: int) -> Any:
        """What the mover saw before this move, counted from 0."""
        return self.game.see(self._state(number), self.match.moves[number].seat)

    def _state(self, number: int) -> Any:
        return self.game.State.unpack(self.match.moves[number].before)

    def _legal(self, number: int) -> list[int]:
        return self.game.legal(self._state(number), self.match.moves[number].seat)

    def run(self) -> Iterator[tuple[int, int]]:
        """Weigh all decisions, those that seem to give most away once more; how many are done, and of how many."""
        again = min(AGAIN, len(self.decisions))
        steps = len(self.decisions) + again
        for done, number in enumerate(self.decisions, 1):
            self.weighed[number] = self._weigh(number, self.budget)
            yield done, steps
        deeper = Budget(simulations=self.budget.simulations * DEEPER)
        worst = sorted(self.decisions, key=lambda number: -_gap(self.weighed[number]))[:again]
        for done, number in enumerate(worst, len(self.decisions) + 1):
            self.weighed[number] = self._weigh(number, deeper)
            yield done, steps

    def _weigh(self, number: int, budget: Budget) -> Weighed:
        move, state = self.match.moves[number], self._state(number)
        seen, players = self.seen(number), self.match.players
        self._ask(self.open, state, move.seat, self.budget, number)
        first = self._ask(self.honest, seen, move.seat, budget, number)
        first = sorted(first, key=lambda hint: (-hint.visits, -hint.value))[:FIRST]
        chances, made, best = self.honest.chances()[:players], first[0], first[0]
        if best.action != move.action:  # what was played is looked at as closely
            closer = self.honest.hints(seen, move.seat, budget, self.game.dealer(number), only=move.action)
            made = next(hint for hint in closer if hint.action == move.action)
            best = max(best, made, key=lambda hint: hint.value)
        give, known = max(made.give, best.give), self.open.chances()[:players]
        return Weighed(
            number + 1, move.seat, move.action, best.action, made.share, best.share, give, chances, known, first
        )

    def _ask(self, search: Search, seen: Any, seat: int, budget: Budget, number: int) -> list[Hint]:
        for tree in search.trees:
            tree.forget()  # seats share nothing of what they think
        return search.hints(seen, seat, budget, self.game.dealer(number))

    # ---- what it comes to

    def swings(self, seat: int, most: int = 3) -> list[Weighed]:
        """The decisions of this seat that gave most away, the worst first."""
        mine = [one for one in self.weighed.values() if one.seat == seat and one.lost]
        return sorted(mine, key=lambda one: -one.lost)[:most]

    def given(self, seat: int) -> float:
        """All that this seat's decisions gave away: shares of the win, added up."""
        return sum(one.lost for one in self.weighed.values() if one.seat == seat)

    def turning_point(self) -> Weighed | None:
        """The decision that gave most away, of anybody."""
        lost = [one for one in self.weighed.values() if one.lost]
        return max(lost, key=lambda one: one.lost) if lost else None


def _gap(one: Weighed) -> float:
    return one.best_share - one.share if one.action != one.best else -1.0
