"""Connections that blink, repeat themselves and come back: checks 3 and 5, restarts, beats and clocks in real time."""

import asyncio
import json
import random
import time
from contextlib import asynccontextmanager

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve as serve_sockets

from skulk.protocol.messages import Chat, Move
from skulk.server import decide, fold, listeners
from skulk.server import entries as entries_
from skulk.server.app import make_app
from skulk.server.entries import Entry
from skulk.server.store.sqlite import SQLite
from skulk.server.table import Table
from tests.browser.house import lay

from .playing import FULL, GAMES, SWIFT, Hands, Player, bearer, file_of, join, journal_of, make, running, sitting, times


def two_people(url, game="fox_on_the_run", options=None, **more):
    mine = make(url, game, ["human", "open"], options=options, start=False, **more)
    return mine, join(url, mine["table"])


@pytest.mark.parametrize("game", GAMES)
def test_the_same_stream_from_any_number(url, game, monkeypatch, figure):
    """Check 5: also from numbers older than any buffer, over the socket and over HTTP."""
    monkeypatch.setattr(listeners, "KEPT", 8)
    mine = make(url, game, ["human", *["random"] * (2 if game == "sly_fox" else 1)])

    async def evening():
        async with sitting(url, mine["table"], mine["token"]) as player:
            first = player.number - len(player.told)  # bots may have moved since the welcome
            await player.play(times(25, 60))
            whole = list(player.told)
            assert len(whole) > 8
            last = first + len(whole)
            numbers = range(first, last) if FULL else random.Random(game).sample(range(first, last), 5)
            for since in {first, *numbers, last - 1}:
                async with sitting(url, mine["table"], mine["token"], since=since) as again:
                    await again.until(lambda again=again: again.number >= last)
                    assert again.told[: last - since] == whole[since - first :]
        return first, whole, len({first, *numbers, last - 1})

    first, whole, resumed = asyncio.run(evening())
    with httpx.stream(
        "GET", f"{url}/api/tables/{mine['table']}/events?since={first}", headers=bearer(mine["token"])
    ) as stream:
        lines = []
        for line in stream.iter_lines():
            if line.startswith('{"type":"told"'):
                lines.append(line)
            if len(lines) == len(whole):
                break
    assert lines == whole
    figure(5, f"{game}: resumed from {resumed} of {len(whole)} numbers, most older than the buffer: the same bytes")


@pytest.mark.parametrize("how", ["since", "last-event-id"])
def test_a_number_that_nobody_has_been_told_is_refused(url, how):
    mine, _ = two_people(url)
    place, said = f"{url}/api/tables/{mine['table']}/events", "1000000000"
    params, headers = ({how: said}, {}) if how == "since" else ({}, {how: said})
    with httpx.stream("GET", place, params=params, headers=bearer(mine["token"]) | headers) as answer:
        assert answer.status_code == 409
        refusal = json.loads(answer.read())
    assert refusal["code"] == "no-number"
    assert said in refusal["text"]


def test_from_zero_everything_since_the_table_was_laid(url):
    mine, _ = two_people(url)

    async def evening():
        async with sitting(url, mine["table"], mine["token"], since=0) as player:
            await player.until(lambda: player.number >= 2)
            assert '"sat down"' in player.told[0]
            assert (await player.do("start"))["outcome"] == "applied"
            await player.until(lambda: player.view["phase"] == "playing")

    asyncio.run(evening())


