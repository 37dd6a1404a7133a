"""People at one table: who hosts, who said and did what, who is gone, who looks on, and which tables are listed."""

import asyncio
import json

import httpx
import pytest

from skulk.protocol import messages as m
from skulk.server import decide, telling
from skulk.server.limits import Limits
from skulk.server.replay import OPEN, Replay
from skulk.server.seats import Refused
from skulk.server.settings import Server

from .laying import SPECTATOR, Laid
from .playing import Hands, bearer, join, make, running, sitting

RUN = "fox_on_the_run"
PATIENCE = Limits().patience


def view(table, audience):
    """As it goes out."""
    return json.loads(m.encode(telling.view(table, audience)))


def told(table, audience):
    return json.loads(m.encode(telling.told(table, audience)))["news"]


def log(table, of):
    return [line for line in telling.welcome(table, SPECTATOR).log if line.of == of]


def play_one(table):
    """One move of whoever is asked."""
    seat = table.match.acting()[0]
    table.move(seat, table.match.legal(seat)[0])
    return seat


# ---- the host


def test_whoever_lays_the_table_hosts_it_and_the_next_person_follows():
    table = Laid(RUN, {"players": 3}, humans=[1, 2, 0])
    assert view(table.table, SPECTATOR)["host"] == 1
    table.do(1, m.Leave("x"))
    assert table.table.host == 2, "the next person round the table"
    table.do(2, m.Leave("x"))
    table.do(0, m.Leave("x"))
    assert table.table.host is None
    table.put("join", None, seat=2, name="Ada")
    assert table.table.host == 2


@pytest.mark.parametrize("command", [m.Start("x"), m.SitBot("x", 2, "fox")], ids=["begin", "bots"])
def test_a_guest_neither_begins_the_game_nor_changes_bots(command):
    table = Laid(RUN, {"players": 3}, humans=[0, 1])
    with pytest.raises(Refused, match="that is for Fox 0 to do") as refused:
        decide.decide(table.table, 1, command)
    assert refused.value.code == "not-host"
    assert decide.decide(table.table, 0, command)


def test_a_host_who_is_gone_for_long_holds_nobody_up(tmp_path):
    hands = Hands()
    with running(tmp_path, hands=hands) as server:
        mine = make(server.url, RUN, ["human", "open"], start=False, name="Ada")
        yours = join(server.url, mine["table"], name="Olek")

        async def evening():
            async with sitting(server.url, mine["table"], yours["token"]) as olek:
                async with sitting(server.url, mine["table"], mine["token"]):
                    assert (await olek.do("start"))["code"] == "not-host"
                await olek.until(lambda: _missing(olek) == [{"seat": 0, "wait": 1000 * PATIENCE}])
                assert (await olek.do("start"))["code"] == "not-host", "she has only just gone"
                hands.pass_by(PATIENCE)
                assert (await olek.do("start"))["outcome"] == "applied"
                await olek.until(lambda: olek.view["host"] == 1)

        asyncio.run(evening())


# ---- who said and did what


def test_what_was_done_keeps_the_name_of_who_did_it():
    table = Laid("fox_grove", {"players": 2}).start()
    seat = play_one(table)
    before = log(table.table, "game")
    assert any(f"Fox {seat}" in line.text for line in before)
    table.do(seat, m.Leave("x"))
    table.put("join", None, seat=seat, name="Somebody else")
    after = log(table.table, "game")
    assert [line.text for line in after] == [line.text for line in before]
    assert {tuple(line.then) for line in after} == {("Fox 0", "Fox 1")}, "others sit there now"
    play_one(table)
    assert log(table.table, "game")[-1].then is None


def test_a_bot_that_played_there_is_not_called_by_its_successor():
    table = Laid("oh_fox", {"players": 2}, humans=[1]).start()
    action = table.match.legal(0)[0]
    table.put("move", 0, action=action, bot=True)
    assert {line.then for line in log(table.table, "game")} == {None}
    table.put("join", None, seat=0, name="Ada")
    assert {tuple(line.then) for line in log(table.table, "game")} == {(None, "Fox 1")}


