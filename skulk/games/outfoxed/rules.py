"""The rules of Outfoxed in the order of the rulebook: the set-up, the round, who may do what."""

from skulk.engine import NONE, TURN, only, rule, shuffle

from . import moves
from .components import (
    BEAR_START,
    CELLS,
    COPIES,
    CROW,
    CROW_START,
    DEALT,
    EAGLE_START,
    FOX,
    FOX_START,
    HAND,
    KINDS,
    LINE,
    NEXT,
    ODD_EAGLE_START,
    OWN_BACK,
    RABBITS,
    SHUFFLED,
)
from .floor import is_fixed, is_loose, is_up
from .fox import (
    answer_bait,
    begin_turn,
    end_turn,
    evade,
    hunt,
    land,
    leap_target,
    meet,
    put_vixen,
    relocate,
    replace,
    set_out,
    step_target,
    take_step,
)
from .moves import ACTIONS
from .rim import (
    bear_due,
    bear_goes,
    bear_may_enter,
    fly_crow,
    fly_eagle,
    may_use_deck,
    move_bear,
    move_sun,
    peek,
    perched,
    swap,
)
from .state import ALL_KNOW, EVENTS, LAP, MAY_BE_RABBIT, OPTIONS, State
from .symbols import activate, leap, look_around, switch_first, switch_second

__all__ = ["ACTIONS", "EVENTS", "LAP", "OPTIONS", "State"]

# ---- set-up


@rule
def setup(state: State, options, dealer):
    _deal(state, dealer)
    state.fox, state.bear = FOX_START, BEAR_START
    state.crow, state.eagle = CROW_START, ODD_EAGLE_START if options.eagle_gap else EAGLE_START
    state.burying, state.vixen_any, state.unaided = options.burying, options.vixen, options.memory
    state.arrow = state.vixen = state.reason = NONE
    state.captured[:] = NONE
    state.bait[:] = NONE
    clear_turn(state)
    state.phase = moves.ROUND  # R18: Red Fox begins
    carry_on(state, dealer)


@rule
def _deal(state: State, dealer):
    """22 cards and the rabbits to the floor, face-down and unseen, five to Red Fox, the rest to the draw deck."""
    cards = dealer.lap
    for i in range(len(SHUFFLED)):
        cards[i] = SHUFFLED[i]
    shuffle(dealer, cards, 0, len(SHUFFLED))
    for cell in range(CELLS):
        state.cards[cell] = cards[cell] if cell < DEALT else cell - DEALT
    shuffle(dealer, state.cards, 0, CELLS)
    state.cards[CELLS:] = NONE
    for cell in range(CELLS):
        state.marks[cell] = MAY_BE_RABBIT | ALL_KNOW * OWN_BACK[state.cards[cell]]
    for i in range(DEALT, DEALT + HAND):
        state.hand[cards[i]] += 1
    state.held = HAND
    state.left = len(SHUFFLED) - DEALT - HAND
    state.deck[:] = NONE
    for i in range(state.left):
        state.deck[state.left - 1 - i] = cards[DEALT + HAND + i]
    for kind in range(KINDS):
        state.census[kind] = COPIES[kind]


@rule
def clear_turn(state: State):
    """Nothing of a turn is left over when it has ended."""
    state.start = state.active = state.face = state.picked = state.due = NONE
    state.trail = state.steps = state.reach = state.effect = state.hits = 0


# ---- the round (R17)


@rule
def carry_on(state: State, dealer):
    """Everything that follows without a decision."""
    while state.phase > moves.OVER:
        phase = state.phase
        if phase == moves.ROUND:
            state.dive = state.distracted = state.shiny = 0
            state.phase = moves.FOX_TURN
        elif phase == moves.FOX_TURN:
            begin_turn(state, dealer)
        elif phase == moves.SET_OUT:
            set_out(state, dealer)
        elif phase == moves.LAND:
            land(state, dealer)
        elif phase == moves.MEET:
            meet(state, dealer)
        elif phase == moves.ACTIVATE:
            activate(state, dealer)
        elif phase == moves.HUNT:
            hunt(state, dealer)
        elif phase == moves.EVADE:
            evade(state, dealer)
        elif phase == moves.END_TURN:
            clear_turn(state)
            end_turn(state, dealer)
        elif phase == moves.PERCHED:
            perched(state)
        elif phase == moves.BEAR_STEP:
            state.phase = moves.SUN if state.distracted else moves.BEAR_DUE  # R61
        elif phase == moves.BEAR_DUE:
            bear_due(state)
        elif phase == moves.BEAR_GOES:
            bear_goes(state, dealer)
        else:
            move_sun(state, dealer)


@rule
def acting(state: State):
    """Red Fox decides first; Crow from ALARM on."""
    if state.over:
        return 0
    return only(CROW) if moves.ALARM <= state.phase < moves.OVER else only(FOX)


@rule
def pace(state: State):
    return TURN


@rule
def returns(state: State, out):
    """Nothing before the end; there is no draw (R82)."""
    crow = 0 if not state.over else 1 if state.reason >= moves.BY_BEAR else -1
    out[FOX] = -crow
    out[CROW] = crow


# ---- what may be done


