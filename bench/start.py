"""What a start costs a server that has many tables: check 1's promise, under 2 s of CPU.

python -m bench.start                        5,000 finished and 500 running tables
python -m bench.start --finished 100 --running 10
"""

import argparse
import asyncio
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from skulk.engine import load
from skulk.protocol import messages as m
from skulk.server import decide, fold
from skulk.server.entries import Entry, Join, Start
from skulk.server.seats import table_id
from skulk.server.store import Head
from skulk.server.store.sqlite import SQLite
from skulk.server.table import Table

PORT = 8763
MOVES = 30  # made at each running table


def played(game, seed, moves):
    """The journal of a table with two people and so many random moves; all of them, if there are so many."""
    opened = load(game)
    more = {
        "options": opened.options.tell(opened.read_options({"players": 2})),
        "settings": msgspec.to_builtins(m.Settings("relaxed")),
    }
    head = Head(table_id(), 0.0, opened.name, opened.version, f"seed {seed}", more)
    table, entries = Table(head), []

    def put(who, body):
        number = table.number + 1
        entries.append(Entry(number, f"c{number}", float(number), who, body, float(number)))
        fold.apply(table, entries[-1])

    for seat in range(2):
        put(None, Join(seat, f"Fox {seat}"))
    put(None, Start(["a", "b"]))
    while not table.match.is_over and table.number < moves + 3:
        seat = table.match.acting()[0]
        put(seat, decide.move(table, seat, table.match.legal(seat)[table.number % len(table.match.legal(seat))]))
    return head, entries


async def lay(data, finished, running):
    """Fill a folder: some games played once, kept under many names."""
    journal = SQLite(data / "skulk.db", asyncio.get_running_loop())
    for count, moves in ((finished, 10_000), (running, MOVES)):
        games = [played("fox_on_the_run", seed, moves) for seed in range(5)]
        for number in range(count):
            head, entries = games[number % len(games)]
            await journal.make(msgspec.structs.replace(head, id=table_id()), entries)
        if moves > MOVES:
            await journal._keep([], lambda base: base.execute("update tables set is_over = 1"))
    await journal._keep([], lambda base: None)
    journal.close()


def cpu_of(pid):
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(data, running):
    """Seconds of CPU and of time until the first answer, and until every running table goes on."""
    began = time.monotonic()
    command = [sys.executable, "-m", "skulk.server.serve", str(PORT), str(data)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    first = None
    try:
        while True:
            try:
                line = http.client.HTTPConnection("127.0.0.1", PORT)
                line.request("GET", "/api/health")
                told = json.loads(line.getresponse().read())
            except OSError:
                if server.poll() is not None:
                    sys.exit("the server has not started")
                time.sleep(0.01)
                continue
            first = first or (cpu_of(server.pid), time.monotonic() - began)
            if told["open"] >= running:
                return *first, cpu_of(server.pid), time.monotonic() - began
            time.sleep(0.02)
    finally:
        server.terminate()
        server.wait()


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--finished", type=int, default=5000)
    given.add_argument("--running", type=int, default=500)
    given = given.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(lay(Path(folder), given.finished, given.running))
        cpu, wall, all_cpu, all_wall = start(Path(folder), given.running)
    print(
        f"{given.finished} finished and {given.running} running tables: the first answer after {cpu:.2f} s of CPU ",
        end="",
    )
    print(f"({wall:.2f} s), all tables go on after {all_cpu:.2f} s of CPU ({all_wall:.2f} s)")


if __name__ == "__main__":
    main()
