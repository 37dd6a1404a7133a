"""The rules of Fox on the Run and of Double Trouble!, in the order of the rulebook."""

from skulk.engine import (
    EVERYONE,
    NONE,
    TURN,
    call,
    lowest,
    only,
    roll,
    rule,
    shuffle,
    unfold,
)

from . import moves
from .components import (
    ACTIONS,
    ADJACENT,
    ALL_AROUND,
    BASE_ORDER,
    CHARACTERS,
    DIRECTIONAL,
    FACTION,
    FOXES,
    GUARDIANS,
    HOME,
    INDIGO,
    IS_START,
    IS_STRAIGHT,
    JOINS,
    NAPOLEON,
    NEIGHBOUR,
    ORDER,
    ORTHOGONAL,
    PASS,
    PRINTED,
    PUFFER,
    RAFFLES,
    ROTATE,
    SCARLET,
    SEATING,
    SEATS,
    SQUARE,
    SQUARES,
    START,
    STOP,
    TURNED,
    ZEV,
)
from .state import BASE_LIMIT, EXPANSION_LIMIT, OPTIONS, RANDOM_SIDE, State

__all__ = ["ACTIONS", "OPTIONS", "State"]
LAP = SQUARES
EVENTS = 512  # a turn tells at most 23 steps and a few words more; forced turns follow by themselves


# ---- setup


@rule
def setup(state: State, options, dealer):
    state.players = options.players
    state.winner = state.reason = state.selected = NONE
    state.flip_ends = options.flip_ends
    _lay_tiles(state, dealer)
    _choose_sides(state, options, dealer)
    for character in range(CHARACTERS):
        _seat(state, options, character)
    _begin(state, dealer)


@rule
def _lay_tiles(state: State, dealer):
    for tile in range(DIRECTIONAL):
        dealer.lap[tile] = PRINTED[tile]
    shuffle(dealer, dealer.lap, 0, DIRECTIONAL)
    tile = 0
    for square in range(SQUARES):
        state.revealed[square] = IS_START[square]  # R29
        if not IS_START[square]:
            state.printed[square] = dealer.lap[tile]
            tile += 1
    state.face_down = DIRECTIONAL  # R28


@rule
def _choose_sides(state: State, options, dealer):
    """Turn order, factions, and the limit (R2, R49, R50)."""
    state.playing = CHARACTERS if options.expansion else 4
    side = options.raffles_side
    if options.expansion and side == RANDOM_SIDE:
        side = roll(dealer, 2)
        call(dealer, EVERYONE, moves.SIDED, side)
    for i in range(CHARACTERS):
        state.faction[i] = (
            NONE if i >= state.playing else FACTION[i] if i < RAFFLES else side if i == RAFFLES else 1 - side
        )
        state.order[i] = NONE if i >= state.playing else ORDER[side, i] if options.expansion else BASE_ORDER[i]
    state.turn_limit = options.turn_limit
    if options.turn_limit == NONE:
        state.turn_limit = usual_limit(options.expansion)


@rule
def usual_limit(expansion):
    """How many turns a game lasts at most, where nobody says otherwise (R49)."""
    return EXPANSION_LIMIT if expansion else BASE_LIMIT


@rule
def _seat(state: State, options, character):
    """Put a character on its square and under its controller's hand."""
    state.place[character] = state.controller[character] = NONE
    if character < state.playing:
        state.place[character] = HOME[character]  # R52: Raffles and Napoleon on face-down tiles
        state.standing[HOME[character]] |= only(character)
        state.controller[character] = options.controllers[character]
        if options.controllers[character] == NONE:
            faction = state.faction[character]
            if options.players == 3 and options.solo_faction == GUARDIANS:
                faction = 1 - faction
            state.controller[character] = SEATING[options.players - 2, faction, role(character)]


@rule
def role(character):
    """0 leader, 1 second, 2 extra, within its faction."""
    if character >= RAFFLES:
        return 2
    return 1 if character == SCARLET or character == PUFFER else 0


# ---- whose decision


@rule
def mover(state: State):
    """The character whose turn it is."""
    return state.order[state.turn]


@rule
def acting(state: State):
    return only(state.controller[mover(state)])  # R62: Napoleon's controller decides pushes too


@rule
def pace(state: State):
    return TURN


# ---- which squares may be entered


