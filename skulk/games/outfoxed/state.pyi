"""What a table of Outfoxed holds, and how it may be set up.

Made by `python -m scripts.states` from state.py: change that.
"""

import numpy as np

from skulk.engine.laid import Laid
from skulk.engine.options import Options

OPTIONS: Options
FOX_KNOWS: int
CROW_KNOWS: int
BOTH_KNOW: int
PUBLIC: int
ALL_KNOW: int
FACE_UP: int
MAY_BE_RABBIT: int
STIRRED: int
BAITS: int
EVENTS: int
LAP: int

class State(Laid):
    """What a table of Outfoxed holds, and how it may be set up."""

    phase: int
    """0 to 29; the decision that is asked (moves.py)"""
    due: int
    """NONE, 0 to 29; what comes after the Vixen has been asked for"""
    over: int
    """0 to 1"""
    reason: int
    """NONE, 0 to 3; R82"""
    fox: int
    """0 to 24"""
    bear: int
    """0 to 24"""
    arrow: int
    """NONE, 0 to 24; R65: the cell Bear came from"""
    vixen: int
    """NONE, 0 to 24"""
    crow: int
    """0 to 19"""
    eagle: int
    """0 to 19"""
    sun: int
    """0 to 20; R73: spaces gone; home again after 20"""
    cards: np.ndarray
    """28: NONE, 0 to 40, not for all to see; on the cells, row by row; then those in front of Crow"""
    marks: np.ndarray
    """28: 0 to 63; what all can see of each: its side, and who has looked at it"""
    exchanges: int
    """0 to 3; R77: cards in front of Crow"""
    deck: np.ndarray
    """64: NONE, 0 to 40, not for all to see; face-down; deck[left - 1] is the top card"""
    left: int
    """0 to 64"""
    hand: np.ndarray
    """41: 0 to 64, not for all to see; how many of each kind Red Fox holds"""
    held: int
    """0 to 64; and how many in all"""
    discards: np.ndarray
    """41: 0 to 64; R80"""
    captured: np.ndarray
    """3: NONE, 0 to 2; R41: in the order of capture"""
    caught: int
    """0 to 3"""
    bait: np.ndarray
    """12: NONE, 0 to 40; R55: the one got first comes first"""
    baits: int
    """0 to 12"""
    census: np.ndarray
    """41: 0 to 64; how many of each kind are in the game"""
    recalled: np.ndarray
    """2 × 41: 0 to 25, not for all to see; recalled[seat, kind]: stirred cards the seat had known; its own secret"""
    recalls: np.ndarray
    """2: 0 to 25; and how many in all"""
    shown: np.ndarray
    """41: 0 to 25; stirred cards revealed since"""
    limp: int
    """0 to 1; R48"""
    lost: int
    """0 to 1; R49"""
    double_spent: int
    """0 to 1; R71"""
    dive: int
    """0 to 1; R56, this round"""
    distracted: int
    """0 to 1; R61, this round"""
    shiny: int
    """0 to 1; R62, this round"""
    bonus: int
    """0 to 1; R43, this turn"""
    start: int
    """NONE, 0 to 24; where the turn began"""
    trail: int
    """0 to 2**25 − 1; R23: cells of this move, as bits"""
    steps: int
    """0 to 3"""
    reach: int
    """0 to 3; R21, R27, R28: steps allowed"""
    active: int
    """NONE, 0 to 40; the card being activated"""
    effect: int
    """0 to 3; its next symbol"""
    hits: int
    """0 to 2; R39: rolls without evasion"""
    face: int
    """NONE, 0 to 3; the latest roll"""
    picked: int
    """NONE, 0 to 24; the first cell of a switch; the card Crow has peeked at"""
    burying: int
    """0 to 1"""
    vixen_any: int
    """0 to 1"""
    unaided: int
    """0 to 1"""
