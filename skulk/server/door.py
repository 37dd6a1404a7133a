"""The door: who is asking, from where, and with which headers the answer goes out."""

import contextlib
import secrets
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from skulk.engine import SPECTATOR
from skulk.protocol import messages as m

from .gathering import Gathering
from .limits import one_home
from .log import clipped
from .seats import AGE, Keys, Refused
from .settings import Server, is_at_home

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class Denied(HTTPException):
    """Not through this door."""

    def __init__(self, status: int, code: str, text: str):
        super().__init__(text, status_code=status)
        self.code = code


def with_headers(app: ASGIApp, server: Server) -> ASGIApp:
    """The same app, with the headers that a public server needs on everything it sends."""
    more = HEADERS | ({"strict-transport-security": "max-age=31536000"} if server.is_secure else {})
    extra = [(name.encode(), value.encode()) for name, value in more.items()]

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                named = {name for name, _ in message["headers"]}
                private = [(b"cache-control", b"no-store")] if scope["path"].startswith("/api") else []
                added = (pair for pair in [*extra, *private] if pair[0] not in named)
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await app(scope, receive, send_on if scope["type"] == ScopeType.HTTP else send)

    return wrapped


def with_room(app: ASGIApp, most: int) -> ASGIApp:
    """The same app, which answers `most` requests of one address at a time; event streams have limits of their own."""
    busy = Counter[str]()

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["path"].endswith("/events"):
            await app(scope, receive, send)
            return
        client = scope.get("client")
        home = one_home(client[0]) if client else "?"
        if busy[home] >= most:
            await _too_many(send)
            return
        busy[home] += 1
        try:
            await app(scope, receive, send)
        finally:
            busy[home] -= 1
            if not busy[home]:
                del busy[home]

    return wrapped


async def _too_many(send: Send) -> None:
    body = msgspec.json.encode(m.Refusal("too-many", "too many requests at a time from your address: wait a little"))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def check_host(connection: ASGIConnection[Any, Any, Any, Any], server: Server) -> None:
    """Without a fixed address any name would do that somebody points here: only names that are ours alone are taken."""
    host = connection.headers.get("host", "")
    if not server.url and not is_at_home(host, server):
        raise Denied(421, "foreign-host", f"this server is not known as {clipped(host, 60)}: start it with --url")


def check_origin(connection: ASGIConnection[Any, Any, Any, Any], server: Server) -> None:
    """Another site may neither act nor listen with a visitor's cookies."""
    headers = connection.headers
    origin = headers.get("origin")
    if origin is not None:
        if not _is_own(origin, headers.get("host", ""), server):
            raise Denied(403, "foreign-origin", "this comes from another site")
    elif headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        raise Denied(403, "foreign-origin", "this comes from another site")
    elif "cookie" in headers and "authorization" not in headers and headers.get("sec-fetch-site") != "same-origin":
        raise Denied(403, "no-origin", "a browser's cookie counts only together with its origin")


def _is_own(origin: str, host: str, server: Server) -> bool:
    if server.origin:
        return origin == server.origin
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return one_home(connection.client.host) if connection.client else "?"


# ---- seats


def cookie_name(table: str) -> str:
    return f"skulk-{table}"


def seat_cookie(table: str, token: str, server: Server) -> Cookie:
    """The seat of this browser at this table; sent to this table's addresses and to nothing else."""
    return _cookie(cookie_name(table), token, f"/api/tables/{table}", server)


def _cookie(name: str, value: str, path: str, server: Server) -> Cookie:
    return Cookie(key=name, value=value, path=path, max_age=AGE, httponly=True, secure=server.is_secure, samesite="lax")


BROWSER = "skulk-browser"  # the cookie by which a browser is known again


class Browser:
    """The name of the browser that asks, so that one person is not two at a table. It says nothing else, and nobody is
    told it; a browser that has none yet gets one in `cookies`."""

    def __init__(self, connection: ASGIConnection[Any, Any, Any, Any], server: Server):
        told = connection.cookies.get(BROWSER, "")
        self.name = told if 16 <= len(told) <= 64 else ""
        self.cookies: list[Cookie] = []
        if not self.name and "origin" in connection.headers:
            self.name = secrets.token_urlsafe(18)
            self.cookies.append(_cookie(BROWSER, self.name, "/api", server))

    def known(self, keys: Keys) -> str | None:
        return keys.person(self.name) if self.name else None


def persons(connection: ASGIConnection[Any, Any, Any, Any], gathering: Gathering, browser: Browser) -> list[str]:
    """By which names a table may know who asks: the browser's, and whoever had the seat that an old token proves."""
    keys, table = gathering.tables.keys, gathering.table
    known = [browser.known(keys)]
    bearer = connection.headers.get("authorization", "").partition(" ")[2]
    for token in (bearer.strip(), connection.cookies.get(cookie_name(table.head.id), "")):
        with contextlib.suppress(Refused):
            known.append(table.sitters.get(keys.read(token, table.head.id)))
    return [person for person in known if person]


class Caller:
    """Who asks: a seat, with the generation its proof was made for, or a spectator."""

    def __init__(self, audience: int, generation: int | None = None, is_demoted: bool = False):
        self.audience, self.generation = audience, generation
        self.is_demoted = is_demoted  # had a seat once: its numbers mean nothing here

    @property
    def number(self) -> int | None:
        """The seat; None for whoever looks on."""
        return None if self.audience == SPECTATOR else self.audience

    @property
    def seat(self) -> int:
        if self.audience == SPECTATOR:
            raise Denied(403, "no-seat", "you have no seat at this table")
        return self.audience


def caller(connection: ASGIConnection[Any, Any, Any, Any], gathering: Gathering) -> Caller:
    """Proved by a bearer token, or by the cookie; without either one looks on, where that is allowed."""
    bearer = connection.headers.get("authorization", "")
    table = gathering.table
    if bearer:
        kind, _, token = bearer.partition(" ")
        if kind.lower() != "bearer":
            raise Denied(401, "bad-link", "authorization must be: Bearer <seat token>")
        return _proved(gathering, token.strip())
    token = connection.cookies.get(cookie_name(table.head.id), "")
    if token:
        try:
            return _proved(gathering, token)
        except Denied:  # an old cookie is no reason to turn somebody away
            pass
    if not table.settings.watch and table.phase != "lobby":
        raise Denied(403, "closed", "nobody may look on at this table")
    return Caller(SPECTATOR, is_demoted=bool(token))


def _proved(gathering: Gathering, token: str) -> Caller:
    try:
        seat, generation = gathering.tables.keys.read(token, gathering.table.head.id)
    except Refused as error:
        raise Denied(401, error.code, str(error)) from error
    if not 0 <= seat < len(gathering.table.seats) or gathering.table.seats[seat].generation != generation:
        raise Denied(401, "lost-seat", "this link is void: the seat has been given up or handed on")
    return Caller(seat, generation)
