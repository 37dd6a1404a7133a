"""Tricks: following, trumping, discarding, picking."""

import pytest

from skulk.engine import SPECTATOR

from .laying import FIRST_TRICK, GAME, cards, lay, pick


def test_s1_who_can_follow_must():
    """R13, R14, R15, R16, R17."""
    table = lay(**FIRST_TRICK)
    assert table.seat == 1
    assert table.moves == "B8 B11"


def test_s2_who_cannot_follow_a_suit_may_trump():
    """R18, R20, R23."""
    table = lay(**FIRST_TRICK).do("B8")
    assert sorted(cards(table.moves)) == sorted(FIRST_TRICK["hands"][2])
    assert table.do("Y2").laid() == "B4 B8 Y2"


def test_s3_or_discard_and_be_rewarded_at_once():
    """R18, R21, R22, R32, R60."""
    table = lay(**FIRST_TRICK).do("B8", "Y2")
    assert sorted(cards(table.moves)) == sorted(FIRST_TRICK["hands"][3])
    table.do("P9")
    assert (table.seat, table.moves) == (3, "take double")
    assert table.do("take").resources(3) == (0, 2, 0)
    assert table.laid() == "B4 B8 Y2"
    assert table.is_played("P9")


def test_s4_the_winner_picks_one_card():
    """R25, R26, R28, R29."""
    table = lay(**FIRST_TRICK).do("B8", "Y2", "P9", "take")
    assert (table.seat, table.moves) == (2, "B4 B8 Y2")
    assert table.do("B8", "take").resources(2) == (3, 0, 0)
    assert table.laid() == ""
    assert (table.phase, table.seat, table.state.trick) == ("trick", 2, 1)


def test_a_trump_lead_asks_for_trumps():
    """R16, R19: yellow is a colour of its own; without it a suit card must go, and rewards."""
    hands = [None, cards("Y1 P3"), cards("P4 B1")]
    table = lay(players=3, phase="trick", tricks=7, table=["Y9"], hands=hands)
    assert table.moves == "Y1"
    assert table.do("Y1").moves == "B1 P4"
    assert table.do("P4", "take").resources(2) == (0, 1, 0)


def test_only_trumps_against_a_suit():
    """R20."""
    table = lay(players=3, phase="trick", tricks=7, table=["B9"], hands=[None, cards("Y1 Y2"), None])
    assert table.moves == "Y1 Y2"


def test_s9_one_card_left_on_the_table():
    """R27, R33, R62: Pick 2 needs two cards."""
    owls = {"pick2": "awake", "discount": "awake"}
    hands = [None, cards("B5 P6"), cards("O12 P2")]
    table = lay(players=3, phase="trick", tricks=7, table=["Y3"], hands=hands, owls=[owls] * 3)
    assert table.moves == "B5 P6"
    assert table.do("B5").resources(1) == (2, 0, 0)
    assert table.do("O12").state.berries[2] == 1
    assert table.resources(0) == (2, 0, 0), "nothing to choose: the one card is picked"
    assert "pick2" in table.owls(0)
    assert table.seat == 0


def test_s10_trump_beats_numbers():
    """R24, R25."""
    table = pick(4, "O13 Y1 O12 Y4")
    assert (table.seat, table.moves) == (3, "O12 O13 Y1 Y4")
    assert pick(4, "O3 O9 O12 O4").seat == 2


@pytest.mark.parametrize(
    ("laid", "ahead"),
    [("", None), ("O3", "O3"), ("O3 O9", "O9"), ("O13 Y1", "Y1"), ("Y4 Y1", "Y4"), ("B12 B13", "B13")],
)
def test_which_card_is_ahead(laid, ahead):
    """R24, R25: as everybody is told while a trick goes on."""
    state = lay(players=4, phase="trick", table=cards(laid)).state
    told = GAME.words.table(GAME.see(state, SPECTATOR), SPECTATOR)
    assert [card.text for card in told.table if card.name == told.ahead] == ([ahead] if ahead else [])
    assert (told.ahead is None) == (ahead is None)


def test_the_marker_leads_any_card():
    """R13, R14."""
    hand = cards("B1 B5 P1 P9 O2 O13 Y1 Y2 Y13")
    table = lay(players=3, phase="trick", fox=2, hands=[None, None, hand])
    assert table.seat == 2
    assert cards(table.moves) == hand


def test_nine_tricks_then_the_winner_has_the_fox_s24():
    """R30, R31, R43; the new owner of the fox delivers first and leads the next round (S24)."""
    hands = [["B1"], ["B2"], ["B3"], ["B4"]]
    rich = {"resources": [[3, 0, 0]] * 4}
    table = lay(players=4, phase="trick", tricks=8, fox=1, leader=1, hands=hands, **rich)
    assert table.seat == 1
    table.do("B2", "B3", "B4", "B1")
    assert table.seat == 3
    table.do("B4", "take")
    assert (table.state.fox, table.phase, table.seat) == (3, "deliver", 3)
    assert not table.state.held.any()
    order = [table.seat]
    for _ in range(3):
        order.append(table.do("end").seat)
    assert order == [3, 0, 1, 2]
    table.do("end")
    assert (table.phase, table.state.woodpecker, table.state.leader) == ("exchange", 1, 3)
    assert table.resources(3) == (3, 0, 0), "of five wood there is one way to keep three"
