"""Fox Grove by number: what may be done, the phases of a round, what is called out."""

import numpy as np

from .components import MAPLE, NUT, WOOD

# ---- actions

CARD = 0  # CARD + card: to pass, to put under the pile, to play, to pick
USE_DRAW2, SKIP_DRAW2, USE_PICK2 = 52, 53, 54
TAKE, TWICE, TURN_INTO = 55, 56, 57  # TURN_INTO + resource
ADVANCE, DECLINE, END_DELIVERY = 60, 63, 64  # ADVANCE + house
DROP, CUT, SWAP, CONFIRM = 65, 68, 71, 77  # DROP + resource, CUT + resource, SWAP + k
BONUS_BERRY, WAKE, NEW_OWL = 78, 79, 80  # NEW_OWL + owl
KEEP = 86  # KEEP + k: keep KEEPS[k]
ACTIONS = 96
SWAP_FROM = np.array([WOOD, WOOD, NUT, NUT, MAPLE, MAPLE])  # SWAP + k: all of one type become another (R47)
SWAP_TO = np.array([NUT, MAPLE, WOOD, MAPLE, WOOD, NUT])

# ---- phases: what is asked, then what goes by without a question

EXCHANGE, DRAW, UNDER, TRICK, PICK, REWARD, THIRTEEN, PAY, BONUS_DUE, DELIVER, KEEPING, FINISHED = range(12)
NEXT_CARD, NEXT_REWARD, NEXT_DELIVERY = range(12, 15)  # never between two moves

# ---- events, with the numbers they carry

(
    DEALT,  # round
    CHOSE,  # seat, left or right, card
    EXCHANGED,
    RECEIVED,  # giver, receiver, card
    DREW,  # seat, card
    SKIPPED,  # seat
    SANK,  # seat, card
    LAID,  # seat, card, how
    TURNED_UP,  # card, whether it follows
    WON,  # seat or FRANK, trick
    PICKED,  # seat, card
    GAINED,  # seat, resource, amount
    TOOK_BERRY,  # seat, value
    NO_BERRY,  # seat
    ATE_BERRY,  # seat, value
    USED_OWL,  # seat, owl
    NO_ADVANCE,  # seat
    CLIMBED,  # seat, house, level
    PAID,  # seat, wood, nuts, maple
    WOKE,  # seat
    GOT_OWL,  # seat, owl
    MARKER,  # seat
    DELIVERED,  # seat
    WILL_KEEP,  # seat, choice
    KEPT,  # seat, wood, nuts, maple
    SCORED,  # seat, houses, berries, track
) = range(26)
LED, FOLLOWED, TRUMPED, DISCARDED = range(4)  # how a card was laid
