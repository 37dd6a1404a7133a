"""What cannot be at a table of Oh, Fox!"""

from typing import Any

import numpy as np

from skulk.engine import NONE, has

from .components import ALL_PREDATORS, ALL_PREY, COLOURS, COPIES, FACADES, FIRST_PREDATOR, HOME, KINDS, SEATS, TURNS
from .leads import replayed, rewind
from .names import animals_in
from .rules import everyone
from .state import State


def check(state: Any) -> list[str]:
    """What is wrong with a state, each with its rule; empty for a sound one."""
    return [
        *_check_setup(state),
        *_check_animals(state),
        *_check_cards(state),
        *_check_sealed(state),
        *_check_end(state),
    ]


def _check_setup(state: Any) -> list[str]:
    n, faults = state.players, []
    homes = [int(home) for home in state.homes]
    own, empty = homes[:n], homes[n:]
    if any(home not in HOME for home in own) or len(set(own)) < n or any(home != NONE for home in empty):
        faults.append("homes: each player has a home space of the own (R1)")
    first, second = (int(card) for card in state.objectives)
    if (first == NONE) != (second == NONE) or (first != NONE and first >= second):
        faults.append("objectives: two different ones in the order of the list, or none (R54)")
    if state.masked and n == 2:
        faults.append("masked: it needs three or four players (setup, step 6)")
    return faults


def _check_animals(state: Any) -> list[str]:
    n, faults = state.players, []
    animals = [int(animal) for animal in state.animals]
    sizes = (len(animals_in(state.candidates & ALL_PREDATORS)), len(animals_in(state.candidates & ALL_PREY)))
    if sizes not in FACADES.values():
        faults.append(f"candidates: {sizes[0]} predators and {sizes[1]} prey are no facade (setup, step 3)")
    if state.predator >= n:
        return [*faults, "predator: this seat is empty (setup, step 5)"]
    if len(set(animals[:n])) < n or any(not has(state.candidates, max(animal, 0)) for animal in animals[:n]):
        faults.append("animals: different ones, all among the candidates (setup, step 4)")
    if [seat for seat in range(n) if animals[seat] >= FIRST_PREDATOR] != [state.predator]:
        faults.append("animals: the predator's seat alone has a predator (setup, step 5)")
    if any(animal != NONE for animal in animals[n:]):
        faults.append("animals: an empty seat has none (setup, step 5)")
    return faults


def _check_cards(state: Any) -> list[str]:
    faults = []
    for seat in range(SEATS):
        row = [int(card) for card in state.rows[seat]]
        length = state.turn if seat < state.players else 0
        if any(card == NONE for card in row[:length]) or any(card != NONE for card in row[length:]):
            faults.append(f"rows: {COLOURS[seat]} must have {length} cards (R7)")
            continue
        played = [sum(card >> 2 == kind for card in row[:length]) for kind in range(len(KINDS))]
        whole = COPIES if seat < state.players else np.zeros_like(COPIES)
        if any(state.hands[seat] + played != whole):
            faults.append(f"hands: {COLOURS[seat]}'s hand and row must be the thirteen cards (R8, R10)")
    return faults


def _check_sealed(state: Any) -> list[str]:
    faults = []
    for seat in range(SEATS):
        card = int(state.sealed[seat])
        if (card != NONE) != bool(has(state.answered, seat)):
            faults.append(f"sealed: {COLOURS[seat]} has answered with a card, or neither (R7)")
        elif card != NONE and (seat >= state.players or state.hands[seat, card >> 2] == 0):
            faults.append(f"sealed: {COLOURS[seat]} has no such card left (R8)")
    if state.answered == everyone(state):
        faults.append("sealed: once all have chosen, the cards are revealed (R7)")
    if state.turn == TURNS and state.answered:
        faults.append("sealed: there are only eight turns (R6)")
    return faults


def _check_end(state: Any) -> list[str]:
    if not state.over:
        start = State.copy(state)
        rewind(start)
        start.guess[:] = NONE
        same = State.pack(start) == State.pack(state)
        return [] if same else ["nobody moves, gains, is hurt or is named before turn 8 is over (R2, R11)"]
    if state.turn < TURNS:
        return ["over: the game lasts eight turns (R6)"]
    prey = [seat for seat in range(state.players) if seat != state.predator]
    named = [int(state.guess[seat]) for seat in prey]
    if len(set(named)) < len(named) or any(not has(state.candidates, max(animal, 0)) for animal in named):
        return ["guess: different prey among the candidates (R59)"]
    if NONE in named or any(state.guess[seat] != NONE for seat in range(SEATS) if seat not in prey):
        return ["guess: one animal for each player but the predator (R59)"]
    if _check_cards(state) or _check_animals(state):
        return []  # told already; such a film cannot be shown
    same = State.pack(replayed(state)[0]) == State.pack(state)
    return [] if same else ["the tokens are not those that the cards bring about (R19, R61–R64)"]
