"""The search bot: the compiled template of search.py with its trees, its threads and its clock."""

import math
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from skulk.engine import COMPILED, Dealer, Game
from skulk.engine.dealer import below

from . import search
from .advice import advice_for
from .budget import Budget
from .thumb import Thumb
from .warm import in_background

__all__ = ["Budget", "Hint", "Search", "Thumb"]

SURE = 1.96  # standard deviations: 95 %
CHUNK_SECONDS = 0.002  # how long the search runs before it looks at the clock
DEFAULTS = search.KNOBS


class Hint(NamedTuple):
    """What the search makes of one move: its value from −1 to 1, and how many simulations followed it."""

    action: int
    value: float
    visits: int

    @property
    def share(self) -> float:
        """The share of the win that the move promises, from 0 to 1."""
        return min(max((self.value + 1) / 2, 0.0), 1.0)

    @property
    def give(self) -> float:
        """How sure that is, ±: half of Wilson's 95 % interval, as if every simulation were a game of its own."""
        if not self.visits:
            return 1.0
        pull = SURE**2 / self.visits  # few visits pull towards not knowing
        spread = self.share * (1 - self.share) / self.visits + pull / (4 * self.visits)
        return SURE * math.sqrt(spread) / (1 + pull)


class Tree:
    """Room for one thread's search: tables, choices, dealer."""

    def __init__(self, game: Game, slots: int):
        self.tables = np.zeros(3, game.State.dtype)
        self.choices = np.zeros(slots, search.CHOICE)
        self.dealers = np.zeros(1, game.dtypes["Dealer"])
        self.mask, self.out = np.zeros(game.actions, np.int8), np.zeros(game.seats)
        self.path, self.movers = np.zeros(search.DEPTH, np.int64), np.zeros(search.DEPTH, np.int64)
        self.count = np.array([0, slots // 2])  # choices in the table, and how many it takes
        self.worth, self.simulated = np.zeros(game.seats), 0  # what came of the simulations of this question

    def forget(self) -> None:
        self.choices[:] = 0
        self.count[0] = 0


class Search:
    """Information-set tree search. One object per seat and match: it keeps its tree from move to move.

    `wait=False`: until its code is compiled, in the background, it plays by rule of thumb. `clairvoyant`: it is handed
    the whole state instead of what a seat sees: for the laboratory only, as the ceiling for honest bots.
    """

    def __init__(
        self,
        game: Game,
        threads: int = 1,
        slots: int = 1 << 20,
        clairvoyant: bool = False,
        wait: bool = True,
        **knobs: float,
    ):
        self.game, self.clairvoyant = game, clairvoyant
        self.advice = advice_for(game)
        if unknown := set(knobs) - set(DEFAULTS):
            raise ValueError(f"the search has no knob {sorted(unknown)[0]!r}; it has {', '.join(DEFAULTS)}")
        of_two = {**DEFAULTS, **self.advice.KNOBS}
        of_many = {**of_two, **getattr(self.advice, "KNOBS_OF_MANY", {})}
        self.tuned = [np.array(list({**some, **knobs}.values()), np.float64) for some in (of_two, of_many)]
        self.knobs = self.tuned[0]
        self.trees = [Tree(game, slots) for _ in range(threads)]
        self.bound: SimpleNamespace | None = None
        self.thumb = Thumb(game)
        self.problem = ""  # why it cannot be compiled and stays with its rule of thumb
        if wait:
            self._load()
        else:
            in_background(game, self._load)

    def _load(self, problem: str = "") -> None:
        self.problem = problem
        if not problem:
            bound = self.game.bind(search, COMPILED, self.advice)
            self._rehearse(bound)
            self.bound = bound

    def _rehearse(self, bound: SimpleNamespace) -> None:
        """Run everything once: what takes arrays is compiled, or read from the cache, by its first call alone."""
        if getattr(bound, "is_rehearsed", False):
            return
        tree, dealer = Tree(self.game, 1 << 10), self.game.dealer(1)
        state = self.game.setup(None, dealer)
        seat = self.game.acting(state)[0]
        tree.tables[:1] = self.game.State.narrow(self.game.see(state, seat))
        bound.begin(tree.tables, tree.dealers, seat, self.knobs[search.BELIEF])
        self._run(tree, seat, 1, bound=bound)
        visits, totals = np.zeros((2, self.game.actions))
        bound.report(tree.tables, tree.choices, seat, visits, totals, self.knobs)
        bound.is_rehearsed = True

    @property
    def is_ready(self) -> bool:
        return self.bound is not None

    def choose(self, seen: Any, seat: int, budget: Budget, dealer: Dealer) -> int:
        """The action that most simulations followed."""
        legal = self.game.legal(seen, seat)
        if len(legal) == 1:
            return legal[0]
        if not self.is_ready:
            return self.thumb.choose(seen, seat, budget, dealer)
        return max(self.hints(seen, seat, budget, dealer), key=lambda hint: (hint.visits, hint.value)).action

    def hints(self, seen: Any, seat: int, budget: Budget, dealer: Dealer, only: int = -1) -> list[Hint]:
        """What every legal move is worth, from worlds the seat could be in; thought may go into one of them alone."""
        assert self.bound, "the search is not compiled yet"
        begun, root = time.perf_counter(), self.game.State.narrow(seen)
        self.knobs = self.tuned[getattr(seen, "players", 2) > 2]
        for tree in self.trees:
            if tree.count[0] > tree.count[1] // 2:
                tree.forget()
            tree.tables[:1] = root
            tree.worth[:], tree.simulated = 0, 0
            tree.dealers["rng"] = below(dealer, 1 << 31)
            if not self.clairvoyant:
                self.bound.begin(tree.tables, tree.dealers, seat, self.knobs[search.BELIEF])
        if len(self.trees) == 1:
            self.think(self.trees[0], seat, budget, begun, only)
        else:
            with ThreadPoolExecutor(len(self.trees)) as pool:
                list(pool.map(lambda tree: self.think(tree, seat, budget, begun, only), self.trees))
        visits, totals = self._report(seat)
        worth = totals / np.maximum(visits, 1)
        return [Hint(a, float(worth[a]), int(visits[a])) for a in self.game.legal(seen, seat)]

    def chances(self) -> list[float]:
        """Every seat's share of the win, from 0 to 1, as the simulations of the last question went."""
        simulated = max(1, sum(tree.simulated for tree in self.trees))
        return [float(share) for share in (np.sum([tree.worth for tree in self.trees], axis=0) / simulated + 1) / 2]

    def _report(self, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """Visits and totals of each action, over all trees."""
        assert self.bound
        visits, totals = np.zeros((len(self.trees), 2, self.game.actions)).transpose(1, 0, 2)
        for tree, some, sums in zip(self.trees, visits, totals, strict=True):
            self.bound.report(tree.tables, tree.choices, seat, some, sums, self.knobs)
        return visits.sum(axis=0), totals.sum(axis=0)

    def think(self, tree: Tree, seat: int, budget: Budget, begun: float, only: int = -1) -> int:
        """Spend the budget, which runs from `begun`, on one tree; how many simulations that were."""
        if budget.simulations:
            each = -(-budget.simulations // len(self.trees))
            self._run(tree, seat, each, only)
            return each
        end = begun + budget.seconds
        done, chunk = 0, 16
        while (left := end - time.perf_counter()) > 0 or done == 0:
            since = time.perf_counter()
            self._run(tree, seat, chunk, only)
            done += chunk
            pace = (time.perf_counter() - since) / chunk
            chunk = max(1, min(int(min(CHUNK_SECONDS, left) / pace), 4096))
        return done

    def _run(
        self, tree: Tree, seat: int, simulations: int, only: int = -1, bound: SimpleNamespace | None = None
    ) -> None:
        room = (tree.tables, tree.choices, tree.dealers, tree.mask, tree.out, tree.path, tree.movers)
        honest = int(not self.clairvoyant)
        bound = bound or self.bound
        assert bound
        bound.think(*room, seat, simulations, honest, only, tree.count, self.knobs, tree.worth)
        tree.simulated += simulations
