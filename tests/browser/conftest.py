"""A real server, a real browser: one Chromium for all, one window for each player."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright import sync_api

from skulk.server.static import STATIC

CHROMIUM = os.environ.get("SKULK_CHROMIUM", "/usr/bin/chromium")
AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deals are drawn and windows race with bots: what fails here is played once more, and named at the end (RERUN)."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


class Den:
    """A server that can be killed and comes back with the same data, at the same address."""

    def __init__(self, data: Path, *flags: str):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data, self.url, self.flags = data, f"http://127.0.0.1:{self.port}", flags
        self.start()

    def start(self) -> None:
        place = ["--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen([sys.executable, "-m", "skulk", "serve", *place, *self.flags])
        for _ in range(400):
            try:
                urllib.request.urlopen(f"{self.url}/api/health", timeout=1).close()
                return
            except OSError:
                time.sleep(0.025)
        raise RuntimeError("the server does not start")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def lay(self, game: str, seats: list[str], **more: Any) -> dict[str, Any]:
        """A table made without a browser: its id, and the token of the seat called human."""
        settings = {"bot_pace": 0, **more.pop("settings", {})}
        body = json.dumps({"game": game, "seats": seats, "settings": settings, "name": "Ada", **more}).encode()
        request = urllib.request.Request(f"{self.url}/api/tables", body, {"content-type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def ask(self, path: str, token: str | None = None) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}/api/{path}", headers=headers)) as answer:
            return json.load(answer)

    def finish(self, game: str, seats: list[str], **more: Any) -> str:
        """A table that bots have played to its end: its id."""
        table = self.lay(game, seats, start=True, settings={"beat": 0}, **more)["table"]
        until = time.monotonic() + 120
        while self.ask(f"tables/{table}")["view"]["phase"] != "over":
            assert time.monotonic() < until, "the bots do not come to an end"
            time.sleep(0.1)
        return table

    def link(self, table: dict[str, Any]) -> str:
        return f"{self.url}/table/{table['table']}#{table['token']}"


@pytest.fixture(scope="module")
def den(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Den]:
    if not (STATIC / "index.html").exists():
        pytest.fail("the client is not built: cd client && npm install && npm run build")
    den = Den(tmp_path_factory.mktemp("den"))
    yield den
    den.kill()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Closed with the module: as long as it is open, no other test of this process can run an event loop."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def window(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens windows, each a browser of its own; what goes wrong in one fails the test."""
    opened, faults = [], []

    def open_window(width: int = 1440, height: int = 900, **more: Any) -> Any:
        more = {"reduced_motion": "reduce", **more}
        context = chromium.new_context(viewport={"width": width, "height": height}, **more)
        context.set_default_timeout(10_000)
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield open_window
    for context in opened:
        context.close()
    assert not faults
