"""The GPU target: the very same rules, one random game after another in each thread.

Needs numba-cuda and a GPU (`pip install skulk[gpu]`). Each thread keeps its table in local memory; events are not
recorded there. `random_games` gives the same digest as the CPU for the same numbers of games.
"""

import inspect
import operator
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from . import playouts, stepping
from .batch import PARAMETERS, Batch
from .game import Game
from .rule import CUDA, type_of
from .run import Tally, tally_of

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda asks for it by its old name

from numba import cuda, types
from numba.cuda import dispatcher
from numba.cuda.cudaimpl import lower
from numba.cuda.extending import intrinsic

BLOCK = 64


def is_there() -> bool:
    """Whether a GPU can be used."""
    return bool(cuda.is_available())


def device_function(function: Any, signatures: list[tuple] | None) -> Any:
    """A rule for the GPU, typed by the names of its parameters as on the CPU; by each call where one is an Array."""
    return cuda.jit(signatures, device=True)(function) if signatures else cuda.jit(device=True)(function)


def whole_record(name: str, dtype: np.dtype, public: np.dtype) -> Any:
    """Device functions over whole records, field by field: blank (target), veil and copy (target, source)."""
    copied = {"blank": (), "veil": public.names, "copy": dtype.names}[name] or ()
    lines = [f"def {name}({'target' if name == 'blank' else 'target, source'}):"]
    for field in dtype.names or ():
        shape = dtype[field].shape
        indices = [f"i{axis}" for axis in range(len(shape))]
        for axis, length in enumerate(shape):
            lines.append("    " * (axis + 1) + f"for i{axis} in range({length}):")
        place = f"{field}[{', '.join(indices)}]" if shape else field
        value = f"source.{place}" if field in copied else "0" if name == "blank" else "-1"
        lines.append("    " * (len(shape) + 1) + f"target.{place} = {value}")
    return cuda.jit(device=True)(_made(lines, name))


# ---- seen.f[:] = state.f: Numba copies the source first where the two may overlap, and a GPU has no room to copy to


