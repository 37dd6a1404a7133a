"""For those who look after the server: whether it is ready for visitors, and its figures."""

import hmac
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.connection import ASGIConnection
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from skulk.protocol import messages as m

from ..door import Denied
from ..operate.metrics import exposition
from ..seats import Refused
from ..store import Fenced
from . import Asked, TableId, server_of, tables_of

FORWARDED = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")  # what proxies add


@get("/ready", summary="Whether visitors may be sent here", operation_id="ready",
     responses={503: ResponseSpec(m.Ready, description="Not now", generate_examples=False)})  # fmt: skip
async def ready(request: Asked) -> Response[m.Ready]:
    tables = tables_of(request)
    journal = tables.journal
    why: Any = tables.state if tables.state != "running" else "lease" if journal.lost else ""
    told = m.Ready(not (why := why or ("" if journal.is_well else "store")), why)
    return Response(told, status_code=200 if told.ready else 503)


@get("/metrics", include_in_schema=False)
async def metrics(request: Asked) -> Response[bytes]:
    allowed = server_of(request).metrics
    if allowed == "off" or (allowed == "local" and not _is_from_here(request)):
        raise Denied(404, "no-metrics", "this server tells you no figures: --metrics says who may read them")
    if allowed == "token" and not has_pass(request, "metrics"):
        raise Denied(401, "no-metrics", "bear the token that `skulk admin metrics-token` tells")
    return Response(exposition(tables_of(request)), media_type="text/plain; version=0.0.4; charset=utf-8")


def has_pass(request: ASGIConnection[Any, Any, Any, Any], what: str) -> bool:
    """Whether the request bears what only those know who may read the server's secret."""
    given = request.headers.get("authorization", "")
    return hmac.compare_digest(given.encode(), b"Bearer " + tables_of(request).keys.pass_for(what).encode())


def _is_from_here(request: Asked) -> bool:
    """From this machine, and no proxy has brought it."""
    is_near = request.client is not None and request.client.host in ("127.0.0.1", "::1")
    return is_near and not any(name in request.headers for name in FORWARDED)


class Deed(msgspec.Struct, forbid_unknown_fields=True):
    """What the operator does, and with what."""

    do: str
    given: dict[str, Any] = {}


def operators_only(request: ASGIConnection[Any, Any, Any, Any], _: Any) -> None:
    """Asked before the body is read: what strangers send is not even looked at."""
    if not has_pass(request, "operator"):
        raise Denied(401, "no-pass", "only whoever may read the server's secret does that")


@post("/operator", include_in_schema=False, status_code=200, request_max_body_size=64 << 20, guards=[operators_only])
async def operate(request: Asked, data: JSONBody[Deed]) -> dict[str, Any]:
    return await _done(request, None, data)


@post("/{table:str}/operator", include_in_schema=False, status_code=200, guards=[operators_only])
async def operate_at(request: Asked, table: TableId, data: JSONBody[Deed]) -> dict[str, Any]:
    return await _done(request, table, data)


async def _done(request: Asked, table: str | None, deed: Deed) -> dict[str, Any]:
    try:
        told: dict[str, Any] = await request.app.state.operator.do(deed.do, table, deed.given)
        return told
    except Fenced as error:
        raise Refused("elsewhere", str(error)) from error
    except TypeError as error:  # what is given does not fit the deed
        raise Refused("bad-request", f"{deed.do}: {error}") from error


FOR_OPERATORS = [ready, operate]
AT_A_TABLE = [operate_at]
