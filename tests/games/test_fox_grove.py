"""The rulebook of Fox Grove, as tests. S1 to S31 are worked scenarios, laid out by hand and played move by move.

Cards are B, P, O, Y and a number. Moves are short words: a card, "take", "double", "convert N", "tree", "drop W",
"discount W", "switch W>N", "pay", "berry", "wake", "owl double", "keep 102". Lists of moves are complete, in the order
of the actions. Unless said otherwise: sides A, base variant, Double and Discount, all owls awake (R4: open to all).
"""

import itertools
import random
import sys
from collections import Counter
from functools import cache

import numpy as np
import pytest

from skulk.engine import NONE, SPECTATOR, UNKNOWN, Array, BadOption, BadPosition, IllegalMove, Match, load, mix, rule
from skulk.engine.contract import setup
from skulk.engine.dealer import blank
from skulk.engine.playouts import random_move
from skulk.games.fox_grove import houses, prices, rules
from skulk.games.fox_grove import state as kinds
from skulk.games.fox_grove.components import (
    AWAKE,
    CONFIRM,
    COST,
    DISCOUNT,
    FRANK,
    HOUSES,
    KEEPS,
    OWL_NAMES,
    SWITCH,
)
from skulk.games.fox_grove.names import HOUSE_NAMES, PHASES, card_name, card_of
from skulk.games.fox_grove.rules import points
from skulk.games.fox_grove.state import DISCARDED, EXCHANGE, GAINED, LAID, LEFT, PILE, PLAYED, RIGHT, WON

GAME = load("fox_grove")
MOVES = [
    *(card_name(card) for card in range(52)),
    *("draw2", "skip", "pick2", "take", "double", "convert W", "convert N", "convert M"),
    *("tree", "mushroom", "leaf", "decline", "end", "drop W", "drop N", "drop M"),
    *("discount W", "discount N", "discount M"),
    *("switch W>N", "switch W>M", "switch N>W", "switch N>M", "switch M>W", "switch M>N", "pay"),
    *("berry", "wake", *(f"owl {name}" for name in OWL_NAMES)),
    *("keep " + "".join(map(str, keep)) for keep in KEEPS.tolist()),
]
AWAKE_BOTH = {"double": "awake", "discount": "awake"}
NO_DISCOUNT = {"double": "awake", "discount": "asleep"}


class Table:
    """A state, asked in short words."""

    def __init__(self, state):
        self.state, self.told = state, []

    @property
    def seat(self):
        (seat,) = GAME.acting(self.state)
        return seat

    @property
    def moves(self):
        return self.options(self.seat)

    @property
    def phase(self):
        return PHASES[self.state.phase]

    def options(self, seat):
        return " ".join(m.replace(" ", "-") for m in (MOVES[a] for a in GAME.legal(self.state, seat)))

    def do(self, *moves, by=None):
        """Make some moves, each by the seat that is asked, or all by one; refuses what is not legal."""
        for move in moves:
            seat = self.seat if by is None else by
            action = MOVES.index(move)
            assert action in GAME.legal(self.state, seat), f"{move} is not among {self.options(seat)}"
            dealer = GAME.dealer(7)
            GAME.rules.play(self.state, seat, action, dealer)
            self.told += dealer.heard()
        return self

    def resources(self, seat):
        return tuple(self.state.resources[seat].tolist())

    def levels(self, seat):
        return tuple(self.state.levels[seat].tolist())

    def berries(self, seat):
        tokens = [i for i in range(self.state.taken) if self.state.taker[i] == seat and not self.state.spent[i]]
        assert len(tokens) == self.state.berries[seat]
        return sorted(self.state.berry[tokens].tolist())

    def owls(self, seat):
        return {name for owl, name in enumerate(OWL_NAMES) if self.state.owls[seat, owl] == AWAKE}

    def hand(self, seat):
        return " ".join(card_name(card) for card in range(52) if self.state.places[card] == seat)

    def laid(self):
        return " ".join(card_name(card) for card in self.state.table if card != NONE)

    def is_played(self, name):
        return self.state.places[card_of(name)] >= PLAYED

    def heard(self, kind):
        return [event.numbers for event in self.told if event.kind == kind]


def lay(**parts):
    """A table from the parts of a position; what is not named is dealt."""
    return Table(GAME.from_position(parts, GAME.dealer(1)))


def cards(text):
    return text.split()


def first(seats, thing):
    """Something for seat 0, nothing said of the others."""
    return [thing, *[None] * (seats - 1)]


def tokens(**berries):
    """Blackberries that seats hold: tokens(s0=[4, 1])."""
    return [{"seat": int(seat[1:]), "value": value} for seat, values in berries.items() for value in values]


def pick(players=3, table="Y13 Y2 Y5", **parts):
    """The winner of a first trick picks."""
    return lay(players=players, phase="pick", table=cards(table), **parts)


def deliver(players=3, **parts):
    """The delivery turn of seat 0, first of all."""
    return lay(players=players, phase="deliver", **parts)


def scored(levels, berries=(), **parts):
    """Seat 0 at the end of a game."""
    return lay(phase="finished", round=4, levels=first(2, levels), berries=tokens(s0=berries), **parts)


# ---- following, trumping, discarding, picking

FIRST_TRICK = {
    "players": 4,
    "phase": "trick",
    "table": ["B4"],
    "hands": [
        None,
        cards("B8 B11 P2 P6 P7 O3 O7 Y5 Y9"),
        cards("Y2 Y6 P4 P8 P10 O4 O6 O8 O10"),
        cards("P1 P9 P11 P12 O1 O11 O12 Y3 Y7"),
    ],
}


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


# ---- rewards and owls


def test_s5_card_13():
    """R34, R35, R47."""
    table = pick(resources=first(3, [0, 1, 0]), owls=first(3, NO_DISCOUNT))
    assert (table.seat, table.moves) == (0, "Y2 Y5 Y13")
    table.do("Y13")
    assert table.moves == "mushroom decline"
    table.do("mushroom")
    assert (table.levels(0), table.resources(0)) == ((0, 1, 0), (0, 0, 0))
    assert (table.phase, table.state.trick) == ("trick", 1)


