"""The table of Fox on the Run as a record, and its options.

Made by `python -m scripts.states` from state.py: change that.
"""

import numpy as np

from skulk.engine.laid import Laid
from skulk.engine.options import Options

BASE_LIMIT: int
EXPANSION_LIMIT: int
MOST_TURNS: int
OPTIONS: Options
RANDOM_SIDE: int

class State(Laid):
    """The table of Fox on the Run as a record, and its options."""

    printed: np.ndarray
    """25: 0 to 15, not for all to see; arrows of the tile on each square as printed; START has none; hidden face down"""
    quarters: np.ndarray
    """25: 0 to 3; how far it has been turned clockwise"""
    revealed: np.ndarray
    """25: 0 to 1"""
    face_down: int
    """0 to 22; directional tiles not yet revealed (R28)"""
    place: np.ndarray
    """6: NONE, 0 to 24"""
    standing: np.ndarray
    """25: 0 to 63; the characters on each square, as bits"""
    controller: np.ndarray
    """6: NONE, 0 to 5"""
    faction: np.ndarray
    """6: NONE, 0 to 1"""
    order: np.ndarray
    """6: NONE, 0 to 5"""
    playing: int
    """4 to 6; characters in the game"""
    players: int
    """2 to 6"""
    turn: int
    """0 to 5; place in the order"""
    completed: int
    """0 to 30000; turns"""
    turn_limit: int
    """1 to 30000"""
    flip_ends: int
    """0 to 1"""
    phase: int
    """0 to 4"""
    applied: int
    """0 to 2**25 − 1; squares whose tile has taken effect on the mover this turn (R21)"""
    selected: int
    """NONE, 0 to 24; Scarlet's first tile, or Puffer's"""
    to_push: int
    """0 to 63; characters Napoleon has still to push, as bits"""
    winner: int
    """NONE, 0 to 2"""
    reason: int
    """NONE, 0 to 3"""
    over: int
    """0 to 1"""
