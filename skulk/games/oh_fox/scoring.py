"""Scoring: objectives, the way home, the guess, and who wins (R54–R70)."""

from skulk.engine import EVERYONE, call, has, rule

from . import moves
from .components import (
    COPIES,
    DOUBLE,
    FEAST,
    FICKLER,
    NAVIGATOR,
    SINGLE,
    SLOWPOKE,
    STOP,
    STRAGGLER,
    STROLLER,
    SWIMS,
    TRIGGER,
    TURNS,
)
from .state import State

CRITERIA = 4  # R65, R66, R67, R68, one after the other
FIRST_CRITERION = 65  # the rule of the first


@rule
def score_up(state: State, dealer):
    """All hearts that are not given out during the film, then the scores and the winners."""
    for seat in range(state.players):
        if seat == state.predator:
            _score_predator(state, seat, dealer)
        else:
            _score_prey(state, seat, dealer)
        for card in range(2):
            if state.objectives[card] >= 0 and fulfils(state, seat, state.objectives[card]):  # R54
                state.hearts[seat] += 1
                call(dealer, EVERYONE, moves.FULFILLED, seat, state.objectives[card])
    for seat in range(state.players):
        call(dealer, EVERYONE, moves.SCORED, seat, state.hearts[seat], state.wounds[seat], score(state, seat))
    everyone = (1 << state.players) - 1
    call(dealer, EVERYONE, moves.WON, winners(state, everyone), deciding_rule(state, everyone))


@rule
def _score_predator(state: State, seat, dealer):
    """R62, beside the attacks."""
    call(dealer, EVERYONE, moves.JUDGED, seat, guess_is_right(state))
    state.hearts[seat] += guess_is_right(state)
    for other in range(state.players):
        if other != seat and state.attacked[other] == 0:
            return
    state.hearts[seat] += 1  # R63
    call(dealer, EVERYONE, moves.CAUGHT_ALL, seat)


@rule
def guess_is_right(state: State):
    """Whether the guess was right about all other players (R60)."""
    for seat in range(state.players):
        if seat != state.predator and state.guess[seat] != state.animals[seat]:
            return 0
    return 1


@rule
def _score_prey(state: State, seat, dealer):
    """R61, beside the meals."""
    if state.meals[seat] >= FEAST:  # R48
        state.hearts[seat] += 1
        call(dealer, EVERYONE, moves.FEASTED, seat)
    if state.spaces[seat] == state.homes[seat]:  # R58
        state.hearts[seat] += 1
        call(dealer, EVERYONE, moves.CAME_HOME, seat, state.spaces[seat])


@rule
def fulfils(state: State, seat, objective):
    """Whether the seat's eight cards, or its swims, fulfil the objective (R55–R57)."""
    if objective == FICKLER:
        return _fickle(state, seat)
    if objective == NAVIGATOR:
        return _navigates(state, seat)
    if objective == SLOWPOKE:
        return 1 if state.hands[seat, DOUBLE] == COPIES[DOUBLE] else 0  # R56
    if objective == STRAGGLER:
        return 1 if state.hands[seat, STOP] == 0 else 0
    if objective == STROLLER:
        return 1 if state.hands[seat, SINGLE] == 0 else 0
    return 1 if state.swims[seat] >= SWIMS else 0  # R57


@rule
def _fickle(state: State, seat):
    for turn in range(1, TURNS):
        if state.rows[seat, turn] >> 2 == state.rows[seat, turn - 1] >> 2:
            return 0
    return 1


@rule
def _navigates(state: State, seat):
    """The way a card points counts, not the way the animal went (R55)."""
    sides = 0
    for turn in range(TURNS):
        if state.rows[seat, turn] >> 2 != STOP:
            sides |= 1 << (state.rows[seat, turn] & 3)
    return 1 if sides == 15 else 0


@rule
def score(state: State, seat):
    """Hearts less wounds, not below 0 (R64)."""
    return max(state.hearts[seat] - state.wounds[seat], 0)


@rule
def first_trigger(state: State, seat):
    """The turn of the first trigger card, 9 without one (R66); what the trigger did does not matter (R32)."""
    for turn in range(TURNS):
        if state.rows[seat, turn] >> 2 == TRIGGER:
            return turn + 1
    return TURNS + 1


@rule
def winners(state: State, among):
    """The winners among these seats, as bits; nobody wins as a side (R69, R70)."""
    for criterion in range(CRITERIA):
        among = _best(state, among, criterion)
    return among


@rule
def deciding_rule(state: State, among):
    """The number of the rule that left one winner, or of R69."""
    for criterion in range(CRITERIA):
        among = _best(state, among, criterion)
        if among & (among - 1) == 0:
            return FIRST_CRITERION + criterion
    return FIRST_CRITERION + CRITERIA


@rule
def _best(state: State, among, criterion):
    """Those of `among` who are best by one criterion."""
    most, best = -1, 0
    for seat in range(state.players):
        if has(among, seat):
            merit = _merit(state, seat, criterion)
            if merit > most:
                most, best = merit, 0
            if merit == most:
                best |= 1 << seat
    return best


@rule
def _merit(state: State, seat, criterion):
    if criterion == 0:
        return score(state, seat)  # R65
    if criterion == 1:
        return first_trigger(state, seat)  # R66
    if criterion == 2:
        return 1 if seat == state.predator else 0  # R67
    return TURNS - state.attacked[seat]  # R68
