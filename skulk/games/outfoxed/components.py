"""The box of Outfoxed: the floor, the rim, the die and the cards, as tables.

What an owner of the box may correct is marked `component`; all other tables follow from it. A kind of card is a
number: 0–2 are the rabbits, then come the others in the order of the list, and last the bare ground (R81).
"""

import numpy as np

from skulk.engine import NONE, component

TITLE, VERSION, SEATS = "Outfoxed", "1", 2
FOX, CROW = 0, 1  # the seats

# ---- the floor (R1) and the rim (R4)

SIDE, CELLS, RIM = 5, 25, 20
START = component("START", {"fox": [5, 3], "bear": [1, 3], "crow": 2, "eagle": 12, "odd eagle": 13, "sun": 0})
FOX_START, BEAR_START = (5 * (START[piece][0] - 1) + START[piece][1] - 1 for piece in ("fox", "bear"))
CROW_START, EAGLE_START, ODD_EAGLE_START = START["crow"], START["eagle"], START["odd eagle"]
SUN_START = START["sun"]

NORTH, EAST, SOUTH, WEST = range(4)
WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # R7: up, right, down, left, as steps of row and column
COMPASS = np.array([*WAYS, (-1, 1), (1, 1), (1, -1), (-1, -1)])  # R50: a leap may be diagonal too


def _beyond(cell: int, way: tuple[int, int]) -> int:
    row, column = cell // SIDE + way[0], cell % SIDE + way[1]
    return SIDE * row + column if 0 <= row < SIDE and 0 <= column < SIDE else NONE


def _line(space: int) -> list[int]:
    """The cells of the row or column beside a space of the rim; the spaces go clockwise from above column 1."""
    side, along = divmod(space, SIDE)
    along = along if side < 2 else SIDE - 1 - along
    return [SIDE * i + along if side % 2 == 0 else SIDE * along + i for i in range(SIDE)]


NEXT = np.array([[_beyond(cell, way) for way in WAYS] for cell in range(CELLS)])  # R7: NEXT[cell, way], or NONE
LINE = np.array([_line(space) for space in range(RIM)])  # R4: LINE[space, 0…4]

# ---- the evasion die (R39)

SPEED, SPEED_CARRION, UNIQUE, BLANK = range(4)
FACE_NAMES = ("SPEED", "SPEED_CARRION", "UNIQUE", "BLANK")
FACES = np.array(
    [
        FACE_NAMES.index(face)
        for face in component("DIE", ["SPEED", "SPEED_CARRION", "UNIQUE", "UNIQUE", "BLANK", "BLANK"])
    ],
    np.int64,
)
DIE = len(FACES)

# ---- numbers

HAND = component("HAND", 5)  # cards dealt to Red Fox
EXCHANGES = component("EXCHANGES", 3)  # R78: how often Crow may use the draw deck
CATCH = 3  # R42: rabbits that win

# ---- symbols: what a card does when it is activated, in the order of its list (R10)

EFFECT_NAMES = (
    "NOTHING", "YIKES", "OUCH", "LOSE_TURN", "LEAP", "SNIFF", "KEEN_EYES", "SWITCH", "FORAGE", "DROPPED_PREY",
    "RIVER_DIVE", "STEAL", "STORM", "ALARM", "LURE", "DISTRACT", "SHINY",
)  # fmt: skip
NOTHING, YIKES, OUCH, LOSE_TURN, LEAPING, SNIFF, KEEN_EYES, SWITCH, FORAGE = range(9)
DROPPED_PREY, RIVER_DIVE, STEAL, STORM, ALARMING, LURE, DISTRACT, SHINY = range(9, 17)
PASSIVE = ("RABBIT", "BLOCK", "WATER", "OPEN_FIELDS", "SCAVENGE")  # R10: nothing happens on activation
INACTIVE = ("RIVAL", "COVER", "MORTAL_DANGER", "NIGHTTIME")  # R14: no effect in this game
LAST_WORD = ("YIKES", "LEAP")  # they move Red Fox off the card, so nothing may come after them