@asynccontextmanager
async def faulty(url, table, token, chance):
    """A socket behind a bad proxy: of what the client sends a fifth comes twice, now or much later, and a tenth is
    overtaken by what follows."""
    sent, held = [], []

    async def forward(client, server):
        async def let_go():
            while held:
                await server.send(held.pop())

        while True:
            try:
                text = await asyncio.wait_for(client.recv(), 0.05 if held else None)
            except TimeoutError:  # nothing follows: it is late all the same
                await let_go()
                continue
            sent.append(text)
            if not held and chance.random() < 0.1:
                held.append(text)
                continue
            await server.send(text)
            await let_go()
            if chance.random() < 0.2:
                await server.send(text if chance.random() < 0.5 else chance.choice(sent))

    async def back(client, server):
        async for text in server:
            await client.send(text)

    async def serve(client):
        where = f"{url.replace('http', 'ws')}/api/tables/{table}/socket"
        async with connect(where, additional_headers=bearer(token), max_size=2**24, compression=None) as server:
            both = [asyncio.create_task(way(client, server)) for way in (forward, back)]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async with serve_sockets(serve, "127.0.0.1", 0, compression=None, max_size=2**24) as proxy:
        port = proxy.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", max_size=2**24, compression=None) as socket:
            player = Repeated(socket, chance.random())
            await player.until(lambda: player.view is not None)
            yield player
            player.reading.cancel()


class Repeated(Player):
    """Hears the outcome of a command once more for each time that it came; chats on the way, without waiting."""

    def __init__(self, *given):
        super().__init__(*given)
        self.sent, self.repeated = {}, 0

    def _take(self, text):
        message = json.loads(text)
        if message["type"] == "done" and message["id"] in self.done:
            assert message["outcome"] == "duplicate" or message == self.done[message["id"]], message
            self.repeated += 1
            return
        super()._take(text)

    async def send(self, do, id=None, **more):
        self.made += 1
        id = id or f"f{self.seat}-{self.made}"
        self.sent[id] = (do, more.get("move"))
        if do == "move" and self.random.random() < 0.5:
            await super().send("chat", id=f"{id}-chat", text=f"move {self.made}")
            self.sent[f"{id}-chat"] = ("chat", None)
        return await super().send(do, id, **more)


@pytest.mark.parametrize("game", GAMES)
def test_commands_that_come_twice_late_or_out_of_order_count_once(server, game, figure):
    """Check 3."""
    url = server.url
    mine, yours = two_people(url, game) if game != "sly_fox" else two_people(url, game, {"mode": "duel"})
    players = asyncio.run(short_of_the_end(url, mine, yours, random.Random(game)))
    journal = SQLite(server.settings.data / "skulk.db")
    head, entries = journal.head(mine["table"]), journal.entries(mine["table"])
    journal.close()
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert len({entry.command for entry in entries}) == len(entries)
    for player in players:
        applied = {id for id, done in player.done.items() if done["outcome"] == "applied"}
        prefix = f"{player.seat}.1:"
        kept = {e.command.removeprefix(prefix): e.body for e in entries if e.command.startswith(prefix)}
        assert applied <= set(kept), "what was confirmed is kept"
        for id, body in kept.items():
            assert player.sent[id][1] in (None, getattr(body, "action", None)), "and as it was sent"
    assert decided_again(head, entries) == entries, "without faults the same is kept"
    repeated = sum(player.repeated for player in players)
    figure(
        3, f"{game}: {len(entries)} entries, {repeated} repeated commands, each applied once, the log as without faults"
    )
    assert repeated


def decided_again(head, entries):
    """The journal of a table to which the same commands come once each and in order."""
    table, again = Table(head), []
    for entry in entries:
        body = entry.body
        if isinstance(body, entries_.Move | entries_.Answer):
            [body] = decide.decide(table, entry.seat, Move("x", body.action))
        elif isinstance(body, entries_.Chat):
            [body] = decide.decide(table, entry.seat, Chat("x", body.text))
        again.append(Entry(table.number + 1, entry.command, entry.at, entry.seat, body, entry.up))
        fold.apply(table, again[-1])
    return again


async def short_of_the_end(url, mine, yours, chance):
    """Both play a while; whoever waits in vain for the other stops too."""
    async with (
        faulty(url, mine["table"], mine["token"], chance) as one,
        faulty(url, mine["table"], yours["token"], chance) as two,
    ):
        await one.do("start")
        playing = [asyncio.create_task(player.play(times(30, 300))) for player in (one, two)]
        await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED, timeout=120)
        await asyncio.sleep(0.2)
        for task in playing:
            task.cancel()
        outcomes = await asyncio.gather(*playing, return_exceptions=True)
        assert all(isinstance(o, asyncio.CancelledError | type(None)) for o in outcomes), outcomes
        await asyncio.sleep(0.3)
        return one, two


