"""What cannot be about a table of Fox Grove, each with its rule."""

from typing import Any

import numpy as np

from skulk.engine import NONE

from . import moves, rules
from .components import (
    ADVANCE_CARD,
    ALL_KEPT,
    ASLEEP,
    AWAKE,
    BERRIES,
    BERRY,
    BERRY_CARD,
    CARDS,
    COLOUR_OF,
    COLOURS,
    DRAW2,
    FRANK,
    HAND,
    NO_OWL,
    NUMBER_OF,
    SEATS,
    YELLOW,
)
from .houses import bonuses, climbable, payments
from .names import COLOUR_NAMES, PHASES, card_name
from .redeal import has_had, spend_again
from .state import DECK, LEFT, PILE, PLAYED, RIGHT, ROUNDS, TABLE, TRICKS, State
from .tricks import best_place, cards_to_pick, left_of, right_of, seat_at, trick_size


def check(state: Any) -> list[str]:
    """What cannot be about a state, each with its rule."""
    found = _check_cards(state)
    return found or [*_check_trick(state), *_check_passes(state), *_check_phase(state), *_check_players(state)]


def _check_cards(state: Any) -> list[str]:
    found = []
    for seat in range(SEATS):
        inside = seat < state.players
        cards = state.places == seat
        if cards.sum() != state.held[seat]:
            found.append(f"seat {seat} holds {cards.sum()} cards, but {state.held[seat]} are counted (R5)")
        if not inside and (state.held[seat] or (state.places == PLAYED + seat).any()):
            found.append(f"seat {seat} is not at the table and has cards (R5)")
        for colour in range(COLOURS):
            if state.voids[seat, colour] and (cards & (colour == COLOUR_OF)).any():
                found.append(f"seat {seat} has shown to hold no {COLOUR_NAMES[colour]} and holds one (R16)")
    for seat in [*range(state.players), FRANK]:
        if (state.places == PLAYED + seat).sum() != plays(state, seat):
            who = "Frank" if seat == FRANK else f"seat {seat}"
            found.append(f"{who} must have played {plays(state, seat)} cards by now (R15, R77)")
    return found + _check_pile(state)


def _check_pile(state: Any) -> list[str]:
    size = CARDS - HAND * state.players
    if state.top != drawn(state):
        return [f"{drawn(state)} cards must have been taken off the pile, not {state.top} (R11, R12, R78)"]
    for i in range(DECK):
        if (state.deck[i] == NONE) != (not state.top <= i < size):
            return [f"the pile must have its cards from {state.top} to {size - 1} (R6)"]
    cards = [int(card) for card in state.deck if card != NONE] + [
        int(card) for card in state.under.flat if card != NONE
    ]
    if state.players == 2 and state.phase != moves.EXCHANGE:
        cards += state.gave[:2, RIGHT].tolist()
    if sorted(cards) != np.flatnonzero(state.places == PILE).tolist():
        return ["the cards in and under the pile are not those that are said to be there (R6, R10, R12)"]
    return []


def _check_trick(state: Any) -> list[str]:
    found = []
    if state.placed > trick_size(state) or (state.trick == TRICKS and state.placed):
        return ["more cards are played in this trick than players (R15)"]
    for i in range(TABLE):
        card = state.table[i]
        if card == NONE:
            if i == 0 and state.placed:
                found.append("the card that was led must lie on the table (R23)")
        elif i >= state.placed or state.places[card] != PLAYED + seat_at(state, i):
            found.append(f"{card_name(card)} on the table was not played there (R23)")
        elif COLOUR_OF[card] not in (COLOUR_OF[state.table[0]], YELLOW if seat_at(state, i) != FRANK else NONE):
            found.append(f"{card_name(card)} neither follows nor is a trump: it cannot lie on the table (R21, R79)")
    for card in state.due:
        if card != NONE and state.places[card] < PLAYED:
            found.append(f"{card_name(card)} has not been played and rewards nobody (R22, R26)")
    return found


