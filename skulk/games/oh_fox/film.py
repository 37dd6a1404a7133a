"""The film: the eight rows of cards, executed turn by turn, moment by moment (R12–R53).

A turn has six moments, half-way and end of each of three steps. Where an animal is at each of them depends on how
the card makes it go, on the side the card points to and on the space where the turn finds it: a table, `PLACES`.
Predator and prey meet where their places are the same.
"""

import numpy as np

from skulk.engine import EVERYONE, call, has, only, rule

from . import moves
from .components import (
    AIR,
    ANIMALS,
    ENTRY,
    EXIT,
    FOOD,
    NOWHERE,
    POND,
    ROUTE,
    STOP,
    TRIGGER,
    TUNNEL,
)
from .state import State

MOMENTS = 6  # R12: H1 E1 H2 E2 H3 E3, numbered 0–5
HEAL_BOTH = 1  # R51: the value of the option

STAND, WALK, CROSS, REVERSE, DIG, FLY, DIVE, DART = range(8)  # how an animal goes
_CARDS = [WALK, CROSS, WALK, STAND, STAND]  # R20–R23: single, double, move-stop, (trigger), stop
_TRIGGERS = {
    "shield": WALK,  # R25
    "tunnel": DIG,  # R26
    "opposite": REVERSE,  # R27
    "flight": FLY,  # R28
    "double": CROSS,  # R29
    "pond": DIVE,  # R30
    "return": DART,  # R31
}
GAIT = np.array([[*_CARDS[:TRIGGER], _TRIGGERS[animal["trigger"]], _CARDS[STOP]] for animal in ANIMALS])
STOPS = np.array([0, 0, 1, 0, 1])  # R22, R23, R47: the kinds of cards that may eat
SHIELD = np.array([int(animal["trigger"] == "shield") for animal in ANIMALS])


def _legs(gait: int, side: int, space: int) -> list[tuple[int, int, int]]:
    """The legs of a card: place half-way, place at the end, and the space reached or flown over (R13)."""
    reached = int(EXIT[space, side])
    walk = (25 + int(ROUTE[space, side]), reached, reached)  # R14
    if gait == WALK:
        return [walk]
    if gait == CROSS:
        return [walk, *_legs(WALK, _across(space, side), reached)]  # R21
    if gait == REVERSE:
        return _legs(WALK, (side + 2) % 4, space)  # R27
    if gait == DIG:
        end = int(TUNNEL[space])
        return [(NOWHERE, end, end)] if end >= 0 else [walk]  # R15, R26
    if gait == DIVE:
        return [(NOWHERE, POND, POND)]  # R15, R30
    if gait == DART:
        return [walk, (walk[0], space, space)]  # R31
    if gait == FLY:
        return _flight(side, space)
    return []  # R22


def _across(space: int, side: int) -> int:
    """The side by which one leaves after coming from `space` through `side`, straight on (R5)."""
    return (int(ENTRY[space, side]) + 2) % 4


def _flight(side: int, space: int) -> list[tuple[int, int, int]]:
    legs = []
    for step in range(3):
        reached = int(EXIT[space, side])
        legs.append((AIR, reached if step == 2 else AIR, reached))  # R16
        side, space = _across(space, side), reached
    return legs


PLACES = np.zeros((8, 4, 25, MOMENTS), int)  # [gait, side, space, moment]
REACHED = np.zeros((8, 4, 25, 3), int)  # [gait, side, space, step]: the space reached or flown over
for _gait, _side, _space in np.ndindex(8, 4, 25):
    _trip = _legs(_gait, _side, _space)
    _end = _trip[-1][2] if _trip else _space
    for _step in range(3):
        _half, _stop, _below = _trip[_step] if _step < len(_trip) else (_end, _end, _end)  # R17
        PLACES[_gait, _side, _space, 2 * _step : 2 * _step + 2] = _half, _stop
        REACHED[_gait, _side, _space, _step] = _below


