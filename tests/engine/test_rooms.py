"""A game is opened by its rooms: their names are the same in every game, and what else is there is a chapter."""

import importlib
import shutil
import sys
from pathlib import Path

import pytest

from skulk.engine import BrokenContract, load, names
from skulk.engine.rooms import ROOMS
from tests import den


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """opened(changes): Den under another name, files changed: a text is added at the end, None takes the file away."""
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "burrow"
    shutil.copytree(den.GAME.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))

    def opened(changes):
        for name, text in changes.items():
            path = folder / name
            path.unlink() if text is None else path.write_text(read(path) + text, encoding="utf-8")
        return importlib.import_module("burrow").GAME

    yield opened
    for name in [name for name in sys.modules if name == "burrow" or name.startswith("burrow.")]:
        del sys.modules[name]


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


TALE = {"tale.py": "TALE = 1\n"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"sight.py": None}, r"there is no sight\.py; every game has components\.py, rules\.py, sight\.py, words\.py"),
        (
            TALE,
            r"tale\.py is no room of a game, nor a chapter .* move .* to a room \(components, .* words\), or import",
        ),
        ({**TALE, "words.py": "from .tale import TALE\n"}, r"tale\.py is no room of a game, nor a chapter"),
        ({"sight.py": "from .words import say\n"}, r"sight\.py, .*, imports words\.py, which comes after it"),
        (
            {"tale.py": "from .table import TALE\n", "table.py": "TALE = 1\n", "rules.py": "from .tale import TALE\n"},
            r"rules\.py, or a chapter that it imports, imports table\.py, .* in the order components, names, moves",
        ),
    ],
)
def test_what_is_in_its_wrong_place_is_named(opened, changes, words):
    for _ in range(2):  # who tries again is told again
        with pytest.raises(BrokenContract, match=f"burrow: {words}"):
            opened(changes)
        changes = {}


@pytest.mark.parametrize("room", ["rules.py", "sight.py"])
def test_a_chapter_is_imported_by_rules_or_sight(opened, room):
    game = opened({**TALE, "legend.py": "from .tale import TALE\n", room: "from .legend import TALE\n"})
    assert repr(game) == "<Game burrow>"


def test_every_room_may_be_there(opened):
    further = {f"{room}.py": "" for room in ROOMS}
    assert opened({**further, "__main__.py": ""}).name == "burrow"


@pytest.mark.parametrize("name", names())
def test_the_games_of_the_house_are_opened_by_their_rooms(name):
    assert "GAME = Game.of(__name__)" in read(load(name).folder / "__init__.py")
