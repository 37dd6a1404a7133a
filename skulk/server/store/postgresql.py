"""The journal in a database of PostgreSQL's, which outlives the machine that the server runs on.

Two writers, each with the tables of its own; whatever has queued up while one wrote is committed together, in one
statement that may be sent again. asyncpg has an event loop and a thread to itself, so that tables see what they see of
SQLite: futures where something is written, plain answers where it is read.

A node holds a lease (lease.py), and of each table that it plays the fence (schema.py). Whose table was taken over can
write nothing there any more, and says so.
"""

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
import threading
import time
from asyncio import AbstractEventLoop, Future
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

import asyncpg
import msgspec

from ..entries import Entry, entry_of
from . import schema
from .contract import (
    GROUP,
    BadStore,
    Conflict,
    Elsewhere,
    Fenced,
    Head,
    Journal,
    JournalError,
    Kept,
    Row,
    Summary,
    Unknown,
    fault,
    goes_on,
    head_of,
    rows_of,
)
from .lease import GONE, RENEWALS, Lease
from .link import SURE, Broken, Link, told

log = logging.getLogger("skulk.server")
LEASE = float(os.environ.get("SKULK_LEASE") or 5)  # seconds
GIVE_UP = 15.0  # seconds of sending something again, after which whoever waits hears that nobody knows
PAUSE = 0.1  # seconds before something is sent again
WRITERS = 2
ELSEWHERE = "another server keeps this table now"
OTHER_SECRET = (
    "the servers of this database share another secret. If they belong together, remove the file `secret` of this "
    "folder, or give theirs (SKULK_SECRET); if they do not, each needs a database or a schema of its own"
)
T = TypeVar("T")
Outcomes = list[Exception | None]


class Work(NamedTuple):
    """Something to keep, of one table."""

    how: "Callable[[PostgreSQL, Link, list[Work]], Awaitable[Outcomes]]"
    table: str
    fence: int
    rows: list[Row]
    of: tuple[Any, ...]  # what goes with them
    done: Future[None] | None
    until: float


class Writer:
    """A connection and what waits for it."""

    def __init__(self, url: str):
        self.link, self.works, self.some = Link(url), deque[Work](), asyncio.Event()
        self.is_idle = True

    async def group(self) -> list[Work]:
        self.is_idle = not self.works
        await self.some.wait()
        self.is_idle = False
        group = [self.works.popleft() for _ in range(min(GROUP, len(self.works)))]
        if not self.works:
            self.some.clear()
        return group


