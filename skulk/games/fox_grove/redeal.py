"""Dealing the unseen again: every way that fits what a seat knows is equally likely.

The unseen cards lie in the other hands and in the pile. Two kinds of knowledge bind them: a hand holds no colour in
which its owner has shown a void (R16), and a card given away is in the neighbour's hand or, after a DRAW2, perhaps
among the two cards put under the pile (R12). Hands bound by voids are dealt first, by counting in how many ways the
colours can be shared out; all other places follow from a plain shuffle.
"""

from skulk.engine import NONE, SPECTATOR, UNKNOWN, roll, rule, shuffle

from . import moves
from .components import ALL_KEPT, BERRIES, BERRY, BERRY_VALUES, CARDS, CHOOSE, COLOUR_OF, COLOURS, SEATS
from .houses import lowest_berry
from .rules import forced_keep, keeps
from .state import DECK, LEFT, PILE, PLAYED, RIGHT, State
from .tricks import left_of, right_of

# where things lie on the dealer's lap: first the unseen cards, from 0 on
ROOM = 52  # ROOM + seat: places in that hand still to fill
COUNT = 56  # COUNT + colour: unseen cards of it
CAP, BAN = 61, 66  # CAP + group, BAN + group: how many cards hands of the same voids take, and those voids as bits
SHARE = 71  # SHARE + colour: cards of it that a group takes
GIFT, OWNER = 75, 77  # GIFT + i, OWNER + i: a card given away that may lie in a hand or under the pile
WEIGHT = 79  # WEIGHT + i: ways for each combination of their places
END = 83  # END + group: where a group's cards begin
ASIDE = 90  # cards on their way
COUNTED, GROUPS, EMPTY = 3, 4, 4  # groups dealt by counting, all groups, a group that is always empty
LONG = 1 << 31

# ---- cards


@rule
def deal_cards(seen: State, seat, state: State, dealer):
    unseen = 0
    for other in range(SEATS):
        dealer.lap[ROOM + other] = 0 if other == seat else seen.held[other]
    for card in range(CARDS):
        place = seen.places[card]
        if place == UNKNOWN:
            dealer.lap[unseen] = card
            unseen += 1
        elif place < PILE and place != seat:
            dealer.lap[ROOM + place] -= 1
    unseen = _place_gifts(seen, seat, state, dealer, unseen)
    shuffle(dealer, dealer.lap, 0, unseen)
    dealt = _deal_bound_hands(seen, state, dealer, unseen)
    _deal_the_rest(seen, state, dealer, dealt)


@rule
def _voids(seen: State, seat):
    """The colours a seat has shown not to hold, as bits."""
    bits = 0
    for colour in range(COLOURS):
        bits |= seen.voids[seat, colour] << colour
    return bits


@rule
def _far(dealer, n):
    """One of 0 … n − 1, all equally likely, for n up to 2 ** 62."""
    if n < 1 << 16:
        return roll(dealer, n)
    while True:
        number = roll(dealer, LONG) << 31 | roll(dealer, LONG)
        if number < (1 << 62) // n * n:
            return number % n


# ---- hands bound by voids


@rule
def _deal_bound_hands(seen: State, state: State, dealer, unseen):
    """Fill the hands bound by voids; the cards left over lie shuffled on the lap, how many comes back."""
    fits, left = 0, unseen
    while not fits:
        left = unseen
        _group_hands(seen, dealer, unseen)
        room = _allowed(dealer, dealer.lap[BAN + COUNTED])
        for group in range(GROUPS):
            if group < COUNTED - 1 and dealer.lap[CAP + group] > 0:
                _ways(dealer, group, _far(dealer, _ways(dealer, group, NONE)))
            if group == COUNTED:
                fits = _is_taken(dealer, room)
            left = _set_aside(dealer, left, group)
            dealer.lap[END + group] = left
    for group in range(GROUPS):
        _hand_out(seen, state, dealer, group)
    return left


