"""Slyest Fox: what an experienced player would tell a beginner."""

import math

from skulk.engine import has, rule
from skulk.games.sly_fox import moves
from skulk.games.sly_fox.components import (
    GOSSIP_CARD,
    LIVES,
    MOST,
    SEATS,
    SNEAKY_ATTACK,
    STRIKES,
    TEAM,
    UNIVERSAL_ATTACK,
)
from skulk.games.sly_fox.state import State

from .plain import likely, unseal

__all__ = ["KNOBS", "KNOBS_OF_MANY", "estimate", "likely", "unseal", "weigh"]

ATTACKS, DEFENCES = 0, 1  # the two decks
KNOBS = {"explore": 0.6, "contest": 8, "observer": 1, "horizon": 25}
KNOBS_OF_MANY = {"trust": 0.8}  # more than two at the table


@rule
def weigh(state: State, seat, action):
    if action < moves.ATTACK:
        return _weigh_draw(state, seat, action - moves.DRAW)
    if action < moves.TRADE:
        return _weigh_attack(
            state,
            seat,
            (action - moves.ATTACK) // moves.FAR,
            (seat + (action - moves.ATTACK) % moves.FAR + 1) % state.players,
        )
    if action < moves.PLAY_I_DONT_CARE:
        return 150  # two cards for one: seldom
    if action == moves.PLAY_I_DONT_CARE:
        return 620 - 60 * _lives(state, seat)  # protect yourself when lives run out
    if action < moves.BAN:
        other = (seat + action - moves.CHALLENGE + 1) % state.players
        return 900 if state.held[other, ATTACKS] + state.held[other, DEFENCES] > MOST else 20  # only if it must succeed
    if action == moves.BAN:
        return 250
    if action == moves.PASS:
        return 400  # a weasel is worth waiting for
    if moves.DEFEND <= action < moves.STOP:
        if action == moves.DEFEND + moves.BY_CHARACTER:
            return 620
        return 650 if action < moves.DEFEND + 2 else 560  # universals last
    if action == moves.STOP:
        return 540
    if moves.HELP <= action < moves.ENOUGH:
        return 600 if _are_friends(state, seat, state.target) else 100
    if action == moves.ENOUGH:
        return 500
    if moves.ADD <= action < moves.REST:
        return 620 if action < moves.ADD + 2 else 600 if action == moves.ADD + moves.BY_CHARACTER else 540
    if moves.JOIN <= action < moves.SHED:
        if _are_friends(state, seat, state.target):
            return 0
        return 450 if _lives(state, state.target) == 1 else 200  # help to finish off
    if action >= moves.SHED:
        return 300 + 20 * state.hands[seat, action - moves.SHED]  # what you have most of
    return 300


@rule
def _weigh_draw(state: State, seat, deck):
    """Keep as many attacks as defences."""
    mine, other = state.held[seat, deck], state.held[seat, 1 - deck]
    return 420 + 10 * (other - mine) if mine < other else 420 - 10 * (mine - other)


@rule
def _weigh_attack(state: State, seat, opening, target):
    """Attack with at least two cards of a kind, where the defence is thin and the lives are few."""
    if _are_friends(state, seat, target):
        return 0
    code, kind = moves.OPENINGS[opening, 0], moves.OPENINGS[opening, 1]
    cards = (
        state.hands[seat, GOSSIP_CARD + kind] + state.hands[seat, UNIVERSAL_ATTACK] + state.hands[seat, SNEAKY_ATTACK]
    )
    weight = 260 + 80 * min(cards, 4) - 25 * state.held[target, DEFENCES]
    weight += 60 * (LIVES - _lives(state, target))
    if code >= UNIVERSAL_ATTACK:
        weight -= 60  # universals are better kept for later
    return max(weight, 1)


@rule
def _lives(state: State, seat):
    return LIVES - state.markers[seat, 0] - state.markers[seat, 1]


@rule
def _are_friends(state: State, seat, other):
    """Team-mates: in a team game all characters have been shown (R91, R92)."""
    if state.mode != TEAM:
        return 0
    return 1 if STRIKES[state.character[seat]] == STRIKES[state.character[other]] else 0


@rule
def estimate(state: State, out):
    """Lives count most, then cards to defend with, then cards to attack with; fitted on games by these rules."""
    total = 0.0
    for seat in range(SEATS):
        out[seat] = 0.0
        if has(state.alive, seat):
            cards = 0.35 * min(state.held[seat, DEFENCES], 8) + 0.1 * min(state.held[seat, ATTACKS], 8)
            out[seat] = math.exp(1.5 * _lives(state, seat) + cards)
            total += out[seat]
    if state.mode == TEAM:
        _pool(state, out)
    for seat in range(SEATS):
        out[seat] = 2.0 * out[seat] / total - 1.0 if seat < state.players else 0.0


@rule
def _pool(state: State, out):
    """Every member has what its team has."""
    gossip, trap = 0.0, 0.0
    for seat in range(state.players):
        if STRIKES[state.character[seat]] == 0:
            gossip += out[seat]
        else:
            trap += out[seat]
    for seat in range(state.players):
        out[seat] = gossip if STRIKES[state.character[seat]] == 0 else trap
