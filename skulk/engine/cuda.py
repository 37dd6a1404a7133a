"""The GPU target: the very same rules, one random game after another in each thread.

Needs numba-cuda and a GPU (`pip install skulk[gpu]`). Each thread keeps its table in local memory; events are not
recorded there. `random_games` gives the same digest as the CPU for the same numbers of games.
"""

import time
from functools import cache
from typing import Any

import numpy as np

from . import playouts
from .dealer import dealer_dtype
from .game import Game
from .rule import CUDA
from .run import Tally, tally_of

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # type: ignore[attr-defined]  # numba-cuda asks for it by its old name

from numba import cuda

BLOCK = 64


def is_there() -> bool:
    """Whether a GPU can be used."""
    return bool(cuda.is_available())


def whole_record(name: str, dtype: np.dtype) -> Any:
    """Device functions over whole records, field by field: blank, veil (state) and copy (target, source)."""
    lines = [f"def {name}({'target, source' if name == 'copy' else 'target'}):"]
    for field in dtype.names or ():
        shape = dtype[field].shape
        indices = [f"i{axis}" for axis in range(len(shape))]
        for axis, length in enumerate(shape):
            lines.append("    " * (axis + 1) + f"for i{axis} in range({length}):")
        place = f"{field}[{', '.join(indices)}]" if shape else field
        value = f"source.{place}" if name == "copy" else "0" if name == "blank" else "-1"
        lines.append("    " * (len(shape) + 1) + f"target.{place} = {value}")
    made: dict[str, Any] = {}
    exec("\n".join(lines), made)
    return cuda.jit(device=True)(made[name])


def kernel(game: Game, kept: bool) -> Any:
    """A kernel in which each thread plays `games` random games by the template that the CPU runs.

    `kept`: tables lie in global memory, where they can be read as words for the digest. Otherwise they lie in the
    thread's own memory, which is faster, and the digest means nothing.
    """
    play_games = game.bind(playouts, CUDA).playouts
    state_type, dealer_type = game.State.dtype, dealer_dtype(1, game.lap)
    actions, seats = game.actions, game.seats

    def run(tables, words, options, seed, games, tally, digests):
        t = cuda.grid(1)
        if t < len(digests):
            dealers = cuda.local.array(1, dealer_type)
            mask = cuda.local.array(actions, np.int8)
            out = cuda.local.array(seats, np.float64)
            dealers[0].hears = 0
            dealers[0].count = 0
            for action in range(actions):
                mask[action] = 0
            first = seed + t * games
            if kept:
                room = tables[t : t + 1]
                digests[t] = play_games(room, words[t : t + 1], dealers, options[0], mask, out, first, games, tally[t])
            else:
                mine = cuda.local.array(1, state_type)
                digests[t] = play_games(mine, words[t : t + 1], dealers, options[0], mask, out, first, games, tally[t])

    return run


@cache
def _compiled(game: Game, kept: bool) -> Any:
    return cuda.jit(kernel(game, kept))


def compile_only(game: Game, capability: tuple[int, int] = (9, 0)) -> str:
    """The kernel as PTX, made without a GPU: shows that every rule compiles for it."""
    from numba import from_dtype, int64

    run = kernel(game, kept=True)
    state, options = from_dtype(game.State.dtype), from_dtype(game.options.record.dtype)
    types = (state[::1], int64[:, ::1], options[::1], int64, int64, int64[:, ::1], int64[::1])
    return cuda.compile_ptx(run, types, cc=capability)[0]


class Games:
    """Random games of one game on the GPU."""

    def __init__(self, game: Game, options: dict[str, Any] | None = None, threads: int = 1 << 15, kept: bool = True):
        self.game, self.threads = game, threads
        self.run_kernel = _compiled(game, kept)
        chosen = game.read_options(options)
        self.players = int(chosen.players)
        self.options = cuda.to_device(game.options.record.narrow(chosen))
        tables = np.zeros(threads, game.State.dtype)
        words = cuda.to_device(tables.view(np.int64).reshape(threads, -1))
        self.words, self.tables = words, words.view(game.State.dtype).reshape(threads)
        self.tally = cuda.to_device(np.zeros((threads, 2 + game.seats), np.int64))
        self.digests = cuda.to_device(np.zeros(threads, np.int64))

    def run(self, seed: int, games: int) -> tuple[Tally, float]:
        """`games` random games (a multiple of the threads), and the seconds they took there."""
        each, rest = divmod(games, self.threads)
        if rest or not each:
            raise ValueError(f"{games} games do not spread evenly over {self.threads} threads")
        self.tally.copy_to_device(np.zeros(self.tally.shape, np.int64))
        cuda.synchronize()
        begun = time.perf_counter()
        blocks = (self.threads + BLOCK - 1) // BLOCK
        self.run_kernel[blocks, BLOCK](self.tables, self.words, self.options, seed, each, self.tally, self.digests)
        cuda.synchronize()
        seconds = time.perf_counter() - begun
        digest = int(np.bitwise_xor.reduce(self.digests.copy_to_host()))
        return tally_of(games, self.tally.copy_to_host().sum(axis=0).tolist(), self.players, digest), seconds


def digest(game: Game, options: dict[str, Any] | None, seed: int, games: int) -> int:
    """The digest of these games, to compare with the CPU's."""
    threads = max(t for t in range(1, min(games, 1 << 15) + 1) if games % t == 0)
    return Games(game, options, threads).run(seed, games)[0].digest
