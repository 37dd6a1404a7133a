"""Outfoxed: what an experienced player would tell a beginner, in either role."""

from skulk.engine import has, rule
from skulk.games.outfoxed.components import CATCH, CROW, FOX, NEXT, RABBITS, RIM, SIDE
from skulk.games.outfoxed.floor import is_up
from skulk.games.outfoxed.terms import (
    BEAR,
    BEARS,
    CROW_MOVE,
    CROWS,
    EAGLE,
    EAGLES,
    HOLD,
    KEEP,
    LEAPS,
    LOOKS,
    MAY_BE_RABBIT,
    PEEKS,
    PLACES,
    PUBLIC,
    REPLACE,
    SPEND,
    STEP,
    STEPS,
    STOP,
    SWAP,
    SWAP_DECK,
    SWAPS,
    SWITCHES,
    USE,
    VIXENS,
)

KNOBS = {"explore": 0.6, "contest": 2, "observer": 1}


@rule
def weigh(state, seat, action):
    if seat == FOX:
        return _weigh_for_fox(state, action)
    return _weigh_for_crow(state, action)


@rule
def _weigh_for_fox(state, action):
    if state.phase == STEP:
        if action == STOP:
            return 200  # a short move meets nobody and finds nothing
        return _weigh_cell(state, NEXT[state.fox, action - STEPS])
    if state.phase == REPLACE:
        return 400 if action == USE else 350  # keep hand cards for a better moment
    if LEAPS <= action < LOOKS:
        return _weigh_cell(state, action - LEAPS)
    if LOOKS <= action < SWITCHES:
        return 500 if _may_hide_a_rabbit(state, FOX, action - LOOKS) else 200  # look where a rabbit may be
    if action == SPEND:
        return 700  # bait is for rabbits
    if action == KEEP:
        return 100
    if action == HOLD:
        return 500 - 450 * (_distance(state.fox, state.bear) <= 2)  # the Vixen is for when Bear is close
    if VIXENS <= action < EAGLES:
        return 490 if action - VIXENS == state.fox else 0  # and then on Red Fox's own cell
    if state.phase == EAGLE:
        return _weigh_flight(state, action - EAGLES)
    return 300


@rule
def _weigh_cell(state, cell):
    """Rabbits first; cards not seen yet before known ones; and two steps between Red Fox and Bear."""
    if cell < 0:
        return 0
    weight = 400
    if _knows(state, FOX, cell):
        if state.cards[cell] < RABBITS:
            weight = 800
        elif not is_up(state, cell):
            weight = 300
    near = _distance(cell, state.bear)
    if near <= 1:
        weight -= 350
    elif near == 2:
        weight -= 120
    return weight if weight > 0 else 0


@rule
def _weigh_flight(state, choice):
    """Eagle flies towards Crow, and spends the double move only to reach her."""
    spaces, way = choice // 2 + 1, 1 - 2 * (choice % 2)
    gap = (state.crow - state.eagle + RIM) % RIM if way > 0 else (state.eagle - state.crow + RIM) % RIM
    if gap <= spaces:
        return 1000
    after = gap - spaces
    after = after if after < RIM - after else RIM - after
    weight = 500 - 20 * after
    if spaces > 1 + state.dive:
        weight -= 200
    if after % 2:
        weight -= 40  # with an odd gap on Crow's move she has to come closer or keep running
    return weight


@rule
def _weigh_for_crow(state, action):
    if state.phase == BEAR:
        return 600 - 60 * _distance(NEXT[state.bear, action - BEARS], state.fox)  # hunt Red Fox
    if state.phase == CROW_MOVE:
        way = 1 - 2 * (action - CROWS)
        gap = (state.crow + way - state.eagle + RIM) % RIM
        gap = gap if gap < RIM - gap else RIM - gap
        return 300 + 20 * gap if gap > 0 else 0  # away from Eagle
    if PEEKS <= action < SWAPS:
        return 500 if _may_hide_a_rabbit(state, CROW, action - PEEKS) else 300
    if state.phase == SWAP:
        return _weigh_swap(state, action)
    if LOOKS <= action < SWITCHES:
        return 500 if _may_hide_a_rabbit(state, CROW, action - LOOKS) else 200
    if PLACES <= action < HOLD:
        return 300 + 40 * _distance(action - PLACES, state.fox)  # a rabbit goes far from Red Fox
    return 300


@rule
def _weigh_swap(state, action):
    """Rabbits go away from Red Fox; anything else comes nearer to him, or makes room for a card of the deck."""
    rabbit = state.cards[state.picked] < RABBITS
    if action == SWAP_DECK:
        return 250
    far = _distance(action - SWAPS, state.fox)
    if rabbit:
        return 400 + 60 * far
    return 350 - 20 * far if not _knows(state, CROW, action - SWAPS) else 300 - 20 * far


@rule
def _knows(state, seat, cell):
    return 1 if has(state.marks[cell], seat) or state.marks[cell] & PUBLIC else 0


@rule
def _may_hide_a_rabbit(state, seat, cell):
    return 0 if _knows(state, seat, cell) else state.marks[cell] & MAY_BE_RABBIT


@rule
def _distance(a, b):
    """Steps between two cells."""
    rows = a // SIDE - b // SIDE
    columns = a % SIDE - b % SIDE
    return (rows if rows > 0 else -rows) + (columns if columns > 0 else -columns)


@rule
def estimate(state, out):
    """Rabbits caught against rounds gone."""
    fox = 0.5 * state.caught / CATCH - 0.5 * state.sun / RIM
    out[FOX] = fox
    out[CROW] = -fox
