"""Leduc poker, as in OpenSpiel: hidden cards and chance, as small as they come."""

from skulk.engine import Game

GAME = Game.of(__name__)
