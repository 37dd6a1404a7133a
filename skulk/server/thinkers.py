"""Bots at the tables: questions go to processes of their own, answers come back."""

import asyncio
import logging
import os
import sys
import time
from asyncio import Future
from asyncio.subprocess import PIPE, Process
from typing import Any

import msgspec

from .operate.figures import THOUGHTS, Histogram
from .thinker import Question, Reply, frame

log = logging.getLogger("skulk.server")


class BotFailed(Exception):
    """A bot gave no move."""


class Thinkers:
    """So many processes that think; each table is always asked of the same one, where its bots remember."""

    def __init__(self, processes: int | None = None):
        count = processes or max(1, (os.cpu_count() or 2) - 1)
        self.workers = [Worker() for _ in range(count)]
        self.took = Histogram(THOUGHTS)

    async def choose(self, table: str, seat: int, game: str, bot: str, seen: bytes, rng: int, owner: str = "") -> int:
        """The bot's move; BotFailed if it has none. `owner`: whose table it is, for everybody's fair share."""
        worker = self.workers[sum(table.encode()) % len(self.workers)]
        began = time.monotonic()
        action = await worker.ask(table, seat, game, bot, seen, rng, owner)
        self.took.add(time.monotonic() - began)
        return action

    @property
    def asked(self) -> int:
        """How many questions wait for an answer."""
        return sum(len(worker.waiting) for worker in self.workers)

    async def advise(self, table: str, seat: int, game: str, seen: bytes, about: int, owner: str = "") -> bytes:
        """What a coach says of a move, or of ALL; BotFailed if it cannot."""
        worker = self.workers[sum(table.encode()) % len(self.workers)]
        return (await worker.reply(table, seat, game, "coach", seen, 0, owner, about)).advice

    async def start(self) -> None:
        """Have the processes ready before anybody asks."""
        for worker in self.workers:
            await worker.start()

    async def close(self) -> None:
        for worker in self.workers:
            await worker.close()


class Worker:
    """One process, started when it is first needed, and again if it dies."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.waiting: dict[int, Future[Reply]] = {}
        self.asked = 0
        self.reader: asyncio.Task[None] | None = None
        self.lock = asyncio.Lock()

    async def start(self) -> Process:
        async with self.lock:
            if self.process is None or self.process.returncode is not None:
                command = [sys.executable, "-m", "skulk.server.thinker"]
                more: dict[str, Any] = {} if sys.platform == "win32" else {"start_new_session": True}
                self.process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, **more)
                self.reader = asyncio.create_task(self._listen(self.process))
            return self.process

    async def ask(self, *question: Any) -> int:
        return (await self.reply(*question)).action

    async def reply(self, *question: Any) -> Reply:
        process = await self.start()
        assert process.stdin
        self.asked += 1
        done: Future[Reply] = asyncio.get_running_loop().create_future()
        self.waiting[self.asked] = done
        try:
            process.stdin.write(frame(msgspec.msgpack.encode(Question(self.asked, *question))))
            await process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError, RuntimeError) as error:
            raise BotFailed("the bots' process is gone") from error
        return await done

    async def _listen(self, process: Process) -> None:
        assert process.stdout
        decode = msgspec.msgpack.Decoder(Reply).decode
        try:
            while True:
                size = int.from_bytes(await process.stdout.readexactly(4), "big")
                reply = decode(await process.stdout.readexactly(size))
                done = self.waiting.pop(reply.id, None)
                if done and not done.done():
                    if reply.action < 0:
                        done.set_exception(BotFailed(reply.error))
                    else:
                        done.set_result(reply)
        except (asyncio.IncompleteReadError, ConnectionResetError):
            pass
        finally:
            await process.wait()
            for done in self.waiting.values():
                if not done.done():
                    done.set_exception(BotFailed("the bots' process is gone"))
            self.waiting.clear()

    async def close(self) -> None:
        if self.process and self.process.returncode is None:
            assert self.process.stdin
            self.process.stdin.close()
            try:
                await asyncio.wait_for(self.process.wait(), 1)
            except TimeoutError:
                self.process.kill()
                await self.process.wait()
        if self.reader:
            await self.reader
