"""An attack: the duel of attack and defence cards, the foxes who meddle, and how it ends."""

from skulk.engine import EVERYONE, NONE, call, has, only, rule

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
    ENO,
    FAC,
    FIRST_VICTIM,
    GOS,
    GUARDS,
    LIVES,
    OF_A_KIND,
    SAT,
    SDE,
    STO,
    STRIKES,
    TEAM,
    TRA,
    UAT,
    UDE,
    WEA,
)
from .moves import (
    ACCEPT,
    ACCEPTED,
    ADD,
    ADD_CARDS,
    ADDED,
    ATTACK,
    ATTACKED,
    BAN,
    BANNED,
    BY_CHARACTER,
    DECLINE,
    DECLINED,
    DEFEND,
    DEFEND_CARDS,
    DEFENDED,
    DUSK,
    ELIMINATED,
    ENDED,
    ENOUGH,
    FAILED,
    FAR,
    GUARDED,
    HAUNTS,
    HELP,
    HELP_CARDS,
    HELPED,
    HELPING,
    HIT,
    HURT,
    JOIN,
    JOINED,
    JOINING,
    MISSED,
    NEUTRALISED,
    OPENINGS,
    OVER,
    PASS,
    PRESSING,
    RESPONDING,
    REST,
    RESTED,
    STOP,
    STOPPED,
    STOPPED_IT,
    STRUCK,
    SURVIVOR,
    TEAM_GONE,
    VICTIM,
    WON_DUEL,
)

# ---- what is allowed


@rule
def offer(mask, action, held):
    """Allow an action if the card for it is held; 1 if so."""
    if held:
        mask[action] = 1
        return 1
    return 0


@rule
def offer_attacks(state, seat, mask):
    """Every opening against every fox that may be attacked (R6, R12, R13, R94); how many."""
    hand = state.hands[seat]
    gossip = 1 if hand[GOS] else 0
    trap = 1 if hand[TRA] else 0
    universal = 1 if hand[UAT] else 0
    sneaky = 1 if hand[SAT] else 0
    if gossip + trap + universal + sneaky == 0:
        return 0
    count = 0
    for distance in range(1, state.players):
        target = (seat + distance) % state.players
        if has(state.alive, target) and state.aloof[target] < 2:  # R44, R49
            action = ATTACK + distance - 1
            if state.markers[target, 0] < OF_A_KIND:  # R4
                mask[action] = gossip
                mask[action + 2 * FAR] = universal
                mask[action + 4 * FAR] = sneaky
                count += gossip + universal + sneaky
            if state.markers[target, 1] < OF_A_KIND:
                mask[action + FAR] = trap
                mask[action + 3 * FAR] = universal
                mask[action + 5 * FAR] = sneaky
                count += trap + universal + sneaky
    return count


@rule
def offer_responses(state, seat, mask):
    """What the target may answer (R17, R18, R95, R97); it may always decline."""
    hand, kind = state.hands[seat], state.kind
    mask[DECLINE] = 1
    count = 1 + offer(mask, DEFEND + kind, hand[FAC + kind]) + offer(mask, DEFEND + 2, hand[UDE])
    count += offer(mask, DEFEND + 3, hand[SDE]) + offer(mask, STOP, hand[STO])
    if state.defended and may_use_character(state, seat) and GUARDS[state.character[seat]] == kind:  # R29, R32
        mask[DEFEND + BY_CHARACTER] = 1
        count += 1
    return count + offer_challenges(state, seat, mask)


@rule
def may_use_character(state, seat):
    """Once in a turn (R28), and not when two are left (R31, R75)."""
    return not has(state.used, seat) and not two_are_left(state)


@rule
def offer_additions(state, seat, mask):
    """How the attacker may go on (R20, R94, R100); they may always rest."""
    hand, kind = state.hands[seat], state.kind
    mask[REST] = 1
    count = 1 + offer(mask, ADD + kind, hand[GOS + kind]) + offer(mask, ADD + 2, hand[UAT])  # R14
    count += offer(mask, ADD + 3, hand[SAT])
    if may_use_character(state, seat) and STRIKES[state.character[seat]] == kind:  # R27, R32
        mask[ADD + BY_CHARACTER] = 1
        count += 1
    if hand[ENO] and not state.ban and third_seats(state):  # R102
        mask[BAN] = 1
        count += 1
    return count + offer_challenges(state, seat, mask)


