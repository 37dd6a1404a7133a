"""What `import skulk` offers: cheap to import, whole, told to people and to type checkers, and on docs/api.md."""

import ast
import importlib
import inspect
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import skulk
from scripts import api
from skulk.cli import main
from skulk.engine import record

FOX = "fox-on-the-run"
SOURCE = Path(skulk.__file__)


def test_importing_it_imports_nothing_else():
    code = "import sys, skulk; print(*(m for m in sys.modules if m.startswith(('skulk.', 'numpy', 'numba', 'rich'))))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.split() == []


def test_every_name_is_there_and_listed():
    assert [name for name in skulk.__all__ if not hasattr(skulk, name)] == []
    assert set(skulk.__all__) <= set(dir(skulk))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        skulk.nonsense  # noqa: B018


def test_type_checkers_are_told_the_same_names():
    block = next(node for node in ast.parse(SOURCE.read_text(encoding="utf-8")).body if isinstance(node, ast.If))
    told = {name.asname or name.name for node in block.body for name in node.names}
    assert told == set(skulk.__all__)
    assert (SOURCE.parent / "py.typed").is_file()


def test_the_games_are_listed_before_and_after_one_is_opened():
    assert skulk.games() == ["fox_grove", "fox_on_the_run", "oh_fox", "outfoxed", "sly_fox"]
    assert [skulk.load(name).name for name in skulk.games()] == skulk.games()
    from skulk.games import oh_fox

    assert oh_fox.GAME is skulk.load("oh-fox")


def test_a_game_is_played_by_what_stands_here():
    match = skulk.Match(FOX, {"players": 2}, seed=7)
    bots = [skulk.sit("random", FOX), skulk.sit("cub", match.game)]
    chance = match.game.dealer(1)
    while not match.is_over:
        seat = match.acting()[0]
        match.play(seat, bots[seat].choose(match.seen(seat), seat, 1, chance))
    assert sorted(match.result()["ranks"]) == [1, 2]
    with pytest.raises(skulk.GameOver):
        match.play(0, 0)


def test_random_games_in_bulk_take_a_game_by_name():
    tally = skulk.Playouts(FOX, target="python").run(1, 2)
    assert (tally.games, tally.digest) == (2, skulk.Playouts(skulk.load(FOX), target="python").run(1, 2).digest)
    with pytest.raises(skulk.UnknownGame):
        skulk.batch("hen-on-the-run")


def test_the_arena_tells_what_its_command_prints(capsys):
    with pytest.raises(SystemExit):
        main(shlex.split(f"arena {FOX} random thumb --games 4 --jobs 1 --seed 5 --json --option turn_limit=20"))
    told = skulk.arena(FOX, "random", "thumb", games=4, seed=5, options={"turn_limit": 20})
    printed = json.loads(capsys.readouterr().out)
    for report in (told, printed):
        for bot in report["bots"]:
            del bot["milliseconds"]
    assert json.loads(json.dumps(told)) == printed
    assert told["games"] == 4


@pytest.mark.parametrize(
    ("bots", "more", "said"),
    [
        ([], {}, "which bots"),
        (["random"], {"games": 0}, "games must be 1 to"),
        (["random"], {"options": {"players": 9}}, "option 'players' takes 2 to 6"),
        (["nobody"], {}, "there is no bot 'nobody'"),
        ([["random", "thumb"]], {}, r"one after the other, each in words.*; not \['random', 'thumb'\]"),
        (["random"], {"games": [1]}, r"games takes a whole number, not \[1\]"),
        (["random"], {"jobs": 1.5}, "jobs takes a whole number, not 1.5"),
        (["random"], {"limit": None}, "limit takes a number, not None"),
        (["random", "thumb"], {"bar": "half"}, "bar takes a number, not 'half'"),
        (["random"], {"budget": 5}, "a budget is said in words, .* not 5"),
        (["random"], {"seed": True}, "a seed is text or a whole number from 0 on, not True"),
        (["random"], {"save": 5}, "save is the name of a file, not 5"),
    ],
)
def test_the_arena_refuses_what_cannot_be(bots, more, said):
    with pytest.raises(skulk.BadOption, match=said):
        skulk.arena(FOX, *bots, **more)


def test_games_and_bots_are_named_in_words():
    for game in (None, [FOX], skulk.load(FOX)):
        with pytest.raises(skulk.UnknownGame, match="a game is named by words"):
            skulk.arena(game, "random")
    with pytest.raises(skulk.BadOption, match="a bot is named in words, such as 'search:200ms', not 5"):
        skulk.sit(5, FOX)


@pytest.mark.parametrize("seed", [-1, True, 1.5, "1"])
def test_the_seed_of_random_games_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="seed is a whole number from 0 to"):
        skulk.Playouts(FOX, target="python").run(seed, 1)


def test_whatever_stands_here_has_a_docstring():
    for name in skulk.__all__:
        value = getattr(skulk, name)
        if isinstance(value, int):
            continue
        assert value.__doc__, name
        inside = vars(value).items() if isinstance(value, type) else []
        bare = [part for part, it in inside if part[0] != "_" and _is_deed(it) and not inspect.getdoc(it)]
        assert bare == [], name


def _is_deed(value):
    return isinstance(value, property | staticmethod | classmethod) or inspect.isfunction(value)


def test_the_page_is_made_from_these_docstrings():
    assert set(skulk.__all__) == {name for names in api.CHAPTERS.values() for name in names}
    assert api.PAGE.read_text(encoding="utf-8") == api.page(), "docs/api.md is stale: python -m scripts.api"


def test_a_record_can_be_read():
    layout = record(("turn", 0, 3), ("heir", skulk.NONE, 3), ("coop", 0, 9, (3,)), ("hands", 0, 9, (2, 4)))
    table = layout.new()
    table.heir, table.coop[:] = skulk.NONE, [4, skulk.UNKNOWN, 0]
    table.hands[1] = [1, 2, skulk.NONE, 3]
    assert repr(table) == "<turn 0, heir -, coop [4 ? 0], hands [4×0 [1 2 - 3]]>"
    assert repr(layout.new(skulk.UNKNOWN)) == "<turn ?, heir ?, coop 3×?, hands 2×4×?>"
    assert repr(layout) == f"<Record of 4 fields, {layout.dtype.itemsize} bytes>"
    assert repr(layout.widen(np.zeros(1, layout.dtype))) == "<turn 0, heir 0, coop 3×0, hands 2×4×0>"


def test_matches_and_bulk_can_be_read():
    match = skulk.Match(FOX, seed=1)
    assert repr(match) == "<Match of fox_on_the_run with 2, after 0 moves: seat 0 to move>"
    match.resign([0])
    assert repr(match).endswith("after 0 moves: over>")
    assert repr(skulk.Playouts(FOX, target="python")) == "<Playouts of fox_on_the_run with 2, python>"


def test_the_changelog_knows_this_version():
    text = (SOURCE.parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\S+)", text, re.M)
    assert next(version for version in versions if version != "Unreleased") == skulk.__version__


def test_a_module_that_has_moved_is_found_under_its_old_name():
    from skulk.bots import mind, searcher

    assert mind is searcher
    assert importlib.import_module("skulk.bots.mind").Search is searcher.Search
