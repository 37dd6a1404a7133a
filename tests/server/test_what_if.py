"""Play on from a turn of a finished game: the same position, a table of one's own, and only where nothing is secret."""

import httpx
import pytest

from skulk.engine import Match

from .playing import GAMES, file_of, make
from .test_replay import finished, replay_of, wait_for_the_end


@pytest.mark.parametrize("game", GAMES)
def test_the_table_lies_as_it_lay_then(game):
    match = finished(game, **({"players": 4} if game == "sly_fox" else {}))
    replay = replay_of(match)
    for step in {0, len(replay.ends) // 3, len(replay.ends) - 2}:
        again = Match(game, match.options, "what if", position=replay.position_at(step))
        assert again.position() == replay.position_at(step)
        assert again.packed() == match.moves[replay.ends[step]].before
        assert again.acting()


@pytest.fixture(scope="module")
def over(server):
    laid = make(server.url, "fox_on_the_run", ["random", "random"])
    wait_for_the_end(server.url, laid)
    return laid["table"]


def test_one_sits_down_and_bots_play_the_others(url, over):
    last = len(Match.load(file_of(url, over)).moves) - 1
    answer = httpx.post(f"{url}/api/tables/{over}/what-if", json={"step": 2, "seat": 1, "name": "Mira"})
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert told["seat"] == 1
    seats = httpx.get(f"{url}/api/tables/{told['table']}").json()["view"]["seats"]
    assert [(seat["kind"], seat.get("bot")) for seat in seats] == [("bot", "fox"), ("human", None)]
    assert last > 2


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"step": 1 << 30, "seat": 0}, 404, "no-step"),
        ({"step": 0, "seat": 5}, 403, "no-seat"),
        ({"step": 0, "seat": 0, "bot": "clever"}, 400, "bad-option"),
        ({"step": -1, "seat": 0}, 400, "bad-request"),
        ({"step": 0, "seat": 0, "position": {}}, 400, "bad-request"),
    ],
)
def test_what_cannot_be_is_refused(url, over, asked, status, code):
    answer = httpx.post(f"{url}/api/tables/{over}/what-if", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_running_game_is_nobodys_what_if(url):
    laid = make(url, "fox_on_the_run", ["human", "random"])
    answer = httpx.post(f"{url}/api/tables/{laid['table']}/what-if", json={"step": 0, "seat": 0})
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
