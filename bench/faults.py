"""Something breaks while people play: what was confirmed must be there, once, in order, and play must go on.

python -m bench.faults                                 each fault once: two nodes, 200 tables, 400 sockets
python -m bench.faults --fault kill-node --rounds 20   one of them, so often
python -m bench.faults --tables 40 --json

It starts a PostgreSQL of its own (and a replica), and nothing of it stays. Players are real clients: half of them at
each node, and at the other one when theirs does not answer; a command without an answer is sent again under its id.
Faults: kill-node, freeze-node, cut-node, rolling-restart, kill-database, promote-replica, full-disk (as root),
slow-disk.
"""

import argparse
import asyncio
import collections
import contextlib
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import asyncpg
import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from .postgres import Postgres, free_port

LEASE = 2.0  # seconds
AFTER, MOST = 2.0, 45.0  # seconds of play from when every table has gone on, and until one counts as standing still
SILENCE = 2.0  # seconds without a sign of life after which a player goes to the other node


class Node:
    """A server, and the line to its database, which can be cut."""

    def __init__(self, folder, where):
        self.folder, self.port, self.where, self.line = folder, free_port(), where, None
        self.process = None

    def start(self, store):
        command = [sys.executable, "-m", "bench.server_process", str(self.port), str(self.folder), store]
        env = {**os.environ, "SKULK_LEASE": str(LEASE)}
        log = (self.folder.parent / f"{self.folder.name}.log").open("ab")
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=log)

    async def is_up(self):
        async with httpx.AsyncClient() as client:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    if (await client.get(f"http://127.0.0.1:{self.port}/api/health")).status_code == 200:
                        return
                assert self.process.poll() is None, "a node has not started"
                await asyncio.sleep(0.1)


class Line:
    """What lies between a node and its database. Cut, it says nothing: neither an end nor a reset."""

    def __init__(self, port):
        self.port, self.is_cut, self.writers = port, False, set()

    async def open(self):
        self.server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    async def _carry(self, reader, writer):
        there = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers |= {writer, there[1]}
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(self._copy(reader, there[1]), self._copy(there[0], writer))

    async def _copy(self, reader, writer):
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                while self.is_cut:
                    await asyncio.sleep(0.05)
                writer.write(data)
        writer.close()

    def mend(self):
        """What was on its way is lost with the line that it was on."""
        for writer in self.writers:
            writer.transport.abort()
        self.writers.clear()
        self.is_cut = False

    async def close(self):
        self.mend()
        self.server.close()


class Evening:
    """What all players have in common: what they were told, and when."""

    def __init__(self, nodes, pace):
        self.nodes, self.pace, self.chance, self.is_open = nodes, pace, random.Random(1), True
        self.confirmed = []  # (when, table, seat, id)
        self.last, self.over = {}, set()  # when a table played last; which have ended
        self.holes = self.behind = self.again = 0
        self.refused = collections.Counter()


