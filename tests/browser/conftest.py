"""A real server, a real browser: one Chromium for all, one window for each player."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright import sync_api

from skulk.server.static import STATIC

SHELL = "/usr/bin/chromium-headless-shell"  # the same browser without its own windows: a third of the work
CHROMIUM = os.environ.get("SKULK_CHROMIUM", SHELL if Path(SHELL).exists() else "/usr/bin/chromium")
ROOT = Path(__file__).parents[2]
AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"


UNFOLD = """try { localStorage.getItem("skulk.list") ?? localStorage.setItem("skulk.list", "true") }
catch { /* an empty page has no storage */ }"""

KEPT = "local_storage,indexeddb,cache_storage,service_workers"  # what a test may leave behind in a browser

TYPES = ["own", "wide"]  # the families that travel with the page, and letters a fifth wider on lines of the same height
in_both_types = pytest.mark.parametrize("type", TYPES)  # for tests of layout: window(…, type=type)


class Den:
    """A server that can be killed and comes back with the same data, at the same address.

    It lays tables as a test wants them (house.py), its bots answer at once, and it compiles nothing.
    """

    def __init__(self, data: Path, *flags: str):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data, self.url, self.flags = data, f"http://127.0.0.1:{self.port}", flags
        self.start()

    def start(self) -> None:
        place = ["--port", str(self.port), "--data", str(self.data)]
        command = [sys.executable, "-m", "tests.browser.house", *place, *self.flags]
        self.process = subprocess.Popen(command, env={**os.environ, "SKULK_COMPILE": "off"}, cwd=ROOT)
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
        """A table made without a browser: its id, and the token of the seat called human.

        `position`, `script` and `seed` say how it is laid; the same seed gives the same table, `seed=None` any.
        """
        laid = {name: more.pop(name) for name in ("position", "script") if name in more}
        seed = more.pop("seed", "fox")
        settings = {"bot_pace": 0, **more.pop("settings", {})}
        table = {"game": game, "seats": seats, "settings": settings, "name": "Ada", **more}
        body = json.dumps({"table": table, "seed": seed, **laid}).encode()
        request = urllib.request.Request(f"{self.url}/api/lay", body, {"content-type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def ask(self, path: str, token: str | None = None) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}/api/{path}", headers=headers)) as answer:
            return json.load(answer)

    def finish(self, game: str, seats: list[str], **more: Any) -> str:
        """A table that bots have played to its end: its id."""
        table = self.lay(game, seats, start=True, settings={"beat": 0}, **more)["table"]
        self.wait_for_the_end(table)
        return table

    def wait_for_the_end(self, table: str) -> None:
        until = time.monotonic() + 120
        while self.ask(f"tables/{table}")["view"]["phase"] != "over":
            assert time.monotonic() < until, "the bots do not come to an end"
            time.sleep(0.1)

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
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--process-per-site"])
        yield browser
        browser.close()


def widen(route: Any) -> None:
    """The page's own letters, a fifth wider; lines stay as high as they are."""
    answer = route.fetch()
    text = answer.text()
    for family, above, below in (("Figtree Variable", 0.95, 0.25), ("Fraunces Variable", 0.978, 0.255)):
        wider = f"size-adjust:120%;ascent-override:{above / 1.2:.2%};descent-override:{below / 1.2:.2%};"
        text = re.sub(rf"(@font-face{{font-family:{family};)", rf"\g<1>{wider}", text)
    route.fulfill(response=answer, body=text)


class Person:
    """A browser of one's own, with nothing kept in it: lent to one test after the other.

    An empty page stays open in it, for a new one beside it costs three quarters of one in a new browser.
    """

    def __init__(self, chromium: Any, url: str, type: str, lists: bool, more: dict[str, Any]):
        self.context = chromium.new_context(**more)
        self.context.set_default_timeout(30_000)
        if type == "wide":
            self.context.route("**/assets/*.css", widen)
        if lists:
            self.context.add_init_script(UNFOLD)
        self.origin = url
        self.home = self.context.new_page()
        self.home.goto(f"{url}/api/health")
        self.storage = self.context.new_cdp_session(self.home)

    def is_as_before(self) -> bool:
        """After a test: no page but its own, nothing kept; one whose clock or line was touched is not lent again."""
        pages = [page for page in self.context.pages if page is not self.home]
        try:
            untouched = all(page.evaluate("() => navigator.onLine && !('__pwClock' in window)") for page in pages)
        except sync_api.Error:  # a page that does not answer
            return False
        for page in pages:
            page.close()
        self.context.clear_cookies()
        self.storage.send("Storage.clearDataForOrigin", {"origin": self.origin, "storageTypes": KEPT})
        return untouched and bool(pages)


@pytest.fixture(scope="module")
def people() -> dict[str, list[Person]]:
    """Those that are free, by how their windows are opened; gone with Chromium."""
    return defaultdict(list)


@pytest.fixture
def window(chromium: Any, den: Den, people: dict[str, list[Person]]) -> Iterator[Callable[..., Any]]:
    """Opens windows, each of another person; what goes wrong in one fails the test.

    Whoever sits there has unfolded the list of moves before; with `lists=False` it is as newcomers find it.
    """
    lent: list[tuple[str, Person]] = []
    faults: list[str] = []

    def open_window(width: int = 1440, height: int = 900, type: str = "own", lists: bool = True, **more: Any) -> Any:
        more = {"reduced_motion": "reduce", **more}
        like = repr((type, lists, sorted(more.items())))
        person = people[like].pop() if people[like] else Person(chromium, den.url, type, lists, more)
        lent.append((like, person))
        page = person.context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield open_window
    for like, person in lent:
        if person.is_as_before():
            people[like].append(person)
        else:
            person.context.close()
    assert not faults
