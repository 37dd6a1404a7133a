"""Guided tables at a server: laid by it alone, led by the guide, left and taken up again, and gone on from."""

import time
from contextlib import contextmanager

import httpx
import pytest

from skulk.guides import games, read

from .playing import Running, bearer

OWN = ["step north", "step north", "step north", "step east", "look at 4,4", "hold the Vixen back", "fly the Eagle -1"]


def learn(url, game="outfoxed", **more):
    answer = httpx.post(f"{url}/api/guides/{game}", json={"pace": 0, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def look(url, table):
    return httpx.get(f"{url}/api/tables/{table['table']}", headers=bearer(table["token"])).json()["view"]


def do(url, table, **command):
    given = {"id": f"c{time.monotonic_ns()}", **command}
    return httpx.post(f"{url}/api/tables/{table['table']}/commands", json=given, headers=bearer(table["token"]))


def until(url, table, is_so):
    """The guide's moves come by themselves."""
    end = time.monotonic() + 20
    while not is_so(view := look(url, table)):
        assert time.monotonic() < end, view["guide"]
        time.sleep(0.01)
    return view


def move(url, table, words):
    until(url, table, lambda view: view.get("moves"))
    answer = do(url, table, do="move", move=words)
    assert answer.status_code == 200, answer.text


@contextmanager
def house(path):
    running = Running(path)
    try:
        yield running.url
    finally:
        running.close()


@pytest.mark.parametrize("game", games())
def test_a_guided_table_says_what_to_do(url, game):
    view = look(url, learn(url, game))
    said = view["guide"]
    assert (said["step"], said["of"]) == (0, len(read(game).steps))
    assert said["says"]["text"]
    assert said["lit"]
    assert view["moves"]
    assert [seat["kind"] for seat in view["seats"]].count("human") == 1


def test_the_guide_goes_on_with_whoever_follows_it(url):
    table = learn(url)
    for words in OWN:
        move(url, table, words)
    view = until(url, table, lambda view: view["guide"].get("is_done"))
    assert view["guide"]["step"] == 3
    assert view["guide"]["says"]["say"]["key"] == "carried then"


def test_another_move_is_played_and_answered_and_taken_back(url):
    table = learn(url, step=6)
    move(url, table, "activate it")
    view = until(url, table, lambda view: view["phase"] == "over")
    assert view["guide"]["aside"]["say"]["key"] == "cover activate it"
    assert do(url, table, do="guide", step=6).status_code == 200
    view = look(url, table)
    assert (view["phase"], view["guide"].get("aside"), view["table"]["fox"]) == ("playing", None, "3,5")


def test_a_guide_is_taken_up_where_it_was_left_after_a_restart(tmp_path):
    with house(tmp_path) as url:
        table = learn(url, step=5)
        move(url, table, "step south")
        before = look(url, table)
    with house(tmp_path) as url:
        assert look(url, table) == before
        move(url, table, "step south")
        assert look(url, table)["guide"]["step"] == 6
        do(url, table, do="guide", step=7)
        before = look(url, table)
        move(url, table, "put the Vixen on 3,4")
    with house(tmp_path) as url:  # in the midst of what the guide does
        view = until(url, table, lambda view: view["guide"]["step"] == 8)
        assert view["table"]["bear"] == "2,4"


def test_a_step_on_another_seat_and_the_real_game_are_at_other_tables(url):
    table = learn(url, step=10, name="Ada")
    assert do(url, table, do="guide", step=11).status_code == 200
    crow = httpx.post(f"{url}/api/tables/{table['table']}/follow", json={}, headers=bearer(table["token"])).json()
    assert (crow["seat"], look(url, crow)["guide"]["step"]) == (1, 11)
    assert do(url, crow, do="guide", step=12).status_code == 200
    real = httpx.post(f"{url}/api/tables/{crow['table']}/follow", json={}, headers=bearer(crow["token"])).json()
    view = look(url, real)
    assert (view["phase"], view.get("guide"), view["seats"][0]["name"]) == ("playing", None, "Ada")
    assert view["seats"][1]["bot"] == "cub"


def test_what_cannot_be_is_refused(url):
    for game, wanted, status in [
        ("chess", {}, 404), ("outfoxed", {"step": 12}, 404), ("outfoxed", {"step": -1}, 400),
        ("outfoxed", {"step": "x"}, 400),
        ("outfoxed", {"position": {}}, 400), ("outfoxed", {"seed": "fox"}, 400),
    ]:  # fmt: skip
        answer = httpx.post(f"{url}/api/guides/{game}", json=wanted)
        assert (answer.status_code, bool(answer.json()["text"])) == (status, True), (game, wanted)
    table = learn(url)
    for step, code in ((13, "no-such-step"), (99, "no-such-step")):
        answer = do(url, table, do="guide", step=step)
        assert (answer.status_code, answer.json()["code"]) == (409, code)
    plain = httpx.post(f"{url}/api/tables", json={"game": "outfoxed", "start": True}).json()
    assert do(url, plain, do="guide", step=0).json()["code"] == "no-guide"
    assert do(url, table, do="rematch").json()["code"] == "no-rematch"


def test_nobody_looks_on_at_a_guided_table(url):
    table = learn(url)
    assert httpx.get(f"{url}/api/tables/{table['table']}").status_code == 403
