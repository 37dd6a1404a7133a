"""Slyest Fox: who is asked, what may be done and what follows from it."""

from skulk.engine import (
    EVERYONE,
    NONE,
    TURN,
    WINDOW,
    call,
    has,
    only,
    roll,
    rule,
)

from . import moves
from .attack import (
    answer_stop,
    ask,
    ban_meddling,
    help_target,
    join_attack,
    offer,
    offer_additions,
    offer_after_stop,
    offer_attacks,
    offer_help,
    offer_joining,
    offer_responses,
    open_attack,
    press,
    resolve,
    respond,
)
from .cards import challenge, draw_card, held_by, in_box, lay_open, offer_challenges, refresh, trade
from .components import (
    CODES,
    ENOUGH_IS_ENOUGH,
    GOSSIP,
    I_DONT_CARE,
    KINDS,
    LIVES,
    MOST,
    SEATS,
    STRIKES,
    TEAM,
    TRAP,
)
from .deal import deal_characters, deal_hand
from .evening import dawn, dusk, gather, nightfall, settle
from .moves import ACTIONS, PASS
from .state import EVENTS, LAP, OPTIONS, State

__all__ = ["ACTIONS", "EVENTS", "LAP", "OPTIONS", "PASS", "State"]

WINDOWS = True  # silence can be a pass (T1)


# ---- setup


