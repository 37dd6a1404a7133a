"""Requests that never end and readers that have stopped to read: the server does not wait for them for ever."""

import asyncio
import json
import socket

import httpx
import pytest

from skulk.server import patience, wire

from .playing import make, running

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


def with_little_room(connection_made):
    """The system itself would take megabytes of what nobody reads."""

    def made(self, transport):
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        connection_made(self, transport)

    return made


def wait_for_the_end(server, table):
    wait_until(lambda: httpx.get(f"{server.url}/api/tables/{table}").json()["view"]["phase"] == "over")


def wait_until(is_true, seconds=40):
    async def wait():
        async with asyncio.timeout(seconds):
            while not is_true():
                await asyncio.sleep(0.02)

    asyncio.run(wait())
