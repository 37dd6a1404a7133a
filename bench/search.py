"""The search beside OpenSpiel's, in one run: simulations a second, and Leduc hands at equal time.

    python -m bench.search [--hands 10000] [--seconds 1] [--milliseconds 1] [--json]

needs `pip install open_spiel`. Leduc: its ISMCTS in C++; Connect Four: its MCTS in C++ with one rollout a simulation.
Speed is CPU time, the best of several turns. For the hands both get as many simulations a move as they make in the same
time, every deal is played from both seats, and both begin every hand with an empty tree.
"""

import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.connect_four import GAME as CONNECT_FOUR
from bench.leduc import GAME as LEDUC
from bench.leduc.components import MOST_PAID
from bench.peers import Missing, _import
from skulk.bots.searcher import Budget, Search
from skulk.engine import Game, Match

TURNS = 5  # measurements of each, taking turns
EXPLORE = 10.0  # in chips, which are larger than wins; the same for both
ROOM = 1 << 14


def ours(game: Game, **settings: Any) -> Callable[[int], None]:
    """Runs so many simulations from the first decision of a game."""
    match = Match(game, seed=1)
    seat, bot = match.acting()[0], Search(game, **settings)
    return lambda simulations: _afresh(bot, match, seat, simulations)


def _afresh(bot: Search, match: Match, seat: int, simulations: int) -> None:
    bot.trees[0].forget()
    bot.hints(match.seen(seat), seat, Budget(simulations=simulations), match.game.dealer(1))


def _rollouts(pyspiel: Any) -> Any:
    return pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)


def ismcts(pyspiel: Any, simulations: int, seed: int = 1) -> Any:
    most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(seed, _rollouts(pyspiel), EXPLORE, simulations, -1, most_visits, False, False)


def theirs(pyspiel: Any, name: str) -> Callable[[int], None]:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    if name == "leduc_poker":
        return lambda simulations: ismcts(pyspiel, simulations).step(state)
    return lambda simulations: pyspiel.MCTSBot(
        game, _rollouts(pyspiel), 2.0, simulations, 1000, False, 1, False
    ).mcts_search(state)


def speeds(runners: dict[str, Callable[[int], None]], seconds: float) -> dict[str, float]:
    """Simulations a CPU second of each, measured in turns."""
    sizes, best = {}, dict.fromkeys(runners, 0.0)
    for name, run in runners.items():
        run(2000)
        begun = time.process_time()
        run(20_000)
        sizes[name] = max(2000, int(20_000 * seconds / TURNS / (time.process_time() - begun)))
    for _ in range(TURNS):
        for name, run in runners.items():
            begun = time.process_time()
            run(sizes[name])
            best[name] = max(best[name], sizes[name] / (time.process_time() - begun))
    return best


def hands(pyspiel: Any, number: int, simulations: dict[str, int]) -> tuple[float, float]:
    """Chips a hand that we win from OpenSpiel, and twice the standard error over deals."""
    other_game = pyspiel.load_game("leduc_poker")
    mine, other = Search(LEDUC, slots=ROOM, explore=EXPLORE / MOST_PAID), ismcts(pyspiel, simulations["OpenSpiel"])
    dealer, won = LEDUC.dealer(7), []
    for deal in range(number // 2):
        chips = 0.0
        for seat in range(2):
            match = Match(LEDUC, seed=deal)
            mirror = other_game.new_initial_state()
            for card in match.state.hands:
                mirror.apply_action(int(card))
            mine.trees[0].forget()
            while not match.is_over:
                turn = match.acting()[0]
                if turn == seat:
                    budget = Budget(simulations=simulations["Skulk"])
                    action = mine.choose(match.seen(seat), seat, budget, dealer)
                else:
                    action = other.step(mirror)
                match.play(turn, action)
                mirror.apply_action(int(action))
                if mirror.is_chance_node():
                    mirror.apply_action(int(match.state.public))
            chips += match.returns()[seat] * MOST_PAID  # R11
        won.append(chips / 2)
    return float(np.mean(won)), float(2 * np.std(won) / len(won) ** 0.5)


def main(hands_played: int, seconds: float, milliseconds: float) -> dict[str, Any]:
    pyspiel = _import("pyspiel", "pip install open_spiel")
    report: dict[str, Any] = {}
    leduc = {"explore": EXPLORE / MOST_PAID, "slots": ROOM}
    for game, name, settings in ((LEDUC, "leduc_poker", leduc), (CONNECT_FOUR, "connect_four", {})):
        found = speeds({"Skulk": ours(game, **settings), "OpenSpiel": theirs(pyspiel, name)}, seconds)
        report[game.name] = {**found, "ratio": found["Skulk"] / found["OpenSpiel"]}
    each = {who: max(1, int(report["leduc"][who] * milliseconds / 1000)) for who in ("Skulk", "OpenSpiel")}
    if hands_played:
        won, error = hands(pyspiel, hands_played, each)
        report["hands"] = {"hands": hands_played, "simulations": each, "chips a hand": won, "±": error}
    return report


if __name__ == "__main__":
    import argparse

    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])  # type: ignore[union-attr]
    asked.add_argument("--hands", type=int, default=10_000)
    asked.add_argument("--seconds", type=float, default=2.0)
    asked.add_argument("--milliseconds", type=float, default=1.0)
    asked.add_argument("--json", action="store_true")
    wants = asked.parse_args()
    try:
        told = main(wants.hands, wants.seconds, wants.milliseconds)
    except Missing as missing:
        raise SystemExit(f"open_spiel is {missing}") from missing
    if wants.json:
        print(json.dumps(told, indent=1))
    else:
        for about, row in told.items():
            figures = (
                f"{key} {value:,.3f}" if isinstance(value, float) else f"{key} {value}" for key, value in row.items()
            )
            print(f"{about}:", ", ".join(figures))
