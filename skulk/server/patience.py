"""How long a connection may keep the server waiting: for a request's head, for its body, for what is sent to be read.

uvicorn waits for ever where a request has begun and does not end, and where somebody has stopped to read.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from .limits import one_home

HEAD = 10.0  # seconds for a request's first line and headers
BODY = 30.0  # seconds for the rest of it
MOST_HEAD = 65_536  # bytes of a head
STUCK = 20.0  # seconds in which not one byte of what waits to be sent is taken


class Unstuck:
    """A connection that is cut when its other end takes nothing any more."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        if not self.stuck:
            self._look_again()

    def _look_again(self, before: int | None = None) -> None:
        """Cut it if nothing has been taken since the last look. Who reads slowly, but reads, is left in peace."""
        left = self.transport.get_write_buffer_size() + _on_its_way(self.transport)
        if before is not None and left >= before:
            self.transport.abort()
        else:
            self.stuck = self.loop.call_later(STUCK, self._look_again, left)

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


def _on_its_way(transport: asyncio.Transport) -> int:
    """Bytes that the system keeps until the other end has them: megabytes, which a slow phone takes minutes to read."""
    if sys.platform != "linux":
        return 0
    import fcntl
    import termios

    try:
        left = fcntl.ioctl(transport.get_extra_info("socket").fileno(), termios.TIOCOUTQ, bytes(4))
    except (AttributeError, OSError):
        return 0
    return int.from_bytes(left, sys.byteorder)


class Waiting:
    """Connections that wait for a request or for the rest of one, by the address they come from. If one address has
    more than `most`, the one that has waited longest is cut. What comes through a proxy is not counted, nor through the
    door for other servers: they have one address for everybody, and send requests that are whole."""

    def __init__(self, most: int, proxies: Sequence[str] = (), door: str | None = None):
        self.door = door
        self.most, self.proxies = most, ProxyHeadersMiddleware(None, list(proxies)).trusted_hosts  # type: ignore[arg-type]
        self.of: defaultdict[str, dict[Patient, None]] = defaultdict(dict)  # in the order in which they began to wait

    def add(self, line: "Patient") -> None:
        peer = line.transport.get_extra_info("peername")
        if not peer or peer[0] in self.proxies or (self.door and self._is_at_door(line)):
            return
        self.remove(line)
        line.home = one_home(peer[0])
        others = self.of[line.home]
        others[line] = None
        if len(others) > self.most:
            longest = next(iter(others))
            self.remove(longest)
            longest.transport.abort()

    def _is_at_door(self, line: "Patient") -> bool:
        host, port = line.transport.get_extra_info("sockname")[:2]
        return f"{host}:{port}" == self.door

    def remove(self, line: "Patient") -> None:
        if line.home:
            others = self.of[line.home]
            others.pop(line, None)
            if not others:
                del self.of[line.home]
            line.home = ""


class Patient(Unstuck, AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's HTTP, with a limit on how long a request takes to come in and how long its head may be."""

    cycle: Any
    awaited: Any = None  # what the timer runs for: a head, or the body of a certain request
    came = 0  # bytes of this head
    timer: asyncio.TimerHandle | None = None
    waiting = Waiting(1 << 30)  # all of this server
    home = ""  # where it is counted among them, if it is

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
        if what is None:
            self.waiting.remove(self)
        else:
            self.waiting.add(self)
        self.timer = self.loop.call_later(seconds, self._give_up, what) if what is not None else None

    def _give_up(self, what: Any) -> None:
        if self.awaited is what and self.transport.get_protocol() is self:
            self.transport.abort()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():  # and no other has begun
            self.waiting.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for(None)
        self.waiting.remove(self)
        super().connection_lost(exc)


def patient(most: int, proxies: Sequence[str], door: str | None = None) -> type[Patient]:
    """The protocol of one server."""
    return type("Patient", (Patient,), {"waiting": Waiting(most, proxies, door)})
