"""What is told while a game is compiled, and what "ready" means."""

import io
import threading

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher
from rich.console import Console

from skulk import bots
from skulk.bots import Budget
from skulk.compiling import USUALLY, compiling
from skulk.engine.game import open_package
from skulk.engine.rule import watchers


class Written(io.StringIO):
    """A file that can be waited for."""

    def __init__(self):
        super().__init__()
        self.has_grown = threading.Condition()

    def write(self, text):
        with self.has_grown:
            self.has_grown.notify_all()
            return super().write(text)

    def wait_for(self, word):
        with self.has_grown:
            assert self.has_grown.wait_for(lambda: word in self.getvalue(), 60), f"{word} was never written"


def console(term=None):
    """Of a terminal of this kind; without one, of a log."""
    return Console(file=Written(), force_terminal=bool(term), width=120, _environ={"TERM": term or "xterm"})


def fresh():
    """The toy with a box of its own: nothing of it is bound yet."""
    return open_package("tests.den", {"BUG": 41})


def test_a_bot_that_was_waited_for_has_nothing_left_to_compile():
    """Rules that take arrays are compiled by their first call: that has been made when `sit` returns."""
    game = fresh()
    seated = bots.sit("search:20", game, wait=True)
    bound = seated.bot.bound
    compiled = {name: list(f.overloads) for name, f in vars(bound).items() if isinstance(f, Dispatcher)}
    assert compiled["think"]
    assert compiled["begin"]
    assert compiled["report"]
    state = game.setup({}, game.dealer(1))
    seat = game.acting(state)[0]
    action = seated.choose(game.see(state, seat), seat, Budget(simulations=20), game.dealer(2))
    assert action in game.legal(state, seat)
    after = {name: list(f.overloads) for name, f in vars(bound).items() if isinstance(f, Dispatcher)}
    assert after == compiled, "thinking compiled something more"


@pytest.mark.parametrize("kind", ["random", "thumb", "cub"])
def test_whoever_need_not_be_waited_for_sits_down_too(kind):
    assert bots.sit(kind, fresh(), wait=True)


def test_a_rehearsal_leaves_no_trace():
    one, other = (bots.sit("search:50", fresh(), wait=True).bot for _ in range(2))
    assert not one.trees[0].count[0]
    assert not one.trees[0].choices.view(np.uint8).any()
    assert one.bound is other.bound


@pytest.mark.parametrize("term", [None, "dumb"])
def test_what_takes_longer_than_a_moment_is_told_in_a_log(term):
    """And on a terminal that cannot draw over what it has drawn."""
    shown = console(term)
    with compiling("Night Raid", shown, moment=0.0):
        shown.file.wait_for("Compiling")
        watchers[-1]("play", 3, 20)
    first, last = shown.file.getvalue().splitlines()
    assert first == f"Compiling Night Raid: {USUALLY} …"
    assert last.startswith("Night Raid is compiled, after ")
    assert not watchers


def test_a_terminal_is_shown_how_far_it_is():
    shown = console("xterm")
    with compiling("Night Raid", shown, moment=0.0):
        watch = watchers[-1]
        watch("play", 3, 20)
        shown.file.wait_for("play")
    assert "Compiling Night Raid" in shown.file.getvalue()
    assert "3/20" in shown.file.getvalue()


def test_what_is_quick_is_not_told():
    shown = console()
    with compiling("Night Raid", shown, moment=1000.0):
        pass
    assert shown.file.getvalue() == ""


def test_compiling_tells_each_rule():
    told = []
    watchers.append(lambda *said: told.append(said))
    try:
        open_package("tests.den", {"BUG": 42}).bind_rules()
    finally:
        watchers.pop()
    assert {"setup", "legal", "play", "see"} <= {name for name, _, _ in told}
    assert [number for _, number, _ in told] == list(range(1, len(told) + 1))
    assert {of for _, _, of in told} == {len(told)}