@rule
def legal(state: State, seat, mask):
    """The options of the decision that is asked; single ones are asked too, decisions without any never are (R16)."""
    phase = state.phase
    if seat == CROW:
        return _crows_options(state, mask)
    if phase == moves.STEP:
        return _steps(state, mask)
    if phase == moves.REPLACE:
        return _replacements(state, mask)
    if phase == moves.LEAP:
        return _leaps(state, mask)
    if phase == moves.LOOK:
        return _looks(state, mask, NONE)
    if phase <= moves.SWITCH_2:
        return _switches(state, mask)
    if phase == moves.BAIT:  # R40
        mask[moves.SPEND] = mask[moves.KEEP] = 1
        return 2
    if phase == moves.VIXEN:
        return _vixens(state, mask)
    spaces = 1 + state.dive + 1 - state.double_spent  # R70
    for i in range(2 * spaces):
        mask[moves.EAGLES + i] = 1
    return 2 * spaces


@rule
def _crows_options(state: State, mask):
    phase = state.phase
    if phase == moves.ALARM:
        return _looks(state, mask, state.vixen)  # R59
    if phase == moves.RELOCATE:
        return _loose(state, mask)  # R45, R57
    if phase == moves.CROW_MOVE:  # R74
        mask[moves.CROWS] = mask[moves.CROWS + 1] = 1
        return 2
    if phase == moves.PEEK:
        return _peeks(state, mask)
    if phase == moves.SWAP:
        return _swaps(state, mask)
    count = 0
    for way in range(4):
        if bear_may_enter(state, NEXT[state.bear, way]):
            mask[moves.BEARS + way] = 1
            count += 1
    return count


@rule
def _steps(state: State, mask):
    count = 0
    for way in range(4):
        if step_target(state, way) >= 0:
            mask[moves.STEPS + way] = 1
            count += 1
    if state.steps:  # R22
        mask[moves.STOP] = 1
        count += 1
    return count


@rule
def _replacements(state: State, mask):
    mask[moves.USE] = 1  # R33
    count = 1
    for kind in range(RABBITS, KINDS - 1):
        if state.hand[kind] > 0:
            mask[moves.PLAYS + kind - RABBITS] = 1
            count += 1
    return count


@rule
def _leaps(state: State, mask):
    count = 0
    for compass in range(8):
        cell = leap_target(state, compass)
        if cell >= 0:
            mask[moves.LEAPS + cell] = 1
            count += 1
    return count


@rule
def _looks(state: State, mask, barred):
    count = 0
    for cell in range(CELLS):
        if cell != barred and not is_up(state, cell):
            mask[moves.LOOKS + cell] = 1
            count += 1
    return count


@rule
def _switches(state: State, mask):
    count = 0
    for way in range(4):  # R53
        cell = NEXT[state.fox, way]
        if cell >= 0 and cell != state.picked and not is_fixed(state, cell):
            mask[moves.SWITCHES + cell] = 1
            count += 1
    return count


@rule
def _vixens(state: State, mask):
    mask[moves.HOLD] = 1
    count = 1
    for cell in range(CELLS):
        if cell != state.bear or state.vixen_any:  # R63
            mask[moves.VIXENS + cell] = 1
            count += 1
    return count


@rule
def _loose(state: State, mask):
    count = 0
    for cell in range(CELLS):
        if is_loose(state, cell):
            mask[moves.PLACES + cell] = 1
            count += 1
    return count


@rule
def _peeks(state: State, mask):
    count = 0
    for i in range(5):  # R75
        cell = LINE[state.crow, i]
        if is_loose(state, cell):
            mask[moves.PEEKS + cell] = 1
            count += 1
    return count


@rule
def _swaps(state: State, mask):
    count = 0
    for cell in range(CELLS):  # R76
        if cell != state.picked and not is_fixed(state, cell):
            mask[moves.SWAPS + cell] = 1
            count += 1
    if may_use_deck(state):
        mask[moves.SWAP_DECK] = 1
        count += 1
    return count


# ---- what happens


@rule
def play(state: State, seat, action, dealer):
    phase = state.phase
    if phase == moves.STEP:
        take_step(state, action, dealer)
    elif phase == moves.REPLACE:
        replace(state, action, dealer)
    elif phase == moves.LEAP:
        leap(state, action - moves.LEAPS, dealer)
    elif phase in (moves.LOOK, moves.ALARM):
        look_around(state, seat, action - moves.LOOKS, dealer)
    elif phase == moves.SWITCH_1:
        switch_first(state, action - moves.SWITCHES)
    elif phase == moves.SWITCH_2:
        switch_second(state, action - moves.SWITCHES, dealer)
    elif phase == moves.BAIT:
        answer_bait(state, action, dealer)
    elif phase == moves.RELOCATE:
        relocate(state, action - moves.PLACES, dealer)
    elif phase == moves.VIXEN:
        put_vixen(state, action, dealer)
    elif phase == moves.EAGLE:
        fly_eagle(state, action - moves.EAGLES, dealer)
    elif phase == moves.CROW_MOVE:
        fly_crow(state, action - moves.CROWS, dealer)
    elif phase == moves.PEEK:
        peek(state, action - moves.PEEKS, dealer)
    elif phase == moves.SWAP:
        swap(state, action, dealer)
    else:
        move_bear(state, action - moves.BEARS, dealer)
    carry_on(state, dealer)
