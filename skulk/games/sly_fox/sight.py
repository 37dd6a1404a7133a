"""What a seat of Slyest Fox knows: its own cards, all that lay open, and what it has learned by play."""

from skulk.engine import NONE, SPECTATOR, Array, copy, draw, has, mix, rule

from . import moves
from .cards import haunts, held_by, in_box
from .components import CODES, COPIES, FOXES, I_DONT_CARE, KINDS, SEATS, TEAM
from .state import State


@rule
def see(state: State, seat, seen: State):
    """What the seat may know beside what lies open and can be counted (R62, R65, R78); in the end, everything."""
    if state.over:
        copy(seen, state)
        return
    for other in range(SEATS):
        if other == seat or other >= state.players or _shows_character(state, other):
            seen.character[other] = state.character[other]
        seen.known[other, other, :] = state.known[other, other, :]
        if not _is_window(state):
            seen.answers[other] = NONE
    if seat != SPECTATOR:
        seen.hands[seat, :] = state.hands[seat, :]
        seen.drawn[seat, :] = state.drawn[seat, :]
        seen.answers[seat] = state.answers[seat]  # others do not even see whether there is one
        for other in range(SEATS):
            seen.known[seat, other, :] = state.known[seat, other, :]
            seen.known[other, seat, :] = state.known[other, seat, :]  # each card they can name, I showed or took


@rule
def _shows_character(state: State, seat):
    """Face up (R33, R54), or shown to all at the start (R91, R92)."""
    return has(state.shown, seat) or state.mode == TEAM


@rule
def _is_window(state: State):
    return state.phase == moves.HELPING or state.phase == moves.JOINING or state.phase == moves.CLEARING


# ---- the fair belief


@rule
def redeal(seen: State, seat, state: State, dealer):
    """A state the seat could be in: unseen cards and characters at random, nothing guessed from how others play."""
    if seen.over:
        return
    _forget_others(seen, seat, state)
    _redeal_characters(seen, seat, state, dealer)
    _count_unplaced(seen, seat, dealer)
    while True:  # R50: deal again while a ghost would be none
        _redeal_deck(seen, seat, 0, state, dealer)
        _redeal_deck(seen, seat, 1, state, dealer)
        if _ghosts_hold(state, seat):
            break


@rule
def _forget_others(seen: State, seat, state: State):
    """Others have not answered yet, and know what everybody knows."""
    for other in range(SEATS):
        if other == seat:
            continue
        state.answers[other] = NONE
        for code in range(CODES):
            state.drawn[other, code] = 0
        for third in range(SEATS):
            if third != seat and third != other:
                for code in range(CODES):
                    state.known[other, third, code] = seen.known[third, third, code] if other < seen.players else 0


@rule
def _redeal_characters(seen: State, seat, state: State, dealer):
    """Characters not yet seen, to the foxes who have not shown theirs."""
    pool = dealer.lap[0:FOXES]
    for fox in range(FOXES):
        pool[fox] = COPIES[fox]
    for other in range(seen.players):
        if seen.character[other] >= 0:
            pool[seen.character[other]] -= 1
    for other in range(seen.players):
        if seen.character[other] < 0:
            fox = draw(dealer, pool)
            pool[fox] -= 1
            state.character[other] = fox


@rule
def _named(seen: State, seat, other, code):
    """How many cards of a code the seat can name in another's hand."""
    return seen.known[other, other, code] if seat == SPECTATOR else seen.known[seat, other, code]


@rule
def _count_unplaced(seen: State, seat, dealer):
    """lap[code] becomes how many cards of a code the seat has not seen the place of."""
    for code in range(CODES):
        count = in_box(seen, code) - seen.piles[code] - seen.area[code]
        for other in range(seen.players):
            count -= seen.hands[seat, code] if other == seat else _named(seen, seat, other, code)
            if code == I_DONT_CARE and seen.aloof[other] == 2:
                count -= 1
        dealer.lap[code] = count


