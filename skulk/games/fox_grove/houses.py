"""Climbing the forest houses: what an advance costs, paying it, bonuses, blackberries."""

from skulk.engine import EVERYONE, NONE, UNKNOWN, call, everyone_but, only, rule

from . import moves
from .components import (
    ASLEEP,
    AWAKE,
    BERRIES,
    BERRY_VALUES,
    BONUS,
    COST,
    DISCOUNT,
    HOUSES,
    MAPLE,
    NO_OWL,
    NUT,
    OWLS,
    RESOURCES,
    SWITCH,
    TOP,
    WOOD,
)
from .state import TRICKS, State

# ---- what can be paid


@rule
def shortfall(state: State, seat, wood, nuts, maple):
    """Units of a cost that the resources of the seat do not cover (R48)."""
    missing = max(0, wood - state.resources[seat, WOOD])
    missing += max(0, nuts - state.resources[seat, NUT])
    return missing + max(0, maple - state.resources[seat, MAPLE])


@rule
def payable(state: State, seat, wood, nuts, maple, cuts):
    """Whether blackberries, `cuts` units less and an awake SWITCH can cover a cost (R47, R48, R49, R66).

    A unit less is best taken where something is missing, and as well before a switch as after it.
    """
    enough = state.berries[seat] + cuts
    if shortfall(state, seat, wood, nuts, maple) <= enough:
        return 1
    if state.owls[seat, SWITCH] != AWAKE:
        return 0
    least = min(shortfall(state, seat, 0, nuts + wood, maple), shortfall(state, seat, 0, nuts, maple + wood))
    least = min(least, shortfall(state, seat, wood + nuts, 0, maple), shortfall(state, seat, wood, 0, maple + nuts))
    least = min(least, shortfall(state, seat, wood + maple, nuts, 0), shortfall(state, seat, wood, nuts + maple, 0))
    return 1 if least <= enough else 0


@rule
def climbable(state: State, seat, drop):
    """Houses in which the seat can pay the next level, as bits; `drop`: one unit less by card 13 (R34, R45, R46)."""
    cuts = drop + (state.owls[seat, DISCOUNT] == AWAKE)
    bits = 0
    for house in range(HOUSES):
        level = state.levels[seat, house]
        if level < TOP:  # R45
            cost = COST[state.sides[house], house, level]
            bits |= payable(state, seat, cost[WOOD], cost[NUT], cost[MAPLE], cuts) << house
    return bits


@rule
def payments(state: State, seat):
    """The options while paying, as bits of the actions from DROP on; each of them can be completed."""
    wood, nuts, maple = state.cost[WOOD], state.cost[NUT], state.cost[MAPLE]
    discount = 1 if state.owls[seat, DISCOUNT] == AWAKE else 0
    bits = 0
    if state.drop:
        for kind in range(RESOURCES):  # R34: before anything else
            bits |= _without(state, seat, kind, discount) << kind
        return bits
    if shortfall(state, seat, wood, nuts, maple) <= state.berries[seat]:
        bits |= 1 << moves.CONFIRM - moves.DROP
    if discount:
        for kind in range(RESOURCES):
            bits |= _without(state, seat, kind, 0) << moves.CUT - moves.DROP + kind
    if state.owls[seat, SWITCH] == AWAKE:
        for k in range(len(moves.SWAP_FROM)):
            bits |= _swapped(state, seat, k, discount) << moves.SWAP - moves.DROP + k
    return bits


@rule
def _without(state: State, seat, kind, cuts):
    """Whether the cost can be paid with one required unit of a kind taken off."""
    if state.cost[kind] == 0:
        return 0
    wood = state.cost[WOOD] - (kind == WOOD)
    nuts = state.cost[NUT] - (kind == NUT)
    maple = state.cost[MAPLE] - (kind == MAPLE)
    return payable(state, seat, wood, nuts, maple, cuts)


@rule
def _swapped(state: State, seat, k, cuts):
    """Whether the cost can be paid after all units of one kind have become another's."""
    a, b = moves.SWAP_FROM[k], moves.SWAP_TO[k]
    if state.cost[a] == 0:
        return 0
    missing = max(0, state.cost[a] + state.cost[b] - state.resources[seat, b])
    c = WOOD + NUT + MAPLE - a - b
    missing += max(0, state.cost[c] - state.resources[seat, c])
    return 1 if missing <= state.berries[seat] + cuts else 0


# ---- an advance


@rule
def begin_advance(state: State, seat, action, drop):
    """A marker is to go up one level; what it costs is settled next (R45, R46)."""
    house = action - moves.ADVANCE
    state.house = house
    cost = COST[state.sides[house], house, state.levels[seat, house]]
    for kind in range(RESOURCES):
        state.cost[kind] = cost[kind]
    state.drop = drop
    state.phase = moves.PAY