class Player:
    """One seat, as a page would have it."""

    def __init__(self, seat, evening, node):
        self.seat, self.evening, self.node = seat, evening, node
        self.table, self.number, self.view, self.pending, self.made = seat["table"], 0, None, None, 0
        self.heard = time.monotonic()

    async def play(self):
        while self.evening.is_open:
            port = self.evening.nodes[self.node].port
            since = f"?since={self.number}" if self.view else ""
            where = f"ws://127.0.0.1:{port}/api/tables/{self.table}/socket{since}"
            token = {"authorization": f"Bearer {self.seat['token']}"}
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                quick = {"open_timeout": SILENCE, "close_timeout": 0.1, "ping_interval": None, "proxy": None}
                async with connect(where, additional_headers=token, compression=None, **quick) as socket:
                    await self.sit(socket)
            self.node = 1 - self.node
            await asyncio.sleep(self.evening.chance.uniform(0.05, 0.25))

    async def sit(self, socket):
        self.heard = time.monotonic()
        acting = asyncio.create_task(self.act(socket))
        try:
            while self.evening.is_open:
                try:
                    text = await asyncio.wait_for(socket.recv(), SILENCE)
                except TimeoutError:
                    if time.monotonic() - self.heard > 2 * SILENCE - 0.1:
                        return
                    await socket.send('{"do":"ping","id":"p"}')
                    continue
                self.heard = time.monotonic()
                self.take(json.loads(text))
        finally:
            acting.cancel()

    def take(self, message):
        kind, evening = message["type"], self.evening
        if kind == "welcome":
            evening.behind += message["number"] < self.number
            self.number, self.view = message["number"], message["view"]
        elif kind == "told":
            evening.holes += message["number"] > self.number + 1
            evening.again += message["number"] <= self.number
            self.number, self.view = message["number"], message["view"]
        if self.view and self.view["phase"] == "over":
            evening.over.add(self.table)
        if kind == "done" and self.pending and message["id"] == self.pending["id"]:
            if message["outcome"] in ("applied", "duplicate"):
                evening.last[self.table] = time.monotonic()
                evening.confirmed.append((time.monotonic(), self.table, self.seat["seat"], message["id"]))
                self.pending = None
            elif message["code"] not in ("not-kept", "failed"):  # those end nothing: the id may be sent again
                evening.refused[message["code"]] += 1
                self.pending = None
            else:
                self.pending["again"] = time.monotonic() + 0.2

    async def act(self, socket):
        """What waits for an answer first; then one move whenever it is our turn, at the evening's pace."""
        if self.pending:
            await self.send(socket)
        while True:
            await asyncio.sleep(self.evening.chance.uniform(0.5, 1.5) * self.evening.pace)
            if self.pending:
                if time.monotonic() > self.pending["again"]:
                    await self.send(socket)
            elif self.view and self.view["phase"] != "over" and self.view.get("moves") and "answer" not in self.view:
                self.made += 1
                action = self.evening.chance.choice(self.view["moves"])["action"]
                self.pending = {"do": "move", "id": f"m{self.made}", "move": action, "on": self.number}
                await self.send(socket)

    async def send(self, socket):
        self.pending["again"] = time.monotonic() + SILENCE
        await socket.send(json.dumps({name: value for name, value in self.pending.items() if name != "again"}))


# ---- faults: (before it, what to do); each leaves everything as it was but for what it is about


async def kill_node(stage):
    stage.nodes[0].process.kill()


async def freeze_node(stage):
    stage.nodes[0].process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(2 * LEASE)
    stage.nodes[0].process.send_signal(signal.SIGCONT)


async def cut_node(stage):
    stage.nodes[0].line.is_cut = True
    await asyncio.sleep(2 * LEASE)
    stage.nodes[0].line.mend()


async def rolling_restart(stage):
    for node in stage.nodes:
        node.process.terminate()
        await asyncio.to_thread(node.process.wait)
        node.start(node.store)
        await node.is_up()
        await asyncio.sleep(1)


async def kill_database(stage):
    await asyncio.to_thread(stage.base.kill)
    await asyncio.to_thread(stage.base.start_again)


async def promote_replica(stage):
    await asyncio.to_thread(stage.base.kill)
    await asyncio.to_thread(stage.replica.promote)


async def full_disk(stage):
    await asyncio.to_thread(stage.base.fill)
    await asyncio.sleep(2 * LEASE)
    await asyncio.to_thread(stage.base.empty)
    await asyncio.to_thread(stage.base.wait_until_up)


async def slow_disk(stage):
    flag = stage.base.folder / "slow"
    flag.touch()
    await asyncio.sleep(2 * LEASE)
    flag.unlink()


FAULTS = {
    work.__name__.replace("_", "-"): work
    for work in (
        kill_node,
        freeze_node,
        cut_node,
        rolling_restart,
        kill_database,
        promote_replica,
        full_disk,
        slow_disk,
    )
}


