"""Game files: a finished game with everything revealed, and the check that it was dealt fairly."""

import hashlib
import json
from pathlib import Path
from typing import Any

from skulk.engine import BadSave, Match

from .table import Table, commitment


def game_file(table: Table) -> str:
    """The finished game as text: a saved match, and who sat where."""
    assert table.match
    facts: dict[str, Any] = {
        "id": table.head.id,
        "commitment": table.commitment,
        "seats": [seat.name for seat in table.seats],
    }
    if table.resigned:
        facts["resigned"] = [one._asdict() for one in table.resigned]
    return _sealed(table.match, facts)


def _sealed(match: Match, facts: dict[str, Any]) -> str:
    """A save with the facts of its table, and a fingerprint over all of it."""
    body = match.save().rstrip()
    text = body[:-2] + f',\n "table": {json.dumps(facts, ensure_ascii=False)}'
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    return text + f',\n "fingerprint": "{fingerprint}"\n}}\n'


def verify(text: str, commits_to: str | None = None, shares: dict[int, str] | None = None) -> Match:
    """The match of a game file, after every check; BadSave says what is not right."""
    try:
        facts = json.loads(text)["table"]
        if not isinstance(facts, dict) or not isinstance(facts.get("commitment"), str):
            raise TypeError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadSave("this is no game file of a server: it does not say which table it comes from") from None
    match = Match.load(text)
    if _sealed(match, facts) != text:
        raise BadSave("the file has been changed: its fingerprint does not fit")
    if commitment(match.seed) != facts["commitment"]:
        raise BadSave("the seed is not the one that was promised before the deal")
    if commits_to is not None and commits_to.lower() != facts["commitment"]:
        raise BadSave("the promise you were given before the deal was another one")
    for seat, share in (shares or {}).items():
        if not 0 <= seat < len(match.shares) or match.shares[seat] != share:
            raise BadSave(f"the share of seat {seat} was not {share!r}")
    return match


def verify_file(path: Path, commits_to: str | None, shares: dict[int, str] | None) -> Match:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadSave(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadSave(f"{path} is no game file: it is not text") from error
    return verify(text, commits_to, shares)
