"""What the server says for itself, and what it lets people say."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from pathlib import Path

from skulk import bots
from skulk.engine import Game, Phrase, Said
from skulk.engine.game import ENGINE
from skulk.engine.phrase import catalogue, render

from .seats import Refused

HERE = Path(__file__).parent
MOST_NAME, MOST_CHAT = 24, 300
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159"  # signs that show nothing
PASSES_FOR = str.maketrans("аеорсухіјѕһԁԛԝвкмнтгαορνικτυχ01i|", "aeopcyxljshdqwbkmhtraopvlktuxolll")


@cache
def texts(folder: Path, language: str = "en") -> dict[str, str]:
    """The catalogue of a game, with what the house and the server say."""
    return {**catalogue(HERE, language), **catalogue(ENGINE, language), **catalogue(folder, language)}


def of_the_house(game: Game, phrase: Phrase) -> tuple[Said, str]:
    """What the server says, as key with parameters and as English text: its keys are its own, a move is said in the
    game's words."""
    parts = {name: render(part, texts(game.folder)) for name, part in phrase.parameters.items()}
    return phrase.as_json(), render(Phrase(phrase.key, **parts), catalogue(HERE))


def plain(text: str, most: int) -> str:
    """What somebody wrote, without what could deceive: control, format and private characters; spaces as one."""
    text = unicodedata.normalize("NFC", text)
    kept = "".join(" " if _is_blank(c) else c for c in text if _is_blank(c) or unicodedata.category(c)[0] != "C")
    return " ".join(_few_marks(kept).split())[:most].strip()


def _few_marks(text: str) -> str:
    """At most two combining marks on a letter: towers of them run over other people's lines."""
    kept, marks = [], 0
    for c in text:
        marks = marks + 1 if unicodedata.combining(c) else 0
        if marks <= 2:
            kept.append(c)
    return "".join(kept)


def _is_blank(c: str) -> bool:
    return c.isspace() or c in BLANK


def name_of(text: str) -> str:
    """A name that can be shown; whoever has none is Somebody."""
    name = plain(text, MOST_NAME)
    return name if any(unicodedata.category(c)[0] in "LNPS" for c in name) else "Somebody"


def persons_name(text: str, others: Iterable[str] = ()) -> str:
    """What a person is called at a table: not like a bot, and with a number where another is called alike."""
    name, taken = name_of(text), {likeness(other) for other in others}
    first, *more = name.split()
    if (more and likeness(first) == likeness("bot")) or likeness(name) in {
        likeness(f"bot{bot}") for bot in bots.LEVELS
    }:
        raise Refused("bad-name", "bots are called like that: take another name")
    return next(called for called in numbered(name) if likeness(called) not in taken)


def numbered(name: str) -> Iterator[str]:
    """A name, and what whoever comes later is called instead: with a number, no longer than a name may be."""
    yield name
    for number in count(2):
        end = f" {number}"
        yield name[: MOST_NAME - len(end)].rstrip() + end


def likeness(name: str) -> str:
    """Names that look alike have the same: without case, spaces, marks and signs, and letters that pass for others."""
    plainest = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(c for c in plainest.translate(PASSES_FOR) if c.isalnum())
    return letters or plainest
