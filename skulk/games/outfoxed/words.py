"""Outfoxed in words: moves, refusals, events."""

from typing import Any

from skulk.engine import NONE, UNKNOWN, Event, Phrase

from . import moves
from .checks import check
from .components import (
    BLOCKS,
    EFFECTS,
    EXCHANGES,
    FACE_NAMES,
    IDS,
    LINE,
    NEXT,
    RABBITS,
    RIVER_DIVE,
    SPEED_CARRION,
)
from .floor import is_up
from .leads import thing
from .names import SEAT_NAMES, WAY_NAMES, card_said, cell_name, cells_of
from .positions import from_position, implied, position
from .table import open_table, table

__all__ = [
    "VARIANTS", "check", "from_position", "implied", "objection", "open_table", "position", "result", "say", "table",
    "tell", "touches", "why_not",
]  # fmt: skip

VARIANTS: list[dict[str, Any]] = [
    {},
    {"burying": "on", "memory": "unaided"},
    {"vixen": "any", "eagle_gap": "odd"},
    {"burying": "on", "vixen": "any", "memory": "unaided", "eagle_gap": "odd"},
]


def objection(options: Any) -> str | None:
    """Every combination of the options is allowed."""
    return None


# ---- moves

FIXED_WORDS = {
    moves.STOP: "stop",
    moves.USE: "activate",
    moves.SPEND: "spend",
    moves.KEEP: "keep",
    moves.HOLD: "hold",
    moves.SWAP_DECK: "swap deck",
}
CELL_WORDS = (
    (moves.SWAPS, "swap"),
    (moves.PEEKS, "peek"),
    (moves.VIXENS, "vixen"),
    (moves.PLACES, "place"),
    (moves.SWITCHES, "switch"),
)


def say(seen: Any, seat: int, action: int) -> Phrase:
    """A move in words, as one would say it at the table."""
    if action in FIXED_WORDS:
        return Phrase(FIXED_WORDS[action])
    if action >= moves.BEARS:
        return Phrase("bear", way=Phrase(WAY_NAMES[action - moves.BEARS]))
    if action < moves.STOP:
        return Phrase("step", way=Phrase(WAY_NAMES[action]))
    if action < moves.LEAPS:
        return Phrase("play", card=card_said(action - moves.PLAYS + RABBITS))
    if moves.EAGLES <= action < moves.PEEKS:
        return Phrase("fly crow" if action >= moves.CROWS else "fly eagle", spaces=f"{moves.spaces_flown(action):+d}")
    for first, word in (*CELL_WORDS, (moves.LOOKS, "look"), (moves.LEAPS, "leap")):
        if action >= first:
            return Phrase(word, cell=cell_name(action - first))
    raise ValueError(f"there is no action {action}")


def touches(seen: Any, seat: int, action: int) -> list[str]:
    """Names of what a move touches on the table."""
    plain = {
        moves.STOP: f"cell:{cell_name(seen.fox)}",
        moves.USE: f"cell:{cell_name(seen.fox)}",
        moves.SWAP_DECK: "deck",
    }
    plain |= {moves.SPEND: "bait", moves.KEEP: "keep", moves.HOLD: "hold"}
    if action in plain:
        return [plain[action]]
    if action < moves.STOP or action >= moves.BEARS:
        start, way = (seen.fox, action) if action < moves.STOP else (seen.bear, action - moves.BEARS)
        cell = int(NEXT[start, way])
        return [f"cell:{cell_name(cell)}"] if cell != NONE else []
    if action < moves.LEAPS:
        return [f"hand:{IDS[action - moves.PLAYS + RABBITS]}"]
    if moves.EAGLES <= action < moves.PEEKS:
        return [thing(seen, action)]
    first = next(
        first
        for first in (moves.SWAPS, moves.PEEKS, moves.VIXENS, moves.PLACES, moves.SWITCHES, moves.LOOKS, moves.LEAPS)
        if action >= first
    )
    return [f"cell:{cell_name(action - first)}"]


# ---- refusals

