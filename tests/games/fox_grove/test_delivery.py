"""Delivery."""

import random
from collections import Counter

import pytest

from skulk.engine import UNKNOWN
from skulk.games.fox_grove import houses, moves
from skulk.games.fox_grove.components import AWAKE, COST, DISCOUNT, HOUSES, OWL_NAMES, SWITCH

from .laying import GAME, MOVES, cards, deliver, first, lay, pick, tokens


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
    assert (table.berries(0), table.heard(moves.NO_BERRY)) == ([], [(0, 0, 0, 0)])
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
        state.phase, state.turn, state.house, state.drop = moves.PAY, 0, house, drop
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
