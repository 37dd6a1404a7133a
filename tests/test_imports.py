"""Arrows point one way: what each part of the house imports, read from its files."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1] / "skulk"
USES = {  # a part, and what it may use beside itself
    "engine": set(),
    "games": {"engine"},
    "guides": {"engine", "games"},
    "protocol": {"engine", "games"},
    "bots": {"engine", "games"},
    "adapters": {"bots", "engine", "games", "protocol"},
    "lab": {"bots", "engine", "games", "protocol"},
    "server": {"bots", "engine", "games", "guides", "protocol"},
    "terminal": {"bots", "engine", "games", "lab"},
}


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, inside functions as well."""
    package = ["skulk", *path.relative_to(HOUSE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            near = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*near, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{name.name}" for name in node.names if base == "skulk")


def parts_used(part: str) -> dict[str, str]:
    """Other parts of the house that a part uses → a file that does."""
    found = {}
    for path in sorted((HOUSE / part).rglob("*.py")):
        for module in imported(path):
            names = module.split(".")
            if names[0] == "skulk" and len(names) > 1 and (HOUSE / names[1]).is_dir() and names[1] != part:
                found[names[1]] = str(path.relative_to(HOUSE))
    return found


@pytest.mark.parametrize("part", USES)
def test_a_part_uses_what_lies_below_it(part):
    wrong = {used: where for used, where in parts_used(part).items() if used not in USES[part]}
    assert not wrong, f"{part} must not use {wrong}"


def test_every_part_has_its_place():
    parts = {path.parent.name for path in HOUSE.glob("*/__init__.py")}
    assert parts == set(USES)


def test_the_arrows_would_be_seen():
    """Lab and server use the protocol, and a file of the games the engine: the reading finds both kinds of import."""
    assert {"protocol", "bots"} <= parts_used("lab").keys()
    assert "engine" in parts_used("games")
    assert {"skulk.games.sly_fox.components", "skulk.games.sly_fox"} <= set(imported(HOUSE / "games/sly_fox/words.py"))
