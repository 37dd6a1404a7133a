"""`skulk move-store`: from a file to a database and back, and nothing is lost on the way."""

import json

import pytest

from skulk.cli import main
from skulk.engine import SkulkError
from skulk.server.serve import keep_alone
from skulk.server.store import JournalError, move, open_store
from skulk.server.store.postgresql import PostgreSQL
from skulk.server.store.sqlite import SQLite

from .recording import HERE, laid_out, told_of, welcomes

RECORDED = HERE / "v3" / "outfoxed.sql"


@pytest.fixture
def house(tmp_path):
    """A folder with a recorded evening: running, finished and given up, with refusals."""
    folder = tmp_path / "house"
    folder.mkdir()
    laid_out(RECORDED, folder / "skulk.db")
    return folder


def all_of(folder, url=None):
    journal = open_store(folder, url)
    try:
        return [table.digest() for table in journal.get(journal.ids())], journal.was_up()
    finally:
        journal.close()


def run(*arguments):
    with pytest.raises(SystemExit) as end:
        main(["move-store", *map(str, arguments)])
    assert end.value.code == 0


def refused(capsys, *arguments):
    capsys.readouterr()
    with pytest.raises(SystemExit) as end:
        main(["move-store", *map(str, arguments)])
    assert end.value.code == 2
    return capsys.readouterr().err


def test_there_and_back_again_byte_for_byte(house, tmp_path, cluster, capsys):
    url, back = cluster.fresh(), tmp_path / "back"
    (house / "secret").write_text("f" * 64)
    before = all_of(house)
    assert len(before[0]) == 4
    assert before[1] > 0
    run(house, url)
    assert "4 tables with " in capsys.readouterr().out
    assert all_of(house, url) == before
    run(url, back)
    assert all_of(back) == all_of(house) == before
    assert (back / "secret").read_text() == "f" * 64  # links to seats stay valid
    assert json.loads(welcomes(back / "skulk.db")) == json.loads(told_of(RECORDED).read_text(encoding="utf-8"))


def test_a_target_that_holds_anything_else_is_refused(house, tmp_path, cluster, capsys):
    other, url = tmp_path / "other", cluster.fresh()
    other.mkdir()
    laid_out(HERE / "v3" / "oh_fox.sql", other / "skulk.db")
    run(other, url)
    before = all_of(other)
    assert "the target is not empty" in refused(capsys, house, url)
    assert "the target is not empty" in refused(capsys, house, other)
    assert all_of(other) == all_of(other, url) == before


def test_a_table_that_has_been_played_on_there_is_not_overwritten(house, cluster, capsys):
    url = cluster.fresh()
    run(house, url)
    cluster.ask("update journal set at = at + 1 where number = 3", url=url)
    after = all_of(house, url)
    assert "is not the same in both" in refused(capsys, house, url)
    assert all_of(house, url) == after


def test_a_store_in_use_is_refused(house, tmp_path, cluster, capsys):
    url = cluster.fresh()
    with keep_alone(house):
        assert "another server keeps its tables in" in refused(capsys, house, url)
        assert "another server keeps its tables in" in refused(capsys, url, house)
    journal = PostgreSQL(url, lease=2.0)
    assert "another server keeps its tables in this database" in refused(capsys, house, url)
    assert "another server keeps its tables in this database" in refused(capsys, url, tmp_path / "new")
    journal.close()


def test_what_is_no_store_is_refused_and_nothing_is_made(tmp_path, cluster, capsys):
    assert "there is no skulk.db" in refused(capsys, tmp_path / "nowhere", cluster.fresh())
    assert not (tmp_path / "nowhere").exists()
    assert "a store is written postgresql://" in refused(capsys, "mysql://localhost/skulk", tmp_path / "new")


@pytest.mark.parametrize("way", ["into PostgreSQL", "into SQLite"])
def test_an_interrupted_move_is_finished_by_the_next(house, tmp_path, cluster, capsys, monkeypatch, way):
    url, before = cluster.fresh(), all_of(house)
    source, target, kind = house, url, PostgreSQL
    if way == "into SQLite":
        run(house, url)
        source, target, kind = url, tmp_path / "new", SQLite
    put, puts = kind.put, []

    def breaking(self, tables):
        puts.append([table.id for table in tables])
        if len(puts) == 3:
            raise JournalError("the disk is full")
        return put(self, tables)

    monkeypatch.setattr(move, "MANY", 1)
    with monkeypatch.context() as patched:
        patched.setattr(kind, "put", breaking)
        assert "the disk is full; run it again" in refused(capsys, source, target)
    at = (house, target) if target is url else (target,)
    assert len(all_of(*at)[0]) == 2
    run(source, target)
    assert all_of(*at) == before


def test_progress_is_told(house, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(move, "MANY", 2)
    monkeypatch.setattr(move, "TELL", -1.0)
    run(house, tmp_path / "new")
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["2 of 4 tables", "4 of 4 tables"]


def test_a_move_that_does_not_arrive_is_found(house, tmp_path, monkeypatch):
    """Whatever a store does to a row is seen: every table is compared after it was put."""
    put = SQLite.put

    def careless(self, tables):
        return put(self, [table._replace(entries=table.entries[:-1]) for table in tables])

    monkeypatch.setattr(SQLite, "put", careless)
    with pytest.raises(SkulkError, match="is not the same in both"):
        move.move_store(str(house), str(tmp_path / "new"))
