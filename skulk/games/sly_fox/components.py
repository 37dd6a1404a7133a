"""The box of Slyest Fox: two decks of play cards, eight characters, the limits of a hand."""

import numpy as np

from skulk.engine import component

TITLE, VERSION, SEATS = "Slyest Fox", "1", 8

GOSSIP, TRAP = 0, 1  # the two kinds of attack, of marker and of team
FFA, DUEL, TEAM = 0, 1, 2  # the modes
FIRST_VICTIM = 1  # the other ending of everyone for themselves
KINDS = 6  # kinds of card in each of the two decks, Attack and Defence
CODES = 2 * KINDS
GOSSIP_CARD, TRAP_CARD, UNIVERSAL_ATTACK, WEASEL, SNEAKY_ATTACK, ENOUGH_IS_ENOUGH = range(KINDS)
FACTS, CAUTION, UNIVERSAL_DEFENCE, I_DONT_CARE, SNEAKY_DEFENCE, STOP_IT = range(KINDS, CODES)  # code // KINDS: the deck

# published: how many of each card in the base game, with the extension, and in the duel (R79, R86)
CARDS = component(
    "CARDS",
    {
        "GOS": [14, 14, 14],
        "TRA": [14, 14, 14],
        "UAT": [7, 7, 7],
        "WEA": [6, 6, 0],
        "SAT": [0, 4, 0],
        "ENO": [0, 4, 4],
        "FAC": [14, 14, 14],
        "CAU": [14, 14, 14],
        "UDE": [7, 7, 7],
        "IDC": [6, 6, 0],
        "SDE": [0, 4, 0],
        "STO": [0, 4, 4],
    },
)
CODE_NAMES = ["GOS", "TRA", "UAT", "WEA", "SAT", "ENO", "FAC", "CAU", "UDE", "IDC", "SDE", "STO"]
BASE, EXTENDED, DUEL_BOX = 0, 1, 2
BOX = np.array([[CARDS[name][column] for name in CODE_NAMES] for column in range(3)])  # BOX[which, code]

# powers published, copies reconstructed: the kind it attacks with (and its team), the kind it defends against
CHARACTERS = component(
    "CHARACTERS", {"GF": ["G", "G", 2], "SC": ["G", "T", 2], "MT": ["T", "T", 2], "IF": ["T", "G", 2]}
)
CHARACTER_NAMES = ["GF", "SC", "MT", "IF"]
FOXES = len(CHARACTER_NAMES)
STRIKES = np.array(["GT".index(CHARACTERS[name][0]) for name in CHARACTER_NAMES])  # R27, R89: its attack, its team
GUARDS = np.array(["GT".index(CHARACTERS[name][1]) for name in CHARACTER_NAMES])  # R27: what it defends against
COPIES = np.array([CHARACTERS[name][2] for name in CHARACTER_NAMES])

if BOX.min() < 0 or BOX.max() > 31 or (BOX.reshape(3, 2, KINDS).sum(axis=2) < [[18], [24], [6]]).any():
    raise ValueError("a box has 0 to 31 cards of each code, and three of each deck for every fox (R79)")
if any(COPIES[team == STRIKES].sum() < SEATS // 2 for team in (GOSSIP, TRAP)):
    raise ValueError("a box has four characters of each team at least (R89)")

LIVES = 3  # R3
OF_A_KIND = 2  # R4: markers of one kind that a fox can have
DEALT = 3  # cards from each deck at the start
LEAST, MOST = 3, 9  # R69, R60
LEAST_OF_TWO, MOST_OF_TWO = 2, 6  # R73, R74: when two are left
SOME, MANY = 4, 7  # R62: where the bands begin
CAP, QUIET = 50, 12  # R105, R106
STORIES = 6  # lines to go with an attack, of each kind
MOST_CARDS = int(BOX.max())  # of one code
DECK_SIZE = int(max(BOX[:, :KINDS].sum(axis=1).max(), BOX[:, KINDS:].sum(axis=1).max()))
