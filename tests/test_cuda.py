"""The third target without a GPU: every rule and every function of every template, compiled to PTX."""

from types import FunctionType

import numpy as np
import pytest
from numba import float32, float64, from_dtype, int8, int64

from skulk.bots import search
from skulk.bots.advice import advice_for
from skulk.engine import CUDA, playouts, stepping
from tests.conftest import the_game

pytest.importorskip("numba_cuda", reason="numba-cuda is there for Linux alone", exc_type=ImportError)

from skulk.engine import cuda as gpu

TEMPLATES = {"playouts": playouts, "search": search, "stepping": stepping}


def arrays(game):
    """What the parameters marked Array hold, in both templates."""
    state, dealer = from_dtype(game.State.dtype)[::1], from_dtype(game.dtypes_on(CUDA)["Dealer"])[::1]
    numbers = dict.fromkeys(["tally", "rngs", "actions", "seats", "count", "path", "movers"], int64[::1])
    numbers |= dict.fromkeys(["begun", "lengths"], int64[::1])
    floats = dict.fromkeys(["knobs", "visits", "totals", "worth", "scale"], float64[::1])
    told = dict.fromkeys(["obs", "final"], float32[:, ::1])
    bits = dict.fromkeys(["where", "wrong"], int8[::1])
    return {
        **dict.fromkeys(["states", "sights", "tables", "finals"], state),
        **{"raw": int8[:, ::1], "plan": int64[:, ::1], "asked": int8[:, ::1], "told": float32[:, ::1], **told, **bits},
        **{"held": int8[::1], "line": int64[::1], "into": float32[::1], "by": float64},
        **{"dealers": dealer, "words": int64[:, ::1], "choices": from_dtype(search.CHOICE)[::1]},
        **{"masks": int8[:, ::1], "rewards": float64[:, ::1], "done": int8[::1], "belief": float64},
        **numbers,
        **floats,
    }


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_function_compiles_for_a_gpu(game, template):
    advice = advice_for(game) if template == "search" else None
    ptx = gpu.compile_only(game, TEMPLATES[template], arrays(game), advice)
    assert ".target sm_90" in ptx
    for name in {**vars(game.bind_rules(CUDA)), **vars(game.bind(TEMPLATES[template], CUDA, advice))}:
        assert f"{len(name)}{name}B" in ptx, f"{name} is missing"  # as C++ spells it


@pytest.mark.parametrize("kept", [True, False], ids=["kept", "own memory"])
@pytest.mark.parametrize("name", ["connect_four", "leduc"])
def test_the_kernel_of_random_games_compiles(name, kept):
    game = the_game(name)
    state, options = from_dtype(game.State.dtype), from_dtype(game.options.record.dtype)
    types = (state[::1], int64[:, ::1], options[::1], int64, int64, int64[:, ::1], int64[::1])
    with gpu.as_if_there((9, 0)):
        assert ".entry" in gpu.cuda.compile_ptx(gpu.kernel(game, kept), types, cc=(9, 0), opt=False)[0]


@pytest.mark.parametrize("loop", ["lay", "step", "sample", "check"])
def test_the_kernels_of_a_batch_compile(loop):
    """What a batch on a GPU launches; none has run in a test, since no GPU is asked for here."""
    game = the_game("leduc")
    typed = arrays(game) | {"options": from_dtype(game.options.record.dtype)[::1]}
    given = [name for name in [*gpu.PARAMETERS[loop], "count"] if name != "dealers"]
    types = tuple(int64 if name == "count" else typed.get(name, int64) for name in given)
    with gpu.as_if_there((9, 0)):
        kernel = gpu.batch_kernel(game, loop)
        assert ".entry" in gpu.cuda.compile_ptx(kernel, types, cc=(9, 0), opt=False)[0]


@pytest.mark.parametrize(
    ("index", "source"),
    [
        (np.s_[:], np.s_[0]),
        (np.s_[:], np.s_[:, :1]),
        (np.s_[2], np.s_[3]),
        (np.s_[1:], np.s_[:-1]),
        (np.s_[:-1], np.s_[1:]),
        (np.s_[2, 3:], np.s_[2, :-3]),
        (np.s_[:, 1], np.s_[:, 4]),
        (np.s_[1:3, 2:4], np.s_[2:4, 1:3]),
    ],
)
def test_a_whole_array_is_assigned_as_numpy_does_it(index, source):
    """The loops of the GPU, run by the interpreter; the two may overlap."""
    table, wanted = np.arange(30).reshape(5, 6), np.arange(30).reshape(5, 6)
    wanted[index] = wanted[source].copy()
    loops = gpu._by_number(table[index].ndim, table[source].ndim)
    FunctionType(loops.__code__, {"address": lambda array: array.ctypes.data})(table, index, table[source])
    assert table.tolist() == wanted.tolist()
