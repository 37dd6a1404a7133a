"""All tables of a server: laid, found again, and set going after a restart."""

import asyncio
import gc
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from skulk.engine import BadOption, Match, load, names
from skulk.guides import read
from skulk.protocol import messages as m

from . import entries as e
from .clock import Time
from .entries import Body, Entry
from .fold import OtherVersion, folded
from .gathering import ASIDE, ELSEWHERE, Gathering, opened
from .guided import entry, table_of
from .limits import Limits, Lines
from .log import clipped, named
from .operate.figures import Figures
from .seats import Keys, Refused, check_bot, table_id
from .store import Damaged, Fenced, Head, Journal, JournalError
from .table import Table
from .thinkers import Thinkers
from .webhook import Bells
from .words import persons_name

log = logging.getLogger("skulk.server")
PULSE = 2.0  # seconds between signs of life
IDLE = 600.0  # seconds after which a gathering nobody listens at is cleared
SWEEP = 1800.0  # seconds between two looks for garbage everywhere
MOST_LISTED = 50  # tables
NAMES = 8  # tried for a new table, each somewhere else in the journal


class Laid(NamedTuple):
    """A table laid by hand: its position, the chance that comes first, and the seed of all that follows.

    With a seed nobody's share is mixed in: the same table comes out each time. No request brings any of these; it
    may name where a position is to be had, such as a turn of a finished game (`what_if`).
    """

    position: dict[str, Any] | None = None
    script: list[Any] | None = None
    seed: str | None = None


