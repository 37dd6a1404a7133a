"""Oh, Fox!: what an experienced player would tell a beginner.

Prey: count the hearts that you can still get from where a card takes you, and keep out of the predator's way. Predator:
go where the prey would like to go. Both: an objective is a heart, so do not spoil one. All this takes is to follow the
rows of cards with a finger; the tables below hold what is worth knowing by heart.
"""

import math

import numpy as np

from skulk.engine import NONE, UNKNOWN, has, rule
from skulk.games.oh_fox.components import (
    AIR,
    ANIMAL_COUNT,
    COPIES,
    DOUBLE,
    FEAST,
    FICKLER,
    FIRST_PREDATOR,
    FOOD,
    GUESS,
    GUESSED,
    HOME,
    MOVE_STOP,
    NAVIGATOR,
    POND,
    SEATS,
    SINGLE,
    SLOWPOKE,
    STOP,
    STOP_CARD,
    STRAGGLER,
    STROLLER,
    SWIMMER,
    SWIMS,
    TRIGGER,
    TURNS,
)
from skulk.games.oh_fox.film import CROSS, GAIT, MOMENTS, PLACES, SHIELD, STAND, STOPS, WALK
from skulk.games.oh_fox.sight import knows_predator
from skulk.games.oh_fox.state import State

KNOBS = {"explore": 0.7, "contest": 12, "observer": 0, "belief": 1.5, "trust": 0.5}
KNOBS_OF_MANY = {"bias": 0.2, "contest": 24, "trust": 0.8}  # more than two at the table
HEART = 100  # what a heart is worth in the weights …
DREAD = 150  # … and a wound, which is a heart for the predator too
NO_CARD = -4  # of no kind

# ---- the board by heart

ENDS = PLACES[..., MOMENTS - 1]  # [gait, side, space]: where a turn ends
STRIDES = np.concatenate([ENDS[WALK], ENDS[CROSS]])  # [stride, space]: four single and four double moves
MEALS = FOOD << np.maximum(FOOD.cumsum(1) - 1, 0) & 15  # [animal, space]: its four food spaces as bits 1, 2, 4, 8
HEARTS = np.array([n.bit_count() + (n.bit_count() >= FEAST) for n in range(16)])  # R44, R48: of the spaces eaten on
SIDES_IN = np.array([n.bit_count() for n in range(16)])  # of directions as bits
HEARTH = np.array([list(HOME).index(s) if s in HOME else 0 for s in range(25)])  # which of the homes a space is


def _trails() -> np.ndarray:
    """trails[animal, card, space]: where it ends, + 32 if it touches the pond (R57), + 64 × the meal it may be."""
    trails = np.zeros((ANIMAL_COUNT, STOP_CARD + 1, 25), np.int64)
    for animal in range(ANIMAL_COUNT):
        for card in range(STOP_CARD + 1):
            places = PLACES[GAIT[animal, card >> 2], card & 3]  # [space, moment]
            end, swim = places[:, MOMENTS - 1], (places[:, 1::2] == POND).any(1)
            trails[animal, card] = end + 32 * swim + 64 * STOPS[card >> 2] * MEALS[animal, end]
    return trails


def _cards_apart() -> np.ndarray:
    """apart[from, to]: how many single and double moves it takes."""
    apart = np.where(np.eye(25, dtype=bool), 0, 25)
    for _ in range(8):
        apart = np.minimum(apart, 1 + apart[STRIDES].min(0))
    return apart


def _hopes() -> np.ndarray:
    """hopes[turns left, prey, home, eaten, space]: the hearts for meals and home that can still be had, undisturbed."""
    prey, eaten, space = np.ogrid[:FIRST_PREDATOR, :16, :25]
    after = eaten | MEALS[prey, space]
    meal = (HEARTS[after] - HEARTS[eaten])[:, None]
    hopes = np.zeros((TURNS, FIRST_PREDATOR, len(HOME), 16, 25), np.int64)
    hopes[0, :, range(len(HOME)), :, HOME] = 1  # R58
    for left in range(1, TURNS):
        walk = hopes[left - 1][..., STRIDES].max(3)
        stay = hopes[left - 1].transpose(0, 2, 3, 1)[prey, after, space].transpose(0, 3, 1, 2)
        hopes[left] = np.maximum(walk, stay + meal)
    return hopes


def _meetings() -> np.ndarray:
    """meetings[gait, side, space, other]: how many of 100 times someone who picks cards blindly there is met."""
    chance = np.zeros((8, 4, 25, 25))
    for gait, part in ((WALK, 5), (CROSS, 3), (STAND, 3)):  # of the eleven cards that are no triggers
        for side in range(4):
            other = PLACES[gait, side]
            same = (PLACES[:, :, :, None, :] == other) & (other < AIR)  # R33, R34
            chance += same.any(4) * part / 44
    return (100 * chance).astype(np.int64)