class PostgreSQL(Journal):
    """The lease, the writers, and a connection to read by."""

    def __init__(
        self,
        url: str,
        loop: AbstractEventLoop | None = None,
        lease: float = LEASE,
        give_up: float = GIVE_UP,
        address: str = "",
        is_alone: bool = False,
    ):
        super().__init__(loop)
        self.url, self.give_up = url, give_up
        self.lease = Lease(url, address, lease, is_alone, self)
        self.doubtful: set[str] = set()  # tables of which nobody knows whether the last entry was kept
        self.is_leaving = False  # it takes no table any more
        self._side = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._side.run_forever, name="journal", daemon=True)
        self._thread.start()
        try:
            self._wait(self._begin())
        except BaseException:
            self._stop()
            raise

    @property
    def fences(self) -> dict[str, int]:
        """Of the tables that are played here."""
        return self.lease.fences

    def tell_news(self) -> None:
        if self.loop and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.on_news)

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._side).result()

    def _stop(self) -> None:
        self._side.call_soon_threadsafe(self._side.stop)
        self._thread.join()
        self._side.close()

    # ---- the lease

    async def _begin(self) -> None:
        self.reading, self.taking = Link(self.url), asyncio.Lock()
        self.writers = [Writer(self.url) for _ in range(WRITERS)]
        self.tasks: list[asyncio.Task[None]] = []
        try:
            raw = await self.reading.open()
            await _check(raw)
            await _lay(raw)
            await self.lease.enter(raw)
            self.tasks.append(self._side.create_task(self._renew()))
            if await _migrate(raw):
                await self.lease.open(raw)
        except Exception as error:  # whatever a driver raises for a wrong name, password, port or right
            await self._leave()
            if isinstance(error, BadStore):
                raise
            raise BadStore(f"the database cannot be used: {told(error)}") from error
        self.tasks += [self._side.create_task(self._write(writer)) for writer in self.writers]

    async def _renew(self) -> None:
        while True:
            with contextlib.suppress(Broken, *SURE):  # the next time
                await self.lease.keep()
            await asyncio.sleep(self.lease.seconds / RENEWALS)

    # ---- with others

    def has(self, table: str) -> bool:
        return table in self.fences and self.lease.is_held

    def others(self) -> list[str]:
        return list(self.lease.others.values())

    def whereabouts(self, table: str) -> str | None:
        try:
            self._wait(self._take_over(table))
            return None
        except Elsewhere as error:
            return error.address

    def secret_kept(self) -> str | None:
        return next((row[1] for row in self._ask(schema.SECRET)), None)

    async def _take_over(self, table: str) -> None:
        """Have a table, if there is such a one, and nobody else has it; Elsewhere if somebody has. Of a dead node's
        nothing can be had until PostgreSQL has been up for one lease."""
        until = time.monotonic() + 1.5 * self.lease.seconds
        while _is_name(table):
            if not self.lease.is_held:
                raise JournalError("the database does not answer: nobody knows whose tables these are")
            async with self.taking:  # of two at once the second would fence the first off
                if table in self.fences or await self._is_taken(table):
                    return
            if time.monotonic() > until:
                raise Elsewhere("")
            await asyncio.sleep(PAUSE)

    async def _is_taken(self, table: str) -> bool:
        """Whether it is ours now, or there is none; False: not yet."""
        node = self.lease.id
        rows = await self._answer(schema.WHERE, table)
        if not rows:
            return True
        [(owner, address, is_free)] = rows
        if not is_free and owner != node:
            raise Elsewhere(address)
        if self.is_leaving:
            raise Elsewhere(next(iter(self.others()), ""))
        fences = await self._answer(schema.TAKE, node, table, self.lease.seconds)
        if fences and node == self.lease.id:
            self.fences[table] = fences[0][0]
        return table in self.fences

    def release(self, table: str) -> "Future[None]":
        fence = self.fences.pop(table, -1)
        return self._work(_release, table, [], table, fence)

    def leave(self) -> None:
        self.is_leaving = True

    def secret(self, given: str | None, is_kept: bool) -> str | None:
        mark = hashlib.sha256(f"skulk {given}".encode()).hexdigest() if given else ""
        if given:
            self._ask(schema.CLUSTER, mark, given if is_kept else None)
        else:
            new = secrets.token_hex(32)
            self._ask(schema.CLUSTER, hashlib.sha256(f"skulk {new}".encode()).hexdigest(), new)
        [(known, kept)] = self._ask(schema.SECRET)
        if given and mark != known:
            raise BadStore(OTHER_SECRET)
        if not given and not kept:
            raise BadStore("the servers of this database share a secret that it does not hold: give it in SKULK_SECRET")
        return given or str(kept)

    # ---- writing

    def _work(self, how: Any, table: str, rows: list[Row], *of: Any, fence: int | None = None) -> Future[None]:
        assert self.loop
        done: Future[None] = self.loop.create_future()
        fence = self.fences.get(table, -1) if fence is None else fence
        self._soon(Work(how, table, fence, rows, of, done, time.monotonic() + self.give_up))
        return done

    def _leave_note(self, how: Any, table: str, *of: Any) -> None:
        until = time.monotonic() + self.give_up
        self._send([Work(how, table, self.fences.get(table, -1), [], of, None, until)])

    def make(self, head: Head, entries: list[Entry]) -> Future[None]:
        more = msgspec.json.encode(head.more).decode()
        of = (head.id, head.made, head.game, head.version, more, head.seed)
        return self._work(_make, head.id, rows_of(head.id, entries), *of, fence=1)

    def append(self, table: str, entries: list[Entry]) -> Future[None]:
        return self._work(_append, table, rows_of(table, entries))

    def refuse(self, table: str, command: str, done: str) -> Future[None]:
        return self._work(_refuse, table, [], table, command, done)

    def end(self, table: str, digest: str) -> None:
        self._leave_note(_end, table, table, digest)

    def live(self, at: float, up: float) -> None:
        self._leave_note(_live, "", at, up)

    def put(self, tables: list[Kept]) -> Future[None]:
        return self._work(_put, "", [], *tables)

    def rewrite(self, table: str, bodies: list[tuple[int, str]], refusals: list[tuple[str, str]]) -> Future[None]:
        return self._work(_rewrite, table, [], bodies, refusals)

    def remove(self, table: str) -> Future[None]:
        return self._work(_remove, table, [])

    def _send(self, works: list[Work]) -> None:
        self._side.call_soon_threadsafe(self._take, works)

    def _take(self, works: list[Work]) -> None:
        for work in works:
            writer = self.writers[hash(work.table) % WRITERS]
            writer.works.append(work)
            writer.some.set()

    async def _write(self, writer: Writer) -> None:
        while True:
            group = await writer.group()
            self.groups += 1
            self.kept += len(group)
            began = time.monotonic()
            for how in KINDS:
                works = [work for work in group if work.how is how]
                if works:
                    await self._keep(writer.link, works)
            self._note(len(group), began)

    async def _keep(self, link: Link, works: list[Work]) -> None:
        """Until the database has said what became of them, or those who wait have waited long enough."""
        while works:
            try:
                fault("before commit")
                outcomes = await self._commit(link, works)
                fault("after commit")
                self._tell([work.done for work in works], outcomes)
                return
            except Broken as error:
                if not self.problem:
                    log.error("the database does not answer, everything is sent again: %s", error)
                self.problem = str(error)
            await asyncio.sleep(PAUSE)
            now = time.monotonic()
            late = [work for work in works if work.until < now]
            self.doubtful.update(work.table for work in late)
            unknown = Unknown(f"the database does not answer: {self.problem}")
            self._tell([work.done for work in late], [unknown] * len(late))
            works = [work for work in works if work.until >= now]

    async def _commit(self, link: Link, works: list[Work]) -> Outcomes:
        """All together; if that is refused each by itself, so that one cannot spoil the others."""
        try:
            outcomes = await works[0].how(self, link, works)
            self.problem, self.written = "", time.monotonic()
            return outcomes
        except Broken:
            raise
        except Exception as error:  # the database has said no, or the values are none that it takes
            if len(works) == 1:
                return [self._named(error)]
        return [(await self._commit(link, [one]))[0] for one in works]

    def _named(self, error: Exception) -> JournalError:
        if isinstance(error, asyncpg.IntegrityConstraintViolationError):
            return Conflict(told(error))
        if not self.problem:
            log.error("the journal cannot be written: %s", told(error))
        self.problem = told(error)
        return JournalError(f"the journal cannot be written: {self.problem}")

    def close(self) -> None:
        self._hand_over()
        self._wait(self._end())
        self._stop()

    async def _end(self) -> None:
        for writer in self.writers:
            while writer.works or not writer.is_idle:
                await asyncio.sleep(0.005)
        await self._leave()

    async def _leave(self) -> None:
        async with self.lease.link.one:  # a question that is cut off in the middle would outlive its loop
            for task in self.tasks:
                task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        with contextlib.suppress(Broken, *SURE):  # the lease runs out by itself
            if self.reading.raw:
                await self.reading.ask(schema.RELEASE_ALL, self.lease.id)
                await self.reading.ask(schema.LEAVE, self.lease.id)
        for link in (self.lease.link, self.reading, *(writer.link for writer in self.writers)):
            link.drop()

    # ---- reading, from any thread

    def _ask(self, sql: str, *values: Any) -> list[Any]:
        return self._wait(self._answer(sql, *values))

    async def _answer(self, sql: str, *values: Any) -> list[Any]:
        """What the database says, asked again until it does or whoever waits has waited long enough."""
        until = time.monotonic() + self.give_up
        while True:
            try:
                return await self.reading.ask(sql, *values)
            except SURE as error:
                raise JournalError(f"the journal cannot be read: {told(error)}") from error
            except Broken as error:
                if time.monotonic() > until:
                    raise JournalError(f"the database does not answer: {error}") from error
            await asyncio.sleep(PAUSE)

    def table(self, table: str) -> tuple[Head | None, list[Entry], dict[str, str]]:
        return self._wait(self._table(table)) if _is_name(table) else (None, [], {})

    async def _table(self, table: str) -> tuple[Head | None, list[Entry], dict[str, str]]:
        await self._take_over(table)
        heads = await self._answer(schema.HEAD, table)
        if not heads:
            return None, [], {}
        if self.fences.get(table) != heads[0][8]:
            raise Fenced(ELSEWHERE)
        rows = await self._answer(schema.ENTRIES, table, 0, (1 << 31) - 1)
        refusals = await self._answer(schema.REFUSED, table)
        if table in self.doubtful:  # what was seen is told as kept only after a commit that came later
            try:
                if not await self.lease.renew(self.reading):
                    raise Fenced(ELSEWHERE)
            except Broken as error:
                raise JournalError(f"the database does not answer: {error}") from error
            self.doubtful.discard(table)
        return head_of(heads[0]), _entries(rows), {row[0]: row[1] for row in refusals}

    def head(self, table: str) -> Head | None:
        rows = self._ask(schema.HEAD, table) if _is_name(table) else []
        return head_of(rows[0]) if rows else None

    def entries(self, table: str, after: int = 0, until: int = 1 << 62) -> list[Entry]:
        return _entries(self._ask(schema.ENTRIES, table, after, min(until, (1 << 31) - 1)))

    def refusals(self, table: str) -> dict[str, str]:
        return {row[0]: row[1] for row in self._ask(schema.REFUSED, table)}

    def under_way(self, aside: Callable[[str, Exception], None]) -> list[tuple[str, str, bool]]:
        found = []
        for (id, game, head), rows in groupby(self._ask(schema.FREE), key=lambda row: row[:3]):
            try:
                by_itself = goes_on(head, [(row[3], row[4]) for row in rows])
                if by_itself is not None:
                    found.append((id, game, by_itself))
            except Exception as error:
                aside(id, error)
        return found

    def was_up(self) -> float:
        rows = self._ask(schema.UP, self.lease.id)
        return float(rows[0][0]) if rows else 0.0

    def ids(self) -> list[str]:
        return [row[0] for row in self._ask(schema.IDS)]

    def summaries(self) -> list[Summary]:
        return [Summary(*row) for row in self._ask(schema.SUMMARIES)]

    def naming(self, words: str) -> list[str]:
        return [row[0] for row in self._ask(schema.NAMED, words)] if _is_name(words) else []

    def get(self, tables: list[str]) -> list[Kept]:
        heads = {row[0]: tuple(row) for row in self._ask(schema.HEADS, tables)}
        entries, refusals = (_by_table(self._ask(sql, tables)) for sql in (schema.ALL_ENTRIES, schema.ALL_REFUSALS))
        return [Kept(heads[id], entries.get(id, []), refusals.get(id, [])) for id in tables]


