"""A room: one table with everybody who listens at it. Commands come in, one after the other; what was kept goes out."""

import asyncio
import logging
import random
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from skulk import bots
from skulk.engine import SPECTATOR, SkulkError
from skulk.engine.match import chance
from skulk.protocol import messages as m
from skulk.protocol.views import refused

from . import entries as e
from .decide import decide, from_onlooker, join, move
from .entries import Body, Entry
from .fold import IN_PLAY, apply, folded
from .journal import Conflict, JournalError, fault
from .limits import Bucket
from .log import clipped
from .seats import Refused
from .table import Table
from .view import told, welcome
from .webhook import check_address

if TYPE_CHECKING:
    from .tables import Tables

log = logging.getLogger("skulk.server")
KEPT = 16  # messages kept for each audience; older ones are made again from the journal
PAGE = 32  # entries of the journal read at a time for whoever has missed much
ASIDE = "this table is broken and has been set aside; the others play on"
REFUSALS = 1000  # kept for each who has had a seat: who asks again gets the same answer, also after a restart


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


class Room:
    """The only place where a table changes."""

    def __init__(self, tables: "Tables", table: Table, refusals: dict[str, str] | None = None):
        self.tables, self.table = tables, table
        self.refusals = refusals or {}  # how commands were refused, as JSON: an id ends once
        self.refused = Counter(_who(key) for key in self.refusals)
        self.lock = asyncio.Lock()
        self.listeners: dict[int, set[Listener]] = {audience: set() for audience in table.audiences}
        self.kept: dict[int, deque[tuple[int, bytes]]] = {a: deque(maxlen=KEPT) for a in table.audiences}
        self.thinking: dict[int, tuple] = {}  # seat → the question its bot thinks about
        self.warned: dict[int, float] = {}  # seat → when its question came up
        self.running: dict[int, tuple | None] = {}  # audience → the clock it was told last
        self.tasks: set[asyncio.Task] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.broken: str | None = None
        self.used = tables.time.now()
        self.left: dict[int, float] = {}  # seat → when its last connection went; left out: nobody came since we opened
        self.opened = self.used
        self.owner = ""  # the address that laid it, where that is known
        self.buckets: dict[int, Bucket] = {}  # of each seat, for all that it sends
        self.talk: dict[int, list[Bucket]] = {}  # and for what it says
        self.crowd = Bucket(tables.limits.onlookers_chat, tables.limits.onlookers_burst)

    # ---- commands

    async def command(self, seat: int, command: Any, generation: int | None = None) -> m.Done:
        """Carry a seat's command out, whatever becomes of whoever waits for it: applied, duplicate or refused."""
        return await asyncio.shield(self.carry_out(seat, command, generation))

    async def carry_out(self, seat: int, command: Any, generation: int | None) -> m.Done:
        """The same for those who are not cancelled while they hold the lock."""
        key = f"{seat}.{self.table.seats[seat].generation if generation is None else generation}:{command.id}"
        async with self.lock:
            if key in self.table.commands:
                return m.Done(command.id, "duplicate")
            if isinstance(command, m.Chat | m.Rename) and not self._may_talk(seat):
                return m.Done(
                    command.id, "refused", "too-many", "", "you say very much: wait a little and say it again"
                )
            if key in self.refusals:
                return msgspec.json.decode(self.refusals[key], type=m.Done)
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
                if isinstance(drafts[0], e.Rematch):
                    drafts = [e.Rematch(await self.tables.lay_again(self.table, drafts[0].next))]
                await self.enter(drafts, seat, key)
            except SkulkError as error:
                return await self._refuse(key, refused(command.id, error))
            except Conflict:
                return await self._settle_conflict(key, command.id)
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
        if self.listeners[seat]:
            raise Refused("is-here", f"{self.table.names[seat]} is here")
        if wait := self._wait_for(seat):
            raise Refused("just-gone", f"{self.table.names[seat]} has only just gone: wait {wait:.0f} s more")

    def _is_without_host(self, seat: int) -> bool:
        """Whether the host has been gone for so long that somebody else may begin."""
        host = self.table.host
        if self.table.phase != "lobby" or host is None or host == seat:
            return False
        return not self.listeners[host] and not self._wait_for(host)

    def _wait_for(self, seat: int) -> float:
        """Seconds until the others may let a bot play on."""
        gone = self.tables.time.now() - self.left.get(seat, self.opened)
        return max(0.0, self.tables.limits.patience - gone)

    def _who_agrees(self, seat: int) -> list[int]:
        """Everybody who is here, and whose seat it is not."""
        return [other for other in self.table.humans if other != seat and self.listeners[other]]

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
            except (Conflict, JournalError) as error:
                log.error("table %s: %s", self.table.head.id, error)
                return m.Done(command.id, "refused", "not-kept", "", "the server cannot keep this now; try again")
        return m.Done(command.id, "applied")

    async def _settle_conflict(self, key: str, id: str) -> m.Done:
        """The journal knows more than this room: it is opened again, and whoever listened comes back to it."""
        self.tables.rooms.pop(self.table.head.id, None)
        for listener in self.everybody():
            listener.dismiss("closing", "the table is opened again; come back in a moment")
        entries = await asyncio.to_thread(self.tables.journal.entries, self.table.head.id)
        if any(entry.command == key for entry in entries):
            return m.Done(id, "duplicate")
        return m.Done(id, "refused", "not-kept", "", "the table has moved on; try again")

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
            return m.Done(done.id, "refused", "not-kept", "", "the server cannot keep anything now; try again")
        self.refusals[key] = kept
        self.refused[_who(key)] += 1
        return done

    async def join(self, wanted: m.Join, persons: Sequence[str] = ()) -> int | None:
        """Somebody sits down; the seat, or None as long as the people at the table have not agreed."""
        return await asyncio.shield(self._join(wanted, persons))

    async def _join(self, wanted: m.Join, persons: Sequence[str]) -> int | None:
        async with self.lock:
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
        await self.tables.journal.append(self.table.head.id, entries)
        fault("before broadcast")
        was_over = self.table.phase == "over"
        try:
            for entry in entries:
                apply(self.table, entry)
                if type(entry.body) not in IN_PLAY:
                    self._send_away()
                self._broadcast()
                self._call_the_absent()
        except Exception as error:
            log.error("table %s fails at entry %d", self.table.head.id, entry.number)
            self.tables.set_aside(self.table.head.id, error)
            self.set_aside(ASIDE)
            return
        if self.table.phase == "over" and not was_over:
            self.tables.has_ended(self)
        self.carry_on()

    def set_aside(self, why: str) -> None:
        self.broken = why
        for listener in self.everybody():
            listener.dismiss("aside", why)

    @property
    def is_listed(self) -> bool:
        """Whether strangers are shown the way here: the host lists it, a seat is open, and somebody waits."""
        table = self.table
        has_room = table.phase == "lobby" and any(seat.kind == "open" for seat in table.seats)
        return table.settings.listed and has_room and any(self.listeners[seat] for seat in table.humans)

    # ---- telling

    def everybody(self) -> list[Listener]:
        return [listener for group in self.listeners.values() for listener in group]

    def _send_away(self) -> None:
        """Whoever has lost a seat hears nothing more of it; whoever may not look on, nothing at all."""
        for seat, who in enumerate(self.table.seats):
            for listener in list(self.listeners[seat]):
                if listener.generation not in (None, who.generation):
                    self.listeners[seat].discard(listener)
                    listener.dismiss("lost-seat", "this seat has been given up or handed on")
        if not self.table.settings.watch and self.table.phase != "lobby":
            for listener in list(self.listeners[SPECTATOR]):
                self.listeners[SPECTATOR].discard(listener)
                listener.dismiss("closed", "nobody may look on at this table")

    def _broadcast(self) -> None:
        for audience in self.table.told:
            if self.listeners[audience]:
                number, data = self.table.numbers[audience], m.encode(told(self.table, audience))
                self.kept[audience].append((number, data))
                for listener in self.listeners[audience]:
                    listener.tell(data)
            else:
                self.kept[audience].clear()

    def _call_the_absent(self) -> None:
        """Webhooks of seats that have just been asked while nobody is connected."""
        for seat in self.table.told if self.tables.webhooks else []:
            number, hook = self.table.numbers[seat], seat != SPECTATOR and self.table.seats[seat].webhook
            if hook and not self.listeners[seat] and self.table.asked_on.get(seat) == number:
                news = {"table": self.table.head.id, "seat": seat, "number": number}
                self.start(self.tables.bells.ring(hook["url"], hook["key"], news))

    def listen(self, listener: Listener, since: int | None) -> None:
        """From now on this connection is told everything; first what it missed."""
        audience, number = listener.audience, self.table.numbers[listener.audience]
        self.listeners[audience].add(listener)
        self.left.pop(audience, None)
        if since is None or since > number:
            listener.put(m.encode(welcome(self.table, audience)))
        elif since < number:
            missed = [data for n, data in self.kept[audience] if since < n <= number]
            if len(missed) < number - since:
                listener.past = self._past(listener, since)
            else:
                for data in missed:
                    listener.put(data)
        if self.has_clock:
            listener.tell(m.encode(self.clock(audience)))
        self.tell_presence()

    async def _past(self, listener: Listener, since: int) -> AsyncIterator[bytes]:
        """What a connection has missed, made again from the journal a page at a time, until it has caught up."""
        table = Table(self.table.head)
        while table.number < self.table.number:  # what is kept and not carried out yet is told to all together
            try:
                async with self.tables.reading:
                    page = await asyncio.to_thread(self._page, table, self.table.number, listener.audience, since)
            except Exception as error:
                log.error("table %s: what was told cannot be read again: %s", self.table.head.id, clipped(error))
                listener.dismiss("closing", "the server cannot read that now; come back in a moment")
                return
            for data in page:
                yield data
        listener.past = None
        if self.has_clock:
            listener.put(m.encode(self.clock(listener.audience)))
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
                page.append(m.encode(told(table, audience)))
        return page

    def unlisten(self, listener: Listener) -> None:
        self.listeners[listener.audience].discard(listener)
        if not self.listeners[listener.audience]:
            self.left[listener.audience] = self.tables.time.now()
        self.tell_presence()

    def tell_presence(self) -> None:
        data = self._presence()
        for listener in self.everybody():
            listener.tell(data)

    def _presence(self) -> bytes:
        seats = [a for a in self.table.audiences if a != SPECTATOR and self.listeners[a]]
        gone = [seat for seat in self.table.humans if seat not in seats and not self.table.seats[seat].away]
        missing = [m.Missing(seat, round(1000 * self._wait_for(seat))) for seat in gone]
        return m.encode(m.Presence(seats, len(self.listeners[SPECTATOR]), missing))

    def clock(self, audience: int) -> m.ClockNow:
        """The time that is left, as far as this audience knows who is asked."""
        table, time = self.table, self.tables.time
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
        return self.tables.time.left(self.table.settings.clock, self.table.asked_at.get(seat, now), now)

    @property
    def has_clock(self) -> bool:
        return self.table.is_window or self.table.settings.clock != "off"

    def _tell_clock(self) -> None:
        """Tell the time to whoever's clock runs otherwise than before; a sealed answer changes nobody's."""
        for audience, group in self.listeners.items():
            runs = self._runs(audience) if group and self.has_clock else None
            if runs != self.running.get(audience):
                self.running[audience] = runs
                if runs is not None:
                    data = m.encode(self.clock(audience))
                    for listener in group:
                        listener.tell(data)

    def _runs(self, audience: int) -> tuple:
        """What the clock of an audience depends on, besides the time."""
        table = self.table
        if table.match is None or table.match.is_over:
            return ()
        if table.is_window:
            return (table.window, table.prolonged, table.beat)
        seats = table.match.asked(audience)
        return tuple((s, table.asked_at.get(s), table.seats[s].is_played_by_bot, self._is_warned(s)) for s in seats)

    def _is_warned(self, seat: int) -> bool:
        return seat in self.warned and self.warned[seat] == self.table.asked_at.get(seat)

    # ---- what happens by itself: bots, windows, clocks

    def carry_on(self) -> None:
        """See to whatever the table waits for now."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
        table = self.table
        if self.broken or table.match is None or table.match.is_over:
            return
        asked = table.match.acting()
        self._tell_clock()
        self._ask_bots(asked)
        wait = self._next_moment(asked)
        if wait is not None:
            self.timer = asyncio.get_running_loop().call_later(max(0.0, wait), self._wake)

    def _next_moment(self, asked: list[int]) -> float | None:
        """Seconds until a window closes, a seat is warned or its time is up."""
        if not self.has_clock:
            return None
        table, time, now = self.table, self.tables.time, self.tables.time.now()
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
        self.start(self._on_time())

    def start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._has_finished)

    def _has_finished(self, task: asyncio.Task) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("table %s: %r", self.table.head.id, task.exception(), exc_info=task.exception())

    async def _on_time(self) -> None:
        async with self.lock:
            table, now = self.table, self.tables.time.now()
            if self.broken or table.match is None or table.match.is_over:
                return
            try:
                if table.is_window:
                    await self._close_window(now)
                else:
                    await self._mind_the_clock(now)
            except JournalError as error:
                log.error("table %s: %s", table.head.id, error)
                await asyncio.sleep(1)
            self.carry_on()

    async def _close_window(self, now: float) -> None:
        table = self.table
        is_up = table.beat and table.beat - self.tables.time.passed(table.opened, now) <= 0.002
        if is_up or ((table.is_alone or not table.beat) and table.has_all_answers()):
            await self.enter([e.Close(table.position())], None, f"~close:{table.number}")

    async def _mind_the_clock(self, now: float) -> None:
        table = self.table
        assert table.match
        for seat in table.match.acting():
            left = None if table.seats[seat].is_played_by_bot else self._left(seat, now)
            if left is None:
                continue
            if left <= 0:
                await self.enter([e.Expired()], seat, f"~expired:{table.number}")
            elif left <= self.tables.time.warns_at(table.settings.clock):
                self.warned[seat] = table.asked_at[seat]

    def _ask_bots(self, asked: list[int]) -> None:
        table = self.table
        for seat in asked:
            if not table.seats[seat].is_played_by_bot or (table.is_window and seat in table.answers):
                continue
            question = self._question(seat)
            if self.thinking.get(seat) != question:
                self.thinking[seat] = question
                self.start(self._let_think(seat, question))

    def _question(self, seat: int) -> tuple:
        return (
            self.table.asked_at.get(seat),
            self.table.asked_on.get(seat),
            self.table.window,
            self.table.bot_of(seat),
        )

    async def _let_think(self, seat: int, question: tuple) -> None:
        """Ask a bot, and answer at a moment that was drawn before it looked at its hand."""
        table, loop = self.table, asyncio.get_running_loop()
        assert table.match
        moment = loop.time() + self._delay(table.bot_of(seat))
        seen = table.game.State.pack(table.match.seen(seat))
        rng = chance(table.head.seed, ("bot", str(seat)), table.match.number)
        action = await self.tables.choose(table, seat, table.bot_of(seat), seen, rng)
        await asyncio.sleep(max(0.0, moment - loop.time()))
        if self.thinking.get(seat) == question:
            del self.thinking[seat]
        async with self.lock:
            is_asked = table.match.is_acting(seat) and table.seats[seat].is_played_by_bot
            if self._question(seat) != question or not is_asked or self.broken:
                return
            action = table.match.check(seat, action)
            try:
                await self.enter([move(table, seat, action, by_bot=True)], seat, f"~bot:{table.number}")
            except JournalError as error:
                log.error("table %s: %s", table.head.id, error)
                asyncio.get_running_loop().call_later(1, self.carry_on)

    def _delay(self, bot: str) -> float:
        """Seconds until a bot answers: nothing about its hand goes into it, not even that it need not think."""
        table = self.table
        if table.is_window and table.beat and not table.is_alone:
            return table.beat * random.uniform(0.1, 0.7)
        budget = bots.parse(bot).budget
        thinks = budget.seconds if budget and table.settings.bot_pace else 0.0
        return thinks + table.settings.bot_pace * random.uniform(0.5, 1.5)

    def close(self) -> None:
        if self.timer:
            self.timer.cancel()
        for task in self.tasks:
            task.cancel()


def _who(key: str) -> str:
    """Whose command it was: a seat, and who has it."""
    return key.partition(":")[0]


def opened(tables: "Tables", head: Any, entries: list[Entry], refusals: dict[str, str] | None = None) -> Room:
    """A room for a table out of the journal."""
    return Room(tables, folded(head, entries), refusals)
