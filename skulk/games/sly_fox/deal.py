"""The deal: a character and a hand for every fox."""

from skulk.engine import EVERYONE, call, draw, only, rule

from . import moves
from .cards import bundle
from .components import COPIES, DEALT, FOXES, GOSSIP, KINDS, STRIKES, TEAM, TRAP
from .state import State


@rule
def deal_characters(state: State, dealer):
    """One each; in teams as many of one side as of the other (R86, R89), for all to see (R91, R92)."""
    pool = dealer.lap[0:FOXES]
    for fox in range(FOXES):
        pool[fox] = COPIES[fox]
    if state.mode == TEAM:
        _choose_teams(state, dealer)
    for seat in range(state.players):
        fox = draw(dealer, pool)
        pool[fox] -= 1
        state.character[seat] = fox
        if state.mode == TEAM:
            call(dealer, EVERYONE, moves.SHOWED, seat, fox)
    if state.mode == TEAM and state.players == 4:
        state.shown = state.alive  # R91


@rule
def _choose_teams(state: State, dealer):
    """Leaves in the pool (the first of the lap) which characters take part: half of each team, at random."""
    pool, side = dealer.lap[0:FOXES], dealer.lap[FOXES : 2 * FOXES]
    for team in range(GOSSIP, TRAP + 1):
        size = 0
        for fox in range(FOXES):
            side[fox] = pool[fox] if STRIKES[fox] == team else 0
            size += side[fox]
        for _ in range(size - state.players // 2):
            fox = draw(dealer, side)
            side[fox] -= 1
            pool[fox] -= 1


@rule
def deal_hand(state: State, seat, dealer):
    """Three cards of each deck; what the dealer deals counts as drawn."""
    for deck in range(2):
        for _ in range(DEALT):
            code = KINDS * deck + draw(dealer, state.decks[KINDS * deck : KINDS * deck + KINDS])
            state.decks[code] -= 1
            state.hands[seat, code] += 1
            state.drawn[seat, code] += 1
        state.left[deck] -= DEALT
        state.held[seat, deck] = DEALT
    hand = state.hands[seat]
    call(dealer, only(seat), moves.DEALT_HAND, seat, bundle(hand, 0), bundle(hand, 1), state.character[seat])