class Tables:
    """The server's tables. `start` and `close` frame its life."""

    def __init__(
        self,
        journal: Journal,
        keys: Keys,
        thinkers: Thinkers,
        time: Time | None = None,
        limits: Limits | None = None,
        webhooks: str | None = None,
    ):
        self.webhooks = webhooks  # None: there are none; "any", or "public": only to the open internet
        self.bells = Bells(webhooks == "public")
        self.journal, self.keys, self.thinkers = journal, keys, thinkers
        self.time, self.limits = time or Time(), limits or Limits()
        self.lines = Lines(self.limits)
        self.figures = Figures()
        self.state = "starting"  # then "running", then "stopping"
        self.gatherings: dict[str, Gathering] = {}
        self.loading: dict[str, asyncio.Future[None]] = {}
        self.aside: dict[str, str] = {}  # broken tables, and why
        self.held: set[str] = set()  # tables that the operator changes: nobody opens them meanwhile
        self.data = Path()  # the folder of the server
        self.reading = asyncio.Semaphore(2)  # pages of the past made at a time: the tables come first
        self.tasks: list[asyncio.Task[None]] = []
        self.opening: set[asyncio.Task[None]] = set()  # tables that are opened again
        self.swept = self.time.now()
        self.news = asyncio.Event()
        self.listed_elsewhere: Callable[[], Awaitable[list[m.OpenTable]]] | None = None  # by the other servers

    async def start(self) -> None:
        """Take up the time where it stood still, then set tables going again that go on by themselves."""
        self.journal.loop, self.journal.on_news = asyncio.get_running_loop(), self._look_around
        self.time.go_on(self.journal.was_up())
        self._note_life()
        self.tasks = [asyncio.create_task(self._wake_up()), asyncio.create_task(self._live())]
        self.state = "running"

    async def _wake_up(self) -> None:
        """Each by itself: whatever is wrong with one, the others go on. Later once more whenever another server has
        gone: all who are left look after its tables, and each gets some."""
        while True:
            self.news.clear()
            try:
                for table in await asyncio.to_thread(self._going_on):
                    await self._open(table)
                    await asyncio.sleep(0)
            except JournalError as error:
                log.warning("what goes on by itself cannot be read: %s", error)
                self.news.set()
            if self.aside:
                log.error("%d tables are set aside: %s", len(self.aside), " ".join(sorted(self.aside)))
            await self.news.wait()
            await asyncio.sleep(PULSE / 10)

    def _look_around(self) -> None:
        """Some tables were lost, or those of another server are free."""
        for id, gathering in list(self.gatherings.items()):
            if not self.journal.has(id):
                gathering.leave()
        self.news.set()

    async def _open(self, table: str) -> None:
        """Open a table that nobody has asked for, as soon as the journal can be read."""
        while True:
            try:
                await self.gathering(table)
                return
            except JournalError as error:
                log.warning("table %s: %s", table, error)
                await asyncio.sleep(PULSE)
            except Refused as error:
                if table not in self.aside and error.code != "elsewhere":  # which is in the log already, or well
                    log.warning("table %s: %s", table, named(error))
                return
            except Exception as error:
                self.set_aside(table, error)
                return

    def open_again(self, gathering: Gathering) -> None:
        """Its journal is ahead of it, or may be."""
        id = gathering.table.head.id
        if self.gatherings.get(id) is gathering:
            del self.gatherings[id]
        task = asyncio.create_task(self._open(id))
        self.opening.add(task)
        task.add_done_callback(self.opening.discard)

    def _going_on(self) -> list[str]:
        """Tables that do not wait for people alone; the others are opened when somebody asks for them."""
        known = set(names())
        return [
            id
            for id, game, goes_on in self.journal.under_way(self.set_aside)
            if goes_on or (game in known and load(game).has_windows)
        ]

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            self._note_life()
            self._clear()
            if self.time.now() - self.swept > SWEEP:
                self.swept = self.time.now()
                gc.collect()

    def _note_life(self) -> None:
        self.journal.live(self.time.wall(), self.time.now())

    def _clear(self) -> None:
        """Forget gatherings that nobody has used for a while and that wait for nobody; the journal has them."""
        now = self.time.now()
        for id, gathering in list(self.gatherings.items()):
            is_busy = (
                gathering.listeners.everybody() or gathering.tasks or gathering.timing.timer or gathering.lock.locked()
            )
            if not is_busy and now - gathering.used > IDLE:
                gathering.close()
                del self.gatherings[id]
                self.journal.release(id)

    async def hand_over(self) -> None:
        """Whoever comes back goes on at another server at once: our tables are free before anybody is sent away."""
        self.journal.leave()
        if not self.journal.others():
            return
        await asyncio.gather(*(self._let_go(gathering) for gathering in list(self.gatherings.values())))

    async def _let_go(self, gathering: Gathering) -> None:
        async with gathering.lock:  # what is being kept is kept
            gathering.is_left = True
            gathering.close()
            self.gatherings.pop(gathering.table.head.id, None)
            if released := self.journal.release(gathering.table.head.id):
                with suppress(JournalError):
                    await released
        gathering.listeners.dismiss("closing", "the table moves to another server; come back in a moment")

    async def close(self) -> None:
        self.state = "stopping"
        for task in (*self.tasks, *self.opening):
            task.cancel()
        for gathering in self.gatherings.values():
            for listener in gathering.listeners.everybody():
                listener.dismiss("closing", "the server is closing; come back in a moment")
        for gathering in self.gatherings.values():
            async with gathering.lock:  # what is being kept is kept
                gathering.close()
        self.bells.close()
        await self.thinkers.close()
        self._note_life()
        await asyncio.to_thread(self.journal.close)

    # ---- laying tables

    async def make(
        self,
        wanted: m.Make,
        laid: Laid = Laid(),  # noqa: B008
        owner: str = "",
        person: str | None = None,
        then: Sequence[Body] = (),
    ) -> tuple[Gathering, int | None]:
        """Lay a table; whoever asked (`person`) sits where `seats` says "human". `owner`: the address that asked.
        `then`: what else happens before anybody comes."""
        game = load(wanted.game)
        seats = wanted.seats
        options = dict(wanted.options)
        if seats is not None and "players" not in options:
            options["players"] = len(seats)
        if laid == Laid():
            options = game.options.tell(game.read_options(options))
        else:  # refuses what cannot be; a position brings its options
            options = Match(game, options, laid.seed, position=laid.position, script=laid.script).options
        players = options["players"]
        seats = seats if seats is not None else ["human", *["open"] * (players - 1)]
        if len(seats) != players:
            raise BadOption(f"{len(seats)} seats are named, but {players} play")
        if seats.count("human") > 1:
            raise BadOption('only one seat can be yours: call the others "open"')
        for seat in (*seats, wanted.settings.stand_in):
            if seat not in ("human", "open"):
                check_bot(seat)
        drafts: list[Body] = []
        you = None
        for number, seat in enumerate(seats):
            if seat == "human":
                you = number
                who = person or secrets.token_hex(10)
                drafts.append(e.Join(number, persons_name(wanted.name), who))
            elif seat != "open":
                drafts.append(e.Bot(number, seat))
        more = {"options": options, "settings": msgspec.to_builtins(wanted.settings)}
        if laid != Laid():
            shares = [f"{laid.seed}.{number}" for number in range(players)] if laid.seed else None
            more["laid"] = {"position": laid.position, "script": laid.script, "shares": shares}
        if wanted.start:
            drafts.append(_start(players))
        drafts += then
        gathering = await self._lay(table_id(), game.name, game.version, more, drafts, laid.seed, owner)
        return gathering, you

    async def make_guided(
        self, game: str, wanted: m.Learn, owner: str = "", person: str | None = None
    ) -> tuple[Gathering, int]:
        """A guided table, where a step begins; whoever asked sits where the guide wants them."""
        guide = read(game)
        begins = entry(guide, wanted.step)
        table = table_of(guide, wanted.step, wanted)
        gathering, you = await self.make(table, owner=owner, person=person, then=[begins])
        assert you is not None
        return gathering, you

    async def lay_again(self, table: Table, id: str) -> str:
        """The same seats and options once more; people find their seats there. It begins if they wait for nobody.

        What it is called: `id`, unless that cannot be kept.
        """
        drafts: list[Body] = []
        for number in sorted(range(len(table.seats)), key=lambda number: number != table.host):  # the host stays host
            seat = table.seats[number]
            if seat.kind == "human" and not seat.gone:
                drafts.append(e.Join(number, seat.name, seat.person))
            elif seat.kind == "bot" and seat.bot and not seat.free and not seat.resigned:
                drafts.append(e.Bot(number, seat.bot))
        if len(table.humans) == 1 and len(drafts) == len(table.seats):
            drafts.append(_start(len(drafts)))
        more = {name: value for name, value in table.head.more.items() if name != "laid"}
        more["rematch_of"] = table.head.id
        before = self.gatherings.get(table.head.id)
        owner = before.owner if before else ""
        gathering = await self._lay(id, table.head.game, table.game.version, more, drafts, owner=owner)
        return gathering.table.head.id

    async def _lay(self, id: str, *of: Any, **more: Any) -> Gathering:
        """Lay a table; where its place in the journal is damaged it gets another name, and with it another place."""
        for _ in range(NAMES - 1):
            try:
                return await self._lay_as(id, *of, **more)
            except Damaged as error:
                log.warning("table %s is laid under another name: %s", id, error)
                id = table_id()
        return await self._lay_as(id, *of, **more)

    async def _lay_as(
        self,
        id: str,
        game: str,
        version: str,
        more: dict[str, Any],
        drafts: list[Body],
        seed: str | None = None,
        owner: str = "",
    ) -> Gathering:
        now, up = self.time.wall(), self.time.now()
        head = Head(id, now, game, version, seed or secrets.token_hex(16), more)
        entries = [Entry(i, f"~laid:{i}", now, None, body, up) for i, body in enumerate(drafts, 1)]
        gathering = opened(self, head, entries)  # whatever cannot be folded is never kept
        await asyncio.shield(self.journal.make(head, entries))
        self.gatherings[id], gathering.owner = gathering, owner
        gathering.carry_on()
        return gathering

    # ---- finding tables

    async def gathering(self, id: str) -> Gathering:
        """The gathering of a table; Refused if there is none, if it is set aside, or if another server has it."""
        if id in self.held:
            raise Refused("elsewhere", "this table is being looked after: come back in a moment")
        if id not in self.gatherings:
            if id not in self.loading:
                self.loading[id] = asyncio.ensure_future(self._load(id))
            try:
                await asyncio.shield(self.loading[id])
            finally:
                self.loading.pop(id, None)
        if id not in self.gatherings or not self.journal.has(id):
            raise Refused("elsewhere", ELSEWHERE)
        self.gatherings[id].used = self.time.now()
        return self.gatherings[id]

    async def elsewhere(self, id: str) -> str | None:
        """Where another server answers for a table; None if this one does."""
        if id in self.gatherings and self.journal.has(id):
            return None
        try:
            return await asyncio.to_thread(self.journal.whereabouts, id)
        except JournalError:  # whoever asks on is told
            return None

    async def to_look_at(self, id: str) -> Table:
        """A table as it is now, wherever it is played."""
        with suppress(Refused):
            return (await self.gathering(id)).table
        head, entries = await asyncio.to_thread(lambda: (self.journal.head(id), self.journal.entries(id)))
        if head is None:
            raise Refused("no-table", "there is no such table")
        return folded(head, entries)

    async def _load(self, id: str) -> None:
        try:
            gathering = await asyncio.to_thread(self._opened, id)
            if not self.journal.has(id):
                raise Fenced(ELSEWHERE)
            self.gatherings.setdefault(id, gathering).carry_on()
            if gathering.table.shut == "aside":
                self.aside[id] = "Operator"
                return
        except OtherVersion as error:
            self.set_aside(id, error)
            raise
        except Fenced as error:
            raise Refused("elsewhere", ELSEWHERE) from error
        except (Refused, JournalError):
            raise
        except Exception as error:
            self.gatherings.pop(id, None)
            self.set_aside(id, error)
            raise Refused("aside", ASIDE) from error
        self.aside.pop(id, None)

    def set_aside(self, id: str, error: Exception) -> None:
        """Note that a table cannot be played on; the log says so once, and health counts it."""
        if id not in self.aside:
            what = "cannot be read by these rules" if isinstance(error, OtherVersion) else "is broken and set aside"
            log.error("table %s %s: %s", id, what, clipped(named(error)), exc_info=error)
        self.aside[id] = type(error).__name__

    def _opened(self, id: str) -> Gathering:
        head, entries, refusals = self.journal.table(id) if id.isascii() and len(id) < 40 else (None, [], {})
        if head is None:
            raise Refused("no-table", "there is no such table")
        return opened(self, head, entries, refusals)

    def listed(self) -> list[m.OpenTable]:
        """Tables that wait for players and whose hosts list them, the latest first; only where somebody is there."""
        waiting = [gathering for gathering in self.gatherings.values() if gathering.is_listed]
        waiting.sort(key=lambda gathering: -gathering.table.head.made)
        return [_listed(gathering.table) for gathering in waiting[:MOST_LISTED]]

    async def listed_everywhere(self) -> list[m.OpenTable]:
        """The same of all servers on this store."""
        there = await self.listed_elsewhere() if self.listed_elsewhere else []
        tables = {table.table: table for table in [*there, *self.listed()]}
        return sorted(tables.values(), key=lambda table: -table.at)[:MOST_LISTED]

    def invitation(self, id: str) -> tuple[str, str] | None:
        """What a link to this table says where it is shared; None unless somebody has been there lately."""
        gathering = self.gatherings.get(id)
        if gathering is None or gathering.broken:
            return None
        table = gathering.table
        players = f"{len(table.seats)} players"
        if table.phase == "lobby" and table.host is not None:
            seats = sum(seat.kind == "open" for seat in table.seats)
            free = f"{seats} seat{'s'[: seats != 1]} free"
            says = f"{players}, {free}. No account needed: open it and sit down."
            return f"{table.names[table.host]} invites you to {table.game.title}", says
        return f"{table.game.title} at Skulk", f"A game for {players}. Open it to watch or to play."

    def has_ended(self, gathering: Gathering) -> None:
        """The end is in the journal already; this only spares the next start from reading it again."""
        self.journal.end(gathering.table.head.id, gathering.table.position())


def _listed(table: Table) -> m.OpenTable:
    host = table.names[table.host] if table.host is not None else ""
    seats = [seat.kind for seat in table.seats]
    head = table.head
    return m.OpenTable(
        head.id, head.game, table.game.title, host, len(seats), seats.count("open"), table.options, head.made
    )


def _start(players: int) -> Body:
    """The game begins; the server draws a share for every seat."""
    return e.Start([secrets.token_hex(8) for _ in range(players)])
