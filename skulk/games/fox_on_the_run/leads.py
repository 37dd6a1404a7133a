"""Where a step leads, as far as everybody can see: the rules' own walk, on a copy of what is seen."""

from collections.abc import Iterator
from typing import Any

from skulk.engine import NONE, Dealer

from . import rules
from .components import INDIGO, NEIGHBOUR, ORTHOGONAL, SQUARE, STOP, TURNED, ZEV
from .names import REASONS, SQUARE_NAMES
from .rules import ARROW, CAPTURE, PUSH, STEP

TO = NEIGHBOUR.tolist()
SHOWN = TURNED.tolist()  # shown[printed][quarters]: the arrows of a tile
LISTS = [field.name for field in rules.State.fields if field.shape]
QUIET = Dealer()
REVEAL, FORK, STAY, SHOVE = "reveal", "fork", "stop", "push"  # how a walk ends, unless the game does

# made once, shared by all tables: never to be changed
UNSEEN = [{"way": [name], "ends": REVEAL} for name in SQUARE_NAMES]


def with_lists(seen: Any) -> Any:
    """What is seen, with lists for arrays: the interpreter reads those faster."""
    board = rules.State.copy(seen)
    for name in LISTS:
        setattr(board, name, getattr(seen, name).tolist())
    return board


def leads(board: Any) -> dict[str, dict[str, Any]]:
    """leads[square]: the way of a step or a push to that square, and how it ends; nothing beyond a face-down tile."""
    if board.over or board.phase not in (STEP, ARROW, PUSH):
        return {}
    character, found = rules.mover(board), {}
    for action in _goings(board):
        to = _to(board, character, action)
        if _is_unseen(board, to):
            found[SQUARE_NAMES[to]] = UNSEEN[to]
        else:
            way, ends = _walk(rules.State.copy(board), character, action)
            found[SQUARE_NAMES[to]] = {"way": [SQUARE_NAMES[square] for square in way], "ends": ends}
    return found


def is_in_reach(board: Any) -> bool:
    """Whether Zev would catch Indigo if it were his turn now. This is sure: a face-down tile only stops him (R14)."""
    if board.over or board.phase == PUSH:
        return False
    towards = _towards(board, board.place[INDIGO])
    if towards.isdisjoint(TO[board.place[ZEV]][:ORTHOGONAL]):
        return False  # most often: no walk has to be tried
    fork = rules.State.copy(board)
    fork.turn, fork.phase, fork.applied = board.order.index(ZEV), STEP, 0
    forks = [fork]
    while forks:
        fork = forks.pop()
        for action in _goings(fork):
            if _to(fork, ZEV, action) in towards:
                after = rules.State.copy(fork)
                _, ends = _walk(after, ZEV, action)
                if after.reason == CAPTURE:
                    return True
                if ends == FORK:
                    forks.append(after)
    return False


def _towards(board: Any, goal: int) -> set[int]:
    """The squares from which open tiles point to `goal`, whoever may be in the way; itself among them."""
    found, fresh = {goal}, [goal]
    while fresh:
        for direction, beside in enumerate(TO[fresh.pop()][:ORTHOGONAL]):
            if beside != NONE and beside not in found and board.revealed[beside]:
                if SHOWN[board.printed[beside]][board.quarters[beside]] >> (direction ^ 2) & 1:  # the other way
                    found.add(beside)
                    fresh.append(beside)
    return found


def _walk(after: Any, character: int, action: int) -> tuple[list[int], str]:
    """Go on as long as nothing is asked and everything lies open; `after` goes along."""
    way, is_push = [], after.phase == PUSH
    while True:
        way.append(_to(after, character, action))
        if _is_unseen(after, way[-1]):
            return way, REVEAL
        rules._do(after, action, QUIET)
        QUIET.events.clear()
        if after.over:
            return way, REASONS[after.reason]
        if after.phase != ARROW:
            return way, SHOVE if after.phase == PUSH and not is_push else STAY
        bits = int(rules.offered(after))
        if bits & bits - 1:
            return way, FORK
        if bits == 1 << STOP:
            return way, STAY
        action = bits.bit_length() - 1


def _is_unseen(board: Any, square: int) -> bool:
    """Nobody knows what it shows; of the last one everybody knows what it does (R46)."""
    return not board.revealed[square] and board.face_down > 1


def _goings(board: Any) -> Iterator[int]:
    """Of what is offered, what goes to a square."""
    bits = int(rules.offered(board)) & ~(1 << STOP)
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def _to(board: Any, character: int, action: int) -> int:
    return TO[board.place[character]][action] if action < STOP else action - SQUARE