def test_card_13_may_be_declined():
    """R35."""
    table = pick(resources=first(3, [0, 1, 0])).do("Y13", "decline")
    assert (table.levels(0), table.resources(0)) == ((0, 0, 0), (0, 1, 0))
    assert table.phase == "trick"


def test_s11_double_on_a_discard():
    """R59, R63."""
    table = lay(players=3, phase="trick", tricks=7, table=["B4"], hands=[None, cards("O10 Y1"), None])
    table.do("O10", "double")
    assert table.resources(1) == (0, 0, 4)
    assert table.owls(1) == {"discount"}


def test_s12_pick_2_double_convert():
    """R60, R61, R62, R64, R65."""
    owls = {"pick2": "awake", "double": "awake", "convert": "awake"}
    table = pick(table="B8 B3 Y11", variant="pro", owls=[None, None, owls])
    assert (table.seat, table.moves) == (2, "B3 B8 Y11 pick2")
    table.do("pick2")
    assert table.moves == "B3 B8 Y11"
    table.do("B8")
    assert table.moves == "B3 Y11"
    table.do("Y11")
    assert table.moves == "take double convert-N convert-M"
    table.do("double")
    assert table.moves == "take convert-W convert-N"
    table.do("convert N")
    assert table.resources(2) == (6, 2, 0)
    assert table.owls(2) == set()


def test_owls_for_cards_1_to_11_only():
    """R33, R37, R63, R64: no question about a 12."""
    owls = {"double": "awake", "convert": "awake"}
    table = pick(table="B12 B3 B5", owls=[owls] * 3, supply=[3]).do("B12")
    assert (table.berries(0), table.phase) == ([3], "trick")
    assert table.owls(0) == set(owls)


def test_s13_card_13_with_discount_and_a_bonus_in_the_middle_of_a_trick():
    """R36, R51, R52, R53, R66."""
    table = lay(
        players=3,
        phase="trick",
        tricks=8,
        fox=2,
        table=["P5"],
        hands=[["B13"], ["Y3"], []],
        levels=first(3, [1, 0, 0]),
        resources=first(3, [1, 0, 0]),
    )
    table.do("B13")
    assert table.moves == "tree mushroom leaf decline"
    table.do("tree")
    assert table.heard(kinds.USED_OWL) == [(0, DISCOUNT, 0, 0)], "the only way to pay"
    assert table.moves == "berry wake"
    table.do("wake")
    assert table.owls(0) == {"double", "discount"}
    assert (table.levels(0), table.resources(0)) == ((2, 0, 0), (0, 0, 0))
    assert (table.seat, table.moves) == (1, "Y3")


def test_s14_a_cost_of_nothing():
    """R49, R66."""
    table = pick().do("Y13")
    assert table.moves == "tree mushroom leaf decline"
    table.do("leaf")
    assert (table.levels(0), table.resources(0), table.owls(0)) == ((0, 0, 1), (0, 0, 0), {"double"})


def test_s15_a_useless_13():
    """R35: nothing is asked."""
    table = pick(table="P13 P2 P3", levels=first(3, [2, 2, 2]), owls=first(3, NO_DISCOUNT)).do("P13")
    assert (table.phase, table.state.trick) == ("trick", 1)
    assert table.heard(kinds.NO_ADVANCE) == [(0, 0, 0, 0)]


def test_s16_switch():
    """R45, R47: all units of a kind; at the top, and with nothing payable, the turn ends."""
    owls = {"draw2": "awake", "switch": "awake"}
    table = deliver(levels=first(3, [6, 0, 0]), resources=first(3, [0, 5, 1]), owls=[owls] * 3)
    assert table.moves == "tree mushroom leaf end"
    table.do("tree")
    assert table.heard(kinds.USED_OWL) == [(0, SWITCH, 0, 0)]
    assert (table.levels(0), table.resources(0)) == ((7, 0, 0), (0, 0, 0))
    assert table.owls(0) == {"draw2"}
    assert (table.phase, table.state.woodpecker) == ("exchange", 1)


def test_pick_2_cannot_be_declared_late():
    """R62."""
    owls = {"pick2": "awake", "discount": "awake"}
    table = pick(table="B8 B3 B2", owls=[owls] * 3)
    assert table.moves == "B2 B3 B8 pick2"
    table.do("B3")
    assert (table.phase, table.resources(0), table.owls(0)) == ("trick", (1, 0, 0), set(owls))


def test_convert_gives_another_resource():
    """R64."""
    owls = {"draw2": "awake", "convert": "awake"}
    table = pick(table="O9 O3 O4", owls=[owls] * 3).do("O9")
    assert table.moves == "take convert-W convert-N"
    assert table.do("convert W").resources(0) == (2, 0, 0)


# ---- delivery


def test_s6_delivery():
    """R38, R39, R42, R44, R46, R48, R50–R53."""
    table = deliver(
        levels=first(3, [0, 1, 0]),
        resources=first(3, [4, 1, 0]),
        berries=tokens(s0=[4]),
        supply=[1],
        owls=first(3, {"double": "asleep", "discount": "awake"}),
    )
    table.do("tree")
    assert table.moves == "discount-W pay"
    table.do("pay")
    assert (table.levels(0), table.resources(0)) == ((1, 1, 0), (2, 1, 0))
    table.do("tree", "discount W")
    assert table.moves == "pay" or table.phase == "bonus"
    assert (table.levels(0), table.resources(0)) == ((2, 1, 0), (0, 1, 0))
    assert table.moves == "berry wake"
    assert table.do("berry").berries(0) == [1, 4]
    table.do("mushroom")
    assert (table.levels(0), table.resources(0), table.berries(0)) == ((2, 2, 0), (0, 0, 0), [4])
    assert table.do("wake").owls(0) == {"double", "discount"}
    assert table.moves == "leaf end"


def test_s7_keep():
    """R54, R55."""
    table = lay(players=3, phase="keep", resources=first(3, [3, 1, 2]), berries=tokens(s0=[2]))
    assert table.moves == "keep-012 keep-102 keep-111 keep-201 keep-210 keep-300"
    table.do("keep 102")
    assert (table.resources(0), table.berries(0)) == ((1, 0, 2), [2])
    assert (table.phase, table.state.woodpecker) == ("exchange", 1)