def test_chat_keeps_its_author():
    table = Laid(RUN, {"players": 2}).start()
    table.do(0, m.Chat("x", "hello"))
    table.do(0, m.Leave("x"))
    table.put("join", None, seat=0, name="Ada")
    table.do(0, m.Chat("x", "hello too"))
    said = log(table.table, "chat")
    assert [(line.say["with"]["name"], line.seat) for line in said] == [("Fox 0", 0), ("Ada", 0)]
    now = view(table.table, SPECTATOR)["seats"][0]["generation"]
    assert [line.generation == now for line in said] == [False, True]


def test_a_replay_names_those_who_played():
    table = Laid(RUN, {"players": 2, "turn_limit": 4}).start()
    first = play_one(table)
    table.do(first, m.Leave("x"))
    table.put("join", None, seat=first, name="Ada")
    table.wander(500)
    assert table.match.is_over
    people = [line.then for step in Replay.of_table(table.table).reel(OPEN).news for line in step]
    assert people[0] == ["Fox 0", "Fox 1"]
    assert people[-1] is None
    for seat in (0, 1):
        table.do(seat, m.Leave("x"))
    names = ["Ada" if seat == first else f"Fox {seat}" for seat in (0, 1)]
    assert [seat.name for seat in Replay.of_table(table.table).reel(OPEN).seats] == names
    assert [seat["name"] for seat in view(table.table, SPECTATOR)["seats"]] == names, "nor is the winner forgotten"


def test_moves_taken_back_leave_no_wrong_names():
    table = Laid(RUN, {"players": 2, "turn_limit": 4}).start()
    seat = play_one(table)
    table.do(seat, m.Rename("x", "Ada"))
    table.put("undo", seat, steps=0)
    table.wander(500)
    assert table.match.is_over
    opening, *steps = Replay.of_table(table.table).reel(OPEN).news
    assert {tuple(line.then or ()) for step in steps for line in step} == {()}, "Ada made all moves that count"
    assert opening or steps


def test_a_stranger_with_a_link_to_a_replay_has_no_seat(url):
    table = make(url, RUN, ["human", "random"], options={"turn_limit": 4})

    async def evening():
        async with sitting(url, table["table"], table["token"]) as one:
            await one.play()

    asyncio.run(evening())
    address = f"{url}/api/tables/{table['table']}/replay?seat=0"
    assert (httpx.get(address).json()["seat"], httpx.get(address).json()["mine"]) == (0, None)
    assert httpx.get(address, headers=bearer(table["token"])).json()["mine"] == 0


# ---- who is gone


def test_a_nudge_reaches_who_is_waited_for_once():
    table = Laid(RUN, {"players": 2}).start()
    seat = table.match.acting()[0]
    other = 1 - seat
    table.do(other, m.Nudge("x", seat))
    (line,) = told(table.table, seat)
    assert line["text"] == f"Fox {other} nudges Fox {seat}."
    assert line["say"]["with"]["seat"] == seat + 1
    with pytest.raises(Refused, match="that will do") as refused:
        decide.decide(table.table, other, m.Nudge("x", seat))
    assert refused.value.code == "nudged"
    with pytest.raises(Refused, match="nobody waits for"):
        decide.decide(table.table, seat, m.Nudge("x", other))
    with pytest.raises(Refused, match="nobody else is expected"):
        decide.decide(table.table, seat, m.Nudge("x", seat))
    while table.match.acting()[0] == seat:
        play_one(table)
    while table.match.acting()[0] != seat:
        play_one(table)
    assert decide.decide(table.table, other, m.Nudge("x", seat)), "for another move"


def test_the_others_let_a_bot_play_on_for_who_is_gone(tmp_path):
    hands = Hands()
    with running(tmp_path, hands=hands) as server:
        mine = make(server.url, RUN, ["human", "open", "open"], options={"players": 3}, name="Ada", start=False)
        seats = [mine, *(join(server.url, mine["table"], name=name) for name in ("Olek", "Mira"))]
        tokens = [seat["token"] for seat in seats]

        async def evening():
            async with (
                sitting(server.url, mine["table"], tokens[0]) as ada,
                sitting(server.url, mine["table"], tokens[1]) as olek,
            ):
                async with sitting(server.url, mine["table"], tokens[2]):
                    await ada.do("start")
                    assert (await ada.do("stand-in", seat=2))["code"] == "is-here"
                await ada.until(lambda: _missing(ada) == [{"seat": 2, "wait": 1000 * PATIENCE}])
                assert (await ada.do("stand-in", seat=2))["code"] == "just-gone"
                hands.pass_by(PATIENCE)
                assert (await ada.do("stand-in", seat=2))["outcome"] == "applied"
                assert "away" not in ada.view["seats"][2], "Olek has not said so"
                assert (await olek.do("stand-in", seat=2))["outcome"] == "applied"
                await ada.until(lambda: ada.view["seats"][2].get("away"))
                async with sitting(server.url, mine["table"], tokens[2]) as mira:
                    assert (await mira.do("back"))["outcome"] == "applied"
                    await ada.until(lambda: "away" not in ada.view["seats"][2])

        asyncio.run(evening())


