"""Leduc poker in words: moves, events, the table, positions."""

from typing import Any

from skulk.engine import NONE, UNKNOWN, Dealer, Phrase

from .components import ANTE, CALL, CARDS, FOLD, MOST_RAISES
from .rules import (
    CALLED,
    CHECKED,
    DEALT,
    FOLDED,
    RAISED,
    SHARED,
    SHOWN,
    TURNED_UP,
    WON,
    State,
    deal,
    legal,
    play,
    winner,
)

VARIANTS: list[dict[str, Any]] = [{}]
NAMES = ["J♠", "J♥", "Q♠", "Q♥", "K♠", "K♥"]
MOVES = ["fold", "call", "raise"]


def say(seen: Any, seat: int, action: int) -> Phrase:
    if action == CALL and seen.paid[0] == seen.paid[1]:
        return Phrase("check")  # R4
    return Phrase(MOVES[action])


def why_not(seen: Any, seat: int, action: int) -> Phrase:
    if action == FOLD:
        return Phrase("nothing_to_fold", rule="R6")
    return Phrase("no_more_raises", most=MOST_RAISES, rule="R5")


def touches(seen: Any, seat: int, action: int) -> list[str]:
    return [f"hand:{seat}"] if action == FOLD else ["pot"]


BETS = {FOLDED: "folded", CHECKED: "checked", CALLED: "called", RAISED: "raised", WON: "won"}


def tell(event: Any, seat: int) -> Phrase:
    first, second, _, _ = event.numbers
    if event.kind == DEALT:
        return Phrase("dealt", card=NAMES[second])
    if event.kind == TURNED_UP:
        return Phrase("turned_up", card=NAMES[first])
    if event.kind == SHOWN:
        return Phrase("shown", seat=first, card=NAMES[second])
    if event.kind == SHARED:
        return Phrase("shared")
    return Phrase(BETS[event.kind], seat=first, chips=second)


def table(seen: Any, seat: int) -> dict[str, Any]:
    return {
        "hands": [None if card == UNKNOWN else NAMES[card] for card in seen.hands],
        "public": None if seen.public == NONE else NAMES[seen.public],
        "pot": [int(chips) for chips in seen.paid],
        "betting": _betting(seen),
        "turn": seen.turn,
        "over": bool(seen.over),
    }


def _betting(state: Any) -> list[list[str]]:
    """What was done in each round."""
    return [[MOVES[action] for action in stage if action != NONE] for stage in state.history]


# ---- positions


def position(state: Any) -> dict[str, Any]:
    """Cards and betting: the chips, the turn and the end follow from them."""
    return {
        "hands": [NAMES[card] for card in state.hands],
        "public": None if state.public == NONE else NAMES[state.public],
        "betting": _betting(state),
    }


def from_position(position: dict[str, Any], dealer: Any) -> Any:
    """Cards that are not named are dealt; the betting is played through."""
    for name in position:
        if name not in ("hands", "public", "betting"):
            raise ValueError(f"a position has 'hands', 'public' and 'betting', not {name!r}")
    hands, public = position.get("hands", [None, None]), position.get("public")
    if len(hands) != 2:
        raise ValueError("hands must be two cards, one for each seat; null for a card to be dealt (R2)")
    state = _replay(_deal([*hands, public], dealer), position.get("betting", []))
    if public is not None and state.public == NONE:
        raise ValueError("public: it is turned up after the first round, which is not over (R8)")
    return state


def _deal(names: list[str | None], dealer: Any) -> list[int]:
    """Three cards by name, None for one that the dealer draws."""
    for name in names:
        if name is not None and name not in NAMES:
            raise ValueError(f"{name!r} is no card; cards are {', '.join(NAMES)} (R1)")
        if name is not None and names.count(name) > 1:
            raise ValueError(f"there is only one {name} (R1)")
    cards = [NONE if name is None else NAMES.index(name) for name in names]
    for i, card in enumerate(cards):
        if card == NONE:
            known = [other for other in cards if other != NONE]
            cards[i] = deal(dealer, sum(1 << other for other in known), CARDS - len(known))
    return cards


def _replay(cards: list[int], betting: list[list[str]]) -> Any:
    """The state after this betting; ValueError names the first bet that is not allowed."""
    state = State.new()
    state.hands[:], state.paid[:], state.history[:, :] = cards[:2], ANTE, NONE
    state.public = state.folded = NONE
    rigged = Dealer(script=[_place(cards[2], cards[:2])])  # all it has to deal is the public card
    for stage, bets in enumerate(betting):
        for bet in bets:
            mask = [0, 0, 0]
            legal(state, state.turn, mask)
            if state.over or stage != state.stage or bet not in MOVES or not mask[MOVES.index(bet)]:
                raise ValueError(f"betting: round {stage + 1} allows no {bet!r} after {_betting(state)} (R3–R7)")
            play(state, state.turn, MOVES.index(bet), rigged)
    return state


def _place(card: int, gone: list[int]) -> int:
    """Which of the cards that are left this one is."""
    return sum(other not in gone for other in range(card))


def check(state: Any) -> list[str]:
    """What cannot be, with its rule."""
    cards = [int(card) for card in (*state.hands, state.public) if card != NONE]
    if len(set(cards)) < len(cards):
        return [f"a card lies in two places: {', '.join(NAMES[card] for card in cards)} (R1)"]
    spare = next(card for card in range(CARDS) if card not in cards)
    try:
        replayed = _replay([*cards, spare][:3], _betting(state))
    except ValueError as error:
        return [str(error)]
    if State.pack(replayed) != State.pack(state):
        return [f"chips, turn, public card or end do not follow from the betting {_betting(state)} (R3–R10)"]
    return []


def result(state: Any) -> dict[str, Any]:
    """Scores are chips won or lost (R11)."""
    best = winner(state)
    if best == NONE:
        return {"ranks": [1, 1], "scores": [0, 0], "reason": Phrase("shared")}
    chips = int(state.paid[1 - best])
    return {
        "ranks": [1 if seat == best else 2 for seat in (0, 1)],
        "scores": [chips if seat == best else -chips for seat in (0, 1)],
        "reason": Phrase("won", seat=best, chips=chips),
    }


def objection(options: Any) -> str | None:
    return None
