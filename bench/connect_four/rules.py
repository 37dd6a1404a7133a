"""The rules of Connect Four, in the order of rules.md."""

from skulk.engine import EVERYONE, NONE, TURN, call, only, options, public, record, rule, whole

from .components import ACTIONS, CELLS, COLUMNS, FOUR, ROWS, SECOND

__all__ = ["ACTIONS"]
OPTIONS = options(whole("players", 2, 2, 2))
EVENTS = 2
DROPPED, WON, DRAWN = range(3)  # events

State = record(
    public("board", 0, SECOND, (ROWS, COLUMNS)),  # board[0] is the bottom row
    public("height", 0, ROWS, (COLUMNS,)),  # discs in each column
    public("turn", 0, 1),  # the seat to play
    public("winner", NONE, 1),
    public("dropped", 0, CELLS),  # discs in the rack
    public("over", 0, 1),
)


@rule
def setup(state, options, dealer):
    state.winner = NONE  # R1, R2: the rack is empty and seat 0 begins


@rule
def acting(state):
    return only(state.turn)


@rule
def pace(state):
    return TURN


@rule
def legal(state, seat, mask):
    count = 0
    for column in range(COLUMNS):
        mask[column] = state.height[column] < ROWS  # R4
        count += mask[column]
    return count


@rule
def play(state, seat, column, dealer):
    row = state.height[column]  # R3
    state.board[row, column] = seat + 1
    state.height[column] = row + 1
    state.dropped += 1
    state.turn = 1 - seat  # R2
    call(dealer, EVERYONE, DROPPED, seat, column, row)
    if wins(state, row, column):
        state.winner = seat  # R5
        state.over = 1
        call(dealer, EVERYONE, WON, seat)
    elif state.dropped == CELLS:
        state.over = 1  # R6
        call(dealer, EVERYONE, DRAWN)


@rule
def wins(state, row, column):
    """R5: whether the disc here stands in a line of four."""
    if run(state, row, column, -1, 0) >= FOUR - 1:
        return 1  # upright: nothing lies above the latest disc
    for slope in range(-1, 2):
        if run(state, row, column, slope, 1) + run(state, row, column, -slope, -1) >= FOUR - 1:
            return 1
    return 0


@rule
def run(state, row, column, up, right):
    """How many discs of the same player follow this one in a direction."""
    disc = state.board[row, column]
    length = 0
    row += up
    column += right
    while 0 <= row < ROWS and 0 <= column < COLUMNS and state.board[row, column] == disc:
        length += 1
        row += up
        column += right
    return length


@rule
def returns(state, out):
    for seat in range(2):
        out[seat] = 0.0 if state.winner == NONE else 1.0 if state.winner == seat else -1.0
