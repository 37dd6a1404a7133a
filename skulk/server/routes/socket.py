"""A WebSocket to a table, for browsers."""

from typing import Any

from litestar import websocket
from litestar.connection import WebSocket
from litestar.params import FromPath

from ..door import Denied, address_of, caller, check_host, check_origin
from ..seats import Refused
from ..stream import say_goodbye, serve_socket
from . import TOO_MANY


@websocket("/{table:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    app = socket.app.state
    try:
        check_host(socket, app.server)
        check_origin(socket, app.server)
    except Denied:
        await socket.close(code=4403)
        return
    await socket.accept()
    try:
        gathering = await app.tables.gathering(table)
        who = caller(socket, gathering)
        line = (table, who.number, address_of(socket))
        if not app.tables.lines.has_room(*line):
            raise Refused("too-many", TOO_MANY)
        with app.tables.lines.taken(*line):
            await serve_socket(socket, gathering, who, None if who.is_demoted else _since(socket))
    except (Refused, Denied) as error:
        await say_goodbye(socket, error.code, str(getattr(error, "detail", error)), getattr(error, "say", None))


def _since(socket: WebSocket[Any, Any, Any]) -> int | None:
    given = socket.query_params.get("since", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 17 else None
