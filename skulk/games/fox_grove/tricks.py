"""A round's cards: deal, exchange, nine tricks, and what their cards reward."""

from skulk.engine import EVERYONE, NONE, UNKNOWN, call, everyone_but, only, rule, shuffle

from . import moves
from .components import (
    ADVANCE_CARD,
    AMOUNT_OF,
    AWAKE,
    BERRY_CARD,
    CARDS,
    COLOUR_OF,
    COLOURS,
    CONVERT,
    DOUBLE,
    DRAW2,
    FRANK,
    HAND,
    NUMBER_OF,
    NUMBERS,
    PICK2,
    RESOURCE_OF,
    RESOURCES,
    SEATS,
    YELLOW,
)
from .houses import climbable, take_berry, use_owl
from .state import DECK, LEFT, PILE, PLAYED, RIGHT, TABLE, TRICKS, State

# ---- deal and exchange


@rule
def deal(state: State, dealer):
    """R5, R6: all cards are shuffled, nine go to each player, the rest is the pile."""
    for card in range(CARDS):
        dealer.lap[card] = card
    shuffle(dealer, dealer.lap, 0, CARDS)
    dealt = HAND * state.players
    for i in range(CARDS):
        state.places[dealer.lap[i]] = i // HAND if i < dealt else PILE
    for i in range(DECK):
        state.deck[i] = dealer.lap[dealt + i] if dealt + i < CARDS else NONE
    for seat in range(SEATS):
        state.held[seat] = HAND if seat < state.players else 0
        for way in range(2):
            state.gave[seat, way] = state.under[seat, way] = NONE
        for colour in range(COLOURS):
            state.voids[seat, colour] = 0
    state.top = state.trick = state.placed = 0
    state.leader = state.fox  # R13
    state.turn = NONE
    state.phase = moves.EXCHANGE
    call(dealer, EVERYONE, moves.DEALT, state.woodpecker + 1)


@rule
def left_of(state: State, seat):
    """R2: the next seat clockwise."""
    return seat + 1 if seat + 1 < state.players else 0


@rule
def right_of(state: State, seat):
    return seat - 1 if seat else state.players - 1


@rule
def has_chosen(state: State, seat):
    """Whether a seat has chosen both cards of the exchange."""
    return state.gave[seat, RIGHT] != NONE


@rule
def choose_pass(state: State, seat, card, dealer):
    """R7, R8, R10: one card after the other, in secret; carried out when all have chosen."""
    way = LEFT if state.gave[seat, LEFT] == NONE else RIGHT
    state.gave[seat, way] = card
    call(dealer, only(seat), moves.CHOSE, seat, way, card)
    call(dealer, everyone_but(seat), moves.CHOSE, seat, way, UNKNOWN)
    for other in range(state.players):
        if not has_chosen(state, other):
            return
    _exchange(state, dealer)
    ask_draw(state, 0)


@rule
def _exchange(state: State, dealer):
    call(dealer, EVERYONE, moves.EXCHANGED)
    for seat in range(state.players):
        _hand_over(state, seat, left_of(state, seat), state.gave[seat, LEFT], dealer)
        if state.players > 2:
            _hand_over(state, seat, right_of(state, seat), state.gave[seat, RIGHT], dealer)  # R9
        else:
            state.places[state.gave[seat, RIGHT]] = PILE  # R10
            state.held[seat] -= 1
    if state.players == 2:
        _draw_card(state, state.fox, dealer)  # R11
        _draw_card(state, left_of(state, state.fox), dealer)


@rule
def _hand_over(state: State, giver, receiver, card, dealer):
    state.places[card] = receiver
    state.held[giver] -= 1
    state.held[receiver] += 1
    call(dealer, only(receiver), moves.RECEIVED, giver, receiver, card)


@rule
def _draw_card(state: State, seat, dealer):
    card = _top_card(state)
    state.places[card] = seat
    state.held[seat] += 1
    call(dealer, only(seat), moves.DREW, seat, card)
    call(dealer, everyone_but(seat), moves.DREW, seat, UNKNOWN)


@rule
def _top_card(state: State):
    card = state.deck[state.top]
    state.deck[state.top] = NONE
    state.top += 1
    return card


# ---- DRAW2


@rule
def ask_draw(state: State, done):
    """R12: the next owner of an awake DRAW2 clockwise, `done` seats after the marker; then the first trick."""
    for i in range(done, state.players):
        seat = (state.fox + i) % state.players
        if state.owls[seat, DRAW2] == AWAKE:
            state.turn = seat
            state.phase = moves.DRAW
            return
    state.phase = moves.NEXT_CARD


