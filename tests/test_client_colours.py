"""Every colour of the page is a token, and has its day and its night in one place."""

import re
from pathlib import Path

SRC = Path(__file__).parents[1] / "client" / "src"
TOKENS = SRC / "tokens.css"
LITERAL = re.compile(
    r"(?<![\w&])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(", re.I
)


def files() -> list[Path]:
    return [path for kind in ("*.svelte", "*.ts", "*.css") for path in SRC.rglob(kind)]


def test_a_colour_stands_among_the_tokens_and_nowhere_else():
    found = {
        str(path.relative_to(SRC)): LITERAL.findall(path.read_text(encoding="utf-8"))
        for path in files()
        if path != TOKENS
    }
    assert {name: colours for name, colours in found.items() if colours} == {}
    assert len(LITERAL.findall(TOKENS.read_text(encoding="utf-8"))) > 100, "or else it looks for the wrong thing"


def test_a_token_that_is_asked_for_is_there():
    text = "\n".join(path.read_text(encoding="utf-8") for path in files())
    known = set(re.findall(r"(--[\w-]+)[\"'}]?\s*[:=]", text))  # those of a part too: style:--row
    assert set(re.findall(r"var\((--[\w-]+)\)", text)) - known == set()


def test_a_colour_has_its_day_and_its_night_in_one_place():
    tokens = TOKENS.read_text(encoding="utf-8")
    assert "prefers-color-scheme" not in tokens
    names = re.findall(r"(--[\w-]+):[^;]*#", tokens)
    assert len(names) == len(set(names))
