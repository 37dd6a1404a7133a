"""Small games solved: the whole tree, listed with its chance, CFR+ over infostates, exploitability and values.

    python -m bench.solve [leduc | oh-fox] [--iterations 200] [--json]

Leduc poker whole, and the last turn of a game of Oh, Fox! whose identities are dealt again; beside each OpenSpiel's own
C++ solver: on its own Leduc, and on our Oh, Fox! through `skulk.adapters.open_spiel`.
"""

import argparse
import json
import math
import random
import time
from collections.abc import Callable, Iterable
from typing import Any

from skulk.engine import SPECTATOR, Game, Match, load
from skulk.engine.chance import Outcome, Redeal, leaves
from skulk.engine.infostate import Infostate

CHANCE, END = -1, -2


class Node:
    """A position in the tree: who decides, what she knows, and what comes of each action."""

    __slots__ = ("chances", "children", "key", "returns", "seat")

    def __init__(self, seat: int, key: str = ""):
        self.seat, self.key = seat, key
        self.children: list[Node] = []
        self.chances: list[float] = []
        self.returns: list[float] = []


class Tree:
    """Every game there can be from these outcomes of chance on; `actions` by infostate."""

    def __init__(self, game: Game, roots: Iterable[tuple[Outcome, float]], players: int = 2):
        self.game, self.players, self.nodes = game, players, 0
        self.actions: dict[str, list[int]] = {}
        self.root = Node(CHANCE)
        for outcome, p in roots:
            seats = range(players)
            known = [
                Infostate.first(game, seat, game.see(outcome.state, seat), _heard(outcome, seat)) for seat in seats
            ]
            self._grow(self.root, outcome, p, known)

    def _grow(self, above: Node, outcome: Outcome, p: float, known: list[Infostate]) -> None:
        above.children.append(self._node(outcome.state, known))
        above.chances.append(p)

    def _node(self, state: Any, known: list[Infostate]) -> Node:
        self.nodes += 1
        game = self.game
        if state.over:
            node = Node(END)
            node.returns = game.returns(state)
            return node
        seat = game.acting(state)[0]
        node = Node(seat, known[seat].key)
        legal = self.actions.setdefault(node.key, game.legal(state, seat))
        for action in legal:
            node.children.append(self._after(state, seat, action, known))
        return node

    def _after(self, state: Any, seat: int, action: int, known: list[Infostate]) -> Node:
        chance = Node(CHANCE)
        for outcome, p in self.game.chances(state, seat, action):
            then = [
                mine.then(self.game.see(outcome.state, mine.seat), _heard(outcome, mine.seat), own)
                for mine in known
                for own in [action if mine.seat == seat else None]
            ]
            self._grow(chance, outcome, p, then)
        return chance if len(chance.children) > 1 else chance.children[0]


def _heard(outcome: Outcome, seat: int) -> list[Any]:
    return [event for event in outcome.events if event.heard_by(seat)]


class CFRPlus:
    """CFR+ as OpenSpiel has it: seats take turns, regrets are never negative, iteration t counts t times."""

    def __init__(self, tree: Tree):
        self.tree, self.iteration = tree, 0
        sizes = {key: len(actions) for key, actions in tree.actions.items()}
        self.regrets = {key: [0.0] * size for key, size in sizes.items()}
        self.played = {key: [0.0] * size for key, size in sizes.items()}
        self.policy = {key: [1 / size] * size for key, size in sizes.items()}

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iteration += 1
            for seat in range(self.tree.players):
                self._walk(self.tree.root, seat, 1.0, 1.0)
                for key, regrets in self.regrets.items():
                    self.regrets[key] = [max(regret, 0.0) for regret in regrets]
                    self.policy[key] = _normal(self.regrets[key])

    def _walk(self, node: Node, seat: int, mine: float, others: float) -> float:
        """The seat's value of a node, both reaching it so often by their own choices; regrets are added on the way."""
        if node.seat == END:
            return node.returns[seat]
        if node.seat == CHANCE:
            pairs = zip(node.chances, node.children, strict=True)
            return sum(p * self._walk(child, seat, mine, others * p) for p, child in pairs)
        if mine == 0 and others == 0:
            return 0.0
        policy = self.policy[node.key]
        if node.seat != seat:
            pairs = zip(policy, node.children, strict=True)
            return sum(p * self._walk(child, seat, mine, others * p) for p, child in pairs)
        values = [self._walk(child, seat, mine * p, others) for p, child in zip(policy, node.children, strict=True)]
        value = sum(p * v for p, v in zip(policy, values, strict=True))
        regrets, played = self.regrets[node.key], self.played[node.key]
        for k, p in enumerate(policy):
            regrets[k] += others * (values[k] - value)
            played[k] += self.iteration * mine * p
        return value

    def average(self) -> dict[str, list[float]]:
        """The policy over all iterations, which is what comes close to an equilibrium."""
        return {key: _normal(played) for key, played in self.played.items()}


