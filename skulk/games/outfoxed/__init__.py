"""Outfoxed: Red Fox hunts three rabbits, Crow moves them out of his way."""

from skulk.engine import Game

GAME = Game.of(__name__)
