"""The process in which bots think."""

import math
import os
import threading

import msgspec
import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from skulk.bots import Budget, warm
from skulk.bots.thumb import Thumb
from skulk.engine import Match
from skulk.server import thinker as module
from skulk.server.thinker import BUDGET, Question, Thinker


@pytest.fixture
def thinker(monkeypatch):
    monkeypatch.setattr(module, "load", lambda name: CONNECT_FOUR)
    return Thinker()


def question(bot="search:50", table="T", seat=0):
    seen = CONNECT_FOUR.State.pack(Match(CONNECT_FOUR, seed="0").seen(seat))
    return Question(1, table, seat, "connect_four", bot, seen, 7)


def nobody_compiles(*_, **__):
    raise AssertionError("something was compiled")


def test_a_search_that_lies_compiled_in_the_cache_searches_at_once(thinker, monkeypatch):
    warm.warm(CONNECT_FOUR)
    monkeypatch.setattr(warm.subprocess, "run", nobody_compiles)
    thinker.answer(question())
    (bot,) = thinker.bots.values()
    assert bot.bot.trees[0].count[0], "its first move came out of a search"


def test_what_is_not_compiled_yet_plays_by_rule_of_thumb_until_it_is(thinker, monkeypatch, tmp_path):
    monkeypatch.setenv("SKULK_CACHE", str(tmp_path))
    asked = []
    monkeypatch.setattr(Thinker, "_compile", lambda self, game: asked.append(game.name))
    given = question()
    expected = Thumb(CONNECT_FOUR).choose(CONNECT_FOUR.State.unpack(given.seen), 0, BUDGET, CONNECT_FOUR.dealer(7))
    assert thinker.answer(given) == expected
    assert [kind for _, _, kind in thinker.bots] == ["thumb"]
    thinker.answer(question(seat=1))
    assert asked == ["connect_four"], "once for each game"


@pytest.mark.parametrize("is_compiled", [True, False])
def test_nothing_is_compiled_where_that_is_switched_off(thinker, monkeypatch, tmp_path, is_compiled):
    if is_compiled:
        warm.warm(CONNECT_FOUR)
    else:
        monkeypatch.setenv("SKULK_CACHE", str(tmp_path))
    monkeypatch.setenv("SKULK_COMPILE", "off")
    monkeypatch.setattr(warm.subprocess, "run", nobody_compiles)
    monkeypatch.setattr(module, "warm", nobody_compiles)
    for seat in (0, 1):
        thinker.answer(question(seat=seat))
    assert [kind for _, _, kind in thinker.bots] == ["thumb", "thumb"]
    assert "SKULK_COMPILE=off" in warm.compile_elsewhere(CONNECT_FOUR)


def test_code_compiled_of_other_files_is_no_mark(monkeypatch):
    warm.warm(CONNECT_FOUR)
    assert warm.is_warm(CONNECT_FOUR)
    usual = os.stat

    def touched(path, *more, **also):
        found = usual(path, *more, **also)
        return os.stat_result((*found[:8], found[8] + 1, found[9])) if str(path).endswith("search.py") else found

    monkeypatch.setattr(warm.os, "stat", touched)
    assert not warm.is_warm(CONNECT_FOUR), "its compiled code would not be found"


def test_what_cannot_be_read_in_for_long_plays_by_rule_of_thumb(thinker, monkeypatch):
    warm.warm(CONNECT_FOUR)
    monkeypatch.setattr(module, "PATIENCE", 0)
    monkeypatch.setattr(module, "warm", lambda game: threading.Event().wait(60))
    thinker.answer(question())
    assert [kind for _, _, kind in thinker.bots] == ["thumb"]


# ---- everybody's turn


def asked(*given):
    """A lane with these questions in it: (owner, table), numbered as they come."""
    lane = module.Lane(1.0)
    for number, (owner, table) in enumerate(given):
        lane.put(Question(number, table, 0, "connect_four", "search:5s", b"", 7, owner))
    return lane


def test_addresses_take_turns_and_so_do_the_tables_of_each():
    lane = asked(*[("crowd", f"c{i}") for i in range(4)], ("crowd", "c0"), ("one", "o"), ("", "p"))
    turns = [lane.take()[0] for _ in range(7)]
    assert [q.table for q in turns] == ["c0", "o", "p", "c1", "c2", "c3", "c0"]
    assert [q.id for q in turns if q.table == "c0"] == [0, 4]


def test_the_more_wait_the_shorter_everybody_thinks():
    lane = asked(*[("crowd", f"c{i}") for i in range(5)])
    assert [lane.take()[1] for _ in range(5)] == [1 / 5, 1 / 4, 1 / 3, 1 / 2, math.inf]
    assert module._within(0.5, Budget(seconds=5)) == Budget(seconds=0.5)
    assert module._within(0.5, Budget(seconds=0.2)) == Budget(seconds=0.2)
    assert module._within(0.5, Budget(simulations=100_000)) == Budget(simulations=10_000)
    assert module._within(math.inf, Budget(simulations=100_000)) == Budget(simulations=100_000)


@pytest.mark.parametrize(
    ("bot", "is_long"),
    [(bot, False) for bot in ("random", "fox", "vixen", "search:200ms")]
    + [(bot, True) for bot in ("slyest", "search:5s", "search:100000")],
)
def test_long_thoughts_wait_in_a_lane_of_their_own(bot, is_long):
    assert (question(bot).cost > module.IS_LONG) is is_long


def test_with_hardly_any_time_left_the_rules_of_thumb_answer(thinker):
    warm.warm(CONNECT_FOUR)
    thinker.answer(question("search:5s"), most=0.001)
    assert [kind for _, _, kind in thinker.bots] == ["thumb"]


def test_a_quick_bot_answers_while_others_think_for_long(monkeypatch):
    """Over the pipe, as the server asks: eight long thoughts, each until the quick one is answered."""
    answered = threading.Event()

    def think(thinker, given, most):
        if given.cost > module.IS_LONG:
            assert answered.wait(20), "the quick one waits behind the long ones"
        return module.Reply(given.id, 0)

    monkeypatch.setattr(module, "_reply", think)
    (source, ask), (listen, target) = os.pipe(), os.pipe()
    with os.fdopen(source, "rb") as asks, os.fdopen(target, "wb") as tells:
        threading.Thread(target=module.main, args=(asks, tells), daemon=True).start()
        with os.fdopen(ask, "wb") as to, os.fdopen(listen, "rb") as back:
            for number in range(9):
                bot = "fox" if number == 8 else "search:5s"
                given = Question(number, f"t{number}", 0, "connect_four", bot, b"", 7, "me" if number == 8 else "crowd")
                to.write(module.frame(msgspec.msgpack.encode(given)))
            to.flush()
            replies = []
            for _ in range(9):
                replies.append(msgspec.msgpack.decode(module.read_frame(back))[0])
                answered.set()
    assert replies[0] == 8
    assert sorted(replies) == list(range(9))
