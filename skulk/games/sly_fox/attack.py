"""An attack: the duel of attack and defence cards, the foxes who meddle, and how it ends."""

from skulk.engine import EVERYONE, NONE, call, has, only, rule

from . import moves
from .cards import (
    discard_hand,
    haunts,
    held_by,
    in_box,
    lay_open,
    may_challenge,
    offer_challenges,
    refresh,
    two_are_left,
)
from .components import (
    CODES,
    ENOUGH_IS_ENOUGH,
    FACTS,
    FIRST_VICTIM,
    GOSSIP_CARD,
    GUARDS,
    LIVES,
    OF_A_KIND,
    SNEAKY_ATTACK,
    SNEAKY_DEFENCE,
    STOP_IT,
    STRIKES,
    TEAM,
    TRAP_CARD,
    UNIVERSAL_ATTACK,
    UNIVERSAL_DEFENCE,
    WEASEL,
)
from .state import State

# ---- what is allowed


@rule
def offer(mask, action, held):
    """Allow an action if the card for it is held; 1 if so."""
    if held:
        mask[action] = 1
        return 1
    return 0


@rule
def offer_attacks(state: State, seat, mask):
    """Every opening against every fox that may be attacked (R6, R12, R13, R94); how many."""
    hand = state.hands[seat]
    gossip = 1 if hand[GOSSIP_CARD] else 0
    trap = 1 if hand[TRAP_CARD] else 0
    universal = 1 if hand[UNIVERSAL_ATTACK] else 0
    sneaky = 1 if hand[SNEAKY_ATTACK] else 0
    if gossip + trap + universal + sneaky == 0:
        return 0
    count = 0
    for distance in range(1, state.players):
        target = (seat + distance) % state.players
        if has(state.alive, target) and state.aloof[target] < 2:  # R44, R49
            action = moves.ATTACK + distance - 1
            if state.markers[target, 0] < OF_A_KIND:  # R4
                mask[action] = gossip
                mask[action + 2 * moves.FAR] = universal
                mask[action + 4 * moves.FAR] = sneaky
                count += gossip + universal + sneaky
            if state.markers[target, 1] < OF_A_KIND:
                mask[action + moves.FAR] = trap
                mask[action + 3 * moves.FAR] = universal
                mask[action + 5 * moves.FAR] = sneaky
                count += trap + universal + sneaky
    return count


@rule
def offer_responses(state: State, seat, mask):
    """What the target may answer (R17, R18, R95, R97); it may always decline."""
    hand, kind = state.hands[seat], state.kind
    mask[moves.DECLINE] = 1
    count = (
        1
        + offer(mask, moves.DEFEND + kind, hand[FACTS + kind])
        + offer(mask, moves.DEFEND + 2, hand[UNIVERSAL_DEFENCE])
    )
    count += offer(mask, moves.DEFEND + 3, hand[SNEAKY_DEFENCE]) + offer(mask, moves.STOP, hand[STOP_IT])
    if state.defended and may_use_character(state, seat) and GUARDS[state.character[seat]] == kind:  # R29, R32
        mask[moves.DEFEND + moves.BY_CHARACTER] = 1
        count += 1
    return count + offer_challenges(state, seat, mask)


@rule
def may_use_character(state: State, seat):
    """Once in a turn (R28), and not when two are left (R31, R75)."""
    return not has(state.used, seat) and not two_are_left(state)


@rule
def offer_additions(state: State, seat, mask):
    """How the attacker may go on (R20, R94, R100); they may always rest."""
    hand, kind = state.hands[seat], state.kind
    mask[moves.REST] = 1
    count = (
        1 + offer(mask, moves.ADD + kind, hand[GOSSIP_CARD + kind]) + offer(mask, moves.ADD + 2, hand[UNIVERSAL_ATTACK])
    )  # R14
    count += offer(mask, moves.ADD + 3, hand[SNEAKY_ATTACK])
    if may_use_character(state, seat) and STRIKES[state.character[seat]] == kind:  # R27, R32
        mask[moves.ADD + moves.BY_CHARACTER] = 1
        count += 1
    if hand[ENOUGH_IS_ENOUGH] and not state.ban and third_seats(state):  # R102
        mask[moves.BAN] = 1
        count += 1
    return count + offer_challenges(state, seat, mask)


@rule
def offer_help(state: State, seat, mask):
    """What a third seat may add to the defence (R35, R39, R95, R97); never its character (R30)."""
    hand, kind = state.hands[seat], state.kind
    mask[moves.PASS] = 1
    count = 1
    if not state.ban:  # R100
        if hand[WEASEL]:
            count += offer(mask, moves.HELP + kind, hand[FACTS + kind]) + offer(
                mask, moves.HELP + 2, hand[UNIVERSAL_DEFENCE]
            )
            count += offer(mask, moves.HELP + 3, hand[STOP_IT])
        count += offer(mask, moves.HELP + 4, hand[SNEAKY_DEFENCE])
    return count + offer_challenges(state, seat, mask)


