"""From the end of one turn to the start of the next: ghosts, hands, limits, the clearing, dawn."""

from skulk.engine import EVERYONE, NONE, call, has, only, rule

from . import moves
from .attack import any_challenge, ask, finish
from .cards import discard_hand, haunts, held_by, in_box, refresh, two_are_left
from .components import CAP, CODES, I_DONT_CARE, LEAST, LEAST_OF_TWO, MOST_OF_TWO, QUIET
from .state import State


@rule
def dusk(state: State, dealer):
    """R52: a ghost that can meddle no more gives its cards up."""
    for seat in range(state.players):
        if has(state.meddled, seat) and not has(state.alive, seat) and held_by(state, seat):
            if haunts(state, seat):
                call(dealer, EVERYONE, moves.HAUNTS, seat)
            else:
                discard_hand(state, seat, dealer)
    state.meddled = 0
    ask(state, moves.SETTLING, state.active)


@rule
def settle(state: State):
    """R69–R74: each live hand in turn (R53), from the active fox on; `who` is as far as that has come."""
    players = state.players
    for place in range((state.who - state.active + players) % players, players):
        seat = (state.active + place) % players
        if has(state.alive, seat):
            count, pair = held_by(state, seat), two_are_left(state)
            if count < (LEAST_OF_TWO if pair else LEAST) and state.left[0] + state.left[1]:  # R69, R71, R73
                ask(state, moves.REFILLING, seat)
                return
            if pair and count > MOST_OF_TWO:  # R74
                ask(state, moves.SHEDDING, seat)
                return
    ask(state, moves.NIGHTFALL, NONE)


@rule
def nightfall(state: State, dealer):
    """R105, R106: no game lasts for ever."""
    if state.turn >= CAP * (state.players + 1):
        finish(state, moves.TURN_CAP, dealer)
    elif state.quiet >= QUIET * state.live:
        finish(state, moves.QUIET_WOODS, dealer)
    else:
        state.phase = moves.GATHERING


@rule
def gather(state: State):
    """Open the clearing for those who have not had the floor, unless all can see that none can act."""
    seats = 0
    following = next_seat(state)
    for seat in range(state.players):
        if seat != following and has(state.alive, seat) and not has(state.floored, seat) and held_by(state, seat):
            seats |= only(seat)
    if seats and (_something_to_do(state) or any_challenge(state, seats)):
        ask(state, moves.CLEARING, NONE)
        state.asked = seats
    else:
        state.phase = moves.DAWN


@rule
def next_seat(state: State):
    """Whose turn comes next (R2); before turn 1 it is the active seat's own."""
    seat = state.active
    if state.turn:
        seat = (seat + 1) % state.players
        while not has(state.alive, seat):
            seat = (seat + 1) % state.players
    return seat


@rule
def _something_to_do(state: State):
    """Whether a pile holds something to trade for, or an I don't care may lie in a hand, as all can see."""
    lying = state.piles[I_DONT_CARE]
    for code in range(CODES):
        if state.piles[code]:
            return 1
    for seat in range(state.players):
        lying += state.aloof[seat] == 2
    return lying < in_box(state, I_DONT_CARE)


@rule
def dawn(state: State, dealer):
    """A turn starts: what was once a turn may be done again, an I don't care comes off (R28, R45, R46, R63)."""
    state.active = next_seat(state)
    state.turn += 1
    state.used = state.challenged = state.floored = 0
    ask(state, moves.OWN_TURN, state.active)
    call(dealer, EVERYONE, moves.BEGAN, state.active, state.turn)
    if state.aloof[state.active] == 2:
        state.piles[I_DONT_CARE] += 1
        call(dealer, EVERYONE, moves.STIRRED, state.active)
        refresh(state, 1, dealer)
    if state.aloof[state.active]:
        state.aloof[state.active] -= 1
