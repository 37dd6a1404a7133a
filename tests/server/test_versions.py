"""A table is read by the rules that lead to its positions, and by no others; whatever is set aside says why."""

import asyncio
import json
import logging
import re
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from skulk.engine import load
from skulk.server.entries import KIND_OF, KINDS, Entry, entry_of, row_of
from skulk.server.fold import OtherPosition, OtherVersion, folded
from skulk.server.store.sqlite import SQLite

from .playing import GAMES, running
from .recording import HERE, laid_out

BOTH = {"played": "0.9", "here": load("outfoxed").version}
MINE = ("in play", "given up", "again", "to the end")


@pytest.fixture
def store(tmp_path):
    """Journals with a digest for every move, to do with as a test likes."""

    def lay(game="fox_on_the_run", format="v3"):
        return laid_out(HERE / format / f"{game}.sql", tmp_path / "skulk.db")

    return lay


def change(path, sql, *values):
    base = sqlite3.connect(path)
    with base:
        base.execute(sql, values)
    base.close()


def read(path):
    """All tables of a store, as heads and entries, by how far their games have come."""
    journal, found = SQLite(path), {}
    for (id,) in journal._read("select id from tables"):
        head, entries, _ = journal.table(id)
        kinds = {entry.kind for entry in entries}
        name = "in play" if "knock" in kinds else "given up" if "resign" in kinds else "again"
        found["to the end" if head.digest and "resign" not in kinds else name] = (head, entries)
    journal.close()
    assert sorted(found) == sorted(MINE)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_that_plays_says_in_which_position(store, game):
    for head, entries in read(store(game)).values():
        played = [entry.body for entry in entries if entry.kind in ("move", "close")]
        assert all(body.on and len(body.on) == 16 for body in played)
        assert folded(head, entries).checked == len(played) + (head.digest is not None)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_knows_where_it_ended(store, game):
    for name, (head, entries) in read(store(game)).items():
        assert (head.digest is not None) == (name in ("given up", "to the end"))
        if head.digest:
            assert folded(head, entries).match.digest() == head.digest


def test_entries_go_into_the_journal_and_back():
    some = {
        int: 3, str: "x", bool: True, list[str]: ["a"], list[int]: [1, 2], int | None: 1, str | None: "y",
        dict[str, Any]: {"a": [1]}, list[tuple[int, int]]: [(1, 2)],
    }  # fmt: skip
    for kind, body in KINDS.items():
        given = [some[type] for type in body.__annotations__.values()]
        entry = Entry(1, "c", 2.0, None, body(*given), 3.0)
        assert row_of(entry)[4] == kind == KIND_OF[body] == entry.kind
        assert entry_of(row_of(entry)) == entry


# ---- a digest that does not fit


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        (
            "update journal set body = json_set(body, '$.on', '0123456789abcde') where tab = ? and number = 5",
            "entry 5",
        ),
        ("update tables set seed = 'another' where id = ?", "was made in position"),
        ("update tables set digest = '0123456789abcde' where id = ?", "ended in position 0123456789abcde"),
    ],
    ids=["of a move", "of the deal", "of the end"],
)
def test_a_table_that_leads_elsewhere_is_set_aside_and_the_others_play_on(store, tmp_path, caplog, sql, says):
    path = store("outfoxed")
    tables = read(path)
    broken, whole = tables["to the end"][0].id, tables["in play"][0].id
    change(path, sql, broken)
    with pytest.raises(OtherPosition, match=says):
        folded(*read(path)["to the end"])
    with caplog.at_level(logging.ERROR), running(tmp_path) as server:
        answer = httpx.get(f"{server.url}/api/tables/{broken}")
        assert (answer.status_code, answer.json()["code"]) == (500, "aside")
        assert httpx.get(f"{server.url}/api/tables/{whole}").status_code == 200
        assert httpx.get(f"{server.url}/api/health").json()["aside"] == 1
    assert any(broken in line.getMessage() and says in line.getMessage() for line in caplog.records)


# ---- another version of the rules


@pytest.mark.parametrize("game", GAMES)
def test_another_version_that_leads_to_the_same_positions_reads_the_table(store, tmp_path, game):
    path = store(game)
    change(path, "update tables set version = '0.9'")
    tables = read(path)
    with running(tmp_path) as server:
        for head, entries in tables.values():
            answer = httpx.get(f"{server.url}/api/tables/{head.id}")
            assert answer.status_code == 200, answer.text
            assert folded(head, entries).head.version == "0.9"
        assert httpx.get(f"{server.url}/api/health").json()["state"] == "ok"


