"""Requests that never end and readers that have stopped to read: the server does not wait for them for ever."""

import asyncio
import json
import socket
from contextlib import ExitStack

import httpx
import pytest

from skulk.server import patience, wire
from skulk.server.door import with_room
from skulk.server.limits import Limits

from .playing import HIGH, make, running

HALF = {
    "nothing": b"",
    "half a line": b"GET /api HT",
    "half a head": b"GET /api HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n",
    "half a body": b"POST /api/fit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 900\r\n\r\n{"game"',
    "half a handshake": b"GET /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConn",
}


@pytest.fixture
def hasty(tmp_path, monkeypatch):
    """A server without patience."""
    monkeypatch.setattr(patience, "HEAD", 0.3)
    monkeypatch.setattr(patience, "BODY", 0.3)
    with running(tmp_path) as server:
        yield server


def knock(server, data=b""):
    line = socket.create_connection(("127.0.0.1", server.settings.port), timeout=20)
    line.sendall(data)
    return line


def is_cut(line):
    """Read until the server closes; whether it ever does."""
    try:
        while line.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize("what", HALF)
def test_a_request_that_does_not_end_is_cut(hasty, what):
    with knock(hasty, HALF[what]) as line:
        assert is_cut(line)
    assert httpx.get(f"{hasty.url}/api/health").status_code == 200


@pytest.mark.parametrize("start", [HALF["half a head"], HALF["half a body"]])
def test_bytes_that_drip_win_no_time(hasty, start):
    with knock(hasty, start) as line:
        line.settimeout(0.05)
        for _ in range(400):
            try:
                line.sendall(b"x")
                if not line.recv(1):
                    return
            except TimeoutError:
                continue
            except OSError:
                return
    raise AssertionError("it was never cut")


def test_the_second_request_of_a_connection_has_no_more_time(hasty):
    with knock(hasty, b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n") as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(HALF["half a head"])
        assert is_cut(line)


def test_a_head_is_not_endless(tmp_path):
    with running(tmp_path) as server, knock(server, b"GET /api HTTP/1.1\r\nHost: localhost\r\n") as line:
        sent = 0
        try:
            while sent < 10_000_000:
                sent += line.send(b"X-A: " + b"a" * 1000 + b"\r\n")
        except OSError:  # cut, however the system calls it
            pass
        assert sent < 10_000_000


def test_who_takes_their_time_within_a_stream_is_not_cut(hasty):
    """The limits are for requests that come in: what is answered may last."""
    table = make(hasty.url, "oh_fox", ["human", "open"], start=False)["table"]
    with httpx.stream("GET", f"{hasty.url}/api/tables/{table}/events") as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines))["type"] == "welcome"
        with knock(hasty, HALF["half a head"]) as other:
            assert is_cut(other), "longer than that"
        httpx.post(f"{hasty.url}/api/tables/{table}/join", json={"id": "join-" + "x" * 16})
        while json.loads(next(lines))["type"] != "told":
            pass


@pytest.mark.parametrize("kind", ["socket", "events"])
def test_who_has_stopped_to_read_is_cut(tmp_path, monkeypatch, kind):
    monkeypatch.setattr(patience, "STUCK", 0.3)
    monkeypatch.setattr(wire, "LAST_WORD", 0.3)
    monkeypatch.setattr(patience.Patient, "connection_made", with_little_room(patience.Patient.connection_made))
    with running(tmp_path) as server:
        laid = make(server.url, "fox_grove", ["random", "random"])
        wait_for_the_end(server, laid["table"])
        head = f"GET /api/tables/{laid['table']}/{kind}?since=0 HTTP/1.1\r\nHost: localhost\r\n"
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        more = f"{upgrade}dGhlIHNhbXBsZSBub25jZQ==\r\n" if kind == "socket" else ""
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.settimeout(20)
            line.connect(("127.0.0.1", server.settings.port))
            line.sendall(f"{head}{more}\r\n".encode())
            gathering = server.tables.gatherings[laid["table"]]
            wait_until(lambda: gathering.listeners.everybody())
            wait_until(lambda: not gathering.listeners.everybody())  # without a byte read
        assert httpx.get(f"{server.url}/api/health").status_code == 200


# ---- so many from one address


ASK = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"


def is_answered(line, rest=b"\r\n"):
    line.sendall(rest)
    return line.recv(65536).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("what", ["nothing", "half a head", "half a body"])
