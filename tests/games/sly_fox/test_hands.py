"""Trading, too many cards, too few, the decks."""

import pytest

from skulk.engine import SPECTATOR
from skulk.games.sly_fox.names import cards_text

from .laying import GAME, lay


def test_w5_trading():
    """R10, R55–R59."""
    t = lay("GOS GOS WEA WEA TRA TRA", "FAC FAC FAC", "CAU CAU CAU", piles="UAT TRA IDC")
    trades = {m for m in t.offers().split() if m.startswith("TRADE")}
    assert trades == {
        "TRADE:GOS:UAT", "TRADE:GOS:TRA", "TRADE:WEA:UAT", "TRADE:WEA:TRA", "TRADE:TRA:UAT", "TRADE:TRA:TRA",
    }  # fmt: skip
    t.do("TRADE:GOS:UAT")
    assert (t.hand(0), t.piles) == ("TRA*2 UAT WEA*2", "GOS*2 TRA IDC")
    t.do("TRADE:WEA:TRA")
    assert (t.hand(0), t.piles) == ("TRA*3 UAT", "GOS*2 WEA*2 IDC")
    assert (t.phase, t.acting) == ("turn", [0])
    assert {"DRAW:A", "DRAW:D"} <= set(t.offers().split())


def test_w6_a_challenge_against_eleven_cards():
    """R60, R61, R63, R64a, R67: the excess goes to the challenger."""
    t = lay("GOS FAC FAC CAU", 11, 6, f1={"idc": "free"})
    t.do("CHALLENGE:1")
    assert t.sizes()[:2] == [6, 9]
    assert "fox 0 challenges fox 1, who holds 11 cards" in t.told()
    assert (t.phase, t.acting) == ("turn", [0])
    assert "CHALLENGE" not in t.offers()


def test_the_table_tells_what_a_challenge_would_bring():
    """R62 to R64, R68: of foxes that whoever looks may challenge, where their number is shown."""
    hands = ("GOS FAC FAC CAU", 11, 9, 8, 6)
    for exact, told in (("exact", [None, "over", "nine", "under", None]), ("bands", [None] * 5)):
        state = lay(*hands, hand_counts=exact).state
        assert [fox.stakes for fox in GAME.words.table(GAME.see(state, 0), 0).foxes] == told
        assert not any(fox.stakes for fox in GAME.words.table(GAME.see(state, SPECTATOR), SPECTATOR).foxes)
    t = lay(*hands, hand_counts="exact").do("CHALLENGE:1")
    assert not any(fox.stakes for fox in GAME.words.table(GAME.see(t.state, 0), 0).foxes), "once in a turn"


@pytest.mark.parametrize(("held", "after"), [(9, [4, 9]), (8, [3, 9]), (7, [3, 8])])
def test_w7_a_challenge_against_other_hands(held, after):
    """R64b, R64c."""
    t = lay("GOS FAC FAC CAU", held, 6).do("CHALLENGE:1")
    assert t.sizes()[:2] == after
    assert t.told()[0] == f"fox 0 challenges fox 1, who holds {held} cards"


def test_w7_a_hand_that_is_not_many_cannot_be_challenged():
    """R62, R63."""
    assert "CHALLENGE" not in lay("GOS FAC FAC CAU", 6, 6).offers()


def test_w8_the_minimum_hand():
    """R69, R70: a deck is chosen for each card, seeing the one before."""
    t = lay("GOS GOS GOS FAC FAC FAC", "FAC UDE CAU", "TRA TRA CAU", characters="MT SC IF")
    t.do("ATTACK:GOS:G:1", "DEF:FAC", "ADD:GOS", "DEF:UDE", "REST").window("join")
    assert (t.phase, t.acting, t.hand(1)) == ("refill", [1], "CAU")
    t.do("DRAW:D")
    assert (t.phase, t.acting) == ("refill", [1])
    t.do("DRAW:A")
    assert t.sizes() == [4, 3, 3]


def test_w15_an_empty_deck_is_made_of_its_pile_at_once():
    """R77, R78."""
    t = lay("GOS GOS FAC", "UDE UDE UDE", "rest", piles="GOS*3 TRA*2", decks="UAT FAC*5")
    assert "TRADE:GOS:TRA" in t.offers()
    t.do("DRAW:A")
    assert (t.state.left.tolist(), t.piles) == ([5, 5], "")
    assert cards_text(t.state.decks) == "GOS*3 TRA*2 FAC*5"
    assert (t.phase, t.acting) == ("clearing", [0, 2])
    assert "TRADE" not in t.offers(0)


