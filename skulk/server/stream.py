"""The two transports: a WebSocket for browsers, a stream of lines for bots. Both carry the same messages."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from litestar.connection import WebSocket
from msgspec import UNSET, DecodeError, ValidationError

from skulk.engine import SPECTATOR, Phrase
from skulk.protocol import messages as m

from .door import Caller
from .gathering import Gathering
from .limits import Bucket
from .listeners import Listener
from .operate.requests import Commands
from .seats import Refused
from .wire import WRITE

Socket = WebSocket[Any, Any, Any]
log = logging.getLogger("skulk.server")
PATIENCE = 2.0  # seconds for a last word
QUIET = 15.0  # seconds after which a sign of life is sent down a silent stream
BAD = 10  # messages that make no sense before the connection is closed
NO_LINE = nullcontext()
CLOSE = {
    "too-slow": 4008,
    "closing": 1012,
    "elsewhere": 1012,
    "aside": 4500,
    "no-table": 4404,
    "lost-seat": 4403,
    "bad-message": 4400,
}
NUMBER = re.compile(rb'^\{"type":"(\w+)"(?:,"number":(\d+))?')


async def listen(listener: Listener) -> AsyncIterator[bytes | None]:
    """Messages as they come, what was missed first; None after a while of silence."""
    async for data in listener.past or _nothing():
        yield data
        if listener.gone:
            return
    while not listener.gone:
        while listener.waiting and not listener.gone:
            yield listener.waiting.popleft()
        listener.wake.clear()
        if not listener.gone:
            try:
                await asyncio.wait_for(listener.wake.wait(), QUIET)
            except TimeoutError:
                yield None


async def _nothing() -> AsyncIterator[bytes]:
    return
    yield


# ---- WebSocket


async def serve_socket(socket: Socket, gathering: Gathering, caller: Caller, since: int | None) -> None:
    """Both ways at once, until one of them ends."""
    limits = gathering.tables.limits
    scope: Any = getattr(socket, "scope", {})
    listener = Listener(caller.audience, limits.queue, caller.generation, scope.get("extensions", {}).get(WRITE))
    gathering.listeners.listen(listener, since)
    writing = asyncio.create_task(_write(socket, listener))
    own = Bucket(limits.messages, limits.burst) if caller.number is None else gathering.bucket(caller.number)
    reading = asyncio.create_task(_read(socket, gathering, caller, listener, own))
    leaving = asyncio.create_task(listener.dismissed.wait())
    try:
        await asyncio.wait([reading, leaving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        gathering.listeners.unlisten(listener)
        listener.dismiss("left", "")
        await asyncio.wait([writing], timeout=PATIENCE)  # one who does not read hears no goodbye either
        async with gathering.lock:  # what it is just doing it does to the end
            reading.cancel()
        for task in (writing, leaving):
            task.cancel()
        await asyncio.gather(writing, reading, leaving, return_exceptions=True)


async def _write(socket: Socket, listener: Listener) -> None:
    try:
        listener.is_busy = True
        async for data in listener.past or _nothing():
            if listener.gone:
                break
            await socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})
        while not listener.gone:
            listener.is_busy = True
            while listener.waiting and not listener.gone:
                text = listener.waiting.popleft().decode()
                await socket.send({"type": "websocket.send", "text": text, "bytes": None})
            listener.is_busy = False
            listener.wake.clear()
            if not listener.gone:
                await listener.wake.wait()
        code, text = listener.gone or ("left", "")
        if code != "left":
            await say_goodbye(socket, code, text)
    except Exception:  # the other side is gone: what it missed it can ask for again
        listener.dismiss("left", "")


async def say_goodbye(socket: Any, code: str, text: str, say: Phrase | None = None) -> None:
    gone = m.encode(m.Gone(code, text, say.as_json() if say else UNSET)).decode()
    await socket.send({"type": "websocket.send", "text": gone, "bytes": None})
    await socket.send({"type": "websocket.close", "code": CLOSE.get(code, 4000), "reason": code})


async def _read(socket: Socket, gathering: Gathering, caller: Caller, listener: Listener, bucket: Bucket) -> None:
    bad, commands = 0, Commands(gathering.table.head.id, gathering.tables.figures)
    while listener.gone is None:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        wait = bucket.take()
        if wait:
            listener.put(m.encode(m.Slow(round(1000 * wait))))
            await asyncio.sleep(wait)
        commands.begin()
        answer = await _answer(gathering, caller, message, commands)
        commands.end(answer)
        if answer is None:
            continue
        bad += answer.code == "bad-message" if isinstance(answer, m.Done) else 0
        if bad > BAD:
            listener.dismiss("bad-message", "too many messages that make no sense")
            return
        listener.put(m.encode(answer))


async def _answer(gathering: Gathering, caller: Caller, message: Any, commands: Commands) -> m.Done | m.Pong | None:
    """None: this line is about to end, and what is not answered is sent again."""
    try:
        command = commands.do = m.decode_client(message.get("text") or message.get("bytes") or b"")
    except (ValidationError, DecodeError, UnicodeError, RecursionError) as error:
        return m.Done("", "refused", "bad-message", "", f"this is no message of ours: {str(error)[:200]}")
    if isinstance(command, m.Ping):
        return m.Pong(command.id)
    if caller.audience == SPECTATOR and isinstance(command, m.Chat):
        return await gathering.from_onlooker(command)
    if caller.audience == SPECTATOR:
        return m.Done(command.id, "refused", "no-seat", "", "you have no seat at this table")
    try:
        return await gathering.carry_out(caller.audience, command, caller.generation)
    except Refused:
        return None
    except Exception as error:
        log.error("table %s: a command failed", gathering.table.head.id, exc_info=error)
        return m.Done(command.id, "refused", "failed", "", "the server has failed here; try again")


# ---- HTTP


async def serve_lines(
    gathering: Gathering, caller: Caller, since: int | None, is_sse: bool, line: AbstractContextManager[None] = NO_LINE
) -> AsyncIterator[bytes]:
    """One message a line (NDJSON), or server-sent events whose ids are the numbers. `line` is held meanwhile."""
    listener = Listener(caller.audience, gathering.tables.limits.queue, caller.generation)
    with line:
        async for data in _lines(gathering, listener, since, is_sse):
            yield data


async def _lines(gathering: Gathering, listener: Listener, since: int | None, is_sse: bool) -> AsyncIterator[bytes]:
    try:
        gathering.listeners.listen(listener, since)
        async for data in listen(listener):
            if data is None:
                yield b": still here\n\n" if is_sse else b"\n"
            else:
                yield _event(data) if is_sse else data + b"\n"
        if listener.gone:
            gone = m.encode(m.Gone(*listener.gone))
            yield _event(gone) if is_sse else gone + b"\n"
    finally:
        gathering.listeners.unlisten(listener)


def _event(data: bytes) -> bytes:
    found = NUMBER.match(data)
    assert found
    number = b"id: " + found[2] + b"\n" if found[2] else b""
    return number + b"event: " + found[1] + b"\ndata: " + data + b"\n\n"
