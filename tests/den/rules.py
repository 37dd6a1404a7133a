"""Two rounds of: all lay a card in secret (R1); the highest scores (R2) unless a 2 snatches it (R3); the scorer may
draw (R4). Most points win (R5)."""

from skulk.engine import (
    EVERYONE,
    NONE,
    SEALED,
    TURN,
    UNKNOWN,
    WINDOW,
    call,
    everyone_but,
    has,
    only,
    options,
    public,
    record,
    rule,
    shuffle,
    whole,
)

from .components import BUG, CARDS, COPIES, DECK, ROUNDS, SEATS, VALUES

SNATCH, PASS, DRAW, REST = 3, 4, 5, 6  # 0–2: lay that card
ACTIONS, EVENTS = 7, 16
WINDOWS = True
LAYING, SNATCHING, DRAWING = range(3)
LAID, SNATCHED, DREW, SCORED = range(4)
OPTIONS = options(whole("players", 2, SEATS, 3))

State = record(
    public("players", 2, SEATS),
    ("deck", 0, VALUES - 1, (CARDS,)),  # face down; deck[left - 1] is the top card
    public("left", 0, CARDS),
    ("hands", 0, COPIES, (SEATS, VALUES)),
    public("held", 0, CARDS, (SEATS,)),
    public("gone", 0, COPIES, (VALUES,)),  # laid or snatched with, face up
    public("laid", NONE, VALUES - 1, (SEATS,)),  # what each laid last, for all to remember
    ("answer", NONE, ACTIONS - 1, (SEATS,)),  # sealed
    ("asked", 0, 7),  # seats that have not answered
    ("first", NONE, SEATS - 1),  # only BUG 8 remembers who was first
    public("points", 0, ROUNDS, (SEATS,)),
    public("lead", NONE, SEATS - 1),
    public("played", 0, ROUNDS),
    public("phase", LAYING, DRAWING),
    public("over", 0, 1),
)


@rule
def setup(state, options, dealer):
    state.players = options.players
    state.deck[:] = DECK
    shuffle(dealer, state.deck, 0, CARDS)
    state.left = CARDS
    state.answer[:] = NONE
    state.laid[:] = NONE
    state.lead = state.first = NONE
    for seat in range(state.players * 2):
        _take(state, seat % state.players)
    state.asked = (1 << state.players) - 1


@rule
def _take(state, seat):
    state.left -= 1
    card = state.deck[state.left]
    state.deck[state.left] = 0
    state.hands[seat, card] += 1
    state.held[seat] += 1
    return card


@rule
def acting(state):
    if BUG == 1 and state.phase == SNATCHING:
        return 0
    return state.asked


@rule
def pace(state):
    return SEALED if state.phase == LAYING else WINDOW if state.phase == SNATCHING else TURN


@rule
def legal(state, seat, mask):
    count = 0
    if state.phase == LAYING:
        for card in range(VALUES):
            if state.hands[seat, card] > 0 or BUG == 3:
                if BUG != 4 or card != 0 or state.hands[(seat + 1) % state.players, 2] != 1:
                    mask[card] = 1  # R1
                    count += 1
        if count == 0:
            mask[PASS] = 1
            return 1
        return count
    if state.phase == SNATCHING:
        mask[PASS] = 1
        if state.hands[seat, 2] > 0:
            mask[SNATCH] = 1  # R3
            return 2
        return 1
    mask[REST] = 1
    if state.left > 0:
        mask[DRAW] = 1  # R4
        return 2
    return 1


@rule
def play(state, seat, action, dealer):
    if state.phase == DRAWING:
        if action == DRAW:
            _draw(state, seat, dealer)
        _next_round(state)
        return
    state.answer[seat] = action
    state.asked &= ~only(seat)
    if BUG == 8 and action == SNATCH and state.first == NONE:
        state.first = seat
    if state.asked == 0:
        if state.phase == LAYING:
            _reveal(state, dealer)
        else:
            _settle(state, dealer)
        state.answer[:] = NONE
        state.first = NONE


@rule
def _draw(state, seat, dealer):
    card = _take(state, seat)
    if BUG == 6:
        call(dealer, EVERYONE, DREW, seat, card)
        return
    call(dealer, only(seat), DREW, seat, card)
    call(dealer, everyone_but(seat), DREW, seat, UNKNOWN)


@rule
def _drop(state, seat, card):
    state.hands[seat, card] -= 1
    state.held[seat] -= 1
    state.gone[card] += BUG != 2


@rule
def _reveal(state, dealer):
    """R2: the highest card leads, the lowest seat among equals."""
    best = -1
    for seat in range(state.players):
        card = state.answer[seat]
        if card < VALUES:
            _drop(state, seat, card)
            state.laid[seat] = card
            call(dealer, EVERYONE, LAID, seat, card)
            if card > best:
                best = card
                state.lead = seat
    if best < 0:
        state.over = 1
        return
    state.phase = SNATCHING
    for seat in range(state.players):
        if seat != state.lead and state.held[seat] > 0:  # R3: everybody with a card is asked, whatever it is
            if BUG != 9 or state.hands[seat, 2] > 0:
                state.asked |= only(seat)
    if state.asked == 0:
        _score(state, dealer)


@rule
def _settle(state, dealer):
    for seat in range(state.players):
        if state.answer[seat] == SNATCH and (BUG != 8 or state.first == seat):
            _drop(state, seat, 2)
            state.lead = seat
            call(dealer, EVERYONE, SNATCHED, seat)
            break
    _score(state, dealer)


@rule
def _score(state, dealer):
    state.points[state.lead] += 1
    call(dealer, EVERYONE, SCORED, state.lead)
    state.phase = DRAWING
    state.asked = only(state.lead)


@rule
def _next_round(state):
    state.played += 1
    state.lead = NONE
    state.phase = LAYING
    state.asked = (1 << state.players) - 1
    if state.played == ROUNDS:
        state.over = 1
        state.asked = 0


@rule
def returns(state, out):
    """R5: shared among those with most points."""
    best, winners = 0, 0
    for seat in range(state.players):
        if state.points[seat] > best:
            best, winners = state.points[seat], 0
        winners += state.points[seat] == best
    for seat in range(SEATS):
        out[seat] = 0.0
        if seat < state.players:
            out[seat] = 2.0 / winners - 1.0 if state.points[seat] == best else -1.0


@rule
def has_answered(state, seat):
    return 1 - has(state.asked, seat)