def _normal(weights: list[float]) -> list[float]:
    whole = sum(weights)
    return [w / whole for w in weights] if whole > 0 else [1 / len(weights)] * len(weights)


# ---- values


def value(tree: Tree, policy: dict[str, list[float]], seat: int = 0) -> float:
    """What a seat may expect if all play so."""

    def of(node: Node) -> float:
        if node.seat == END:
            return node.returns[seat]
        weights = node.chances if node.seat == CHANCE else policy[node.key]
        return sum(p * of(child) for p, child in zip(weights, node.children, strict=True) if p)

    return of(tree.root)


def best_response(tree: Tree, policy: dict[str, list[float]], seat: int) -> float:
    """What a seat may expect that knows how the others play, and does the best against it."""
    met: dict[str, list[tuple[Node, float]]] = {}

    def reach(node: Node, others: float) -> None:
        if node.seat == seat:
            met.setdefault(node.key, []).append((node, others))
        weights = node.chances if node.seat == CHANCE else policy.get(node.key, [])
        for k, child in enumerate(node.children):
            reach(child, others if node.seat == seat else others * weights[k])

    chosen: dict[str, int] = {}

    def choice(key: str) -> int:
        if key not in chosen:
            totals = [
                math.fsum(others * of(node.children[k]) for node, others in met[key])
                for k in range(len(tree.actions[key]))
            ]
            chosen[key] = totals.index(max(totals))
        return chosen[key]

    def of(node: Node) -> float:
        if node.seat == END:
            return node.returns[seat]
        if node.seat == seat:
            return of(node.children[choice(node.key)])
        weights = node.chances if node.seat == CHANCE else policy[node.key]
        return sum(p * of(child) for p, child in zip(weights, node.children, strict=True) if p)

    reach(tree.root, 1.0)
    return of(tree.root)


def exploitability(tree: Tree, policy: dict[str, list[float]]) -> float:
    """What best responses win against this policy, on average over the seats of a game whose returns add up to 0."""
    return sum(best_response(tree, policy, seat) for seat in range(tree.players)) / tree.players


# ---- two small games


def last_turn(turns: int = 1) -> Match:
    """A game of Oh, Fox! for two before its last turns, the rest of it played at random."""
    match, chance = Match("oh-fox", seed=3), random.Random(1)
    while match.state.turn < 8 - turns:
        seat = match.acting()[0]
        match.play(seat, chance.choice(match.legal(seat)))
    return match


def leduc() -> tuple[Tree, float, Callable[[], Any]]:
    """The tree, how many chips a utility of 1 is, and OpenSpiel's game."""
    from bench.leduc import GAME
    from bench.leduc.components import MOST_PAID

    def theirs() -> Any:
        import pyspiel

        return pyspiel.load_game("leduc_poker")

    return Tree(GAME, GAME.deals()), MOST_PAID, theirs


def oh_fox() -> tuple[Tree, float, Callable[[], Any]]:
    match = last_turn()

    def theirs() -> Any:
        from skulk.adapters.open_spiel import load_game

        return load_game("oh-fox", match.options, match.position())

    game = load("oh-fox")
    return Tree(game, leaves(Redeal(game, match.seen(), SPECTATOR))), 1, theirs


SMALL = {"leduc": leduc, "oh-fox": oh_fox}


def ours(name: str, iterations: int) -> dict[str, Any]:
    tree, unit, _ = SMALL[name]()
    solver = CFRPlus(tree)
    begun = time.process_time()
    solver.run(iterations)
    seconds = time.process_time() - begun
    policy = solver.average()
    told = {"value": unit * value(tree, policy), "exploitability": unit * exploitability(tree, policy)}
    return {"nodes": tree.nodes, "infostates": len(tree.actions), **told, "seconds": round(seconds, 2)}


def theirs(name: str, iterations: int) -> dict[str, Any]:
    import pyspiel

    game = SMALL[name]()[2]()
    solver = pyspiel.CFRPlusSolver(game)
    begun = time.process_time()
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    seconds = time.process_time() - begun
    policy = solver.tabular_average_policy()
    worth = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
    return {"value": worth, "exploitability": pyspiel.exploitability(game, policy), "seconds": round(seconds, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=[*SMALL])
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [
        {"game": name, "iterations": given.iterations, "skulk": ours(name, given.iterations)}
        | {"open_spiel": theirs(name, given.iterations)}
        for name in given.games
    ]
    if given.json:
        print(json.dumps(rows, indent=1))
    for row in [] if given.json else rows:
        print(row["game"], row["iterations"], "iterations")
        for who in ("skulk", "open_spiel"):
            print(f"  {who:10}", ", ".join(f"{name} {number}" for name, number in row[who].items()))


if __name__ == "__main__":
    main()
