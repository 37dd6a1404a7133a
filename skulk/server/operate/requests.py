"""Every request and command has a number: the answer's header tells it, and so does what the log says of it."""

import logging
import re
import secrets
import time
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..log import REQUEST
from .figures import Figures

log = logging.getLogger("skulk.requests")
HEADER = b"x-request-id"
WHAT = "join|seat|seen|link|follow|commands|events|advice|socket|file|replay|replay/frames|review|what-if|operator"
TABLE = re.compile(rf"/api/tables/([A-Za-z0-9]{{12}})(/(?:{WHAT}))?/?")
OURS = re.compile(r"/api(?:/fit|/tables|/health|/ready|/schema/openapi\.json|/replays)?/?|/metrics|/")


def with_numbers(app: ASGIApp, figures: Figures) -> ASGIApp:
    """The same app, which numbers what it is asked, counts how it answers, and notes both if it is to."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await app(scope, receive, send)
            return
        number, began = secrets.token_hex(6), time.monotonic()
        REQUEST.set(number)

        async def send_on(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [*message.get("headers", []), (HEADER, number.encode())]
                status: Any = message.get("status", 101)
                figures.answers[status] += 1
                if figures.is_noted:
                    _note(scope, status, time.monotonic() - began)
            await send(message)

        await app(scope, receive, send_on)

    return wrapped


def _note(scope: Any, status: int, seconds: float) -> None:
    told: dict[str, Any] = {"status": status, "ms": round(1000 * seconds, 1)}
    path = scope["path"]
    if found := TABLE.fullmatch(path):
        told["table"], path = found[1], f"/api/tables/T{found[2] or ''}"
    elif not OURS.fullmatch(path):
        path = "/…"  # of a page, or what a stranger has made up
    log.info("%s %s", scope.get("method", "WS"), path, extra={"told": told})


class Commands:
    """The commands of one connection: each has the connection's number and one of its own."""

    def __init__(self, table: str, figures: Figures):
        self.table, self.figures = table, figures
        self.connection, self.count, self.began = REQUEST.get(), 0, 0.0
        self.do: Any = None

    def begin(self) -> None:
        self.count, self.do = self.count + 1, None
        if self.figures.is_noted:
            self.began = time.monotonic()
        REQUEST.set(f"{self.connection}.{self.count}")

    def end(self, answer: Any) -> None:
        """How a command ended, with its code; what it said is not told."""
        code = getattr(answer, "code", "")
        if code:
            self.figures.refusals[code] += 1
        if self.figures.is_noted:
            ms = round(1000 * (time.monotonic() - self.began), 1)
            told = {"table": self.table, "outcome": getattr(answer, "outcome", "pong"), "ms": ms}
            do = type(self.do).__struct_config__.tag if self.do else "?"
            log.info("command %s", do, extra={"told": told | ({"code": code} if code else {})})
