"""What a table of Slyest Fox holds, and how it may be set up."""

from skulk.engine import NONE, choice, options, public, record, whole

from . import moves
from .components import (
    CAP,
    CODES,
    DECK_SIZE,
    FOXES,
    KINDS,
    MOST_CARDS,
    OF_A_KIND,
    QUIET,
    SEATS,
    TRAP,
)

OPTIONS = options(
    whole("players", 2, SEATS, 4),
    choice("mode", "ffa", "duel", "team"),
    choice("extension", "off", "on"),
    choice("ending", "last_survivor", "first_victim"),
    choice("hand_counts", "bands", "exact"),
    choice("show_teams", "off", "on"),
    whole("first", NONE, SEATS - 1, NONE),  # who has the first turn; otherwise drawn
)

State = record(
    public("players", 0, SEATS),
    public("mode", 0, 2),  # FFA, DUEL, TEAM
    public("extension", 0, 1),
    public("ending", 0, 1),
    public("hand_counts", 0, 1),  # display alone (R62)
    public("show_teams", 0, 1),  # display alone (R92)
    public("phase", 0, moves.PHASES - 1),
    public("who", NONE, SEATS - 1),  # the one seat asked; NONE in a window
    public("active", 0, SEATS - 1),  # whose turn it is; before turn 1, whose it will be
    public("turn", 0, CAP * (SEATS + 1)),
    public("quiet", 0, QUIET * SEATS),  # turns in a row without an attack (R106)
    public("over", 0, 1),
    public("reason", 0, moves.QUIET_WOODS),
    # foxes
    public("alive", 0, 2**SEATS - 1),  # a bit for each seat
    public("live", 0, SEATS),  # how many
    public("fallen", 0, SEATS - 1, (SEATS,)),  # 1 for the first to be eliminated, 2 for the next …
    public("markers", 0, OF_A_KIND, (SEATS, 2)),  # Gossiped, In a trap (R3, R4)
    ("character", 0, FOXES - 1, (SEATS,)),
    public("shown", 0, 2**SEATS - 1),  # characters face up (R33)
    public("used", 0, 2**SEATS - 1),  # characters used this turn (R28)
    public("challenged", 0, 2**SEATS - 1),  # who has challenged this turn (R63)
    public("floored", 0, 2**SEATS - 1),  # who has had the floor in this clearing
    public("meddled", 0, 2**SEATS - 1),  # third seats that have played a card in this turn
    public("aloof", 0, 2, (SEATS,)),  # 2: an I don't care lies there; 1: one lay in the interval before (R46, R47)
    # cards, counted by code
    ("decks", 0, MOST_CARDS, (CODES,)),  # face down; which comes next is chance
    public("left", 0, DECK_SIZE, (2,)),  # cards in each deck
    public("piles", 0, MOST_CARDS, (CODES,)),
    public("area", 0, MOST_CARDS, (CODES,)),  # played in this attack (R25)
    ("hands", 0, MOST_CARDS, (SEATS, CODES)),
    public("held", 0, DECK_SIZE, (SEATS, 2)),  # cards of each deck in each hand: public (R62)
    # what has been learned
    public("stock", 0, MOST_CARDS, (CODES,)),  # what each deck was last made of (R77)
    ("drawn", 0, MOST_CARDS, (SEATS, CODES)),  # a seat's own draws from that
    (
        "known",
        0,
        MOST_CARDS,
        (SEATS, SEATS, CODES),
    ),  # known[p, q]: what p can name in q's hand; known[q, q]: what all can
    # the attack
    public("target", NONE, SEATS - 1),
    public("kind", NONE, TRAP),
    public("attack", 0, DECK_SIZE + SEATS),  # A (R15)
    public("defence", 0, DECK_SIZE + SEATS),  # D
    public("ban", 0, 1),  # Enough is enough! has been said (R100)
    public("defended", 0, 1),  # the target has played a card from hand (R29)
    # the window
    public("asked", 0, 2**SEATS - 1),
    ("answers", NONE, moves.ACTIONS - 1, (SEATS,)),  # sealed
)
EVENTS = 48  # the most that one move calls out
LAP = 4 * KINDS  # redeal sorts cards there
