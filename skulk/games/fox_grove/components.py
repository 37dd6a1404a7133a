"""The box of Fox Grove: cards, houses, track, blackberries, owls. The rulebook tells what is reconstructed."""

import numpy as np

from skulk.engine import component

TITLE = "Fox Grove"
VERSION = "1"
SEATS = 4
FRANK = 4  # the imaginary third player of a game of two (R76); he plays cards, but has no seat

# ---- cards: 13 × colour + number − 1

BLUE, PURPLE, ORANGE, YELLOW = range(4)
COLOURS, NUMBERS, CARDS = 4, 13, 52
HAND = 9  # R5
WOOD, NUT, MAPLE = range(3)
RESOURCES = 3
REWARDS = component(
    "REWARDS",  # numbers 1 to 11 of each colour: resource, amount (R32)
    {
        "blue": ["W1", "W1", "W1", "W2", "W2", "W2", "W3", "W3", "W3", "W3", "W3"],
        "purple": ["N1", "N1", "N1", "N1", "N1", "N2", "N2", "N2", "N2", "N2", "N2"],
        "orange": ["M1", "M1", "M1", "M1", "M1", "M2", "M2", "M2", "M2", "M2", "M2"],
        "yellow": ["N1", "M1", "W2", "N1", "M1", "W2", "N1", "M1", "W2", "N2", "M2"],
    },
)
BERRY_CARD, ADVANCE_CARD = 12, 13  # R33, R34: the numbers of the cards that give no resource
LETTERS = "WNM"


def _printed(what: int) -> np.ndarray:
    """For each card its resource (what = 0) or its amount (what = 1); 0 for the numbers 12 and 13."""
    table = np.zeros(CARDS, np.int64)
    for colour, name in enumerate(("blue", "purple", "orange", "yellow")):
        if len(REWARDS[name]) != BERRY_CARD - 1:
            raise ValueError(f"REWARDS: {name} must have 11 rewards, not {len(REWARDS[name])} (R32)")
        for i, reward in enumerate(REWARDS[name]):
            table[NUMBERS * colour + i] = (LETTERS.index(reward[0]), int(reward[1:]))[what]
    return table


RESOURCE_OF, AMOUNT_OF = _printed(0), _printed(1)
COLOUR_OF = np.arange(CARDS) // NUMBERS
NUMBER_OF = np.arange(CARDS) % NUMBERS + 1

# ---- forest houses

