"""Template: information-set tree search, compiled as a whole over a game's rules and a bot's advice.

Each simulation deals again what the seat does not see, walks down the tree that all simulations share, plays on to the
end (or to the horizon, where `estimate` speaks) and writes the result to every choice on the way. The tree is a table
of choices: a choice is an action in an information set, named by 64 bits. No nodes, no pointers: what 234 actions
leave unused costs nothing, and what was learned before a move is still there after it.
"""

import math

import numpy as np

from skulk.engine.contract import (
    ACTIONS,
    SEATS,
    acting,
    estimate,
    key,
    legal,
    likely,
    play,
    redeal,
    returns,
    unseal,
    weigh,
)
from skulk.engine.dealer import below, copy, hush, lowest, mix
from skulk.engine.playouts import clear, nth
from skulk.engine.rule import Array, rule

DEPTH = 256  # choices remembered on the way down
CHOICE = np.dtype(
    [("name", np.int64), ("visits", np.int32), ("offered", np.int32), ("total", np.float32), ("action", np.int32)]
)
KNOBS: dict[str, float] = {}  # what is tuned: name → what it is where nobody says otherwise


def _knob(name: str, usual: float) -> int:
    """Its place in `knobs`, an array of floats."""
    KNOBS[name] = usual
    return len(KNOBS) - 1


EXPLORE = _knob("explore", 0.7)  # how much the upper confidence bound makes of choices that were seldom tried
BIAS = _knob("bias", 0.0)  # how much it makes of advice
HORIZON = _knob("horizon", 1 << 20)  # moves after the tree until `estimate` speaks
CONTEST = _knob("contest", 1)  # moves drawn after the tree, of which the best advised is played
OBSERVER = _knob("observer", 0)  # 1: others' choices are told apart by what `me` knows of them
BELIEF = _knob("belief", 0.0)  # how much worlds count that are likelier after what the others have done
TRUST = _knob("trust", 0.0)  # how often others play as advised instead of as the tree knows them
LOOKS = 128  # worlds looked at before the first simulation, where they are not all as likely
FINE = 1 << 30  # chances are told in so many parts
SPREAD = 0x2545F4914F6CDD1D  # odd: no two actions of an information set share a name


@rule
def find(choices: Array, h, action):
    """The slot of a choice, or the free one where it belongs. Choices of one information set lie side by side."""
    limit = len(choices) - 1
    name = name_choice(h, action)
    i = (h + action) & limit
    while choices[i].name != name and choices[i].name != 0:
        i = (i + 1) & limit
    return i


@rule
def name_choice(h, action):
    return (h ^ (action + 1) * SPREAD) | 1


@rule
def name_of(state, mover, me, knobs: Array):
    """The information set: the mover's own, or what `me` knows of it (OBSERVER)."""
    if knobs[OBSERVER] > 0:
        return mix(key(state, me), mover)
    return mix(key(state, mover), mover)


@rule
def select(state, choices: Array, mask, mover, h, dealer, count: Array, knobs: Array):
    """The slot of the choice to follow: untried ones first, then the upper confidence bound plus advice."""
    best, best_score, ties = -1, -1e30, 0
    times, log_of_times = 0, 0.0  # mostly the same for all choices of an information set
    for action in range(ACTIONS):
        if mask[action]:
            i = find(choices, h, action)
            choice = choices[i]
            if choice.name == 0:
                choice.name = name_choice(h, action)
                choice.visits = 0
                choice.offered = 0
                choice.total = 0
                choice.action = action
                count[0] += 1
            choice.offered += 1
            advice = knobs[BIAS] * weigh(state, mover, action) if knobs[BIAS] > 0 else 0.0
            if choice.visits == 0:
                score = 1e6 + advice
            else:
                if choice.offered != times:
                    times = int(choice.offered)
                    log_of_times = math.log(times)
                share = 1.0 / choice.visits
                score = choice.total * share + knobs[EXPLORE] * math.sqrt(log_of_times * share) + advice * share
            if score > best_score:
                best, best_score, ties = i, score, 1
            elif score == best_score:
                ties += 1
                if below(dealer, ties) == 0:
                    best = i
    return best


@rule
def first(bits, me):
    """Of those who are asked at the same time `me` goes first, whoever has answered already: it is the same to all."""
    return me if bits >> me & 1 else lowest(bits)


