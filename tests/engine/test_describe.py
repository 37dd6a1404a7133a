"""A game described once, for the server's house and for `skulk games`; a game opened once, by name or package."""

import json

import pytest

from skulk.cli import main
from skulk.engine import Game, UnknownGame, load, open_game


def test_a_game_tells_its_options_as_they_are_declared():
    told = load("fox_on_the_run").describe()
    options = {option.pop("name"): option for option in told["options"]}
    assert told["players"] == [2, 6]
    assert options["turn_limit"] == {
        "takes": "0 to 30000 or none", "values": [], "least": 0, "most": 30000, "count": None, "default": None
    }  # fmt: skip
    assert (options["expansion"]["values"], options["expansion"]["least"]) == (["off", "on"], None)
    assert options["controllers"]["count"] == len(options["controllers"]["default"] or [None] * 6)
    assert json.loads(json.dumps(told)) == told


def test_the_list_of_games_says_the_same(capsys):
    with pytest.raises(SystemExit):
        main(["games", "--json"])
    for listed in json.loads(capsys.readouterr().out):
        told = load(listed["name"]).describe()
        assert (listed["title"], listed["version"]) == (told["title"], told["version"])
        parts = [{name: option[name] for name in ("name", "takes", "default")} for option in told["options"]]
        assert listed["options"] == parts


def test_a_game_is_opened_by_name_or_by_package():
    assert open_game("fox-grove") is load("fox_grove")
    assert open_game("tests.den").name == "den"
    for name, said in {"tests.nowhere": "no game in a package", "skulk.engine": "no game in a package"}.items():
        with pytest.raises(UnknownGame, match=said):
            open_game(name)
    with pytest.raises(UnknownGame, match="there is no game"):
        load("tests.den")  # who asks a server for a game by name does not choose code to run
    assert isinstance(open_game("bench.leduc"), Game)