def test_a_refused_command_stays_refused_however_often_it_comes(url):
    mine, yours = two_people(url)

    async def evening():
        async with (
            sitting(url, mine["table"], mine["token"]) as one,
            sitting(url, mine["table"], yours["token"]) as two,
        ):
            await one.do("start")
            await two.until(lambda: two.view["phase"] == "playing")
            waiting, moving = (one, two) if two.is_asked else (two, one)
            early = await waiting.do("move", id="early", move=0)
            assert (early["outcome"], early["code"]) == ("refused", "not-your-turn")
            while moving.is_asked:
                before = moving.number
                await moving.do("move", move=moving.view["moves"][0]["action"])
                await moving.until(lambda before=before: moving.number > before)
            await waiting.until(lambda: waiting.is_asked)
            again = await waiting.do("move", id="early", move=waiting.view["moves"][0]["action"])
            assert again == early

    asyncio.run(evening())


def test_over_http_the_same_command_is_applied_once(url):
    mine = make(url, "fox_on_the_run", ["human", "random"])
    where, headers = f"{url}/api/tables/{mine['table']}", bearer(mine["token"])
    view = wait_for_a_question(where, headers)
    command = {"do": "move", "id": "once", "move": view["moves"][0]["action"]}
    answers = [httpx.post(f"{where}/commands", json=command, headers=headers) for _ in range(3)]
    assert [(a.status_code, a.json()["outcome"]) for a in answers] == [(200, "applied")] + [(200, "duplicate")] * 2
    wrong = httpx.post(f"{where}/commands", json=command | {"id": "w", "move": "fly away"}, headers=headers)
    assert wrong.status_code == 409
    assert wrong.json()["code"] in ("unknown-move", "not-your-turn")


def wait_for_a_question(where, headers):
    until = time.monotonic() + 60
    while not (view := httpx.get(where, headers=headers).json()["view"]).get("moves"):
        assert time.monotonic() < until, "nobody asks us"
        time.sleep(0.02)
    return view


def test_a_restart_in_the_middle_loses_nothing_and_clocks_stand_still(tmp_path):
    hands = Hands()
    with running(tmp_path, hands=hands) as server:
        mine = make(server.url, "oh_fox", ["human", "random"], settings=SWIFT | {"clock": "relaxed"})

        async def before():
            async with sitting(server.url, mine["table"], mine["token"]) as player:
                await player.play(3)
                await player.until(lambda: player.is_asked and player.view["acting"] == [0])
                await player.until(lambda: [seat["left"] for seat in player.clocks[-1]["seats"]] == [180_000])
                return player.number, player.view

        number, view = asyncio.run(before())
        hands.pass_by(20)
    hands.pass_by(3600)
    with running(tmp_path, hands=hands) as server:

        async def after():
            async with sitting(server.url, mine["table"], mine["token"]) as player:
                assert (player.number, player.view) == (number, view)
                await player.until(lambda: player.clocks)
                assert player.clocks[-1]["seats"][0]["left"] == 160_000, "of the hour it was down nothing counts"
                await player.play()
                assert player.is_over

        asyncio.run(after())
        file_of(server.url, mine["table"])


# ---- time


def test_a_window_lasts_its_beat_whoever_answers(tmp_path):
    """T6: neither early nor shown; bots answer inside; the others get no byte while somebody answers."""
    hands, settings = Hands(), {"beat": 2, "bot_pace": 0}
    with running(tmp_path, hands=hands) as server:
        url = server.url
        mine = make(url, "sly_fox", ["human", "open", "random", "random"], settings=settings, start=False)
        yours = join(url, mine["table"])

        async def evening():
            async with (
                sitting(url, mine["table"], mine["token"]) as one,
                sitting(url, mine["table"], yours["token"]) as two,
            ):
                await one.do("start")
                for player in (one, two):
                    await player.until(lambda player=player: player.last("clock").get("beat") == [2000, 2000])
                assert one.view["pace"] == "window"
                asked, other = (one, two) if one.is_asked else (two, one)
                heard, number = len(other.raw), other.number
                for wait, choice in ((1.9, 0), (0.09, -1)):
                    hands.pass_by(wait)
                    done = await asked.do("move", move=asked.view["moves"][choice]["action"])
                    assert done["outcome"] == "applied", "the beat never ends early"
                hands.pass_by(0.01)
                await other.until(lambda: other.number > number)
                assert json.loads(other.raw[heard])["type"] == "told", "nothing came before the window's end"

        asyncio.run(evening())