@rule
def is_full(choices: Array, h, action, offers, count: Array):
    """No room for a new information set; one that is in the table already goes on learning, up to half as many more."""
    room = count[1] - count[0] - offers
    return room < 0 and (room < -count[1] // 2 or choices[find(choices, h, action)].name == 0)


@rule
def descend(state, choices: Array, dealer, mask, path: Array, movers: Array, me, only, count: Array, knobs: Array):
    """Down the tree to a choice not tried before, by way of `only` if that is an action; how many choices were made."""
    depth, fresh, left = 0, False, only
    while not state.over and not fresh and depth < DEPTH:
        mover = first(acting(state), me)
        offers = legal(state, mover, mask)
        if left >= 0:
            clear(mask)
            mask[left] = 1
            left = -1
        if offers == 1:
            action = nth(mask, 0)
        elif mover != me and knobs[TRUST] > 0 and below(dealer, FINE) < FINE * knobs[TRUST]:
            action = advised(state, mover, mask, offers, dealer, int(knobs[CONTEST]))
        else:
            h = name_of(state, mover, me, knobs)
            if is_full(choices, h, nth(mask, 0), offers, count):
                clear(mask)
                return depth  # play on from here
            slot = select(state, choices, mask, mover, h, dealer, count, knobs)
            action = np.int64(choices[slot].action)
            fresh = choices[slot].visits == 0
            path[depth] = slot
            movers[depth] = mover
            depth += 1
        clear(mask)
        play(state, mover, action, dealer)
    return depth


@rule
def advised(state, mover, mask, offers, dealer, contest):
    """One of the allowed actions: the best advised of `contest` drawn at random."""
    best, most = nth(mask, below(dealer, offers)), 0
    if contest > 1 and offers > 1:
        most = weigh(state, mover, best)
        for _ in range(1, contest):
            action = nth(mask, below(dealer, offers))
            weight = weigh(state, mover, action)
            if weight > most:
                best, most = action, weight
    clear(mask)
    return best


@rule
def play_on(state, dealer, mask, out, horizon, contest):
    """From the tree to the end, or to the horizon; `out` is what each seat may expect."""
    moves = 0
    while not state.over and moves < horizon:
        mover = lowest(acting(state))
        offers = legal(state, mover, mask)
        play(state, mover, advised(state, mover, mask, offers, dealer, contest), dealer)
        moves += 1
    if state.over:
        returns(state, out)
    else:
        estimate(state, out)


@rule
def deal_again(tables: Array, dealer, me, belief):
    """Another world that `me` could be in, into tables[1].

    Worlds come as `redeal` deals them, all fair. With a belief, tables[2] keeps the last one and gives way with the
    chance that the new one fits what the others have done so much better (Metropolis, with independent proposals).
    """
    root, state, kept = tables[0], tables[1], tables[2]
    copy(state, root)
    redeal(root, me, state, dealer)
    if belief > 0:
        better = belief * (likely(state, me) - likely(kept, me))
        if better >= 0 or below(dealer, FINE) < FINE * math.exp(better):
            copy(kept, state)
        else:
            copy(state, kept)


@rule
def begin(tables: Array, dealers: Array, me, belief):
    """What others have sealed is open again; a first world to compare others with, found after looking about."""
    unseal(tables[0], me)
    copy(tables[2], tables[0])
    redeal(tables[0], me, tables[2], dealers[0])
    if belief > 0:
        for _ in range(LOOKS):
            deal_again(tables, dealers[0], me, belief)


@rule
def think(
    tables: Array,
    choices: Array,
    dealers: Array,
    mask,
    out,
    path: Array,
    movers: Array,
    me,
    simulations,
    honest,
    only,
    count: Array,
    knobs: Array,
    worth: Array,
):
    """Simulations from tables[0], what `me` sees; tables[1] is room to play in. Not `honest`: nothing is redealt.

    All begin with the action `only`, if it is one. `worth` gathers what they came to for every seat.
    """
    root, state, dealer = tables[0], tables[1], dealers[0]
    for _ in range(simulations):
        if honest:
            deal_again(tables, dealer, me, knobs[BELIEF])
        else:
            copy(state, root)
        hush(dealer)
        depth = descend(state, choices, dealer, mask, path, movers, me, only, count, knobs)
        play_on(state, dealer, mask, out, int(knobs[HORIZON]), int(knobs[CONTEST]))
        for d in range(depth):
            choice = choices[path[d]]
            choice.visits += 1
            choice.total += out[movers[d]]
        for seat in range(SEATS):
            worth[seat] += out[seat]


@rule
def weigh_all(state, me, mask, out):
    """The advice on each allowed action, for `me`."""
    for action in range(ACTIONS):
        out[action] = weigh(state, me, action) if mask[action] else 0


@rule
def report(tables: Array, choices: Array, me, visits: Array, totals: Array, knobs: Array):
    """Visits and total value of each action of `me` at the root."""
    h = name_of(tables[0], me, me, knobs)
    for action in range(ACTIONS):
        choice = choices[find(choices, h, action)]
        visits[action] = choice.visits if choice.name != 0 else 0
        totals[action] = choice.total if choice.name != 0 else 0
