"""A broken table is set aside by itself: the others play on, and health and log say so."""

import asyncio
import logging
import sqlite3
import time

import httpx
import pytest

from skulk.server.journal import Journal, JournalError
from skulk.server.log import Lines

from .playing import journal_of, make, running, sitting

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
        journal = Journal(tmp_path / "skulk.db", asyncio.get_running_loop())
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
