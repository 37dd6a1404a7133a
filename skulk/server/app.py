"""The whole server: its addresses (`routes`), who is let in, and how refusals are told."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Response, Router
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp
from msgspec import UNSET

from skulk import __version__
from skulk.engine import Phrase, SkulkError
from skulk.protocol import messages as m

from .clock import Time
from .door import Denied, check_host, check_origin, with_headers, with_room
from .forward import Forward
from .limits import Buckets
from .operate.operator import Operator
from .operate.reach import RUNNING
from .operate.requests import with_numbers
from .operate.retention import tidy_for_ever
from .replay import Shelf
from .reviews import Reviews
from .routes import Asked, seated, server_of, tables_of
from .routes.house import AT_THE_HOUSE
from .routes.operate import AT_A_TABLE as OPERATED
from .routes.operate import FOR_OPERATORS, metrics
from .routes.replays import OF_A_FILE, OF_A_TABLE
from .routes.socket import socket
from .routes.tables import AT_A_TABLE
from .seats import Keys, Refused, read_secret, shared_secret
from .settings import Server
from .static import home, page
from .store import JournalError, open_store
from .tables import Tables
from .thinkers import Thinkers

__all__ = ["make_app", "make_tables", "seated", "server_of", "tables_of"]
log = logging.getLogger("skulk.server")
STATUS = {
    "no-review": 409, "no-step": 404, "no-coach": 409, "coached": 409, "no-advice": 409, "no-advice-yet": 503,
    "no-table": 404, "unknown-game": 404, "aside": 500, "other-version": 409, "taken": 409, "full": 409,
    "game-over": 409, "begun": 409, "not-begun": 409, "not-over": 409, "bad-link": 401, "other-table": 401,
    "lost-seat": 401, "no-seat": 403, "too-many": 429, "seated": 409, "has-sat": 409, "not-admitted": 409,
    "knocked": 409, "no-file": 404, "no-guide": 404, "no-number": 409, "elsewhere": 503,
}  # fmt: skip


# ---- refusals


async def guard(request: Asked) -> None:
    """Before every request: this is the server that was meant, and nothing is changed for another site."""
    check_host(request, server_of(request))
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        check_origin(request, server_of(request))


def refuse(request: Any, error: Exception) -> Response[m.Refusal]:
    """Every error as code and words; what nobody foresaw is logged and told to nobody."""
    if isinstance(error, SkulkError):
        say = error.say if isinstance(error, Refused) else None
        return _refusal(request, STATUS.get(error.code, 400), error.code, str(error), error.rule, say)
    if isinstance(error, JournalError):
        log.error("%s", error)
        return _refusal(request, 503, "not-kept", "the server cannot keep anything now; try again")
    if isinstance(error, Denied):
        return _refusal(request, error.status_code, error.code, str(error.detail))
    if isinstance(error, ValidationException):
        return _refusal(request, 400, "bad-request", _what(error))
    if isinstance(error, InternalServerException) and "disconnected" in str(error.detail):  # half a body, then nothing
        return _refusal(request, 400, "bad-request", "this request ended before it was whole")
    if isinstance(error, RecursionError | UnicodeError):  # too deep, or no UTF-8
        log.warning("a request cannot be read: %s", type(error).__name__)
        return _refusal(request, 400, "bad-request", "this request cannot be read")
    if isinstance(error, HTTPException) and error.status_code < 500:
        return _refusal(request, error.status_code, "bad-request", str(error.detail)[:300])
    log.error("a request failed", exc_info=error)
    return _refusal(request, 500, "failed", "the server has failed here; nothing has changed")


def _refusal(
    request: Any, status: int, code: str, text: str, rule: str = "", say: Phrase | None = None
) -> Response[m.Refusal]:
    tables_of(request).figures.refusals[code] += 1
    told = m.Refusal(code, text[:1000], rule, say.as_json() if say else UNSET)
    return Response(told, status_code=status, media_type="application/json")


def _what(error: ValidationException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [f"{part.get('key', '')}: {part.get('message', '')}" for part in extra if isinstance(part, dict)]
    return ("; ".join(parts) or "this request makes no sense")[:300]


# ---- the whole


def make_tables(server: Server) -> Tables:
    """The tables that a server keeps."""
    server.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not server.store:
        read_secret(server.data / "secret")  # a damaged one is told before anything is opened
    journal = open_store(server.data, server.store, server.node or "")
    try:
        keys = Keys(shared_secret(server.data / "secret", journal))
    except BaseException:
        journal.close()
        raise
    time, hooks = Time(allowances=server.allowances), "public" if server.is_public else "any"
    thinkers = Thinkers(server.bot_processes)
    tables = Tables(journal, keys, thinkers, time, server.limits, hooks if server.webhooks else None)
    tables.data = server.data
    return tables


def make_app(server: Server, tables: Tables | None = None, more: Sequence[Any] = ()) -> ASGIApp:
    """The app that a web server runs. `more`: handlers that whoever starts the process adds to those of the API."""
    tables = tables or make_tables(server)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> Any:
        app.state.tables, app.state.server = tables, server
        tables.figures.is_noted = server.log_requests
        await tables.start()
        app.state.making = Buckets(server.limits.tables, server.limits.tables_burst)
        app.state.doing = Buckets(server.limits.messages, server.limits.burst)
        app.state.shelf, app.state.reading, app.state.showing = Shelf(), asyncio.Semaphore(1), asyncio.Semaphore(1)
        app.state.reviews = Reviews()
        app.state.operator = Operator(tables, serves=True)
        beside = [
            asyncio.create_task(tidy_for_ever(app.state.operator, server.keep_finished, server.archive_abandoned))
        ]
        if server.metrics != "off":
            beside.append(asyncio.create_task(tables.figures.feel()))
        yield
        for task in beside:
            task.cancel()
        await app.state.reviews.close()
        await tables.close()
        (server.data / RUNNING).unlink(missing_ok=True)  # uvicorn ends the process by the signal that it was sent

    tables_api = Router("/tables", route_handlers=[*AT_A_TABLE, *OF_A_TABLE, *OPERATED, socket])
    replays_api = Router("/replays", route_handlers=OF_A_FILE)
    api = Router("/api", route_handlers=[*AT_THE_HOUSE, *FOR_OPERATORS, *more, tables_api, replays_api])
    app = Litestar(
        route_handlers=[api, metrics, home, page],
        lifespan=[lifespan],
        before_request=guard,
        exception_handlers={Exception: refuse},
        openapi_config=OpenAPIConfig(
            "Skulk",
            __version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            description=(Path(__file__).parent / "api.md").read_text(encoding="utf-8"),
        ),
        request_max_body_size=65_536,
        logging_config=None,
        debug=False,
    )
    whole = with_headers(with_room(app, server.limits.requests_per_address), server)
    numbered = with_numbers(whole, tables.figures)
    return Forward(numbered, tables, server.node) if server.store and server.node else numbered