def test_keeping_is_secret_until_all_have_chosen():
    """R54, R56, R57: executed together; who has one way only, or three at most, is not asked."""
    owls = {"double": "asleep", "discount": "asleep"}
    resources = [[4, 0, 0], [2, 2, 0], [1, 1, 2], [1, 1, 1]]
    table = lay(players=4, phase="keep", fox=2, resources=resources, owls=[owls] * 4, levels=first(4, [1, 2, 3]))
    assert GAME.acting(table.state) == [1, 2]
    table.do("keep 120", by=1)
    assert table.resources(1) == (2, 2, 0)
    assert GAME.see(table.state, 1).kept[1] >= 0
    assert GAME.see(table.state, 2).kept[1] == UNKNOWN
    table.do("keep 111", by=2)
    assert [table.resources(seat) for seat in range(4)] == [(3, 0, 0), (1, 2, 0), (1, 1, 1), (1, 1, 1)]
    assert (table.state.fox, table.levels(0), table.owls(0)) == (2, (1, 2, 3), set())


def test_s30_lowest_blackberries_first():
    """R48."""
    table = deliver(
        levels=first(3, [0, 0, 1]),
        berries=tokens(s0=[4, 1, 3]),
        owls=first(3, {"double": "asleep", "discount": "asleep"}),
    )
    table.do("leaf")
    assert (table.levels(0), table.berries(0)) == ((0, 0, 2), [4])


def test_s25_no_blackberries_left():
    """R41, R52."""
    gone = {"berries": [{"seat": 1}] * 24}
    table = pick(table="B12 B3 B5", **gone).do("B12")
    assert (table.berries(0), table.heard(kinds.NO_BERRY)) == ([], [(0, 0, 0, 0)])
    table = deliver(levels=first(3, [1, 0, 0]), resources=first(3, [3, 0, 0]), **gone).do("tree", "pay")
    assert (table.levels(0), table.phase) == ((2, 0, 0), "deliver"), "the bonus lapses"
    asleep = {"double": "asleep", "discount": "awake"}
    table = deliver(levels=first(3, [1, 0, 0]), resources=first(3, [3, 0, 0]), owls=first(3, asleep), **gone)
    table.do("tree", "pay")
    assert table.owls(0) == {"double", "discount"}, "the only option is taken"


def test_s29_a_bonus_of_the_pro_variant():
    """R72, R73, R74, R75."""
    table = deliver(variant="pro", levels=first(3, [1, 1, 0]), resources=first(3, [3, 1, 0]), supply=[2])
    assert table.owls(0) == set()
    table.do("tree")
    owls = [f"owl-{name}" for name in OWL_NAMES]
    assert cards(table.moves) == ["berry", *owls]
    assert table.do("owl discount").owls(0) == {"discount"}
    table.do("mushroom")
    assert cards(table.moves) == ["berry", "wake", *(owl for owl in owls if owl != "owl-discount")]
    table.do("berry")
    assert (table.levels(0), table.berries(0), table.owls(0)) == ((2, 2, 0), [2], set())
    assert table.phase == "exchange"


def test_delivery_ends_at_will_or_when_nothing_can_be_paid():
    """R43, R44, R57: everybody has one turn, then the next round begins."""
    table = deliver(resources=[[2, 0, 0], [0, 0, 1], [0, 0, 2]], owls=[{"double": "asleep", "discount": "asleep"}] * 3)
    assert table.moves == "tree end"
    table.do("end")
    assert table.seat == 2, "seat 1 cannot pay anything"
    table.do("leaf")
    assert (table.phase, table.state.woodpecker, table.levels(2)) == ("exchange", 1, (0, 0, 1))
    assert (table.state.held[:3] == 9).all()


@pytest.mark.parametrize("drop", [0, 1])
def test_what_can_be_paid_is_what_some_way_of_paying_reaches(drop):
    """R46, R47, R48, R49, R66: the options while paying, against the definition tried out step by step."""
    chance = random.Random(drop)
    seen = Counter()
    for _ in range(400):
        state = deliver().state
        state.resources[0] = [chance.randrange(4) for _ in range(3)]
        state.berries[0] = chance.randrange(3)
        state.owls[0, DISCOUNT], state.owls[0, SWITCH] = chance.randrange(3), chance.randrange(3)
        house, level = chance.randrange(HOUSES), chance.randrange(7)
        state.levels[0, house] = level
        cost = tuple(COST[0, house, level].tolist())
        have = (tuple(state.resources[0].tolist()), int(state.berries[0]))
        owls = (state.owls[0, DISCOUNT] == AWAKE, state.owls[0, SWITCH] == AWAKE)
        can = _payable(have, cost, drop, *owls)
        assert houses.climbable(state, 0, drop) >> house & 1 == can
        state.phase, state.turn, state.house, state.drop = kinds.PAY, 0, house, drop
        state.cost[:] = cost
        expected = {name for name, then in _steps(cost, drop, *owls).items() if _payable(have, *then)}
        if not drop and _missing(have[0], cost) <= have[1]:
            expected.add("pay")
        assert {MOVES[a] for a in GAME.legal(state, 0)} == (expected if can else set())
        seen[can] += 1
    assert min(seen.values()) > 50


def _missing(resources, cost):
    return sum(max(0, c - r) for c, r in zip(cost, resources, strict=True))


def _payable(have, cost, drop, discount, switch):
    if not drop and _missing(have[0], cost) <= have[1]:
        return True
    return any(_payable(have, *then) for then in _steps(cost, drop, discount, switch).values())


def _steps(cost, drop, discount, switch):
    """What may be done next about a cost, and what is left then."""
    steps = {}
    for i in range(3):
        if cost[i]:
            less = tuple(c - (k == i) for k, c in enumerate(cost))
            if drop:
                steps[f"drop {'WNM'[i]}"] = (less, 0, discount, switch)
            elif discount:
                steps[f"discount {'WNM'[i]}"] = (less, 0, False, switch)
            for j in range(3):
                if not drop and switch and j != i:
                    turned = tuple(0 if k == i else c + (cost[i] if k == j else 0) for k, c in enumerate(cost))
                    steps[f"switch {'WNM'[i]}>{'WNM'[j]}"] = (turned, 0, discount, False)
    return steps


