"""A. Board and position."""

from collections import Counter
from itertools import product

import pytest

from skulk.games.oh_fox.components import (
    BOARD,
    COPIES,
    ENTRY,
    EXIT,
    FOOD,
    HOME,
    NAMES,
    ROUTE,
    ROUTES,
    SPACE,
    SPACES,
    STOP,
    TUNNEL,
)
from skulk.games.oh_fox.film import CROSS, FLY, GAIT, PLACES

EXITS = """
A1 D1/N B1/W A2/N A5/S  B1 C1/N C1/W B2/N A1/E  C1 B1/N D1/W C2/N B1/E  D1 A1/N E1/W D2/N C1/E  E1 E5/E E4/E E2/N D1/E
A2 A1/S B2/W A3/N A5/W  B2 B1/S C2/W B3/N A2/E  C2 C1/S D2/W C3/N B2/E  D2 D1/S E2/W D3/N C2/E  E2 E1/S E3/E E3/N D2/E
A3 A2/S B3/W A4/N A4/W  B3 B2/S C3/W B4/N A3/E  C3 C2/S D3/W C4/N B3/E  D3 D2/S E3/W D4/N C3/E  E3 E2/S E2/E E4/N D3/E
A4 A3/S B4/W A5/N A3/W  B4 B3/S C4/W B5/N A4/E  C4 C3/S D4/W C5/N B4/E  D4 D3/S E4/W D5/N C4/E  E4 E3/S E1/E E5/N D4/E
A5 A4/S B5/W A1/W A2/W  B5 B4/S C5/W E5/S A5/E  C5 C4/S D5/W D5/S B5/E  D5 D4/S E5/W C5/S C5/E  E5 E4/S E1/N B5/S D5/E
"""
TRIPS = """
A1 D2 C1 A3 A4 D3 D1 A4 A3  B1 C2 D1 B3 A5 C3 E1 B4 A4  C1 B2 E1 C3 A1 B3 E4 C4 A5  D1 A2 E4 D3 B1 A3 D4 D4 A1
E1 D5 D4 E3 C1 C5 C4 E4 B1  A2 D1 C2 A4 B5 D2 D2 A5 C5  B2 C1 D2 B4 A5 C2 E2 B5 B5  C2 B1 E2 C4 A2 B2 E3 C5 A5
D2 A1 E3 D4 B2 A2 D3 D5 A2  E2 E5 D3 E4 C2 D5 C3 E5 B2  A3 A1 C3 A5 B4 D1 D3 A1 C4  B3 B1 D3 B5 A4 C1 E3 E5 B4
C3 C1 E3 C5 A3 B1 E2 D5 A4  D3 D1 E2 D5 B3 A1 D2 C5 A3  E3 E1 D2 E5 C3 E5 C2 B5 B3  A4 A2 C4 A1 B3 A1 D4 B1 C3
B4 B2 D4 E5 A3 B1 E4 E4 B3  C4 C2 E4 D5 A4 C1 E1 D4 A3  D4 D2 E1 C5 B4 D1 D1 C4 A4  E4 E2 D1 B5 C4 E1 C1 B4 B4
A5 A3 C5 B1 B2 A2 D5 C1 C2  B5 B3 D5 E4 A2 B2 E5 E3 B2  C5 C3 E5 D4 A5 C2 E1 D3 A2  D5 D3 E1 C4 B5 D2 E2 C3 A5
E5 E3 E2 B4 C5 E2 E3 B3 B5
"""


def test_every_exit_of_the_board():
    """R4: each side of each space leads to one space and side."""
    words = EXITS.split()
    for i in range(0, len(words), 5):
        space = SPACE[words[i]]
        for side, shown in enumerate(words[i + 1 : i + 5]):
            assert f"{SPACES[EXIT[space, side]]}/{'NESW'[ENTRY[space, side]]}" == shown, words[i]


def test_every_double_move_and_flight():
    """R21, R28: two and three spaces, straight on (R5)."""
    words = TRIPS.split()
    for i in range(0, len(words), 9):
        space = SPACE[words[i]]
        ends = [int(PLACES[gait, side, space, 5]) for gait in (CROSS, FLY) for side in range(4)]
        assert [SPACES[end] for end in ends] == words[i + 1 : i + 9], words[i]
        assert space not in ends  # none ends where it starts


