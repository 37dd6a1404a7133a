"""Den: a toy with hidden cards, a sealed choice, a window and a turn. `BUG` breaks one law on purpose."""

from skulk.engine import Game

GAME = Game.of(__name__)