@rule
def _group_hands(seen: State, dealer, unseen):
    """Count colours and join hands of equal voids; of those dealt by counting, the largest group comes last."""
    for i in range(EMPTY + 1):
        dealer.lap[COUNT + i] = dealer.lap[CAP + i] = dealer.lap[BAN + i] = 0
    for i in range(unseen):
        dealer.lap[COUNT + COLOUR_OF[dealer.lap[i]]] += 1
    for seat in range(seen.players):
        voids = _voids(seen, seat)
        if voids and dealer.lap[ROOM + seat] > 0:
            group = 0
            while dealer.lap[CAP + group] > 0 and dealer.lap[BAN + group] != voids:
                group += 1
            dealer.lap[CAP + group] += dealer.lap[ROOM + seat]
            dealer.lap[BAN + group] = voids
    for group in range(COUNTED):
        _larger_last(dealer, COUNTED, group)  # the smallest of four is left to chance
    for group in range(COUNTED - 1):
        _larger_last(dealer, group, COUNTED - 1)


@rule
def _larger_last(dealer, a, b):
    cap, ban = dealer.lap[CAP + a], dealer.lap[BAN + a]
    if cap > dealer.lap[CAP + b]:
        dealer.lap[CAP + a] = dealer.lap[CAP + b]
        dealer.lap[BAN + a] = dealer.lap[BAN + b]
        dealer.lap[CAP + b] = cap
        dealer.lap[BAN + b] = ban


@rule
def _allowed(dealer, ban):
    """Unseen cards of all colours but the banned."""
    count = 0
    for colour in range(COLOURS):
        if not ban >> colour & 1:
            count += dealer.lap[COUNT + colour]
    return count


@rule
def _is_taken(dealer, room):
    """A fourth group (only a spectator can meet one) keeps a deal as often as there are ways left to fill it."""
    left = _allowed(dealer, dealer.lap[BAN + COUNTED])
    for i in range(dealer.lap[CAP + COUNTED]):
        if roll(dealer, room - i) >= left - i:
            return 0
    return 1


@rule
def _most(count, cap, banned):
    return 0 if banned else min(count, cap)


@rule
def _ways(dealer, first, wanted):
    """In how many ways the groups from `first` on can be filled; the colours of `first` in way `wanted` go to SHARE."""
    blue, purple = dealer.lap[COUNT], dealer.lap[COUNT + 1]
    orange, yellow = dealer.lap[COUNT + 2], dealer.lap[COUNT + 3]
    cap, ban = dealer.lap[CAP + first], dealer.lap[BAN + first]
    second = 1 if first == 0 else EMPTY
    ways = 0
    for b in range(_most(blue, cap, ban & 1) + 1):
        for p in range(_most(purple, cap - b, ban & 2) + 1):
            for o in range(_most(orange, cap - b - p, ban & 4) + 1):
                y = cap - b - p - o
                if y <= _most(yellow, y, ban & 8):
                    here = CHOOSE[blue, b] * CHOOSE[purple, p] * CHOOSE[orange, o] * CHOOSE[yellow, y]
                    ways += here * _ways_for_two(dealer, second, blue - b, purple - p, orange - o, yellow - y)
                    if 0 <= wanted < ways:
                        dealer.lap[SHARE] = b
                        dealer.lap[SHARE + 1] = p
                        dealer.lap[SHARE + 2] = o
                        dealer.lap[SHARE + 3] = y
                        return ways
    return ways


@rule
def _ways_for_two(dealer, second, blue, purple, orange, yellow):
    """In how many ways a second and the last counted group can be filled from so many cards of each colour."""
    cap, ban = dealer.lap[CAP + second], dealer.lap[BAN + second]
    last_cap, last_ban = dealer.lap[CAP + COUNTED - 1], dealer.lap[BAN + COUNTED - 1]
    ways = 0
    for b in range(_most(blue, cap, ban & 1) + 1):
        for p in range(_most(purple, cap - b, ban & 2) + 1):
            for o in range(_most(orange, cap - b - p, ban & 4) + 1):
                y = cap - b - p - o
                if y <= _most(yellow, y, ban & 8):
                    left = (0 if last_ban & 1 else blue - b) + (0 if last_ban & 2 else purple - p)
                    left += (0 if last_ban & 4 else orange - o) + (0 if last_ban & 8 else yellow - y)
                    here = CHOOSE[blue, b] * CHOOSE[purple, p] * CHOOSE[orange, o] * CHOOSE[yellow, y]
                    ways += here * CHOOSE[left, last_cap]
    return ways


