"""Finished games on their way to a review: one after the other, each in a process of its own; the latest are kept."""

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections import OrderedDict
from collections.abc import Callable

from msgspec import DecodeError, Raw, json

from skulk.bots.warm import is_off
from skulk.protocol import messages as m

from .seats import Refused

log = logging.getLogger("skulk.server")
KEPT = 64  # reviews, of some 50 kB each
WAITING = 16  # that may be on their way at a time
OF_ONE = 3  # of them, asked for by one address
PATIENCE = 300  # seconds that one may take: the first of a game waits until its search is compiled
LONGEST = 1 << 20  # bytes of a line


class Reviews:
    """Reviews by the name of what they review."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Raw | Refused] = OrderedDict()
        self.coming: dict[str, m.Reviewing] = {}
        self.owners: dict[str, str] = {}  # of those on their way: the address that asked first
        self.tasks: set[asyncio.Task[None]] = set()
        self.turn = asyncio.Semaphore(1)

    def of(self, name: str, save: Callable[[], str], owner: str) -> Raw | m.Reviewing:
        """The review of a match that `save` gives as text, or how far it is; begun when it is first asked for. `owner`:
        the address that asks, so that none has all the turns."""
        if name in self.kept:
            self.kept.move_to_end(name)
            review = self.kept[name]
            if isinstance(review, Refused):
                del self.kept[name]  # asked again, it is tried again
                raise review
            return review
        if name not in self.coming:
            self._begin(name, save, owner)
        return self.coming[name]

    def _begin(self, name: str, save: Callable[[], str], owner: str) -> None:
        if is_off():
            raise Refused("no-review", "this server compiles nothing, so there is no search to review games with")
        if len(self.coming) >= WAITING:
            raise Refused("too-many", "too many games are being reviewed: wait a little")
        if list(self.owners.values()).count(owner) >= OF_ONE:
            raise Refused("too-many", "too many games are being reviewed for your address: wait a little")
        self.coming[name], self.owners[name] = m.Reviewing(0, 0), owner
        task = asyncio.create_task(self._review(name, save()))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _review(self, name: str, text: str) -> None:
        try:
            async with self.turn, asyncio.timeout(PATIENCE):
                self._keep(name, await self._run(name, text))
        except (OSError, TimeoutError, ValueError, DecodeError) as error:
            log.error("the review of %s has failed: %s", name, error or type(error).__name__)
            self._keep(name, Refused("no-review", "this game cannot be reviewed now; try again later"))
        finally:
            self.coming.pop(name, None)
            self.owners.pop(name, None)

    async def _run(self, name: str, text: str) -> Raw:
        command = [sys.executable, "-m", "skulk.server.reviewer"]
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST)
        assert process.stdin
        assert process.stdout
        last = b"{}"
        try:
            process.stdin.write(text.encode())
            process.stdin.write_eof()
            async for line in process.stdout:
                last = line
                if line.startswith(b'{"done"'):
                    self.coming[name] = json.decode(line, type=m.Reviewing)
            json.decode(last, type=m.Review)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
        return Raw(last)

    def _keep(self, name: str, review: Raw | Refused) -> None:
        self.kept[name] = review
        if len(self.kept) > KEPT:
            self.kept.popitem(last=False)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
