"""Bots of your own: in Python, in any language, and those that misbehave. The arena goes on whatever they do."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from skulk import bots
from skulk.bots import Budget
from skulk.engine import Match, load, names
from skulk.lab import messages
from skulk.lab.contest import Contest, Terms
from skulk.lab.entrants import enter
from skulk.lab.host import seen_in
from tests.den import GAME as DEN

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
FOX = "fox-on-the-run"
GUIDE = (ROOT / "docs" / "bots.md").read_text()


def contest(*named, game=FOX, limit=20.0, **options):
    entrants = tuple(enter(name, game) for name in named)
    return Contest(Terms(game, options, "seed", entrants, Budget(simulations=8), limit))


def play(*named, deals=1, **more):
    """Every deal in both seatings; the results."""
    games = contest(*named, **more)
    try:
        return [games.play(deal, n, seats) for deal in range(deals) for n, seats in enumerate([(0, 1), (1, 0)])]
    finally:
        games.close()


@pytest.fixture
def script(tmp_path):
    """A bot in a few lines of plain Python, spoken to as any command: m is the message, say() answers."""

    def write(*lines):
        path = tmp_path / "bot"
        head = ["import json, os, sys, time", "def say(**m): print(json.dumps(m), flush=True)"]
        loop = ["for line in sys.stdin:", "    m = json.loads(line)", *(f"    {line}" for line in lines)]
        path.write_text("\n".join([*head, *loop]))
        return f"cmd:{sys.executable} -I -S {path}"

    return write


READY = 'if m["type"] == "hello": say(type="ready")'
TWICE = 'if m["type"] == "move": [say(number=m["number"], action=m["legal"][0]["action"]) for _ in "ab"]'
FIRST = 'if m["type"] == "move": say(action=m["legal"][0]["action"])'


# ---- the examples


def test_the_example_in_python():
    results = play(f"{EXAMPLES / 'my_bot.py'}:8", "random")
    assert [result.forfeit for result in results] == [None, None]
    again = play(f"{EXAMPLES / 'my_bot.py'}:8", "random")
    assert [result.digest for result in again] == [result.digest for result in results]


def test_the_example_in_javascript():
    if not shutil.which("node"):
        pytest.fail("Node is not installed, and examples/bot.mjs needs it:  sudo apt-get install nodejs")
    results = play(f"cmd:node {EXAMPLES / 'bot.mjs'}", "random", deals=2)
    assert [result.forfeit for result in results] == [None] * 4
    assert all(result.times[result.seats.index(0)] for result in results)


def test_the_whole_command(tmp_path):
    """As the guide has it: files, commands and our own bots side by side, in worker processes."""
    bot = tmp_path / "mine.py"
    bot.write_text("def choose(seen, seat, budget, dealer):\n    print('hm')\n    return 'nonsense'\n")
    command = [sys.executable, "-m", "skulk", "arena", FOX, str(bot), "random", "--games", "2", "--jobs", "2", "--json"]
    save = ["--save", str(tmp_path / "games")]
    done = subprocess.run([*command, *save], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    told = json.loads(done.stdout)
    assert [bot["forfeits"] for bot in told["bots"]] == [2, 0]
    assert told["bots"][0]["share"]["value"] == 0
    assert {lost["code"] for lost in told["forfeits"]} == {"nonsense"}
    assert '"nonsense" is not a move in fox_on_the_run; moves now look like' in told["forfeits"][0]["reason"]
    bot.write_text("def choose(seen, seat, budget, dealer):\n    return 0\n")
    again = subprocess.run([*command, *save], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert again.returncode == 2
    assert "was played with files" in again.stderr


# ---- those that misbehave


@pytest.mark.parametrize(
    ("lines", "code", "reason"),
    [
        ([READY, 'if m["type"] == "move": raise RuntimeError("ouch")'], "crashed", "exit code 1: RuntimeError: ouch"),
        ([READY, 'if m["type"] == "move": os._exit(7)'], "crashed", "it ended with exit code 7"),
        ([READY, 'if m["type"] == "move": os.close(1); time.sleep(99)'], "crashed", "closed its standard output"),
        ([READY, 'if m["type"] == "move": say(error="no idea")'], "crashed", "the bot says: no idea"),
        ([READY, 'if m["type"] == "move": time.sleep(99)'], "stalled", "no answer within 1 s"),
        ([READY, 'if m["type"] == "move": print(3, flush=True)'], "nonsense", "3 is no JSON object"),
        ([READY, 'if m["type"] == "move": print("go\\x1b[2J", flush=True)'], "nonsense", "go [2J is no JSON object"),
        ([READY, 'if m["type"] == "move": print("[" * 9000, flush=True)'], "nonsense", "… is no JSON object"),
        ([READY, 'if m["type"] == "move": say()'], "nonsense", "{} names no move"),
        ([READY, 'if m["type"] == "move": say(action=True)'], "nonsense", "names no move"),
        ([READY, 'if m["type"] == "move": say(action="1")'], "nonsense", "names no move"),
        ([READY, 'if m["type"] == "move": say(action=10**30)'], "nonsense", "actions are 0 to"),
        ([READY, 'if m["type"] == "move": say(action=-1)'], "nonsense", "actions are 0 to"),
        ([READY, 'if m["type"] == "move": say(say="fly")'], "nonsense", '"fly" is not a move'),
        ([READY, 'if m["type"] == "move": say(say="step west" if m["seat"] == 0 else "pass")'], "nonsense", "(R"),
        ([READY, 'if m["type"] == "move": say(number=99, action=1)'], "nonsense", "answers question 99, but 1 was"),
        ([READY, TWICE], "nonsense", " asked"),
        (['say(type="hello")'], "nonsense", 'must answer hello with {"type": "ready"}'),
        (["sys.exit(0)"], "crashed", "it ended with exit code 0"),
        (["time.sleep(99)"], "stalled", "no answer within 1 s"),
    ],
)
def test_a_bot_that_fails_loses_that_game(script, monkeypatch, lines, code, reason):
    if READY not in lines and code == "stalled":
        monkeypatch.setattr("skulk.lab.process_bot.START_SECONDS", 1.0)
    results = play(script(*lines), "random", limit=1.0 if code == "stalled" else 20.0)
    for result, seat in zip(results, (0, 1), strict=True):
        assert result.forfeit["seat"] == seat
        assert result.forfeit["code"] == code, result.forfeit
        assert reason in result.forfeit["reason"]
        assert result.shares[seat] == 0
        assert result.shares[1 - seat] == 1


def test_a_command_that_is_none():
    assert "no-such-bot cannot be started" in play("cmd:no-such-bot", "random")[0].forfeit["reason"]


def test_a_flood_and_a_bot_that_never_reads_do_not_block_the_arena():
    results = play("cmd:yes", "random")
    assert {result.forfeit["code"] for result in results} == {"nonsense"}


def test_a_python_file_that_is_no_bot(tmp_path):
    for text, said in (("x = 1", "neither a class Bot nor a function choose"), ("1 +", "SyntaxError")):
        (tmp_path / "bot.py").write_text(text)
        assert said in play(str(tmp_path / "bot.py"), "random")[0].forfeit["reason"]


def test_after_a_failure_the_next_game_starts_afresh(script, tmp_path):
    """And when the arena closes, no process is left."""
    pids = tmp_path / "pids"
    note = f'if m["type"] == "hello": open({str(pids)!r}, "a").write(str(os.getpid()) + "\\n")'
    fail = 'if m["type"] == "move" and m["seat"] == 0 and m["number"] == 3: os._exit(1)'
    results = play(script(note, READY, fail, FIRST), "random", deals=2)
    assert [bool(result.forfeit) for result in results] == [True, False, True, False]
    seen = pids.read_text().split()
    assert len(seen) == 4  # one hello for each game
    assert len(set(seen)) == 3  # the second and third game share a process
    for pid in set(seen):
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


def test_a_move_in_words(script):
    results = play(script(READY, 'if m["type"] == "move": say(say=m["legal"][-1]["say"].upper())'), "random")
    assert [result.forfeit for result in results] == [None, None]


def test_several_seats_are_several_bots(script):
    """Three copies at one table do not share a process, and each keeps its own count."""
    count = ['if m["type"] == "hello": n = 0', 'if m["type"] == "move": n += 1; assert n == m["number"]']
    bot = script(READY, *count, FIRST)
    games = contest(bot, game="tests.den", players=3)
    result = games.play(0, 0, (0, 0, 0))
    assert result.forfeit is None
    assert len(games.players) == 3
    games.close()


# ---- what is said


def questions(match, since=None):
    for seat in match.acting():
        yield seat, messages.question(match, seat, 1, since, Budget(seconds=0.2), 5.0, 77)


@pytest.mark.parametrize("name", [*names(), "den"])
def test_every_message_of_every_game_is_json(name):
    game = DEN if name == "den" else load(name)
    match, dealer = Match(game, seed=4), game.dealer(9)
    bot = bots.sit("random", game)
    for seat in range(match.players):
        assert json.loads(messages.line(messages.hello(match, seat)))["seat"] == seat
    while not match.is_over and match.number < 150:
        for seat, question in questions(match, max(0, match.number - 1)):
            line = messages.line(question)
            assert line.count(b"\n") == 1
            read = messages.read(line)
            assert [move["action"] for move in read["legal"]] == match.legal(seat)
            assert game.State.pack(seen_in(game, read["seen"])) == game.State.pack(match.seen(seat))
        seat = match.acting()[0]
        match.play(seat, bot.choose(match.seen(seat), seat, 1, dealer))
    end = messages.read(messages.line(messages.end(match, 0, 0, None)))
    assert ("returns" in end) == match.is_over


@pytest.mark.parametrize("name", [*names(), "den"])
def test_a_message_tells_nothing_that_the_seat_cannot_see(name):
    """It stays the same, byte for byte, under any redeal of what is hidden."""
    game = DEN if name == "den" else load(name)
    match, dealer = Match(game, seed=6), game.dealer(3)
    bot = bots.sit("random", game)
    while not match.is_over and match.number < 60:
        for seat, question in questions(match, match.number):
            real, sights = match.state, dict(match._sights)
            match.state = game.redeal(match.seen(seat), seat, dealer)
            match._sights.clear()
            if seat in match.acting():
                twin = messages.question(match, seat, 1, match.number, Budget(seconds=0.2), 5.0, 77)
                assert messages.line(twin) == messages.line(question)
            match.state, match._sights = real, sights
        seat = match.acting()[0]
        match.play(seat, bot.choose(match.seen(seat), seat, 1, dealer))


def test_a_seat_hears_everything_once_and_the_deal_first():
    match = Match(DEN, {"players": 3}, seed=1)
    heard = {seat: messages.news(match, seat, None) for seat in range(3)}
    told = dict.fromkeys(range(3), match.number)
    while not match.is_over:
        seat = match.acting()[0]
        match.play(seat, match.legal(seat)[0])
        for other in range(3):
            if match.number % (other + 1) == 0 or match.is_over:
                heard[other] += messages.news(match, other, told[other])
                told[other] = match.number
    for seat in range(3):
        assert [event["text"] for event in heard[seat]] == [match.tell(event, seat) for event in match.events(seat)]


def test_the_number_of_a_question_counts_what_this_seat_was_asked(script, tmp_path):
    log = tmp_path / "log"
    note = f'if m["type"] == "move": open({str(log)!r}, "a").write(str(m["number"]) + " ")'
    play(script(READY, note, FIRST), "random")
    numbers = list(map(int, log.read_text().split()))
    first = numbers[: numbers.index(1, 1)]
    assert first == list(range(1, len(first) + 1))


def test_the_guide_names_every_part_of_every_message():
    match = Match(FOX, seed=1)
    over = Match(FOX, seed=2)
    while not over.is_over:
        over.play(over.acting()[0], over.legal(over.acting()[0])[0])
    _, question = next(questions(match))
    told = [messages.hello(match, 0), question, messages.end(over, 0, None), messages.end(match, 0, None, {"seat": 0})]
    parts = {part for message in told for part in message} | {"action", "say", "touches", "text", "kind", "numbers"}
    assert [part for part in sorted(parts) if f"`{part}`" not in GUIDE] == []
    assert all(f"`{kind}`" in GUIDE for kind in ("hello", "ready", "move", "end", "crashed", "stalled", "nonsense"))


def test_the_limit_is_told_and_kept(script):
    begun = time.monotonic()
    slow = script(READY, 'if m["type"] == "move": time.sleep(m["limit"] / 10); say(action=m["legal"][0]["action"])')
    assert play(slow, "random", limit=0.5)[0].forfeit is None
    assert time.monotonic() - begun < 60


def test_chance_is_the_same_for_the_same_deal_and_tells_nothing_of_it():
    from skulk.lab.entrants import own_chance

    twins = [Match(FOX, seed="seed/0") for _ in range(2)]
    assert own_chance(twins[0], 0) == own_chance(twins[1], 0)
    assert own_chance(twins[0], 0) != own_chance(twins[0], 1)
    assert own_chance(twins[0], 0) != twins[0].dealer.rng
