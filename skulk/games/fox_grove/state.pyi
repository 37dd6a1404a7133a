"""What a table of Fox Grove holds, and how it may be set up.

Made by `python -m scripts.states` from state.py: change that.
"""

import numpy as np

from skulk.engine.laid import Laid
from skulk.engine.options import Options

OPTIONS: Options
PILE: int
PLAYED: int
TRICKS: int
ROUNDS: int
TABLE: int
DECK: int
LEFT: int
RIGHT: int
LAP: int
EVENTS: int

class State(Laid):
    """What a table of Fox Grove holds, and how it may be set up."""

    players: int
    """2 to 4"""
    sides: np.ndarray
    """3: 0 to 1"""
    pro: int
    """0 to 1"""
    woodpecker: int
    """0 to 3; rounds completed"""
    phase: int
    """0 to 11"""
    turn: int
    """NONE, 0 to 3; who decides; NONE while all choose in secret"""
    fox: int
    """0 to 3; who has the first-player marker"""
    places: np.ndarray
    """52: 0 to 9, not for all to see; where each card is"""
    held: np.ndarray
    """4: 0 to 11; cards in each hand, for all to see"""
    deck: np.ndarray
    """34: NONE, 0 to 51, not for all to see; the pile as dealt, its top card at deck[top]"""
    top: int
    """0 to 34; cards taken off the pile"""
    gave: np.ndarray
    """4 × 2: NONE, 0 to 51, not for all to see; cards chosen for the exchange"""
    under: np.ndarray
    """4 × 2: NONE, 0 to 51, not for all to see; cards put under the pile with DRAW2"""
    voids: np.ndarray
    """4 × 4: 0 to 1; colours a seat has shown not to hold"""
    trick: int
    """0 to 9; tricks completed"""
    leader: int
    """0 to 3"""
    placed: int
    """0 to 4; cards played in this trick, Frank's among them"""
    table: np.ndarray
    """4: NONE, 0 to 51; in playing order; NONE where a card was discarded"""
    owed: int
    """0 to 2; cards the winner has still to name"""
    won: int
    """0 to 1; the winner has named them"""
    due: np.ndarray
    """2: NONE, 0 to 51; rewards still to come, in order"""
    card: int
    """NONE, 0 to 51; whose reward is being taken"""
    house: int
    """NONE, 0 to 2"""
    cost: np.ndarray
    """3: 0 to 12; what is still asked for it"""
    drop: int
    """0 to 1; the unit that card 13 drops is still to be chosen"""
    delivered: int
    """0 to 4; delivery turns completed"""
    kept: np.ndarray
    """4: NONE, 0 to 10, not for all to see; what each has chosen to keep"""
    resources: np.ndarray
    """4 × 3: 0 to 120"""
    levels: np.ndarray
    """4 × 3: 0 to 7"""
    owls: np.ndarray
    """4 × 6: 0 to 2; NO_OWL, AWAKE or ASLEEP"""
    berry: np.ndarray
    """24: 1 to 4, not for all to see; their values"""
    taken: int
    """0 to 24"""
    taker: np.ndarray
    """24: NONE, 0 to 3"""
    since: np.ndarray
    """24: 0 to 24; how many its taker had spent before taking it"""
    spent: np.ndarray
    """24: 0 to 1, not for all to see"""
    berries: np.ndarray
    """4: 0 to 24; held, for all to see"""
    eaten: np.ndarray
    """4: 0 to 24; spent, for all to see"""
    over: int
    """0 to 1"""
