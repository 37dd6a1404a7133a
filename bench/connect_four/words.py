"""Connect Four in words: moves, events, the table, positions."""

from typing import Any

from skulk.engine import NONE, Phrase

from .components import CELLS, COLUMNS, ROWS
from .rules import DROPPED, WON, State, wins

VARIANTS: list[dict[str, Any]] = [{}]
NAMES = "abcdefg"
MARKS = ".xo"


def say(seen: Any, seat: int, action: int) -> Phrase:
    return Phrase("drop", column=NAMES[action])


def why_not(seen: Any, seat: int, action: int) -> Phrase:
    return Phrase("full", column=NAMES[action], rule="R4")


def touches(seen: Any, seat: int, action: int) -> list[str]:
    """The column, and the cell where the disc would land."""
    row = seen.height[action]
    return [f"column:{NAMES[action]}", *([_cell(row, action)] if row < ROWS else [])]


def _cell(row: int, column: int) -> str:
    return f"cell:{NAMES[column]}{row + 1}"


def tell(event: Any, seat: int) -> Phrase:
    who = Phrase("x" if event.numbers[0] == 0 else "o")
    if event.kind == DROPPED:
        _, column, row, _ = event.numbers
        return Phrase("dropped", who=who, cell=f"{NAMES[column]}{row + 1}")
    return Phrase("won", who=who) if event.kind == WON else Phrase("drawn")


def table(seen: Any, seat: int) -> dict[str, Any]:
    return {
        "rows": _rows(seen),
        "turn": seen.turn,
        "winner": None if seen.winner == NONE else seen.winner,
        "over": bool(seen.over),
    }


def _rows(state: Any) -> list[str]:
    """The rack as people draw it: the top row first, columns a to g."""
    return ["".join(MARKS[disc] for disc in row) for row in state.board[::-1]]


# ---- positions


def position(state: Any) -> dict[str, Any]:
    """The rack alone: who is to play, and whether it is over, follow from it."""
    return {"rows": _rows(state)}


def from_position(position: dict[str, Any], dealer: Any) -> Any:
    rows = position.get("rows", ["." * COLUMNS] * ROWS)
    for name in position:
        if name != "rows":
            raise ValueError(f"a position has 'rows' and nothing else, not {name!r}")
    if len(rows) != ROWS or any(len(row) != COLUMNS or set(row) - set(MARKS) for row in rows):
        raise ValueError(f"rows must be {ROWS} strings of {COLUMNS} of '.', 'x' and 'o' (R1)")
    state = State.new()
    state.board[:] = [[MARKS.index(mark) for mark in row] for row in reversed(rows)]
    state.height[:] = (state.board > 0).sum(axis=0)
    state.dropped = int(state.height.sum())
    state.turn = state.dropped % 2  # R2
    state.winner = next((seat for seat in (0, 1) if _winning_discs(state, seat)), NONE)  # R5
    state.over = int(state.winner != NONE or state.dropped == CELLS)  # R6
    return state


def _winning_discs(state: Any, seat: int) -> list[tuple[int, int]]:
    """The seat's discs that complete a line of four; of an upright line, those at its top."""
    return [
        (row, column)
        for column in range(COLUMNS)
        for row in range(ROWS)
        if state.board[row, column] == seat + 1 and wins(state, row, column)
    ]


def check(state: Any) -> list[str]:
    """What cannot be, with its rule."""
    found = []
    discs = [int((state.board == seat + 1).sum()) for seat in (0, 1)]
    if not 0 <= discs[0] - discs[1] <= 1:
        found.append(f"x has {discs[0]} discs and o has {discs[1]}: they take turns, x first (R2)")
    for column in range(COLUMNS):
        height = int(state.height[column])
        if (state.board[:height, column] == 0).any() or (state.board[height:, column] != 0).any():
            found.append(f"a disc floats in column {NAMES[column]}, or its height is not {height} (R3)")
    if state.dropped != sum(discs) or state.turn != state.dropped % 2:
        found.append(f"{sum(discs)} discs are in the rack, so seat {sum(discs) % 2} is to play (R2)")
    return found or _check_end(state)


def _check_end(state: Any) -> list[str]:
    """The last disc, and no other before it, may have ended the game."""
    last = 1 - state.turn
    if _winning_discs(state, state.turn):
        return [f"seat {state.turn} had won before the last disc was dropped (R5)"]
    lines = _winning_discs(state, last)
    if state.winner != (last if lines else NONE) or state.over != int(bool(lines) or state.dropped == CELLS):
        return ["the winner and the end do not follow from the rack (R5, R6)"]
    tops = [(row, column) for row, column in lines if state.height[column] == row + 1]
    if lines and not any(_without(state, row, column) for row, column in tops):
        return [f"seat {last} had won before the last disc was dropped (R5)"]
    return []


def _without(state: Any, row: int, column: int) -> bool:
    """Whether nobody has won once this disc is taken away: then it can have been the last."""
    before = State.copy(state)
    before.board[row, column] = 0
    return not _winning_discs(before, 1 - state.turn)


def result(state: Any) -> dict[str, Any]:
    if state.winner == NONE:
        return {"ranks": [1, 1], "scores": None, "reason": Phrase("drawn")}
    ranks = [1 if seat == state.winner else 2 for seat in (0, 1)]
    return {"ranks": ranks, "scores": None, "reason": Phrase("won", who=Phrase("x" if state.winner == 0 else "o"))}


def objection(options: Any) -> str | None:
    return None
