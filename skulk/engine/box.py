"""The box: components are data. A game is loaded with its own, or afresh with somebody's corrections."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .errors import BadBox

_replaced: dict[str, Any] = {}
_seen: set[str] = set()


def component(name: str, default: Any) -> Any:
    """A piece of raw data of the box: `default`, or what the box being opened has in its place."""
    _seen.add(name)
    return _replaced.get(name, default)


@contextmanager
def opening(box: dict[str, Any]) -> Iterator[None]:
    """While this lasts, components.py files that are imported take their data from `box` first."""
    _seen.clear()
    _replaced.update(box)
    try:
        yield
        unknown = set(box) - _seen
        if unknown:
            raise BadBox(f"the box has no component {sorted(unknown)[0]!r}; it has {', '.join(sorted(_seen))}")
    finally:
        _replaced.clear()


def fingerprint(box: dict[str, Any]) -> str:
    """Names a box: 'own' for the game's own, otherwise a hash of what differs."""
    if not box:
        return "own"
    return hashlib.sha256(json.dumps(box, sort_keys=True).encode()).hexdigest()[:12]
