"""Foxes, lives and a turn."""

from skulk.engine import UNKNOWN

from .laying import GONE, lay


def test_w23_a_forced_pass():
    """R9."""
    ghost = {"gossiped": 1, "trapped": 2, "eliminated": 1}
    t = lay("FAC CAU UDE", "FAC FAC FAC", "CAU CAU CAU", "rest", decks="", f3=ghost)
    assert t.offers() == "PASS"
    t = lay("FAC CAU UDE IDC", "FAC FAC FAC", "CAU CAU CAU", "rest", decks="", f3=ghost)
    assert t.offers() == "IDC PASS"
    t.do("PASS")
    assert t.told() == ["fox 0 can do nothing and passes"]
    assert (t.state.quiet, t.phase) == (1, "clearing")


def test_turns_pass_clockwise_over_live_foxes():
    """R2, R7, R8, R49: one draw ends the turn, and who is eliminated is skipped."""
    t = lay("GOS TRA FAC", "FAC FAC CAU", "", "CAU CAU TRA", f2={**GONE, "eliminated": 1})
    assert {"DRAW:A", "DRAW:D"} <= set(t.offers().split())
    seats = []
    for _ in range(4):
        seats += t.acting
        t.do("DRAW:A").quiet()
    assert seats == [0, 1, 3, 0]


def test_only_the_drawer_sees_the_card():
    """R8, R65: the deck is public, the card is not."""
    t = lay("GOS TRA FAC", 3, 3, script=[2]).do("DRAW:A")
    assert t.hand(0) == "GOS TRA UAT FAC"
    heard = list(t.news)
    assert [e.numbers[:3] for e in heard if e.heard_by(0)] == [(0, 0, 2)]
    assert [e.numbers[:3] for e in heard if e.heard_by(1)] == [(0, 0, UNKNOWN)]
    assert t.told() == ["fox 0 draws from the attack deck"]


def test_no_pass_while_something_can_be_done():
    """R9."""
    t = lay("FAC FAC FAC", 3, 3, decks="GOS", f2={"hand": "rest"})
    assert "PASS" not in t.offers().split()
    assert "DRAW:A" in t.offers()
    assert "DRAW:D" not in t.offers()


def test_free_actions_do_not_use_up_the_turn():
    """R10: a trade, an I don't care, a challenge, then the main action."""
    t = lay("TRA TRA IDC FAC FAC", "GOS*4 FAC*4", "CAU CAU CAU", piles="UAT")
    t.do("TRADE:TRA:UAT", "IDC", "CHALLENGE:1")
    assert (t.phase, t.acting) == ("turn", [0])
    t.do("DRAW:D")
    assert t.phase == "clearing"
