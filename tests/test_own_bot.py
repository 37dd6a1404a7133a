"""Bots of your own: in Python, in any language, and those that misbehave. The arena goes on whatever they do."""

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.json import Decoder

from skulk import bots
from skulk.bots import Budget
from skulk.engine import Match, load, names
from skulk.lab import questions
from skulk.lab.contest import Contest, Terms
from skulk.lab.entrants import enter
from skulk.lab.host import seen_in
from skulk.protocol.lines import line
from skulk.protocol.messages import Done, Told, View, Welcome, encode
from skulk.server.telling import view as server_view
from skulk.server.telling import welcome
from tests.den import GAME as DEN
from tests.server.laying import Laid

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
FOX = "fox-on-the-run"
GUIDE = (ROOT / "docs" / "bots.md").read_text()
SERVER_GUIDE = (ROOT / "docs" / "server.md").read_text()


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
    """A bot in a few lines of plain Python, spoken to as any command: m is the message, say() and move() answer.

    `moves` is what it may do if it is asked, and else None.
    """

    def write(*lines):
        path = tmp_path / "bot"
        loop = ["for line in sys.stdin:", '    m = json.loads(line); moves = m.get("view", {}).get("moves")']
        path.write_text("\n".join([*SPEECH, *loop, *(f"    {line}" for line in lines)]))
        return f"cmd:{sys.executable} -I -S {path}"

    return write


SPEECH = [
    "import json, os, sys, time",
    "def say(**m): print(json.dumps(m), flush=True)",
    'def move(move, **more): say(do="move", id="a", move=move, **more)',
]
FIRST = 'if moves: move(moves[0]["action"])'
TWICE = 'if moves: [move(moves[0]["action"], on=m["number"]) for _ in "ab"]'
WEST = 'if moves: move("step west" if "step west" not in [o["text"] for o in moves] else "pass")'
RAW = 'if moves: print(\'{"do": "move", "id": "a", "move": "%s"}\', flush=True)'


# ---- the examples


def test_the_example_in_python():
    results = play(f"{EXAMPLES / 'my_bot.py'}:8", "random")
    assert [result.forfeit for result in results] == [None, None]
    again = play(f"{EXAMPLES / 'my_bot.py'}:8", "random")
    assert [result.digest for result in again] == [result.digest for result in results]


ALONE = """
from skulk.engine import Game, roll

def choose(seen, seat, budget, dealer, game):
    assert isinstance(game, Game)
    legal = game.legal(seen, seat)
    action = legal[roll(dealer, len(legal))]
    return game.text(game.words.say(seen, seat, action)) if seat else action
"""


