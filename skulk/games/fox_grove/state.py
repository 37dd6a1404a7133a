"""What a table of Fox Grove holds, and how it may be set up."""

from skulk.engine import NONE, choice, options, public, record, whole

from . import moves
from .components import (
    ALL_KEPT,
    BERRIES,
    BERRY_VALUES,
    CARDS,
    COLOURS,
    FRANK,
    HAND,
    HOUSES,
    OWLS,
    PAIR_NAMES,
    RESOURCES,
    SEATS,
    TOP,
)

OPTIONS = options(
    whole("players", 2, SEATS, 2),
    choice("tree", "A", "B"),
    choice("mushroom", "A", "B"),
    choice("leaf", "A", "B"),
    choice("variant", "base", "pro"),
    choice("owls", *PAIR_NAMES),  # everybody's pair in the base variant
    whole("first", NONE, SEATS - 1, NONE),  # who leads the first trick; otherwise drawn
)

# ---- where a card is: in the hand of a seat (0 to 3), in the pile, or played by PLAYED + seat

PILE, PLAYED = 4, 5
TRICKS, ROUNDS = HAND, 4  # R1, R30
TABLE = 4  # most cards in a trick
DECK = CARDS - 2 * HAND  # the largest pile
LEFT, RIGHT = 0, 1  # gave[seat, LEFT]; of two players, to the other and under the pile

State = record(
    public("players", 2, SEATS),
    public("sides", 0, 1, (HOUSES,)),
    public("pro", 0, 1),
    public("woodpecker", 0, ROUNDS - 1),  # rounds completed
    public("phase", moves.EXCHANGE, moves.FINISHED),
    public("turn", NONE, SEATS - 1),  # who decides; NONE while all choose in secret
    public("fox", 0, SEATS - 1),  # who has the first-player marker
    # this round's cards
    ("places", 0, PLAYED + FRANK, (CARDS,)),  # where each card is
    public("held", 0, HAND + 2, (SEATS,)),  # cards in each hand, for all to see
    ("deck", NONE, CARDS - 1, (DECK,)),  # the pile as dealt, its top card at deck[top]
    public("top", 0, DECK),  # cards taken off the pile
    ("gave", NONE, CARDS - 1, (SEATS, 2)),  # cards chosen for the exchange
    ("under", NONE, CARDS - 1, (SEATS, 2)),  # cards put under the pile with DRAW2
    public("voids", 0, 1, (SEATS, COLOURS)),  # colours a seat has shown not to hold
    # this trick
    public("trick", 0, TRICKS),  # tricks completed
    public("leader", 0, SEATS - 1),
    public("placed", 0, TABLE),  # cards played in this trick, Frank's among them
    public("table", NONE, CARDS - 1, (TABLE,)),  # in playing order; NONE where a card was discarded
    public("owed", 0, 2),  # cards the winner has still to name
    public("won", 0, 1),  # the winner has named them
    public("due", NONE, CARDS - 1, (2,)),  # rewards still to come, in order
    public("card", NONE, CARDS - 1),  # whose reward is being taken
    # an advance under way
    public("house", NONE, HOUSES - 1),
    public("cost", 0, 12, (RESOURCES,)),  # what is still asked for it
    public("drop", 0, 1),  # the unit that card 13 drops is still to be chosen
    public("delivered", 0, SEATS),  # delivery turns completed
    ("kept", NONE, ALL_KEPT, (SEATS,)),  # what each has chosen to keep
    # the players
    public("resources", 0, 120, (SEATS, RESOURCES)),
    public("levels", 0, TOP, (SEATS, HOUSES)),
    public("owls", 0, 2, (SEATS, OWLS)),  # NO_OWL, AWAKE or ASLEEP
    # blackberries, in the order of the supply
    ("berry", 1, BERRY_VALUES, (BERRIES,)),  # their values
    public("taken", 0, BERRIES),
    public("taker", NONE, SEATS - 1, (BERRIES,)),
    public("since", 0, BERRIES, (BERRIES,)),  # how many its taker had spent before taking it
    ("spent", 0, 1, (BERRIES,)),
    public("berries", 0, BERRIES, (SEATS,)),  # held, for all to see
    public("eaten", 0, BERRIES, (SEATS,)),  # spent, for all to see
    public("over", 0, 1),
)
LAP = 160
EVENTS = 64  # most called out in one move: the last trick with its rewards, a whole delivery, the next deal
