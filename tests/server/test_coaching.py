"""A coach at the table: to whom it speaks, when, and that it knows what the seat knows."""

import asyncio
import json

import httpx
import msgspec
import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from skulk.bots import warm
from skulk.engine import GameOver, IllegalMove, NotYourTurn
from skulk.protocol import messages as m
from skulk.server import thinker as module
from skulk.server.coaching import MOST, Coaching
from skulk.server.seats import Refused
from skulk.server.telling import view
from skulk.server.thinker import ALL, NotReady, Question, Thinker
from tests.bots.test_coach import connect_four

from .laying import SPECTATOR, Laid
from .playing import bearer, join, make


class Asked:
    """A gathering whose thinkers write down what they are asked."""

    def __init__(self, table):
        self.table, self.owner, self.tables, self.thinkers = table, "", self, self
        self.questions = []

    async def advise(self, *question):
        self.questions.append(question)
        await asyncio.sleep(0)
        return m.encode(m.Advice(0, [m.Promise(0, 0.5, 0.1)]))


def advise(table, seat, *moves):
    """What the coach says to each, asked at once; and what the thinkers were asked."""
    asked = Asked(table.table)

    async def ask():
        coach = Coaching(asked)
        return await asyncio.gather(*(coach.advise(seat, move) for move in moves))

    return asyncio.run(ask()), asked.questions


def alone():
    table = Laid("fox_on_the_run", {}, humans=[0])
    table.put("bot", None, seat=1, bot="random")
    return table.start()


def test_it_speaks_once_it_is_asked_for():
    table = alone()
    with pytest.raises(Refused, match="once all people at the table have asked for one"):
        advise(table, 0, None)
    table.do(0, m.Coach("c"))
    (advice,), _ = advise(table, 0, None)
    assert advice.promises == [m.Promise(0, 0.5, 0.1)]
    assert advice.number == table.table.numbers[0]
    with pytest.raises(Refused, match="already"):
        table.do(0, m.Coach("d"))


def test_with_people_it_speaks_when_all_have_agreed_and_everybody_is_told():
    table = Laid("fox_on_the_run", {}).start()
    table.do(0, m.Coach("c"))
    assert [one.get("coached") for one in json.loads(m.encode(view(table.table, SPECTATOR)))["seats"]] == [True, None]
    with pytest.raises(Refused, match="all people at the table"):
        advise(table, 0, None)
    table.do(1, m.Coach("d"))
    assert advise(table, 0, None)[0]
    assert [item.phrase.key for item in table.table.log[-2:]] == ["wants a coach", "has a coach"]


def test_whoever_sits_down_later_is_asked_again():
    table = alone()
    table.do(0, m.Coach("c"))
    table.put("join", None, seat=1, name="Mira")
    with pytest.raises(Refused, match="all people at the table"):
        advise(table, 0, None)


def test_it_is_handed_what_the_seat_sees_and_nothing_else():
    table = Laid("fox_on_the_run", {}).start()
    for seat in (0, 1):
        table.do(seat, m.Coach("c"))
    seat = table.match.acting()[0]
    _, (question,) = advise(table, seat, None)
    game = table.match.game
    seen = game.State.pack(table.match.seen(seat))
    assert seen != table.match.packed()
    assert question == (table.table.head.id, seat, game.name, seen, ALL, "")


def test_asked_a_hundred_times_it_thinks_once():
    table = alone()
    table.do(0, m.Coach("c"))
    told, questions = advise(table, 0, *[None] * 100)
    assert len(told) == 100
    assert len(questions) == 1


def test_it_thinks_about_a_few_questions_of_a_seat_at_a_time():
    """Each takes a fifth of a second, in which no bot of another table thinks; and they shorten what each bot has."""
    table = Laid("oh_fox", {"players": 2}, humans=[0, 1]).start()
    for seat in (0, 1):
        table.do(seat, m.Coach("c"))
    seat = table.match.acting()[0]
    legal = table.match.legal(seat)
    assert len(legal) > MOST
    asked = Asked(table.table)

    async def ask():
        coach = Coaching(asked)
        told = await asyncio.gather(*(coach.advise(seat, move) for move in legal[: MOST + 1]), return_exceptions=True)
        assert [getattr(one, "code", None) for one in told] == [None] * MOST + ["too-many"]
        assert await coach.advise(seat, legal[MOST])

    asyncio.run(ask())
    assert len(asked.questions) == MOST + 1


def test_it_says_no_where_there_is_nothing_to_advise(monkeypatch):
    table = Laid("fox_on_the_run", {})
    with pytest.raises(Refused, match="not begun"):
        advise(table, 0, None)
    table.start()
    for seat in (0, 1):
        table.do(seat, m.Coach("c"))
    asked = table.match.acting()[0]
    with pytest.raises(NotYourTurn):
        advise(table, 1 - asked, None)
    wrong = next(action for action in range(table.match.game.actions) if action not in table.match.legal(asked))
    with pytest.raises(IllegalMove):
        advise(table, asked, wrong)
    monkeypatch.setenv("SKULK_COMPILE", "off")
    with pytest.raises(Refused, match="compiles nothing"):
        advise(table, asked, None)
    table.do(asked, m.Resign("x"))
    with pytest.raises(GameOver, match="its review"):
        advise(table, asked, None)


def test_who_looks_on_gets_no_advice(url):
    laid = make(url, "fox_on_the_run", ["human", "open"])
    where = f"{url}/api/tables/{laid['table']}/advice"
    assert httpx.get(where).status_code in (401, 403)
    answer = httpx.get(where, headers=bearer(laid["token"]))
    assert (answer.status_code, answer.json()["code"]) == (409, "no-coach")
    joined = join(url, laid["table"])
    assert httpx.get(where, headers=bearer(joined["token"]), params={"move": "x"}).status_code == 400


# ---- where it thinks


def question(match, about):
    seat = match.acting()[0]
    return Question(1, "T", seat, "connect_four", "coach", CONNECT_FOUR.State.pack(match.seen(seat)), 0, "", about)


@pytest.fixture
def thinker(monkeypatch):
    monkeypatch.setattr(module, "load", lambda name: CONNECT_FOUR)
    return Thinker()


def test_danger_is_told_in_words_before_it_is_too_late(thinker):
    warm.warm(CONNECT_FOUR)
    match = connect_four(3, 0, 3, 0, 3)
    all_moves = msgspec.json.decode(thinker.advise(question(match, ALL)), type=m.Advice)
    assert [one.action for one in all_moves.promises] == match.legal(1)
    assert max(all_moves.promises, key=lambda one: one.share).action == 3
    ahead = msgspec.json.decode(thinker.advise(question(match, 1)), type=m.Advice).ahead
    assert (ahead.lost, ahead.won) == (ahead.worlds, 0)
    assert ahead.reason.text == "x lines up four and wins (R5)"
    assert [one.text for one in ahead.heard][-1]


def test_before_it_is_compiled_it_says_so(thinker, monkeypatch):
    monkeypatch.setenv("SKULK_COMPILE", "off")
    with pytest.raises(NotReady):
        thinker.advise(question(connect_four(), ALL))
