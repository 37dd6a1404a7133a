"""Check 19: recorded games lead to the same position after every move, wherever they are folded again."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .playing import times

GAMES = {"fox_grove": 50, "fox_on_the_run": 150, "oh_fox": 200, "outfoxed": 75, "sly_fox": 50}  # some are long
ROOT = Path(__file__).parents[2]


def run(python, *command, **environment):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    command = [python, "-m", "tests.server.folding", *map(str, command)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.split()


def another_python():
    """Some other Python that has NumPy, if there is one."""
    given, code = os.environ.get("SKULK_OTHER_PYTHON"), "import sys, numpy; print(sys.version_info[:2])"
    for path in [given] if given else [shutil.which(f"python3.{minor}") for minor in range(11, 20)]:
        says = path and subprocess.run([path, "-c", code], capture_output=True, text=True, check=False).stdout.strip()
        if says and says != str(sys.version_info[:2]):
            return path
    return None


@pytest.mark.parametrize("game", GAMES)
def test_recorded_games_fold_to_the_same_positions(game, tmp_path, figure):
    """Recorded compiled, folded interpreted, with other hash seeds and, where there is one, under another Python."""
    count, path = times(GAMES[game], 20 * GAMES[game]), tmp_path / "games"
    run(sys.executable, "record", game, count, path, PYTHONHASHSEED="7")
    games, moves = map(int, run(sys.executable, "fold", path, PYTHONHASHSEED="19"))
    assert games == count
    other = another_python()
    if other:
        assert run(other, "fold", path) == [str(games), str(moves)]
    elsewhere = f"and under {other}" if other else "(no other Python here)"
    figure(19, f"{game}: {games} games, {moves} moves, compiled, interpreted {elsewhere}: equal after every move")