def _check_passes(state: Any) -> list[str]:
    found = []
    for seat in range(SEATS):
        gave = state.gave[seat]
        if seat >= state.players or state.phase == moves.EXCHANGE:
            chosen = [card for card in gave if card != NONE]
            if any(state.places[card] != seat for card in chosen) or len(set(chosen)) < len(chosen):
                found.append(f"seat {seat} can pass two different cards of its hand (R7)")
            if gave[LEFT] == NONE and gave[RIGHT] != NONE:
                found.append(f"seat {seat} chooses for the left first (R7)")
            continue
        received = {int(state.gave[right_of(state, seat), LEFT])}
        if state.players > 2:
            received.add(int(state.gave[left_of(state, seat), RIGHT]))
        if NONE in received or len(received) < min(state.players - 1, 2):
            found.append(f"seat {seat} must have been given a card from each side (R9)")
        elif not all(has_had(state, seat, card) for card in received):
            found.append(f"seat {seat} was given a card it has never had (R9)")
        if (state.under[seat] != NONE).sum() == 1 and not (state.phase == moves.UNDER and state.turn == seat):
            found.append(f"seat {seat} must put two cards under the pile (R12)")
    return found


def _check_phase(state: Any) -> list[str]:
    found = []
    sealed = state.phase in (moves.EXCHANGE, moves.KEEPING, moves.FINISHED)
    if sealed != (state.turn == NONE) or state.turn >= state.players:
        return [f"turn cannot be {state.turn} in phase {PHASES[state.phase]} (R8, R15, R43)"]
    if max(state.fox, state.leader) >= state.players:
        found.append("fox and leader must be seats at the table (R13)")
    if state.over != (state.phase == moves.FINISHED) or (state.over and state.woodpecker != ROUNDS - 1):
        found.append("the game is over after round 4 (R1, R58)")
    if state.phase == moves.KEEPING and state.woodpecker == ROUNDS - 1:
        found.append("after round 4 nothing is kept (R58)")
    if (state.house != NONE) != (state.phase == moves.PAY) or (
        (state.cost.any() or state.drop) and state.phase != moves.PAY
    ):
        found.append("a house and a cost belong to an advance that is being paid (R46)")
    late = state.phase in (moves.DELIVER, moves.KEEPING, moves.FINISHED)
    if (late and state.trick < TRICKS) or (state.trick == TRICKS and state.phase < moves.PAY):
        found.append("delivery follows the ninth trick (R30)")
    if state.phase in (moves.DRAW, moves.UNDER) and (state.trick or state.placed):
        found.append("Draw 2 comes before the first trick (R12)")
    return found or [*_check_question(state), *_check_reward(state), *_check_keeps(state)]


def _check_question(state: Any) -> list[str]:
    """Whether the question that is asked can be answered."""
    seat = state.turn
    if state.phase == moves.DRAW and state.owls[seat, DRAW2] != AWAKE:
        return [f"seat {seat} has no Draw 2 awake (R12)"]
    if state.phase == moves.UNDER and state.owls[seat, DRAW2] != ASLEEP:
        return [f"seat {seat} has not used Draw 2 (R12, R59)"]
    if state.phase == moves.THIRTEEN and not climbable(state, seat, 1):
        return [f"seat {seat} can pay no level with card 13 (R35)"]
    if state.phase == moves.PAY and not payments(state, seat):
        return [f"seat {seat} cannot pay this advance (R48)"]
    if state.phase == moves.BONUS_DUE and not bonuses(state, seat):
        return ["a bonus without effect lapses (R52)"]
    if state.trick == TRICKS and state.phase in (moves.PAY, moves.BONUS_DUE, moves.DELIVER):
        if seat != (state.fox + state.delivered) % state.players:
            return [f"it is not the delivery turn of seat {seat} (R43)"]
    return []


