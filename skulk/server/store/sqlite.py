"""The journal in one file of SQLite's (WAL, synchronous=FULL), durable before anybody hears of it.

One thread writes; whatever has queued up while it wrote the last group is committed together.
`(table, number)` and `(table, command)` are unique, so a command can be kept once and only once.
"""

import logging
import math
import queue
import secrets
import sqlite3
import threading
import time
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..entries import Entry, entry_of
from .contract import (
    GROUP,
    NAMING,
    SEATING,
    BadStore,
    Conflict,
    Damaged,
    Head,
    Journal,
    JournalError,
    Kept,
    Row,
    Summary,
    fault,
    goes_on,
    head_of,
    rows_of,
)

log = logging.getLogger("skulk.server")
MANY = 128  # rows inserted by one statement at most
MIGRATIONS = [
    """
create table tables (id text primary key, made real not null, game text not null, version text not null,
    head text not null, seed text not null, is_over integer not null default 0) without rowid;
create table journal (tab text not null, number integer not null, command text not null, at real not null,
    seat integer, kind text not null, body text not null,
    primary key (tab, number), unique (tab, command)) without rowid;
create table outages (began real not null, ended real not null);
create table alive (one integer primary key check (one = 1), at real not null);
""",
    """
alter table journal add column up real not null default 0;
alter table alive add column up real not null default 0;
create table refusals (tab text not null, command text not null, done text not null,
    primary key (tab, command)) without rowid;
drop table outages;
""",  # clocks that ran in format 1 begin anew
    """
alter table tables add column digest text;
""",  # of the position that a game ended in
]  # each makes the next format out of the one before: a new file goes through all of them. None is ever changed
FORMAT = len(MIGRATIONS)
ALIVE = "create table alive (one integer primary key check (one = 1), at real not null, up real not null default 0)"
HEAD = "select id, made, game, version, seed, head, digest from tables where id = ?"
ENTRIES = """select number, command, at, seat, kind, body, up from journal
    where tab = ? and number > ? and number <= ? order by number"""
REFUSED = "select command, done from refusals where tab = ?"
ALL = "select id, made, game, head from tables where not is_over"
SEATED = f"select kind, body from journal where tab = ? and kind in {SEATING}"
SUMMARIES = """select t.id, t.made, t.game, t.version, t.is_over,
    exists (select 1 from journal where tab = t.id and kind = 'start'), coalesce(j.number, 0), j.at, j.up
    from tables t left join journal j on j.tab = t.id
    and j.number = (select max(number) from journal where tab = t.id) order by t.made desc, t.id"""
NAMED = f"select distinct tab from journal where kind in {NAMING} and instr(body, ?) order by tab"
PUT = "insert into tables (id, made, game, version, head, seed, is_over, digest) values (?,?,?,?,?,?,?,?)"
ALL_OF = (
    "select id, made, game, version, head, seed, is_over, digest from tables where id = ?",
    "select number, command, at, seat, kind, body, up from journal where tab = ? order by number",
    "select command, done from refusals where tab = ? order by command",
)


class Work(NamedTuple):
    """Something to keep: entries of one table, and what goes with them."""

    rows: list[Row]
    more: Callable[[sqlite3.Connection], None] | None
    done: Future[None] | None


