"""Whole games, compiled."""

from collections import Counter
from functools import cache

import pytest

from skulk.engine import COMPILED, PYTHON, BadOption, load
from skulk.engine.game import cache_folder
from skulk.engine.run import Playouts
from skulk.games.fox_on_the_run.components import HOMES
from skulk.games.fox_on_the_run.names import NAMES, arrows_of

from .laying import GAME, deal


@pytest.mark.parametrize(("options", "decisions"), [({}, 71), ({"expansion": "on"}, 85)])
def test_random_play(options, decisions):
    """Random Foxes win about 30 of 100 base games; a game asks about 71 questions, with the expansion 85."""
    tally = Playouts(GAME, options).run(1, 20_000)
    assert tally.choices / tally.games == pytest.approx(decisions, abs=1.2)
    assert tally.decisions == tally.choices  # a question with one answer is not asked
    assert sum(tally.wins[:2]) == pytest.approx(tally.games)
    if not options:
        assert tally.wins[0] / tally.games == pytest.approx(0.30, abs=0.01)  # three standard errors


@cache
def with_more_corners():
    """The game with another set of tiles: 12 with one arrow, 8 corners, 2 straight."""
    tiles = [["N", 3], ["E", 3], ["S", 3], ["W", 3], ["NE", 2], ["ES", 2], ["SW", 2], ["NW", 2], ["NS", 1], ["EW", 1]]
    return load("fox_on_the_run", box={"TILES": tiles})


def test_another_box():
    """R28: another set of 22 tiles, dealt, believed and played; compiled and interpreted games are equal."""
    game = with_more_corners()
    assert game.box != GAME.box
    assert cache_folder([], game.name, game.box) != cache_folder([], GAME.name, GAME.box)
    state = game.setup({}, game.dealer(3))
    assert Counter(arrows_of(f) for f in state.printed)["NE"] == 2
    again = game.redeal(game.see(state, 0), 0, game.dealer(4))
    assert sorted(again.printed) == sorted(state.printed)
    for options in ({}, {"expansion": "on", "players": 6}):
        compiled, interpreted = (Playouts(game, options, target).run(1, 20) for target in (COMPILED, PYTHON))
        assert compiled == interpreted
        assert compiled.digest != Playouts(GAME, options).run(1, 20).digest


@pytest.mark.parametrize(
    ("box", "complaint"),
    [
        ({"TILES": [["N", 4], ["E", 4]]}, "22 directional tiles, not 8"),
        ({"TILES": [["N", 21], ["up", 1]]}, "'up'"),
        ({"TREES": []}, "no component 'TREES'"),
        ({"HOMES": dict.fromkeys(NAMES, 0)}, "R29"),
    ],
)
def test_a_box_that_cannot_be(box, complaint):
    """R28, R29: a box is checked when it is opened; the game itself stays as it is."""
    with pytest.raises((ValueError, BadOption), match=complaint):
        load("fox_on_the_run", box=box)
    assert load("fox_on_the_run") is GAME
    assert deal().face_down == 22


def test_other_homes():
    """R52: the squares where characters begin are data of the box, too."""
    game = load("fox_on_the_run", box={"HOMES": HOMES | {"Raffles": 20, "Napoleon": 4}})
    state = game.setup({"expansion": "on"}, game.dealer())
    assert state.place.tolist() == [0, 24, 18, 18, 20, 4]
