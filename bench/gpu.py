"""Random games on a GPU beside the CPU: the same digests, and how many decisions a second.

    python -m bench.gpu [GAME …] [--count 100000] [--variants] [--json]

Needs numba-cuda and a GPU; NumPy, Numba and msgspec are all else it needs. Each game is played with its first options:
all games on the CPU, compiled, and the same on the GPU, whose digests must agree; then the speed of a longer run there.
"""

import argparse
import importlib
import json
import sys
import time

from skulk.engine import Game, load, names
from skulk.engine.run import Playouts

PEERS = ["connect_four", "leduc"]


def measure(game: Game, options: dict, games: int, timed: bool) -> dict:
    """One row: digests of `games` games on both and, if `timed`, decisions a second on the GPU."""
    from skulk.engine.cuda import Games

    cpu = Playouts(game, options)
    cpu.run(0, 1)
    begun = time.process_time()
    there = cpu.run(1, games)
    cpu_seconds = time.process_time() - begun
    threads = next(t for t in range(32_768, 0, -1) if games % t == 0)
    begun = time.perf_counter()
    gpu = Games(game, options, threads)
    here, _ = gpu.run(1, games)
    ready = time.perf_counter() - begun
    row = {
        "game": game.name,
        "options": options,
        "games": games,
        "cpu_digest": f"{there.digest & 2**64 - 1:016x}",
        "gpu_digest": f"{here.digest & 2**64 - 1:016x}",
        "equal": (there.digest, there.decisions, there.wins) == (here.digest, here.decisions, here.wins),
        "cpu_decisions_per_s": round(there.decisions / cpu_seconds),
        "gpu_compiled_in_s": round(ready, 1),
    }
    for kept in (True, False) if timed else ():
        fast = Games(game, options, 1 << 17, kept)
        fast.run(1, 1 << 17)
        tally, seconds = min((fast.run(1, 1 << 20) for _ in range(3)), key=lambda result: result[1])
        row["gpu_kept_decisions_per_s" if kept else "gpu_decisions_per_s"] = round(tally.decisions / seconds)
        row["gpu_choices_per_s"] = round(tally.choices / seconds)
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--count", type=int, default=100_000, help="games whose digests are compared")
    parser.add_argument("--variants", action="store_true", help="every variant of each game, not the first alone")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = []
    for name in given.games or [*names(), *PEERS]:
        game = load(name) if name in names() else importlib.import_module(f"bench.{name}").GAME
        for number, options in enumerate(game.variants if given.variants else game.variants[:1]):
            print(f"{name} {options} …", file=sys.stderr, flush=True)
            rows.append(measure(game, options, given.count, timed=number == 0))
            if not given.json:
                print(rows[-1], flush=True)
    if given.json:
        print(json.dumps(rows, indent=1))
    return 0 if all(row["equal"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
