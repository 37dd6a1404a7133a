"""Doors for programs that speak another library's language: PettingZoo, Gymnasium, OpenSpiel.

Each is a module of its own and imports its library alone (`pip install skulk[rl]`). They run a `Match`, interpreted,
and start at once; what steps thousands of tables together is `skulk.batch`: Gymnasium's vector form stands on it.
"""

from typing import Any

import numpy as np

from skulk.engine import Game, Match
from skulk.engine.views import View


def observed(match: Match, view: View, seat: int, more: int = 0) -> dict[str, Any]:
    """What a seat sees as numbers, and a mask of what it may do, with room for `more` actions."""
    mask = np.zeros(match.game.actions + more, np.int8)
    mask[match.legal(seat)] = 1
    return {"observation": view.of(match.seen(seat), seat), "action_mask": mask}


def floats(game: Game) -> View:
    """The view in which adapters tell a seat what it sees."""
    return View(game, "floats")


def drawn(chance: np.random.Generator) -> int:
    """The seed of a match."""
    return int(chance.integers(2**63))
