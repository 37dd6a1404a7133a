"""A box is data: a game opened with other components is a game of its own, and the first does not notice."""

import sys

import pytest

from skulk.engine import BadBox, Match, UnknownGame, component, load, names
from skulk.engine.box import fingerprint, opening
from skulk.engine.game import open_package
from tests import den

CORNERS = [["N", 4], ["E", 4], ["S", 4], ["W", 4], ["NE", 2], ["ES", 2], ["SW", 1], ["NW", 1]]


def fox(**box):
    return load("fox-on-the-run", box)


def test_a_component_is_its_default_unless_the_box_has_another():
    assert component("EGGS", [1, 2]) == [1, 2]
    with opening({"EGGS": [3]}):
        assert component("EGGS", [1, 2]) == [3]
        assert component("HENS", 4) == 4
    assert component("EGGS", [1, 2]) == [1, 2]


def test_a_replaced_component_reaches_the_tables_made_from_it():
    game = fox(TILES=CORNERS)
    faces = game.setup({}, game.dealer(1)).printed.tolist()
    assert (faces.count(0b0011), faces.count(0b1010)) == (2, 0), "two NE and no EW"


@pytest.mark.parametrize(
    ("box", "words"),
    [
        ({"TREES": 3}, "no component 'TREES'; it has HOMES, TILES"),
        ({"TILES": CORNERS, "tiles": CORNERS}, "no component 'tiles'"),
        ({"TILES": CORNERS[1:]}, r"22 directional tiles, not 18 \(R28\)"),
        ({"TILES": 22}, "component 'TILES' is a list, not 22"),
        ({"TILES": None}, "component 'TILES' is a list, not None"),
        ({"TILES": [22]}, "fox_on_the_run cannot be opened with this 'TILES': it is not laid out like the game's own"),
        ({"TILES": {22}}, "a box is data as JSON has it"),
        ({"HOMES": {"Indigo": 0}}, "with this 'HOMES': there is no 'Scarlet'"),
    ],
)
def test_a_box_that_cannot_be_is_refused_and_leaves_nothing_behind(box, words):
    before = set(sys.modules)
    for _ in range(2):  # the second time is refused like the first
        with pytest.raises(BadBox, match=words):
            fox(**box)
    assert set(sys.modules) == before
    assert component("TILES", "mine") == "mine"
    assert fox() is load("fox-on-the-run")


@pytest.mark.parametrize("box", [[1], 5, "TILES"])
def test_a_box_has_names(box):
    with pytest.raises(BadBox, match="a box has components by their names"):
        load("fox-on-the-run", box)


START = {"fox": [5, 3], "bear": [1, 3], "crow": 2, "eagle": 12, "odd eagle": 13, "sun": 0}


@pytest.mark.parametrize(
    ("box", "words"),
    [
        ({"HAND": -1}, "the hand no card or more"),
        ({"HAND": True}, "component 'HAND' is a whole number, not True"),
        ({"HAND": 2.5}, "component 'HAND' is a whole number, not 2.5"),
        ({"DIE": []}, "the die has a side or more"),
        ({"START": {**START, "fox": [9, 9]}}, r"a row and a column from 1 to 5 \(R1\)"),
        ({"START": {**START, "crow": 20}}, r"a space of the rim from 0 to 19 \(R4\)"),
    ],
)
def test_a_box_of_outfoxed_that_cannot_be(box, words):
    with pytest.raises(BadBox, match=words):
        load("outfoxed", box)


def test_a_fingerprint_names_what_is_in_a_box():
    assert fingerprint({}) == "own" == den.GAME.box
    assert fingerprint({"A": 1, "B": [2]}) == fingerprint({"B": [2], "A": 1})
    assert len({fingerprint(box) for box in ({"A": 1}, {"A": 2}, {"B": 1}, {"A": 1, "B": 1}, {"A": [1]})}) == 5


def test_the_same_box_is_the_same_game_and_another_another():
    assert fox(TILES=CORNERS) is fox(TILES=[list(tile) for tile in CORNERS])
    assert fox(TILES=CORNERS).box == fingerprint({"TILES": CORNERS})
    assert len({id(game) for game in (fox(), fox(TILES=CORNERS), fox(TILES=CORNERS[::-1]))}) == 3
    assert "with box" in repr(fox(TILES=CORNERS))


def test_two_boxes_side_by_side_do_not_disturb_each_other():
    """Their matches, played in turns, go as they go alone."""
    games = [den.GAME, open_package("tests.den", {"BUG": 3}), open_package("tests.den", {"BUG": 6})]
    alone = [finished(Match(game, seed="side by side")) for game in games]
    together = [Match(game, seed="side by side") for game in games]
    while any(move_on(match) for match in together):
        pass
    assert [match.save() for match in together] == alone
    ones = [0, 0, 0, 1, 2, 1, 2, 2, 1]  # seat 0 is dealt two of them
    states = [game.setup({}, game.dealer(script=[ones])) for game in games]
    assert [game.legal(state, 0) for game, state in zip(games, states, strict=True)] == [[1], [0, 1, 2], [1]], "BUG 3"


def move_on(match):
    if not match.is_over:
        seat = match.acting()[-1]
        match.play(seat, match.legal(seat)[-1])
    return not match.is_over


def finished(match):
    while move_on(match):
        pass
    return match.save()


def test_a_game_is_opened_by_its_name():
    assert load("fox-on-the-run") is load("fox_on_the_run")
    assert "fox_on_the_run" in names()
    with pytest.raises(UnknownGame, match=r"no game 'goose'; there are .*fox-on-the-run"):
        load("goose")