class SQLite(Journal):
    """The one writer, and readers beside it."""

    def __init__(self, path: Path, loop: AbstractEventLoop | None = None):
        super().__init__(loop)
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._base = self._open()
        self._queue: queue.SimpleQueue[list[Work] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    def _open(self) -> sqlite3.Connection:
        fresh = not self.path.exists()
        was_used = (self.path.parent / "secret").exists() and not _has_log(self.path)
        if not fresh and was_used and not self.path.stat().st_size:
            raise BadStore(f"{self.path} is empty, though it was in use: bring back a copy, or remove it")

        base = sqlite3.connect(self.path, isolation_level=None, timeout=10, check_same_thread=False)
        if fresh:
            self.path.chmod(0o600)
        try:
            base.execute("pragma journal_mode=wal")
            base.execute("pragma synchronous=full")
            version = _migrated(base)
        except sqlite3.DatabaseError as error:
            base.close()
            raise BadStore(f"{self.path} cannot be opened: {error}") from error
        if not 0 <= version <= FORMAT:
            base.close()
            raise BadStore(f"{self.path} was written in format {version}; this version reads formats 1 to {FORMAT}")
        return base

    # ---- writing

    def _keep(self, rows: list[Row], more: Callable[[sqlite3.Connection], None] | None = None) -> Future[None]:
        assert self.loop
        done: Future[None] = self.loop.create_future()
        self._soon(Work(rows, more, done))
        return done

    def _send(self, works: list[Work]) -> None:
        self._queue.put(works)

    def make(self, head: Head, entries: list[Entry]) -> Future[None]:
        row = (head.id, head.made, head.game, head.version, msgspec.json.encode(head.more).decode(), head.seed)

        def work(base: sqlite3.Connection) -> None:
            base.execute("insert into tables (id, made, game, version, head, seed) values (?,?,?,?,?,?)", row)

        return self._keep(rows_of(head.id, entries), work)

    def append(self, table: str, entries: list[Entry]) -> Future[None]:
        return self._keep(rows_of(table, entries))

    def end(self, table: str, digest: str) -> None:
        def work(base: sqlite3.Connection) -> None:
            base.execute("update tables set is_over = 1, digest = ? where id = ?", (digest, table))

        self._queue.put([Work([], work, None)])

    def refuse(self, table: str, command: str, done: str) -> Future[None]:
        def work(base: sqlite3.Connection) -> None:
            base.execute("insert or ignore into refusals values (?,?,?)", (table, command, done))

        return self._keep([], work)

    def live(self, at: float, up: float) -> None:
        def work(base: sqlite3.Connection) -> None:
            base.execute("insert or replace into alive values (1, ?, ?)", (at, up))

        self._queue.put([Work([], work, None)])

    def _write(self) -> None:
        base, is_ending = self._base, False
        while not is_ending and (first := self._queue.get()) is not None:
            group = first
            while len(group) < GROUP and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    is_ending = True
                    break
                group = group + more
            began = time.monotonic()
            outcomes = self._commit(base, group)
            self.groups += 1
            self.kept += len(group)
            self._note(len(group), began)
            self._tell([work.done for work in group], outcomes)
        base.close()

    def _commit(self, base: sqlite3.Connection, group: list[Work]) -> list[Exception | None]:
        """All together; if that fails each by itself, so that one cannot spoil the others."""
        try:
            _transact(base, group)
            self.problem, self.written = "", time.monotonic()
            return [None] * len(group)
        except Exception as error:  # whatever it is, whoever waits hears of it, and the next are kept
            if len(group) == 1:
                return [self._named(error)]
        return [self._commit(base, [one])[0] for one in group]

    def _named(self, error: Exception) -> "JournalError":
        if isinstance(error, sqlite3.IntegrityError):
            return Conflict(str(error))
        if not self.problem:
            log.error("the journal cannot be written: %s", error)
        self.problem = str(error)
        kind = Damaged if _is_damage(error) else JournalError
        if kind is Damaged:
            self.damage = self.problem
        return kind(f"the journal cannot be written: {error}")

    def close(self) -> None:
        self._hand_over()
        self._queue.put(None)
        self._thread.join()

    def put(self, tables: list[Kept]) -> Future[None]:
        def work(base: sqlite3.Connection) -> None:
            for head, entries, refusals in tables:
                id = head[0]
                base.execute(PUT, head)
                _insert(base, [(id, *row) for row in entries])
                base.executemany("insert into refusals values (?,?,?)", [(id, *row) for row in refusals])

        return self._keep([], work)

    def rewrite(self, table: str, bodies: list[tuple[int, str]], refusals: list[tuple[str, str]]) -> Future[None]:
        def work(base: sqlite3.Connection) -> None:
            rows = [(body, table, number) for number, body in bodies]
            base.executemany("update journal set body = ? where tab = ? and number = ?", rows)
            dones = [(done, table, command) for command, done in refusals]
            base.executemany("update refusals set done = ? where tab = ? and command = ?", dones)

        return self._keep([], work)

    def remove(self, table: str) -> Future[None]:
        def work(base: sqlite3.Connection) -> None:
            for sql in ("journal where tab", "refusals where tab", "tables where id"):
                base.execute(f"delete from {sql} = ?", (table,))

        return self._keep([], work)

    # ---- reading, from any thread

    def _read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        base = self._reader()
        try:
            return base.execute(sql, values).fetchall()
        finally:
            base.close()

    def table(self, table: str) -> tuple[Head | None, list[Entry], dict[str, str]]:
        """Read at once: a start reads hundreds of them."""
        base = self._reader()
        try:
            heads = base.execute(HEAD, (table,)).fetchall()
            if not heads:
                return None, [], {}
            rows = base.execute(ENTRIES, (table, 0, 1 << 62)).fetchall()
            base.text_factory = lambda text: text.decode(errors="replace")  # one damaged answer costs nobody the table
            refusals = base.execute(REFUSED, (table,)).fetchall()
        finally:
            base.close()
        return head_of(heads[0]), _entries(rows), dict(refusals)

    def _reader(self) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=10)

    def head(self, table: str) -> Head | None:
        rows = self._read(HEAD, table)
        return head_of(rows[0]) if rows else None

    def entries(self, table: str, after: int = 0, until: int = 1 << 62) -> list[Entry]:
        return _entries(self._read(ENTRIES, table, after, until))

    def under_way(self, aside: Callable[[str, Exception], None]) -> list[tuple[str, str, bool]]:
        base, found = self._reader(), []
        base.text_factory = lambda text: text.decode(errors="replace")
        try:
            for id, (made, game, head) in _all_there_is(base, aside).items():
                try:
                    by_itself = goes_on(head, base.execute(SEATED, (id,)).fetchall())
                    if by_itself is not None:
                        found.append((made, id, game, by_itself))
                except Exception as error:
                    aside(id, error)
        finally:
            base.close()
        return [(id, game, by_itself) for _, id, game, by_itself in sorted(found, reverse=True)]

    def refusals(self, table: str) -> dict[str, str]:
        return dict(self._read(REFUSED, table))

    def ids(self) -> list[str]:
        return [id for (id,) in self._read("select id from tables order by id")]

    def summaries(self) -> list[Summary]:
        return [Summary(*row[:4], *map(bool, row[4:6]), *row[6:]) for row in self._read(SUMMARIES)]

    def naming(self, words: str) -> list[str]:
        return [id for (id,) in self._read(NAMED, words)]

    def get(self, tables: list[str]) -> list[Kept]:
        base = self._reader()
        try:
            of = [[base.execute(sql, (id,)).fetchall() for sql in ALL_OF] for id in tables]
        finally:
            base.close()
        return [Kept(heads[0], entries, refusals) for heads, entries, refusals in of]

    def was_up(self) -> float:
        """Where that is damaged, until the last entry."""
        try:
            return _seconds(self._read("select up from alive"))
        except (sqlite3.DatabaseError, ValueError) as error:
            log.warning("how long the server has been up is damaged, its clocks go on from the last entry: %s", error)
            self._queue.put([Work([], _lay_alive_anew, None)])
        try:
            return _seconds(self._read("select max(up) from journal where typeof(up) = 'real'"))
        except (sqlite3.DatabaseError, ValueError) as error:
            log.warning("nor can the last entry be read, the clocks begin anew: %s", error)
            return 0.0


