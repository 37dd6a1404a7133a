"""Oh, Fox!: eight cards in secret, then the whole hunt as a film. Rules: docs/rules/oh_fox.md."""

from skulk.engine import Game

GAME = Game.of(__name__)