CLEARING = {  # after the turn of seat 2; seat 3 comes next
    "phase": "clearing",
    "active": 2,
    "foxes": [{"hand": "GOS FAC CAU"}, {"hand": "GOS FAC CAU"}, {"hand": "GOS FAC CAU"}, {"hand": "TRA FAC CAU"}],
}


@pytest.mark.parametrize("hand", ["GOS FAC CAU", "IDC FAC CAU"], ids=["nothing to answer with", "something"])
def test_alone_with_bots_a_window_has_no_beat_and_ends_with_the_answer(hand, tmp_path, monkeypatch):
    """T6: there is nobody to whom its length could tell anything; where one can only pass, nobody has to say so."""
    monkeypatch.setattr("tests.server.playing.make_app", lambda *given: make_app(*given, more=[lay]))
    with running(tmp_path) as server:
        foxes = [{"hand": hand}, *CLEARING["foxes"][1:]]
        settings = {"beat": 8, "bot_pace": 0}
        table = {"game": "sly_fox", "seats": ["human", *["thumb"] * 3], "settings": settings, "start": False}
        wanted = {"table": table, "position": CLEARING | {"foxes": foxes}, "seed": "fox"}
        mine = httpx.post(f"{server.url}/api/lay", json=wanted).json()

        async def evening():
            async with sitting(server.url, mine["table"], mine["token"]) as one:
                await one.do("start")
                if hand.startswith("IDC"):
                    await one.until(lambda: one.clocks)
                    assert one.view["pace"] == "window"
                    await one.do("move", move="pass")
                await one.until(lambda: one.view["table"]["active"] == 3, seconds=5)
                assert all(clock["beat"] is None for clock in one.clocks)

        asyncio.run(evening())


def is_back(text):
    return not json.loads(text)["view"]["seats"][0].get("away")


def test_who_falls_silent_is_warned_then_played_on_and_can_come_back(tmp_path, figure):
    """Check 26: on a turn, in a sealed choice, in a window."""
    took = []
    with running(tmp_path, allowances={"brisk": 0.8}) as server:
        for game, seats in (("fox_on_the_run", 2), ("oh_fox", 2), ("sly_fox", 3)):
            settings = {"clock": "brisk", "beat": 2 if game == "sly_fox" else 0, "bot_pace": 0}
            mine = make(server.url, game, ["human", *["random"] * (seats - 1)], settings=settings, start=False)

            async def evening(mine=mine):
                async with sitting(server.url, mine["table"], mine["token"]) as player:
                    await player.do("start")
                    await player.until(lambda: any(s["warned"] for c in player.clocks for s in c["seats"]), 30)
                    warned = time.monotonic()
                    await player.until(lambda: "time is up" in "".join(player.told), 30)
                    took.append(time.monotonic() - warned)
                    await player.until(lambda: player.view["seats"][0].get("away"), 30)
                    assert (await player.do("move", move=0))["code"] == "away"
                    heard = len(player.told)
                    assert (await player.do("back"))["outcome"] == "applied"
                    await player.until(lambda: any(is_back(text) for text in player.told[heard:]))

            asyncio.run(evening())
            kinds = [row[3] for row in journal_of(tmp_path, mine["table"])]
            assert kinds.count("expired") >= 2
    figure(26, f"turn, sealed choice, window: warned, played on {max(took):.2f} s later (of 0.20), retaken, in the log")


