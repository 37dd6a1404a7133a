"""Outfoxed: Red Fox hunts three rabbits, Crow moves them out of his way."""

from skulk.engine import Game

from . import components, rules, sight, words

GAME = Game(components, rules, sight, words)
