"""Oh, Fox! by number: what may be done and what is called out."""

from .components import GUESS

ACTIONS = GUESS + 120  # cards 0–16, then every guess that four players may need

# ---- events, in the order in which a game brings them; the numbers each carries stand beside it

CHOSE = 0  # seat, card (UNKNOWN to the others)
REVEALED = 1  # seat, card, turn
UNMASKED = 2  # seat
NAMED = 3  # seat, animal: the predator's guess about that seat
IDENTITY = 4  # seat, animal
STARTED = 5  # turn: the film reaches it
MOVED = 6  # seat, step, way (a route, the air, nowhere), space reached or flown over
ATTACKED = 7  # prey's seat, moment, place
ATE = 8  # seat, space
HEALED = 9  # seat, wounds discarded
JUDGED = 10  # predator's seat, whether the guess was right
FEASTED = 11  # seat
CAME_HOME = 12  # seat, space
FULFILLED = 13  # seat, objective
CAUGHT_ALL = 14  # predator's seat
SCORED = 15  # seat, hearts, wounds, score
WON = 16  # the winners, as bits; the number of the rule that decided
