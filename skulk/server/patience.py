"""How long a connection may keep the server waiting: for a request's head, for its body, for what is sent to be read.

uvicorn waits for ever where a request has begun and does not end, and where somebody has stopped to read.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD = 10.0  # seconds for a request's first line and headers
BODY = 30.0  # seconds for the rest of it
MOST_HEAD = 65_536  # bytes of a head
STUCK = 60.0  # seconds in which nothing of what waits to be sent is taken


class Unstuck:
    """A connection that is cut when its other end takes nothing any more."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self.stuck = self.stuck or self.loop.call_later(STUCK, self.transport.abort)

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_read()
        super().connection_lost(exc)  # type: ignore[misc]

    def _is_read(self) -> None:
        if self.stuck:
            self.stuck.cancel()
            self.stuck = None


class Patient(Unstuck, AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's HTTP, with a limit on how long a request takes to come in and how long its head may be."""

    cycle: Any
    awaited: Any = None  # what the timer runs for: a head, or the body of a certain request
    came = 0  # bytes of this head
    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait_for("head", HEAD)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it has become a WebSocket
            self._wait_for(None)
        elif self.cycle is not None and self.cycle.more_body:
            self._wait_for(self.cycle, BODY)
        elif self.cycle is None or self.cycle.response_complete:
            self._wait_for("head", HEAD)
            self.came += len(data)
            if self.came > MOST_HEAD:
                self.transport.abort()
        else:
            self._wait_for(None)

    def _wait_for(self, what: Any, seconds: float = 0) -> None:
        if what is self.awaited:
            return
        if self.timer:
            self.timer.cancel()
        self.awaited, self.came = what, 0
        self.timer = self.loop.call_later(seconds, self._give_up, what) if what is not None else None

    def _give_up(self, what: Any) -> None:
        if self.awaited is what and self.transport.get_protocol() is self:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for(None)
        super().connection_lost(exc)
