"""A template is written once and bound to each game; its compiled code belongs to exactly its sources."""

import importlib
import shutil
import sys
from pathlib import Path

import pytest

from skulk.engine import COMPILED, PYTHON, contract, playouts
from skulk.engine import game as game_room
from skulk.engine.game import open_package
from skulk.engine.rule import Slot
from tests import den
from tests.engine import tricks


@pytest.mark.parametrize(
    ("template", "arguments"),
    [
        (tricks.first_legal, (None, 0, [0])),
        (tricks.everybody, ()),
        (tricks.both, (None, [0])),
        (playouts.random_move, (None, None, [0])),
        (playouts.clear, ([0],)),
    ],
)
def test_a_template_called_unbound_says_what_to_do(template, arguments):
    with pytest.raises(TypeError, match=r"belongs to a game: bind the template to one first"):
        template(*arguments)


def ones_for_seat_0(game):
    """Seat 0 is dealt two cards of value 1."""
    return game.setup({}, game.dealer(script=[[0, 0, 0, 1, 2, 1, 2, 2, 1]]))


def test_a_bound_template_is_filled_from_the_game_and_left_alone_itself():
    bound = den.GAME.bind(tricks, PYTHON)
    state = ones_for_seat_0(den.GAME)
    assert bound.first_legal(state, 0, [0] * 7) == 1
    assert bound.both(state, [0] * 7) == 1 + 0b111
    assert den.GAME.bind(tricks, PYTHON) is bound
    assert isinstance(tricks.legal, Slot)
    assert tricks.both is not bound.both


def test_two_games_fill_one_template_each_with_its_own():
    games = [den.GAME, open_package("tests.den", {"BUG": 3})]  # BUG 3: any card may be laid
    found = [game.bind(tricks, PYTHON).first_legal(ones_for_seat_0(game), 0, [0] * 7) for game in games]
    assert found == [1, 0]


@pytest.fixture
def bound_with(monkeypatch):
    """What a game hands on instead of compiling: (slots, cache folder)."""
    handed = []
    monkeypatch.setattr(
        game_room, "bind", lambda functions, slots, target, records, cache, built: handed.append((slots, cache)) or {}
    )

    def ask(game):
        game._bound.clear()
        game.bind_rules(COMPILED)
        game._bound.clear()
        return handed[-1]

    return ask


def test_a_game_fills_every_slot_but_a_bots_advice(bound_with):
    slots = {slot.name for slot in vars(contract).values() if isinstance(slot, Slot)}
    assert slots - set(bound_with(den.GAME)[0]) == {"weigh", "estimate", "likely", "unseal"}


# ---- compiled code belongs to its sources


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """A copy of Den whose `pace` calls a rule in another folder; yields the folder of both."""
    shutil.copytree(Path(den.__file__).parent, tmp_path / "copied_den", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "clock.py").write_text(
        "from skulk.engine import rule\nfrom .hours import NOON\n\n\n@rule\ndef hour(state):\n    return NOON\n"
    )
    (tmp_path / "elsewhere" / "hours.py").write_text("NOON = 12\n")
    rules = tmp_path / "copied_den" / "rules.py"
    source = rules.read_text().replace("def pace(state):\n", "def pace(state):\n    hour(state)\n")
    rules.write_text("from elsewhere.clock import hour\n" + source)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith(("copied_den", "elsewhere"))]:
        del sys.modules[name]


@pytest.fixture
def folder_for(bound_with):
    """The cache folder that a game hands to the compiler."""
    return lambda game: bound_with(game)[1]


@pytest.mark.parametrize(
    "edited",
    [
        "copied_den/rules.py",
        "copied_den/components.py",
        "copied_den/sight.py",
        "elsewhere/clock.py",
        "elsewhere/hours.py",
    ],
)
def test_an_edited_rule_is_compiled_again_wherever_it_stands(copied, folder_for, edited):
    game = importlib.import_module("copied_den").GAME
    before = folder_for(game)
    assert folder_for(game) == before, "nothing edited, nothing compiled again"
    path = copied / edited
    path.write_text(path.read_text() + "\n# edited\n")
    assert folder_for(game) != before


def test_each_box_and_the_run_with_bounds_have_code_of_their_own(copied, folder_for, monkeypatch):
    monkeypatch.setenv("SKULK_CACHE", "/tmp/somewhere")
    monkeypatch.delenv("SKULK_BOUNDS", raising=False)
    folders = [folder_for(game) for game in (importlib.import_module("copied_den").GAME, *boxes("copied_den"))]
    monkeypatch.setenv("SKULK_BOUNDS", "1")
    folders.append(folder_for(importlib.import_module("copied_den").GAME))
    assert len(set(folders)) == 4
    assert all(folder.startswith("/tmp/somewhere/copied_den-") for folder in folders)


def boxes(package):
    return [open_package(package, {"BUG": number}) for number in (1, 2)]


def test_code_is_kept_under_the_users_cache_unless_told_otherwise(folder_for, monkeypatch):
    monkeypatch.delenv("SKULK_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/tmp/cache of a user")
    assert folder_for(den.GAME).startswith("/tmp/cache of a user/skulk/den-")
