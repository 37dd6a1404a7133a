"""What cannot be at a table of Slyest Fox: options that are not played, states that play cannot reach."""

from typing import Any

from skulk.engine import NONE, has, only

from . import moves
from .attack import third_seats
from .cards import haunts, held_by, in_box
from .components import (
    CODE_NAMES,
    CODES,
    COPIES,
    DUEL,
    FACTS,
    FFA,
    FOXES,
    GOSSIP_CARD,
    I_DONT_CARE,
    KINDS,
    LIVES,
    SEATS,
    SNEAKY_ATTACK,
    SNEAKY_DEFENCE,
    STRIKES,
    TEAM,
    UNIVERSAL_ATTACK,
    UNIVERSAL_DEFENCE,
)
from .evening import next_seat
from .names import MODES, PHASE_NAMES
from .rules import acting


def unplayed(options: Any) -> str | None:
    """Which options do not go together, or None; a state has the same names."""
    players, mode = options.players, options.mode
    if (mode == DUEL) != (players == 2):
        return f"two players play mode 'duel', and only they; not {players} players in mode {MODES[mode]!r} (R86)"
    if mode == TEAM and players % 2:
        return f"teams are played by 4, 6 or 8 players, not by {players} (R89)"
    if mode == DUEL and options.extension:
        return "the duel is played without the extension: it borrows two of its cards (R86)"
    if players > 6 and not options.extension:
        return f"{players} players need the extension: set extension to 'on' (R79)"
    if options.ending and mode != FFA:
        return f"the ending 'first_victim' belongs to mode 'ffa', not to {MODES[mode]!r} (R81)"
    if options.show_teams and (mode != TEAM or players == 4):
        return "show_teams is for teams of 6 or 8 players (R92)"
    return None


def check(state: Any) -> list[str]:
    """What is impossible about a state, each with its rule; nothing for a position that play can reach."""
    found = _check_table(state)
    if found:
        return found
    return [*_check_cards(state), *_check_foxes(state), *_check_knowledge(state), *_check_phase(state)]


def _check_table(state: Any) -> list[str]:
    if state.players < 2:
        return ["players must be 2 to 8 (R1)"]
    wrong = unplayed(state)
    found = [wrong] if wrong else []
    if state.alive >> state.players or state.live != int(state.alive).bit_count():
        found.append("the live foxes do not add up (R2)")
    if state.live < 1:
        found.append("one fox must be live (R80)")
    return found


def _check_cards(state: Any) -> list[str]:
    found = []
    on_table = int((state.aloof == 2).sum())
    for code, name in enumerate(CODE_NAMES):
        count = state.decks[code] + state.piles[code] + state.area[code] + state.hands[:, code].sum()
        count += on_table if code == I_DONT_CARE else 0
        if count != in_box(state, code):
            found.append(f"{count} {name} are on the table, but the box has {in_box(state, code)} (R79)")
    for deck, label in enumerate(("attack", "defence")):
        mine = slice(KINDS * deck, KINDS * deck + KINDS)
        if state.left[deck] != state.decks[mine].sum():
            found.append(f"the {label} deck does not hold the {state.left[deck]} cards it is said to (R79)")
        if (state.held[:, deck] != state.hands[:, mine].sum(axis=1)).any():
            found.append(f"the hands do not hold as many {label} cards as they are said to (R62)")
        if not state.left[deck] and state.piles[mine].any() and not state.over:
            found.append(f"the {label} deck is empty while its pile is not (R77)")
    return found


def _check_foxes(state: Any) -> list[str]:
    found = []
    order = sorted(int(n) for n in state.fallen if n)
    if order != list(range(1, state.players - state.live + 1)):
        found.append("the foxes were not eliminated one after another (R84)")
    for seat in range(SEATS):
        lost, live = state.markers[seat].sum(), has(state.alive, seat)
        if seat >= state.players:
            if lost or state.hands[seat].any() or state.fallen[seat] or state.character[seat] or state.aloof[seat]:
                found.append(f"there is no fox {seat}, and it holds something (R79)")
        elif live and (lost >= LIVES or state.fallen[seat]):
            found.append(f"fox {seat} has three markers and is live (R5)")
        elif not live and (lost != LIVES or not state.fallen[seat]):
            found.append(f"fox {seat} is eliminated without three markers (R5)")
        elif not live and state.aloof[seat] == 2:
            found.append(f"fox {seat} is eliminated behind an I don't care (R44)")
        elif not live and held_by(state, seat) and not has(state.meddled, seat) and not haunts(state, seat):
            found.append(f"fox {seat} is eliminated and keeps cards it cannot meddle with (R50)")
    characters = [int(c) for c in state.character[: state.players]]
    if any(characters.count(c) > COPIES[c] for c in range(FOXES)):
        found.append("more foxes have a character than the box has copies (R27)")
    if state.mode == TEAM and 2 * sum(STRIKES[c] for c in characters) != state.players:
        found.append("the teams are not of equal size (R89)")
    if state.mode == TEAM and state.players == 4 and state.shown != 15:
        found.append("with four players in teams all characters lie face up (R91)")
    if state.used & ~state.shown:
        found.append("a character was used and is not face up (R33)")
    return found


