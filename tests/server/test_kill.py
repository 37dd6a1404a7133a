"""Check 1: the server is killed hard in the middle of games; nothing that was confirmed is lost."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from skulk.server.fold import folded
from skulk.server.store import open_store

from .playing import bearer, free_port, join, make, sitting, times

GAMES, KILLS = int(os.environ.get("SKULK_GAMES") or times(8, 50)), times(4, 20)
FAULTS = ["", "before broadcast:0.03", "before commit:0.03", "after commit:0.03"]


def cpu_of(pid):
    """Seconds of CPU that a process has used; threads come and go meanwhile."""
    used = float("nan")
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            used = (0 if used != used else used) + int(task.read_text().split()[0]) / 1e9
    return used


class Process:
    """A server of its own, which can be killed."""

    def __init__(self, data, fault="", store=None):
        self.port = free_port()
        self.command = [
            sys.executable,
            "-m",
            "skulk.server.serve",
            str(self.port),
            str(data),
            *([store] if store else []),
        ]
        began = self.spawn(fault)
        while True:
            try:
                if httpx.get(f"{self.url}/api/health", timeout=2).status_code == 200:
                    break
            except httpx.HTTPError:
                if fault and self.process.poll() == -signal.SIGKILL:  # the fault has struck while it started
                    began = self.spawn(fault)
                assert self.process.poll() is None, self.process.stderr.read()
                time.sleep(0.01)
        self.started_in, self.cpu = time.monotonic() - began, cpu_of(self.process.pid)

    def spawn(self, fault):
        env = {**os.environ, "SKULK_FAULT": fault, "SKULK_LEASE": "0.5"}
        self.process = subprocess.Popen(self.command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        return time.monotonic()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()


async def play_on(url, seat, confirmed, chance):
    """Play until the server dies; note every move that was confirmed."""
    try:
        async with sitting(url, seat["table"], seat["token"], seed=chance.random()) as player:
            while not player.is_over:
                await player.until(lambda: player.is_over or player.is_asked, 60)
                if player.is_over:
                    return True
                action = player.random.choice(player.view["moves"])["action"]
                number = player.number
                id = f"{chance.getrandbits(48):x}"
                done = await player.do("move", id=id, move=action, on=number)
                if done["outcome"] == "applied":
                    confirmed.append((seat["seat"], id, action))
                    await player.until(lambda number=number: player.number > number)
            return True
    except (WebSocketException, AssertionError, OSError, TimeoutError):
        return False


@pytest.mark.parametrize(
    ("kind", "kills"), [("sqlite", KILLS), ("postgresql", times(2, 10))], ids=["sqlite", "postgresql"]
)
def test_no_confirmed_move_is_lost(tmp_path, figure, request, kind, kills):
    """At a random moment of play, and at named points: before the commit, after it, before anybody is told."""
    chance, slowest = random.Random(1), []
    store = request.getfixturevalue("cluster").fresh() if kind == "postgresql" else None
    server = Process(tmp_path, store=store)
    seats = []
    for _ in range(GAMES):
        mine = make(server.url, "fox_on_the_run", ["human", "open"], start=False)
        seats += [mine, join(server.url, mine["table"])]
        start = {"do": "start", "id": "start"}
        httpx.post(f"{server.url}/api/tables/{mine['table']}/commands", json=start, headers=bearer(mine["token"]))
    server.kill()
    confirmed = {seat["table"]: [] for seat in seats}
    for kill in range(kills):
        fault = FAULTS[-1 - kill % len(FAULTS)]
        server = Process(tmp_path, fault, store)
        slowest.append((server.started_in, server.cpu))

        async def night(server=server, fault=fault):
            playing = [asyncio.create_task(play_on(server.url, s, confirmed[s["table"]], chance)) for s in seats]
            before = sum(map(len, confirmed.values()))
            for _ in range(200):  # at a random moment once play is under way
                if sum(map(len, confirmed.values())) > before + GAMES or server.process.poll() is not None:
                    break
                await asyncio.sleep(0.05)
            await asyncio.sleep(chance.uniform(0, 0.3))
            server.kill()
            await asyncio.gather(*playing)

        asyncio.run(night())
    server = Process(tmp_path, store=store)
    lost = unreadable = 0
    for seat in seats:
        answer = httpx.get(f"{server.url}/api/tables/{seat['table']}", headers=bearer(seat["token"]))
        unreadable += answer.status_code != 200
    server.kill()
    journal = open_store(tmp_path, store)
    for seat in seats:
        kept = kept_of(journal, seat["table"])
        mine = [(who, command.partition(":")[2], body.action) for who, command, body in kept]
        lost += sum(move not in mine for move in confirmed[seat["table"]])
        assert len({command for _, command, _ in kept}) == len(kept)
    journal.close()
    moves = sum(map(len, confirmed.values()))
    wall, cpu = (max(times) for times in zip(*slowest, strict=True))
    figure(
        1,
        f"{kind}: {kills} kills, {GAMES} games: {moves} moves confirmed, {lost} lost, {unreadable} tables unreadable, "
        f"back within {wall:.2f} s ({cpu:.2f} s of CPU)",
    )
    assert moves > kills
    assert lost == unreadable == 0
    assert not cpu > 2, "what a start costs; how long it takes depends on what else the machine does"


def kept_of(journal, table):
    entries = journal.entries(table)
    folded(journal.head(table), entries)
    return [(e.seat, e.command, e.body) for e in entries if e.kind == "move" and not e.body.bot]


def test_a_table_that_cannot_be_read_is_set_aside_and_the_others_play_on(tmp_path):
    import sqlite3

    server = Process(tmp_path)
    good, bad = (make(server.url, "oh_fox", ["human", "random"]) for _ in range(2))
    server.kill()
    base = sqlite3.connect(tmp_path / "skulk.db")
    base.execute("update journal set body = ? where tab = ? and kind = 'start'", (json.dumps({}), bad["table"]))
    base.commit()
    base.close()
    server = Process(tmp_path)
    try:
        broken = httpx.get(f"{server.url}/api/tables/{bad['table']}")
        assert (broken.status_code, broken.json()["code"]) == (500, "aside")
        assert httpx.get(f"{server.url}/api/tables/{good['table']}").status_code == 200
    finally:
        server.kill()


def test_what_cannot_be_kept_is_refused_with_a_reason(tmp_path):
    """Check 2 in small: the journal fails, the move is not made, and works when the journal does."""
    from skulk.protocol.messages import Join, Make, Move, Start
    from skulk.server.limits import Limits
    from skulk.server.seats import Keys
    from skulk.server.store import JournalError
    from skulk.server.store.sqlite import SQLite
    from skulk.server.tables import Tables
    from skulk.server.thinkers import Thinkers

    async def evening():
        tables = Tables(SQLite(tmp_path / "skulk.db"), Keys("secret"), Thinkers(1), limits=Limits())
        await tables.start()
        gathering, _ = await tables.make(Make("fox_on_the_run", seats=["human", "open"], start=False))
        await gathering.join(Join("j" * 16))
        await gathering.command(0, Start("s"))
        seat = gathering.table.match.acting()[0]
        action, append = gathering.table.match.legal(seat)[0], tables.journal.append

        def full(*_):
            failed = asyncio.get_running_loop().create_future()
            failed.set_exception(JournalError("database or disk is full"))
            return failed

        number, told = gathering.table.number, dict(gathering.table.numbers)
        tables.journal.append = full
        done = await gathering.command(seat, Move("one", action))
        assert (done.outcome, done.code) == ("refused", "not-kept")
        assert (gathering.table.number, gathering.table.numbers) == (number, told)
        tables.journal.append = append
        assert (await gathering.command(seat, Move("one", action))).outcome == "applied"
        await tables.close()

    asyncio.run(evening())


def test_whatever_goes_wrong_while_writing_is_told(tmp_path, monkeypatch):
    """Not only what SQLite knows: nobody waits for ever, and the next moves are kept."""
    from skulk.server import entries
    from skulk.server.entries import Entry
    from skulk.server.store import JournalError
    from skulk.server.store import sqlite as module
    from skulk.server.store.sqlite import SQLite

    def fail(base, group):
        raise OverflowError("too much")

    async def evening():
        journal = SQLite(tmp_path / "skulk.db", asyncio.get_running_loop())
        entry = Entry(1, "one", 0.0, 0, entries.Move(1))
        with monkeypatch.context() as patched:
            patched.setattr(module, "_transact", fail)
            with pytest.raises(JournalError, match="too much"):
                await asyncio.wait_for(journal.append("table", [entry]), 10)
        await asyncio.wait_for(journal.append("table", [entry]), 10)
        assert [kept.command for kept in journal.entries("table")] == ["one"]
        await asyncio.to_thread(journal.close)

    asyncio.run(evening())
