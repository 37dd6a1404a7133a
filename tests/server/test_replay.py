"""A finished game looked at again: by whom, with whose eyes, and which files are refused."""

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from msgspec import UNSET

from skulk.engine import SPECTATOR, UNKNOWN, Match, load, names
from skulk.protocol import messages as m
from skulk.server.replay import MOST_MOVES, OPEN, PAGE, Replay, seats_of

from .playing import bearer, make

GAMES = sorted(names())


def finished(game, seed=3, **options):
    """A random match, played to its end."""
    match, chance = Match(game, options, seed), random.Random(seed)
    while not match.is_over:
        seat = chance.choice(match.acting())
        match.play(seat, chance.choice(match.legal(seat)))
    return match


def replay_of(match):
    return Replay(match, seats_of([("human", f"Fox {seat}", None) for seat in range(match.players)]))


@pytest.fixture(scope="module", params=GAMES)
def match(request):
    return finished(request.param, **({"players": 4} if request.param == "sly_fox" else {}))


# ---- what is shown


def test_a_seat_sees_what_it_saw(match):
    replay = replay_of(match)
    again, shown = Match.start_of(match.save())[0], 0
    for step, end in enumerate(replay.ends):
        while again.number < end:
            move = match.moves[again.number]
            again.play(move.seat, move.action)
        for eyes in (0, 1, SPECTATOR):
            frame = replay.frames(eyes, step).frames[0]
            assert frame.table == again.drawn(eyes)
            assert frame.acting == ([] if again.is_over else again.game.acting(again.seen(eyes)))
        shown += 1
    assert shown == len(replay.reel(0).news)


def test_a_seat_hears_what_it_heard(match):
    replay = replay_of(match)
    for eyes in (0, 1, SPECTATOR):
        told = [line.text for step in replay.reel(eyes).news for line in step]
        assert told == [match.tell(event, eyes) for event in match.events(eyes)]


def test_a_step_is_what_somebody_heard_of(match):
    replay = replay_of(match)
    for start, end in zip(replay.ends, replay.ends[1:], strict=False):
        assert not any(move.events for move in match.moves[start : end - 1])
    assert replay.ends[-1] == match.number


def test_open_eyes_hear_of_each_thing_once_and_in_full(match):
    """Whatever is told to some in full and to the rest in part is told in full."""
    news = replay_of(match).reel(OPEN).news
    for step, lines in zip(replay_of(match).ends, news, strict=True):
        events = match.moves[step - 1].events if step else match.opening
        assert len(lines) <= len(events)
        for event in events:
            if UNKNOWN not in event.numbers:
                assert match.tell(event, SPECTATOR) in [line.text for line in lines] or not step


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_hidden_from_open_eyes(game):
    """Two states that differ only in what is hidden look different on the open table."""
    match = finished(game, seed=5, **({"players": 4} if game == "sly_fox" else {}))
    opened, replay = load(game), replay_of(match)
    state = opened.State.unpack(match.moves[0].before)
    other = next(
        world
        for world in (opened.redeal(opened.see(state, SPECTATOR), SPECTATOR, opened.dealer(i)) for i in range(1, 20))
        if opened.words.table(world, 0) != opened.words.table(state, 0) or game == "fox_on_the_run"
    )
    draw = getattr(opened.words, "open_table", lambda state: opened.words.table(state, SPECTATOR))
    assert draw(other) != draw(state)
    assert replay.frames(OPEN, 0).frames[0].table == draw(state)


def test_pages_are_short_and_together_the_whole(match):
    replay = replay_of(match)
    steps, first = len(replay.ends), 0
    while first < steps:
        page = replay.frames(SPECTATOR, first)
        assert (page.first, len(page.frames)) == (first, min(PAGE, steps - first))
        assert len(m.encode(page)) < 600_000
        first += PAGE
    assert replay.frames(SPECTATOR, steps).frames == []


# ---- who may look


@pytest.fixture(scope="module")
def over(server):
    """A table that was played to its end."""
    laid = make(server.url, "oh_fox", ["random", "random"], settings={"bot_pace": 0})
    wait_for_the_end(server.url, laid)
    return laid


def wait_for_the_end(url, laid, **headers):
    where = f"{url}/api/tables/{laid['table']}"
    until = time.monotonic() + 60
    while httpx.get(where, **headers).json()["view"]["phase"] != "over":
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_finished_table_can_be_looked_at_again_with_any_eyes(url, over):
    where = f"{url}/api/tables/{over['table']}/replay"
    for eyes, seat, is_open in (({}, None, False), ({"seat": 1}, 1, False), ({"seat": "all"}, None, True)):
        reel = httpx.get(where, params=eyes).json()
        assert (reel["game"], reel["seat"], reel["open"]) == ("oh_fox", seat, is_open)
        assert len(reel["news"]) == len(reel["movers"])
        assert reel["result"]["ranks"]
        frames = httpx.get(f"{where}/frames", params={**eyes, "first": 3}).json()
        assert frames["first"] == 3
        assert len(frames["frames"]) == len(reel["news"]) - 3
    for eyes, code in (({"seat": 7}, "no-seat"), ({"seat": "none"}, "bad-request"), ({"seat": -1}, "bad-request")):
        assert httpx.get(where, params=eyes).json()["code"] == code


