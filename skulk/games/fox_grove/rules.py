"""The rules of Fox Grove, in the order of the rulebook: set-up, who decides what, the round, the end."""

from skulk.engine import EVERYONE, NONE, SEALED, TURN, UNKNOWN, call, everyone_but, only, roll, rule, shuffle, unfold

from . import moves
from .components import (
    ALL_KEPT,
    AWAKE,
    BERRIES,
    BERRY,
    CARDS,
    COLOUR_OF,
    HOUSES,
    KEEPS,
    LEAF,
    LIMIT,
    MAPLE,
    MUSHROOM,
    NUMBERS,
    NUT,
    OWLS,
    PAIR,
    POINTS,
    RESOURCES,
    SEATS,
    TRACK,
    TREE,
    WOOD,
)
from .houses import begin_advance, bonuses, climbable, end_advance, pay_on, payments, take_bonus
from .moves import ACTIONS
from .state import EVENTS, LAP, LEFT, OPTIONS, ROUNDS, TABLE, State
from .tricks import (
    answer_draw,
    can_follow,
    choose_pass,
    deal,
    has_chosen,
    is_named,
    lay,
    may_pick_two,
    next_card,
    next_reward,
    only_pick,
    pick,
    put_under,
    rewards,
    take_reward,
)

__all__ = ["ACTIONS", "EVENTS", "LAP", "OPTIONS", "State"]

# ---- setup


@rule
def setup(state: State, options, dealer):
    state.players = options.players
    state.sides[TREE] = options.tree
    state.sides[MUSHROOM] = options.mushroom
    state.sides[LEAF] = options.leaf
    state.pro = options.variant
    for token in range(BERRIES):
        state.berry[token] = BERRY[token]
        state.taker[token] = NONE
    shuffle(dealer, state.berry, 0, BERRIES)
    state.fox = options.first
    if options.first == NONE:
        state.fox = roll(dealer, options.players)
    for seat in range(options.players):
        for owl in range(OWLS):
            if not state.pro and PAIR[options.owls, owl]:
                state.owls[seat, owl] = AWAKE  # R72: in the pro variant nobody starts with owls
    for i in range(TABLE):
        state.table[i] = NONE
    for seat in range(SEATS):
        state.kept[seat] = NONE
    state.due[0] = state.due[1] = state.card = state.house = NONE
    deal(state, dealer)


# ---- who decides


@rule
def acting(state: State):
    if state.phase == moves.EXCHANGE:
        bits = 0
        for seat in range(state.players):
            if not has_chosen(state, seat):
                bits |= only(seat)  # R8: all at once
        return bits
    if state.phase == moves.KEEPING:
        bits = 0
        for seat in range(state.players):
            if state.kept[seat] == NONE:
                bits |= only(seat)
        return bits
    return 0 if state.over else only(state.turn)


@rule
def pace(state: State):
    return SEALED if state.phase in (moves.EXCHANGE, moves.KEEPING) else TURN


# ---- what may be done


@rule
def legal(state: State, seat, mask):
    phase = state.phase
    if phase == moves.TRICK:
        return _cards_to_play(state, seat, mask)
    if phase in (moves.EXCHANGE, moves.UNDER):
        return _cards_in_hand(state, seat, mask)
    if phase == moves.DRAW:
        mask[moves.USE_DRAW2] = mask[moves.SKIP_DRAW2] = 1  # R12
        return 2
    if phase == moves.PICK:
        return _cards_on_table(state, seat, mask)
    if phase == moves.REWARD:
        return unfold(rewards(state, seat), moves.TAKE, mask)
    if phase == moves.THIRTEEN:
        return unfold(climbable(state, seat, 1) | 1 << moves.DECLINE - moves.ADVANCE, moves.ADVANCE, mask)  # R35
    if phase == moves.PAY:
        return unfold(payments(state, seat), moves.DROP, mask)
    if phase == moves.BONUS_DUE:
        return unfold(bonuses(state, seat), moves.BONUS_BERRY, mask)
    if phase == moves.DELIVER:
        return unfold(climbable(state, seat, 0) | 1 << moves.END_DELIVERY - moves.ADVANCE, moves.ADVANCE, mask)  # R44
    if phase == moves.KEEPING:
        return unfold(keeps(state, seat), moves.KEEP, mask)
    return 0


