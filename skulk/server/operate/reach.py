"""How a command reaches the tables: through the server that runs on a folder, or in the store when none does.
Nothing is ever written behind a server's back."""

import asyncio
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

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
        with path.open(encoding="utf-8") as note:
            _is_free(note, keep=True)
            yield
    finally:
        path.unlink(missing_ok=True)


def _is_free(note: IO[str], keep: bool = False) -> bool:
    """Whether the server that wrote the note is gone: it locks it for as long as it runs, however it ends."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(note, (fcntl.LOCK_EX if keep else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def running(data: Path) -> dict[str, str] | None:
    """The server that keeps this folder, if it answers. Of one that was killed the note stays: whoever listens there
    now, perhaps a stranger, is not told the pass."""
    with suppress(OSError, ValueError, KeyError, TypeError), (data / RUNNING).open(encoding="utf-8") as note:
        if _is_free(note):
            return None
        found: dict[str, str] = json.load(note)
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
