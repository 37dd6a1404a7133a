"""The rulebooks, found wherever Skulk is installed, and single rules out of them."""

import re
from pathlib import Path

from skulk.engine import Game, SkulkError

PACKAGE = Path(__file__).parents[1]
SHELVES = (PACKAGE / "rulebooks", PACKAGE.parent / "docs" / "rules")  # in the wheel; in a checkout
RULE = re.compile(r"^\s*(?:[-*]\s+)?\*\*R(\d+)\b")


class NoSuchRule(SkulkError):
    code = "no-such-rule"


def rulebook(game: Game) -> str:
    """The whole rulebook, in Markdown."""
    for shelf in SHELVES:
        path = shelf / f"{game.name}.md"
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise NoSuchRule(f"there is no rulebook of {game.name} here: looked in {SHELVES[0]} and {SHELVES[1]}")


def rule(game: Game, number: str) -> str:
    """One rule by its number ("R12", "r12" or "12"), in Markdown."""
    asked = re.fullmatch(r"[Rr]?0*(\d{1,6})", number.strip())
    rules = _rules(rulebook(game))
    if asked and int(asked[1]) in rules:
        return rules[int(asked[1])]
    known = f"its rules are R{min(rules)} to R{max(rules)}" if rules else "its rulebook has no numbered rules"
    raise NoSuchRule(f"{game.title} has no rule {number!r}; {known}")


def _rules(text: str) -> dict[int, str]:
    """Number → rule: from the line that opens with it up to the next rule, heading or empty line."""
    found: dict[int, str] = {}
    open_rule = None
    for line in text.splitlines():
        opens = RULE.match(line)
        if opens:
            open_rule = int(opens[1])
            found[open_rule] = line.strip().removeprefix("- ").removeprefix("* ")
        elif not line.strip() or line.startswith(("#", "|", "```")):
            open_rule = None
        elif open_rule is not None:
            found[open_rule] += "\n" + line
    return found
