"""The box: components are data. A game is loaded with its own, or afresh with somebody's corrections."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from .errors import BadBox

_open: ContextVar[tuple[dict[str, Any], set[str]] | None] = ContextVar(
    "box", default=None
)  # what it has; what was asked

KINDS = {int: "a whole number", str: "text", list: "a list", tuple: "a list", dict: "an object"}


def component(name: str, default: Any) -> Any:
    """A piece of raw data of the box: `default`, or what the box being opened has in its place."""
    opened = _open.get()
    if opened is None:
        return default
    box, asked = opened
    asked.add(name)
    given = box.get(name, default)
    kind = KINDS.get(type(default))
    if kind and KINDS.get(type(given)) != kind:
        raise BadBox(f"component {name!r} is {kind}, not {given!r}")
    return given


@contextmanager
def opening(box: dict[str, Any]) -> Iterator[None]:
    """While this lasts, components.py files that this thread imports take their data from `box` first."""
    asked: set[str] = set()
    token = _open.set((box, asked))
    try:
        yield
        unknown = set(box) - asked
        if unknown:
            raise BadBox(f"the box has no component {sorted(unknown)[0]!r}; it has {', '.join(sorted(asked))}")
    finally:
        _open.reset(token)


def fingerprint(box: dict[str, Any]) -> str:
    """Names a box: 'own' for the game's own, otherwise a hash of what differs."""
    if not box:
        return "own"
    if not isinstance(box, dict):
        raise BadBox(f"a box has components by their names, {{'TILES': […]}}, not {box!r}")
    try:
        text = json.dumps(box, sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadBox(f"a box is data as JSON has it: {error}") from error
    return hashlib.sha256(text.encode()).hexdigest()[:12]
