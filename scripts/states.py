"""The types of the games' records, for editors and mypy: python -m scripts.states

A record is declared as numbers of known range (`state.py`). So that an editor knows what `state.markers` is in a rule,
and a wrong name is found without playing, each game has a `state.pyi`: what is declared, and the comments beside it.
"""

import ast
import importlib
import inspect
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

from skulk.engine import NONE, Game, load, names
from skulk.engine.game import ENGINE
from skulk.engine.record import Field, Record

RENEW = "python -m scripts.states"
HEAD = '''\
"""{about}

Made by `{renew}` from state.py: change that.
"""

import numpy as np

from skulk.engine.laid import Laid
from skulk.engine.options import Options

'''
LAID = '''\
"""What a record offers. Made by `{renew}` from record.py: change that."""

from typing import Any, Self

import numpy as np

from skulk.engine.record import Field

class Laid:
    dtype: np.dtype[Any]
    fields: tuple[Field, ...]
'''


def files() -> dict[Path, str]:
    """Every game's state.pyi, and what they share, as they should be."""
    games = [load(name) for name in names()]
    shared = LAID.format(renew=RENEW) + "\n".join(_of_records()) + "\n"
    return {ENGINE / "laid.pyi": shared, **{game.folder / "state.pyi": page(game) for game in games}}


def page(game: Game) -> str:
    module = importlib.import_module(f"{game.package}.state")
    source = Path(inspect.getfile(module)).read_text(encoding="utf-8")
    about = inspect.cleandoc(module.__doc__ or "")
    beside = comments(source)
    fields = [_field(field, beside.get(field.name, "")) for field in game.State.fields]
    lines = ["class State(Laid):", f'    """{about}"""', "", *fields]
    return HEAD.format(about=about, renew=RENEW) + "\n".join([*_others(module, source), "", *lines]) + "\n"


def _others(module: ModuleType, source: str) -> Iterator[str]:
    """What else the room declares."""
    targets = [node.targets[0] for node in ast.parse(source).body if isinstance(node, ast.Assign)]
    for name in (one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)):
        if name != "State" and not name.startswith("_"):
            yield f"{name}: {_type(getattr(module, name))}"


def _type(value: Any) -> str:
    kind = type(value).__name__
    return f"list[{type(value[0]).__name__}]" if kind == "list" else f"np.{kind}" if kind == "ndarray" else kind


def _field(field: Field, beside: str) -> str:
    most = f"{field.most}" if field.most < 1_000_000 else f"2**{field.most.bit_length()} − 1"
    least = "NONE, 0" if field.least == NONE else str(field.least)
    shape = f"{' × '.join(map(str, field.shape))}: " if field.shape else ""
    said = f"; {beside}" if beside else ""
    kind = "np.ndarray" if field.shape else "int"
    hidden = "" if field.is_public else ", not for all to see"
    return f'    {field.name}: {kind}\n    """{shape}{least} to {most}{hidden}{said}"""'


def comments(source: str) -> dict[str, str]:
    """What stands beside each field of the record."""
    record = next(node for node in ast.parse(source).body if isinstance(node, ast.Assign) and _is_state(node))
    assert isinstance(record.value, ast.Call)
    tokens = tokenize.generate_tokens(StringIO(source).readline)
    said = {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}
    found = {}
    for field in record.value.args:
        first = field.elts[0] if isinstance(field, ast.Tuple) else field.args[0]  # type: ignore[attr-defined]
        lines = range(field.lineno, (field.end_lineno or field.lineno) + 1)
        found[first.value] = " ".join(said[line].lstrip("# ") for line in lines if line in said)
    return found


def _is_state(node: ast.Assign) -> bool:
    return isinstance(node.targets[0], ast.Name) and node.targets[0].id == "State"


def _of_records() -> Iterator[str]:
    """What a record offers: `State.new()` is a state."""
    for name, method in vars(Record).items():
        if name.startswith("_") or not inspect.isfunction(method):
            continue
        told = inspect.signature(method)
        given = ", ".join(_given(parameter) for parameter in list(told.parameters.values())[1:])
        back = "Self" if told.return_annotation is Any else inspect.formatannotation(told.return_annotation)
        yield f"    @classmethod\n    def {name}(cls, {given}) -> {back.replace('numpy.', 'np.')}: ..."


def _given(parameter: inspect.Parameter) -> str:
    kind = inspect.formatannotation(parameter.annotation).replace("numpy.", "np.").replace("typing.", "")
    return f"{parameter.name}: {kind}{'' if parameter.default is parameter.empty else ' = ...'}"


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