@pytest.mark.parametrize("name", ["oh_fox", "fox_grove"])
def test_a_function_alone_is_given_the_game_if_it_asks_for_it(tmp_path, name):
    """It lists its moves, and answers by number or in words."""
    (tmp_path / "mine.py").write_text(ALONE)
    results = play(str(tmp_path / "mine.py"), "random", game=name, players=2)
    assert [result.forfeit for result in results] == [None, None]


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
        (['if moves: raise RuntimeError("ouch")'], "crashed", "exit code 1: RuntimeError: ouch"),
        (["if moves: os._exit(7)"], "crashed", "it ended with exit code 7"),
        (["if moves: os.close(1); time.sleep(99)"], "crashed", "closed its standard output"),
        (["sys.exit(0)"], "crashed", "it ended with exit code 0"),
        (['if m["type"] == "told": time.sleep(99)', FIRST], "stalled", "no answer within 1 s"),
        (["time.sleep(99)"], "stalled", "no answer within 2 s"),
        (["if moves: print(3, flush=True)"], "nonsense", "3 is no move (Expected `object`, got `int`): wanted is {"),
        (['if moves: print("go\\x1b[2J", flush=True)'], "nonsense", "go [2J is no move"),
        (['if moves: print("[" * 9000, flush=True)'], "nonsense", "… is no move"),
        (["if moves: say()"], "nonsense", "{} is no move (Object missing required field `do`): wanted is {"),
        (['if moves: say(do="move", move=1)'], "nonsense", "missing required field `id`"),
        (['if moves: say(do="move", id="a b", move=1)'], "nonsense", "Expected `str` matching regex"),
        (['if moves: say(do="hold", id="a")'], "nonsense", "nothing else can be done here: wanted is {"),
        (['if moves: say(do="\\x1b[2J", id="a")'], "nonsense", "Invalid value"),
        (["if moves: move(1, why=1)"], "nonsense", "unknown field `why`"),
        (["if moves: move(True)"], "nonsense", "got `bool`"),
        (["if moves: move(10**30)"], "nonsense", "Expected `int` <= 2147483648"),
        (["if moves: move(10**6)"], "nonsense", "actions are 0 to"),
        (["if moves: move(-1)"], "nonsense", "actions are 0 to"),
        (['if moves: move("fly")'], "nonsense", '"fly" is not a move in fox_on_the_run; moves now look like "'),
        (['if moves: move("1")'], "nonsense", '"1" is not a move'),
        ([WEST], "nonsense", "(R"),
        (["if moves: move(1, on=99)"], "nonsense", "stale: it answers message 99, but message 1 asks"),
        ([TWICE], "nonsense", " ask"),
        ([RAW % r"\\ud800"], "nonsense", ": wanted is {"),
        ([RAW % r"\\u001b[2Jfly"], "nonsense", '"[2Jfly" is not a move in fox_on_the_run; moves now look like "'),
        (['if moves: move("fly" * 333333)'], "nonsense", "… is no move (Expected `str` of length <= 200"),
        (['if moves: move("fly" * 400000)'], "nonsense", "… is no move ("),
        (['if moves: move("fly" * 66)'], "nonsense", '" is not a move in fox_on_the_run; moves now look like "'),
    ],
)
def test_a_bot_that_fails_loses_that_game(script, monkeypatch, lines, code, reason):
    if reason.endswith("2 s"):
        monkeypatch.setattr("skulk.lab.process_bot.START_SECONDS", 2.0)
    results = play(script(*lines), "random", limit=1.0 if code == "stalled" else 20.0)
    for result, seat in zip(results, (0, 1), strict=True):
        assert result.forfeit["seat"] == seat
        assert result.forfeit["code"] == code, result.forfeit
        assert reason in result.forfeit["reason"]
        assert result.forfeit["reason"].isprintable()
        assert len(result.forfeit["reason"]) < 500
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


@pytest.mark.parametrize("fail", ["os._exit(1)", "move(1000); continue", "print(3, flush=True); continue"])
def test_after_a_failure_the_next_game_starts_afresh(script, tmp_path, fail):
    """And when the arena closes, no process is left."""
    pids = tmp_path / "pids"
    note = f'if m["type"] == "welcome": open({str(pids)!r}, "a").write(str(os.getpid()) + "\\n"); seat = m["seat"]'
    results = play(script(note, f"if moves and seat == 0 and m['number'] == 3: {fail}", FIRST), "random", deals=2)
    assert [bool(result.forfeit) for result in results] == [True, False, True, False]
    seen = pids.read_text().split()
    assert len(seen) == 4  # one welcome for each game
    assert len(set(seen)) == 3  # the second and third game share a process
    for pid in set(seen):
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


def test_a_move_in_words(script):
    results = play(script('if moves: move(moves[-1]["text"].upper())'), "random")
    assert [result.forfeit for result in results] == [None, None]


def test_several_seats_are_several_bots(script):
    """Three copies at one table do not share a process, and each keeps its own count."""
    count = ['if m["type"] == "welcome": n = 0', 'if moves: n += 1; assert n == m["number"]']
    bot = script(*count, FIRST)
    games = contest(bot, game="tests.den", players=3)
    result = games.play(0, 0, (0, 0, 0))
    assert result.forfeit is None
    assert len(games.players) == 3
    games.close()


# ---- what is said


def question(match, seat, number=1, since=None):
    ask = questions.ask(match, seat, Budget(seconds=0.2), 5.0, 77)
    return questions.message(match, seat, number, since, ask)


def played(name, most, seed):
    """A match of random moves, before each of them and at the end."""
    game = DEN if name == "den" else load(name)
    match, dealer, bot = Match(game, seed=seed), game.dealer(9), bots.sit("random", game)
    while not match.is_over and match.number < most:
        yield match, dealer
        seat = match.acting()[0]
        match.play(seat, bot.choose(match.seen(seat), seat, 1, dealer))
    yield match, dealer


SERVERS = Decoder(Welcome | Told, strict=True)  # it lets parts pass that it does not know, as clients do