# ---- scoring


def test_s8_scoring():
    """R67, R68, R69, R70."""
    table = scored([3, 4, 7], [1, 3, 4], resources=first(2, [3, 0, 0]))
    assert rules.house_points(table.state, 0) == 35
    assert rules.track_points(table.state, 0) == 15
    assert points(table.state, 0) == 58


@pytest.mark.parametrize(
    ("levels", "berries", "sides", "total"),
    [
        ([4, 4, 4], [1, 2], {}, 47),  # S26, A
        ([4, 4, 4], [1, 1, 1], {}, 47),  # S26, B
        ([0, 6, 5], [], {}, 29),  # S27: lowest level 0
        ([5, 3, 1], [2, 2], {"tree": "B", "mushroom": "B", "leaf": "B"}, 25),  # S28
        ([5, 3, 1], [], {"mushroom": "B"}, 12 + 4 + 1 + 5),  # any mix has the same track
    ],
)
def test_points(levels, berries, sides, total):
    """R67–R69."""
    assert points(scored(levels, berries, sides=sides).state, 0) == total


def test_s26_more_blackberries_win_a_tie():
    """R71."""
    berries = tokens(s0=[1, 2], s1=[1, 1, 1])
    table = lay(phase="finished", round=4, levels=[[4, 4, 4], [4, 4, 4]], berries=berries)
    result = GAME.words.result(table.state)
    assert (result["scores"], result["ranks"], GAME.returns(table.state)[:2]) == ([47, 47], [2, 1], [-1, 1])
    assert GAME.text(result["reason"]) == "Equal at 47 points: more blackberries decide."


def test_a_win_is_shared_if_blackberries_are_equal_too():
    """R71."""
    table = lay(players=3, phase="finished", round=4, levels=[[4, 4, 4], [4, 4, 4], [1, 1, 1]])
    assert GAME.returns(table.state) == [0, 0, -1, 0]
    assert GAME.words.result(table.state)["ranks"] == [1, 1, 3]


def test_after_round_4_the_points_are_counted():
    """R1, R58: nobody is asked what to keep."""
    table = deliver(round=4, resources=[[5, 5, 5], [0, 0, 0], [0, 0, 0]]).do("end")
    assert table.state.over
    assert table.resources(0) == (5, 5, 5)
    assert len(table.heard(kinds.SCORED)) == 3


# ---- Frank


def test_s17_frank_does_not_follow():
    """R76, R77, R78, R79, R80, R84."""
    table = lay(phase="trick", tricks=7, hands=[cards("B7 P1"), cards("B3 Y4")], pile=["P10"]).do("B7")
    assert table.is_played("P10")
    assert (table.laid(), table.seat, table.moves) == ("B7", 1, "B3")
    table.do("B3")
    assert (table.seat, table.moves) == (0, "B3 B7")
    assert table.do("B7", "take").resources(0) == (3, 0, 0)


def test_s18_frank_follows_and_loses():
    """R79, R80."""
    table = lay(phase="trick", tricks=7, hands=[cards("B7 P1"), cards("P3 Y4")], pile=["B12"]).do("B7", "Y4")
    assert (table.seat, table.moves) == (1, "B7 B12 Y4")
    assert table.do("B12").state.berries[1] == 1
    assert (table.phase, table.seat) == ("trick", 1)


@pytest.mark.parametrize("leader", [0, 1])
def test_s19_frank_wins(leader):
    """R22, R81, R82: the owner of the fox leads, whoever led before."""
    hands = [cards("B7 P1"), cards("O6 Y4")] if leader == 0 else [cards("O6 Y4"), cards("B7 P1")]
    table = lay(phase="trick", tricks=7, fox=0, leader=leader, hands=hands, pile=["B12"]).do("B7", "O6", "take")
    assert table.resources(1 - leader) == (0, 0, 2)
    assert table.resources(leader) == (0, 0, 0)
    assert table.heard(WON) == [(FRANK, 8, 0, 0)]
    assert (table.phase, table.seat, table.laid()) == ("trick", 0, "")


def test_s20_frank_does_not_trump():
    """R79."""
    table = lay(phase="trick", tricks=7, hands=[cards("B7 P1"), cards("B3 Y4")], pile=["Y13"]).do("B7", "B3")
    assert (table.seat, table.moves) == (0, "B3 B7")


def test_frank_follows_a_trump_lead():
    """R79: yellow on yellow follows and may win."""
    table = lay(phase="trick", tricks=7, hands=[cards("Y7 P1"), cards("P3 Y4")], pile=["Y13"]).do("Y7", "Y4")
    assert table.heard(WON) == [(FRANK, 8, 0, 0)]


def test_s21_frank_wins_the_ninth_trick():
    """R83."""
    table = lay(phase="trick", tricks=8, fox=0, hands=[["B7"], ["O6"]], pile=["B12"], resources=[[0, 2, 0], [2, 0, 0]])
    table.do("B7", "O6", "take")
    assert (table.state.fox, table.phase, table.seat) == (1, "deliver", 1)
    table.do("end", "end")
    assert table.phase == "keep", "seat 1 has two wood and two maple"
    table.do("keep 201")
    assert (table.phase, table.state.leader) == ("exchange", 1)


# ---- the exchange


