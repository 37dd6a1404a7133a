"""A small template and a few rules: what the tests of @rule compile, for it takes a second."""

import numpy as np

from skulk.engine import Array, call, draw, mix, only, public, record, roll, rule, shuffle
from skulk.engine.contract import ACTIONS, SEATS, legal
from skulk.engine.dealer import below, blank, copy, veil

from . import baskets

Basket = record(("eggs", 0, 9), public("gold", 0, 100_000), public("nests", 0, 99, (4,)), ("over", 0, 1))
SMALL, MIDDLE, LARGE = np.array([1, -2, 127]), np.array([[1, 128]]), np.array([2**40])
HASHED = np.array([1, 2], np.uint64)
NOTHING = np.array([], np.int64)


@rule
def weigh(state, a, b):
    return 1000 * a + b


@rule
def weigh_all(state):
    """Calls weigh with an int8, an int32, a literal, a bool and elements of arrays."""
    heavy = weigh(state, state.eggs, state.gold) + weigh(state, 3, state.nests[1])
    return heavy + weigh(state, state.eggs == 3, SMALL[2]) + weigh(state, state.nests[0] > 1, 2)


@rule
def tables(state):
    """1000 × what small tables hold does not wrap."""
    return 1000 * SMALL[2] + 1000 * MIDDLE[0, 1] + LARGE[0] + len(NOTHING) + (HASHED[1] > HASHED[0])


@rule
def lay(state, root):
    """Whole records."""
    copy(state, root)
    root.eggs = 1
    blank(root)
    return state.eggs


@rule
def hide(seen, state):
    veil(seen, state)


@rule
def add_up(cards: Array, first, last):
    result = 0
    for i in range(first, last):
        result += cards[i]
    return result


@rule
def fill(state, basket):
    """Numbers, a table and a rule, by the name of their module."""
    if basket in baskets.KINDS and basket != baskets.TIN:
        return 1000 * baskets.HOLDS[basket]
    return baskets.room_in(state, basket)


RULES = [weigh, weigh_all, tables, lay, hide, add_up, fill, mix, below, roll, shuffle, draw, call]


# ---- a template


@rule
def first_legal(state, seat, mask):
    legal(state, seat, mask)
    for action in range(ACTIONS):
        if mask[action]:
            return action
    return -1


@rule
def everybody():
    seats = 0
    for seat in range(SEATS):
        seats |= only(seat)
    return seats


@rule
def both(state, mask):
    return first_legal(state, 0, mask) + everybody()