# ---- how each kind of work is kept: all of it in one statement; an outcome for each


async def _make(journal: PostgreSQL, link: Link, works: list[Work]) -> Outcomes:
    rows = [row for work in works for row in work.rows]
    laid = await link.ask(schema.MAKE, journal.lease.id, *_columns([work.of for work in works], 6), *_columns(rows, 8))
    here = {row[0] for row in laid}
    if len(here) < len(works):
        there = {row[0]: tuple(row[1:]) for row in await link.ask(schema.FOUND, [work.table for work in works])}
        if not await journal.lease.renew(link):
            return [Unknown(GONE) if work.table in there else Fenced(GONE) for work in works]
        here |= {work.table for work in works if there.get(work.table) == (work.of[5], journal.lease.id)}
    journal.fences.update((work.table, 1) for work in works if work.table in here)
    return [None if work.table in here else Conflict("a table of this name is there") for work in works]


async def _append(journal: PostgreSQL, link: Link, works: list[Work]) -> Outcomes:
    rows = [(*row, work.fence, work.rows[0][1]) for work in works for row in work.rows]
    [[kept]] = await link.ask(schema.APPEND, *_columns(rows, 10))
    if kept == len(rows):
        return [None] * len(works)
    return await _look(journal, link, works)


async def _look(journal: PostgreSQL, link: Link, works: list[Work]) -> Outcomes:
    """Some were fenced off, or kept by the try before: what lies there as it was sent is kept, once a commit has
    followed. After a crash rows can be seen that no replica has yet."""
    asked = [row for work in works for row in work.rows]
    there = {tuple(row) for row in await link.ask(schema.THERE, *_columns(asked, 2))}
    fences = await _fences(link, works)
    is_mine = await journal.lease.renew(link)

    def outcome(work: Work) -> Exception | None:
        if all((*row[:3], *row[5:7]) in there for row in work.rows):
            return None if is_mine else Unknown(GONE)
        return Conflict("the number or the command is there") if fences[work.table] == work.fence else Fenced(ELSEWHERE)

    return [outcome(work) for work in works]


