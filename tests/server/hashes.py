"""Hashes of every message of seeded games, for each audience: what is sent stays the same, byte for byte.

    python -m tests.server.hashes

writes `hashes.json` anew. That is right where a message is meant to change, and the commit then says which and why.
`python -m tests.server.hashes GAME VARIANT AUDIENCE` prints the messages behind a hash, to be compared with older ones.
"""

import hashlib
import json
import sys
from collections import defaultdict
from pathlib import Path

from skulk.bots import Budget
from skulk.engine import SPECTATOR, load
from skulk.lab import questions as arena
from skulk.protocol import messages as m
from skulk.protocol.lines import line
from skulk.server.replay import OPEN, Replay
from skulk.server.telling import welcome

from .laying import Laid
from .playing import GAMES

KEPT = Path(__file__).with_suffix(".json")
VARIANTS = {
    "fox_grove": [0, 1, 2, 7],
    "fox_on_the_run": [*range(9)],
    "oh_fox": [0, 4, 5, 8],
    "outfoxed": [0, 1, 3],
    "sly_fox": [0, 1, 2, 9],
}
MOVES = {"fox_grove": 90, "sly_fox": 120}  # of long games the beginning; of their variant 1 the end as well
WELCOMES = 12  # a welcome every so many moves
NAMES = {SPECTATOR: "spectator", OPEN: "open"}


def streams(game: str, variant: int) -> dict[str, list[bytes]]:
    """What everybody is sent in a game: audience → messages. "open" looks at it again with everything laid open."""
    laid = Laid(game, load(game).variants[variant], seed=f"golden {variant}").start()
    audiences = [
        audience for audience in laid.table.audiences if audience == SPECTATOR or audience < laid.match.players
    ]
    sent: dict[str, list[bytes]] = defaultdict(list)
    most = 10_000 if variant == 1 else MOVES.get(game, 10_000)
    for number in range(0, most, WELCOMES):
        for audience in audiences:
            sent[_name(audience)].append(m.encode(welcome(laid.table, audience)))
        for seat in laid.match.acting():
            sent[f"arena {seat}"].append(_asked(laid.match, seat, number))
        if laid.match.is_over:
            break
        laid.wander(WELCOMES, seed=number)
    for audience in audiences:
        sent[_name(audience)] += laid.streams[audience]
    for eyes in (OPEN, 0):
        replay = Replay.of_table(laid.table) if laid.match.is_over else Replay(laid.match, [])
        sent[f"again {_name(eyes)}"] += [m.encode(replay.reel(eyes)), *(_frames(replay, eyes))]
    return dict(sent)


def _name(audience: int) -> str:
    return NAMES.get(audience, f"seat {audience}")


def _asked(match, seat: int, number: int) -> bytes:
    ask = arena.ask(match, seat, Budget(simulations=100), 5.0, 77)
    return line(arena.message(match, seat, 2 if number else 1, None, ask))


def _frames(replay: Replay, eyes: int) -> list[bytes]:
    pages = range(0, len(replay.ends), 50 * 4)  # every fourth page: they are long
    return [m.encode(replay.frames(eyes, first)) for first in pages]


def hashes(game: str) -> dict[str, dict[str, str]]:
    """variant → audience → hash."""
    return {
        str(variant): {who: _hash(sent) for who, sent in streams(game, variant).items()} for variant in VARIANTS[game]
    }


def _hash(sent: list[bytes]) -> str:
    return hashlib.sha256(b"\n".join(sent)).hexdigest()[:16]


if __name__ == "__main__":
    if sys.argv[1:]:
        game, variant, audience = sys.argv[1:]
        print(b"\n".join(streams(game, int(variant))[audience]).decode())
    else:
        KEPT.write_text(json.dumps({game: hashes(game) for game in GAMES}, indent=1) + "\n", encoding="utf-8")
