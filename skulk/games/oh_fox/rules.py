"""The rules of Oh, Fox!: the setup, eight turns of secret cards, the guess; then film.py and scoring.py follow."""

from skulk.engine import (
    EVERYONE,
    NONE,
    SEALED,
    TURN,
    UNKNOWN,
    call,
    everyone_but,
    has,
    only,
    roll,
    rule,
)

from . import moves
from .components import (
    ALL_PREDATORS,
    ALL_PREY,
    ANIMAL_COUNT,
    COPIES,
    GUESS,
    GUESS_COUNT,
    GUESSED,
    GUESSED_SET,
    HOME,
    LAID_OUT,
    SEATING,
    SEATS,
    STOP,
    STOP_CARD,
    TURNS,
)
from .film import show_turn
from .moves import ACTIONS
from .scoring import score_up, winners
from .state import EVENTS, FIRST_PAIR, NO_PAIR, OPTIONS, PAIR, RANDOM_PAIR, State

__all__ = ["ACTIONS", "EVENTS", "OPTIONS", "State"]


@rule
def setup(state: State, options, dealer):
    state.players = options.players
    state.masked = options.masked
    state.healing = options.healing
    _lay_out_animals(state, options, dealer)
    _lay_out_objectives(state, options, dealer)
    for seat in range(SEATS):
        _take_seat(state, options, seat)
    state.predator = options.predator if options.predator != NONE else roll(dealer, state.players)
    deal_identities(state, dealer)


@rule
def _lay_out_animals(state: State, options, dealer):
    """The candidates: those the options name, or as many as the facade says, drawn at random."""
    for i in range(len(options.animals)):
        if options.animals[i] > 0:
            state.candidates |= 1 << (options.animals[i] - 1)
    if state.candidates == 0:
        for _ in range(LAID_OUT[options.facades, 0]):
            state.candidates |= 1 << pick(ALL_PREDATORS & ~state.candidates, dealer)
        for _ in range(LAID_OUT[options.facades, 1]):
            state.candidates |= 1 << pick(ALL_PREY & ~state.candidates, dealer)


@rule
def pick(animals, dealer):
    """One of these animals (bits), all equally likely."""
    count = 0
    for animal in range(ANIMAL_COUNT):
        count += has(animals, animal)
    left = roll(dealer, count)
    for animal in range(ANIMAL_COUNT):
        left -= has(animals, animal)
        if left < 0:
            return animal
    return UNKNOWN


@rule
def _lay_out_objectives(state: State, options, dealer):
    """R54: two of the six, or none."""
    state.objectives[0] = NONE
    state.objectives[1] = NONE
    if options.objectives != NO_PAIR:
        pair = options.objectives - FIRST_PAIR
        if options.objectives == RANDOM_PAIR:
            pair = roll(dealer, len(PAIR))
        state.objectives[0] = PAIR[pair, 0]
        state.objectives[1] = PAIR[pair, 1]


@rule
def _take_seat(state: State, options, seat):
    """A home, the thirteen cards and an empty row; a chair that stays empty has nothing."""
    for turn in range(TURNS):
        state.rows[seat, turn] = NONE
    state.sealed[seat] = NONE
    state.guess[seat] = NONE
    state.homes[seat] = NONE
    state.animals[seat] = NONE
    if seat < state.players:
        state.animals[seat] = UNKNOWN  # still face down
        home = SEATING[state.players - 2, seat]
        if options.homes[seat] > 0:
            home = options.homes[seat] - 1
        state.homes[seat] = HOME[home]
        for kind in range(len(COPIES)):
            state.hands[seat, kind] = COPIES[kind]
    state.spaces[seat] = state.homes[seat]  # R1


