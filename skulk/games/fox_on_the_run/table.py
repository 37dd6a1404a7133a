"""The seen table of Fox on the Run: all that a client needs to draw it."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from skulk.engine import NONE, SPECTATOR, Said

from . import moves, rules
from .components import FACES, IN_SET, SQUARES, START
from .leads import SHOWN, TO, Lead, ahead, is_in_reach, why_not_that_way, with_lists
from .names import (
    ARROW_NAMES,
    CELLS,
    FACTIONS,
    NAMES,
    PHASES,
    REASONS,
    SQUARE_NAMES,
    Faction,
    Phase,
    Reason,
    square_name,
)  # fmt: skip

Winner = Literal[Faction, "nobody"]
WINNERS: list[Winner] = [*FACTIONS, "nobody"]


class Tile(Struct, frozen=True, gc=False):
    """A tile on its square. `used`: it has acted in this turn; `under`: what lies face down, where all is open."""

    name: str
    square: str
    face: Literal["down", "start", "up"]
    arrows: str | UnsetType = UNSET  # of a tile that lies face up, like `used`
    used: bool | UnsetType = UNSET
    under: str | UnsetType = UNSET


class Character(Struct, gc=False):
    name: str
    square: str
    faction: Faction
    seat: int


class Table(Struct):
    """`leads`: where a step leads, by the square that is entered first. `blocked`: why the mover may not go there, by
    square. `wins`: who wins at once if the mover goes to a square, or reveals it. `in_reach`: as things lie, Zev would
    catch Indigo; `guarded`: he is next to Scarlet, and Indigo may not come to her. `hidden`: how many tiles that print
    each face are still face down."""

    tiles: list[Tile]
    characters: list[Character]
    order: list[str]
    mover: str
    seat: int
    phase: Phase
    selected: str | None
    pushed: str | None
    leads: dict[str, Lead]
    blocked: dict[str, Said]
    wins: dict[str, Faction]
    in_reach: bool
    guarded: bool
    face_down: int
    hidden: dict[str, int]
    completed: int
    turn_limit: int
    winner: Winner | None
    reason: Reason | None


def table(seen: Any, seat: int) -> Table:
    board = with_lists(seen)
    mover, revealed = rules.mover(board), board.revealed
    leads, wins = ahead(board)
    faces = [SHOWN[p][q] for p, q in zip(board.printed, board.quarters, strict=True)]
    return Table(
        tiles=[
            UP[square][faces[square]][seen.applied >> square & 1] if revealed[square] else DOWN[square]
            for square in range(SQUARES)
        ],
        characters=[
            Character(NAMES[c], SQUARE_NAMES[board.place[c]], FACTIONS[board.faction[c]], board.controller[c])
            for c in range(seen.playing)
        ],
        order=[NAMES[c] for c in board.order if c != NONE],
        mover=NAMES[mover],
        seat=board.controller[mover],
        phase=PHASES[seen.phase],
        selected=None if seen.selected == NONE else square_name(seen.selected),
        pushed=NAMES[rules.next_to_push(board)] if seen.to_push else None,
        leads=leads,
        blocked=_blocked(board, mover),
        wins=wins,
        in_reach=is_in_reach(board),
        guarded=bool(rules.is_guarded(board)),  # R42
        face_down=int(seen.face_down),
        hidden=_hidden(revealed, board.printed),
        completed=int(seen.completed),
        turn_limit=int(seen.turn_limit),
        winner=None if seen.winner == NONE else WINNERS[seen.winner],
        reason=None if seen.reason == NONE else REASONS[seen.reason],
    )


def _blocked(board: Any, mover: int) -> dict[str, Said]:
    """blocked[square]: why the mover may not go to those who stand there."""
    if board.over or board.phase not in (moves.STEP, moves.ARROW):
        return {}
    found = {}
    for direction, to in enumerate(TO[board.place[mover]]):
        if to != NONE and board.standing[to] and not rules.enterable(board, mover, to):
            why = why_not_that_way(board, mover, direction)
            if why.key not in ("why diagonal", "why no arrow"):
                found[SQUARE_NAMES[to]] = why.as_json()
    return found


def _tile_up(square: int, face: int, used: bool) -> Tile:
    if face == START:
        return Tile(CELLS[square], SQUARE_NAMES[square], "start")
    return Tile(CELLS[square], SQUARE_NAMES[square], "up", ARROW_NAMES[face], used)


# made once, shared by all tables
DOWN = [Tile(CELLS[square], SQUARE_NAMES[square], "down") for square in range(SQUARES)]
UP = [[[_tile_up(square, face, used) for used in (False, True)] for face in range(FACES)] for square in range(SQUARES)]


def _hidden(revealed: list[int], printed: list[int]) -> dict[str, int]:
    """How many tiles that print each face are still face down: what everybody can count."""
    left = IN_SET.tolist()
    for is_up, face in zip(revealed, printed, strict=True):
        if is_up and face != START:
            left[face] -= 1
    return {ARROW_NAMES[face]: n for face, n in enumerate(left) if n}


def open_table(state: Any) -> Table:
    """The table with what lies under the tiles that are face down."""
    shown = table(state, SPECTATOR)
    under = [ARROW_NAMES[rules.face(state, square)] for square in range(SQUARES)]
    tiles = zip(shown.tiles, under, strict=True)
    shown.tiles = [replace(tile, under=below) if tile.face == "down" else tile for tile, below in tiles]
    return shown
