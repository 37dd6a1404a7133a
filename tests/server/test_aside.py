"""A broken table is set aside by itself: the others play on, and health and log say so."""

import asyncio
import json
import logging
import sqlite3
import time

import httpx
import pytest

from skulk.server.log import Lines
from skulk.server.store import BadStore, JournalError
from skulk.server.store.sqlite import SQLite
from skulk.server.tables import NAMES

from .playing import bearer, journal_of, make, running, sitting

PAGE, LEAF = 4096, 0x0A  # SQLite's pages, and how those begin that hold rows alone
SLOW = {"beat": 0, "bot_pace": 0.5}  # bots that have not finished when the server stops


def lay(url, count, **settings):
    return [make(url, "fox_on_the_run", ["random", "random"], settings=SLOW | settings)["table"] for _ in range(count)]


def change(data, sql, *values):
    base = sqlite3.connect(data / "skulk.db")
    with base:
        assert base.execute(sql, values).rowcount == 1
    base.close()


BAD_JSON = {
    "an entry": ("update journal set body = ? where tab = ? and number = 1", '{"seat": 0, "bo'),
    "an entry of no kind": ("update journal set kind = ? where tab = ? and number = 1", "dance"),
    "the head": ("update tables set head = ? where id = ?", "{"),
    "the head, which is no text": ("update tables set head = ? where id = ?", b"\xff\xfe{}"),
    "the game": ("update tables set game = ? where id = ?", "fox_golf"),
    "the settings": ("update tables set head = ? where id = ?", '{"options": {"players": 2}, "settings": 7}'),
}


@pytest.mark.parametrize("what", BAD_JSON)
def test_one_row_of_nonsense_stops_no_other_table(tmp_path, what, caplog):
    with running(tmp_path) as server:
        tables = lay(server.url, 4)
    sql, value = BAD_JSON[what]
    broken, *others = sorted(tables)[1], *sorted(tables)[2:], sorted(tables)[0]
    change(tmp_path, sql, value, broken)
    with caplog.at_level(logging.WARNING), running(tmp_path) as server:
        plays_on(tmp_path, others)
        answer = httpx.get(f"{server.url}/api/tables/{broken}")
        assert (answer.status_code, answer.json()["code"]) == (500, "aside")
        told = httpx.get(f"{server.url}/api/health").json()
        assert (told["ok"], told["state"], told["aside"]) == (False, "degraded", 1)
        assert broken not in str(told), "whoever knows a table's name may look on"
    assert any(broken in record.getMessage() for record in caplog.records)


def plays_on(data, tables):
    """Their bots go on by themselves: nobody asks the server for these tables, the journal is looked at beside it."""
    before = {table: len(journal_of(data, table)) for table in tables}
    deadline = time.monotonic() + 40
    while any(len(journal_of(data, table)) == count for table, count in before.items()):
        assert time.monotonic() < deadline, "a table stands still"
        time.sleep(0.05)


def test_a_damaged_page_stops_no_other_table(tmp_path):
    with running(tmp_path) as server:
        mine = make(server.url, "fox_on_the_run", ["human", "open"], start=False)
        talk(server.url, mine)  # a long journal: most of its pages are its own
        tables = [mine["table"]]
        tables += lay(server.url, 2)
    base = sqlite3.connect(tmp_path / "skulk.db")
    base.execute("update tables set is_over = 0")
    base.commit()
    base.execute("pragma wal_checkpoint(truncate)")
    base.close()
    broken = damage_a_page(tmp_path / "skulk.db", tables)
    with running(tmp_path) as server:
        answers = {table: httpx.get(f"{server.url}/api/tables/{table}") for table in tables}
        assert {table for table, answer in answers.items() if answer.status_code != 200} == {broken}
        assert answers[broken].json()["code"] == "aside"
        assert httpx.get(f"{server.url}/api/health").json()["aside"] >= 1
        plays_on(tmp_path, tables[-2:])


def talk(url, mine):
    async def chat():
        async with sitting(url, mine["table"], mine["token"]) as player:
            for _ in range(100):
                assert (await player.do("chat", text="x" * 290))["outcome"] == "applied"

    asyncio.run(chat())


