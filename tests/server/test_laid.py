"""Tables laid by hand: whoever starts the process can lay them, a visitor cannot."""

import httpx
import pytest

from skulk.engine import Match, load
from skulk.server.app import make_app
from tests.browser.house import lay

from .playing import SWIFT, Running, bearer, make

GAME = load("outfoxed")
TABLE = {"game": "outfoxed", "seats": ["human", "open"], "settings": SWIFT, "start": True}


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A server whose process has added the address of tests."""
    monkeypatch.setattr("tests.server.playing.make_app", lambda *given: make_app(*given, more=[lay]))
    running = Running(tmp_path)
    yield running
    running.close()


def position(moves=12):
    match = Match(GAME, seed=5)
    for _ in range(moves):
        seat = match.acting()[0]
        match.play(seat, match.legal(seat)[0])
    return GAME.words.position(match.state)


def look(url, table):
    return httpx.get(f"{url}/api/tables/{table['table']}", headers=bearer(table["token"])).json()["view"]


def test_a_plain_server_lays_no_position(url):
    for path in ("/api/lay", "/api/tables/lay"):
        assert httpx.post(url + path, json={"table": TABLE, "position": position()}).status_code in (404, 405)
    for more in ({"position": position()}, {"script": [1]}, {"seed": "fox"}, {"laid": {"position": position()}}):
        assert httpx.post(f"{url}/api/tables", json=TABLE | more).status_code == 400
        assert httpx.post(f"{url}/api/tables", json=TABLE | {"settings": SWIFT | more}).status_code == 400
    assert "lay" not in {
        path.rpartition("/")[2] for path in httpx.get(f"{url}/api/schema/openapi.json").json()["paths"]
    }


def test_the_same_seed_and_position_give_the_same_table(house):
    wanted = {"table": TABLE, "position": position(), "seed": "fox"}
    one, other = (httpx.post(f"{house.url}/api/lay", json=wanted).json() for _ in range(2))
    assert one["table"] != other["table"]
    first, second = look(house.url, one), look(house.url, other)
    assert first["table"] == second["table"]
    assert first["table"] != look(house.url, make(house.url, "outfoxed", ["human", "open"]))["table"]


def test_a_position_that_cannot_be_is_refused(house):
    wanted = {"table": TABLE, "position": position() | {"phase": "nonsense"}}
    answer = httpx.post(f"{house.url}/api/lay", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-position")


def test_a_laid_table_comes_back_after_a_restart(house, tmp_path):
    table = httpx.post(f"{house.url}/api/lay", json={"table": TABLE, "position": position(), "seed": "fox"}).json()
    before = look(house.url, table)
    house.close()
    again = Running(tmp_path)  # a plain server reads it too
    assert look(again.url, table)["table"] == before["table"]
    again.close()
