"""What a table of Oh, Fox! holds, and how it may be set up."""

from itertools import combinations

import numpy as np

from skulk.engine import NONE, choice, options, public, record, whole

from .components import (
    ALL_PREDATORS,
    ALL_PREY,
    FACADES,
    FIRST_PREDATOR,
    NAMES,
    OBJECTIVES,
    SEATS,
    STOP_CARD,
    TURNS,
)

PAIRS = list(combinations(range(len(OBJECTIVES)), 2))
PAIR = np.array(PAIRS)
PAIR_NAMES = [f"{OBJECTIVES[one]}+{OBJECTIVES[other]}" for one, other in PAIRS]
RANDOM_PAIR, NO_PAIR, FIRST_PAIR = 0, 1, 2  # values of the option `objectives`

OPTIONS = options(
    whole("players", 2, 4, 2),
    choice("facades", *FACADES),  # how many animals are laid out
    choice("animals", "any", *NAMES, shape=(10,)),  # all "any": drawn; otherwise those laid out, then "any"
    choice("homes", "standard", "south", "west", "north", "east", shape=(SEATS,)),  # by seat
    choice("objectives", "random", "none", *PAIR_NAMES),
    whole("predator", NONE, SEATS - 1, NONE),  # a chosen seat
    choice("masked", "off", "on"),
    choice("healing", "one", "both"),  # R51
)

State = record(
    public("players", 2, SEATS),
    public("masked", 0, 1),
    public("healing", 0, 1),
    public("turn", 0, TURNS),  # turns revealed so far; after the eighth the predator guesses
    public("over", 0, 1),
    public("candidates", 0, ALL_PREY | ALL_PREDATORS),  # the animals laid out, as bits
    public("objectives", NONE, len(OBJECTIVES) - 1, (2,)),
    public("homes", NONE, 24, (SEATS,)),
    ("predator", 0, SEATS - 1),  # the predator's seat
    ("animals", NONE, len(NAMES) - 1, (SEATS,)),  # identities
    public("hands", 0, 4, (SEATS, 5)),  # copies of each kind that are left
    public("rows", NONE, STOP_CARD, (SEATS, TURNS)),  # the cards revealed (R9)
    public("answered", 0, 15),  # seats that have chosen a card for this turn, as bits
    ("sealed", NONE, STOP_CARD, (SEATS,)),  # those cards
    public("guess", NONE, FIRST_PREDATOR - 1, (SEATS,)),  # the animal that the predator names for each other seat
    # the film; before it, everyone is at home and has nothing (R1, R2, R11)
    public("spaces", NONE, 24, (SEATS,)),
    public("eaten", 0, 2**25 - 1, (SEATS,)),  # spaces eaten on, as bits
    public("meals", 0, 4, (SEATS,)),
    public("swims", 0, TURNS, (SEATS,)),  # turns on the pond
    public("attacked", 0, TURNS, (SEATS,)),  # how often
    public("wounds", 0, TURNS, (SEATS,)),  # those not healed
    public("hearts", 0, 40, (SEATS,)),
)
EVENTS = 160  # 7 for guess and identities, 8 turns, 60 legs, 24 attacks, 12 meals, 24 healings, 21 of the scoring
