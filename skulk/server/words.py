"""What the server says for itself, and what it lets people say."""

import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

from skulk.engine import Game, Phrase
from skulk.engine.game import ENGINE
from skulk.engine.phrase import catalogue, render

HERE = Path(__file__).parent
MOST_NAME, MOST_CHAT = 24, 300


@cache
def texts(folder: Path, language: str = "en") -> dict[str, str]:
    """The catalogue of a game, with what the house and the server say."""
    return {**catalogue(HERE, language), **catalogue(ENGINE, language), **catalogue(folder, language)}


def said(game: Game, phrase: Phrase) -> tuple[dict[str, Any], str]:
    """A phrase as key with parameters, and as English text."""
    return phrase.as_json(), render(phrase, texts(game.folder))


def of_the_house(game: Game, phrase: Phrase) -> tuple[dict[str, Any], str]:
    """The same for what the server says: its keys are its own; what it says of a move are the game's words."""
    parts = {name: render(part, texts(game.folder)) for name, part in phrase.parameters.items()}
    return phrase.as_json(), render(Phrase(phrase.key, **parts), catalogue(HERE))


def plain(text: str, most: int) -> str:
    """What somebody wrote, without what could deceive: control, format and private characters; spaces as one."""
    text = unicodedata.normalize("NFC", text)
    kept = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(_few_marks(kept).split())[:most].strip()


def _few_marks(text: str) -> str:
    """At most two combining marks on a letter: towers of them run over other people's lines."""
    kept, marks = [], 0
    for c in text:
        marks = marks + 1 if unicodedata.combining(c) else 0
        if marks <= 2:
            kept.append(c)
    return "".join(kept)


def name_of(text: str) -> str:
    """A name that can be shown; whoever has none is Somebody."""
    return plain(text, MOST_NAME) or "Somebody"
