"""What cannot be at a table of Fox on the Run, each with its rule."""

from typing import Any

from skulk.engine import NONE

from . import moves, rules
from .components import (
    CHARACTERS,
    DIRECTIONAL,
    FOXES,
    GUARDIANS,
    IN_SET,
    INDIGO,
    IS_STRAIGHT,
    JOINS,
    NAPOLEON,
    PUFFER,
    SCARLET,
    SQUARES,
    START,
    ZEV,
)
from .names import NAMES, square_name


def check(state: Any) -> list[str]:
    """What cannot be, each with its rule."""
    found = []
    counts = [state.printed.tolist().count(face) for face in range(16)]
    if counts[START] != SQUARES - DIRECTIONAL or counts[1:] != IN_SET[1:].tolist():
        found.append("the tiles are not those of the set: 3 starting tiles and the 22 directional ones (R28, R29)")
    if state.face_down != SQUARES - int(state.revealed.sum()):
        found.append(f"face_down is {state.face_down}, but the tiles face down are counted otherwise (R28)")
    for q in range(SQUARES):
        found += _check_tile(state, q)
    for c in range(state.playing):
        if not state.standing[state.place[c]] >> c & 1:
            found.append(f"{NAMES[c]} stands on {square_name(state.place[c])} and is not counted there (R1)")
    if sum(int(bits).bit_count() for bits in state.standing) != state.playing:
        found.append("somebody stands on two squares (R1)")
    found += _check_turn(state)
    found += _check_seats(state)
    return found


def _check_turn(state: Any) -> list[str]:
    found, mover = [], int(rules.mover(state))
    square = int(state.place[mover])
    pushing = state.phase == moves.PUSH
    if state.completed >= state.turn_limit and not state.over:
        found.append(
            f"{state.completed} turns are completed: at the limit of {state.turn_limit} the game is over (R49)"
        )
    if not _ends_well(state):
        found.append("winner and reason do not go together (R41–R49)")
    if pushing != bool(state.to_push) or (pushing and mover != NAPOLEON):
        found.append("Napoleon pushes, and a push needs somebody to push (R62)")
    if pushing and state.to_push != state.standing[square] & ~(1 << NAPOLEON):
        found.append("Napoleon pushes all who stand on his square (R62)")
    if (state.selected != NONE) != (state.phase == moves.SECOND) or (
        state.phase == moves.SECOND and mover not in (SCARLET, PUFFER)
    ):
        found.append("a selected tile belongs to the second half of Scarlet's or Puffer's ability (R32, R34)")
    if state.phase == moves.ABILITY and mover in (INDIGO, NAPOLEON):
        found.append(f"{NAMES[mover]} has no ability after moving (R31, R60)")
    follows = state.phase == moves.ARROW
    if bool(state.applied) != follows or (follows and not state.applied >> square & 1):
        found.append("a tile takes effect while its arrows are followed, and only then (R16, R21)")
    if follows and (not state.revealed[square] or state.printed[square] == START):
        found.append(f"the tile on {square_name(square)} shows no arrows to follow (R14, R15)")
    return found


def _ends_well(state: Any) -> bool:
    reasons = {
        NONE: [NONE],
        FOXES: [moves.RESCUE],
        GUARDIANS: [moves.CAPTURE, moves.ALL_REVEALED],
        moves.DRAW: [moves.LIMIT],
    }
    return state.reason in reasons[state.winner] and bool(state.over) == (state.winner != NONE)


def _check_tile(state: Any, square: int) -> list[str]:
    name, found = square_name(square), []
    if state.quarters[square] and (state.printed[square] == START or not state.revealed[square]):
        found.append(f"{name} cannot be turned: it is face down or a starting tile (R34)")
    if state.quarters[square] > 1 and IS_STRAIGHT[state.printed[square]]:
        found.append(f"{name} is straight: two quarters are none (R38)")
    if state.printed[square] == START and not state.revealed[square]:
        found.append(f"{name} is a starting tile and cannot lie face down (R29)")
    standing = int(state.standing[square])
    others = [c for c in range(CHARACTERS) if standing >> c & 1]
    if state.over or (state.phase == moves.PUSH and NAPOLEON in others):
        return found
    for a in others:
        for b in others:
            if a < b and not JOINS[a] >> b & 1 and not JOINS[b] >> a & 1:
                found.append(f"{NAMES[a]} and {NAMES[b]} cannot share {name} (R10, R59)")
    if {INDIGO, ZEV} <= set(others) or {INDIGO, SCARLET} <= set(others):
        found.append(f"on {name} a meeting would have ended the game (R41, R44)")
    return found


def _check_seats(state: Any) -> list[str]:
    seats = [int(s) for s in state.controller[: state.playing]]
    if set(seats) != set(range(state.players)):
        return [f"every seat of {state.players} needs a character, and every character a seat; seats given: {seats}"]
    for seat in range(state.players):
        if len({int(state.faction[c]) for c in range(state.playing) if seats[c] == seat}) > 1:
            return [f"seat {seat} plays for both factions; a player has characters of one (R50)"]
    return []
