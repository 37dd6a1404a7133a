"""What tables ask of a store, whoever keeps it.

Confirmed means committed: the future that `append` returns is done when the entries outlive a crash, and not before.
An error says what became of them: nothing was kept, or (`Unknown`) nobody knows, and whoever asked sends it again.
"""

import hashlib
import os
import random
import signal
import time
from abc import ABC, abstractmethod
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from ..entries import KIND_OF, TO_BOTS, Entry, read, row_of
from ..operate.figures import Histogram

STALE = 10.0  # seconds without a commit after which something is wrong with the store
GROUP = 512  # once so many commands are together nobody waits for more
LEFT_TO_BOTS = tuple(KIND_OF[body] for body in TO_BOTS)
NAMING = ("join", "knock", "name", "chat")  # entries that hold what people are called
SEATING = ("start", "join", *LEFT_TO_BOTS)  # entries that say whether a table goes on by itself

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # of a commit
SIZES = tuple(2.0**n for n in range(10))  # of a group

Row = tuple[Any, ...]  # table, number, command, at, seat, kind, body, up


class Head(msgspec.Struct, frozen=True):
    """What a table is made of besides its journal; the seed stays sealed until the end."""

    id: str
    made: float
    game: str
    version: str
    seed: str
    more: dict[str, Any]  # options, settings, rematch_of
    digest: str | None = None  # of the position that the game ended in


class JournalError(Exception):
    """The journal could not keep something; nothing was kept of it."""


class Astray(JournalError):
    """What is in memory is not what the journal holds, or may not be: the table has to be opened again."""


class Conflict(Astray):
    """The number or the command is in the journal already."""


class Fenced(Astray):
    """Another server keeps this table now."""


class Elsewhere(Fenced):
    """Another server keeps this table, and answers for it at `address`."""

    def __init__(self, address: str):
        super().__init__("another server keeps this table now")
        self.address = address


class Unknown(Astray):
    """The store has not answered: this is kept, or it is not. Sent again it is kept once."""


class Damaged(JournalError):
    """The page of the file where this would lie is damaged; others may be whole."""


class BadStore(Exception):
    """The store cannot be opened, or is none of ours."""


