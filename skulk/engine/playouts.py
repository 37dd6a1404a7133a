"""Template: random games, each to its end."""

from .contract import ACTIONS, SEATS, acting, legal, play, returns, setup
from .dealer import below, blank, hush, lowest, mix
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
