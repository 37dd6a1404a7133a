"""Slyest Fox by number: the moves, the phases of a turn, the news that is called out."""

import numpy as np

from .components import (
    CAUTION,
    FACTS,
    GOSSIP,
    GOSSIP_CARD,
    SNEAKY_ATTACK,
    SNEAKY_DEFENCE,
    STOP_IT,
    TRAP,
    TRAP_CARD,
    UNIVERSAL_ATTACK,
    UNIVERSAL_DEFENCE,
)

# ---- moves; a seat is told by how far it sits to the left, 1 to 7

DRAW = 0  # + deck
ATTACK = 2  # + 7 × opening + distance − 1
TRADE = 44  # + 6 × code given + place of the code taken in the same deck
PLAY_I_DONT_CARE = 116
CHALLENGE = 117  # + distance − 1
BAN = 124
PASS = 125
DEFEND = 126  # + 0 Facts, 1 Caution, 2 Universal, 3 Sneaky, 4 character
STOP = 131
DECLINE = 132
HELP = 133  # + 0 Facts, 1 Caution, 2 Universal, 3 Stop it! (each with a weasel), 4 Sneaky
ENOUGH = 138
ACCEPT = 139
ADD = 140  # + 0 Gossip, 1 Trap, 2 Universal, 3 Sneaky, 4 character
REST = 145
JOIN = 146  # + 0 Gossip, 1 Trap, 2 Universal (each with a weasel), 3 Sneaky
SHED = 150  # + code
ACTIONS = 162

FAR = 7  # seats that can be told by distance
OPENINGS = np.array(
    [
        [GOSSIP_CARD, GOSSIP],
        [TRAP_CARD, TRAP],
        [UNIVERSAL_ATTACK, GOSSIP],
        [UNIVERSAL_ATTACK, TRAP],
        [SNEAKY_ATTACK, GOSSIP],
        [SNEAKY_ATTACK, TRAP],
    ]
)
DEFEND_CARDS = np.array([FACTS, CAUTION, UNIVERSAL_DEFENCE, SNEAKY_DEFENCE])
HELP_CARDS = np.array([FACTS, CAUTION, UNIVERSAL_DEFENCE, STOP_IT, SNEAKY_DEFENCE])
ADD_CARDS = np.array([GOSSIP_CARD, TRAP_CARD, UNIVERSAL_ATTACK, SNEAKY_ATTACK])  # joiners add the same
BY_CHARACTER = 4  # DEFEND + 4, ADD + 4

# ---- phases: the first rest until somebody answers, the last are passed through

OWN_TURN, RESPONDING, HELPING, STOPPED, PRESSING, JOINING, REFILLING, SHEDDING, CLEARING, FLOOR, OVER = range(11)
HIT, MISSED, DUSK, SETTLING, NIGHTFALL, GATHERING, DAWN = range(11, 18)
PHASES = 11
IN_ATTACK = (RESPONDING, HELPING, STOPPED, PRESSING, JOINING)
IN_WINDOW = (HELPING, JOINING, CLEARING)

# ---- why the game is over

SURVIVOR, VICTIM, WON_DUEL, TEAM_GONE, TURN_CAP, QUIET_WOODS = range(1, 7)

# ---- news. A bundle is six counts of five bits, the codes of one deck

DEALT_HAND = 0  # seat, bundle, bundle, character
SHOWED = 1  # seat, character: the opening show of a team game
BEGAN = 2  # seat, turn
DREW = 3  # seat, deck, code
ATTACKED = 4  # attacker, target, 2 × code + kind, turn
TRADED = 5  # seat, code given, code taken
CALMED = 6  # seat: lays I don't care
STIRRED = 7  # seat: its I don't care goes to the pile
CHALLENGED = 8  # challenger, challenged, cards counted
MOVED = 9  # from, to, bundle, bundle: for those two
CHANGED_HANDS = 10  # from, to, attack cards, defence cards: for the others
BANNED = 11  # attacker
DEFENDED = 12  # target, code
GUARDED = 13  # target, character
STOPPED_IT = 14  # seat, 1 with a weasel
DECLINED = 15  # target
HELPED = 16  # seat, code
NEUTRALISED = 17  # attacker
ACCEPTED = 18  # attacker
ADDED = 19  # attacker, code
STRUCK = 20  # attacker, character
RESTED = 21  # attacker
JOINED = 22  # seat, code
HURT = 23  # target, kind, lives left
FAILED = 24  # attacker, target
ELIMINATED = 25  # seat
HAUNTS = 26  # seat: keeps its cards
DISCARDED = 27  # seat, bundle, bundle
RESHUFFLED = 28  # deck, cards
SHED_ONE = 29  # seat, code
PASSED = 30  # seat: the turn
ENDED = 31  # reason