def test_s22_exchange_of_four_then_draw_2():
    """R5, R6, R7, R8, R9, R12."""
    hands = [[f"{colour}{n}" for n in range(1, 10)] for colour in "BPOY"]
    owls = {"draw2": "awake", "discount": "awake"}
    table = lay(players=4, fox=2, hands=hands, pile=["B13", "P13"], owls=[owls] * 4)
    assert (table.phase, GAME.acting(table.state)) == ("exchange", [0, 1, 2, 3])
    for seat, colour in enumerate("BPOY"):
        assert len(cards(table.options(seat))) == 9
        table.do(f"{colour}1", by=seat)
        assert len(cards(table.options(seat))) == 8, "two different cards"
        table.do(f"{colour}2", by=seat)
    assert [table.hand(seat) for seat in range(4)] == [
        "B3 B4 B5 B6 B7 B8 B9 P2 Y1",
        "B1 P3 P4 P5 P6 P7 P8 P9 O2",
        "P1 O3 O4 O5 O6 O7 O8 O9 Y2",
        "B2 O1 Y3 Y4 Y5 Y6 Y7 Y8 Y9",
    ]
    assert (table.seat, table.moves) == (2, "draw2 skip")
    table.do("draw2")
    assert len(cards(table.moves)) == 11
    table.do("P1", "B13")
    assert table.hand(2) == "P13 O3 O4 O5 O6 O7 O8 O9 Y2"
    assert (table.state.places == PILE).sum() == 16
    asked = [table.seat]
    for _ in range(2):
        asked.append(table.do("skip").seat)
    assert asked == [3, 0, 1]
    assert (table.do("skip").phase, table.seat) == ("trick", 2)


def test_s23_exchange_of_two():
    """R2, R10, R11."""
    hands = [cards("P4 O2 B2 B3 B4 B5 B6 B7 B8"), cards("Y3 B1 P1 P2 P3 O3 O4 O5 O6")]
    table = lay(fox=1, hands=hands, pile=["P7", "Y8"])
    table.do("Y3", "B1", by=1).do("P4", "O2", by=0)
    assert table.hand(0) == "B2 B3 B4 B5 B6 B7 B8 Y3 Y8"
    assert table.hand(1) == "P1 P2 P3 P4 P7 O3 O4 O5 O6"
    assert (table.state.places == PILE).sum() == 34
    assert [card_name(table.state.gave[seat, RIGHT]) for seat in (1, 0)] == ["B1", "O2"]
    assert table.seat == 1


def test_received_cards_are_seen_when_all_have_chosen():
    """R8, R9: and a card cannot be passed on."""
    hands = [[f"{colour}{n}" for n in range(1, 10)] for colour in "BPO"]
    table = lay(players=3, hands=hands).do("B1", "B2", by=0)
    assert GAME.see(table.state, 1).gave[0].tolist() == [UNKNOWN, UNKNOWN]
    assert GAME.see(table.state, 0).gave[0].tolist() == [0, 1]
    table.do("P1", "P2", by=1).do("O1", "O2", by=2)
    seen = GAME.see(table.state, 1)
    assert card_name(seen.gave[0, LEFT]) == "B1"
    assert seen.gave[0, RIGHT] == UNKNOWN
    assert card_name(seen.gave[2, RIGHT]) == "O2"
    assert seen.places[card_of("P1")] == 2, "what one gave is in the neighbour's hand"
    assert (seen.places == UNKNOWN).sum() == 52 - 9 - 2


def test_draw_2_of_a_neighbour_may_have_put_a_gift_under_the_pile():
    """R12, R60."""
    hands = [[f"{colour}{n}" for n in range(1, 10)] for colour in "BPO"]
    owls = {"draw2": "awake", "discount": "awake"}
    table = lay(players=3, fox=1, hands=hands, owls=[owls] * 3)
    table.do("B1", "B2", by=0).do("P1", "P2", by=1).do("O1", "O2", by=2).do("draw2")
    assert GAME.see(table.state, 0).places[card_of("B1")] == 1
    table.do("P3", "P4")
    assert GAME.see(table.state, 0).places[card_of("B1")] == UNKNOWN
    assert GAME.see(table.state, 0).places[card_of("B2")] == 2


# ---- a whole round

DECK = (
    "P5 Y1 O6 B11 Y2 B12 B1 P7 P2 Y12 P4 B9 O13 Y6 O8 Y7 P12 O4 P10 B13 P9 Y5 O5 O3 Y11 Y13 B8 Y10 P6 O10 B2 O11 Y4 P3 "
    "Y8 O1 O2 B6 B3 P1 O7 Y9 O12 P11 B7 O9 B5 B4 Y3 P13 B10 P8"
)
LATER = [1] * 6 + [2] * 5 + [3] * 5 + [4] * 4


def _policy_zero(options):
    """The lowest card; the highest pick; take; climb; pay; a blackberry; keep the largest."""
    for wanted in ("take", "tree", "mushroom", "leaf", "pay", "berry", "skip"):
        if wanted in options:
            return wanted
    return options[0]


def test_s31_a_complete_round():
    """R3, R5, R15, R26, R29–R36, R43–R53: one round of three players, the deck and all choices given."""
    script = [[4, 2, 4, 3, *LATER], [card_of(name) for name in cards(DECK)], list(range(52))]
    dealer = GAME.dealer(script=script)
    table = Table(GAME.setup({"players": 3, "first": 0}, dealer))
    tricks, kept = [], []
    while table.state.woodpecker == 0:
        seat = GAME.acting(table.state)[0]
        options = [MOVES[a] for a in GAME.legal(table.state, seat)]
        choice = options[-1] if table.phase == "pick" else _policy_zero(options)
        if table.phase == "pick":
            tricks.append((table.laid(), seat, choice))
        GAME.rules.play(table.state, seat, MOVES.index(choice), dealer)
        kept += [event for event in dealer.heard() if event.kind == kinds.KEPT]
        if table.phase == "trick" and table.state.trick == 0 and table.state.placed == 0:
            assert [table.hand(s) for s in range(3)] == [
                "B8 B12 P2 P4 P5 P7 O6 Y1 Y2",
                "B1 B13 P12 O4 O8 O13 Y6 Y7 Y12",
                "B9 B11 P9 P10 O3 O5 Y5 Y11 Y13",
            ]
    assert tricks == [
        ("B8 B1 B9", 2, "B9"),
        ("B11 B12 B13", 1, "B13"),
        ("P12 P9 P2", 1, "P12"),
        ("O4 O3 O6", 0, "O6"),
        ("P4 P10", 2, "P10"),
        ("O5 O13", 1, "O13"),
        ("Y6 Y5 Y1", 1, "Y6"),
        ("Y7 Y11 Y2", 2, "Y11"),
        ("Y13 Y12", 2, "Y13"),
    ]
    assert table.state.fox == 2
    assert [table.resources(s) for s in range(3)] == [(0, 0, 0), (2, 0, 0), (0, 0, 0)]
    assert [table.levels(s) for s in range(3)] == [(0, 2, 1), (1, 1, 1), (2, 1, 1)]
    assert [table.berries(s) for s in range(3)] == [[4], [], [2]]
    assert all(table.owls(s) == {"double"} for s in range(3))
    assert not kept, "nobody had more than three"


