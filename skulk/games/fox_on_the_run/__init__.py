"""Fox on the Run, with Double Trouble!"""

from skulk.engine import Game

GAME = Game.of(__name__)