def _missing(player):
    """Who is gone, as this player heard last; None before the first word of it."""
    return player.last("presence").get("missing")


def test_nobody_is_replaced_who_has_only_just_gone(tmp_path):
    hands = Hands()
    with running(tmp_path, hands=hands) as server:
        mine = make(server.url, RUN, ["human", "open"], start=False)
        yours = join(server.url, mine["table"], name="Olek")

        async def evening():
            async with sitting(server.url, mine["table"], mine["token"]) as ada:
                async with sitting(server.url, mine["table"], yours["token"]):
                    await ada.do("start")
                await ada.until(lambda: _missing(ada) == [{"seat": 1, "wait": 1000 * PATIENCE}])
                for gone, text in ((0, "wait 60 s more"), (PATIENCE - 1, "wait 1 s more")):
                    hands.pass_by(gone)
                    done = await ada.do("stand-in", seat=1)
                    assert (done["code"], text in done["text"]) == ("just-gone", True)

        asyncio.run(evening())


# ---- who looks on


def test_who_looks_on_may_speak_where_the_table_lets_them(url):
    for allowed in (True, False):
        mine = make(url, RUN, ["human", "random"], settings={"watch_chat": allowed})

        async def evening(mine=mine):
            async with (
                sitting(url, mine["table"], mine["token"]) as ada,
                sitting(url, mine["table"]) as guest,
            ):
                done = await guest.do("chat", text="well played", name="Zoe")
                if done["outcome"] == "applied":
                    await ada.until(lambda: any("well played" in text for text in ada.told))
                return done, [line for text in ada.told for line in json.loads(text)["news"] if line["of"] == "chat"]

        done, said = asyncio.run(evening())
        if allowed:
            assert said[0]["say"] == {"key": "onlooker says", "with": {"name": "Zoe", "text": "well played"}}
            assert "seat" not in said[0]
        else:
            assert (done["code"], said) == ("no-seat", [])


def test_onlookers_do_not_drown_the_table(tmp_path):
    with running(tmp_path, limits=Limits(onlookers_chat=1 / 3600, onlookers_burst=5)) as server:
        mine = make(server.url, RUN, ["human", "random"], settings={"watch_chat": True})
        where = f"{server.url}/api/tables/{mine['table']}/commands"
        said = [httpx.post(where, json={"do": "chat", "id": f"c{i}", "text": "me again"}).json() for i in range(6)]
    assert [done.get("code") for done in said] == [None] * 5 + ["too-many"]


# ---- which tables are listed


def test_a_table_is_listed_where_its_host_says_so_and_waits(tmp_path):
    with running(tmp_path) as server:
        listed = make(server.url, RUN, ["human", "open"], settings={"listed": True}, start=False, name="Ada")
        quiet = make(server.url, RUN, ["human", "open"], start=False)

        def shown():
            return [table["table"] for table in httpx.get(f"{server.url}/api/tables").json()]

        async def evening():
            assert shown() == [], "nobody waits there yet"
            async with (
                sitting(server.url, listed["table"], listed["token"]) as ada,
                sitting(server.url, quiet["table"], quiet["token"]),
            ):
                assert shown() == [listed["table"]]
                table = httpx.get(f"{server.url}/api/tables").json()[0]
                assert (table["host"], table["players"], table["open"]) == ("Ada", 2, 1)
                await ada.do("start")
                assert shown() == []

        asyncio.run(evening())


def test_a_public_server_lists_nothing_unless_told():
    assert [Server(is_public=public, listing=listing).lists for public, listing in PLACES] == [True, False, True, False]


PLACES = [(False, None), (True, None), (True, True), (False, False)]
