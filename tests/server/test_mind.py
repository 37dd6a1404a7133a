"""The process in which bots think."""

import os
import threading

import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from skulk.bots import warm
from skulk.bots.thumb import Thumb
from skulk.engine import Match
from skulk.server import mind
from skulk.server.mind import BUDGET, Question, Thinker


@pytest.fixture
def thinker(monkeypatch):
    monkeypatch.setattr(mind, "load", lambda name: CONNECT_FOUR)
    return Thinker()


def question(bot="search:50", table="T", seat=0):
    seen = CONNECT_FOUR.State.pack(Match(CONNECT_FOUR, seed="0").seen(seat))
    return Question(1, table, seat, "connect_four", bot, seen, 7)


def nobody_compiles(*_, **__):
    raise AssertionError("something was compiled")


def test_a_search_that_lies_compiled_in_the_cache_searches_at_once(thinker, monkeypatch):
    warm.warm(CONNECT_FOUR)
    monkeypatch.setattr(warm.subprocess, "run", nobody_compiles)
    thinker.answer(question(), is_busy=False)
    (bot,) = thinker.bots.values()
    assert bot.bot.trees[0].count[0], "its first move came out of a search"


def test_what_is_not_compiled_yet_plays_by_rule_of_thumb_until_it_is(thinker, monkeypatch, tmp_path):
    monkeypatch.setenv("SKULK_CACHE", str(tmp_path))
    asked = []
    monkeypatch.setattr(Thinker, "_compile", lambda self, game: asked.append(game.name))
    given = question()
    expected = Thumb(CONNECT_FOUR).choose(CONNECT_FOUR.State.unpack(given.seen), 0, BUDGET, CONNECT_FOUR.dealer(7))
    assert thinker.answer(given, is_busy=False) == expected
    assert [kind for _, _, kind in thinker.bots] == ["thumb"]
    thinker.answer(question(seat=1), is_busy=False)
    assert asked == ["connect_four"], "once for each game"


@pytest.mark.parametrize("is_compiled", [True, False])
def test_nothing_is_compiled_where_that_is_switched_off(thinker, monkeypatch, tmp_path, is_compiled):
    if is_compiled:
        warm.warm(CONNECT_FOUR)
    else:
        monkeypatch.setenv("SKULK_CACHE", str(tmp_path))
    monkeypatch.setenv("SKULK_COMPILE", "off")
    monkeypatch.setattr(warm.subprocess, "run", nobody_compiles)
    monkeypatch.setattr(mind, "warm", nobody_compiles)
    for seat in (0, 1):
        thinker.answer(question(seat=seat), is_busy=False)
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
    monkeypatch.setattr(mind, "PATIENCE", 0)
    monkeypatch.setattr(mind, "warm", lambda game: threading.Event().wait(60))
    thinker.answer(question(), is_busy=False)
    assert [kind for _, _, kind in thinker.bots] == ["thumb"]
