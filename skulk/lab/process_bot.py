"""A bot in a process of its own: asked and answered in lines of JSON, and shown out when it stalls."""

import contextlib
import os
import queue
import signal
import subprocess
import tempfile
import threading
from typing import Any

from skulk.engine import SkulkError

from . import messages

START_SECONDS = 60.0  # a process may take so long before it is ready for its first game
TAIL = 2000  # bytes of what it wrote to standard error, for the reason of a crash


class Failure(Exception):
    """A bot loses its game: `code` is crashed, stalled or nonsense."""

    def __init__(self, code: str, text: str):
        super().__init__(text)
        self.code = code


class Process:
    """A running bot. Two threads carry the lines, so that neither a flood nor a bot that never reads can block us."""

    def __init__(self, command: list[str]):
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115  # open as long as the process
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=self.errors, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise Failure("crashed", f"{command[0]} cannot be started: {error}") from error
        self.outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.incoming: queue.Queue[bytes] = queue.Queue(16)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        threading.Thread(target=self._write, daemon=True).start()

    def tell(self, message: dict[str, Any]) -> None:
        self.outgoing.put(messages.line(message))

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a message; Failure if it does not come in time or is none."""
        early = None if self.incoming.empty() else self.incoming.get()
        if early:
            raise Failure("nonsense", f"it spoke without being asked: {messages.shown(early)}")
        self.tell(message)
        try:
            text = self.incoming.get(timeout=seconds) if early is None else early
        except queue.Empty:
            raise Failure("stalled", f"no answer within {seconds:g} s") from None
        if not text:
            raise Failure("crashed", self._last_words())
        try:
            return messages.read(text)
        except SkulkError as error:
            raise Failure("nonsense", str(error)) from None

    def close(self) -> None:
        """Gone, with whatever it has started itself."""
        self.outgoing.put(None)
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self.process.kill()
        self.process.wait()
        for _ in range(20):  # the reader may be waiting to hand over a flood
            if not self.reader.is_alive():
                break
            with contextlib.suppress(queue.Empty):
                self.incoming.get(timeout=0.05)
        self.errors.close()

    def _last_words(self) -> str:
        try:
            code: int | None = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return "it has closed its standard output"
        size = self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, size - TAIL))
        lines = self.errors.read().decode(errors="replace").strip().splitlines()
        return f"it ended with exit code {code}" + (f": {messages.shown(lines[-1])}" if lines else "")

    def _write(self) -> None:
        pipe = self.process.stdin
        while pipe and (text := self.outgoing.get()) is not None:
            try:
                pipe.write(text)
                pipe.flush()
            except (OSError, ValueError):
                return  # the reader will see the end

    def _read(self) -> None:
        pipe = self.process.stdout
        while pipe and (text := pipe.readline(messages.LONGEST)):
            self.incoming.put(text)
        self.incoming.put(b"")


class ProcessBot:
    """A bot's seat, game after game. A process that has failed is ended; the next game starts a new one."""

    def __init__(self, command: list[str], limit: float):
        self.command, self.limit = command, limit
        self.process: Process | None = None

    def hello(self, message: dict[str, Any]) -> None:
        seconds = self.limit
        if self.process is None:
            self.process, seconds = Process(self.command), max(START_SECONDS, self.limit)
        answer = self._ask(message, seconds)
        if answer.get("type") != "ready":
            self._fail("nonsense", answer, 'it must answer hello with {"type": "ready"}')

    def move(self, message: dict[str, Any]) -> int | str:
        answer = self._ask(message, self.limit)
        try:
            return messages.move_of(answer, message["number"])
        except SkulkError as error:
            code = "crashed" if "error" in answer else "nonsense"
            self.close()
            raise Failure(code, str(error)) from None

    def end(self, message: dict[str, Any]) -> None:
        if self.process:
            self.process.tell(message)

    def close(self) -> None:
        if self.process:
            self.process.close()
            self.process = None

    def _ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        assert self.process
        try:
            return self.process.ask(message, seconds)
        except Failure:
            self.close()
            raise

    def _fail(self, code: str, answer: dict[str, Any], wanted: str) -> None:
        self.close()
        raise Failure(code, f"{wanted}, not {messages.shown(answer)}")
