"""Passing on: any server answers for any table, by handing what is asked to the one that has it.

Servers of one store reach each other at a door of their own, where only they are let in: with a proof that they know
the secret, and the address of whoever asked them. What comes in there is never passed on again. A line is copied both
ways and nothing is kept of it; when the other end goes, whoever listens comes back and is led to where the table is
then. Everything that can be asked of a table may be asked twice, so a request without an answer is sent again.
"""

import asyncio
import contextlib
import hmac
import logging
import re
import socket
from collections.abc import AsyncIterator
from typing import Any

import h11
import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from skulk.protocol import messages as m

from .gathering import ELSEWHERE
from .settings import Server, reachable
from .stream import say_goodbye
from .tables import Tables
from .wire import WRITE

log = logging.getLogger("skulk.server")
TABLE = re.compile(r"/(?:api/tables|table)/([A-Za-z0-9_-]{1,32})(?:/[a-z/-]*)?")
PROOF = b"x-skulk-node"  # PROOF ADDRESS
AGAIN = 0.1  # seconds until what was not answered is asked again
PATIENCE = 20.0  # seconds of that
ANSWER = 15.0  # seconds for an answer: a command may wait for ten
REACH = 2.0  # seconds to be reached
REMEMBERED = 1.0  # seconds for which we need not ask again where a table is
OWN = {b"connection", b"upgrade", b"keep-alive", b"transfer-encoding", b"te", b"trailer", PROOF}  # of one line alone
HANDSHAKE = {b"sec-websocket-key", b"sec-websocket-version", b"sec-websocket-extensions", b"host"}
READ = 1 << 16
PASSED_ON = "skulk.passed_on"  # in the scope of what another server has passed on
ACCEPT: dict[str, Any] = {"type": "websocket.accept", "subprotocol": None, "headers": []}
HOST = re.compile(r"[A-Za-z0-9._-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")


LISTED = msgspec.json.Decoder(list[m.OpenTable])


class Unreached(Exception):
    """The other server has not answered, or says that it has not got the table."""


