"""The command `skulk`: what it does, and what it says when it cannot."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from skulk.cli import main
from skulk.engine import Match, names

ROOT = Path(__file__).parents[1]


def skulk(*arguments, typed="", where=None):
    """Run the command as a shell would."""
    command = [sys.executable, "-m", "skulk", *map(str, arguments)]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, cwd=where or ROOT, check=False, timeout=60
    )


@pytest.fixture
def call(capsys, monkeypatch):
    """Run the command in this process: (exit code, what it said, what it complained of)."""

    def run(*arguments, typed=""):
        import io

        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            main([str(argument) for argument in arguments])
            code = 0
        except SystemExit as end:
            code = end.code or 0
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def saved(tmp_path):
    """A match of ten moves in a file."""
    match, path = Match("fox_on_the_run", seed=8), tmp_path / "saved.json"
    for _ in range(10):
        seat = match.acting()[0]
        match.play(seat, match.legal(seat)[-1])
    path.write_text(match.save())
    return path


# ---- the whole way


def test_a_whole_game_through_a_pipe(tmp_path):
    path = tmp_path / "evening.json"
    done = skulk("play", "fox-on-the-run", "--seed", 7, "--save", path, typed="1\n" * 400)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "· the end" in done.stdout
    assert Match.load(path.read_text()).is_over
    again = skulk("replay", path, typed="end\nback\nquit\n", where=tmp_path)
    assert again.returncode == 0
    assert "as all may see" in again.stdout


def test_quit_saves_and_load_plays_on(tmp_path):
    path, later = tmp_path / "evening.json", tmp_path / "later.json"
    first = skulk("play", "fox-on-the-run", "--seed", 7, "--seats", "human,human", "--save", path, typed="1\n1\nquit\n")
    assert first.returncode == 0
    assert Match.load(path.read_text()).number == 2
    second = skulk("play", "--load", path, "--save", later, "--seats", "human,human", typed="1\n")
    assert second.returncode == 0
    assert Match.load(later.read_text()).number == 3
    third = skulk("play", "fox-on-the-run", "--load", path, "--save", path, "--seats", "random,random")
    assert third.returncode == 0
    assert Match.load(path.read_text()).is_over


def test_the_end_of_input_is_polite(call):
    code, out, err = call("play", "fox-on-the-run", "--seed", 1)
    assert (code, err) == (0, "")
    assert "Until next time." in out


def test_players_follow_from_the_seats(call):
    code, out, _ = call("play", "fox-on-the-run", "--seats", "random,human,random", "--seed", 1)
    assert code == 0
    assert "seat 2" in out


def test_options_reach_the_table(call):
    _, out, _ = call(
        "play", "fox-on-the-run", "--option", "expansion=on", "--option", "raffles_side=foxes", "--seed", 1
    )
    assert "Napoleon" in out


def test_help_comes_at_once():
    """Neither NumPy nor a game is imported for it."""
    heavy = "import sys, skulk.cli; assert not {'numpy', 'skulk.engine', 'skulk.bench'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", heavy], check=True, cwd=ROOT)
    done = skulk("--help")
    assert done.returncode == 0
    assert all(command in done.stdout for command in ("play", "replay", "rules", "games", "bench"))


def test_play_needs_no_compiler(tmp_path):
    code = (
        "import sys, skulk.cli as s; s.app(['play', 'fox-on-the-run', '--seats', 'random,random'], result_action=print)"
    )
    subprocess.run([sys.executable, "-c", code + "; assert 'numba' not in sys.modules"], check=True, cwd=ROOT)


def test_games_and_their_options(call):
    _, out, _ = call("games")
    assert "Fox on the Run  (fox-on-the-run)" in out
    assert "--option expansion=…  off or on; left out: off" in out
    _, out, _ = call("games", "--json")
    listed = json.loads(out)
    assert [game["name"].replace("-", "_") for game in listed] == names()
    assert all({"name", "takes", "default"} == set(option) for game in listed for option in game["options"])


def test_one_game_and_its_options(call):
    _, out, _ = call("games", "outfoxed")
    assert out.startswith("Outfoxed  (outfoxed)\n    --option players=…")
    assert "skulk play outfoxed plays it" in out
    assert "Fox Grove" not in out
    _, out, _ = call("games", "outfoxed", "--json")
    assert [game["name"] for game in json.loads(out)] == ["outfoxed"]
    code, _, err = call("games", "goose")
    assert code
    assert "there is no game 'goose'" in err


def test_rules_whole_and_single(call):
    _, whole, _ = call("rules", "fox-on-the-run")
    assert "**R1**" in whole
    code, one, _ = call("rules", "fox_on_the_run", "r6")
    assert code == 0
    assert one.startswith("**R6**")
    assert "R7" not in one


def test_rulebooks_in_a_wheel_come_first(call, tmp_path, monkeypatch):
    (tmp_path / "fox_on_the_run.md").write_text("**R1** From the wheel.\n")
    monkeypatch.setattr("skulk.terminal.rulebook.SHELVES", (tmp_path, tmp_path / "nowhere"))
    assert call("rules", "fox-on-the-run", "R1")[1] == "**R1** From the wheel.\n"
    (tmp_path / "fox_on_the_run.md").unlink()
    code, _, err = call("rules", "fox-on-the-run")
    assert code == 2
    assert "no rulebook of fox_on_the_run" in err


# ---- bad input at every door


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("play chess", "there is no game 'chess'; there are"),
        ("play ../games", "there is no game '../games'"),
        ("play", "which game? There are"),
        ("play fox-on-the-run --players 9", "option 'players' takes 2 to 6, not 9"),
        ("play fox-on-the-run --players many", "many"),
        ("play fox-on-the-run --players 5", "5 players need the expansion"),
        ("play fox-on-the-run --option colour=red", "there is no option 'colour'; there are players"),
        ("play fox-on-the-run --option expansion=maybe", "option 'expansion' takes off or on, not 'maybe'"),
        ("play fox-on-the-run --option turn_limit=0", "(R49)"),
        ("play fox-on-the-run --option turn_limit=1e9", "option 'turn_limit' takes 0 to 30000 or none, not '1e9'"),
        ("play fox-on-the-run --option controllers=0,1", "option 'controllers' takes a list of 6"),
        ("play fox-on-the-run --option expansion", "an option is written name=value, not 'expansion'"),
        ("play fox-on-the-run --option =on", "an option is written name=value"),
        ("play fox-on-the-run --option players=2 --option players=3", "given twice"),
        ("play fox-on-the-run --players 2 --option players=3", "given twice"),
        ("play fox-on-the-run --seats human,cat", "there is no kind of seat 'cat'; a seat is human or random"),
        ("play fox-on-the-run --players 3 --seats human,random", "2 seats are named, but 3 play"),
        ("play fox-on-the-run --seats human", "option 'players' takes 2 to 6, not 1"),
        ("play fox-on-the-run --load nowhere.json", "nowhere.json cannot be read"),
        ("play --load nowhere.json --players 2", "a saved match has its own players"),
        ("play fox-on-the-run --save no/where/x.json", "cannot be written"),
        ("play fox-on-the-run --frobnicate", "--frobnicate"),
        ("replay nowhere.json", "nowhere.json cannot be read"),
        ("replay", "replay"),
        ("rules chess", "there is no game 'chess'"),
        ("rules fox-on-the-run R999", "Fox on the Run has no rule 'R999'; its rules are R1 to R67"),
        ("rules fox-on-the-run twelve", "has no rule 'twelve'"),
        ("frobnicate", "frobnicate"),
    ],
)
def test_a_refusal_is_one_line(call, typed, said):
    code, out, err = call(*typed.split())
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("skulk: ")
    assert said in err
    assert "Traceback" not in err


def _cut(text):
    return text[: len(text) // 2]


def _another_move(text):
    saved = json.loads(text)
    saved["moves"][3][1] = 37
    return json.dumps(saved)


def _another_digest(text):
    saved = json.loads(text)
    saved["moves"][4][3] = "0" * 16
    return json.dumps(saved)


def _with(**parts):
    return lambda text: json.dumps({**json.loads(text), **parts})


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (_cut, "this is no saved match"),
        (lambda text: "", "this is no saved match"),
        (lambda text: "[]", "does not say 'skulk'"),
        (lambda text: "[" * 100_000, "this is no saved match"),
        (_another_move, "damaged at move 4"),
        (_another_digest, "damaged at move 5: it leads to another position"),
        (_with(seed="another"), "damaged at move"),
        (_with(game="chess"), "there is no game 'chess'"),
        (_with(version="0"), "saved with version '0'"),
        (_with(skulk=99), "format 99"),
        (_with(options={"players": 77}), "option 'players' takes 2 to 6, not 77"),
        (_with(moves=[[0, "east"]]), "damaged at move 1"),
        (_with(moves=[[9, 1, "step east", ""]], made=1), "damaged at move 1: there is no seat 9"),
        (_with(moves=[]), "it holds 0 moves, but"),
    ],
)
@pytest.mark.parametrize("command", ["play --load", "replay"])
def test_a_damaged_save(call, saved, damage, said, command):
    saved.write_text(damage(saved.read_text()))
    code, out, err = call(*command.split(), saved)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert said in err


def test_a_save_that_is_no_text(call, saved):
    saved.write_bytes(b"\xff\xfe\x00PNG")
    assert "it is not text" in call("replay", saved)[2]
    code, _, err = call("play", "--load", saved.parent)
    assert code == 2
    assert "cannot be read" in err


def test_a_match_of_another_game(call, saved):
    code, _, err = call("play", "oh-fox", "--load", saved)
    assert code == 2
    assert "holds a match of fox_on_the_run, not of oh-fox" in err


def test_a_file_is_never_overwritten(call, saved):
    before = saved.read_text()
    code, _, err = call("play", "fox-on-the-run", "--save", saved)
    assert code == 2
    assert "exists already" in err
    assert saved.read_text() == before


@pytest.mark.parametrize("seat", ["2", "-1", "31", "one"])
def test_replay_through_eyes_that_are_not(call, saved, seat):
    code, _, err = call("replay", saved, "--seat", seat)
    assert code == 2
    assert seat in err


def test_replay_through_a_seat(call, saved):
    code, out, _ = call("replay", saved, "--seat", 1, typed="\n\n")
    assert code == 0
    assert "as seat 1 sees" in out
    assert "move 2 of 10" in out
    assert "seat 1:" in out


def test_bytes_that_are_no_text_are_no_move():
    command = [sys.executable, "-m", "skulk", "play", "fox-on-the-run", "--seed", "1"]
    done = subprocess.run(command, input=b"\xff\xfe\x00\n", capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"is not a move" in done.stdout


def test_whoever_has_read_enough_may_leave():
    command = f"{sys.executable} -m skulk rules fox-on-the-run | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout
    assert done.stderr == ""