@rule
def deal_identities(state: State, dealer):
    """Give every seat whose animal is UNKNOWN one of the candidates that nobody has, all deals equally likely.

    The predator's seat gets a predator, the others prey, all different: at the setup, and for whoever imagines it.
    """
    free = state.candidates
    for seat in range(state.players):
        if state.animals[seat] != UNKNOWN:
            free &= ~(1 << state.animals[seat])
    for seat in range(state.players):
        if state.animals[seat] == UNKNOWN:
            side = ALL_PREDATORS if seat == state.predator else ALL_PREY
            state.animals[seat] = pick(free & side, dealer)
            free &= ~(1 << state.animals[seat])


@rule
def acting(state: State):
    """All who have not chosen yet, at once (R7); after turn 8 the predator (R59)."""
    if state.over:
        return 0
    if state.turn == TURNS:
        return only(state.predator)
    return everyone(state) & ~state.answered


@rule
def everyone(state: State):
    return (1 << state.players) - 1


@rule
def pace(state: State):
    return TURN if state.turn == TURNS else SEALED


@rule
def legal(state: State, seat, mask):
    if not has(acting(state), seat):
        return 0
    if state.turn == TURNS:
        return _legal_guesses(state, mask)
    count = 0
    for kind in range(STOP):  # R8: any card that is left, in any direction
        if state.hands[seat, kind] > 0:
            count += 4
            for side in range(4):
                mask[4 * kind + side] = 1
    if state.hands[seat, STOP] > 0:
        count += 1
        mask[STOP_CARD] = 1
    return count


@rule
def _legal_guesses(state: State, mask):
    """R59: different animals of the candidates, one for each other player."""
    count, others = 0, state.players - 2
    for guess in range(GUESS_COUNT[others]):
        if GUESSED_SET[others, guess] & ~state.candidates == 0:
            mask[GUESS + guess] = 1
            count += 1
    return count


@rule
def play(state: State, seat, action, dealer):
    if state.turn == TURNS:
        _name(state, seat, action - GUESS, dealer)
        finish(state, dealer)
        return
    state.sealed[seat] = action  # R7
    state.answered |= 1 << seat
    call(dealer, only(seat), moves.CHOSE, seat, action)
    call(dealer, everyone_but(seat), moves.CHOSE, seat, UNKNOWN)
    if state.answered == everyone(state):
        _reveal(state, dealer)


@rule
def _reveal(state: State, dealer):
    """Turn all cards over together; each joins its row for good (R7, R9, R10)."""
    for seat in range(state.players):
        card = state.sealed[seat]
        state.rows[seat, state.turn] = card
        state.hands[seat, card >> 2] -= 1
        state.sealed[seat] = NONE
        call(dealer, EVERYONE, moves.REVEALED, seat, card, state.turn + 1)
    state.answered = 0
    state.turn += 1  # R6
    if state.turn == TURNS and state.masked:
        call(dealer, EVERYONE, moves.UNMASKED, state.predator)  # R59: step 1


@rule
def _name(state: State, seat, guess, dealer):
    """The guess, for all to hear before any identity is shown (R59, R60)."""
    other = 0
    for prey in range(state.players):
        if prey != seat:
            state.guess[prey] = GUESSED[state.players - 2, guess, other]
            call(dealer, EVERYONE, moves.NAMED, prey, state.guess[prey])
            other += 1


@rule
def finish(state: State, dealer):
    """Show the identities, execute the eight turns in order, score (R59: steps 3 to 5)."""
    for seat in range(state.players):
        call(dealer, EVERYONE, moves.IDENTITY, seat, state.animals[seat])
    for turn in range(TURNS):
        show_turn(state, turn, dealer)
    score_up(state, dealer)
    state.over = 1


@rule
def returns(state: State, out):
    """Utility: 2 × share of the win − 1; a shared win is shared equally (R69)."""
    won, shared = winners(state, everyone(state)), 0
    for seat in range(state.players):
        shared += has(won, seat)
    for seat in range(SEATS):
        out[seat] = 0
        if seat < state.players:
            out[seat] = 2 / shared - 1 if has(won, seat) else -1
