"""What is true of every game: the nine laws, at the positions of many random games, interpreted and compiled."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
import pytest

from bench.leduc import GAME as LEDUC
from skulk.engine import load, names
from skulk.engine.contract import ACTIONS
from skulk.engine.game import open_package
from skulk.engine.rule import rule
from skulk.engine.run import Playouts
from tests import den
from tests.conftest import the_game
from tests.laws import LAWS, LawBroken, check_all, walk

ROOT = Path(__file__).parent.parent
SPOTS = {"fox_on_the_run": 80}  # positions of each variant; the others have longer tables to check


def test_the_nine_laws_hold_interpreted_and_compiled(game):
    positions = check_all(game, spots=SPOTS.get(game.name, 40))
    assert positions >= 10 * len(game.variants)


def test_every_variant_names_known_options(game):
    values = {name: set() for name in game.options.all}
    for variant in game.variants:
        chosen = game.options.tell(game.read_options(variant))
        for name, value in chosen.items():
            values[name].add(json.dumps(value))
    for name, option in game.options.all.items():
        if option.values and not option.shape:
            assert values[name] == {json.dumps(v) for v in option.values}, f"VARIANTS of {game.name} never play {name}"
        if name == "players":
            assert values[name] == {str(n) for n in range(option.least, option.most + 1)}, game.name


# ---- the laws can fail


@pytest.mark.parametrize("number", range(1, 10))
def test_a_broken_game_breaks_its_law(number):
    broken = open_package("tests.den", {"BUG": number})
    with pytest.raises(LawBroken) as caught:
        check_all(broken, games=40, compiled=False, laws=[LAWS[number - 1]])
    assert caught.value.number == number


@pytest.mark.parametrize(
    ("room", "part", "words"),
    [
        ("position", lambda said: {**said, "left": np.int64(said["left"])}, "position: left is np.int64"),
        ("position", lambda said: {**said, "points": [0, np.int64(0), 0]}, r"position: points\.1 is np.int64"),
        ("table", lambda said: {**said, "who": {"leads": np.bool_(True)}}, r"table: who\.leads is np.True_"),
    ],
)
def test_a_number_of_numpys_in_json_is_named_with_its_law(monkeypatch, room, part, words):
    tell = getattr(den.GAME.words, room)
    monkeypatch.setattr(den.GAME.words, room, lambda *asked: part(tell(*asked)))
    with pytest.raises(LawBroken, match=f"law 7: {words}.*int") as caught:
        check_all(den.GAME, compiled=False, laws=[LAWS[6]])
    assert caught.value.number == 7


class Shown(msgspec.Struct):
    """A table of the toy, declared."""

    left: int
    phase: Literal["sealed", "window"]


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (Shown(np.int64(3), "window"), "table: .*numpy.int64.*: say int"),
        (Shown(2.5, "window"), r"table: Expected `int`, got `float` - at `\$.left`"),
        (Shown(3, "later"), r"table: Invalid enum value 'later' - at `\$.phase`"),
        (Shown(3, "sealed"), None),
    ],
)
def test_a_table_holds_what_it_declares(monkeypatch, shown, words):
    monkeypatch.setattr(den.GAME.words, "table", lambda seen, seat: shown)
    spot = next(walk(den.GAME, {}, 1, 1000))
    if words is None:
        LAWS[6](spot)
        return
    with pytest.raises(LawBroken, match=f"law 7: {words}"):
        LAWS[6](spot)


@pytest.mark.parametrize("value", [2.5, "two", None])
def test_what_is_no_whole_number_in_a_state_is_named_with_its_law(monkeypatch, value):
    def play(state, seat, action, dealer):
        state.lead = value

    spot = next(walk(den.GAME, {}, 1, 1000))
    monkeypatch.setattr(den.GAME.rules, "play", play)
    with pytest.raises(LawBroken, match=r"law 3: legal allows .* lead must be NONE or 0 to 2, not") as caught:
        LAWS[2](spot)
    assert caught.value.number == 3


def test_a_game_that_calls_itself_open_and_is_not_breaks_the_fourth_law(monkeypatch):
    monkeypatch.setattr(den.GAME, "is_open", True)
    with pytest.raises(LawBroken, match=r"law 4: sight\.py says OPEN, but seat 0 sees what a spectator does not"):
        check_all(den.GAME, compiled=False, laws=[LAWS[3]])


def test_a_table_that_an_open_game_draws_for_each_seat_breaks_the_fourth_law(monkeypatch):
    game = load("fox_on_the_run")
    monkeypatch.setattr(game.words, "table", lambda seen, seat: seat)
    with pytest.raises(LawBroken, match=r"law 4: sight\.py says OPEN, but the table is drawn otherwise for seat 0"):
        LAWS[3](next(walk(game, {}, 1, 1000)))


def test_a_game_in_which_all_see_the_same_says_so(game):
    """Then what all see is made once, for whoever asks."""
    walks = (walk(game, options, 1, 4) for options in game.variants)
    is_alike = all(len({spot.sight(spot.state, seat) for seat in spot.seats}) == 1 for spots in walks for spot in spots)
    assert game.is_open == is_alike


def test_a_game_that_counts_beyond_a_win_breaks_the_first_law(monkeypatch):
    def returns(state, out):
        out[0] = 5.0

    monkeypatch.setattr(den.GAME.rules, "returns", returns)
    with pytest.raises(LawBroken, match=r"law 1: den: returns are 2 × the share of the win − 1, .* not .5.0"):
        check_all(den.GAME, compiled=False, laws=[LAWS[0]])


def test_the_toy_itself_keeps_all_laws():
    assert check_all(den.GAME, games=20) > 200


# ---- bounds, and the next start


def _python(code: str, **environment: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True)


@rule
def one_too_far(mask):
    return mask[ACTIONS]


def test_what_is_compiled_here_checks_every_index():
    """This file is a template too, of a rule that reads past the end (conftest.py)."""
    bound = LEDUC.bind(sys.modules[__name__])
    with pytest.raises(IndexError):
        bound.one_too_far(np.zeros(LEDUC.actions, np.int8))


def test_no_rule_reads_or_writes_out_of_bounds(game):
    for options in game.variants:
        Playouts(game, options).run(seed=1, games=200)


WARM = """
from tests.conftest import the_game
from skulk.engine.run import Playouts
print(Playouts(the_game({name!r}), {{}}).run(seed=7, games=50).digest)
"""


def test_a_second_process_starts_from_the_warm_cache(game, tmp_path):
    """The same digest, and not one new file in the cache: nothing was compiled again."""
    here = Playouts(game, {}).run(seed=7, games=50).digest
    cache = Path(os.environ.get("SKULK_CACHE") or Path.home() / ".cache" / "skulk")
    before = {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}
    second = _python(WARM.format(name=game.name))
    assert second.stdout.strip() == str(here), second.stderr[-2000:]
    mine = {p for p in before if p.is_relative_to(cache) and game.name in str(p)}
    assert mine
    assert all(path.stat().st_mtime_ns == before[path] for path in mine)


@pytest.mark.parametrize("name", ["fox_on_the_run", "leduc"])
def test_code_as_it_is_shipped_plays_the_same_games(name):
    """Without a check of every index."""
    here = Playouts(the_game(name), {}).run(seed=7, games=50).digest
    shipped = _python(WARM.format(name=name), SKULK_BOUNDS="0")
    assert shipped.stdout.strip() == str(here), shipped.stderr[-2000:]


# ---- imports


def test_importing_the_games_needs_nothing_but_numpy_and_msgspec():
    """Numba, above all, is for those who compile; msgspec declares the tables, and looks for typing_extensions."""
    code = """
