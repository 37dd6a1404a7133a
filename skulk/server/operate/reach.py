"""How a command reaches the tables: through the server that runs on a folder, or in the store when none does.
Nothing is ever written behind a server's back."""

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from skulk.engine import SkulkError

from ..seats import Refused, write_whole
from ..settings import Server
from ..store import JournalError

RUNNING = "running"  # the file in the folder of the data that says where its server is, for its owner alone
PATIENCE = 120.0  # seconds for a deed


@contextmanager
def noted(server: Server, key: str) -> Iterator[None]:
    """While a server runs: where it is, and what opens it to its operator."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(
        server.host, f"[{server.host}]" if ":" in server.host else server.host
    )
    path = server.data / RUNNING
    write_whole(path, json.dumps({"url": f"http://{host}:{server.port}", "pass": key}).encode())
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def running(data: Path) -> dict[str, str] | None:
    """The server that keeps this folder, if it answers."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        found: dict[str, str] = json.loads((data / RUNNING).read_text(encoding="utf-8"))
        ask(found["url"] + "/api/health", None, "", 5)
        return found
    return None


def ask(url: str, body: Any, key: str, seconds: float = PATIENCE) -> tuple[int, Any]:
    """Status and JSON; OSError if nobody answers."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "authorization": f"Bearer {key}"}
    request = urllib.request.Request(url, data, headers if key else {})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=seconds) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read() or b"{}")


class Hand:
    """An operator's hand on the tables of a set-up; `with` holds it."""

    def __init__(self, server: Server):
        self.server, self.there = server, running(server.data)
        self.operator: Any = None

    def __enter__(self) -> "Hand":
        if not self.there:
            from ..serve import keep_alone
            from ..store import BadStore

            if not self.server.store and not (self.server.data / "skulk.db").is_file():
                raise SkulkError(f"there are no tables in {self.server.data}: name their folder with --data")
            self.lock = keep_alone(self.server.data)
            try:
                self._open()
            except (OSError, BadStore) as error:
                raise SkulkError(
                    f"{error}. If a server keeps these tables, run this where it does, with its --data"
                ) from error
        return self

    def _open(self) -> None:
        from ..app import make_tables
        from .operator import Operator

        tables = make_tables(self.server)
        tables.time.go_on(tables.journal.was_up())
        self.operator = Operator(tables, serves=False)

    def __exit__(self, *_: object) -> None:
        if self.operator:
            self.operator.journal.close()
            if self.lock:
                self.lock.close()

    def do(self, what: str, table: str | None = None, **given: Any) -> Any:
        """A deed; SkulkError if it is refused."""
        if self.operator:
            try:
                return asyncio.run(self._here(what, table, given))
            except JournalError as error:
                raise SkulkError(f"{error}: run this where that server does, with its --data") from error
        assert self.there
        place = f"/api/tables/{table}/operator" if table else "/api/operator"
        try:
            status, told = ask(self.there["url"] + place, {"do": what, "given": given}, self.there["pass"])
        except OSError as error:
            raise SkulkError(f"the server does not answer: {error}") from error
        if status != 200:
            raise Refused(told.get("code", "failed"), told.get("text", f"the server answers {status}"))
        return told

    async def _here(self, what: str, table: str | None, given: dict[str, Any]) -> Any:
        self.operator.journal.loop = asyncio.get_running_loop()
        return await self.operator.do(what, table, given)
