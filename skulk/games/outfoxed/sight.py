"""What a seat knows of the table, and the deals that it could be sitting at.

The fair belief: every way to deal the cards that a seat has not seen is equally likely, if rabbits lie only where
one may be (on cards of the deal), cards with a back of their own only where they are seen or in the deck below its
top, and among the cards that a storm has stirred are all those that the seat had known before and not met since.
"""

from skulk.engine import NONE, SPECTATOR, UNKNOWN, Array, has, mix, roll, rule, shuffle

from .components import BARE, FOX, KINDS, OWN_BACK, PLACES_OF_CARDS, RABBITS, ROOM
from .state import MAY_BE_RABBIT, PUBLIC, STIRRED, State

# ---- seeing


@rule
def see(state: State, seat, seen: State):
    """What `seat` may know beside what is public. What is not written stays secret."""
    for place in range(PLACES_OF_CARDS):
        if _knows(state, seat, place):
            seen.cards[place] = state.cards[place]
    seen.deck[state.left :] = NONE
    if state.left and _back_shows(state.deck[state.left - 1]):
        seen.deck[state.left - 1] = state.deck[state.left - 1]
    if seat == FOX:
        seen.hand[:] = state.hand
    else:
        for kind in range(KINDS):
            if OWN_BACK[kind]:
                seen.hand[kind] = state.hand[kind]
    if seat != SPECTATOR:
        seen.recalled[seat] = state.recalled[seat]


@rule
def _knows(state: State, seat, place):
    """Whether the seat knows the card there: it has seen it, or all may. UNKNOWN is no card, NONE an empty place."""
    card = state.cards[place]
    if card < 0:
        return 1 if card == NONE else 0
    return 1 if has(state.marks[place], seat) or state.marks[place] & PUBLIC else 0


@rule
def _back_shows(card):
    return OWN_BACK[card] if card >= 0 else 0


# ---- the key


@rule
def key(state: State, seat):
    """64 bits that name what `see` shows: equal for equal sights."""
    h = mix(
        state.trail, _join(_join(0, state.phase, state.due, state.start, state.steps), state.reach, state.left, 0, 0)
    )
    h = mix(h, _join(_join(0, state.fox, state.bear, state.arrow, state.vixen), state.crow, state.eagle, state.sun, 0))
    h = mix(h, _join(_join(0, state.active, state.effect, state.hits, state.face), state.picked, state.held, 0, 0))
    h = mix(h, _join(0, state.caught, state.baits, state.exchanges, state.reason))
    flags = state.limp + 2 * state.lost + 4 * state.double_spent + 8 * state.dive + 16 * state.distracted
    flags += 32 * state.shiny + 64 * state.bonus + 128 * state.over
    h = mix(h, flags + 256 * state.burying + 512 * state.vixen_any + 1024 * state.unaided)
    h = _chain(h, state.marks)
    h = _chain(h, state.discards)
    h = _chain(h, state.census)
    h = _chain(h, state.captured)
    h = _chain(h, state.bait)
    h = _chain(h, state.recalls)
    h = _chain(h, state.shown)
    if seat != SPECTATOR and state.recalls[seat]:
        h = _chain(h, state.recalled[seat])
    return _key_of_cards(state, seat, h)


@rule
def _key_of_cards(state: State, seat, h):
    word = 0
    for place in range(PLACES_OF_CARDS):
        card = state.cards[place] if _knows(state, seat, place) else UNKNOWN
        word = 128 * word + card + 2
        if place % 8 == 7:
            h = mix(h, word)
            word = 0
    top = state.deck[state.left - 1] if state.left else NONE
    h = mix(h, 128 * word + (top + 2 if _back_shows(top) else 0))
    if seat == FOX:
        return _chain(h, state.hand)
    for kind in range(KINDS):
        if OWN_BACK[kind]:
            h = mix(h, state.hand[kind])
    return h


@rule
def _join(word, a, b, c, d):
    """Four more numbers from −2 to 125 in a word that holds eight."""
    return (((word * 128 + a + 2) * 128 + b + 2) * 128 + c + 2) * 128 + d + 2


@rule
def _chain(h, numbers: Array):
    word = 0
    for i in range(len(numbers)):
        word = 128 * word + numbers[i] + 2
        if i % 8 == 7:
            h = mix(h, word)
            word = 0
    return mix(h, word)


