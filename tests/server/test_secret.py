"""The secret that signs all seats: whole or not there, and nothing is served with a broken one."""

import os
import resource
import subprocess
import sys
from contextlib import contextmanager

import pytest

from skulk.engine import SkulkError
from skulk.server import seats
from skulk.server.seats import SECRET, Keys, Refused, read_secret

from .playing import free_port


@contextmanager
def full_disk(bytes_left):
    """No file of this process grows beyond that."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def test_it_is_made_once_and_kept_to_oneself(tmp_path):
    made = read_secret(tmp_path / "data" / "secret")
    assert len(made) == SECRET
    assert read_secret(tmp_path / "data" / "secret") == made
    assert oct((tmp_path / "data" / "secret").stat().st_mode)[-3:] == "600"
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret"]


@pytest.mark.parametrize("left", [0, 10, SECRET - 1])
def test_a_full_disk_leaves_no_secret_rather_than_a_part_of_one(tmp_path, left):
    with full_disk(left), pytest.raises(OSError, match="File too large"):
        read_secret(tmp_path / "secret")
    assert list(tmp_path.iterdir()) == []
    assert len(read_secret(tmp_path / "secret")) == SECRET, "when there is gathering again"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_fault_at_any_step_leaves_none(tmp_path, monkeypatch, step):
    def fail(*_, **__):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as faulty:
        faulty.setattr(seats.os if step == "fsync" else seats.Path, step, fail)
        with pytest.raises(OSError, match="Input/output"):
            read_secret(tmp_path / "secret")
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_start_left_behind_does_not_matter(tmp_path):
    (tmp_path / "secret.new").write_text("half of a secr")
    assert len(read_secret(tmp_path / "secret")) == SECRET
    assert not (tmp_path / "secret.new").exists()


DAMAGED = [b"", b"\n", b"a" * (SECRET - 1), b"\0" * SECRET, b"\xff" * SECRET, b"a" * 40 + b" " + b"a" * 40]


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_secret_is_not_used(tmp_path, content):
    (tmp_path / "secret").write_bytes(content)
    with pytest.raises(SkulkError, match=r"is damaged.*Put it back from a copy; or delete it"):
        read_secret(tmp_path / "secret")
    assert (tmp_path / "secret").read_bytes() == content, "nor replaced: somebody may have a copy"


def test_the_server_refuses_to_start_with_an_empty_one(tmp_path):
    (tmp_path / "secret").write_bytes(b"")
    command = [sys.executable, "-m", "skulk", "serve", "--port", str(free_port()), "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=os.environ)
    assert done.returncode != 0
    assert "secret is damaged" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_what_an_empty_key_signs_is_no_proof(tmp_path):
    forged = Keys("").token("table", 0, 1)
    with pytest.raises(Refused):
        Keys(read_secret(tmp_path / "secret")).read(forged, "table")