import sys
import skulk.engine
for name in skulk.engine.names():
    skulk.engine.load(name)
third = {m.split(".")[0] for m in sys.modules} - set(sys.stdlib_module_names)
known = {"skulk", "numpy", "msgspec", "typing_extensions", "sitecustomize"}
print(sorted(m for m in third - known if not m.startswith("_")))
"""
    assert _python(code).stdout.strip() == "[]", _python(code).stderr


# ---- rules are cited


def numbers(text: str) -> set[int]:
    """Rule numbers in a text; a range like R12–R15 counts for all in between."""
    found = {int(n) for n in re.findall(r"\bR(\d+)", text)}
    for first, last in re.findall(r"\bR(\d+)\s*[–-]\s*R(\d+)", text):
        found |= set(range(int(first), int(last) + 1))
    return found


@pytest.mark.parametrize("name", names())
def test_every_rule_is_cited_by_code_and_by_a_test(name):
    rulebook = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    rules = {int(n) for n in re.findall(r"\*\*R(\d+)\*\*", rulebook)}
    assert rules == set(range(1, max(rules) + 1)), "rule numbers have gaps"
    code = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "skulk" / "games" / name).glob("*.py"))
    files = [p for pattern in (f"test_{name}*.py", f"{name}/*.py") for p in (ROOT / "tests" / "games").glob(pattern)]
    tests = "".join(p.read_text(encoding="utf-8") for p in files)
    assert not rules - numbers(code), f"rules no code cites: {sorted(rules - numbers(code))}"
    assert not rules - numbers(tests), f"rules no test cites: {sorted(rules - numbers(tests))}"


def test_no_room_of_a_game_calls_what_another_keeps_to_itself():
    found = []
    for path in sorted((ROOT / "skulk" / "games").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            of = node.value.id if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) else ""
            asked = [node.attr] if (path.parent / f"{of}.py").exists() and of else []
            if isinstance(node, ast.ImportFrom):
                asked = [alias.name for alias in node.names]
            found += [f"{path.parent.name}/{path.name}: {name}" for name in asked if re.match(r"_[a-z]", name)]
    assert found == []
