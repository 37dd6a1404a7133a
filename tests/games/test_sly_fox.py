"""The rulebook of Slyest Fox, as tests. W1 to W29 are worked scenarios, laid out by hand and played move by move.

Moves are written short: ATTACK:UAT:T:1 opens against fox 1 with a Universal attack that means trap, HELP:WEA+FAC adds
Facts with a Nosey weasel, TRADE:GOS:UAT gives two Gossip for a Universal attack. Cards: GOS Gossip, TRA Trap, UAT and
UDE Universal attack and defence, WEA Nosey weasel, SAT and SDE Sneaky attack and defence, ENO Enough is enough!,
STO Stop it!, FAC Facts, CAU Caution, IDC I don't care. Fox 0 has the turn unless something else is said.
"""

import json
import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from skulk.engine import NONE, SPECTATOR, UNKNOWN, BadOption, BadPosition, IllegalMove, Match, NotYourTurn, load
from skulk.engine.position import faults
from skulk.games.sly_fox import components, rules
from skulk.games.sly_fox.components import (
    BOX,
    CHARACTER_NAMES,
    CODE_NAMES,
    CODES,
    IDC,
    KINDS,
    STRIKES,
    WEA,
)
from skulk.games.sly_fox.moves import (
    ADD,
    ADD_CARDS,
    ATTACK,
    BAN,
    CHALLENGE,
    DEFEND,
    DEFEND_CARDS,
    ENOUGH,
    FAR,
    HELP,
    HELP_CARDS,
    JOIN,
    OPENINGS,
    PASS,
    PLAY_IDC,
    REST,
    SHED,
    STOP,
    TRADE,
)
from skulk.games.sly_fox.positions import PHASE_NAMES, REASON_NAMES, cards, cards_text

GAME = load("sly_fox")
PLAIN = {0: "DRAW:A", 1: "DRAW:D", 116: "IDC", 124: "BAN", 125: "PASS", 131: "STOP", 132: "DECLINE"}
PLAIN |= {138: "ENOUGH", 139: "ACCEPT", 145: "REST", 130: "DEF:CHAR", 144: "ADD:CHAR"}


# ---- a table to look at and to play on


