"""What every game stands on; knows no game."""

from .box import component
from .dealer import (
    EVERYONE,
    SPECTATOR,
    Dealer,
    Event,
    ScriptMismatch,
    ScriptRanOut,
    call,
    copy,
    draw,
    everyone_but,
    has,
    lowest,
    mix,
    only,
    roll,
    shuffle,
    total,
    unfold,
)
from .errors import (
    BadBox,
    BadOption,
    BadPosition,
    BadSave,
    BrokenContract,
    GameOver,
    IllegalMove,
    NothingToUndo,
    NotOver,
    NotYourTurn,
    SkulkError,
    UnknownGame,
    UnknownMove,
)
from .game import SEALED, TURN, WINDOW, Game, load, names, open_game, opened
from .match import Match
from .options import choice, options, whole
from .phrase import Phrase, Said
from .record import NONE, UNKNOWN, Record, public, record
from .rule import COMPILED, CUDA, PYTHON, Array, RecursiveRule, rule

__all__ = [
    "COMPILED", "CUDA", "EVERYONE", "NONE", "PYTHON", "SEALED", "SPECTATOR", "TURN", "UNKNOWN", "WINDOW",
    "Array", "BadBox", "BadOption", "BadPosition", "BadSave", "BrokenContract", "Dealer", "Event", "Game", "GameOver",
    "IllegalMove", "Match", "NotOver", "NotYourTurn", "NothingToUndo", "Phrase", "Record", "RecursiveRule",
    "Said", "ScriptMismatch", "ScriptRanOut", "SkulkError", "UnknownGame", "UnknownMove",
    "call", "choice", "component", "copy", "draw", "everyone_but", "has", "load", "lowest", "mix", "names", "only",
    "open_game", "opened", "options", "public", "record", "roll", "rule", "shuffle", "total", "unfold", "whole",
]  # fmt: skip