@rule
def pay_on(state: State, seat, action, dealer):
    """One step of paying: the unit dropped, an owl, or the payment itself (R47, R66)."""
    if action == moves.CONFIRM:
        _pay(state, seat, dealer)
        _climb(state, seat, dealer)
    elif action >= moves.SWAP:
        a, b = moves.SWAP_FROM[action - moves.SWAP], moves.SWAP_TO[action - moves.SWAP]
        state.cost[b] += state.cost[a]
        state.cost[a] = 0
        use_owl(state, seat, SWITCH, dealer)
    elif action >= moves.CUT:
        state.cost[action - moves.CUT] -= 1
        use_owl(state, seat, DISCOUNT, dealer)
    else:
        state.cost[action - moves.DROP] -= 1  # R34
        state.drop = 0


@rule
def use_owl(state: State, seat, owl, dealer):
    """R59, R61: used, it falls asleep; several may be used in one turn."""
    state.owls[seat, owl] = ASLEEP
    call(dealer, EVERYONE, moves.USED_OWL, seat, owl)


@rule
def _pay(state: State, seat, dealer):
    """R3, R48: own resources first, a blackberry for every unit that is missing."""
    for kind in range(RESOURCES):
        paid = min(state.cost[kind], state.resources[seat, kind])
        state.resources[seat, kind] -= paid
        for _ in range(state.cost[kind] - paid):
            _eat_berry(state, seat, dealer)
        state.cost[kind] = paid
    call(dealer, EVERYONE, moves.PAID, seat, state.cost[WOOD], state.cost[NUT], state.cost[MAPLE])


@rule
def _climb(state: State, seat, dealer):
    """R50, R51: up one level, where there is always room; a bonus comes before anything else."""
    house = state.house
    state.levels[seat, house] += 1
    level = state.levels[seat, house]
    call(dealer, EVERYONE, moves.CLIMBED, seat, house, level)
    state.house = NONE
    for kind in range(RESOURCES):
        state.cost[kind] = 0
    if BONUS[state.sides[house], house, level] and bonuses(state, seat):
        state.phase = moves.BONUS_DUE
    else:
        end_advance(state)  # R52: a bonus without effect lapses


@rule
def end_advance(state: State):
    """R36: an advance by card 13 returns to the trick, any other to the delivery."""
    state.card = NONE
    state.phase = moves.NEXT_DELIVERY if state.trick == TRICKS else moves.NEXT_REWARD


# ---- bonuses


@rule
def bonuses(state: State, seat):
    """The options of a bonus, as bits of the actions from BONUS_BERRY on (R52, R73; R75: all else is alike)."""
    bits = 1 if state.taken < BERRIES else 0
    for owl in range(OWLS):
        if state.owls[seat, owl] == ASLEEP:
            bits |= 1 << moves.WAKE - moves.BONUS_BERRY
        elif state.pro and state.owls[seat, owl] == NO_OWL:
            bits |= 1 << moves.NEW_OWL - moves.BONUS_BERRY + owl  # R72, R73
    return bits


@rule
def take_bonus(state: State, seat, action, dealer):
    if action == moves.BONUS_BERRY:
        take_berry(state, seat, dealer)
    elif action == moves.WAKE:
        for owl in range(OWLS):
            if state.owls[seat, owl] == ASLEEP:
                state.owls[seat, owl] = AWAKE  # R53: at once ready again
        call(dealer, EVERYONE, moves.WOKE, seat)
    else:
        state.owls[seat, action - moves.NEW_OWL] = AWAKE  # R74
        call(dealer, EVERYONE, moves.GOT_OWL, seat, action - moves.NEW_OWL)
    end_advance(state)


# ---- blackberries


@rule
def take_berry(state: State, seat, dealer):
    """R41: the next token of the supply; its value is the taker's secret (R40)."""
    token = state.taken
    if token == BERRIES:
        call(dealer, EVERYONE, moves.NO_BERRY, seat)
        return
    state.taken += 1
    state.taker[token] = seat
    state.since[token] = state.eaten[seat]
    state.berries[seat] += 1
    call(dealer, only(seat), moves.TOOK_BERRY, seat, state.berry[token])
    call(dealer, everyone_but(seat), moves.TOOK_BERRY, seat, UNKNOWN)


@rule
def _eat_berry(state: State, seat, dealer):
    """R38, R39, R42, R48: the lowest value goes first, to the box, unseen by the others."""
    token = lowest_berry(state, seat, state.taken)
    state.spent[token] = 1
    state.berries[seat] -= 1
    state.eaten[seat] += 1
    call(dealer, only(seat), moves.ATE_BERRY, seat, state.berry[token])
    call(dealer, everyone_but(seat), moves.ATE_BERRY, seat, UNKNOWN)


@rule
def lowest_berry(state: State, seat, taken):
    """The token of lowest value that the seat holds among the first `taken`; of equals the oldest."""
    lowest, token = BERRY_VALUES + 1, NONE
    for i in range(taken):
        if state.taker[i] == seat and state.spent[i] == 0 and state.berry[i] < lowest:
            lowest, token = state.berry[i], i
    return token