def _check_knowledge(state: Any) -> list[str]:
    found = []
    for seat in range(SEATS):
        if (state.known[:, seat] > state.hands[seat]).any():
            found.append(f"somebody can name cards that fox {seat} does not hold (R65)")
        if (state.known[: state.players, seat] < state.known[seat, seat]).any() or state.known[state.players :].any():
            found.append(f"what everybody knows of fox {seat} is more than somebody knows (R59)")
    if (state.decks + state.drawn.sum(axis=0) > state.stock).any():
        found.append("a deck holds cards it was not made of (R77)")
    if any(state.stock[code] > in_box(state, code) for code in range(CODES)):
        found.append("a deck was made of more cards than there are (R77)")
    return found


def _check_phase(state: Any) -> list[str]:
    found = []
    if (state.phase == moves.OVER) != bool(state.over) or bool(state.reason) != bool(state.over):
        found.append("the game is over and not over (R80)")
    if not has(state.alive, state.active):
        found.append(f"fox {state.active} is eliminated and has the turn (R49)")
    usual = usual_who(state)
    if state.phase in (moves.REFILLING, moves.SHEDDING, moves.FLOOR):
        if state.who == NONE or not has(state.alive, state.who):
            found.append("no live fox is asked (R49)")
    elif state.who != usual:
        found.append(f"in phase {PHASE_NAMES[state.phase]!r} another fox is asked (R17)")
    if state.turn == 0 and state.phase not in (moves.CLEARING, moves.FLOOR, moves.OVER):
        found.append("before turn 1 there is only the clearing (R43)")
    if (state.turn == 0 or state.phase not in moves.IN_ATTACK) and (state.attack or state.defence or state.defended):
        found.append("there are totals without an attack (R15)")
    return [*found, *_check_attack(state), *_check_window(state)]


def _check_attack(state: Any) -> list[str]:
    if state.phase not in moves.IN_ATTACK:
        if state.target != NONE or state.kind != NONE:
            return ["there is a target without an attack (R12)"]
        banned = state.ban and state.phase == moves.OWN_TURN
        if bool(state.ban) != bool(banned) or state.area.sum() != bool(banned):
            return ["cards lie in the attack area without an attack (R25)"]
        return []
    if state.target == NONE or state.kind == NONE or state.target == state.active or not has(state.alive, state.target):
        return ["an attack needs a kind and a live target other than the attacker (R6)"]
    found = []
    if state.aloof[state.target] == 2 or state.markers[state.target, state.kind] >= 2:
        found.append(f"fox {state.target} cannot be attacked like this (R4, R44)")
    lead = 0 if state.phase in (moves.PRESSING, moves.JOINING) else 1
    if state.attack != state.defence + lead:
        found.append(f"the attack must lead by {lead} in phase {PHASE_NAMES[state.phase]!r} (R16)")
    attack = (
        state.area[GOSSIP_CARD]
        + state.area[GOSSIP_CARD + 1]
        + state.area[UNIVERSAL_ATTACK]
        + state.area[SNEAKY_ATTACK]
        + has(state.used, state.active)
    )
    defence = (
        state.area[FACTS]
        + state.area[FACTS + 1]
        + state.area[UNIVERSAL_DEFENCE]
        + state.area[SNEAKY_DEFENCE]
        + has(state.used, state.target)
    )
    if state.attack != attack or state.defence != defence:
        found.append("the totals are not those of the cards and characters played (R15)")
    if state.area[GOSSIP_CARD + 1 - state.kind] or state.area[FACTS + 1 - state.kind]:
        found.append("gossip and traps never mix in a turn (R14)")
    return found


def _check_window(state: Any) -> list[str]:
    if state.phase not in moves.IN_WINDOW:
        return ["there are answers without a window (R35)"] if state.asked or (state.answers != NONE).any() else []
    if state.asked != asked_seats(state):
        return ["a window asks other foxes than it must (R35)"]
    if not acting(state) or any(state.answers[s] != NONE and not has(state.asked, s) for s in range(SEATS)):
        return ["a window must wait for an answer, and only those asked give one (R35)"]
    return []


# ---- who is asked


def usual_who(state: Any) -> int:
    """Who is asked where the phase decides it."""
    if state.phase in (moves.OWN_TURN, moves.PRESSING, moves.STOPPED):
        return state.active
    return state.target if state.phase == moves.RESPONDING else NONE


def asked_seats(state: Any) -> int:
    """Whom a window asks, as bits: all of it is public."""
    if state.phase != moves.CLEARING:
        return third_seats(state)
    following = next_seat(state)
    seats = [s for s in range(state.players) if s != following and has(state.alive, s) and not has(state.floored, s)]
    return sum(only(seat) for seat in seats if held_by(state, seat))
