"""What a seat of Oh, Fox! knows: everything but the others' animals, the cards they have just chosen and, masked, who
the predator is."""

from skulk.engine import SPECTATOR, UNKNOWN, has, mix, roll, rule

from .components import SEATS, STOP, STOP_CARD, TURNS
from .rules import deal_identities
from .state import State


@rule
def see(state: State, seat, seen: State):
    """What `seat` may know beside what is public. What is not written stays secret."""
    if knows_predator(state, seat):
        seen.predator = state.predator
    for other in range(SEATS):
        if other == seat or other >= state.players or state.over:
            seen.animals[other] = state.animals[other]
        if other == seat or not has(state.answered, other):  # R7: that a card is chosen is seen, which one is not
            seen.sealed[other] = state.sealed[other]


@rule
def knows_predator(state: State, seat):
    """Whether the seat knows who the predator is: masked, only the predator does until turn 8 is over (R59)."""
    return 1 if not state.masked or state.turn == TURNS or state.predator == seat else 0


@rule
def redeal(seen: State, seat, state: State, dealer):
    """A state that looks the same to `seat`, by the fair belief: play tells nothing about animals, only the deal does.

    The predator's seat, where it is hidden, is any other; the animals are dealt again from what is left of the
    candidates; each card chosen in secret is any legal one.
    """
    if seen.predator == UNKNOWN:
        state.predator = _another(seen, seat, dealer)
    deal_identities(state, dealer)
    for other in range(seen.players):
        if seen.sealed[other] == UNKNOWN:
            state.sealed[other] = _any_card(seen, other, dealer)


@rule
def _another(seen: State, seat, dealer):
    """A player who is not `seat`, all equally likely."""
    if seat == SPECTATOR:
        return roll(dealer, seen.players)
    other = roll(dealer, seen.players - 1)
    return other + 1 if other >= seat else other


@rule
def _any_card(seen: State, seat, dealer):
    """A card the seat may choose, all equally likely (R8)."""
    count = 1 if seen.hands[seat, STOP] > 0 else 0
    for kind in range(STOP):
        if seen.hands[seat, kind] > 0:
            count += 4
    left = roll(dealer, count)
    for kind in range(STOP):
        if seen.hands[seat, kind] > 0:
            if left < 4:
                return 4 * kind + left
            left -= 4
    return STOP_CARD


@rule
def key(state: State, seat):
    """Names what the seat sees: the setup, the rows, and what is its own; all else follows from these."""
    h = mix(state.players * 64 + state.masked * 32 + state.healing * 16 + state.answered, seat)
    h = mix(h, state.turn * 2 + state.over)
    h = mix(h, state.candidates * 64 + (state.objectives[0] + 2) * 8 + state.objectives[1] + 2)
    h = mix(h, state.predator if knows_predator(state, seat) else UNKNOWN)
    for other in range(state.players):
        row = state.homes[other] * 8 + state.guess[other] + 2
        for turn in range(TURNS):
            row = row * 32 + state.rows[other, turn] + 2
        h = mix(h, row)
        if state.over:
            h = mix(h, state.animals[other])
    if seat != SPECTATOR:
        h = mix(h, (state.animals[seat] + 2) * 32 + state.sealed[seat] + 2)
    return h
