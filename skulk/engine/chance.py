"""Chance that can be listed: what a deal or a move may bring, with probabilities.

The rules run interpreted, with a dealer that follows a path of picks and stops where it ends. A roll is one pick, and
so is a draw; a shuffle is one draw after the other from what is left. Equal cards are one outcome, and what can only be
one thing is no pick.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .dealer import Dealer, Event
from .game import Game

Path = tuple[int, ...]


class Outcome(NamedTuple):
    """What came of a deal or a move."""

    state: Any
    events: list[Event]
    script: list[Any]  # of chance: a scripted dealer, or a match, brings the same with it


class Fork(Exception):
    """A pick that the path does not say: outcomes, and how many parts of chance each has."""

    def __init__(self, outcomes: list[int], weights: list[int], asked: str):
        super().__init__(outcomes, weights, asked)
        self.outcomes, self.weights, self.asked = outcomes, weights, asked

    def chances(self) -> list[float]:
        """The probability of each."""
        return [weight / sum(self.weights) for weight in self.weights]


class Following(Dealer):
    """A dealer that follows a path; what it dealt is the script."""

    __slots__ = ("dealt", "path", "picks")

    def __init__(self, game: Game, path: Path):
        super().__init__(lap=game.lap, most_events=game.most_events)
        self.path, self.picks = path, 0
        self.dealt: list[Any] = []

    def has_script(self) -> bool:
        return True

    def next_in_script(
        self, asked: str, outcomes: Sequence[int], weights: Sequence[int] | None = None, is_order: bool = False
    ) -> Any:
        if is_order:
            self.dealt.append(self._order(asked, Counter(outcomes)))
        else:
            self.dealt.append(self._pick(asked, list(outcomes), list(weights or [1] * len(outcomes))))
        return self.dealt[-1]

    def _order(self, asked: str, left: Counter[int]) -> list[int]:
        order = []
        while kinds := sorted(left):
            kind = self._pick(asked, kinds, [left[kind] for kind in kinds])
            order.append(kind)
            left[kind] -= 1
            left += Counter()  # forgets what is used up
        return order

    def _pick(self, asked: str, outcomes: list[int], weights: list[int]) -> int:
        if len(outcomes) == 1:
            return outcomes[0]
        if self.picks == len(self.path):
            raise Fork(outcomes, weights, asked)
        self.picks += 1
        return outcomes[self.path[self.picks - 1]]


class Deal(NamedTuple):
    """Laying a table."""

    game: Game
    options: Any

    def __call__(self, path: Path) -> Outcome:
        state, dealer = self.game.State.new(), Following(self.game, path)
        self.game.rules.setup(state, self.options, dealer)
        return Outcome(state, dealer.heard(), dealer.dealt)


class Move(NamedTuple):
    """A move, which must be legal."""

    game: Game
    before: Any
    seat: int
    action: int

    def __call__(self, path: Path) -> Outcome:
        state, dealer = self.game.State.copy(self.before), Following(self.game, path)
        self.game.rules.play(state, self.seat, self.action, dealer)
        return Outcome(state, dealer.heard(), dealer.dealt)


class Redeal(NamedTuple):
    """Dealing again what a seat has not seen: its belief, as far as the rules make it."""

    game: Game
    seen: Any
    seat: int

    def __call__(self, path: Path) -> Outcome:
        state, dealer = self.game.State.copy(self.seen), Following(self.game, path)
        self.game.rules.redeal(self.seen, self.seat, state, dealer)
        return Outcome(state, dealer.heard(), dealer.dealt)


Deed = Deal | Move | Redeal  # called with a path; Fork where it ends too soon


def leaves(deed: Deed) -> Iterator[tuple[Outcome, float]]:
    """Every outcome with its probability, in the order of the picks."""
    paths: list[tuple[Path, int, int]] = [((), 1, 1)]  # a path, and its probability as parts of a whole
    while paths:
        path, parts, of = paths.pop()
        try:
            outcome = deed(path)
        except Fork as fork:
            ways = [((*path, k), parts * w, of * sum(fork.weights)) for k, w in enumerate(fork.weights)]
            paths += reversed(ways)
        else:
            yield outcome, parts / of
