"""Fox on the Run: what an experienced player would tell a beginner.

Follow the arrows with a finger before you step: what counts is where they let you stop. Foxes leave the forest dark and
meet far from Zev. Guardians open it tile by tile, and Zev stays beside Scarlet until he can catch Indigo.
"""

import numpy as np

from skulk.engine import NONE, only, rule
from skulk.games.fox_on_the_run import moves
from skulk.games.fox_on_the_run.components import (
    ADJACENT,
    FACES,
    FOXES,
    INDIGO,
    NAPOLEON,
    NEIGHBOUR,
    ORTHOGONAL,
    PASS,
    PUFFER,
    ROTATE,
    SCARLET,
    SEATS,
    SIDE,
    SQUARE,
    SQUARES,
    STOP,
    TURNED,
    ZEV,
)
from skulk.games.fox_on_the_run.rules import enterable, face, faction_of, mover
from skulk.games.fox_on_the_run.state import State

from .plain import likely, unseal

__all__ = ["KNOBS", "estimate", "likely", "unseal", "weigh"]

KNOBS = {"explore": 0.6, "bias": 0.0, "horizon": 8, "contest": 2, "observer": 1}

LONE = np.array([[1, 2, 4, 8].index(f) if f in (1, 2, 4, 8) else NONE for f in range(FACES)])  # a tile's only arrow
ACROSS, DOWN = np.arange(SQUARES) % SIDE, np.arange(SQUARES) // SIDE
APART = np.maximum(abs(ACROSS[:, None] - ACROSS), abs(DOWN[:, None] - DOWN))  # steps of a king
BESIDE = np.array(abs(ACROSS[:, None] - ACROSS) + abs(DOWN[:, None] - DOWN) == 1, np.int64)  # orthogonal neighbours


@rule
def weigh(state: State, seat, action):
    """Look where the arrows let you stop; abilities are for opening the forest and for sending Zev to Indigo."""
    character = mover(state)
    square = state.place[character]
    if state.phase == moves.STEP or state.phase == moves.ARROW:
        if action != STOP:
            square = _lands(state, character, NEIGHBOUR[square, action], _prize(state, character), state.applied)
        weight = _weigh_square(state, character, square)
    elif state.phase == moves.ABILITY:
        weight = _weigh_ability(state, character, action - SQUARE) if action != PASS else 300
    elif state.phase == moves.SECOND:
        weight = _weigh_turn(state, action - ROTATE) if character == PUFFER else 300
    else:
        weight = _weigh_push(state, action - SQUARE)
    return max(0, min(weight, 1000))


@rule
def _prize(state: State, character):
    """Whose square wins the game: Scarlet's for Indigo, Indigo's for Zev (R41, R44)."""
    if character == INDIGO:
        return state.place[SCARLET]
    return state.place[INDIGO] if character == ZEV else NONE


@rule
def _lands(state: State, character, square, prize, applied):
    """Where a step to `square` ends: lone arrows carry the mover on until something stops it or leaves a choice."""
    while square != prize and state.revealed[square] and not applied >> square & 1:  # R13, R14, R21
        applied |= 1 << square
        arrow = LONE[face(state, square)]
        if arrow == NONE or not enterable(state, character, NEIGHBOUR[square, arrow]):
            return square  # R15, R18, R19: a starting tile, a blocked arrow, or two to choose from
        square = NEIGHBOUR[square, arrow]
    return square


@rule
def _weigh_square(state: State, character, square):
    """How good it is for a character, and for its side, to stop on a square."""
    indigo, scarlet, zev = state.place[INDIGO], state.place[SCARLET], state.place[ZEV]
    light = 0 if state.revealed[square] else 1000 if state.face_down == 1 else 80  # R46: the last tile decides
    if state.faction[character] == FOXES:
        light = -light
    if character == INDIGO:
        if square == scarlet:
            return 1000  # the rescue
        caught = 300 if _zev_reaches(state, square) else 0
        return 500 - 40 * APART[square, scarlet] - caught + light
    if character == ZEV:
        if square == indigo:
            return 1000  # the capture
        guard = 150 if ADJACENT[square, scarlet] else 0  # beside Scarlet he bars the rescue
        return 450 - 40 * APART[square, indigo] + guard + light
    if character == SCARLET:
        away = min(APART[square, zev], 3)  # three squares off, Zev is not beside her after his next step
        return 400 - 20 * APART[square, indigo] + 40 * away + light
    bump = 100 if character == NAPOLEON and state.standing[square] & ~only(NAPOLEON) else 0
    return 300 + light + bump


@rule
def _zev_reaches(state: State, square):
    """Whether one of Zev's first steps leads to the square, straight or along the arrows."""
    for direction in range(ORTHOGONAL):
        step = NEIGHBOUR[state.place[ZEV], direction]
        if step == square or (step != NONE and enterable(state, ZEV, step)):
            if _lands(state, ZEV, step, square, 0) == square:
                return 1
    return 0


@rule
def _weigh_ability(state: State, character, square):
    """A tile to name."""
    if character == ZEV:
        return 500  # every tile that he turns up brings the end nearer, and nobody is surprised by it any more
    if character == PUFFER:
        indigo, zev = state.place[INDIGO], state.place[ZEV]
        return 500 if BESIDE[square, zev] and BESIDE[square, indigo] else 250  # an arrow from Zev to Indigo
    return 250


@rule
def _weigh_turn(state: State, quarters):
    """Puffer turns a tile: best so that it sends Zev to Indigo."""
    arrow = LONE[TURNED[face(state, state.selected), quarters]]
    if arrow != NONE and NEIGHBOUR[state.selected, arrow] == state.place[INDIGO]:
        return 500
    return 300


@rule
def _weigh_push(state: State, square):
    """Napoleon sends friends where they like to be, and the others where they do not."""
    turn = 0
    while not state.to_push >> state.order[turn] & 1:
        turn += 1  # R62
    character = state.order[turn]
    weight = _weigh_square(state, character, square)
    return weight if state.faction[character] == state.faction[NAPOLEON] else 1000 - weight


@rule
def estimate(state: State, out):
    """Foxes near each other and far from Zev, in a dark forest; the figures come from games played by this advice."""
    indigo, scarlet, zev = state.place[INDIGO], state.place[SCARLET], state.place[ZEV]
    foxes = 0.02 * state.face_down - 0.18 * APART[indigo, scarlet] - 0.68
    foxes += 0.2 * (APART[zev, scarlet] + APART[zev, indigo])
    foxes = max(-0.9, min(foxes, 0.9))
    for seat in range(SEATS):
        out[seat] = 0.0
        if seat < state.players:
            out[seat] = foxes if faction_of(state, seat) == FOXES else -foxes
