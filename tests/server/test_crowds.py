"""Crowds: whoever has a seat gets to it, however many look on; nobody talks the others down."""

import asyncio
import json
import socket
from contextlib import ExitStack

import httpx
import pytest

from skulk.server import fold
from skulk.server.limits import Bucket, Limits, Lines, one_home
from skulk.server.telling import CHATS

from .laying import Laid
from .playing import HIGH, bearer, make, running, sitting

FEW = {"onlookers_per_table": 3, "onlookers_per_address": 4, "sockets_per_seat": 2, "sockets_per_address": 5}


def stream(url, table, token=None):
    return httpx.stream("GET", f"{url}/api/tables/{table}/events", headers=bearer(token), timeout=20)


def stay(held, url, table, token=None):
    """Open a stream and read its welcome; it stays open as long as `held`."""
    answer = held.enter_context(stream(url, table, token))
    assert answer.status_code == 200
    lines = answer.iter_lines()
    next(lines)
    held.callback(lines.close)


def is_refused(url, table, token=None):
    """Over both kinds of stream alike."""

    async def knock():
        try:
            async with sitting(url, table, token) as player:
                return player.gone == "too-many"
        except AssertionError as error:
            return "too-many" in str(error)

    with stream(url, table, token) as answer:
        over_http = answer.status_code == 429
    assert asyncio.run(knock()) == over_http
    return over_http


def test_onlookers_of_every_kind_leave_the_seats_their_lines(tmp_path):
    with running(tmp_path, limits=Limits(**HIGH, **FEW)) as server, ExitStack() as crowd:
        mine = make(server.url, "oh_fox", ["human", "open"], start=False)
        for _ in range(3):
            stay(crowd, server.url, mine["table"])
        assert is_refused(server.url, mine["table"])
        assert not is_refused(server.url, mine["table"], mine["token"])
        other = make(server.url, "oh_fox", ["human", "open"], start=False)
        stay(crowd, server.url, other["table"])
        assert is_refused(server.url, other["table"]), "four from one address"
        assert not is_refused(server.url, other["table"], other["token"])


def test_a_seat_has_so_many_streams_and_they_come_back(tmp_path):
    with running(tmp_path, limits=Limits(**HIGH, **FEW)) as server:
        mine = make(server.url, "oh_fox", ["human", "open"], start=False)
        with ExitStack() as many:
            for _ in range(2):
                stay(many, server.url, mine["table"], mine["token"])
            assert is_refused(server.url, mine["table"], mine["token"])
        lines = server.tables.lines

        async def settle():
            async with asyncio.timeout(20):
                while lines.open:
                    await asyncio.sleep(0.01)

        asyncio.run(settle())  # every line that was taken is given back
        assert not is_refused(server.url, mine["table"], mine["token"])


def test_lines_are_counted_by_seat_address_table_and_in_all():
    limits = Limits(sockets=6, onlookers=4, onlookers_per_table=2, onlookers_per_address=3, sockets_per_seat=2)
    lines = Lines(limits)
    with ExitStack() as held:
        for table in ("A", "A", "B"):
            held.enter_context(lines.taken(table, None, "home"))
        assert not lines.has_room("A", None, "elsewhere"), "two at a table"
        assert not lines.has_room("B", None, "home"), "three from an address"
        held.enter_context(lines.taken("B", None, "elsewhere"))
        assert not lines.has_room("C", None, "far"), "four who look on"
        for _ in range(2):
            assert lines.has_room("A", 0, "home")
            held.enter_context(lines.taken("A", 0, "home"))
        assert not lines.has_room("A", 0, "far")
        assert not lines.has_room("A", 1, "far"), "six in all"
    assert not lines.open


@pytest.mark.parametrize(
    ("host", "home"),
    [
        ("1.2.3.4", "1.2.3.4"), ("::ffff:1.2.3.4", "1.2.3.4"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"), ("testclient", "testclient"),
    ],
)  # fmt: skip
def test_a_home_with_many_addresses_is_one(host, home):
    assert one_home(host) == home


# ---- chat


def test_what_a_seat_says_has_a_limit_over_all_its_connections(tmp_path):
    limits = Limits(**HIGH | {"chat_burst": 5}, chat=0.001)
    with running(tmp_path, limits=limits) as server:
        mine = make(server.url, "oh_fox", ["human", "open"], start=False)

        async def talk():
            where = (server.url, mine["table"], mine["token"])
            async with sitting(*where) as one, sitting(*where) as two:
                done = [await who.do("chat", text="hello") for _ in range(5) for who in (one, two)]
                assert [d["outcome"] for d in done].count("applied") == 5
                assert {d["code"] for d in done if d["outcome"] == "refused"} == {"too-many"}
                assert (await one.do("name", name="Vulpes"))["code"] == "too-many"
                assert (await one.do("start"))["outcome"] == "applied", "what is no talk goes on"

        asyncio.run(talk())


def test_what_was_said_long_ago_is_kept_in_the_journal_alone(monkeypatch):
    monkeypatch.setattr(fold, "CHATS", 30)
    laid = Laid("oh_fox", hears=False).start()
    laid.wander(4)
    for number in range(100):
        laid.put("chat", 0, text=f"{number} " + "x" * 290)
    laid.wander(4)
    said = [item for item in laid.table.log if item.at is not None]
    assert [item.phrase.parameters["text"].split()[0] for item in said] == [str(n) for n in range(70, 100)]
    assert laid.table.numbers[0] > 100, "and nobody's numbers change"


def test_a_welcome_stays_small(tmp_path):
    with running(tmp_path) as server:
        mine = make(server.url, "oh_fox", ["human", "open"])

        async def talk():
            async with sitting(server.url, mine["table"], mine["token"]) as player:
                for _ in range(CHATS + 60):
                    assert (await player.do("chat", text="🦊" * 300))["outcome"] == "applied"

        asyncio.run(talk())
        answer = httpx.get(f"{server.url}/api/tables/{mine['table']}", headers=bearer(mine["token"]))
        log = answer.json()["log"]
        assert sum(line["of"] == "chat" for line in log) == CHATS
        assert any(line["of"] != "chat" for line in log)
        assert len(answer.content) < 200_000
        assert json.loads(answer.content)["number"] > CHATS


def test_who_is_refused_for_haste_leaves_no_debt_to_others():
    """Whoever plays from the same address would wait for minutes."""
    bucket = Bucket(rate=30, burst=120)
    for _ in range(20_000):
        bucket.take(10)
    assert bucket.take() < 10.1


def test_half_a_request_is_no_failure_of_the_server(tmp_path, caplog):
    with running(tmp_path) as server:
        host, port = server.url.removeprefix("http://").split(":")
        head = [
            "POST /api/fit HTTP/1.1",
            f"Host: {host}:{port}",
            "Content-Type: application/json",
            "Content-Length: 50",
        ]
        with socket.create_connection((host, int(port))) as line:
            line.sendall("\r\n".join([*head, "", "{"]).encode())
        make(server.url, "oh_fox", ["human", "open"], start=False)
    assert "a request failed" not in caplog.text
