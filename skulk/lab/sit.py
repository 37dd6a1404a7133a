"""`skulk sit`: a bot in a process of its own takes a seat at a server's table. Lines are carried, and nothing else."""

import json
import queue
import re
import secrets
import shlex
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Annotated, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from cyclopts import Parameter

from skulk.bots import Budget, read_budget
from skulk.engine import SkulkError, load
from skulk.protocol.lines import SAFE, shown

from .entrants import PYTHON_FILE, python_bot
from .process_bot import GOODBYE, Failure, Process

SILENCE = 60.0  # seconds without a sign of life after which a connection counts as lost
PATIENCE = 300.0  # seconds that a server may be away
NONSENSE = (400, 413)  # how a server answers what is no command
NETWORK = (OSError, HTTPException)  # what urllib raises, HTTPError included
LINK = re.compile(
    r"(?P<server>https?://(\[[\da-fA-F:.]+\]|[^/?#@:\s\[\]]+)(:\d{1,5})?)"
    r"/table/(?P<table>[\w-]{1,32})/?(#(?P<token>[\w.-]*))?",
    re.ASCII,
)
BUDGET = Budget(seconds=0.2)  # for a Python bot that was named without one
WRONG = ("illegal-move", "unknown-move")  # a Python bot whose move is refused so would try it again for ever