def damage_a_page(path, tables):
    """Overwrite a page that holds rows of one table and of no other, from their midst; whose that was."""
    data, broken = bytearray(path.read_bytes()), tables[0].encode()
    pages = [(start, bytes(data[start : start + PAGE])) for start in range(PAGE, len(data), PAGE)]
    own = [start for start, page in pages if page[0] == LEAF and b"x" * 290 in page and page.count(broken) > 5]
    assert len(own) > 4
    middle = own[len(own) // 2]
    data[middle : middle + PAGE] = b"\xa5" * PAGE
    path.write_bytes(data)
    return tables[0]


# ---- damage that belongs to no table


@pytest.mark.parametrize("value", ["soon", float("-inf"), None], ids=["no number", "endless", "a damaged page"])
def test_a_server_starts_that_has_lost_its_last_sign_of_life(tmp_path, value, caplog):
    with running(tmp_path) as server:
        mine = make(server.url, "fox_on_the_run", ["human", "open"], start=False)
    change(tmp_path, "update journal set up = ? where tab = ? and number = 1", 5000.0, mine["table"])
    if value is None:
        damage(tmp_path, page_of(tmp_path, "alive"))
    else:
        change(tmp_path, "update alive set up = ?", value)
    for warnings in (1, 0):
        with caplog.at_level(logging.WARNING), running(tmp_path) as server:
            assert server.tables.time.now() >= 5000, "the clocks go on from the last entry"
            assert httpx.get(f"{server.url}/api/health").json()["state"] == "ok"
            assert httpx.get(f"{server.url}/api/tables/{mine['table']}").status_code == 200
        assert sum("has been up is damaged" in record.getMessage() for record in caplog.records) == warnings
        assert "cannot be written" not in caplog.text
        caplog.clear()


FULL = [f"{number:012d}" for number in range(100)]  # names of tables that lie on many pages, in this order


def filled(data):
    """Finished tables on many pages, one of them damaged; a name that falls there, and one that does not."""
    with running(data):
        pass
    base = sqlite3.connect(data / "skulk.db")
    with base:
        rows = [(id, 0.0, "oh_fox", "1", json.dumps("x" * 400), "", 1) for id in FULL]
        columns = "id, made, game, version, head, seed, is_over"
        base.executemany(f"insert into tables ({columns}) values (?,?,?,?,?,?,?)", rows)
    base.execute("pragma wal_checkpoint(truncate)")
    base.close()
    pages = (data / "skulk.db").read_bytes()
    near = [id.encode() for id in FULL[49:52]]
    leaves = [start for start in range(PAGE, len(pages), PAGE) if pages[start] == LEAF]
    (damaged,) = [start for start in leaves if all(id in pages[start : start + PAGE] for id in near)]
    damage(data, damaged)
    return f"{FULL[50]}a", f"{FULL[0]}a"


def test_a_table_whose_name_falls_on_a_damaged_page_gets_another(tmp_path, monkeypatch, caplog):
    bad, good = filled(tmp_path)
    monkeypatch.setattr("skulk.server.tables.table_id", iter([bad, good]).__next__)
    with running(tmp_path) as server:
        mine = make(server.url, "fox_on_the_run", ["human", "open"], start=False)
        assert mine["table"] == good
        assert httpx.get(f"{server.url}/api/health").json()["state"] != "failing"
    assert f"table {bad} is laid under another name" in caplog.text
    assert len(journal_of(tmp_path, good)) == 1
    assert journal_of(tmp_path, bad) == [], "nothing is left of the first try"


def test_where_no_name_can_be_kept_it_says_so(tmp_path, monkeypatch):
    bad, _ = filled(tmp_path)
    names = [f"{bad}{number}" for number in range(NAMES)]
    monkeypatch.setattr("skulk.server.tables.table_id", iter(names).__next__)
    with running(tmp_path) as server:
        answer = httpx.post(f"{server.url}/api/tables", json={"game": "fox_on_the_run"})
    assert (answer.status_code, answer.json()["code"]) == (503, "not-kept")


def test_another_game_is_found_under_the_name_it_got(tmp_path, monkeypatch):
    bad, good = filled(tmp_path)
    with running(tmp_path) as server:
        seats = ["human", "random"]
        mine = make(server.url, "fox_on_the_run", seats, options={"turn_limit": 4})
        monkeypatch.setattr("skulk.server.decide.table_id", lambda: bad)
        monkeypatch.setattr("skulk.server.tables.table_id", lambda: good)

        async def evening():
            async with sitting(server.url, mine["table"], mine["token"]) as player:
                await player.play()
                assert (await player.do("rematch"))["outcome"] == "applied"
                await player.until(lambda: player.view.get("next") == good)

        asyncio.run(evening())
        assert httpx.get(f"{server.url}/api/tables/{good}").status_code == 200


def page_of(data, table):
    """Where a table of one page lies in the file, which is made whole first."""
    base = sqlite3.connect(data / "skulk.db")
    base.execute("pragma wal_checkpoint(truncate)")
    (page,) = base.execute("select rootpage from sqlite_master where name = ?", (table,)).fetchone()
    base.close()
    return (page - 1) * PAGE


def damage(data, start):
    path = data / "skulk.db"
    pages = bytearray(path.read_bytes())
    pages[start : start + PAGE] = b"\xa5" * PAGE
    path.write_bytes(pages)


# ---- health


def test_health_sees_that_nothing_can_be_kept(tmp_path):
    with running(tmp_path) as server:
        assert httpx.get(f"{server.url}/api/health").json()["state"] == "ok"
        journal = server.tables.journal
        journal.problem = "database or disk is full"
        answer = httpx.get(f"{server.url}/api/health")
        assert (answer.status_code, answer.json()["state"], answer.json()["journal"]) == (503, "failing", False)
        journal.problem, journal.written = "", journal.written - 60
        assert httpx.get(f"{server.url}/api/health").status_code == 503, "nothing was kept for a minute"


def test_the_journal_knows_whether_it_is_written(tmp_path):
    async def evening():
        journal = SQLite(tmp_path / "skulk.db", asyncio.get_running_loop())
        good = journal._keep([], lambda base: None)
        await good
        assert journal.is_well

        def full(base):
            raise sqlite3.OperationalError("database or disk is full")

        with pytest.raises(JournalError, match="disk is full"):
            await journal._keep([], full)
        assert not journal.is_well
        await journal._keep([], lambda base: None)
        assert journal.is_well, "as soon as something is kept again"
        journal.close()

    asyncio.run(evening())


def test_damage_that_a_write_has_met_is_not_forgotten_by_the_next(tmp_path):
    """A sign of life goes elsewhere in the file and says nothing of it."""

    def broken(base):
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    async def keep(work):
        await journal._keep([], work)

    with running(tmp_path) as server:
        journal = server.tables.journal
        with pytest.raises(JournalError, match="malformed"):
            asyncio.run_coroutine_threadsafe(keep(broken), journal.loop).result()
        asyncio.run_coroutine_threadsafe(keep(lambda base: None), journal.loop).result()
        answer = httpx.get(f"{server.url}/api/health")
        assert (answer.status_code, answer.json()["state"]) == (200, "degraded")


def test_an_emptied_file_is_not_taken_for_a_new_one(tmp_path):
    SQLite(tmp_path / "skulk.db").close()
    (tmp_path / "secret").write_bytes(b"x" * 32)
    (tmp_path / "skulk.db").write_bytes(b"")
    with pytest.raises(BadStore, match="is empty, though it was in use"):
        SQLite(tmp_path / "skulk.db")


def test_a_damaged_refusal_costs_nobody_the_table(tmp_path):
    with running(tmp_path) as server:
        mine = make(server.url, "fox_on_the_run", ["human", "open"], start=False)
        where, seat = f"{server.url}/api/tables/{mine['table']}/commands", bearer(mine["token"])
        refused = [{"do": "undo", "id": id} for id in ("one", "two")]
        for command in refused:
            assert httpx.post(where, json=command, headers=seat).status_code == 409
    change(tmp_path, "update refusals set done = '{oops' where command like '%one'")
    change(tmp_path, "update refusals set done = cast(x'ff227b' as text) where command like '%two'")
    with running(tmp_path) as server:
        where = f"{server.url}/api/tables/{mine['table']}/commands"
        for command in refused:
            answer = httpx.post(where, json=command, headers=seat)
            assert (answer.status_code, answer.json()["code"]) == (409, "refused")
        assert httpx.get(f"{server.url}/api/health").json()["aside"] == 0


# ---- the log


def logged(message, *values, error=None):
    info = (type(error), error, error.__traceback__) if error else None
    return Lines().format(logging.LogRecord("skulk", logging.ERROR, "", 0, message, values, info))


def test_every_line_of_the_log_has_its_time():
    line = logged("table %s is set aside", "abc")
    at, level, text = line.split(" ", 2)
    assert (len(at), at[10], at[-1]) == (20, "T", "Z")
    assert (level, text) == ("ERROR", "table abc is set aside")


def test_the_log_holds_only_the_beginning_of_what_a_stranger_sent():
    sent = "\x1b[2Jgoodbye\r\n" + "x" * 100_000
    assert len(logged("refused: %s", sent)) < 1200
    whole = logged("a request failed", error=raised(ValueError(sent)))
    assert len(whole) < 4000
    assert "ValueError" in whole
    assert not any(c in whole for c in "\x1b\r")
    assert len(logged("a request failed", error=raised(KeyError("\n".join(["spam"] * 10_000))))) < 4000
    assert len(logged("a request failed", error=raised(ValueError("\n".join(["spam"] * 10_000))))) < 4000


def raised(error):
    try:
        raise error
    except Exception as caught:
        return caught