def test_who_reads_too_slowly_is_sent_away_and_the_others_play_on(tmp_path):
    from skulk.protocol.messages import Make
    from skulk.server.door import Caller
    from skulk.server.limits import Limits
    from skulk.server.seats import Keys
    from skulk.server.stream import serve_socket
    from skulk.server.tables import Tables
    from skulk.server.thinkers import Thinkers

    class Stuck:
        """A connection whose other end takes nothing and says nothing."""

        async def receive(self):
            await asyncio.Event().wait()

        async def send(self, message):
            await asyncio.Event().wait()

    async def evening():
        tables = Tables(
            SQLite(tmp_path / "skulk.db"), Keys("secret"), Thinkers(1), limits=Limits(queue=20, chat_burst=100)
        )
        await tables.start()
        gathering, seat = await tables.make(Make("oh_fox", seats=["human", "open"]))
        serving = asyncio.create_task(serve_socket(Stuck(), gathering, Caller(31), None))
        for number in range(40):
            assert (await gathering.command(seat, Chat(f"c{number}", "hello"))).outcome == "applied"
            assert all(len(listener.waiting) <= 20 for listener in gathering.listeners.everybody())
        await asyncio.wait_for(serving, 5)
        assert not gathering.listeners.everybody()
        await tables.close()

    asyncio.run(evening())


# ---- rematch, chat, presence


def test_rematch_with_the_same_seats(url):
    mine, yours = two_people(url, "oh_fox")

    async def evening():
        async with (
            sitting(url, mine["table"], mine["token"], seed=3) as one,
            sitting(url, mine["table"], yours["token"], seed=4) as two,
        ):
            assert (await one.do("rematch"))["code"] == "not-over"
            await one.do("start")
            await asyncio.gather(one.play(), two.play())
            assert (await one.do("rematch"))["outcome"] == "applied"
            assert (await two.do("rematch"))["code"] == "laid-already"
            await two.until(lambda: two.view.get("next"))
            return two.view["next"]

    after = asyncio.run(evening())
    seats = [
        httpx.post(f"{url}/api/tables/{mine['table']}/follow", headers=bearer(who["token"])).json()
        for who in (mine, yours)
    ]
    assert [seat["seat"] for seat in seats] == [0, 1]
    assert {seat["table"] for seat in seats} == {after}
    assert seats[0]["commitment"] != mine["commitment"]

    async def again():
        async with sitting(url, after, seats[1]["token"]) as two, sitting(url, after, seats[0]["token"]) as one:
            assert (await two.do("start"))["code"] == "not-host"
            assert (await one.do("start"))["outcome"] == "applied"

    asyncio.run(again())


def test_chat_names_and_presence(url):
    mine, yours = two_people(url)

    async def evening():
        async with sitting(url, mine["table"], mine["token"]) as one:
            async with sitting(url, mine["table"], yours["token"]) as two:
                await two.do("name", name="  Scar\u202elet\u0000 <b>  ")
                await two.do("chat", text="hello\u2028there \u200b\U000e0041")
                await one.until(lambda: any('"chat"' in text for text in one.told))
                line = next(x for text in one.told for x in json.loads(text)["news"] if x["of"] == "chat")
                assert line["text"] == "Scarlet <b>: hello there"
                assert line["seat"] == 1
                assert (await two.do("chat", text="\u200b"))["code"] == "empty"
            await one.until(lambda: one.last("presence").get("seats") == [0])
            presence = one.last("presence")
            assert presence["watching"] == 0
            assert [gone["seat"] for gone in presence["missing"]] == [1]

    asyncio.run(evening())


def test_a_flooder_is_slowed_and_loses_nothing(tmp_path):
    from skulk.server.limits import Limits

    with running(tmp_path, limits=Limits(messages=5, burst=10, chat_burst=100)) as server:
        mine = make(server.url, "oh_fox", ["human", "random"])

        async def evening():
            async with sitting(server.url, mine["table"], mine["token"]) as player:
                began = time.monotonic()
                for number in range(14):
                    await player.send("chat", id=f"flood{number}", text="!")
                await player.until(lambda: len(player.done) == 14)
                assert time.monotonic() - began > 0.4
                assert any('"slow"' in text for text in player.raw)
                assert {done["outcome"] for done in player.done.values()} == {"applied"}

        asyncio.run(evening())


