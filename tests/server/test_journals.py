"""Journals of every format that a server has ever written open, and everybody is told the same of them."""

import json
import sqlite3

import pytest

from skulk.server.journal import FORMAT, Journal

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
    journal = Journal(path)
    kinds = {kind for (kind,) in journal._read("select distinct kind from journal")}
    journal.close()
    assert kinds == kinds_of(game)


def written_as(path):
    base = sqlite3.connect(path)
    (version,) = base.execute("pragma user_version").fetchone()
    base.close()
    return version
