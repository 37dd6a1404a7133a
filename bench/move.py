"""What one move costs the server, part by part and without sockets: µs of CPU, the best of several rounds.

python -m bench.move [--tables 100] [--game fox_on_the_run] [--json]

Many tables take turns, as they do on a server, so that none is found warm in the processor's caches. What
`python -m bench.server` measures beside it is the event loop, the sockets and the journal.
"""

import argparse
import json
import random
import time

from skulk.engine import SPECTATOR, load
from skulk.protocol import messages as m
from skulk.server import decide, fold
from skulk.server.entries import Entry, Join, Start
from skulk.server.operate.figures import Figures
from skulk.server.operate.requests import Commands
from skulk.server.store import Head
from skulk.server.table import Table
from skulk.server.telling import told

DONE = m.Done("1", "applied")
PARTS = {
    "decode": "the command is read and checked",
    "decide": "may this seat do that?",
    "apply": "the move is made; who is asked now, who has heard or seen something",
    "told to the mover": "words, table and moves, as objects",
    "told to the other": "the same for the other seat",
    "encode": "both messages as JSON",
    "count": "the command gets its number, and figures are counted for /metrics",
}


def lay(game, seed):
    more = {"options": game.options.tell(game.read_options({"players": 2})), "settings": {"beat": 0}}
    table = Table(Head("table", 0.0, game.name, game.version, f"seed {seed}", more))
    for seat in range(2):
        fold.apply(table, Entry(table.number + 1, f"join {seat}", 0.0, None, Join(seat, f"Fox {seat}")))
    fold.apply(table, Entry(table.number + 1, "start", 0.0, None, Start(["one", "two"])))
    for seat in range(2):
        told(table, seat)
    return table


class Round:
    """Moves at tables that take turns; where a game is over another is laid."""

    def __init__(self, game, tables, seed):
        self.game, self.laid, self.chance = game, 0, random.Random(seed)
        self.tables = [self.another() for _ in range(tables)]
        self.figures = Figures()
        self.commands = Commands("table", self.figures)
        self.spent, self.moves, self.bytes = dict.fromkeys(PARTS, 0.0), 0, 0

    def another(self):
        self.laid += 1
        return lay(self.game, f"{self.laid} {self.chance.random()}")

    def play(self, moves):
        while self.moves < moves:
            for place, table in enumerate(self.tables):
                if table.match.is_over or table.is_window:
                    self.tables[place] = table = self.another()
                if not table.match.is_over and not table.is_window:
                    self.move(table)
        return {part: 1e6 * seconds / self.moves for part, seconds in self.spent.items()}

    def move(self, table):
        seat = table.match.acting()[0]
        choice = {"move": self.chance.choice(table.match.legal(seat)), "on": table.numbers[seat]}
        text = m.encode({"do": "move", "id": f"{self.moves}", **choice})
        marks = [time.thread_time()]
        command = m.decode_client(text)
        marks.append(time.thread_time())
        [draft] = decide.decide(table, seat, command)
        marks.append(time.thread_time())
        fold.apply(table, Entry(table.number + 1, f"move {self.moves}", 0.0, seat, draft))
        marks.append(time.thread_time())
        asked = next(iter(table.match.acting()), 0)
        heard = [a for a in sorted(table.told, key=lambda a: a != asked) if a != SPECTATOR]
        messages = [told(table, heard[0])]
        marks.append(time.thread_time())
        messages += [told(table, audience) for audience in heard[1:]]
        marks.append(time.thread_time())
        encoded = [m.encode(message) for message in messages]
        marks.append(time.thread_time())
        self.commands.begin()
        self.figures.entries[type(draft)] += 1
        self.commands.end(DONE)
        marks.append(time.thread_time())
        for part, begun, done in zip(PARTS, marks, marks[1:], strict=False):
            self.spent[part] += done - begun
        self.moves += 1
        self.bytes += sum(map(len, encoded))


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--game", default="fox_on_the_run")
    given.add_argument("--tables", type=int, default=100)
    given.add_argument("--moves", type=int, default=1000)
    given.add_argument("--rounds", type=int, default=9)
    given.add_argument("--json", action="store_true")
    given = given.parse_args()
    game = load(given.game)
    begun = time.thread_time()
    for _ in range(1000):
        time.thread_time()
    looking = 1e3 * (time.thread_time() - begun)  # µs that a look at the clock takes
    rounds = [Round(game, given.tables, seed) for seed in range(given.rounds)]
    found = [each.play(given.moves) for each in rounds]
    best = {part: round(max(0.0, min(one[part] for one in found) - looking), 1) for part in PARTS}
    size = round(sum(r.bytes for r in rounds) / sum(r.moves for r in rounds))
    if given.json:
        print(json.dumps({"game": game.name, **best, "all": round(sum(best.values()), 1), "bytes": size}, indent=1))
        return
    for part, cost in best.items():
        print(f"{cost:7.1f} µs  {part}: {PARTS[part]}")
    print(f"{sum(best.values()):7.1f} µs  together; {size} bytes told")


if __name__ == "__main__":
    main()