def test_who_is_asked_and_not_there_is_called_at_a_signed_webhook(tmp_path):
    from http.server import BaseHTTPRequestHandler, HTTPServer
    from queue import SimpleQueue
    from threading import Thread

    from skulk.server.webhook import sign

    calls = SimpleQueue()

    class Bell(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            calls.put((body, self.headers["skulk-signature"]))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    bell = HTTPServer(("127.0.0.1", 0), Bell)
    Thread(target=bell.serve_forever, daemon=True).start()
    hook = {"do": "webhook", "id": "hook", "url": f"http://127.0.0.1:{bell.server_port}/ring"}
    with running(tmp_path, webhooks=True) as server:
        mine = make(server.url, "oh_fox", ["human", "random"])
        where, headers = f"{server.url}/api/tables/{mine['table']}", bearer(mine["token"])
        assert httpx.post(f"{where}/commands", json=hook, headers=headers).json()["outcome"] == "applied"
        view = wait_for_a_question(where, headers)
        move = {"do": "move", "id": "m", "move": view["moves"][0]["action"]}
        assert httpx.post(f"{where}/commands", json=move, headers=headers).json()["outcome"] == "applied"
        body, signature = calls.get(timeout=60)
        assert json.loads(body)["seat"] == 0
        assert signature == sign(body, view["webhook"]["key"])
    bell.shutdown()


def test_webhooks_are_off_unless_asked_for_and_never_call_inside(url):
    from skulk.server.seats import Refused
    from skulk.server.webhook import Bells, check_address

    mine = make(url, "oh_fox", ["human", "random"])
    hook = {"do": "webhook", "id": "hook", "url": "https://example.org"}
    answer = httpx.post(f"{url}/api/tables/{mine['table']}/commands", json=hook, headers=bearer(mine["token"]))
    assert answer.json()["code"] == "no-webhooks"
    for address in (
        "https://[::1",
        "https://a:99999",
        "https://a/\r\nx: y",
        "https://a/ b",
        "https://ä",
        "http://example.org",
        "file:///etc/passwd",
        "https://user@example.org",
        "gopher://x",
        "https://",
    ):
        with pytest.raises(Refused):
            check_address(address, is_public=True)
    assert not asyncio.run(Bells(is_public=True).ring("https://127.0.0.1:1/x", "key", {}))


@pytest.mark.parametrize(
    "bot", ["search:60s", "search:100ms,threads=64", "search:1000,slots=1073741824", "cmd:true", "x"]
)
def test_strangers_cannot_ask_for_bots_that_eat_the_machine(url, bot):
    answer = httpx.post(f"{url}/api/tables", json={"game": "oh_fox", "seats": ["human", bot]})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-option")


def test_a_room_that_the_journal_has_overtaken_is_opened_again(tmp_path):
    """Fencing in small: whoever writes with an old number is told so, and nothing forks."""
    from skulk.protocol.messages import Make
    from skulk.server.limits import Limits
    from skulk.server.seats import Keys
    from skulk.server.tables import Tables
    from skulk.server.thinkers import Thinkers

    async def evening():
        tables = Tables(SQLite(tmp_path / "skulk.db"), Keys("secret"), Thinkers(1), limits=Limits())
        await tables.start()
        gathering, seat = await tables.make(Make("oh_fox", seats=["human", "open"]))
        id, number = gathering.table.head.id, gathering.table.number
        await tables.journal.append(id, [Entry(number + 1, "stranger", 0.0, 0, entries_.Chat("mine first"))])
        done = await gathering.command(seat, Chat("a", "hello"))
        assert (done.outcome, done.code) == ("refused", "not-kept")
        again = await tables.gathering(id)
        assert again is not gathering
        assert (await again.command(seat, Chat("a", "hello"))).outcome == "applied"
        assert [e.number for e in tables.journal.entries(id)] == list(range(1, number + 3))
        await tables.close()

    asyncio.run(evening())
