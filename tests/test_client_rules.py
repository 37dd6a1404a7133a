"""The page has no rules of its own: what it cites are rules of the rulebooks, of the game it speaks of."""

import re
from pathlib import Path

import pytest

from skulk.engine import names

ROOT = Path(__file__).parents[1]
CITED = re.compile(r"\bR(\d+)(?:\s*[–-]\s*R?(\d+))?\b")


def rules_of(name: str) -> set[int]:
    text = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    return {int(number) for number in re.findall(r"\*\*R(\d+)\*\*", text)}


def cited_in(path: Path) -> set[int]:
    """The rules that a file names; of a range both ends."""
    text = path.read_text(encoding="utf-8")
    return {int(number) for found in CITED.findall(text) for number in found if number}


def files() -> list[Path]:
    kinds = [path for kind in ("*.ts", "*.svelte", "*.css") for path in (ROOT / "client").rglob(kind)]
    return [path for path in kinds if "node_modules" not in path.parts]


def game_of(path: Path) -> str | None:
    """The game that a file of the page speaks of, by its folder or its name; None where it is for all."""
    return next((name for name in names() if name in (*path.parts, path.name.partition(".")[0])), None)


@pytest.mark.parametrize("name", names())
def test_a_rule_that_the_page_cites_stands_in_the_rulebook(name):
    wrong = {
        str(path.relative_to(ROOT)): sorted(more)
        for path in files()
        if game_of(path) == name and (more := cited_in(path) - rules_of(name))
    }
    assert wrong == {}


def test_what_is_for_all_games_cites_rules_of_some_game():
    known = set().union(*map(rules_of, names()))
    assert {str(path): sorted(cited_in(path) - known) for path in files() if cited_in(path) - known} == {}


def test_the_page_does_cite_rules():
    """Or else the tests above look in the wrong place."""
    cited = {name for name in names() for path in files() if game_of(path) == name and cited_in(path)}
    assert cited == set(names())
