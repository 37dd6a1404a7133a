"""The extension."""

from .laying import lay


def test_w16_stop_it_and_enough_is_enough():
    """R97, R98, R103."""
    hands = ["GOS ENO FAC FAC", "STO FAC CAU", "CAU CAU CAU"]
    t = lay(*hands, extension="on", characters="MT SC IF").do("ATTACK:GOS:G:1")
    assert t.offers() == "DEF:FAC STOP DECLINE"
    assert t.do("STOP").offers() == "ENOUGH ACCEPT"
    t.do("ACCEPT")
    assert (t.lives, t.piles) == ([3, 3, 3], "GOS STO")
    t = lay(*hands, extension="on", characters="MT SC IF").do("ATTACK:GOS:G:1", "STOP", "ENOUGH")
    assert (t.phase, t.totals, t.offers()) == ("respond", (1, 0), "DEF:FAC DECLINE")
    t.do("DECLINE").window("help")
    assert (t.lives, t.piles) == ([3, 2, 3], "GOS ENO STO")


def test_w17_the_ban():
    """R100–R102."""
    hands = ["ENO TRA GOS FAC", "STO GOS GOS", "WEA CAU FAC", "SDE FAC FAC"]
    t = lay(*hands, extension="on").do("BAN")
    assert {m.split(":")[0] for m in t.offers().split()} == {"ATTACK"}
    t.do("ATTACK:TRA:T:1")
    assert t.offers() == "STOP DECLINE"
    t.do("DECLINE")
    assert t.lives == [3, 2, 3, 3]
    assert t.phase in ("refill", "clearing")
    t = lay(*hands, extension="on").do("BAN", "ATTACK:TRA:T:1", "STOP")
    assert t.offers() == "ACCEPT"


def test_w18_sneaky_cards():
    """R94–R96."""
    t = lay("SAT GOS FAC FAC", "SDE TRA TRA", "SDE FAC GOS", "SAT FAC FAC", extension="on", characters="MT SC IF GF")
    t.do("ATTACK:SAT:G:1", "DEF:SDE")
    assert t.totals == (1, 1)
    t.do("REST")
    assert (t.offers(2), t.offers(3)) == ("PASS", "PASS JOIN:SAT")
    t.window("join", f3="JOIN:SAT")
    assert (t.totals, t.offers()) == ((2, 1), "DECLINE")
    t.do("DECLINE")
    assert (t.offers(2), t.offers(3)) == ("PASS HELP:SDE", "PASS")
    t.window("help", f2="HELP:SDE")
    assert (t.totals, t.offers()) == ((2, 2), "ADD:GOS REST")
    t.do("REST").window("join")
    assert (t.lives, t.piles) == ([3] * 4, "SAT*2 SDE*2")


def test_a_second_stop_may_follow():
    """R99, and after a neutralised Stop it! the character may defend (R29)."""
    t = lay("GOS ENO ENO FAC", "STO STO CAU", "CAU CAU CAU", extension="on", characters="MT GF IF")
    t.do("ATTACK:GOS:G:1", "STOP", "ENOUGH")
    assert t.offers() == "DEF:CHAR STOP DECLINE"
    t.do("STOP", "ENOUGH", "DEF:CHAR")
    assert (t.totals, t.phase) == ((1, 1), "press")


def test_a_weasel_may_bring_stop_it():
    """R35, R97, R98."""
    t = lay("GOS ENO FAC FAC", "CAU CAU TRA", "WEA STO FAC", extension="on", characters="MT SC IF")
    t.do("ATTACK:GOS:G:1", "DECLINE").window("help", f2="HELP:WEA+STO")
    assert (t.phase, t.acting, t.offers()) == ("stopped", [0], "ENOUGH ACCEPT")
    t.do("ENOUGH")
    assert (t.phase, t.acting, t.totals) == ("respond", [1], (1, 0))


def test_the_ban_while_pressing():
    """R100–R103: it leaves the target, the attacker and challenges alone."""
    t = lay("GOS ENO ENO SAT", "FAC SDE CAU", "WEA GOS SAT", "CAU*7", extension="on", characters="MT SC IF GF")
    t.do("ATTACK:GOS:G:1", "DEF:FAC")
    assert t.offers() == "CHALLENGE:3 BAN ADD:SAT REST"
    t.do("BAN")
    assert t.offers() == "CHALLENGE:3 ADD:SAT REST", "R102: not twice"
    t.do("ADD:SAT")
    assert t.offers() == "CHALLENGE:3 DEF:SDE DECLINE"
    t.do("DEF:SDE", "REST")
    assert (t.acting, t.offers(2)) == ([2, 3], "CHALLENGE:3 PASS")