@rule
def offer_help(state, seat, mask):
    """What a third seat may add to the defence (R35, R39, R95, R97); never its character (R30)."""
    hand, kind = state.hands[seat], state.kind
    mask[PASS] = 1
    count = 1
    if not state.ban:  # R100
        if hand[WEA]:
            count += offer(mask, HELP + kind, hand[FAC + kind]) + offer(mask, HELP + 2, hand[UDE])
            count += offer(mask, HELP + 3, hand[STO])
        count += offer(mask, HELP + 4, hand[SDE])
    return count + offer_challenges(state, seat, mask)


@rule
def offer_joining(state, seat, mask):
    """What a third seat may add to the attack (R35, R39, R94)."""
    hand, kind = state.hands[seat], state.kind
    mask[PASS] = 1
    count = 1
    if not state.ban:  # R100
        if hand[WEA]:
            count += offer(mask, JOIN + kind, hand[GOS + kind]) + offer(mask, JOIN + 2, hand[UAT])
        count += offer(mask, JOIN + 3, hand[SAT])
    return count + offer_challenges(state, seat, mask)


@rule
def offer_after_stop(state, seat, mask):
    """R98: the attacker's Enough is enough!, or nothing."""
    mask[ACCEPT] = 1
    return 1 + offer(mask, ENOUGH, state.hands[seat, ENO])


# ---- what is played


@rule
def ask(state, phase, seat):
    """One seat decides."""
    state.phase = phase
    state.who = seat


@rule
def commit(state, seat, code):
    """A card from hand into the attack area (R25)."""
    lay_open(state, seat, code)
    state.area[code] += 1


@rule
def open_attack(state, seat, action, dealer):
    """R12, R13: the first card is laid in front of the target and fixes the kind (R14)."""
    opening = (action - ATTACK) // FAR
    code = OPENINGS[opening, 0]
    state.target = (seat + 1 + (action - ATTACK) % FAR) % state.players
    state.kind = OPENINGS[opening, 1]
    state.quiet = 0  # R106
    commit(state, seat, code)
    call(dealer, EVERYONE, ATTACKED, seat, state.target, 2 * code + state.kind, state.turn)
    _raise_attack(state)


@rule
def _raise_attack(state):
    """R15, R16, R22: the attack leads by one, the target is asked."""
    state.attack += 1
    ask(state, RESPONDING, state.target)


@rule
def _raise_defence(state):
    """R15, R16, R22: the defence has caught up, the attacker is asked."""
    state.defence += 1
    ask(state, PRESSING, state.active)


@rule
def respond(state, seat, action, dealer):
    """The target defends, stops the attack or declines (R17–R19)."""
    if action == DECLINE:
        call(dealer, EVERYONE, DECLINED, seat)
        open_window(state, HELPING)
    elif action == STOP:
        commit(state, seat, STO)
        state.defended = 1  # R29
        call(dealer, EVERYONE, STOPPED_IT, seat, 0)
        ask(state, STOPPED, state.active)
    elif action == DEFEND + BY_CHARACTER:
        _show_character(state, seat)
        call(dealer, EVERYONE, GUARDED, seat, state.character[seat])
        _raise_defence(state)
    else:
        code = DEFEND_CARDS[action - DEFEND]
        commit(state, seat, code)
        state.defended = 1
        call(dealer, EVERYONE, DEFENDED, seat, code)
        _raise_defence(state)


@rule
def _show_character(state, seat):
    """R33: it is turned face up and stays with its owner."""
    state.used |= only(seat)
    state.shown |= only(seat)


@rule
def press(state, seat, action, dealer):
    """The attacker goes on, bans meddling or rests (R20, R21, R100–R103)."""
    if action == REST:
        call(dealer, EVERYONE, RESTED, seat)
        open_window(state, JOINING)
    elif action == BAN:
        ban_meddling(state, seat, dealer)
    elif action == ADD + BY_CHARACTER:
        _show_character(state, seat)
        call(dealer, EVERYONE, STRUCK, seat, state.character[seat])
        _raise_attack(state)
    else:
        code = ADD_CARDS[action - ADD]
        commit(state, seat, code)
        call(dealer, EVERYONE, ADDED, seat, code)
        _raise_attack(state)


@rule
def ban_meddling(state, seat, dealer):
    """R100: Enough is enough! keeps third seats out until the turn ends."""
    commit(state, seat, ENO)
    state.ban = 1
    call(dealer, EVERYONE, BANNED, seat)


@rule
def answer_stop(state, seat, action, dealer):
    """R97–R99: neutralised, the attack goes on as before; accepted, it has failed."""
    if action == ENOUGH:
        commit(state, seat, ENO)
        call(dealer, EVERYONE, NEUTRALISED, seat)
        ask(state, RESPONDING, state.target)
    else:
        call(dealer, EVERYONE, ACCEPTED, seat)
        ask(state, MISSED, NONE)


