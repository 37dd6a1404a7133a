"""What can be played here, new tables, and how the server is."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from skulk import __version__, bots, guides
from skulk.engine import load, names
from skulk.protocol import messages as m

from ..door import Browser, address_of
from ..forward import PASSED_ON
from ..options import fit
from ..seats import Refused
from ..settings import reachable
from . import Asked, GameName, refusals, seated, server_of, tables_of


@get("/", summary="What can be played here", operation_id="house")
async def house(request: Asked) -> m.HouseInfo:
    server = server_of(request)
    levels = [m.BotInfo(name, level.says) for name, level in bots.LEVELS.items()]
    url = server.url or reachable(server.host, server.port)
    games = [msgspec.convert(load(name).describe(), m.GameInfo) for name in names()]
    known = [*levels, m.BotInfo("random", "plays any legal move")]
    hooks = tables_of(request).webhooks is not None
    return m.HouseInfo(__version__, games, known, url, hooks, server.lists, guides.games())


@post("/fit", summary="Which options go together", operation_id="fit", status_code=200,
      responses=refusals(400, 403, 404))  # fmt: skip
async def fit_options(data: JSONBody[m.Fit]) -> m.Fitted:
    return await asyncio.to_thread(fit, load(data.game), data.options, data.last)


@get("/tables", summary="Tables with an open seat, where their hosts list them", operation_id="open-tables")
async def open_tables(request: Asked) -> list[m.OpenTable]:
    tables = tables_of(request)
    if not server_of(request).lists:
        return []
    return tables.listed() if PASSED_ON in request.scope else await tables.listed_everywhere()


@post("/tables", summary="Set up a table", operation_id="make", responses=refusals(400, 403, 404, 429))
async def make(request: Asked, data: JSONBody[m.Make]) -> Response[m.Seated]:
    bucket = request.app.state.making.of(address_of(request))
    if not bucket.has():
        raise Refused("too-many", "too many tables from your address: wait a little")
    browser = Browser(request, server_of(request))
    person = browser.known(tables_of(request).keys)
    gathering, you = await tables_of(request).make(data, owner=address_of(request), person=person)
    return seated(request, gathering.table, you, browser)


@post("/guides/{game:str}", summary="Learn a game at a guided table", operation_id="learn",
      responses=refusals(400, 403, 404, 429))  # fmt: skip
async def learn(request: Asked, game: GameName, data: JSONBody[m.Learn]) -> Response[m.Seated]:
    bucket = request.app.state.making.of(address_of(request))
    if not bucket.has():
        raise Refused("too-many", "too many tables from your address: wait a little")
    browser = Browser(request, server_of(request))
    person = browser.known(tables_of(request).keys)
    gathering, you = await tables_of(request).make_guided(game, data, address_of(request), person)
    return seated(request, gathering.table, you, browser)


@get("/health", summary="Whether the server is well", operation_id="health",
     responses={503: ResponseSpec(m.Health, description="Nothing can be kept", generate_examples=False)})  # fmt: skip
async def health(request: Asked) -> Response[m.Health]:
    tables = tables_of(request)
    is_kept, aside = tables.journal.is_well, len(tables.aside)
    state: Any = "failing" if not is_kept else "degraded" if aside or tables.journal.damage else "ok"
    told = m.Health(state == "ok", state, __version__, is_kept, len(tables.gatherings), aside)
    return Response(told, status_code=200 if is_kept else 503)


AT_THE_HOUSE = [house, fit_options, open_tables, make, learn, health]