# ---- dealing again
#
# Unknown cards lie in slots. On the dealer's lap: how many of each kind are unseen, how many of those are certainly
# stirred, the slots, what is dealt to them, and cards to shuffle. The slots stand in five groups, so that every set
# we deal to is a stretch: stirred but no rabbit | stirred | may be a rabbit | neither | in the deck below its top.

POOL, NEED, SLOTS = 0, KINDS, 2 * KINDS
DEALT_TO, HEAP, ENDS = SLOTS + ROOM, SLOTS + 2 * ROOM, SLOTS + 3 * ROOM  # ENDS + g: where group g ends
HAND_SLOT, DECK_SLOT = PLACES_OF_CARDS, PLACES_OF_CARDS + 1  # other slots are places; DECK_SLOT + i is deck[i]


@rule
def redeal(seen: State, seat, state: State, dealer):
    """A state that looks the same to `seat`, drawn from the fair belief; `state` arrives as a copy of `seen`."""
    _count_unseen(seen, dealer)
    _count_recalled(seen, seat, dealer)
    _gather_slots(seen, dealer)
    while not _deal_slots(dealer):
        pass
    _lay_slots(state, dealer)
    for other in range(2):
        if other != seat:
            _imagine_recalled(state, other, dealer)


@rule
def _count_unseen(seen: State, dealer):
    lap = dealer.lap
    for kind in range(KINDS):
        lap[POOL + kind] = seen.census[kind] - seen.discards[kind]
        if seen.hand[kind] > 0:
            lap[POOL + kind] -= seen.hand[kind]
    for place in range(PLACES_OF_CARDS):
        if seen.cards[place] >= 0:
            lap[POOL + seen.cards[place]] -= 1
    for i in range(seen.caught):
        lap[POOL + seen.captured[i]] -= 1
    for i in range(seen.baits):
        lap[POOL + seen.bait[i]] -= 1
    if seen.left and seen.deck[seen.left - 1] >= 0:
        lap[POOL + seen.deck[seen.left - 1]] -= 1


@rule
def _count_recalled(seen: State, seat, dealer):
    """What the unknown stirred cards certainly hold: those the seat had known, less those it has met since."""
    lap = dealer.lap
    for kind in range(KINDS):
        lap[NEED + kind] = seen.recalled[seat, kind] - seen.shown[kind] if seat != SPECTATOR else 0
    for place in range(PLACES_OF_CARDS):
        if seen.marks[place] & STIRRED and seen.cards[place] >= 0:
            lap[NEED + seen.cards[place]] -= 1
    for kind in range(KINDS):
        lap[NEED + kind] = max(lap[NEED + kind], 0)
    lap[NEED + BARE] = lap[POOL + BARE]  # R81: all know it unless a storm has stirred it


@rule
def _gather_slots(seen: State, dealer):
    lap, count = dealer.lap, 0
    for group in range(4):
        for place in range(PLACES_OF_CARDS):
            if seen.cards[place] == UNKNOWN and _group(seen.marks[place]) == group:
                lap[SLOTS + count] = place
                count += 1
        lap[ENDS + group] = count
    hidden = seen.held
    for kind in range(KINDS):
        if seen.hand[kind] > 0:
            hidden -= seen.hand[kind]
    for _ in range(hidden):
        lap[SLOTS + count] = HAND_SLOT
        count += 1
    if seen.left and seen.deck[seen.left - 1] == UNKNOWN:  # the back of the top card is a plain one
        lap[SLOTS + count] = DECK_SLOT + seen.left - 1
        count += 1
    lap[ENDS + 3] = count
    for i in range(seen.left - 1):
        lap[SLOTS + count] = DECK_SLOT + i
        count += 1
    lap[ENDS + 4] = count


@rule
def _group(marks):
    if marks & STIRRED:
        return 1 if marks & MAY_BE_RABBIT else 0
    return 2 if marks & MAY_BE_RABBIT else 3


@rule
def _deal_slots(dealer):
    """One try to deal all slots; 0 if it failed, or was to be rejected to keep all deals equally likely."""
    lap = dealer.lap
    for i in range(lap[ENDS + 4]):
        lap[DEALT_TO + i] = NONE
    for kind in range(KINDS):
        if OWN_BACK[kind]:
            if not _deal(dealer, kind, lap[POOL + kind], lap[ENDS + 3], lap[ENDS + 4]):
                return 0
    for kind in range(KINDS):
        first = lap[ENDS] if kind < RABBITS else 0
        if not _deal(dealer, kind, _certain(dealer, kind), first, lap[ENDS + 1]):
            return 0
    if not _room_for_rabbits(dealer):
        return 0
    for kind in range(RABBITS):
        if not _deal(dealer, kind, lap[POOL + kind] - _certain(dealer, kind), lap[ENDS], lap[ENDS + 2]):
            return 0
    _deal_rest(dealer)
    return _holds_recalled(dealer)


