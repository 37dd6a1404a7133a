"""Positions of Slyest Fox as readable JSON and back."""

from typing import Any

from skulk.engine import NONE, draw, has, only

from . import moves
from .cards import in_box
from .checks import asked_seats, usual_who
from .components import (
    CHARACTER_NAMES,
    CODE_NAMES,
    CODES,
    COPIES,
    DEALT,
    FOXES,
    I_DONT_CARE,
    KINDS,
    SEATS,
    STRIKES,
    TEAM,
)
from .names import ALOOF_NAMES, KIND_NAMES, PHASE_NAMES, REASON_NAMES, cards, cards_text
from .state import OPTIONS, State

CHOICES = ("mode", "extension", "ending", "hand_counts", "show_teams")
FLAGS = {
    "face_up": "shown",
    "used_character": "used",
    "challenged": "challenged",
    "had_floor": "floored",
    "meddled": "meddled",
    "asked": "asked",
}
PARTS = {
    "players", *CHOICES, "phase", "who", "active", "turn", "quiet", "reason", "foxes", "piles", "area", "decks",
    "stock", "attack", "known",
}  # fmt: skip
FOX_PARTS = {"hand", "character", "gossiped", "trapped", "idc", "eliminated", "drawn", "answer", *FLAGS}
ATTACK_PARTS = {"target", "kind", "attack", "defence", "ban", "defended"}


# ---- out


def position(state: Any) -> dict[str, Any]:
    """The whole state; cards are written like "GOS*3 UAT"."""
    choices = {name: OPTIONS.all[name].tell(getattr(state, name)) for name in CHOICES}
    attack = None
    if state.target != NONE or state.ban:
        attack = {
            "target": None if state.target == NONE else int(state.target),
            "kind": None if state.kind == NONE else KIND_NAMES[state.kind],
            "attack": int(state.attack),
            "defence": int(state.defence),
            "ban": bool(state.ban),
            "defended": bool(state.defended),
        }
    return {
        "players": int(state.players),
        **choices,
        "phase": PHASE_NAMES[state.phase],
        "who": None if state.who == NONE else int(state.who),
        "active": int(state.active),
        "turn": int(state.turn),
        "quiet": int(state.quiet),
        "reason": REASON_NAMES[state.reason],
        "foxes": [_fox(state, seat) for seat in range(state.players)],
        "piles": cards_text(state.piles),
        "area": cards_text(state.area),
        "decks": cards_text(state.decks),
        "stock": cards_text(state.stock),
        "attack": attack,
        "known": _known(state),
    }


def _fox(state: Any, seat: int) -> dict[str, Any]:
    return {
        "hand": cards_text(state.hands[seat]),
        "character": CHARACTER_NAMES[state.character[seat]],
        "gossiped": int(state.markers[seat, 0]),
        "trapped": int(state.markers[seat, 1]),
        "idc": ALOOF_NAMES[state.aloof[seat]],
        "eliminated": int(state.fallen[seat]),
        "drawn": cards_text(state.drawn[seat]),
        "answer": None if state.answers[seat] == NONE else int(state.answers[seat]),
        **{name: bool(has(getattr(state, bits), seat)) for name, bits in FLAGS.items()},
    }


def _known(state: Any) -> list[dict[str, Any]]:
    """Who can name which cards in whose hand; first what everybody can, then who can name more."""
    seats = range(state.players)
    found = [
        {"by": "all", "of": of, "cards": cards_text(state.known[of, of])} for of in seats if state.known[of, of].any()
    ]
    for by in seats:
        for of in seats:
            if (state.known[by, of] != state.known[of, of]).any():
                found.append({"by": by, "of": of, "cards": cards_text(state.known[by, of])})
    return found


# ---- in