def _likely() -> np.ndarray:
    """likely[fed, prey, from, to]: how many of 100 times prey ends its turn there, if it has just eaten or not."""
    taste = np.zeros((2, FIRST_PREDATOR, 25, 25))
    for fed in range(2):
        for prey in range(FIRST_PREDATOR):
            for space in range(25):
                taste[fed, prey, space, space] = 8 if FOOD[prey, space] and not fed else 1
                for stride in range(8):
                    to = STRIDES[stride, space]
                    taste[fed, prey, space, to] += 3 if FOOD[prey, to] else 1
    return (100 * taste / taste.sum(3, keepdims=True)).astype(np.int64)


TRAILS, APART, HOPES, MEETINGS, LIKELY = _trails(), _cards_apart(), _hopes(), _meetings(), _likely()


# ---- the advice


@rule
def weigh(state: State, seat, action):
    """Prey plans its hearts and shuns the predator, the predator goes where prey may be; nobody spoils an objective."""
    if action >= GUESS:
        return _weigh_guess(state, seat, action - GUESS)
    animal, kind = state.animals[seat], action >> 2
    space, eaten, swims = follow(state, seat, animal)
    trail = TRAILS[animal, action, space]
    weight = 150 + _objectives(state, seat, action, trail & 31, swims + (trail >> 5 & 1))
    if kind == TRIGGER and state.hands[seat, TRIGGER] == COPIES[TRIGGER]:
        weight -= 10  # R66: the first trigger late wins ties
    if animal >= FIRST_PREDATOR:
        weight += 3 * _prospects(state, seat, GAIT[animal, kind], action & 3, space)
    else:
        weight += _plan(state, seat, kind, trail & 31, eaten, eaten | trail >> 6)
        if not (kind == TRIGGER and SHIELD[animal]):  # R40: under its spines the hedgehog fears nobody
            weight -= _danger(state, seat, GAIT[animal, kind], action & 3, space)
    return max(0, min(weight, 1000))


@rule
def follow(state: State, seat, animal):
    """Where the seat's row has led it if it is this animal: its space, its meals as bits, its turns on the pond."""
    space, eaten, swims = state.homes[seat], 0, 0
    for turn in range(state.turn):
        trail = TRAILS[animal, state.rows[seat, turn], space]
        space = trail & 31
        swims += trail >> 5 & 1
        eaten |= trail >> 6
    return space, eaten, swims


@rule
def _plan(state: State, seat, kind, space, eaten, after):
    """Prey: the hearts had and to be hoped for once this card has brought it to `space`, where it may have eaten."""
    stops = state.hands[seat, STOP] + state.hands[seat, MOVE_STOP] - STOPS[kind]
    waste = 20 if STOPS[kind] and after == eaten else 0  # keep the stops for meals
    hearts = HEARTS[after]
    hungry_for = after if stops > 0 else 15  # without a stop nothing is left but the way home
    hearts += HOPES[TURNS - 1 - state.turn, state.animals[seat], HEARTH[state.homes[seat]], hungry_for, space]
    return HEART * hearts - waste


@rule
def _danger(state: State, seat, gait, side, space):
    """Prey: a meeting costs it a heart and brings the predator one. Masked, nobody knows whom to fear."""
    if not knows_predator(state, seat):
        return 0
    risk, count, lair = 0, 0, 0
    for animal in range(FIRST_PREDATOR, ANIMAL_COUNT):
        if has(state.candidates, animal):
            if count == 0 or state.hands[state.predator, TRIGGER] < COPIES[TRIGGER]:  # till then all walk alike
                lair = follow(state, state.predator, animal)[0]
            risk += MEETINGS[gait, side, space, lair]
            count += 1
    return risk * DREAD // (100 * count)


@rule
def _prospects(state: State, seat, gait, side, space):
    """Predator: how many prey in a hundred turns this card would meet, as far as their tastes can be guessed."""
    prospects = 0
    for other in range(state.players):
        if other != seat:
            met, count, burrow = 0, 0, 0
            fed = STOPS[state.rows[other, state.turn - 1] >> 2] if state.turn > 0 else 0
            for animal in range(FIRST_PREDATOR):
                if has(state.candidates, animal):
                    if count == 0 or state.hands[other, TRIGGER] < COPIES[TRIGGER]:  # till then all walk alike
                        burrow = follow(state, other, animal)[0]
                    met += _met(gait, side, space, fed, animal, burrow)
                    count += 1
            prospects += met // count
    return prospects


@rule
def _met(gait, side, space, fed, animal, burrow):
    """How likely that prey comes to a space where this card has the predator at the end of a step."""
    met, last = 0, AIR
    for step in range(3):
        here = PLACES[gait, side, space, 2 * step + 1]
        if here != last and here < 25:
            met += LIKELY[fed, animal, burrow, here]
        last = here
    return met