# ---- random play comes out as it should


@rule
def census(states: Array, dealers: Array, options, mask, seed, games, tally: Array):
    """Random games: points, levels, discards, resources gained, blackberries held at the end, tricks of Frank."""
    state, dealer = states[0], dealers[0]
    for game in range(seed, seed + games):
        blank(state)
        dealer.rng = mix(game, 0)
        setup(state, options, dealer)
        while not state.over:
            dealer.count = 0
            random_move(state, dealer, mask)
            for i in range(dealer.count):
                event = dealer.events[i]
                tally[2] += event[0] == LAID and event[4] == DISCARDED
                tally[3] += event[4] if event[0] == GAINED else 0
                tally[5] += event[0] == WON and event[2] == FRANK
        for seat in range(state.players):
            tally[0] += points(state, seat)
            tally[1] += state.levels[seat, 0] + state.levels[seat, 1] + state.levels[seat, 2]
            tally[4] += state.berries[seat]


EXPECTED = {  # per game mean over players, discards and resources per round; the last are Frank's tricks
    2: (25.04, 7.95, 1.312, 8.52, 0.963, 3.04),
    3: (21.64, 7.22, 1.655, 7.38, 0.792, 0),
    4: (18.92, 6.60, 1.806, 6.50, 0.666, 0),
}
ERRORS = (0.06, 0.015, 0.003, 0.006, 0.0065, 0.01)  # of 24,000 games; the expected figures have the same


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_play_matches_the_benchmark(players):
    """Means of 24,000 compiled games, within four standard errors of an independent program's."""
    games = 24_000
    tally = np.zeros(6, np.int64)
    states, dealers = np.zeros(1, GAME.dtypes["State"]), np.zeros(1, GAME.dtypes["Dealer"])
    dealers["hears"] = 1
    chosen = GAME.options.record.narrow(GAME.read_options({"players": players}))[0]
    run = GAME.bind(sys.modules[__name__]).census
    run(states, dealers, chosen, np.zeros(GAME.actions, np.int8), 10**6, games, tally)
    per = games * players * np.array([1, 1, 4, 4, 1, 1 / players])
    away = (tally / per - EXPECTED[players]) / (np.sqrt(2) * np.array(ERRORS))
    assert np.abs(away).max() < 4, f"{tally / per} for {EXPECTED[players]}"


# ---- what a seat knows


def _frequencies(state, seat, samples):
    """Counter of (card, place) over redeals: places are hands, cards under the pile, the pile."""
    seen, dealer, found = GAME.see(state, seat), GAME.dealer(3), Counter()
    for _ in range(samples):
        found.update(_whereabouts(seen, GAME.redeal(seen, seat, dealer)))
    return found


def _whereabouts(seen, state):
    for card in np.flatnonzero(seen.places == UNKNOWN).tolist():
        where = int(state.places[card])
        for other in range(seen.players):
            if card in state.under[other]:
                where = f"under {other} {state.under[other].tolist().index(card)}"
            if seen.players == 2 and state.gave[other, RIGHT] == card:
                where = f"buried {other}"
        yield card, where


