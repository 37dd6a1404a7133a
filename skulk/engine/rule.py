"""One source of the rules, run three ways: interpreted, compiled for the CPU, compiled for a GPU.

A rule is a plain function over records and integers. Imported, it runs as it stands: the server, the
debugger and coverage need nothing else. `bind` makes the compiled twin of a rule and of all it calls:
the same code with its globals replaced, callees first, one signature for each. What a parameter is
follows from its name (`signatures`); every other parameter is an int64, unless it is marked `Array`.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from opcode import opmap
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

PYTHON, COMPILED, CUDA = "python", "compiled", "cuda"
watchers: list[Callable[[str, int, int], None]] = []  # told of each rule that is compiled: its name, which of how many
RECORDS = {"state": "State", "seen": "State", "root": "State", "dealer": "Dealer", "options": "Options"}
GLOBAL, EXTENDED, CACHE = opmap["LOAD_GLOBAL"], opmap["EXTENDED_ARG"], opmap["CACHE"]
ATTRIBUTES = (opmap["LOAD_ATTR"], opmap.get("LOAD_METHOD"))  # one instruction from Python 3.12 on …
FLAG = sys.version_info >= (3, 12)  # … whose lowest bit says which of the two is meant
Rule = Callable[..., Any]
Records = dict[str, "np.dtype[Any]"]  # State, what is Public of it, Dealer and Options as bytes

if TYPE_CHECKING:
    Array = Any
    Slot: Any
else:

    class Array:
        """Marks a parameter that is an array of any integer type: `def total(numbers: Array)`."""

    class Slot:
        """A name that a template leaves to the game it is bound to; see contract.py."""

        def __init__(self, name: str):
            self.name = name

        def __call__(self, *_: Any) -> Any:
            raise TypeError(f"{self.name} belongs to a game: bind the template to one first (Game.bind)")

        __index__ = __call__


class RecursiveRule(TypeError):
    """Rules must not recurse: compiled and cached, a ring of calls crashes the next start."""


def rule(function: Rule | None = None, *, interpreted: Rule | None = None, native: Rule | None = None) -> Any:
    """Decorator of every rules function.

    `interpreted`: a twin for the interpreter, where machine integers would warn. `native(target, records)`: makes what
    compiled code calls instead. Both belong to a handful of the engine's own functions; a game needs neither.
    """

    def mark(source: Any) -> Any:
        face: Any = interpreted or source
        face.__rule__ = source
        face.__native__ = native
        return face

    return mark(function) if function else mark


def is_rule(value: Any) -> bool:
    return hasattr(value, "__rule__")


def names_used(code: CodeType) -> Iterator[str]:
    """What a code object, and the code nested in it, reads of the world: `EVERYONE`, and `moves.DRAW` for what may be a
    name in a module; co_names alone would count fields as well."""
    more, said = 0, ""
    for operation, argument in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        argument |= more
        more = argument << 8 if operation == EXTENDED else 0
        if operation in (EXTENDED, CACHE):
            continue
        if said:
            yield f"{said}.{code.co_names[argument >> FLAG]}" if operation in ATTRIBUTES else said
        said = code.co_names[argument >> 1] if operation == GLOBAL else ""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_used(constant)


def calls(function: Any, slots: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a rule takes from the world, by name (`moves.DRAW` from a module), slots filled from the game's names."""
    source, found = function.__rule__, {}
    for name in names_used(source.__code__):
        name, _, inner = name.partition(".")
        value = source.__globals__.get(name)
        if inner and isinstance(value, ModuleType) and value is not np:
            name, value = f"{name}.{inner}", getattr(value, inner, None)
        if isinstance(value, Slot):
            if slots is None or value.name not in slots:
                continue
            value = slots[value.name]
        if value is not None:
            found[name] = value
    return found


def callees_first(functions: list[Rule], slots: dict[str, Any] | None = None) -> list[Any]:
    """All rules reachable from `functions`, each after those it calls; RecursiveRule if that is impossible."""
    order: list[Any] = []
    done: set[int] = set()
    trail: list[Any] = []

    def visit(function: Any) -> None:
        if id(function) in done:
            return
        if function in trail:
            ring = " → ".join(f.__rule__.__name__ for f in [*trail[trail.index(function) :], function])
            raise RecursiveRule(f"rules call each other in a ring: {ring}. Set a phase and let one loop carry on")
        trail.append(function)
        for value in calls(function, slots).values():
            if is_rule(value):
                visit(value)
        trail.pop()
        done.add(id(function))
        order.append(function)

    for function in functions:
        visit(function)
    return order