@rule
def setup(state: State, options, dealer):
    state.players, state.mode, state.extension = options.players, options.mode, options.extension
    state.ending, state.hand_counts, state.show_teams = options.ending, options.hand_counts, options.show_teams
    state.live = state.players  # R1, R3: all live, nobody marked
    state.alive = (1 << state.players) - 1
    state.target = state.kind = NONE
    for seat in range(SEATS):
        state.answers[seat] = NONE
    for code in range(CODES):
        state.decks[code] = state.stock[code] = in_box(state, code)
        state.left[code // KINDS] += state.decks[code]
    deal_characters(state, dealer)
    for seat in range(state.players):
        deal_hand(state, seat, dealer)
    state.active = options.first
    if options.first == NONE:
        state.active = roll(dealer, state.players)
    ask(state, moves.GATHERING, NONE)  # the clearing before turn 1
    _carry_on(state, dealer)


# ---- who is asked


@rule
def acting(state: State):
    """The seat that decides; in a window all seats asked that have not answered, as far as one may know."""
    if state.who >= 0:
        return only(state.who)
    result = 0
    if not state.over:
        for seat in range(state.players):
            if has(state.asked, seat) and state.answers[seat] < 0:
                result |= only(seat)
    return result


@rule
def pace(state: State):
    """Third seats and the clearing are asked in windows: silence is PASS."""
    phase = state.phase
    return WINDOW if phase == moves.HELPING or phase == moves.JOINING or phase == moves.CLEARING else TURN


# ---- what may be done


@rule
def legal(state: State, seat, mask):
    """What the seat may do now; how many."""
    phase = state.phase
    if phase == moves.CLEARING or phase == moves.FLOOR:
        mask[PASS] = 1
        return 1 + _offer_free(state, seat, mask)
    if phase == moves.HELPING:
        return offer_help(state, seat, mask)
    if phase == moves.JOINING:
        return offer_joining(state, seat, mask)
    if phase == moves.OWN_TURN:
        return _offer_turn(state, seat, mask)
    if phase == moves.RESPONDING:
        return offer_responses(state, seat, mask)
    if phase == moves.PRESSING:
        return offer_additions(state, seat, mask)
    if phase == moves.STOPPED:
        return offer_after_stop(state, seat, mask)
    if phase == moves.REFILLING:
        return _offer_draws(state, mask)
    return _offer_shedding(state, seat, mask)


@rule
def _offer_turn(state: State, seat, mask):
    """One main action (R7–R9, R11), any number of free ones before it (R10); after a ban an attack (R100)."""
    attacks = offer_attacks(state, seat, mask)
    if state.ban:
        return attacks
    count = attacks + _offer_draws(state, mask)
    if count == 0:
        count = offer(mask, PASS, 1)  # R9
    if attacks and state.hands[seat, ENOUGH_IS_ENOUGH] and _others_with_cards(state, seat) >= 2:  # R100, R102
        count += offer(mask, moves.BAN, 1)
    return count + _offer_free(state, seat, mask)


@rule
def _offer_draws(state: State, mask):
    """From a deck that is not empty, however big the hand (R9, R11, R61)."""
    return offer(mask, moves.DRAW, state.left[0]) + offer(mask, moves.DRAW + 1, state.left[1])


@rule
def _others_with_cards(state: State, seat):
    count = 0
    for other in range(state.players):
        if other != seat and held_by(state, other):
            count += 1
    return count


@rule
def _offer_free(state: State, seat, mask):
    """Trades, I don't care, a challenge (R10, R43, R55, R58)."""
    hand, count = state.hands[seat], 0
    for given in range(CODES):
        if hand[given] >= 2:
            deck = given // KINDS  # R57
            for place in range(KINDS):
                count += offer(mask, moves.TRADE + KINDS * given + place, state.piles[KINDS * deck + place])
    if state.aloof[seat] == 0:  # R46, R47
        count += offer(mask, moves.PLAY_I_DONT_CARE, hand[I_DONT_CARE])
    return count + offer_challenges(state, seat, mask)


@rule
def _offer_shedding(state: State, seat, mask):
    """R74: cards of one's own choice."""
    count = 0
    for code in range(CODES):
        count += offer(mask, moves.SHED + code, state.hands[seat, code])
    return count


# ---- what follows


@rule
def play(state: State, seat, action, dealer):
    if state.who >= 0:
        _do(state, seat, action, dealer)
    else:
        state.answers[seat] = action
        if acting(state):
            return
        _close_window(state, dealer)
    _carry_on(state, dealer)


@rule
def _close_window(state: State, dealer):
    """All have answered: the first in order who did not pass acts; the other answers are gone without a trace."""
    phase = state.phase
    late = phase == moves.CLEARING and state.turn > 0  # the clearing starts with the seat whose turn it was
    doer, deed = NONE, PASS
    for place in range(state.players):
        seat = (state.active + place + (0 if late else 1)) % state.players
        if doer == NONE and has(state.asked, seat) and state.answers[seat] != PASS:
            doer, deed = seat, state.answers[seat]
        state.answers[seat] = NONE
    state.asked = 0
    if doer != NONE:
        _do(state, doer, deed, dealer)
    elif phase == moves.HELPING:
        state.phase = moves.HIT  # R19, R23
    elif phase == moves.JOINING:
        state.phase = moves.MISSED  # R21, R23
    else:
        state.phase = moves.DAWN


@rule
def _do(state: State, seat, action, dealer):
    """One deed of one seat, by the phase it is done in."""
    phase = state.phase
    if moves.CHALLENGE <= action < moves.CHALLENGE + moves.FAR:
        challenge(state, seat, (seat + 1 + action - moves.CHALLENGE) % state.players, dealer)
        _after_challenge(state, seat)
    elif phase == moves.OWN_TURN:
        _do_turn(state, seat, action, dealer)
    elif phase == moves.RESPONDING:
        respond(state, seat, action, dealer)
    elif phase == moves.PRESSING:
        press(state, seat, action, dealer)
    elif phase == moves.HELPING:
        help_target(state, seat, action, dealer)
    elif phase == moves.JOINING:
        join_attack(state, seat, action, dealer)
    elif phase == moves.STOPPED:
        answer_stop(state, seat, action, dealer)
    elif phase == moves.CLEARING or phase == moves.FLOOR:
        _do_clearing(state, seat, action, dealer)
    elif phase == moves.REFILLING:
        draw_card(state, seat, action - moves.DRAW, dealer)  # R70
        state.phase = moves.SETTLING
    else:
        _shed(state, seat, action - moves.SHED, dealer)


@rule
def _after_challenge(state: State, seat):
    """Hands have changed: in an attack the target or the attacker is asked again; in a clearing it takes the floor."""
    phase = state.phase
    if phase == moves.HELPING:
        ask(state, moves.RESPONDING, state.target)
    elif phase == moves.JOINING:
        ask(state, moves.PRESSING, state.active)
    elif phase == moves.CLEARING:
        _take_floor(state, seat)


@rule
def _do_turn(state: State, seat, action, dealer):
    """R7: draw or attack, or one of the free actions before that."""
    if action < moves.ATTACK:
        draw_card(state, seat, action - moves.DRAW, dealer)
        _end_quietly(state)
    elif action < moves.TRADE:
        open_attack(state, seat, action, dealer)
    elif action == moves.BAN:
        ban_meddling(state, seat, dealer)
    elif action == PASS:
        call(dealer, EVERYONE, moves.PASSED, seat)
        _end_quietly(state)
    else:
        _do_free(state, seat, action, dealer)


@rule
def _end_quietly(state: State):
    state.quiet += 1  # R106
    state.phase = moves.DUSK


@rule
def _do_free(state: State, seat, action, dealer):
    if action == moves.PLAY_I_DONT_CARE:
        lay_open(state, seat, I_DONT_CARE)
        state.aloof[seat] = 2  # R43, R44, R48
        call(dealer, EVERYONE, moves.CALMED, seat)
    else:
        given = (action - moves.TRADE) // KINDS
        trade(state, seat, given, given // KINDS * KINDS + (action - moves.TRADE) % KINDS, dealer)


@rule
def _do_clearing(state: State, seat, action, dealer):
    """Who acts in the clearing keeps the floor until they pass; then those who have not had it are asked again."""
    if action == PASS:
        ask(state, moves.GATHERING, NONE)
    else:
        _do_free(state, seat, action, dealer)
        _take_floor(state, seat)


@rule
def _take_floor(state: State, seat):
    state.floored |= only(seat)
    ask(state, moves.FLOOR, seat)


@rule
def _shed(state: State, seat, code, dealer):
    """R74: one card too many goes to its pile."""
    lay_open(state, seat, code)
    state.piles[code] += 1
    call(dealer, EVERYONE, moves.SHED_ONE, seat, code)
    refresh(state, code // KINDS, dealer)
    state.phase = moves.SETTLING


@rule
def _carry_on(state: State, dealer):
    """Everything that follows without a decision, in the order of the day."""
    if state.phase == moves.HIT or state.phase == moves.MISSED:
        resolve(state, dealer)
    if state.phase == moves.DUSK:
        dusk(state, dealer)
    if state.phase == moves.SETTLING:
        settle(state)
    if state.phase == moves.NIGHTFALL:
        nightfall(state, dealer)
    if state.phase == moves.GATHERING:
        gather(state)
    if state.phase == moves.DAWN:
        dawn(state, dealer)


# ---- the end


@rule
def standing(state: State, seat):
    """What a live fox has come to: lives, then cards, a hand above nine counting as nine (R82)."""
    if not has(state.alive, seat):
        return 0
    cards = held_by(state, seat)
    return (LIVES - state.markers[seat, 0] - state.markers[seat, 1]) * 100 + (MOST if cards > MOST else cards)


@rule
def team_standing(state: State, team):
    """R107: the lives of a team, then the cards in its live hands. A team that is gone has none (R93)."""
    result = 0
    for seat in range(state.players):
        if STRIKES[state.character[seat]] == team:
            result += standing(state, seat)
    return result


@rule
def returns(state: State, out):
    """2 × the share of the win − 1 (R83, R85); a team wins as one."""
    if state.mode == TEAM:
        lead = team_standing(state, GOSSIP) - team_standing(state, TRAP)
        for seat in range(state.players):
            mine = lead if STRIKES[state.character[seat]] == GOSSIP else -lead
            out[seat] = 1.0 if mine > 0 else -1.0 if mine < 0 else 0.0
        return
    best, winners = 0, 0
    for seat in range(state.players):
        if standing(state, seat) > best:
            best, winners = standing(state, seat), 0
        if standing(state, seat) == best:
            winners += 1
    for seat in range(state.players):
        out[seat] = 2.0 / winners - 1.0 if standing(state, seat) == best else -1.0  # R80, R82, R88
