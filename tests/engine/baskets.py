"""A room of numbers, as games have one in `moves.py`: what rules read by the name of a module."""

import numpy as np

from skulk.engine import rule

WICKER, TIN = 2, 3
KINDS = (WICKER, TIN)
HOLDS = np.array([0, 1, 12, 30])


@rule
def room_in(state, basket):
    return HOLDS[basket] - state.eggs
