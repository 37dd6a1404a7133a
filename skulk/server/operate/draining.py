"""Stopping without anybody noticing: first no longer ready, so that a proxy sends nobody here; then the tables are
handed over, where there is another server to have them; then closed."""

import asyncio
import signal
import socket
from typing import Any

import uvicorn

from ..tables import Tables


class Draining(uvicorn.Server):
    """uvicorn's server, which says that it stops before it does; told twice, it stops at once."""

    loop: asyncio.AbstractEventLoop
    handing: asyncio.Task[None]

    def __init__(self, config: Any, tables: Tables, seconds: float):
        super().__init__(config)
        self.tables, self.seconds = tables, seconds

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: Any) -> None:
        is_first = self.tables.state != "stopping"
        self.tables.state = "stopping"
        if is_first and self.started:
            self.loop.call_soon_threadsafe(self._hand_over, sig, frame)
        else:
            super().handle_exit(sig, frame)

    def _hand_over(self, sig: int, frame: Any) -> None:
        stop = super().handle_exit
        self.handing = self.loop.create_task(self._let_go(self.seconds if sig == signal.SIGTERM else 0.0))
        self.handing.add_done_callback(lambda _: stop(sig, frame))

    async def _let_go(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.tables.hand_over()
