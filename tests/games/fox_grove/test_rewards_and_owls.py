"""Rewards, blackberries and owls."""

from skulk.games.fox_grove import moves
from skulk.games.fox_grove.components import DISCOUNT, SWITCH

from .laying import cards, deliver, first, lay, pick

NO_DISCOUNT = {"double": "awake", "discount": "asleep"}


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
    assert table.heard(moves.USED_OWL) == [(0, DISCOUNT, 0, 0)], "the only way to pay"
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
    assert table.heard(moves.NO_ADVANCE) == [(0, 0, 0, 0)]


def test_s16_switch():
    """R45, R47: all units of a kind; at the top, and with nothing payable, the turn ends."""
    owls = {"draw2": "awake", "switch": "awake"}
    table = deliver(levels=first(3, [6, 0, 0]), resources=first(3, [0, 5, 1]), owls=[owls] * 3)
    assert table.moves == "tree mushroom leaf end"
    table.do("tree")
    assert table.heard(moves.USED_OWL) == [(0, SWITCH, 0, 0)]
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