@rule
def _cards_to_play(state: State, seat, mask):
    """R14: a leader plays any card; R16–R20: who can follow must, who cannot plays any card."""
    first, last = 0, CARDS
    if state.placed > 0:
        led = COLOUR_OF[state.table[0]]
        if can_follow(state, seat, led):
            first = NUMBERS * led
            last = first + NUMBERS
    count = 0
    for card in range(first, last):
        if state.places[card] == seat:
            mask[card] = 1
            count += 1
    return count


@rule
def _cards_in_hand(state: State, seat, mask):
    """To pass (R7, R10: two different cards) or to put under the pile (R12)."""
    chosen = state.gave[seat, LEFT] if state.phase == moves.EXCHANGE else NONE
    count = 0
    for card in range(CARDS):
        if state.places[card] == seat and card != chosen:
            mask[card] = 1
            count += 1
    return count


@rule
def _cards_on_table(state: State, seat, mask):
    """R26: any card on the table, whoever played it; R62: PICK2."""
    count = 0
    for place in range(TABLE):
        card = state.table[place]
        if card != NONE and not is_named(state, card):
            mask[card] = 1
            count += 1
    if may_pick_two(state, seat):
        mask[moves.USE_PICK2] = 1
        count += 1
    return count


@rule
def keeps(state: State, seat):
    """R54: the ways to keep three of the seat's resources, as bits of KEEPS."""
    bits = 0
    for k in range(ALL_KEPT):
        fits = state.resources[seat, WOOD] >= KEEPS[k, WOOD] and state.resources[seat, NUT] >= KEEPS[k, NUT]
        if fits and state.resources[seat, MAPLE] >= KEEPS[k, MAPLE]:
            bits |= 1 << k
    return bits


# ---- a move, and all that follows from it without a question


@rule
def play(state: State, seat, action, dealer):
    _do(state, seat, action, dealer)
    carry_on(state, dealer)


@rule
def _do(state: State, seat, action, dealer):
    phase = state.phase
    if phase == moves.TRICK:
        lay(state, seat, action, dealer)
    elif phase == moves.PICK:
        pick(state, seat, action, dealer)
    elif phase == moves.REWARD:
        take_reward(state, seat, action, dealer)
    elif phase == moves.PAY:
        pay_on(state, seat, action, dealer)
    elif phase == moves.BONUS_DUE:
        take_bonus(state, seat, action, dealer)
    elif phase == moves.EXCHANGE:
        choose_pass(state, seat, action, dealer)
    elif phase == moves.DRAW:
        answer_draw(state, seat, action, dealer)
    elif phase == moves.UNDER:
        put_under(state, seat, action, dealer)
    elif phase == moves.KEEPING:
        _choose_keep(state, seat, action - moves.KEEP, dealer)
    elif action < moves.DECLINE:
        begin_advance(state, seat, action, 1 if phase == moves.THIRTEEN else 0)
    elif action == moves.DECLINE:
        call(dealer, EVERYONE, moves.NO_ADVANCE, seat)  # R35
        end_advance(state)
    else:
        _end_delivery(state, seat, dealer)


@rule
def carry_on(state: State, dealer):
    """Up to the next question. What has one option only is not asked where everybody can see that."""
    while True:
        if state.phase == moves.NEXT_CARD:
            next_card(state, dealer)
        elif state.phase == moves.NEXT_REWARD:
            next_reward(state, dealer)
        elif state.phase == moves.NEXT_DELIVERY:
            _next_delivery(state, dealer)
        else:
            action = _only_option(state)
            if action == NONE:
                return
            _do(state, state.turn, action, dealer)


@rule
def _only_option(state: State):
    """The action that public facts force, or NONE."""
    if state.phase == moves.PICK:
        return only_pick(state, state.turn)
    if state.phase == moves.PAY:
        return _single(payments(state, state.turn), moves.DROP)
    if state.phase == moves.BONUS_DUE:
        return _single(bonuses(state, state.turn), moves.BONUS_BERRY)
    return NONE


@rule
def _single(bits, first):
    """The action of a lone bit, or NONE if there are more."""
    if bits & bits - 1:
        return NONE
    while bits > 1:
        bits >>= 1
        first += 1
    return first


# ---- delivery and the next round


