"""What a seat is told in a seeded game, step by step, for the tests of the client's boards.

    python -m tests.steps fox_grove      writes client/src/lib/games/fox_grove/steps.json anew; without a name, all

A welcome, then everything told until the game is over, as the server sends it but for the moves that are offered. Of a
view a step keeps what has changed since the step before, of its table likewise: `client/tests/steps.ts` joins them.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

from skulk.protocol import messages as m
from skulk.server.telling import welcome
from tests.server.laying import Laid

GAMES = Path(__file__).parents[1] / "client" / "src" / "lib" / "games"
RECORDED: dict[str, tuple[dict[str, Any], int, int, str]] = {  # options, seat, moves before one is taken back, seed
    "fox_grove": ({"players": 3, "owls": "pick2+switch"}, 0, 30, "steps 6"),
    "fox_on_the_run": ({"players": 2, "expansion": "on"}, 0, 12, "steps 8"),
    "oh_fox": ({"players": 3}, 1, 5, "steps 4"),
    "outfoxed": ({}, 0, 20, "steps 55"),
    "sly_fox": ({"players": 4, "extension": "on"}, 0, 25, "steps 10"),
}


def steps(game: str) -> dict[str, Any]:
    """The recorded game of a seat: where it began, and every step."""
    options, seat, before, seed = RECORDED[game]
    table = Laid(game, options, seed=seed).start()
    first = json.loads(m.encode(welcome(table.table, seat)))
    heard = len(table.streams[seat])
    chance = random.Random(seed)
    moves = 0
    while not table.match.is_over:
        table.step(chance)
        moves += 1
        if moves >= before and table.table.has_undo(seat):
            _take_back(table, seat)
            before = sys.maxsize
    assert before == sys.maxsize, f"nothing was taken back in {game}"
    told = [json.loads(message) for message in table.streams[seat][heard:]]
    views = [_kept(message["view"]) for message in (first, *told)]
    return {
        "seat": seat,
        "laid": {"number": first["number"], "log": first["log"], "view": views[0]},
        "steps": [
            {"number": message["number"], "news": message["news"], "view": _changed(old, new)}
            for message, old, new in zip(told, views, views[1:], strict=False)
        ],
    }


def _take_back(table: Laid, seat: int) -> None:
    table.do(seat, m.Undo("undo"))
    for other in sorted(table.table.asking.waiting if table.table.asking else ()):
        table.do(other, m.Consent("yes", True))


def _kept(view: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in view.items() if key != "moves"}


def _changed(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """What is new or other in a view; what is gone is null."""
    parts = {key: part for key, part in new.items() if old.get(key) != part}
    if isinstance(old.get("table"), dict) and "table" in parts:
        parts["table"] = _others(old["table"], new["table"])
    return parts | {key: None for key in old if key not in new}


def _others(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    return {key: _part(old.get(key), part) for key, part in new.items() if key not in old or old[key] != part}


def _part(old: Any, new: Any) -> Any:
    """Of things in a row, as many as before, those that have changed, by their place."""
    if not (isinstance(old, list) and isinstance(new, list) and old and len(old) == len(new)):
        return new
    pairs = list(zip(old, new, strict=True))
    if not all(isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys() for a, b in pairs):
        return new
    return {str(i): _others(a, b) for i, (a, b) in enumerate(pairs) if a != b}


def write(game: str) -> str:
    """As it is kept: a line for each step."""
    recorded = steps(game)
    told = ",\n".join(json.dumps(step, ensure_ascii=False, separators=(",", ":")) for step in recorded.pop("steps"))
    head = json.dumps(recorded, ensure_ascii=False, separators=(",", ":"))
    return f'{head[:-1]},"steps":[\n{told}\n]}}\n'


def kept(game: str) -> Path:
    return GAMES / game / "steps.json"


if __name__ == "__main__":
    for name in sys.argv[1:] or RECORDED:
        kept(name).write_text(write(name), encoding="utf-8")