def bind(
    functions: list[Any],
    slots: dict[str, Any],
    target: str = PYTHON,
    records: Records | None = None,
    cache: str = "",
    built: dict[int, Any] | None = None,
) -> dict[str, Any]:
    """Name → function for `functions`, with `slots` filled in, for one target.

    Interpreted, the slots are all that changes. Compiled, every reachable rule is built anew: `records` gives the
    packed dtype of each name in RECORDS, `cache` the folder that belongs to exactly these sources. What is in `built`
    (by id) is there already; what is built is added to it.
    """
    built = {} if built is None else built
    workshop = _python if target == PYTHON else _cuda if target == CUDA else _compiled
    wrap = workshop(records or {}, cache)
    todo = [function for function in callees_first(functions, slots) if id(function) not in built]
    for number, function in enumerate(todo, 1):
        used = calls(function, slots)
        if target == PYTHON:
            used = {n: built.get(id(v), v) for n, v in used.items()}
            source = built[id(function)] = function
            if all(value is _said(source.__globals__, name) for name, value in used.items()):
                continue
        else:
            used = {n: built.get(id(v), _constant(v)) for n, v in used.items()}
            source = function.__rule__
        if target != PYTHON and function.__native__:
            built[id(function)] = function.__native__(target, records)
        else:
            built[id(function)] = wrap(_rebuilt(source, used))
        for watch in watchers if target == COMPILED else ():
            watch(source.__name__, number, len(todo))
    return {function.__rule__.__name__: built[id(function)] for function in functions}


def _rebuilt(source: Any, used: dict[str, Any]) -> FunctionType:
    """The same code over other globals."""
    twin = FunctionType(source.__code__, _world(source, used), source.__name__, source.__defaults__)
    twin.__annotations__ = source.__annotations__
    twin.__module__ = source.__module__
    twin.__doc__ = source.__doc__
    return twin


def _world(source: Any, used: dict[str, Any]) -> dict[str, Any]:
    """The globals of a rule with what it uses replaced; a module in which something is, by a copy of it."""
    world = dict(source.__globals__)
    for name, value in used.items():
        if value is _said(world, name):
            continue
        module, _, inner = name.rpartition(".")
        if module:
            if world[module] is source.__globals__[module]:
                world[module] = _copy(world[module])
            setattr(world[module], inner, value)
        else:
            world[name] = value
    return world


def _said(world: dict[str, Any], name: str) -> Any:
    """What a name, or a name in a module, means among these globals."""
    name, _, inner = name.partition(".")
    return getattr(world[name], inner) if inner else world.get(name)


def _copy(module: ModuleType) -> ModuleType:
    twin = ModuleType(module.__name__)
    vars(twin).update(vars(module))
    return twin


def _constant(value: Any) -> Any:
    """Tables are int64 for the interpreter and as small as they can be once compiled in."""
    if isinstance(value, np.ndarray) and value.dtype == np.int64:
        for small in (np.int8, np.int16, np.int32):
            if value.size and np.iinfo(small).min <= value.min() and value.max() <= np.iinfo(small).max:
                return value.astype(small)
    return value


def _python(records: Records, cache: str) -> Rule:
    return lambda function: function


def signatures(function: Rule, records: Records) -> list[tuple[Any, ...]] | None:
    """One type per parameter by its name; None where a parameter is marked Array: typed by each call then.

    Defaults (only `call` has them) make one signature for each number of arguments that may be left out.
    """
    from numba import int64, types

    arguments: list[Any] = []
    defaults: list[Any] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.annotation is Array:
            return None
        if parameter.default is not parameter.empty:
            defaults.append(types.Omitted(parameter.default))  # type: ignore[no-untyped-call]
        else:
            arguments.append(type_of(name, records))
    return [(*arguments, *[int64] * given, *defaults[given:]) for given in range(len(defaults) + 1)]


def type_of(name: str, records: Records) -> Any:
    """What a parameter of this name is."""
    from numba import float64, from_dtype, int8, int64

    if name in RECORDS:
        return from_dtype(records[RECORDS[name]])
    return {"mask": int8[::1], "out": float64[::1]}.get(name, int64)


def _compiled(records: Records, cache: str) -> Rule:
    import os

    import numba
    from numba.core.errors import NumbaRuntimeError

    numba.config.CACHE_DIR = cache  # type: ignore[attr-defined]
    options: dict[str, Any] = {"cache": True, "nogil": True, "boundscheck": os.environ.get("SKULK_BOUNDS") == "1"}
    uncounted: dict[str, Any] = {"_nrt": False}

    def wrap(function: Any) -> Any:
        types = signatures(function, records)
        try:  # nobody has to count who holds an array: a search is a third faster so
            return numba.njit(types, **options, **uncounted)(function)
        except NumbaRuntimeError:  # except where one is assigned to another, as in `see`
            return numba.njit(types, **options)(function)

    return wrap


def _cuda(records: Records, cache: str) -> Rule:
    from . import cuda  # what the rules need of a GPU beyond Numba's own

    return lambda function: cuda.device_function(function, signatures(function, records))
