"""`skulk sit`: the bot that plays in the arena sits down at a table of a server."""

import json
import shutil
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from .playing import bearer, make

ROOT = Path(__file__).parents[2]
BOT = ["node", str(ROOT / "examples" / "bot.mjs")]
SKULK = [sys.executable, "-m", "skulk", "sit"]
MUTE = [sys.executable, "-I", "-S", "-c", "import sys; sys.exit('I would rather not')"]
RAVING = [sys.executable, "-I", "-S", "-c", "print('la la', flush=True); input(); input()"]


@pytest.fixture
def node():
    if not shutil.which("node"):
        pytest.fail("Node is not installed, and examples/bot.mjs needs it:  sudo apt-get install nodejs")


def sit(link, command):
    return subprocess.run([*SKULK, link, *command], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


def look(url, seat):
    return httpx.get(f"{url}/api/tables/{seat['table']}", headers=bearer(seat["token"])).json()["view"]


def test_at_a_seat_against_a_bot_of_the_house(url, node):
    mine = make(url, "fox-on-the-run", ["human", "fox"])
    done = sit(f"{url}/table/{mine['table']}#{mine['token']}", BOT)
    assert (done.returncode, done.stderr) == (0, "")
    view = look(url, mine)
    assert view["phase"] == "over"
    assert done.stdout.strip() == view["result"]["reason"]["text"]
    assert view["seats"][0]["kind"] == "human"  # nobody had to sit in for it
    again = sit(f"{url}/table/{mine['table']}#{mine['token']}", BOT)
    assert (again.returncode, again.stdout) == (0, done.stdout)


def test_at_an_open_seat_and_over_a_game_with_windows(url, node):
    mine = make(url, "sly-fox", ["human", "open"], options={"mode": "duel"}, start=False)
    table = f"{url}/table/{mine['table']}"
    guest = subprocess.Popen([*SKULK, table, *BOT], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        _wait(lambda: look(url, mine)["seats"][1]["kind"] == "human")
        assert look(url, mine)["seats"][1]["name"] == "bot.mjs"
        start = {"do": "start", "id": "start"}
        httpx.post(f"{url}/api/tables/{mine['table']}/commands", json=start, headers=bearer(mine["token"]))
        done = sit(f"{table}#{mine['token']}", ["cmd:" + " ".join(BOT)])
        assert (done.returncode, done.stderr) == (0, "")
        told = guest.communicate(timeout=60)[0].splitlines()
        assert told[0].startswith(f"seat 1: {table}#")
        assert told[1:] == done.stdout.splitlines()
        assert guest.returncode == 0
    finally:
        guest.kill()


PYTHON = """
from skulk.engine import roll

def choose(seen, seat, budget, dealer, game):
    assert budget.simulations == 7
    legal = game.legal(seen, seat)
    action = legal[roll(dealer, len(legal))]
    return game.text(game.words.say(seen, seat, action))
"""


@pytest.mark.parametrize(("game", "options"), [("oh-fox", {}), ("sly-fox", {"mode": "duel"}), ("fox-on-the-run", {})])
def test_a_python_file_sits_down_and_is_handed_what_its_seat_sees(url, tmp_path, game, options):
    """Sealed choices, windows and turns; it lists its moves and answers in words."""
    (tmp_path / "mine.py").write_text(PYTHON)
    mine = make(url, game, ["human", "fox"], options=options)
    done = sit(f"{url}/table/{mine['table']}#{mine['token']}", [f"{tmp_path / 'mine.py'}:7"])
    assert (done.returncode, done.stderr) == (0, "")
    view = look(url, mine)
    assert view["phase"] == "over"
    assert done.stdout.strip() == view["result"]["reason"]["text"]
    assert view["seats"][0]["kind"] == "human"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 999", "the bot has failed: "),
        ("return 'dance'", 'the bot has failed: "dance" is not a move'),
        ("raise ValueError('no idea')", "the bot has failed: it ended with exit code 1: ValueError: no idea"),
    ],
)
def test_a_python_file_that_fails_says_why(url, tmp_path, body, said):
    (tmp_path / "mine.py").write_text(f"def choose(seen, seat, budget, dealer):\n    {body}\n")
    mine = make(url, "fox-on-the-run", ["human", "fox"])
    done = sit(f"{url}/table/{mine['table']}#{mine['token']}", [str(tmp_path / "mine.py")])
    assert done.returncode == 1
    assert done.stderr.startswith(f"skulk: {said}")
    assert done.stderr.count("\n") == 1