def test_of_the_past_one_page_is_made_at_a_time(url, over, monkeypatch):
    """However many ask: each page holds the interpreter, and whoever plays waits for all who do."""
    made, most = [], []

    def slowly(self, eyes, first):
        made.append(first)
        most.append(len(made))
        time.sleep(0.02)
        made.remove(first)
        return m.Frames(first, [])

    monkeypatch.setattr(Replay, "frames", slowly)
    asked = [f"{url}/api/tables/{over['table']}/replay/frames?first={first}" for first in range(6)]
    with ThreadPoolExecutor(6) as visitors:
        assert {answer.status_code for answer in visitors.map(httpx.get, asked)} == {200}
    assert max(most) == 1


def test_a_running_game_cannot_be_looked_at_again(url):
    laid = make(url, "oh_fox", ["human", "random"])
    for path in ("replay", "replay?seat=0", "replay?seat=all", "replay/frames"):
        answer = httpx.get(f"{url}/api/tables/{laid['table']}/{path}", headers=bearer(laid["token"]))
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


def test_a_closed_table_stays_closed(url):
    laid = make(url, "oh_fox", ["human", "random"], settings={"watch": False, "bot_pace": 0})
    where, mine = f"{url}/api/tables/{laid['table']}", bearer(laid["token"])
    for number in range(40):
        moves = httpx.get(where, headers=mine).json()["view"].get("moves")
        if moves:
            move = {"do": "move", "id": f"m{number}", "move": moves[0]["action"]}
            httpx.post(f"{where}/commands", json=move, headers=mine)
        else:
            time.sleep(0.05)
    wait_for_the_end(url, laid, headers=mine)
    for path in ("replay", "replay/frames", "file"):
        answer = httpx.get(f"{where}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "closed")
        assert httpx.get(f"{where}/{path}", headers=mine).status_code == 200


# ---- files


def bring(url, text):
    return httpx.post(f"{url}/api/replays", json={"file": text})


def test_a_game_file_that_is_brought_along(url, over):
    text = httpx.get(f"{url}/api/tables/{over['table']}/file").text
    assert Match.load(text).is_over
    where = f"{url}/api/replays/{bring(url, text).json()['replay']}"
    mine, theirs = httpx.get(where).json(), httpx.get(f"{url}/api/tables/{over['table']}/replay").json()
    assert mine["news"] == theirs["news"]
    assert [seat["name"] for seat in mine["seats"]] == [seat["name"] for seat in theirs["seats"]]
    frames = f"{url}/api/tables/{over['table']}/replay/frames"
    assert httpx.get(f"{where}/frames").json() == httpx.get(frames).json()


def test_a_match_of_ones_own_without_names(url):
    text = finished("fox_on_the_run").save()
    reel = httpx.get(f"{url}/api/replays/{bring(url, text).json()['replay']}", params={"seat": "all"}).json()
    assert [seat["name"] for seat in reel["seats"]] == ["", ""]


GOOD = finished("oh_fox").save()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "[" * 100_000,
        '{"skulk": 1}',
        GOOD.replace('"oh_fox"', '"no_fox"'),
        GOOD.replace('"version": "', '"version": "0'),
        GOOD.replace("single", "double", 1).replace(", 0,", ", 9999,", 1),
        GOOD[:-30],
        json.dumps({**json.loads(GOOD), "moves": json.loads(GOOD)["moves"][:1] * (MOST_MOVES + 1)}),
        json.dumps({**json.loads(GOOD), "options": {"players": 3000}}),
    ],
    ids=range(12),
)
def test_what_is_no_game_file_is_refused(url, text):
    answer = bring(url, text)
    assert answer.status_code in (400, 404), answer.text
    assert answer.json()["code"] in ("bad-save", "bad-option", "unknown-game")


def test_files_have_limits(url):
    assert bring(url, "x" * 700_000).json()["code"] == "bad-request"
    assert bring(url, "x" * 2_000_000).status_code == 413
    assert httpx.get(f"{url}/api/replays/{'0' * 24}").json()["code"] == "no-file"


def test_names_in_a_file_are_plain_text(url):
    told = json.loads(GOOD) | {"table": {"seats": ["\u202eevil" * 40, 7]}}
    reel = httpx.get(f"{url}/api/replays/{bring(url, json.dumps(told)).json()['replay']}").json()
    assert [len(seat["name"]) for seat in reel["seats"]] == [24, 0]


def test_an_open_table_leaves_nothing_behind_for_those_who_still_play() -> None:
    match = Match("fox_on_the_run", seed=1)
    closed = match.table()
    assert any(tile.under is not UNSET for tile in match.game.words.open_table(match.state).tiles)
    assert Match("fox_on_the_run", seed=1).table() == closed
    assert not any("under" in tile for tile in closed["tiles"])