@rule
def _may_join(state: State, character, others):
    """Whether a character other than Napoleon may join `others` where they stand (R10–R12)."""
    if others & ~JOINS[character]:
        return 0  # R12: with respect to each of them
    if character == INDIGO and others & only(SCARLET):
        return 1 - is_guarded(state)
    return 1


@rule
def is_guarded(state: State):
    """Whether Zev is next to Scarlet: then Indigo may not come to her (R42)."""
    return ADJACENT[state.place[ZEV], state.place[SCARLET]]


@rule
def _push_targets(state: State, character, square):
    """Squares to which Napoleon may push a character off `square`, as bits (R63)."""
    targets = 0
    for direction in range(ALL_AROUND if character == INDIGO else ORTHOGONAL):
        to = NEIGHBOUR[square, direction]
        if to != NONE and state.revealed[to]:
            others = state.standing[to] & ~(only(NAPOLEON) | only(character))  # his old square is free
            if _may_join(state, character, others):
                targets |= 1 << to
    return targets


@rule
def enterable(state: State, character, square):
    """Whether `character` may enter `square` (R9–R12, R58, R59, R61, R66)."""
    if square == NONE:
        return 0  # R9
    others = state.standing[square] & ~only(character)
    if others == 0:
        return 1
    if character != NAPOLEON:
        return _may_join(state, character, others)  # R59: nobody joins Napoleon
    for other in range(NAPOLEON):
        if others >> other & 1 and _push_targets(state, other, square) == 0:
            return 0  # R66
    return 1


@rule
def face(state: State, square):
    """The arrows a revealed tile shows now."""
    return TURNED[state.printed[square], state.quarters[square]]


# ---- what may be done, as bits of the actions


@rule
def offered(state: State):
    """The options of the present phase, one bit for each action; 0 only for a first step that is impossible."""
    character = mover(state)
    square = state.place[character]
    if state.phase == moves.STEP:
        return _steps(state, character, square)
    if state.phase == moves.ARROW:
        return _arrows(state, character, square)
    if state.phase == moves.ABILITY:
        return 1 << PASS | _abilities(state, character, square) << SQUARE  # R30: it may be declined
    if state.phase == moves.SECOND:
        return _second_choices(state, character, square)
    return _push_targets(state, next_to_push(state), square) << SQUARE


@rule
def _steps(state: State, character, square):
    """R5–R7, R51: the first step, whatever the tile underfoot shows."""
    bits = 0
    for direction in range(ALL_AROUND if character == INDIGO else ORTHOGONAL):
        bits |= enterable(state, character, NEIGHBOUR[square, direction]) << direction
    return bits


@rule
def _arrows(state: State, character, square):
    """Open arrows, and STOP if one is blocked (R17–R20, R25)."""
    bits = 0
    arrows = face(state, square)
    for direction in range(ORTHOGONAL):
        if arrows >> direction & 1:
            if enterable(state, character, NEIGHBOUR[square, direction]):
                bits |= 1 << direction
            else:
                bits |= 1 << STOP  # R18, R19
    return bits


@rule
def within_reach(state: State, square):
    """Revealed, unoccupied tiles around a square, as bits (R36, R37)."""
    bits = 0
    for direction in range(ALL_AROUND):
        to = NEIGHBOUR[square, direction]
        if to != NONE and state.revealed[to] and state.standing[to] == 0:
            bits |= 1 << to
    return bits


@rule
def _abilities(state: State, character, square):
    """The squares a mover's ability may begin with, as bits."""
    if character == ZEV:
        return _hidden_around(state, square)
    if character == RAFFLES and not state.revealed[square]:
        return 0  # R56, R57: only in positions laid out by hand
    reach, bits = within_reach(state, square), 0
    for direction in range(ALL_AROUND):
        to = NEIGHBOUR[square, direction]
        if to != NONE and reach >> to & 1:
            if character == PUFFER:
                useful = TURNED[face(state, to), 1] != face(state, to)  # R34, R38: not a starting tile
            elif character == RAFFLES:
                useful = face(state, to) != face(state, square)  # R38, R54, R55
            else:
                useful = partners(state, to, reach) != 0
            if useful:
                bits |= 1 << to
    return bits


@rule
def _hidden_around(state: State, square):
    """R35, R39: Zev may reveal any face-down tile around him."""
    bits = 0
    for direction in range(ALL_AROUND):
        to = NEIGHBOUR[square, direction]
        if to != NONE and not state.revealed[to]:
            bits |= 1 << to
    return bits


