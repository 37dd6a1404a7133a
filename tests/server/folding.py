"""Games recorded and folded again, each in a process of its own, for check 19.

python -m tests.server.folding record GAME COUNT FILE    random games, compiled
python -m tests.server.folding fold FILE                 the same games, interpreted; compares after every move
"""

import hashlib
import json
import random
import sys
from pathlib import Path

import numpy as np

from skulk.engine import Match, load
from skulk.engine.match import chance


def record(game, seed):
    """A whole game of random moves as a saved match, with the digest after each move; nothing of it is interpreted."""
    draw, rules = random.Random(f"{game.name} {seed}"), game.bind_rules()
    start = Match(game, draw.choice(game.variants), f"recorded {seed}", ("one share", f"another {seed}"))
    saved = json.loads(start.save())
    dealers, states = np.zeros(1, game.dtypes["Dealer"]), np.zeros(1, game.State.dtype)
    dealers["hears"], dealers["rng"] = 1, chance(start.seed, start.shares, 0)
    rules.setup(states[0], game.options.record.narrow(game.read_options(start.options))[0], dealers[0])
    while not states["over"][0]:
        bits, mask = int(rules.acting(states[0])), np.zeros(game.actions, np.int8)
        seat = draw.choice([seat for seat in range(game.seats) if bits >> seat & 1])
        rules.legal(states[0], seat, mask)
        action = draw.choice(np.flatnonzero(mask).tolist())
        dealers["count"], dealers["rng"] = 0, chance(start.seed, start.shares, len(saved["moves"]) + 1)
        rules.play(states[0], seat, action, dealers[0])
        saved["moves"].append([seat, action, "", hashlib.sha256(states.tobytes()).hexdigest()[:16]])
    return json.dumps({**saved, "made": len(saved["moves"])})


if __name__ == "__main__":
    path = Path(sys.argv[-1])
    if sys.argv[1] == "record":
        opened = load(sys.argv[2])
        path.write_text("\n".join(record(opened, seed) for seed in range(int(sys.argv[3]))), encoding="utf-8")
    else:
        lengths = [Match.load(text).number for text in path.read_text(encoding="utf-8").splitlines()]
        print(len(lengths), sum(lengths))
