"""A position laid out by hand is checked, whatever door it comes through."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skulk.engine import BadPosition, Match
from tests.engine.matches import DEN, FOX, ONES, both_games, bytes_of, some_moves, story


def test_a_match_may_start_from_a_position_and_is_saved_with_it():
    position = FOX.words.position(some_moves(Match(FOX, seed=2), 6).state)
    match = some_moves(Match(FOX, seed=9, position=position), 5)
    assert match.moves[0].before == FOX.State.pack(FOX.from_position(position))
    assert json.loads(match.save())["position"] == position
    assert story(Match.load(match.save())) == story(match)


SOUND = DEN.words.position(DEN.setup({}, DEN.dealer(script=[ONES])))


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ([], "a position is an object with named parts, not list"),
        ({}, "there is no 'players'"),
        ({**SOUND, "phase": 9}, "phase must be 0 to 2, not 9"),
        ({**SOUND, "phase": "late"}, "phase must be 0 to 2, not 'late'"),
        ({**SOUND, "phase": 0.5}, "phase must be 0 to 2, not 0.5"),
        ({**SOUND, "held": [2, 2]}, "den: "),
        ({**SOUND, "held": "many"}, "den: "),
        ({**SOUND, "held": [3, 2, 2]}, r"held does not count the hands \(R1\)"),
        ({**SOUND, "gone": [1, 0, 0]}, r"there are 4 cards of 0, not 3 \(R1\)"),
        ({**SOUND, "players": 2}, "the position seats 2, the options 3 players"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position, words):
    with pytest.raises(BadPosition, match=words):
        Match(DEN, position=position)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 300)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["c3", "?N", "Zev"]),
    lambda part: (
        st.lists(part, max_size=5)
        | st.dictionaries(st.text(max_size=3) | st.sampled_from(["c3", "Zev"]), part, max_size=3)
    ),
)


@both_games
@settings(deadline=None, max_examples=150)
@given(number=st.integers(0, 99), value=anything)
def test_any_part_of_a_position_is_read_or_refused(game, number, value):
    """Whatever stands there: a match that can be saved and loaded, or BadPosition; never another error."""
    position = game.words.position(game.setup({}, game.dealer(1)))
    position[sorted(position)[number % len(position)]] = value
    try:
        match = Match(game, seed=1, position=position)
    except BadPosition as refusal:
        assert str(refusal).startswith(game.name)  # noqa: PT017
    else:
        assert bytes_of(Match.load(match.save(), game)) == bytes_of(match)
