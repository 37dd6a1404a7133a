"""Secret characters and the Nosey weasel."""

from itertools import permutations

import pytest

from skulk.engine import NONE, UNKNOWN
from skulk.games.sly_fox.components import CHARACTER_NAMES

from .laying import GAME, HURT, lay


def test_w9_a_character_is_never_the_first_card():
    """R29."""
    t = lay("GOS GOS FAC FAC", "FAC CAU TRA", "CAU CAU CAU", characters="MT GF IF")
    t.do("ATTACK:GOS:G:1")
    assert t.offers() == "DEF:FAC DECLINE"
    t.do("DEF:FAC", "ADD:GOS")
    assert t.offers() == "DEF:CHAR DECLINE"
    t = lay("GOS GOS FAC FAC", "CAU CAU TRA", "CAU CAU CAU", characters="MT GF IF")
    assert t.do("ATTACK:GOS:G:1").offers() == "DECLINE"


def test_w10_a_character_once_in_a_turn_and_again_in_the_next():
    """R27, R28."""
    t = lay("TRA TRA TRA", "CAU CAU CAU", "FAC FAC FAC", characters="MT SC IF")
    t.do("ATTACK:TRA:T:1", "DEF:CAU")
    assert t.offers() == "ADD:TRA ADD:CHAR REST"
    t.do("ADD:CHAR", "DEF:CAU")
    assert t.offers() == "ADD:TRA REST"
    t.do("REST").window("join").refill().quiet()
    t.do("DRAW:D").quiet().do("DRAW:D").quiet()
    assert t.acting == [0]
    t.do("ATTACK:TRA:T:2").do("DECLINE").window("help").refill().quiet()
    t = lay("TRA TRA TRA", "CAU CAU CAU", "FAC FAC FAC", characters="MT SC IF", turn=4, f0={"face_up": True})
    assert t.do("ATTACK:TRA:T:1", "DEF:CAU").offers() == "ADD:TRA ADD:CHAR REST"


def test_w11_meddling_on_both_sides():
    """R21, R22, R34–R37, R42."""
    t = lay(
        "TRA GOS FAC FAC",
        "FAC FAC GOS",
        "WEA CAU FAC",
        "WEA TRA FAC",
        "WEA UDE GOS",
        characters="GF GF SC SC IF",
    )
    t.do("ATTACK:TRA:T:1", "DECLINE")
    assert t.acting == [2, 3, 4]
    assert t.offers(2) == "PASS HELP:WEA+CAU"
    assert t.offers(3) == "PASS"
    assert t.offers(4) == "PASS HELP:WEA+UDE"
    t.window("help", f4="HELP:WEA+UDE")
    assert t.totals == (1, 1)
    t.do("REST")
    assert [t.offers(seat) for seat in (2, 3, 4)] == ["PASS", "PASS JOIN:WEA+TRA", "PASS"]
    t.window("join", f3="JOIN:WEA+TRA")
    assert t.totals == (2, 1)
    t.do("DECLINE").window("help", f2="HELP:WEA+CAU")
    assert t.totals == (2, 2)
    t.do("REST").window("join")
    assert (t.lives, t.piles) == ([3] * 5, "TRA*2 WEA*3 CAU UDE")
    for seat in (2, 3, 4):
        assert t.acting == [seat]
        t.do("DRAW:A", "DRAW:D")
    assert t.phase == "clearing"


def test_w19_two_would_help():
    """R36, R37: the first in order acts, whoever answers first; the other answers leave no trace."""
    ends = set()
    for order in permutations([1, 2, 4]):
        t = lay("GOS FAC FAC", "CAU CAU CAU", "WEA FAC TRA", "CAU TRA TRA", "WEA FAC TRA", characters="MT SC IF GF GF")
        t.do("ATTACK:GOS:G:3", "DECLINE")
        assert t.acting == [1, 2, 4]
        t.told()
        for seat in order:
            t.answer(seat, "PASS" if seat == 1 else "HELP:WEA+FAC")
        assert (t.hand(2), t.hand(4)) == ("TRA", "TRA WEA FAC")
        assert t.told(4) == ["fox 2 helps with Nosey weasel and Facts"]
        assert (t.state.answers == NONE).all()
        ends.add(GAME.State.pack(t.state))
    assert len(ends) == 1


@pytest.mark.parametrize(
    ("character", "attack", "defence"), [("GF", "G", "G"), ("SC", "G", "T"), ("MT", "T", "T"), ("IF", "T", "G")]
)
def test_what_a_character_can_do(character, attack, defence):
    """R27, R32: as an attack of its kind, as a defence against its kind."""
    others = [name for name in CHARACTER_NAMES if name != character]
    for kind, opener, parry in (("G", "GOS", "FAC"), ("T", "TRA", "CAU")):
        t = lay("GOS TRA UAT UAT", "FAC CAU UDE", "FAC CAU TRA", characters=f"{character} {others[0]} {others[1]}")
        t.do(f"ATTACK:{opener}:{kind}:1", f"DEF:{parry}")
        assert ("ADD:CHAR" in t.offers()) == (kind == attack)
        t = lay("GOS TRA UAT UAT", "FAC CAU UDE", "FAC CAU TRA", characters=f"{others[0]} {character} {others[1]}")
        t.do(f"ATTACK:{opener}:{kind}:1", f"DEF:{parry}", "ADD:UAT")
        assert ("DEF:CHAR" in t.offers()) == (kind == defence)


def test_third_seats_and_ghosts_cannot_use_their_character():
    """R30, R33, R38, R39, R41: the windows hold cards only, and not every card goes with a weasel."""
    t = lay(
        "GOS FAC FAC", "CAU CAU TRA", "WEA WEA IDC ENO SAT", "WEA STO UDE FAC CAU",
        extension="on", characters="MT SC GF GF", f3={"gossiped": 2, "trapped": 1, "eliminated": 1},
    )  # fmt: skip
    t.do("ATTACK:GOS:G:1", "DECLINE")
    assert t.offers(2) == "PASS", "no weasel with a weasel, I don't care, Enough is enough! or a Sneaky card"
    assert t.offers(3) == "PASS HELP:WEA+FAC HELP:WEA+UDE HELP:WEA+STO"
    t.window("help", f3="HELP:WEA+FAC").do("REST")
    assert t.offers(2) == "PASS JOIN:SAT"
    assert t.offers(3) == "PASS"


def test_a_used_character_stays_with_its_owner_face_up():
    """R33, R54."""
    t = lay("GOS GOS FAC", "FAC CAU TRA", "CAU CAU CAU", characters="GF SC IF")
    t.do("ATTACK:GOS:G:1", "DEF:FAC", "ADD:CHAR")
    assert GAME.see(t.state, 2).character.tolist()[:3] == [0, UNKNOWN, 3]
    assert t.sizes() == [2, 2, 3]
    t = lay("GOS FAC FAC", "CAU CAU TRA", "CAU CAU CAU", "FAC FAC FAC", characters="MT SC IF GF", f1=HURT)
    t.do("ATTACK:GOS:G:1", "DECLINE").window("help")
    assert GAME.see(t.state, 0).character[1] == UNKNOWN, "R54: it stays face down"