@rule
def _objectives(state: State, seat, card, space, swims):
    """A heart for each objective that is still within reach after this card, and a nudge for what it asks for."""
    weight, left = 0, TURNS - 1 - state.turn
    for place in range(2):
        objective = state.objectives[place]
        if objective >= 0 and _within_reach(state, seat, objective, card, space, swims, left):
            weight += HEART
            wanted = STOP if objective == STRAGGLER else SINGLE if objective == STROLLER else UNKNOWN
            if card >> 2 == wanted:
                weight += 20  # what has to be played anyway is better played early
    return weight


@rule
def _within_reach(state: State, seat, objective, card, space, swims, left):
    """Whether the row, this card (or NO_CARD) and what may be played in the turns left can still fulfil it."""
    kind = card >> 2
    if objective == FICKLER:
        for turn in range(1, state.turn):
            if state.rows[seat, turn] >> 2 == state.rows[seat, turn - 1] >> 2:
                return 0
        return 0 if state.turn > 0 and state.rows[seat, state.turn - 1] >> 2 == kind else 1
    if objective == NAVIGATOR:
        sides = 1 << (card & 3) if SINGLE <= kind < STOP else 0
        for turn in range(state.turn):
            if state.rows[seat, turn] >> 2 != STOP:
                sides |= 1 << (state.rows[seat, turn] & 3)
        return 1 if 4 - SIDES_IN[sides] <= left else 0
    if objective == SLOWPOKE:
        return 1 if state.hands[seat, DOUBLE] == COPIES[DOUBLE] and kind != DOUBLE else 0
    if objective == SWIMMER:
        return 1 if swims >= SWIMS or APART[space, POND] + SWIMS - swims - 1 <= left else 0
    wanted = STOP if objective == STRAGGLER else SINGLE
    return 1 if state.hands[seat, wanted] - (kind == wanted) <= left else 0


@rule
def _weigh_guess(state: State, seat, guess):
    """Predator: everyone is the animal that would have fared best with that row."""
    hearts, named = 0, 0
    for other in range(state.players):
        if other != seat:
            animal = GUESSED[state.players - 2, guess, named]
            space, eaten, _ = follow(state, other, animal)
            hearts += HEARTS[eaten] + (space == state.homes[other])
            named += 1
    return 50 * hearts


@rule
def estimate(state: State, out):
    """Whoever looks a heart better than another is three times as likely to win."""
    total = 0.0
    for seat in range(SEATS):
        out[seat] = 0.0
        if seat < state.players:
            out[seat] = math.exp(1.1 * _promise(state, seat))
            total += out[seat]
    for seat in range(state.players):
        out[seat] = 2 * out[seat] / total - 1


@rule
def _promise(state: State, seat):
    """The hearts a seat may count on in the end; the figures come from games between followers of this advice."""
    animal, left = state.animals[seat], TURNS - state.turn
    space, eaten, swims = follow(state, seat, animal)
    hearts = 0.0
    for place in range(2):
        objective = state.objectives[place]
        if objective >= 0 and _within_reach(state, seat, objective, NO_CARD, space, swims, left):
            hearts += 0.5
    if seat != state.predator:
        hope = HOPES[min(left, TURNS - 1), animal, HEARTH[state.homes[seat]], eaten, space]
        return hearts + 1.0 + 0.8 * (HEARTS[eaten] - _attacks(state, seat)) + 0.25 * hope
    for other in range(state.players):
        if other != seat:
            hearts += _attacks(state, other)
    return hearts + 1.5 + 0.3 * left


@rule
def _attacks(state: State, prey):
    """How often the predator has met this prey so far."""
    attacks, predator = 0, state.predator
    space, lair = state.homes[prey], state.homes[predator]
    for turn in range(state.turn):
        card, other = state.rows[prey, turn], state.rows[predator, turn]
        gait, gait_of_other = GAIT[state.animals[prey], card >> 2], GAIT[state.animals[predator], other >> 2]
        met = 0
        for moment in range(MOMENTS):
            where = PLACES[gait, card & 3, space, moment]
            met |= where < AIR and where == PLACES[gait_of_other, other & 3, lair, moment]  # R33, R34
        if met and not (SHIELD[state.animals[prey]] and card >> 2 == TRIGGER):  # R40
            attacks += 1
        space, lair = ENDS[gait, card & 3, space], ENDS[gait_of_other, other & 3, lair]
    return attacks


@rule
def likely(state: State, seat):
    """Prey plans: a row that has led an animal past its hearts was hardly laid by that animal."""
    hearts = 0
    for other in range(state.players):
        if other != seat and other != state.predator:
            animal = state.animals[other]
            space, eaten, _ = follow(state, other, animal)
            left = min(TURNS - state.turn, TURNS - 1)
            hearts += HEARTS[eaten] + HOPES[left, animal, HEARTH[state.homes[other]], eaten, space]
    return float(hearts)


@rule
def unseal(state: State, seat):
    """A card chosen in secret might be any (R7), but whoever chose it had reasons: let the search look for them."""
    for other in range(state.players):
        if other != seat and has(state.answered, other):
            state.answered -= 1 << other
            state.sealed[other] = NONE
