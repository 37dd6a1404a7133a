"""Leduc poker, as in OpenSpiel: hidden cards and chance, as small as they come."""

from skulk.engine import Game

from . import components, rules, sight, words

GAME = Game(components, rules, sight, words)
