"""Out of the game, or nearly; two are left."""

import pytest

from .laying import GONE, HURT, lay


def test_w4_elimination_and_two_left():
    """R3–R5, R49, R50, R66, R68, R72–R74."""
    t = lay(
        "GOS TRA TRA UAT FAC FAC CAU UDE IDC",
        "CAU CAU CAU",
        "FAC CAU TRA",
        characters="MT SC IF",
        f1={"trapped": 2},
    )
    assert "ATTACK:TRA:T:1" not in t.offers()
    assert "ATTACK:UAT:T:1" not in t.offers()
    t.do("ATTACK:GOS:G:1")
    assert t.offers() == "CHALLENGE:0 DECLINE"
    t.do("DECLINE")
    assert (t.acting, t.offers(2)) == ([2], "CHALLENGE:0 PASS")
    t.window("help")
    assert (t.lives, t.state.live, t.hand(1)) == ([3, 0, 3], 2, "")
    assert t.piles == "GOS CAU*3"
    assert (t.phase, t.acting, t.size(0)) == ("shed", [0], 8)
    assert t.offers() == "SHED:TRA SHED:UAT SHED:FAC SHED:CAU SHED:UDE SHED:IDC"
    t.do("SHED:TRA", "SHED:UDE")
    assert t.sizes() == [6, 0, 3]
    assert (t.phase, t.acting) == ("clearing", [0])
    assert "CHALLENGE" not in t.offers(0)
    t.quiet()
    assert (t.phase, t.acting) == ("turn", [2])


def test_w12_a_ghost():
    """R41, R50–R53."""
    t = lay("GOS FAC FAC", "WEA FAC GOS CAU", "GOS TRA CAU", "CAU CAU TRA", characters="MT SC IF GF", f1=HURT)
    t.do("ATTACK:GOS:G:1", "DECLINE").window("help")
    assert (t.lives[1], t.hand(1), t.state.alive) == (0, "GOS WEA FAC CAU", 0b1101)
    t.refill().quiet()
    assert t.acting == [2]
    assert not {m for m in t.offers().split() if m.endswith(":1")}
    t.do("ATTACK:GOS:G:3", "DECLINE")
    assert t.acting == [0, 1]
    assert t.offers(1) == "PASS HELP:WEA+FAC"
    t.window("help", f1="HELP:WEA+FAC")
    assert t.totals == (1, 1)
    t.do("REST").window("join")
    assert (t.lives[3], t.hand(1)) == (3, "")
    assert t.piles == "GOS*3 WEA FAC CAU"


def test_w14_two_left_no_characters():
    """R31, R72–R75."""
    t = lay("TRA CAU", "CAU FAC GOS", "", characters="MT SC IF", f2={**GONE, "eliminated": 1})
    t.do("ATTACK:TRA:T:1", "DEF:CAU")
    assert t.offers() == "REST"
    t.do("REST")
    assert (t.phase, t.acting, t.size(0)) == ("refill", [0], 1)
    t.do("DRAW:A")
    assert (t.phase, t.sizes(), t.lives) == ("clearing", [2, 2, 0], [3, 3, 0])


@pytest.mark.parametrize(
    ("hand", "stays"),
    [
        ("WEA GOS", True), ("WEA CAU", True), ("WEA STO", True), ("SAT", True), ("SDE IDC", True),
        ("WEA", False), ("WEA WEA IDC ENO", False), ("GOS FAC STO", False),
    ],
)  # fmt: skip
def test_who_becomes_a_ghost(hand, stays):
    """R50, R96."""
    t = lay("GOS FAC FAC", hand, "FAC FAC FAC", "CAU CAU CAU", extension="on", f1={"gossiped": 1, "trapped": 1})
    while t.phase != "help":
        t.do("ATTACK:GOS:G:1" if t.phase == "turn" else "DECLINE")
    t.window("help")
    assert (t.size(1) > 0) == stays


def test_ghosts_only_meddle():
    """R49, R51, R53: they are not asked in clearings, refilled or challenged."""
    ghost = {"gossiped": 2, "trapped": 1, "eliminated": 1}
    t = lay("GOS FAC FAC", "CAU CAU TRA", "WEA FAC", "CAU CAU GOS*6", f2=ghost, characters="MT SC IF GF")
    assert "CHALLENGE:2" not in t.offers()
    t.do("ATTACK:GOS:G:1", "DECLINE")
    assert t.offers(2) == "PASS HELP:WEA+FAC", "not even a challenge against the eight cards of fox 3"
    t.window("help").refill()
    assert (t.phase, t.acting, t.hand(2)) == ("clearing", [0, 3], "WEA FAC")


def test_a_ghost_that_still_can_meddle_keeps_its_cards():
    """R52."""
    ghost = {"gossiped": 2, "trapped": 1, "eliminated": 1}
    t = lay("GOS FAC FAC", "CAU CAU TRA", "WEA FAC WEA CAU", "CAU CAU CAU", f2=ghost, characters="MT SC IF GF")
    t.do("ATTACK:GOS:G:1", "DECLINE").window("help", f2="HELP:WEA+FAC").do("REST").window("join")
    assert t.hand(2) == "WEA CAU"
    assert "fox 2 keeps the cards and haunts the woods" in t.told()