@pytest.mark.parametrize("name", [*names(), "den"])
def test_the_messages_of_every_game_are_the_servers(name):
    for match, _ in played(name, 150, seed=4):
        for seat in match.acting():
            for number, since, kind in ((1, None, Welcome), (2, max(0, match.number - 1), Told)):
                text = line(question(match, seat, number, since))
                assert text.count(b"\n") == 1
                told, raw = SERVERS.decode(text), json.loads(text)
                assert (type(told), told.number) == (kind, number)
                assert [move.action for move in told.view.moves] == match.legal(seat)
                assert seat in told.view.acting
                assert set(raw) - set(kind.__struct_fields__) == {"type", "ask"}
                assert set(raw["view"]) <= set(View.__struct_fields__)
                seen = seen_in(match.game, raw["ask"]["seen"])
                assert match.game.State.pack(seen) == match.game.State.pack(match.seen(seat))
    forfeit = None if match.is_over else {"seat": 0, "code": "stalled", "reason": "no answer within 1 s"}
    for number, since in ((1, None), (2, 0)):
        end = SERVERS.decode(line(questions.message(match, 0, number, since, forfeit=forfeit)))
        assert (end.view.phase, end.view.moves, "forfeit" in end.view.result) == ("over", [], bool(forfeit))


TABLES_OWN = {"seats", "fair", "answer", "holds", "standing", "undo", "host"}  # what no match can tell


@pytest.mark.parametrize("name", names())
def test_a_view_and_a_line_are_those_that_a_table_of_the_server_tells(name):
    laid, chance = Laid(name).start(), random.Random(5)
    while not laid.match.is_over and laid.match.number < 60:
        for seat in range(laid.match.players):
            servers, ours = server_view(laid.table, seat), questions.view(laid.match, seat, None)
            assert _as_json(ours, TABLES_OWN) == _as_json(servers, TABLES_OWN)
            log = [line for line in welcome(laid.table, seat).log if line.of == "game"]
            assert questions.news(laid.match, seat, None)[-len(log) :] == log
        laid.step(chance)


def _as_json(view, but):
    return {part: value for part, value in json.loads(encode(view)).items() if part not in but}


@pytest.mark.parametrize("name", [*names(), "den"])
def test_a_message_tells_nothing_that_the_seat_cannot_see(name):
    """It stays the same, byte for byte, under any redeal of what is hidden and with any seed."""
    forfeit = {"seat": 0, "code": "stalled", "reason": "no answer within 1 s"}
    for match, dealer in played(name, 60, seed=6):
        for seat in match.acting():
            told = _said_to(match, seat, forfeit)
            real, sights, seed = match.state, dict(match._sights), match.seed
            match.state, match.seed = match.game.redeal(match.seen(seat), seat, dealer), "another"
            match._sights.clear()
            if seat in match.acting():
                assert _said_to(match, seat, forfeit) == told
            match.state, match._sights, match.seed = real, sights, seed


def _said_to(match, seat, forfeit):
    """A first question, a later one, and an end by forfeit; of what was heard before only what the seat heard."""
    first, later = question(match, seat), question(match, seat, 2, match.number)
    return [line(m) for m in (first, later, questions.message(match, seat, 3, 0, forfeit=forfeit))]


def test_neither_the_seed_nor_a_hash_of_it_is_told(script, tmp_path):
    log = tmp_path / "log"
    play(script(f'open({str(log)!r}, "a").write(line)', FIRST), "random")
    told = log.read_text()
    for seed in ("seed/0", "seed"):
        assert f'"{seed}"' not in told
        assert hashlib.sha256(seed.encode()).hexdigest() not in told
    assert '"fair":{"commitment":""}' in told


def test_a_seat_hears_everything_once_and_the_deal_first():
    match = Match(DEN, {"players": 3}, seed=1)
    heard = {seat: questions.news(match, seat, None) for seat in range(3)}
    told = dict.fromkeys(range(3), match.number)
    while not match.is_over:
        seat = match.acting()[0]
        match.play(seat, match.legal(seat)[0])
        for other in range(3):
            if match.number % (other + 1) == 0 or match.is_over:
                heard[other] += questions.news(match, other, told[other])
                told[other] = match.number
    for seat in range(3):
        assert [line.text for line in heard[seat]] == [match.tell(event, seat) for event in match.events(seat)]


