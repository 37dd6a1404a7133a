"""Slyest Fox in words: moves and news."""

from typing import Any

from skulk.engine import UNKNOWN, Event, Phrase, has

from . import moves
from .cards import held_by, may_challenge, two_are_left
from .checks import check, unplayed
from .components import (
    CHARACTER_NAMES,
    CODE_NAMES,
    ENOUGH_IS_ENOUGH,
    GUARDS,
    I_DONT_CARE,
    KINDS,
    LIVES,
    MANY,
    OF_A_KIND,
    SNEAKY_ATTACK,
    SNEAKY_DEFENCE,
    STOP_IT,
    STORIES,
    STRIKES,
    TEAM,
    TRAP_CARD,
    WEASEL,
)
from .names import DECK_NAMES, KIND_NAMES, REASON_NAMES
from .positions import from_position, implied, position
from .table import open_table, ranks, sides, table

__all__ = ["check", "from_position", "implied", "open_table", "position", "sides", "table"]

VARIANTS: list[dict[str, Any]] = [
    {"players": 2, "mode": "duel"},
    {"players": 3, "first": 2},
    {"players": 3, "extension": "on", "ending": "first_victim"},
    {"players": 4, "hand_counts": "exact"},
    {"players": 4, "extension": "on"},
    {"players": 4, "mode": "team"},
    {"players": 5, "ending": "first_victim"},
    {"players": 5, "extension": "on"},
    {"players": 6},
    {"players": 6, "mode": "team", "show_teams": "on", "extension": "on"},
    {"players": 7, "extension": "on"},
    {"players": 8, "extension": "on", "hand_counts": "exact"},
    {"players": 8, "mode": "team", "extension": "on", "first": 7},
]


def objection(options: Any) -> str | None:
    """Why a game with these options is not played, or None."""
    if options.first >= options.players:
        return f"first is seat {options.first}, but the seats are 0 to {options.players - 1} (R2)"
    return unplayed(options)


def card(code: int) -> Phrase:
    return Phrase(CODE_NAMES[code])


def fox(seat: int) -> Phrase:
    return Phrase("fox", seat=int(seat))


def character(which: int) -> Phrase:
    return Phrase(CHARACTER_NAMES[which])


def rival(seen: Any, seat: int, distance: int) -> int:
    """The seat so far to the left; one that is not at the table keeps a number beyond it."""
    return (seat + distance) % seen.players if distance < seen.players else distance


# ---- moves

PLAIN = {
    moves.DRAW: "draw attack",
    moves.DRAW + 1: "draw defence",
    moves.PLAY_I_DONT_CARE: "play idc",
    moves.BAN: "ban",
    moves.PASS: "pass",
    moves.STOP: "stop",
    moves.DECLINE: "decline",
    moves.ENOUGH: "enough",
    moves.ACCEPT: "accept",
    moves.REST: "rest",
    moves.DEFEND + moves.BY_CHARACTER: "defend as character",
    moves.ADD + moves.BY_CHARACTER: "add character",
    moves.HELP + 4: "help sneaky",
    moves.JOIN + 3: "join sneaky",
}


