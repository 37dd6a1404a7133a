"""How many durable moves the server makes, over real sockets: checks 13 and 14.

python -m bench.server                       500 tables of Fox on the Run, two seats each, as fast as it goes
python -m bench.server --pace 1              one move a second at every table; times are from the planned moment
python -m bench.server --tables 50 --seconds 5
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request

import msgspec
from websockets.asyncio.client import connect

PORT = 8977
HZ = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Offer(msgspec.Struct):
    action: int


class View(msgspec.Struct):
    phase: str
    moves: list[Offer] = []


class Message(msgspec.Struct):
    """The little that a player of this bench looks at."""

    type: str
    id: str = ""
    number: int = 0
    view: View | None = None
    outcome: str = ""
    code: str = ""


decode = msgspec.json.Decoder(Message).decode


def post(path, body, token=""):
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}/api{path}", msgspec.json.encode(body), headers)
    return msgspec.json.decode(urllib.request.urlopen(request).read())


class Tally:
    def __init__(self):
        self.times, self.errors, self.until = [], 0, 0.0


class Seat:
    """One seat on one socket: plays when it is asked, until the game is over or the time is up."""

    def __init__(self, seat, tally, pace, chance):
        self.where = f"ws://127.0.0.1:{PORT}/api/tables/{seat['table']}/socket"
        self.headers = {"authorization": f"Bearer {seat['token']}"}
        self.tally, self.pace, self.chance = tally, pace, chance
        self.sent, self.planned = {}, 0.0

    async def connect(self):
        self.socket = await connect(self.where, additional_headers=self.headers, compression=None, max_size=None)

    async def play(self):
        while time.perf_counter() < self.tally.until:
            try:
                message = decode(await asyncio.wait_for(self.socket.recv(decode=False), 1))
            except TimeoutError:
                continue
            if message.type == "done":
                self.tally.errors += message.outcome != "applied"
                self.tally.times.append(time.perf_counter() - self.sent.pop(message.id))
            elif message.view and message.view.phase == "over":
                return
            elif message.view and message.view.moves:
                asyncio.get_running_loop().create_task(self.move(message))

    async def move(self, message):
        now = time.perf_counter()
        first = now + self.chance.random() * self.pace  # not all tables at the same moment
        self.planned = max(self.planned + self.pace, now) if self.planned and self.pace else first
        await asyncio.sleep(self.planned - now)
        id, action = f"{self.chance.getrandbits(60)}", self.chance.choice(message.view.moves).action
        self.sent[id] = self.planned
        await self.socket.send(f'{{"do":"move","id":"{id}","move":{action},"on":{message.number}}}')


async def run(laid, tables, seconds, pace):
    """So many tables at once; where a game is over the next table that was laid takes its place."""
    tally, chance = Tally(), random.Random(1)
    pairs = [[Seat(seat, tally, pace, chance) for seat in pair] for pair in laid]
    for pair in pairs:
        await asyncio.gather(*(seat.connect() for seat in pair))
    waiting, measured = iter(pairs), (time.perf_counter(), time.process_time(), cpu_of(tables[1]))
    tally.until = time.perf_counter() + seconds

    async def evening():
        for pair in waiting:
            await asyncio.gather(*(seat.play() for seat in pair))
            if time.perf_counter() > tally.until:
                return

    await asyncio.gather(*(evening() for _ in range(tables[0])))
    ended = (time.perf_counter(), time.process_time(), cpu_of(tables[1]))
    return tally, [after - before for before, after in zip(measured, ended, strict=True)]


def cpu_of(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().split()
    return (int(fields[13]) + int(fields[14])) / HZ


def main():
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--tables", type=int, default=500)
    given.add_argument("--rounds", type=int, default=6, help="tables laid beforehand for each that plays at a time")
    given.add_argument("--seconds", type=float, default=20)
    given.add_argument("--pace", type=float, default=0, help="seconds between the moves of a seat; 0: no pause")
    given = given.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen([sys.executable, "-m", "bench.server_process", str(PORT), data])
        try:
            report(server, given)
        finally:
            server.terminate()
            server.wait()


def report(server, given):
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/api/health").read()
            break
        except OSError:
            time.sleep(0.05)
    laid = []
    for number in range(given.tables * given.rounds):
        mine = post("/tables", {"game": "fox_on_the_run", "seats": ["human", "open"], "settings": {"beat": 0}})
        laid.append([mine, post(f"/tables/{mine['table']}/join", {"id": f"join-{number:016}"})])
        post(f"/tables/{mine['table']}/commands", {"do": "start", "id": "s"}, mine["token"])
    pace = 2 * given.pace  # two seats take turns
    tally, (passed, mine, used) = asyncio.run(run(laid, (given.tables, server.pid), given.seconds, pace))
    times = sorted(tally.times)
    print(f"{given.tables} tables, {len(times)} moves in {passed:.1f} s: {len(times) / passed:.0f} durable moves/s")
    print(f"p50 {1000 * times[len(times) // 2]:.1f} ms, p99 {1000 * times[int(0.99 * len(times))]:.1f} ms")
    print(f"server {1e6 * used / len(times):.0f} µs CPU a move; the client used {mine / passed:.2f} of a core")
    print(f"{tally.errors} errors; load of the machine {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
