"""I don't care."""

from skulk.games.sly_fox.components import I_DONT_CARE

from .laying import lay


def test_w13_i_dont_care():
    """R43–R47."""
    t = lay("IDC IDC FAC FAC", "GOS TRA FAC", "GOS TRA FAC", phase="clearing")
    assert t.acting == [0, 2]
    t.window(f0="IDC")
    assert (t.phase, t.acting, t.offers()) == ("floor", [0], "PASS")
    t.do("PASS").window("clearing")
    for seat in (1, 2):
        assert t.acting == [seat]
        assert not {m for m in t.offers().split() if m.startswith("ATTACK") and m.endswith(":0")}
        t.do("DRAW:A")
        if 0 in t.acting:
            assert "IDC" not in t.offers(0).split()
        t.quiet()
    assert (t.acting, t.state.piles[I_DONT_CARE], t.state.turn) == ([0], 1, 4)
    assert "IDC" not in t.offers().split()
    t.do("DRAW:A")
    assert "IDC" not in t.offers(0).split()
    t.quiet().do("DRAW:A").quiet().do("DRAW:A").quiet()
    assert (t.acting, t.state.turn) == ([0], 7)
    assert "IDC" in t.offers().split()


def test_w28_the_clearing_re_opens():
    """R43, R48: everybody may still answer what they saw, once."""
    hands = ["IDC FAC FAC", "GOS GOS GOS", "FAC FAC CAU", "IDC FAC CAU"]
    t = lay(*hands, phase="clearing")
    assert t.acting == [0, 2, 3]
    t.window(f3="IDC")
    assert (t.phase, t.acting) == ("floor", [3])
    t.do("PASS")
    assert (t.phase, t.acting) == ("clearing", [0, 2])
    t.window(f0="IDC").do("PASS")
    assert (t.phase, t.acting) == ("clearing", [2])
    t.window()
    assert (t.phase, t.acting) == ("turn", [1])
    assert {m[-1] for m in t.offers().split() if m.startswith("ATTACK")} == {"2"}


def test_protection_stops_attacks_only():
    """R40, R44, R48."""
    t = lay("GOS TRA FAC", "CAU TRA TRA", "WEA FAC GOS*3 CAU*3", characters="MT SC IF", f2={"idc": "lies"})
    assert {m[-1] for m in t.offers().split() if m.startswith("ATTACK")} == {"1"}
    assert "CHALLENGE:2" in t.offers()
    t.do("ATTACK:GOS:G:1", "DECLINE")
    assert "HELP:WEA+FAC" in t.offers(2)


def test_no_i_dont_care_during_an_attack():
    """R43."""
    t = lay("GOS IDC FAC", "IDC FAC TRA", "IDC WEA TRA", characters="MT SC IF").do("ATTACK:GOS:G:1")
    assert "IDC" not in t.offers().split()
    assert "IDC" not in t.do("DECLINE").offers(2).split()


def test_one_i_dont_care_lies_in_front_of_a_fox():
    """R47, R79: it is no longer part of the hand and not yet of the pile."""
    t = lay("IDC IDC FAC", 3, 3).do("IDC")
    assert (t.hand(0), t.state.piles[I_DONT_CARE], t.state.aloof[0]) == ("FAC IDC", 0, 2)
    assert "IDC" not in t.offers().split()
