"""A bot in a process of its own: asked and answered in lines of JSON, and shown out when it stalls."""

import contextlib
import os
import queue
import signal
import subprocess
import tempfile
import threading

from skulk.engine import SkulkError
from skulk.protocol.lines import LONGEST, answer, line, shown
from skulk.protocol.messages import Done, Move

from .questions import Message

START_SECONDS = 60.0  # a new process may take so long over its first answer
GOODBYE = 1.0  # seconds that a bot has to hear the end and to leave, before its process is ended
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

    def tell(self, line: bytes) -> None:
        self.outgoing.put(line)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The line that answers this one; Failure if none comes in time."""
        early = None if self.incoming.empty() else self.incoming.get()
        if early:
            raise Failure("nonsense", f"it spoke without being asked: {shown(early)}")
        self.tell(line)
        try:
            text = self.incoming.get(timeout=seconds) if early is None else early
        except queue.Empty:
            raise Failure("stalled", f"no answer within {seconds:g} s") from None
        if not text:
            raise Failure("crashed", self.last_words())
        return text

    def close(self, patience: float = 0.0) -> None:
        """Gone, with whatever it has started itself; after so many seconds, if it does not go by itself."""
        self.outgoing.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
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

    def last_words(self) -> str:
        """Why it speaks no more."""
        try:
            code: int | None = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return "it has closed its standard output"
        size = self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, size - TAIL))
        lines = self.errors.read().decode(errors="replace").strip().splitlines()
        return f"it ended with exit code {code}" + (f": {shown(lines[-1])}" if lines else "")

    def _write(self) -> None:
        assert self.process.stdin
        with contextlib.suppress(OSError, ValueError), self.process.stdin as pipe:  # the reader will see the end
            while (text := self.outgoing.get()) is not None:
                pipe.write(text)
                pipe.flush()

    def _read(self) -> None:
        pipe = self.process.stdout
        while pipe and (text := pipe.readline(LONGEST)):
            self.incoming.put(text)
        self.incoming.put(b"")


class ProcessBot:
    """A bot's seat, game after game. A process that has failed is ended; the next game starts a new one."""

    def __init__(self, command: list[str], limit: float):
        self.command, self.limit = command, limit
        self.process: Process | None = None
        self.is_starting = True  # until the process has given its first answer

    def start(self) -> None:
        if self.process is None:
            self.process, self.is_starting = Process(self.command), True

    def ask(self, message: Message, number: int) -> Move:
        """The bot's answer to message `number`."""
        assert self.process
        seconds = max(START_SECONDS, self.limit) if self.is_starting else self.limit
        try:
            text = self.process.ask(line(message), seconds)
            self.is_starting = False
            return answer(text, number)
        except Failure:
            self.close()
            raise
        except SkulkError as error:
            self.close()
            raise Failure("nonsense", str(error)) from None

    def tell(self, message: Message | Done) -> None:
        if self.process:
            self.process.tell(line(message))

    def close(self, patience: float = 0.0) -> None:
        if self.process:
            self.process.close(patience)
            self.process = None
