"""How many durable moves the server makes, over real sockets: checks 13 and 14.

python -m bench.server                       500 tables of Fox on the Run, two seats each, as fast as it goes
python -m bench.server --pace 1              one move a second at every table; times are from the planned moment
python -m bench.server --tables 50 --seconds 5 --json

The players are kept on one core and speak just enough WebSocket to cost little: their share of that core is printed,
and above 0.7 they, not the server, are what was measured. The server runs as it always does: an event loop, and beside
it the thread that keeps the journal. What others do on the machine makes work dearer: the best second is told as well.
"""

import argparse
import asyncio
import base64
import http.client
import itertools
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque

import msgspec

with socket.create_server(("127.0.0.1", 0)) as free:
    PORT = free.getsockname()[1]
HZ = os.sysconf("SC_CLK_TCK")
KEY = base64.b64encode(b"players of bench").decode()
VOID = 0.7  # of a core: players that use more measure themselves


class Offer(msgspec.Struct):
    action: int


class View(msgspec.Struct):
    phase: str
    moves: list[Offer] = []


class Message(msgspec.Struct):
    """The little that a player of this bench looks at."""

    type: str
    number: int = 0
    view: View | None = None
    outcome: str = ""


decode = msgspec.json.Decoder(Message).decode


class Tally:
    """What all tables have in common."""

    def __init__(self, pace):
        self.pace, self.chance, self.loop = pace, random.Random(1), asyncio.get_running_loop()
        self.times, self.errors, self.is_open = [], 0, False


class Pair:
    """The two seats of one table, and when its next move is due."""

    def __init__(self, laid, tally, evening):
        self.seats = [Seat(seat, self, tally) for seat in laid]
        self.tally, self.evening, self.due, self.is_over = tally, evening, 0.0, False

    def begin(self, due):
        self.due = due
        for seat in self.seats:
            seat.consider()

    def end(self):
        if not self.is_over:
            self.is_over = True
            self.evening.next(self.due)


class Seat(asyncio.Protocol):
    """One seat on one socket: plays when it is asked."""

    def __init__(self, seat, pair, tally):
        self.seat, self.pair, self.tally = seat, pair, tally
        self.data, self.last, self.sent, self.made = b"", None, deque(), 0
        self.welcomed = tally.loop.create_future()

    async def connect(self):
        await self.tally.loop.create_connection(lambda: self, "127.0.0.1", PORT)
        await self.welcomed

    def connection_made(self, transport):
        self.transport = transport
        transport.write(
            f"GET /api/tables/{self.seat['table']}/socket HTTP/1.1\r\nhost: 127.0.0.1:{PORT}\r\n"
            f"authorization: Bearer {self.seat['token']}\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
            f"sec-websocket-version: 13\r\nsec-websocket-key: {KEY}\r\n\r\n".encode()
        )

    def data_received(self, data):
        data = self.data + data if self.data else data
        at = 0
        if not self.welcomed.done() and data.startswith(b"HTTP"):
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self.data = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data
        while len(data) >= at + 4:  # frames of a server: a byte of kind, the length in one or three bytes, text
            size, head = data[at + 1], 2
            if size == 126:
                size, head = data[at + 2] << 8 | data[at + 3], 4
            elif size == 127:
                if len(data) < at + 10:
                    break
                size, head = int.from_bytes(data[at + 2 : at + 10], "big"), 10
            if len(data) < at + head + size:
                break
            if data[at] == 0x81:
                self.take(decode(data[at + head : at + head + size]))
            elif data[at] == 0x89:
                self.transport.write(bytes((0x8A, 0x80 | size, 0, 0, 0, 0)) + data[at + head : at + head + size])
            at += head + size
        self.data = data[at:]

    def take(self, message):
        if message.type == "done":
            self.tally.times.append(time.perf_counter() - self.sent.popleft())
            self.tally.errors += message.outcome != "applied"
        elif message.view:
            self.last = message
            if not self.welcomed.done():
                self.welcomed.set_result(None)
            elif self.tally.is_open:
                self.consider()

    def consider(self):
        view = self.last.view
        if view.phase == "over":
            self.pair.end()
        elif view.moves:
            if not self.tally.pace:
                self.move(time.perf_counter())
            else:
                now = time.perf_counter()
                self.pair.due = max(self.pair.due, now)
                self.tally.loop.call_later(self.pair.due - now, self.move, self.pair.due)
                self.pair.due += self.tally.pace

    def move(self, planned):
        if not self.tally.is_open:
            return
        self.made += 1
        self.sent.append(planned)
        action = self.tally.chance.choice(self.last.view.moves).action
        text = f'{{"do":"move","id":"m{self.made}","move":{action},"on":{self.last.number}}}'.encode()
        self.transport.write(bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text)  # masked with zeros


class Evening:
    """So many tables at once; where a game is over the next table that was laid takes its place."""

    def __init__(self, laid, tally):
        self.pairs = [Pair(pair, tally, self) for pair in laid]
        self.waiting, self.dry = iter(self.pairs), 0

    def next(self, due):
        pair = next(self.waiting, None)
        if pair:
            pair.begin(due)
        else:
            self.dry += 1


