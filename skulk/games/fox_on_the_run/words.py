"""Fox on the Run in words: moves, events, the seen table, positions."""

from typing import Any

from skulk.engine import NONE, Event, Phrase, shuffle

from . import rules
from .components import (
    ARROWS,
    BASE_ORDER,
    CHARACTERS,
    DIRECTIONAL,
    FACTION,
    FOXES,
    GUARDIANS,
    HOME,
    IN_SET,
    INDIGO,
    IS_START,
    IS_STRAIGHT,
    NAPOLEON,
    NEIGHBOUR,
    ORDER,
    PASS,
    PUFFER,
    RAFFLES,
    ROTATE,
    SCARLET,
    SEATING,
    SEATS,
    SIDE,
    SQUARE,
    SQUARES,
    START,
    STOP,
    ZEV,
    face_of,
)
from .rules import ABILITY, ARROW, DRAW, PUSH, SECOND, STEP

NAMES = ["Indigo", "Scarlet", "Zev", "Puffer", "Raffles", "Napoleon"]
FACTIONS = ["foxes", "guardians"]
DIRECTIONS = ["north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest"]
PHASES = ["step", "arrow", "ability", "second", "push"]
REASONS = ["rescue", "capture", "all_revealed", "limit"]
TURNS = {1: "right", 2: "half", 3: "left"}

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "flip_ends": "turn"},
    {"players": 3, "solo_faction": "guardians", "turn_limit": 40},
    {"players": 4, "controllers": [1, 0, 3, 2, None, None]},
    {"players": 2, "expansion": "on", "raffles_side": "foxes"},
    {"players": 3, "expansion": "on", "solo_faction": "guardians", "flip_ends": "turn"},
    {"players": 4, "expansion": "on", "raffles_side": "random"},
    {"players": 5, "expansion": "on", "raffles_side": "guardians", "turn_limit": 60},
    {"players": 6, "expansion": "on", "raffles_side": "foxes"},
]