@rule
def offer_joining(state: State, seat, mask):
    """What a third seat may add to the attack (R35, R39, R94)."""
    hand, kind = state.hands[seat], state.kind
    mask[moves.PASS] = 1
    count = 1
    if not state.ban:  # R100
        if hand[WEASEL]:
            count += offer(mask, moves.JOIN + kind, hand[GOSSIP_CARD + kind]) + offer(
                mask, moves.JOIN + 2, hand[UNIVERSAL_ATTACK]
            )
        count += offer(mask, moves.JOIN + 3, hand[SNEAKY_ATTACK])
    return count + offer_challenges(state, seat, mask)


@rule
def offer_after_stop(state: State, seat, mask):
    """R98: the attacker's Enough is enough!, or nothing."""
    mask[moves.ACCEPT] = 1
    return 1 + offer(mask, moves.ENOUGH, state.hands[seat, ENOUGH_IS_ENOUGH])


# ---- what is played


@rule
def ask(state: State, phase, seat):
    """One seat decides."""
    state.phase = phase
    state.who = seat


@rule
def commit(state: State, seat, code):
    """A card from hand into the attack area (R25)."""
    lay_open(state, seat, code)
    state.area[code] += 1


@rule
def open_attack(state: State, seat, action, dealer):
    """R12, R13: the first card is laid in front of the target and fixes the kind (R14)."""
    opening = (action - moves.ATTACK) // moves.FAR
    code = moves.OPENINGS[opening, 0]
    state.target = (seat + 1 + (action - moves.ATTACK) % moves.FAR) % state.players
    state.kind = moves.OPENINGS[opening, 1]
    state.quiet = 0  # R106
    commit(state, seat, code)
    call(dealer, EVERYONE, moves.ATTACKED, seat, state.target, 2 * code + state.kind, state.turn)
    _raise_attack(state)


@rule
def _raise_attack(state: State):
    """R15, R16, R22: the attack leads by one, the target is asked."""
    state.attack += 1
    ask(state, moves.RESPONDING, state.target)


@rule
def _raise_defence(state: State):
    """R15, R16, R22: the defence has caught up, the attacker is asked."""
    state.defence += 1
    ask(state, moves.PRESSING, state.active)


@rule
def respond(state: State, seat, action, dealer):
    """The target defends, stops the attack or declines (R17–R19)."""
    if action == moves.DECLINE:
        call(dealer, EVERYONE, moves.DECLINED, seat)
        open_window(state, moves.HELPING)
    elif action == moves.STOP:
        commit(state, seat, STOP_IT)
        state.defended = 1  # R29
        call(dealer, EVERYONE, moves.STOPPED_IT, seat, 0)
        ask(state, moves.STOPPED, state.active)
    elif action == moves.DEFEND + moves.BY_CHARACTER:
        _show_character(state, seat)
        call(dealer, EVERYONE, moves.GUARDED, seat, state.character[seat])
        _raise_defence(state)
    else:
        code = moves.DEFEND_CARDS[action - moves.DEFEND]
        commit(state, seat, code)
        state.defended = 1
        call(dealer, EVERYONE, moves.DEFENDED, seat, code)
        _raise_defence(state)


@rule
def _show_character(state: State, seat):
    """R33: it is turned face up and stays with its owner."""
    state.used |= only(seat)
    state.shown |= only(seat)


@rule
def press(state: State, seat, action, dealer):
    """The attacker goes on, bans meddling or rests (R20, R21, R100–R103)."""
    if action == moves.REST:
        call(dealer, EVERYONE, moves.RESTED, seat)
        open_window(state, moves.JOINING)
    elif action == moves.BAN:
        ban_meddling(state, seat, dealer)
    elif action == moves.ADD + moves.BY_CHARACTER:
        _show_character(state, seat)
        call(dealer, EVERYONE, moves.STRUCK, seat, state.character[seat])
        _raise_attack(state)
    else:
        code = moves.ADD_CARDS[action - moves.ADD]
        commit(state, seat, code)
        call(dealer, EVERYONE, moves.ADDED, seat, code)
        _raise_attack(state)


@rule
def ban_meddling(state: State, seat, dealer):
    """R100: Enough is enough! keeps third seats out until the turn ends."""
    commit(state, seat, ENOUGH_IS_ENOUGH)
    state.ban = 1
    call(dealer, EVERYONE, moves.BANNED, seat)


@rule
def answer_stop(state: State, seat, action, dealer):
    """R97–R99: neutralised, the attack goes on as before; accepted, it has failed."""
    if action == moves.ENOUGH:
        commit(state, seat, ENOUGH_IS_ENOUGH)
        call(dealer, EVERYONE, moves.NEUTRALISED, seat)
        ask(state, moves.RESPONDING, state.target)
    else:
        call(dealer, EVERYONE, moves.ACCEPTED, seat)
        ask(state, moves.MISSED, NONE)


