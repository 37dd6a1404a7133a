"""No advice: every move looks alike, and nothing is expected of an unfinished game."""

from skulk.engine import rule
from skulk.engine.contract import SEATS

KNOBS: dict[str, float] = {}


@rule
def weigh(state, seat, action):
    return 0


@rule
def estimate(state, out):
    for seat in range(SEATS):
        out[seat] = 0.0


@rule
def likely(state, seat):
    """Every world is as likely as it is dealt."""
    return 0.0


@rule
def unseal(state, seat):
    """Nobody has chosen anything in secret."""
