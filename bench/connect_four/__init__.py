"""Connect Four, as in OpenSpiel: nothing hidden, no chance."""

from skulk.engine import Game

from . import components, rules, sight, words

GAME = Game(components, rules, sight, words)
