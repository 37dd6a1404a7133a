"""Attack and defence."""

from skulk.games.sly_fox.names import cards_text

from .laying import lay


def test_w1_the_ten_step_example():
    """R12, R15–R24, R27–R29, R33–R37, R69–R71."""
    t = lay(
        "GOS UAT CAU CAU FAC",
        "FAC FAC UDE CAU TRA",
        "WEA WEA GOS UAT FAC CAU",
        "TRA TRA FAC CAU",
        characters="GF IF MT SC",
    )
    t.do("ATTACK:GOS:G:1")
    assert t.totals == (1, 0)
    assert t.offers() == "DEF:FAC DEF:UDE DECLINE"
    t.do("DEF:FAC", "ADD:CHAR")
    assert (t.totals, t.state.shown) == ((2, 1), 0b0001)
    t.do("DEF:CHAR")
    assert (t.totals, t.state.shown) == ((2, 2), 0b0011)
    t.do("ADD:UAT", "DEF:FAC")
    assert (t.totals, t.offers()) == ((3, 3), "REST")
    t.do("REST")
    assert (t.phase, t.acting) == ("join", [2, 3])
    assert t.offers(2) == "PASS JOIN:WEA+GOS JOIN:WEA+UAT"
    assert t.offers(3) == "PASS"
    t.window("join", f2="JOIN:WEA+GOS")
    assert t.totals == (4, 3)
    t.do("DEF:UDE", "REST").window("join", f2="JOIN:WEA+UAT")
    assert (t.totals, t.offers()) == ((5, 4), "DECLINE")
    t.do("DECLINE")
    assert (t.phase, t.offers(2), t.offers(3)) == ("help", "PASS", "PASS")
    t.window("help")
    assert (t.state.markers[1].tolist(), t.lives[1]) == ([1, 0], 2)
    assert t.piles == "GOS*2 UAT*2 WEA*2 FAC*2 UDE"
    assert t.hand(0) == "FAC CAU*2"
    assert (t.phase, t.acting, t.hand(1), t.offers()) == ("refill", [1], "TRA CAU", "DRAW:A DRAW:D")
    t.do("DRAW:A")
    assert (t.phase, t.acting, t.hand(2)) == ("refill", [2], "FAC CAU")
    t.do("DRAW:D")
    assert (t.phase, t.acting, t.sizes()) == ("clearing", [0, 2, 3], [3, 3, 3, 4])
    t.quiet()
    assert (t.phase, t.acting, t.state.turn) == ("turn", [1], 2)


def test_w2_a_universal_opener_fixes_the_kind():
    """R13, R14, R32: gossip and traps never mix."""
    t = lay("UAT GOS TRA FAC", "CAU CAU FAC", "FAC FAC CAU", characters="GF IF MT")
    t.do("ATTACK:UAT:T:1")
    assert t.offers() == "DEF:CAU DECLINE"
    t.do("DEF:CAU")
    assert t.offers() == "ADD:TRA REST"
    t.do("ADD:TRA", "DEF:CAU")
    assert t.offers() == "REST"
    t.do("REST").window("join")
    assert (t.lives, t.piles) == ([3, 3, 3], "TRA UAT CAU*2")
    assert (t.acting, t.hand(0)) == ([0], "GOS FAC")
    t.do("DRAW:A")
    assert (t.acting, t.hand(1)) == ([1], "FAC")
    t.do("DRAW:A", "DRAW:D")
    assert (t.phase, t.sizes()) == ("clearing", [3, 3, 3])


def test_w3_two_of_a_kind_close_that_kind():
    """R4, R6, R12, R13."""
    t = lay("GOS TRA UAT FAC", "FAC FAC FAC", "CAU CAU CAU", f1={"gossiped": 2})
    attacks = {m for m in t.offers().split() if m.startswith("ATTACK")}
    assert attacks == {
        "ATTACK:TRA:T:1", "ATTACK:UAT:T:1", "ATTACK:GOS:G:2", "ATTACK:TRA:T:2", "ATTACK:UAT:G:2", "ATTACK:UAT:T:2",
    }  # fmt: skip


def test_w25_the_lead_never_exceeds_one():
    """R16, R17, R19."""
    t = lay("GOS GOS FAC FAC", "FAC CAU CAU", "WEA GOS FAC", characters="MT SC IF").do("ATTACK:GOS:G:1")
    assert t.acting == [1]
    t.do("DECLINE")
    assert (t.acting, t.offers(2)) == ([2], "PASS HELP:WEA+FAC")


def test_one_attack_a_turn_against_one_target():
    """R25, R26: its cards lie open until it ends, then the turn is over."""
    t = lay("GOS GOS GOS GOS", "FAC FAC CAU", "CAU CAU TRA", characters="MT SC IF").do("ATTACK:GOS:G:1", "DEF:FAC")
    assert (cards_text(t.state.area), t.piles) == ("GOS FAC", "")
    t.do("REST").window("join")
    assert (cards_text(t.state.area), t.piles) == ("", "GOS FAC")
    assert t.refill().phase == "clearing"
    assert not t.state.target >= 0


def test_the_attacker_may_go_on_as_long_as_cards_last():
    """R20, R22, R23: the attacker is asked again after every parry; one life at most (R24)."""
    t = lay("GOS*4", "FAC*3 CAU", "CAU CAU TRA", characters="MT SC IF")
    t.do("ATTACK:GOS:G:1", "DEF:FAC", "ADD:GOS", "DEF:FAC", "ADD:GOS", "DEF:FAC", "ADD:GOS")
    assert (t.totals, t.offers()) == ((4, 3), "DECLINE")
    t.do("DECLINE").window("help")
    assert t.lives == [3, 2, 3]


def test_defending_is_never_compulsory():
    """R17, R18, R19."""
    t = lay("GOS FAC FAC", "FAC FAC UDE", "CAU CAU TRA", characters="MT SC IF")
    t.do("ATTACK:GOS:G:1", "DECLINE").window("help")
    assert t.lives[1] == 2
