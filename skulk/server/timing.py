"""Time at a table: clocks that are told, windows that close, decisions whose time is up."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from skulk.protocol import messages as m

from . import entries as e
from .store import JournalError

if TYPE_CHECKING:
    from .gathering import Gathering

log = logging.getLogger("skulk.server")


class Timing:
    """The clocks of one table, and the one moment that it waits for."""

    def __init__(self, gathering: "Gathering"):
        self.gathering = gathering
        self.warned: dict[int, float] = {}  # seat → when its question came up
        self.running: dict[int, tuple[Any, ...] | None] = {}  # audience → the clock it was told last
        self.timer: asyncio.TimerHandle | None = None

    def carry_on(self, asked: list[int]) -> None:
        """Tell the time anew, and wait for the next moment."""
        self.tell()
        wait = self._next_moment(asked)
        if wait is not None:
            self.timer = asyncio.get_running_loop().call_later(max(0.0, wait), self._wake)

    def stop(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def told(self, audience: int) -> bytes | None:
        """The time that is left, as a message; None where no clock runs."""
        return m.encode(self.clock(audience)) if self.has_clock else None

    def clock(self, audience: int) -> m.ClockNow:
        """The time that is left, as far as this audience knows who is asked."""
        table, time = self.gathering.table, self.gathering.tables.time
        if table.match is None or table.match.is_over:
            return m.ClockNow(None, [])
        now = time.now()
        if table.is_window:
            left = max(0.0, table.beat - time.passed(table.opened, now))
            return m.ClockNow((round(1000 * left), round(1000 * table.beat)) if table.beat else None, [])
        seats = []
        for seat in table.match.asked(audience):
            left_ = None if table.seats[seat].is_played_by_bot else self._left(seat, now)
            if left_ is not None:
                allowed = round(1000 * time.allowances[table.settings.clock])
                seats.append(m.Left(seat, max(0, round(1000 * left_)), allowed, self._is_warned(seat)))
        return m.ClockNow(None, seats)

    def _left(self, seat: int, now: float) -> float | None:
        table = self.gathering.table
        return self.gathering.tables.time.left(table.settings.clock, table.asked_at.get(seat, now), now)

    @property
    def has_clock(self) -> bool:
        return self.gathering.table.is_window or self.gathering.table.settings.clock != "off"

    def tell(self) -> None:
        """Tell the time to whoever's clock runs otherwise than before; a sealed answer changes nobody's."""
        for audience, group in self.gathering.listeners.at.items():
            runs = self._runs(audience) if group and self.has_clock else None
            if runs != self.running.get(audience):
                self.running[audience] = runs
                if runs is not None:
                    data = m.encode(self.clock(audience))
                    for listener in group:
                        listener.tell(data)

    def _runs(self, audience: int) -> tuple[Any, ...]:
        """What the clock of an audience depends on, besides the time."""
        table = self.gathering.table
        if table.match is None or table.match.is_over:
            return ()
        if table.is_window:
            return (table.window, table.prolonged, table.beat)
        seats = table.match.asked(audience)
        return tuple((s, table.asked_at.get(s), table.seats[s].is_played_by_bot, self._is_warned(s)) for s in seats)

    def _is_warned(self, seat: int) -> bool:
        return seat in self.warned and self.warned[seat] == self.gathering.table.asked_at.get(seat)

    def _next_moment(self, asked: list[int]) -> float | None:
        """Seconds until a window closes, a seat is warned or its time is up."""
        if not self.has_clock:
            return None
        table, time, now = self.gathering.table, self.gathering.tables.time, self.gathering.tables.time.now()
        if table.is_window:
            if (table.is_alone or not table.beat) and table.has_all_answers():
                return 0.0
            return table.beat - time.passed(table.opened, now) if table.beat else None
        moments = []
        for seat in asked:
            left = None if table.seats[seat].is_played_by_bot else self._left(seat, now)
            if left is not None:
                moments.append(left if self._is_warned(seat) else left - time.warns_at(table.settings.clock))
        return min(moments, default=None)

    def _wake(self) -> None:
        self.timer = None
        self.gathering.start(self.on_time())

    async def on_time(self) -> None:
        async with self.gathering.lock:
            table, now = self.gathering.table, self.gathering.tables.time.now()
            if self.gathering.broken or table.match is None or table.match.is_over:
                return
            try:
                if table.is_window:
                    await self._close_window(now)
                else:
                    await self._mind_the_clock(now)
            except JournalError as error:
                log.error("table %s: %s", table.head.id, error)
                await asyncio.sleep(1)
            self.gathering.carry_on()

    async def _close_window(self, now: float) -> None:
        table = self.gathering.table
        is_up = table.beat and table.beat - self.gathering.tables.time.passed(table.opened, now) <= 0.002
        if is_up or ((table.is_alone or not table.beat) and table.has_all_answers()):
            await self.gathering.enter([e.Close(table.position())], None, f"~close:{table.number}")

    async def _mind_the_clock(self, now: float) -> None:
        table = self.gathering.table
        assert table.match
        for seat in table.match.acting():
            left = None if table.seats[seat].is_played_by_bot else self._left(seat, now)
            if left is None:
                continue
            if left <= 0:
                await self.gathering.enter([e.Expired()], seat, f"~expired:{table.number}")
            elif left <= self.gathering.tables.time.warns_at(table.settings.clock):
                self.warned[seat] = table.asked_at[seat]
