"""What is said, as a key and what fills it in; a catalogue per language turns it into text.

Each game keeps its catalogue beside its words (`en.json`: key → "text with {name}"), so that terminal, server and
client say the same thing, and a translation is one file.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

HOLE = re.compile(r"\{(\w+)\}")


class Phrase:
    """A key of the catalogue with its parameters: ints, strings, other phrases, or lists of those."""

    __slots__ = ("key", "parameters")

    def __init__(self, key: str, **parameters: Any):
        self.key = key
        self.parameters = parameters

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.key, self.parameters) == (other.key, other.parameters)

    def __repr__(self) -> str:
        filled = "".join(f", {name}={value!r}" for name, value in self.parameters.items())
        return f"Phrase({self.key!r}{filled})"

    def as_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            **({"with": {n: _as_json(v) for n, v in self.parameters.items()}} if self.parameters else {}),
        }


def _as_json(value: Any) -> Any:
    if isinstance(value, Phrase):
        return value.as_json()
    if isinstance(value, list | tuple):
        return [_as_json(part) for part in value]
    return value if isinstance(value, str) else int(value)


@cache
def catalogue(folder: Path, language: str = "en") -> dict[str, str]:
    """Key → text of one folder."""
    path = folder / f"{language}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def render(phrase: Any, texts: dict[str, str]) -> str:
    """The phrase as text; a key that the catalogue lacks is an error, for nobody could read it."""
    if isinstance(phrase, list | tuple):
        return ", ".join(render(part, texts) for part in phrase)
    if not isinstance(phrase, Phrase):
        return str(phrase)
    if phrase.key not in texts:
        raise KeyError(f"the catalogue has no text for {phrase.key!r}")
    text = texts[phrase.key]
    for hole in HOLE.findall(text):
        if hole not in phrase.parameters:
            raise KeyError(f"nothing fills {{{hole}}} in the text {phrase.key!r}: {text!r}")
    return HOLE.sub(lambda hole: render(phrase.parameters[hole[1]], texts), text)
