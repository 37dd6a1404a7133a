"""What a seat of Connect Four knows: everything."""

from skulk.engine import mix, rule

from .components import COLUMNS, ROWS

OPEN = True  # all see the same


@rule
def see(state, seat, seen):
    """All of it is public."""


@rule
def redeal(seen, seat, state, dealer):
    """There is no hole to fill."""


@rule
def key(state, seat):
    """The discs say it all: whose turn it is follows from their number."""
    h = 0
    for column in range(COLUMNS):
        discs = 1
        for row in range(ROWS):
            discs = 4 * discs + state.board[row, column]
        h = mix(h, discs)
    return h
