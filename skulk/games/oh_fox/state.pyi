"""What a table of Oh, Fox! holds, and how it may be set up.

Made by `python -m scripts.states` from state.py: change that.
"""

import numpy as np

from skulk.engine.laid import Laid
from skulk.engine.options import Options

PAIRS: list[tuple]
PAIR: np.ndarray
PAIR_NAMES: list[str]
RANDOM_PAIR: int
NO_PAIR: int
FIRST_PAIR: int
OPTIONS: Options
EVENTS: int

class State(Laid):
    """What a table of Oh, Fox! holds, and how it may be set up."""

    players: int
    """2 to 4"""
    masked: int
    """0 to 1"""
    healing: int
    """0 to 1"""
    turn: int
    """0 to 8; turns revealed so far; after the eighth the predator guesses"""
    over: int
    """0 to 1"""
    candidates: int
    """0 to 1023; the animals laid out, as bits"""
    objectives: np.ndarray
    """2: NONE, 0 to 5"""
    homes: np.ndarray
    """4: NONE, 0 to 24"""
    predator: int
    """0 to 3, not for all to see; the predator's seat"""
    animals: np.ndarray
    """4: NONE, 0 to 9, not for all to see; identities"""
    hands: np.ndarray
    """4 × 5: 0 to 4; copies of each kind that are left"""
    rows: np.ndarray
    """4 × 8: NONE, 0 to 16; the cards revealed (R9)"""
    answered: int
    """0 to 15; seats that have chosen a card for this turn, as bits"""
    sealed: np.ndarray
    """4: NONE, 0 to 16, not for all to see; those cards"""
    guess: np.ndarray
    """4: NONE, 0 to 5; the animal that the predator names for each other seat"""
    spaces: np.ndarray
    """4: NONE, 0 to 24"""
    eaten: np.ndarray
    """4: 0 to 2**25 − 1; spaces eaten on, as bits"""
    meals: np.ndarray
    """4: 0 to 4"""
    swims: np.ndarray
    """4: 0 to 8; turns on the pond"""
    attacked: np.ndarray
    """4: 0 to 8; how often"""
    wounds: np.ndarray
    """4: 0 to 8; those not healed"""
    hearts: np.ndarray
    """4: 0 to 40"""
