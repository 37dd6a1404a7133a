"""The table of Fox on the Run as a record, and its options."""

from skulk.engine import NONE, choice, options, public, record, whole

from . import moves
from .components import CHARACTERS, DIRECTIONAL, GUARDIANS, SEATS, SQUARES

BASE_LIMIT, EXPANSION_LIMIT, MOST_TURNS = 200, 300, 30_000  # R49

OPTIONS = options(
    whole("players", 2, SEATS, 2),
    choice("expansion", "off", "on"),
    choice("solo_faction", "foxes", "guardians"),
    whole("controllers", NONE, SEATS - 1, NONE, (CHARACTERS,)),
    choice("raffles_side", "foxes", "guardians", "random", default="guardians"),
    choice("flip_ends", "movement", "turn"),
    whole("turn_limit", NONE, MOST_TURNS, NONE),  # R49
)
RANDOM_SIDE = 2

State = record(
    ("printed", 0, 15, (SQUARES,)),  # arrows of the tile on each square as printed; START has none; hidden face down
    public("quarters", 0, 3, (SQUARES,)),  # how far it has been turned clockwise
    public("revealed", 0, 1, (SQUARES,)),
    public("face_down", 0, DIRECTIONAL),  # directional tiles not yet revealed (R28)
    public("place", NONE, SQUARES - 1, (CHARACTERS,)),
    public("standing", 0, 63, (SQUARES,)),  # the characters on each square, as bits
    public("controller", NONE, SEATS - 1, (CHARACTERS,)),
    public("faction", NONE, GUARDIANS, (CHARACTERS,)),
    public("order", NONE, CHARACTERS - 1, (CHARACTERS,)),
    public("playing", 4, CHARACTERS),  # characters in the game
    public("players", 2, SEATS),
    public("turn", 0, CHARACTERS - 1),  # place in the order
    public("completed", 0, MOST_TURNS),  # turns
    public("turn_limit", 1, MOST_TURNS),
    public("flip_ends", 0, 1),
    public("phase", moves.STEP, moves.PUSH),
    public("applied", 0, (1 << SQUARES) - 1),  # squares whose tile has taken effect on the mover this turn (R21)
    public("selected", NONE, SQUARES - 1),  # Scarlet's first tile, or Puffer's
    public("to_push", 0, 63),  # characters Napoleon has still to push, as bits
    public("winner", NONE, moves.DRAW),
    public("reason", NONE, moves.LIMIT),
    public("over", 0, 1),
)
