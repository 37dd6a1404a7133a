"""A gathering: a table with everybody who listens at it. Commands come in, one by one; what was kept goes out."""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from skulk.engine import SPECTATOR, SkulkError
from skulk.protocol import messages as m
from skulk.protocol.views import refused

from . import entries as e
from .bots import Bots
from .coaching import Coaching
from .decide import decide, from_onlooker, join
from .entries import Body, Entry
from .fold import IN_PLAY, apply, folded
from .leader import Leader, lay_elsewhere
from .limits import Bucket
from .listeners import Listeners
from .seats import Refused
from .store import Astray, Conflict, Fenced, JournalError, fault
from .table import Table
from .timing import Timing
from .webhook import check_address

if TYPE_CHECKING:
    from .tables import Tables

log = logging.getLogger("skulk.server")
ASIDE = "this table is broken and has been set aside; the others play on"
SHUT = {
    "aside": "whoever runs this server has set this table aside",
    "ended": "whoever runs this server has ended this game, without a result",
}
ELSEWHERE = "another server keeps this table now: come back in a moment"
REFUSALS = 1000  # kept for each who has had a seat: who asks again gets the same answer, also after a restart


class Gathering:
    """The only place where a table changes."""

    def __init__(self, tables: "Tables", table: Table, refusals: dict[str, str] | None = None):
        self.tables, self.table = tables, table
        self.refusals = refusals or {}  # how commands were refused, as JSON: an id ends once
        self.refused = Counter(_who(key) for key in self.refusals)
        self.lock = asyncio.Lock()
        self.timing, self.bots, self.coach = Timing(self), Bots(self), Coaching(self)
        self.leader = Leader(self)
        self.listeners = Listeners(tables, table, self.timing.told)
        self.tasks: set[asyncio.Task[None]] = set()
        self.broken: str | None = SHUT.get(table.shut or "")
        self.is_left = False  # the journal is ahead of it, or may be: the table is opened again
        self.used = tables.time.now()
        self.owner = ""  # the address that laid it, where that is known
        self.buckets: dict[int, Bucket] = {}  # of each seat, for all that it sends
        self.talk: dict[int, list[Bucket]] = {}  # and for what it says
        self.turning = Bucket(tables.limits.steps, tables.limits.steps_burst)  # of a guide
        self.crowd = Bucket(tables.limits.onlookers_chat, tables.limits.onlookers_burst)

    # ---- commands

    async def command(self, seat: int, command: Any, generation: int | None = None) -> m.Done:
        """Carry a seat's command out, whatever becomes of whoever waits for it: applied, duplicate or refused."""
        return await asyncio.shield(self.carry_out(seat, command, generation))

    async def carry_out(self, seat: int, command: Any, generation: int | None) -> m.Done:
        """The same for those who are not cancelled while they hold the lock."""
        key = f"{seat}.{self.table.seats[seat].generation if generation is None else generation}:{command.id}"
        async with self.lock:
            if self.is_left:  # whoever sends it again comes to where the table is now
                raise Refused("elsewhere", ELSEWHERE)
            if key in self.table.commands:
                return m.Done(command.id, "duplicate")
            if isinstance(command, m.ToStep) and not self.turning.has():
                return m.Done(command.id, "refused", "too-many", "", "that is very fast: wait a moment and try again")
            if isinstance(command, m.Chat | m.Rename) and not self._may_talk(seat):
                return m.Done(
                    command.id, "refused", "too-many", "", "you say very much: wait a little and say it again"
                )
            if key in self.refusals:
                return _as_before(command.id, self.refusals[key])
            try:
                self._check(seat, generation)
                if isinstance(command, m.SetWebhook) and command.url:
                    self._check_webhook(command.url)
                if isinstance(command, m.Start | m.SitBot) and self._is_without_host(seat):
                    await self.enter([e.Host(seat)], seat, f"~host:{self.table.number}")
                drafts = decide(self.table, seat, command)
                if isinstance(command, m.StandIn):
                    self._check_gone(command.seat)
                    drafts = [e.StandIn(command.seat, self._who_agrees(command.seat))]
                if isinstance(command, m.ToStep) and isinstance(drafts[0], e.Rematch):
                    drafts = [e.Rematch(await lay_elsewhere(self.tables, self.table, command.step))]
                elif isinstance(drafts[0], e.Rematch):
                    drafts = [e.Rematch(await self.tables.lay_again(self.table, drafts[0].next))]
                await self.enter(drafts, seat, key)
            except SkulkError as error:
                return await self._refuse(key, refused(command.id, error))
            except Astray as error:
                return await self._settle(key, command.id, error)
            except JournalError as error:
                log.error("table %s: %s", self.table.head.id, error)
                return m.Done(command.id, "refused", "not-kept", "", "the server cannot keep moves now; try again")
        return m.Done(command.id, "applied")

    def bucket(self, seat: int) -> Bucket:
        """What a seat may send, over all its connections."""
        limits = self.tables.limits
        return self.buckets.setdefault(seat, Bucket(limits.messages, limits.burst))

    def _may_talk(self, seat: int) -> bool:
        limits = self.tables.limits
        if seat not in self.talk:
            lasting = Bucket(limits.chat_lasting, limits.chat_lasting_burst)
            self.talk[seat] = [Bucket(limits.chat, limits.chat_burst), lasting]
        return all(bucket.has() for bucket in self.talk[seat])

    def _check(self, seat: int, generation: int | None) -> None:
        if self.broken:
            raise Refused("aside", self.broken)
        if generation is not None and generation != self.table.seats[seat].generation:
            raise Refused("lost-seat", "somebody else has this seat now")

    def _check_webhook(self, url: str) -> None:
        if not self.tables.webhooks:
            raise Refused("no-webhooks", "this server calls nobody")
        check_address(url, self.tables.webhooks == "public")

    def _check_gone(self, seat: int) -> None:
        if self.listeners.at[seat]:
            raise Refused("is-here", f"{self.table.names[seat]} is here")
        if wait := self.listeners.wait_for(seat):
            raise Refused("just-gone", f"{self.table.names[seat]} has only just gone: wait {wait:.0f} s more")

    def _is_without_host(self, seat: int) -> bool:
        """Whether the host has been gone for so long that somebody else may begin."""
        host = self.table.host
        if self.table.phase != "lobby" or host is None or host == seat:
            return False
        return not self.listeners.at[host] and not self.listeners.wait_for(host)

    def _who_agrees(self, seat: int) -> list[int]:
        """Everybody who is here, and whose seat it is not."""
        return [other for other in self.table.humans if other != seat and self.listeners.at[other]]

    async def from_onlooker(self, command: m.Chat) -> m.Done:
        """Somebody who looks on says something."""
        return await asyncio.shield(self._from_onlooker(command))

    async def _from_onlooker(self, command: m.Chat) -> m.Done:
        key = f"~onlooker:{command.id}"
        async with self.lock:
            if key in self.table.commands:
                return m.Done(command.id, "duplicate")
            try:
                self._check(0, None)
                drafts = from_onlooker(self.table, command)
                if not self.crowd.has():
                    raise Refused("too-many", "those who look on have said a lot: wait a little")
                await self.enter(drafts, None, key)
            except SkulkError as error:
                return refused(command.id, error)
            except JournalError as error:
                log.error("table %s: %s", self.table.head.id, error)
                return m.Done(command.id, "refused", "not-kept", "", "the server cannot keep this now; try again")
        return m.Done(command.id, "applied")

    async def _settle(self, key: str, id: str, error: Astray) -> m.Done:
        """What became of a command that was decided here while the journal is ahead."""
        log.warning("table %s: %s", self.table.head.id, error)
        if isinstance(error, Conflict):
            with suppress(JournalError):
                entries = await asyncio.to_thread(self.tables.journal.entries, self.table.head.id)
                if any(entry.command == key for entry in entries):
                    return m.Done(id, "duplicate")
        text = ELSEWHERE if isinstance(error, Fenced) else "the table has moved on; try again"
        return m.Done(id, "refused", "not-kept", "", text)

    def leave(self) -> None:
        """The journal is ahead, or may be: the table is opened again, and whoever listened comes back to it."""
        if not self.is_left:
            self.is_left = True
            self.timing.stop()
            self.listeners.dismiss("closing", "the table is opened again; come back in a moment")
            self.tables.open_again(self)

    async def _refuse(self, key: str, done: m.Done) -> m.Done:
        """Keep the refusal before it is told. Whoever is refused without end is told that it stays open."""
        if self.refused[_who(key)] >= REFUSALS:
            text = (
                f"you have been refused {REFUSALS} times here: what else is refused is not kept, and may be sent again"
            )
            return m.Done(done.id, "refused", "too-many", "", text)
        kept = m.encode(done).decode()
        try:
            await self.tables.journal.refuse(self.table.head.id, key, kept)
        except JournalError as error:
            log.error("table %s: %s", self.table.head.id, error)
            if isinstance(error, Astray):
                self.leave()
            return m.Done(done.id, "refused", "not-kept", "", "the server cannot keep anything now; try again")
        self.refusals[key] = kept
        self.refused[_who(key)] += 1
        return done

    async def join(self, wanted: m.Join, persons: Sequence[str] = ()) -> int | None:
        """Somebody sits down; the seat, or None as long as the people at the table have not agreed."""
        return await asyncio.shield(self._join(wanted, persons))

    async def _join(self, wanted: m.Join, persons: Sequence[str]) -> int | None:
        async with self.lock:
            if self.is_left:
                raise Refused("elsewhere", ELSEWHERE)
            if f"join:{wanted.id}" in self.table.commands:
                return await self._joined(f"join:{wanted.id}")
            self._check(0, None)
            seat, drafts = join(self.table, wanted, persons)
            for draft in drafts:
                await self.enter([draft], None, f"{e.KIND_OF[type(draft)]}:{wanted.id}")
            return seat if drafts and isinstance(drafts[0], e.Join) else None

    def waits_for(self, id: str) -> list[int]:
        """Whose yes is missing for somebody who has knocked."""
        return next((self.table.waiting_for(knock) for knock in self.table.knocks.values() if knock.id == id), [])

    async def _joined(self, key: str) -> int:
        entries = await asyncio.to_thread(self.tables.journal.entries, self.table.head.id)
        [body] = [entry.body for entry in entries if entry.command == key and isinstance(entry.body, e.Join)]
        self._check(body.seat, body.generation)
        return body.seat

    async def enter(self, drafts: list[Body], seat: int | None, key: str) -> None:
        """Keep, then carry out, then tell: in this order and no other. The lock is held."""
        time, number = self.tables.time, self.table.number
        at, up = time.wall(), time.now()
        entries = [
            Entry(number + i, key if i == 1 else f"{key}+{i}", at, seat, draft, up) for i, draft in enumerate(drafts, 1)
        ]
        if self.is_left:
            raise Conflict("the table has been opened again")
        try:
            await self.tables.journal.append(self.table.head.id, entries)
        except Astray:
            self.leave()
            raise
        fault("before broadcast")
        for draft in drafts:
            self.tables.figures.entries[type(draft)] += 1
        was_over = self.table.phase == "over"
        try:
            for entry in entries:
                apply(self.table, entry)
                if type(entry.body) not in IN_PLAY:
                    self.listeners.send_away()
                self.listeners.broadcast()
                self._call_the_absent(entry.body)
        except Exception as error:
            log.error("table %s fails at entry %d", self.table.head.id, entry.number)
            self.tables.set_aside(self.table.head.id, error)
            self.set_aside(ASIDE)
            return
        if isinstance(drafts[0], e.Shut):
            self._has_shut(self.table.shut)
        if self.table.phase == "over" and not was_over and not self.table.guide:  # a guided table goes on
            self.tables.has_ended(self)
        self.carry_on()

    def _has_shut(self, why: str | None) -> None:
        if why is None:
            self.broken = None
            self.tables.aside.pop(self.table.head.id, None)
        else:
            self.tables.aside[self.table.head.id] = "Operator"
            self.set_aside(SHUT[why])

    def set_aside(self, why: str) -> None:
        self.broken = why
        self.listeners.dismiss("aside", why)

    @property
    def is_listed(self) -> bool:
        """Whether strangers are shown the way here: the host lists it, a seat is open, and somebody waits."""
        table = self.table
        has_room = table.phase == "lobby" and any(seat.kind == "open" for seat in table.seats)
        return table.settings.listed and has_room and any(self.listeners.at[seat] for seat in table.humans)

    def _call_the_absent(self, body: Body) -> None:
        """Webhooks of seats that have just been asked, or nudged, while nobody is connected."""
        nudged = body.seat if isinstance(body, e.Nudge) else None
        for seat in self.table.told if self.tables.webhooks else []:
            number, hook = self.table.numbers[seat], seat != SPECTATOR and self.table.seats[seat].webhook
            is_waited_for = seat == nudged or self.table.asked_on.get(seat) == number
            if hook and is_waited_for and not self.listeners.at[seat]:
                news = {"table": self.table.head.id, "seat": seat, "number": number}
                self.start(self.tables.bells.ring(hook["url"], hook["key"], news))

    # ---- what happens by itself: bots, windows, clocks

    def carry_on(self) -> None:
        """See to whatever the table waits for now."""
        self.timing.stop()
        table = self.table
        if self.broken or self.is_left or table.match is None or table.match.is_over:
            return
        asked = table.match.acting()
        if not self.leader.leads():
            self.bots.ask(asked)
        self.timing.carry_on(asked)

    def start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._has_finished)

    def _has_finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("table %s: what goes on by itself has failed", self.table.head.id, exc_info=task.exception())

    def close(self) -> None:
        self.timing.stop()
        for task in self.tasks:
            task.cancel()


def _who(key: str) -> str:
    """Whose command it was: a seat, and who has it."""
    return key.partition(":")[0]


def opened(tables: "Tables", head: Any, entries: list[Entry], refusals: dict[str, str] | None = None) -> Gathering:
    """A gathering for a table out of the journal."""
    return Gathering(tables, folded(head, entries), refusals)


def _as_before(id: str, kept: str) -> m.Done:
    """How a command was refused; where that is damaged, that it was."""
    try:
        return msgspec.json.decode(kept, type=m.Done)
    except msgspec.MsgspecError:
        return m.Done(id, "refused", "refused", "", "this has been refused before; why cannot be read any more")