# ---- cards: id, name, copies, symbols. NS: not to be swapped, KU: kept face-up, BACK: a back of its own

FOREST_FLOOR = component(
    "FOREST_FLOOR",
    [
        ["rabbit_0", "Baby Eastern Cottontail Rabbit #0", 1, "RABBIT 0"],
        ["rabbit_1", "Baby Eastern Cottontail Rabbit #1", 1, "RABBIT 1"],
        ["rabbit_2", "Baby Eastern Cottontail Rabbit #2", 1, "RABBIT 2"],
        ["black_vulture", "Black Vulture", 1, "SCAVENGE NS KU BACK"],
        ["hurricane", "Hurricane", 1, "STORM KU BACK"],
        ["yellow_jacket", "Yellow Jacket", 1, "OUCH NS"],
        ["raccoon", "Raccoon", 1, "STEAL"],
        ["mosquito", "Mosquito", 2, "YIKES"],
        ["vegetation", "Vegetation", 2, "COVER KU"],
        ["fruit_seeds", "Fruit & Seeds", 2, "FORAGE"],
        ["coyote", "Coyote", 1, "RIVAL BLOCK KU"],
        ["bobcat", "Bobcat", 1, "STEAL KU"],
        ["beaver", "Beaver", 1, "WATER NS KU"],
        ["bullfrog", "Bullfrog", 2, "LEAP 2"],
        ["yellow_bullhead_catfish", "Yellow Bullhead Catfish", 1, "RIVER_DIVE"],
        ["open_fields", "Open Fields", 2, "OPEN_FIELDS KU"],
        ["carrion", "Carrion", 1, "DROPPED_PREY"],
        ["gray_squirrel", "Eastern Gray Squirrel", 2, "LEAP 1"],
        ["white_tailed_deer", "White-tailed Deer", 1, "LEAP 2"],
        ["striped_skunk", "Striped Skunk", 1, "YIKES"],
        ["porcupine", "Porcupine", 1, "OUCH"],
        ["timber_rattlesnake", "Timber Rattlesnake", 1, "MORTAL_DANGER LOSE_TURN"],
        ["snapping_turtle", "Snapping Turtle", 1, "LOSE_TURN"],
        ["great_horned_owl", "Great Horned Owl", 1, "NIGHTTIME KEEN_EYES"],
        ["red_tailed_hawk", "Red-tailed Hawk", 2, "KEEN_EYES"],
        ["deer_mouse", "Deer Mouse", 2, "SNIFF"],
        ["eastern_mole", "Eastern Mole", 1, "SNIFF"],
        ["chipmunk", "Eastern Chipmunk", 1, "SNIFF"],
        ["groundhog", "Groundhog", 1, "SWITCH"],
        ["blue_jay", "Blue Jay", 1, "ALARM"],
        ["opossum", "Virginia Opossum", 1, "NIGHTTIME"],
        ["box_turtle", "Eastern Box Turtle", 1, ""],
        ["largemouth_bass", "Largemouth Bass", 1, "RIVER_DIVE"],
        ["osprey", "Osprey", 1, "DROPPED_PREY"],
    ],
)
AUXILIARY = component(
    "AUXILIARY",
    [
        ["brook_trout", "Brook Trout", 2, "RIVER_DIVE"],
        ["honey_bee", "Honey Bee", 2, "LURE"],
        ["honeycomb", "Honeycomb", 2, "DISTRACT"],
        ["shiny_trinket", "Shiny Trinket", 1, "SHINY"],
        ["fresh_tracks", "Fresh Tracks", 2, "SNIFF"],
        ["mobbing_crows", "Mobbing Crows", 1, "ALARM YIKES"],
    ],
)
LEFT_OUT = ("crow", "black_bear", "bald_eagle")  # R15: cards that serve as pieces or stay in the box

