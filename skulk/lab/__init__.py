"""The laboratory: whoever wants to know plays many games here. Bots are given what they would be given at a table."""

import importlib

from skulk.engine import Game, UnknownGame, load, names


def open_game(name: str) -> Game:
    """A game of the house by name, or any other by its package: `bench.leduc`."""
    if "." not in name or name.replace("-", "_") in names():
        return load(name)
    try:
        game = importlib.import_module(name).GAME
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"there is no game in a package {name!r}: {error}") from error
    if not isinstance(game, Game):
        raise UnknownGame(f"{name}.GAME is no game")
    return game
