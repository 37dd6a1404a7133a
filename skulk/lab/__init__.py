"""The laboratory: whoever wants to know plays many games here. Bots are given what they would be given at a table."""

from skulk.engine import open_game

__all__ = ["open_game"]