def test_a_table_read_by_another_version_plays_on_and_is_laid_again_by_ours(store, tmp_path):
    path = store("outfoxed")
    change(path, "update tables set version = '0.9'")
    head, entries = read(path)["in play"]

    async def evening():
        from skulk.protocol import messages as m
        from skulk.server.seats import Keys
        from skulk.server.tables import Tables

        from .recording import Bells, Dice

        tables = Tables(SQLite(path), Keys("secret"), Dice())
        tables.bells = Bells()
        await tables.start()
        gathering = await tables.gathering(head.id)
        seat = gathering.table.match.acting()[0]
        done = await gathering.command(seat, m.Move("on", gathering.table.match.legal(seat)[0]))
        assert done.outcome == "applied"
        assert (await gathering.command(seat, m.Resign("enough"))).outcome == "applied"
        assert (await gathering.command(seat, m.Rematch("more"))).outcome == "applied"
        after = (await tables.gathering(gathering.table.next)).table.head.version
        await tables.close()
        return after

    assert asyncio.run(evening()) == load("outfoxed").version
    journal = SQLite(path)
    assert len(journal.entries(head.id)) > len(entries)
    assert folded(journal.head(head.id), journal.entries(head.id)).phase == "over"
    journal.close()


def other_rules(path):
    """The rules deal otherwise than when the tables were played."""
    change(path, "update tables set version = '0.9', seed = 'dealt otherwise'")


def without_digests(path):
    change(path, "update tables set version = '0.9', digest = null")
    change(path, "update journal set body = json_remove(body, '$.on') where kind in ('move', 'close')")


@pytest.mark.parametrize("changed", [other_rules, without_digests], ids=["they do not fit", "there are none"])
def test_another_version_sets_a_table_aside_and_tells_both(store, tmp_path, caplog, changed):
    path = store("outfoxed")
    changed(path)
    tables = read_ids(path)
    with caplog.at_level(logging.ERROR), running(tmp_path) as server:
        for id in tables:
            for _ in range(2):
                answer = httpx.get(f"{server.url}/api/tables/{id}")
                assert (answer.status_code, answer.json()["code"]) == (409, "other-version")
                assert "version 0.9 " in answer.json()["text"]
                assert f"version {load('outfoxed').version}," in answer.json()["text"]
                assert answer.json()["say"]["with"] == BOTH
            with connect(f"{server.url.replace('http', 'ws')}/api/tables/{id}/socket") as socket:
                gone = json.loads(socket.recv())
            assert (gone["type"], gone["code"], gone["say"]["with"]) == ("gone", "other-version", BOTH)
        health = httpx.get(f"{server.url}/api/health").json()
        assert (health["state"], health["aside"]) == ("degraded", len(tables))
    for id in tables:
        told = [line.getMessage() for line in caplog.records if f"table {id} " in line.getMessage()]
        assert len(told) == 1, "once each"
        assert "version 0.9" in told[0]
        assert f"version {load('outfoxed').version}" in told[0]


def read_ids(path):
    """Tables whose games have begun."""
    base = sqlite3.connect(path)
    found = [id for (id,) in base.execute("select distinct tab from journal where kind = 'start'")]
    base.close()
    assert len(found) == 3
    return found


def test_a_table_that_has_not_begun_is_played_by_the_rules_of_now(store):
    path = store("outfoxed")
    change(path, "update tables set version = '0.9'")
    head, entries = read(path)["again"]
    assert folded(head, entries).phase == "lobby"


def test_a_table_begun_before_there_were_digests_is_read_by_its_own_version_alone(store):
    path = store("outfoxed", "v2")
    journal = SQLite(path)
    ids = [id for (id,) in journal._read("select distinct tab from journal where kind = 'start'")]
    for id in ids:
        head, entries, _ = journal.table(id)
        folded(head, entries)
    journal.close()
    change(path, "update tables set version = '0.9'")
    journal = SQLite(path)
    for id in ids:
        head, entries, _ = journal.table(id)
        with pytest.raises(OtherVersion, match=r"version 0\.9 of the rules"):
            folded(head, entries)
    journal.close()


def test_a_field_that_a_kind_may_gain_is_passed_over(store):
    path = store("outfoxed")
    change(path, "update journal set body = json_set(body, '$.later', 1)")
    for head, entries in read(path).values():
        assert json.loads(row_of(entries[0])[5]).keys() <= set(type(entries[0].body).__struct_fields__)
        folded(head, entries)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_tells_both_versions(language):
    texts = Path(__file__).parents[2] / "client" / "src" / "lib" / "texts" / language / "frame.json"
    text = json.loads(texts.read_text(encoding="utf-8"))["refused.other-version"]
    assert set(re.findall(r"\{(\w+)\}", text)) == set(BOTH)


def test_a_game_begins_once(store):
    head, entries = read(store("outfoxed"))["in play"][:2]
    start = next(entry for entry in entries if KIND_OF[type(entry.body)] == "start")
    again = start.__class__(entries[-1].number + 1, "again", start.at, start.seat, start.body, start.up)
    with pytest.raises(ValueError, match=f"entry {again.number} begins a game that has begun"):
        folded(head, [*entries, again])