def test_exits_are_mutual_and_mirrored():
    """R4: 50 routes, four pairs of neighbours joined twice, and the board looks the same turned by half."""
    assert len(ROUTES) == 50
    for space, side in product(range(25), range(4)):
        other, entry = EXIT[space, side], ENTRY[space, side]
        assert (EXIT[other, entry], ENTRY[other, entry], ROUTE[other, entry]) == (space, side, ROUTE[space, side])
        assert other != space
        assert EXIT[24 - space, (side + 2) % 4] == 24 - other
        assert ENTRY[24 - space, (side + 2) % 4] == (entry + 2) % 4
    pairs = Counter(frozenset(SPACES[space] for space, _ in route) for route in ROUTES)
    assert {frozenset(p) for p, n in pairs.items() if n == 2} == set(
        map(frozenset, [("B1", "C1"), ("E2", "E3"), ("A3", "A4"), ("C5", "D5")])
    )


def test_the_board_is_one_closed_trail():
    """R5: going straight on passes all 50 routes once."""
    for start in product(range(25), range(4)):
        space, side, passed = *start, []
        while not passed or (space, side) != start:
            passed.append(int(ROUTE[space, side]))
            space, side = int(EXIT[space, side]), (int(ENTRY[space, side]) + 2) % 4
        assert sorted(passed) == list(range(50))


def test_contents_of_the_board():
    """R26, R43: four spaces of each food, two ends of each tunnel."""
    assert FOOD.sum(axis=1).tolist() == [4] * 6 + [0] * 4
    assert sum(content == "home" for content in BOARD.values()) == 4
    ends = {SPACES[i]: SPACES[TUNNEL[i]] for i in range(25) if TUNNEL[i] >= 0}
    assert ends == {"D1": "B5", "B5": "D1", "A2": "E4", "E4": "A2", "B2": "D4", "D4": "B2", "D2": "B4", "B4": "D2"}
    shared = {(a, b) for a in range(6) for b in range(a) if not (FOOD[a] & FOOD[b]).any()}
    assert {frozenset((NAMES[a], NAMES[b])) for a, b in shared} == set(
        map(frozenset, [("squirrel", "sparrow"), ("rabbit", "rat"), ("hedgehog", "toad")])
    )


@pytest.mark.parametrize("animal", range(6))
def test_the_best_plan_of_a_prey_is_worth_five(animal):
    """R44, R48, R58: four meals and the way home are too much for eight cards, from every home."""
    for home in HOME:
        assert _best_plan(animal, int(home)) == 5


def _best_plan(animal, home):
    """The most hearts without predator and objectives; a stop or move-stop is only used for a meal."""
    reach = [[0] * 25 for _ in range(5)]  # [kind][space]: the spaces one card leads to, as bits
    for kind, space in product(range(4), range(25)):
        reach[kind][space] = sum(1 << s for s in {int(PLACES[GAIT[animal, kind], side, space, 5]) for side in range(4)})
    plans = {(0, tuple(COPIES)): 1 << home}  # (spaces eaten on, hand) → where one can be
    for _ in range(8):
        after = Counter()
        for (eaten, hand), spaces in plans.items():
            for kind in (k for k in range(5) if hand[k]):
                left = (*hand[:kind], hand[kind] - 1, *hand[kind + 1 :])
                there = spaces if kind == STOP else 0
                for space in (s for s in range(25) if spaces >> s & 1 and kind != STOP):
                    there |= reach[kind][space]
                for space in range(25) if kind in (2, STOP) else ():
                    if there >> space & 1 and FOOD[animal, space] and not eaten >> space & 1:
                        after[eaten | 1 << space, left] |= 1 << space
                if kind not in (2, STOP):
                    after[eaten, left] |= there
        plans = after
    worth = [(e.bit_count(), s >> home & 1) for (e, _), s in plans.items() if s]
    return max(meals + (meals >= 3) + at_home for meals, at_home in worth)
