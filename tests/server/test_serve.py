"""`skulk serve` and `skulk verify` as commands, the example clients, and what the server process must not do."""

import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from skulk.server.seats import table_id
from skulk.server.serve import _listen
from skulk.server.settings import Server

from .playing import GAMES, file_of, free_port, join, make, sitting

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE_18 = ["node", "--require", str(Path(__file__).parent / "node18.cjs")]
CLIENTS = {"python": [sys.executable, str(EXAMPLES / "client.py")], "node": [*NODE_18, str(EXAMPLES / "client.mjs")]}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("game", ["oh-fox", "sly-fox"])
def test_the_example_clients_play_a_whole_game(url, client, game):
    if client == "node" and not shutil.which("node"):
        pytest.skip("Node is not installed")
    done = subprocess.run([*CLIENTS[client], url, game], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "ranks" in done.stdout.splitlines()[-1]
    assert "refused" not in done.stdout


def test_the_name_of_a_table_is_never_taken_for_an_option_of_a_command():
    assert all(table_id().isalnum() for _ in range(1000))


def test_two_example_clients_at_one_table(url):
    mine = make(url, "outfoxed", ["human", "open"], start=False)
    commands = [*CLIENTS["python"], url, "--table", mine["table"]]
    client = subprocess.Popen(commands, stdout=subprocess.PIPE, text=True)

    async def evening():
        async with sitting(url, mine["table"], mine["token"]) as player:
            await player.until(lambda: player.view["seats"][1]["kind"] == "human")
            await player.do("start")
            await player.play()

    asyncio.run(evening())
    assert "ranks" in client.communicate(timeout=20)[0]


def test_from_the_command_to_a_game_file_that_verifies(tmp_path):
    """`skulk serve`, a game against a bot, `skulk verify`. Numba never enters the server's process."""
    port, skulk = free_port(), str(Path(sys.executable).parent / "skulk")
    began = time.monotonic()
    server = subprocess.Popen([skulk, "serve", "--port", str(port), "--data", str(tmp_path)], stdout=subprocess.PIPE)
    url = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                page = httpx.get(url, timeout=1)
                break
            except httpx.HTTPError:
                assert server.poll() is None
                time.sleep(0.01)
        print(f"from the command to the first page: {time.monotonic() - began:.2f} s")
        assert page.status_code == 200
        assert b"Skulk is at" in server.stdout.readline()
        begun = time.monotonic()
        laid = make(url, "oh_fox", ["slyest", "vixen"])

        async def watch():
            async with sitting(url, laid["table"]) as guest:
                first = guest.number
                await guest.until(lambda: guest.number > first + 1 or guest.is_over)
                print(f"a bot's first move: {time.monotonic() - begun:.2f} s")
                await guest.until(lambda: guest.is_over, 60)

        asyncio.run(watch())
        if sys.platform == "linux":
            maps = Path(f"/proc/{server.pid}/maps").read_text()
            assert "llvmlite" not in maps
            assert "numba" not in maps
        saved = tmp_path / "game.json"
        saved.write_text(file_of(url, laid["table"]), encoding="utf-8")
        verify = [skulk, "verify", str(saved), "--commitment", laid["commitment"]]
        done = subprocess.run(verify, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "all by the rules" in done.stdout
        saved.write_text(saved.read_text(encoding="utf-8").replace('"players": 2', '"players": 3'), encoding="utf-8")
        done = subprocess.run(verify, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith("skulk: ")
        assert oct((tmp_path / "secret").stat().st_mode)[-3:] == "600"
    finally:
        server.terminate()
        server.wait(10)


def test_a_taken_port_and_unsafe_settings_are_refused_in_one_line(server, tmp_path):
    skulk = str(Path(sys.executable).parent / "skulk")
    for more in (["--port", str(server.settings.port)], ["--public"]):
        done = subprocess.run(
            [skulk, "serve", "--data", str(tmp_path), *more], capture_output=True, text=True, timeout=30, check=False
        )
        assert done.returncode == 2, done.stderr
        assert done.stderr.count("\n") == 1
        assert done.stderr.startswith("skulk: ")


def test_every_variant_of_every_game_can_be_laid(url):
    for game in httpx.get(f"{url}/api").json()["games"]:
        assert game["name"] in GAMES
        for options in game["variants"]:
            players = options.get("players") or next(o["default"] for o in game["options"] if o["name"] == "players")
            make(url, game["name"], ["open"] * players, options=options, start=True, settings={"bot_pace": 5})


def test_a_seat_kept_warm_by_a_bot_can_be_taken_in_the_middle(url):
    mine = make(url, "oh_fox", ["human", "open", "open"], start=True, settings={"bot_pace": 0})

    async def evening():
        async with sitting(url, mine["table"], mine["token"]) as player:
            await player.play(2)
            yours = join(url, mine["table"], name="Late")
            async with sitting(url, mine["table"], yours["token"]) as late:
                assert yours["seat"] in (1, 2)
                assert player.view["seats"][yours["seat"]]["name"] == "Late"
                await asyncio.gather(player.play(), late.play())

    asyncio.run(evening())


def test_the_event_loop_never_waits_for_a_bot(url):
    """While search bots think, the server answers as quickly as ever; on a busy machine, about as quickly."""

    def answer_time():
        took = []
        for _ in range(31):
            began = time.monotonic()
            httpx.get(f"{url}/api/health")
            took.append(time.monotonic() - began)
        return statistics.median(took)

    before = answer_time()
    for _ in range(3):
        make(url, "fox_on_the_run", ["search:300ms", "search:300ms"])
    assert answer_time() < max(0.3, 5 * before), "answers take as long as a bot thinks"


def test_no_threads_are_left_behind(tmp_path):
    from .playing import running

    before = threading.active_count()
    with running(tmp_path) as server:
        make(server.url, "oh_fox", ["random", "random"])
        time.sleep(0.1)
    time.sleep(0.2)
    assert threading.active_count() <= before + 3  # the pool of to_thread may linger
    assert not (os.environ.get("SKULK_FAULT"))


def test_a_port_that_the_system_has_chosen_is_known():
    """Else its operator is told of port 0, and finds no server there."""
    settings = Server(port=0)
    with _listen(settings) as listening:
        assert settings.port == listening.getsockname()[1] > 0
