"""`skulk doctor` says what is wrong with a set-up, each fault by its name; it changes nothing."""

import json
import socket
import sqlite3

import pytest

from skulk.cli import main
from skulk.server.limits import Limits
from skulk.server.operate import doctor
from skulk.server.operate.doctor import examine
from skulk.server.seats import read_secret
from skulk.server.settings import Server
from skulk.server.store import open_store

from .playing import free_port


@pytest.fixture
def server(tmp_path):
    """A set-up in which all is well."""
    tmp_path.chmod(0o700)
    read_secret(tmp_path / "secret")
    open_store(tmp_path).close()
    return Server(port=free_port(), data=tmp_path, limits=Limits())


def said(server, what):
    return {(one.state, one.says) for one in examine(server) if one.what == what}


def faulty(server, what, state="wrong"):
    return " ".join(text for found, text in said(server, what) if found == state)


def test_nothing_is_wrong_with_a_set_up_that_is_well(server, monkeypatch):
    monkeypatch.setattr(doctor, "_page", lambda: doctor.Finding("page", "well", "built"))
    assert [one for one in examine(server) if one.state == "wrong"] == []


def test_the_command_tells_it_and_its_exit_code_does(server, capsys):
    (server.data / "secret").write_text("short", encoding="ascii")
    with pytest.raises(SystemExit) as end:
        main(["doctor", f"--data={server.data}", "--json"])
    assert end.value.code == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["ok"]
    assert any(one["what"] == "secret" and one["state"] == "wrong" for one in told["findings"])


def test_each_fault_is_named(server, monkeypatch, tmp_path):
    (server.data / "secret").chmod(0o644)
    assert "others may read" in faulty(server, "secret")
    server.data.chmod(0o755)
    assert "chmod 700" in faulty(server, "folder", "odd")
    base = sqlite3.connect(server.data / "skulk.db")
    base.execute("pragma user_version = 99")
    base.close()
    assert "format 99, by a later version" in faulty(server, "store")
    (server.data / "skulk.db").write_bytes(b"no base" * 1000)
    assert "cannot be read" in faulty(server, "store")
    with socket.create_server(("127.0.0.1", server.port)):
        assert "cannot be listened at" in faulty(server, "port")
    monkeypatch.setattr(doctor.sqlite3, "sqlite_version_info", (3, 7, 0))
    assert "is old" in faulty(server, "SQLite")
    monkeypatch.setattr(doctor, "SLOW", 0.0)
    assert "local disk" in faulty(server, "disk", "odd")
    monkeypatch.setattr(doctor, "LITTLE", 1 << 60)
    assert "MB free" in faulty(server, "space")
    monkeypatch.setattr(doctor, "FILES", 1 << 60)
    assert "ulimit" in faulty(server, "open files", "odd")
    monkeypatch.setenv("SKULK_CACHE", "/proc/nowhere")
    assert "cannot be written" in faulty(server, "compiler")
    monkeypatch.setattr(doctor, "__file__", str(tmp_path / "a" / "b" / "c"))
    assert "npm run build" in faulty(server, "page")


@pytest.mark.parametrize(
    ("more", "state", "says"),
    [
        ({"is_public": True}, "wrong", "--public needs --url"),
        ({"url": "fox"}, "wrong", "must look like"),
        ({"url": "https://fox.example"}, "odd", "proxy is not"),
        ({"host": "0.0.0.0", "proxies": ["10.0.0.1"]}, "odd", "beside it"),
        ({"host": "0.0.0.0", "url": "https://fox.example"}, "odd", "public is not set"),
    ],
)
def test_settings_that_contradict_each_other(server, more, state, says):
    assert says in faulty(Server(data=server.data, port=server.port, **more), "settings", state)


def test_a_database_is_looked_at_beside_its_servers(server, cluster):
    server.store = cluster.fresh()
    assert any("is empty" in text for _, text in said(server, "store"))
    journal = open_store(server.data, server.store)
    assert any(state == "well" and "format" in text for state, text in said(server, "store"))
    assert {state for state, _ in said(server, "clock")} == {"well"}
    journal.close()
    server.store = "postgresql://nobody:secret@127.0.0.1:1/skulk"
    assert "cannot be reached" in faulty(server, "store")
    assert "secret" not in faulty(server, "store")
