"""The search: fair, repeatable, legal, and better the longer it thinks."""

import numpy as np
import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from bench.leduc import GAME as LEDUC
from skulk.bots.random import Random
from skulk.bots.searcher import Budget, Search
from skulk.bots.thumb import Thumb
from skulk.engine import Match, load, names
from tests import den

SIMULATIONS = Budget(simulations=300)


def match_at(game, moves, seed=1, options=None):
    """A match after a few first legal moves."""
    match = Match(game, options, seed)
    for _ in range(moves):
        seat = match.acting()[0]
        match.play(seat, match.legal(seat)[0])
    return match


def play(match, bots, budget=SIMULATIONS, seed=0):
    """A whole match between bots, each given what its seat sees; how often they moved."""
    dealer = match.game.dealer(seed)
    while not match.is_over:
        seat = match.acting()[0]
        match.play(seat, bots[seat].choose(match.seen(seat), seat, budget, dealer))  # refuses what is not legal
    return match


@pytest.mark.parametrize("game", [CONNECT_FOUR, LEDUC, den.GAME], ids=lambda game: game.name)
def test_it_plays_whole_games_without_an_illegal_move(game):
    for options in game.variants:
        match = play(Match(game, options, seed=3), [Search(game) for _ in range(game.seats)], Budget(simulations=50))
        assert match.is_over


def test_the_same_budget_in_simulations_gives_the_same_game():
    first, second = (
        [m.action for m in play(Match(LEDUC, seed=9), [Search(LEDUC), Search(LEDUC)], seed=5).moves] for _ in range(2)
    )
    assert first == second


def test_what_it_cannot_see_does_not_move_it():
    """The same hints in every world that looks the same to the seat."""
    match = match_at(den.GAME, 1)
    seat = match.acting()[0]
    hints = []
    for seed in range(4):
        world = den.GAME.redeal(match.seen(seat), seat, den.GAME.dealer(seed))
        seen = den.GAME.see(world, seat)
        hints.append(Search(den.GAME).hints(seen, seat, SIMULATIONS, den.GAME.dealer(7)))
    assert hints[0] == hints[1] == hints[2] == hints[3]


@pytest.mark.parametrize("name", ["oh_fox"])
def test_who_has_chosen_in_secret_already_does_not_move_it(name):
    """Asked first or last, it expects the same of the others: they choose with the same care (Oh, Fox! R7)."""
    game = load(name)
    match, seat = Match(game, {"players": 4}, seed=2), 2
    first = Search(game).hints(match.seen(seat), seat, SIMULATIONS, game.dealer(7))
    for other in (3, 0, 1):
        match.play(other, match.legal(other)[0])
    assert Search(game).hints(match.seen(seat), seat, SIMULATIONS, game.dealer(7)) == first


def test_it_finds_the_winning_move_and_the_only_defence():
    match = Match(CONNECT_FOUR)
    for column in (3, 0, 3, 0, 3):  # three in column 3: seat 1 must block there
        match.play(match.acting()[0], column)
    assert Search(CONNECT_FOUR).choose(match.seen(1), 1, SIMULATIONS, CONNECT_FOUR.dealer(1)) == 3
    match.play(1, 1)
    assert Search(CONNECT_FOUR).choose(match.seen(0), 0, SIMULATIONS, CONNECT_FOUR.dealer(1)) == 3


def test_it_beats_random_play():
    won = 0.0
    for seed in range(20):
        side = seed % 2
        bots = (
            [Search(CONNECT_FOUR), Random(CONNECT_FOUR)] if side == 0 else [Random(CONNECT_FOUR), Search(CONNECT_FOUR)]
        )
        won += play(Match(CONNECT_FOUR, seed=seed), bots, Budget(simulations=200), seed).returns()[side]
    assert won >= 16


def test_hints_cover_every_legal_move_and_spend_the_budget():
    match = match_at(CONNECT_FOUR, 4)
    seat = match.acting()[0]
    hints = Search(CONNECT_FOUR).hints(match.seen(seat), seat, Budget(simulations=500), CONNECT_FOUR.dealer(2))
    assert [hint.action for hint in hints] == match.legal(seat)
    assert sum(hint.visits for hint in hints) == 500
    assert all(-1 <= hint.value <= 1 for hint in hints)


