"""The server's own time: what runs does so evenly, whatever becomes of the time of day."""

import asyncio
import sqlite3
from contextlib import asynccontextmanager

import pytest

from skulk.protocol import messages as m
from skulk.server.gathering import REFUSALS
from skulk.server.seats import Keys
from skulk.server.store import BadStore
from skulk.server.store.sqlite import FORMAT, MIGRATIONS, SQLite
from skulk.server.tables import Tables

from .playing import Hands
from .test_machine import NoThinkers

HOUR = 3600.0


@asynccontextmanager
async def serving(folder, hands):
    tables = Tables(SQLite(folder / "skulk.db"), Keys("secret"), NoThinkers(), hands.time())
    await tables.start()
    try:
        yield tables
    finally:
        await tables.close()


async def lay(tables, game="oh_fox", players=2, **settings):
    """A running table of people, and its first seat that is asked."""
    gathering, _ = await tables.make(m.Make(game, {"players": players}, settings=m.Settings(**settings)))
    for number in range(players - 1):
        await gathering.join(m.Join(f"somebody-number-{number}"))
    assert (await gathering.command(0, m.Start("start"))).outcome == "applied"
    return gathering, gathering.table.match.acting()[0]


@pytest.mark.parametrize("jump", [-HOUR, HOUR], ids=["back", "forward"])
def test_a_time_of_day_that_is_set_changes_nobodys_clock(tmp_path, jump):
    async def evening():
        hands = Hands()
        async with serving(tmp_path, hands) as tables:
            gathering, seat = await lay(tables, clock="brisk")
            hands.pass_by(10)
            hands.wall += jump
            hands.pass_by(10)
            [left] = [one.left for one in gathering.timing.clock(seat).seats if one.seat == seat]
            assert left == 25_000
            await gathering.timing.on_time()
            assert not gathering.table.seats[seat].lent, "nobody's time has run out"
            hands.pass_by(26)
            await gathering.timing.on_time()
            assert gathering.table.seats[seat].lent, "45 seconds are over"

    asyncio.run(evening())


@pytest.mark.parametrize("jump", [-HOUR, HOUR], ids=["back", "forward"])
def test_a_window_ends_with_its_beat_whatever_the_time_of_day(tmp_path, jump):
    async def evening():
        hands = Hands()
        async with serving(tmp_path, hands) as tables:
            gathering, _ = await lay(tables, "sly_fox", 4, beat=8)
            window = gathering.table.window
            assert gathering.table.is_window
            hands.pass_by(2)
            hands.wall += jump
            assert gathering.timing.clock(0).beat == (6000, 8000)
            await gathering.timing.on_time()
            assert gathering.table.window == window, "it is not over yet"
            hands.pass_by(6)
            await gathering.timing.on_time()
            assert gathering.table.match.number, "the answers were played"

    asyncio.run(evening())


@pytest.mark.parametrize("jump", [-HOUR, 0, HOUR], ids=["back", "rightly", "forward"])
def test_clocks_go_on_after_a_restart_from_where_they_stood(tmp_path, jump):
    async def evening():
        hands = Hands()
        async with serving(tmp_path, hands) as tables:
            gathering, seat = await lay(tables, clock="brisk")
            table = gathering.table.head.id
            hands.pass_by(10)
        hands.steady = 7.0  # another process, perhaps after the machine was started anew
        hands.wall += 5 * HOUR + jump
        async with serving(tmp_path, hands) as tables:
            gathering = await tables.gathering(table)
            hands.pass_by(5)
            assert [one.left for one in gathering.timing.clock(seat).seats if one.seat == seat] == [30_000]
            await gathering.command(seat, m.Chat("chat", "hello"))
            assert gathering.table.log[-1].at == hands.wall, "people read the time of day"

    asyncio.run(evening())


def test_a_hard_end_costs_the_clocks_nothing(tmp_path):
    """The last sign of life was before the question: the clock then begins at its whole time, and never runs out."""

    async def evening():
        hands = Hands()
        async with serving(tmp_path, hands) as tables:
            hands.pass_by(1)
            gathering, seat = await lay(tables, clock="brisk")
            table = gathering.table.head.id
            tables._note_life = lambda: None
        async with serving(tmp_path, hands) as tables:
            gathering = await tables.gathering(table)
            assert [one.left for one in gathering.timing.clock(seat).seats if one.seat == seat] == [45_000]

    asyncio.run(evening())


def test_an_older_file_is_read_and_its_clocks_begin_anew(tmp_path):
    base = sqlite3.connect(tmp_path / "skulk.db")
    base.executescript(
        f"{MIGRATIONS[0]} insert into alive values (1, 5.0);"
        "insert into journal values ('t', 1, 'c', 9.0, null, 'leave', '{}');"
        "pragma user_version=1;"
    )
    base.close()
    for _ in range(2):
        journal = SQLite(tmp_path / "skulk.db")
        assert (journal.was_up(), journal.entries("t")[0].at, journal.entries("t")[0].up) == (0.0, 9.0, 0.0)
        assert journal.refusals("t") == {}
        journal.close()
    sqlite3.connect(tmp_path / "skulk.db").execute(f"pragma user_version={FORMAT + 1}")
    with pytest.raises(BadStore, match=f"format {FORMAT + 1}"):
        SQLite(tmp_path / "skulk.db")


# ---- an id ends once


def test_what_was_refused_stays_refused_after_many_others_and_a_restart(tmp_path):
    async def evening():
        hands = Hands()
        async with serving(tmp_path, hands) as tables:
            gathering, seat = await lay(tables)
            table, legal = gathering.table.head.id, gathering.table.match.legal(seat)
            wrong = next(action for action in range(gathering.table.game.actions) if action not in legal)
            early = await gathering.command(1 - seat, m.Rematch("again"))
            assert (early.outcome, early.code) == ("refused", "not-over")
            first = await gathering.command(seat, m.Move("mine", wrong))
            for number in range(300):
                assert (await gathering.command(seat, m.Back(f"other-{number}"))).outcome == "refused"
            assert await gathering.command(seat, m.Move("mine", legal[0])) == first
        async with serving(tmp_path, hands) as tables:
            gathering = await tables.gathering(table)
            assert await gathering.command(seat, m.Move("mine", legal[0])) == first, "the id has ended"
            assert await gathering.command(1 - seat, m.Start("again")) == early
            assert (await gathering.command(seat, m.Move("another", legal[0]))).outcome == "applied"

    asyncio.run(evening())


def test_refusals_without_end_are_not_kept_and_say_so(tmp_path):
    async def evening():
        async with serving(tmp_path, Hands()) as tables:
            gathering, seat = await lay(tables)
            for number in range(REFUSALS):
                assert (await gathering.command(seat, m.Back(f"c{number}"))).code == "not-away"
            over = await gathering.command(seat, m.Back("one-more"))
            assert (over.outcome, over.code) == ("refused", "too-many")
            assert len(tables.journal.refusals(gathering.table.head.id)) == REFUSALS
            assert (await gathering.command(1 - seat, m.Back("mine"))).code == "not-away", (
                "the others are not concerned"
            )
            assert (
                await gathering.command(seat, m.Move("c", gathering.table.match.legal(seat)[0]))
            ).outcome == "applied"

    asyncio.run(evening())