@rule
def _certain(dealer, kind):
    """How many of the kind are dealt to stirred slots first: all that are needed, if that cannot count a deal often."""
    pool, need = dealer.lap[POOL + kind], dealer.lap[NEED + kind]
    return need if pool <= 2 or pool == need else 0


@rule
def _deal(dealer, kind, copies, first, last):
    """So many cards of a kind to free slots from first to last, each equally likely; 0 if there are too few."""
    lap = dealer.lap
    for _ in range(copies):
        free = 0
        for i in range(first, last):
            free += lap[DEALT_TO + i] == NONE
        if free == 0:
            return 0
        nth = roll(dealer, free)
        for i in range(first, last):
            if lap[DEALT_TO + i] == NONE:
                if nth == 0:
                    lap[DEALT_TO + i] = kind
                nth -= 1
    return 1


@rule
def _room_for_rabbits(dealer):
    """The more recalled cards lie where no rabbit may be, the more ways are left for the rabbits: weigh that in."""
    lap = dealer.lap
    rabbits, recalled, aside = 0, 0, 0
    for kind in range(KINDS):
        if kind < RABBITS:
            rabbits += lap[POOL + kind] - _certain(dealer, kind)
        else:
            recalled += _certain(dealer, kind)
    for i in range(lap[ENDS]):
        aside += lap[DEALT_TO + i] != NONE
    room = 0
    for i in range(lap[ENDS], lap[ENDS + 2]):
        room += lap[DEALT_TO + i] == NONE
    most = room - aside + min(recalled, lap[ENDS])
    for i in range(rabbits):
        if most > room and roll(dealer, most - i) >= room - i:
            return 0
    return 1


@rule
def _deal_rest(dealer):
    lap, count = dealer.lap, 0
    for kind in range(RABBITS, KINDS):
        if not OWN_BACK[kind]:
            for _ in range(lap[POOL + kind] - _certain(dealer, kind)):
                lap[HEAP + count] = kind
                count += 1
    shuffle(dealer, lap, HEAP, HEAP + count)
    for i in range(lap[ENDS + 4]):
        if lap[DEALT_TO + i] == NONE:
            count -= 1
            lap[DEALT_TO + i] = lap[HEAP + count]


@rule
def _holds_recalled(dealer):
    """Whether the stirred slots hold what they must. Two of a kind there, one of them recalled, came about twice."""
    lap = dealer.lap
    for kind in range(KINDS):
        if lap[NEED + kind]:
            there = 0
            for i in range(lap[ENDS + 1]):
                there += lap[DEALT_TO + i] == kind
            if there < lap[NEED + kind]:
                return 0
            if _certain(dealer, kind) and there > lap[NEED + kind] and roll(dealer, 2):
                return 0
    return 1


@rule
def _lay_slots(state: State, dealer):
    lap = dealer.lap
    for kind in range(KINDS):
        if state.hand[kind] == UNKNOWN:
            state.hand[kind] = 0
    for i in range(lap[ENDS + 4]):
        slot, card = lap[SLOTS + i], lap[DEALT_TO + i]
        if slot == HAND_SLOT:
            state.hand[card] += 1
        elif slot >= DECK_SLOT:
            state.deck[slot - DECK_SLOT] = card
        else:
            state.cards[slot] = card


@rule
def _imagine_recalled(state: State, other, dealer):
    """What the other seat had known before the storm: as many cards, any of those that were stirred."""
    lap, count = dealer.lap, 0
    for kind in range(KINDS):
        state.recalled[other, kind] = 0
        for _ in range(state.shown[kind]):
            lap[HEAP + count] = kind
            count += 1
    for place in range(PLACES_OF_CARDS):
        if state.marks[place] & STIRRED:
            lap[HEAP + count] = state.cards[place]
            count += 1
    shuffle(dealer, lap, HEAP, HEAP + count)
    for i in range(state.recalls[other]):
        state.recalled[other, lap[HEAP + i]] += 1
