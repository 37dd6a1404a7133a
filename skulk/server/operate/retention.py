"""How long tables are kept: finished ones for so many days, abandoned ones until they are archived as a file."""

import asyncio
import logging
from typing import TYPE_CHECKING

from ..seats import Refused, write_whole
from ..store import JournalError, Summary

if TYPE_CHECKING:
    from .operator import Operator, Told

log = logging.getLogger("skulk.server")
DAY = 86_400.0
HOUR = 3600.0  # seconds between two looks
CALM = 0.05  # seconds between two tables: who plays comes first
ARCHIVE = "archive"  # the folder, in that of the data


async def tidied(operator: "Operator", keep_finished: float, archive_abandoned: float, dry: bool = False) -> "Told":
    """Which tables went, and where to. 0 days: for ever."""
    gone: Told = {"deleted": [], "archived": []}
    for one in await asyncio.to_thread(operator.journal.summaries):
        days = keep_finished if one.is_over else archive_abandoned
        if not days > 0 or operator.age(one) < days * DAY or _is_here(operator, one):
            continue
        try:
            if not one.is_over and not dry:
                await _archive(operator, one.id)
            if not dry:
                await operator.delete(one.id)
                await asyncio.sleep(CALM)
            gone["deleted" if one.is_over else "archived"].append(one.id)
        except (Refused, JournalError, OSError) as error:
            log.warning("table %s is not tidied away: %s", one.id, error)
    return gone


def _is_here(operator: "Operator", one: Summary) -> bool:
    gathering = operator.tables.gatherings.get(one.id)
    return gathering is not None and bool(gathering.listeners.everybody())


async def _archive(operator: "Operator", table: str) -> None:
    folder = operator.tables.data / ARCHIVE
    folder.mkdir(exist_ok=True, mode=0o700)
    text = (await operator.export(table))["sheet"]
    await asyncio.to_thread(write_whole, folder / f"{table}.jsonl", text.encode())


async def tidy_for_ever(operator: "Operator", keep_finished: float, archive_abandoned: float) -> None:
    """Once an hour."""
    while keep_finished > 0 or archive_abandoned > 0:
        try:
            gone = await tidied(operator, keep_finished, archive_abandoned)
            if gone["deleted"] or gone["archived"]:
                log.info("tidied: %d deleted, %d archived", len(gone["deleted"]), len(gone["archived"]))
        except JournalError as error:
            log.warning("nothing is tidied: %s", error)
        await asyncio.sleep(HOUR)
