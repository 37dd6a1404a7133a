"""What a seat of Fox Grove knows: its hand, what it passed, received and put under the pile, its blackberries."""

from skulk.engine import NONE, SPECTATOR, UNKNOWN, mix, rule

from . import moves
from .components import BERRIES, CARDS, COLOURS, HOUSES, NUMBERS, OWLS, RESOURCES, SEATS
from .redeal import deal_berries, deal_cards, guess_choices, recall_passes
from .state import DECK, LEFT, PILE, PLAYED, RIGHT, TABLE, State
from .tricks import left_of, right_of


@rule
def see(state: State, seat, seen: State):
    """What `seat` may know beside what lies open (R4, R40). What is not written stays secret."""
    for card in range(CARDS):
        if state.places[card] >= PLAYED or state.places[card] == seat:
            seen.places[card] = state.places[card]
    for i in range(DECK):
        if state.deck[i] == NONE:
            seen.deck[i] = NONE
    for other in range(SEATS):
        for way in range(2):
            seen.gave[other, way] = known_pass(state, seat, other, way)
            seen.under[other, way] = _own_or_hidden(state.under[other, way], seat, other)
            if other == seat and state.phase != moves.EXCHANGE:  # where its own passes and cards under the pile are now
                seen.places[state.gave[seat, way]] = known_place(state, seat, state.gave[seat, way])
                if state.under[seat, way] != NONE:
                    seen.places[state.under[seat, way]] = PILE
        seen.kept[other] = _own_or_hidden(state.kept[other], seat, other)
    for token in range(BERRIES):
        seen.spent[token] = 0
        if state.taker[token] != NONE:
            seen.berry[token] = known_value(state, seat, token)
            seen.spent[token] = known_end(state, seat, token)


@rule
def known_place(state: State, seat, card):
    """Where the seat knows a card to be: its own hand, its own cards under the pile, what it gave, what was played."""
    place = state.places[card]
    if place >= PLAYED or place == seat:
        return place
    if seat == SPECTATOR or place == UNKNOWN or state.phase == moves.EXCHANGE:
        return UNKNOWN
    if place == PILE:
        buried = state.players == 2 and state.gave[seat, RIGHT] == card  # R10
        return PILE if buried or state.under[seat, 0] == card or state.under[seat, 1] == card else UNKNOWN
    # a card given stays in the neighbour's hand until it is played, unless it may have gone under the pile (R12)
    given = state.gave[seat, LEFT] == card or (state.players > 2 and state.gave[seat, RIGHT] == card)
    return place if given and state.under[place, 0] == NONE else UNKNOWN


@rule
def known_pass(state: State, seat, giver, way):
    """R8, R9: the giver knows what was passed, after the exchange the receiver too."""
    card = state.gave[giver, way]
    if card == NONE or giver == seat:
        return card
    if state.phase == moves.EXCHANGE or seat == SPECTATOR or (way == RIGHT and state.players == 2):
        return UNKNOWN
    receiver = left_of(state, giver) if way == LEFT else right_of(state, giver)
    return card if receiver == seat else UNKNOWN


@rule
def _own_or_hidden(value, seat, other):
    """Others see that something was chosen, not what."""
    return value if value == NONE or other == seat else UNKNOWN


@rule
def known_value(state: State, seat, token):
    """R39, R40: the taker knows a blackberry; the scoring shows those still held."""
    if state.taker[token] == NONE:
        return UNKNOWN
    if state.taker[token] == seat or (state.over and state.spent[token] == 0):
        return state.berry[token]
    return UNKNOWN


@rule
def known_end(state: State, seat, token):
    """Whether a blackberry was spent: others know how many were, not which."""
    if state.taker[token] == NONE or state.taker[token] == seat or state.over:
        return state.spent[token]
    return UNKNOWN


# ---- dealing again


@rule
def redeal(seen: State, seat, state: State, dealer):
    """A table that looks the same to `seat`, all that fit equally likely."""
    deal_cards(seen, seat, state, dealer)
    if seen.phase in (moves.EXCHANGE, moves.KEEPING):
        guess_choices(seen, seat, state, dealer)
    if seen.phase != moves.EXCHANGE:
        recall_passes(seen, state, dealer)
    deal_berries(seen, seat, state, dealer)


# ---- names of what a seat knows


@rule
def key(state: State, seat):
    h = mix(state.players | state.pro << 3 | state.woodpecker << 4 | state.phase << 7, state.turn + 2 | state.fox << 3)
    h = mix(h, state.top | state.trick << 6 | state.leader << 10 | state.placed << 13 | state.owed << 16)
    h = mix(h, state.won | state.card + 2 << 1 | state.house + 2 << 7 | state.drop << 10 | state.delivered << 11)
    for colour in range(COLOURS):
        word = 0
        for card in range(NUMBERS * colour, NUMBERS * colour + NUMBERS):
            word = word << 4 | known_place(state, seat, card) + 1
        h = mix(h, word)
    for token in range(BERRIES):
        word = known_value(state, seat, token) + 1 | known_end(state, seat, token) + 1 << 3
        h = mix(h, word | state.taker[token] + 2 << 5 | state.since[token] << 8)
    for other in range(SEATS):
        h = mix(h, _key_of_seat(state, seat, other))
    word = 0
    for i in range(TABLE):
        word = word << 6 | state.table[i] + 2
    h = mix(h, word << 12 | state.due[0] + 2 << 6 | state.due[1] + 2)
    return mix(h, _key_of_advance(state))


@rule
def _key_of_seat(state: State, seat, other):
    h = state.held[other] | state.berries[other] << 4 | state.eaten[other] << 9
    h |= _own_or_hidden(state.kept[other], seat, other) + 2 << 14
    for way in range(2):
        h = h << 6 | known_pass(state, seat, other, way) + 2
        h = h << 6 | _own_or_hidden(state.under[other, way], seat, other) + 2
    word = 0
    for kind in range(RESOURCES):
        word = word << 7 | state.resources[other, kind]
    for house in range(HOUSES):
        word = word << 3 | state.levels[other, house]
    for owl in range(OWLS):
        word = word << 2 | state.owls[other, owl]
    for colour in range(COLOURS):
        word = word << 1 | state.voids[other, colour]
    return mix(h, word)


@rule
def _key_of_advance(state: State):
    word = 0
    for kind in range(RESOURCES):
        word = word << 4 | state.cost[kind]
    for house in range(HOUSES):
        word = word << 1 | state.sides[house]
    return word
