"""What those who run a server are told of it: metrics, a log, health; and what neither may hold."""

import asyncio
import io
import json
import logging
import signal
import subprocess
import sys

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from skulk.engine import IllegalMove
from skulk.server import forward
from skulk.server.entries import KINDS
from skulk.server.log import Json, Lines, named
from skulk.server.operate import requests
from skulk.server.operate.figures import Histogram
from skulk.server.routes import operate, replays, socket, tables

from .playing import bearer, free_port, join, make, running, sitting

NAME, WORDS = "Zebrafinch", "marmalade"
HOOK = "http://127.0.0.1:9/quince"


async def evening(url):
    """Every kind of command, well or badly; what the log must not hold of it."""
    laid = make(url, "oh_fox", ["human", "open", "random"], start=False, name=NAME)
    other = join(url, laid["table"], name=f"{NAME}otter")
    async with (
        sitting(url, laid["table"], laid["token"]) as mine,
        sitting(url, laid["table"], other["token"]) as yours,
        sitting(url, laid["table"]) as guest,
    ):
        await mine.do("share", share=f"{WORDS}share")
        await mine.do("chat", text=WORDS)
        await guest.do("chat", text=WORDS, name=NAME)
        await yours.do("name", name=f"{NAME}owl")
        await mine.do("bot", seat=2, bot=WORDS)
        await mine.do("webhook", url=HOOK)
        await mine.do("start")
        for do, more in {
            "move": {"move": WORDS}, "hold": {}, "standing": {"move": WORDS}, "undo": {}, "consent": {"yes": True},
            "admit": {"seat": 1, "yes": True}, "start": {}, "nudge": {"seat": 0}, "stand-in": {"seat": 0},
            "pawn": {"pawn": WORDS, "space": WORDS}, "rematch": {}, "back": {}, WORDS: {},
        }.items():  # fmt: skip
            for player in (mine, yours):
                await player.send(do, **more)
        await yours.send("leave")
        await yours.sent_away()
        await mine.do("resign")
        await mine.until(lambda: mine.is_over)
    async with httpx.AsyncClient(base_url=url, headers=bearer(laid["token"])) as http:
        for path in ("", "/seen", "/link", "/file", f"/{WORDS}", f"/replay?seat={WORDS}"):
            await http.get(f"/api/tables/{laid['table']}{path}")
        done = await http.post(f"/api/tables/{laid['table']}/commands", json={"do": "chat", "id": "x", "text": WORDS})
        await http.get(f"/{WORDS}")
    return laid, [laid["token"], other["token"]], done


@pytest.fixture
def written():
    """Both logs at once, each as text."""
    handlers = [logging.StreamHandler(io.StringIO()), logging.StreamHandler(io.StringIO())]
    root, before = logging.getLogger(), logging.getLogger().level
    for handler, form in zip(handlers, (Lines(), Json()), strict=True):
        handler.setFormatter(form)
        handler.addFilter(lambda record: not record.name.startswith("httpx"))  # the test's own requests
        root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield [handler.stream for handler in handlers]
    root.setLevel(before)
    for handler in handlers:
        root.removeHandler(handler)


def test_no_log_holds_what_people_say_or_hold_and_each_request_is_found_again(tmp_path, written):
    with running(tmp_path, log_requests=True, webhooks=True, metrics="local") as server:
        laid, tokens, done = asyncio.run(evening(server.url))
        seed = server.tables.journal.head(laid["table"]).seed
        told = httpx.get(f"{server.url}/metrics").text
        answer = httpx.get(f"{server.url}/api/tables/nowhere12345")
    text, lines = (stream.getvalue() for stream in written)
    for secret in (NAME, WORDS, "quince", seed, *tokens):
        for log in (text, lines, told):
            assert secret not in log, secret
    assert laid["table"] not in told
    found = [json.loads(line) for line in lines.splitlines()]
    assert all({"time", "level", "message"} <= set(line) for line in found)
    assert {line["message"] for line in found} >= {
        "command chat",
        "command resign",
        "command ?",
        "GET /…",
        "WS /api/tables/T/socket",
    }
    assert done.headers["x-request-id"] in text
    [line] = [one for one in found if one.get("request") == answer.headers["x-request-id"]]
    assert (line["table"], line["status"]) == ("nowhere12345", 404)
    assert any(one.get("code") == "not-asked" for one in found)


def test_an_error_of_a_table_is_told_by_its_code_alone(written):
    suit = "moons"
    try:
        try:
            raise IllegalMove(f"Blue cannot play the 4 of {suit}: she holds two of them", "R3")
        except IllegalMove as error:
            raise ValueError("entry 7") from error
    except ValueError as error:
        logging.getLogger("skulk.server").error("table T: %s", named(error.__cause__), exc_info=error)
    for log in (stream.getvalue() for stream in written):
        assert suit not in log.replace('suit = "moons"', "")
        assert "IllegalMove (illegal-move, R3)" in log
        assert "ValueError: entry 7" in log
        assert "test_figures.py" in log