def _by_rejection(state, seat, samples):
    """The same by dealing blindly and keeping what fits."""
    seen = GAME.see(state, seat)
    unseen = np.flatnonzero(seen.places == UNKNOWN)
    places = []
    for other in range(seen.players):
        if other != seat:
            places += [other] * int(seen.held[other] - (seen.places == other).sum())
        places += [f"under {other} {i}" for i in range(2) if seen.under[other, i] == UNKNOWN]
        if seen.players == 2 and seen.gave[other, RIGHT] == UNKNOWN:
            places.append(f"buried {other}")
    places += [PILE] * (len(unseen) - len(places))
    column = {int(card): i for i, card in enumerate(unseen)}
    order = np.random.default_rng(5).permuted(np.tile(np.arange(len(places)), (samples, 1)), axis=1)
    fits = np.ones(samples, bool)
    for other in range(seen.players):
        at_home = np.array([place == other for place in places])
        for card in unseen:
            if seen.voids[other, card // 13]:
                fits &= ~at_home[order[:, column[int(card)]]]
    for way in range(0 if seat == SPECTATOR else 1 if seen.players == 2 else 2):
        gift = int(seen.gave[seat, way])
        if gift in column:
            owner = (seat + (1 if way == LEFT else -1)) % seen.players
            near = np.array([place == owner or str(place).startswith(f"under {owner}") for place in places])
            fits &= near[order[:, column[gift]]]
    found = Counter()
    for row in order[fits]:
        found.update((int(card), places[at]) for card, at in zip(unseen, row, strict=True))
    return found, int(fits.sum())


OWLS_DRAW = {"draw2": "asleep", "discount": "awake"}
LATE = {
    "gift in a bound hand or under the pile": {
        "players": 4,
        "phase": "trick",
        "tricks": 7,
        "owls": [OWLS_DRAW] * 4,
        "hands": [cards("B1 Y3"), cards("P5 O4"), cards("P1 P2"), cards("O9 B4")],
        "under": [[None, None], ["B2", "B3"], [None, None], [None, None]],
        "gave": [["P5", "O9"], None, None, None],
        "voids": [[], ["blue"], ["yellow"], ["purple"]],
    },
    "two gifts, hands of equal voids": {
        "players": 3,
        "phase": "trick",
        "tricks": 7,
        "owls": [OWLS_DRAW] * 3,
        "hands": [cards("B1 Y3"), cards("P5 O4"), cards("P1 O9")],
        "under": [[None, None], ["B2", "B3"], ["B6", "Y7"]],
        "gave": [["P5", "Y7"], None, None],
        "voids": [[], ["blue"], ["blue"]],
    },
    "two players and a buried card": {
        "players": 2,
        "phase": "trick",
        "tricks": 6,
        "owls": [OWLS_DRAW] * 2,
        "hands": [cards("B1 Y3 O2"), cards("P5 O4 P9")],
        "under": [[None, None], ["B2", "B3"]],
        "gave": [["B2", "O1"], None],
        "voids": [[], ["blue"]],
    },
}


@pytest.mark.parametrize("name", LATE)
def test_a_redeal_is_as_likely_as_blind_dealing_makes_it(name):
    """R12, R16: where each unseen card lies, against rejection sampling."""
    state = lay(**LATE[name]).state
    blind, kept = _by_rejection(state, 0, 300_000)
    assert kept > 1000
    samples = 2500
    _compare(_frequencies(state, 0, samples), samples, blind, kept)


def _compare(mine, samples, blind, kept):
    assert {cell for cell, n in mine.items() if n > samples / 50} <= set(blind)
    for cell in {*mine, *blind}:
        p = (mine[cell] + blind[cell]) / (samples + kept)
        error = np.sqrt(max(p * (1 - p), 1e-4) * (1 / samples + 1 / kept))
        assert abs(mine[cell] / samples - blind[cell] / kept) < 5 * error, cell


def test_a_spectator_deals_fairly_too():
    """R16: four hands, all bound in different ways."""
    state = lay(
        players=4,
        phase="trick",
        tricks=7,
        hands=[cards("P1 O3"), cards("B1 O4"), cards("B5 P2"), cards("O9 B4")],
        voids=[["blue"], ["purple"], ["orange"], ["yellow", "purple"]],
    ).state
    blind, kept = _by_rejection(state, SPECTATOR, 300_000)
    _compare(_frequencies(state, SPECTATOR, 1500), 1500, blind, kept)


def test_a_card_passed_between_others_is_any_that_the_receiver_has_had():
    """R9."""
    hands = [[f"{colour}{n}" for n in range(1, 10)] for colour in "BPO"]
    table = lay(players=3, hands=hands).do("B1", "B2", by=0).do("P1", "P2", by=1).do("O1", "O2", by=2)
    table.do("O1", "O2")
    seen, dealer, found = GAME.see(table.state, 0), GAME.dealer(3), Counter()
    for _ in range(2000):
        state = GAME.redeal(seen, 0, dealer)
        card = int(state.gave[2, RIGHT])
        assert state.places[card] in (1, PLAYED + 1)
        found[state.places[card] == PLAYED + 1] += 1
        assert card != card_of("B1")
    assert abs(found[True] / 2000 - 1 / 8) < 0.04


def test_blackberries_of_others():
    """R40, R48: unseen values in any order, the lowest spent first; at the end the values held are known."""
    berries = [
        {"seat": 1, "value": 2, "spent": True},
        {"seat": 1, "value": 3},
        {"seat": 0, "value": 4, "spent": True},
        {"seat": 0, "value": 4, "since": 1},
        {"seat": 1, "value": 2, "since": 1, "spent": True},
    ]
    for parts in ({"phase": "deliver", "resources": [[2, 0, 0], [0, 0, 0]]}, {"phase": "finished", "round": 4}):
        state = lay(berries=berries, **parts).state
        seen, dealer, mine = GAME.see(state, 0), GAME.dealer(3), Counter()
        assert seen.berry[2:4].tolist() == [4, 4]
        assert seen.berry[0] == seen.berry[4] == UNKNOWN
        samples = 2500
        for _ in range(samples):
            again = GAME.redeal(seen, 0, dealer)
            mine[tuple(again.berry[[0, 1, 4]].tolist()), tuple(again.spent[[0, 1, 4]].tolist())] += 1
        blind, kept = _berries_by_rejection(state.over)
        _compare(mine, samples, blind, kept)


def _berries_by_rejection(over):
    """Seat 1 took two, spent one, took a third and spent another; seat 0 has seen two fours."""
    chance, values, found = random.Random(1), [1, 2, 3] * 6 + [4] * 4, Counter()
    for _ in range(30_000):
        three = chance.sample(values, 3)
        spent = [0, 0, 0]
        spent[0 if three[0] <= three[1] else 1] = 1
        spent[min((i for i in range(3) if not spent[i]), key=lambda i: (three[i], i))] = 1
        if not over or (spent == [1, 0, 1] and three[1] == 3):
            found[tuple(three), tuple(spent)] += 1
    return found, found.total()


# ---- around the rules


def test_refusals_name_the_rule():
    """R16, R17, R26, R45, R46."""
    match = Match(GAME, {"players": 4}, position=FIRST_TRICK)
    with pytest.raises(IllegalMove, match=r"seat 1 cannot discard P2: you hold blue and must follow with it \(R17\)"):
        match.play(1, "discard P2")
    with pytest.raises(IllegalMove, match=r"B4 is not in your hand \(R14\)"):
        match.play(1, "play B4")
    match = Match(GAME, {"players": 3}, position={"players": 3, "phase": "deliver", "resources": first(3, [2, 0, 0])})
    with pytest.raises(IllegalMove, match=r"cannot pay the next level of the leaf house \(R46\)"):
        match.play(0, "climb the leaf house")


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"hands": [cards("B1 B1 B2 B3 B4 B5 B6 B7 B8"), None]}, "B1 is in two places"),
        ({"hands": [["B14"], None]}, "no card"),
        ({"phase": "trick", "hands": [cards("B1 B2"), None]}, "do not add up"),
        ({"phase": "trick", "table": ["B1"], "hands": [None, cards("B2 B3 B4 B5 B6 B7 B8 B9")]}, "R5"),
        ({"players": 5}, "R2"),
        ({"berries": tokens(s0=[1] * 7)}, "R41"),
        ({"berries": [{"seat": 0, "value": 4, "spent": True}, {"seat": 0, "value": 1}]}, "R48"),
        ({"owls": [{"double": "awake"}, {"double": "awake"}]}, "R52"),
        ({"phase": "finished"}, "R58"),
        ({"levels": [[8, 0, 0], [0, 0, 0]]}, "levels"),
        ({"moon": 1}, "moon"),
    ],
)
def test_positions_that_cannot_be(parts, says):
    with pytest.raises(BadPosition, match=says):
        lay(**parts)