class Stage:
    """Two nodes on one database, for one fault."""

    def __init__(self, fault, base, replica, folder, number):
        self.fault, self.base, self.replica, self.schema = fault, base, replica, f"round{number}"
        self.folder = folder / self.schema
        self.folder.mkdir()
        self.nodes = [Node(self.folder / name, name) for name in ("a", "b")]

    async def __aenter__(self):
        await asyncio.to_thread(self.base.ask, f"create schema {self.schema}")
        for node in self.nodes:
            node.folder.mkdir()
            if self.fault == "cut-node":
                node.line = Line(self.base.port)
                node.store = self.base.url(self.schema, at=[f"127.0.0.1:{await node.line.open()}"])
            else:
                node.store = self.base.url(self.schema, *([self.replica] if self.replica else []))
            node.start(node.store)
        for node in self.nodes:
            await node.is_up()
        await asyncio.sleep(LEASE / 2)  # until they know each other
        return self

    async def __aexit__(self, *_):
        for node in self.nodes:
            with contextlib.suppress(ProcessLookupError):
                node.process.send_signal(signal.SIGCONT)
                node.process.kill()
            node.process.wait()
            if node.line:
                await node.line.close()

    async def lay(self, tables):
        """Half of them at each node, begun."""
        limits = httpx.Limits(max_connections=20)
        async with httpx.AsyncClient(timeout=60, limits=limits) as client:

            async def one(number):
                api = f"http://127.0.0.1:{self.nodes[number % 2].port}/api/tables"
                wanted = {"game": "fox_on_the_run", "seats": ["human", "open"], "settings": {"beat": 0}}
                mine = (await client.post(api, json=wanted)).json()
                where = f"{api}/{mine['table']}"
                other = (await client.post(f"{where}/join", json={"id": f"join-{number:016}"})).json()
                assert "seat" in other, f"nobody can sit down at {mine}: {other}"
                token = {"authorization": f"Bearer {mine['token']}"}
                await client.post(f"{where}/commands", json={"do": "start", "id": "s"}, headers=token)
                return mine, other

            return await asyncio.gather(*(one(number) for number in range(tables)))


