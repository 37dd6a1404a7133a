"""The box of Connect Four: a rack and 42 discs."""

TITLE = "Connect Four"
VERSION = "1"
SEATS = 2

ROWS, COLUMNS = 6, 7  # R1
CELLS = ROWS * COLUMNS
FOUR = 4  # R5
EMPTY, FIRST, SECOND = range(3)  # what a cell holds: seat 0 plays x, seat 1 plays o
ACTIONS = COLUMNS  # a move is the column to drop into