@pytest.mark.parametrize("options", [{"players": 2, "first": 2}, {"variant": "pro", "owls": "pick2+switch"}])
def test_options_that_do_not_go_together(options):
    """R13, R72."""
    with pytest.raises(BadOption, match=r"R13|R72"):
        Match(GAME, options)


@cache
def _pairs():
    return GAME.options.all["owls"].values


def test_every_two_owls_make_a_pair():
    """R52: fifteen pairs, each of them played by a variant."""
    assert {frozenset(name.split("+")) for name in _pairs()} == set(
        map(frozenset, itertools.combinations(OWL_NAMES, 2))
    )
    assert {v["owls"] for v in GAME.variants if "owls" in v} | {_pairs()[0]} == set(_pairs())
    assert HOUSE_NAMES == ["tree", "mushroom", "leaf"]


def test_knowledge_of_cards_ends_with_the_round():
    """R5: all 52 cards are shuffled again."""
    table = deliver(resources=[[0, 0, 0]] * 3)
    assert (table.phase, table.state.phase) == ("exchange", EXCHANGE)
    seen = GAME.see(table.state, 0)
    assert (seen.places == UNKNOWN).sum() == 43
    assert not seen.voids.any()


def test_every_refusal_has_words_and_a_rule():
    """Whatever is tried in whatever phase: a text, and the rule in it."""
    refused = set()
    for seed in range(6):
        match = Match(GAME, {"players": 2 + seed % 3, "variant": ["base", "pro"][seed % 2]}, seed)
        chance = random.Random(seed)
        while not match.is_over:
            seat = chance.choice(match.acting())
            legal = match.legal(seat)
            for action in set(chance.sample(range(GAME.actions), 12)) - set(legal):
                why = GAME.words.why_not(match.seen(seat), seat, action)
                assert f"({why.parameters['rule']})" in GAME.text(why)
                refused.add((match.state.phase, why.key))
            match.play(seat, chance.choice(legal))
    assert len({phase for phase, _ in refused}) == 11
    assert len({key for _, key in refused}) > 25


def test_what_a_move_touches_lies_on_the_table():
    """Names of touches are names on the table that the seat sees."""
    match, chance = Match(GAME, {"players": 3, "variant": "pro"}, 5), random.Random(5)
    while not match.is_over:
        seat = chance.choice(match.acting())
        names = set(_names(match.table(seat))) | {"pass", "owls"}
        for action in match.legal(seat):
            assert set(GAME.words.touches(match.seen(seat), seat, action)) <= names
        match.play(seat, chance.choice(match.legal(seat)))


def _names(part):
    if isinstance(part, dict):
        yield from [part["name"]] if "name" in part else []
        part = list(part.values())
    for inner in part if isinstance(part, list) else []:
        yield from _names(inner)


def test_a_price_is_what_the_climb_takes():
    """R34, R35, R46 to R49: with the least help, and whether there will be something to choose."""
    seen = Counter()
    for number in range(12):
        match, chance = Match(GAME, {"players": 3, "owls": "discount+switch"}, str(number)), random.Random(number)
        while not match.is_over:
            seat = chance.choice(match.acting())
            if PHASES[match.state.phase] in ("deliver", "thirteen"):
                told = prices.prices(match.seen(seat), seat)
                legal = [GAME.words.say(match.seen(seat), seat, action).key for action in match.legal(seat)]
                assert len([price for price in told if price]) == legal.count("advance")
                for house, price in enumerate(told):
                    if price:
                        seen[_pays(match, seat, house, price)] += 1
            match.play(seat, chance.choice(match.legal(seat)))
    assert min(seen["asked"], seen["with help"], seen["plain"]) > 20


def test_a_step_of_paying_tells_what_is_left():
    """R34, R47, R48, R66: after a unit dropped, Discount or Switch."""
    met = Counter()
    for number in range(12):
        match, chance = Match(GAME, {"players": 3, "owls": "discount+switch"}, str(number)), random.Random(number)
        while not match.is_over:
            seat = chance.choice(match.acting())
            legal = match.legal(seat)
            if PHASES[match.state.phase] == "pay":
                told = prices.steps(match.seen(seat), seat)
                assert {*told} == {*legal} - {CONFIRM}
                assert match.state.drop or prices.is_short(match.state, seat) == (CONFIRM not in legal)
                for action, left in told.items():
                    met[_leaves(match, seat, action, left)] += 1
            match.play(seat, chance.choice(legal))
    assert min(met["payable"], met["short"]) > 5


def _leaves(match, seat, action, left):
    """Take the step on a copy: resources first, a blackberry for each unit that is missing."""
    after = GAME.State.copy(match.state)
    houses.pay_on(after, seat, action, GAME.dealer(1))
    lacks = np.maximum(after.cost - after.resources[seat], 0).sum()
    is_short = lacks > after.berries[seat]
    assert left == (
        {"goods": after.cost.tolist(), "berries": 0}
        if is_short
        else {"goods": np.minimum(after.cost, after.resources[seat]).tolist(), "berries": lacks}
    )
    return "short" if is_short else "payable"


def _pays(match, seat, house, price):
    """Climb on a copy: what is taken is the price, unless something is asked for first."""
    before, after = match.state, GAME.State.copy(match.state)
    rules.play(after, seat, MOVES.index("tree") + house, GAME.dealer(1))
    if price["asks"]:
        assert PHASES[after.phase] == "pay"
        return "asked"
    [way] = price["ways"]
    assert (before.resources[seat] - after.resources[seat]).tolist() == way["goods"]
    assert before.berries[seat] - after.berries[seat] <= way["berries"]  # a bonus may bring one
    assert [OWL_NAMES[owl] for owl in np.flatnonzero(before.owls[seat] != after.owls[seat])] == way["owls"]
    return "with help" if way["owls"] or way["berries"] else "plain"
