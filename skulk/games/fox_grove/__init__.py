"""Fox Grove: tricks for wood, nuts and maple, and three houses to climb."""

from skulk.engine import Game

GAME = Game.of(__name__)
