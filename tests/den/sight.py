"""A seat knows its hand and what lies face up. In a window nobody learns who has answered."""

from skulk.engine import NONE, SPECTATOR, mix, only, rule, shuffle

from .components import BUG, CARDS, COPIES, SEATS, VALUES
from .rules import LAYING, SNATCHING


@rule
def _in_question(state):
    """All seats the present question was put to."""
    bits = 0
    for seat in range(state.players):
        if state.phase == LAYING or (seat != state.lead and state.held[seat] > 0):
            bits |= only(seat)
    return bits


@rule
def see(state, seat, seen):
    seen.asked, seen.first = state.asked, NONE
    for card in range(state.left, CARDS):
        seen.deck[card] = 0
    if state.phase == SNATCHING:
        mine = 0 if seat == SPECTATOR else only(seat)
        seen.asked = (_in_question(state) & ~mine) | (state.asked & mine)
    if seat != SPECTATOR:
        seen.hands[seat] = state.hands[seat]
        seen.answer[seat] = state.answer[seat]
    for other in range(SEATS):
        if other >= state.players:
            seen.hands[other, :] = 0
        if (
            other >= state.players
            or (state.phase == LAYING and seen.asked >> other & 1)
            or not _may_answer(state, other)
        ):
            seen.answer[other] = NONE


@rule
def _may_answer(state, seat):
    return _in_question(state) >> seat & 1 if state.phase < 2 else 0


@rule
def redeal(seen, seat, state, dealer):
    """Unseen cards go to the other hands and the deck, all orders equally likely; sealed answers are dealt likewise."""
    n = 0
    for card in range(VALUES):
        unseen = COPIES - seen.gone[card]
        if seat != SPECTATOR:
            unseen -= seen.hands[seat, card]
        for _ in range(unseen):
            state.deck[n] = card
            n += 1
    shuffle(dealer, state.deck, 0, n)
    for other in range(seen.players):
        if other != seat:
            state.hands[other, :] = 0
            for _ in range(seen.held[other] if BUG != 5 else 1):
                n -= 1
                state.hands[other, state.deck[n]] += 1
            if seen.answer[other] < 0 and seen.answer[other] != NONE:
                _answer(state, other)
    for card in range(seen.left, CARDS):
        state.deck[card] = 0


@rule
def _answer(state, other):
    """Some answer that `other` could have sealed; in a window, that it has not answered."""
    if state.phase == SNATCHING:
        state.answer[other] = NONE
        return
    state.answer[other] = 4
    for card in range(VALUES):
        if state.hands[other, card] > 0:
            state.answer[other] = card


@rule
def key(state, seat):
    h = mix(state.phase | state.left << 4 | state.played << 8 | (state.lead + 2) << 10, state.players)
    asked = state.asked
    if state.phase == SNATCHING:
        mine = 0 if seat == SPECTATOR else only(seat)
        asked = (_in_question(state) & ~mine) | (state.asked & mine)
    h = mix(h, asked | state.over << 8)
    for card in range(VALUES):
        h = mix(h, state.gone[card])
        if seat != SPECTATOR:
            h = mix(h, state.hands[seat, card])
    for other in range(SEATS):
        h = mix(h, state.held[other] | state.points[other] << 4 | (state.laid[other] + 2) << 8)
    if seat != SPECTATOR:
        h = mix(h, state.answer[seat] + 2)
    return h
