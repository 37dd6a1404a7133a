"""How much a bot may think about one move."""

from typing import NamedTuple


class Budget(NamedTuple):
    """So many simulations, which repeat exactly anywhere, or so many seconds."""

    simulations: int = 0
    seconds: float = 0.0
