"""A WebSocket's wire: uvicorn's own protocol, with short ways for the two things that happen all the time.

A text that comes in as one whole frame is read here, and texts go out at once and together where the connection takes
them. Everything else (handshakes, fragments, pings, closing, faults) is uvicorn's and websockets' business as before.
The short ways lean on inner names of uvicorn, for which its version is fixed; SKULK_WIRE=plain does without them.
"""

import os
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Opcode

from .patience import Unstuck

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

WRITE = "skulk.write"  # the extension of the scope under which an app finds `write`
LAST_WORD = 10.0  # seconds until a connection that has been closed is cut
AHEAD = 4  # messages that may wait to be read before the connection itself waits
FINAL, MASKED = 0x80, 0x80
TEXT = FINAL | Opcode.TEXT
OTHERS = {FINAL | code for code in (Opcode.BINARY, Opcode.CLOSE, Opcode.PING, Opcode.PONG)}


class Plain(Unstuck, WebSocketsSansIOProtocol):
    """One connection as uvicorn has it, but for one who reads no more."""

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self._leave()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._leave()

    def _leave(self) -> None:
        """Closing waits until all that was sent is read: one who reads no more is not waited for."""
        self.loop.call_later(LAST_WORD, self.transport.abort)


class Wire(Plain):
    """One connection, plain as long as every frame arrives whole; once one does not, uvicorn reads all that follows."""

    is_plain = True

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete:
            self.is_plain = not self.handshake_initiated  # nobody speaks before the handshake is over
            super().data_received(data)
            return
        while data and self.is_plain:
            head, size = _frame(data, self.config.ws_max_size)
            if size and data[0] == TEXT:
                self._take(apply_mask(data[head:size], data[head - 4 : head]))
            elif size and data[0] in OTHERS:
                self.is_plain = data[0] != FINAL | Opcode.CLOSE
                super().data_received(data[:size])
            else:
                self.is_plain = False
                break
            data = data[size:]
        if data:
            super().data_received(data)

    def _take(self, text: bytes) -> None:
        """Hand a text on. Whoever sends much faster than it is read has to wait: uvicorn lets everybody, each time."""
        if text.isascii() and not self.close_sent and self.queue.qsize() < AHEAD:
            self.queue.put_nowait({"type": "websocket.receive", "text": text.decode("ascii")})
        else:
            self.frames, self.curr_msg_data_type = [text], "text"
            self.send_receive_event_to_app()

    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions[WRITE] = self.write
        await super().run_asgi()

    def write(self, texts: list[bytes]) -> bool:
        """Send these texts now; False: not now, for the connection is closing or lags behind."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))
        return True


def chosen() -> type[Plain]:
    """The wire that this process uses."""
    return Plain if os.environ.get("SKULK_WIRE") == "plain" else Wire


def _frame(data: bytes, most: int) -> tuple[int, int]:
    """The length of a client's frame, first of its head and then of all of it; 0 if it is too long or not all there."""
    if len(data) < 6 or data[1] < MASKED:
        return 0, 0
    size, head = data[1] - MASKED, 6
    if size == 126 and len(data) > 8:
        size, head = data[2] << 8 | data[3], 8
    whole = head + size
    return (head, whole) if size != 127 and size <= most and whole <= len(data) else (0, 0)


def _head(size: int) -> bytes:
    """Before a text of the server's: what it is, and its length in one, three or nine bytes."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, 126, size >> 8, size & 255))
    return bytes((TEXT, 127)) + size.to_bytes(8, "big")
