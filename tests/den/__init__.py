"""Den: a toy with hidden cards, a sealed choice, a window and a turn. `BUG` breaks one law on purpose."""

from skulk.engine import Game

from . import components, rules, sight, words

GAME = Game(components, rules, sight, words)