def test_only_a_seat_is_handed_its_sight(url):
    mine = make(url, "oh-fox", ["human", "open"], start=False)
    where = f"{url}/api/tables/{mine['table']}/seen"
    assert httpx.get(where).json()["code"] == "no-seat"
    early = httpx.get(where, headers=bearer(mine["token"]))
    assert (early.status_code, early.json()["code"]) == (409, "not-begun")


def _wait(is_true, seconds=60):
    end = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        (MUTE, 1, "the bot has failed: it ended with exit code 1: I would rather not"),
        (RAVING, 1, "the bot has failed: la la is no command: "),
        (["no-such-bot", "at", "all"], 1, "the bot has failed: no-such-bot cannot be started"),
        (["no_such_bot.py"], 2, "there is no file no_such_bot.py"),
        (["examples/my_bot.py:soon"], 2, "'soon' is no budget"),
        ([], 2, "which bot?"),
    ],
)
def test_a_bot_that_cannot_play(url, command, code, said):
    mine = make(url, "fox-on-the-run", ["human", "fox"])
    done = sit(f"{url}/table/{mine['table']}#{mine['token']}", command)
    assert done.returncode == code
    assert done.stderr.startswith(f"skulk: {said}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("{url}/table/nowhere#{token}", "/table/nowhere: there is no such table"),
        ("{url}/table/{table}#nonsense", "this is no link to a seat"),
        ("{url}/table/{table}", "all seats are taken"),
        ("http://127.0.0.1:9/table/{table}", "cannot be reached: "),
        ("{table}", "is no link to a table: they look like http://localhost:8000/table/TABLE"),
        ("{url}", "is no link to a table"),
        ("http://[::1/table/{table}", "is no link to a table"),
        ("{url}/table/{table}#a b", "is no link to a table"),
    ],
)
def test_a_link_that_leads_nowhere(url, link, said):
    mine = make(url, "fox-on-the-run", ["human", "fox"])
    done = sit(link.format(url=url, **mine), BOT)
    assert done.returncode == 2
    assert said in done.stderr
    assert mine["token"] not in done.stderr
    assert done.stderr.startswith("skulk: ")
    assert done.stderr.count("\n") == 1


class Shaky(BaseHTTPRequestHandler):
    """A server whose first stream ends in the middle of a line, and which is busy when it is asked first."""

    WELCOME = b'{"type":"welcome","number":7,"view":{"phase":"playing","moves":[{"action":3}]}}'
    OVER = b'{"type":"told","number":8,"view":{"phase":"over","result":{"reason":{"text":"The fox is home."}}}}'

    def do_GET(self):
        self.server.asked.append(self.path)
        if self.path.endswith("/events"):
            self.tell(200, self.WELCOME + b"\n" + self.OVER[:40], more=100)
        elif self.path.endswith("/events?since=7"):
            self.server.moved.wait(20)
            self.tell(200, b"\n" + self.OVER + b"\n")
        else:
            self.tell(200, b"{}")

    def do_POST(self):
        command = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(command)
        if self.server.asked.count(command) == 1:
            self.tell(503, b"{}")
        else:
            self.tell(200, b'{"type":"done","id":"x","outcome":"applied"}')
            self.server.moved.set()

    def tell(self, status, body, more=0):
        self.send_response(status)
        self.send_header("content-length", str(len(body) + more))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def test_a_line_that_breaks_is_mended(tmp_path):
    """What is told goes on after the last number, half a line is none, and a command is sent until it is answered."""
    heard, bot = tmp_path / "heard", tmp_path / "bot"
    moving = '{"do": "move", "id": "x", "move": 3, "on": 7}'
    bot.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        f"    open({str(heard)!r}, 'a').write(line)\n"
        f"    if 'moves' in line: print('{moving}', flush=True)\n"
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), Shaky)
    server.asked, server.moved = [], threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        done = sit(f"http://127.0.0.1:{server.server_port}/table/T#token", [sys.executable, "-I", "-S", str(bot)])
    finally:
        server.shutdown()
        server.server_close()
    assert (done.returncode, done.stdout, done.stderr) == (0, "The fox is home.\n", "")
    assert [path for path in server.asked if isinstance(path, str)] == [
        "/api/tables/T", "/api/tables/T/events", "/api/tables/T/events?since=7",
    ]  # fmt: skip
    assert [one for one in server.asked if isinstance(one, dict)] == [json.loads(moving)] * 2
    lines = heard.read_text().splitlines()
    assert sorted(json.loads(line)["type"] for line in lines) == ["done", "told", "welcome"]