def metrics_of(text):
    return {family.name: family for family in text_string_to_metric_families(text)}


def test_metrics_tell_what_happens_and_no_label_is_made_up_by_people(tmp_path):
    with running(tmp_path, metrics="local") as server:
        laid = make(server.url, "oh_fox", ["human", "random"])

        async def moves():
            async with sitting(server.url, laid["table"], laid["token"]) as player:
                await player.play(2)
                await player.do("webhook", url=HOOK)
                return metrics_of(httpx.get(f"{server.url}/metrics").text)

        told = asyncio.run(moves())
        assert {sample.labels["phase"]: sample.value for sample in told["skulk_tables"].samples}["playing"] == 1
        assert {sample.labels["kind"] for sample in told["skulk_entries"].samples} <= set(KINDS)
        assert told["skulk_moves"].samples[0].value >= 2
        assert told["skulk_refusals"].samples[0].labels == {"code": "no-webhooks"}
        assert {sample.labels["of"]: sample.value for sample in told["skulk_streams"].samples} == {
            "seat": 1,
            "onlooker": 0,
        }
        assert told["skulk_lease_held"].samples[0].value == told["skulk_store_well"].samples[0].value == 1
        assert {"skulk_commit_seconds", "skulk_commit_works", "skulk_bot_seconds", "skulk_loop_lag_seconds"} <= set(
            told
        )
        proxied = httpx.get(f"{server.url}/metrics", headers={"x-forwarded-for": "127.0.0.1"})
        assert proxied.status_code == 404, "a proxy on this machine brings strangers"


def test_metrics_are_off_or_behind_a_token(tmp_path, url):
    assert httpx.get(f"{url}/metrics").status_code == 404
    with running(tmp_path, metrics="token") as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 401
        right = {"authorization": f"Bearer {server.tables.keys.pass_for('metrics')}"}
        wrong = {"authorization": f"Bearer {server.tables.keys.pass_for('operator')}"}
        assert [httpx.get(f"{server.url}/metrics", headers=one).status_code for one in (right, wrong)] == [200, 401]


def test_a_histogram_counts_what_lies_under_each_bound():
    histogram = Histogram((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 9.0):
        histogram.add(value)
    assert histogram.up_to() == [("1.0", 2.0), ("2.0", 3.0), ("+Inf", 4.0)]
    assert histogram.sum == 12.0


def test_a_server_that_cannot_keep_anything_is_alive_and_not_ready(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        assert httpx.get(f"{server.url}/api/ready").json() == {"ready": True, "why": ""}
        journal = server.tables.journal
        for change, value, why in (("is_well", False, "store"), ("lost", "told by the test", "lease")):
            monkeypatch.setattr(type(journal) if change == "is_well" else journal, change, value)
            answer = httpx.get(f"{server.url}/api/ready")
            assert (answer.status_code, answer.json()) == (503, {"ready": False, "why": why})


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
def test_who_is_told_to_stop_says_so_first_and_serves_on_for_a_while(tmp_path):
    port, skulk = free_port(), [sys.executable, "-c", "from skulk.cli import main; main()"]
    command = [*skulk, "serve", "--port", str(port), "--data", str(tmp_path), "--drain", "60", "--log", "json"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert "Skulk is at" in server.stdout.readline()
        url = f"http://127.0.0.1:{port}"
        assert httpx.get(f"{url}/api/ready").status_code == 200
        server.send_signal(signal.SIGTERM)
        while (answer := httpx.get(f"{url}/api/ready")).status_code == 200:
            pass
        assert answer.json()["why"] == "stopping"
        assert httpx.get(f"{url}/api/health").status_code == 200
        assert (tmp_path / "running").stat().st_mode & 0o077 == 0
        assert make(url, "oh_fox", ["random", "random"])["table"]
        server.send_signal(signal.SIGTERM)  # told twice: at once
        assert server.wait(10) == 0 or server.returncode == -signal.SIGTERM
        assert not (tmp_path / "running").exists(), "nobody is sent to where another may listen later"
    finally:
        server.kill()
        server.wait()


# ---- what belongs to a table


@pytest.mark.parametrize("known", [forward.TABLE, requests.TABLE])
def test_every_address_of_a_table_is_passed_on_and_noted_by_its_name(known):
    """Otherwise the server that has not got the table answers itself, and the log says of it: /…"""
    handlers = [*tables.AT_A_TABLE, *replays.OF_A_TABLE, *operate.AT_A_TABLE, socket.socket]
    for path in [path for handler in handlers for path in handler.paths]:
        found = known.fullmatch("/api/tables" + path.replace("{table:str}", "abcdefghijkl"))
        assert found, path
        assert found[1] == "abcdefghijkl"
