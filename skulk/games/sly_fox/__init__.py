"""Slyest Fox: gossip, traps and nosey weasels, for 2 to 8 foxes."""

from skulk.engine import Game

GAME = Game.of(__name__)
