"""Helpers: a real server on a real port, and players who talk to it over real sockets."""

import asyncio
import json
import os
import random
import socket
import sqlite3
import threading
import time
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx
import uvicorn
from websockets.asyncio.client import connect

from skulk.server.app import make_app, make_tables
from skulk.server.clock import Time
from skulk.server.forward import open_door
from skulk.server.limits import Limits
from skulk.server.serve import web
from skulk.server.settings import Server

FULL = os.environ.get("SKULK_CHECKS") == "full"
GAMES = ["fox_grove", "fox_on_the_run", "oh_fox", "outfoxed", "sly_fox"]
SWIFT = {"beat": 0, "bot_pace": 0}

HIGH = {
    "messages": 5000,
    "burst": 5000,
    "tables": 1000,
    "tables_burst": 5000,
    "chat_burst": 5000,
    "chat_lasting_burst": 5000,
}


def times(tenth, full=None):
    """How often: a tenth in every run, all of it in `make check-reliability`."""
    return (full or 10 * tenth) if FULL else tenth


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Hands:
    """Both clocks of a machine, to be set by hand."""

    def __init__(self):
        self.steady, self.wall = 50.0, 1e9

    def time(self):
        return Time(steady=lambda: self.steady, wall=lambda: self.wall)

    def pass_by(self, seconds):
        self.steady += seconds
        self.wall += seconds


class Running:
    """A server in a thread of this process; with `hands` its time passes when they say so."""

    def __init__(self, data: Path, hands: Hands | None = None, **more):
        more.setdefault(
            "limits",
            Limits(
                messages=5000,
                burst=5000,
                tables=1000,
                tables_burst=5000,
                chat=5000,
                chat_burst=5000,
                chat_lasting_burst=50_000,
            ),
        )
        self.settings = Server(port=free_port(), data=data, bot_processes=1, **more)
        listening = [socket.create_server(("127.0.0.1", self.settings.port), backlog=2048)]
        if door := open_door(self.settings):
            listening.append(door)
        self.tables = make_tables(self.settings)
        if hands:
            self.tables.time = hands.time()
        self.app = make_app(self.settings, self.tables)
        self.server = uvicorn.Server(web(self.app, self.settings))
        self.thread = threading.Thread(target=self.server.run, args=(listening,), daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.005)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.settings.port}"

    def close(self):
        self.server.should_exit = True
        self.thread.join(10)


@contextmanager
def running(data, **more):
    server = Running(data, **more)
    try:
        yield server
    finally:
        server.close()


def make(url, game, seats=None, *, options=None, settings=None, start=True, **more):
    """Lay a table; what the server answers."""
    wanted = {"game": game, "settings": SWIFT if settings is None else settings, "start": start, **more}
    if seats is not None:
        wanted["seats"] = seats
    if options:
        wanted["options"] = options
    answer = httpx.post(f"{url}/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    return answer.json()


def join(url, table, **more):
    answer = httpx.post(f"{url}/api/tables/{table}/join", json={"id": f"join-{os.urandom(8).hex()}", **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def bearer(token):
    return {"authorization": f"Bearer {token}"} if token else {}


def file_of(url, table):
    answer = httpx.get(f"{url}/api/tables/{table}/file")
    assert answer.status_code == 200, answer.text
    return answer.text


class Player:
    """One seat (or a spectator) on one WebSocket. `told` keeps the raw messages with a number."""

    def __init__(self, socket, seed=0):
        self.socket, self.random = socket, random.Random(seed)
        self.number, self.view, self.seat = 0, None, None
        self.raw, self.told, self.done, self.clocks = [], [], {}, []
        self.made = 0
        self.arrived = asyncio.Event()
        self.reading = asyncio.create_task(self._read())
        self.gone = None

    async def _read(self):
        try:
            async for text in self.socket:
                self._take(text)
        except Exception as error:
            self.gone = self.gone or str(error)
        finally:
            self.gone = self.gone or "closed"
            self.arrived.set()

    def _take(self, text):
        message = json.loads(text)
        self.raw.append(text)
        match message["type"]:
            case "welcome":
                self.number, self.view, self.seat = message["number"], message["view"], message["seat"]
            case "told":
                assert message["number"] == self.number + 1, f"{message['number']} follows {self.number}"
                self.number, self.view = message["number"], message["view"]
                self.told.append(text)
            case "done":
                assert message["id"] not in self.done or message["id"] == "", "a command ended twice"
                self.done[message["id"]] = message
            case "clock":
                self.clocks.append(message)
            case "gone":
                self.gone = message["code"]
        self.arrived.set()

    async def until(self, is_true, seconds=20):
        """Wait for the messages that make this true."""
        async with asyncio.timeout(seconds):
            while not is_true():
                assert not self.gone, f"the server sent us away: {self.gone}"
                self.arrived.clear()
                await self.arrived.wait()

    async def sent_away(self, seconds=20):
        """Wait until the server has ended this line; why it did."""
        async with asyncio.timeout(seconds):
            while not self.gone:
                self.arrived.clear()
                await self.arrived.wait()
        return self.gone

    def last(self, type):
        """The last message of this type, whatever came after it; empty before the first."""
        heard = (json.loads(text) for text in reversed(self.raw))
        return next((message for message in heard if message["type"] == type), {})

    async def send(self, do, id=None, **more):
        self.made += 1
        id = id or f"c{self.seat}-{self.made}-{os.urandom(4).hex()}"
        await self.socket.send(json.dumps({"do": do, "id": id, **more}))
        return id

    async def do(self, do, id=None, **more):
        """Send a command and wait for how it ended."""
        id = await self.send(do, id, **more)
        self.done.pop(id, None)
        await self.until(lambda: id in self.done)
        return self.done[id]

    @property
    def is_asked(self):
        return bool(self.view and self.view.get("moves")) and "answer" not in self.view

    @property
    def is_over(self):
        return bool(self.view) and self.view["phase"] == "over"

    async def play(self, moves=10_000):
        """Random moves until the game is over."""
        for _ in range(moves):
            await self.until(lambda: self.is_over or self.is_asked)
            if self.is_over:
                return
            before = self.number
            choice = self.random.choice(self.view["moves"])
            done = await self.do("move", move=choice["action"], on=before)
            assert done["outcome"] == "applied" or done["code"] == "stale", done
            if done["outcome"] == "applied":
                await self.until(lambda before=before: self.number > before)


@asynccontextmanager
async def sitting(url, table, token=None, since=None, seed=0):
    """A player at a table."""
    where = f"{url.replace('http', 'ws')}/api/tables/{table}/socket" + (f"?since={since}" if since is not None else "")
    async with connect(where, additional_headers=bearer(token), max_size=2**24, compression=None) as socket:
        player = Player(socket, seed)
        if since is not None:
            player.number = since
        else:
            await player.until(lambda: player.view is not None)
        try:
            yield player
        finally:
            player.reading.cancel()


def journal_of(data, table):
    """The journal of a table, read beside the server: (number, command, seat, kind, body)."""
    base = sqlite3.connect(f"file:{data / 'skulk.db'}?mode=ro", uri=True)
    try:
        return base.execute(
            "select number, command, seat, kind, body from journal where tab = ? order by number", (table,)
        ).fetchall()
    finally:
        base.close()
