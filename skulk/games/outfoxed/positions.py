"""Positions of Outfoxed as readable JSON, and back; checks.py says what cannot be."""

from typing import Any

import numpy as np

from skulk.engine import NONE, shuffle

from . import moves, rules
from .checks import faults, in_the_game
from .components import (
    BARE,
    BEAR_START,
    CELLS,
    COPIES,
    CROW_START,
    EAGLE_START,
    EXCHANGES,
    FACE_NAMES,
    FOX_START,
    HAND,
    IDS,
    KINDS,
    ODD_EAGLE_START,
    OWN_BACK,
    RABBITS,
    SIDE,
)
from .names import SEAT_NAMES, card_id, card_of, cell_name, cell_of, name_or_none
from .state import (
    ALL_KNOW,
    CROW_KNOWS,
    FACE_UP,
    FOX_KNOWS,
    MAY_BE_RABBIT,
    PUBLIC,
    STIRRED,
    State,
)

FLAGS = ("limp", "lost", "double_spent", "dive", "distracted", "shiny", "bonus")
KNOWN = {"fox": FOX_KNOWS, "crow": CROW_KNOWS, "all": PUBLIC}  # who has seen a card
OPTIONS = {"burying": ("off", "on"), "vixen_any": ("evening", "any"), "unaided": ("aided", "unaided")}
OPTION_NAMES = {"burying": "burying", "vixen_any": "vixen", "unaided": "memory"}

# ---- out


def position(state: Any) -> dict[str, Any]:
    """The whole table. A card is its id, or an object where more is to be said: see `_entry`."""
    entries = [_entry(state, place) for place in range(CELLS + state.exchanges)]
    return {
        "floor": [entries[SIDE * row : SIDE * row + SIDE] for row in range(SIDE)],
        "fox": cell_name(state.fox),
        "bear": cell_name(state.bear),
        "arrow": name_or_none(state.arrow),
        "vixen": name_or_none(state.vixen),
        "crow": int(state.crow),
        "eagle": int(state.eagle),
        "sun": int(state.sun),
        "hand": _listed(state.hand),
        "deck": [IDS[card] for card in state.deck[: state.left][::-1]],
        "discards": _listed(state.discards),
        "captured": [IDS[card] for card in state.captured if card != NONE],
        "bait": [IDS[card] for card in state.bait if card != NONE],
        "removed": entries[CELLS:],
        "flags": [flag for flag in FLAGS if getattr(state, flag)],
        "storm": {
            **{name: _listed(state.recalled[seat]) for seat, name in enumerate(SEAT_NAMES)},
            "shown": _listed(state.shown),
        },
        "options": _options(state),
        "decision": moves.PHASES[state.phase],
        "turn": _turn(state),
        "reason": None if state.reason == NONE else moves.REASONS[state.reason],
    }


def _entry(state: Any, place: int) -> str | dict[str, Any]:
    """{"card", "up": true, "known": ["fox"], "rabbit": false, "stirred": true}; each part only where it is unusual."""
    card, marks = state.cards[place], int(state.marks[place])
    entry: dict[str, Any] = {"card": IDS[card]}
    if marks & FACE_UP:
        entry["up"] = True
    usual = _usual_marks(state, place, card, bool(marks & FACE_UP))
    if (marks ^ usual) & ALL_KNOW:
        entry["known"] = [name for name, bit in KNOWN.items() if marks & bit]
    if (marks ^ usual) & MAY_BE_RABBIT:
        entry["rabbit"] = bool(marks & MAY_BE_RABBIT)
    if marks & STIRRED:
        entry["stirred"] = True
    return entry if len(entry) > 1 else IDS[card]


def _usual_marks(state: Any, place: int, card: int, up: bool) -> int:
    """What is known of a card of which nothing else is said."""
    if place >= CELLS:
        return CROW_KNOWS | (ALL_KNOW if OWN_BACK[card] else 0) | (MAY_BE_RABBIT if state.burying else 0)
    known = ALL_KNOW if up or OWN_BACK[card] or card == BARE else 0
    return known | (0 if card == BARE else MAY_BE_RABBIT)


def _listed(numbers: Any) -> list[str]:
    return [IDS[kind] for kind, number in enumerate(numbers) for _ in range(number)]


def _turn(state: Any) -> dict[str, Any]:
    """What belongs to the turn under way."""
    return {
        "start": name_or_none(state.start),
        "trail": [cell_name(cell) for cell in range(CELLS) if state.trail >> cell & 1],
        "steps": int(state.steps),
        "reach": int(state.reach),
        "active": card_id(state.active),
        "effect": int(state.effect),
        "hits": int(state.hits),
        "face": None if state.face == NONE else FACE_NAMES[state.face],
        "picked": name_or_none(state.picked),
        "due": None if state.due == NONE else moves.PHASES[state.due],
    }


# ---- in


