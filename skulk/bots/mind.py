"""The thinking bots: thumb follows a game's advice, search looks ahead with it. Both are given what a seat sees."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from skulk.engine import COMPILED, Dealer, Game, roll
from skulk.engine.dealer import below

from . import search
from .advice import advice_for

CHUNK_SECONDS = 0.002  # how long the search runs before it looks at the clock
DEFAULTS = {"explore": 0.7, "bias": 0.0, "horizon": 1 << 20, "contest": 1, "observer": 1}


class Budget(NamedTuple):
    """How much thinking a move may cost: so many simulations, or so many seconds."""

    simulations: int = 0
    seconds: float = 0.0


class Hint(NamedTuple):
    """What the search makes of one move: its value from −1 to 1, and how much of the thinking went into it."""

    action: int
    value: float
    visits: int


class Thumb:
    """Plays the move that the advice weighs most; among equals any."""

    def __init__(self, game: Game):
        self.game, self.weigh = game, advice_for(game).weigh

    def choose(self, seen: Any, seat: int, budget: Any, dealer: Dealer) -> int:
        weights = {action: int(self.weigh(seen, seat, action)) for action in self.game.legal(seen, seat)}
        best = [action for action, weight in weights.items() if weight == max(weights.values())]
        return best[roll(dealer, len(best))]


class Tree:
    """Room for one thread's search: tables, choices, dealer."""

    def __init__(self, game: Game, slots: int):
        self.tables = np.zeros(2, game.State.dtype)
        self.choices = np.zeros(slots, search.CHOICE)
        self.dealers = np.zeros(1, game.dtypes["Dealer"])
        self.mask, self.out = np.zeros(game.actions, np.int8), np.zeros(game.seats)
        self.path, self.movers = np.zeros(search.DEPTH, np.int64), np.zeros(search.DEPTH, np.int64)
        self.count = np.array([0, slots // 2])

    def forget(self) -> None:
        self.choices[:] = 0
        self.count[0] = 0


class Search:
    """Information-set tree search. One object per seat and match: it keeps its tree from move to move."""

    def __init__(self, game: Game, threads: int = 1, slots: int = 1 << 18, clairvoyant: bool = False, **knobs: float):
        self.game, self.clairvoyant = game, clairvoyant
        advice = advice_for(game)
        chosen = {**DEFAULTS, **advice.KNOBS, **knobs}
        self.knobs = np.array([chosen[name] for name in DEFAULTS], np.float64)
        self.bound = game.bind(search, COMPILED, advice)
        self.trees = [Tree(game, slots) for _ in range(threads)]

    def choose(self, seen: Any, seat: int, budget: Budget, dealer: Dealer) -> int:
        """The action most simulations followed. `seen` is what the seat sees (clairvoyant, in the lab: the state)."""
        legal = self.game.legal(seen, seat)
        if len(legal) == 1:
            return legal[0]
        hints = self.hints(seen, seat, budget, dealer)
        return max(hints, key=lambda hint: (hint.visits, hint.value)).action

    def hints(self, seen: Any, seat: int, budget: Budget, dealer: Dealer) -> list[Hint]:
        """The value of every legal move, from worlds the seat could be in."""
        for tree in self.trees:
            if tree.count[0] > tree.count[1] // 2:
                tree.forget()
            tree.tables[:1] = self.game.State.narrow(seen)
            tree.dealers["rng"] = below(dealer, 1 << 62)
        if len(self.trees) == 1:
            self._think(self.trees[0], seat, budget)
        else:
            with ThreadPoolExecutor(len(self.trees)) as pool:
                list(pool.map(lambda tree: self._think(tree, seat, budget), self.trees))
        visits, totals = np.zeros(self.game.actions), np.zeros(self.game.actions)
        for tree in self.trees:
            some, sums = np.zeros(self.game.actions), np.zeros(self.game.actions)
            self.bound.report(tree.tables, tree.choices, seat, some, sums, self.knobs)
            visits += some
            totals += sums
        legal = self.game.legal(seen, seat)
        return [Hint(a, float(totals[a] / visits[a]) if visits[a] else 0.0, int(visits[a])) for a in legal]

    def _think(self, tree: Tree, seat: int, budget: Budget) -> int:
        """Run the budget; how many simulations that were."""
        if budget.simulations:
            each = -(-budget.simulations // len(self.trees))
            self._run(tree, seat, each)
            return each
        end = time.perf_counter() + budget.seconds
        done, chunk = 0, 16
        while (left := end - time.perf_counter()) > 0:
            begun = time.perf_counter()
            self._run(tree, seat, chunk)
            done += chunk
            pace = (time.perf_counter() - begun) / chunk
            chunk = max(1, min(int(min(CHUNK_SECONDS, left) / pace), 4096))
        return done

    def _run(self, tree: Tree, seat: int, simulations: int) -> None:
        room = (tree.tables, tree.choices, tree.dealers, tree.mask, tree.out, tree.path, tree.movers)
        self.bound.think(*room, seat, simulations, not self.clairvoyant, tree.count, self.knobs)
