"""The rules of Leduc poker, in the order of rules.md."""

from skulk.engine import EVERYONE, NONE, TURN, call, has, only, options, public, record, roll, rule, whole

from .components import (
    ACTIONS,
    ANTE,
    BET,
    CALL,
    CARDS,
    FOLD,
    MOST_MOVES,
    MOST_PAID,
    MOST_RAISES,
    RAISE,
    RANK,
    RANKS,
    SEATS,
)

__all__ = ["ACTIONS"]
OPTIONS = options(whole("players", 2, 2, 2))
EVENTS = 4
DEALT, FOLDED, CHECKED, CALLED, RAISED, TURNED_UP, SHOWN, WON, SHARED = range(9)  # events

State = record(
    ("hands", 0, CARDS - 1, (SEATS,)),  # one card each
    public("public", NONE, CARDS - 1),  # NONE while it is in the deck
    public("paid", ANTE, MOST_PAID, (SEATS,)),  # chips in the pot
    public("history", NONE, RAISE, (2, MOST_MOVES)),  # history[stage]: what was done, in order
    public("moves", 0, MOST_MOVES),  # in this round
    public("stage", 0, 1),  # the second round is stage 1
    public("raises", 0, MOST_RAISES),  # in this round
    public("turn", 0, 1),
    public("folded", NONE, 1),
    public("over", 0, 1),
)


@rule
def setup(state, options, dealer):
    state.public = state.folded = NONE
    for stage in range(2):
        for i in range(MOST_MOVES):
            state.history[stage, i] = NONE
    for seat in range(SEATS):
        state.paid[seat] = ANTE  # R2
    state.hands[0] = deal(dealer, 0, CARDS)
    state.hands[1] = deal(dealer, only(state.hands[0]), CARDS - 1)
    for seat in range(SEATS):
        call(dealer, only(seat), DEALT, seat, state.hands[seat])


@rule
def deal(dealer, gone, left):
    """R1: one of the `left` cards that are not among the bits `gone`, all equally likely."""
    k = roll(dealer, left)
    card = -1
    while k >= 0:
        card += 1
        k -= 1 - has(gone, card)
    return card


@rule
def acting(state):
    return only(state.turn)


@rule
def pace(state):
    return TURN


@rule
def legal(state, seat, mask):
    mask[FOLD] = state.paid[1 - seat] > state.paid[seat]  # R6
    mask[CALL] = 1
    mask[RAISE] = state.raises < MOST_RAISES  # R5
    return mask[FOLD] + 1 + mask[RAISE]


@rule
def play(state, seat, action, dealer):
    other = 1 - seat
    state.history[state.stage, state.moves] = action
    state.moves += 1
    state.turn = other  # R3
    if action == FOLD:
        state.folded = seat  # R9
        state.over = 1
        call(dealer, EVERYONE, FOLDED, seat)
        call(dealer, EVERYONE, WON, other, state.paid[seat])
    elif action == RAISE:
        state.paid[seat] = state.paid[other] + BET[state.stage]  # R5
        state.raises += 1
        call(dealer, EVERYONE, RAISED, seat, state.paid[seat])
    else:
        call(dealer, EVERYONE, CALLED if state.paid[other] > state.paid[seat] else CHECKED, seat)
        state.paid[seat] = state.paid[other]  # R4
        if state.raises > 0 or state.moves == 2:
            _end_round(state, dealer)  # R7


@rule
def _end_round(state, dealer):
    if state.stage == 1:
        _showdown(state, dealer)
        return
    state.public = deal(dealer, only(state.hands[0]) | only(state.hands[1]), CARDS - 2)  # R8
    state.stage = 1
    state.moves = state.raises = state.turn = 0  # R3
    call(dealer, EVERYONE, TURNED_UP, state.public)


@rule
def _showdown(state, dealer):
    """R10"""
    state.over = 1
    for seat in range(SEATS):
        call(dealer, EVERYONE, SHOWN, seat, state.hands[seat])
    best = winner(state)
    if best == NONE:
        call(dealer, EVERYONE, SHARED)
    else:
        call(dealer, EVERYONE, WON, best, state.paid[1 - best])


@rule
def winner(state):
    """Who takes the pot; NONE if it is shared (R9, R10)."""
    if state.folded != NONE:
        return 1 - state.folded
    margin = _strength(state, 0) - _strength(state, 1)
    return NONE if margin == 0 else 0 if margin > 0 else 1


@rule
def _strength(state, seat):
    """A pair with the public card beats every rank."""
    rank = RANK[state.hands[seat]]
    return rank + RANKS if rank == RANK[state.public] else rank


@rule
def returns(state, out):
    """R11: chips won or lost, as a part of the most there can be."""
    best = winner(state)
    for seat in range(SEATS):
        chips = 0 if best == NONE else state.paid[1 - seat] if seat == best else -state.paid[seat]
        out[seat] = chips / MOST_PAID
