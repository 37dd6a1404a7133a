"""Runs a Python bot in a process of its own: `python -m skulk.lab.host my_bot.py GAME` speaks the bots' protocol.

The file has a class `Bot`, opened as Bot(game) for every game, or a function `choose`, with the interface of our own
bots: choose(seen, seat, budget, dealer) -> an action, or a move in words. A function that names a further parameter
`game` is given the game.
"""

import importlib.util
import inspect
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from skulk.bots import Budget
from skulk.engine import Game, mix
from skulk.protocol.lines import line
from skulk.protocol.messages import Move

from . import open_game


def main(path: str, name: str) -> None:
    """Answer until standard input ends. What the bot prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    game = open_game(name)
    make = bot_in(Path(path))
    bot: Any = None
    seat = 0
    for text in sys.stdin.buffer:
        message = json.loads(text)
        if message["type"] == "welcome":
            bot, seat = make(game), message["seat"]
        if "ask" in message:
            move = _move(bot, game, seat, message["number"], message["ask"])
            answers.write(line(Move(f"move-{message['number']}", move, message["number"])))
            answers.flush()


def bot_in(path: Path) -> Any:
    """What makes a bot of a game: the file's class Bot, or its function choose for every game."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent.resolve()))
    spec.loader.exec_module(module)
    if hasattr(module, "Bot"):
        return module.Bot
    if hasattr(module, "choose"):
        return lambda game: Alone(module.choose, game)
    raise AttributeError(f"{path.name} has neither a class Bot nor a function choose")


class Alone:
    """A bot that is a function and nothing else."""

    def __init__(self, choose: Callable[..., Any], game: Game):
        wants_game = "game" in inspect.signature(choose).parameters
        self.choose = partial(choose, game=game) if wants_game else choose


def _move(bot: Any, game: Game, seat: int, number: int, ask: dict[str, Any]) -> Any:
    dealer = game.dealer(mix(ask["chance"], number))
    return bot.choose(seen_in(game, ask["seen"]), seat, Budget(**ask["budget"]), dealer)


def seen_in(game: Game, fields: dict[str, Any]) -> Any:
    """The record behind a question's `seen`."""
    seen = game.State.new()
    for name, _, _, shape, _ in game.State.fields:
        setattr(seen, name, np.array(fields[name], np.int64) if shape else fields[name])
    return seen


if __name__ == "__main__":
    main(*sys.argv[1:])