@rule
def _set_aside(dealer, unseen, group):
    """Move a group's cards, the first that fit, behind the others and shuffle both; how many others there are."""
    cap, ban = dealer.lap[CAP + group], dealer.lap[BAN + group]
    if cap == 0:
        return unseen
    kept = 0
    for i in range(unseen):
        card = dealer.lap[i]
        colour = COLOUR_OF[card]
        if group < COUNTED - 1:
            fits = dealer.lap[SHARE + colour] > 0
            dealer.lap[SHARE + colour] -= fits
        else:
            fits = cap > 0 and not ban >> colour & 1
            cap -= fits
        if fits:
            dealer.lap[COUNT + colour] -= 1
            dealer.lap[ASIDE + i - kept] = card
        else:
            dealer.lap[kept] = card
            kept += 1
    for i in range(kept, unseen):
        dealer.lap[i] = dealer.lap[ASIDE + i - kept]
    shuffle(dealer, dealer.lap, 0, kept)
    shuffle(dealer, dealer.lap, kept, unseen)
    return kept


@rule
def _hand_out(seen: State, state: State, dealer, group):
    """Give a group's cards to the hands with its voids."""
    at = dealer.lap[END + group]
    if dealer.lap[CAP + group] > 0:
        for seat in range(seen.players):
            if _voids(seen, seat) == dealer.lap[BAN + group]:
                for _ in range(dealer.lap[ROOM + seat]):
                    state.places[dealer.lap[at]] = seat
                    at += 1
                dealer.lap[ROOM + seat] = 0


@rule
def _deal_the_rest(seen: State, state: State, dealer, left):
    """Hands without voids, what others put under the pile, and the pile, from the shuffled cards on the lap."""
    for seat in range(seen.players):
        for _ in range(dealer.lap[ROOM + seat]):
            left -= 1
            state.places[dealer.lap[left]] = seat
        if seen.players == 2 and seen.phase != moves.EXCHANGE and seen.gave[seat, RIGHT] == UNKNOWN:
            left -= 1
            state.gave[seat, RIGHT] = dealer.lap[left]  # R10
            state.places[dealer.lap[left]] = PILE
        for way in range(2):
            if state.under[seat, way] == UNKNOWN:
                left -= 1
                state.under[seat, way] = dealer.lap[left]  # R12
                state.places[dealer.lap[left]] = PILE
    for i in range(DECK):
        if seen.deck[i] == UNKNOWN:
            left -= 1
            state.deck[i] = dealer.lap[left]
            state.places[dealer.lap[left]] = PILE


# ---- cards given away that may lie under the pile


@rule
def _place_gifts(seen: State, seat, state: State, dealer, unseen):
    """Lay the cards that `seat` gave to users of DRAW2 into a hand or under the pile; how many are still unseen."""
    gifts = 0
    if seat != SPECTATOR and seen.phase != moves.EXCHANGE:
        for way in range(1 if seen.players == 2 else 2):
            if seen.places[seen.gave[seat, way]] == UNKNOWN:
                dealer.lap[GIFT + gifts] = seen.gave[seat, way]
                dealer.lap[OWNER + gifts] = left_of(seen, seat) if way == LEFT else right_of(seen, seat)
                unseen = _lift(dealer, dealer.lap[GIFT + gifts], unseen)
                gifts += 1
    if gifts == 0:
        return unseen
    ways = 0
    for places in range(1 << gifts):
        dealer.lap[WEIGHT + places] = _ways_with_gifts(seen, dealer, unseen, gifts, places)
        ways += dealer.lap[WEIGHT + places]
    wanted, places = _far(dealer, ways), 0
    while wanted >= dealer.lap[WEIGHT + places]:
        wanted -= dealer.lap[WEIGHT + places]
        places += 1
    for i in range(gifts):
        _lay_gift(seen, state, dealer, dealer.lap[GIFT + i], dealer.lap[OWNER + i], places >> i & 1)
    return unseen


