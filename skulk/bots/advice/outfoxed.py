"""Outfoxed: what an experienced player would tell a beginner, in either role."""

import math

from skulk.engine import NONE, has, rule
from skulk.games.outfoxed import moves
from skulk.games.outfoxed.components import CATCH, CELLS, CROW, FOX, NEXT, RABBITS, RIM, SIDE
from skulk.games.outfoxed.floor import is_up, may_enter
from skulk.games.outfoxed.state import MAY_BE_RABBIT, PUBLIC, State

from .plain import likely, unseal

__all__ = ["KNOBS", "estimate", "likely", "unseal", "weigh"]

KNOBS = {"explore": 0.6, "contest": 2, "observer": 1, "horizon": 20}


@rule
def weigh(state: State, seat, action):
    if seat == FOX:
        return _weigh_for_fox(state, action)
    return _weigh_for_crow(state, action)


@rule
def _weigh_for_fox(state: State, action):
    if state.phase == moves.STEP:
        return _weigh_step(state, action)
    if state.phase == moves.REPLACE:
        return 400 if action == moves.USE else 350  # keep hand cards for a better moment
    if moves.LEAPS <= action < moves.LOOKS:
        return _weigh_landing(state, action - moves.LEAPS)
    if moves.LOOKS <= action < moves.SWITCHES:
        return 500 if _may_hide_a_rabbit(state, FOX, action - moves.LOOKS) else 200  # look where a rabbit may be
    if action == moves.SPEND:
        return 700  # bait is for rabbits
    if action == moves.KEEP:
        return 100
    if action == moves.HOLD:
        return 500 - 450 * _is_hunted(state, state.fox)  # the Vixen is for when Bear would catch him …
    if moves.VIXENS <= action < moves.EAGLES:
        return 490 if action - moves.VIXENS == state.fox else 0  # … and then on Red Fox's own cell
    if state.phase == moves.EAGLE:
        return _weigh_flight(state, action - moves.EAGLES)
    return 300


@rule
def _weigh_step(state: State, action):
    """Think of where the whole move may end, not of the next cell alone."""
    if action == moves.STOP:
        return _weigh_staying(state, state.fox)
    cell = NEXT[state.fox, action - moves.STEPS]
    if cell < 0:
        return 0
    if state.steps + 1 >= state.reach:
        return _weigh_landing(state, cell) if state.steps > 0 else _weigh_staying(state, cell)
    best = _weigh_staying(state, cell)
    for way in range(4):
        beyond = NEXT[cell, way]
        if beyond >= 0 and not state.trail >> beyond & 1 and may_enter(state, beyond):
            best = max(best, _weigh_landing(state, beyond))
    return best


@rule
def _weigh_staying(state: State, cell):
    """A short move meets nobody and finds nothing (R22): only to get away, or nearer to a rabbit."""
    return max(0, 200 - 150 * _is_hunted(state, cell) - 10 * _way_to_rabbit(state, cell))


@rule
def _weigh_landing(state: State, cell):
    """Rabbits first; then cards that may be one; and never where Bear gets him for less than a rabbit."""
    weight, hunted = 250 - 15 * _way_to_rabbit(state, cell), _is_hunted(state, cell)
    if _knows(state, FOX, cell):
        if state.cards[cell] < RABBITS:  # R38, R39: the higher its number, the more often it gets away
            return 950 - 60 * state.cards[cell] - 220 * hunted * state.cards[cell]
    elif _may_hide_a_rabbit(state, FOX, cell):
        weight += 200
    elif not is_up(state, cell):
        weight += 60
    return max(0, weight - 240 * hunted)


@rule
def _is_hunted(state: State, cell):
    """Whether Bear could step onto the cell in this round (R64, R65)."""
    return 1 if _distance(cell, state.bear) == 1 and cell != state.arrow and not state.distracted else 0


@rule
def _way_to_rabbit(state: State, cell):
    """Steps to the nearest rabbit that Red Fox knows of; 5 if he knows of none."""
    way = 5
    for other in range(CELLS):
        if state.cards[other] < RABBITS and _knows(state, FOX, other):
            way = min(way, _distance(cell, other))
    return way


@rule
def _weigh_flight(state: State, choice):
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
def _weigh_for_crow(state: State, action):
    if state.phase == moves.BEAR:
        return 600 - 60 * _distance(NEXT[state.bear, action - moves.BEARS], state.fox)  # hunt Red Fox
    if state.phase == moves.CROW_MOVE:
        way = 1 - 2 * (action - moves.CROWS)
        gap = (state.crow + way - state.eagle + RIM) % RIM
        gap = gap if gap < RIM - gap else RIM - gap
        return 300 + 20 * gap if gap > 0 else 0  # away from Eagle
    if moves.PEEKS <= action < moves.SWAPS:
        return 500 if _may_hide_a_rabbit(state, CROW, action - moves.PEEKS) else 300
    if state.phase == moves.SWAP:
        return _weigh_swap(state, action)
    if moves.LOOKS <= action < moves.SWITCHES:
        return 500 if _may_hide_a_rabbit(state, CROW, action - moves.LOOKS) else 200
    if moves.PLACES <= action < moves.HOLD:
        return 300 + 40 * _distance(action - moves.PLACES, state.fox)  # a rabbit goes far from Red Fox
    return 300


@rule
def _weigh_swap(state: State, action):
    """Rabbits go away from Red Fox; anything else comes nearer to him, or makes room for a card of the deck."""
    rabbit = state.cards[state.picked] < RABBITS
    if action == moves.SWAP_DECK:
        return 250
    far = _distance(action - moves.SWAPS, state.fox)
    if rabbit:
        return 400 + 60 * far
    return 350 - 20 * far if not _knows(state, CROW, action - moves.SWAPS) else 300 - 20 * far


@rule
def _knows(state: State, seat, cell):
    return 1 if has(state.marks[cell], seat) or state.marks[cell] & PUBLIC else 0


@rule
def _may_hide_a_rabbit(state: State, seat, cell):
    return 0 if _knows(state, seat, cell) else state.marks[cell] & MAY_BE_RABBIT


@rule
def _distance(a, b):
    """Steps between two cells."""
    rows = a // SIDE - b // SIDE
    columns = a % SIDE - b % SIDE
    return (rows if rows > 0 else -rows) + (columns if columns > 0 else -columns)


@rule
def estimate(state: State, out):
    """Rabbits to catch against rounds left, how near Eagle is to Crow, and what Red Fox knows and has in store.

    Fitted on 1,800 games by these rules of thumb.
    """
    left, gap = RIM - state.sun + 1, (state.crow - state.eagle + RIM) % RIM
    rabbits, numbers, known = 0, 0, 0
    for cell in range(CELLS):
        if 0 <= state.cards[cell] < RABBITS:
            rabbits += 1
            numbers += state.cards[cell]
            known += _knows(state, FOX, cell)
    odds = 2.9 + 0.05 * left - 8.5 * (CATCH - state.caught) / left - 0.42 * min(gap, RIM - gap)
    odds += 0.1 * state.held + 0.2 * state.baits + 0.45 * (state.vixen == NONE) - 0.2 * _is_hunted(state, state.fox)
    odds += 0.3 * known - 0.45 * numbers / max(rabbits, 1)  # R38, R39: high numbers get away
    out[FOX] = math.tanh(odds / 2)
    out[CROW] = -out[FOX]
