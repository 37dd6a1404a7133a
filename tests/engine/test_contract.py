"""A game is checked when it is opened: names, parameters, tables, words, and no rings."""

from types import ModuleType

import numpy as np
import pytest

from skulk.engine import BrokenContract, Game, RecursiveRule, record, rule
from tests import den
from tests.engine.test_rule import window


def fresh_den(room="rules", **changed):
    """Den with names of one of its rooms replaced; None takes one away."""
    rooms = {}
    for name in ("components", "rules", "sight", "words"):
        rooms[name] = ModuleType(name)
        vars(rooms[name]).update(vars(getattr(den, name)))
    for name, value in changed.items():
        if value is None:
            delattr(rooms[room], name)
        else:
            setattr(rooms[room], name, value)
    return Game(**rooms)


def plain(state):
    return 1


@rule
def calls_plain(state):
    return plain(state)


BYTES, FLOATS = np.array([1, 2], np.int8), np.array([0.5])


@rule
def reads_bytes(state):
    return BYTES[state.phase]


@rule
def reads_floats(state):
    return FLOATS[state.phase] > 0


@rule
def mask_first(state, mask, seat):
    return 0


@rule
def too_few(state):
    return 0


@rule
def cards_first(cards, dealer):
    return 0


@pytest.mark.parametrize(
    ("room", "changed", "words"),
    [
        ("rules", {"legal": mask_first}, r"legal\(state, mask, seat\) must be legal\(state, …, mask\)"),
        ("rules", {"returns": too_few}, r"must be returns\(state, out\); parameters are typed by name"),
        ("rules", {"play": too_few}, r"play\(state\) must be play\(state, …, …, dealer\)"),
        ("sight", {"redeal": cards_first}, r"redeal\(cards, dealer\) must be redeal\(seen, …, state, dealer\)"),
        ("rules", {"pace": plain}, "no @rule named 'pace'"),
        ("sight", {"key": None}, "no @rule named 'key'"),
        ("words", {"say": None, "check": None}, "words.py lacks say, check"),
        ("words", {"tell": "text"}, "words.py lacks tell"),
        ("rules", {"State": record(("players", 2, 3))}, "the state has no field 'over'"),
        ("components", {"SEATS": 31}, "31 seats"),
        ("components", {"SEATS": 0}, "0 seats"),
        ("rules", {"pace": reads_bytes}, "table BYTES must be int64, not int8"),
        ("rules", {"pace": reads_floats}, "table FLOATS must be int64, not float64"),
        ("rules", {"acting": calls_plain}, "calls_plain calls plain, which is no @rule"),
        ("rules", {"PASS": None}, "WINDOWS without PASS"),
    ],
)
def test_a_game_that_breaks_the_contract_is_not_opened(room, changed, words):
    with pytest.raises(BrokenContract, match=f"den: .*{words}"):
        fresh_den(room, **changed)


def test_a_game_with_a_ring_is_not_opened():
    with pytest.raises(RecursiveRule, match="window → resolve → end_of_turn → window"):
        fresh_den(acting=window)


def test_a_game_that_keeps_the_contract_is_opened():
    assert repr(fresh_den()) == "<Game den>"
