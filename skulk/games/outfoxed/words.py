"""Outfoxed in words: moves, refusals, events, the seen table."""

from typing import Any

from skulk.engine import NONE, SPECTATOR, UNKNOWN, Event, Phrase

from . import rules, terms
from .checks import check
from .components import (
    BLOCKS,
    CELLS,
    CROW,
    EFFECTS,
    EXCHANGES,
    FACE_NAMES,
    FOX,
    IDS,
    KINDS,
    LINE,
    NEXT,
    OWN_BACK,
    RABBITS,
    RIM,
    RIVER_DIVE,
    SUN_START,
    SYMBOLS,
)
from .floor import is_fixed, is_up
from .names import SEAT_NAMES, WAY_NAMES, card_id, card_said, cell_name, cells_of, name_or_none
from .positions import from_position, implied, position
from .terms import (
    ACTIONS,
    ALARM,
    BEAR,
    BEARS,
    CROW_MOVE,
    CROWS,
    EAGLE,
    EAGLES,
    FACE_UP,
    HOLD,
    KEEP,
    LEAP,
    LEAPS,
    LOOK,
    LOOKS,
    MAY_BE_RABBIT,
    PEEK,
    PEEKS,
    PHASES,
    PLACES,
    PLAYS,
    REASONS,
    RELOCATE,
    REPLACE,
    SPEND,
    STEP,
    STEPS,
    STIRRED,
    STOP,
    SWAP,
    SWAP_DECK,
    SWAPS,
    SWITCH_1,
    SWITCH_2,
    SWITCHES,
    USE,
    VIXEN,
    VIXENS,
)

