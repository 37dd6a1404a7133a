"""Setting up."""

import json
from collections import Counter

import pytest

from skulk.engine import BadOption, Match
from skulk.games.sly_fox.components import BOX

from .laying import GAME, laid


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ({"players": 2, "mode": "duel"}, 33),
        ({"players": 3}, 32),
        ({"players": 4}, 29),
        ({"players": 5}, 26),
        ({"players": 6}, 23),
        ({"players": 3, "extension": "on"}, 40),
        ({"players": 4, "mode": "team", "extension": "on"}, 37),
        ({"players": 5, "extension": "on"}, 34),
        ({"players": 6, "mode": "team", "extension": "on"}, 31),
        ({"players": 7, "extension": "on"}, 28),
        ({"players": 8, "extension": "on"}, 25),
    ],
)
def test_the_deal(options, left):
    """R79: three cards of each deck, the rest stays in the decks; nobody is marked (R3)."""
    t = laid(**options)
    players = options["players"]
    assert t.state.left.tolist() == [left, left]
    assert t.state.held[:players].tolist() == [[3, 3]] * players
    assert t.lives == [3] * players
    assert not t.state.piles.any()
    assert max(Counter(t.state.character[:players].tolist()).values()) <= 2
    box = 2 if players == 2 else int("extension" in options)
    assert (t.state.decks + t.state.hands.sum(axis=0)).tolist() == BOX[box].tolist()


def test_the_box_adds_up():
    """R79, R86."""
    assert BOX.sum(axis=1).tolist() == [82, 98, 78]


def test_the_opening_clearing():
    """R43: before turn 1 the others may lay I don't care, and nothing else."""
    t = laid(players=4, seed=8)
    first = t.state.active
    assert (t.phase, t.state.turn) == ("clearing", 0)
    assert t.acting == sorted(set(range(4)) - {first})
    assert {m for seat in t.acting for m in t.offers(seat).split()} <= {"PASS", "IDC"}
    assert t.quiet().acting == [first]
    assert t.state.turn == 1


def test_the_first_fox_is_drawn_at_random():
    firsts = Counter(int(laid(players=4, seed=seed).state.active) for seed in range(400))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 60


@pytest.mark.parametrize("first", [0, 3])
def test_who_begins_can_be_chosen(first):
    """R2: then nothing is drawn for it, and the others are asked before that fox's turn."""
    for seed in range(5):
        t, drawn = laid(players=4, seed=seed, first=first), laid(players=4, seed=seed)
        assert t.state.active == first
        assert t.acting == [seat for seat in range(4) if seat != first]
        assert t.state.hands.tolist() == drawn.state.hands.tolist()
        assert t.quiet().acting == [first]


def test_a_match_saved_before_one_could_choose_who_begins_is_read():
    match = Match(GAME, {"players": 4}, seed=5)
    older = json.loads(match.save())
    assert older["options"].pop("first") is None
    assert Match.load(json.dumps(older)).digest() == match.digest()


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"players": 2}, "R86"),
        ({"players": 3, "mode": "duel"}, "R86"),
        ({"players": 5, "mode": "team"}, "R89"),
        ({"players": 2, "mode": "duel", "extension": "on"}, "R86"),
        ({"players": 7}, "R79"),
        ({"players": 4, "mode": "team", "ending": "first_victim"}, "R81"),
        ({"players": 4, "mode": "team", "show_teams": "on"}, "R92"),
        ({"players": 6, "show_teams": "on"}, "R92"),
        ({"players": 3, "first": 3}, "R2"),
    ],
)
def test_options_that_are_not_played(options, rule):
    with pytest.raises(BadOption, match=rule):
        Match(GAME, options, seed=1)
