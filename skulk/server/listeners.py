"""Everybody who listens at a table: what they are told, what they have missed, who is here and who is gone."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from skulk.engine import SPECTATOR
from skulk.protocol import messages as m

from .fold import apply
from .log import clipped, named
from .table import Table
from .telling import told, welcome

if TYPE_CHECKING:
    from .tables import Tables

log = logging.getLogger("skulk.server")
KEPT = 16  # messages kept for each audience; older ones are made again from the journal
PAGE = 32  # entries of the journal read at a time for whoever has missed much


class Listener:
    """One connection: messages wait here until it has read them.

    `write` sends several at once, where there is such a way, and says whether it could; else whoever waits for `wake`
    takes them one by one, `is_busy` meanwhile. One that has missed much reads its `past` first, at its own pace: what
    is told meanwhile it finds there too.
    """

    def __init__(
        self,
        audience: int,
        most: int,
        generation: int | None = None,
        write: Callable[[list[bytes]], bool] | None = None,
    ):
        self.audience, self.most, self.generation, self.write = audience, most, generation, write
        self.waiting: deque[bytes] = deque()
        self.wake, self.is_busy = asyncio.Event(), False
        self.past: AsyncIterator[bytes] | None = None
        self.gone: tuple[str, str] | None = None  # why it is sent away
        self.dismissed = asyncio.Event()

    def put(self, data: bytes) -> None:
        if len(self.waiting) >= self.most:
            self.dismiss("too-slow", "you read too slowly")
            return
        self.waiting.append(data)
        if self.write is None:
            self.wake.set()
        elif len(self.waiting) == 1:
            asyncio.get_running_loop().call_soon(self._flush)  # with all that is put until then

    def _flush(self) -> None:
        assert self.write
        if self.waiting and not self.is_busy and not self.gone and self.write(list(self.waiting)):
            self.waiting.clear()
        else:
            self.wake.set()

    def tell(self, data: bytes) -> None:
        """Pass on what goes to everybody now; whoever still reads the past comes to it later."""
        if self.past is None:
            self.put(data)

    def dismiss(self, code: str, text: str) -> None:
        self.gone = self.gone or (code, text)
        self.wake.set()
        self.dismissed.set()


class Listeners:
    """All connections to a table, by audience. `clock` tells the time to an audience, as bytes, where a clock runs."""

    def __init__(self, tables: "Tables", table: Table, clock: Callable[[int], bytes | None]):
        self.tables, self.table, self.clock = tables, table, clock
        self.at: dict[int, set[Listener]] = {audience: set() for audience in table.audiences}
        self.kept: dict[int, deque[tuple[int, bytes]]] = {a: deque(maxlen=KEPT) for a in table.audiences}
        self.left: dict[int, float] = {}  # seat → when its last connection went; left out: nobody came since we opened
        self.opened = tables.time.now()
        self.generations = {audience: self._generation(audience) for audience in table.audiences}  # of what is kept

    def _generation(self, audience: int) -> int:
        return 0 if audience == SPECTATOR else self.table.seats[audience].generation

    def everybody(self) -> list[Listener]:
        return [listener for group in self.at.values() for listener in group]

    def dismiss(self, code: str, text: str) -> None:
        """Send everybody away."""
        for listener in self.everybody():
            listener.dismiss(code, text)

    def send_away(self) -> None:
        """Whoever has lost a seat hears nothing more of it; whoever may not look on, nothing at all."""
        for seat, who in enumerate(self.table.seats):
            for listener in list(self.at[seat]):
                if listener.generation not in (None, who.generation):
                    self.at[seat].discard(listener)
                    listener.dismiss("lost-seat", "this seat has been given up or handed on")
        if not self.table.settings.watch and self.table.phase != "lobby":
            for listener in list(self.at[SPECTATOR]):
                self.at[SPECTATOR].discard(listener)
                listener.dismiss("closed", "nobody may look on at this table")

    def broadcast(self) -> None:
        for audience in self.table.told:
            if self.at[audience]:
                number, data = self.table.numbers[audience], m.encode(told(self.table, audience))
                if self.generations[audience] != self._generation(audience):
                    self.kept[audience].clear()
                    self.generations[audience] = self._generation(audience)
                self.kept[audience].append((number, data))
                for listener in self.at[audience]:
                    listener.tell(data)
            else:
                self.kept[audience].clear()

    def listen(self, listener: Listener, since: int | None) -> None:
        """From now on this connection is told everything; first what it missed."""
        audience, number = listener.audience, self.table.numbers[listener.audience]
        self.at[audience].add(listener)
        self.left.pop(audience, None)
        if self.generations[audience] != self._generation(audience):  # others were told what is kept here
            self.kept[audience].clear()
        if since is None or since > number:
            listener.put(m.encode(welcome(self.table, audience)))
        elif since < number:
            missed = [data for n, data in self.kept[audience] if since < n <= number]
            if len(missed) < number - since:
                listener.past = self._past(listener, since)
            else:
                for data in missed:
                    listener.put(data)
        if clock := self.clock(audience):
            listener.tell(clock)
        self.tell_presence()

    async def _past(self, listener: Listener, since: int) -> AsyncIterator[bytes]:
        """What a connection has missed, made again from the journal a page at a time, until it has caught up."""
        table = Table(self.table.head)
        while table.number < self.table.number:  # what is kept and not carried out yet is told to all together
            try:
                async with self.tables.reading:
                    page = await asyncio.to_thread(self._page, table, self.table.number, listener.audience, since)
            except Exception as error:
                log.error("table %s: what was told cannot be read again: %s", self.table.head.id, clipped(named(error)))
                listener.dismiss("closing", "the server cannot read that now; come back in a moment")
                return
            for data in page:
                yield data
        listener.past = None
        if clock := self.clock(listener.audience):
            listener.put(clock)
        listener.put(self._presence())

    def _page(self, table: Table, until: int, audience: int, since: int) -> list[bytes]:
        """The next messages, and the table a page further on."""
        page: list[bytes] = []
        entries = self.tables.journal.entries(table.head.id, table.number, min(until, table.number + PAGE))
        if not entries:
            raise ValueError(f"the journal ends at entry {table.number} of {until}")
        for entry in entries:
            apply(table, entry)
            if audience in table.told and since < table.numbers[audience]:
                if audience != SPECTATOR and table.seats[audience].generation != self._generation(audience):
                    table.seats[audience].webhook = None  # of somebody else, who sat here before
                page.append(m.encode(told(table, audience)))
        return page

    def unlisten(self, listener: Listener) -> None:
        self.at[listener.audience].discard(listener)
        if not self.at[listener.audience]:
            self.left[listener.audience] = self.tables.time.now()
        self.tell_presence()

    def tell_presence(self) -> None:
        data = self._presence()
        for listener in self.everybody():
            listener.tell(data)

    def _presence(self) -> bytes:
        seats = [a for a in self.table.audiences if a != SPECTATOR and self.at[a]]
        gone = [seat for seat in self.table.humans if seat not in seats and not self.table.seats[seat].away]
        missing = [m.Missing(seat, round(1000 * self.wait_for(seat))) for seat in gone]
        return m.encode(m.Presence(seats, len(self.at[SPECTATOR]), missing))

    def wait_for(self, seat: int) -> float:
        """Seconds until the others may let a bot play on."""
        gone = self.tables.time.now() - self.left.get(seat, self.opened)
        return max(0.0, self.tables.limits.patience - gone)
