"""Connect Four, as in OpenSpiel: nothing hidden, no chance."""

from skulk.engine import Game

GAME = Game.of(__name__)
