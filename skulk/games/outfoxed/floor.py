"""Cards on the floor, in the draw deck and on the discard pile (rulebook, chapters A, D and L)."""

from skulk.engine import EVERYONE, NONE, UNKNOWN, call, rule, shuffle

from . import moves
from .components import BARE, BLOCKS, CELLS, CROW, FIXED, FOX, KINDS, OWN_BACK, RABBITS, STAYS_UP
from .state import ALL_KNOW, FACE_UP, STIRRED, State

# ---- questions


@rule
def is_up(state: State, cell):
    """Whether the card in the cell lies face-up, and so is public (R2)."""
    return state.marks[cell] // FACE_UP % 2


@rule
def is_fixed(state: State, cell):
    """Whether the card can be exchanged by nobody (R12). One that lies face-down and unknown never is (R13)."""
    if cell == state.vixen:
        return 1
    card = state.cards[cell]
    return FIXED[card, is_up(state, cell)] if card >= 0 else 0


@rule
def is_loose(state: State, cell):
    """Whether the card lies face-down and is not fixed."""
    return 0 if is_up(state, cell) else 1 - is_fixed(state, cell)


@rule
def count_loose(state: State):
    count = 0
    for cell in range(CELLS):
        count += is_loose(state, cell)
    return count


@rule
def may_enter(state: State, cell):
    """Whether Red Fox may step or leap there (R24); what lies face-down does not hinder him (R25)."""
    if cell < 0 or cell == state.bear:  # R68: Bear blocks
        return 0
    return 1 - BLOCKS[state.cards[cell]] if is_up(state, cell) else 1


# ---- deeds


@rule
def exchange(state: State, first, second):
    """Two cards trade places; each keeps its side and what is known of it (R11). Pieces stay on their cells (R3)."""
    card, marks = state.cards[first], state.marks[first]
    state.cards[first], state.marks[first] = state.cards[second], state.marks[second]
    state.cards[second], state.marks[second] = card, marks


@rule
def reveal(state: State, cell, dealer):
    """Turn the card face-up for both to see (R8); if a storm stirred it, all now know that it was among those."""
    card = state.cards[cell]
    if state.marks[cell] & STIRRED:
        state.marks[cell] -= STIRRED
        state.shown[card] += 1
    state.marks[cell] |= FACE_UP | ALL_KNOW
    call(dealer, EVERYONE, moves.REVEALED, cell, card)


@rule
def look(state: State, seat, cell, dealer):
    """One seat sees a face-down card (R8); the other sees only which card it looks at."""
    state.marks[cell] |= 1 << seat
    call(dealer, 1 << seat, moves.LOOKED, seat, cell, state.cards[cell])
    call(dealer, EVERYONE & ~(1 << seat), moves.LOOKED, seat, cell, UNKNOWN)


@rule
def turn_back(state: State, dealer):
    """At the end of a turn what lies open is turned down, except rabbits and what is kept face-up (R36)."""
    turned = 0
    for cell in range(CELLS):
        if is_up(state, cell) and not STAYS_UP[state.cards[cell]]:
            state.marks[cell] -= FACE_UP
            turned |= 1 << cell
    if turned:
        call(dealer, EVERYONE, moves.TURNED_BACK, turned)


@rule
def discard(state: State, card):
    """To the discard pile, face-up (R80); bare ground leaves the game instead (R81)."""
    if card == BARE:
        state.census[BARE] -= 1
    else:
        state.discards[card] += 1


@rule
def top_card(state: State, dealer):
    """The card drawn from the deck, NONE if there is none; an empty deck is made anew of the discard pile (R81)."""
    if state.left == 0:
        _reshuffle(state, dealer)
    if state.left == 0:
        return NONE
    state.left -= 1
    card = state.deck[state.left]
    state.deck[state.left] = NONE
    return card


@rule
def _reshuffle(state: State, dealer):
    for kind in range(KINDS):
        while state.discards[kind] > 0:
            state.discards[kind] -= 1
            state.deck[state.left] = kind
            state.left += 1
    if state.left:
        shuffle(dealer, state.deck, 0, state.left)
        call(dealer, EVERYONE, moves.RESHUFFLED)


@rule
def lay(state: State, cell, dealer):
    """Fill the cell from the draw deck, face-down and unseen: certainly no rabbit. A back of its own tells (R41)."""
    card = top_card(state, dealer)
    if card == NONE:
        card = BARE  # R81
        state.census[BARE] += 1
    state.cards[cell] = card
    state.marks[cell] = ALL_KNOW if back_tells(card) else 0
    call(dealer, EVERYONE, moves.LAID, cell, card if back_tells(card) else UNKNOWN)


@rule
def back_tells(card):
    """Whether all know the card although nobody has looked at it."""
    return 1 if card == BARE else OWN_BACK[card]


@rule
def is_rabbit(card):
    return 1 if 0 <= card < RABBITS else 0


@rule
def finish(state: State, reason, dealer):
    """The game is over at once (R19, R82)."""
    state.over = 1
    state.phase = moves.OVER
    state.reason = reason
    call(dealer, EVERYONE, moves.WON, CROW if reason >= moves.BY_BEAR else FOX, reason)
