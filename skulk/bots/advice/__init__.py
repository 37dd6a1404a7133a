"""Advice: rules of thumb for one game, in the words of its rulebook.

`weigh(state, seat, action)` says how good a move looks to a seat, from 0 to 1000; it reads only what that seat sees.
`estimate(state, out)` says what each seat may expect of an unfinished game, from −1 to 1. `likely` and `unseal` are for
games in which the others' secrets can be guessed at (see engine/contract.py). `KNOBS` tunes the search, `KNOBS_OF_MANY`
says what is different with more than two at the table.
The thumb bot plays the move that weighs most; the search lets the same advice guide its first looks and its playouts.
"""

import importlib
import importlib.util
from types import ModuleType

from skulk.engine import Game


def advice_for(game: Game) -> ModuleType:
    """The module of advice for a game; plain advice where nobody has written any."""
    name = f"{__name__}.{game.name}"
    return importlib.import_module(name if importlib.util.find_spec(name) else f"{__name__}.plain")
