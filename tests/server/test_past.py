"""Whoever comes back after a long time is told everything, as fast as it reads, and nobody pays for that."""

import asyncio
import json

import httpx
import pytest

from skulk.engine import SPECTATOR
from skulk.protocol.messages import Make
from skulk.server.door import Caller
from skulk.server.entries import Chat
from skulk.server.limits import Limits
from skulk.server.seats import Keys
from skulk.server.store.sqlite import SQLite
from skulk.server.stream import serve_lines, serve_socket
from skulk.server.tables import Tables
from skulk.server.thinkers import Thinkers

from .playing import make, running, sitting

QUEUE = 20  # far less than is missed below


def numbers(texts):
    return [message["number"] for message in map(json.loads, texts) if message["type"] in ("told", "welcome")]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A server on which few messages wait, and a table at which many were told."""
    limits = Limits(messages=5000, burst=5000, tables=1000, tables_burst=5000, queue=QUEUE)
    with running(tmp_path_factory.mktemp("past"), limits=limits) as server:
        laid = make(server.url, "fox_grove", ["random", "random"])

        async def watch():
            async with sitting(server.url, laid["table"]) as guest:
                await guest.until(lambda: guest.is_over, 60)
                return guest.number

        yield server.url, laid["table"], asyncio.run(watch())


def test_a_socket_that_missed_more_than_ever_waits(played):
    url, table, last = played
    assert last > 4 * QUEUE

    async def evening():
        async with sitting(url, table, since=0) as guest:
            await guest.until(lambda: guest.number == last)  # which sees to it that there is no hole
            await guest.until(lambda: json.loads(guest.raw[-1])["type"] == "presence")
            return numbers(guest.raw)

    assert asyncio.run(evening()) == list(range(1, last + 1))


@pytest.mark.parametrize("kind", ["application/x-ndjson", "text/event-stream"])
def test_the_same_over_http(played, kind):
    url, table, last = played
    told = []
    with httpx.stream("GET", f"{url}/api/tables/{table}/events?since=0", headers={"accept": kind}) as stream:
        for line in stream.iter_lines():
            text = line.removeprefix("data: ")
            told += numbers([text]) if text.startswith("{") else []
            assert '"gone"' not in text
            if told and told[-1] == last:
                break
    assert told == list(range(1, last + 1))


class Slow:
    """A connection that takes a message when it is allowed to, and notes how many wait for it then."""

    def __init__(self):
        self.allowed, self.taken, self.closed = asyncio.Semaphore(0), [], None

    async def receive(self):
        await asyncio.Event().wait()

    async def send(self, message):
        if message["type"] == "websocket.close":
            self.closed = message["code"]
            return
        await self.allowed.acquire()
        self.taken.append(message["text"])


async def lines_into(slow, gathering, since):
    async for line in serve_lines(gathering, Caller(SPECTATOR), since, False):
        await slow.allowed.acquire()
        slow.taken.append(line.decode())


@pytest.mark.parametrize("kind", ["socket", "lines"])
def test_a_slow_reader_catches_up_while_the_table_goes_on(tmp_path, kind):
    async def evening():
        tables = Tables(SQLite(tmp_path / "skulk.db"), Keys("secret"), Thinkers(1), limits=Limits(queue=QUEUE))
        await tables.start()
        gathering, seat = await tables.make(Make("oh_fox", seats=["human", "open"]))

        async def chat(times):
            for _ in range(times):
                await gathering.enter([Chat("hello")], seat, f"c{gathering.table.number}")

        await chat(5 * QUEUE)
        slow = Slow()
        serve = (
            serve_socket(slow, gathering, Caller(SPECTATOR), 0) if kind == "socket" else lines_into(slow, gathering, 0)
        )
        serving = asyncio.create_task(serve)
        for _ in range(10 * QUEUE):  # it reads two while one more is told
            await chat(1)
            slow.allowed.release()
            slow.allowed.release()
            await asyncio.sleep(0)
            assert not serving.done(), "nobody is sent away for catching up"
            assert all(len(listener.waiting) <= QUEUE for listener in gathering.listeners.everybody())
        last = gathering.table.numbers[SPECTATOR]
        while numbers(slow.taken)[-1:] != [last]:
            slow.allowed.release()
            await asyncio.sleep(0)
        await chat(3)
        while numbers(slow.taken)[-1] != last + 3:
            slow.allowed.release()
            await asyncio.sleep(0)
        assert numbers(slow.taken) == list(range(1, last + 4)), "in order, without a hole or a double"
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        await tables.close()

    asyncio.run(asyncio.wait_for(evening(), 60))