def test_a_game_from_welcome_to_its_end(script, tmp_path):
    """Numbers without a hole; every answer is followed by its `done`; at last the result, and no question."""
    log = tmp_path / "log"
    play(script(f'open({str(log)!r}, "a").write(line)', FIRST), "random")
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    starts = [place for place, m in enumerate(heard) if m["type"] == "welcome"]
    assert len(starts) == 2
    for game in (heard[: starts[1]], heard[starts[1] :]):
        numbered = [m for m in game if "number" in m]
        assert [m["number"] for m in numbered] == list(range(1, len(numbered) + 1))
        assert all(("ask" in m) == bool(m["view"].get("moves")) for m in numbered)
        assert [m["type"] for m in game[1:-1:2]] == ["done"] * (len(numbered) - 1)
        assert game[1] == {"type": "done", "id": "a", "outcome": "applied"}
        assert game[-1]["view"]["phase"] == "over"
        assert {"ranks", "reason", "returns"} <= set(game[-1]["view"]["result"])


def test_a_bot_whose_move_is_refused_hears_why_and_then_the_end(script, tmp_path):
    log = tmp_path / "log"
    results = play(script(f'open({str(log)!r}, "a").write(line)', WEST), "random")
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    for (asked, done, end), result in zip((heard[:3], heard[3:]), results, strict=True):
        assert asked["type"] == "welcome"
        assert (done["type"], done["outcome"], done["code"]) == ("done", "refused", "illegal-move")
        assert done["rule"].startswith("R")
        assert done["text"] == result.forfeit["reason"]
        assert end["view"]["result"] == {"forfeit": result.forfeit}


def test_the_guide_names_every_part_of_every_message():
    """The server's parts in the server's guide, what the arena adds in that of the bots."""
    match = Match(FOX, seed=1)
    over = Match(FOX, seed=2)
    while not over.is_over:
        over.play(over.acting()[0], over.legal(over.acting()[0])[0])
    asked = [json.loads(line(question(match, match.acting()[0], n))) for n in (1, 2)]
    end = json.loads(line(questions.message(over, 0, 2, 0)))
    view, last = asked[0]["view"], end["news"][0]
    done = Done.__struct_fields__[:-1]
    told = [*asked[0], *asked[1], *view, *view["moves"][0], *end["view"], *end["view"]["result"], *last, *done]
    servers = set(told) - {"ask"}
    assert [part for part in sorted(servers) if f"`{part}`" not in SERVER_GUIDE] == []
    ours = {"ask", *asked[0]["ask"], "seconds", "simulations", "forfeit", "seat", "code", "reason"}
    assert [part for part in sorted(ours) if f"`{part}`" not in GUIDE] == []
    kinds = ("welcome", "told", "done", "move", "crashed", "stalled", "nonsense")
    assert [kind for kind in kinds if f"`{kind}`" not in GUIDE] == []


def test_the_limit_is_told_and_kept(script):
    begun = time.monotonic()
    slow = script('if moves: time.sleep(m["ask"]["limit"] / 10)', FIRST)
    assert play(slow, "random", limit=0.5)[0].forfeit is None
    assert time.monotonic() - begun < 60


def test_the_first_answer_of_a_process_counts_in_no_figure(script):
    results = play(script('if moves and m["number"] == 1: time.sleep(2)', FIRST), "random")
    assert max(results[0].times[0]) < 2000 <= max(results[1].times[1])


def test_a_bot_that_was_not_asked_hears_of_a_forfeit_in_a_welcome(script, tmp_path):
    log = tmp_path / "log"
    results = play(script(f'open({str(log)!r}, "a").write(line)', FIRST), "cmd:no-such-bot")
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(m["type"], m["number"], m["seat"], m["view"]["phase"]) for m in heard] == [
        ("welcome", 1, 0, "over"), ("welcome", 1, 1, "over"),
    ]  # fmt: skip
    assert [m["view"]["result"]["forfeit"] for m in heard] == [result.forfeit for result in results]


def test_chance_is_the_same_for_the_same_deal_and_tells_nothing_of_it():

    twins = [Match(FOX, seed="seed/0") for _ in range(2)]
    assert twins[0].bot_chance(0) == twins[1].bot_chance(0)
    assert twins[0].bot_chance(0) != twins[0].bot_chance(1)
    assert twins[0].bot_chance(0) != twins[0].dealer.rng
