"""What a guide is made of, and where it is read: `<game>/guide.json`, with its texts in `en.json` and `de.json`."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from skulk.engine import Phrase, SkulkError
from skulk.engine.phrase import catalogue, render

HERE = Path(__file__).parent


class NoGuide(SkulkError):
    """There is no such guide, or no such step in it."""

    code = "no-guide"


class Deed(NamedTuple):
    """A move of a guide's line: whose, in words, and whether the guide makes it."""

    seat: int
    words: str
    by_guide: bool


class Scene(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is laid: where the learner sits, and under which seed chance brings what the scene needs."""

    position: dict[str, Any]
    seat: int = 0
    seed: str = "fox"
    options: dict[str, Any] = {}


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One idea: the moves that do it, what follows other moves, and what lights up.

    A move is said as the game says it, "step north"; with "@1 " before it the guide makes it for seat 1. Texts: `name`
    (the sentence), "name title", "name then" (what it caused), "name MOVE" (what another move causes), "name else".
    """

    name: str
    scene: str
    line: list[str] = []
    lit: list[str] = []  # left out: what the next move touches
    beside: list[str] = []  # of these, what only the page has: a button
    aside: dict[str, list[str]] = {}  # another move → how it goes on
    so: dict[str, Any] = {}  # what the position holds after the line: for the tests, and to look for a seed


class After(Struct, frozen=True, forbid_unknown_fields=True):
    """The real game that comes after the guide."""

    options: dict[str, Any]
    seats: list[str]


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """All of it."""

    game: str
    bots: list[str]  # who sits at each seat but the learner's, and plays where the guide does not
    scenes: dict[str, Scene]
    steps: list[Step]
    after: After

    def scene(self, step: int) -> Scene:
        return self.scenes[self.steps[step].scene]

    def deeds(self, step: int, line: list[str]) -> list[Deed]:
        """A line as moves."""
        return [deed(words, self.scene(step).seat) for words in line]

    def goes_on(self, step: int) -> bool:
        """Whether the next step is played where this one ends."""
        return step + 1 < len(self.steps) and self.steps[step + 1].scene == self.steps[step].scene

    def before(self, step: int) -> list[int]:
        """The steps of the same scene that come before."""
        return [other for other in range(step) if self.steps[other].scene == self.steps[step].scene]

    def has(self, key: str) -> bool:
        return key in catalogue(HERE / self.game)

    def text(self, phrase: Phrase) -> str:
        """In English."""
        return render(phrase, catalogue(HERE / self.game))


def deed(words: str, learner: int) -> Deed:
    """ "@1 fly +1" is seat 1's; without a seat it is the learner's own."""
    if not words.startswith("@"):
        return Deed(learner, words, False)
    seat, _, said = words[1:].partition(" ")
    return Deed(int(seat), said, True)


@cache
def games() -> list[str]:
    """The games that have a guide."""
    return sorted(path.parent.name for path in HERE.glob("*/guide.json"))


@cache
def read(game: str) -> Guide:
    """The guide of a game; NoGuide if it has none."""
    if game not in games():
        raise NoGuide(f"there is no guide for {game[:40]!r}; there are guides for {', '.join(games())}")
    return msgspec.json.decode((HERE / game / "guide.json").read_bytes(), type=Guide)
