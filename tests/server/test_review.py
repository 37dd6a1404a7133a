"""Finished games reviewed at the server: in a process of its own, with progress, and only when all is open anyway."""

import asyncio
import time

import httpx
import msgspec
import pytest

from skulk.bots.review import Review
from skulk.protocol import messages as m
from skulk.server import reviewer
from skulk.server.replay import steps_of
from skulk.server.reviews import OF_ONE, WAITING, Reviews
from skulk.server.seats import Refused
from tests.bots.test_coach import connect_four

from .playing import make
from .test_replay import wait_for_the_end

EMPTY = m.encode(m.Review([], [[], []], [0, 0], None))


def test_a_review_is_told_in_steps_of_the_replay_and_in_words():
    match = connect_four(3, 0, 3, 0, 3, 1, 3)
    review = Review(match, together=20_000)
    list(review.run())
    told = reviewer.told(review)
    assert msgspec.json.decode(m.encode(told), type=m.Review) == told
    turning = told.decisions[told.turning]
    assert steps_of(match)[turning.step] >= 6 > steps_of(match)[turning.step - 1]
    assert (turning.seat, turning.made.text, turning.first[0].text) == (1, "drop into b", "drop into d")
    assert told.swings[1][0] == told.turning
    assert all(len(one.chances) == len(one.known) == 2 for one in told.decisions)


class Held(Reviews):
    """Reviews that wait until a test lets them go on."""

    def __init__(self):
        super().__init__()
        self.begun, self.go_on, self.fails = [], asyncio.Event(), False

    async def _run(self, name, text):
        self.begun.append((name, text))
        self.coming[name] = m.Reviewing(1, 2)
        await self.go_on.wait()
        if self.fails:
            raise OSError("no process")
        return msgspec.Raw(EMPTY)


async def settled(reviews):
    reviews.go_on.set()
    await asyncio.gather(*reviews.tasks)


def test_one_after_the_other_with_progress_and_kept():
    async def check():
        reviews = Held()
        assert reviews.of("a", lambda: "A", "x") == m.Reviewing(0, 0)
        assert reviews.of("b", lambda: "B", "x") == m.Reviewing(0, 0)
        await asyncio.sleep(0)
        assert reviews.begun == [("a", "A")]
        assert reviews.of("a", lambda: "again", "x") == m.Reviewing(1, 2)
        await settled(reviews)
        assert reviews.begun == [("a", "A"), ("b", "B")]
        assert bytes(reviews.of("a", lambda: "again", "x")) == EMPTY
        assert not reviews.coming

    asyncio.run(check())


def test_what_failed_is_said_once_and_tried_again():
    async def check():
        reviews = Held()
        reviews.fails = True
        reviews.of("a", lambda: "A", "x")
        await settled(reviews)
        with pytest.raises(Refused, match="cannot be reviewed now"):
            reviews.of("a", lambda: "A", "x")
        assert reviews.of("a", lambda: "A", "x") == m.Reviewing(0, 0)
        await reviews.close()

    asyncio.run(check())


def test_no_more_wait_than_can_be_served():
    async def check():
        reviews = Held()
        for number in range(WAITING):
            reviews.of(str(number), lambda: "", str(number))
        with pytest.raises(Refused, match="too many games are being reviewed"):
            reviews.of("one more", lambda: "", "x")
        await reviews.close()

    asyncio.run(check())


def test_no_address_has_all_the_turns():
    async def check():
        reviews = Held()
        for number in range(OF_ONE):
            reviews.of(str(number), lambda: "", "x")
        with pytest.raises(Refused, match="for your address"):
            reviews.of("one more", lambda: "", "x")
        assert reviews.of("0", lambda: "", "x") == m.Reviewing(0, 0)
        assert reviews.of("one more", lambda: "", "y") == m.Reviewing(0, 0)
        await settled(reviews)
        assert reviews.of("another", lambda: "", "x") == m.Reviewing(0, 0)
        assert list(reviews.owners) == ["another"]
        await reviews.close()

    asyncio.run(check())


def test_a_running_game_is_not_reviewed(url):
    laid = make(url, "fox_on_the_run", ["human", "random"])
    answer = httpx.get(f"{url}/api/tables/{laid['table']}/review")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


def test_where_nothing_is_compiled_there_is_none(url, monkeypatch):
    monkeypatch.setenv("SKULK_COMPILE", "off")
    laid = make(url, "oh_fox", ["random", "random"])
    wait_for_the_end(url, laid)
    answer = httpx.get(f"{url}/api/tables/{laid['table']}/review")
    assert (answer.status_code, answer.json()["code"]) == (409, "no-review")


@pytest.mark.parametrize("game", ["fox_on_the_run"])
def test_a_finished_table_is_reviewed(url, game):
    laid = make(url, game, ["random", "random"])
    wait_for_the_end(url, laid)
    where, until = f"{url}/api/tables/{laid['table']}/review", time.monotonic() + 240
    while (answer := httpx.get(where)).status_code == 202:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert answer.status_code == 200, answer.text
    told = msgspec.json.decode(answer.content, type=m.Review)
    assert told.decisions
    assert len(told.swings) == len(told.given) == 2
