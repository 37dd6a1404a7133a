"""Golden games are told again, word for word."""

from pathlib import Path

import pytest

from skulk.engine import names
from tests.golden import retell

GAMES = sorted((Path(__file__).parent / "games" / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_told_again_word_for_word(path):
    text = path.read_text(encoding="utf-8")
    assert retell(text).splitlines() == text.splitlines()


@pytest.mark.parametrize("name", names())
def test_every_game_has_golden_games(name):
    assert any(path.stem.startswith(name) for path in GAMES)
