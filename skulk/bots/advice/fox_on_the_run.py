"""Fox on the Run: what an experienced player would tell a beginner."""

from skulk.engine import NONE, rule
from skulk.games.fox_on_the_run.components import (
    ADJACENT,
    INDIGO,
    NEIGHBOUR,
    PASS,
    PUFFER,
    SCARLET,
    SEATS,
    SIDE,
    SQUARE,
    STOP,
    ZEV,
)
from skulk.games.fox_on_the_run.rules import ABILITY, ARROW, PUSH, STEP, faction_of, mover

KNOBS = {"explore": 0.6, "bias": 0.0, "contest": 2, "observer": 1}


@rule
def weigh(state, seat, action):
    character = mover(state)
    if state.phase == STEP or state.phase == ARROW:
        if action == STOP:
            return 300
        return _weigh_square(state, character, NEIGHBOUR[state.place[character], action])
    if state.phase == ABILITY:
        if character == ZEV and action != PASS:
            return 500 if state.face_down < 12 else 350  # reveal: the last tile wins, and known tiles cannot surprise
        return 300
    if state.phase == PUSH:
        return _weigh_square(state, INDIGO, action - SQUARE)
    return 300


@rule
def _weigh_square(state, character, square):
    if square == NONE:
        return 0
    indigo, scarlet, zev = state.place[INDIGO], state.place[SCARLET], state.place[ZEV]
    if character == INDIGO:
        if square == scarlet:
            return 1000  # the rescue
        weight = 500 - 40 * _distance(square, scarlet)  # run to Scarlet
        if ADJACENT[square, zev]:
            weight -= 250  # but not into Zev's reach
        if not state.revealed[square]:
            weight -= 60  # every flip helps the guardians
        return weight
    if character == ZEV:
        if square == indigo:
            return 1000  # the capture
        weight = 500 - 40 * _distance(square, indigo)  # hunt Indigo
        if ADJACENT[square, scarlet]:
            weight += 120  # next to Scarlet he bars the rescue
        return weight
    if character == SCARLET:
        weight = 400 - 20 * _distance(square, indigo) + 20 * _distance(square, zev)
        return weight if state.revealed[square] else weight - 80
    if character == PUFFER:
        return 300 + (0 if state.revealed[square] else 150)  # flip what you can
    return 300


@rule
def _distance(a, b):
    """Steps of a king."""
    rows = a // SIDE - b // SIDE
    columns = a % SIDE - b % SIDE
    rows = rows if rows > 0 else -rows
    columns = columns if columns > 0 else -columns
    return rows if rows > columns else columns


@rule
def estimate(state, out):
    """Face-down tiles are the foxes' time."""
    foxes = (state.face_down - 11) / 22
    for seat in range(SEATS):
        out[seat] = 0.0
        if seat < state.players:
            out[seat] = foxes if faction_of(state, seat) == 0 else -foxes