def test_trees_of_several_threads_are_added_up():
    match = match_at(CONNECT_FOUR, 4)
    seat = match.acting()[0]
    bot = Search(CONNECT_FOUR, threads=3)
    hints = bot.hints(match.seen(seat), seat, Budget(simulations=300), CONNECT_FOUR.dealer(2))
    assert sum(hint.visits for hint in hints) == 300


def test_the_tree_is_kept_from_move_to_move_and_forgotten_before_it_is_full():
    bot = Search(CONNECT_FOUR, slots=1 << 10)
    play(Match(CONNECT_FOUR, seed=1), [bot, Random(CONNECT_FOUR)])
    tree = bot.trees[0]
    assert tree.count[0] <= tree.count[1] == 512
    assert np.count_nonzero(tree.choices["name"]) == tree.count[0]


def test_what_was_learned_before_a_move_is_there_after_it():
    match, bot = Match(CONNECT_FOUR), Search(CONNECT_FOUR)
    for column in (3, 3):
        bot.choose(match.seen(0), 0, SIMULATIONS, CONNECT_FOUR.dealer(1))
        match.play(match.acting()[0], column)
    fresh, kept = (
        one.hints(match.seen(0), 0, SIMULATIONS, CONNECT_FOUR.dealer(1)) for one in (Search(CONNECT_FOUR), bot)
    )
    assert sum(hint.visits for hint in kept) > sum(hint.visits for hint in fresh) == 300


def test_a_full_tree_goes_on_learning_where_it_has_been():
    match = Match(CONNECT_FOUR)
    bot = Search(CONNECT_FOUR, slots=1 << 8)
    hints = bot.hints(match.seen(0), 0, Budget(simulations=5000), CONNECT_FOUR.dealer(1))
    assert sum(hint.visits for hint in hints) == 5000
    assert bot.trees[0].count[0] <= 128


@pytest.mark.parametrize("name", names())
def test_every_game_is_searched_within_the_rules_within_bounds_and_by_sight_alone(name):
    """Legal moves, every index checked, and the same hints in every world that looks the same to the seat."""
    game = load(name)
    for options in game.variants[:2]:
        match, dealer = Match(game, options, seed=6), game.dealer(3)
        for turn in range(12):
            seat = match.acting()[0]
            seen, bot = match.seen(seat), Search(game, slots=1 << 12)
            hints = bot.hints(seen, seat, Budget(simulations=30), game.dealer(7))
            assert [hint.action for hint in hints] == match.legal(seat)
            if turn % 4 == 0:
                twin = game.see(game.redeal(seen, seat, dealer), seat)
                assert Search(game, slots=1 << 12).hints(twin, seat, Budget(simulations=30), game.dealer(7)) == hints
            match.play(seat, max(hints, key=lambda hint: hint.visits).action)
            if match.is_over:
                break


def test_a_budget_in_seconds_runs_until_they_are_over():
    match = match_at(CONNECT_FOUR, 0)
    bot = Search(CONNECT_FOUR)
    bot.hints(match.seen(0), 0, Budget(simulations=1), CONNECT_FOUR.dealer(1))
    bot.trees[0].forget()
    hints = bot.hints(match.seen(0), 0, Budget(seconds=0.02), CONNECT_FOUR.dealer(1))
    assert sum(hint.visits for hint in hints) > 100


def test_until_it_is_compiled_it_plays_by_rule_of_thumb(monkeypatch):
    monkeypatch.setattr("skulk.bots.searcher.in_background", lambda game, then: None)
    match, bot = match_at(CONNECT_FOUR, 0), Search(CONNECT_FOUR, wait=False)
    assert not bot.is_ready
    expected = Thumb(CONNECT_FOUR).choose(match.seen(0), 0, SIMULATIONS, CONNECT_FOUR.dealer(1))
    assert bot.choose(match.seen(0), 0, SIMULATIONS, CONNECT_FOUR.dealer(1)) == expected


def test_an_unknown_knob_is_refused_by_name():
    with pytest.raises(ValueError, match="no knob 'cleverness'; it has explore"):
        Search(CONNECT_FOUR, cleverness=3)