@rule
def partners(state: State, first, reach):
    """Tiles within reach that Scarlet may exchange with `first`: of a higher number, another face (R32, R33, R38)."""
    bits = 0
    for square in range(first + 1, SQUARES):
        if reach >> square & 1 and face(state, square) != face(state, first):
            bits |= 1 << square
    return bits


@rule
def _second_choices(state: State, character, square):
    if character == SCARLET:
        return partners(state, state.selected, within_reach(state, square)) << SQUARE
    if IS_STRAIGHT[face(state, state.selected)]:
        return 1 << ROTATE + 1  # R38: a half turn changes nothing
    return 1 << ROTATE + 1 | 1 << ROTATE + 2 | 1 << ROTATE + 3  # R34


@rule
def next_to_push(state: State):
    """R62: in turn order."""
    for place in range(CHARACTERS):
        character = state.order[place]
        if character != NONE and state.to_push >> character & 1:
            return character
    return NONE


@rule
def legal(state: State, seat, mask):
    return unfold(offered(state), 0, mask)


# ---- a turn


@rule
def play(state: State, seat, action, dealer):
    carry_out(state, action, dealer)
    carry_on(state, dealer)


@rule
def _begin(state: State, dealer):
    """Indigo takes the first turn."""
    state.phase = moves.STEP
    carry_on(state, dealer)


@rule
def carry_on(state: State, dealer):
    """What has one option only is not asked: everything about it is public."""
    while not state.over:
        bits = offered(state)
        if bits == 0:
            call(dealer, EVERYONE, moves.STAYED, mover(state))
            _end_turn(state, dealer)  # R8
        elif bits == 1 << PASS:
            call(dealer, EVERYONE, moves.IDLED, mover(state))
            _end_turn(state, dealer)
        elif bits & bits - 1 == 0:
            carry_out(state, lowest(bits), dealer)
        else:
            break


@rule
def carry_out(state: State, action, dealer):
    """One decision of the mover, without what follows by itself."""
    character = mover(state)
    square = state.place[character]
    if state.phase == moves.STEP:
        call(dealer, EVERYONE, moves.STEPPED, character, square, NEIGHBOUR[square, action])
        _enter(state, character, NEIGHBOUR[square, action], dealer)
    elif state.phase == moves.ARROW:
        if action == STOP:
            _movement_over(state, character, 0, dealer)  # R18, R19
        else:
            call(dealer, EVERYONE, moves.FOLLOWED, character, square, NEIGHBOUR[square, action])
            _enter(state, character, NEIGHBOUR[square, action], dealer)  # R17
    elif state.phase == moves.ABILITY:
        _use_ability(state, character, action, dealer)
    elif state.phase == moves.SECOND:
        _finish_ability(state, character, action, dealer)
    else:
        _push(state, action - SQUARE, dealer)


@rule
def _put(state: State, character, square):
    state.standing[state.place[character]] &= ~only(character)
    state.standing[square] |= only(character)
    state.place[character] = square


@rule
def _enter(state: State, character, square, dealer):
    """What happens on entering a square (R13–R16, R21–R24, R62)."""
    others = state.standing[square]
    _put(state, character, square)
    if character == NAPOLEON and others & ~only(NAPOLEON):
        if not state.revealed[square]:
            _reveal(state, character, square, dealer)  # R62
        if not state.over:
            state.to_push = others & ~only(NAPOLEON)
            state.applied = 0
            state.phase = moves.PUSH
    elif _is_decided(state, character, others, dealer):
        return  # R13, R48: whom they meet stands on a revealed tile
    elif not state.revealed[square]:
        _reveal(state, character, square, dealer)  # R14, R53
        _movement_over(state, character, 1, dealer)
    elif state.printed[square] == START:
        call(dealer, EVERYONE, moves.HALTED, character, square)
        _movement_over(state, character, 1, dealer)  # R15
    elif state.applied >> square & 1:
        call(dealer, EVERYONE, moves.HALTED, character, square)
        _movement_over(state, character, 0, dealer)  # R21, R23
    else:
        state.applied |= 1 << square  # R16, R22
        state.phase = moves.ARROW


@rule
def _is_decided(state: State, character, others, dealer):
    """R41, R44: Indigo reaches Scarlet, or Zev reaches Indigo."""
    if character == INDIGO and others & only(SCARLET):
        _finish(state, FOXES, moves.RESCUE, dealer)
    elif character == ZEV and others & only(INDIGO):
        _finish(state, GUARDIANS, moves.CAPTURE, dealer)
    return state.over