# ---- third seats


@rule
def third_seats(state: State):
    """Who is neither attacker nor target (R38) and holds a card: protected or not (R40), ghosts too (R41, R51)."""
    result = 0
    for seat in range(state.players):
        if seat != state.active and seat != state.target and held_by(state, seat):
            result |= only(seat)
    return result


@rule
def open_window(state: State, phase):
    """Ask all third seats at once (R36, R42), unless all can see that none can act."""
    seats = third_seats(state)
    if seats and (_meddling_is_possible(state, phase) or any_challenge(state, seats)):
        ask(state, phase, NONE)
        state.asked = seats
    elif phase == moves.HELPING:
        ask(state, moves.HIT, NONE)  # R19, R23
    else:
        ask(state, moves.MISSED, NONE)  # R21, R23


@rule
def _meddling_is_possible(state: State, phase):
    """Whether a weasel, or a sneaky card of the right side, may lie in a hand, as far as all can see."""
    if state.ban:
        return 0
    sneaky = SNEAKY_DEFENCE if phase == moves.HELPING else SNEAKY_ATTACK
    return _may_be_held(state, WEASEL) or _may_be_held(state, sneaky)


@rule
def _may_be_held(state: State, code):
    return state.piles[code] + state.area[code] < in_box(state, code)


@rule
def any_challenge(state: State, seats):
    """Whether one of these seats may challenge somebody; public."""
    for seat in range(state.players):
        if has(seats, seat) and may_challenge(state, seat):
            return 1
    return 0


@rule
def help_target(state: State, seat, action, dealer):
    """R34–R37: a weasel with a defence card, or a Sneaky defence alone (R95)."""
    code = moves.HELP_CARDS[action - moves.HELP]
    _meddle(state, seat, code, SNEAKY_DEFENCE)
    if code == STOP_IT:
        call(dealer, EVERYONE, moves.STOPPED_IT, seat, 1)  # R97
        ask(state, moves.STOPPED, state.active)
    else:
        call(dealer, EVERYONE, moves.HELPED, seat, code)
        _raise_defence(state)


@rule
def join_attack(state: State, seat, action, dealer):
    """R34–R37: a weasel with an attack card, or a Sneaky attack alone (R94)."""
    code = moves.ADD_CARDS[action - moves.JOIN]
    _meddle(state, seat, code, SNEAKY_ATTACK)
    call(dealer, EVERYONE, moves.JOINED, seat, code)
    _raise_attack(state)


@rule
def _meddle(state: State, seat, code, sneaky):
    if code != sneaky:
        commit(state, seat, WEASEL)
    commit(state, seat, code)
    state.meddled |= only(seat)  # a ghost may have spent what made it one; R52 will look


# ---- how it ends


@rule
def resolve(state: State, dealer):
    """R23–R26: the cards go to the piles, a hit costs one life."""
    hit = state.phase == moves.HIT
    target, kind = state.target, state.kind
    for code in range(CODES):
        state.piles[code] += state.area[code]  # R25
        state.area[code] = 0
    state.target = state.kind = NONE
    state.attack = state.defence = state.ban = state.defended = 0
    if hit:
        state.markers[target, kind] += 1  # R24
        lives = LIVES - state.markers[target, 0] - state.markers[target, 1]  # R3
        call(dealer, EVERYONE, moves.HURT, target, kind, lives)
    else:
        lives = 1
        call(dealer, EVERYONE, moves.FAILED, state.active, target)
    refresh(state, 0, dealer)  # R77: the cards of one attack are one discard
    refresh(state, 1, dealer)
    state.phase = moves.DUSK
    if lives == 0:
        _eliminate(state, target, dealer)


@rule
def _eliminate(state: State, seat, dealer):
    """R5, R50: the third marker; a hand that can still meddle is kept."""
    state.alive &= ~only(seat)
    state.live -= 1
    state.fallen[seat] = state.players - state.live
    call(dealer, EVERYONE, moves.ELIMINATED, seat)
    if haunts(state, seat):
        call(dealer, EVERYONE, moves.HAUNTS, seat)
    elif held_by(state, seat):
        discard_hand(state, seat, dealer)
    if state.mode == TEAM:
        if _team_is_gone(state, STRIKES[state.character[seat]]):
            finish(state, moves.TEAM_GONE, dealer)  # R93
    elif state.ending == FIRST_VICTIM:
        finish(state, moves.VICTIM, dealer)  # R81
    elif state.live == 1:
        finish(state, moves.SURVIVOR if state.players > 2 else moves.WON_DUEL, dealer)  # R80, R88


@rule
def _team_is_gone(state: State, team):
    for seat in range(state.players):
        if has(state.alive, seat) and STRIKES[state.character[seat]] == team:
            return 0
    return 1


@rule
def finish(state: State, reason, dealer):
    ask(state, moves.OVER, NONE)
    state.over = 1
    state.reason = reason
    call(dealer, EVERYONE, moves.ENDED, reason)