@rule
def place(state: State, seat, turn, moment):
    """Where the seat's animal is at a moment of the turn, whoever else is there (R3, R13–R18).

    Its space in the state is still that of the beginning.
    """
    card = state.rows[seat, turn]
    return PLACES[GAIT[state.animals[seat], card >> 2], card & 3, state.spaces[seat], moment]


@rule
def show_turn(state: State, turn, dealer):
    """Execute one turn: moves and attacks, then meals, then healing (R19)."""
    call(dealer, EVERYONE, moves.STARTED, turn + 1)
    caught, drenched = 0, 0  # the prey attacked in this turn, and those that met the predator on the pond itself
    for moment in range(MOMENTS):
        if moment % 2 == 0:
            _tell_legs(state, turn, moment, dealer)
        prey = met(state, turn, moment)
        if prey:
            _tell_attacks(prey & ~caught, moment, place(state, state.predator, turn, moment), dealer)
            caught |= prey  # R36, R37: once in a turn
            if place(state, state.predator, turn, moment) == POND:
                drenched |= prey
    _book(state, caught)
    for seat in range(state.players):
        _swim(state, seat, turn)
        state.spaces[seat] = place(state, seat, turn, MOMENTS - 1)
        if seat != state.predator:  # R43: prey only
            _eat(state, seat, turn, dealer)
    for seat in range(state.players):
        if seat != state.predator:  # R49: prey only
            heal(state, seat, has(caught & drenched, seat), dealer)


@rule
def _tell_legs(state: State, turn, moment, dealer):
    """Say who moves in this step, by which way and to which space."""
    for seat in range(state.players):
        way = place(state, seat, turn, moment)
        if way >= 25:
            card = state.rows[seat, turn]
            gait = GAIT[state.animals[seat], card >> 2]
            space = REACHED[gait, card & 3, state.spaces[seat], moment // 2]
            call(dealer, EVERYONE, moves.MOVED, seat, moment // 2 + 1, way, space)


@rule
def met(state: State, turn, moment):
    """The prey that the predator meets at this moment, as bits, those under their spines left out (R33–R35, R40)."""
    found = 0
    where = place(state, state.predator, turn, moment)
    if where >= AIR:  # R34
        return found
    for seat in range(state.players):
        if seat != state.predator and place(state, seat, turn, moment) == where:  # R39: prey do not meet each other
            if not (SHIELD[state.animals[seat]] and state.rows[seat, turn] >> 2 == TRIGGER):  # R40
                found |= only(seat)
    return found


@rule
def _tell_attacks(prey, moment, where, dealer):
    for seat in range(4):
        if has(prey, seat):
            call(dealer, EVERYONE, moves.ATTACKED, seat, moment, where)


@rule
def _book(state: State, caught):
    """Tokens for the attacks of a turn; nothing else comes of them (R38, R41)."""
    for seat in range(state.players):
        if has(caught, seat):
            state.hearts[state.predator] += 1
            state.wounds[seat] += 1
            state.attacked[seat] += 1


@rule
def _swim(state: State, seat, turn):
    """A turn counts for the Swimmer who is on the pond at the end of a step (R57)."""
    for step in range(3):
        if place(state, seat, turn, 2 * step + 1) == POND:
            state.swims[seat] += 1
            return


@rule
def _eat(state: State, seat, turn, dealer):
    """A stop on the own food is a meal, once on each space (R43–R47)."""
    kind, space = state.rows[seat, turn] >> 2, state.spaces[seat]
    if STOPS[kind] and FOOD[state.animals[seat], space] and not has(state.eaten[seat], space):
        state.eaten[seat] |= 1 << space
        state.meals[seat] += 1
        state.hearts[seat] += 1  # R44
        call(dealer, EVERYONE, moves.ATE, seat, space)


@rule
def heal(state: State, seat, drenched, dealer):
    """Who ends the turn on the pond discards a wound, one of this turn too (R49–R53)."""
    if state.spaces[seat] == POND and state.wounds[seat] > 0:
        healed = 1
        if drenched and state.healing == HEAL_BOTH and state.wounds[seat] > 1:
            healed = 2  # R51
        state.wounds[seat] -= healed
        call(dealer, EVERYONE, moves.HEALED, seat, healed)
