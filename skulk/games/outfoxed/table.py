"""The seen table of Outfoxed: all that a client needs to draw it."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from skulk.engine import NONE, SPECTATOR

from . import leads, moves, rules
from .components import (
    CELLS,
    CROW,
    EXCHANGES,
    FACE_NAMES,
    FOX,
    IDS,
    KINDS,
    LINE,
    OWN_BACK,
    RIM,
    SUN_START,
    SYMBOLS,
)  # fmt: skip
from .floor import is_fixed
from .names import CELL_NAMES, SEAT_NAMES, Side, card_id, cell_name, name_or_none
from .state import FACE_UP, MAY_BE_RABBIT, STIRRED, State

BOX = {card: " ".join(symbols) for card, symbols in zip(IDS, SYMBOLS, strict=True)}  # what is printed on each kind
FLAGS = ("limp", "lost", "double_spent", "dive", "distracted", "shiny", "bonus")


class Card(Struct, kw_only=True):
    """A card of the floor, on its `cell`, or one that lies in front of Crow. `card`: its kind, where this seat may be
    shown it; `back`: "plain", or the kind that has a back of its own; `known`: who has looked at it."""

    cell: str | UnsetType = UNSET
    name: str
    side: Literal["up", "down"]
    card: str | None
    back: str
    known: list[Side]
    fixed: bool
    no_rabbit: bool
    stirred: bool


class Table(Struct):
    """`line`: the row or column beside Crow. `box`: what is printed on each kind of card. `flights`: where holding the
    Vixen back leads, how far the Eagle may fly then. `doubles`: flights that spend its double move. `bear_next`: cells
    that Bear may enter with its next step. `wins`: who wins at once where a bird or Bear goes, by what is touched."""

    cells: list[Card]
    fox: str
    bear: str
    arrow: str | None
    vixen: str | None
    crow: int
    eagle: int
    sun: int
    round: int
    line: list[str]
    decision: str
    seat: int | None
    box: dict[str, str]
    hand: dict[str, int] | None
    held: int
    held_backs: list[str]
    deck: int
    deck_back: str | None
    discards: dict[str, int]
    captured: list[str]
    bait: list[str]
    removed: list[Card]
    exchanges_left: int
    flights: list[int]
    doubles: list[int]
    bear_next: list[str]
    wins: dict[str, Side]
    flags: list[str]
    steps: int
    reach: int
    active: str | None
    face: str | None
    picked: str | None
    recalled: dict[str, int] | None
    memory: Literal["aided", "unaided"]
    winner: Side | None
    reason: str | None


def table(seen: Any, seat: int) -> Table:
    """What a client draws. Without aid to memory it shows what lies open, and a card only while it is looked at."""
    return Table(
        cells=[_card(seen, seat, cell) for cell in range(CELLS)],
        fox=cell_name(seen.fox),
        bear=cell_name(seen.bear),
        arrow=name_or_none(seen.arrow),
        vixen=name_or_none(seen.vixen),
        crow=int(seen.crow),
        eagle=int(seen.eagle),
        sun=int((SUN_START + seen.sun) % RIM),
        round=int(min(seen.sun + 1, RIM)),
        line=[cell_name(cell) for cell in LINE[seen.crow]],
        decision=moves.PHASES[seen.phase],
        seat=None if seen.over else CROW if rules.acting(seen) >> CROW & 1 else FOX,
        box=BOX,
        hand=_counted(seen.hand) if seat == FOX else None,
        held=int(seen.held),
        held_backs=[IDS[kind] for kind in range(KINDS) if OWN_BACK[kind] and seen.hand[kind] > 0],
        deck=int(seen.left),
        deck_back=card_id(seen.deck[seen.left - 1]) if seen.left else None,
        discards=_counted(seen.discards),
        captured=[IDS[card] for card in seen.captured if card >= 0],
        bait=[IDS[card] for card in seen.bait if card >= 0],
        removed=[_card(seen, seat, place) for place in range(CELLS, CELLS + seen.exchanges)],
        exchanges_left=int(EXCHANGES - seen.exchanges),
        flights=leads.flights(seen),
        doubles=leads.doubles(seen),
        bear_next=leads.bear_next(seen),
        wins=leads.wins(seen),
        flags=[flag for flag in FLAGS if getattr(seen, flag)],
        steps=int(seen.steps),
        reach=int(seen.reach),
        active=card_id(seen.active),
        face=None if seen.face == NONE else FACE_NAMES[seen.face],
        picked=name_or_none(seen.picked),
        recalled=_counted(seen.recalled[seat]) if seat != SPECTATOR and not seen.unaided else None,
        memory="unaided" if seen.unaided else "aided",
        winner=None if not seen.over else SEAT_NAMES[seen.reason >= moves.BY_BEAR],
        reason=None if seen.reason == NONE else moves.REASONS[seen.reason],
    )


def _card(seen: Any, seat: int, place: int) -> Card:
    card, marks = int(seen.cards[place]), int(seen.marks[place])
    shown = card >= 0 and (not seen.unaided or _lies_open(seen, seat, place))
    on_floor = place < CELLS
    return Card(
        cell=CELL_NAMES[place] if on_floor else UNSET,
        name=f"cell:{CELL_NAMES[place]}" if on_floor else f"removed:{place - CELLS}",
        side="up" if marks & FACE_UP else "down",
        card=IDS[card] if shown else None,
        back=IDS[card] if card >= 0 and OWN_BACK[card] else "plain",
        known=[] if seen.unaided else [name for s, name in enumerate(SEAT_NAMES) if marks >> s & 1],
        fixed=bool(on_floor and is_fixed(seen, place)),
        no_rabbit=not marks & MAY_BE_RABBIT and not seen.unaided,
        stirred=bool(marks & STIRRED) and not seen.unaided,
    )


def _lies_open(seen: Any, seat: int, place: int) -> bool:
    """Face-up, told by its back, in front of Crow for her to read, or the card she is looking at."""
    mine = seat == CROW and (place >= CELLS or place == seen.picked)
    return bool(seen.marks[place] & FACE_UP or OWN_BACK[seen.cards[place]] or mine)


def _counted(numbers: Any) -> dict[str, int]:
    return {IDS[kind]: int(number) for kind, number in enumerate(numbers) if number > 0}


def open_table(state: Any) -> Table:
    """The table with every card known, and Red Fox's hand."""
    known = State.copy(state)
    known.unaided = 0
    shown = table(known, SPECTATOR)
    shown.hand = _counted(state.hand)
    return shown
