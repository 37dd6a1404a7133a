"""`skulk backup` and `skulk restore`: all tables as they were at one moment, also while people play.

A backup is a folder as a server keeps one, whatever the store was: `skulk serve --data BACKUP` would serve it.
"""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from skulk.engine import SkulkError

from ..seats import read_secret, write_whole
from ..settings import Server
from ..store import BadStore, JournalError, Kept, open_store
from ..store.move import move
from .admin import Where

BASE = "skulk.db"
MANY = 100  # tables read at a time


def backup(to: Path, /, *, where: Where | None = None) -> None:
    """Keep a copy of all tables, and of the secret that proves seats, in a new folder; a server may run on.

    Parameters
    ----------
    to
        The folder; it must not be there yet.
    """
    where = where or Where()
    server = where.server
    try:
        to.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise SkulkError(f"{to} cannot be made: {error.strerror}") from error
    try:
        if server.store:
            asyncio.run(_of_postgresql(server.store, to))
        else:
            _of_sqlite(server.data / BASE, to / BASE)
        secret = server.data / "secret"
        if secret.exists() and not (to / "secret").exists():
            write_whole(to / "secret", read_secret(secret).encode())
    except (OSError, sqlite3.Error, BadStore, JournalError) as error:
        raise SkulkError(f"no whole copy is in {to}: {error}") from error
    told = _told(to)
    where.tell(told | {"backup": str(to)}, f"{told['tables']} tables with {told['entries']} entries are in {to}")


def _told(folder: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(f"file:{folder / BASE}?mode=ro", uri=True)) as base:
        [problem] = base.execute("pragma quick_check(1)").fetchone()
        if problem != "ok":
            raise SkulkError(f"the copy in {folder} is damaged: {problem}")
        counts = [base.execute(f"select count(*) from {name}").fetchone()[0] for name in ("tables", "journal")]
    return dict(zip(("tables", "entries"), counts, strict=True))


def _of_sqlite(source: Path, target: Path) -> None:
    """SQLite's own way: one moment of it, while somebody else writes."""
    if not source.is_file():
        raise SkulkError(f"there are no tables in {source.parent}: name their folder with --data")
    os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


async def _of_postgresql(url: str, to: Path) -> None:
    """All that one snapshot shows, read beside the servers and without their lease."""
    import asyncpg

    from ..store import schema

    target = open_store(to)
    target.loop = asyncio.get_running_loop()
    try:
        line = await asyncpg.connect(url)
        try:
            async with line.transaction(isolation="repeatable_read", readonly=True):
                ids = [row[0] for row in await line.fetch(schema.IDS)]
                for first in range(0, len(ids), MANY):
                    await target.put(await _read(line, ids[first : first + MANY]))
                up = await line.fetchval("select max(up) from alive")
                secret = await line.fetchval("select secret from cluster")
                if secret:
                    write_whole(to / "secret", secret.encode())
        finally:
            await line.close()
        target.live(0.0, up or 0.0)
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise SkulkError(f"the database cannot be read: {error}") from error
    finally:
        target.close()


async def _read(line: Any, ids: list[str]) -> list[Kept]:
    from ..store import schema
    from ..store.postgresql import _by_table

    heads = {row[0]: tuple(row) for row in await line.fetch(schema.HEADS, ids)}
    entries = _by_table(await line.fetch(schema.ALL_ENTRIES, ids))
    refusals = _by_table(await line.fetch(schema.ALL_REFUSALS, ids))
    return [Kept(heads[id], entries.get(id, []), refusals.get(id, [])) for id in ids]


def restore(
    source: Path, /, *, replace: Annotated[bool, Parameter(negative=())] = False, where: Where | None = None
) -> None:
    """Bring a backup back, into an empty folder or database; no server may run there.

    Parameters
    ----------
    source
        The folder of the backup.
    replace
        Put what is in the folder aside, under the name skulk.db.before, and the backup in its place.
    """
    where = where or Where()
    server = where.server
    if not (source / BASE).is_file():
        raise SkulkError(f"{source} is no backup: there is no {BASE} in it")
    told = _told(source)
    try:
        secret = _secret_of(source, server.data / "secret", replace)
        _into_postgresql(source, server) if server.store else _into_folder(source, server, replace)
        if secret:
            write_whole(server.data / "secret", secret.encode())
    except (OSError, sqlite3.Error, BadStore, JournalError) as error:
        raise SkulkError(f"nothing was restored: {error}") from error
    place = "the database" if server.store else server.data
    where.tell(told, f"{told['tables']} tables with {told['entries']} entries are in {place}")


def _into_folder(source: Path, server: Server, replace: bool) -> None:
    from ..serve import keep_alone

    lock = keep_alone(server.data)
    try:
        base = server.data / BASE
        if base.exists() and not replace:
            raise SkulkError(f"{base} is there already: --replace puts it aside, or name another folder with --data")
        for end in ("", "-wal", "-shm") if base.exists() else ():
            old = base.with_name(base.name + end)
            if old.exists():
                old.replace(base.with_name(f"{BASE}.before{end}"))
        _of_sqlite(source / BASE, base)
    finally:
        if lock:
            lock.close()


def _into_postgresql(source: Path, server: Server) -> None:
    with closing(open_store(source)) as one, closing(open_store(server.data, server.store, is_alone=True)) as other:
        asyncio.run(move(one, other, print))


def _secret_of(source: Path, target: Path, replace: bool) -> str:
    """The backup's, if it has one; refused before anything is restored where another one lies there."""
    if not (source / "secret").exists():
        return ""
    secret = read_secret(source / "secret")
    if target.exists() and target.read_bytes().strip() != secret.encode() and not replace:
        raise SkulkError(f"{target} is another server's: --replace takes the backup's, and links of the other are void")
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return secret
