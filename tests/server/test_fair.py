"""Check 24: chance that nobody can choose, and that everybody can check."""

import itertools
import math
import random
import secrets

import pytest

from skulk.engine import Dealer, Match, load, roll, shuffle
from skulk.engine.match import chance
from skulk.games.fox_on_the_run.components import IS_START, SQUARES, face_of
from skulk.server.table import commitment

from .playing import times

DEALS = times(10_000, 100_000)


def p_value(counts, expected):
    """Of the chi-square test, by the Wilson–Hilferty approximation."""
    degrees = len(counts) - 1
    x = sum((n - expected) ** 2 / expected for n in counts)
    z = ((x / degrees) ** (1 / 3) - (1 - 2 / (9 * degrees))) / math.sqrt(2 / (9 * degrees))
    return 0.5 * math.erfc(z / math.sqrt(2))


def drawn(chance, size):
    """As the server draws seeds and shares, but the same in every run: p is, too."""
    return chance.randbytes(size).hex()


def test_all_deals_are_equally_likely(figure):
    """All 120 orders of five cards."""
    orders, draw = dict.fromkeys(itertools.permutations(range(5)), 0), random.Random(24)
    for _ in range(DEALS):
        shares = (drawn(draw, 8), drawn(draw, 8))
        cards = list(range(5))
        shuffle(Dealer(chance(drawn(draw, 16), shares, 0)), cards, 0, 5)
        orders[tuple(cards)] += 1
    p = p_value(list(orders.values()), DEALS / 120)
    figure(24, f"{DEALS} deals of five cards in 120 orders: p = {p:.4f}")
    assert p > 0.001


def test_every_tile_lies_anywhere(figure):
    """The deal of a whole game: where Fox on the Run lays its one tile with arrows north and south."""
    game, draw, deals = load("fox_on_the_run"), random.Random(25), DEALS // 5
    rare = face_of("NS")
    squares = [square for square in range(SQUARES) if not IS_START[square]]
    found = dict.fromkeys(squares, 0)
    for _ in range(deals):
        dealer = game.dealer(chance(drawn(draw, 16), (drawn(draw, 8), drawn(draw, 8)), 0))
        found[game.setup({}, dealer).printed.tolist().index(rare)] += 1
    p = p_value(list(found.values()), deals / len(squares))
    figure(24, f"{deals} deals of Fox on the Run, one tile on {len(squares)} squares: p = {p:.4f}")
    assert p > 0.001


@pytest.mark.parametrize("part", ["the seed", "a share", "the number"])
def test_each_part_alone_makes_the_next_roll_unpredictable(part):
    faces = [0] * 6
    for i in range(DEALS // 2):
        seed, shares, number = "seed", ["a", "b"], 1
        if part == "the seed":
            seed = f"seed {i}"
        elif part == "a share":
            shares[1] = f"{i}"
        else:
            number = i
        faces[roll(Dealer(chance(seed, tuple(shares), number)), 6)] += 1
    assert p_value(faces, DEALS / 12) > 0.001, faces


def test_the_promise_binds():
    """Another seed has another commitment, and deals another game."""
    one, two = secrets.token_hex(16), secrets.token_hex(16)
    assert commitment(one) != commitment(two)
    assert commitment(one) == commitment(one)
    assert (
        Match("sly_fox", {"players": 4}, one, ("a",)).digest() != Match("sly_fox", {"players": 4}, two, ("a",)).digest()
    )
