"""Positions of Fox Grove: any table as readable JSON and back, and what cannot be about one."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from skulk.engine import NONE, SPECTATOR, UNKNOWN, shuffle

from . import moves, rules
from .checks import check, drawn, plays
from .components import (
    ALL_KEPT,
    BERRIES,
    BERRY,
    CARDS,
    COLOUR_OF,
    COLOURS,
    FRANK,
    HAND,
    KEEPS,
    NO_OWL,
    OWL_NAMES,
    PAIR,
    PAIR_NAMES,
    SEATS,
)
from .names import COLOUR_NAMES, HOUSE_NAMES, OWL_SIDES, PHASES, VARIANT_NAMES, card_name, card_of
from .redeal import deal_cards, recall_passes
from .state import DECK, LEFT, PILE, PLAYED, RIGHT, TRICKS, State
from .tricks import best_place, left_of, right_of, seat_at, trick_size

# ---- a state as JSON


def position(state: Any) -> dict[str, Any]:
    """The whole table, secrets and all; null for what is not there."""
    seats = range(state.players)
    return {
        "players": int(state.players),
        "sides": {name: "AB"[state.sides[house]] for house, name in enumerate(HOUSE_NAMES)},
        "variant": VARIANT_NAMES[state.pro],
        "round": int(state.woodpecker) + 1,
        "phase": PHASES[state.phase],
        "turn": _or_none(state.turn),
        "fox": int(state.fox),
        "hands": [_cards(state, seat) for seat in seats],
        "played": [_cards(state, PLAYED + seat) for seat in seats],
        "frank": _cards(state, PLAYED + FRANK),
        "pile": [card_name(card) for card in state.deck if card != NONE],
        "gave": [[_name(card) for card in state.gave[seat]] for seat in seats],
        "under": [[_name(card) for card in state.under[seat]] for seat in seats],
        "voids": [[COLOUR_NAMES[c] for c in range(COLOURS) if state.voids[seat, c]] for seat in seats],
        "tricks": int(state.trick),
        "leader": int(state.leader),
        "table": [_name(card) for card in state.table[: state.placed]],
        "owed": int(state.owed),
        "won": bool(state.won),
        "due": [card_name(card) for card in state.due if card != NONE],
        "card": _name(state.card),
        "house": None if state.house == NONE else HOUSE_NAMES[state.house],
        "cost": state.cost.tolist(),
        "drop": bool(state.drop),
        "delivered": int(state.delivered),
        "kept": [_kept(state.kept[seat]) for seat in seats],
        "resources": [state.resources[seat].tolist() for seat in seats],
        "levels": [state.levels[seat].tolist() for seat in seats],
        "owls": [_owls(state, seat) for seat in seats],
        "berries": [_berry(state, token) for token in range(state.taken)],
        "supply": state.berry[state.taken :].tolist(),
    }


def _or_none(value: int) -> int | None:
    return None if value == NONE else int(value)


def _name(card: int) -> str | None:
    return None if card == NONE else card_name(card)


def _cards(state: Any, place: int) -> list[str]:
    return [card_name(card) for card in range(CARDS) if state.places[card] == place]


def _kept(k: int) -> Any:
    return None if k == NONE else "all" if k == ALL_KEPT else KEEPS[k].tolist()


def _owls(state: Any, seat: int) -> dict[str, str]:
    return {OWL_NAMES[owl]: OWL_SIDES[s] for owl, s in enumerate(state.owls[seat]) if s != NO_OWL}


def _berry(state: Any, token: int) -> dict[str, Any]:
    return {
        "seat": int(state.taker[token]),
        "value": int(state.berry[token]),
        "since": int(state.since[token]),
        "spent": bool(state.spent[token]),
    }


# ---- a state from JSON


def implied(state: Any, options: Any) -> dict[str, Any]:
    """The options that a state tells, as `options` say them where that is the same."""
    told: dict[str, Any] = {name: "AB"[state.sides[house]] for house, name in enumerate(HOUSE_NAMES)}
    told |= {"variant": VARIANT_NAMES[state.pro], "owls": PAIR_NAMES[0]}
    if not state.pro:
        mine = (state.owls[0] != NO_OWL).astype(int).tolist()
        told["owls"] = PAIR_NAMES[PAIR.tolist().index(mine)]
    if options.first != NONE and state.woodpecker == 0 and state.trick < TRICKS:  # R30: then the marker has not moved
        told["first"] = int(state.fox)
    return told


PARTS = {
    "players", "sides", "variant", "round", "phase", "turn", "fox", "hands", "played", "frank", "pile", "gave", "under",
    "voids", "tricks", "leader", "table", "owed", "won", "due", "card", "house", "cost", "drop", "delivered", "kept",
    "resources", "levels", "owls", "berries", "supply",
}  # fmt: skip
LISTS = {"hands": range(12), "played": range(10), "voids": range(5), "gave": [2], "under": [2]}  # how long they may be


def from_position(position: dict[str, Any], dealer: Any) -> Any:
    """A state from `position`'s parts. What is left out is as at the start of a round; hands, cards played before, the
    pile, what was passed and the blackberries are dealt where they are not named. A decision with one option that
    everybody can see is not asked, here as in play."""
    unknown = set(position) - PARTS
    if unknown:
        raise ValueError(f"a position has no part {sorted(unknown)[0]!r}; it has {', '.join(sorted(PARTS))}")
    state = State.new()
    _lay_frame(state, position)
    _lay_players(state, position)
    _lay_berries(state, position, dealer)
    _lay_trick(state, position)
    _lay_cards(state, position, dealer)
    _lay_choices(state, position)
    if not (State.faults(state) or check(state)) and not state.over:
        if state.phase in (moves.TRICK, moves.DELIVER):
            state.phase = moves.NEXT_CARD if state.phase == moves.TRICK else moves.NEXT_DELIVERY
        rules.carry_on(state, dealer)
    return state


def _one_of(names: Sequence[str], value: Any, what: str) -> int:
    if value not in names:
        raise ValueError(f"{what} is one of {', '.join(names)}, not {value!r}")
    return names.index(value)


def _per_seat(state: Any, position: dict[str, Any], part: str) -> list:
    """A part that has something for each seat; None for seats of which nothing is said."""
    given = position.get(part)
    if given is None:
        return [None] * state.players
    if part in LISTS and isinstance(given, list):
        wrong = [one for one in given if one is not None and not (isinstance(one, list) and len(one) in LISTS[part])]
        if wrong:
            raise ValueError(f"{part} has a list for each seat, not {wrong[0]!r}")
    if not isinstance(given, list) or len(given) != state.players:
        raise ValueError(f"{part} must be a list with one entry for each of the {state.players} seats")
    return given


def _whole(position: dict[str, Any], part: str, default: int) -> int:
    value = position.get(part, default)
    if not isinstance(value, int) or not 0 <= value < 100:
        raise ValueError(f"{part} must be a small whole number, not {value!r}")
    return int(value)


def _yes_or_no(given: dict[str, Any], part: str) -> int:
    value = given.get(part, False)
    if not isinstance(value, bool):
        raise ValueError(f"{part} must be true or false, not {value!r}")
    return int(value)


def _list(position: dict[str, Any], part: str) -> list:
    value = position.get(part, [])
    if not isinstance(value, list):
        raise ValueError(f"{part} must be a list, not {value!r}")
    return value


def _three(numbers: Any, what: str, rule: str) -> list[int]:
    """Three numbers: wood, nuts and maple, or the levels of the houses."""
    if not isinstance(numbers, list) or len(numbers) != 3 or not all(type(n) is int and 0 <= n < 100 for n in numbers):
        raise ValueError(f"{what} must be three whole numbers, not {numbers!r} ({rule})")
    return numbers


def _lay_frame(state: Any, position: dict[str, Any]) -> None:
    state.players = _whole(position, "players", 2)
    if state.players not in range(2, SEATS + 1):
        raise ValueError(f"players must be 2 to {SEATS}, not {state.players!r} (R2)")
    sides = position.get("sides", {})
    if not isinstance(sides, dict):
        raise ValueError(f"sides must be an object from houses to A or B, not {sides!r}")
    for name in sides:
        _one_of(HOUSE_NAMES, name, "a house")
    for house, name in enumerate(HOUSE_NAMES):
        state.sides[house] = _one_of(["A", "B"], sides.get(name, "A"), f"the side of the {name} house")
    state.pro = _one_of(VARIANT_NAMES, position.get("variant", "base"), "variant")
    state.woodpecker = _whole(position, "round", 1) - 1
    state.phase = _one_of(PHASES, position.get("phase", "exchange"), "phase")
    state.over = int(state.phase == moves.FINISHED)
    state.fox = _whole(position, "fox", 0)
    done = state.players if state.phase in (moves.KEEPING, moves.FINISHED) else 0
    state.delivered = _whole(position, "delivered", done)


def _lay_players(state: Any, position: dict[str, Any]) -> None:
    pair = {"double": "awake", "discount": "awake"}
    resources, levels = (_per_seat(state, position, part) for part in ("resources", "levels"))
    for seat, owls in enumerate(_per_seat(state, position, "owls")):
        state.resources[seat] = _three(resources[seat] or [0, 0, 0], "resources", "R3")
        state.levels[seat] = _three(levels[seat] or [0, 0, 0], "levels", "R45")
        owls = owls if owls is not None else {} if state.pro else pair
        if not isinstance(owls, dict):
            raise ValueError(f"owls of a seat are names with awake or asleep, not {owls!r} (R59)")
        for name, side in owls.items():
            owl = _one_of(list(OWL_NAMES), name, "an owl")
            state.owls[seat, owl] = _one_of(OWL_SIDES, side, f"the side of {name}")


def _lay_berries(state: Any, position: dict[str, Any], dealer: Any) -> None:
    tokens, supply = _list(position, "berries"), _list(position, "supply")
    if len(tokens) + len(supply) > BERRIES:
        raise ValueError(f"there are {BERRIES} blackberries, not {len(tokens) + len(supply)} (R41)")
    if not all(isinstance(token, dict) and "seat" in token for token in tokens):
        raise ValueError("a blackberry that was taken is an object with its seat and value (R41)")
    state.taken = len(tokens)
    state.taker[:] = NONE
    values = [token.get("value") for token in tokens] + list(supply)
    values += [None] * (BERRIES - len(values))
    left = BERRY.tolist()
    for value in values:
        if value is not None:
            if value not in left:
                raise ValueError(f"there are not so many blackberries worth {value!r} (R41)")
            left.remove(value)
    shuffle(dealer, left, 0, len(left))
    for i, value in enumerate(values):
        state.berry[i] = left.pop() if value is None else value
    for i, token in enumerate(tokens):
        seat = token["seat"]
        if seat not in range(state.players):
            raise ValueError(f"a blackberry was taken by seat {seat!r}, which is not at the table (R41)")
        state.taker[i], state.since[i], state.spent[i] = seat, _whole(token, "since", 0), _yes_or_no(token, "spent")
        state.berries[seat] += 1 - state.spent[i]
        state.eaten[seat] += state.spent[i]


def _lay_trick(state: Any, position: dict[str, Any]) -> None:
    done = state.phase in (moves.DELIVER, moves.KEEPING, moves.FINISHED)
    state.trick = _whole(position, "tricks", TRICKS if done else 0)
    state.leader = _whole(position, "leader", state.fox)
    laid = _list(position, "table")
    if len(laid) > trick_size(state):
        raise ValueError(f"a trick has at most {trick_size(state)} cards (R15)")
    state.placed = len(laid)
    state.table[:] = NONE
    state.table[: len(laid)] = [NONE if card is None else card_of(card) for card in laid]
    state.due[:] = NONE
    due = [card_of(card) for card in _list(position, "due")][:2]
    state.due[: len(due)] = due
    card, house = position.get("card"), position.get("house")
    state.card = NONE if card is None else card_of(card)
    state.house = NONE if house is None else _one_of(HOUSE_NAMES, house, "house")
    state.cost[:] = _three(position.get("cost", [0, 0, 0]), "cost", "R46")
    state.drop = _yes_or_no(position, "drop")
    state.owed = _whole(position, "owed", int(state.phase == moves.PICK))
    state.won = _yes_or_no(position, "won")
    state.turn = _turn(state) if position.get("turn") is None else _whole(position, "turn", 0)


def _turn(state: Any) -> int:
    """Whose turn it is, where the phase tells."""
    if state.phase in (moves.EXCHANGE, moves.KEEPING, moves.FINISHED):
        return NONE
    if state.phase == moves.TRICK:
        return int(seat_at(state, state.placed)) % FRANK
    if state.phase == moves.PICK and best_place(state) != NONE:
        return int(seat_at(state, best_place(state)))
    return (state.fox + state.delivered) % state.players


# ---- cards


def _lay_cards(state: Any, position: dict[str, Any], dealer: Any) -> None:
    """Cards that are named go where they are named; the others fill what is left."""
    state.places[:] = state.gave[:] = state.under[:] = UNKNOWN
    hands, played = _per_seat(state, position, "hands"), _per_seat(state, position, "played")
    for i in range(state.placed):
        if state.table[i] != NONE:
            _put(state, state.table[i], PLAYED + int(seat_at(state, i)))
    for seat in range(state.players):
        _put_all(state, hands[seat], seat)
        _put_all(state, played[seat], PLAYED + seat)
        for colour in _per_seat(state, position, "voids")[seat] or []:
            state.voids[seat, _one_of(COLOUR_NAMES, colour, "a void")] = 1
    _put_all(state, _list(position, "frank"), PLAYED + FRANK)
    _lay_passes(state, position)
    for seat in range(state.players):
        sunk = state.phase == moves.UNDER and seat == state.turn
        extra = 2 * (sunk or state.under[seat, 0] != NONE) - int((state.under[seat] != NONE).sum())
        dealt = HAND + extra - plays(state, seat)
        state.held[seat] = dealt if hands[seat] is None else len(hands[seat])
    _lay_pile(state, position)
    _lay_played(state, played, position.get("frank"), dealer)
    _deal_unnamed(state, dealer)


def _put(state: Any, card: int, place: int) -> None:
    if state.places[card] not in (UNKNOWN, place):
        raise ValueError(f"{card_name(card)} is in two places (R5)")
    state.places[card] = place


def _put_all(state: Any, cards: list[str] | None, place: int) -> None:
    for name in cards or []:
        if place < PILE and state.places[card_of(name)] != UNKNOWN:
            raise ValueError(f"{name} is in two places (R5)")
        _put(state, card_of(name), place)


def _lay_passes(state: Any, position: dict[str, Any]) -> None:
    """What was chosen for the exchange, and what lies under the pile."""
    gave, under = _per_seat(state, position, "gave"), _per_seat(state, position, "under")
    unsaid = NONE if state.phase == moves.EXCHANGE else UNKNOWN
    for seat in range(SEATS):
        mine = gave[seat] if seat < state.players else [None, None]
        none = NONE if seat >= state.players else unsaid
        state.gave[seat] = [none if card is None else card_of(card) for card in mine or [None, None]]
        sunk = (under[seat] if seat < state.players else None) or [None, None]
        state.under[seat] = [NONE if card is None else card_of(card) for card in sunk]
        for card in state.under[seat]:
            if card != NONE:
                _put(state, card, PILE)
        if state.players == 2 and state.phase != moves.EXCHANGE and state.gave[seat, RIGHT] >= 0:
            _put(state, state.gave[seat, RIGHT], PILE)


def _lay_pile(state: Any, position: dict[str, Any]) -> None:
    state.top, size = drawn(state), CARDS - HAND * state.players
    named = [card_of(name) for name in _list(position, "pile")]
    if len(named) > size - state.top:
        raise ValueError(f"the pile has {size - state.top} cards from the deal, not {len(named)} (R6)")
    for i in range(DECK):
        state.deck[i] = UNKNOWN if state.top <= i < size else NONE
    for i, card in enumerate(named):
        state.deck[state.top + i] = card
        _put(state, card, PILE)


def _lay_played(state: Any, played: list, frank: Any, dealer: Any) -> None:
    """Cards played before that are not named: any that are named nowhere."""
    named = {int(card) for card in state.gave.flat if card >= 0}
    left = [card for card in range(CARDS) if state.places[card] == UNKNOWN and card not in named]
    shuffle(dealer, left, 0, len(left))
    for seat in [*range(state.players), FRANK]:
        if (frank if seat == FRANK else played[seat]) is None:
            for _ in range(plays(state, seat) - int((state.places == PLAYED + seat).sum())):
                if not left:
                    raise ValueError("more cards are named than there are (R5)")
                state.places[left.pop()] = PLAYED + seat


def _deal_unnamed(state: Any, dealer: Any) -> None:
    for seat in range(state.players):
        for way in (LEFT, RIGHT):
            card = state.gave[seat, way]
            if state.phase != moves.EXCHANGE and card >= 0 and state.places[card] == UNKNOWN:
                state.places[card] = left_of(state, seat) if way == LEFT else right_of(state, seat)
    holes = int((state.places == UNKNOWN).sum())
    hands = [int(state.held[seat] - (state.places == seat).sum()) for seat in range(state.players)]
    buried = (
        int((state.gave[:2, RIGHT] == UNKNOWN).sum()) if state.players == 2 and state.phase != moves.EXCHANGE else 0
    )
    if min(hands) < 0 or holes != sum(hands) + int((state.deck == UNKNOWN).sum()) + buried:
        raise ValueError("the cards do not add up: hands, cards played and the pile must be 52 (R5, R6, R30)")
    if not _can_be_dealt(state, hands):
        raise ValueError("there are not enough cards of the colours that hands may still hold (R16)")
    seen = State.copy(state)
    deal_cards(seen, SPECTATOR, state, dealer)
    if state.phase != moves.EXCHANGE:
        recall_passes(seen, state, dealer)


def _can_be_dealt(state: Any, rooms: list[int]) -> bool:
    """Whether the voids leave enough cards for every set of hands taken together."""
    unseen = np.bincount(COLOUR_OF[state.places == UNKNOWN], minlength=COLOURS)
    for bits in range(1, 1 << state.players):
        some = [seat for seat in range(state.players) if bits >> seat & 1]
        allowed = unseen[(state.voids[some] == 0).any(axis=0)].sum()
        if sum(rooms[seat] for seat in some) > allowed:
            return False
    return True


def _lay_choices(state: Any, position: dict[str, Any]) -> None:
    state.kept[:] = NONE
    for seat, kept in enumerate(_per_seat(state, position, "kept")):
        if state.phase == moves.KEEPING and kept is None:
            state.kept[seat] = rules.forced_keep(state, seat)
        elif kept == "all":
            state.kept[seat] = ALL_KEPT
        elif kept is not None:
            if kept not in KEEPS.tolist():
                raise ValueError(f'kept must be "all" or three resources, not {kept!r} (R54)')
            state.kept[seat] = KEEPS.tolist().index(kept)
