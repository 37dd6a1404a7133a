"""Fox Grove: tricks for wood, nuts and maple, and three houses to climb."""

from skulk.engine import Game

from . import components, rules, sight, words

GAME = Game(components, rules, sight, words)
