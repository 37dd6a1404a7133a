"""What a table of Slyest Fox holds, and how it may be set up.

Made by `python -m scripts.states` from state.py: change that.
"""

import numpy as np

from skulk.engine.laid import Laid
from skulk.engine.options import Options

OPTIONS: Options
EVENTS: int
LAP: int

class State(Laid):
    """What a table of Slyest Fox holds, and how it may be set up."""

    players: int
    """0 to 8"""
    mode: int
    """0 to 2; FFA, DUEL, TEAM"""
    extension: int
    """0 to 1"""
    ending: int
    """0 to 1"""
    hand_counts: int
    """0 to 1; display alone (R62)"""
    show_teams: int
    """0 to 1; display alone (R92)"""
    phase: int
    """0 to 10"""
    who: int
    """NONE, 0 to 7; the one seat asked; NONE in a window"""
    active: int
    """0 to 7; whose turn it is; before turn 1, whose it will be"""
    turn: int
    """0 to 450"""
    quiet: int
    """0 to 96; turns in a row without an attack (R106)"""
    over: int
    """0 to 1"""
    reason: int
    """0 to 6"""
    alive: int
    """0 to 255; a bit for each seat"""
    live: int
    """0 to 8; how many"""
    fallen: np.ndarray
    """8: 0 to 7; 1 for the first to be eliminated, 2 for the next …"""
    markers: np.ndarray
    """8 × 2: 0 to 2; Gossiped, In a trap (R3, R4)"""
    character: np.ndarray
    """8: 0 to 3, not for all to see"""
    shown: int
    """0 to 255; characters face up (R33)"""
    used: int
    """0 to 255; characters used this turn (R28)"""
    challenged: int
    """0 to 255; who has challenged this turn (R63)"""
    floored: int
    """0 to 255; who has had the floor in this clearing"""
    meddled: int
    """0 to 255; third seats that have played a card in this turn"""
    aloof: np.ndarray
    """8: 0 to 2; 2: an I don't care lies there; 1: one lay in the interval before (R46, R47)"""
    decks: np.ndarray
    """12: 0 to 14, not for all to see; face down; which comes next is chance"""
    left: np.ndarray
    """2: 0 to 49; cards in each deck"""
    piles: np.ndarray
    """12: 0 to 14"""
    area: np.ndarray
    """12: 0 to 14; played in this attack (R25)"""
    hands: np.ndarray
    """8 × 12: 0 to 14, not for all to see"""
    held: np.ndarray
    """8 × 2: 0 to 49; cards of each deck in each hand: public (R62)"""
    stock: np.ndarray
    """12: 0 to 14; what each deck was last made of (R77)"""
    drawn: np.ndarray
    """8 × 12: 0 to 14, not for all to see; a seat's own draws from that"""
    known: np.ndarray
    """8 × 8 × 12: 0 to 14, not for all to see; known[p, q]: what p can name in q's hand; known[q, q]: what all can"""
    target: int
    """NONE, 0 to 7"""
    kind: int
    """NONE, 0 to 1"""
    attack: int
    """0 to 57; A (R15)"""
    defence: int
    """0 to 57; D"""
    ban: int
    """0 to 1; Enough is enough! has been said (R100)"""
    defended: int
    """0 to 1; the target has played a card from hand (R29)"""
    asked: int
    """0 to 255"""
    answers: np.ndarray
    """8: NONE, 0 to 161, not for all to see; sealed"""
