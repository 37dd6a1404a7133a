"""Template: what every game gets from its rules. Random play, and batched stepping with automatic restart."""

from .contract import ACTIONS, SEATS, acting, legal, play, returns, see, setup
from .dealer import below, blank, hush, lowest, mix, veil
from .rule import Array, rule


@rule
def clear(mask):
    for action in range(ACTIONS):
        mask[action] = 0


@rule
def nth(mask, k):
    """The k-th action that is allowed, counted from 0."""
    action = -1
    while k >= 0:
        action += 1
        k -= mask[action]
    return action


@rule
def pick(mask, k):
    """The k-th action that is allowed; the mask is cleared."""
    action = nth(mask, k)
    clear(mask)
    return action


@rule
def random_move(state, dealer, mask):
    """One uniformly random move by the lowest seat that is asked; how many options it had. The mask stays clear."""
    seat = lowest(acting(state))
    count = legal(state, seat, mask)
    play(state, seat, pick(mask, below(dealer, count)), dealer)
    return count


@rule
def chance_of(seed, number):
    """Where the chance of game or table `number` of a seed begins: each is mixed by itself, so that no two meet."""
    return mix(mix(seed, 0), number)


@rule
def fingerprint(words: Array, i, name):
    """64 bits that name the state at words[i] and the game it belongs to, named by its chance."""
    h = name
    for k in range(words.shape[1]):
        h = mix(h, words[i, k])
    return h


@rule
def playouts(states: Array, words: Array, dealers: Array, options, mask, out, seed, first, games, tally: Array):
    """The random games numbered first … first + games − 1 of a seed, each to its end.

    states[0] and dealers[0] are room to play in, words[0] is the same state as 64-bit words.

    tally counts decisions, decisions that offered a choice, and per seat 60 × its share of the win, which is whole
    for up to six winners. Returns the fingerprints of all final states, xor-ed: equal in every target, in any order.
    """
    state, dealer, digest = states[0], dealers[0], 0
    decisions, choices = 0, 0
    for game in range(first, first + games):
        blank(state)
        name = dealer.rng = chance_of(seed, game)
        hush(dealer)
        setup(state, options, dealer)
        while not state.over:  # random_move written out: calling it would cost a tenth of the speed
            seat = lowest(acting(state))
            count = legal(state, seat, mask)
            play(state, seat, pick(mask, below(dealer, count)), dealer)
            decisions += 1
            choices += count > 1
        returns(state, out)
        for seat in range(SEATS):
            tally[2 + seat] += int((30 * out[seat] + 30.5) // 1)
        digest ^= fingerprint(words, 0, name)
    tally[0] += decisions
    tally[1] += choices
    return digest


@rule
def sample(masks: Array, rngs: Array, dealers: Array, actions: Array, first, last):
    """A uniformly random legal action for each of states[first:last]; rngs[i] is a generator for its picks alone."""
    dealer = dealers[0]
    for i in range(first, last):
        count = 0
        for action in range(ACTIONS):
            count += masks[i, action]
        dealer.rng = rngs[i]
        k = below(dealer, count)
        rngs[i] = dealer.rng
        action = -1
        while k >= 0:
            action += 1
            k -= masks[i, action]
        actions[i] = action


@rule
def ask(state, mask):
    """Whose answer is wanted next; its options go to the mask."""
    clear(mask)
    seat = lowest(acting(state))
    legal(state, seat, mask)
    return seat


@rule
def show(states: Array, seats: Array, masks: Array, sights: Array, i):
    """Who is asked in states[i], what is allowed and what that seat sees."""
    seats[i] = ask(states[i], masks[i])
    veil(sights[i], states[i])
    see(states[i], seats[i], sights[i])


@rule
def start(
    states: Array,
    dealers: Array,
    rngs: Array,
    options,
    seats: Array,
    masks: Array,
    sights: Array,
    seed,
    first,
    last,
):
    """Lay the tables states[first:last]; the chance of each comes from the seed and from its number."""
    dealer = dealers[0]
    for i in range(first, last):
        dealer.rng = chance_of(seed, i)
        hush(dealer)
        blank(states[i])
        setup(states[i], options, dealer)
        rngs[i] = dealer.rng
        show(states, seats, masks, sights, i)


@rule
def step(
    states: Array,
    dealers: Array,
    rngs: Array,
    options,
    actions: Array,
    seats: Array,
    masks: Array,
    rewards: Array,
    done: Array,
    sights: Array,
    first,
    last,
):
    """Play actions[i] by seats[i] in each of states[first:last]; finished games restart.

    Afterwards seats, masks and sights tell who is asked, what is allowed and what that seat sees. Each state has
    its own generator in rngs; a dealer belongs to a thread, so disjoint ranges may run in parallel.
    """
    dealer = dealers[0]
    for i in range(first, last):
        state = states[i]
        dealer.rng = rngs[i]
        hush(dealer)
        play(state, seats[i], actions[i], dealer)
        done[i] = state.over
        if state.over:
            returns(state, rewards[i])
            blank(state)
            setup(state, options, dealer)
        else:
            for seat in range(SEATS):
                rewards[i, seat] = 0
        rngs[i] = dealer.rng
        show(states, seats, masks, sights, i)
