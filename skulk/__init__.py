"""Skulk: five fox games on one source of the rules."""

__version__ = "0.1.0"
