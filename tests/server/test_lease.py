"""A table has one server at a time: the lease says which, the fence keeps all others from writing."""

import asyncio
import time
from contextlib import contextmanager

import asyncpg
import httpx
import pytest

from skulk.cli import main
from skulk.server import entries as e
from skulk.server import forward
from skulk.server.store import (
    BadStore,
    Conflict,
    Elsewhere,
    Fenced,
    JournalError,
    Unknown,
    lease,
    link,
    open_store,
    schema,
    shown,
)
from skulk.server.store.postgresql import PostgreSQL

from .playing import bearer, free_port, make, running
from .test_store import head, moves

LEASE, LONG = 0.5, 60.0  # seconds: of one who takes over, and waits so long after PostgreSQL has started; of others


@pytest.fixture
def url(cluster):
    return cluster.fresh()


def opened(url, **more):
    return PostgreSQL(url, asyncio.get_running_loop(), **{"lease": LONG} | more)


def frozen(journal):
    """It renews nothing any more, as if the process were stopped."""
    journal._side.call_soon_threadsafe(journal.tasks[0].cancel)
    return journal


def run_out(cluster, url, journal):
    """Its lease is over, by the database's clock."""
    over = "update nodes set until = clock_timestamp() - interval '1 s' where id = $1"
    cluster.ask(over, journal.lease.id, url=url)


# ---- two servers


def test_each_table_is_at_one_server_and_the_other_knows_where(url):
    async def evening():
        first, second = (opened(url, address=f"10.0.0.{n}:80") for n in (1, 2))
        await first.make(head(), moves(1))
        assert (first.has("t"), second.has("t")) == (True, False)
        with pytest.raises(Elsewhere):
            second.table("t")
        assert second.whereabouts("t") == "10.0.0.1:80"
        with pytest.raises(Fenced):
            await second.append("t", moves(2))
        await first.append("t", moves(2))
        assert (first.whereabouts("t"), first.whereabouts("no such"), second.whereabouts("no such")) == (None,) * 3
        await first.release("t")
        assert second.whereabouts("t") is None
        assert second.table("t")[1] == moves(1, 2)
        assert first.whereabouts("t") == "10.0.0.2:80"
        first.close()
        second.close()
        third = opened(url)
        assert third.table("t")[1] == moves(1, 2)
        third.close()

    asyncio.run(evening())


def test_tables_of_a_dead_server_can_be_had_when_its_lease_has_run_out(cluster, url):
    async def evening():
        first, second = opened(url), opened(url, lease=LEASE)
        await first.make(head(), moves(1))
        await first.append("t", moves(2))
        frozen(first)
        assert second.whereabouts("t") is not None
        assert second.under_way(print) == []
        await asyncio.to_thread(run_out, cluster, url, first)
        assert second.table("t")[1] == moves(1, 2)
        await second.append("t", moves(3))
        first.close()
        assert second.entries("t") == moves(1, 2, 3)
        await second.append("t", moves(4))
        second.close()

    asyncio.run(evening())


def test_whose_table_was_taken_over_can_write_nothing(cluster, url):
    async def evening():
        first, second = opened(url), opened(url, lease=LEASE)
        await first.make(head(), moves(1))
        frozen(first)
        run = asyncio.to_thread
        await run(run_out, cluster, url, first)
        assert second.table("t")[1] == moves(1)
        before = second.get(second.ids())
        for _ in range(2):
            with pytest.raises(Fenced):
                await first.append("t", moves(2))
            with pytest.raises(Fenced):
                await first.refuse("t", "x", "{}")
            first.end("t", "digest")
        assert second.get(second.ids()) == before
        await second.append("t", moves(2))
        first.close()
        assert second.entries("t") == moves(1, 2)
        second.close()

    asyncio.run(evening())


def test_who_was_frozen_answers_nothing_from_memory_until_it_has_looked_what_is_still_its_own(
    cluster, url, monkeypatch
):
    async def evening():
        ahead = [0.0]
        first = opened(url)
        await first.make(head(), moves(1))
        await first.make(head("kept"), moves(1))
        second = opened(url, lease=LEASE)
        frozen(first)
        await asyncio.to_thread(run_out, cluster, url, first)
        assert second.table("t")[1] == moves(1)
        monkeypatch.setattr(lease, "clock", lambda: lease_clock() + ahead[0])
        assert first.has("t")  # as far as it knows: its lease is long, by its own clock
        ahead[0] = LONG + 1
        assert not first.has("t")
        assert not first.has("kept")
        with pytest.raises(JournalError, match="does not answer"):
            first.table("kept")
        heard = asyncio.Event()
        first.on_news = heard.set
        asyncio.run_coroutine_threadsafe(first.lease.keep(), first._side)
        await heard.wait()
        assert (first.has("t"), first.has("kept")) == (False, True)
        await first.append("kept", moves(2))
        second.close()
        first.close()

    lease_clock = lease.clock
    asyncio.run(evening())


