"""Nine cards: three each of 0, 1 and 2."""

import numpy as np

from skulk.engine import component

TITLE, VERSION, SEATS = "Den", "1", 3
VALUES, COPIES, ROUNDS = 3, 3, 2
DECK = np.repeat(np.arange(VALUES), COPIES)
CARDS = len(DECK)
BUG = component("BUG", 0)  # the number of the law to break
