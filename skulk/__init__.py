"""Skulk: five fox games on one source of the rules.

What stands here is what programs need: games by name, matches, random games in bulk, bots, the arena, and what is
raised when something cannot be done. Each name is fetched when it is first asked for, so that `import skulk` costs
nothing; more is in `skulk.engine` (to write rules), `skulk.bots` and `skulk.lab`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the same names, for whoever reads types
    from skulk.bots import Bot, Budget, sit
    from skulk.bots.coach import Coach
    from skulk.bots.hints import Hints
    from skulk.bots.review import Review
    from skulk.engine import (
        NONE,
        SPECTATOR,
        UNKNOWN,
        BadBox,
        BadOption,
        BadPosition,
        BadSave,
        BrokenContract,
        Event,
        Game,
        GameOver,
        IllegalMove,
        Match,
        NothingToUndo,
        NotOver,
        NotYourTurn,
        Phrase,
        ScriptMismatch,
        ScriptRanOut,
        SkulkError,
        UnknownGame,
        UnknownMove,
        load,
    )
    from skulk.engine import names as games
    from skulk.engine.batch import Batch, Step, batch
    from skulk.engine.chance import Outcome
    from skulk.engine.infostate import Infostate
    from skulk.engine.run import Playouts, Tally
    from skulk.engine.views import Column, View
    from skulk.lab.arena import compete as arena

__version__ = "0.1.0"

__all__ = [
    "NONE", "SPECTATOR", "UNKNOWN", "BadBox", "BadOption", "BadPosition", "BadSave", "Batch", "Bot", "BrokenContract",
    "Budget", "Coach", "Column", "Event", "Game", "GameOver", "Hints", "IllegalMove", "Infostate", "Match", "NotOver",
    "NotYourTurn", "NothingToUndo", "Outcome", "Phrase", "Playouts", "Review", "ScriptMismatch", "ScriptRanOut",
    "SkulkError", "Step", "Tally", "UnknownGame", "UnknownMove", "View", "arena", "batch", "games", "load", "sit",
]  # fmt: skip

_ELSEWHERE = {  # name → where it lives, if that is not the engine
    "Batch": "skulk.engine.batch:Batch",
    "Bot": "skulk.bots:Bot",
    "Budget": "skulk.bots:Budget",
    "Coach": "skulk.bots.coach:Coach",
    "Column": "skulk.engine.views:Column",
    "Hints": "skulk.bots.hints:Hints",
    "Infostate": "skulk.engine.infostate:Infostate",
    "Outcome": "skulk.engine.chance:Outcome",
    "Playouts": "skulk.engine.run:Playouts",
    "Review": "skulk.bots.review:Review",
    "Tally": "skulk.engine.run:Tally",
    "Step": "skulk.engine.batch:Step",
    "View": "skulk.engine.views:View",
    "arena": "skulk.lab.arena:compete",
    "batch": "skulk.engine.batch:batch",
    "sit": "skulk.bots:sit",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'skulk' has no attribute {name!r}")
    if name == "games":  # the package, which lists them when it is called
        return import_module("skulk.games")
    module, _, inside = _ELSEWHERE.get(name, f"skulk.engine:{name}").partition(":")
    value = globals()[name] = getattr(import_module(module), inside)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