def test_who_was_buried_begins_anew_with_no_table(cluster, url):
    async def evening():
        first = opened(url)
        await first.make(head(), moves(1))
        name = first.lease.id
        await asyncio.to_thread(cluster.ask, "delete from nodes", url=url)
        heard = asyncio.Event()
        first.on_news = heard.set
        asyncio.run_coroutine_threadsafe(first.lease.keep(), first._side)
        await heard.wait()
        while not first.lease.is_held:
            await asyncio.sleep(0)
        assert first.lease.id != name
        assert not first.has("t")
        assert first.table("t")[1] == moves(1)
        await first.append("t", moves(2))
        assert first.is_well
        first.close()

    asyncio.run(evening())


def test_an_append_under_way_is_waited_for_and_seen(cluster, url):
    """The one who takes over locks first and reads then: what was confirmed just before is there."""

    async def evening():
        first, second = opened(url), opened(url, lease=LEASE)
        await first.make(head(), moves(1))
        frozen(first)
        slow = await asyncpg.connect(url)
        hold = slow.transaction()
        await hold.start()
        await slow.fetch(schema.APPEND, *[[value] for value in ("t", *e.row_of(moves(2)[0]), 1, 2)])
        await asyncio.to_thread(run_out, cluster, url, first)
        taking = asyncio.create_task(asyncio.to_thread(second.table, "t"))
        while not await asyncio.to_thread(cluster.ask, "select 1 from pg_locks where not granted"):
            assert not taking.done()
        await hold.commit()
        await slow.close()
        assert (await taking)[1] == moves(1, 2)
        second.close()
        first.close()

    asyncio.run(evening())


def test_a_renewal_that_comes_first_is_seen_by_who_takes_over(cluster, url):
    """A node is judged dead under a lock on its row."""

    async def evening():
        first, second = opened(url), opened(url, lease=LEASE)
        await first.make(head(), moves(1))
        frozen(first)
        await asyncio.to_thread(run_out, cluster, url, first)
        slow = await asyncpg.connect(url)
        hold = slow.transaction()
        await hold.start()
        await slow.fetch(schema.RENEW, first.lease.id, LONG)
        taking = asyncio.create_task(asyncio.to_thread(second.whereabouts, "t"))
        while not await asyncio.to_thread(cluster.ask, "select 1 from pg_locks where not granted"):
            assert not taking.done()
        await hold.commit()
        await slow.close()
        assert await taking is not None
        await first.append("t", moves(2))
        second.close()
        first.close()

    asyncio.run(evening())


def test_no_hole_is_written_after_a_failover_that_lost_entries(cluster, url):
    async def evening():
        journal = opened(url)
        await journal.make(head(), moves(1))
        await journal.append("t", moves(2))
        await asyncio.to_thread(cluster.ask, "delete from journal where number = 2", url=url)
        with pytest.raises(Conflict):
            await journal.append("t", moves(3))
        assert journal.entries("t") == moves(1)
        await journal.append("t", moves(2))
        journal.close()

    asyncio.run(evening())


def test_nobody_else_may_be_there_while_a_store_is_moved(url):
    alone = PostgreSQL(url, is_alone=True, lease=2.0)
    with pytest.raises(BadStore, match="another server keeps its tables in this database"):
        PostgreSQL(url, lease=2.0)
    alone.close()
    first = PostgreSQL(url, lease=2.0)
    with pytest.raises(BadStore, match="another server keeps its tables in this database"):
        PostgreSQL(url, is_alone=True, lease=2.0)
    first.close()


def test_a_store_of_an_older_format_is_not_changed_while_a_server_of_that_version_lives(cluster, url):
    async def laid():
        raw = await asyncpg.connect(url)
        await raw.execute(f"{schema.VERSIONS}; {schema.MIGRATIONS[0]}; update skulk set format = 1")
        await raw.execute("insert into nodes values ('old', clock_timestamp() + interval '1 s')")
        await raw.execute("insert into tables values ('t', 1.5, 'oh_fox', '1.0', '{}', 'seed', false, null, 'old', 3)")
        await raw.close()

    asyncio.run(laid())
    journal = PostgreSQL(url, lease=LEASE)  # waits until that lease has run out
    assert journal.table("t")[0].id == "t"
    assert cluster.ask("select format from skulk", url=url) == [(schema.FORMAT,)]
    other = PostgreSQL(url, lease=LEASE)
    other.close()
    journal.close()


