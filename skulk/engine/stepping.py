"""Template: many tables of one game, stepped together; what a seat sees, as numbers.

Each table has `lanes` rows in sights, masks, actions and observations: one for the seat that is asked, or one for each
seat, of which those that are asked are told. What a field becomes is one line of `plan` (views.py). A dealer belongs to
a thread, all else to a table, so disjoint ranges of tables may run in parallel.
"""

from .contract import ACTIONS, SEATS, acting, legal, play, returns, see, setup
from .dealer import below, blank, copy, has, hush, lowest, veil
from .playouts import chance_of, clear, nth
from .record import NONE, UNKNOWN
from .rule import Array, rule

RECORDS, FLOATS, ROWS = range(3)  # how a seat is told
PLACE, WIDTH, COUNT, BITS, MOST, HAS_NONE, HAS_UNKNOWN, COLUMN, ROW = range(9)  # a line of the plan


# ---- from a record to numbers


@rule
def number(held: Array, place, width):
    """The signed number of so many bytes at a place of a record."""
    value = int(held[place + width - 1])
    for k in range(width - 2, -1, -1):
        value = value << 8 | int(held[place + k]) & 255
    return value


@rule
def marked(held: Array, place, width, many, hole, into: Array):
    """1 for each of so many numbers that is this hole."""
    if width == 1:
        part = held[place : place + many]
        for k in range(many):
            into[k] = part[k] == hole
    else:
        for k in range(many):
            into[k] = number(held, place + k * width, width) == hole


@rule
def floated(held: Array, line: Array, by, into: Array):
    """A field as columns: numbers from 0 to 1 or bits, then which of them are NONE, and which UNKNOWN."""
    place, width, many, bits, column = line[PLACE], line[WIDTH], line[COUNT], line[BITS], line[COLUMN]
    values = into[column : column + many * max(bits, 1)]
    if bits == 0 and width == 1:  # the loop that most numbers go through; slices let it be vectorized
        part = held[place : place + many]
        for k in range(many):
            values[k] = max(part[k], 0) * by
    elif bits == 0:
        for k in range(many):
            values[k] = max(number(held, place + k * width, width), 0) * by
    else:
        for k in range(many):
            value = max(number(held, place + k * width, width), 0)
            for bit in range(bits):
                values[k * bits + bit] = value >> bit & 1
    column += len(values)
    if line[HAS_NONE]:
        marked(held, place, width, many, NONE, into[column : column + many])
        column += many
    if line[HAS_UNKNOWN]:
        marked(held, place, width, many, UNKNOWN, into[column : column + many])


@rule
def looked_up(held: Array, line: Array, into: Array):
    """A field as rows of a table: each number, or each of its bits, picks one of its own rows."""
    place, width, many, bits, column = line[PLACE], line[WIDTH], line[COUNT], line[BITS], line[COLUMN]
    holes = 2 if line[HAS_NONE] else 1 if line[HAS_UNKNOWN] else 0  # rows that stand before 0
    row, each = line[ROW] + holes, holes + (2 if bits else line[MOST] + 1)
    picked = into[column : column + many * max(bits, 1)]
    if bits == 0 and width == 1:
        part = held[place : place + many]
        for k in range(many):
            picked[k] = row + k * each + part[k]
    elif bits == 0:
        for k in range(many):
            picked[k] = row + k * each + number(held, place + k * width, width)
    else:
        for k in range(many):
            value = number(held, place + k * width, width)
            for bit in range(bits):
                at = k * bits + bit
                picked[at] = row + at * each + (value >> bit & 1 if value >= 0 else value)


@rule
def observe(raw: Array, i, plan: Array, scale: Array, form, seat, told: Array, to):
    """Record i of `raw`, as `seat` sees it, in row `to` of what is told; last of all who that is."""
    last = len(plan) - 1  # the line of the seat itself, which is no field
    if form == FLOATS:
        for f in range(last):
            floated(raw[i], plan[f], scale[f], told[to])
        for other in range(SEATS):
            told[to, plan[last, COLUMN] + other] = seat == other
    elif form == ROWS:
        for f in range(last):
            looked_up(raw[i], plan[f], told[to])
        told[to, plan[last, COLUMN]] = plan[last, ROW] + seat


# ---- what is told of a table


@rule
def show(
    states: Array,
    sights: Array,
    raw: Array,
    plan: Array,
    scale: Array,
    form,
    seats: Array,
    asked: Array,
    masks: Array,
    obs: Array,
    lanes,
    i,
):
    """Who is asked at table i, what they may do and what they see; zeros in the lanes of all others."""
    bits = acting(states[i])
    seats[i] = lowest(bits)
    for seat in range(SEATS):
        asked[i, seat] = has(bits, seat)
    for lane in range(lanes):
        at, seat = i * lanes + lane, seats[i] if lanes == 1 else lane
        clear(masks[at])
        if has(bits, seat):
            legal(states[i], seat, masks[at])
            veil(sights[at], states[i])
            see(states[i], seat, sights[at])
            observe(raw, at, plan, scale, form, seat, obs, at)
        else:
            blank(sights[at])
            for column in range(obs.shape[1]):
                obs[at, column] = 0


