"""The coach and the review: they say what the seat could know, and what follows from it."""

import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from skulk.bots.coach import Coach
from skulk.bots.review import Review
from skulk.engine import Match
from tests import den
from tests.bots.test_search import match_at


def connect_four(*columns):
    match = Match(CONNECT_FOUR)
    for column in columns:
        match.play(match.acting()[0], column)
    return match


@pytest.fixture(scope="module")
def coach():
    return Coach(CONNECT_FOUR)


def test_it_sees_the_danger_before_it_is_too_late(coach):
    """Three in column 3: whatever seat 1 does elsewhere, the game is lost before it moves again."""
    match = connect_four(3, 0, 3, 0, 3)
    elsewhere, there = (coach.ahead(match.seen(1), 1, column) for column in (1, 3))
    assert (elsewhere.lost, elsewhere.won) == (elsewhere.worlds, 0)
    assert CONNECT_FOUR.text(elsewhere.reason) == "x lines up four and wins (R5)"
    assert (there.lost, there.won, there.reason) == (0, 0, None)


def test_it_sees_the_win(coach):
    match = connect_four(3, 0, 3, 0, 3, 1)
    ahead = coach.ahead(match.seen(0), 0, 3)
    assert (ahead.lost, ahead.won) == (0, ahead.worlds)


def test_asked_twice_it_says_the_same(coach):
    match = connect_four(3, 3, 2)
    first = [coach.ahead(match.seen(1), 1, column) for column in range(7)]
    assert [coach.ahead(match.seen(1), 1, column) for column in range(7)] == first


def test_what_it_cannot_see_does_not_move_it():
    """The same in every world that looks the same to the seat."""
    match = match_at(den.GAME, 1)
    seat = match.acting()[0]
    told = []
    for seed in range(4):
        world = den.GAME.redeal(match.seen(seat), seat, den.GAME.dealer(seed))
        coach, seen = Coach(den.GAME), den.GAME.see(world, seat)
        told.append([coach.hints.hint(seen, seat), *(coach.ahead(seen, seat, a) for a in match.legal(seat))])
    assert told[0] == told[1] == told[2] == told[3]


# ---- the review


@pytest.fixture(scope="module")
def reviewed():
    review = Review(connect_four(3, 0, 3, 0, 3, 1, 3), together=20_000)
    return review, list(review.run())


def test_the_move_that_lost_the_game_is_the_turning_point(reviewed):
    """Move 6 leaves column 3 open; before it the game was not lost."""
    review, _ = reviewed
    worst = review.turning_point()
    assert (worst.number, worst.seat, worst.action, worst.best) == (6, 1, 1, 3)
    assert worst.lost > 0.25
    assert review.swings(1)[0] == worst
    assert review.given(1) >= worst.lost


def test_chances_are_everybodys_and_end_where_the_game_does(reviewed):
    review, _ = reviewed
    for one in review.weighed.values():
        assert sum(one.chances) == pytest.approx(1)
        assert sum(one.known) == pytest.approx(1)
    assert review.weighed[6].chances[0] > 0.8


def test_it_says_how_far_it_is(reviewed):
    review, told = reviewed
    steps = told[-1][1]
    assert [done for done, _ in told] == list(range(1, steps + 1))
    assert set(review.weighed) == set(review.decisions)


def test_a_review_tells_the_mover_nothing_of_the_hidden():
    """What a decision is said to have been worth depends on what its seat saw, not on how the cards lay."""
    match = match_at(den.GAME, 2)
    review = Review(match, together=600)
    list(review.run())
    number = review.decisions[-1]
    seat, state = match.moves[number].seat, den.GAME.State.unpack(match.moves[number].before)
    for seed in range(4):
        world = den.GAME.redeal(den.GAME.see(state, seat), seat, den.GAME.dealer(seed))
        match.moves[number] = match.moves[number]._replace(before=den.GAME.State.pack(world))
        again = Review(match, together=600)
        list(again.run())
        mine = [review.weighed[number], again.weighed[number]]
        assert mine[0]._replace(known=[]) == mine[1]._replace(known=[])
