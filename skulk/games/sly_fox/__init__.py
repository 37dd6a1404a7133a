"""Slyest Fox: gossip, traps and nosey weasels, for 2 to 8 foxes."""

from skulk.engine import Game

from . import components, rules, sight, words

GAME = Game(components, rules, sight, words)
