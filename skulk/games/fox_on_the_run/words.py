"""Fox on the Run in words: moves, refusals, events, options."""

from functools import cache, lru_cache
from typing import Any

from skulk.engine import NONE, Dealer, Event, Phrase, has

from . import moves, rules
from .checks import check
from .components import (
    CHARACTERS,
    FACTION,
    FOXES,
    GUARDIANS,
    NEIGHBOUR,
    PASS,
    PUFFER,
    RAFFLES,
    ROTATE,
    SCARLET,
    SQUARE,
    SQUARES,
    STOP,
    ZEV,
)
from .leads import TO, why_not_that_way
from .names import CELLS, DIRECTIONS, FACTIONS, NAMES, REASONS, TURNS, square_name
from .positions import from_position, implied, position
from .state import MOST_TURNS
from .table import open_table, table

__all__ = ["check", "from_position", "implied", "open_table", "position", "table"]

VERBS = {SCARLET: "swap first", PUFFER: "turn", ZEV: "reveal", RAFFLES: "swap under"}

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


def _arrows_said(face: int) -> Any:
    return [Phrase(DIRECTIONS[bit]) for bit in range(4) if face >> bit & 1] if face else Phrase("no arrows")


# ---- moves


def say(seen: Any, seat: int, action: int) -> Phrase:
    """A move in words, as its controller would say it at the table."""
    who = rules.next_to_push(seen) if seen.phase == moves.PUSH else rules.mover(seen)
    return _move(seen.phase, int(who), seen.selected, action)


@cache
def _move(phase: int, who: int, selected: int, action: int) -> Phrase:
    if action < STOP:
        return Phrase("follow" if phase == moves.ARROW else "step", direction=Phrase(DIRECTIONS[action]))
    if action == STOP:
        return Phrase("stop")
    if action == PASS:
        return Phrase("pass")
    if action > ROTATE:
        return Phrase("turn by", how=Phrase(TURNS[action - ROTATE]))
    square = square_name(action - SQUARE)
    if phase == moves.PUSH:
        return Phrase("push", who=NAMES[who], square=square)
    if phase == moves.SECOND:
        return Phrase("swap both", first=square_name(selected), second=square)
    return Phrase(VERBS.get(who, "choose"), square=square)


def also_called(seen: Any, seat: int, action: int) -> list[str]:
    """Scarlet's pair the other way round."""
    if seen.phase != moves.SECOND or not SQUARE <= action < SQUARE + SQUARES:
        return []
    return [f"swap {square_name(action - SQUARE)} and {square_name(seen.selected)}"]


def touches(seen: Any, seat: int, action: int) -> list[str]:
    character = rules.mover(seen)
    if action < STOP:
        to = TO[seen.place[character]][action]
        return [CELLS[to]] if to != NONE else []
    if action == STOP:
        return [CELLS[seen.place[character]]]
    if action == PASS:
        return ["pass"]
    if action > ROTATE:
        return [f"turn:{action - ROTATE}"]
    cell = CELLS[action - SQUARE]
    if seen.phase == moves.ABILITY and character == SCARLET:  # with whichever it can change places
        partners = rules.partners(seen, action - SQUARE, rules.within_reach(seen, seen.place[SCARLET]))
        return [cell, *(CELLS[square] for square in range(SQUARES) if has(partners, square))]
    return [cell]


def why_not(seen: Any, seat: int, action: int) -> Phrase:
    """Why an action is refused in the present phase, with its rule."""
    character = rules.mover(seen)
    who = NAMES[character]
    if action < STOP and seen.phase in (moves.STEP, moves.ARROW):
        return why_not_that_way(seen, character, action)
    if seen.phase == moves.STEP:
        return Phrase("why step first", who=who, rule="R5")
    if seen.phase == moves.ARROW:
        return Phrase("why follow", who=who, rule="R20" if action == STOP else "R16")
    if SQUARE <= action < SQUARE + SQUARES and not (seen.phase == moves.SECOND and character == PUFFER):
        return _why_not_there(seen, character, action - SQUARE)
    if seen.phase == moves.PUSH:
        return Phrase("why push", who=NAMES[rules.next_to_push(seen)], rule="R62")
    if seen.phase == moves.SECOND:
        return Phrase("why finish", who=who, rule="R34" if ROTATE < action < PASS else "R30")
    return Phrase("why moved", who=who, rule="R30")