__all__ = [
    "VARIANTS", "check", "from_position", "implied", "objection", "position", "result", "say", "table", "tell",
    "touches", "why_not",
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

FIXED_WORDS = {STOP: "stop", USE: "activate", SPEND: "spend", KEEP: "keep", HOLD: "hold", SWAP_DECK: "swap deck"}
CELL_WORDS = ((SWAPS, "swap"), (PEEKS, "peek"), (VIXENS, "vixen"), (PLACES, "place"), (SWITCHES, "switch"))


def say(seen: Any, seat: int, action: int) -> Phrase:
    """A move in words, as one would say it at the table."""
    if action in FIXED_WORDS:
        return Phrase(FIXED_WORDS[action])
    if action >= BEARS:
        return Phrase("bear", way=Phrase(WAY_NAMES[action - BEARS]))
    if action < STOP:
        return Phrase("step", way=Phrase(WAY_NAMES[action]))
    if action < LEAPS:
        return Phrase("play", card=card_said(action - PLAYS + RABBITS))
    if EAGLES <= action < PEEKS:
        return Phrase("fly crow" if action >= CROWS else "fly eagle", spaces=f"{_spaces(action):+d}")
    for first, word in (*CELL_WORDS, (LOOKS, "look"), (LEAPS, "leap")):
        if action >= first:
            return Phrase(word, cell=cell_name(action - first))
    raise ValueError(f"there is no action {action}")


def _spaces(action: int) -> int:
    """How far a bird flies, clockwise."""
    choice = action - (CROWS if action >= CROWS else EAGLES)
    return (choice // 2 + 1) * (1 if choice % 2 == 0 else -1)


def touches(seen: Any, seat: int, action: int) -> list[str]:
    """Names of what a move touches on the table."""
    plain = {STOP: f"cell:{cell_name(seen.fox)}", USE: f"cell:{cell_name(seen.fox)}", SWAP_DECK: "deck"}
    plain |= {SPEND: "bait", KEEP: "keep", HOLD: "hold"}
    if action in plain:
        return [plain[action]]
    if action < STOP or action >= BEARS:
        start, way = (seen.fox, action) if action < STOP else (seen.bear, action - BEARS)
        cell = int(NEXT[start, way])
        return [f"cell:{cell_name(cell)}"] if cell != NONE else []
    if action < LEAPS:
        return [f"hand:{IDS[action - PLAYS + RABBITS]}"]
    if EAGLES <= action < PEEKS:
        return [f"rim:{((seen.crow if action >= CROWS else seen.eagle) + _spaces(action)) % RIM}"]
    first = next(first for first in (SWAPS, PEEKS, VIXENS, PLACES, SWITCHES, LOOKS, LEAPS) if action >= first)
    return [f"cell:{cell_name(action - first)}"]


# ---- refusals

ASKED = (  # the blocks of actions, and the decisions that they answer
    (STEPS, USE, (STEP,)), (USE, LEAPS, (REPLACE,)), (LEAPS, LOOKS, (LEAP,)), (LOOKS, SWITCHES, (LOOK, ALARM)),
    (SWITCHES, SPEND, (SWITCH_1, SWITCH_2)), (SPEND, PLACES, (terms.BAIT,)), (PLACES, HOLD, (RELOCATE,)),
    (HOLD, EAGLES, (VIXEN,)), (EAGLES, CROWS, (EAGLE,)), (CROWS, PEEKS, (CROW_MOVE,)), (PEEKS, SWAPS, (PEEK,)),
    (SWAPS, BEARS, (SWAP,)), (BEARS, ACTIONS, (BEAR,)),
)  # fmt: skip


def why_not(seen: Any, seat: int, action: int) -> Phrase:
    """Why an action is refused now, with its rule."""
    first = next(first for first, last, phases in ASKED if first <= action < last)
    if not any(first <= action < last and seen.phase in phases for first, last, phases in ASKED):
        return Phrase("why not asked", asked=Phrase(f"asked.{PHASES[seen.phase]}"), rule="R17")
    if first == STEPS:
        return _why_not_step(seen, action)
    if first == BEARS:
        return _why_not_bear(seen, int(NEXT[seen.bear, action - BEARS]))
    if first == USE:
        return Phrase("why not in hand", card=card_said(action - PLAYS + RABBITS), rule="R32")
    if first == LEAPS:
        return Phrase("why no leap", cell=cell_name(action - LEAPS), rule="R50")
    if first == EAGLES:
        return Phrase("why so far", rule="R70")
    if first == HOLD:
        return Phrase("why bear stands there", rule="R63")
    if action == SWAP_DECK:
        return _why_not_deck(seen)
    return _why_not_cell(seen, first, action - first)


def _why_not_step(seen: Any, action: int) -> Phrase:
    if action == STOP:
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
    if first == LOOKS:
        return Phrase("why open" if up else "why vixen guards", cell=name, rule="R52" if seen.phase == LOOK else "R59")
    if first == SWITCHES and cell not in NEXT[seen.fox]:
        return Phrase("why not beside", cell=name, rule="R53")
    if cell == seen.picked:
        return Phrase("why the same", cell=name, rule="R53" if first == SWITCHES else "R76")
    if first == PEEKS and cell not in LINE[seen.crow]:
        return Phrase("why not in line", cell=name, rule="R75")
    if first in (PEEKS, PLACES) and up:
        rule = "R75" if first == PEEKS else "R45" if seen.active == NONE else "R57"
        return Phrase("why open", cell=name, rule=rule)
    return Phrase("why vixen guards" if vixen else "why fixed", cell=name, rule="R12")


# ---- events

EVENTS = {  # key and the meaning of the numbers: c a cell, k a card, r a space of the rim, b cells as bits, s a seat
    terms.STEPPED: ("stepped", "c"), terms.REVEALED: ("revealed", "ck"), terms.REPLACED: ("replaced", "ckk"),
    terms.LEAPT: ("leapt", "c"), terms.SENT_BACK: ("sent back", "c"), terms.LIMPS: ("limps", ""),
    terms.WILL_LOSE_TURN: ("will lose turn", ""), terms.TURN_LOST: ("turn lost", ""), terms.LOOKED: ("looked", "sck"),
    terms.SWITCHED: ("switched", "cc"), terms.SPENT_BAIT: ("spent bait", "k"),
    terms.EVADED: ("evaded", "ck"), terms.CAPTURED: ("captured", "ck"), terms.LAID: ("laid", "ck"),
    terms.EATEN: ("eaten", "ck"), terms.TOOK_BAIT: ("took bait", "ck"), terms.DREW: ("drew", "k"),
    terms.SCAVENGED: ("scavenged", "kcc"), terms.STOLEN: ("stolen", "kc"), terms.STORMED: ("stormed", "b"),
    terms.DISTRACTED: ("distracted", ""), terms.SHONE: ("shone", ""), terms.TURNED_BACK: ("turned back", "b"),
    terms.VIXEN_PUT: ("vixen put", "c"), terms.EAGLE_FLEW: ("eagle flew", "r"), terms.CROW_FLEW: ("crow flew", "r"),
    terms.SWAPPED: ("swapped", "cc"), terms.SWAPPED_DECK: ("swapped deck", "c"), terms.BEAR_WENT: ("bear went", "c"),
    terms.BEAR_STAYED: ("bear stayed", ""), terms.SUN_MOVED: ("sun moved", "r"), terms.RESHUFFLED: ("reshuffled", ""),
    terms.BOXED_IN: ("boxed in", ""),
}  # fmt: skip


def tell(event: Event, seat: int) -> Phrase:
    """An event as this seat heard it; a card it may not know is left out."""
    if event.kind == terms.ROLLED:
        return Phrase("rolled", face=Phrase(f"face.{FACE_NAMES[event.numbers[0]]}"))
    if event.kind == terms.WON:
        return Phrase(f"won.{REASONS[event.numbers[1]]}")
    word, meanings = EVENTS[event.kind]
    if event.kind == terms.EATEN and RIVER_DIVE in EFFECTS[event.numbers[1]]:
        word = "eaten dive"  # R56
    told: dict[str, Any] = {}
    for meaning, number in zip(meanings, event.numbers, strict=False):
        if meaning == "k" and number == UNKNOWN:
            return Phrase(f"{word} unseen", **told)
        name, value = _told(meaning, number)
        told["other" if name in told else name] = value
    return Phrase(word, **told)


def _told(meaning: str, number: int) -> tuple[str, Any]:
    if meaning == "k":
        return "card", card_said(number)
    if meaning == "s":
        return "who", Phrase(f"seat.{SEAT_NAMES[number]}")
    if meaning == "b":
        return "cells", [Phrase("cell", cell=name) for name in cells_of(number)]
    return ("cell", cell_name(number)) if meaning == "c" else ("space", number)


def result(state: Any) -> dict[str, Any]:
    crow = state.reason >= terms.BY_BEAR
    return {"ranks": [1 + crow, 2 - crow], "scores": None, "reason": Phrase(f"won.{REASONS[state.reason]}")}


# ---- the table as JSON


def table(seen: Any, seat: int) -> dict[str, Any]:
    """What a client draws. Without aid to memory it shows what lies open, and a card only while it is looked at."""
    return {
        "cells": [{"cell": cell_name(cell), **_card(seen, seat, cell)} for cell in range(CELLS)],
        "fox": cell_name(seen.fox),
        "bear": cell_name(seen.bear),
        "arrow": name_or_none(seen.arrow),
        "vixen": name_or_none(seen.vixen),
        "crow": int(seen.crow),
        "eagle": int(seen.eagle),
        "sun": int((SUN_START + seen.sun) % RIM),
        "round": int(min(seen.sun + 1, RIM)),
        "line": [cell_name(cell) for cell in LINE[seen.crow]],
        "decision": PHASES[seen.phase],
        "seat": None if seen.over else CROW if rules.acting(seen) >> CROW & 1 else FOX,
        "box": BOX,
        "hand": _counted(seen.hand) if seat == FOX else None,
        "held": int(seen.held),
        "held_backs": [IDS[kind] for kind in range(KINDS) if OWN_BACK[kind] and seen.hand[kind] > 0],
        "deck": int(seen.left),
        "deck_back": card_id(seen.deck[seen.left - 1]) if seen.left else None,
        "discards": _counted(seen.discards),
        "captured": [IDS[card] for card in seen.captured if card >= 0],
        "bait": [IDS[card] for card in seen.bait if card >= 0],
        "removed": [_card(seen, seat, place) for place in range(CELLS, CELLS + seen.exchanges)],
        "exchanges_left": int(EXCHANGES - seen.exchanges),
        "flights": _flights(seen),
        "flags": [flag for flag in FLAGS if getattr(seen, flag)],
        "steps": int(seen.steps),
        "reach": int(seen.reach),
        "active": card_id(seen.active),
        "face": None if seen.face == NONE else FACE_NAMES[seen.face],
        "picked": name_or_none(seen.picked),
        "recalled": _counted(seen.recalled[seat]) if seat != SPECTATOR and not seen.unaided else None,
        "memory": "unaided" if seen.unaided else "aided",
        "winner": None if not seen.over else SEAT_NAMES[seen.reason >= terms.BY_BEAR],
        "reason": None if seen.reason == NONE else REASONS[seen.reason],
    }


BOX = {card: " ".join(symbols) for card, symbols in zip(IDS, SYMBOLS, strict=True)}  # what is printed on each kind
FLAGS = ("limp", "lost", "double_spent", "dive", "distracted", "shiny", "bonus")


def _flights(seen: Any) -> list[int]:
    """How far the Eagle may fly as soon as the Vixen has been held back: one goes with the other (R63, R70)."""
    if seen.phase != VIXEN or seen.due != EAGLE:
        return []
    after, mask = rules.State.copy(seen), [0] * ACTIONS
    after.phase = EAGLE
    rules.legal(after, FOX, mask)
    return [_spaces(action) for action in range(EAGLES, CROWS) if mask[action]]


def _card(seen: Any, seat: int, place: int) -> dict[str, Any]:
    card, marks = int(seen.cards[place]), int(seen.marks[place])
    shown = card >= 0 and (not seen.unaided or _lies_open(seen, seat, place))
    return {
        "name": f"cell:{cell_name(place)}" if place < CELLS else f"removed:{place - CELLS}",
        "side": "up" if marks & FACE_UP else "down",
        "card": IDS[card] if shown else None,
        "back": IDS[card] if card >= 0 and OWN_BACK[card] else "plain",
        "known": [] if seen.unaided else [name for s, name in enumerate(SEAT_NAMES) if marks >> s & 1],
        "fixed": bool(place < CELLS and is_fixed(seen, place)),
        "no_rabbit": not marks & MAY_BE_RABBIT and not seen.unaided,
        "stirred": bool(marks & STIRRED) and not seen.unaided,
    }


def _lies_open(seen: Any, seat: int, place: int) -> bool:
    """Face-up, told by its back, in front of Crow for her to read, or the card she is looking at."""
    mine = seat == CROW and (place >= CELLS or place == seen.picked)
    return bool(seen.marks[place] & FACE_UP or OWN_BACK[seen.cards[place]] or mine)


def _counted(numbers: Any) -> dict[str, int]:
    return {IDS[kind]: int(number) for kind, number in enumerate(numbers) if number > 0}


def open_table(state: Any) -> dict[str, Any]:
    """The table with every card known, and Red Fox's hand."""
    known = rules.State.copy(state)
    known.unaided = 0
    return table(known, SPECTATOR) | {"hand": _counted(state.hand)}


def parts(options: Any) -> list[Phrase]:
    """Whom each seat plays."""
    return [Phrase("seat.fox"), Phrase("seat.crow")]
