"""The box of Leduc poker: six cards and some chips."""

import numpy as np

TITLE = "Leduc poker"
VERSION = "1"
SEATS = 2

CARDS = 6  # R1: jack, queen and king, each of spades and of hearts
RANK = np.array([0, 0, 1, 1, 2, 2])  # rank[card]
RANKS = 3
ANTE = 1  # R2
BET = np.array([2, 4])  # bet[stage] (R5)
MOST_RAISES = 2  # in a round (R5)
MOST_MOVES = 4  # in a round: check, raise, raise, call
MOST_PAID = ANTE + MOST_RAISES * (2 + 4)

FOLD, CALL, RAISE = range(3)
ACTIONS = 3
