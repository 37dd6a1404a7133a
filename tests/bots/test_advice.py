"""Advice: rules of thumb that know no more than their seat, say the same compiled, and are worth following."""

import importlib
import pkgutil
import random
import sys

import numpy as np
import pytest

from skulk.bots import advice as shelf
from skulk.bots.advice import advice_for
from skulk.bots.random import Random
from skulk.bots.searcher import DEFAULTS, Thumb
from skulk.engine import COMPILED, Match, load
from skulk.engine.contract import ACTIONS, estimate, weigh
from skulk.engine.rule import Array, rule
from tests.laws import walk

ADVISED = [module.name for module in pkgutil.iter_modules(shelf.__path__) if module.name != "plain"]
SPOTS = 12  # positions of a random game of each variant
GAMES = 30  # of thumb against random


@rule
def weigh_all(state, seat, mask, weights: Array):
    """This file is a template too: the advice on every allowed action, compiled."""
    for action in range(ACTIONS):
        if mask[action]:
            weights[action] = weigh(state, seat, action)


@rule
def expect(state, out):
    estimate(state, out)


@pytest.fixture(params=ADVISED)
def game(request):
    return load(request.param)


def positions(game, seed=1):
    """Unfinished positions of a random game of every variant."""
    for options in game.variants:
        for spot in walk(game, options, seed, SPOTS):
            if not spot.state.over:
                yield spot


def weights(game, state, seat):
    return {action: int(advice_for(game).weigh(state, seat, action)) for action in game.legal(state, seat)}


def compiled_weights(game, state, seat):
    bound = game.bind(sys.modules[__name__], COMPILED, advice_for(game))
    mask, found = np.zeros(game.actions, np.int8), np.zeros(game.actions, np.int64)
    legal = game.legal(state, seat)
    mask[legal] = 1
    bound.weigh_all(game.State.narrow(state)[0], seat, mask, found)
    return {action: int(found[action]) for action in legal}


def test_advice_knows_what_its_seat_sees_and_no_more(game):
    for spot in positions(game):
        for seat in spot.match.acting():
            told = weights(game, spot.match.seen(seat), seat)
            where = f"{spot.match.options}, move {spot.match.number}, seat {seat}"
            assert told == weights(game, spot.state, seat), where
            assert told == weights(game, spot.redealt(seat), seat), where
            assert all(0 <= weight <= 1000 for weight in told.values()), where


def test_advice_is_the_same_compiled(game):
    for spot in positions(game):
        for seat in spot.match.acting():
            told = weights(game, spot.state, seat)
            where = f"{spot.match.options}, move {spot.match.number}, seat {seat}"
            assert told == compiled_weights(game, spot.match.seen(seat), seat), where
            assert told == compiled_weights(game, spot.state, seat), where


def test_expectations_lie_between_loss_and_win_and_are_the_same_compiled(game):
    bound = game.bind(sys.modules[__name__], COMPILED, advice_for(game))
    for spot in positions(game):
        out, same = [9.0] * game.seats, np.full(game.seats, 9.0)
        advice_for(game).estimate(spot.state, out)
        bound.expect(game.State.narrow(spot.state)[0], same)
        assert all(-1 <= expected <= 1 for expected in out), out
        assert out == pytest.approx(same.tolist(), abs=1e-12)


@pytest.mark.parametrize("name", [*ADVISED, "plain"])
def test_knobs_are_known_to_the_search(name):
    module = importlib.import_module(f"{shelf.__name__}.{name}")
    assert module.KNOBS.keys() | getattr(module, "KNOBS_OF_MANY", {}).keys() <= DEFAULTS.keys()


def test_a_game_without_advice_gets_plain_advice(monkeypatch):
    game = load("fox_on_the_run")
    monkeypatch.setattr(game, "name", "nobody_wrote_any")
    assert advice_for(game).__name__.endswith("plain")
    assert advice_for(game).weigh(game.State.new(), 0, 0) == 0


def test_who_follows_the_advice_beats_who_does_not(game):
    """Every seat in turn, with the same deals for all: +1 for a win, −1 for a loss."""
    gained = [match_of_thumb(game, number) for number in range(GAMES)]
    assert sum(gained) / GAMES > 0.3, gained


def match_of_thumb(game, number):
    match = Match(game, seed=number // 2)
    mine = number % match.players
    bots = [Thumb(game) if seat == mine else Random(game) for seat in range(match.players)]
    dealer = game.dealer(random.Random(number).getrandbits(62))
    while not match.is_over:
        seat = match.acting()[0]
        match.play(seat, bots[seat].choose(match.seen(seat), seat, None, dealer))
    return match.returns()[mine]
