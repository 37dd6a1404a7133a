"""Where a flight or a step of Bear leads: the rules' own deeds, on a copy of what is seen."""

from collections.abc import Callable, Iterator
from typing import Any

from skulk.engine import NONE, Dealer

from . import moves, rim, rules
from .components import CROW, FOX, NEXT, RIM
from .names import SEAT_NAMES, Side, cell_name
from .state import EVENTS, LAP, State

Deed = Callable[[Any, int, Dealer], None]
DEEDS: dict[int, tuple[int, Deed]] = {  # by phase: the first of its actions, and what they do
    moves.EAGLE: (moves.EAGLES, rim.fly_eagle),
    moves.CROW_MOVE: (moves.CROWS, rim.fly_crow),
    moves.BEAR: (moves.BEARS, rim.move_bear),
}


def bear_next(seen: Any) -> list[str]:
    """The cells that Bear may enter with the next step of a round: none while that step is left out (R61, R64-R67)."""
    if seen.over or seen.distracted:
        return []
    return [cell_name(cell) for cell in NEXT[seen.bear] if rim.bear_may_enter(seen, cell)]


def flights(seen: Any) -> list[int]:
    """How far the Eagle may fly as soon as the Vixen has been held back: one goes with the other (R63, R70)."""
    return [moves.spaces_flown(action) for action in _moves(_vixen_held(seen))] if _flies_next(seen) else []


def doubles(seen: Any) -> list[int]:
    """The flights of the Eagle that spend its double move (R71)."""
    board = _vixen_held(seen)
    if board.phase != moves.EAGLE:
        return []
    return [
        moves.spaces_flown(action)
        for action in _moves(board)
        if rim.spends_double(board, abs(moves.spaces_flown(action)))
    ]


def wins(seen: Any) -> dict[str, Side]:
    """Who wins at once where a bird flies or Bear goes, by the thing that is touched (R69, R72)."""
    board, won = _vixen_held(seen), {}
    for action in _moves(board) if board.phase in DEEDS else ():
        after = State.copy(board)
        first, deed = DEEDS[board.phase]
        deed(after, action - first, Dealer(0, None, LAP, EVENTS))
        if after.over:
            won[thing(board, action)] = SEAT_NAMES[CROW if after.reason >= moves.BY_BEAR else FOX]
    return won


def thing(seen: Any, action: int) -> str:
    """What a flight, or a step of Bear, touches."""
    if moves.EAGLES <= action < moves.PEEKS:
        return f"rim:{((seen.crow if action >= moves.CROWS else seen.eagle) + moves.spaces_flown(action)) % RIM}"
    return f"cell:{cell_name(NEXT[seen.bear, action - moves.BEARS])}"


def _flies_next(seen: Any) -> bool:
    return bool(seen.phase == moves.VIXEN and seen.due == moves.EAGLE)


def _vixen_held(seen: Any) -> Any:
    """What is seen, or, where the Eagle flies as soon as the Vixen is held back, what is seen then."""
    if not _flies_next(seen):
        return seen
    board = State.copy(seen)
    board.phase, board.due = moves.EAGLE, NONE
    return board


def _moves(board: Any) -> Iterator[int]:
    mask = [0] * moves.ACTIONS
    rules.legal(board, CROW if rules.acting(board) >> CROW & 1 else FOX, mask)
    return (action for action in range(moves.ACTIONS) if mask[action])
