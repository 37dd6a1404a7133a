"""Words, windows and positions."""

import random

import pytest

from skulk.engine import NONE, BadPosition, IllegalMove, Match, NotYourTurn, load
from skulk.engine.position import faults
from skulk.games.sly_fox import components, moves, rules

from .laying import GAME, laid, lay


def test_refusals_name_their_rule():
    """Who, what and which rule."""

    def refused(t, seat, move):
        match = Match(GAME, {"players": t.state.players, "mode": "duel" if t.state.players == 2 else "ffa"}, seed=1)
        match.state = t.state
        with pytest.raises(IllegalMove) as caught:
            match.play(seat, move)
        return caught.value.rule

    t = lay("GOS FAC FAC CAU", 6, 6, f1={"gossiped": 2}, f2={"idc": "lies"})
    assert refused(t, 0, "attack fox 1 with Gossip") == "R4"
    assert refused(t, 0, "attack fox 2 with Gossip") == "R44"
    assert refused(t, 0, "attack fox 1 with Trap") == "R12"
    assert refused(t, 0, "challenge fox 1") == "R63"
    assert refused(t, 0, "trade 2 Facts for Caution") == "R56"
    assert refused(t, 0, "trade 2 Gossip for Trap") == "R55"
    assert refused(t, 0, "play I don't care") == "R43"
    assert refused(t, 0, "pass") == "R9"
    assert refused(t, 0, "rest") == "R20"
    t = lay("GOS FAC FAC", "CAU CAU TRA", "WEA FAC FAC", characters="MT GF IF").do("ATTACK:GOS:G:1")
    assert refused(t, 1, "defend with Caution") == "R14"
    assert refused(t, 1, "defend with character") == "R29"
    assert refused(t, 1, "play Stop it!") == "R17"
    t.do("DECLINE")
    assert refused(t, 2, "help with Nosey weasel and Universal defence") == "R35"


def test_a_window_is_a_window():
    """R35: `pace` says so to everybody, and who is not asked may not answer."""
    match = Match(GAME, {"players": 4}, seed=2)
    assert match.pace() == "window"
    assert GAME.passing == moves.PASS
    with pytest.raises(NotYourTurn):
        match.play(int(match.state.active), "pass")
    for seat in match.acting():
        match.play(seat, "pass")
    assert match.pace() == "turn"


@pytest.mark.parametrize(
    ("parts", "what"),
    [
        ({"foxes": [{"hand": "GOS*15"}]}, "R79"),
        ({"foxes": [{"hand": "FOX"}]}, "no card"),
        ({"foxes": [{"gossiped": 3}]}, "R4"),
        ({"foxes": [{"gossiped": 2, "trapped": 1}]}, "R5"),
        ({"foxes": [{"eliminated": 1}]}, "R5"),
        ({"phase": "respond"}, "R6"),
        ({"phase": "floor"}, "who"),
        ({"mode": "team", "players": 5}, "R89"),
        ({"moon": "full"}, "no part"),
        ({"foxes": [{"tail": "bushy"}]}, "no part"),
        ({"decks": "", "piles": "GOS", "foxes": [{"hand": "rest"}]}, "R77"),
        ({"known": [{"by": 0, "of": 1, "cards": "GOS*9"}]}, "R65"),
        ({"foxes": [{"character": "GF"}, {"character": "GF"}, {"character": "GF"}]}, "too many"),
    ],
)
def test_positions_that_cannot_be(parts, what):
    with pytest.raises(BadPosition, match=what):
        GAME.from_position({"players": 4, **parts})


def test_a_story_goes_with_every_attack():
    """R26: it has no effect."""
    told = set()
    for turn in range(1, 13):
        t = lay("GOS TRA FAC", 3, 3, turn=turn).do("ATTACK:GOS:G:1" if turn < 7 else "ATTACK:TRA:T:1")
        told.add(t.told()[0].split("“")[1])
    assert len(told) == 12


def test_seats_are_told_by_their_number():
    """Relative seats stay inside: all words name the fox itself (R6)."""
    t = lay("GOS FAC FAC", 3, 3, 3, active=2, f2={"hand": "GOS FAC FAC"})
    said = [GAME.text(GAME.words.say(GAME.see(t.state, 2), 2, a)) for a in GAME.legal(t.state, 2)]
    assert {s for s in said if s.startswith("attack")} == {f"attack fox {seat} with Gossip" for seat in (0, 1, 3)}


def test_at_most_so_many_moves():
    """The most that a turn of a random game offers stays far below the number of actions."""
    most = 0
    for seed in range(3):
        t = laid(players=5, seed=seed)
        chance = random.Random(seed)
        while not t.state.over:
            seat = chance.choice(t.acting)
            actions = GAME.legal(t.state, seat)
            most = max(most, len(actions))
            GAME.rules.play(t.state, seat, chance.choice(actions), t.dealer)
            t.dealer.heard()
    assert 10 < most < rules.ACTIONS


def test_the_flow_of_cards_stays_whole():
    """R79 at every position of a random game, and R25: the area is empty between attacks."""
    t, chance = laid(players=6, mode="team", extension="on"), random.Random(1)
    while not t.state.over:
        seat = chance.choice(t.acting)
        GAME.rules.play(t.state, seat, chance.choice(GAME.legal(t.state, seat)), t.dealer)
        t.dealer.heard()
        assert not faults(GAME, t.state)
        assert t.state.target != NONE or t.state.area.sum() == t.state.ban


def test_an_owner_may_correct_the_box():
    """R79: the numbers of cards are data; a box that cannot be dealt is refused (R89)."""
    few = {name: [min(n, 5) for n in counts] for name, counts in components.CARDS.items()}
    small = load("sly_fox", {"CARDS": few})
    state = small.setup({"players": 6}, small.dealer(2))
    assert (state.left.tolist(), state.decks.sum() + state.hands.sum()) == ([2, 2], 40)
    with pytest.raises(ValueError, match="R79"):
        load("sly_fox", {"CARDS": {name: [1, 1, 1] for name in few}})
    with pytest.raises(ValueError, match="R89"):
        load("sly_fox", {"CHARACTERS": {name: [*powers[:2], 1] for name, powers in components.CHARACTERS.items()}})
