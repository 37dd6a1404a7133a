"""A match that begins with a script of chance: its outcomes come first, from the deal on, then chance as ever."""

import json
import random

import pytest

from skulk.engine import BadSave, Match, load
from skulk.engine.dealer import ScriptMismatch
from skulk.engine.match import chance
from tests.engine.matches import DEN, bytes_of, some_moves, story

DECK = [2, 2, 1, 0, 0, 1, 2, 1, 0]  # dealt from its end
OUTFOXED = load("outfoxed")


def before_a_roll(seed: int = 0):
    """A position of Outfoxed in which this move of this seat rolls the die."""
    match, dice = Match(OUTFOXED, seed=seed), random.Random(seed)
    while True:
        seat = match.acting()[0]
        action = dice.choice(match.legal(seat))
        position = OUTFOXED.words.position(match.state)
        match.play(seat, action)
        if match.dealer.rng != chance(match.seed, match.shares, match.number):
            return position, seat, action


def test_the_deal_is_the_scripts():
    match = Match(DEN, seed=1, script=[DECK])
    assert [list(match.state.hands[seat]) for seat in range(3)] == [[1, 1, 0], [1, 1, 0], [1, 0, 1]]
    assert match.state.left == 3
    assert list(match.state.deck[:3]) == DECK[:3]


def test_after_the_script_chance_is_drawn_as_ever():
    position, seat, action = before_a_roll()
    plain, scripted = Match(OUTFOXED, seed=4, position=position), Match(OUTFOXED, seed=4, position=position, script=[])
    assert plain.play(seat, action) == scripted.play(seat, action)
    assert bytes_of(plain) == bytes_of(scripted)


def test_every_face_can_be_scripted_and_taken_back():
    position, seat, action = before_a_roll()
    ends = set()
    for face in range(6):
        match = Match(OUTFOXED, seed=4, position=position, script=[face])
        heard = match.play(seat, action)
        ends.add(tuple(heard))
        match.undo()
        assert match.play(seat, action) == heard, "the script is rewound with the move"
    assert len(ends) == 4, "the die has four kinds of faces"


@pytest.mark.parametrize("bad", [6, -1, "six", None, [1]])
def test_an_outcome_that_cannot_be_changes_nothing(bad):
    position, seat, action = before_a_roll()
    match = Match(OUTFOXED, seed=4, position=position, script=[bad])
    before = story(match)
    with pytest.raises(ScriptMismatch, match="the script rolls"):
        match.play(seat, action)
    assert story(match) == before


def test_a_scripted_match_is_saved_and_loaded():
    match = some_moves(Match(DEN, seed=1, script=[DECK]), 4)
    again = Match.load(match.save(), DEN)
    assert story(again) == story(match)
    assert again.save() == match.save()


@pytest.mark.parametrize("script", ["123", {"deal": 1}, [[0, 0, 0]]])
def test_a_damaged_script_is_named(script):
    saved = json.loads(Match(DEN, seed=1, script=[DECK]).save()) | {"script": script}
    with pytest.raises(BadSave, match="script"):
        Match.load(json.dumps(saved), DEN)
