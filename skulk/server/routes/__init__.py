"""The server's addresses, by what they are about. Handlers are thin: what happens, happens in the gatherings."""

from typing import Annotated, Any

from litestar import Request, Response
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from skulk.protocol import messages as m

from ..door import Browser, seat_cookie
from ..settings import Server
from ..table import Table
from ..tables import Tables

Asked = Request[Any, Any, Any]
TOO_MANY = "too many connections: close one"
GameName = Annotated[str, PathParameter(pattern="^[a-z_]{1,40}$", description="A game")]
TableId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,32}$", description="The table")]
Since = Annotated[
    int | None, QueryParameter(ge=0, le=2**53, description="The last number you were told; left out: all anew")
]


Eyes = Annotated[
    str | None,
    QueryParameter(
        name="seat", pattern="^(all|[0-9]{1,2})$", description='Whose eyes: a seat, or "all"; left out: an onlooker\'s'
    ),
]
Action = Annotated[int | None, QueryParameter(ge=0, le=2**31, description="One of your moves; left out: all of them")]
First = Annotated[int, QueryParameter(ge=0, le=2**31, description="The first step of the page")]
ReplayId = Annotated[str, PathParameter(pattern="^[0-9a-f]{24}$", description="A game file that was brought")]


def refusals(*codes: int) -> dict[int, ResponseSpec]:
    return {code: ResponseSpec(m.Refusal, description="Refused", generate_examples=False) for code in codes}


def tables_of(request: Any) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def server_of(request: Any) -> Server:
    server: Server = request.app.state.server
    return server


def seated(request: Asked, table: Table, seat: int | None, browser: Browser | None = None) -> Response[m.Seated]:
    """Tell somebody their seat; a browser gets it as a cookie too."""
    if seat is None:
        return Response(m.Seated(table.head.id, None, None, table.commitment))
    token = tables_of(request).keys.token(table.head.id, seat, table.seats[seat].generation)
    is_browser = "origin" in request.headers
    cookies = [seat_cookie(table.head.id, token, server_of(request))] if is_browser else []
    cookies += browser.cookies if browser else []
    return Response(m.Seated(table.head.id, seat, token, table.commitment), cookies=cookies)