@rule
def answer_draw(state: State, seat, action, dealer):
    if action == moves.USE_DRAW2:
        use_owl(state, seat, DRAW2, dealer)
        _draw_card(state, seat, dealer)
        _draw_card(state, seat, dealer)
        state.phase = moves.UNDER
    else:
        call(dealer, EVERYONE, moves.SKIPPED, seat)
        _draw_answered(state, seat)


@rule
def put_under(state: State, seat, card, dealer):
    """R12: any two of the eleven, face down under the pile."""
    way = 0 if state.under[seat, 0] == NONE else 1
    state.under[seat, way] = card
    state.places[card] = PILE
    state.held[seat] -= 1
    call(dealer, only(seat), moves.SANK, seat, card)
    call(dealer, everyone_but(seat), moves.SANK, seat, UNKNOWN)
    if way == 1:
        _draw_answered(state, seat)


@rule
def _draw_answered(state: State, seat):
    ask_draw(state, (seat - state.fox + state.players) % state.players + 1)


# ---- tricks


@rule
def trick_size(state: State):
    """Cards in a trick: one each, and Frank's with two players (R15, R77)."""
    return 3 if state.players == 2 else state.players


@rule
def seat_at(state: State, place):
    """Who plays the card at this place of the trick (R15); with two players leader, Frank, the other (R77, R84)."""
    if state.players == 2:
        return state.leader if place == 0 else FRANK if place == 1 else 1 - state.leader
    return (state.leader + place) % state.players


@rule
def can_follow(state: State, seat, colour):
    for card in range(NUMBERS * colour, NUMBERS * colour + NUMBERS):
        if state.places[card] == seat:
            return 1
    return 0


@rule
def next_card(state: State, dealer):
    """The next player of the trick is asked, Frank's card is turned up, or the trick is complete."""
    if state.placed == trick_size(state):
        _decide_trick(state, dealer)
    elif state.players == 2 and state.placed == 1:
        _turn_up(state, dealer)
    else:
        state.turn = seat_at(state, state.placed)
        state.phase = moves.TRICK


@rule
def _turn_up(state: State, dealer):
    """R78, R79: the top card is Frank's; unless it has the colour led, it is discarded and rewards nobody."""
    card = _top_card(state)
    state.places[card] = PLAYED + FRANK
    follows = 1 if COLOUR_OF[card] == COLOUR_OF[state.table[0]] else 0
    if follows:
        state.table[1] = card
    state.placed = 2
    call(dealer, EVERYONE, moves.TURNED_UP, card, follows)


@rule
def lay(state: State, seat, card, dealer):
    """A card of the leader, a card that follows, a trump, or a discard (R14–R23)."""
    place = state.placed
    colour = COLOUR_OF[card]
    how = moves.LED
    if place > 0:
        led = COLOUR_OF[state.table[0]]
        how = moves.FOLLOWED if colour == led else moves.TRUMPED if colour == YELLOW else moves.DISCARDED  # R18, R19
        if colour != led:
            state.voids[seat, led] = 1  # R16: or it would have been followed
    state.places[card] = PLAYED + seat
    state.held[seat] -= 1
    state.placed += 1
    call(dealer, EVERYONE, moves.LAID, seat, card, how)
    if how == moves.DISCARDED:
        state.due[0] = card  # R21, R22
        state.phase = moves.NEXT_REWARD
    else:
        state.table[place] = card  # R23
        state.phase = moves.NEXT_CARD


@rule
def best_place(state: State):
    """The place of the winning card: the highest trump, or else the highest number (R24, R25)."""
    best, place = 0, NONE
    for i in range(TABLE):
        card = state.table[i]
        if card != NONE:
            worth = NUMBER_OF[card] + NUMBERS * (COLOUR_OF[card] == YELLOW)
            if worth > best:
                best, place = worth, i
    return place


@rule
def _decide_trick(state: State, dealer):
    winner = seat_at(state, best_place(state))
    call(dealer, EVERYONE, moves.WON, winner, state.trick + 1)
    if winner == FRANK:
        end_trick(state, FRANK, dealer)  # R81: nobody picks
    else:
        state.turn = winner
        state.owed = 1
        state.phase = moves.PICK