def implied(state: Any, options: Any) -> dict[str, Any]:
    """The options that a state tells; where Eagle began is to be seen before anything has been done."""
    told = _options(state)
    pieces = (state.fox, state.bear, state.crow, state.sun) == (FOX_START, BEAR_START, CROW_START, 0)
    starts = {EAGLE_START: "even", ODD_EAGLE_START: "odd"}
    if pieces and state.held == HAND and not state.steps and not state.discards.any() and state.eagle in starts:
        told["eagle_gap"] = starts[state.eagle]
    return told


def _options(state: Any) -> dict[str, Any]:
    return {OPTION_NAMES[name]: values[getattr(state, name)] for name, values in OPTIONS.items()}


MOMENTS = (
    moves.ROUND,
    moves.FOX_TURN,
    moves.PERCHED,
    moves.BEAR_STEP,
    moves.BEAR_DUE,
    moves.SUN,
)  # between decisions, where play can be taken up
PARTS = (
    "floor", "fox", "bear", "arrow", "vixen", "crow", "eagle", "sun", "hand", "deck", "discards", "captured", "bait",
    "removed", "flags", "storm", "options", "decision", "turn", "reason",
)  # fmt: skip


def from_position(position: dict[str, Any], dealer: Any) -> Any:
    """A state from `position`'s parts; what is left out is as at the start, cards not named are dealt.

    `decision` may also name a moment at which nobody decides, such as FOX_TURN: then play goes on to a decision.
    """
    _known_parts(position, PARTS, "a position")
    state = State.new()
    rules.clear_turn(state)
    state.fox = cell_of(position.get("fox", cell_name(FOX_START)))
    state.bear = cell_of(position.get("bear", cell_name(BEAR_START)))
    state.arrow, state.vixen = (_cell_or_none(position.get(piece)) for piece in ("arrow", "vixen"))
    for piece, space in (("crow", CROW_START), ("eagle", EAGLE_START), ("sun", 0)):
        setattr(state, piece, _whole(position, piece, space))
    given = _part(position, "options", dict)
    _known_parts(given, tuple(OPTION_NAMES.values()), "options")
    for name, values in OPTIONS.items():
        chosen = given.get(OPTION_NAMES[name], values[0])
        setattr(state, name, _choice(chosen, values, f"option {OPTION_NAMES[name]!r}"))
    for flag in _part(position, "flags", list):
        setattr(state, _one_of(flag, FLAGS, "flag"), 1)
    _lay_cards(state, position, dealer)
    _read_storm(state, _part(position, "storm", dict))
    _read_turn(state, position)
    reason = position.get("reason")
    state.reason = NONE if reason is None else _choice(reason, moves.REASONS, "reason")
    state.over = int(reason is not None)
    if state.phase > moves.OVER and not faults(state):
        rules.carry_on(state, dealer)
        dealer.heard()
    return state


def _known_parts(given: dict[str, Any], parts: tuple[str, ...], what: str) -> None:
    for name in given:
        _one_of(name, parts, f"part of {what}")


def _part(given: dict[str, Any], name: str, kind: type) -> Any:
    """A part that is a list or an object, empty if it is left out."""
    part = given.get(name)
    if part is not None and not isinstance(part, kind):
        raise ValueError(f"{name!r} must be {'a list' if kind is list else 'an object'}, not {part!r}")
    return kind() if part is None else part


def _whole(given: dict[str, Any], name: str, default: int) -> int:
    number = given.get(name, default)
    if not isinstance(number, int) or isinstance(number, bool):
        raise ValueError(f"{name!r} must be a whole number, not {number!r}")
    return number


def _one_of(name: Any, names: tuple[str, ...], what: str) -> str:
    if name not in names:
        raise ValueError(f"{name!r} is no {what}; there are {', '.join(names)}")
    return name


def _choice(name: Any, names: tuple[str, ...], what: str) -> int:
    return names.index(_one_of(name, names, what))


def _cell_or_none(name: Any) -> int:
    return NONE if name is None else cell_of(name)


def _lay_cards(state: Any, position: dict[str, Any], dealer: Any) -> None:
    state.cards[:] = state.deck[:] = state.captured[:] = state.bait[:] = NONE
    for name, entry in _floor(position.get("floor", [])).items():
        if entry is not None:
            _lay_entry(state, cell_of(name), entry)
    removed = _part(position, "removed", list)
    if len(removed) > EXCHANGES:
        raise ValueError(f"{len(removed)} cards lie in front of Crow; she may use the deck {EXCHANGES} times (R78)")
    state.exchanges = len(removed)
    for i, entry in enumerate(removed):
        _lay_entry(state, CELLS + i, entry)
    state.caught = _fill(state.captured, _part(position, "captured", list), "captured rabbits (R42)")
    state.baits = _fill(state.bait, _part(position, "bait", list), "bait (R55)")
    for name in _part(position, "discards", list):
        state.discards[card_of(name)] += 1
    for name in _part(position, "hand", list):
        state.hand[card_of(name)] += 1
    state.left = _fill(state.deck, _part(position, "deck", list)[::-1], "cards in the deck (R1)")
    _deal_rest(state, position, dealer)
    state.held = int(state.hand.sum())
    state.census[:] = in_the_game(state)


