"""`skulk bench`: what it measures, what it says is missing, what it refuses."""

import json
import subprocess
import sys

import pytest
from rich.console import Console

from skulk import bench as room
from skulk.bench import bench
from skulk.engine import BadOption, UnknownGame

QUICK = 0.02


def test_a_game_is_measured_compiled_and_interpreted(capsys):
    assert bench("fox-on-the-run", json=True, seconds=QUICK) == 0
    speeds = json.loads(capsys.readouterr().out)["games"]["fox_on_the_run"]
    assert speeds["compiled"]["decisions"] > 20 * speeds["python"]["decisions"]
    assert speeds["compiled"]["choices"] <= speeds["compiled"]["decisions"]


@pytest.mark.parametrize("name", ["connect-four", "leduc"])
def test_everybody_to_compare_with_is_in_the_table_there_or_not(capsys, name):
    """What is installed has a speed and a ratio; what is not says so, with the command that brings it."""
    bench(name, json=True, seconds=QUICK)
    (rows,) = json.loads(capsys.readouterr().out)["beside"].values()
    who = [row["who"] for row in rows]
    for peer in (
        "Skulk, compiled",
        "Skulk, interpreted",
        "C",
        "OpenSpiel (C++ rollouts)",
        "pgx (CPU)",
        "PettingZoo",
        "RLCard",
    ):
        assert peer in who
    for row in rows:
        if "missing" in row:
            assert "install" in row["missing"] or row["missing"] == "has no Connect Four"
        else:
            assert row["decisions"] > 0
            assert row["ratio"] > 0
    assert rows[0]["ratio"] == 1


def test_a_missing_compiler_is_named_with_its_package(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    rows = room.measure_beside("leduc", QUICK, Console(quiet=True))
    assert {"who": "C", "missing": "no C compiler: apt-get install gcc libc6-dev"} in rows


def test_a_machine_without_cuda_is_told_what_it_lacks(monkeypatch):
    """numba-cuda reads libcudart when it is imported, and raises its finder's own error where there is none."""

    class Broken:
        def find_spec(self, name, path=None, target=None):
            if name == "skulk.engine.cuda":
                raise RuntimeError('Failure finding "libcudart.so"\nand where it was looked for')

    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    monkeypatch.delitem(sys.modules, "skulk.engine.cuda", raising=False)
    monkeypatch.delattr("skulk.engine.cuda", raising=False)
    said = room._on_gpu(None, 1)
    assert said == ("CUDA's libraries are missing (Failure finding \"libcudart.so\"): pip install 'numba-cuda[cu13]'")


def test_digests_agree(capsys):
    assert bench("leduc", "connect-four", json=True, digest=2000) == 0
    for row in json.loads(capsys.readouterr().out)["digests"]:
        assert row["agree"]
        assert row["sample"] == 2
        assert row["interpreted sample"] == row["compiled sample"] != row["compiled"]


def test_a_difference_is_an_error(monkeypatch, capsys):
    monkeypatch.setattr(room, "_on_gpu", lambda game, games: 1)
    assert bench("leduc", digest=100) == 1
    assert "NO" in capsys.readouterr().out


def test_tables_are_shown(capsys):
    bench("leduc", seconds=QUICK)
    shown = capsys.readouterr().out
    assert "Leduc poker" in shown
    assert "Skulk is" in shown


def test_what_cannot_be_measured_is_refused():
    with pytest.raises(UnknownGame, match=r"'chess'.*connect-four"):
        bench("chess")
    for wrong in ({"seconds": 0}, {"digest": 0}):
        with pytest.raises(BadOption, match="above 0"):
            bench("leduc", **wrong)


def test_the_command():
    code = "from skulk.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "bench", "leduc", "--json", "--digest", "100"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["digests"][0]["agree"]


def test_an_installed_package_says_where_the_yardsticks_are(monkeypatch, tmp_path, capsys):
    """They are not in the wheel; a folder that happens to be called bench does not count."""
    (tmp_path / "bench").mkdir()
    monkeypatch.setattr(room, "FOLDER", tmp_path / "bench")
    with pytest.raises(UnknownGame, match=r"connect-four is a yardstick .* source tree alone .*; .* fox-on-the-run"):
        bench("connect-four")
    with pytest.raises(UnknownGame, match="there is no game 'chess'") as refused:
        bench("chess")
    assert "leduc" not in str(refused.value)
    bench("fox-on-the-run", seconds=QUICK)
    assert "in the source tree alone" in capsys.readouterr().out
