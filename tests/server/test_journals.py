"""Journals of every format that a server has ever written open, and everybody is told the same of them."""

import json
import sqlite3
import threading

import pytest

from skulk.server.store import BadStore
from skulk.server.store import sqlite as journals
from skulk.server.store.sqlite import FORMAT, MIGRATIONS, SQLite

from .playing import GAMES
from .recording import HERE, kinds_of, laid_out, told_of, welcomes

AGAIN = "what is told has changed: if it was meant to, python -m tests.server.recording welcomes writes it anew"


def formats():
    return sorted(int(folder.name[1:]) for folder in HERE.glob("v*"))


def test_every_format_up_to_ours_is_here():
    assert formats() == list(range(1, FORMAT + 1))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("format", formats())
def test_a_recorded_journal_opens_and_everybody_is_told_the_same(format, game, tmp_path):
    sql = HERE / f"v{format}" / f"{game}.sql"
    path = laid_out(sql, tmp_path / "skulk.db")
    assert written_as(path) == format
    now, then = json.loads(welcomes(path)), json.loads(told_of(sql).read_text(encoding="utf-8"))
    assert written_as(path) == FORMAT
    assert [*now] == [*then]
    for who, message in then.items():
        assert json.dumps(now[who]) == json.dumps(message), f"{sql.name}, {who}: {AGAIN}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("format", formats())
def test_a_recorded_journal_has_every_kind_of_entry(format, game, tmp_path):
    path = laid_out(HERE / f"v{format}" / f"{game}.sql", tmp_path / "skulk.db")
    journal = SQLite(path)
    kinds = {kind for (kind,) in journal._read("select distinct kind from journal")}
    journal.close()
    assert kinds == kinds_of(game)


def test_of_two_that_open_an_old_journal_at_once_one_waits_for_the_other(tmp_path, monkeypatch):
    path = laid_out(HERE / "v1" / "oh_fox.sql", tmp_path / "skulk.db")
    first = sqlite3.connect(path, isolation_level=None)
    first.execute("pragma journal_mode=wal")
    first.execute("begin immediate")
    begins, opened, connect = threading.Event(), [], sqlite3.connect

    def watched(*args, **named):
        base = connect(*args, **named)
        base.set_trace_callback(lambda sql: begins.set() if sql.startswith("begin") else None)
        return base

    monkeypatch.setattr(journals.sqlite3, "connect", watched)
    second = threading.Thread(target=lambda: opened.append(SQLite(path)))
    second.start()
    assert begins.wait(10)
    for statement in f"{MIGRATIONS[1]} pragma user_version=2".split(";"):
        first.execute(statement)
    first.execute("commit")
    second.join()
    assert len(opened) == 1, "it takes what the first has made of the file, and goes on from there"
    opened[0].close()
    assert written_as(path) == FORMAT


@pytest.mark.parametrize("format", [-1, FORMAT + 1])
def test_a_format_that_nobody_knows_is_left_alone(format, tmp_path):
    path = tmp_path / "skulk.db"
    sqlite3.connect(path).execute(f"pragma user_version={format}")
    with pytest.raises(BadStore, match=f"was written in format {format}; this version reads formats 1 to {FORMAT}"):
        SQLite(path)
    assert written_as(path) == format


def written_as(path):
    base = sqlite3.connect(path)
    (version,) = base.execute("pragma user_version").fetchone()
    base.close()
    return version
