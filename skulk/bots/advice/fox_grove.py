"""Fox Grove: what an experienced player would tell a beginner."""

import math

from skulk.engine import NONE, rule
from skulk.games.fox_grove import moves
from skulk.games.fox_grove.components import (
    ADVANCE_CARD,
    AMOUNT_OF,
    BERRY_CARD,
    BONUS,
    CARDS,
    COLOUR_OF,
    HOUSES,
    NUMBER_OF,
    POINTS,
    RESOURCES,
    SEATS,
    TRACK,
    YELLOW,
)
from skulk.games.fox_grove.state import State

from .plain import likely, unseal

__all__ = ["KNOBS", "estimate", "likely", "unseal", "weigh"]

KNOBS = {"explore": 0.6, "contest": 3, "observer": 1, "horizon": 60}


@rule
def weigh(state: State, seat, action):
    if action < CARDS:
        if state.phase == moves.TRICK:
            return _weigh_play(state, action)
        if state.phase == moves.PICK:
            return 300 + _worth(action)
        if state.phase == moves.EXCHANGE or state.phase == moves.UNDER:
            return 500 - _strength(action)  # give away what wins nothing
    if state.phase == moves.DELIVER or state.phase == moves.THIRTEEN:
        if moves.ADVANCE <= action < moves.ADVANCE + HOUSES:
            return 600 + 20 * _gain(state, seat, action - moves.ADVANCE)  # climb whenever you can pay
        return 100
    if state.phase == moves.REWARD:
        if action == moves.TWICE:
            return 500 if AMOUNT_OF[state.card] >= 2 else 250  # an owl is worth two resources
        return 400 if action == moves.TAKE else 300
    if action == moves.CONFIRM:
        return 500  # keep the owls for dearer levels
    if moves.CUT <= action < moves.SWAP:
        return 400
    if action == moves.USE_PICK2 or action == moves.USE_DRAW2:
        return 450
    if action == moves.SKIP_DRAW2:
        return 400
    if action == moves.BONUS_BERRY:
        return 400
    if action == moves.WAKE or action >= moves.NEW_OWL:
        return 450
    return 300


@rule
def _weigh_play(state: State, card):
    """Win tricks that pay, with no more than it takes; otherwise let the lowest card go, or a discard that pays."""
    if state.placed == 0:
        return 300 + _strength(card) // 2
    prize, best = 0, 0
    for i in range(state.placed):
        if state.table[i] != NONE:
            prize = max(prize, _worth(state.table[i]))
            best = max(best, _rank(state, state.table[i]))
    if _rank(state, card) > best:
        return 380 + max(prize, _worth(card)) - _strength(card) // 6
    if COLOUR_OF[card] != COLOUR_OF[state.table[0]] and COLOUR_OF[card] != YELLOW:
        return 300 + _worth(card)  # a discard pays at once
    return 320 - _strength(card) // 4


@rule
def _rank(state: State, card):
    """How a card stands in this trick: trumps above the colour led, others nowhere."""
    if COLOUR_OF[card] == YELLOW:
        return 20 + NUMBER_OF[card]
    return NUMBER_OF[card] if COLOUR_OF[card] == COLOUR_OF[state.table[0]] else 0


@rule
def _strength(card):
    return 10 * NUMBER_OF[card] + (130 if COLOUR_OF[card] == YELLOW else 0)


@rule
def _worth(card):
    """What the reward of a card is worth."""
    if NUMBER_OF[card] == ADVANCE_CARD:
        return 200
    return 110 if NUMBER_OF[card] == BERRY_CARD else 50 * AMOUNT_OF[card]


@rule
def _gain(state: State, seat, house):
    """Points of the next level, the track and the bonus."""
    level, side, lowest = state.levels[seat, house], state.sides[house], 9
    for other in range(HOUSES):
        if other != house:
            lowest = min(lowest, state.levels[seat, other])
    gain = POINTS[side, house, level + 1] - POINTS[side, house, level] if level < 7 else 0
    if level < lowest:
        gain += 5
    return gain + 2 * BONUS[side, house, min(level + 1, 7)]


@rule
def _standing(state: State, seat):
    """Points so far, and what berries and resources in hand will bring."""
    points, lowest = 2.5 * state.berries[seat], 7
    for house in range(HOUSES):
        points += POINTS[state.sides[house], house, state.levels[seat, house]]
        lowest = min(lowest, state.levels[seat, house])
    for kind in range(RESOURCES):
        points += 0.8 * state.resources[seat, kind]
    return points + TRACK[lowest]


@rule
def estimate(state: State, out):
    """Who stands better is more likely to win, the more so the later it is."""
    spread = 8.0 + 4.0 * (3 - min(3, state.woodpecker))
    best, total = -1000.0, 0.0
    for seat in range(state.players):
        best = max(best, _standing(state, seat))
    for seat in range(state.players):
        out[seat] = math.exp((_standing(state, seat) - best) / spread)
        total += out[seat]
    for seat in range(SEATS):
        out[seat] = 2.0 * out[seat] / total - 1.0 if seat < state.players else 0.0
