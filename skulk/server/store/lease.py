"""A node's lease in the database: who is here, until when, and where the others are. A node is a server, as the others
on its store know it.

Time is the database's. By its own clock a node only knows how long it may answer from memory: until one lease after it
sent the last renewal that was answered.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import schema
from .contract import BadStore
from .link import SURE, Link, told

if TYPE_CHECKING:
    from .postgresql import PostgreSQL

log = logging.getLogger("skulk.server")
RENEWALS = 5  # within a lease
GONE = "the lease of this node has run out, and others may have taken its tables"
# Seconds that pass while the machine sleeps, too.
clock: Callable[[], float] = (
    (lambda: time.clock_gettime(time.CLOCK_BOOTTIME)) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic
)


class Lease:
    """`fences` are those of the tables that are this node's. Whose lease it is hears when some are lost, or a node is
    gone."""

    def __init__(self, url: str, address: str, seconds: float, is_alone: bool, whose: "PostgreSQL"):
        self.link, self.address, self.seconds, self.is_alone, self.whose = Link(url), address, seconds, is_alone, whose
        self.id = secrets.token_hex(8)  # new at every start, and after every end
        self.fences: dict[str, int] = {}
        self.others: dict[str, str] = {}  # id → address, of those alive
        self.until = 0.0  # by our clock

    @property
    def is_held(self) -> bool:
        return clock() < self.until

    # ---- to come

    async def enter(self, raw: Any) -> None:
        """Be a node of this store, or the only one. Of one that was killed the lease runs out; one that renews it is
        alive."""
        seen: dict[str, float] = {}
        while holders := await self._try(raw):
            if any(seen and until > seen.get(id, 0) for id, until in holders.items()):
                raise BadStore(
                    "another server keeps its tables in this database, and what is wanted here has to be alone with "
                    "it (a store to be moved, or one of another version): stop all servers first"
                )
            if not seen:
                log.warning("another server kept its tables here: waiting until its lease has run out")
            seen = holders
            await asyncio.sleep(self.seconds / RENEWALS / 2)

    async def _try(self, raw: Any) -> dict[str, float]:
        """Enter, unless somebody is here who does not suffer us, or whom we do not suffer: who, and until when."""
        async with raw.transaction():
            await raw.execute(schema.ALONE)
            await raw.execute(schema.BURY, self.seconds)
            format = await raw.fetchval("select format from skulk")
            is_ours = format == schema.FORMAT
            rows = await raw.fetch(schema.NEIGHBOURS if format > 1 else schema.HOLDERS)
            holders = {id: until for id, until, alone in rows if alone or self.is_alone or not is_ours}
            if not holders:
                sent = clock()
                await raw.execute(schema.ENTER, self.id, self.seconds)  # alone as yet, where it brings the format up
                if is_ours:
                    await raw.execute(schema.OPEN, self.id, self.address, self.is_alone)
                self.until = sent + self.seconds
        return holders

    async def open(self, raw: Any) -> None:
        """From now on others may be here too."""
        await raw.execute(schema.OPEN, self.id, self.address, self.is_alone)

    # ---- to stay

    async def renew(self, link: Link) -> bool:
        """A commit, after which what was seen before is kept as surely. False: it has ended."""
        try:
            if await link.ask(schema.RENEW, self.id, self.seconds):
                return True
            why = GONE
        except SURE as error:  # somebody has taken the store to pieces
            why = f"the lease cannot be renewed: {told(error)}"
        if not self.whose.lost:
            log.error("%s", why)
        self.whose.lost = why
        return False

    async def keep(self) -> None:
        """Renew it, and look around; whoever has lost it begins anew under another name, with no table."""
        sent, was_held, before = clock(), self.is_held, self.others
        if not await self.renew(self.link):
            await self._begin_anew()
            return
        if not was_held:
            await self._compare()
        self.until, self.whose.lost = sent + self.seconds, ""
        self.others = {row[0]: row[1] for row in await self.link.ask(schema.OTHERS, self.id)}
        if not was_held or before.keys() - self.others.keys():
            self.whose.tell_news()

    async def _compare(self) -> None:
        """After a lapse: what others have taken meanwhile is theirs."""
        mine = {row[0]: row[1] for row in await self.link.ask(schema.MINE, self.id)}
        for table in [table for table, fence in self.fences.items() if mine.get(table) != fence]:
            del self.fences[table]

    async def _begin_anew(self) -> None:
        self.until = 0.0
        self.fences.clear()
        self.whose.tell_news()
        self.id = secrets.token_hex(8)
        sent = clock()
        try:
            here = await self.link.ask(schema.ENTER_ANEW, self.id, self.seconds, self.address)
        except SURE:  # it is told already
            here = []
        if not here or self.is_alone:
            return
        self.until, self.whose.lost = sent + self.seconds, ""
        log.warning("this node goes on under a new lease")
        self.whose.tell_news()