async def run(laid, server, given):
    tally = Tally(given.pace)
    evening = Evening(laid, tally)
    for first in range(0, len(evening.pairs), 50):
        await asyncio.gather(*(seat.connect() for pair in evening.pairs[first : first + 50] for seat in pair.seats))
    await asyncio.sleep(0.5)
    print("playing", file=sys.stderr)
    tally.is_open = True
    for _ in range(given.tables):
        evening.next(time.perf_counter() + tally.chance.random() * given.pace)  # not all at the same moment
    await asyncio.sleep(min(2, given.seconds / 4) if not given.pace else given.pace)  # under way
    tally.times.clear()
    marks = [measured(server, tally)]
    while marks[-1]["wall"] < marks[0]["wall"] + given.seconds:
        await asyncio.sleep(1)
        marks.append(measured(server, tally))
    times, tally.is_open = sorted(tally.times), False
    await asyncio.sleep(0.3)
    seconds = [_between(*pair) for pair in itertools.pairwise(marks)]
    best = min((s["loop"] + s["others"]) / s["moves"] for s in seconds if s["moves"])
    return told(times, _between(marks[0], marks[-1]), 1e6 * best, tally.errors, evening.dry, given)


def measured(pid, tally):
    return {"wall": time.perf_counter(), "players": time.process_time(), "moves": len(tally.times), **cpu_of(pid)}


def _between(before, after):
    return {name: after[name] - before[name] for name in before}


def cpu_of(pid):
    """Seconds of CPU: of the thread with the event loop, and of the others, the journal's above all."""
    seconds = {"loop": 0.0, "others": 0.0}
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
            seconds["loop" if int(thread) == pid else "others"] += int(file.read().split()[0]) / 1e9
    return seconds


def told(times, spent, best, errors, dry, given):
    moves = len(times)
    each = {name: round(1e6 * spent[name] / moves, 1) for name in ("loop", "others", "players")}
    return {
        "tables": given.tables,
        "pace": given.pace,
        "moves": moves,
        "seconds": round(spent["wall"], 2),
        "moves_a_second": round(moves / spent["wall"], 1),
        "p50_ms": round(1000 * times[moves // 2], 2),
        "p99_ms": round(1000 * times[int(0.99 * moves)], 2),
        "server_us_a_move": round(each["loop"] + each["others"], 1),
        "of_these_in_the_event_loop": each["loop"],
        "in_the_best_second": round(best, 1),
        "players_share_of_a_core": round(spent["players"] / spent["wall"], 2),
        "errors": errors,
        "tables_without_a_next_game": dry,
        "load_of_the_machine": round(os.getloadavg()[0], 1),
    }


def lay(tables):
    """Tables that have begun, with both seats' tokens."""
    line, laid = http.client.HTTPConnection("127.0.0.1", PORT), []

    def post(path, body, token=None):
        more = {"authorization": f"Bearer {token}"} if token else {}
        line.request("POST", f"/api{path}", json.dumps(body), {"content-type": "application/json", **more})
        return json.loads(line.getresponse().read())

    for number in range(tables):
        mine = post("/tables", {"game": "fox_on_the_run", "seats": ["human", "open"], "settings": {"beat": 0}})
        laid.append([mine, post(f"/tables/{mine['table']}/join", {"id": f"join-{number:016}"})])
        post(f"/tables/{mine['table']}/commands", {"do": "start", "id": "s"}, mine["token"])
    return laid


def serve(data):
    command = [sys.executable, "-m", "bench.server_process", str(PORT), data]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while True:
        try:
            line = http.client.HTTPConnection("127.0.0.1", PORT)
            line.request("GET", "/api/health")
            line.getresponse().read()
            return server
        except OSError:
            if server.poll() is not None:
                sys.exit("the server has not started")
            time.sleep(0.05)


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--tables", type=int, default=500)
    given.add_argument("--rounds", type=int, default=6, help="tables laid beforehand for each that plays at a time")
    given.add_argument("--seconds", type=float, default=20)
    given.add_argument("--pace", type=float, default=0, help="seconds between the moves at a table; 0: no pause")
    given.add_argument("--json", action="store_true")
    given.add_argument("--data", help="a folder on the disk to measure; left out: a temporary one")
    given = given.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory(dir=given.data) as data:
        server = serve(data)
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        try:
            print(f"laying {given.tables * given.rounds} tables", file=sys.stderr)
            laid = lay(given.tables * given.rounds)
            import uvloop

            figures = uvloop.run(run(laid, server.pid, given))
        finally:
            server.terminate()
            server.wait()
    show(figures, given)


def show(figures, given):
    if given.json:
        print(json.dumps(figures, indent=1))
        return
    f = figures
    print(f"{f['tables']} tables, {f['moves']} moves in {f['seconds']} s: {f['moves_a_second']:.0f} durable moves/s")
    print(f"p50 {f['p50_ms']} ms, p99 {f['p99_ms']} ms, {f['errors']} errors")
    loop = f["of_these_in_the_event_loop"]
    print(f"server {f['server_us_a_move']} µs CPU a move, {loop} of them in the event loop; ", end="")
    print(f"{f['in_the_best_second']} µs in the best second")
    print(f"the players used {f['players_share_of_a_core']} of a core; load of the machine {f['load_of_the_machine']}")
    if f["players_share_of_a_core"] > VOID:
        print(f"void: the players used more than {VOID} of a core")
    if f["tables_without_a_next_game"]:
        print(f"{f['tables_without_a_next_game']} tables had no next game: lay more with --rounds")


if __name__ == "__main__":
    main()
