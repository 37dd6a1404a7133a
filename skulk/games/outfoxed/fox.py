"""Red Fox: his move, the landing, the rabbits, the Vixen (rulebook, chapters C, D, E and G)."""

from skulk.engine import EVERYONE, NONE, call, roll, rule

from . import moves
from .components import (
    CATCH,
    CELLS,
    COMPASS,
    DIE,
    FACES,
    LEAP_LENGTH,
    NEXT,
    NO_SWAP,
    OPENS,
    RABBITS,
    SCAVENGES,
    SIDE,
    SPEED_CARRION,
    WATERS,
)
from .floor import count_loose, discard, exchange, finish, is_rabbit, is_up, lay, may_enter, reveal, turn_back
from .state import ALL_KNOW, FACE_UP, MAY_BE_RABBIT, State

# ---- the move


@rule
def begin_turn(state: State, dealer):
    if state.lost:  # R29
        state.lost = 0
        call(dealer, EVERYONE, moves.TURN_LOST)
        vixen_window(state, moves.EAGLE)
        return
    state.start = state.fox
    state.trail = 1 << state.fox
    state.reach = 2  # R21
    if is_up(state, state.fox) and OPENS[state.cards[state.fox]]:
        state.reach = 3  # R27
    if state.limp:
        state.reach = 1  # R28
        state.limp = 0
    vixen_window(state, moves.SET_OUT)


@rule
def set_out(state: State, dealer):
    state.phase = moves.STEP
    if not _can_step(state):  # R30: he stays, and there is no landing
        state.phase = moves.END_TURN
        call(dealer, EVERYONE, moves.BOXED_IN)


@rule
def step_target(state: State, way):
    """The cell one step that way, NONE if Red Fox may not go there (R7, R23, R24)."""
    cell = NEXT[state.fox, way]
    if cell < 0 or state.trail >> cell & 1 or not may_enter(state, cell):
        return NONE
    return cell


@rule
def _can_step(state: State):
    for way in range(4):
        if step_target(state, way) >= 0:
            return 1
    return 0


@rule
def take_step(state: State, action, dealer):
    stopped = 1
    if action != moves.STOP:
        state.fox = NEXT[state.fox, action]
        state.trail |= 1 << state.fox
        state.steps += 1
        call(dealer, EVERYONE, moves.STEPPED, state.fox)
        stopped = is_up(state, state.fox) and WATERS[state.cards[state.fox]]  # R26; otherwise he walks over it: R25
        if stopped:
            call(dealer, EVERYONE, moves.WADED, state.cards[state.fox])
    if stopped or state.steps == state.reach or not _can_step(state):  # R30
        state.phase = moves.LAND if state.steps >= 2 else moves.END_TURN  # R22: after a short move nothing happens


# ---- landing


@rule
def land(state: State, dealer):
    cell = state.fox
    if not is_up(state, cell):
        reveal(state, cell, dealer)  # R31
        vixen_window(state, moves.MEET)
    elif is_rabbit(state.cards[cell]):
        state.phase = moves.HUNT  # R34, R46
    else:
        state.phase = moves.END_TURN  # R35


@rule
def meet(state: State, dealer):
    """What was revealed is hunted, replaced or activated (R9)."""
    card = state.cards[state.fox]
    if is_rabbit(card):
        state.phase = moves.HUNT  # R37
        return
    state.phase = moves.ACTIVATE
    state.active = card
    state.effect = 0
    if NO_SWAP[card]:  # R32
        call(dealer, EVERYONE, moves.UNCOVERED, card, moves.BY_LOCK)
    elif state.fox == state.vixen:  # R63
        call(dealer, EVERYONE, moves.UNCOVERED, card, moves.BY_VIXEN)
    elif state.held == 0:
        call(dealer, EVERYONE, moves.UNCOVERED, card, moves.BY_EMPTY_HAND)
    else:
        state.phase = moves.REPLACE


@rule
def replace(state: State, action, dealer):
    state.phase = moves.ACTIVATE
    if action == moves.USE:  # R33
        return
    old, new = state.cards[state.fox], action - moves.PLAYS + RABBITS
    discard(state, old)
    state.hand[new] -= 1
    state.held -= 1
    state.cards[state.fox] = new
    state.marks[state.fox] = FACE_UP | ALL_KNOW
    state.active = new
    call(dealer, EVERYONE, moves.REPLACED, state.fox, old, new)


