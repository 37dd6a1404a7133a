"""The same random play by others: C compiled on the spot, and whichever peers are installed.

Each function returns a runner for one of our two games: it plays about so many games and tells how many decisions were
made. Missing says what is not there and the command that brings it. Nothing else is loaded until it is asked for.
"""

import ctypes
import importlib
import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from skulk.engine.run import SHARE, Tally

Runner = Callable[[int], int]
C = Path(__file__).parent / "c"
FLAGS = ["-O2", "-march=native", "-shared", "-fPIC"]


class Missing(Exception):
    """Something to compare with is not there; the text says what to do."""


def _import(name: str, command: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Missing(f"not installed: {command}") from error


# ---- C


def compile_c(game: str) -> Callable[[int, int], Tally]:
    """The C version of a bench game, compiled now: (seed, games) -> the tally that Playouts gives."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        raise Missing("no C compiler: apt-get install gcc libc6-dev")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / f"{game}.so"
        subprocess.run([compiler, *FLAGS, "-o", library, C / f"{game}.c"], check=True)
        playouts = ctypes.CDLL(str(library)).playouts
    playouts.restype, playouts.argtypes = ctypes.c_int64, [ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]

    def run(seed: int, games: int) -> Tally:
        tally = np.zeros(4, np.int64)
        digest = playouts(seed, games, tally.ctypes.data)
        decisions, choices, *shares = tally.tolist()
        return Tally(games, decisions, choices, tuple(share / SHARE for share in shares), digest)

    return run


def c(game: str, length: float) -> Runner:
    run = compile_c(game)
    return lambda games: run(1, games).decisions


# ---- peers


def open_spiel(game: str, length: float) -> Runner:
    """Its C++ rollouts. They tell no lengths; random games are as long there as here, `length` decisions."""
    pyspiel = _import("pyspiel", "pip install open_spiel")
    loaded = pyspiel.load_game({"connect_four": "connect_four", "leduc": "leduc_poker"}[game])
    state = loaded.new_initial_state()
    while state.is_chance_node():  # its search starts from a decision: hands are dealt beforehand, which spares it work
        state.apply_action(state.legal_actions()[0])

    def run(games: int) -> int:
        rollouts = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=1)
        # A search of one simulation is one evaluation of the position where it starts: so many rollouts, all in C++.
        pyspiel.MCTSBot(loaded, rollouts, 2.0, 1, 10, False, 1, False).mcts_search(state)
        return round(games * length)

    return run


def pgx(game: str, length: float) -> Runner:
    """Compiled by JAX for the CPU, 1,024 tables at a time."""
    jax = _import("jax", "pip install pgx")
    env = _import("pgx", "pip install pgx").make({"connect_four": "connect_four", "leduc": "leduc_holdem"}[game])
    step = _import("pgx.experimental.wrappers", "pip install pgx").auto_reset(env.step, env.init)
    tables, steps = 1024, 64

    def move(states: Any, key: Any) -> tuple[Any, None]:
        choose, deal = jax.random.split(key)
        dice = jax.random.uniform(choose, states.legal_action_mask.shape)
        actions = jax.numpy.argmax(jax.numpy.where(states.legal_action_mask, dice, -1.0), axis=1)
        return jax.vmap(step)(states, actions, jax.random.split(deal, tables)), None

    play = jax.jit(lambda states, key: jax.lax.scan(move, states, jax.random.split(key, steps))[0])
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), tables))

    def run(games: int) -> int:
        nonlocal states
        rounds = max(1, round(games * length / (tables * steps)))
        for number in range(rounds):
            states = play(states, jax.random.key(number))
        jax.block_until_ready(states)
        return rounds * tables * steps

    return run


def pettingzoo(game: str, length: float) -> Runner:
    """Its Leduc is RLCard's, where a check is an action of its own: as many decisions, one more to choose from."""
    name = {"connect_four": "connect_four_v3", "leduc": "leduc_holdem_v4"}[game]
    env = _import(f"pettingzoo.classic.{name}", "pip install 'pettingzoo[classic]'").env()
    chance = np.random.default_rng(1)

    def run(games: int) -> int:
        decisions = 0
        for _ in range(games):
            env.reset()
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                else:
                    env.step(chance.choice(np.flatnonzero(seen["action_mask"])))
                    decisions += 1
        return decisions

    return run


def rlcard(game: str, length: float) -> Runner:
    if game == "connect_four":
        raise Missing("has no Connect Four")
    env = _import("rlcard", "pip install rlcard").make("leduc-holdem")
    chance = random.Random(1)

    def run(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
                decisions += 1
        return decisions

    return run


PEERS = {"C": c, "OpenSpiel (C++ rollouts)": open_spiel, "pgx (CPU)": pgx, "PettingZoo": pettingzoo, "RLCard": rlcard}