def test_w26_over_the_limit():
    """R11, R60, R61, R64, R66."""
    hands = ["GOS*3 TRA*2 FAC*4", "GOS TRA FAC FAC CAU", "GOS TRA FAC FAC CAU", "GOS TRA FAC FAC CAU"]
    t = lay(*hands).do("DRAW:D")
    assert (t.size(0), t.acting) == (10, [0, 2, 3])
    assert GAME.words.table(GAME.see(t.state, 1), 1).foxes[0].band == "many"
    t.window("clearing", f2="CHALLENGE:0")
    assert (t.size(2), t.size(0)) == (6, 9)
    t = lay(*hands).do("DRAW:D").quiet()
    assert t.acting == [1]
    assert "CHALLENGE:0" in t.offers()


def test_w29_a_challenge_in_the_middle_of_an_attack():
    """R66: hands have changed, so play returns to the target."""
    t = lay("GOS GOS FAC FAC FAC", "CAU*6 TRA*4", "FAC GOS TRA", characters="MT SC IF")
    t.do("ATTACK:GOS:G:1")
    assert t.offers() == "DECLINE"
    t.do("DECLINE")
    assert t.offers(2) == "CHALLENGE:1 PASS"
    t.window("help", f2="CHALLENGE:1")
    assert (t.size(2), t.size(1)) == (4, 9)
    assert (t.phase, t.acting, t.offers()) == ("respond", [1], "DECLINE")
    t.do("DECLINE")
    assert t.offers(2) == "PASS"
    t.window("help")
    assert t.state.markers[1].tolist() == [1, 0]


def test_trades_never_cross_the_decks_nor_come_in_an_attack():
    """R55, R57, R58, R104."""
    t = lay("GOS GOS STO STO", "FAC FAC CAU", "CAU CAU CAU", piles="UAT FAC", extension="on")
    trades = {m for m in t.offers().split() if m.startswith("TRADE")}
    assert trades == {"TRADE:GOS:UAT", "TRADE:STO:FAC"}
    assert "TRADE" not in t.do("ATTACK:GOS:G:1").offers()


def test_a_trade_is_public():
    """R59: everybody can name the card that was taken, until it may have left the hand (R65)."""
    t = lay("GOS*3", 3, 3, piles="UAT").do("TRADE:GOS:UAT")
    for seat in (0, 1, 2, SPECTATOR):
        assert cards_text(GAME.see(t.state, seat).known[0, 0]) == "UAT"
    t.do("ATTACK:UAT:G:1")
    assert not t.state.known.any()


def test_what_a_challenge_tells_whom():
    """R64, R65: which cards moved is known to the two, how many of which deck to all."""
    named = [{"by": "all", "of": 1, "cards": "TRA"}]
    t = lay("GOS FAC FAC", "TRA*5 CAU*6", "FAC FAC FAC", script=[1, 7], known=named)
    t.do("CHALLENGE:1")
    assert t.hand(0) == "GOS TRA FAC*2 CAU"
    assert t.state.held[:2].tolist() == [[2, 3], [4, 5]]
    assert cards_text(t.state.known[1, 0]) == "TRA CAU", "the giver can name what it gave"
    assert not t.state.known[0, 1].any(), "the taker has taken the card it could name"
    assert not t.state.known[2, 1].any(), "it may be the one that left"
    news = {seat: [e for e in t.news if e.heard_by(seat)] for seat in (0, 1, 2)}
    assert news[0] == news[1] != news[2]
    assert t.told(2)[1] == "fox 1 gives fox 0 an attack card, a defence card"


def test_one_challenge_a_turn_for_everybody():
    """R63: the clearing belongs to the turn before it."""
    t = lay("GOS*9", "TRA*9", "FAC*9").do("CHALLENGE:1", "DRAW:A")
    assert "CHALLENGE" not in t.offers(0)
    assert "CHALLENGE:0" in t.offers(2)
    t.window(f2="CHALLENGE:0").do("PASS").quiet()
    assert t.acting == [1]
    assert "CHALLENGE:0" in t.offers()


def test_refills_stop_short_when_the_decks_are_empty():
    """R71, R77."""
    ghost = {"gossiped": 1, "trapped": 2, "eliminated": 1}
    t = lay("GOS FAC", "CAU CAU CAU", "FAC FAC FAC", "rest", decks="TRA", f3=ghost)
    t.do("DRAW:A")
    assert (t.state.left.sum(), t.sizes()[:3], t.phase) == (0, [3, 3, 3], "clearing")
    t = lay("GOS", "CAU CAU CAU", "FAC FAC FAC", "rest", decks="TRA", f3=ghost).do("DRAW:A")
    assert (t.sizes()[:3], t.phase) == ([2, 3, 3], "clearing")


def test_two_left_go_on_with_everything_else():
    """R76: I don't care, trades, and the ghosts with their weasels."""
    ghost = {"gossiped": 2, "trapped": 1, "eliminated": 1}
    t = lay("GOS GOS IDC", "FAC CAU TRA", "WEA FAC", piles="UAT", f2=ghost, characters="MT SC IF")
    assert {"IDC", "TRADE:GOS:UAT"} <= set(t.offers().split())
    t.do("ATTACK:GOS:G:1", "DECLINE")
    assert t.offers(2) == "PASS HELP:WEA+FAC"
