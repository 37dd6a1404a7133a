"""What a seat of Leduc poker knows: her card, the public card, the betting."""

from skulk.engine import NONE, UNKNOWN, mix, only, rule

from .components import CARDS, MOST_MOVES, SEATS
from .rules import deal


@rule
def see(state, seat, seen):
    for holder in range(SEATS):
        if holder == seat or _is_shown(state):
            seen.hands[holder] = state.hands[holder]  # R2


@rule
def _is_shown(state):
    """R10: after the last round, unless somebody folded (R9)."""
    return state.over and state.folded == NONE


@rule
def redeal(seen, seat, state, dealer):
    """Every card that the seat has not seen is equally likely to be the hidden one."""
    gone = 0 if seen.public == NONE else only(seen.public)
    left = CARDS if seen.public == NONE else CARDS - 1
    for holder in range(SEATS):
        if seen.hands[holder] != UNKNOWN:
            gone |= only(seen.hands[holder])
            left -= 1
    for holder in range(SEATS):
        if seen.hands[holder] == UNKNOWN:
            state.hands[holder] = deal(dealer, gone, left)
            gone |= only(state.hands[holder])
            left -= 1


@rule
def key(state, seat):
    """Her card, the public card and the betting; both cards after a showdown."""
    h = mix(seat, state.public)
    for holder in range(SEATS):
        if holder == seat or _is_shown(state):
            h = mix(h, holder << 3 | state.hands[holder])
    bets = 1
    for stage in range(2):
        for i in range(MOST_MOVES):
            bets = 5 * bets + state.history[stage, i] - NONE
    return mix(h, bets)