@rule
def end_trick(state: State, winner, dealer):
    """R28, R29: the table is cleared; the winner leads, or after Frank the owner of the marker (R82)."""
    for i in range(TABLE):
        state.table[i] = NONE
    state.placed = state.won = 0
    state.trick += 1
    if state.trick < TRICKS:
        state.leader = state.fox if winner == FRANK else winner
        state.phase = moves.NEXT_CARD
        return
    state.fox = 1 - state.fox if winner == FRANK else winner  # R30, R31, R83
    state.leader = state.fox
    state.delivered = 0
    state.phase = moves.NEXT_DELIVERY
    call(dealer, EVERYONE, moves.MARKER, state.fox)


# ---- the winner picks


@rule
def is_named(state: State, card):
    return state.due[0] == card or state.due[1] == card


@rule
def cards_to_pick(state: State):
    """How many cards on the table are not yet named (R26, R80)."""
    count = 0
    for i in range(TABLE):
        if state.table[i] != NONE and not is_named(state, state.table[i]):
            count += 1
    return count


@rule
def may_pick_two(state: State, seat):
    """R62: declared before any card is named, with at least two on the table."""
    awake = state.owls[seat, PICK2] == AWAKE
    return 1 if awake and state.owed == 1 and state.due[0] == NONE and cards_to_pick(state) > 1 else 0


@rule
def pick(state: State, seat, action, dealer):
    if action == moves.USE_PICK2:
        use_owl(state, seat, PICK2, dealer)
        state.owed = 2
        return
    state.due[0 if state.due[0] == NONE else 1] = action
    state.owed -= 1
    call(dealer, EVERYONE, moves.PICKED, seat, action)
    if state.owed == 0:
        state.won = 1
        state.phase = moves.NEXT_REWARD


@rule
def only_pick(state: State, seat):
    """R27: the one card to pick, or NONE if there is a choice."""
    if cards_to_pick(state) != 1 or may_pick_two(state, seat):
        return NONE
    for i in range(TABLE):
        if state.table[i] != NONE and not is_named(state, state.table[i]):
            return state.table[i]
    return NONE


# ---- rewards


@rule
def next_reward(state: State, dealer):
    """The next card that rewards the player at turn (R32–R37), or what follows when there is none."""
    card = state.due[0]
    if card == NONE:
        if state.won:
            end_trick(state, state.turn, dealer)
        else:
            state.phase = moves.NEXT_CARD  # R22: after a discard the trick goes on
        return
    state.due[0] = state.due[1]
    state.due[1] = NONE
    seat = state.turn
    if NUMBER_OF[card] == BERRY_CARD:
        take_berry(state, seat, dealer)  # R33
    elif NUMBER_OF[card] == ADVANCE_CARD:
        if climbable(state, seat, 1):
            state.card = card
            state.phase = moves.THIRTEEN  # R34
        else:
            call(dealer, EVERYONE, moves.NO_ADVANCE, seat)  # R35
    elif state.owls[seat, DOUBLE] == AWAKE or state.owls[seat, CONVERT] == AWAKE:
        state.card = card
        state.phase = moves.REWARD  # R60
    else:
        _gain(state, seat, RESOURCE_OF[card], AMOUNT_OF[card], dealer)


@rule
def _gain(state: State, seat, kind, amount, dealer):
    state.resources[seat, kind] += amount  # R32
    call(dealer, EVERYONE, moves.GAINED, seat, kind, amount)


@rule
def rewards(state: State, seat):
    """Ways to take the reward of a card 1 to 11, as bits of the actions from TAKE on (R37, R63–R65)."""
    bits = 1
    if state.owls[seat, DOUBLE] == AWAKE:
        bits |= 1 << moves.TWICE - moves.TAKE
    if state.owls[seat, CONVERT] == AWAKE:
        for kind in range(RESOURCES):
            if kind != RESOURCE_OF[state.card]:
                bits |= 1 << moves.TURN_INTO - moves.TAKE + kind
    return bits


@rule
def take_reward(state: State, seat, action, dealer):
    """R65: one way only, so DOUBLE and CONVERT never meet on a card."""
    kind, amount = RESOURCE_OF[state.card], AMOUNT_OF[state.card]
    if action == moves.TWICE:
        use_owl(state, seat, DOUBLE, dealer)
        amount *= 2  # R63
    elif action != moves.TAKE:
        use_owl(state, seat, CONVERT, dealer)
        kind = action - moves.TURN_INTO  # R64
    _gain(state, seat, kind, amount, dealer)
    state.card = NONE
    state.phase = moves.NEXT_REWARD
