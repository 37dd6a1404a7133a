"""Matches for the tests: two games, random moves, and all there is to know about a match."""

import random

import pytest

from skulk.engine import SPECTATOR, load
from tests import den

DEN, FOX = den.GAME, load("fox-on-the-run")
ONES = [0, 0, 0, 1, 2, 1, 2, 2, 1]
both_games = pytest.mark.parametrize("game", [DEN, FOX], ids=["den", "fox"])


def some_moves(match, count, seed=0):
    """Play so many random moves, or to the end."""
    dice = random.Random(seed)
    while count and not match.is_over:
        seat = dice.choice(match.acting())
        match.play(seat, dice.choice(match.legal(seat)))
        count -= 1
    return match


def bytes_of(match):
    return match.game.State.pack(match.state)


def story(match):
    """All there is to know about a match."""
    seats = [*range(match.players), SPECTATOR]
    moves = [(move.seat, move.action, move.text) for move in match.moves]
    heard = {seat: match.events(seat) for seat in seats}
    return match.options, match.seed, match.shares, moves, heard, match.acting(), bytes_of(match)