ASKED = (  # the blocks of actions, and the decisions that they answer
    (moves.STEPS, moves.USE, (moves.STEP,)),
    (moves.USE, moves.LEAPS, (moves.REPLACE,)),
    (moves.LEAPS, moves.LOOKS, (moves.LEAP,)),
    (moves.LOOKS, moves.SWITCHES, (moves.LOOK, moves.ALARM)),
    (moves.SWITCHES, moves.SPEND, (moves.SWITCH_1, moves.SWITCH_2)),
    (moves.SPEND, moves.PLACES, (moves.BAIT,)),
    (moves.PLACES, moves.HOLD, (moves.RELOCATE,)),
    (moves.HOLD, moves.EAGLES, (moves.VIXEN,)),
    (moves.EAGLES, moves.CROWS, (moves.EAGLE,)),
    (moves.CROWS, moves.PEEKS, (moves.CROW_MOVE,)),
    (moves.PEEKS, moves.SWAPS, (moves.PEEK,)),
    (moves.SWAPS, moves.BEARS, (moves.SWAP,)),
    (moves.BEARS, moves.ACTIONS, (moves.BEAR,)),
)


def why_not(seen: Any, seat: int, action: int) -> Phrase:
    """Why an action is refused now, with its rule."""
    first = next(first for first, last, phases in ASKED if first <= action < last)
    if not any(first <= action < last and seen.phase in phases for first, last, phases in ASKED):
        return Phrase("why not asked", asked=Phrase(f"asked.{moves.PHASES[seen.phase]}"), rule="R17")
    if first == moves.STEPS:
        return _why_not_step(seen, action)
    if first == moves.BEARS:
        return _why_not_bear(seen, int(NEXT[seen.bear, action - moves.BEARS]))
    if first == moves.USE:
        return Phrase("why not in hand", card=card_said(action - moves.PLAYS + RABBITS), rule="R32")
    if first == moves.LEAPS:
        return Phrase("why no leap", cell=cell_name(action - moves.LEAPS), rule="R50")
    if first == moves.EAGLES:
        return Phrase("why so far", rule="R70")
    if first == moves.HOLD:
        return Phrase("why bear stands there", rule="R63")
    if action == moves.SWAP_DECK:
        return _why_not_deck(seen)
    return _why_not_cell(seen, first, action - first)


def _why_not_step(seen: Any, action: int) -> Phrase:
    if action == moves.STOP:
        return Phrase("why must step", rule="R30")
    cell = int(NEXT[seen.fox, action])
    if cell == NONE:
        return Phrase("why off the floor", rule="R24")
    if seen.trail >> cell & 1:
        return Phrase("why twice", cell=cell_name(cell), rule="R23")
    blocked = is_up(seen, cell) and BLOCKS[seen.cards[cell]]
    return Phrase("why blocked" if blocked else "why bear there", cell=cell_name(cell), rule="R24")


def _why_not_bear(seen: Any, cell: int) -> Phrase:
    if cell == NONE:
        return Phrase("why off the floor", rule="R64")
    if cell == seen.arrow:
        return Phrase("why bear back", cell=cell_name(cell), rule="R65")
    return Phrase("why vixen there", cell=cell_name(cell), rule="R66")


def _why_not_deck(seen: Any) -> Phrase:
    if seen.exchanges == EXCHANGES:
        return Phrase("why deck spent", times=EXCHANGES, rule="R78")
    return Phrase("why deck empty" if not seen.left else "why not a rabbit", rule="R78")


def _why_not_cell(seen: Any, first: int, cell: int) -> Phrase:
    name, up, vixen = cell_name(cell), is_up(seen, cell), cell == seen.vixen
    if first == moves.LOOKS:
        return Phrase(
            "why open" if up else "why vixen guards", cell=name, rule="R52" if seen.phase == moves.LOOK else "R59"
        )
    if first == moves.SWITCHES and cell not in NEXT[seen.fox]:
        return Phrase("why not beside", cell=name, rule="R53")
    if cell == seen.picked:
        return Phrase("why the same", cell=name, rule="R53" if first == moves.SWITCHES else "R76")
    if first == moves.PEEKS and cell not in LINE[seen.crow]:
        return Phrase("why not in line", cell=name, rule="R75")
    if first in (moves.PEEKS, moves.PLACES) and up:
        rule = "R75" if first == moves.PEEKS else "R45" if seen.active == NONE else "R57"
        return Phrase("why open", cell=name, rule=rule)
    return Phrase("why vixen guards" if vixen else "why fixed", cell=name, rule="R12")