@rule
def _lift(dealer, card, unseen):
    """Take a card out of the unseen ones."""
    for i in range(unseen):
        if dealer.lap[i] == card:
            dealer.lap[i] = dealer.lap[unseen - 1]
    return unseen - 1


@rule
def _sunk(seen: State, seat):
    """How many cards a seat has put under the pile with DRAW2."""
    return 0 if seen.under[seat, 0] == NONE else 1 if seen.under[seat, 1] == NONE else 2


@rule
def _ways_with_gifts(seen: State, dealer, unseen, gifts, places):
    """Ways to deal all cards with gift i in its owner's hand (bit i of `places` clear) or under the pile (set).

    Only their proportions count: what all combinations have in common is left out.
    """
    ways, bound = 1, 0
    for i in range(gifts):
        owner = dealer.lap[OWNER + i]
        voids, room, sunk = _voids(seen, owner), dealer.lap[ROOM + owner], places >> i & 1
        if sunk:
            ways *= _sunk(seen, owner)
        elif room == 0 or voids >> COLOUR_OF[dealer.lap[GIFT + i]] & 1:
            return 0
        elif voids == 0:
            ways *= room
        else:
            bound += 1  # any place in a bound hand: those are counted with the hand
        team = _team(seen, dealer, voids)
        if voids and team > room:  # hands dealt together: how they are split afterwards
            other = gifts == 2 and _voids(seen, dealer.lap[OWNER + 1 - i]) == voids and (i == 0 or not places & 1)
            ways *= (team - 1 if other else team) if sunk else room
    _make_room(seen, dealer, gifts, places, -1)
    _group_hands(seen, dealer, unseen)
    _make_room(seen, dealer, gifts, places, 1)
    ways *= _ways(dealer, 0, NONE)
    free = unseen - dealer.lap[CAP] - dealer.lap[CAP + 1] - dealer.lap[CAP + 2]  # places left outside bound hands
    for i in range(bound):
        ways *= free - i
    return ways


@rule
def _team(seen: State, dealer, voids):
    """Places to fill in all hands with these voids."""
    room = 0
    for seat in range(seen.players):
        if _voids(seen, seat) == voids:
            room += dealer.lap[ROOM + seat]
    return room


@rule
def _make_room(seen: State, dealer, gifts, places, change):
    """Take the places of gifts in bound hands out, or put them back."""
    for i in range(gifts):
        if not places >> i & 1 and _voids(seen, dealer.lap[OWNER + i]):
            dealer.lap[ROOM + dealer.lap[OWNER + i]] += change


@rule
def _lay_gift(seen: State, state: State, dealer, card, owner, sunk):
    if sunk:
        way = roll(dealer, _sunk(seen, owner))
        state.under[owner, way] = card
        state.places[card] = PILE
    else:
        state.places[card] = owner
        dealer.lap[ROOM + owner] -= 1


# ---- choices of others


@rule
def guess_choices(seen: State, seat, state: State, dealer):
    """Secret choices already made by others: any legal ones (R8, R54)."""
    for other in range(seen.players):
        if seen.phase == moves.KEEPING and seen.kept[other] == UNKNOWN:
            state.kept[other] = _any_keep(state, other, dealer)
        if seen.phase == moves.EXCHANGE and other != seat:
            if seen.gave[other, LEFT] == UNKNOWN:
                state.gave[other, LEFT] = _any_card(state, other, NONE, dealer)
            if seen.gave[other, RIGHT] == UNKNOWN:
                state.gave[other, RIGHT] = _any_card(state, other, state.gave[other, LEFT], dealer)


