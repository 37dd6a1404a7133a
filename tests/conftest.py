"""The games that the tests of every game run on; figures of the reliability checks, told together at the end."""

import os

import hypothesis
import pytest

from skulk.engine import names, open_game

# What is compiled here checks every index, once for all tests of a game. SKULK_BOUNDS=0: the code as it is shipped.
os.environ.setdefault("SKULK_BOUNDS", "1")

pytest.register_assert_rewrite(*(f"tests.games.{name}.laying" for name in names()))
hypothesis.settings.register_profile("the same each time", derandomize=True)
if os.environ.get("SKULK_CHECKS") != "full":
    hypothesis.settings.load_profile("the same each time")


# What these run is run by others too; they run it a thousand times, and measuring coverage would take twice as long.
REPEATING = {
    "test_any_match",
    "test_compiling",
    "test_cuda",
    "test_every_game",
    "test_fair_belief",
    "test_folding",
    "test_fuzz",
    "test_golden",
    "test_leaks",
    "test_machine",
    "test_search",
    "test_what_a_seat_knows",
    "test_whole_games",
    "test_whole_rounds",
}


def pytest_addoption(parser):
    parser.addoption("--game", action="append", help="only this game in the tests of every game; may be repeated")


def pytest_generate_tests(metafunc):
    if "game_name" in metafunc.fixturenames:
        wanted = metafunc.config.getoption("--game")
        metafunc.parametrize("game_name", [n for n in [*names(), "leduc", "connect_four"] if not wanted or n in wanted])


def the_game(name):
    """A game of the house, or one of the two that peers have too."""
    return open_game(name if name in names() else f"bench.{name}")


@pytest.fixture
def game(game_name):
    return the_game(game_name)


@pytest.fixture
def figure(record_property):
    """figure(6, "2,000 pairs, 0 differences"): what a check of docs/server.md has measured."""

    def note(check, text):
        record_property("check", (check, text))
        print(f"check {check}: {text}")

    return note


def pytest_terminal_summary(terminalreporter):
    reports = [report for some in terminalreporter.stats.values() for report in some if hasattr(report, "when")]
    told = [report.user_properties for report in reports if report.when == "call"]
    noted = [value for properties in told for name, value in properties if name == "check"]
    if noted:
        terminalreporter.section("reliability checks")
        for check, text in sorted(map(tuple, noted)):
            terminalreporter.line(f"{check:>3}  {text}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Tests that compile the same game run in the same worker; others stay together by file."""
    for item in items:
        item.add_marker(pytest.mark.xdist_group(_group(item)))
        if item.path.stem in REPEATING or item.path.parent.name == "browser":
            item.add_marker(pytest.mark.no_cover)


def _group(item):
    own = [name for name in [*names(), "leduc", "connect_four"] if name in item.nodeid]
    if item.path.parent.name == "browser":  # one server and one browser for a file; nothing is compiled there
        return f"browser {item.path.stem} {own[0] if own and item.path.stem == 'test_evenings' else ''}"
    if own and item.path.stem == "test_cuda":  # nothing of it is of use to the others
        return f"cuda {own[0]}"
    return own[0] if own else item.path.stem
