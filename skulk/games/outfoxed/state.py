"""What a table of Outfoxed holds, and how it may be set up."""

from skulk.engine import NONE, choice, options, public, record, whole

from . import moves
from .components import (
    CATCH,
    CELLS,
    CROW,
    EFFECTS,
    EXCHANGES,
    FOX,
    KINDS,
    MOST,
    PLACES_OF_CARDS,
    RABBITS,
    RIM,
    ROOM,
)

OPTIONS = options(
    whole("players", 2, 2, 2),
    choice("burying", "off", "on"),  # R78: whether Crow may take a rabbit out of the game
    choice("vixen", "evening", "any"),  # R63: when the Vixen may be put down
    choice("memory", "aided", "unaided"),  # display only
    choice("eagle_gap", "even", "odd"),
)

# ---- the marks of a card are public and travel with it (R2, R11)

FOX_KNOWS, CROW_KNOWS = 1 << FOX, 1 << CROW  # the seat has seen the card: a bit for each seat
BOTH_KNOW = FOX_KNOWS | CROW_KNOWS
PUBLIC = 32  # all have seen it, whoever watches too: revealed once, or told by its back
ALL_KNOW = BOTH_KNOW | PUBLIC
FACE_UP = 4
MAY_BE_RABBIT = 8  # it came with the deal, or is a rabbit put back; never from hand or draw deck
STIRRED = 16  # shuffled by a storm and not revealed since (R58)

# ---- the table

BAITS = 12  # the most pieces of bait at a time; the box has two

State = record(
    public("phase", 0, len(moves.PHASES) - 1),  # the decision that is asked (moves.py)
    public("due", NONE, len(moves.PHASES) - 1),  # what comes after the Vixen has been asked for
    public("over", 0, 1),
    public("reason", NONE, 3),  # R82
    # the pieces (R5)
    public("fox", 0, CELLS - 1),
    public("bear", 0, CELLS - 1),
    public("arrow", NONE, CELLS - 1),  # R65: the cell Bear came from
    public("vixen", NONE, CELLS - 1),
    public("crow", 0, RIM - 1),
    public("eagle", 0, RIM - 1),
    public("sun", 0, RIM),  # R73: spaces gone; home again after 20
    # the cards
    ("cards", NONE, KINDS - 1, (PLACES_OF_CARDS,)),  # on the cells, row by row; then those in front of Crow
    public("marks", 0, 63, (PLACES_OF_CARDS,)),  # what all can see of each: its side, and who has looked at it
    public("exchanges", 0, EXCHANGES),  # R77: cards in front of Crow
    ("deck", NONE, KINDS - 1, (MOST,)),  # face-down; deck[left - 1] is the top card
    public("left", 0, MOST),
    ("hand", 0, MOST, (KINDS,)),  # how many of each kind Red Fox holds
    public("held", 0, MOST),  # and how many in all
    public("discards", 0, MOST, (KINDS,)),  # R80
    public("captured", NONE, RABBITS - 1, (CATCH,)),  # R41: in the order of capture
    public("caught", 0, CATCH),
    public("bait", NONE, KINDS - 1, (BAITS,)),  # R55: the one got first comes first
    public("baits", 0, BAITS),
    public("census", 0, MOST, (KINDS,)),  # how many of each kind are in the game
    # what a storm left behind (R58)
    ("recalled", 0, CELLS, (2, KINDS)),  # recalled[seat, kind]: stirred cards the seat had known; its own secret
    public("recalls", 0, CELLS, (2,)),  # and how many in all
    public("shown", 0, CELLS, (KINDS,)),  # stirred cards revealed since
    # what will happen
    public("limp", 0, 1),  # R48
    public("lost", 0, 1),  # R49
    public("double_spent", 0, 1),  # R71
    public("dive", 0, 1),  # R56, this round
    public("distracted", 0, 1),  # R61, this round
    public("shiny", 0, 1),  # R62, this round
    public("bonus", 0, 1),  # R43, this turn
    # within a turn
    public("start", NONE, CELLS - 1),  # where the turn began
    public("trail", 0, (1 << CELLS) - 1),  # R23: cells of this move, as bits
    public("steps", 0, 3),
    public("reach", 0, 3),  # R21, R27, R28: steps allowed
    public("active", NONE, KINDS - 1),  # the card being activated
    public("effect", 0, EFFECTS.shape[1]),  # its next symbol
    public("hits", 0, 2),  # R39: rolls without evasion
    public("face", NONE, 3),  # the latest roll
    public("picked", NONE, CELLS - 1),  # the first cell of a switch; the card Crow has peeked at
    # options
    public("burying", 0, 1),
    public("vixen_any", 0, 1),
    public("unaided", 0, 1),
)
EVENTS = 22  # the most that one move calls out
LAP = 2 * KINDS + 3 * ROOM + 5  # room to shuffle, and to redeal in (sight.py)