@rule
def _reveal(state: State, character, square, dealer):
    """R26–R28: flipped in place, in the common orientation."""
    state.revealed[square] = 1
    state.face_down -= 1
    call(dealer, EVERYONE, moves.REVEALED, character, square, state.printed[square])
    if state.face_down == 0:
        _finish(state, GUARDIANS, moves.ALL_REVEALED, dealer)  # R46


@rule
def _movement_over(state: State, character, by_tile, dealer):
    """`by_tile`: ended by a flip or on a starting tile (R30, R31, R40, R60)."""
    state.applied = 0
    if state.over:
        return
    if character == INDIGO or character == NAPOLEON or (by_tile and state.flip_ends):
        _end_turn(state, dealer)
    else:
        state.phase = moves.ABILITY


@rule
def _end_turn(state: State, dealer):
    """R2: the turn passes; R49: at the limit the game is drawn."""
    state.completed += 1
    state.turn = (state.turn + 1) % state.playing
    state.phase = moves.STEP
    if state.completed == state.turn_limit and not state.over:
        _finish(state, moves.DRAW, moves.LIMIT, dealer)


# ---- abilities


@rule
def _use_ability(state: State, character, action, dealer):
    if action == PASS:
        call(dealer, EVERYONE, moves.DECLINED, character)
        _end_turn(state, dealer)
    elif character == ZEV:
        _reveal(state, character, action - SQUARE, dealer)  # R35
        if not state.over:
            _end_turn(state, dealer)
    elif character == RAFFLES:
        _swap(state, character, state.place[RAFFLES], action - SQUARE, dealer)  # R54, R55
        _end_turn(state, dealer)
    else:
        state.selected = action - SQUARE
        state.phase = moves.SECOND


@rule
def _finish_ability(state: State, character, action, dealer):
    if character == SCARLET:
        _swap(state, character, state.selected, action - SQUARE, dealer)  # R32
    else:
        _rotate(state, state.selected, action - ROTATE, dealer)  # R34
    state.selected = NONE
    _end_turn(state, dealer)


@rule
def _swap(state: State, character, a, b, dealer):
    """Two tiles change places and keep their rotation; characters stay (R1, R33, R55)."""
    printed, quarters = state.printed[a], state.quarters[a]
    state.printed[a] = state.printed[b]
    state.quarters[a] = state.quarters[b]
    state.printed[b] = printed
    state.quarters[b] = quarters
    call(dealer, EVERYONE, moves.SWAPPED, character, a, b)


@rule
def _rotate(state: State, square, quarters, dealer):
    turned = (state.quarters[square] + quarters) % 4
    state.quarters[square] = turned % 2 if IS_STRAIGHT[state.printed[square]] else turned
    call(dealer, EVERYONE, moves.ROTATED, PUFFER, square, quarters)


# ---- Napoleon's pushes


@rule
def _push(state: State, square, dealer):
    """R62–R65, R67: one character off Napoleon's square; arrows there are ignored."""
    character = next_to_push(state)
    others = state.standing[square]
    call(dealer, EVERYONE, moves.PUSHED, character, state.place[character], square)
    _put(state, character, square)
    state.to_push &= ~only(character)
    if not _is_decided(state, character, others, dealer) and state.to_push == 0:  # R65
        _end_turn(state, dealer)


# ---- the end


@rule
def _finish(state: State, winner, reason, dealer):
    """R4, R47: the game ends at this very moment; what was under way is dropped."""
    state.phase = moves.STEP
    state.applied = state.to_push = 0
    state.selected = NONE
    state.winner = winner
    state.reason = reason
    state.over = 1
    call(dealer, EVERYONE, moves.ENDED, winner, reason)


@rule
def faction_of(state: State, seat):
    """The faction a seat plays for, NONE for an empty seat."""
    for character in range(CHARACTERS):
        if state.controller[character] == seat:
            return state.faction[character]
    return NONE


@rule
def returns(state: State, out):
    """R49: +1 for every seat of the winning faction, −1 for the other's, 0 in a draw."""
    for seat in range(SEATS):
        out[seat] = 0.0
        if seat < state.players and FOXES <= state.winner < moves.DRAW:
            out[seat] = 1.0 if faction_of(state, seat) == state.winner else -1.0
