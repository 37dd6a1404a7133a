"""Hints in words."""

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the search loads a compiler
    from skulk.bots.hints import Hints
    from skulk.bots.searcher import Hint


def about(hints: "Hints") -> str:
    """What stands beside the moves."""
    if hints.problem:
        return f"There are no hints: {hints.problem}."
    if not hints.is_ready:
        return "Hints are being prepared; play on."
    return "Beside each move: your share of the win if you make it, and how sure that is."


def spoken(hint: "Hint") -> str:
    """The share of the win that the move promises, and how far the truth may be from it: "62 % ± 4"."""
    if not hint.visits:
        return "?"
    return f"{100 * hint.share:.0f} % ± {max(1, math.ceil(100 * hint.give))}"