@rule
def show_end(
    states: Array,
    sights: Array,
    finals: Array,
    raw: Array,
    plan: Array,
    scale: Array,
    form,
    seats: Array,
    final: Array,
    lanes,
    players,
    i,
):
    """The end as the seat that was asked last sees it, or each seat."""
    for lane in range(1 if lanes == 1 else players):
        at, seat = i * lanes + lane, seats[i] if lanes == 1 else lane
        veil(sights[at], states[i])
        see(states[i], seat, sights[at])
        if form == RECORDS:
            copy(finals[at], sights[at])
        observe(raw, at, plan, scale, form, seat, final, at)


# ---- deals and moves


@rule
def skip(state, dealer, mask, lanes):
    """Carry out what leaves no choice; how many moves that was."""
    moves, seat = 0, 0
    while seat < SEATS and not state.over:
        if has(acting(state), seat):
            clear(mask)
            if legal(state, seat, mask) == 1:
                play(state, seat, nth(mask, 0), dealer)
                moves += 1
                seat = -1
            elif lanes == 1:
                return moves
        seat += 1
    return moves


@rule
def deal(state, dealer, options, mask, lanes, forced):
    """Lay a table; how many moves have been made for want of a choice. A game without any choice is laid again."""
    moves = 0
    blank(state)
    setup(state, options, dealer)
    if forced:
        moves = skip(state, dealer, mask, lanes)
        while state.over:
            blank(state)
            setup(state, options, dealer)
            moves = skip(state, dealer, mask, lanes)
    return moves


@rule
def lay(
    states: Array,
    sights: Array,
    raw: Array,
    dealers: Array,
    rngs: Array,
    options,
    plan: Array,
    scale: Array,
    seats: Array,
    asked: Array,
    masks: Array,
    rewards: Array,
    done: Array,
    lengths: Array,
    obs: Array,
    lanes,
    forced,
    form,
    is_fresh,
    seed,
    number_of_first,
    first,
    last,
):
    """Lay tables first … last − 1 anew; if that is_fresh, by the chance that belongs to the seed and their numbers."""
    dealer = dealers[0]
    for i in range(first, last):
        dealer.rng = chance_of(seed, number_of_first + i) if is_fresh else rngs[i]
        hush(dealer)
        lengths[i] = deal(states[i], dealer, options, masks[i * lanes], lanes, forced)
        rngs[i] = dealer.rng
        done[i] = 0
        for seat in range(SEATS):
            rewards[i, seat] = 0
        show(states, sights, raw, plan, scale, form, seats, asked, masks, obs, lanes, i)


@rule
def step(
    states: Array,
    sights: Array,
    finals: Array,
    raw: Array,
    dealers: Array,
    rngs: Array,
    begun: Array,
    options,
    plan: Array,
    scale: Array,
    actions: Array,
    where: Array,
    seats: Array,
    asked: Array,
    masks: Array,
    rewards: Array,
    done: Array,
    lengths: Array,
    obs: Array,
    final: Array,
    lanes,
    forced,
    form,
    first,
    last,
):
    """Play the actions at those tables of first … last − 1 that `where` names; finished games make room for new ones.

    begun[i] counts the moves that a new game at table i had made before anybody was asked.
    """
    dealer = dealers[0]
    for i in range(first, last):
        if done[i]:
            lengths[i] = begun[i]
            for seat in range(SEATS):
                rewards[i, seat] = 0
        done[i] = 0
        if not where[i]:
            continue
        state = states[i]
        dealer.rng = rngs[i]
        hush(dealer)
        if lanes == 1:
            play(state, seats[i], actions[i], dealer)
            lengths[i] += 1
        else:
            for seat in range(SEATS):
                if asked[i, seat] and not state.over and has(acting(state), seat):
                    play(state, seat, actions[i * lanes + seat], dealer)
                    lengths[i] += 1
        if forced and not state.over:
            lengths[i] += skip(state, dealer, masks[i * lanes], lanes)
        if state.over:
            done[i] = 1
            returns(state, rewards[i])
            show_end(states, sights, finals, raw, plan, scale, form, seats, final, lanes, options.players, i)
            begun[i] = deal(state, dealer, options, masks[i * lanes], lanes, forced)
        rngs[i] = dealer.rng
        show(states, sights, raw, plan, scale, form, seats, asked, masks, obs, lanes, i)


# ---- beside the tables


@rule
def sample(masks: Array, rngs: Array, dealers: Array, actions: Array, first, last):
    """A uniformly random legal action in each of rows first … last − 1; rngs[i] is a generator for its picks alone.
    0 where nothing is asked."""
    dealer = dealers[0]
    for i in range(first, last):
        count = 0
        for action in range(ACTIONS):
            count += masks[i, action]
        dealer.rng = rngs[i]
        k = below(dealer, count) if count else -1
        rngs[i] = dealer.rng
        action = 0 if count == 0 else -1
        while k >= 0:
            action += 1
            k -= masks[i, action]
        actions[i] = action


@rule
def check(masks: Array, actions: Array, where: Array, asked: Array, seats: Array, wrong: Array, lanes, first, last):
    """wrong[row] is 1 where somebody is asked and the action may not be played."""
    for i in range(first, last):
        for lane in range(lanes):
            at, seat = i * lanes + lane, seats[i] if lanes == 1 else lane
            wrong[at] = 0
            if where[i] and asked[i, seat]:
                is_known = 0 <= actions[at] < ACTIONS
                wrong[at] = not (is_known and masks[at, actions[at] if is_known else 0])
