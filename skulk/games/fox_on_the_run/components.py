"""The box of Fox on the Run: board, tiles, characters, turn order. What is reconstructed is told in the rulebook."""

import numpy as np

from skulk.engine import NONE, component

TITLE = "Fox on the Run"
VERSION = "1"
SEATS = 6

# ---- the board: squares 5 × row + column, row 0 in the north, column 0 in the west

SIDE, SQUARES = 5, 25
N, E, S, W, NE, SE, SW, NW = range(8)
ORTHOGONAL, ALL_AROUND = 4, 8  # the first four directions, or all eight
STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)]


def _neighbours() -> np.ndarray:
    """neighbours[square, direction]: the square there, or NONE over the edge (R9)."""
    found = np.full((SQUARES, ALL_AROUND), NONE)
    for square in range(SQUARES):
        for direction, (down, right) in enumerate(STEPS):
            row, column = square // SIDE + down, square % SIDE + right
            if 0 <= row < SIDE and 0 <= column < SIDE:
                found[square, direction] = SIDE * row + column
    return found


NEIGHBOUR = _neighbours()
ADJACENT = np.array([[b in NEIGHBOUR[a] for b in range(SQUARES)] for a in range(SQUARES)], np.int64)  # all eight

# ---- tiles: a face is a set of arrows, bit 1 << direction; a starting tile has none (R29)

START = 0
TILES = component(
    "TILES",  # arrows, how many tiles print them
    [["N", 4], ["E", 4], ["S", 4], ["W", 4], ["NE", 1], ["ES", 1], ["SW", 1], ["NW", 1], ["NS", 1], ["EW", 1]],
)
ARROWS = "NESW"


def face_of(arrows: str) -> int:
    """The face with these arrows: face_of("NE") == 3."""
    if not arrows or len(set(arrows)) < len(arrows) or set(arrows) - set(ARROWS):
        raise ValueError(f"arrows are one or more of N, E, S, W, not {arrows!r} (R16)")
    return sum(1 << ARROWS.index(arrow) for arrow in arrows)


FACES = 16
PRINTED = np.array([face_of(arrows) for arrows, number in TILES for _ in range(number)])  # the directional tiles
DIRECTIONAL = 22
if len(PRINTED) != DIRECTIONAL:
    raise ValueError(f"TILES must hold 22 directional tiles, not {len(PRINTED)} (R28)")
IN_SET = np.bincount(PRINTED, minlength=FACES)  # in_set[face]: tiles that print it
TURNED = np.array([[(f << q | f >> 4 - q) & 15 for q in range(4)] for f in range(FACES)])  # clockwise quarters (R34)
IS_STRAIGHT = np.array([f not in (0, 15) and TURNED[f, 2] == f for f in range(FACES)], np.int64)

# ---- characters and factions

INDIGO, SCARLET, ZEV, PUFFER, RAFFLES, NAPOLEON = range(6)
CHARACTERS = 6
FOXES, GUARDIANS = 0, 1
FACTION = np.array([FOXES, FOXES, GUARDIANS, GUARDIANS])  # Raffles and Napoleon take opposite sides (R50)
HOMES = component("HOMES", {"Indigo": 0, "Scarlet": 24, "Zev": 18, "Puffer": 18, "Raffles": 4, "Napoleon": 20})
HOME = np.array([HOMES[name] for name in ("Indigo", "Scarlet", "Zev", "Puffer", "Raffles", "Napoleon")])
IS_START = np.array([square in HOME[:4] for square in range(SQUARES)], np.int64)  # three starting tiles
if IS_START.sum() != 3 or HOME[ZEV] != HOME[PUFFER] or len(set(HOME.tolist())) != 5:
    raise ValueError("HOMES must be five squares, Zev and Puffer on one (R29)")

JOINS = np.array(  # joins[mover]: whom it may join on a square, as bits (R10, R11, R43, R45, R58)
    [
        1 << SCARLET | 1 << RAFFLES,  # Indigo; Scarlet only while Zev is not next to her (R42)
        1 << RAFFLES,
        1 << INDIGO | 1 << PUFFER | 1 << RAFFLES,
        1 << ZEV | 1 << RAFFLES,
        1 << INDIGO | 1 << SCARLET | 1 << ZEV | 1 << PUFFER,
        0,  # Napoleon pushes instead (R61)
    ]
)

# ---- turn order (R2) and seats

BASE_ORDER = np.array([INDIGO, PUFFER, SCARLET, ZEV])
ORDER = np.array(  # order[Raffles' faction]
    [[INDIGO, PUFFER, RAFFLES, NAPOLEON, SCARLET, ZEV], [INDIGO, PUFFER, NAPOLEON, RAFFLES, SCARLET, ZEV]]
)
SEATING = np.array(  # seating[players - 2, faction]: seats of leader, second and extra
    [
        [[0, 0, 0], [1, 1, 1]],
        [[0, 0, 0], [1, 2, 2]],
        [[0, 2, 2], [1, 3, 3]],
        [[0, 2, 2], [1, 3, 4]],
        [[0, 2, 4], [1, 3, 5]],
    ]
)

# ---- actions: directions 0–7, STOP, squares 9–33, quarter turns 34–36, PASS

STOP, SQUARE, ROTATE, PASS = 8, 9, 33, 37  # SQUARE + square; ROTATE + 1, 2 or 3 quarters
ACTIONS = 38
