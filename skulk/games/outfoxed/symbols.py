"""What cards do when they are activated, symbol by symbol (rulebook, chapter F)."""

from skulk.engine import EVERYONE, NONE, UNKNOWN, call, everyone_but, only, rule, shuffle

from . import moves
from .components import (
    ALARMING,
    CELLS,
    DISTRACT,
    DROPPED_PREY,
    EFFECTS,
    FORAGE,
    FOX,
    KEEN_EYES,
    LEAPING,
    LOSE_TURN,
    LURE,
    NEXT,
    NOTHING,
    OUCH,
    OWN_BACK,
    RIVER_DIVE,
    SHINY,
    SNIFF,
    STEAL,
    STORM,
    SWITCH,
    YIKES,
)
from .floor import count_loose, discard, exchange, is_fixed, is_loose, is_up, lay, look, top_card
from .fox import leap_target
from .state import MAY_BE_RABBIT, STIRRED, State


@rule
def activate(state: State, dealer):
    """Carry out the next symbol of the active card (R10); one that finds no object is skipped (R16)."""
    effect = EFFECTS[state.active, state.effect]
    state.effect += 1
    if effect == NOTHING:  # R14 too: inactive symbols are not in the table
        state.active = NONE
        state.effect = 0
        state.phase = moves.END_TURN
    elif effect == YIKES:  # R47
        state.fox = state.start
        call(dealer, EVERYONE, moves.SENT_BACK, state.fox)
    elif effect == OUCH:  # R48
        state.limp = 1
        call(dealer, EVERYONE, moves.LIMPS)
    elif effect == LOSE_TURN:  # R49
        state.lost = 1
        call(dealer, EVERYONE, moves.WILL_LOSE_TURN)
    elif effect == DISTRACT:  # R61
        state.distracted = 1
        call(dealer, EVERYONE, moves.DISTRACTED)
    elif effect == SHINY:  # R62
        state.shiny = 1
        call(dealer, EVERYONE, moves.SHONE)
    elif effect == SNIFF:
        _sniff(state, dealer)
    elif effect == STORM:
        _storm(state, dealer)
    elif effect in (FORAGE, RIVER_DIVE, DROPPED_PREY):
        _leave(state, effect, dealer)
    else:
        _ask(state, effect)


@rule
def _ask(state: State, effect):
    """The symbols that need a decision, where there is anything to decide."""
    if effect == LEAPING and _can_leap(state):
        state.phase = moves.LEAP  # R50
    elif effect == KEEN_EYES and _can_look(state, NONE):
        state.phase = moves.LOOK  # R52
    elif effect == SWITCH and _can_switch(state):
        state.phase = moves.SWITCH_1  # R53
    elif effect == STEAL and state.caught and count_loose(state):
        state.phase = moves.RELOCATE  # R57
    elif effect == ALARMING and _can_look(state, state.vixen):
        state.phase = moves.ALARM  # R59
    elif effect == LURE:
        state.phase = moves.BEAR_DUE  # R60


# ---- moving


@rule
def _can_leap(state: State):
    for compass in range(8):
        if leap_target(state, compass) >= 0:
            return 1
    return 0


@rule
def leap(state: State, cell, dealer):
    state.fox = cell
    state.active = NONE
    state.effect = 0
    state.phase = moves.LAND
    call(dealer, EVERYONE, moves.LEAPT, cell)


# ---- looking


@rule
def _sniff(state: State, dealer):
    for way in range(4):  # R51
        cell = NEXT[state.fox, way]
        if cell >= 0 and not is_up(state, cell):
            look(state, FOX, cell, dealer)


@rule
def _can_look(state: State, barred):
    for cell in range(CELLS):
        if cell != barred and not is_up(state, cell):
            return 1
    return 0


@rule
def look_around(state: State, seat, cell, dealer):
    look(state, seat, cell, dealer)
    state.phase = moves.ACTIVATE


# ---- exchanging


@rule
def _can_switch(state: State):
    count = 0
    for way in range(4):
        cell = NEXT[state.fox, way]
        if cell >= 0 and not is_fixed(state, cell):
            count += 1
    return 1 if count >= 2 else 0


@rule
def switch_first(state: State, cell):
    state.picked = cell
    state.phase = moves.SWITCH_2


@rule
def switch_second(state: State, cell, dealer):
    exchange(state, state.picked, cell)
    call(dealer, EVERYONE, moves.SWITCHED, state.picked, cell)
    state.picked = NONE
    state.phase = moves.ACTIVATE


@rule
def _storm(state: State, dealer):
    """All face-down cards that are not fixed are shuffled; each seat keeps in mind which it had known (R58)."""
    cards, count, cells = dealer.lap, 0, 0
    for cell in range(CELLS):
        if is_loose(state, cell):
            _recall(state, cell)
            cards[count] = state.cards[cell]
            count += 1
            cells |= 1 << cell
    shuffle(dealer, cards, 0, count)
    for cell in range(CELLS - 1, -1, -1):
        if cells >> cell & 1:
            count -= 1
            state.cards[cell] = cards[count]
            state.marks[cell] = MAY_BE_RABBIT | STIRRED
    call(dealer, EVERYONE, moves.STORMED, cells)


@rule
def _recall(state: State, cell):
    for seat in range(2):
        if state.marks[cell] >> seat & 1:
            state.recalled[seat, state.cards[cell]] += 1
            state.recalls[seat] += 1


# ---- cards that leave the floor


@rule
def _leave(state: State, effect, dealer):
    cell, card = state.fox, state.cards[state.fox]
    if effect == DROPPED_PREY:  # R55
        state.bait[state.baits] = card
        state.baits += 1
        call(dealer, EVERYONE, moves.TOOK_BAIT, cell, card)
    else:
        discard(state, card)
        call(dealer, EVERYONE, moves.EATEN, cell, card)
    lay(state, cell, dealer)
    if effect == RIVER_DIVE:  # R56
        state.dive = 1
    elif effect == FORAGE:  # R54
        _draw_to_hand(state, dealer)


@rule
def _draw_to_hand(state: State, dealer):
    card = top_card(state, dealer)
    if card != NONE:
        state.hand[card] += 1
        state.held += 1
        call(dealer, only(FOX), moves.DREW, card)
        call(dealer, everyone_but(FOX), moves.DREW, card if OWN_BACK[card] else UNKNOWN)
