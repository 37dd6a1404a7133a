"""What is said, as a key and what fills it in; a catalogue per language turns it into text.

Each game keeps its catalogue beside its words (`en.json`: key → "text with {name}"), so that terminal, server and
client say the same thing, and a translation is one file.
"""

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NotRequired, Required, TypedDict

from msgspec import Meta

HOLE = re.compile(r"\{(\w+)\}")

SaidPart = Annotated[Any, Meta(extra={"ts": "SaidPart"})]  # a string, a number, a phrase, or a list of those
Said = TypedDict("Said", {"key": Required[str], "with": NotRequired[dict[str, SaidPart]]})
Said.__doc__ = "Words as key and parameters: a phrase as JSON."


class Phrase:
    """A key of the catalogue with its parameters: ints, strings, other phrases, or lists of those.

    It does not change once it is made, and remembers how it was said: what words keep for the next time costs little.
    """

    __slots__ = ("_json", "_names", "_said", "key", "parameters")

    def __init__(self, key: str, **parameters: Any):
        self.key = key
        self.parameters = parameters
        self._json: Said | None = None
        self._names: bool | None = None
        self._said: tuple[dict[str, str] | None, str] = (None, "")  # the catalogue, and the text in it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.key, self.parameters) == (other.key, other.parameters)

    def __repr__(self) -> str:
        filled = "".join(f", {name}={value!r}" for name, value in self.parameters.items())
        return f"Phrase({self.key!r}{filled})"

    @property
    def seat(self) -> int | None:
        """Whom it names, if it does nothing else: Phrase("seat", seat=2)."""
        seat = self.parameters.get("seat")
        return (
            int(seat) if len(self.parameters) == 1 and seat is not None and not isinstance(seat, str | Phrase) else None
        )

    def names_somebody(self) -> bool:
        """Whether a seat is named in it, at any depth."""
        if self._names is None:
            parts = self.parameters.values()
            self._names = self.seat is not None or any(_names_somebody(part) for part in parts)
        return self._names

    def as_json(self) -> Said:
        """Key and parameters; do not change it."""
        if self._json is None:
            filled = {name: _as_json(value) for name, value in self.parameters.items()}
            self._json = {"key": self.key, "with": filled} if filled else {"key": self.key}
        return self._json


def _names_somebody(part: Any) -> bool:
    if isinstance(part, list | tuple):
        return any(_names_somebody(one) for one in part)
    return isinstance(part, Phrase) and part.names_somebody()


def _as_json(value: Any) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, Phrase):
        return value.as_json()
    if isinstance(value, list | tuple):
        return [_as_json(part) for part in value]
    return int(value)


@cache
def catalogue(folder: Path, language: str = "en") -> dict[str, str]:
    """Key → text of one folder."""
    path = folder / f"{language}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@cache
def _parts(text: str) -> tuple[str, ...]:
    """What is said and what fills it in, by turns: "to {square}!" → "to ", "square", "!"."""
    return tuple(HOLE.split(text))


def render(phrase: Any, texts: dict[str, str], names: Sequence[str] = ()) -> str:
    """The phrase as text; a key that the catalogue lacks is an error, for nobody could read it.

    `names` of the seats, where they have any, stand for phrases that name a seat by its number.
    """
    if isinstance(phrase, str):
        return phrase
    if isinstance(phrase, list | tuple):
        return ", ".join([render(part, texts, names) for part in phrase])
    if not isinstance(phrase, Phrase):
        return str(phrase)
    if names and phrase.names_somebody():
        seat = phrase.seat
        return _filled(phrase, texts, names) if seat is None or seat >= len(names) else names[seat]
    if phrase._said[0] is not texts:
        phrase._said = (texts, _filled(phrase, texts, ()))
    return phrase._said[1]


def _filled(phrase: Phrase, texts: dict[str, str], names: Sequence[str]) -> str:
    if phrase.key not in texts:
        raise KeyError(f"the catalogue has no text for {phrase.key!r}")
    text = texts[phrase.key]
    parts = _parts(text)
    if len(parts) == 1:
        return text
    said = list(parts)
    for place in range(1, len(parts), 2):
        if parts[place] not in phrase.parameters:
            raise KeyError(f"nothing fills {{{parts[place]}}} in the text {phrase.key!r}: {text!r}")
        said[place] = render(phrase.parameters[parts[place]], texts, names)
    return "".join(said)
