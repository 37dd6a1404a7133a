"""Several servers on one store: any of them answers for any table, and a table outlives the server that had it."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from skulk.engine import SkulkError
from skulk.server.settings import Server
from skulk.server.store import BadStore

from .playing import SWIFT, bearer, free_port, join, make, running, sitting


@pytest.fixture
def pair(cluster, tmp_path):
    """Two servers that know each other."""
    url = cluster.fresh()
    with running(tmp_path / "a", store=url) as first, running(tmp_path / "b", store=url) as second:
        know_each_other(first, second)
        yield first, second


def know_each_other(*servers):
    while any(len(server.tables.journal.others()) < len(servers) - 1 for server in servers):
        time.sleep(0.01)


def laid(server):
    """A table with two people, begun."""
    mine = make(server.url, "fox_on_the_run", ["human", "open"], start=False)
    return [mine, join(server.url, mine["table"])]


def begin(url, mine):
    where = f"{url}/api/tables/{mine['table']}/commands"
    done = httpx.post(where, json={"do": "start", "id": "s"}, headers=bearer(mine["token"]), timeout=30)
    assert done.status_code == 200, done.text


def at_home(server, table):
    return table in server.tables.gatherings


def hand_over(server):
    asyncio.run_coroutine_threadsafe(server.tables.hand_over(), server.tables.journal.loop).result(20)


def test_a_game_is_played_through_any_server(pair):
    first, second = pair
    seats = laid(first)
    begin(second.url, seats[0])

    async def evening():
        async with (
            sitting(second.url, seats[0]["table"], seats[0]["token"], seed=1) as one,
            sitting(first.url, seats[1]["table"], seats[1]["token"], seed=2) as two,
            sitting(second.url, seats[1]["table"]) as onlooker,
        ):
            await one.until(lambda: one.last("presence").get("seats") == [0, 1])
            await asyncio.gather(one.play(), two.play())
            await onlooker.until(lambda: onlooker.is_over)
            assert one.last("presence")["watching"] == 1

    asyncio.run(evening())
    table = seats[0]["table"]
    assert (at_home(first, table), at_home(second, table)) == (True, False)
    answers = [httpx.get(f"{server.url}/api/tables/{table}/file") for server in pair]
    assert answers[0].status_code == 200
    assert answers[0].content == answers[1].content
    assert dict(answers[0].headers).keys() == dict(answers[1].headers).keys()


def test_events_stream_through_another_server_and_end_with_who_listens(pair):
    first, second = pair
    mine = laid(first)[0]
    gathering = first.tables.gatherings[mine["table"]]
    with httpx.stream(
        "GET", f"{second.url}/api/tables/{mine['table']}/events", headers=bearer(mine["token"]), timeout=20
    ) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        lines = answer.iter_lines()
        assert '"welcome"' in next(lines)
        begin(second.url, mine)
        while '"told"' not in next(lines):
            pass
        assert gathering.listeners.at[0]
    while gathering.listeners.at[0]:
        time.sleep(0.01)


def test_refusals_come_through_as_they_are(pair):
    first, _second = pair
    mine = laid(first)[0]
    for path, more in (
        ("/api/tables/nosuchtable0", {}),
        (f"/api/tables/{mine['table']}", {"headers": bearer("nonsense")}),
        (f"/api/tables/{mine['table']}", {"headers": {"host": "fox.example.org"}}),
        (f"/api/tables/{mine['table']}/file", {}),
    ):
        answers = [httpx.get(server.url + path, **more) for server in pair]
        assert answers[0].status_code == answers[1].status_code >= 400
        assert answers[0].json() == answers[1].json()


def test_a_socket_with_a_hash_in_its_address_comes_through(pair):
    first, second = pair
    table = laid(first)[0]["table"]
    host, _, port = second.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as line:
        head = [f"GET /api/tables/{table}/socket?a=#b HTTP/1.1", f"Host: {host}:{port}", "Connection: Upgrade"]
        head += ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        line.sendall("\r\n".join([*head, "", ""]).encode())
        assert line.recv(12) == b"HTTP/1.1 101"  # not after a time in which it is tried again and again


def test_the_list_of_open_tables_is_that_of_all_servers(pair):
    first, _second = pair
    mine = [make(s.url, "oh_fox", ["human", "open"], settings=SWIFT | {"listed": True}, start=False) for s in pair]

    async def evening():
        async with (
            sitting(first.url, mine[0]["table"], mine[0]["token"]),
            sitting(first.url, mine[1]["table"], mine[1]["token"]),
        ):
            for server in pair:
                told = []
                while len(told) < 2:
                    answer = await asyncio.to_thread(httpx.get, f"{server.url}/api/tables")
                    told = [table["table"] for table in answer.json()]
                assert told == [mine[1]["table"], mine[0]["table"]]

    asyncio.run(evening())


def test_the_seat_at_a_rematch_is_found_when_that_table_lives_elsewhere(pair):
    first, second = pair
    mine, other = laid(first)
    begin(first.url, mine)
    for seat in (mine, other):
        where = f"{first.url}/api/tables/{mine['table']}/commands"
        httpx.post(where, json={"do": "resign", "id": f"r{seat['seat']}"}, headers=bearer(seat["token"]))
    done = httpx.post(where, json={"do": "rematch", "id": "again"}, headers=bearer(mine["token"]))
    assert done.json()["outcome"] == "applied", done.text
    after = first.tables.gatherings[mine["table"]].table.next

    async def move_away():
        await first.tables._let_go(first.tables.gatherings[after])

    asyncio.run_coroutine_threadsafe(move_away(), first.tables.journal.loop).result(20)
    assert httpx.get(f"{second.url}/api/tables/{after}").status_code == 200
    assert (at_home(first, after), at_home(second, after)) == (False, True)
    answer = httpx.post(f"{second.url}/api/tables/{mine['table']}/follow", headers=bearer(other["token"]))
    assert (answer.status_code, answer.json()["table"], answer.json()["seat"]) == (201, after, 1)


def test_a_server_that_ends_hands_its_tables_over_and_nobody_is_refused(pair):
    first, second = pair
    seats = laid(first)
    begin(first.url, seats[0])
    table = seats[0]["table"]

    async def evening():
        async with (
            sitting(second.url, table, seats[0]["token"]) as one,
            sitting(first.url, table, seats[1]["token"]) as two,
        ):
            await asyncio.to_thread(hand_over, first)
            assert {await one.sent_away(), await two.sent_away()} == {"closing"}
        async with (  # the first is still there, and passes on
            sitting(first.url, table, seats[0]["token"]) as one,
            sitting(second.url, table, seats[1]["token"]) as two,
        ):
            await asyncio.gather(one.play(), two.play())

    asyncio.run(evening())
    assert (at_home(first, table), at_home(second, table)) == (False, True)


def test_tables_of_a_dead_server_that_go_on_by_themselves_go_on_elsewhere(cluster, tmp_path):
    url = cluster.fresh()
    with running(tmp_path / "a", store=url) as first, running(tmp_path / "b", store=url) as second:
        know_each_other(first, second)
        clocked = make(first.url, "oh_fox", ["human", "random"], settings=SWIFT | {"clock": "correspondence"})
        journal = first.tables.journal
        journal._side.call_soon_threadsafe(journal.tasks[0].cancel)  # it renews nothing any more
        over = "update nodes set until = clock_timestamp() - interval '1 s' where id = $1"
        cluster.ask(over, journal.lease.id, url=url)
        while not at_home(second, clocked["table"]):
            time.sleep(0.01)


# ---- who may pass on


def test_the_door_for_servers_is_shut_to_all_others(pair):
    first, _second = pair
    mine = laid(first)[0]
    door = f"http://{first.settings.node}/api/tables/{mine['table']}"
    proof = first.tables.keys.pass_for("node")
    for given in (None, "", "x 1.2.3.4", proof[:-1] + " 1.2.3.4"):
        answer = httpx.get(door, headers={"x-skulk-node": given} if given is not None else {})
        assert (answer.status_code, answer.json()["code"]) == (403, "no-node")
    assert httpx.get(door, headers={"x-skulk-node": f"{proof} 1.2.3.4"}).status_code == 200


def test_what_was_passed_on_is_not_passed_on_again(pair):
    first, second = pair
    mine = laid(first)[0]
    proof = first.tables.keys.pass_for("node")
    door = f"http://{second.settings.node}/api/tables/{mine['table']}"
    answer = httpx.get(door, headers={"x-skulk-node": f"{proof} 1.2.3.4"})
    assert (answer.status_code, answer.json()["code"]) == (421, "elsewhere")


def test_limits_count_the_address_of_the_visitor(cluster, tmp_path):
    """Behind a server that passes on; and nobody names an address of his own."""
    url = cluster.fresh()
    with (
        running(tmp_path / "a", store=url) as first,
        running(tmp_path / "b", store=url, proxies=["127.0.0.1"]) as second,
    ):
        know_each_other(first, second)
        mine = laid(first)[0]
        for said, counted in (("203.0.113.9", "203.0.113.9"), ("2001:db8::1", "2001:db8::/64")):
            line = {"x-forwarded-for": said, "x-skulk-node": "x 6.6.6.6", **bearer(mine["token"])}
            with httpx.stream("GET", f"{second.url}/api/tables/{mine['table']}/events", headers=line) as answer:
                lines = answer.iter_lines()  # held: it ends the stream with itself
                next(lines)
                assert [w[1] for w in first.tables.lines.open if w[0] == "address"] == [counted]
            while first.tables.lines.open:
                time.sleep(0.01)


# ---- the secret that all share


def test_servers_that_share_a_store_share_its_secret(cluster, tmp_path, monkeypatch):
    url, other = cluster.fresh(), "another" * 10
    with running(tmp_path / "a", store=url) as first:
        assert not (tmp_path / "a" / "secret").exists()
        own = first.tables.keys.pass_for("node")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "secret").write_text(other)
    with pytest.raises(BadStore, match="share another secret"), running(tmp_path / "c", store=url):
        pass
    monkeypatch.setenv("SKULK_SECRET", other)
    with pytest.raises(BadStore, match="share another secret"), running(tmp_path / "b", store=url):
        pass
    monkeypatch.delenv("SKULK_SECRET")
    with running(tmp_path / "b", store=url) as second:
        assert second.tables.keys.pass_for("node") == own


def test_a_secret_of_the_environment_is_not_kept_in_the_store(cluster, tmp_path, monkeypatch):
    url = cluster.fresh()
    monkeypatch.setenv("SKULK_SECRET", "short")
    with pytest.raises(SkulkError, match="at least 64 letters"), running(tmp_path, store=url):
        pass
    monkeypatch.setenv("SKULK_SECRET", "another" * 10)
    with running(tmp_path, store=url):
        assert "another" not in str(cluster.ask("select * from cluster", url=url))
    monkeypatch.delenv("SKULK_SECRET")
    with pytest.raises(BadStore, match="give it in SKULK_SECRET"), running(tmp_path, store=url):
        pass


def test_the_secret_of_a_folder_comes_along_with_its_server(cluster, tmp_path):
    with running(tmp_path / "a") as alone:
        own = alone.tables.keys.pass_for("node")
    url = cluster.fresh()
    with running(tmp_path / "a", store=url) as first, running(tmp_path / "b", store=url) as second:
        assert first.tables.keys.pass_for("node") == second.tables.keys.pass_for("node") == own


# ---- processes


def test_workers_share_a_port_and_outlive_each_other(cluster, tmp_path):
    port, url = free_port(), cluster.fresh()
    more = ["--port", str(port), "--data", str(tmp_path), "--workers", "2", "--store", url]
    command = [sys.executable, "-m", "skulk", "serve", *more]
    house = subprocess.Popen(command, env={**os.environ, "SKULK_LEASE": "1"}, stdout=subprocess.PIPE, text=True)
    try:
        assert "Skulk is at" in house.stdout.readline()
        where = f"http://127.0.0.1:{port}"
        serving = "select id from nodes where address <> ''"
        while len(cluster.ask(serving, url=url)) < 2:
            assert house.poll() is None
            time.sleep(0.01)
        tables = []
        while len({node for (node,) in cluster.ask("select distinct node from tables", url=url)}) < 2:
            tables.append(make(where, "oh_fox", ["human", "open"], start=False)["table"])
        assert {httpx.get(f"{where}/api/tables/{table}", timeout=30).status_code for table in tables} == {200}
        held = "select id from nodes where until > clock_timestamp()"
        both = {node for (node,) in cluster.ask(serving, url=url)}
        [child, _] = Path(f"/proc/{house.pid}/task/{house.pid}/children").read_text().split()
        os.kill(int(child), signal.SIGKILL)
        for table in tables:
            with contextlib.suppress(httpx.HTTPError):  # what was on its way to that one
                assert httpx.get(f"{where}/api/tables/{table}", timeout=30).status_code == 200
        assert {httpx.get(f"{where}/api/tables/{table}", timeout=30).status_code for table in tables} == {200}
        [other] = both & {node for (node,) in cluster.ask(held, url=url)}
    finally:
        house.terminate()
        assert house.wait(20) == 0
    still = {node for (node,) in cluster.ask(held, url=url)}  # one that was only starting leaves its own to run out
    assert other not in still, "who is stopped gives the lease back"


# ---- settings


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"workers": 2}, "a file of SQLite's has one server"),
        ({"workers": 0}, "--workers takes a number"),
        ({"node": "10.0.0.5"}, "--node is written HOST:PORT"),
        ({"node": "10.0.0.5:x"}, "--node is written HOST:PORT"),
        ({"workers": 2, "store": "postgresql:///x", "node": "10.0.0.5:80"}, "--node HOST:0"),
    ],
)
def test_settings_that_do_not_go_together(more, says):
    with pytest.raises(SkulkError, match=says):
        Server(**more).check()