async def _fences(link: Link, works: list[Work]) -> dict[str, int]:
    rows = await link.ask(schema.FENCES, [work.table for work in works])
    return dict.fromkeys((work.table for work in works), -2) | {row[0]: row[1] for row in rows}


async def _refuse(journal: PostgreSQL, link: Link, works: list[Work]) -> Outcomes:
    [[mine]] = await link.ask(schema.REFUSE, *_columns([(*work.of, work.fence) for work in works], 4))
    if mine == len(works):
        return [None] * len(works)
    fences = await _fences(link, works)
    return [None if fences[work.table] == work.fence else Fenced(ELSEWHERE) for work in works]


async def _end(journal: PostgreSQL, link: Link, works: list[Work]) -> Outcomes:
    await link.ask(schema.END, *_columns([(*work.of, work.fence) for work in works], 3))
    return [None] * len(works)


async def _live(journal: PostgreSQL, link: Link, works: list[Work]) -> Outcomes:
    await link.ask(schema.LIVE, journal.lease.id, *works[-1].of)
    return [None] * len(works)


async def _release(journal: PostgreSQL, link: Link, works: list[Work]) -> Outcomes:
    await link.ask(schema.RELEASE, journal.lease.id, *_columns([work.of for work in works], 2))
    return [None] * len(works)