async def one_round(stage, given):
    laid = await stage.lay(given.tables)
    evening = Evening(stage.nodes, given.pace)
    seats = [seat for pair in laid for seat in pair]
    players = [Player(seat, evening, number // 2 % 2 ^ seat["seat"]) for number, seat in enumerate(seats)]
    playing = [asyncio.create_task(player.play()) for player in players]
    tables = {mine["table"] for mine, _ in laid}
    await everywhere(evening, tables, time.monotonic())  # twice: all are under way
    await everywhere(evening, tables, time.monotonic())
    began = time.monotonic()
    await FAULTS[stage.fault](stage)
    still = await everywhere(evening, tables, time.monotonic())
    await asyncio.sleep(AFTER)
    end, evening.is_open = time.monotonic(), False
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    rows = await kept(stage)
    return judged(evening, rows, began, end) | {"stand_still": len(still)}


async def everywhere(evening, tables, since):
    """Until every table that is not over has played since then; which have not."""
    while time.monotonic() < since + MOST:
        still = {table for table in tables - evening.over if evening.last.get(table, 0) < since}
        if not still:
            break
        await asyncio.sleep(0.05)
    return still


async def kept(stage):
    base = stage.replica if stage.fault == "promote-replica" else stage.base
    line = await asyncpg.connect(base.url(stage.schema))
    try:
        return await line.fetch("select tab, number, command, fence from journal order by tab, number")
    finally:
        await line.close()


def judged(evening, rows, began, end):
    by_tab, kept = collections.defaultdict(list), collections.Counter()
    for tab, number, command, fence in rows:
        by_tab[tab].append((number, fence))
        if "~" not in command and ":" in command:
            who, _, id = command.partition(":")
            kept[tab, who.partition(".")[0], id] += 1
    said = {(tab, str(seat), id) for _, tab, seat, id in evening.confirmed}
    lost = sum(what not in kept for what in said)
    twice = sum(count > 1 for count in kept.values()) + len(evening.confirmed) - len(said) + evening.again
    holes = sum([n for n, _ in many] != list(range(1, len(many) + 1)) for many in by_tab.values())
    two = sum(fences != sorted(fences) for fences in ([f for _, f in many] for many in by_tab.values()))
    times = collections.defaultdict(list)
    for when, tab, _, _ in evening.confirmed:
        times[tab].append(when)
    pauses = []  # the longest of each table
    for tab, at in times.items():
        at = [when for when in at if when > began - 2 * evening.pace] + ([] if tab in evening.over else [end])
        pauses.append(max((later - earlier for earlier, later in itertools.pairwise(at)), default=0.0))
    return {
        "confirmed": len(said),
        "lost": lost + evening.behind,
        "holes": holes + evening.holes,
        "twice": twice,
        "two_owners": two,
        "refused": sum(evening.refused.values()),
        "refusals": dict(evening.refused),
        "pauses": pauses,
    }


async def rounds(fault, given, folder):
    """So many of one fault; the database is made anew where it is the one that breaks."""
    found, base, replica = [], None, None
    try:
        for number in range(given.rounds):
            if base is None or fault == "promote-replica":
                for old in (replica, base):
                    if old:
                        old.close()
                base = await asyncio.to_thread(
                    Postgres, disk=320 if fault == "full-disk" else 0, is_slow=fault == "slow-disk"
                )
                if fault == "promote-replica":
                    replica = await asyncio.to_thread(Postgres, of=base)
                    await asyncio.to_thread(base.make_wait_for_replica)
            (folder / fault).mkdir(exist_ok=True)
            async with Stage(fault, base, replica, folder / fault, number) as stage:
                one = await one_round(stage, given)
            found.append(one)
            told = ", ".join(f"{name} {one[name]}" for name in SUMS if one[name])
            print(
                f"{fault} {number + 1}/{given.rounds}: {told}, worst pause {max(one['pauses']):.1f} s", file=sys.stderr
            )
    finally:
        for old in (replica, base):
            if old:
                old.close()
    pauses = sorted(pause for one in found for pause in one["pauses"])
    refusals = sum((collections.Counter(one["refusals"]) for one in found), collections.Counter())
    return {
        "fault": fault,
        "rounds": given.rounds,
        "tables": given.tables,
        **{name: sum(one[name] for one in found) for name in SUMS},
        "refusals": dict(refusals),
        "pause_median_s": round(pauses[len(pauses) // 2], 1),
        "pause_p99_s": round(pauses[int(0.99 * len(pauses))], 1),
        "pause_worst_s": round(pauses[-1], 1),
        "load_of_the_machine": round(os.getloadavg()[0], 1),
    }


SUMS = ("confirmed", "lost", "holes", "twice", "two_owners", "stand_still", "refused")


MUST_BE_NONE = SUMS[1:]


def in_words(one):
    sums = ", ".join(f"{one[name]:,} {name.replace('_', ' ')}" for name in SUMS)
    pause = f"pause {one['pause_median_s']} s in the median, {one['pause_worst_s']} s at worst"
    return f"{one['fault']}: {one['rounds']} rounds, {one['tables']} tables: {sums}, {pause}"


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--fault", choices=list(FAULTS), action="append", help="only this one; may be given again")
    given.add_argument("--rounds", type=int, default=1)
    given.add_argument("--tables", type=int, default=200)
    given.add_argument("--pace", type=float, default=0.5, help="seconds a player thinks, on the average")
    given.add_argument("--keep", action="store_true", help="keep the nodes' logs, and say where")
    given.add_argument("--json", action="store_true")
    given = given.parse_args()
    with _folder(given.keep) as folder:
        figures = [asyncio.run(rounds(fault, given, Path(folder))) for fault in given.fault or FAULTS]
    if given.json:
        print(json.dumps(figures, indent=1))
    else:
        show(figures)
    if any(one[name] for one in figures for name in MUST_BE_NONE):
        sys.exit(1)


@contextlib.contextmanager
def _folder(is_kept):
    if not is_kept:
        with tempfile.TemporaryDirectory(prefix="skulk-faults-") as folder:
            yield folder
    else:
        folder = tempfile.mkdtemp(prefix="skulk-faults-")
        print(f"the nodes' logs are in {folder}", file=sys.stderr)
        yield folder


def show(figures):
    names = ("fault", "rounds", *SUMS, "pause s: median, p99, worst")
    print(f"| {' | '.join(names).replace('_', ' ')} |\n|---|" + "---|" * (len(names) - 1))
    for one in figures:
        sums = " | ".join(f"{one[name]:,}" for name in SUMS)
        pauses = ", ".join(str(one[f"pause_{name}_s"]) for name in ("median", "p99", "worst"))
        print(f"| {one['fault']} | {one['rounds']} | {sums} | {pauses} |")


if __name__ == "__main__":
    main()
