"""Outfoxed by number: what is asked, what may be done, what is called out, how it ends."""

from .components import CELLS, KINDS, RABBITS

# ---- decisions of Red Fox, then those of Crow, then what follows of itself

PHASES = (
    "STEP", "REPLACE", "LEAP", "LOOK", "SWITCH_1", "SWITCH_2", "BAIT", "VIXEN", "EAGLE",
    "ALARM", "RELOCATE", "CROW_MOVE", "PEEK", "SWAP", "BEAR", "OVER",
    "ROUND", "FOX_TURN", "SET_OUT", "LAND", "MEET", "ACTIVATE", "HUNT", "EVADE", "END_TURN", "PERCHED", "BEAR_STEP",
    "BEAR_DUE", "BEAR_GOES", "SUN",
)  # fmt: skip
STEP, REPLACE, LEAP, LOOK, SWITCH_1, SWITCH_2, BAIT, VIXEN, EAGLE = range(9)
ALARM, RELOCATE, CROW_MOVE, PEEK, SWAP, BEAR, OVER = range(9, 16)
ROUND, FOX_TURN, SET_OUT, LAND, MEET, ACTIVATE, HUNT, EVADE, END_TURN, PERCHED, BEAR_STEP = range(16, 27)
BEAR_DUE, BEAR_GOES, SUN = range(27, 30)

# ---- actions: each block is followed by one number for each way, kind of card, cell or space

STEPS = 0  # + way
STOP = STEPS + 4
USE = STOP + 1  # activate the revealed card itself
PLAYS = USE + 1  # + kind - RABBITS
LEAPS = PLAYS + KINDS - 1 - RABBITS  # + cell
LOOKS = LEAPS + CELLS  # + cell
SWITCHES = LOOKS + CELLS  # + cell
SPEND = SWITCHES + CELLS
KEEP = SPEND + 1
PLACES = KEEP + 1  # + cell
HOLD = PLACES + CELLS  # keep the Vixen back
VIXENS = HOLD + 1  # + cell
EAGLES = VIXENS + CELLS  # + 2 × (spaces - 1), + 1 if anticlockwise
CROWS = EAGLES + 6  # + 1 if anticlockwise
PEEKS = CROWS + 2  # + cell
SWAPS = PEEKS + CELLS  # + cell
SWAP_DECK = SWAPS + CELLS
BEARS = SWAP_DECK + 1  # + way
ACTIONS = BEARS + 4


def spaces_flown(action: int) -> int:
    """How far a bird flies, clockwise."""
    choice = action - (CROWS if action >= CROWS else EAGLES)
    return (choice // 2 + 1) * (1 if choice % 2 == 0 else -1)


# ---- events, with the numbers they carry

STEPPED = 0  # cell
REVEALED = 1  # cell, card
REPLACED = 2  # cell, card that left, card that came
LEAPT = 3  # cell
SENT_BACK = 4  # cell
LIMPS = 5
WILL_LOSE_TURN = 6
TURN_LOST = 7
LOOKED = 8  # seat, cell, card or UNKNOWN
SWITCHED = 9  # two cells
ROLLED = 10  # face, good rolls in a row, how many the rabbit needs
SPENT_BAIT = 11  # card
EVADED = 12  # cell, card
CAPTURED = 13  # cell, card
LAID = 14  # cell, card or UNKNOWN
EATEN = 15  # cell, card: to the discard pile
TOOK_BAIT = 16  # cell, card
DREW = 17  # card or UNKNOWN
SCAVENGED = 18  # card, the cell it left, the cell it went to
STOLEN = 19  # card, cell
STORMED = 20  # cells, as bits
DISTRACTED = 21
SHONE = 22
TURNED_BACK = 23  # cells, as bits
VIXEN_PUT = 24  # cell
EAGLE_FLEW = 25  # space
CROW_FLEW = 26  # space
SWAPPED = 27  # two cells
SWAPPED_DECK = 28  # cell
BEAR_WENT = 29  # cell
BEAR_STAYED = 30
SUN_MOVED = 31  # space
RESHUFFLED = 32
BOXED_IN = 33
WON = 34  # seat, reason
UNCOVERED = 35  # card, why nothing can be laid over it
WADED = 36  # card

UNCOVERED_BY = ("lock", "vixen", "empty")  # a card that acts unasked (R32, R63): its lock, the Vixen, an empty hand
BY_LOCK, BY_VIXEN, BY_EMPTY_HAND = range(3)

# ---- how a game ends (R82)

REASONS = ("rabbits", "eagle", "bear", "sun")
BY_RABBITS, BY_EAGLE, BY_BEAR, BY_SUN = range(4)
