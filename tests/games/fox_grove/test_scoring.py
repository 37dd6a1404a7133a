"""Scoring and the pro variant."""

import pytest

from skulk.games.fox_grove import moves, rules
from skulk.games.fox_grove.rules import points

from .laying import GAME, deliver, first, lay, tokens


def scored(levels, berries=(), **parts):
    """Seat 0 at the end of a game."""
    return lay(phase="finished", round=4, levels=first(2, levels), berries=tokens(s0=berries), **parts)


def test_s8_scoring():
    """R67, R68, R69, R70."""
    table = scored([3, 4, 7], [1, 3, 4], resources=first(2, [3, 0, 0]))
    assert rules.house_points(table.state, 0) == 35
    assert rules.track_points(table.state, 0) == 15
    assert points(table.state, 0) == 58


@pytest.mark.parametrize(
    ("levels", "berries", "sides", "total"),
    [
        ([4, 4, 4], [1, 2], {}, 47),  # S26, A
        ([4, 4, 4], [1, 1, 1], {}, 47),  # S26, B
        ([0, 6, 5], [], {}, 29),  # S27: lowest level 0
        ([5, 3, 1], [2, 2], {"tree": "B", "mushroom": "B", "leaf": "B"}, 25),  # S28
        ([5, 3, 1], [], {"mushroom": "B"}, 12 + 4 + 1 + 5),  # any mix has the same track
    ],
)
def test_points(levels, berries, sides, total):
    """R67–R69."""
    assert points(scored(levels, berries, sides=sides).state, 0) == total


def test_s26_more_blackberries_win_a_tie():
    """R71."""
    berries = tokens(s0=[1, 2], s1=[1, 1, 1])
    table = lay(phase="finished", round=4, levels=[[4, 4, 4], [4, 4, 4]], berries=berries)
    result = GAME.words.result(table.state)
    assert (result["scores"], result["ranks"], GAME.returns(table.state)[:2]) == ([47, 47], [2, 1], [-1, 1])
    assert GAME.text(result["reason"]) == "Equal at 47 points: more blackberries decide."


def test_a_win_is_shared_if_blackberries_are_equal_too():
    """R71."""
    table = lay(players=3, phase="finished", round=4, levels=[[4, 4, 4], [4, 4, 4], [1, 1, 1]])
    assert GAME.returns(table.state) == [0, 0, -1, 0]
    assert GAME.words.result(table.state)["ranks"] == [1, 1, 3]


def test_after_round_4_the_points_are_counted():
    """R1, R58: nobody is asked what to keep."""
    table = deliver(round=4, resources=[[5, 5, 5], [0, 0, 0], [0, 0, 0]]).do("end")
    assert table.state.over
    assert table.resources(0) == (5, 5, 5)
    assert len(table.heard(moves.SCORED)) == 3
