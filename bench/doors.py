"""Steps a second through each door, observations and masks made at every step, beside others' doors to Connect Four.

    python -m bench.doors [--seconds 1] [--tables 1024] [--fox] [--json]

Random moves; CPU time of this process (all its threads), the best of three turns of so many seconds each. `--fox`
measures the batch over our own games instead. A peer that is not installed is named: pip install skulk[rl,peers].
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.connect_four import GAME as CONNECT_FOUR
from bench.peers import Missing, _import
from skulk.engine import Game, load, names
from skulk.engine.batch import batch

Work = Callable[[], int]  # plays a while; how many steps that was
BATCH = "skulk.batch, {view}"


def of_batch(game: Game, view: str, tables: int) -> Work:
    env = batch(game, n=tables, seed=1, view=view)

    def run() -> int:
        for _ in range(32):
            env.step(env.sample(), checked=False)
        return 32 * tables

    return run


def of_pgx(tables: int) -> Work:
    """A jitted step for all tables: PGX's states bring observation and mask."""
    jax, pgx = _import("jax", "pip install pgx"), _import("pgx", "pip install pgx")
    env = pgx.make("connect_four")
    again = _import("pgx.experimental.wrappers", "pip install pgx").auto_reset(env.step, env.init)

    @jax.jit
    def step(states: Any, key: Any) -> Any:
        choose, deal = jax.random.split(key)
        dice = jax.random.uniform(choose, states.legal_action_mask.shape)
        actions = jax.numpy.argmax(jax.numpy.where(states.legal_action_mask, dice, -1.0), axis=1)
        return jax.vmap(again)(states, actions, jax.random.split(deal, tables))

    keys = jax.random.split(jax.random.key(2), 32)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), tables))

    def run() -> int:
        nonlocal states
        for key in keys:
            states = step(states, key)
        jax.block_until_ready(states)
        return 32 * tables

    return run


def of_pettingzoo(env: Any) -> Work:
    dice = np.random.default_rng(1)

    def run() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else dice.choice(np.flatnonzero(seen["action_mask"])))
            steps += not (ended or cut)
        return steps

    return run


def of_gymnasium() -> Work:
    from skulk.adapters.gymnasium import Seat

    env, dice = Seat(CONNECT_FOUR), np.random.default_rng(1)

    def run() -> int:
        seen, _ = env.reset()
        over = False
        while not over:
            seen, _, over, _, _ = env.step(dice.choice(np.flatnonzero(seen["action_mask"])))
        return env.match.number  # the bot's moves as well

    return run


def of_open_spiel(game: Any) -> Work:
    dice = random.Random(1)

    def run() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            mask = state.legal_actions_mask()
            state.apply_action(dice.choice([action for action, is_legal in enumerate(mask) if is_legal]))
            steps += 1
        return steps

    return run


def theirs_pettingzoo() -> Work:
    return of_pettingzoo(_import("pettingzoo.classic.connect_four_v3", "pip install 'pettingzoo[classic]'").env())


def ours_pettingzoo() -> Work:
    return of_pettingzoo(_import("skulk.adapters.pettingzoo", "pip install skulk[rl]").env(CONNECT_FOUR))


def theirs_open_spiel() -> Work:
    return of_open_spiel(_import("pyspiel", "pip install open_spiel").load_game("connect_four"))


def ours_open_spiel() -> Work:
    return of_open_spiel(_import("skulk.adapters.open_spiel", "pip install skulk[rl]").load_game(CONNECT_FOUR))


def doors(tables: int) -> dict[str, Callable[[], Work]]:
    views = {BATCH.format(view=view): _batched(CONNECT_FOUR, view, tables) for view in ("records", "rows", "floats")}
    return views | {
        "skulk.adapters.pettingzoo": ours_pettingzoo,
        "skulk.adapters.gymnasium, others at random": of_gymnasium,
        "skulk.adapters.open_spiel": ours_open_spiel,
        "pgx, batched": lambda: of_pgx(tables),
        "PettingZoo's own": theirs_pettingzoo,
        "OpenSpiel's own, its Python API": theirs_open_spiel,
    }


def _batched(game: Game, view: str, tables: int) -> Callable[[], Work]:
    return lambda: of_batch(game, view, tables)


def measure(named: dict[str, Callable[[], Work]], seconds: float) -> list[dict[str, Any]]:
    """Steps a second of each, turns taken."""
    works, rows = {}, []
    for name, make in named.items():
        try:
            works[name] = make()
            works[name]()
        except Missing as missing:
            rows.append({"door": name, "missing": str(missing)})
    best = dict.fromkeys(works, 0.0)
    for _ in range(3):
        for name, work in works.items():
            steps, begun = 0, time.process_time()
            while (spent := time.process_time() - begun) < seconds:
                steps += work()
            best[name] = max(best[name], steps / spent)
    return [{"door": name, "steps_per_s": round(speed)} for name, speed in best.items()] + rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--fox", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    named = doors(given.tables)
    if given.fox:
        games = [(load(name), view) for name in names() for view in ("records", "rows", "floats")]
        named = {f"{game.name}, {view}": _batched(game, view, given.tables) for game, view in games}
    rows = measure(named, given.seconds)
    if given.json:
        print(json.dumps(rows, indent=1))
    for row in [] if given.json else rows:
        print(f"{row['door']:44} {row.get('missing') or format(row['steps_per_s'], ',')}")


if __name__ == "__main__":
    main()
