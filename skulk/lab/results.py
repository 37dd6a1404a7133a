"""A finished game, and the file that keeps every one of them: JSON, a line for each, so that a run can go on later."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from skulk.engine import BadSave

FORMAT = 1


class Result(NamedTuple):
    """One game: who sat where, what each seat got, and how long each thought over its moves."""

    deal: int
    seating: int  # which of the deal's seatings
    seats: tuple[int, ...]  # the entrant at each seat
    shares: tuple[float, ...]  # of the win, per seat
    ranks: tuple[int, ...]
    moves: int
    digest: str  # of the last position
    times: tuple[tuple[float, ...], ...]  # milliseconds over each decision that offered a choice, per seat
    forfeit: dict[str, Any] | None = None  # seat, code and reason

    @property
    def key(self) -> tuple[int, int]:
        return self.deal, self.seating


class Book:
    """The results of one arena, kept in a file if there is a path. What was played on other terms is refused."""

    def __init__(self, head: dict[str, Any], path: Path | None):
        self.head = json.loads(json.dumps({"skulk arena": FORMAT, **head}))
        self.path, self.file = path, None
        self.results: dict[tuple[int, int], Result] = {}
        if path is None:
            return
        try:
            if path.exists() and path.stat().st_size:
                self._read(path)
            self.file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise BadSave(f"{path} cannot be used: {error.strerror}") from error
        if not self.file.tell():
            self._append(self.head)

    def add(self, result: Result) -> None:
        self.results[result.key] = result
        self._append(result._asdict())

    def close(self) -> None:
        if self.file:
            self.file.close()

    def _append(self, line: dict[str, Any]) -> None:
        if self.file:
            self.file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self.file.flush()

    def _read(self, path: Path) -> None:
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1  # a line that was cut off while it was written is played again
        lines = data[:whole].splitlines()
        self._check_head(path, lines[0] if lines else data)
        for number, line in enumerate(lines[1:], 2):
            try:
                result = _result(json.loads(line), len(set(self.head["bots"])))
            except (ValueError, TypeError, RecursionError, msgspec.MsgspecError) as error:
                raise BadSave(f"{path} is damaged at line {number}: {error}") from error
            self.results[result.key] = result
        if whole < len(data):
            with path.open("r+b") as file:
                file.truncate(whole)

    def _check_head(self, path: Path, line: bytes) -> None:
        try:
            head = json.loads(line)
        except (ValueError, RecursionError):
            head = None
        if not isinstance(head, dict) or "skulk arena" not in head:
            raise BadSave(f"{path} holds no results of an arena; choose another name")
        for name, mine in self.head.items():
            if head.get(name) != mine:
                raise BadSave(f"{path} was played with {name} {_short(head.get(name))}, this is {_short(mine)}")


def _result(line: dict[str, Any], entrants: int) -> Result:
    result = msgspec.convert(list({**dict.fromkeys(Result._fields), **line}.values()), Result)
    if not len(result.seats) == len(result.shares) == len(result.ranks) == len(result.times):
        raise ValueError("the seats do not add up")
    if not all(0 <= entrant < entrants for entrant in result.seats):
        raise ValueError("somebody sits there who takes no part")
    return result


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:200] + "…"
