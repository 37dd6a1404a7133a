"""Where tables are kept: one contract, a file of SQLite's or a database of PostgreSQL's behind it."""

from pathlib import Path
from urllib.parse import urlsplit

from .contract import (
    Astray,
    BadStore,
    Conflict,
    Damaged,
    Elsewhere,
    Fenced,
    Head,
    Journal,
    JournalError,
    Kept,
    Summary,
    Unknown,
    fault,
)

__all__ = [
    "Astray",
    "BadStore",
    "Conflict",
    "Damaged",
    "Elsewhere",
    "Fenced",
    "Head",
    "Journal",
    "JournalError",
    "Kept",
    "Summary",
    "Unknown",
    "fault",
    "open_store",
    "shown",
]


def open_store(data: Path, url: str | None = None, address: str = "", is_alone: bool = False) -> Journal:
    """The store of a server: at `url`, or a file in its folder. `address`: where other servers reach this one."""
    if url is None:
        from .sqlite import SQLite

        return SQLite(data / "skulk.db")
    if not url.startswith(("postgresql://", "postgres://")):
        raise BadStore("a store is written postgresql://USER@HOST/DATABASE")
    try:
        from .postgresql import PostgreSQL
    except ImportError as error:
        raise BadStore("PostgreSQL needs a package that is not installed: pip install 'skulk[postgresql]'") from error
    return PostgreSQL(url, address=address, is_alone=is_alone)


def shown(url: str) -> str:
    """The address of a store without its password."""
    parts = urlsplit(url)
    name, at, host = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{name.partition(':')[0]}{at}{host}{parts.path}"
