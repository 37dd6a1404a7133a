"""The table in a terminal: how a game is drawn. Games bring `skulk/terminal/<game>.py`; the rest is drawn plainly."""

import importlib
import importlib.util
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.console import RenderableType
from rich.text import Text

from skulk.engine import Game

Lit = Mapping[str, str]  # what can be touched now → the numbers of the moves that touch it
Draw = Callable[[dict[str, Any], int, Lit], RenderableType]


def view(game: Game) -> Draw:
    """How this game's seen table is drawn: by its own `draw(table, seat[, lit])`, or plainly."""
    name = f"{__name__}.{game.name}"
    if importlib.util.find_spec(name) is None:
        return plain
    draw: Callable[..., RenderableType] = importlib.import_module(name).draw
    if len(inspect.signature(draw).parameters) > 2:
        return draw
    return lambda table, seat, lit: draw(table, seat)


def plain(table: dict[str, Any], seat: int, lit: Lit) -> RenderableType:
    """Any table as names and values; a list of like things as rows and columns."""
    return Text("\n").join(_lines(table, lit, ""))


def _lines(named: dict[str, Any], lit: Lit, indent: str) -> Iterator[Text]:
    for name, value in named.items():
        if _is_flat(value):
            yield Text.assemble(indent, (f"{name}: ", "bold"), _inline(value))
            continue
        yield Text.assemble(indent, (name, "bold"))
        if isinstance(value, dict):
            yield from _lines(value, lit, indent + "  ")
        elif all(isinstance(part, dict) for part in value):
            yield from _rows(value, lit, indent + "  ")
        else:
            yield from (Text(f"{indent}  {_inline(part)}") for part in value)


def _rows(things: list[dict[str, Any]], lit: Lit, indent: str) -> Iterator[Text]:
    columns = list(dict.fromkeys(key for thing in things for key in thing))
    cells = [columns, *([_inline(thing.get(column, "")) for column in columns] for thing in things)]
    widths = [max(cell_len(row[i]) for row in cells) for i in range(len(columns))]
    if sum(widths) + 2 * len(widths) > 90:
        yield from (Text(f"{indent}{_inline(thing)}") for thing in things)
        return
    for row, thing in zip(cells, [{}, *things], strict=True):
        line = indent + "  ".join(set_cell_size(cell, width) for cell, width in zip(row, widths, strict=True))
        numbers = lit.get(str(thing.get("name")), "")
        yield Text.assemble((line, "" if thing else "italic"), "  ", (numbers, "fox.number"))


def _is_flat(value: Any) -> bool:
    return not isinstance(value, dict | list) or not any(isinstance(part, dict | list) for part in _parts(value))


def _parts(value: dict[str, Any] | list[Any]) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_inline(part)}" for key, part in value.items()) or "–"
    if isinstance(value, list):
        return " ".join(_inline(part) for part in value) or "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)
