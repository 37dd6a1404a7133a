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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Tests that compile the same game run in the same worker; others stay together by file."""
    everyone = [*names(), "leduc", "connect_four"]
    for item in items:
        own = [name for name in everyone if name in item.nodeid]
        item.add_marker(pytest.mark.xdist_group(own[0] if own else item.path.stem))
