"""What an operator can do with tables. A server does it with those that it keeps, under their locks; without a server
the same is done to the store alone."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from skulk.engine import names

from .. import entries as e
from ..entries import Entry
from ..fold import folded
from ..seats import Refused
from ..store import Summary
from .retention import DAY, tidied
from .sheets import json_name, read_sheet, sheet, without_name

if TYPE_CHECKING:
    from ..gathering import Gathering
    from ..tables import Tables

log = logging.getLogger("skulk.server")
AT_A_TABLE = ("show", "aside", "back", "end", "export", "delete", "remove-name")
AT_THE_HOUSE = ("list", "naming", "import", "stats", "tidy", "metrics-token")
Told = dict[str, Any]


class Operator:
    """One who may do everything here, but looks at nobody's cards."""

    def __init__(self, tables: "Tables", serves: bool):
        self.tables, self.journal, self.serves = tables, tables.journal, serves

    async def do(self, what: str, table: str | None, given: Told) -> Told:
        """A deed by its name."""
        if what not in (AT_A_TABLE if table else AT_THE_HOUSE):
            raise Refused("bad-request", f"an operator cannot {what}")
        deed = getattr(self, what.replace("-", "_").replace("import", "bring"))
        told: Told = await (deed(table, **given) if table else deed(**given))
        if what not in ("show", "list", "naming", "stats", "metrics-token"):
            log.warning("the operator: %s", what, extra={"told": {"table": table} if table else {}})
        return told

    # ---- looking

    async def list(self, state: str | None = None) -> Told:
        """All tables in a line each."""
        found = [self._line(one) for one in await asyncio.to_thread(self.journal.summaries)]
        return {"tables": [line for line in found if state is None or line["state"] == state]}

    def _line(self, one: Summary) -> Told:
        state = (
            "aside"
            if one.id in self.tables.aside
            else "over"
            if one.is_over
            else "playing"
            if one.has_begun
            else "lobby"
        )
        age = round(self.age(one) / DAY, 2)
        return {"table": one.id, "game": one.game, "state": state, "made": one.made, "last": one.at,
                "days": age, "entries": one.entries}  # fmt: skip

    def age(self, one: Summary) -> float:
        """Seconds since something happened there, by the server's own time: it stands still while no server runs, and
        a time of day that is set wrong makes nothing old."""
        if one.up is None:
            return max(0.0, self.tables.time.wall() - one.made)
        return self.tables.time.passed(one.up, self.tables.time.now())

    async def show(self, table: str) -> Told:
        """Who sits where and how far it is; nobody's cards."""
        kept = await self._kept(table)
        _, made, game, version, _, _, is_over, _ = kept.head
        told: Told = {"table": table, "game": game, "version": version, "made": made, "over": bool(is_over)}
        told |= {"entries": dict(Counter(row[4] for row in kept.entries)), "refusals": len(kept.refusals)}
        told |= {"aside": self.tables.aside.get(table)}
        gathering = self.tables.gatherings.get(table)
        try:
            laid = gathering.table if gathering else await asyncio.to_thread(self._read, table)
        except Exception as error:
            return told | {"unreadable": type(error).__name__}
        seats = [
            {"kind": seat.kind, "name": name, "away": seat.away}
            for seat, name in zip(laid.seats, laid.names, strict=True)
        ]
        streams = len(gathering.listeners.everybody()) if gathering else 0
        moves = laid.match.number if laid.match else 0
        return told | {"phase": laid.phase, "moves": moves, "seats": seats, "options": laid.options, "streams": streams,
                       "shut": laid.shut}  # fmt: skip

    def _read(self, table: str) -> Any:
        head = self.journal.head(table)
        assert head
        return folded(head, self.journal.entries(table))

    async def _kept(self, table: str) -> Any:
        if not await asyncio.to_thread(self.journal.head, table):
            raise Refused("no-table", "there is no such table")
        [kept] = await asyncio.to_thread(self.journal.get, [table])
        return kept

    async def naming(self, name: str) -> Told:
        """Tables at which somebody was called so."""
        return {"tables": await asyncio.to_thread(self.journal.naming, json_name(name))}

    async def stats(self) -> Told:
        """Counts of all there is."""
        lines = (await self.list())["tables"]
        known = set(names())
        return {"tables": len(lines), "entries": sum(line["entries"] for line in lines),
                "states": dict(Counter(line["state"] for line in lines)),
                "games": dict(Counter(line["game"] if line["game"] in known else "unknown" for line in lines)),
                "open": len(self.tables.gatherings), "up": round(self.tables.time.now())}  # fmt: skip

    async def export(self, table: str) -> Told:
        return {"table": table, "sheet": sheet(await self._kept(table))}

    async def metrics_token(self) -> Told:
        return {"token": self.tables.keys.pass_for("metrics")}

    # ---- doing

    async def aside(self, table: str) -> Told:
        """Nobody can do anything there until it is brought back."""
        await self._enter(table, e.Shut("aside"))
        return {"table": table, "state": "aside"}

    async def back(self, table: str) -> Told:
        await self._enter(table, e.Shut(None))
        return {"table": table, "state": "back"}

    async def end(self, table: str) -> Told:
        """End a game for good, without a result."""
        await self._enter(table, e.Shut("ended"))
        return {"table": table, "state": "ended"}

    async def _enter(self, table: str, body: e.Shut) -> None:
        gathering = await self.tables.gathering(table) if self.serves else None
        if gathering:
            async with gathering.lock:
                self._check(gathering.table, body)
                await gathering.enter([body], None, f"~operator:{gathering.table.number + 1}")
                laid = gathering.table
        else:
            head, entries, _ = await asyncio.to_thread(self.journal.table, table)
            if head is None:
                raise Refused("no-table", "there is no such table")
            laid = folded(head, entries)
            self._check(laid, body)
            number, time = laid.number + 1, self.tables.time
            await self.journal.append(
                table, [Entry(number, f"~operator:{number}", time.wall(), None, body, time.now())]
            )
        if body.why == "ended":
            self.journal.end(table, laid.position())

    def _check(self, laid: Any, body: e.Shut) -> None:
        if laid.shut == "ended" or laid.phase == "over":
            raise Refused("game-over", "this game is over already")
        if body.why == "ended" and laid.phase == "lobby":
            raise Refused("not-begun", "this game has not begun: delete the table")
        if laid.shut == body.why:
            raise Refused("aside" if body.why else "not-aside", f"this table is {'' if body.why else 'not '}set aside")

    async def delete(self, table: str) -> Told:
        async with self._closed(table):
            await self.journal.remove(table)
        self.tables.aside.pop(table, None)
        return {"table": table, "state": "deleted"}

    async def remove_name(self, table: str, name: str) -> Told:
        """Take out of a table what a name wrote there."""
        async with self._closed(table):
            bodies, refusals = without_name(await self._kept(table), name)
            await self.journal.rewrite(table, bodies, refusals)
        return {"table": table, "entries": len(bodies), "refusals": len(refusals)}

    @asynccontextmanager
    async def _closed(self, table: str) -> AsyncIterator[None]:
        """While this lasts the table is nowhere in memory; whoever was there comes back to what the store has then."""
        gathering = self.tables.gatherings.get(table)
        if gathering is None:  # else it may be another server's
            head, *_ = await asyncio.to_thread(self.journal.table, table)
            if head is None:
                raise Refused("no-table", "there is no such table")
        self.tables.held.add(table)
        try:
            if gathering:
                await self._put_away(gathering)
            yield
        finally:
            self.tables.held.discard(table)

    async def _put_away(self, gathering: "Gathering") -> None:
        async with gathering.lock:
            gathering.is_left = True
            gathering.close()
            gathering.listeners.dismiss("closing", "the table is opened again; come back in a moment")
            self.tables.gatherings.pop(gathering.table.head.id, None)

    async def bring(self, sheet: str) -> Told:
        """A table that was exported, as it was."""
        kept = read_sheet(sheet)
        if await asyncio.to_thread(self.journal.head, kept.id):
            raise Refused("taken", f"there is a table {kept.id} already")
        await self.journal.put([kept])
        return {"table": kept.id, "entries": len(kept.entries)}

    async def tidy(self, keep_finished: float, archive_abandoned: float, dry: bool = False) -> Told:
        """Delete and archive what has been kept for so many days."""
        return await tidied(self, keep_finished, archive_abandoned, dry)
