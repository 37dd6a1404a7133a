"""The games that the tests of every game run on."""

import importlib

import pytest

from skulk.engine import load, names


def pytest_addoption(parser):
    parser.addoption("--game", action="append", help="only this game in the tests of every game; may be repeated")


def pytest_generate_tests(metafunc):
    if "game_name" in metafunc.fixturenames:
        wanted = metafunc.config.getoption("--game")
        metafunc.parametrize("game_name", [n for n in [*names(), "leduc", "connect_four"] if not wanted or n in wanted])


def the_game(name):
    """A game of the house, or one of the two that peers have too."""
    return load(name) if name in names() else importlib.import_module(f"bench.{name}").GAME


@pytest.fixture
def game(game_name):
    return the_game(game_name)