def square_name(square: int) -> str:
    """Columns a–e from the west, rows 1–5 from the north."""
    return "abcde"[square % SIDE] + str(square // SIDE + 1)


def square_of(name: Any) -> int:
    if not isinstance(name, str) or len(name) != 2 or name[0] not in "abcde" or name[1] not in "12345":
        raise ValueError(f"{name!r} is no square: squares are a1 to e5")
    return SIDE * (int(name[1]) - 1) + "abcde".index(name[0])


def arrows_of(face: int) -> str:
    return "".join(arrow for bit, arrow in enumerate(ARROWS) if face >> bit & 1)


def _arrows_said(face: int) -> Any:
    return [Phrase(DIRECTIONS[bit]) for bit in range(4) if face >> bit & 1] if face else Phrase("no arrows")


# ---- moves


def say(seen: Any, seat: int, action: int) -> Phrase:
    """A move in words, as its controller would say it at the table."""
    character = rules.mover(seen)
    if action < STOP:
        return Phrase("follow" if seen.phase == ARROW else "step", direction=Phrase(DIRECTIONS[action]))
    if action == STOP:
        return Phrase("stop")
    if action == PASS:
        return Phrase("pass")
    if action > ROTATE:
        return Phrase("turn by", how=Phrase(TURNS[action - ROTATE]))
    square = square_name(action - SQUARE)
    if seen.phase == PUSH:
        return Phrase("push", who=NAMES[rules._next_to_push(seen)], square=square)
    if seen.phase == SECOND:
        return Phrase("swap both", first=square_name(seen.selected), second=square)
    verbs = {SCARLET: "swap first", PUFFER: "turn", ZEV: "reveal", RAFFLES: "swap under"}
    return Phrase(verbs.get(character, "choose"), square=square)


def touches(seen: Any, seat: int, action: int) -> list[str]:
    character = rules.mover(seen)
    if action < STOP:
        to = NEIGHBOUR[seen.place[character], action]
        return [f"cell:{square_name(to)}"] if to != NONE else []
    if action == STOP:
        return [f"cell:{square_name(seen.place[character])}"]
    if action == PASS:
        return ["pass"]
    if action > ROTATE:
        return [f"turn:{action - ROTATE}"]
    return [f"cell:{square_name(action - SQUARE)}"]


def why_not(seen: Any, seat: int, action: int) -> Phrase:
    """Why an action is refused in the present phase, with its rule."""
    character = rules.mover(seen)
    who = NAMES[character]
    if action < STOP and seen.phase in (STEP, ARROW):
        return _why_not_that_way(seen, character, action)
    if seen.phase == STEP:
        return Phrase("why step first", who=who, rule="R5")
    if seen.phase == ARROW:
        return Phrase("why follow", who=who, rule="R18" if action == STOP else "R16")
    if SQUARE <= action < SQUARE + SQUARES:
        return _why_not_there(seen, character, action - SQUARE)
    if seen.phase == PUSH:
        return Phrase("why push", who=NAMES[rules._next_to_push(seen)], rule="R62")
    if seen.phase == SECOND:
        return Phrase("why finish", who=who, rule="R38" if action > ROTATE else "R30")
    return Phrase("why moved", who=who, rule="R30")


def _why_not_that_way(seen: Any, character: int, direction: int) -> Phrase:
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
    if character == INDIGO and standing == ["Scarlet"]:
        return Phrase("why guarded", rule="R42")
    return Phrase("why occupied", who=who, others=standing, rule="R59" if "Napoleon" in standing else "R10")


def _why_not_there(seen: Any, character: int, square: int) -> Phrase:
    name = square_name(square)
    if seen.phase == PUSH:
        return Phrase("why not pushed there", who=NAMES[rules._next_to_push(seen)], square=name, rule="R63")
    if square not in NEIGHBOUR[seen.place[character]]:
        return Phrase("why far", square=name, who=NAMES[character], rule="R36")
    if character == ZEV:
        return Phrase("why revealed", square=name, rule="R35")
    if not seen.revealed[square]:
        return Phrase("why face down", square=name, rule="R34" if character == PUFFER else "R32")
    if seen.standing[square]:
        return Phrase("why tile occupied", square=name, rule="R37")
    return Phrase("why unchanged", square=name, rule="R38")


# ---- events


def tell(event: Event, seat: int) -> Phrase:
    a, b, c, _ = event.numbers
    if event.kind in (rules.STEPPED, rules.FOLLOWED):
        key = "stepped" if event.kind == rules.STEPPED else "followed"
        return Phrase(key, who=NAMES[a], direction=Phrase(_direction(b, c)), square=square_name(c))
    if event.kind == rules.REVEALED:
        return Phrase("revealed", who=NAMES[a], square=square_name(b), arrows=_arrows_said(c))
    if event.kind == rules.SWAPPED:
        return Phrase("swapped", who=NAMES[a], first=square_name(b), second=square_name(c))
    if event.kind == rules.ROTATED:
        return Phrase("turned", who=NAMES[a], square=square_name(b), how=Phrase(TURNS[c]))
    if event.kind == rules.PUSHED:
        return Phrase("pushed", who=NAMES[a], square=square_name(c))
    if event.kind == rules.HALTED:
        return Phrase("halted", who=NAMES[a], square=square_name(b))
    if event.kind == rules.SIDED:
        return Phrase("sided", faction=Phrase(FACTIONS[a]))
    if event.kind == rules.ENDED:
        return Phrase(f"ended by {REASONS[b]}")
    keys = {rules.DECLINED: "declined", rules.STAYED: "stayed", rules.IDLED: "idled"}
    return Phrase(keys[event.kind], who=NAMES[a])


def _direction(a: int, b: int) -> str:
    return DIRECTIONS[NEIGHBOUR[a].tolist().index(b)]


def result(state: Any) -> dict[str, Any]:
    """Winners share the first rank; a draw ranks all alike (R49)."""
    factions = [int(rules.faction_of(state, seat)) for seat in range(state.players)]
    won = [state.winner in (DRAW, faction) for faction in factions]
    return {
        "ranks": [1 if mine else 1 + sum(won) for mine in won],
        "scores": None,
        "reason": Phrase(f"ended by {REASONS[state.reason]}"),
    }


# ---- the table as JSON


def table(seen: Any, seat: int) -> dict[str, Any]:
    mover = int(rules.mover(seen))
    return {
        "tiles": [_tile(seen, square) for square in range(SQUARES)],
        "characters": [_character(seen, character) for character in range(seen.playing)],
        "order": [NAMES[c] for c in seen.order if c != NONE],
        "mover": NAMES[mover],
        "seat": int(seen.controller[mover]),
        "phase": PHASES[seen.phase],
        "selected": None if seen.selected == NONE else square_name(seen.selected),
        "pushed": NAMES[rules._next_to_push(seen)] if seen.to_push else None,
        "face_down": int(seen.face_down),
        "hidden": {arrows_of(face): n for face, n in enumerate(_unrevealed(seen)) if n},
        "completed": int(seen.completed),
        "turn_limit": int(seen.turn_limit),
        "winner": None if seen.winner == NONE else [*FACTIONS, "nobody"][seen.winner],
        "reason": None if seen.reason == NONE else REASONS[seen.reason],
    }


def _tile(seen: Any, square: int) -> dict[str, Any]:
    tile: dict[str, Any] = {"name": f"cell:{square_name(square)}", "square": square_name(square)}
    if not seen.revealed[square]:
        return {**tile, "face": "down"}
    if seen.printed[square] == START:
        return {**tile, "face": "start"}
    used = bool(seen.applied >> square & 1)
    return {**tile, "face": "up", "arrows": arrows_of(rules.face(seen, square)), "used": used}


def _character(seen: Any, character: int) -> dict[str, Any]:
    return {
        "name": NAMES[character],
        "square": square_name(seen.place[character]),
        "faction": FACTIONS[seen.faction[character]],
        "seat": int(seen.controller[character]),
    }


def _unrevealed(seen: Any) -> list[int]:
    """How many tiles that print each face are still face down: what everybody can count."""
    left = IN_SET.copy()
    for square in range(SQUARES):
        if seen.revealed[square] and seen.printed[square] != START:
            left[seen.printed[square]] -= 1
    return left.tolist()


# ---- positions


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
    state.players = position.get("players", 2)
    _place_characters(state, position, FACTIONS.index(side) if side else NONE)
    _place_tiles(state, position.get("tiles", {}), dealer)
    mover = NAMES.index(position.get("mover", "Indigo"))
    if mover not in state.order:
        raise ValueError(f"{NAMES[mover]} is not in this game (R50)")
    state.turn = state.order.tolist().index(mover)
    state.phase = PHASES.index(position.get("phase", "step"))
    state.applied = sum(1 << square_of(name) for name in position.get("applied", []))
    state.selected = square_of(position["selected"]) if position.get("selected") else NONE
    state.to_push = sum(1 << NAMES.index(name) for name in position.get("to_push", []))
    state.completed = position.get("completed", 0)
    state.turn_limit = position.get("turn_limit", 300 if side else 200)
    state.flip_ends = ["movement", "turn"].index(position.get("flip_ends", "movement"))
    winner, reason = position.get("winner"), position.get("reason")
    state.winner = NONE if winner is None else [*FACTIONS, "nobody"].index(winner)
    state.reason = NONE if reason is None else REASONS.index(reason)
    state.over = int(winner is not None)
    if not (rules.State.faults(state) or check(state)):
        rules.carry_on(state, dealer)
    return state


def _place_characters(state: Any, position: dict[str, Any], side: int) -> None:
    squares, seats = position.get("characters", {}), position.get("controllers", {})
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
            default = SEATING[max(0, min(state.players, SEATS) - 2), state.faction[c], rules._role(c)]
            state.controller[c] = seats.get(NAMES[c], default)
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
        state.revealed[q] = not text.startswith("?")
        arrows, _, quarters = text.removeprefix("?").partition("+")
        state.printed[q] = START if arrows == "START" else face_of(arrows)
        state.quarters[q] = int(quarters or 0)
    left = [face for face in range(1, 16) for _ in range(IN_SET[face] - state.printed.tolist().count(face))]
    if len(left) != len(open_squares):
        raise ValueError(
            f"{len(left)} tiles are left for {len(open_squares)} squares: the tiles do not fit the set (R28)"
        )
    shuffle(dealer, left, 0, len(left))
    for q, face in zip(open_squares, left, strict=True):
        state.printed[q] = face
    state.face_down = SQUARES - int(state.revealed.sum())


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
    if state.phase == PUSH and not state.over and not state.to_push:
        found.append("a push needs somebody to push (R62)")
    if (state.selected != NONE) != (state.phase == SECOND):
        found.append("a selected tile belongs to the second half of an ability (R32, R34)")
    if state.phase == ABILITY and rules.mover(state) in (INDIGO, NAPOLEON):
        found.append(f"{NAMES[rules.mover(state)]} has no ability after moving (R31, R60)")
    found += _check_seats(state)
    return found


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
    if state.over or (state.phase == PUSH and NAPOLEON in others):
        return found
    for a in others:
        for b in others:
            if a < b and not rules.JOINS[a] >> b & 1 and not rules.JOINS[b] >> a & 1:
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


def objection(options: Any) -> str | None:
    """Why these options cannot go together."""
    if options.players > 4 and not options.expansion:
        return f"{options.players} players need the expansion: the base game is for 2 to 4"
    if options.solo_faction == GUARDIANS and options.players != 3:
        return "solo_faction is for 3 players"
    if options.turn_limit == 0:
        return "option 'turn_limit' takes 1 to 30000, not 0 (R49)"
    given = [int(seat) for seat in options.controllers[: CHARACTERS if options.expansion else 4]]
    if not options.expansion and any(seat != NONE for seat in options.controllers[4:]):
        return "Raffles and Napoleon are in the game with the expansion only: their controllers must be none (R50)"
    if set(given) == {NONE}:
        return None
    sides = [FOXES, GUARDIANS] if options.raffles_side == rules.RANDOM_SIDE else [int(options.raffles_side)]
    return next((words for side in sides if (words := _bad_seats(given, options.players, side))), None)


def _bad_seats(seats: list[int], players: int, side: int) -> str | None:
    if set(seats) != set(range(players)):
        return f"controllers must give every character a seat, and each of the {players} seats a character; not {seats}"
    faction = [*FACTION.tolist(), side, 1 - side]
    for seat in range(players):
        if len({faction[c] for c, mine in enumerate(seats) if mine == seat}) > 1:
            return f"controllers give seat {seat} characters of both factions (R50)"
    return None