@rule
def _redeal_deck(seen: State, seat, deck, state: State, dealer):
    """Cards that may lie face down are shuffled and laid; the other unplaced ones go to the other hands."""
    first = KINDS * deck
    rest, bag = dealer.lap[CODES : CODES + KINDS], dealer.lap[CODES + KINDS : CODES + 2 * KINDS]
    fit = 0
    for place in range(KINDS):
        code = first + place
        rest[place] = dealer.lap[code]
        most = seen.stock[code] - (0 if seat == SPECTATOR else seen.drawn[seat, code])
        bag[place] = rest[place] if rest[place] < most else most
        fit += bag[place]
    for _ in range(fit - seen.left[deck]):  # what is not drawn out of the bag is the deck
        bag[draw(dealer, bag)] -= 1
    for place in range(KINDS):
        state.decks[first + place] = bag[place]
        rest[place] -= bag[place]
    for other in range(SEATS):
        if other != seat:
            _redeal_hand(seen, seat, other, deck, state, dealer)


@rule
def _redeal_hand(seen: State, seat, other, deck, state: State, dealer):
    first = KINDS * deck
    rest = dealer.lap[CODES : CODES + KINDS]
    free = seen.held[other, deck]
    for code in range(first, first + KINDS):
        state.hands[other, code] = _named(seen, seat, other, code)
        free -= state.hands[other, code]
    for _ in range(free):
        place = draw(dealer, rest)
        rest[place] -= 1
        state.hands[other, first + place] += 1


@rule
def _ghosts_hold(state: State, seat):
    """Whether each ghost that has not meddled this turn can still do so: all know that of it (R50, R52)."""
    for other in range(state.players):
        if other != seat and not has(state.alive, other) and not has(state.meddled, other):
            if held_by(state, other) and not haunts(state, other):
                return 0
    return 1


# ---- the name of an information set


@rule
def _fold(counts: Array):
    """Twelve counts as one number."""
    result = 0
    for code in range(CODES):
        result = result * 32 + counts[code]
    return result


@rule
def key(state: State, seat):
    """64 bits that name what the seat knows."""
    h = mix(state.phase + 64 * state.turn, state.alive + 256 * state.shown + 65536 * state.used)
    h = mix(h, state.players + 16 * (state.mode + 4 * (state.extension + 2 * (state.ending + 2 * state.quiet))))
    h = mix(h, state.hand_counts + 2 * (state.show_teams + 2 * (state.reason + 8 * (state.ban + 2 * state.defended))))
    h = mix(h, state.challenged + 256 * (state.floored + 256 * (state.meddled + 256 * state.asked)))
    h = mix(h, state.who + 2 + 16 * (state.active + 16 * (state.target + 2 + 16 * (state.kind + 2))))
    h = mix(h, state.attack + 128 * (state.defence + 128 * (state.left[0] + 128 * state.left[1])))
    h = mix(mix(mix(h, _fold(state.piles)), _fold(state.area)), _fold(state.stock))
    for other in range(state.players):
        h = mix(
            h,
            state.held[other, 0] + 128 * (state.held[other, 1] + 128 * (state.aloof[other] + 4 * state.fallen[other])),
        )
        h = mix(h, state.markers[other, 0] + 4 * state.markers[other, 1] + 16 * _character_key(state, seat, other))
        h = mix(h, _fold(state.known[other, other]))
        if other == seat or state.over:
            h = mix(mix(h, _fold(state.hands[other])), _fold(state.drawn[other]))
            h = mix(h, state.answers[other])
        if seat != SPECTATOR:
            h = mix(mix(h, _fold(state.known[seat, other])), _fold(state.known[other, seat]))
    if state.over:
        for other in range(state.players):
            for third in range(state.players):
                h = mix(h, _fold(state.known[other, third]))
        h = mix(h, _fold(state.decks))
    return h


@rule
def _character_key(state: State, seat, other):
    if other == seat or state.over or _shows_character(state, other):
        return 1 + state.character[other]
    return 0
