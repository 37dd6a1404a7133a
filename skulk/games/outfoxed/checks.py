"""What cannot be about a position of Outfoxed, each with its rule."""

from typing import Any

import numpy as np

from skulk.engine import NONE

from . import moves, rules
from .components import (
    ALARMING,
    BARE,
    CATCH,
    CELLS,
    DROPPED_PREY,
    EFFECTS,
    IDS,
    KEEN_EYES,
    KINDS,
    LEAPING,
    LINE,
    LURE,
    MOST,
    NEXT,
    OWN_BACK,
    PLACES_OF_CARDS,
    RABBITS,
    RIM,
    SPEED_CARRION,
    STAYS_UP,
    STEAL,
    STORM,
    SWITCH,
)
from .floor import is_rabbit, is_up
from .names import SEAT_NAMES, cell_name
from .state import ALL_KNOW, BAITS, CROW_KNOWS, FACE_UP, MAY_BE_RABBIT, PUBLIC, STIRRED, State


def check(state: Any) -> list[str]:
    """What is wrong with a state in which somebody decides, or that is over."""
    found = faults(state)
    if not found and state.phase > moves.OVER:
        found = [f"{moves.PHASES[state.phase]} is no decision (R17)"]
    return found or _of_the_decision(state)


def faults(state: Any) -> list[str]:
    return State.faults(state) or [*_of_the_cards(state), *_of_what_is_known(state), *_of_the_pieces(state)]


def _of_the_cards(state: Any) -> list[str]:
    found = []
    if (state.cards[:CELLS] == NONE).any():
        return ["a cell of the floor is empty (R1)"]
    if not np.array_equal(in_the_game(state), state.census):
        found.append("the cards on the table are not those of the game (R1)")
    if int(state.census[:BARE].sum()) > MOST:
        found.append(f"there are more than {MOST} cards (R1)")
    piles = {"left": state.deck, "caught": state.captured, "baits": state.bait, "exchanges": state.cards[CELLS:]}
    counts = {"held": state.hand.sum()} | {name: (pile != NONE).sum() for name, pile in piles.items()}
    for name, number in counts.items():
        if number != getattr(state, name):
            found.append(f"{name} is {getattr(state, name)}, but there are {number} (R80)")
    for pile in piles.values():
        if (np.diff((pile == NONE).astype(int)) < 0).any():
            found.append("a pile has a gap (R80)")
    elsewhere = state.hand + state.discards + np.bincount(state.deck[: state.left], minlength=KINDS)
    if elsewhere[:RABBITS].any():
        found.append("a rabbit is in the hand, the deck or the discard pile (R41)")
    if elsewhere[BARE]:
        found.append("bare ground lies elsewhere than on the floor (R81)")
    if any(not is_rabbit(card) for card in state.captured[: state.caught]):
        found.append("what was captured is no rabbit (R41)")
    if any(DROPPED_PREY not in EFFECTS[card] for card in state.bait[: state.baits]):
        found.append("what serves as bait is no prey (R55)")
    if sum(state.census[kind] for kind in range(KINDS) if DROPPED_PREY in EFFECTS[kind]) > BAITS:
        found.append(f"there are more than {BAITS} cards that serve as bait (R55)")
    if any(state.census[kind] > 1 for kind in range(KINDS) if OWN_BACK[kind]):
        found.append("there are two cards with the same back of their own (R45, R58)")
    return found


def _of_what_is_known(state: Any) -> list[str]:
    found = []
    for place in range(CELLS + state.exchanges):
        card, marks = state.cards[place], state.marks[place]
        where = f"{IDS[card]} {'on ' + cell_name(place) if place < CELLS else 'in front of Crow'}"
        if is_rabbit(card) and not marks & MAY_BE_RABBIT:
            found.append(f"{where} is a rabbit where there can be none (R77, R78)")
        public = marks & FACE_UP or OWN_BACK[card] or (card == BARE and not marks & STIRRED)
        if (public or marks & PUBLIC) and marks & ALL_KNOW != ALL_KNOW:
            found.append(f"{where} can be seen, so all know it (R2)")
        if marks & STIRRED and (marks & (FACE_UP | PUBLIC) or OWN_BACK[card]):
            found.append(f"{where} cannot be stirred (R58)")
        if marks & FACE_UP and (place >= CELLS or (state.start == NONE and not state.over and not STAYS_UP[card])):
            found.append(f"{where} must lie face-down (R36, R77)")
        if place >= CELLS and not marks & CROW_KNOWS:
            found.append(f"{where} is known to Crow, who has peeked at it (R77)")
    if state.marks[CELLS + state.exchanges :].any():
        found.append("an empty place bears marks (R77)")
    return [*found, *_of_the_storm(state)]


def _of_the_storm(state: Any) -> list[str]:
    """What was known before a storm is among the stirred cards, and the storm still lies open."""
    stirred = np.zeros(KINDS, int)
    for place in range(PLACES_OF_CARDS):
        if state.marks[place] & STIRRED:
            stirred[state.cards[place]] += 1
    found = []
    for seat, name in enumerate(SEAT_NAMES):
        if (state.recalled[seat] > stirred + state.shown).any() or state.recalled[seat].sum() != state.recalls[seat]:
            found.append(f"what {name} knew before the storm is not among the stirred cards (R58)")
    raging = any(is_up(state, cell) and STORM in EFFECTS[state.cards[cell]] for cell in range(CELLS))
    if (stirred.any() or state.shown.any()) and not raging:
        found.append("cards are stirred, but no storm lies face-up (R58)")
    return found


