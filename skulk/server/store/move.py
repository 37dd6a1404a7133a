"""`skulk move-store`: all tables of one store into another, byte for byte, and each compared there."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import IO

from skulk.engine import SkulkError

from . import BadStore, Journal, JournalError, open_store, shown

MANY = 100  # tables moved at a time
TELL = 2.0  # seconds between two words on how far it is


def move_store(source: str, target: str, /) -> None:
    """Move all tables from one store to another; the first stays as it is.

    Parameters
    ----------
    source
        Where they are: a folder, as in `skulk serve --data`, or postgresql://USER@HOST/DATABASE.
    target
        Where they go, told in the same way; it must be empty, or hold what an interrupted move has left.
    """
    with ExitStack() as opened:
        stores = (_open(source, True, opened), _open(target, False, opened))
        try:
            moved, entries = asyncio.run(move(*stores, print))
            _take_secret_along(source, stores[0], target, stores[1])
        except BadStore as error:
            raise SkulkError(f"{_named(target)}: {error}") from error
        except (JournalError, sqlite3.Error) as error:
            raise SkulkError(f"{error}; run it again: what is there already is not moved twice") from error
    print(f"{moved} tables with {entries} entries are in {_named(target)}, each as it was in {_named(source)}")


def _open(where: str, is_source: bool, opened: ExitStack) -> Journal:
    from ..serve import keep_alone

    try:
        if _is_url(where):
            journal = open_store(Path(), where, is_alone=True)
        elif is_source and not (Path(where) / "skulk.db").is_file():
            raise BadStore("there is no skulk.db in this folder")
        else:
            lock: IO[str] | None = keep_alone(Path(where))
            if lock:
                opened.enter_context(lock)
            journal = open_store(Path(where))
    except (BadStore, OSError) as error:
        raise SkulkError(f"{_named(where)}: {error}") from error
    return opened.enter_context(closing(journal))


def _is_url(where: str) -> bool:
    return "://" in where


def _named(where: str) -> str:
    return shown(where) if _is_url(where) else where


def _take_secret_along(source: str, kept: Journal, target: str, to: Journal) -> None:
    """The links to seats stay valid, unless the secret was given in the environment."""
    from ..seats import read_secret, write_whole

    file = Path(source) / "secret"
    secret = kept.secret_kept() if _is_url(source) else read_secret(file) if file.exists() else None
    if secret and _is_url(target):
        to.secret(secret, is_kept=True)
    elif secret and not (Path(target) / "secret").exists():
        write_whole(Path(target) / "secret", secret.encode())


async def move(source: Journal, target: Journal, tell: Callable[[str], None]) -> tuple[int, int]:
    """How many tables and entries the target holds in the end; SkulkError if it holds anything else."""
    source.loop = target.loop = asyncio.get_running_loop()
    ids, there, entries, told = source.ids(), set(target.ids()), 0, time.monotonic()
    if strangers := there - set(ids):
        raise SkulkError(f"the target is not empty: it has {len(strangers)} tables that the source has not")
    for first in range(0, len(ids), MANY):
        tables = source.get(ids[first : first + MANY])
        lacking = [table for table in tables if table.id not in there]
        if lacking:
            await target.put(lacking)
        for before, after in zip(tables, target.get([table.id for table in tables]), strict=True):
            if before.digest() != after.digest():
                raise SkulkError(f"table {before.id} is not the same in both: the target must be empty")
            entries += len(before.entries)
        if time.monotonic() - told > TELL:
            tell(f"{first + len(tables)} of {len(ids)} tables")
            told = time.monotonic()
    target.live(time.time(), source.was_up())
    await target.put([])  # which comes after it
    if target.was_up() != source.was_up():
        raise SkulkError("how long the server has been up was not kept: run it again")
    return len(ids), entries
