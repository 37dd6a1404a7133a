"""Where a step leads, as far as everybody can see: the rules' own walk, on a copy of what is seen.

And why one may not go there.
"""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from skulk.engine import NONE, Dealer, Phrase

from . import moves, rules
from .components import (
    CHARACTERS,
    FOXES,
    GUARDIANS,
    INDIGO,
    NAPOLEON,
    NEIGHBOUR,
    ORTHOGONAL,
    SQUARE,
    STOP,
    TURNED,
    ZEV,
)  # fmt: skip
from .names import FACTIONS, NAMES, REASONS, SQUARE_NAMES, Faction, Reason, square_name

TO = NEIGHBOUR.tolist()
SHOWN = TURNED.tolist()  # shown[printed][quarters]: the arrows of a tile
LISTS = [field.name for field in rules.State.fields if field.shape]
QUIET = Dealer()
WINNING = (FOXES, GUARDIANS)
Ends = Literal["stop", "reveal", "fork", "push", Reason]  # how a walk ends: the last, if the game does


class Lead(Struct, frozen=True):
    """Where a step leads, as far as everybody can see: the squares that are come to, and how it ends. `shut`: where no
    arrow can be followed (R19), who is in the way; nobody, where they all lead off the board."""

    way: list[str]
    ends: Ends
    shut: list[str] | UnsetType = UNSET


# made once, shared by all tables: never to be changed
UNSEEN = [Lead([name], "reveal") for name in SQUARE_NAMES]


def with_lists(seen: Any) -> Any:
    """What is seen, with lists for arrays: the interpreter reads those faster."""
    board = rules.State.copy(seen)
    for name in LISTS:
        setattr(board, name, getattr(seen, name).tolist())
    return board


def ahead(board: Any) -> tuple[dict[str, Lead], dict[str, Faction]]:
    """leads[square]: the way of a step or a push to that square, and how it ends; nothing beyond a face-down tile.

    wins[square]: who wins at once if the mover goes to that square, or reveals it, where that is sure (R41, R44, R46).
    """
    leads: dict[str, Lead] = {}
    wins: dict[str, Faction] = {}
    if board.over:
        return leads, wins
    character, is_going = rules.mover(board), board.phase in (moves.STEP, moves.ARROW, moves.PUSH)
    for action in _goings(board) if is_going else _last_reveals(board):
        to = _to(board, character, action)
        if _is_unseen(board, to):
            leads[SQUARE_NAMES[to]] = UNSEEN[to]
            continue
        after = rules.State.copy(board)
        if is_going:
            leads[SQUARE_NAMES[to]] = _lead(after, character, action)
        else:
            _do(after, action)
        if after.winner in WINNING:
            wins[SQUARE_NAMES[to]] = FACTIONS[after.winner]
    return leads, wins


def _lead(after: Any, character: int, action: int) -> Lead:
    way, ends = _walk(after, character, action)
    is_shut = ends == "stop" and after.phase == moves.ARROW  # still to be followed, but none can be (R19)
    return Lead([SQUARE_NAMES[square] for square in way], ends, _in_the_way(after, way[-1]) if is_shut else UNSET)


def _in_the_way(board: Any, square: int) -> list[str]:
    """Who stands where the arrows of a tile lead."""
    arrows = SHOWN[board.printed[square]][board.quarters[square]]
    beside = [to for direction, to in enumerate(TO[square][:ORTHOGONAL]) if arrows >> direction & 1 and to != NONE]
    return [NAMES[c] for c in range(CHARACTERS) if any(board.standing[to] >> c & 1 for to in beside)]


def _last_reveals(board: Any) -> Iterator[int]:
    """The ability that turns up the last tile: of all abilities only this one can end the game (R46)."""
    if board.phase == moves.ABILITY and board.face_down == 1:
        for square, is_up in enumerate(board.revealed):
            if not is_up and int(rules.offered(board)) >> SQUARE + square & 1:
                yield SQUARE + square


def is_in_reach(board: Any) -> bool:
    """Whether Zev would catch Indigo if it were his turn now. This is sure: a face-down tile only stops him (R14)."""
    if board.over or board.phase == moves.PUSH:
        return False
    towards = _towards(board, board.place[INDIGO])
    if towards.isdisjoint(TO[board.place[ZEV]][:ORTHOGONAL]):
        return False  # most often: no walk has to be tried
    fork = rules.State.copy(board)
    fork.turn, fork.phase, fork.applied = board.order.index(ZEV), moves.STEP, 0
    forks = [fork]
    while forks:
        fork = forks.pop()
        for action in _goings(fork):
            if _to(fork, ZEV, action) in towards:
                after = rules.State.copy(fork)
                _, ends = _walk(after, ZEV, action)
                if after.reason == moves.CAPTURE:
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
    way, is_push = [], after.phase == moves.PUSH
    while True:
        way.append(_to(after, character, action))
        if _is_unseen(after, way[-1]):
            return way, "reveal"
        _do(after, action)
        if after.over:
            return way, REASONS[after.reason]
        if after.phase != moves.ARROW:
            return way, "push" if after.phase == moves.PUSH and not is_push else "stop"
        bits = int(rules.offered(after))
        if bits & bits - 1:
            return way, "fork"
        if bits == 1 << STOP:
            return way, "stop"
        action = bits.bit_length() - 1


def _do(after: Any, action: int) -> None:
    rules.carry_out(after, action, QUIET)
    QUIET.events.clear()


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
    if seen.phase == moves.ARROW and not rules.face(seen, seen.place[character]) >> direction & 1:
        return Phrase("why no arrow", square=square_name(seen.place[character]), rule="R16")
    if seen.phase == moves.STEP and direction >= 4 and character != INDIGO:
        return Phrase("why diagonal", who=who, rule="R6")
    standing = [NAMES[c] for c in range(CHARACTERS) if seen.standing[there] >> c & 1 and c != character]
    if character == NAPOLEON:
        return Phrase("why no room", others=standing, rule="R66")
    if character == INDIGO and "Scarlet" in standing and set(standing) <= {"Scarlet", "Raffles"}:
        return Phrase("why guarded", rule="R42")
    return Phrase("why occupied", who=who, others=standing, rule="R59" if "Napoleon" in standing else "R10")