@rule
def _any_keep(state: State, seat, dealer):
    forced = forced_keep(state, seat)
    if forced != NONE:
        return forced
    bits, count = keeps(state, seat), 0
    for k in range(ALL_KEPT):
        count += bits >> k & 1
    k, left = 0, roll(dealer, count)
    while left or not bits >> k & 1:
        left -= bits >> k & 1
        k += 1
    return k


@rule
def _any_card(state: State, seat, but, dealer):
    """A card of the hand, all equally likely, but not that one."""
    left = roll(dealer, state.held[seat] - (but != NONE))
    for card in range(CARDS):
        if state.places[card] == seat and card != but:
            if left == 0:
                return card
            left -= 1
    return NONE


@rule
def recall_passes(seen: State, state: State, dealer):
    """Cards that passed between others: any that the receiver has had since (R9)."""
    for giver in range(seen.players):
        if seen.gave[giver, LEFT] == UNKNOWN:
            receiver = left_of(seen, giver)
            other = state.gave[left_of(seen, receiver), RIGHT] if seen.players > 2 else NONE
            state.gave[giver, LEFT] = _any_had(state, receiver, other, dealer)
        if seen.players > 2 and seen.gave[giver, RIGHT] == UNKNOWN:
            receiver = right_of(seen, giver)
            other = state.gave[right_of(seen, receiver), LEFT]
            state.gave[giver, RIGHT] = _any_had(state, receiver, other, dealer)


@rule
def has_had(state: State, seat, card):
    """Whether the seat holds a card, has played it or has put it under the pile with DRAW2."""
    place = state.places[card]
    return place == seat or place == PLAYED + seat or state.under[seat, 0] == card or state.under[seat, 1] == card


@rule
def _any_had(state: State, seat, but, dealer):
    count = 0
    for card in range(CARDS):
        if card != but and has_had(state, seat, card):
            count += 1
    left = roll(dealer, count)
    for card in range(CARDS):
        if card != but and has_had(state, seat, card):
            if left == 0:
                return card
            left -= 1
    return NONE


# ---- blackberries


@rule
def deal_berries(seen: State, seat, state: State, dealer):
    """Unseen values in any order; then all that was taken and spent once more, the lowest going first (R48).

    After the scoring it is known which were spent: orders that would not have spent those are dealt again.
    """
    unseen = _unseen_values(seen, dealer)
    agrees = 0
    while not agrees:
        shuffle(dealer, dealer.lap, 0, unseen)
        left = unseen
        for token in range(BERRIES):
            if seen.berry[token] == UNKNOWN:
                left -= 1
                state.berry[token] = dealer.lap[left]
        agrees = 1
        for other in range(seen.players):
            if other != seat:
                spend_again(seen, state, other)
        for token in range(BERRIES):
            if seen.spent[token] != UNKNOWN and seen.spent[token] != state.spent[token]:
                agrees = 0


@rule
def _unseen_values(seen: State, dealer):
    """Lay the values of all tokens that the seat has not seen on the lap; how many."""
    for value in range(1, BERRY_VALUES + 1):
        dealer.lap[COUNT + value] = 0
    for token in range(BERRIES):
        dealer.lap[COUNT + BERRY[token]] += 1
        if seen.berry[token] != UNKNOWN:
            dealer.lap[COUNT + seen.berry[token]] -= 1
    unseen = 0
    for value in range(1, BERRY_VALUES + 1):
        for _ in range(dealer.lap[COUNT + value]):
            dealer.lap[unseen] = value
            unseen += 1
    return unseen


@rule
def spend_again(seen: State, state: State, seat):
    """Which tokens a seat has spent, from the public order of its takings and spendings."""
    for token in range(seen.taken):
        if seen.taker[token] == seat:
            state.spent[token] = 0
    spent = 0
    for token in range(seen.taken):
        if seen.taker[token] == seat:
            while spent < seen.since[token]:
                state.spent[lowest_berry(state, seat, token)] = 1
                spent += 1
    while spent < seen.eaten[seat]:
        state.spent[lowest_berry(state, seat, seen.taken)] = 1
        spent += 1