def test_of_too_many_that_wait_the_one_that_waits_longest_is_cut(tmp_path, what):
    with running(tmp_path, limits=Limits(**HIGH, waiting_per_address=3)) as server, ExitStack() as held:
        first, *others = [held.enter_context(knock(server, HALF[what])) for _ in range(4)]
        assert is_cut(first)
        if what == "half a head":
            assert all(is_answered(line) for line in others), "the others have their time"


def test_who_has_been_answered_and_stays_counts_among_them(tmp_path):
    with running(tmp_path, limits=Limits(**HIGH, waiting_per_address=3)) as server:
        waiting = server.server.config.http_protocol_class.waiting
        with knock(server) as line:
            assert is_answered(line, ASK)
            wait_until(lambda: len(waiting.of["127.0.0.1"]) == 1)
        wait_until(lambda: not waiting.of)


def test_streams_do_not_count_among_them(tmp_path):
    with running(tmp_path, limits=Limits(**HIGH, waiting_per_address=1)) as server:
        table = make(server.url, "oh_fox", ["human", "open"], start=False)["table"]
        with httpx.stream("GET", f"{server.url}/api/tables/{table}/events") as stream:
            lines = stream.iter_lines()
            assert json.loads(next(lines))["type"] == "welcome"
            with knock(server, HALF["half a head"]) as one, knock(server, HALF["half a head"]) as two:
                assert is_cut(one)
                assert is_answered(two)
            httpx.post(f"{server.url}/api/tables/{table}/join", json={"id": "join-" + "x" * 16})
            while json.loads(next(lines))["type"] != "told":
                pass


def test_a_proxy_may_wait_with_many(tmp_path):
    limits = Limits(**HIGH, waiting_per_address=1)
    with running(tmp_path, limits=limits, proxies=["127.0.0.1"]) as server, ExitStack() as held:
        lines = [held.enter_context(knock(server, HALF["half a head"])) for _ in range(3)]
        assert all(is_answered(line) for line in lines)


def test_so_many_requests_of_one_address_are_answered_at_a_time():
    """Behind a proxy the address is the one that it tells."""

    async def evening():
        go_on, begun = asyncio.Event(), []

        async def app(scope, receive, send):
            begun.append(scope["client"][0])
            await go_on.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def status(host, path="/api/health"):
            told = []

            async def send(message):
                told.append(message)

            await door({"type": "http", "path": path, "client": (host, 1)}, None, send)
            return told[0]["status"]

        door = with_room(app, 2)
        async with asyncio.timeout(20), asyncio.TaskGroup() as all_at_once:
            homes = ["1.1.1.1", "1.1.1.1", "2.2.2.2", "2001:db8::1", "2001:db8::2"]
            served = [all_at_once.create_task(status(home)) for home in homes]
            served.append(all_at_once.create_task(status("1.1.1.1", "/api/tables/T/events")))
            while len(begun) < len(served):
                await asyncio.sleep(0)
            assert [await status(host) for host in ("1.1.1.1", "2001:db8::3")] == [429, 429]
            go_on.set()
        assert [task.result() for task in served] == [200] * len(served)
        assert await status("1.1.1.1") == 200

    asyncio.run(evening())


def with_little_room(connection_made):
    """The system itself would take megabytes of what nobody reads."""

    def made(self, transport):
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        connection_made(self, transport)

    return made


@pytest.mark.parametrize(("left", "is_cut"), [([900, 899, 898, 898], 3), ([900, 900], 1)])
def test_who_reads_slowly_but_reads_is_not_cut(monkeypatch, left, is_cut):
    """Each look finds so many bytes left; after which of them is the connection cut?"""
    looks, cuts = iter(left), []

    class Line(patience.Unstuck):
        def __init__(self):
            self.loop = self.transport = self

        def get_write_buffer_size(self):
            return next(looks)

        def get_extra_info(self, name):
            return None

        def call_later(self, seconds, deed, *args):
            waiting.append((deed, args))
            return True

        def abort(self):
            cuts.append(len(left) - len(list(looks)) - 1)

    waiting = []
    line = Line()
    line._look_again()
    while waiting:
        deed, args = waiting.pop()
        deed(*args)
    assert cuts == [is_cut]


def wait_for_the_end(server, table):
    wait_until(lambda: httpx.get(f"{server.url}/api/tables/{table}").json()["view"]["phase"] == "over")


def wait_until(is_true, seconds=40):
    async def wait():
        async with asyncio.timeout(seconds):
            while not is_true():
                await asyncio.sleep(0.02)

    asyncio.run(wait())