# ---- third seats


@rule
def third_seats(state):
    """Who is neither attacker nor target (R38) and holds a card: protected or not (R40), ghosts too (R41, R51)."""
    result = 0
    for seat in range(state.players):
        if seat != state.active and seat != state.target and held_by(state, seat):
            result |= only(seat)
    return result


@rule
def open_window(state, phase):
    """Ask all third seats at once (R36, R42), unless all can see that none can act."""
    seats = third_seats(state)
    if seats and (_meddling_is_possible(state, phase) or any_challenge(state, seats)):
        ask(state, phase, NONE)
        state.asked = seats
    elif phase == HELPING:
        ask(state, HIT, NONE)  # R19, R23
    else:
        ask(state, MISSED, NONE)  # R21, R23


@rule
def _meddling_is_possible(state, phase):
    """Whether a weasel, or a sneaky card of the right side, may lie in a hand, as far as all can see."""
    if state.ban:
        return 0
    sneaky = SDE if phase == HELPING else SAT
    return _may_be_held(state, WEA) or _may_be_held(state, sneaky)


@rule
def _may_be_held(state, code):
    return state.piles[code] + state.area[code] < in_box(state, code)


@rule
def any_challenge(state, seats):
    """Whether one of these seats may challenge somebody; public."""
    for seat in range(state.players):
        if has(seats, seat) and may_challenge(state, seat):
            return 1
    return 0


@rule
def help_target(state, seat, action, dealer):
    """R34–R37: a weasel with a defence card, or a Sneaky defence alone (R95)."""
    code = HELP_CARDS[action - HELP]
    _meddle(state, seat, code, SDE)
    if code == STO:
        call(dealer, EVERYONE, STOPPED_IT, seat, 1)  # R97
        ask(state, STOPPED, state.active)
    else:
        call(dealer, EVERYONE, HELPED, seat, code)
        _raise_defence(state)


@rule
def join_attack(state, seat, action, dealer):
    """R34–R37: a weasel with an attack card, or a Sneaky attack alone (R94)."""
    code = ADD_CARDS[action - JOIN]
    _meddle(state, seat, code, SAT)
    call(dealer, EVERYONE, JOINED, seat, code)
    _raise_attack(state)


@rule
def _meddle(state, seat, code, sneaky):
    if code != sneaky:
        commit(state, seat, WEA)
    commit(state, seat, code)
    state.meddled |= only(seat)  # a ghost may have spent what made it one; R52 will look


# ---- how it ends


@rule
def resolve(state, dealer):
    """R23–R26: the cards go to the piles, a hit costs one life."""
    hit = state.phase == HIT
    target, kind = state.target, state.kind
    for code in range(CODES):
        state.piles[code] += state.area[code]  # R25
        state.area[code] = 0
    state.target = state.kind = NONE
    state.attack = state.defence = state.ban = state.defended = 0
    if hit:
        state.markers[target, kind] += 1  # R24
        lives = LIVES - state.markers[target, 0] - state.markers[target, 1]  # R3
        call(dealer, EVERYONE, HURT, target, kind, lives)
    else:
        lives = 1
        call(dealer, EVERYONE, FAILED, state.active, target)
    refresh(state, 0, dealer)  # R77: the cards of one attack are one discard
    refresh(state, 1, dealer)
    state.phase = DUSK
    if lives == 0:
        _eliminate(state, target, dealer)


@rule
def _eliminate(state, seat, dealer):
    """R5, R50: the third marker; a hand that can still meddle is kept."""
    state.alive &= ~only(seat)
    state.live -= 1
    state.fallen[seat] = state.players - state.live
    call(dealer, EVERYONE, ELIMINATED, seat)
    if haunts(state, seat):
        call(dealer, EVERYONE, HAUNTS, seat)
    elif held_by(state, seat):
        discard_hand(state, seat, dealer)
    if state.mode == TEAM:
        if _team_is_gone(state, STRIKES[state.character[seat]]):
            finish(state, TEAM_GONE, dealer)  # R93
    elif state.ending == FIRST_VICTIM:
        finish(state, VICTIM, dealer)  # R81
    elif state.live == 1:
        finish(state, SURVIVOR if state.players > 2 else WON_DUEL, dealer)  # R80, R88


@rule
def _team_is_gone(state, team):
    for seat in range(state.players):
        if has(state.alive, seat) and STRIKES[state.character[seat]] == team:
            return 0
    return 1


@rule
def finish(state, reason, dealer):
    ask(state, OVER, NONE)
    state.over = 1
    state.reason = reason
    call(dealer, EVERYONE, ENDED, reason)