@rule
def leap_target(state: State, compass):
    """The cell the active card lets Red Fox leap to in that direction, NONE if there is none (R50)."""
    length = LEAP_LENGTH[state.active]
    row = state.fox // SIDE + length * COMPASS[compass, 0]
    column = state.fox % SIDE + length * COMPASS[compass, 1]
    if row < 0 or row >= SIDE or column < 0 or column >= SIDE or not may_enter(state, SIDE * row + column):
        return NONE
    return SIDE * row + column


@rule
def end_turn(state: State, dealer):
    turn_back(state, dealer)  # R36
    if state.bonus:  # R43
        state.bonus = 0
        state.phase = moves.FOX_TURN
    else:
        vixen_window(state, moves.EAGLE)


# ---- rabbits


@rule
def hunt(state: State, dealer):
    """One roll; rabbit 0 needs none (R38), rabbit n needs n without evasion (R39)."""
    rabbit = state.cards[state.fox]
    if state.hits == rabbit:
        _capture(state, rabbit, dealer)
        return
    state.face = FACES[roll(dealer, DIE)]
    state.hits += state.face > SPEED_CARRION
    call(dealer, EVERYONE, moves.ROLLED, state.face, state.hits, rabbit)
    if state.face <= SPEED_CARRION:
        state.phase = moves.BAIT if state.baits else moves.EVADE  # R40


@rule
def answer_bait(state: State, action, dealer):
    state.phase = moves.EVADE
    if action == moves.SPEND:  # R40: the one he got first; the rolls before still count
        call(dealer, EVERYONE, moves.SPENT_BAIT, state.bait[0])
        discard(state, state.bait[0])
        state.baits -= 1
        for i in range(state.baits):
            state.bait[i] = state.bait[i + 1]
        state.bait[state.baits] = NONE
        state.phase = moves.HUNT


@rule
def _capture(state: State, rabbit, dealer):
    call(dealer, EVERYONE, moves.CAPTURED, state.fox, rabbit)
    state.captured[state.caught] = rabbit  # R41
    state.caught += 1
    lay(state, state.fox, dealer)
    state.bonus = 1
    state.phase = moves.END_TURN
    if state.caught == CATCH:
        finish(state, moves.BY_RABBITS, dealer)  # R42


@rule
def evade(state: State, dealer):
    call(dealer, EVERYONE, moves.EVADED, state.fox, state.cards[state.fox])
    scavenged = state.face == SPEED_CARRION and state.fox != state.vixen and _vulture_watches(state)
    state.phase = moves.RELOCATE if scavenged and count_loose(state) else moves.END_TURN  # R44, R45


@rule
def _vulture_watches(state: State):
    """Whether Black Vulture lies on the floor and not under Bear, who cancels it (R68)."""
    for cell in range(CELLS):
        card = state.cards[cell]
        if card >= 0 and SCAVENGES[card] and cell != state.bear:
            return 1
    return 0


@rule
def relocate(state: State, cell, dealer):
    """Crow puts a rabbit under a face-down card: one that evaded (R45), or the latest captured (R57)."""
    if state.active == NONE:
        state.marks[state.fox] -= FACE_UP
        call(dealer, EVERYONE, moves.SCAVENGED, state.cards[state.fox], state.fox, cell)
        exchange(state, state.fox, cell)
        state.phase = moves.END_TURN
        return
    state.caught -= 1
    rabbit = state.captured[state.caught]
    state.captured[state.caught] = NONE
    discard(state, state.cards[state.fox])
    state.cards[state.fox], state.marks[state.fox] = state.cards[cell], state.marks[cell]
    state.cards[cell], state.marks[cell] = rabbit, ALL_KNOW | MAY_BE_RABBIT
    call(dealer, EVERYONE, moves.STOLEN, rabbit, cell)
    state.phase = moves.ACTIVATE


# ---- the Vixen


@rule
def vixen_window(state: State, due):
    """Ask for the Vixen at the end of step 1, or at any moment of the option; then comes what is due (R63)."""
    state.phase = due
    if state.vixen == NONE and (due == moves.EAGLE or state.vixen_any):
        state.phase = moves.VIXEN
        state.due = due


@rule
def put_vixen(state: State, action, dealer):
    state.phase = state.due
    state.due = NONE
    if action != moves.HOLD:
        state.vixen = action - moves.VIXENS
        call(dealer, EVERYONE, moves.VIXEN_PUT, state.vixen)