@lower(operator.setitem, types.Array, types.Any, types.Array)
def assign(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """target[index] = source, number by number, as NumPy does it."""
    target, index, source = signature.args
    view = context.typing_context.resolve_function_type(operator.getitem, (target, index), {}).return_type
    return context.compile_internal(builder, _by_number(view.ndim, source.ndim), signature, arguments)


@cache
def _by_number(axes: int, of_source: int) -> Any:
    """Loops over all axes of the view; from the end where it lies behind its source, which it may overlap."""
    lines = ["def by_number(target, index, source):", "    view = target[index]"]
    lines += ["    backward = address(view) > address(source)"]
    for axis in range(axes):
        lines.append("    " * (axis + 1) + f"for i{axis} in range(view.shape[{axis}]):")
        lines.append("    " * (axis + 2) + f"v{axis} = view.shape[{axis}] - 1 - i{axis} if backward else i{axis}")
    numbers = [f"v{axis}" for axis in range(axes)]
    wide = [f"v{axes - of_source + axis} * (source.shape[{axis}] > 1)" for axis in range(of_source)]  # 1: for them all
    lines.append("    " * (axes + 1) + f"view[{', '.join(numbers)}] = source[{', '.join(wide)}]")
    return _made(lines, "by_number", {"address": _address})


@intrinsic
def _address(context: Any, array: Any) -> Any:
    """Where an array begins."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        begin = context.make_array(array)(context, builder, arguments[0]).data
        return builder.ptrtoint(begin, context.get_value_type(types.int64))

    return types.int64(array), generate


def _made(lines: list[str], name: str, known: dict[str, Any] | None = None) -> Any:
    made: dict[str, Any] = dict(known or {})
    exec("\n".join(lines), made)
    return made[name]


def kernel(game: Game, kept: bool) -> Any:
    """A kernel in which each thread plays `games` random games by the template that the CPU runs.

    `kept`: tables lie in global memory, where they can be read as words for the digest. Otherwise they lie in the
    thread's own memory, which is faster, and the digest means nothing.
    """
    play_games = game.bind(playouts, CUDA).playouts
    state_type, dealer_type = game.State.dtype, game.dtypes_on(CUDA)["Dealer"]
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
            first, read = t * games, words[t : t + 1]
            if kept:
                room = tables[t : t + 1]
                digests[t] = play_games(room, read, dealers, options[0], mask, out, seed, first, games, tally[t])
            else:
                mine = cuda.local.array(1, state_type)
                digests[t] = play_games(mine, read, dealers, options[0], mask, out, seed, first, games, tally[t])

    return run


def batch_kernel(game: Game, name: str) -> Any:
    """A loop of stepping.py as a kernel: a table, or a line, for each thread. Each makes its own dealer; options, a
    record, which a kernel cannot be given, come as an array of one."""
    loop, dealer_type = getattr(game.bind(stepping, CUDA), name), game.dtypes_on(CUDA)["Dealer"]
    given = PARAMETERS[name]
    handed = {"dealers": "dealers", "options": "options[0]"}
    lines = [f"def run({', '.join([p for p in given if p != 'dealers'] + ['count'])}):", "    i = cuda.grid(1)"]
    lines += ["    if i < count:", "        dealers = cuda.local.array(1, dealer_type)"]
    lines += ["        dealers[0].hears = 0", "        dealers[0].count = 0"]
    lines += [f"        loop({', '.join([handed.get(p, p) for p in given] + ['i', 'i + 1'])})"]
    return _made(lines, "run", {"loop": loop, "cuda": cuda, "dealer_type": dealer_type})


class OnCard(Batch):
    """A batch whose tables, observations, masks and rewards stay on the GPU: its arrays are Numba's device arrays.

    PyTorch, CuPy and JAX read them where they lie (`torch.as_tensor(batch.obs, device="cuda")`); actions and `where`
    are theirs or Numba's, int64 and int8. A checked step waits for the GPU and brings one byte a table back; with
    checked=False nothing leaves it.
    """

    def _bound(self) -> Any:
        return {name: cuda.jit(batch_kernel(self.game, name)) for name in PARAMETERS}

    def _made(self, shape: Any, kind: Any) -> Any:
        return cuda.to_device(np.zeros(shape, kind))

    def _records(self, count: int) -> tuple[Any, Any]:
        held = cuda.to_device(np.zeros((count, self.game.State.dtype.itemsize), np.int8))
        return held.reshape(held.size).view(self.game.State.dtype), held

    def _held(self, array: np.ndarray) -> Any:
        return cuda.to_device(array)

    def _run(self, name: str, count: int, **given: Any) -> None:
        known = {**self._known, **given}
        blocks = (count + BLOCK - 1) // BLOCK
        arguments = [known[parameter] for parameter in PARAMETERS[name] if parameter != "dealers"]
        self._rules[name][blocks, BLOCK](*arguments, count)

    def _seed_picks(self, seed: int) -> None:
        self._picks.copy_to_device(self._picks_of(seed))

    def _read(self, actions: Any) -> Any:
        given = cuda.as_cuda_array(actions) if hasattr(actions, "__cuda_array_interface__") else None
        if given is None:
            return cuda.to_device(super()._read(actions))
        if given.shape != self.actions.shape or given.dtype != np.int64:
            wanted = f"int64 {self.actions.shape}"
            raise ValueError(f"actions on the GPU are {wanted}, not {given.dtype} {given.shape}")
        return given.reshape(-1)

    def _read_where(self, where: Any) -> Any:
        given = cuda.as_cuda_array(where) if hasattr(where, "__cuda_array_interface__") else None
        return cuda.to_device(super()._read_where(where)) if given is None else given.view(np.int8)

    def _host(self, array: Any) -> np.ndarray:
        return array.copy_to_host()


@cache
def _compiled(game: Game, kept: bool) -> Any:
    return cuda.jit(kernel(game, kept))


def compile_only(
    game: Game,
    template: ModuleType,
    typed: dict[str, Any],
    advice: ModuleType | None = None,
    capability: tuple[int, int] = (9, 0),
) -> str:
    """Every rule and every function of a template as PTX, made without a GPU; `typed` says what each Array is."""
    with as_if_there(capability):
        bound = {**vars(game.bind_rules(CUDA)), **vars(game.bind(template, CUDA, advice))}
        given = {name: list(inspect.signature(function.py_func).parameters) for name, function in bound.items()}
        names = sorted({name for some in given.values() for name in some})
        lines = [f"def run({', '.join(names)}):", *(f"    {n}_({', '.join(some)})" for n, some in given.items())]
        run = _made(lines, "run", {f"{name}_": function for name, function in bound.items()})
        types = tuple(typed.get(name) or type_of(name, game.dtypes_on(CUDA)) for name in names)
        return cuda.compile_ptx(run, types, cc=capability, opt=False)[0]


@contextmanager
def as_if_there(capability: tuple[int, int]) -> Iterator[None]:
    """Numba asks the GPU what it can, whatever it compiles for: here it is told."""
    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = asked


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
