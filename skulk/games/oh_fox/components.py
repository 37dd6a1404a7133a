"""The box of Oh, Fox!: the board, the ten animals, the action cards and the objectives, as tables.

What an owner of the box may correct is marked `component`; all other tables follow from it.
"""

from itertools import permutations

import numpy as np

from skulk.engine import component

TITLE, VERSION, SEATS = "Oh, Fox!", "1", 4
TURNS = 8  # R6

# ---- action cards: an action is 4 × kind + side, so that kind and side are a shift and a mask away

SIDES = ("north", "east", "south", "west")
NORTH, EAST, SOUTH, WEST = range(4)
KINDS = ("single", "double", "move-stop", "trigger", "stop")
SINGLE, DOUBLE, MOVE_STOP, TRIGGER, STOP = range(5)
LETTERS = "SDMTX"  # the written form of a card: S:N, D:E, M:S, T:W, X
COPIES = np.array(component("COPIES", [4, 3, 1, 2, 3]))  # of each kind in every hand
STOP_CARD = 4 * STOP  # the one card without a direction
GUESS = STOP_CARD + 1  # the first of the guesses

# ---- animals

ANIMALS = component(
    "ANIMALS",
    [
        {"name": "hedgehog", "role": "prey", "food": "worms", "trigger": "shield"},
        {"name": "rabbit", "role": "prey", "food": "clover", "trigger": "tunnel"},
        {"name": "rat", "role": "prey", "food": "grain", "trigger": "opposite"},
        {"name": "sparrow", "role": "prey", "food": "berries", "trigger": "flight"},
        {"name": "squirrel", "role": "prey", "food": "nuts", "trigger": "double"},
        {"name": "toad", "role": "prey", "food": "flies", "trigger": "pond"},
        {"name": "badger", "role": "predator", "food": None, "trigger": "tunnel"},
        {"name": "fox", "role": "predator", "food": None, "trigger": "opposite"},
        {"name": "owl", "role": "predator", "food": None, "trigger": "flight"},
        {"name": "viper", "role": "predator", "food": None, "trigger": "return"},
    ],
)
NAMES = [animal["name"] for animal in ANIMALS]
ANIMAL_COUNT, FIRST_PREDATOR = 10, 6  # animals 0–5 are prey, 6–9 predators
ALL_PREY, ALL_PREDATORS = (1 << FIRST_PREDATOR) - 1, (1 << len(NAMES)) - (1 << FIRST_PREDATOR)  # sets are bits

# ---- objectives

OBJECTIVES = ("fickler", "navigator", "slowpoke", "straggler", "stroller", "swimmer")
FICKLER, NAVIGATOR, SLOWPOKE, STRAGGLER, STROLLER, SWIMMER = range(6)
SWIMS = component("SWIMS", 2)  # R57: turns on the pond that make a Swimmer
FEAST = component("FEAST", 3)  # R48: meals that bring one more heart

# ---- the board: 25 spaces, A1 in the north-west, row by row; every side of every space has one route

COLOURS = ("red", "green", "blue", "yellow")  # of the seats
BOARD = component(
    "BOARD",
    {
        "A1": "worms berries", "B1": "clover nuts", "C1": "home", "D1": "tunnel purple", "E1": "worms grain",
        "A2": "tunnel orange", "B2": "tunnel teal", "C2": "clover flies", "D2": "tunnel brown", "E2": "clover berries",
        "A3": "home", "B3": "nuts flies", "C3": "pond", "D3": "berries flies", "E3": "home",
        "A4": "grain nuts", "B4": "tunnel brown", "C4": "grain flies", "D4": "tunnel teal", "E4": "tunnel orange",
        "A5": "worms clover", "B5": "tunnel purple", "C5": "home", "D5": "grain berries", "E5": "worms nuts",
    },
)  # fmt: skip
CURVES = component(
    "CURVES",
    ["B1N C1N", "A1N D1N", "E2E E3E", "E1E E4E", "E1N E5E", "D5S C5S", "E5S B5S", "A4W A3W", "A5W A2W", "A5S A1W"],
)  # the routes along the rim, by the two sides they join
HOMES = component("HOMES", ["C5", "A3", "C1", "E3"])  # south, west, north, east
SEATING = np.array([[0, 2, 0, 0], [0, 1, 2, 0], [0, 1, 2, 3]])  # [players − 2, seat]: which of HOMES

SPACES = [f"{column}{row}" for row in range(1, 6) for column in "ABCDE"]
SPACE = {name: number for number, name in enumerate(SPACES)}
HOME = np.array([SPACE[name] for name in HOMES])
POND = next(SPACE[name] for name in SPACES if BOARD[name] == "pond")


def _routes() -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Every route as the two (space, side) it joins: 40 straight ones between neighbours, then the curves."""
    straight = []
    for number in range(25):
        if number % 5 < 4:
            straight.append(((number, EAST), (number + 1, WEST)))
        if number < 20:
            straight.append(((number, SOUTH), (number + 5, NORTH)))
    ends = [[(SPACE[end[:2]], "NESW".index(end[2])) for end in curve.split()] for curve in CURVES]
    return straight + [(first, second) for first, second in ends]


ROUTES = _routes()
AIR = 25 + len(ROUTES)  # a place is a space (0–24), a route (25 …), the air or nowhere
NOWHERE = AIR + 1
EXIT = np.full((25, 4), -1)  # R4: the space reached through a side …
ENTRY = np.full((25, 4), -1)  # … the side of it by which one comes in …
ROUTE = np.full((25, 4), -1)  # … and the route between
for _number, (_one, _other) in enumerate(ROUTES):
    for _here, _there in ((_one, _other), (_other, _one)):
        if EXIT[_here] >= 0:
            raise ValueError(f"two routes leave {SPACES[_here[0]]} on its {SIDES[_here[1]]} side (R4)")
        EXIT[_here], ENTRY[_here], ROUTE[_here] = *_there, _number
if (EXIT < 0).any():
    raise ValueError("every side of every space needs a route (R4)")

TUNNEL = np.full(25, -1)  # the other space of that colour
for _name, _content in BOARD.items():
    if _content.startswith("tunnel"):
        TUNNEL[SPACE[_name]] = next(SPACE[n] for n in BOARD if BOARD[n] == _content and n != _name)

FOOD = np.array([[int(str(animal["food"]) in BOARD[name].split()) for name in SPACES] for animal in ANIMALS])

# ---- Forest Facades: how many predators and prey are laid out

FACADES = {
    "standard": (2, 3),
    "tough": (3, 4),
    "nuts": (4, 6),
    "handicap4": (2, 4),
    "handicap5": (2, 5),
    "handicap6": (2, 6),
}
LAID_OUT = np.array(list(FACADES.values()))

# ---- the guess: ordered selections of different prey, one for each other player, in lexicographic order

GUESSES = [list(permutations(range(FIRST_PREDATOR), others)) for others in (1, 2, 3)]
GUESS_COUNT = np.array([len(guesses) for guesses in GUESSES])  # [players − 2]
GUESSED = np.zeros((3, 120, 3), int)  # [players − 2, guess, other player]: the animal named
GUESSED_SET = np.zeros((3, 120), int)  # the same animals, as bits
for _few, _guesses in enumerate(GUESSES):
    for _number, _named in enumerate(_guesses):
        GUESSED[_few, _number, : len(_named)] = _named
        GUESSED_SET[_few, _number] = sum(1 << animal for animal in _named)