@rule
def _next_delivery(state: State, dealer):
    """R43, R44: clockwise from the marker; a turn ends by itself when nothing can be paid."""
    while state.delivered < state.players:
        seat = (state.fox + state.delivered) % state.players
        state.turn = seat
        if climbable(state, seat, 0):
            state.phase = moves.DELIVER
            return
        _end_delivery(state, seat, dealer)
    state.turn = NONE
    if state.woodpecker == ROUNDS - 1:
        _finish(state, dealer)  # R58
    else:
        _ask_keeps(state, dealer)


@rule
def _end_delivery(state: State, seat, dealer):
    state.delivered += 1
    state.phase = moves.NEXT_DELIVERY
    call(dealer, EVERYONE, moves.DELIVERED, seat)


@rule
def _ask_keeps(state: State, dealer):
    """R54: who has more than three resources chooses; one way only counts as chosen."""
    state.phase = moves.KEEPING
    for seat in range(state.players):
        state.kept[seat] = forced_keep(state, seat)
    _keep_if_all_chose(state, dealer)


@rule
def forced_keep(state: State, seat):
    """What the seat keeps if there is nothing to choose, else NONE."""
    if state.resources[seat, WOOD] + state.resources[seat, NUT] + state.resources[seat, MAPLE] <= LIMIT:
        return ALL_KEPT
    return _single(keeps(state, seat), 0)


@rule
def _choose_keep(state: State, seat, k, dealer):
    state.kept[seat] = k
    call(dealer, only(seat), moves.WILL_KEEP, seat, k)
    call(dealer, everyone_but(seat), moves.WILL_KEEP, seat, UNKNOWN)
    _keep_if_all_chose(state, dealer)


@rule
def _keep_if_all_chose(state: State, dealer):
    """All give back together what they do not keep; then the next round (R55, R56, R57: the rest carries over)."""
    for seat in range(state.players):
        if state.kept[seat] == NONE:
            return
    for seat in range(state.players):
        k = state.kept[seat]
        if k != ALL_KEPT:
            for kind in range(RESOURCES):
                state.resources[seat, kind] = KEEPS[k, kind]
            call(dealer, EVERYONE, moves.KEPT, seat, KEEPS[k, WOOD], KEEPS[k, NUT], KEEPS[k, MAPLE])
        state.kept[seat] = NONE
    state.woodpecker += 1
    state.delivered = 0
    deal(state, dealer)


# ---- the end


@rule
def house_points(state: State, seat):
    """R67: the levels reached, each house for itself."""
    points = 0
    for house in range(HOUSES):
        points += POINTS[state.sides[house], house, state.levels[seat, house]]
    return points


@rule
def berry_points(state: State, seat):
    """R68: the values of the blackberries still held."""
    points = 0
    for token in range(state.taken):
        if state.taker[token] == seat and state.spent[token] == 0:
            points += state.berry[token]
    return points


@rule
def track_points(state: State, seat):
    """R69: for the lowest of the three levels, once."""
    lowest = min(state.levels[seat, TREE], state.levels[seat, MUSHROOM], state.levels[seat, LEAF])
    return TRACK[lowest]


@rule
def points(state: State, seat):
    """R70: nothing else counts."""
    return house_points(state, seat) + berry_points(state, seat) + track_points(state, seat)


@rule
def standing(state: State, seat):
    """Points, then the number of blackberries, as one number to compare (R71)."""
    return points(state, seat) * (BERRIES + 1) + state.berries[seat]


@rule
def _finish(state: State, dealer):
    state.phase = moves.FINISHED
    state.over = 1
    for seat in range(state.players):
        houses, berries = house_points(state, seat), berry_points(state, seat)
        call(dealer, EVERYONE, moves.SCORED, seat, houses, berries, track_points(state, seat))


@rule
def returns(state: State, out):
    """R71: a win shared by k players is worth 1/k to each; before the end nobody has won."""
    best, winners = -1, 0
    for seat in range(state.players):
        mine = standing(state, seat)
        if mine > best:
            best, winners = mine, 1
        elif mine == best:
            winners += 1
    for seat in range(SEATS):
        out[seat] = 0.0
        if seat < state.players and state.over:
            out[seat] = 2.0 / winners - 1.0 if standing(state, seat) == best else -1.0
