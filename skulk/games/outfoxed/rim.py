"""The rim and Black Bear: Eagle, Crow, Bear, Sun/Moon (rulebook, chapters H to K)."""

from skulk.engine import EVERYONE, NONE, call, rule

from . import moves
from .components import CELLS, CROW, EXCHANGES, LINE, NEXT, RIM, SUN_START
from .floor import exchange, finish, is_fixed, is_loose, is_rabbit, lay, look
from .fox import vixen_window
from .state import MAY_BE_RABBIT, State

# ---- Bald Eagle


@rule
def fly_eagle(state: State, choice, dealer):
    """One space, two or three in one direction; Red Fox wins on the way if Eagle meets Crow (R70, R72)."""
    spaces, way = choice // 2 + 1, 1 - 2 * (choice % 2)
    if spends_double(state, spaces):
        state.double_spent = 1
    state.phase = moves.CROW_MOVE
    for _ in range(spaces):
        if state.eagle != state.crow:
            state.eagle = (state.eagle + way + RIM) % RIM
    call(dealer, EVERYONE, moves.EAGLE_FLEW, state.eagle)
    if state.eagle == state.crow:
        finish(state, moves.BY_EAGLE, dealer)


@rule
def spends_double(state: State, spaces):
    """Three spaces spend the double move, and two without RIVER_DIVE (R71)."""
    return 1 if spaces > 1 + state.dive else 0


# ---- Crow


@rule
def fly_crow(state: State, choice, dealer):
    state.crow = (state.crow + 1 - 2 * choice + RIM) % RIM  # R74
    call(dealer, EVERYONE, moves.CROW_FLEW, state.crow)
    if state.crow == state.eagle:
        finish(state, moves.BY_EAGLE, dealer)  # R72
    else:
        vixen_window(state, moves.PERCHED)


@rule
def perched(state: State):
    """Crow peeks, unless she is dazzled (R62) or has nothing to peek at (R75)."""
    state.phase = moves.BEAR_STEP
    if not state.shiny:
        for i in range(5):
            if is_loose(state, LINE[state.crow, i]):
                state.phase = moves.PEEK


@rule
def peek(state: State, cell, dealer):
    look(state, CROW, cell, dealer)
    state.picked = cell
    state.phase = moves.SWAP
    if not _can_swap(state):  # R79
        state.picked = NONE
        state.phase = moves.BEAR_STEP


@rule
def _can_swap(state: State):
    for cell in range(CELLS):
        if cell != state.picked and not is_fixed(state, cell):
            return 1
    return may_use_deck(state)


@rule
def may_use_deck(state: State):
    """R78: three times a game, while there are cards, and not for a rabbit unless burying is allowed."""
    if state.exchanges == EXCHANGES or state.left == 0:
        return 0
    return 1 if state.burying else 1 - is_rabbit(state.cards[state.picked])


@rule
def swap(state: State, action, dealer):
    if action == moves.SWAP_DECK:
        _swap_deck(state, dealer)
    else:
        exchange(state, state.picked, action - moves.SWAPS)  # R76
        call(dealer, EVERYONE, moves.SWAPPED, state.picked, action - moves.SWAPS)
    state.picked = NONE
    state.phase = moves.BEAR_STEP


@rule
def _swap_deck(state: State, dealer):
    """The peeked card goes out of the game, in front of Crow; the top card takes its place unseen (R77)."""
    place = CELLS + state.exchanges
    exchange(state, state.picked, place)
    if not state.burying and state.marks[place] & MAY_BE_RABBIT:
        state.marks[place] -= MAY_BE_RABBIT
    state.exchanges += 1
    call(dealer, EVERYONE, moves.SWAPPED_DECK, state.picked)
    lay(state, state.picked, dealer)


# ---- Black Bear


@rule
def bear_may_enter(state: State, cell):
    """Any cell of the floor but the one Bear came from (R65) and the Vixen's (R66)."""
    return 0 if cell < 0 or cell in (state.arrow, state.vixen) else 1


@rule
def bear_due(state: State):
    vixen_window(state, moves.BEAR_GOES)


@rule
def bear_goes(state: State, dealer):
    """Bear must move if it can (R64); otherwise it stays, and so does its arrow (R67)."""
    for way in range(4):
        if bear_may_enter(state, NEXT[state.bear, way]):
            state.phase = moves.BEAR
            return
    call(dealer, EVERYONE, moves.BEAR_STAYED)
    state.phase = after_bear(state)


@rule
def after_bear(state: State):
    """Lured by a card (R60), Bear leaves the turn to go on; in step 4 the sun moves next."""
    return moves.SUN if state.active == NONE else moves.ACTIVATE


@rule
def move_bear(state: State, way, dealer):
    state.arrow = state.bear
    state.bear = NEXT[state.bear, way]
    state.phase = after_bear(state)
    call(dealer, EVERYONE, moves.BEAR_WENT, state.bear)
    if state.bear == state.fox:
        finish(state, moves.BY_BEAR, dealer)  # R69


# ---- Sun/Moon


@rule
def move_sun(state: State, dealer):
    state.sun += 1  # R73; whom it meets on the way does not matter: R6
    state.phase = moves.ROUND
    call(dealer, EVERYONE, moves.SUN_MOVED, (SUN_START + state.sun) % RIM)
    if state.sun == RIM:
        finish(state, moves.BY_SUN, dealer)