def short(state, seat, action):
    """A move as these tests write it."""
    if action in PLAIN:
        return PLAIN[action]
    if ATTACK <= action < TRADE:
        code, kind = OPENINGS[(action - ATTACK) // FAR]
        return f"ATTACK:{CODE_NAMES[code]}:{'GT'[kind]}:{(seat + 1 + (action - ATTACK) % FAR) % state.players}"
    if TRADE <= action < PLAY_IDC:
        given, place = divmod(action - TRADE, KINDS)
        return f"TRADE:{CODE_NAMES[given]}:{CODE_NAMES[given // KINDS * KINDS + place]}"
    if CHALLENGE <= action < BAN:
        return f"CHALLENGE:{(seat + 1 + action - CHALLENGE) % state.players}"
    if DEFEND <= action < STOP:
        return f"DEF:{CODE_NAMES[DEFEND_CARDS[action - DEFEND]]}"
    if HELP <= action < ENOUGH:
        return "HELP:SDE" if action == HELP + 4 else f"HELP:WEA+{CODE_NAMES[HELP_CARDS[action - HELP]]}"
    if ADD <= action < REST:
        return f"ADD:{CODE_NAMES[ADD_CARDS[action - ADD]]}"
    if JOIN <= action < SHED:
        return "JOIN:SAT" if action == JOIN + 3 else f"JOIN:WEA+{CODE_NAMES[ADD_CARDS[action - JOIN]]}"
    return f"SHED:{CODE_NAMES[action - SHED]}"


class Table:
    """A state, asked and played in short words."""

    def __init__(self, state, dealer=None):
        self.state, self.dealer = state, dealer or GAME.dealer(5)
        self.news = self.dealer.heard()

    @property
    def phase(self):
        return PHASE_NAMES[self.state.phase]

    @property
    def acting(self):
        return GAME.acting(self.state)

    @property
    def totals(self):
        return int(self.state.attack), int(self.state.defence)

    @property
    def piles(self):
        return cards_text(self.state.piles)

    @property
    def lives(self):
        return [int(3 - self.state.markers[seat].sum()) for seat in range(self.state.players)]

    def hand(self, seat):
        return cards_text(self.state.hands[seat])

    def size(self, seat):
        assert self.state.held[seat].sum() == self.state.hands[seat].sum()
        return int(self.state.held[seat].sum())

    def sizes(self):
        return [self.size(seat) for seat in range(self.state.players)]

    def offers(self, seat=None):
        """All that a seat may do, in short words."""
        seat = self.acting[0] if seat is None else seat
        assert seat in self.acting
        return " ".join(short(self.state, seat, action) for action in GAME.legal(self.state, seat))

    def answer(self, seat, move):
        assert move in self.offers(seat).split(), f"{self.phase}: fox {seat} may not {move}, only {self.offers(seat)}"
        actions = GAME.legal(self.state, seat)
        action = next(a for a in actions if short(self.state, seat, a) == move)
        GAME.rules.play(self.state, seat, action, self.dealer)
        self.news += self.dealer.heard()
        assert not faults(GAME, self.state), faults(GAME, self.state)
        return self

    def do(self, *moves):
        """Moves of the one fox who is asked."""
        for move in moves:
            (seat,) = self.acting
            assert self.state.who == seat, "a window is open"
            self.answer(seat, move)
        return self

    def window(self, phase=None, **answers):
        """Answers like f2="IDC" in a window; who is not named passes."""
        assert phase is None or self.phase == phase, self.phase
        assert self.state.who == NONE, "no window is open"
        for seat in self.acting:
            self.answer(seat, answers.get(f"f{seat}", "PASS"))
        return self

    def quiet(self):
        """Let everybody pass the clearing."""
        while self.phase == "clearing":
            self.window()
        return self

    def refill(self):
        while self.phase == "refill":
            self.do("DRAW:A" if self.state.left[0] else "DRAW:D")
        return self

    def told(self, seat=SPECTATOR):
        """What a seat has heard since this was last asked."""
        news, self.news = self.news, []
        return [GAME.text(GAME.words.tell(event, seat)) for event in news if event.heard_by(seat)]


def lay(*hands, characters="", script=None, **parts):
    """A table by its hands; f1={…} adds parts of fox 1, anything else is a part of the position."""
    foxes = [{"hand": hand} for hand in hands]
    for seat, character in enumerate(characters.split()):
        foxes[seat]["character"] = character
    for seat, fox in enumerate(foxes):
        fox.update(parts.pop(f"f{seat}", {}))
    state = GAME.from_position({"foxes": foxes, **parts}, GAME.dealer(11))
    return Table(state, GAME.dealer(5, script) if script else None)


def laid(**options):
    """A table as setup lays it."""
    dealer = GAME.dealer(options.pop("seed", 3))
    return Table(GAME.setup(options, dealer), dealer)


GONE = {"gossiped": 2, "trapped": 1, "hand": ""}
HURT = {"gossiped": 1, "trapped": 1}


# ---- worked scenarios


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
    assert (t.acting, t.state.piles[IDC], t.state.turn) == ([0], 1, 4)
    assert "IDC" not in t.offers().split()
    t.do("DRAW:A")
    assert "IDC" not in t.offers(0).split()
    t.quiet().do("DRAW:A").quiet().do("DRAW:A").quiet()
    assert (t.acting, t.state.turn) == ([0], 7)
    assert "IDC" in t.offers().split()


def test_w14_two_left_no_characters():
    """R31, R72–R75."""
    t = lay("TRA CAU", "CAU FAC GOS", "", characters="MT SC IF", f2={**GONE, "eliminated": 1})
    t.do("ATTACK:TRA:T:1", "DEF:CAU")
    assert t.offers() == "REST"
    t.do("REST")
    assert (t.phase, t.acting, t.size(0)) == ("refill", [0], 1)
    t.do("DRAW:A")
    assert (t.phase, t.sizes(), t.lives) == ("clearing", [2, 2, 0], [3, 3, 0])


def test_w15_an_empty_deck_is_made_of_its_pile_at_once():
    """R77, R78."""
    t = lay("GOS GOS FAC", "UDE UDE UDE", "rest", piles="GOS*3 TRA*2", decks="UAT FAC*5")
    assert "TRADE:GOS:TRA" in t.offers()
    t.do("DRAW:A")
    assert (t.state.left.tolist(), t.piles) == ([5, 5], "")
    assert cards_text(t.state.decks) == "GOS*3 TRA*2 FAC*5"
    assert (t.phase, t.acting) == ("clearing", [0, 2])
    assert "TRADE" not in t.offers(0)


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


def test_w20_the_first_victim():
    """R81–R85."""

    def end(second):
        hands = ["GOS FAC FAC CAU CAU", "TRA TRA CAU", second, "TRA TRA TRA CAU CAU"]
        t = lay(*hands, ending="first_victim", f0={"trapped": 1}, f1=HURT)
        t.do("ATTACK:GOS:G:1", "DECLINE").window("help")
        assert t.state.over
        assert REASON_NAMES[t.state.reason] == "victim"
        return t

    t = end("UDE UDE")
    assert t.sizes() == [4, 0, 2, 5]
    assert GAME.returns(t.state)[:4] == [-1, -1, -1, 1]
    assert GAME.words.result(t.state)["ranks"] == [3, 4, 2, 1]
    t = end("UDE UDE UDE UDE UDE")
    assert GAME.returns(t.state)[:4] == [-1, -1, 0, 0]
    assert GAME.words.result(t.state)["ranks"] == [3, 4, 1, 1]


def test_w21_teams():
    """R89–R91, R93, and R72–R75 when one fox of each team is left (R90)."""
    t = lay(
        "GOS GOS FAC FAC FAC CAU CAU CAU",
        "FAC UDE CAU",
        "",
        "",
        mode="team",
        characters="GF MT SC IF",
        f1={"gossiped": 1, "trapped": 1},
        f2={**GONE, "eliminated": 2},
        f3={**GONE, "eliminated": 1},
    )
    t.do("ATTACK:GOS:G:1", "DEF:FAC")
    assert t.offers() == "ADD:GOS REST", "R75: no characters"
    t.do("REST")
    assert (t.phase, t.acting, t.size(0)) == ("shed", [0], 7)
    t.do("SHED:CAU")
    assert t.sizes()[:2] == [6, 2]
    t = lay("GOS FAC", "CAU", "", "", mode="team", characters="GF MT SC IF",
            f1=HURT, f2={**GONE, "eliminated": 2}, f3={**GONE, "eliminated": 1})  # fmt: skip
    t.do("ATTACK:GOS:G:1", "DECLINE")
    assert t.state.over
    assert REASON_NAMES[t.state.reason] == "team"
    assert GAME.returns(t.state)[:4] == [1, -1, 1, -1]
    assert GAME.words.result(t.state)["ranks"] == [1, 3, 1, 3]


def test_w22_the_duel():
    """R86–R88."""
    t = laid(players=2, mode="duel")
    assert t.state.left.tolist() == [33, 33]
    assert sum(t.sizes()) + t.state.left.sum() == 78
    assert not t.state.decks[WEA] + t.state.hands[:, WEA].sum() + t.state.decks[IDC] + t.state.hands[:, IDC].sum()
    assert t.phase == "turn", "nobody could do anything in the opening clearing"
    t = lay("GOS GOS GOS", "FAC FAC TRA", characters="GF IF").do("ATTACK:GOS:G:1", "DEF:FAC")
    assert t.offers() == "ADD:GOS ADD:CHAR REST"
    t.do("ADD:CHAR")
    assert t.offers() == "DEF:FAC DEF:CHAR DECLINE"
    t.do("DECLINE")
    assert (t.lives, t.phase) == ([3, 2], "refill")
    t.refill()
    assert t.sizes() == [3, 3]
    t = lay("GOS ENO ENO", "STO FAC TRA", characters="GF IF")
    assert "BAN" not in t.offers()
    t.do("ATTACK:GOS:G:1", "STOP", "ENOUGH", "DECLINE")
    t = lay("GOS FAC FAC", "CAU TRA TRA", characters="GF IF", f1=HURT).do("ATTACK:GOS:G:1", "DECLINE")
    assert (t.state.over, GAME.returns(t.state)[:2]) == (1, [1, -1])


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


def test_w24_quiet_woods():
    """R106, R107, R82."""
    t = lay(4, 9, 12, turn=56, quiet=35, f0={"trapped": 1}, f1={"gossiped": 1}, f2=HURT)
    assert GAME.words.table(GAME.see(t.state, 0), 0)["left"] == {"cap": 144, "quiet": 1}
    t.do("DRAW:A")
    assert (t.state.over, REASON_NAMES[t.state.reason], t.sizes()) == (1, "quiet_woods", [5, 9, 12])
    assert GAME.returns(t.state)[:3] == [-1, 1, -1]
    t = lay(6, 6, 6, turn=21)
    while not t.state.over:
        turn = t.state.turn
        t.do("DRAW:A" if t.state.left[0] else "DRAW:D").quiet()
    assert turn == 56


def test_w25_the_lead_never_exceeds_one():
    """R16, R17, R19."""
    t = lay("GOS GOS FAC FAC", "FAC CAU CAU", "WEA GOS FAC", characters="MT SC IF").do("ATTACK:GOS:G:1")
    assert t.acting == [1]
    t.do("DECLINE")
    assert (t.acting, t.offers(2)) == ([2], "PASS HELP:WEA+FAC")


def test_w26_over_the_limit():
    """R11, R60, R61, R64, R66."""
    hands = ["GOS*3 TRA*2 FAC*4", "GOS TRA FAC FAC CAU", "GOS TRA FAC FAC CAU", "GOS TRA FAC FAC CAU"]
    t = lay(*hands).do("DRAW:D")
    assert (t.size(0), t.acting) == (10, [0, 2, 3])
    assert GAME.words.table(GAME.see(t.state, 1), 1)["foxes"][0]["band"] == "many"
    t.window("clearing", f2="CHALLENGE:0")
    assert (t.size(2), t.size(0)) == (6, 9)
    t = lay(*hands).do("DRAW:D").quiet()
    assert t.acting == [1]
    assert "CHALLENGE:0" in t.offers()


def test_w27_nothing_leaks():
    """A window that all can see to be empty is not opened; one that might not be opens, whatever the hands."""
    hands = ["GOS FAC FAC CAU", "TRA CAU CAU TRA", "FAC FAC TRA TRA", "FAC FAC TRA TRA"]
    t = lay(*hands, piles="WEA*6").do("ATTACK:GOS:G:1", "DECLINE")
    assert t.lives[1] == 2
    t = lay(*hands, piles="WEA*5").do("ATTACK:GOS:G:1", "DECLINE")
    assert (t.phase, t.acting, t.offers(2), t.offers(3)) == ("help", [2, 3], "PASS", "PASS")
    t.told()
    t.window("help")
    assert t.told()[0] == "fox 1 is gossiped about: 2 lives left", "no question and no pass is told"


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


# ---- setting up


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


@pytest.mark.parametrize("players", [4, 6, 8])
def test_teams_are_even(players):
    """R89, and every character takes part now and then."""
    seen = set()
    for seed in range(30):
        state = laid(players=players, mode="team", extension="on", seed=seed).state
        assert 2 * sum(STRIKES[c] for c in state.character[:players]) == players
        seen |= set(state.character[:players].tolist())
    assert seen == {0, 1, 2, 3}


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


# ---- basics and the turn


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


# ---- characters


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


# ---- I don't care


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
    assert (t.hand(0), t.state.piles[IDC], t.state.aloof[0]) == ("FAC IDC", 0, 2)
    assert "IDC" not in t.offers().split()


# ---- ghosts


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


# ---- trades, challenges, hands


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


# ---- the extension


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


# ---- the ends


def test_the_last_survivor():
    """R1, R5, R80, R84."""
    t = lay("GOS FAC", "CAU", "", f1=HURT, f2={**GONE, "eliminated": 1}).do("ATTACK:GOS:G:1", "DECLINE")
    assert (t.state.over, GAME.returns(t.state)[:3]) == (1, [1, -1, -1])
    assert GAME.words.result(t.state)["ranks"] == [1, 2, 3]
    assert GAME.acting(t.state) == []


@pytest.mark.parametrize(("players", "mode", "cap"), [(2, "duel", 150), (3, "ffa", 200), (8, "team", 450)])
def test_the_turn_cap(players, mode, cap):
    """R105, R107, R83: equal foxes share (R85)."""
    hands = [4 if seat == 0 else 5 for seat in range(players)]
    extension = "on" if players > 6 else "off"
    t = lay(*hands, mode=mode, extension=extension, turn=cap - 1, active=players - 1, f0={"hand": 5})
    t.do("DRAW:A").quiet()
    assert not t.state.over
    assert GAME.words.table(GAME.see(t.state, 0), 0)["left"]["cap"] == 0  # after this one
    t.do("DRAW:A")
    assert (t.state.over, t.state.turn, REASON_NAMES[t.state.reason]) == (1, cap, "turn_cap")
    out = GAME.returns(t.state)[:players]
    if mode != "team":
        winners = [seat for seat in range(players) if t.size(seat) == max(t.sizes())]
        assert out == [2 / len(winners) - 1 if seat in winners else -1 for seat in range(players)]


def test_teams_at_the_turn_cap():
    """R107: lives, then cards, else a draw."""

    def out(first, hand):
        t = lay(4, 5, hand, 5, mode="team", characters="GF SC MT IF", turn=250, f0={"gossiped": first}).do("DRAW:A")
        return GAME.returns(t.state)[:4]

    assert out(1, 5) == [-1, -1, 1, 1]
    assert out(0, 4) == [1, 1, -1, -1]
    assert out(0, 5) == [0, 0, 0, 0]


# ---- what a seat sees


def test_hands_are_shown_as_bands():
    """R62: few, some, many, unless the table wants numbers; what is counted stays known to `see`."""
    for exact in ("bands", "exact"):
        t = lay(3, 4, 7, hand_counts=exact)
        foxes = GAME.words.table(GAME.see(t.state, 0), 0)["foxes"]
        assert [fox["band"] for fox in foxes] == ["few", "some", "many"]
        assert [fox["cards"] for fox in foxes] == ([3, None, None] if exact == "bands" else [3, 4, 7])
        assert GAME.see(t.state, SPECTATOR).held[:3].sum(axis=1).tolist() == [3, 4, 7]


def test_team_characters_are_shown_once():
    """R91, R92: for good with four; with more at the start only, unless the colours are shown."""

    def shown(state, part):
        return [fox[part] is not None for fox in GAME.words.table(GAME.see(state, 1), 1)["foxes"]]

    assert all(shown(laid(players=4, mode="team").quiet().state, "character"))
    for colours in ("off", "on"):
        t = laid(players=6, mode="team", show_teams=colours)
        assert all(shown(t.state, "character"))
        t.quiet()
        assert shown(t.state, "character") == [seat == 1 for seat in range(6)]
        assert shown(t.state, "team") == [seat == 1 or colours == "on" for seat in range(6)]
        assert (GAME.see(t.state, SPECTATOR).character[:6] >= 0).all(), "who paid attention knows them"


def test_nobody_sees_who_has_answered():
    """R35: in a window others see neither an answer nor that there is one."""
    t = lay("GOS FAC FAC", "CAU CAU TRA", "WEA FAC FAC", "WEA FAC CAU", characters="MT SC IF GF")
    t.do("ATTACK:GOS:G:1", "DECLINE")
    before = {seat: GAME.State.pack(GAME.see(t.state, seat)) for seat in (0, 1, 3, SPECTATOR)}
    t.told()
    t.answer(2, "HELP:WEA+FAC")
    assert {seat: GAME.State.pack(GAME.see(t.state, seat)) for seat in before} == before
    assert (t.news, t.acting) == ([], [3])
    assert GAME.acting(GAME.see(t.state, 0)) == [2, 3]
    assert GAME.acting(GAME.see(t.state, 2)) == [3]


def test_when_the_game_is_over_all_is_shown():
    t = lay("GOS FAC", "CAU", "", f1=HURT, f2={**GONE, "eliminated": 1}).do("ATTACK:GOS:G:1", "DECLINE")
    assert GAME.State.pack(GAME.see(t.state, SPECTATOR)) == GAME.State.pack(t.state)


# ---- the fair belief


def rejection(seen, seat, wanted, chance):
    """One fair deal, made as one would by hand: shuffle all unplaced cards, deal, and start again if it cannot be.

    Returns the hands of the other foxes and the decks, as text; `wanted` says which ghosts must be able to meddle.
    """
    while True:
        hands, decks = {q: seen.known[seat, q].tolist() for q in range(seen.players) if q != seat}, [0] * CODES
        fits = True
        for deck in range(2):
            unplaced = []
            for code in range(KINDS * deck, KINDS * deck + KINDS):
                count = BOX[seen.extension, code] - seen.piles[code] - seen.area[code] - seen.hands[seat, code]
                count -= sum(hand[code] for hand in hands.values()) + (code == IDC) * int((seen.aloof == 2).sum())
                may_lie = seen.stock[code] - seen.drawn[seat, code]
                unplaced += [(code, card < may_lie) for card in range(count)]
            chance.shuffle(unplaced)
            for _ in range(seen.left[deck]):
                code, may_lie = unplaced.pop()
                decks[code] += 1
                fits &= bool(may_lie)
            for other, hand in hands.items():
                named = sum(seen.known[seat, other][KINDS * deck : KINDS * deck + KINDS])
                for _ in range(seen.held[other, deck] - named):
                    hand[unplaced.pop()[0]] += 1
            assert not unplaced
        ghosts = [hand for other, hand in hands.items() if other in wanted]
        if fits and all(hand[WEA] and sum(hand) > hand[WEA] + hand[IDC] for hand in ghosts):
            return " | ".join(map(cards_text, [*hands.values(), decks]))


def distance(a, b):
    """How far two samples of equal size lie apart, in standard deviations of their chi-square."""
    outcomes = set(a) | set(b)
    chi = sum((a[o] - b[o]) ** 2 / (a[o] + b[o]) for o in outcomes)
    return (chi - len(outcomes)) / (2 * len(outcomes)) ** 0.5


HIDDEN = "GOS*2 TRA WEA*2 FAC*2 CAU IDC UDE"  # not in the piles, beside what is laid out
BELIEFS = {
    "a fresh deck": {},
    "a card that was traded for": {"known": [{"by": "all", "of": 1, "cards": "GOS"}]},
    "a deck made of its pile": {"stock": "GOS*3 WEA*3 TRA*2 UAT FAC*4 CAU*2 UDE IDC", "f0": {"drawn": "GOS UAT FAC"}},
    "a ghost": {"f2": {"gossiped": 2, "trapped": 1, "eliminated": 1}},
}


@pytest.mark.parametrize("name", BELIEFS)
def test_a_redeal_is_fair(name):
    """Its frequencies are those of rejection sampling (R50, R62, R65, R77)."""
    hands, parts = ["UAT FAC", "GOS TRA FAC", "WEA CAU GOS"], BELIEFS[name]
    laid_out = np.array(cards(" ".join([*hands, HIDDEN]), "test"))
    t = lay(*hands, piles=cards_text(BOX[0] - laid_out), decks=HIDDEN, **parts)
    seen, chance, dealer = GAME.see(t.state, 0), random.Random(4), GAME.dealer(9)
    ours, theirs = Counter(), Counter()
    for _ in range(3000):
        state = GAME.redeal(seen, 0, dealer)
        hands = " | ".join(cards_text(state.hands[other]) for other in (1, 2))
        ours[f"{hands} | {cards_text(state.decks)}"] += 1
        theirs[rejection(seen, 0, [2] if name == "a ghost" else [], chance)] += 1
    assert len(ours) > 20
    assert distance(ours, theirs) < 4


def test_a_redeal_deals_the_unseen_characters():
    """R54: two of each are in the box."""
    t = lay(3, 3, 3, characters="GF GF SC")
    seen, dealer = GAME.see(t.state, 0), GAME.dealer(3)
    dealt = Counter(tuple(GAME.redeal(seen, 0, dealer).character[1:3].tolist()) for _ in range(4000))
    assert abs(dealt[(0, 1)] / 4000 - 1 / 7 * 2 / 6) < 0.02
    assert (0, 0) not in dealt
    assert abs(dealt[(1, 1)] / 4000 - 2 / 7 * 1 / 6) < 0.02


def test_a_third_fox_forgets_what_may_have_left():
    """R65: after a challenge between others a seat claims nothing that could be false."""
    for seed in range(20):
        named = [{"by": "all", "of": 1, "cards": "TRA*2 CAU"}]
        t = lay("GOS FAC FAC", "TRA*5 CAU*6", "FAC FAC FAC", known=named)
        t.dealer.rng = seed
        t.do("CHALLENGE:1")
        assert (t.state.known[:3, 1] <= t.state.hands[1]).all()
        assert (t.state.known[2, 1] <= cards("TRA*2 CAU", "test")).all()


# ---- words


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
    assert GAME.passing == PASS
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