def test_a_lease_that_was_stolen_by_hand_is_noticed_and_the_table_says_so(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr(forward, "PATIENCE", 0.2)
    url = cluster.fresh()
    with running(tmp_path, store=url) as server:
        mine = make(server.url, "oh_fox", ["human", "random"], start=False)
        where = f"{server.url}/api/tables/{mine['table']}"
        assert httpx.get(f"{server.url}/api/health").json()["state"] == "ok"
        before = cluster.ask("select count(*) from journal", url=url)
        cluster.ask("insert into nodes values ('thief', clock_timestamp() + interval '1 h', '', false)", url=url)
        cluster.ask(
            "with gone as (delete from nodes where id <> 'thief') update tables set fence = 9, node = 'thief'", url=url
        )
        done = httpx.post(f"{where}/commands", json={"do": "start", "id": "s"}, headers=bearer(mine["token"]))
        assert (done.status_code, done.json()["code"]) in [(409, "not-kept"), (503, "not-kept"), (503, "elsewhere")]
        while not server.tables.journal.lease.is_held or not server.tables.journal.is_well:
            time.sleep(0.01)
        answer = httpx.get(where)
        assert (answer.status_code, answer.json()["code"]) == (503, "elsewhere")
        assert "another server" in answer.json()["text"]
        assert cluster.ask("select count(*) from journal", url=url) == before
        make(server.url, "oh_fox", start=False)
        assert httpx.get(f"{server.url}/api/health").json()["state"] == "ok"


# ---- nobody knows


@contextmanager
def deaf(monkeypatch, sql, times, is_sent):
    """Answers to a statement are lost, so often; it was carried out or it was not."""
    ask, lost = link.Link.ask, []

    async def asking(self, asked, *values):
        if asked != sql or len(lost) >= times:
            return await ask(self, asked, *values)
        lost.append(await ask(self, asked, *values) if is_sent else None)
        self.drop()
        raise link.Broken("the line is cut")

    with monkeypatch.context() as patched:
        patched.setattr(link.Link, "ask", asking)
        yield lost


@pytest.mark.parametrize("is_sent", [True, False], ids=["kept", "not kept"])
@pytest.mark.parametrize("kind", ["append", "make", "refuse"])
def test_what_was_not_answered_is_sent_again_and_kept_once(url, monkeypatch, kind, is_sent):
    async def evening():
        journal = opened(url)
        await journal.make(head(), moves(1))
        with deaf(monkeypatch, getattr(schema, kind.upper()), 2, is_sent) as lost:
            await {
                "append": lambda: journal.append("t", moves(2, 3)),
                "make": lambda: journal.make(head("new"), moves(1)),
                "refuse": lambda: journal.refuse("t", "x", "{}"),
            }[kind]()
        assert len(lost) == 2
        await journal.append("t", moves(4 if kind == "append" else 2))
        if kind == "make":
            await journal.append("new", moves(2))
            assert journal.entries("new") == moves(1, 2)
        assert journal.entries("t") == moves(*((1, 2, 3, 4) if kind == "append" else (1, 2)))
        assert journal.refusals("t") == ({"x": "{}"} if kind == "refuse" else {})
        assert journal.is_well
        journal.close()

    asyncio.run(evening())


def test_what_is_merely_seen_is_not_confirmed(url, monkeypatch):
    """A row can be seen that no replica has: it counts once a commit has followed it."""

    async def evening():
        journal = opened(url, give_up=0.3)
        await journal.make(head(), moves(1))
        frozen(journal)
        with deaf(monkeypatch, schema.RENEW, 1 << 30, False), deaf(monkeypatch, schema.APPEND, 1, True):
            with pytest.raises(Unknown):
                await journal.append("t", moves(2))
            with pytest.raises(JournalError, match="does not answer"):
                journal.table("t")
        assert journal.table("t")[1] == moves(1, 2)
        await journal.append("t", moves(3))
        journal.close()

    asyncio.run(evening())


def test_after_an_unknown_end_the_table_is_opened_again_and_plays_on(cluster, tmp_path, monkeypatch):
    with running(tmp_path, store=cluster.fresh()) as server:
        server.tables.journal.give_up = 0.3
        mine = make(server.url, "fox_on_the_run", ["human", "open"], start=False)
        where, seat = f"{server.url}/api/tables/{mine['table']}/commands", bearer(mine["token"])
        with deaf(monkeypatch, schema.APPEND, 1 << 30, True):
            done = httpx.post(where, json={"do": "start", "id": "s"}, headers=seat, timeout=30)
            assert (done.status_code, done.json()["code"]) == (409, "not-kept")
        done = httpx.post(where, json={"do": "start", "id": "s"}, headers=seat)
        assert (done.status_code, done.json()["outcome"]) == (200, "duplicate")
        entries = server.tables.journal.entries(mine["table"])
        assert [entry.kind for entry in entries] == ["join", "start"]


def test_a_database_that_is_killed_and_comes_back_has_all_that_was_confirmed(cluster, url):
    async def evening():
        journal, confirmed, until = opened(url), [], 60
        names = [f"t{number}" for number in range(4)]
        await asyncio.gather(*(journal.make(head(name), moves(1)) for name in names))

        async def play(name):
            for number in range(2, until):
                await journal.append(name, moves(number))
                confirmed.append((name, number))

        playing = [asyncio.create_task(play(name)) for name in names]
        while len(confirmed) < 20:
            await asyncio.sleep(0)
        await asyncio.to_thread(cluster.stop, "immediate")
        await asyncio.to_thread(cluster.start)
        await asyncio.gather(*playing)
        for name in names:
            assert journal.entries(name) == moves(*range(1, until))
        journal.close()

    asyncio.run(evening())


def test_a_broken_connection_is_opened_again(cluster, url):
    async def evening():
        journal = opened(url)
        await journal.make(head(), moves(1))
        for number in (2, 3):
            cut = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'skulk'"
            await asyncio.to_thread(cluster.ask, cut)
            await journal.append("t", moves(number))
            assert len(journal.entries("t")) == number
        journal.close()

    asyncio.run(evening())


# ---- at the start


@pytest.mark.parametrize(
    ("store", "says"),
    [
        ("mysql://fox@localhost/skulk", "a store is written postgresql://USER@HOST/DATABASE"),
        ("postgresql://fox:hush@127.0.0.1:{port}/skulk", "the database cannot be used"),
        ("{url}&user=nobody-here", "nobody-here"),
        ("{other}", 'database "nowhere" does not exist'),
        ("{latin}", "does not speak UTF-8"),
    ],
    ids=["another kind", "nobody there", "no such user", "no such database", "another encoding"],
)
def test_a_store_that_cannot_be_used_is_told_at_the_start(cluster, tmp_path, capsys, store, says):
    if store == "{latin}" and ("latin",) not in cluster.ask("select datname from pg_database"):
        cluster.ask("create database latin template template0 encoding 'LATIN1'")
    where = store.format(
        port=free_port(),
        url=cluster.url().replace("skulk@", ""),
        other=cluster.url().replace("/postgres?", "/nowhere?"),
        latin=cluster.url().replace("/postgres?", "/latin?"),
    )
    with pytest.raises(SystemExit) as end:
        main(["serve", "--port", str(free_port()), "--data", str(tmp_path / "data"), "--store", where])
    told = capsys.readouterr().err
    assert end.value.code == 2
    assert says in told
    assert "hush" not in told


def test_the_environment_names_a_store_too(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SKULK_STORE", "mysql://fox@localhost/skulk")
    with pytest.raises(SystemExit):
        main(["serve", "--port", str(free_port()), "--data", str(tmp_path)])
    assert "a store is written postgresql://USER@HOST/DATABASE" in capsys.readouterr().err


def test_a_password_is_shown_to_nobody():
    assert (
        shown("postgresql://fox:hush@db.example:5432/skulk?password=hush") == "postgresql://fox@db.example:5432/skulk"
    )
    assert shown("postgresql:///skulk") == "postgresql:///skulk"


def test_without_its_driver_the_store_says_what_to_install(tmp_path, monkeypatch):
    import sys

    monkeypatch.delitem(sys.modules, "skulk.server.store.postgresql")
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    monkeypatch.delitem(sys.modules, "skulk.server.store.link")
    with pytest.raises(BadStore, match=r"pip install 'skulk\[postgresql\]'"):
        open_store(tmp_path, "postgresql://localhost/skulk")