def say(seen: Any, seat: int, action: int) -> Phrase:
    """A move in words, as one would say it at the table."""
    if action in PLAIN:
        return Phrase(PLAIN[action])
    if moves.ATTACK <= action < moves.TRADE:
        code, kind = moves.OPENINGS[(action - moves.ATTACK) // moves.FAR]
        target = fox(rival(seen, seat, 1 + (action - moves.ATTACK) % moves.FAR))
        key = "attack" if code <= TRAP_CARD else "attack as"
        return Phrase(key, target=target, card=card(code), kind=Phrase(KIND_NAMES[kind]))
    if moves.TRADE <= action < moves.PLAY_I_DONT_CARE:
        given, taken = _traded(action)
        return Phrase("trade", given=card(given), taken=card(taken))
    if moves.CHALLENGE <= action < moves.BAN:
        return Phrase("challenge", rival=fox(rival(seen, seat, 1 + action - moves.CHALLENGE)))
    if moves.DEFEND <= action < moves.STOP:
        return Phrase("defend", card=card(moves.DEFEND_CARDS[action - moves.DEFEND]))
    if moves.HELP <= action < moves.ENOUGH:
        return Phrase("help", card=card(moves.HELP_CARDS[action - moves.HELP]))
    if moves.ADD <= action < moves.REST:
        return Phrase("add", card=card(moves.ADD_CARDS[action - moves.ADD]))
    if moves.JOIN <= action < moves.SHED:
        return Phrase("join", card=card(moves.ADD_CARDS[action - moves.JOIN]))
    return Phrase("shed", card=card(action - moves.SHED))


def _traded(action: int) -> tuple[int, int]:
    given, place = divmod(action - moves.TRADE, KINDS)
    return given, given // KINDS * KINDS + place


def needs(action: int) -> list[int]:
    """The cards a move takes from the hand."""
    if moves.ATTACK <= action < moves.TRADE:
        return [int(moves.OPENINGS[(action - moves.ATTACK) // moves.FAR, 0])]
    if moves.TRADE <= action < moves.PLAY_I_DONT_CARE:
        return [_traded(action)[0]] * 2
    if moves.DEFEND <= action < moves.DEFEND + moves.BY_CHARACTER:
        return [int(moves.DEFEND_CARDS[action - moves.DEFEND])]
    if moves.HELP <= action < moves.ENOUGH:
        code = int(moves.HELP_CARDS[action - moves.HELP])
        return [code] if code == SNEAKY_DEFENCE else [WEASEL, code]
    if moves.ADD <= action < moves.ADD + moves.BY_CHARACTER:
        return [int(moves.ADD_CARDS[action - moves.ADD])]
    if moves.JOIN <= action < moves.SHED:
        code = int(moves.ADD_CARDS[action - moves.JOIN])
        return [code] if code == SNEAKY_ATTACK else [WEASEL, code]
    if action >= moves.SHED:
        return [action - moves.SHED]
    return {
        moves.PLAY_I_DONT_CARE: [I_DONT_CARE],
        moves.BAN: [ENOUGH_IS_ENOUGH],
        moves.ENOUGH: [ENOUGH_IS_ENOUGH],
        moves.STOP: [STOP_IT],
    }.get(action, [])


def touches(seen: Any, seat: int, action: int) -> list[str]:
    """Names on the table: card:GOS in the own hand, pile:UAT, deck:attack, seat:2, character:0."""
    names = [f"card:{CODE_NAMES[code]}" for code in dict.fromkeys(needs(action))]
    if action < moves.ATTACK:
        return [f"deck:{DECK_NAMES[action]}"]
    if action < moves.TRADE:
        return [*names, f"seat:{rival(seen, seat, 1 + (action - moves.ATTACK) % moves.FAR)}"]
    if action < moves.PLAY_I_DONT_CARE:
        return [*names, f"pile:{CODE_NAMES[_traded(action)[1]]}"]
    if moves.CHALLENGE <= action < moves.BAN:
        return [f"seat:{rival(seen, seat, 1 + action - moves.CHALLENGE)}"]
    if action in (moves.DEFEND + moves.BY_CHARACTER, moves.ADD + moves.BY_CHARACTER):
        return [f"character:{seat}"]
    return names or [PLAIN[action]]


# ---- refusals: when a move has its place, by which rule, and what else stands in its way

FREE = (moves.OWN_TURN, moves.CLEARING, moves.FLOOR)
PLACES: list[tuple[int, tuple[int, ...], str, str]] = [
    (moves.DRAW, (moves.OWN_TURN, moves.REFILLING), "when drawing", "R7"),
    (moves.ATTACK, (moves.OWN_TURN,), "when attacking", "R12"),
    (moves.TRADE, FREE, "when free", "R58"),
    (moves.PLAY_I_DONT_CARE, FREE, "when free", "R43"),
    (
        moves.CHALLENGE,
        (*FREE, moves.RESPONDING, moves.PRESSING, moves.HELPING, moves.JOINING),
        "when challenging",
        "R66",
    ),
    (moves.BAN, (moves.OWN_TURN, moves.PRESSING), "when banning", "R100"),
    (moves.PASS, (*FREE, moves.HELPING, moves.JOINING), "when passing", "R9"),
    (moves.DEFEND, (moves.RESPONDING,), "when responding", "R17"),
    (moves.HELP, (moves.HELPING,), "when helping", "R35"),
    (moves.ENOUGH, (moves.STOPPED,), "when stopped", "R98"),
    (moves.ADD, (moves.PRESSING,), "when pressing", "R20"),
    (moves.JOIN, (moves.JOINING,), "when joining", "R35"),
    (moves.SHED, (moves.SHEDDING,), "when shedding", "R74"),
]


def why_not(seen: Any, seat: int, action: int) -> Phrase:
    """Why an action is refused now, with its rule."""
    first, phases, when, rule = next(place for place in reversed(PLACES) if place[0] <= action)
    if seen.phase not in phases:
        return Phrase("why not now", when=Phrase(when), rule=rule)
    if seen.phase == moves.OWN_TURN and seen.ban and first != moves.ATTACK:
        return Phrase("why attack now", rule="R100")
    return (
        _why_not_at(seen, seat, action, first)
        or _why_not_fitting(seen, action, first)
        or _why_not_with(seen, seat, action, rule)
        or _why_else(seen, seat, action, first)
    )


def _why_not_at(seen: Any, seat: int, action: int, first: int) -> Phrase | None:
    """What is wrong with the fox that a move is aimed at."""
    if first not in (moves.ATTACK, moves.CHALLENGE):
        return None
    other = rival(seen, seat, 1 + (action - first) % moves.FAR)
    if other >= seen.players or other == seat:
        return Phrase("why no fox", seat=other, rule="R6")
    if not has(seen.alive, other):
        return Phrase("why eliminated", who=fox(other), rule="R49")
    if first == moves.ATTACK:
        kind = moves.OPENINGS[(action - moves.ATTACK) // moves.FAR, 1]
        if seen.aloof[other] == 2:
            return Phrase("why protected", who=fox(other), rule="R44")
        if seen.markers[other, kind] >= OF_A_KIND:
            return Phrase("why closed", who=fox(other), kind=Phrase(KIND_NAMES[kind]), rule="R4")
    elif two_are_left(seen):
        return Phrase("why two left", rule="R68")
    elif not has(seen.alive, seat):
        return Phrase("why ghost", rule="R51")
    elif has(seen.challenged, seat):
        return Phrase("why challenged", rule="R63")
    elif held_by(seen, other) < MANY:
        return Phrase("why not many", who=fox(other), rule="R63")
    return None if may_challenge(seen, seat) or first == moves.ATTACK else Phrase("why nothing to lose", rule="R63")


def _why_not_fitting(seen: Any, action: int, first: int) -> Phrase | None:
    """What is wrong with the kind of a card, or with meddling at all."""
    if first in (moves.HELP, moves.JOIN) and seen.ban:
        return Phrase("why banned", rule="R100")
    if (
        first in (moves.DEFEND, moves.HELP, moves.ADD, moves.JOIN)
        and action - first in (0, 1)
        and action - first != seen.kind
    ):
        return Phrase("why other kind", kind=Phrase(KIND_NAMES[seen.kind]), rule="R14")
    return None


def _why_not_with(seen: Any, seat: int, action: int, rule: str) -> Phrase | None:
    """Which card is missing."""
    cards = needs(action)
    if len(cards) == 2 and cards[0] == cards[1]:
        if seen.hands[seat, cards[0]] < 2:
            return Phrase("why no pair", card=card(cards[0]), rule="R55")
        return Phrase("why not in pile", card=card(_traded(action)[1]), rule="R56")
    for code in cards:
        if seen.hands[seat, code] == 0:
            return Phrase("why not held", card=card(code), rule="R34" if code == WEASEL else rule)
    return None


def _why_else(seen: Any, seat: int, action: int, first: int) -> Phrase:
    if first == moves.DRAW:
        return Phrase("why deck empty", rule="R9")
    if action == moves.PLAY_I_DONT_CARE:
        return Phrase("why lies already", rule="R47") if seen.aloof[seat] == 2 else Phrase("why twice", rule="R46")
    if action == moves.BAN:
        return Phrase("why nobody to ban", rule="R102")
    if action in (moves.DEFEND + moves.BY_CHARACTER, moves.ADD + moves.BY_CHARACTER):
        return _why_no_character(seen, seat, action)
    return Phrase("why no pass", rule="R9")


def _why_no_character(seen: Any, seat: int, action: int) -> Phrase:
    if two_are_left(seen):
        return Phrase("why no characters", rule="R31")
    if has(seen.used, seat):
        return Phrase("why used", rule="R28")
    power = (GUARDS if action < moves.STOP else STRIKES)[seen.character[seat]]
    if power != seen.kind:
        return Phrase("why unfit", who=character(seen.character[seat]), rule="R32")
    return Phrase("why first card", rule="R29")


# ---- news


def _unbundle(*bundles: int) -> list[int]:
    """Counts by code from the bundles of the two decks."""
    return [bundle >> 5 * place & 31 for bundle in bundles for place in range(KINDS)]


def _cards_said(*bundles: int) -> Any:
    """The cards of two bundles, in words."""
    counts = _unbundle(*bundles)
    said = [Phrase("so many", count=n, card=card(code)) if n > 1 else card(code) for code, n in enumerate(counts) if n]
    return said or Phrase("nothing")


def _decks_said(*counts: int) -> list[Phrase]:
    """So many cards of each deck, in words."""
    decks = [(name, n) for name, n in zip(DECK_NAMES, counts, strict=True) if n]
    return [Phrase(f"{name} cards", count=n) if n > 1 else Phrase(f"one {name} card") for name, n in decks]


WITH_FOX = {
    moves.CALMED: "calmed",
    moves.STIRRED: "stirred",
    moves.BANNED: "banned",
    moves.DECLINED: "declined",
    moves.NEUTRALISED: "neutralised",
    moves.ACCEPTED: "accepted",
    moves.RESTED: "rested",
    moves.ELIMINATED: "eliminated",
    moves.HAUNTS: "haunts",
    moves.PASSED: "passed",
}
WITH_CARD = {moves.DEFENDED: "defended", moves.ADDED: "added", moves.SHED_ONE: "shed one"}
MEDDLED = {moves.HELPED: "helped", moves.JOINED: "joined"}
WITH_CHARACTER = {moves.SHOWED: "showed", moves.GUARDED: "guarded", moves.STRUCK: "struck"}


def tell(event: Event, seat: int) -> Phrase:
    """What happened, as this seat heard it."""
    kind = event.kind
    a, b, c, d = event.numbers
    if kind in WITH_FOX:
        return Phrase(WITH_FOX[kind], who=fox(a))
    if kind in WITH_CARD:
        return Phrase(WITH_CARD[kind], who=fox(a), card=card(b))
    if kind in MEDDLED:
        return Phrase(
            MEDDLED[kind] + (" sneakily" if b in (SNEAKY_ATTACK, SNEAKY_DEFENCE) else ""), who=fox(a), card=card(b)
        )
    if kind in WITH_CHARACTER:
        return Phrase(WITH_CHARACTER[kind], who=fox(a), character=character(b))
    if kind == moves.DEALT_HAND:
        return Phrase("dealt", who=fox(a), cards=_cards_said(b, c), character=character(d))
    if kind == moves.BEGAN:
        return Phrase("began", who=fox(a), turn=b)
    if kind == moves.DREW:
        deck = Phrase(f"{DECK_NAMES[b]} side")
        return (
            Phrase("drew", who=fox(a), deck=deck)
            if c == UNKNOWN
            else Phrase("drew card", who=fox(a), deck=deck, card=card(c))
        )
    if kind == moves.ATTACKED:
        code, meant = divmod(c, 2)
        story = Phrase(f"{KIND_NAMES[meant]} {d % STORIES}")
        key = "attacked" if code <= TRAP_CARD else "attacked as"
        return Phrase(key, who=fox(a), target=fox(b), card=card(code), kind=Phrase(KIND_NAMES[meant]), story=story)
    if kind == moves.TRADED:
        return Phrase("traded", who=fox(a), given=card(b), taken=card(c))
    if kind == moves.CHALLENGED:
        return Phrase("challenged", who=fox(a), rival=fox(b), count=c)
    if kind == moves.MOVED:
        return Phrase("moved", giver=fox(a), taker=fox(b), cards=_cards_said(c, d))
    if kind == moves.CHANGED_HANDS:
        return Phrase("changed hands", giver=fox(a), taker=fox(b), cards=_decks_said(c, d))
    return _tell_the_rest(kind, a, b, c)


def _lives(left: int) -> Phrase:
    return Phrase("so many lives", count=left) if left > 1 else Phrase("one life" if left else "no life")


def _tell_the_rest(kind: int, a: int, b: int, c: int) -> Phrase:
    if kind == moves.STOPPED_IT:
        return Phrase("stopped with weasel" if b else "stopped", who=fox(a))
    if kind == moves.HURT:
        return Phrase(f"hurt by {KIND_NAMES[b]}", who=fox(a), lives=_lives(c))
    if kind == moves.FAILED:
        return Phrase("failed", who=fox(a), target=fox(b))
    if kind == moves.DISCARDED:
        return Phrase("discarded", who=fox(a), cards=_cards_said(b, c))
    if kind == moves.RESHUFFLED:
        return Phrase("reshuffled", deck=Phrase(f"{DECK_NAMES[a]} side"), count=b)
    return Phrase(f"ended {REASON_NAMES[a]}")


# ---- the result


def out(state: Any) -> list[bool]:
    """Who cannot win any more if somebody gives the game up: a fox without a life (R84), but for its team."""
    return [state.mode != TEAM and not state.alive >> seat & 1 for seat in range(state.players)]


def result(state: Any) -> dict[str, Any]:
    """Ranks by R84; in teams the winners, then the others. Scores are lives."""
    return {
        "ranks": ranks(state),
        "scores": [int(LIVES - state.markers[seat].sum()) for seat in range(state.players)],
        "reason": Phrase(f"ended {REASON_NAMES[state.reason]}"),
    }
