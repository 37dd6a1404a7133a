"""Where a step leads, as far as everybody can see: the rules' own walk, on a copy of what is seen.

And why one may not go there.
"""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from skulk.engine import NONE, Dealer, Phrase

from . import rules
from .components import CHARACTERS, INDIGO, NAPOLEON, NEIGHBOUR, ORTHOGONAL, SQUARE, STOP, TURNED, ZEV
from .names import NAMES, REASONS, SQUARE_NAMES, Reason, square_name
from .rules import ARROW, CAPTURE, PUSH, STEP

TO = NEIGHBOUR.tolist()
SHOWN = TURNED.tolist()  # shown[printed][quarters]: the arrows of a tile
LISTS = [field.name for field in rules.State.fields if field.shape]
QUIET = Dealer()
Ends = Literal["stop", "reveal", "fork", "push", Reason]  # how a walk ends: the last, if the game does


class Lead(Struct, frozen=True):
    """Where a step leads, as far as everybody can see: the squares that are come to, and how it ends."""

    way: list[str]
    ends: Ends


# made once, shared by all tables: never to be changed
UNSEEN = [Lead([name], "reveal") for name in SQUARE_NAMES]


def with_lists(seen: Any) -> Any:
    """What is seen, with lists for arrays: the interpreter reads those faster."""
    board = rules.State.copy(seen)
    for name in LISTS:
        setattr(board, name, getattr(seen, name).tolist())
    return board


def leads(board: Any) -> dict[str, Lead]:
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
            found[SQUARE_NAMES[to]] = Lead([SQUARE_NAMES[square] for square in way], ends)
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
                if ends == "fork":
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


def _walk(after: Any, character: int, action: int) -> tuple[list[int], Ends]:
    """Go on as long as nothing is asked and everything lies open; `after` goes along."""
    way, is_push = [], after.phase == PUSH
    while True:
        way.append(_to(after, character, action))
        if _is_unseen(after, way[-1]):
            return way, "reveal"
        rules.carry_out(after, action, QUIET)
        QUIET.events.clear()
        if after.over:
            return way, REASONS[after.reason]
        if after.phase != ARROW:
            return way, "push" if after.phase == PUSH and not is_push else "stop"
        bits = int(rules.offered(after))
        if bits & bits - 1:
            return way, "fork"
        if bits == 1 << STOP:
            return way, "stop"
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


# ---- where one may not go


def why_not_that_way(seen: Any, character: int, direction: int) -> Phrase:
    """Why a character may not take this direction, with the rule."""
    who, there = NAMES[character], NEIGHBOUR[seen.place[character], direction]
    if there == NONE:
        return Phrase("why edge", who=who, rule="R9")
    if seen.phase == ARROW and not rules.face(seen, seen.place[character]) >> direction & 1:
        return Phrase("why no arrow", square=square_name(seen.place[character]), rule="R16")
    if seen.phase == STEP and direction >= 4 and character != INDIGO:
        return Phrase("why diagonal", who=who, rule="R6")
    standing = [NAMES[c] for c in range(CHARACTERS) if seen.standing[there] >> c & 1 and c != character]
    if character == NAPOLEON:
        return Phrase("why no room", others=standing, rule="R66")
    if character == INDIGO and "Scarlet" in standing and set(standing) <= {"Scarlet", "Raffles"}:
        return Phrase("why guarded", rule="R42")
    return Phrase("why occupied", who=who, others=standing, rule="R59" if "Napoleon" in standing else "R10")
