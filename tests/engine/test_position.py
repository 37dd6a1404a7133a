"""A position laid out by hand is checked, whatever door it comes through."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skulk.engine import BadPosition, Match, load, names
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


def _places(part, path=()):
    """Where something stands in a position, however deep."""
    yield from [path] if path else []
    inside = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, inner in inside:
        yield from _places(inner, (*path, key))


def _with(part, path, value):
    if not path:
        return value
    copy = part.copy()
    copy[path[0]] = _with(part[path[0]], path[1:], value)
    return copy


def _is_said_by_us(error):
    """Whether an error was raised by a game or by the house, in its own words, and not by Python or NumPy."""
    trail = error.__traceback__
    while trail.tb_next:
        trail = trail.tb_next
    path, line = Path(trail.tb_frame.f_code.co_filename), trail.tb_lineno
    statement = [text.strip() for text in path.read_text(encoding="utf-8").splitlines()[max(0, line - 6) : line]]
    return "skulk" in path.parts and any(text.startswith("raise ") for text in statement)


@pytest.mark.parametrize("name", names())
@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_nothing_of_the_wrong_kind_in_a_position_ends_in_an_error_of_pythons(name, data):
    """At any place, however deep: it is read, or refused in our words."""
    game = load(name)
    variant = data.draw(st.integers(0, len(game.variants) - 1))
    played = some_moves(Match(game, game.variants[variant], seed=1), data.draw(st.sampled_from([0, 3, 12, 40, 400])))
    position = json.loads(json.dumps(played.position()))
    place = data.draw(st.sampled_from(list(_places(position))))
    try:
        match = Match(game, seed=1, position=_with(position, place, data.draw(anything)))
    except BadPosition as refusal:
        assert str(refusal).startswith(game.name)  # noqa: PT017
        cause = refusal.__cause__
        assert cause is None or _is_said_by_us(cause), f"{refusal}, from {cause!r}"  # noqa: PT017
    else:
        assert bytes_of(Match.load(match.save(), game)) == bytes_of(match)


@pytest.mark.parametrize(
    ("game", "position", "words"),
    [
        ("oh_fox", {"rows": [["S:N"], ["X"]]}, r"rows: cards are written like \"S:N D:E X\", .*\(R7\)"),
        ("oh_fox", {"objectives": 3}, "objectives: a list of names, not 3"),
        ("oh_fox", {"candidates": True}, "candidates: a list of names, not True"),
        ("fox_grove", {"sides": ["A"]}, "sides must be an object from houses to A or B"),
        ("fox_on_the_run", {"applied": 7}, r"applied must be a list of names, not 7 \(R21\)"),
        ("fox_on_the_run", {"controllers": {"Zev": 10**30}}, "Zev's controller must be a whole number"),
        ("outfoxed", {"floor": {"3,3": {"card": "bullfrog", "known": [[]]}}}, r"\[\] is no seat"),
    ],
)
def test_a_part_of_the_wrong_kind_is_named(game, position, words):
    with pytest.raises(BadPosition, match=f"{game}: {words}"):
        Match(game, position=position)


def test_a_part_that_a_game_forgets_to_look_at_is_named_too(monkeypatch):
    def from_position(position, dealer):
        return position["phase"].split() and DEN.setup({}, dealer)

    monkeypatch.setattr(DEN.words, "from_position", from_position)
    with pytest.raises(BadPosition, match=r"^den: 'phase' cannot be \['late'\]$"):
        Match(DEN, position={"left": 3, "phase": ["late"]})


# ---- options and positions


@pytest.mark.parametrize(
    ("game", "options", "position", "words"),
    [
        ("fox_on_the_run", {"players": 3}, {"players": 2}, "option 'players' is 3, but the position has 2"),
        ("fox_on_the_run", {"expansion": "on"}, {}, "option 'expansion' is 'on', but the position has 'off'"),
        ("fox_on_the_run", {"expansion": "off"}, {"raffles_side": "foxes"}, "option 'expansion' is 'off'"),
        (
            "fox_on_the_run",
            {"raffles_side": "guardians"},
            {"raffles_side": "foxes"},
            "option 'raffles_side' is 'guardians', but the position has 'foxes'",
        ),
        ("fox_on_the_run", {"turn_limit": 90}, {}, "option 'turn_limit' is 90, but the position has 200"),
        ("fox_on_the_run", {"turn_limit": None}, {"turn_limit": 9}, "option 'turn_limit' is None, .* has 9"),
        ("fox_on_the_run", {"flip_ends": "turn"}, {}, "option 'flip_ends' is 'turn', but the position has 'movement'"),
        ("fox_on_the_run", {"solo_faction": "guardians"}, {"players": 3}, "option 'solo_faction' is 'guardians'"),
        (
            "fox_on_the_run",
            {"controllers": [0, 0, 1, 1, None, None]},
            {"controllers": {"Indigo": 1, "Scarlet": 1, "Zev": 0, "Puffer": 0}},
            r"option 'controllers' is \[0, 0, 1, 1, None, None\], but the position has \[1, 1, 0, 0, None, None\]",
        ),
        ("outfoxed", {"eagle_gap": "odd"}, {}, "option 'eagle_gap' is 'odd', but the position has 'even'"),
        ("outfoxed", {"burying": "on"}, {}, "option 'burying' is 'on', but the position has 'off'"),
        ("outfoxed", {"vixen": "evening"}, {"options": {"vixen": "any"}}, "option 'vixen' is 'evening'"),
        ("outfoxed", {"memory": "unaided"}, {}, "option 'memory' is 'unaided', but the position has 'aided'"),
        ("fox_grove", {"tree": "B"}, {}, "option 'tree' is 'B', but the position has 'A'"),
        ("fox_grove", {"leaf": "A"}, {"sides": {"leaf": "B"}}, "option 'leaf' is 'A', but the position has 'B'"),
        ("fox_grove", {"variant": "pro"}, {}, "option 'variant' is 'pro', but the position has 'base'"),
        ("fox_grove", {"owls": "draw2+pick2"}, {}, "option 'owls' is 'draw2.pick2', but the position has 'double.disc"),
        ("fox_grove", {"first": 1}, {"fox": 0}, "option 'first' is 1, but the position has 0"),
        ("sly_fox", {"mode": "team"}, {"players": 4}, "option 'mode' is 'team', but the position has 'ffa'"),
        ("sly_fox", {"ending": "first_victim"}, {}, "option 'ending' is 'first_victim'"),
        ("sly_fox", {"extension": "on"}, {}, "option 'extension' is 'on', but the position has 'off'"),
        ("sly_fox", {"hand_counts": "exact"}, {}, "option 'hand_counts' is 'exact', but the position has 'bands'"),
        ("sly_fox", {"show_teams": "on"}, {}, "option 'show_teams' is 'on', but the position has 'off'"),
        ("sly_fox", {"first": 2}, {"active": 1}, "option 'first' is 2, but the position has 1"),
        ("oh_fox", {"masked": "on"}, {"players": 3}, "option 'masked' is 'on', but the position has 'off'"),
        ("oh_fox", {"healing": "both"}, {}, "option 'healing' is 'both', but the position has 'one'"),
        ("oh_fox", {"facades": "tough"}, {}, "option 'facades' is 'tough', but the position has 'standard'"),
        ("oh_fox", {"predator": 0}, {"predator": 1}, "option 'predator' is 0, but the position has 1"),
        ("oh_fox", {"objectives": "none"}, {}, "option 'objectives' is 'none', but the position has "),
        ("oh_fox", {"objectives": "random"}, {"objectives": []}, "option 'objectives' is 'random', .* has 'none'"),
        (
            "oh_fox",
            {"homes": ["south", "north", "standard", "standard"]},
            {"homes": ["A3", "E3"]},
            "option 'homes' is .*, but the position has .'west', 'east', 'standard', 'standard'",
        ),
        (
            "oh_fox",
            {"animals": ["rat", "toad", "rabbit", "fox", "owl", *["any"] * 5]},
            {"candidates": ["rat", "toad", "rabbit", "fox", "badger"]},
            "option 'animals' is ",
        ),
    ],
)
def test_an_option_that_the_position_contradicts_is_refused(game, options, position, words):
    with pytest.raises(BadPosition, match=f"{game}: {words}"):
        Match(game, options, seed=1, position=position)


@pytest.mark.parametrize("name", names())
def test_a_position_brings_its_options(name):
    """Said in full, in part or not at all: what holds is the same, and it is what is saved."""
    game = load(name)
    for number, variant in enumerate(game.variants):
        played = some_moves(Match(game, variant, seed=number), 3 + number)
        position = json.loads(json.dumps(played.position()))
        bare, said = Match(game, position=position), Match(game, variant, position=position)
        assert bytes_of(bare) == bytes_of(said) == bytes_of(played)
        assert said.options == played.options
        assert bare.players == played.players
        for match in (bare, said):
            saved = json.loads(match.save())
            assert (saved["options"], saved["position"]) == (match.options, position)
            assert story(Match.load(match.save(), game)) == story(match)


def test_what_holds_is_told_where_the_position_decides():
    match = Match("fox_on_the_run", position={"raffles_side": "foxes", "players": 5, "turn_limit": 77})
    holds = {"players": 5, "expansion": "on", "raffles_side": "foxes", "turn_limit": 77, "controllers": None}
    assert {name: match.options[name] for name in holds} == holds
    solo = Match(
        "fox_on_the_run", position=Match("fox_on_the_run", {"players": 3, "solo_faction": "guardians"}).position()
    )
    assert solo.options["solo_faction"] == "guardians"
    pro = Match("fox_grove", position={"players": 4, "variant": "pro", "sides": {"leaf": "B"}})
    assert (pro.options["variant"], pro.options["leaf"], pro.players) == ("pro", "B", 4)


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("fox_on_the_run", {"phase": "step"}),
        ("fox_grove", {"phase": "deliver"}),
        ("sly_fox", {"turn": 4}),
        ("oh_fox", {"masked": True}),
    ],
)
def test_how_many_play_may_be_said_by_the_options_alone(game, position):
    match = Match(game, {"players": 3}, seed=1, position=position)
    assert match.players == match.state.players == 3
    assert story(Match.load(match.save())) == story(match)


def test_the_present_position_and_the_one_it_began_with():
    match = Match(FOX, seed=2)
    assert match.laid is None
    some_moves(match, 6)
    now = match.position()
    again = some_moves(Match(FOX, seed=9, position=now), 5)
    assert again.laid == now == json.loads(again.save())["position"]
    assert again.position() != now
    assert bytes_of(Match(FOX, position=again.position())) == bytes_of(again)