def _of_the_pieces(state: Any) -> list[str]:
    found = []
    if state.fox == state.bear and state.reason != moves.BY_BEAR:
        found.append(f"Red Fox and Black Bear stand on {cell_name(state.fox)} (R69)")
    if state.crow == state.eagle and state.reason != moves.BY_EAGLE:
        found.append(f"Crow and Bald Eagle share space {state.crow} (R72)")
    if state.arrow != NONE and state.arrow not in NEXT[state.bear]:
        found.append(f"Bear cannot have come from {cell_name(state.arrow)} to {cell_name(state.bear)} (R64, R65)")
    if not bool(state.over) == (state.reason != NONE) == (state.phase == moves.OVER):
        found.append("the game is over exactly when there is a reason (R82)")
    ends = (state.caught == CATCH, state.crow == state.eagle, state.fox == state.bear, state.sun == RIM)
    if (state.over and not found and not ends[state.reason]) or (not state.over and any(ends)):
        found.append("the game is over when somebody has won, and only then (R42, R69, R72, R73)")
    return found


EFFECT_OF = {  # the symbol that asks the question, if a card is being activated
    moves.LEAP: LEAPING,
    moves.LOOK: KEEN_EYES,
    moves.SWITCH_1: SWITCH,
    moves.SWITCH_2: SWITCH,
    moves.ALARM: ALARMING,
    moves.RELOCATE: STEAL,
    moves.BEAR: LURE,
}
WINDOWS = (moves.EAGLE, moves.SET_OUT, moves.MEET, moves.PERCHED, moves.BEAR_GOES)  # what may be due after the Vixen
SCRATCH = ("trail", "steps", "reach", "effect", "hits")


def _of_the_decision(state: Any) -> list[str]:
    """What the decision that is asked needs, and what must not be left over."""
    if state.over:
        return []
    found = [text for holds, text in _needs(state) if not holds]
    if not found:
        seat = int(rules.acting(state)) >> 1
        if not rules.legal(state, seat, [0] * moves.ACTIONS):
            found.append(f"{moves.PHASES[state.phase]} has no option, so it is not asked (R16)")
    return found


def _needs(state: Any) -> list[tuple[bool, str]]:
    phase, name = state.phase, moves.PHASES[state.phase]
    needs = [(_in_turn(state) == (state.start != NONE), f"{name} and the cell where the turn began do not agree (R20)")]
    if state.start == NONE:
        clean = state.active == state.face == NONE and not any(getattr(state, field) for field in SCRATCH)
        needs.append((clean, f"something of a turn is left over at {name} (R20)"))
    if phase == moves.STEP:
        walked = state.trail >> state.fox & 1 and state.trail.bit_count() == state.steps + 1 <= state.reach
        needs.append((bool(walked), "the trail and the steps taken do not agree (R21, R23)"))
    if phase in EFFECT_OF and (state.active != NONE or phase not in (moves.RELOCATE, moves.BEAR)):
        asks = state.active != NONE and state.effect > 0 and EFFECTS[state.active, state.effect - 1] == EFFECT_OF[phase]
        needs.append((bool(asks), f"{name} needs the card that is activated (R10)"))
    if state.active != NONE:
        here = state.cards[state.fox] == state.active and is_up(state, state.fox)
        needs.append((bool(here), "the card that is activated lies face-up under Red Fox (R10)"))
    if phase == moves.REPLACE:
        needs.append(
            (state.active != NONE and state.effect == 0 and state.held > 0, "there is nothing to replace (R32)")
        )
    if phase == moves.BAIT or (phase == moves.RELOCATE and state.active == NONE):
        hunted = is_rabbit(state.cards[state.fox]) and is_up(state, state.fox) and 0 <= state.face <= SPEED_CARRION
        needs.append((bool(hunted), f"{name} needs a rabbit that has just evaded (R40, R45)"))
    if phase == moves.BAIT:
        needs.append((state.baits > 0, "there is no bait to spend (R40)"))
    if phase == moves.RELOCATE and state.active != NONE:
        needs.append((state.caught > 0, "there is no rabbit to steal (R57)"))
    beside = {moves.SWITCH_2: NEXT[state.fox], moves.SWAP: LINE[state.crow]}.get(phase, [NONE])
    needs.append((state.picked in beside, f"{name} and the card picked first do not agree (R53, R75, R76)"))
    if phase == moves.SWAP and state.picked != NONE:
        peeked = state.marks[state.picked] & (CROW_KNOWS | FACE_UP) == CROW_KNOWS
        needs.append((bool(peeked), "Crow has not peeked at the card she exchanges (R76)"))
    asked = state.vixen == NONE and state.due in WINDOWS and (state.vixen_any or state.due == moves.EAGLE)
    needs.append(
        (bool(asked) if phase == moves.VIXEN else state.due == NONE, "the Vixen cannot be asked for now (R63)")
    )
    return needs


def _in_turn(state: Any) -> bool:
    """Whether the decision belongs to a turn of Red Fox that is under way."""
    phase = state.phase
    if phase == moves.VIXEN:
        return state.due in (moves.SET_OUT, moves.MEET) or (state.due == moves.BEAR_GOES and state.active != NONE)
    return phase in (moves.STEP, moves.REPLACE, moves.BAIT, moves.RELOCATE) or (
        phase in EFFECT_OF and (phase != moves.BEAR or state.active != NONE)
    )


# ---- counting


def in_the_game(state: Any) -> np.ndarray:
    """How many of each kind lie anywhere."""
    places = [*state.cards, *state.deck, *state.captured, *state.bait]
    lying = np.bincount([card for card in places if card != NONE], minlength=KINDS)
    return lying + state.hand + state.discards