def _number(value: Any, least: int, most: int, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{where} must be {least} to {most}, not {value!r}")
    return value


def _one_of(value: Any, names: list, where: str) -> int:
    if value not in names:
        raise ValueError(f"{where} must be one of {', '.join(str(name) for name in names)}, not {value!r}")
    return names.index(value)


def _parts(given: Any, allowed: set[str], where: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise ValueError(f"{where} must have named parts, not be {given!r}")
    unknown = sorted(set(given) - allowed)
    if unknown:
        raise ValueError(f"{where} has no part {unknown[0]!r}; it has {', '.join(sorted(allowed))}")
    return given


def from_position(position: dict[str, Any], dealer: Any) -> Any:
    """A state from `position`'s parts; what is left out is as at the start of a first turn.

    A hand may be cards, a number of cards to deal, or "rest": all that lies nowhere else. Hands and characters
    that are left out are dealt; decks that are left out hold what remains.
    """
    given = _parts(position, PARTS, "a position")
    state = State.new()
    foxes = given.get("foxes", [])
    if not isinstance(foxes, list) or len(foxes) > SEATS:
        raise ValueError(f"foxes must be a list of at most {SEATS}")
    state.players = _number(given.get("players", len(foxes) or 4), 2, SEATS, "players")
    foxes = [_parts(fox, FOX_PARTS, f"fox {seat}") for seat, fox in enumerate(foxes)]
    if len(foxes) > state.players:
        raise ValueError(f"there are {len(foxes)} foxes for {state.players} players")
    foxes += [{}] * (state.players - len(foxes))
    usual = {"mode": "duel" if state.players == 2 else "ffa", "extension": "on" if state.players > 6 else "off"}
    for name in CHOICES:
        option = OPTIONS.all[name]
        setattr(state, name, option.read(given.get(name, usual.get(name, option.values[0]))))
    _lay_foxes(state, foxes)
    _lay_turn(state, given)
    _lay_cards(state, given, foxes, dealer)
    _lay_characters(state, foxes, dealer)
    _lay_window(state, foxes)
    return state


def implied(state: Any, options: Any) -> dict[str, Any]:
    """Who has the first turn, while it is to be seen (R2); all else is kept under its own name."""
    return {"first": int(state.active)} if options.first != NONE and state.turn <= 1 else {}


def _lay_foxes(state: Any, foxes: list[dict[str, Any]]) -> None:
    state.answers[:] = NONE
    for seat, fox in enumerate(foxes):
        where = f"fox {seat}"
        state.markers[seat, 0] = _number(fox.get("gossiped", 0), 0, 2, f"{where}: gossiped (R4)")
        state.markers[seat, 1] = _number(fox.get("trapped", 0), 0, 2, f"{where}: trapped (R4)")
        state.aloof[seat] = _one_of(fox.get("idc", "free"), ALOOF_NAMES, f"{where}: idc")
        state.fallen[seat] = _number(fox.get("eliminated", 0), 0, state.players - 1, f"{where}: eliminated")
        if state.fallen[seat] == 0:
            state.alive |= only(seat)
            state.live += 1
        for name, bits in FLAGS.items():
            if fox.get(name, False):
                setattr(state, bits, getattr(state, bits) | only(seat))


def _lay_turn(state: Any, given: dict[str, Any]) -> None:
    state.phase = _one_of(given.get("phase", "turn"), PHASE_NAMES, "phase")
    state.active = _number(given.get("active", 0), 0, state.players - 1, "active")
    state.turn = _number(given.get("turn", 1), 0, 10_000, "turn")
    state.quiet = _number(given.get("quiet", 0), 0, 10_000, "quiet")
    state.reason = _one_of(given.get("reason"), REASON_NAMES, "reason")
    state.over = int(state.phase == moves.OVER)
    state.target = state.kind = NONE
    attack = _parts(given.get("attack") or {}, ATTACK_PARTS, "attack")
    if attack.get("target") is not None:
        state.target = _number(attack["target"], 0, state.players - 1, "attack: target")
        state.kind = _one_of(attack.get("kind"), KIND_NAMES, "attack: kind (R13)")
        behind = state.phase in (moves.PRESSING, moves.JOINING)
        state.defence = _number(attack.get("defence", 0), 0, 60, "attack: defence")
        state.attack = _number(attack.get("attack", state.defence + (not behind)), 0, 60, "attack: attack")
        state.defended = int(bool(attack.get("defended", False)))
    state.ban = int(bool(attack.get("ban", False)))
    state.who = usual_who(state)
    if given.get("who") is not None:
        state.who = _number(given["who"], 0, state.players - 1, "who")
    elif state.phase in (moves.REFILLING, moves.SHEDDING, moves.FLOOR):
        raise ValueError(f"who must say which fox is asked in phase {PHASE_NAMES[state.phase]!r}")


def _lay_cards(state: Any, given: dict[str, Any], foxes: list[dict[str, Any]], dealer: Any) -> None:
    state.piles[:] = cards(given.get("piles", ""), "piles")
    state.area[:] = cards(given.get("area", ""), "area")
    rest = [int(in_box(state, code) - state.piles[code] - state.area[code]) for code in range(CODES)]
    rest[I_DONT_CARE] -= int((state.aloof == 2).sum())
    if "decks" in given:
        state.decks[:] = cards(given["decks"], "decks")
        rest = [n - int(laid) for n, laid in zip(rest, state.decks, strict=True)]
    for seat, fox in enumerate(foxes):
        state.drawn[seat] = cards(fox.get("drawn", ""), f"fox {seat}: drawn")
        if isinstance(fox.get("hand"), str) and fox["hand"] != "rest":
            state.hands[seat] = cards(fox["hand"], f"fox {seat}: hand")
            rest = [n - int(held) for n, held in zip(rest, state.hands[seat], strict=True)]
    for code, n in enumerate(rest):
        if n < 0:
            raise ValueError(f"there are {-n} too many {CODE_NAMES[code]}: the box has {in_box(state, code)} (R79)")
    for seat, fox in enumerate(foxes):
        if not isinstance(fox.get("hand"), str):
            _deal(state, seat, fox.get("hand"), rest, dealer)
    for seat, fox in enumerate(foxes):
        if fox.get("hand") == "rest":
            state.hands[seat], rest = rest, [0] * CODES
    if "decks" not in given:
        state.decks[:] = rest
    state.stock[:] = (
        cards(given["stock"], "stock") if "stock" in given else [in_box(state, code) for code in range(CODES)]
    )
    for deck in range(2):
        mine = slice(KINDS * deck, KINDS * deck + KINDS)
        state.left[deck] = state.decks[mine].sum()
        state.held[:, deck] = state.hands[:, mine].sum(axis=1)
    _lay_known(state, given.get("known", []))


def _deal(state: Any, seat: int, hand: Any, rest: list[int], dealer: Any) -> None:
    """A hand of so many cards, half of each deck; a fox that has been eliminated has none unless told otherwise."""
    usual = 2 * DEALT if has(state.alive, seat) else 0
    size = usual if hand is None else _number(hand, 0, 98, f"fox {seat}: hand")
    for card in range(size):
        deck = card % 2
        bag = [rest[code] if code // KINDS == deck else 0 for code in range(CODES)]
        if not sum(bag):
            raise ValueError(f"fox {seat}: there are not enough cards left for a hand of {size} (R79)")
        code = draw(dealer, bag)
        rest[code] -= 1
        state.hands[seat, code] += 1


def _lay_known(state: Any, known: Any) -> None:
    if not isinstance(known, list):
        raise ValueError("known must be a list")
    for fact in known:
        fact = _parts(fact, {"by", "of", "cards"}, "known")
        of = _number(fact.get("of"), 0, state.players - 1, "known: of")
        named = cards(fact.get("cards"), "known: cards")
        if fact.get("by") == "all":
            state.known[: state.players, of] = named
        else:
            state.known[_number(fact.get("by"), 0, state.players - 1, "known: by"), of] = named


def _lay_characters(state: Any, foxes: list[dict[str, Any]], dealer: Any) -> None:
    pool, given = COPIES.tolist(), {}
    for seat, fox in enumerate(foxes):
        if fox.get("character") is not None:
            given[seat] = _one_of(fox["character"], CHARACTER_NAMES, f"fox {seat}: character")
            pool[given[seat]] -= 1
    for character, n in enumerate(pool):
        if n < 0:
            raise ValueError(f"there are too many foxes who are {CHARACTER_NAMES[character]}: the box has {COPIES[0]}")
    if state.mode == TEAM:  # R89: half of each team
        for team in (0, 1):
            mine = [c for c in range(FOXES) if STRIKES[c] == team]
            spare = sum(pool[c] for c in mine) - state.players // 2 + sum(c in mine for c in given.values())
            for _ in range(max(spare, 0)):
                pool[draw(dealer, [pool[c] if c in mine else 0 for c in range(FOXES)])] -= 1
    for seat in range(state.players):
        if seat not in given:
            if not sum(pool):
                raise ValueError(f"fox {seat}: no character is left for it (R89)")
            given[seat] = draw(dealer, pool)
            pool[given[seat]] -= 1
        state.character[seat] = given[seat]
    if state.mode == TEAM and state.players == 4:
        state.shown = 2**state.players - 1  # R91


def _lay_window(state: Any, foxes: list[dict[str, Any]]) -> None:
    """The seats that a window asks, and what they have answered."""
    if state.phase in moves.IN_WINDOW and not state.asked:
        state.asked = asked_seats(state)
    for seat, fox in enumerate(foxes):
        if fox.get("answer") is not None:
            state.answers[seat] = _number(fox["answer"], 0, 161, f"fox {seat}: answer")
