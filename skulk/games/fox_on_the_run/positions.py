"""Positions of Fox on the Run: any table as readable JSON and back."""

from typing import Any

from skulk.engine import NONE, shuffle

from . import rules
from .checks import check
from .components import (
    BASE_ORDER,
    CHARACTERS,
    FACTION,
    FOXES,
    GUARDIANS,
    HOME,
    IN_SET,
    IS_START,
    ORDER,
    RAFFLES,
    SEATING,
    SEATS,
    SQUARES,
    START,
    face_of,
)
from .names import FACTIONS, NAMES, PHASES, REASONS, arrows_of, chosen, number, square_name, square_of


def position(state: Any) -> dict[str, Any]:
    """Tiles by square: "START", "NE" as printed, "NE+1" turned a quarter, "?S" face down."""
    return {
        "tiles": {square_name(q): _tile_text(state, q) for q in range(SQUARES)},
        "characters": {NAMES[c]: square_name(state.place[c]) for c in range(state.playing)},
        "controllers": {NAMES[c]: int(state.controller[c]) for c in range(state.playing)},
        "players": int(state.players),
        "raffles_side": FACTIONS[state.faction[RAFFLES]] if state.playing == CHARACTERS else None,
        "mover": NAMES[rules.mover(state)],
        "phase": PHASES[state.phase],
        "applied": [square_name(q) for q in range(SQUARES) if state.applied >> q & 1],
        "selected": None if state.selected == NONE else square_name(state.selected),
        "to_push": [NAMES[c] for c in range(CHARACTERS) if state.to_push >> c & 1],
        "completed": int(state.completed),
        "turn_limit": int(state.turn_limit),
        "flip_ends": ["movement", "turn"][state.flip_ends],
        "winner": None if state.winner == NONE else [*FACTIONS, "nobody"][state.winner],
        "reason": None if state.reason == NONE else REASONS[state.reason],
    }


def _tile_text(state: Any, square: int) -> str:
    if state.printed[square] == START:
        return "START"
    text = arrows_of(state.printed[square])
    turned = f"+{state.quarters[square]}" if state.quarters[square] else ""
    return text + turned if state.revealed[square] else "?" + text


PARTS = {
    "tiles", "characters", "controllers", "players", "raffles_side", "mover", "phase", "applied", "selected", "to_push",
    "completed", "turn_limit", "flip_ends", "winner", "reason",
}  # fmt: skip


def from_position(position: dict[str, Any], dealer: Any) -> Any:
    """A state from `position`'s parts. What is left out is as at the start; tiles not named lie face down, dealt
    from those that are left. A decision with one option is not asked, here as in play."""
    unknown = set(position) - PARTS
    if unknown:
        raise ValueError(f"a position has no part {sorted(unknown)[0]!r}; it has {', '.join(sorted(PARTS))}")
    state = rules.State.new()
    side = position.get("raffles_side")
    state.playing = CHARACTERS if side else 4
    state.players = number("players", position.get("players", 2), "R49")
    _place_characters(state, position, chosen("raffles_side", side, FACTIONS, "R50") if side else NONE)
    _place_tiles(state, _named(position, "tiles"), dealer)
    mover = chosen("mover", position.get("mover", "Indigo"), NAMES[: state.playing], "R2, R50")
    state.turn = state.order.tolist().index(mover)
    state.phase = chosen("phase", position.get("phase", "step"), PHASES, "R3")
    state.applied = sum({1 << square_of(name) for name in _listed(position, "applied", "R21")})
    state.selected = square_of(position["selected"]) if position.get("selected") else NONE
    state.to_push = sum({1 << chosen("to_push", name, NAMES, "R62") for name in _listed(position, "to_push", "R62")})
    state.completed = number("completed", position.get("completed", 0), "R49")
    state.turn_limit = number("turn_limit", position.get("turn_limit", rules.usual_limit(bool(side))), "R49")
    state.flip_ends = chosen("flip_ends", position.get("flip_ends", "movement"), ["movement", "turn"], "R30")
    winner, reason = position.get("winner"), position.get("reason")
    state.winner = NONE if winner is None else chosen("winner", winner, [*FACTIONS, "nobody"], "R41–R49")
    state.reason = NONE if reason is None else chosen("reason", reason, REASONS, "R41–R49")
    state.over = int(winner is not None)
    if not (rules.State.faults(state) or check(state)):
        rules.carry_on(state, dealer)
    return state