def open_door(server: Server) -> socket.socket | None:
    """Where other servers of the same store reach this one; None where there are none."""
    if not server.store:
        return None
    host, _, port = (server.node or "").rpartition(":")
    if not host:
        found = reachable(server.host, 0) if server.host in ("0.0.0.0", "::") else None
        host, port = found[len("http://") : -len(":0")] if found else server.host, port or "0"
    if host in ("localhost", "::"):
        host = "127.0.0.1"
    door = socket.create_server((host, int(port)), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    server.node = f"{host}:{door.getsockname()[1]}"
    return door


class Forward:
    """The same app, which answers for tables of other servers too."""

    def __init__(self, app: ASGIApp, tables: Tables, door: str):
        self.app, self.tables = app, tables
        host, _, port = door.rpartition(":")
        self.door = (host, int(port))
        self.proof = tables.keys.pass_for("node").encode()
        self.known: dict[str, tuple[str, float]] = {}
        self.told: tuple[float, list[m.OpenTable]] = (0.0, [])
        tables.listed_elsewhere = self.listed_elsewhere

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif tuple(scope.get("server") or ()) == self.door:
            await self._let_in(scope, receive, send)
        else:
            found = TABLE.fullmatch(scope["path"])
            address = await self._elsewhere(found[1]) if found else None
            if found and address is not None:
                pass_on = self._pass_line if scope["type"] == "websocket" else self._pass_request
                await pass_on(found[1], scope, receive, send)
            else:
                await self.app(scope, receive, send)

    async def _elsewhere(self, table: str) -> str | None:
        loop = asyncio.get_running_loop()
        known = self.known.get(table)
        if known and known[1] > loop.time() and known[0] in self.tables.journal.others():
            return known[0]
        address = await self.tables.elsewhere(table)
        if len(self.known) > 10_000:
            self.known.clear()
        if address:
            self.known[table] = address, loop.time() + REMEMBERED
        return address

    # ---- what lies at all servers

    async def listed_elsewhere(self) -> list[m.OpenTable]:
        """Open tables of the other servers, as they told them a second ago."""
        loop = asyncio.get_running_loop()
        if self.told[0] < loop.time():
            self.told = loop.time() + REMEMBERED, self.told[1]
            asked = (self._ask(address, b"/api/tables") for address in self.tables.journal.others())
            answers = await asyncio.gather(*asked, return_exceptions=True)
            lists = [LISTED.decode(answer) for answer in answers if isinstance(answer, bytes)]
            self.told = loop.time() + REMEMBERED, [table for tables in lists for table in tables]
        return self.told[1]

    async def _ask(self, address: str, path: bytes) -> bytes:
        async with asyncio.timeout(REACH), _reached(address) as (reader, writer):
            line = h11.Connection(h11.CLIENT)
            headers = [(b"host", b"localhost"), (PROOF, self.proof + b" ?"), (b"connection", b"close")]
            request = h11.Request(method=b"GET", target=path, headers=headers)
            writer.write((line.send(request) or b"") + (line.send(h11.EndOfMessage()) or b""))
            head, body = await _head(line, reader), b""
            while isinstance(event := await _next(line, reader), h11.Data):
                body += event.data
            return body if head.status_code == 200 else b"[]"

    # ---- from another server

    async def _let_in(self, scope: Any, receive: Receive, send: Send) -> None:
        given = next((value for name, value in scope["headers"] if name == PROOF), b"")
        proof, _, address = given.partition(b" ")
        found = TABLE.fullmatch(scope["path"])
        if not hmac.compare_digest(proof, self.proof):
            await _deny(scope, send, 403, m.Refusal("no-node", "this door is for servers of the same store alone"))
        elif found and await self.tables.elsewhere(found[1]) is not None:
            await _deny(scope, send, 421, m.Refusal("elsewhere", ELSEWHERE))
        else:
            scope["client"] = (address.decode("latin-1"), 0)
            scope[PASSED_ON] = True
            await self.app(scope, receive, send)

    def _headers(self, scope: Scope, without: set[bytes]) -> list[tuple[bytes, bytes]]:
        client = scope.get("client")
        headers = [(name, value) for name, value in scope["headers"] if name not in without]
        return [*headers, (PROOF, self.proof + b" " + (client[0] if client else "?").encode())]

    # ---- requests

    async def _pass_request(self, table: str, scope: Any, receive: Receive, send: Send) -> None:
        body, more = b"", True
        while more:
            message: Any = await receive()
            if message["type"] == "http.disconnect":
                return
            body, more = body + message.get("body", b""), message.get("more_body", False)
            if len(body) > READ:  # more than any request to a table may have: we refuse it as well as anybody
                more = False
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while (address := await self._elsewhere(table)) is not None and loop.time() < until:
            with contextlib.suppress(Unreached):
                if address:
                    await self._request(address, scope, body, receive, send)
                    return
            self.known.pop(table, None)
            await asyncio.sleep(AGAIN)
        await self.app(scope, _again(body, receive), send)

    async def _request(self, address: str, scope: Any, body: bytes, receive: Receive, send: Send) -> None:
        """Unreached as long as nothing was answered; after that whatever there is of the answer."""
        async with _reached(address) as (reader, writer):
            target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
            headers = [*self._headers(scope, OWN | {b"content-length"}), (b"content-length", b"%d" % len(body))]
            line = h11.Connection(h11.CLIENT)
            request = h11.Request(method=scope["method"], target=target, headers=[*headers, (b"connection", b"close")])
            data = (line.send(request) or b"") + (line.send(h11.Data(body)) or b"" if body else b"")
            writer.write(data + (line.send(h11.EndOfMessage()) or b""))
            answer = asyncio.create_task(self._answer(address, line, reader, send))
            leaving = asyncio.create_task(_gone(receive))
            try:
                await asyncio.wait([answer, leaving], return_when=asyncio.FIRST_COMPLETED)
                if answer.done():
                    answer.result()
            finally:
                for task in (answer, leaving):
                    task.cancel()
                await asyncio.gather(answer, leaving, return_exceptions=True)

    async def _answer(self, address: str, line: h11.Connection, reader: asyncio.StreamReader, send: Send) -> None:
        head = await self._head(address, line, reader)
        if head.status_code == 421 and (b"x-skulk", b"elsewhere") in head.headers:
            raise Unreached
        headers = [(name, value) for name, value in head.headers if name not in OWN]
        await send({"type": "http.response.start", "status": head.status_code, "headers": headers})
        with contextlib.suppress(OSError, h11.RemoteProtocolError):  # what is cut here is cut there
            while True:
                event = await _next(line, reader)
                if isinstance(event, h11.Data):
                    await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
                else:
                    break
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _head(self, address: str, line: h11.Connection, reader: asyncio.StreamReader) -> h11.Response:
        """As long as the other server lives."""
        waiting = asyncio.create_task(_head(line, reader))
        try:
            for _ in range(int(ANSWER)):
                done, _ = await asyncio.wait([waiting], timeout=1)
                if done:
                    return waiting.result()
                if address not in self.tables.journal.others():
                    break
        except (OSError, h11.RemoteProtocolError) as error:
            raise Unreached from error
        finally:
            waiting.cancel()
        raise Unreached

    # ---- lines

    async def _pass_line(self, table: str, scope: Any, receive: Receive, send: Any) -> None:
        await receive()  # websocket.connect
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while (address := await self._elsewhere(table)) is not None and loop.time() < until:
            try:
                there = await self._line(address, scope)
            except InvalidStatus as error:
                if error.response.status_code != 421:
                    await send({"type": "websocket.close", "code": 4403, "reason": ""})
                    return
            except (OSError, WebSocketException, TimeoutError):
                pass
            else:
                await self._copy(address, there, scope, receive, send)
                return
            self.known.pop(table, None)
            await asyncio.sleep(AGAIN)
        if address is None:
            await self.app(scope, _again(None, receive), send)
            return
        await send(ACCEPT)
        await say_goodbye(_Line(send), "closing", ELSEWHERE)

    async def _line(self, address: str, scope: Any) -> ClientConnection:
        if not address:
            raise OSError
        target = scope["raw_path"].decode() + (f"?{scope['query_string'].decode()}" if scope["query_string"] else "")
        target = target.replace("#", "%23")  # which a browser never sends, and an address may not have here
        headers = [(n.decode(), v.decode("latin-1")) for n, v in self._headers(scope, OWN | HANDSHAKE)]
        named = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        return await connect(
            f"ws://{named if HOST.fullmatch(named) else address}{target}",  # the name by which the visitor knows us
            host=address.rpartition(":")[0].strip("[]"),
            port=int(address.rpartition(":")[2]),
            additional_headers=headers,
            user_agent_header=None,
            compression=None,
            open_timeout=REACH,
            close_timeout=REACH,
            ping_interval=None,
            max_size=None,
            proxy=None,
        )

    async def _copy(self, address: str, there: ClientConnection, scope: Any, receive: Receive, send: Any) -> None:
        await send(ACCEPT)
        ways = [
            asyncio.create_task(self._from_there(there, scope, send)),
            asyncio.create_task(_from_here(there, receive)),
            asyncio.create_task(self._until_gone(address)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if ways[2].done() and not ways[0].done() and not ways[1].done():
                await say_goodbye(_Line(send), "closing", ELSEWHERE)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            there.transport.abort()

    async def _from_there(self, there: ClientConnection, scope: Any, send: Send) -> None:
        write = scope.get("extensions", {}).get(WRITE)
        try:
            async for text in there:
                data = text.encode() if isinstance(text, str) else text
                if write is None or not write([data]):
                    await send({"type": "websocket.send", "text": data.decode(), "bytes": None})
        except ConnectionClosed:
            pass
        code = there.close_code if there.close_code not in (None, 1005, 1006) else 1012  # it died: come back
        with contextlib.suppress(Exception):
            await send({"type": "websocket.close", "code": code, "reason": there.close_reason or ""})

    async def _until_gone(self, address: str) -> None:
        """A server that is frozen, or cut off, closes nothing."""
        while address in self.tables.journal.others():
            await asyncio.sleep(1)


async def _from_here(there: ClientConnection, receive: Receive) -> None:
    while True:
        message: Any = await receive()
        if message["type"] != "websocket.receive":
            await there.close()
            return
        data = message.get("text")
        with contextlib.suppress(ConnectionClosed):
            await there.send(data if data is not None else message.get("bytes") or b"")


class _Line:
    """What `say_goodbye` needs of a socket."""

    def __init__(self, send: Any):
        self.send = send


@contextlib.asynccontextmanager
async def _reached(address: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(REACH):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, TimeoutError) as error:
        raise Unreached from error
    try:
        yield reader, writer
    finally:
        writer.close()


async def _head(line: h11.Connection, reader: asyncio.StreamReader) -> h11.Response:
    while not isinstance(event := await _next(line, reader), h11.Response):
        if isinstance(event, h11.ConnectionClosed):
            raise ConnectionResetError
    return event


async def _next(line: h11.Connection, reader: asyncio.StreamReader) -> Any:
    while (event := line.next_event()) is h11.NEED_DATA:
        line.receive_data(await reader.read(READ))
    return event


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _again(body: bytes | None, receive: Receive) -> Any:
    """What has been received already, once more."""
    first: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]
    if body is None:
        first = [{"type": "websocket.connect"}]

    async def received() -> Any:
        return first.pop() if first else await receive()

    return received


async def _deny(scope: Any, send: Any, status: int, refusal: m.Refusal) -> None:
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    body = msgspec.json.encode(refusal)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"x-skulk", refusal.code.encode()),
    ]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})