class Kept(NamedTuple):
    """All that a store holds of a table, as it lies there: to be moved, byte for byte."""

    head: Row  # id, made, game, version, head, seed, is_over, digest
    entries: list[Row]  # number, command, at, seat, kind, body, up
    refusals: list[Row]  # command, done

    @property
    def id(self) -> str:
        return str(self.head[0])

    def digest(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()


class Summary(NamedTuple):
    """A table in one line, without what is said and held there."""

    id: str
    made: float
    game: str
    version: str
    is_over: bool
    has_begun: bool
    entries: int  # how many it has
    at: float | None  # the time of day of the last one, and the server's own; None without entries
    up: float | None


class Journal(ABC):
    """What every table is made of. Writing returns at once: futures of `loop` tell when it is done. Reading waits for
    the answer, from any thread."""

    def __init__(self, loop: AbstractEventLoop | None = None):
        self.loop = loop
        self._fresh: list[Any] = []  # to be handed over when the event loop comes round
        self.groups = self.kept = 0  # how many commits, how many works in them
        self.seconds, self.sizes = Histogram(SECONDS), Histogram(SIZES)  # of commits
        self.problem, self.written = "", time.monotonic()  # why the last commit failed; when one last did not
        self.damage = ""  # the store is damaged where something should have been written: that does not pass
        self.lost = ""  # why this server keeps no tables now
        self.on_news: Callable[[], None] = lambda: None  # called when tables were lost, or another server has gone

    @property
    def is_well(self) -> bool:
        """Whether something was kept of late: signs of life are, every other second."""
        return not self.problem and not self.lost and time.monotonic() - self.written < STALE

    # ---- writing

    @abstractmethod
    def make(self, head: Head, entries: list[Entry]) -> "Future[None]":
        """Keep a new table with its first entries."""

    @abstractmethod
    def append(self, table: str, entries: list[Entry]) -> "Future[None]":
        """Keep these entries, all or none; the future is done when they are durable."""

    @abstractmethod
    def end(self, table: str, digest: str) -> None:
        """Note that a table is over, and in which position; its journal says so too."""

    @abstractmethod
    def refuse(self, table: str, command: str, done: str) -> "Future[None]":
        """Keep how a command was refused, so that it stays so."""

    @abstractmethod
    def live(self, at: float, up: float) -> None:
        """Note that the server lives and how long it has been up, so that clocks go on from there."""

    @abstractmethod
    def put(self, tables: list[Kept]) -> "Future[None]":
        """Keep these tables as another store held them, all or none."""

    @abstractmethod
    def rewrite(self, table: str, bodies: list[tuple[int, str]], refusals: list[tuple[str, str]]) -> "Future[None]":
        """Say other words in entries (number, body) and refusals (command, done) that lie there: where a person's
        words have to go. What was opened here alone may be rewritten or removed."""

    @abstractmethod
    def remove(self, table: str) -> "Future[None]":
        """Keep a table no longer."""

    @abstractmethod
    def close(self) -> None:
        """Write what is queued, then stop."""

    def _soon(self, work: Any) -> None:
        """Waking the other thread for each would cost more than the work: they are handed over together."""
        assert self.loop
        if not self._fresh:
            self.loop.call_soon(self._hand_over)
        self._fresh.append(work)

    def _hand_over(self) -> None:
        works, self._fresh = self._fresh, []
        if works:
            self._send(works)

    @abstractmethod
    def _send(self, works: list[Any]) -> None:
        """To whoever writes."""

    def _note(self, works: int, since: float) -> None:
        """So many were committed together, which began then."""
        self.seconds.add(time.monotonic() - since)
        self.sizes.add(works)

    def _tell(self, waiting: "Sequence[Future[None] | None]", outcomes: Sequence[Exception | None]) -> None:
        """What became of works, told where they are waited for."""
        if self.loop and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(_resolve, waiting, outcomes)

    # ---- with other servers on the same store, where it has room for them

    def has(self, table: str) -> bool:
        """Whether a table that was opened here may be answered for from memory."""
        return True

    def whereabouts(self, table: str) -> str | None:
        """Where another server answers for a table; None: this one does, and has it from now on."""
        return None

    def others(self) -> list[str]:
        """Where the other servers are."""
        return []

    def release(self, table: str) -> "Future[None] | None":
        """Others may have this table, after all that was written until now."""
        return None

    def leave(self) -> None:  # noqa: B027
        """Take no tables any more."""

    def secret(self, given: str | None, is_kept: bool) -> str | None:
        """The one secret of all servers here, kept with the tables unless it shall not be; None: each has its own."""
        return None

    def secret_kept(self) -> str | None:
        """That secret, if it is kept here."""
        return None

    # ---- reading

    @abstractmethod
    def table(self, table: str) -> tuple[Head | None, list[Entry], dict[str, str]]:
        """All that is kept of a table, to play it on; Elsewhere if another server does."""

    @abstractmethod
    def head(self, table: str) -> Head | None:
        """What a table is made of."""

    @abstractmethod
    def entries(self, table: str, after: int = 0, until: int = 1 << 62) -> list[Entry]:
        """The entries of a table, or those from `after` to `until`."""

    @abstractmethod
    def refusals(self, table: str) -> dict[str, str]:
        """How commands of this table were refused."""

    @abstractmethod
    def under_way(self, aside: Callable[[str, Exception], None]) -> list[tuple[str, str, bool]]:
        """Tables being played that no other server has, the latest first: id, game, and whether bots or clocks go on
        there by themselves.

        Each is looked at by itself: one that cannot be read is named to `aside`, and the others go on.
        """

    @abstractmethod
    def was_up(self) -> float:
        """Seconds the server has been up until it was last seen alive."""

    @abstractmethod
    def ids(self) -> list[str]:
        """The names of all tables."""

    @abstractmethod
    def summaries(self) -> list[Summary]:
        """All tables, the latest first."""

    @abstractmethod
    def naming(self, words: str) -> list[str]:
        """Tables where an entry of `NAMING` holds these words of JSON."""

    @abstractmethod
    def get(self, tables: list[str]) -> list[Kept]:
        """These tables as they lie here, in this order."""


def _resolve(waiting: "Sequence[Future[None] | None]", outcomes: Sequence[Exception | None]) -> None:
    for done, error in zip(waiting, outcomes, strict=True):
        if done is None or done.done():
            continue
        if error:
            done.set_exception(error)
        else:
            done.set_result(None)


def head_of(row: Sequence[Any]) -> Head:
    """Out of the columns id, made, game, version, seed, head, digest."""
    return Head(*row[:5], msgspec.json.decode(row[5]), row[6])  # type: ignore[call-arg]


def rows_of(table: str, entries: list[Entry]) -> list[Row]:
    return [(table, *row_of(entry)) for entry in entries]


def goes_on(head: str, seating: Sequence[tuple[str, str]]) -> bool | None:
    """Whether a table does not wait for people alone, by its entries of `SEATING`; None: it has not begun."""
    more = msgspec.json.decode(head)
    kinds = {kind for kind, _ in seating}
    if "start" not in kinds:
        return None
    joined = {read(kind, body).seat for kind, body in seating if kind == "join"}  # type: ignore[attr-defined]
    has_bots = bool(kinds & {*LEFT_TO_BOTS}) or len(joined) < more["options"]["players"]
    return has_bots or more["settings"]["clock"] != "off"


# ---- faults on purpose, for the checks: SKULK_FAULT="before commit:0.01"

_POINT, _, _ODDS = os.environ.get("SKULK_FAULT", "").partition(":")


def fault(point: str) -> None:
    """Die here without a word, as often as the check asks for it."""
    if _POINT and point == _POINT and random.random() < float(_ODDS or 1):
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
