"""Fox on the Run, with Double Trouble!"""

from skulk.engine import Game

from . import components, rules, sight, words

GAME = Game(components, rules, sight, words)