def _floor(floor: Any) -> dict[str, Any]:
    """The floor by cells; it may be given as rows too."""
    if isinstance(floor, dict):
        return floor
    if not isinstance(floor, list) or not all(isinstance(row, list) for row in floor):
        raise ValueError(f"'floor' must be five rows of five cards, or cards by their cells, not {floor!r} (R1)")
    return {f"{r + 1},{c + 1}": entry for r, row in enumerate(floor) for c, entry in enumerate(row)}


def _fill(cards: np.ndarray, names: list[str], what: str) -> int:
    if len(names) > len(cards):
        raise ValueError(f"{len(names)} {what} are too many: there is room for {len(cards)}")
    cards[: len(names)] = [card_of(name) for name in names]
    return len(names)


def _lay_entry(state: Any, place: int, entry: Any) -> None:
    entry = entry if isinstance(entry, dict) else {"card": entry}
    _known_parts(entry, ("card", "up", "known", "rabbit", "stirred"), "a card")
    card = card_of(entry.get("card"))
    marks = _usual_marks(state, place, card, bool(entry.get("up")))
    if "known" in entry:
        known = [KNOWN[_one_of(name, tuple(KNOWN), "seat")] for name in _part(entry, "known", list)]
        marks = marks & ~ALL_KNOW | (ALL_KNOW if PUBLIC in known else sum(set(known)))
    if "rabbit" in entry:
        marks = marks & ~MAY_BE_RABBIT | (MAY_BE_RABBIT if entry["rabbit"] else 0)
    marks |= (FACE_UP if entry.get("up") else 0) | (STIRRED if entry.get("stirred") else 0)
    state.cards[place], state.marks[place] = card, marks


def _deal_rest(state: Any, position: dict[str, Any], dealer: Any) -> None:
    """Deal what the box still has: to cells that are not named, then a hand and a deck if there is none."""
    left = np.maximum(COPIES - in_the_game(state), 0)
    cells = [cell for cell in range(CELLS) if state.cards[cell] == NONE]
    rabbits = [kind for kind in range(RABBITS) for _ in range(left[kind])][: len(cells)]
    rest = [kind for kind in range(RABBITS, KINDS) for _ in range(left[kind])]
    if not cells and "hand" in position and "deck" in position:
        return
    shuffle(dealer, rest, 0, len(rest))
    if len(rest) + len(rabbits) < len(cells):
        raise ValueError(f"the floor lacks {len(cells) - len(rest) - len(rabbits)} cards (R1)")
    dealt = rabbits + [rest.pop(0) for _ in range(len(cells) - len(rabbits))]
    shuffle(dealer, dealt, 0, len(dealt))
    for cell, card in zip(cells, dealt, strict=True):
        state.cards[cell], state.marks[cell] = card, _usual_marks(state, cell, card, False)
    if position.get("hand") is None:
        for card in rest[:HAND]:
            state.hand[card] += 1
        rest = rest[HAND:]
    if position.get("deck") is None:
        state.left = len(rest)
        state.deck[: len(rest)] = rest[::-1]


def _read_storm(state: Any, storm: dict[str, Any]) -> None:
    _known_parts(storm, (*SEAT_NAMES, "shown"), "storm")
    for seat, name in enumerate(SEAT_NAMES):
        for card in _part(storm, name, list):
            state.recalled[seat, card_of(card)] += 1
        state.recalls[seat] = len(_part(storm, name, list))
    for card in _part(storm, "shown", list):
        state.shown[card_of(card)] += 1


def _read_turn(state: Any, position: dict[str, Any]) -> None:
    turn = _part(position, "turn", dict)
    _known_parts(turn, tuple(_turn(state)), "a turn")
    state.phase = _choice(position.get("decision", "FOX_TURN"), moves.PHASES, "decision")
    if state.phase == moves.STEP and not turn:
        state.phase = moves.FOX_TURN
    if state.phase > moves.OVER and state.phase not in MOMENTS:
        names = ", ".join(moves.PHASES[: moves.OVER + 1] + tuple(moves.PHASES[moment] for moment in MOMENTS))
        raise ValueError(f"play cannot be taken up at {moves.PHASES[state.phase]}; it can at {names} (R17)")
    state.start, state.picked = (_cell_or_none(turn.get(name)) for name in ("start", "picked"))
    state.trail = sum({1 << cell_of(name) for name in _part(turn, "trail", list)})
    for name in ("steps", "reach", "effect", "hits"):
        setattr(state, name, _whole(turn, name, 0))
    state.active = card_of(turn["active"]) if turn.get("active") else NONE
    state.face = _choice(turn["face"], FACE_NAMES, "face") if turn.get("face") else NONE
    state.due = _choice(turn["due"], moves.PHASES, "decision") if turn.get("due") else NONE
