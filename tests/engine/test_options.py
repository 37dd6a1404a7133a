"""Options come in words or as JSON, defaults filled in; what cannot be is refused by name."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skulk.engine import NONE, BadOption, Match, choice, load, options, whole

HENS = options(
    whole("players", 2, 4, 3),
    whole("limit", NONE, 500, NONE),
    choice("coop", "small", "large", "huge", default="large"),
    choice("moon", "off", "on"),
    whole("seats", NONE, 3, NONE, (4,)),
    choice("colours", "red", "grey", shape=(2,)),
)
DEFAULTS = {"players": 3, "limit": None, "coop": "large", "moon": "off", "seats": None, "colours": ["red", "red"]}


def told(**given):
    """The options as read and told again: only what differs from the defaults."""
    return {name: value for name, value in HENS.tell(HENS.read(given)).items() if value != DEFAULTS[name]}


def test_defaults_fill_in():
    assert HENS.tell(HENS.read()) == DEFAULTS
    assert HENS.tell(HENS.read({})) == HENS.tell(HENS.read(None))


def test_the_rules_read_numbers():
    chosen = HENS.read({"coop": "huge", "moon": "on", "seats": [0, None, 2, 1]})
    assert (chosen.players, chosen.limit, chosen.coop, chosen.moon) == (3, NONE, 2, 1)
    assert chosen.seats.tolist() == [0, NONE, 2, 1]
    assert chosen.colours.tolist() == [0, 0]
    assert HENS.record.faults(chosen) == []


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"players": 4}, {"players": 4}),
        ({"players": "4"}, {"players": 4}),
        ({"limit": 0}, {"limit": 0}),
        ({"limit": "none"}, {}),
        ({"limit": None}, {}),
        ({"coop": "small"}, {"coop": "small"}),
        ({"moon": True}, {"moon": "on"}),
        ({"moon": False}, {}),
        ({"seats": "0, 1,none,3"}, {"seats": [0, 1, None, 3]}),
        ({"seats": (0, "1", None, 3)}, {"seats": [0, 1, None, 3]}),
        ({"seats": "none"}, {}),
        ({"seats": [None] * 4}, {}),
        ({"colours": "grey,red"}, {"colours": ["grey", "red"]}),
    ],
)
def test_words_and_json_mean_the_same(given, meant):
    assert told(**given) == meant


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"hens": 3}, "no option 'hens'; there are players, limit, coop"),
        ({"players": 1}, "'players' takes 2 to 4, not 1"),
        ({"players": 5}, "'players' takes 2 to 4, not 5"),
        ({"players": NONE}, "'players' takes 2 to 4, not -2"),
        ({"players": None}, "'players' takes 2 to 4, not None"),
        ({"players": "none"}, "'players' takes 2 to 4, not 'none'"),
        ({"players": "many"}, "not 'many'"),
        ({"players": 3.0}, "not 3.0"),
        ({"players": True}, "not True"),
        ({"players": [3]}, r"not \[3\]"),
        ({"limit": True}, "'limit' takes 0 to 500 or none, not True"),
        ({"limit": 501}, "'limit' takes 0 to 500 or none, not 501"),
        ({"limit": -2}, "'limit' takes 0 to 500 or none, not -2"),
        ({"coop": "tiny"}, "'coop' takes small, large or huge, not 'tiny'"),
        ({"coop": 1}, "not 1"),
        ({"coop": True}, "not True"),
        ({"moon": "maybe"}, "'moon' takes off or on, not 'maybe'"),
        ({"seats": [0, 1, 2]}, "'seats' takes a list of 4, each 0 to 3 or none, not "),
        ({"seats": "0,1,2,4"}, "'seats' takes 0 to 3 or none, not '4'"),
        ({"seats": 1}, "takes a list of 4"),
        ({"seats": {"0": 1}}, "takes a list of 4"),
        ({"colours": None}, "'colours' takes a list of 2, each red or grey, not None"),
    ],
)
def test_what_cannot_be_is_refused_by_name(given, words):
    with pytest.raises(BadOption, match=words):
        HENS.read(given)


chosen = st.fixed_dictionaries(
    {},
    optional={
        "players": st.integers(2, 4),
        "limit": st.none() | st.integers(0, 500),
        "coop": st.sampled_from(["small", "large", "huge"]),
        "moon": st.sampled_from(["off", "on"]),
        "seats": st.lists(st.none() | st.integers(0, 3), min_size=4, max_size=4),
        "colours": st.lists(st.sampled_from(["red", "grey"]), min_size=2, max_size=2),
    },
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda part: st.lists(part, max_size=5) | st.dictionaries(st.text(max_size=3), part, max_size=3),
)


@settings(deadline=None)
@given(chosen)
def test_telling_undoes_reading(given):
    once = HENS.tell(HENS.read(given))
    assert HENS.tell(HENS.read(json.loads(json.dumps(once)))) == once
    assert {name: None if value == [None] * 4 else value for name, value in given.items()}.items() <= once.items()


@settings(deadline=None)
@given(st.sampled_from(sorted(DEFAULTS)), anything)
def test_any_other_value_is_read_in_range_or_refused(name, value):
    try:
        read = HENS.read({name: value})
    except BadOption:
        return
    assert HENS.record.faults(read) == []


def test_a_game_without_players_is_refused():
    with pytest.raises(ValueError, match="must hold 'players'"):
        options(whole("rounds", 1, 3, 1))


# ---- options that do not go together: Fox on the Run


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"players": 5}, "5 players need the expansion"),
        ({"solo_faction": "guardians"}, "solo_faction is for 3 players"),
        ({"turn_limit": 0}, r"R49"),
        ({"controllers": [0, 0, 1, 1, 0, 1]}, r"Raffles and Napoleon .*R50"),
        ({"controllers": [0, 0, 0, 0, None, None]}, "each of the 2 seats a character"),
        ({"controllers": [0, 1, 1, 1, None, None]}, r"seat 1 characters of both factions \(R50\)"),
        ({"expansion": "on", "controllers": [0, 0, 1, 1, 0, 1]}, r"both factions \(R50\)"),
    ],
)
def test_an_objection_names_the_game_and_the_reason(given, words):
    with pytest.raises(BadOption, match=f"fox_on_the_run: .*{words}"):
        Match("fox-on-the-run", given)


@pytest.mark.parametrize(
    "given",
    [
        {"players": 5, "expansion": True},
        {"players": 3, "solo_faction": "guardians"},
        {"turn_limit": 1},
        {"expansion": "on", "controllers": "0,0,1,1,1,0"},
        {"expansion": "on", "raffles_side": "foxes", "controllers": [0, 0, 1, 1, 0, 1]},
    ],
)
def test_what_goes_together_is_played(given):
    match = Match("fox-on-the-run", given, seed=1)
    assert match.options == load("fox-on-the-run").options.tell(match.game.read_options(match.options))
    assert match.acting()
