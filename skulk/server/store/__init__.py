"""Where tables are kept: one contract, a file of SQLite's behind it."""

from pathlib import Path

from .contract import (
    Astray,
    BadStore,
    Conflict,
    Damaged,
    Fenced,
    Head,
    Journal,
    JournalError,
    Kept,
    Unknown,
    fault,
)

__all__ = [
    "Astray",
    "BadStore",
    "Conflict",
    "Damaged",
    "Fenced",
    "Head",
    "Journal",
    "JournalError",
    "Kept",
    "Unknown",
    "fault",
    "open_store",
]


def open_store(data: Path) -> Journal:
    """The store of a server: a file in its folder."""
    from .sqlite import SQLite

    return SQLite(data / "skulk.db")