def _check_reward(state: Any) -> list[str]:
    """The winner's picks, and the reward that is being taken."""
    whole = state.placed == trick_size(state)
    if (state.owed > 0) != (state.phase == moves.PICK) or (state.won and not whole):
        return ["cards are owed to the winner of a trick while picking, and only then (R26)"]
    if state.phase == moves.PICK and (not whole or state.turn != seat_at(state, best_place(state))):
        return ["the winner of a complete trick picks (R26)"]
    if state.phase == moves.PICK and state.owed > cards_to_pick(state):
        return ["there are not so many cards to pick (R62)"]
    in_trick = state.trick < TRICKS and state.phase in (moves.REWARD, moves.THIRTEEN, moves.PAY, moves.BONUS_DUE)
    if in_trick:
        place = best_place(state) if state.won else state.placed - 1
        if place < 0 or state.turn != seat_at(state, place):
            return [f"seat {state.turn} is not the one to be rewarded (R22, R26)"]
    wanted = {moves.REWARD: range(1, BERRY_CARD), moves.THIRTEEN: [ADVANCE_CARD]}.get(state.phase, [ADVANCE_CARD])
    if (state.card != NONE) != in_trick or (in_trick and NUMBER_OF[state.card] not in wanted):
        return ["a reward belongs to a card that was picked or discarded (R32, R34)"]
    if (state.due[0] != NONE and not (state.won or state.phase == moves.PICK)) or (state.drop and not in_trick):
        return ["a reward or a drop without its card (R26, R34)"]
    return []


def _check_keeps(state: Any) -> list[str]:
    found = []
    if state.phase != moves.KEEPING and (state.kept != NONE).any():
        found.append("nothing is kept before the delivery is over (R54)")
    for seat in range(state.players):
        k, forced = state.kept[seat], rules.forced_keep(state, seat)
        if k != NONE and not (k == forced or (k < ALL_KEPT and forced == NONE and rules.keeps(state, seat) >> k & 1)):
            found.append(f"seat {seat} cannot keep that (R54)")
        if state.phase == moves.KEEPING and k == NONE and forced != NONE:
            found.append(f"seat {seat} has nothing to choose (R54)")
    return found


def _check_players(state: Any) -> list[str]:
    found = []
    kinds = {tuple(state.owls[seat] != NO_OWL) for seat in range(state.players)}
    if not state.pro and (len(kinds) > 1 or sum(next(iter(kinds))) != 2):
        found.append("in the base variant everybody has the same two owls (R52, R72)")
    for seat in range(state.players, SEATS):
        if state.resources[seat].any() or state.levels[seat].any() or state.owls[seat].any():
            found.append(f"seat {seat} is not at the table and owns something (R4)")
    if sorted(state.berry.tolist()) != sorted(BERRY.tolist()):
        found.append("the blackberries are not those of the box (R41)")
    if [taker != NONE for taker in state.taker] != [i < state.taken for i in range(BERRIES)]:
        found.append("blackberries are taken in the order of the supply (R41)")
        return found
    for seat in range(SEATS):
        found += _check_berries(state, seat)
    return found


def _check_berries(state: Any, seat: int) -> list[str]:
    mine = [i for i in range(BERRIES) if state.taker[i] == seat]
    if seat >= state.players and mine:
        return [f"seat {seat} is not at the table and has blackberries (R41)"]
    spent = sum(int(state.spent[i]) for i in mine)
    if state.eaten[seat] != spent or state.berries[seat] != len(mine) - spent:
        return [f"the blackberries of seat {seat} are not counted right (R40)"]
    before = [int(state.since[i]) for i in mine]
    if before != sorted(before) or any(n > i for i, n in enumerate(before)) or any(n > spent for n in before):
        return [f"seat {seat} cannot have spent blackberries before taking them (R39)"]
    again = State.copy(state)
    spend_again(state, again, seat)
    if any(again.spent[i] != state.spent[i] for i in mine):
        return [f"seat {seat} must have spent its lowest blackberries first (R48)"]
    return []


# ---- what can be counted


def plays(state: Any, seat: int) -> int:
    """How many cards a seat, or Frank, has played this round."""
    if seat == FRANK and state.players > 2:
        return 0
    in_trick = any(seat_at(state, i) == seat for i in range(min(state.placed, trick_size(state))))
    return int(state.trick + in_trick)


def drawn(state: Any) -> int:
    """Cards that have been taken off the pile."""
    if state.phase == moves.EXCHANGE:
        return 0
    users = sum(
        state.under[seat, 0] != NONE or (state.phase == moves.UNDER and state.turn == seat) for seat in range(SEATS)
    )
    return int(2 * users + (2 + plays(state, FRANK) if state.players == 2 else 0))