TREE, MUSHROOM, LEAF = range(3)
HOUSES, TOP = 3, 7
SIDE_A, SIDE_B = range(2)
BOARDS = component(
    "BOARDS",  # cost of levels 1 to 7 as wood, nuts, maple; points of levels 0 to 7; levels with a bonus
    {
        "tree A": {
            "cost": [[2, 0, 0], [3, 0, 0], [2, 0, 1], [3, 1, 0], [3, 0, 1], [3, 1, 1], [4, 1, 1]],
            "points": [0, 1, 3, 5, 8, 12, 17, 22],
            "bonus": [2, 4, 6],
        },
        "mushroom A": {
            "cost": [[0, 2, 0], [0, 2, 0], [1, 2, 0], [0, 2, 1], [2, 2, 0], [1, 3, 1], [2, 3, 1]],
            "points": [0, 1, 3, 5, 8, 12, 17, 22],
            "bonus": [2, 4, 7],
        },
        "leaf A": {
            "cost": [[0, 0, 2], [1, 0, 1], [0, 1, 2], [1, 0, 2], [2, 0, 2], [1, 1, 3], [2, 1, 3]],
            "points": [0, 1, 3, 5, 8, 12, 17, 22],
            "bonus": [3, 5, 7],
        },
        "tree B": {
            "cost": [[1, 1, 0], [2, 0, 1], [3, 0, 0], [2, 1, 1], [4, 0, 0], [3, 2, 0], [4, 0, 2]],
            "points": [0, 1, 2, 4, 6, 9, 13, 18],
            "bonus": [2, 4, 5, 7],
        },
        "mushroom B": {
            "cost": [[1, 1, 0], [0, 2, 0], [0, 2, 1], [1, 3, 0], [0, 3, 1], [2, 3, 0], [1, 4, 1]],
            "points": [0, 0, 2, 4, 8, 14, 20, 27],
            "bonus": [1, 3, 5],
        },
        "leaf B": {
            "cost": [[0, 0, 3], [1, 0, 2], [0, 1, 2], [2, 0, 2], [0, 1, 3], [2, 0, 3], [1, 1, 4]],
            "points": [0, 3, 5, 8, 11, 14, 17, 21],
            "bonus": [3, 6],
        },
    },
)
_SIDES = [[BOARDS[f"{house} {side}"] for house in ("tree", "mushroom", "leaf")] for side in "AB"]
COST = np.array([[board["cost"] for board in side] for side in _SIDES])  # [side, house, level below, resource] (R46)
POINTS = np.array([[board["points"] for board in side] for side in _SIDES])  # [side, house, level] (R67)
BONUS = np.array([[[level in b["bonus"] for level in range(TOP + 1)] for b in s] for s in _SIDES], np.int64)  # R51
TRACK = np.array(component("TRACK", [0, 5, 10, 15, 20, 25, 30, 35]))  # for the lowest level (R69)
if COST.shape != (2, HOUSES, TOP, RESOURCES) or POINTS.shape != (2, HOUSES, TOP + 1) or TRACK.shape != (TOP + 1,):
    raise ValueError("BOARDS and TRACK must tell of seven levels, costs in three resources (R45, R46, R69)")
if COST.sum(axis=3).min() < 1:
    raise ValueError("BOARDS: every level must cost something, for card 13 drops one unit of it (R34)")

# ---- blackberries

BERRY_VALUES = 4
BERRY_BAG = component("BERRY_BAG", [6, 6, 6, 6])  # tokens worth 1, 2, 3 and 4
BERRIES = 24
BERRY = np.array([value for value, number in enumerate(BERRY_BAG, 1) for _ in range(number)])
if len(BERRY) != BERRIES or len(BERRY_BAG) != BERRY_VALUES:
    raise ValueError(f"BERRY_BAG must hold 24 tokens of four values, not {len(BERRY)} of {len(BERRY_BAG)} (R41)")

# ---- owls

DRAW2, PICK2, DISCOUNT, SWITCH, DOUBLE, CONVERT = range(6)
OWLS = 6
OWL_NAMES = ("draw2", "pick2", "discount", "switch", "double", "convert")
NO_OWL, AWAKE, ASLEEP = range(3)
PAIR_NAMES = component(
    "PAIR_NAMES",  # the recommended pairs in their order, then every other two
    [
        *("double+discount", "pick2+switch", "draw2+convert", "double+switch", "pick2+convert", "draw2+discount"),
        *("draw2+pick2", "draw2+switch", "draw2+double", "pick2+discount", "pick2+double"),
        *("discount+switch", "discount+convert", "switch+convert", "double+convert"),
    ],
)
PAIR = np.array([[owl in name.split("+") for owl in OWL_NAMES] for name in PAIR_NAMES], np.int64)  # [pair, owl]

# ---- resources kept for the next round (R54)

LIMIT = 3
KEEPS = np.array([[w, n, LIMIT - w - n] for w in range(LIMIT + 1) for n in range(LIMIT + 1 - w)])
ALL_KEPT = len(KEEPS)  # stands for: no more than three, all are kept

# ---- numbers of ways, for dealing again

CHOOSE = np.zeros((53, 37), np.int64)  # choose[n, k]: ways to choose k of n
CHOOSE[:, 0] = 1
for _n in range(1, 53):
    for _k in range(1, 37):
        CHOOSE[_n, _k] = CHOOSE[_n - 1, _k - 1] + CHOOSE[_n - 1, _k]