def _why_not_there(seen: Any, character: int, square: int) -> Phrase:
    name = square_name(square)
    if seen.phase == moves.PUSH:
        return Phrase("why not pushed there", who=NAMES[rules.next_to_push(seen)], square=name, rule="R63")
    if square not in NEIGHBOUR[seen.place[character]]:
        return Phrase("why far", square=name, who=NAMES[character], rule="R36")
    if character == ZEV:
        return Phrase("why revealed", square=name, rule="R35")
    if not seen.revealed[square]:
        return Phrase("why face down", square=name, rule={PUFFER: "R34", RAFFLES: "R54"}.get(character, "R32"))
    if seen.standing[square]:
        return Phrase("why tile occupied", square=name, rule="R37")
    if character == SCARLET:
        return _why_no_pair(seen, square)
    return Phrase("why unchanged", square=name, rule="R38")


def _why_no_pair(seen: Any, square: int) -> Phrase:
    """Why Scarlet may not name this tile now, though it lies within her reach."""
    name, reach = square_name(square), rules.within_reach(seen, seen.place[SCARLET])
    if seen.phase == moves.SECOND:
        firsts = [int(seen.selected)] if square < seen.selected else []
    else:
        firsts = [first for first in range(square) if has(reach, first)]
    for first in firsts:
        if rules.face(seen, first) != rules.face(seen, square):
            one, other = sorted((first, square))
            return Phrase("why named first", first=square_name(one), second=square_name(other), rule="R38")
    return Phrase("why no partner", square=name, rule="R38")


# ---- events


def tell(event: Event, seat: int) -> Phrase:
    return _told(event)


@lru_cache(maxsize=4096)
def _told(event: Event) -> Phrase:
    a, b, c, _ = event.numbers
    if event.kind in (moves.STEPPED, moves.FOLLOWED):
        key = "stepped" if event.kind == moves.STEPPED else "followed"
        return Phrase(key, who=NAMES[a], direction=Phrase(_direction(b, c)), square=square_name(c))
    if event.kind == moves.REVEALED:
        return Phrase("revealed", who=NAMES[a], square=square_name(b), arrows=_arrows_said(c))
    if event.kind == moves.SWAPPED:
        return Phrase("swapped", who=NAMES[a], first=square_name(b), second=square_name(c))
    if event.kind == moves.ROTATED:
        return Phrase("turned", who=NAMES[a], square=square_name(b), how=Phrase(TURNS[c]))
    if event.kind == moves.PUSHED:
        return Phrase("pushed", who=NAMES[a], square=square_name(c))
    if event.kind == moves.HALTED:
        return Phrase("halted", who=NAMES[a], square=square_name(b))
    if event.kind == moves.SIDED:
        return Phrase("sided", faction=Phrase(FACTIONS[a]))
    if event.kind == moves.ENDED:
        return Phrase(f"ended by {REASONS[b]}")
    keys = {moves.DECLINED: "declined", moves.STAYED: "stayed", moves.IDLED: f"idled {NAMES[a].lower()}"}
    return Phrase(keys[event.kind], who=NAMES[a])


def _direction(a: int, b: int) -> str:
    return DIRECTIONS[TO[a].index(b)]


def sides(state: Any) -> list[int]:
    """Factions win together (R49)."""
    return [int(rules.faction_of(state, seat)) for seat in range(state.players)]


def result(state: Any) -> dict[str, Any]:
    """Winners share the first rank; a draw ranks all alike (R49)."""
    won = [state.winner in (moves.DRAW, faction) for faction in sides(state)]
    return {
        "ranks": [1 if mine else 1 + sum(won) for mine in won],
        "scores": None,
        "reason": Phrase(f"ended by {REASONS[state.reason]}"),
    }


# ---- options


def objection(options: Any) -> str | None:
    """Why these options cannot go together."""
    if options.players > 4 and not options.expansion:
        return f"{options.players} players need the expansion: the base game is for 2 to 4"
    if options.solo_faction == GUARDIANS and options.players != 3:
        return "solo_faction is for 3 players"
    if options.turn_limit == 0:
        return f"option 'turn_limit' takes 1 to {MOST_TURNS}, not 0 (R49)"
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


def parts(options: Any) -> list[Phrase]:
    """Whom each seat plays; Raffles and Napoleon are left out while their sides are not drawn."""
    state = rules.State.new()
    rules.setup(state, options, Dealer(0, None, rules.LAP, rules.EVENTS))
    sure = range(4 if options.raffles_side == rules.RANDOM_SIDE else state.playing)
    hands = [[NAMES[c] for c in sure if state.controller[c] == seat] for seat in range(options.players)]
    sides = [FACTIONS[rules.faction_of(state, seat)] for seat in range(options.players)]
    return [Phrase(f"played for {side}", whom=names) for names, side in zip(hands, sides, strict=True)]
