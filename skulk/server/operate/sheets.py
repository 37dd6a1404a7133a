"""A table as text, one JSON a line, to be kept elsewhere or brought back; and a table without what a name wrote."""

from collections import Counter
from typing import Annotated, Any, NamedTuple

import msgspec

from skulk.engine import SkulkError

from ..store import Kept

FORMAT = 1
# Rows as a store has them; of a table that is called otherwise nobody could ask, and an archive is a file of its name.
Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]
HEAD = tuple[Id, float, str, str, str, str, bool | int, str | None]
ENTRY = tuple[int, str, float, int | None, str, str, float]
REFUSAL = tuple[str, str]
NAME, WORDS = "Removed", "[removed]"  # what stands where a name and its words stood


class BadSheet(SkulkError):
    """This text is no table, or not all of one."""

    code = "bad-sheet"


def sheet(kept: Kept) -> str:
    """All that a store holds of a table: what it is made of, its entries, its refusals, and a digest of them."""
    lines: list[Any] = [{"skulk": "table", "format": FORMAT, "head": kept.head}]
    lines += [{"entry": row} for row in kept.entries]
    lines += [{"refusal": row} for row in kept.refusals]
    lines.append({"sha256": kept.digest()})
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def read_sheet(text: str) -> Kept:
    """The table that a sheet holds, unchanged; BadSheet says what is not right with it."""
    try:
        first, *rest, last = [msgspec.json.decode(line) for line in text.splitlines()]
        if first["skulk"] != "table" or not 1 <= first["format"] <= FORMAT:
            raise BadSheet(f"this sheet has format {first['format']}: this version reads formats 1 to {FORMAT}")
        entries = [tuple(line["entry"]) for line in rest if "entry" in line]
        refusals = [tuple(line["refusal"]) for line in rest if "refusal" in line]
        kept, digest = Kept(tuple(first["head"]), entries, refusals), last["sha256"]
        _check(kept)
    except (msgspec.DecodeError, ValueError, KeyError, TypeError, AttributeError):
        raise BadSheet("this is no sheet of a table, or it is not whole") from None
    if kept.digest() != digest:
        raise BadSheet("this sheet has been changed: its digest does not fit")
    return kept


def _check(kept: Kept) -> None:
    """Whatever no store could keep or read again is refused before one is asked to."""
    msgspec.convert((kept.head, kept.entries, kept.refusals), tuple[HEAD, list[ENTRY], list[REFUSAL]])
    for text in (kept.head[4], *(row[5] for row in kept.entries)):
        msgspec.json.decode(text, type=dict[str, Any])
    if [row[0] for row in kept.entries] != list(range(1, len(kept.entries) + 1)):
        raise ValueError("entries are missing")
    for rows, column in ((kept.entries, 1), (kept.refusals, 0)):
        if len({row[column] for row in rows}) < len(rows):
            raise ValueError("a command was kept twice")


class Rewritten(NamedTuple):
    """What has to be written over what lies there."""

    bodies: list[tuple[int, str]]
    refusals: list[tuple[str, str]]


def json_name(name: str) -> str:
    """The words of JSON by which entries that name somebody are found."""
    return '"name":' + msgspec.json.encode(name).decode()


def without_name(kept: Kept, name: str) -> Rewritten:
    """What a name wrote, replaced: whoever bore it while they sat there, under whatever other names too, and what
    they said. Numbers, moves and digests of positions stay as they are."""
    rows = [(row, msgspec.json.decode(row[5])) for row in kept.entries]
    sittings = _sittings(rows)
    meant = {sitting for (_, body), sitting in zip(rows, sittings, strict=True) if sitting and body.get("name") == name}
    gone, bodies = {name}, []
    for (row, body), sitting in zip(rows, sittings, strict=True):
        if sitting in meant or body.get("name") == name:
            gone.add(body.get("name") or name)
            fresh = _silenced(row[4], body)
            if fresh != body:
                bodies.append((row[0], msgspec.json.encode(fresh).decode()))
    refusals = [(command, _unnamed(done, gone)) for command, done in kept.refusals]
    return Rewritten(bodies, [new for new, old in zip(refusals, kept.refusals, strict=True) if new != tuple(old)])


def _sittings(rows: list[tuple[Any, Any]]) -> list[tuple[int, int] | None]:
    """Of each entry whose it is: a seat, and which of those who had it."""
    joined: Counter[int] = Counter()
    found: list[tuple[int, int] | None] = []
    for row, body in rows:
        seat = body["seat"] if row[4] == "join" else row[3]
        joined[seat] += row[4] == "join"
        found.append(None if seat is None else (seat, joined[seat]))
    return found


def _silenced(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if kind in ("join", "knock", "name") or (kind == "chat" and body.get("name")):
        more["name"] = NAME
    if kind == "chat":
        more["text"] = WORDS
    if kind == "webhook":
        more |= {"url": None, "key": None}
    return body | more


def _unnamed(done: str, names: set[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        done = done.replace(msgspec.json.encode(name).decode()[1:-1], NAME)
    return done