_LIST = [*FOREST_FLOOR, *AUXILIARY, ["bare_ground", "Bare Ground", 0, ""]]
IDS = [card[0] for card in _LIST]
TITLES = [card[1] for card in _LIST]
SYMBOLS = [card[3].split() for card in _LIST]
KINDS, RABBITS = len(_LIST), 3
BARE = KINDS - 1  # R81
COPIES = np.array([card[2] for card in _LIST])
SHUFFLED = np.repeat(np.arange(KINDS), np.where(np.arange(KINDS) < RABBITS, 0, COPIES))  # all but the rabbits
DEALT = CELLS - RABBITS  # of those, so many go to the floor
MOST = 64  # cards in one game; the box holds 52
PLACES_OF_CARDS = CELLS + EXCHANGES  # the 25 cells, then the cards in front of Crow
ROOM = MOST + PLACES_OF_CARDS  # so many cards may lie where a seat cannot see them, bare ground included

if [int(symbols[1]) for symbols in SYMBOLS[:RABBITS] if symbols[0] == "RABBIT"] != [0, 1, 2]:
    raise ValueError("the first three cards of FOREST_FLOOR must be RABBIT 0, RABBIT 1 and RABBIT 2 (R38, R39)")
if not all(1 <= n <= SIDE for piece in ("fox", "bear") for n in START[piece]):
    raise ValueError(f"fox and bear start in a row and a column from 1 to {SIDE} (R1)")
if not all(0 <= START[piece] < RIM for piece in ("crow", "eagle", "odd eagle", "sun")):
    raise ValueError(f"crow, eagle and sun start on a space of the rim from 0 to {RIM - 1} (R4)")
if not (DIE and HAND >= 0):
    raise ValueError("the die has a side or more, the hand no card or more (R1, R39)")
if not DEALT + HAND < len(SHUFFLED) <= MOST - RABBITS:
    raise ValueError(f"there must be {DEALT + HAND + 1} to {MOST - RABBITS} cards besides the rabbits (R1)")

for _id, _, _copies, _symbols in _LIST:
    _words = set(_symbols.split())
    if ("BACK" in _words and _copies != 1) or ("STORM" in _words and not {"KU", "BACK"} <= _words):
        raise ValueError(f"{_id}: a back of its own is that of one card; a storm has one and stays open (R36, R58)")


def _with(symbol: str) -> np.ndarray:
    return np.array([symbol in symbols for symbols in SYMBOLS], np.int64)


def _effects(symbols: list[str]) -> list[int]:
    known = {*EFFECT_NAMES, *PASSIVE, *INACTIVE, "NS", "KU", "BACK"}
    strange = [word for word in symbols if word not in known and not word.isdigit()]
    if strange or any(
        word in LAST_WORD and symbols[i + 1 :] and _acts(symbols[i + 1 :]) for i, word in enumerate(symbols)
    ):
        raise ValueError(f"a card cannot have the symbols {' '.join(symbols)!r}")
    return _acts(symbols)


def _acts(symbols: list[str]) -> list[int]:
    return [EFFECT_NAMES.index(word) for word in symbols if word in EFFECT_NAMES]


_WIDEST = 1 + max(len(_acts(symbols)) for symbols in SYMBOLS)
EFFECTS = np.array([(_effects(symbols) + [NOTHING] * _WIDEST)[:_WIDEST] for symbols in SYMBOLS])  # ends with NOTHING
LEAP_LENGTH = np.array([int(s[s.index("LEAP") + 1]) if "LEAP" in s else 0 for s in SYMBOLS])  # R50
BLOCKS, WATERS, OPENS, SCAVENGES = _with("BLOCK"), _with("WATER"), _with("OPEN_FIELDS"), _with("SCAVENGE")
NO_SWAP, KEEPS_UP, OWN_BACK = _with("NS"), _with("KU"), _with("BACK")
STAYS_UP = KEEPS_UP | _with("RABBIT")  # R36, R44
FIXED = np.stack([SCAVENGES, SCAVENGES | NO_SWAP | _with("RABBIT")], axis=1)  # R12: FIXED[kind, face-up]