def _migrated(base: sqlite3.Connection) -> int:
    """The format that the file was written in; it has ours now, if it is one that we know.

    Locked first and read then: of two that open an old file at once, the second finds what the first has made of it.
    """
    base.execute("begin immediate")
    try:
        version: int = base.execute("pragma user_version").fetchone()[0]
        if 0 <= version < FORMAT:
            for statement in "".join(MIGRATIONS[version:]).split(";"):
                base.execute(statement)
            base.execute(f"pragma user_version={FORMAT}")
        base.execute("commit")
    except BaseException:
        if base.in_transaction:
            base.execute("rollback")
        raise
    return version


def _has_log(path: Path) -> bool:
    """Whether what was written last still lies beside the file."""
    beside = path.with_name(f"{path.name}-wal")
    return beside.exists() and beside.stat().st_size > 0


def _seconds(rows: list[tuple[Any, ...]]) -> float:
    """The number in the only row, 0 without one."""
    seconds = (rows[0][0] if rows else None) or 0.0
    if not isinstance(seconds, float) or not 0 <= seconds < math.inf:
        raise ValueError(f"{seconds!r} is no number of seconds")
    return seconds


def _lay_alive_anew(base: sqlite3.Connection) -> None:
    """Signs of life get another place; what is damaged keeps its own, under a name that nobody reads."""
    base.execute(f"alter table alive rename to alive_damaged_{secrets.token_hex(4)}")
    base.execute(ALIVE)


def _is_damage(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT  # not every error has a code


def _entries(rows: list[tuple[Any, ...]]) -> list[Entry]:
    return [entry_of(row) for row in rows]


def _all_there_is(base: sqlite3.Connection, aside: Callable[[str, Exception], None]) -> dict[str, tuple[Any, ...]]:
    """The tables that are not over. A damaged page ends the reading there: it goes on from the other end."""
    found: dict[str, tuple[Any, ...]] = {}
    for order in ("asc", "desc"):
        try:
            for id, *rest in base.execute(f"{ALL} order by id {order}"):
                found[id] = tuple(rest)
            return found
        except sqlite3.DatabaseError as error:
            if order == "desc":
                aside("?", error)  # some, nobody knows which
    return found


def _transact(base: sqlite3.Connection, group: list[Work]) -> None:
    base.execute("begin immediate")
    try:
        _insert(base, [row for work in group for row in work.rows])
        for work in group:
            if work.more:
                work.more(base)
        fault("before commit")
        base.execute("commit")
        fault("after commit")
    except BaseException:
        if base.in_transaction:
            base.execute("rollback")
        raise


def _insert(base: sqlite3.Connection, rows: list[Row]) -> None:
    """Many rows in one statement: between statements this thread would wait for the busy one with the tables."""
    first = 0
    while first < len(rows):
        count = 1 << (min(len(rows) - first, MANY).bit_length() - 1)
        values = [value for row in rows[first : first + count] for value in row]
        base.execute(_inserting(count), values)
        first += count


@cache
def _inserting(rows: int) -> str:
    return "insert into journal (tab, number, command, at, seat, kind, body, up) values " + ",".join(
        ["(?,?,?,?,?,?,?,?)"] * rows
    )
