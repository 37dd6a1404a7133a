"""The rim and Black Bear: Eagle, Crow, Bear, Sun/Moon (rulebook, chapters H to K)."""

from skulk.engine import EVERYONE, NONE, call, rule

from .components import CELLS, CROW, EXCHANGES, LINE, NEXT, RIM, SUN_START
from .floor import exchange, finish, is_fixed, is_loose, is_rabbit, lay, look
from .fox import vixen_window
from .moves import (
    ACTIVATE,
    BEAR,
    BEAR_GOES,
    BEAR_STAYED,
    BEAR_STEP,
    BEAR_WENT,
    BY_BEAR,
    BY_EAGLE,
    BY_SUN,
    CROW_FLEW,
    CROW_MOVE,
    EAGLE_FLEW,
    PEEK,
    PERCHED,
    ROUND,
    SUN,
    SUN_MOVED,
    SWAP,
    SWAP_DECK,
    SWAPPED,
    SWAPPED_DECK,
    SWAPS,
)
from .state import MAY_BE_RABBIT

# ---- Bald Eagle


@rule
def fly_eagle(state, choice, dealer):
    """One space, two or three in one direction; Red Fox wins on the way if Eagle meets Crow (R70, R72)."""
    spaces, way = choice // 2 + 1, 1 - 2 * (choice % 2)
    if spends_double(state, spaces):
        state.double_spent = 1
    state.phase = CROW_MOVE
    for _ in range(spaces):
        if state.eagle != state.crow:
            state.eagle = (state.eagle + way + RIM) % RIM
    call(dealer, EVERYONE, EAGLE_FLEW, state.eagle)
    if state.eagle == state.crow:
        finish(state, BY_EAGLE, dealer)


@rule
def spends_double(state, spaces):
    """Three spaces spend the double move, and two without RIVER_DIVE (R71)."""
    return 1 if spaces > 1 + state.dive else 0


# ---- Crow


@rule
def fly_crow(state, choice, dealer):
    state.crow = (state.crow + 1 - 2 * choice + RIM) % RIM  # R74
    call(dealer, EVERYONE, CROW_FLEW, state.crow)
    if state.crow == state.eagle:
        finish(state, BY_EAGLE, dealer)  # R72
    else:
        vixen_window(state, PERCHED)


@rule
def perched(state):
    """Crow peeks, unless she is dazzled (R62) or has nothing to peek at (R75)."""
    state.phase = BEAR_STEP
    if not state.shiny:
        for i in range(5):
            if is_loose(state, LINE[state.crow, i]):
                state.phase = PEEK


@rule
def peek(state, cell, dealer):
    look(state, CROW, cell, dealer)
    state.picked = cell
    state.phase = SWAP
    if not _can_swap(state):  # R79
        state.picked = NONE
        state.phase = BEAR_STEP


@rule
def _can_swap(state):
    for cell in range(CELLS):
        if cell != state.picked and not is_fixed(state, cell):
            return 1
    return may_use_deck(state)


@rule
def may_use_deck(state):
    """R78: three times a game, while there are cards, and not for a rabbit unless burying is allowed."""
    if state.exchanges == EXCHANGES or state.left == 0:
        return 0
    return 1 if state.burying else 1 - is_rabbit(state.cards[state.picked])


@rule
def swap(state, action, dealer):
    if action == SWAP_DECK:
        _swap_deck(state, dealer)
    else:
        exchange(state, state.picked, action - SWAPS)  # R76
        call(dealer, EVERYONE, SWAPPED, state.picked, action - SWAPS)
    state.picked = NONE
    state.phase = BEAR_STEP


@rule
def _swap_deck(state, dealer):
    """The peeked card goes out of the game, in front of Crow; the top card takes its place unseen (R77)."""
    place = CELLS + state.exchanges
    exchange(state, state.picked, place)
    if not state.burying and state.marks[place] & MAY_BE_RABBIT:
        state.marks[place] -= MAY_BE_RABBIT
    state.exchanges += 1
    call(dealer, EVERYONE, SWAPPED_DECK, state.picked)
    lay(state, state.picked, dealer)


# ---- Black Bear


@rule
def bear_may_enter(state, cell):
    """Any cell of the floor but the one Bear came from (R65) and the Vixen's (R66)."""
    return 0 if cell < 0 or cell in (state.arrow, state.vixen) else 1


@rule
def bear_due(state):
    vixen_window(state, BEAR_GOES)


@rule
def bear_goes(state, dealer):
    """Bear must move if it can (R64); otherwise it stays, and so does its arrow (R67)."""
    for way in range(4):
        if bear_may_enter(state, NEXT[state.bear, way]):
            state.phase = BEAR
            return
    call(dealer, EVERYONE, BEAR_STAYED)
    state.phase = after_bear(state)


@rule
def after_bear(state):
    """Lured by a card (R60), Bear leaves the turn to go on; in step 4 the sun moves next."""
    return SUN if state.active == NONE else ACTIVATE


@rule
def move_bear(state, way, dealer):
    state.arrow = state.bear
    state.bear = NEXT[state.bear, way]
    state.phase = after_bear(state)
    call(dealer, EVERYONE, BEAR_WENT, state.bear)
    if state.bear == state.fox:
        finish(state, BY_BEAR, dealer)  # R69


# ---- Sun/Moon


@rule
def move_sun(state, dealer):
    state.sun += 1  # R73; whom it meets on the way does not matter: R6
    state.phase = ROUND
    call(dealer, EVERYONE, SUN_MOVED, (SUN_START + state.sun) % RIM)
    if state.sun == RIM:
        finish(state, BY_SUN, dealer)