# ---- events

EVENTS = {  # key and the meaning of the numbers: c a cell, k a card, r a space of the rim, b cells as bits, s a seat
    moves.STEPPED: ("stepped", "c"), moves.REVEALED: ("revealed", "ck"), moves.REPLACED: ("replaced", "ckk"),
    moves.LEAPT: ("leapt", "c"), moves.SENT_BACK: ("sent back", "c"), moves.LIMPS: ("limps", ""),
    moves.WILL_LOSE_TURN: ("will lose turn", ""), moves.TURN_LOST: ("turn lost", ""), moves.LOOKED: ("looked", "sck"),
    moves.SWITCHED: ("switched", "cc"), moves.SPENT_BAIT: ("spent bait", "k"),
    moves.EVADED: ("evaded", "ck"), moves.CAPTURED: ("captured", "ck"), moves.LAID: ("laid", "ck"),
    moves.EATEN: ("eaten", "ck"), moves.TOOK_BAIT: ("took bait", "ck"), moves.DREW: ("drew", "k"),
    moves.SCAVENGED: ("scavenged", "kcc"), moves.STOLEN: ("stolen", "kc"), moves.STORMED: ("stormed", "b"),
    moves.DISTRACTED: ("distracted", ""), moves.SHONE: ("shone", ""), moves.TURNED_BACK: ("turned back", "b"),
    moves.VIXEN_PUT: ("vixen put", "c"), moves.EAGLE_FLEW: ("eagle flew", "r"), moves.CROW_FLEW: ("crow flew", "r"),
    moves.SWAPPED: ("swapped", "cc"), moves.SWAPPED_DECK: ("swapped deck", "c"), moves.BEAR_WENT: ("bear went", "c"),
    moves.BEAR_STAYED: ("bear stayed", ""), moves.SUN_MOVED: ("sun moved", "r"), moves.RESHUFFLED: ("reshuffled", ""),
    moves.BOXED_IN: ("boxed in", ""), moves.WADED: ("waded", "k"),
}  # fmt: skip


def tell(event: Event, seat: int) -> Phrase:
    """An event as this seat heard it; a card it may not know is left out."""
    if event.kind == moves.ROLLED:
        return _rolled(*event.numbers[:3])
    if event.kind == moves.UNCOVERED:
        return Phrase(f"uncovered {moves.UNCOVERED_BY[event.numbers[1]]}", card=card_said(event.numbers[0]))
    if event.kind == moves.WON:
        return Phrase(f"won.{moves.REASONS[event.numbers[1]]}")
    word, meanings = EVENTS[event.kind]
    if event.kind == moves.EATEN and RIVER_DIVE in EFFECTS[event.numbers[1]]:
        word = "eaten dive"  # R56
    told: dict[str, Any] = {}
    for meaning, number in zip(meanings, event.numbers, strict=False):
        if meaning == "k" and number == UNKNOWN:
            return Phrase(f"{word} unseen", **told)
        name, value = _told(meaning, number)
        told["other" if name in told else name] = value
    return Phrase(word, **told)


def _rolled(face: int, good: int, needed: int) -> Phrase:
    """A roll, and what it means for the hunt: the rabbit evades, one more is needed, or it is caught (R39)."""
    outcome = "evades" if face <= SPEED_CARRION else "caught" if good == needed else "good"
    return Phrase("rolled", face=Phrase(f"face.{FACE_NAMES[face]}"), outcome=outcome, n=good, all=needed)


def _told(meaning: str, number: int) -> tuple[str, Any]:
    if meaning == "k":
        return "card", card_said(number)
    if meaning == "s":
        return "who", Phrase(f"seat.{SEAT_NAMES[number]}")
    if meaning == "b":
        return "cells", [Phrase("cell", cell=name) for name in cells_of(number)]
    return ("cell", cell_name(number)) if meaning == "c" else ("space", number)


def result(state: Any) -> dict[str, Any]:
    crow = state.reason >= moves.BY_BEAR
    return {"ranks": [1 + crow, 2 - crow], "scores": None, "reason": Phrase(f"won.{moves.REASONS[state.reason]}")}


# ---- options


def parts(options: Any) -> list[Phrase]:
    """Whom each seat plays."""
    return [Phrase("seat.fox"), Phrase("seat.crow")]
