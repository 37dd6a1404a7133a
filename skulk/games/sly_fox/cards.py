"""What happens to cards, and what each seat knows of them afterwards.

known[p, q, code] is how many cards of a code p can name in q's hand; known[q, q] is what everybody can.
"""

from skulk.engine import EVERYONE, UNKNOWN, Array, call, draw, everyone_but, has, only, rule

from . import moves
from .components import (
    BASE,
    BOX,
    CODES,
    DUEL,
    DUEL_BOX,
    ENOUGH_IS_ENOUGH,
    EXTENDED,
    I_DONT_CARE,
    KINDS,
    MANY,
    MOST,
    SNEAKY_ATTACK,
    SNEAKY_DEFENCE,
    WEASEL,
)
from .state import State

HALF_BUNDLE = (1 << 5 * KINDS) - 1  # one deck's part of a bundle of both

# ---- counting


@rule
def in_box(state: State, code):
    """How many of a card this game is played with (R79, R86)."""
    if state.mode == DUEL:
        return BOX[DUEL_BOX, code]
    if state.extension:
        return BOX[EXTENDED, code]
    return BOX[BASE, code]


@rule
def held_by(state: State, seat):
    """The size of a hand: a public fact (R62)."""
    return state.held[seat, 0] + state.held[seat, 1]


@rule
def two_are_left(state: State):
    """R72: two of three or more, in teams too (R90); a duel is something else (R87). What rests then says so (R76)."""
    return state.live == 2 and state.mode != DUEL


@rule
def haunts(state: State, seat):
    """Whether an eliminated fox could still meddle with this hand (R50, R96)."""
    hand = state.hands[seat]
    if hand[SNEAKY_ATTACK] or hand[SNEAKY_DEFENCE]:
        return 1
    if hand[WEASEL] == 0:
        return 0
    for code in range(CODES):
        if (
            hand[code] and code != WEASEL and code != I_DONT_CARE and code != ENOUGH_IS_ENOUGH
        ):  # R39: these go with no weasel
            return 1
    return 0


@rule
def bundle(counts: Array, deck):
    """The cards of one deck among `counts` as one number, for the news."""
    result = 0
    for place in range(KINDS):
        result += int(counts[KINDS * deck + place]) << 5 * place
    return result


# ---- decks and piles


@rule
def draw_card(state: State, seat, deck, dealer):
    """The top card of a deck; only the drawer sees it (R8)."""
    code = KINDS * deck + draw(dealer, state.decks[KINDS * deck : KINDS * deck + KINDS])
    state.decks[code] -= 1
    state.left[deck] -= 1
    state.hands[seat, code] += 1
    state.held[seat, deck] += 1
    state.drawn[seat, code] += 1
    call(dealer, only(seat), moves.DREW, seat, deck, code)
    call(dealer, everyone_but(seat), moves.DREW, seat, deck, UNKNOWN)
    refresh(state, deck, dealer)


@rule
def refresh(state: State, deck, dealer):
    """An empty deck is made anew of its pile, at once (R77, R78)."""
    if state.left[deck]:
        return
    count = 0
    for code in range(KINDS * deck, KINDS * deck + KINDS):
        count += state.piles[code]
    if count == 0:
        return
    for code in range(KINDS * deck, KINDS * deck + KINDS):
        state.decks[code] = state.stock[code] = state.piles[code]
        state.piles[code] = 0
        for seat in range(state.players):
            state.drawn[seat, code] = 0
    state.left[deck] = count
    call(dealer, EVERYONE, moves.RESHUFFLED, deck, count)


# ---- hands


@rule
def lay_open(state: State, seat, code):
    """A card leaves a hand for all to see: who knew of one knows of one less."""
    state.hands[seat, code] -= 1
    state.held[seat, code // KINDS] -= 1
    for other in range(state.players):
        if state.known[other, seat, code]:
            state.known[other, seat, code] -= 1


@rule
def discard_hand(state: State, seat, dealer):
    """A whole hand goes to the piles, as one discard (R50, R52, R77)."""
    hand = state.hands[seat]
    call(dealer, EVERYONE, moves.DISCARDED, seat, bundle(hand, 0), bundle(hand, 1))
    for code in range(CODES):
        state.piles[code] += hand[code]
        hand[code] = 0
        for other in range(state.players):
            state.known[other, seat, code] = 0
    for deck in range(2):
        state.held[seat, deck] = 0
        refresh(state, deck, dealer)


@rule
def trade(state: State, seat, given, taken, dealer):
    """Two of a code for one card that lay in the pile of the same deck, all in the open (R55–R59, R104)."""
    lay_open(state, seat, given)
    lay_open(state, seat, given)
    state.piles[taken] -= 1  # R56: it lay there before the two were given
    state.piles[given] += 2
    state.hands[seat, taken] += 1
    state.held[seat, taken // KINDS] += 1
    for other in range(state.players):
        state.known[other, seat, taken] += 1
    call(dealer, EVERYONE, moves.TRADED, seat, given, taken)


# ---- challenges


@rule
def may_challenge(state: State, seat):
    """The seats whose hand this one may call into question, as bits; all of it is public (R63, R68, R49)."""
    if not has(state.alive, seat) or has(state.challenged, seat) or held_by(state, seat) == 0 or two_are_left(state):
        return 0
    result = 0
    for other in range(state.players):
        if other != seat and held_by(state, other) >= MANY and has(state.alive, other):
            result |= only(other)
    return result


@rule
def offer_challenges(state: State, seat, mask):
    """R63, R66: put the challenges of a seat on the mask; how many."""
    rivals, count = may_challenge(state, seat), 0
    if rivals:
        for distance in range(1, state.players):
            if has(rivals, (seat + distance) % state.players):
                mask[moves.CHALLENGE + distance - 1] = 1
                count += 1
    return count


@rule
def challenge(state: State, seat, rival, dealer):
    """The rival's hand is counted; cards move by R64, R67."""
    count = held_by(state, rival)
    state.challenged |= only(seat)
    call(dealer, EVERYONE, moves.CHALLENGED, seat, rival, count)
    if count > MOST:
        _take(state, rival, seat, count - MOST, dealer)
    elif count < MOST:
        _take(state, seat, rival, 1, dealer)


@rule
def _take(state: State, giver, taker, cards, dealer):
    """Cards go from hand to hand at random; the two see which, the others of which deck (R65)."""
    bundles, counts = 0, 0
    for _ in range(cards):
        code = draw(dealer, state.hands[giver])
        _hand_over(state, giver, taker, code)
        bundles += 1 << 5 * code
        counts += 1 if code < KINDS else 128
    pair = only(giver) | only(taker)
    call(dealer, pair, moves.MOVED, giver, taker, bundles & HALF_BUNDLE, bundles >> 5 * KINDS)
    call(dealer, EVERYONE & ~pair, moves.CHANGED_HANDS, giver, taker, counts % 128, counts // 128)


@rule
def _hand_over(state: State, giver, taker, code):
    """One card changes hands, and with it what each seat can name."""
    deck = code // KINDS
    state.hands[giver, code] -= 1
    state.held[giver, deck] -= 1
    state.hands[taker, code] += 1
    state.held[taker, deck] += 1
    for other in range(state.players):
        if other == taker:
            if state.known[taker, giver, code]:
                state.known[taker, giver, code] -= 1
        else:  # it may be any card of that deck that left; known[giver, giver] is what everybody knows
            for lost in range(KINDS * deck, KINDS * deck + KINDS):
                if state.known[other, giver, lost]:
                    state.known[other, giver, lost] -= 1
    state.known[giver, taker, code] += 1