async def _put(journal: PostgreSQL, link: Link, works: list[Work]) -> Outcomes:
    tables: list[Kept] = [table for work in works for table in work.of]
    heads = [(*head[:6], bool(head[6]), head[7]) for head, _, _ in tables]
    entries = [(kept.id, *row) for kept in tables for row in kept.entries]
    refusals = [(kept.id, *row) for kept in tables for row in kept.refusals]
    values = (*_columns(heads, 8), *_columns(entries, 8), *_columns(refusals, 3))
    laid = await link.ask(schema.PUT, journal.lease.id, *values)
    return [None if len(laid) == len(tables) else Fenced(GONE)] * len(works)


async def _rewrite(journal: PostgreSQL, link: Link, works: list[Work]) -> Outcomes:
    return [
        await _if_mine(link, work, schema.REWRITE, *_columns(work.of[0], 2), *_columns(work.of[1], 2)) for work in works
    ]


async def _remove(journal: PostgreSQL, link: Link, works: list[Work]) -> Outcomes:
    outcomes = [await _if_mine(link, work, schema.REMOVE) for work in works]
    for work, outcome in zip(works, outcomes, strict=True):
        if outcome is None:
            journal.fences.pop(work.table, None)
    return outcomes


async def _if_mine(link: Link, work: Work, sql: str, *values: Any) -> Exception | None:
    """Nothing is there any more: it was removed by the try before."""
    mine = await link.ask(sql, work.table, work.fence, *values)
    is_gone = not mine and not await link.ask(schema.FENCES, [work.table])
    return None if mine or is_gone else Fenced(ELSEWHERE)


KINDS = (_make, _append, _refuse, _end, _release, _live, _put, _rewrite, _remove)  # in this order within a group


def _columns(rows: Sequence[Sequence[Any]], count: int) -> list[list[Any]]:
    return [[row[column] for row in rows] for column in range(count)]


def _entries(rows: list[Any]) -> list[Entry]:
    return [entry_of(tuple(row)) for row in rows]


def _by_table(rows: list[Any]) -> dict[str, list[Row]]:
    return {id: [tuple(row)[1:] for row in some] for id, some in groupby(rows, key=lambda row: row[0])}


def _is_name(table: str) -> bool:
    return "\0" not in table  # which no text of PostgreSQL's can hold


# ---- at the start


async def _check(raw: Any) -> None:
    if await raw.fetchval("show server_encoding") != "UTF8":
        raise BadStore("the database does not speak UTF-8: create one with  createdb -E UTF8 -T template0 skulk")
    if await raw.fetchval("select pg_is_in_recovery()"):
        raise BadStore("this database is a replica, which nobody can write to: name the primary")
    if await raw.fetchval("show fsync") != "on":
        log.warning("this PostgreSQL runs with fsync off: a power cut may cost what was confirmed")


async def _lay(raw: Any) -> None:
    """A new store gets its first tables, by which servers see each other; that of a later version is refused."""
    async with raw.transaction():
        await raw.execute(schema.ALONE)
        if not await raw.fetchval(schema.LAID):
            await raw.execute(schema.VERSIONS)
            await raw.execute(f"{schema.MIGRATIONS[0]}; update skulk set format = 1")
        format = await raw.fetchval("select format from skulk")
    if not 1 <= format <= schema.FORMAT:
        raise BadStore(f"it was written in format {format}; this version reads formats 1 to {schema.FORMAT}")


async def _migrate(raw: Any) -> bool:
    """From format to format, once the store is ours alone; whether there was anything to do."""
    format = await raw.fetchval("select format from skulk")
    for number, migration in enumerate(schema.MIGRATIONS[format:], format + 1):
        async with raw.transaction():
            await raw.execute(f"{migration}; update skulk set format = {number}")
    return bool(format < schema.FORMAT)