def sit(link: str, /, *command: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> None:
    """Sit a bot of your own down at a table of a server.

    Parameters
    ----------
    link
        The link to a seat, as the table's menu gives it, or to a table with an open seat.
    command
        A Python file with a bot, such as my_bot.py or my_bot.py:200ms; or what starts a bot that speaks the messages
        of docs/bots.md, such as: node my_bot.mjs.
    """
    words = _words(command)
    own = PYTHON_FILE.fullmatch(words[0]) if len(words) == 1 else None
    if own and not Path(own["path"]).is_file():
        raise SkulkError(f"there is no file {own['path']}")
    budget = read_budget(own["budget"]) if own and own["budget"] else BUDGET
    seat = Seat.at(link, Path(own["path"] if own else words[-1]).name or "A bot")
    try:
        if own:
            print(Asking(seat, Process(python_bot(Path(own["path"]), seat.game())), budget).run())
        else:
            print(Sitting(seat, Process(words)).run())
    except Failure as failure:
        sys.exit(f"skulk: the bot has failed: {failure}")


def _words(command: tuple[str, ...]) -> list[str]:
    """The command, which may also come in one piece or as the arena has it: "cmd:node my_bot.mjs"."""
    try:
        words = shlex.split(command[0].removeprefix("cmd:")) if len(command) == 1 else list(command)
    except ValueError as error:
        raise SkulkError(f"{command[0]} is no command: {error}") from error
    if not words:
        raise SkulkError("which bot? Name the command that starts it, such as: node my_bot.mjs")
    return words


class Seat:
    """One seat of a table, over HTTP."""

    def __init__(self, server: str, table: str, token: str):
        self.where, self.token = f"{server}/api/tables/{table}", token
        self.number: int | None = None  # the last one it was told

    @staticmethod
    def at(link: str, name: str) -> "Seat":
        """The seat that a link opens, or the first open one of the table it leads to; SkulkError if there is none."""
        place = shown(link.partition("#")[0])  # without the token, which is nobody's business
        parts = LINK.fullmatch(link)
        if not parts:
            raise SkulkError(
                f"{place} is no link to a table: they look like http://localhost:8000/table/TABLE, and to a seat like "
                "http://localhost:8000/table/TABLE#TOKEN"
            )
        seat = Seat(parts["server"], parts["table"], parts["token"] or "")
        try:
            if seat.token:
                seat.ask("")  # is there such a seat?
            else:
                wanted = {"id": uuid.uuid4().hex, "name": name[:64]}
                while not (taken := json.loads(seat.ask("/join", wanted)))["token"]:
                    time.sleep(1)  # the game runs: the people at the table are asked first
                seat.token = taken["token"]
                print(f"seat {taken['seat']}: {link.partition('#')[0]}#{seat.token}", flush=True)
        except HTTPError as error:
            raise SkulkError(f"{place}: {_refusal(error)}") from error
        except NETWORK as error:
            raise SkulkError(f"{place} cannot be reached: {_why(error)}") from error
        except (ValueError, KeyError, TypeError) as error:
            raise SkulkError(f"{place}: what answers there is no server of Skulk's") from error
        return seat

    def game(self) -> str:
        """The game that is played there, in our own version; SkulkError if it is not ours."""
        told = json.loads(self.ask(""))
        game = load(told["game"])
        if game.version != told["version"]:
            raise SkulkError(f"{game.title} is played there in version {told['version']}; this is {game.version}")
        return game.name

    def seen(self) -> dict[str, Any]:
        """What the seat sees now, and the number of the message that told it."""
        asked = time.monotonic()
        while True:
            try:
                seen: dict[str, Any] = json.loads(self.ask("/seen"))
                return seen
            except NETWORK as error:
                _check_patience(error, asked)
            time.sleep(1)

    def ask(self, path: str, body: bytes | dict[str, Any] | None = None) -> bytes:
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        with urlopen(self._request(path, data), timeout=SILENCE) as answer:
            read: bytes = answer.read()
            return read

    def _request(self, path: str, data: bytes | None = None) -> Request:
        bearer = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return Request(self.where + path, data, {"content-type": "application/json", **bearer})

    def messages(self) -> Iterator[bytes]:
        """Everything the seat is told, a line each. If the connection drops, it goes on after the last number."""
        there = time.monotonic()  # when the server was there for the last time
        while True:
            since = "" if self.number is None else f"?since={self.number}"
            try:
                with urlopen(self._request(f"/events{since}"), timeout=SILENCE) as lines:
                    for line in lines:
                        there = time.monotonic()
                        if line.strip() and line.endswith(b"\n"):
                            yield line
            except NETWORK as error:
                _check_patience(error, there)
            time.sleep(1)

    def do(self, command: bytes) -> bytes:
        """How a command ended; sent again until that is known, which is safe, for it has an id."""
        asked = time.monotonic()
        while True:
            try:
                return self.ask("/commands", command)
            except NETWORK as error:
                if isinstance(error, HTTPError) and error.code == 409:  # refused by the table
                    return error.read()
                _check_patience(error, asked)
            time.sleep(1)


def _check_patience(error: Exception, since: float) -> None:
    """A server that is away, or busy, may come back; what it has refused stays refused."""
    is_refused = isinstance(error, HTTPError) and error.code < 500 and error.code != 429
    if is_refused or time.monotonic() - since > PATIENCE:
        raise error


def _refusal(error: HTTPError) -> str:
    try:
        return shown(json.loads(error.read())["text"])
    except (ValueError, KeyError, TypeError, OSError):
        return f"the server answers {error.code} {shown(error.reason)}"


def _why(error: Exception) -> str:
    return shown(getattr(error, "reason", None) or error or type(error).__name__)


class Sitting:
    """A bot in a seat until the game is over: what the seat is told goes in, what the bot says goes out."""

    def __init__(self, seat: Seat, process: Process):
        self.seat, self.process = seat, process
        self.is_over = False
        self.doing = threading.Lock()  # while a command is on its way
        self.ends: queue.SimpleQueue[str | Exception] = queue.SimpleQueue()

    def run(self) -> str:
        """How the game ended, in words."""
        for deed in (self._hear, self._speak):
            threading.Thread(target=self._until_the_end, args=(deed,), daemon=True).start()
        try:
            end = self.ends.get()
        finally:
            self.process.close(GOODBYE if self.is_over else 0.0)
        if isinstance(end, Exception):
            raise end
        return end

    def _until_the_end(self, deed: Callable[[], str | None]) -> None:
        try:
            end: str | Exception | None = deed()
        except HTTPError as error:
            end = SkulkError(f"{self.seat.where}: {_refusal(error)}")
        except NETWORK as error:
            end = SkulkError(f"{self.seat.where} cannot be reached any more: {_why(error)}")
        except Exception as error:
            end = error
        if end is not None:
            self.ends.put(end)

    def _hear(self) -> str:
        for line in self.seat.messages():
            message = json.loads(line)
            self.seat.number = message.get("number", self.seat.number)
            view = message.get("view", {})
            self.is_over = view.get("phase") == "over"
            self.process.tell(self._line(message, line))
            if self.is_over:
                self.doing.acquire(timeout=GOODBYE)  # the bot may still hear what became of its last move
                return str(view["result"]["reason"]["text"])
        raise AssertionError("the messages of a seat end with the game")

    def _line(self, message: dict[str, Any], line: bytes) -> bytes:
        """What the bot is told of a message."""
        return line

    def _done(self, done: bytes) -> None:
        """How a command ended."""
        self.process.tell(done + b"\n")

    def _speak(self) -> None:
        while text := self.process.incoming.get():
            try:
                with self.doing:
                    self._done(self.seat.do(text))
            except HTTPError as error:
                if error.code not in NONSENSE:
                    raise
                raise Failure("nonsense", f"{shown(text)} is no command: {_refusal(error)}") from error
        if not self.is_over:
            raise Failure("crashed", self.process.last_words())


class Asking(Sitting):
    """A Python bot in a seat: a question brings what the seat sees, as in the arena."""

    def __init__(self, seat: Seat, process: Process, budget: Budget):
        super().__init__(seat, process)
        self.budget = {"simulations": budget.simulations} if budget.simulations else {"seconds": budget.seconds}

    def _line(self, message: dict[str, Any], line: bytes) -> bytes:
        view = message.get("view", {})
        if not view.get("moves") or view.get("answer") or self.is_over:
            return line
        sight = self.seat.seen()
        if sight["number"] != message["number"]:
            return line  # something has happened since, and that message is on its way
        ask = {"seen": sight["seen"], "budget": self.budget, "chance": secrets.randbits(64) & SAFE}
        return json.dumps({**message, "ask": ask}).encode() + b"\n"

    def _done(self, done: bytes) -> None:
        told = json.loads(done)
        if told.get("code") in WRONG:
            raise Failure("nonsense", shown(told.get("text", "")))
        super()._done(done)