def _listed(position: dict[str, Any], part: str, rule: str) -> list:
    value = position.get(part, [])
    if not isinstance(value, list):
        raise ValueError(f"{part} must be a list of names, not {value!r} ({rule})")
    return value


def _named(position: dict[str, Any], part: str) -> dict[str, Any]:
    value = position.get(part, {})
    if not isinstance(value, dict):
        raise ValueError(f"{part} must be an object from names to values, not {value!r} (R1)")
    return value


def _place_characters(state: Any, position: dict[str, Any], side: int) -> None:
    squares, seats = _named(position, "characters"), _named(position, "controllers")
    for name in {*squares, *seats}:
        if name not in NAMES[: state.playing]:
            raise ValueError(f"{name!r} is not in this game: it has {', '.join(NAMES[: state.playing])}")
    for c in range(CHARACTERS):
        inside = c < state.playing
        state.order[c] = NONE if not inside else BASE_ORDER[c] if side == NONE else ORDER[side, c]
        state.faction[c] = NONE if not inside else [*FACTION.tolist(), side, 1 - side][c]
        state.place[c] = square_of(squares.get(NAMES[c], square_name(HOME[c]))) if inside else NONE
        state.controller[c] = NONE
        if inside:
            default = SEATING[max(0, min(state.players, SEATS) - 2), state.faction[c], rules.role(c)]
            state.controller[c] = number(f"{NAMES[c]}'s controller", seats.get(NAMES[c], int(default)), "R50")
            state.standing[state.place[c]] |= 1 << c


def _place_tiles(state: Any, tiles: dict[str, str], dealer: Any) -> None:
    named = {square_of(name): text for name, text in tiles.items()}
    starts = [q for q in range(SQUARES) if IS_START[q] and q not in named]
    for q in starts[: 3 - sum(text == "START" for text in named.values())]:
        named[q] = "START"
    open_squares = []
    for q in range(SQUARES):
        text = named.get(q, "?")
        if text == "?":
            open_squares.append(q)
            continue
        state.revealed[q], state.printed[q], state.quarters[q] = _read_tile(square_name(q), text)
    left = [face for face in range(1, 16) for _ in range(IN_SET[face] - state.printed.tolist().count(face))]
    if len(left) != len(open_squares):
        raise ValueError(
            f"{len(left)} tiles are left for {len(open_squares)} squares: the tiles do not fit the set (R28)"
        )
    shuffle(dealer, left, 0, len(left))
    for q, face in zip(open_squares, left, strict=True):
        state.printed[q] = face
    state.face_down = SQUARES - int(state.revealed.sum())


def _read_tile(name: str, text: Any) -> tuple[int, int, int]:
    """Revealed, printed and quarters of a tile in words."""
    if isinstance(text, str):
        arrows, _, quarters = text.removeprefix("?").partition("+")
        if quarters in ("", "1", "2", "3"):
            face = START if arrows == "START" else face_of(arrows)
            return int(not text.startswith("?")), face, int(quarters or 0)
    raise ValueError(f'the tile on {name} must be like "START", "NE", "NE+1" or "?S", not {text!r} (R26)')


def implied(state: Any, options: Any) -> dict[str, Any]:
    """The options that a state tells, as `options` say them where that is the same."""
    has_expansion = state.playing == CHARACTERS
    is_usual = options.turn_limit == NONE and state.turn_limit == rules.usual_limit(has_expansion)
    limit = None if is_usual else int(state.turn_limit)
    told = {"expansion": "on" if has_expansion else "off", "turn_limit": limit, **_seats_told(state, options)}
    if has_expansion and options.raffles_side != rules.RANDOM_SIDE:  # random: either side is what was asked for
        told["raffles_side"] = FACTIONS[state.faction[RAFFLES]]
    return told


def _seats_told(state: Any, options: Any) -> dict[str, Any]:
    """Who moves whom: the usual seats for one solo faction or the other, or each character's seat."""
    seats = state.controller[: state.playing].tolist()
    if all(seat == NONE for seat in options.controllers):
        asked = int(options.solo_faction)
        for solo in (asked, 1 - asked) if state.players == 3 else (FOXES,):
            if seats == [_usual_seat(state, c, solo) for c in range(state.playing)]:
                return {"controllers": None, "solo_faction": FACTIONS[solo]}
    return {"controllers": [*seats, *[None] * (CHARACTERS - len(seats))]}


def _usual_seat(state: Any, character: int, solo: int) -> int:
    faction = int(state.faction[character])
    side = 1 - faction if solo == GUARDIANS else faction
    return int(SEATING[state.players - 2, side, rules.role(character)])
