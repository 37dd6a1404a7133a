"""The server's addresses. Handlers are thin: what happens, happens in the gatherings."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Litestar, Request, Response, Router, get, post, websocket
from litestar.connection import WebSocket
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream
from litestar.types import ASGIApp
from msgspec import UNSET

from skulk import __version__, bots
from skulk.engine import SPECTATOR, Phrase, SkulkError, load, names
from skulk.protocol import messages as m

from .clock import Time
from .door import Browser, Denied, address_of, caller, check_host, check_origin, persons, seat_cookie, with_headers
from .files import game_file
from .gathering import Gathering
from .journal import Journal, JournalError
from .limits import Buckets
from .options import fit
from .replay import Replay, Shelf, eyes_of
from .seats import Keys, Refused, read_secret
from .settings import Server, reachable
from .static import home, page
from .stream import say_goodbye, serve_lines, serve_socket
from .tables import Tables
from .telling import sight, welcome
from .thinkers import Thinkers

log = logging.getLogger("skulk.server")
STATUS = {
    "no-table": 404, "unknown-game": 404, "aside": 500, "other-version": 409, "taken": 409, "full": 409,
    "game-over": 409, "begun": 409, "not-begun": 409, "not-over": 409, "bad-link": 401, "other-table": 401,
    "lost-seat": 401, "no-seat": 403, "too-many": 429, "seated": 409, "has-sat": 409, "not-admitted": 409,
    "knocked": 409, "no-file": 404,
}  # fmt: skip
TOO_MANY = "too many connections: close one"
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
First = Annotated[int, QueryParameter(ge=0, le=2**31, description="The first step of the page")]
ReplayId = Annotated[str, PathParameter(pattern="^[0-9a-f]{24}$", description="A game file that was brought")]


def refusals(*codes: int) -> dict[int, ResponseSpec]:
    return {code: ResponseSpec(m.Refusal, description="Refused", generate_examples=False) for code in codes}


def tables_of(request: Any) -> Tables:
    return request.app.state.tables


def server_of(request: Any) -> Server:
    return request.app.state.server


# ---- the house


@get("/", summary="What can be played here", operation_id="house")
async def house(request: Request) -> m.HouseInfo:
    server = server_of(request)
    levels = [m.BotInfo(name, level.says) for name, level in bots.LEVELS.items()]
    url = server.url or reachable(server.host, server.port)
    games = [msgspec.convert(load(name).describe(), m.GameInfo) for name in names()]
    known = [*levels, m.BotInfo("random", "plays any legal move")]
    return m.HouseInfo(__version__, games, known, url, tables_of(request).webhooks is not None, server.lists)


@post("/fit", summary="Which options go together", operation_id="fit", status_code=200,
      responses=refusals(400, 403, 404))  # fmt: skip
async def fit_options(data: JSONBody[m.Fit]) -> m.Fitted:
    return await asyncio.to_thread(fit, load(data.game), data.options, data.last)


@get("/tables", summary="Tables with an open seat, where their hosts list them", operation_id="open-tables")
async def open_tables(request: Request) -> list[m.OpenTable]:
    return tables_of(request).listed() if server_of(request).lists else []


@post("/tables", summary="Set up a table", operation_id="make", responses=refusals(400, 403, 404, 429))
async def make(request: Request, data: JSONBody[m.Make]) -> Response[m.Seated]:
    bucket = request.app.state.making.of(address_of(request))
    if not bucket.has():
        raise Refused("too-many", "too many tables from your address: wait a little")
    browser = Browser(request, server_of(request))
    person = browser.known(tables_of(request).keys)
    gathering, you = await tables_of(request).make(data, owner=address_of(request), person=person)
    return seated(request, gathering, you, browser)


def seated(
    request: Request, gathering: Gathering, seat: int | None, browser: Browser | None = None
) -> Response[m.Seated]:
    """Tell somebody their seat; a browser gets it as a cookie too."""
    table = gathering.table
    if seat is None:
        return Response(m.Seated(table.head.id, None, None, table.commitment))
    token = gathering.tables.keys.token(table.head.id, seat, table.seats[seat].generation)
    is_browser = "origin" in request.headers
    cookies = [seat_cookie(table.head.id, token, server_of(request))] if is_browser else []
    cookies += browser.cookies if browser else []
    return Response(m.Seated(table.head.id, seat, token, table.commitment), cookies=cookies)


# ---- one table


@get("/{table:str}", summary="The table as you see it", operation_id="look", responses=refusals(400, 401, 403, 404))
async def look(request: Request, table: TableId) -> m.Welcome:
    gathering = await tables_of(request).gathering(table)
    return welcome(gathering.table, caller(request, gathering).audience)


@get("/{table:str}/seen", summary="What your seat sees, as bots are handed it", operation_id="seen",
     responses=refusals(400, 401, 403, 404, 409))  # fmt: skip
async def seen(request: Request, table: TableId) -> m.Sight:
    gathering = await tables_of(request).gathering(table)
    return sight(gathering.table, caller(request, gathering).seat)


@post("/{table:str}/join", summary="Sit down", operation_id="join",
      responses={**refusals(400, 403, 404, 409), 202: ResponseSpec(m.Seated, description="The table is asked",
                 generate_examples=False)})  # fmt: skip
async def join(request: Request, table: TableId, data: JSONBody[m.Join]) -> Response[m.Seated]:
    gathering = await tables_of(request).gathering(table)
    browser = Browser(request, server_of(request))
    seat = await gathering.join(data, persons(request, gathering, browser))
    if seat is None:
        told = m.Seated(table, None, None, gathering.table.commitment, gathering.waits_for(data.id))
        return Response(told, status_code=202, cookies=browser.cookies)
    return seated(request, gathering, seat, browser)


@post("/{table:str}/seat", summary="Turn a seat link into a cookie", operation_id="redeem",
      responses=refusals(400, 401, 403, 404))  # fmt: skip
async def redeem(request: Request, table: TableId, data: JSONBody[m.Redeem]) -> Response[m.Seated]:
    gathering = await tables_of(request).gathering(table)
    seat, generation = gathering.tables.keys.read(data.token, table)
    if not 0 <= seat < len(gathering.table.seats) or gathering.table.seats[seat].generation != generation:
        raise Refused("lost-seat", "this link is void: the seat has been given up or handed on")
    return seated(request, gathering, seat)


@get("/{table:str}/link", summary="The token of your own seat, for another device", operation_id="link",
     responses=refusals(400, 401, 403, 404))  # fmt: skip
async def link(request: Request, table: TableId) -> m.Seated:
    gathering = await tables_of(request).gathering(table)
    seat = caller(request, gathering).seat
    token = gathering.tables.keys.token(table, seat, gathering.table.seats[seat].generation)
    return m.Seated(table, seat, token, gathering.table.commitment)


@post("/{table:str}/follow", summary="Your seat at the rematch of this table", operation_id="follow",
      responses=refusals(400, 401, 403, 404, 409))  # fmt: skip
async def follow(request: Request, table: TableId) -> Response[m.Seated]:
    gathering = await tables_of(request).gathering(table)
    seat = caller(request, gathering).seat
    if not gathering.table.next:
        raise Refused("not-over", "there is no rematch")
    after = await tables_of(request).gathering(gathering.table.next)
    if after.table.seats[seat].kind != "human" or after.table.seats[seat].generation != 1:
        raise Refused("taken", "your seat there has been given up or handed on")
    return seated(request, after, seat)


@post("/{table:str}/commands", summary="Do something; sending it again is safe", operation_id="command",
      status_code=200, responses={**refusals(400, 401, 403, 404, 429),
                 409: ResponseSpec(m.Done, description="Refused", generate_examples=False)})  # fmt: skip
async def command(request: Request, table: TableId, data: JSONBody[m.AnyCommand]) -> Response[m.Done]:
    gathering = await tables_of(request).gathering(table)
    who = caller(request, gathering)
    wait = request.app.state.doing.of(address_of(request)).take()
    if who.number is not None:
        wait = max(wait, gathering.bucket(who.number).take())
    if wait > 10:
        raise Refused("too-many", f"too many commands from your seat or your address: wait {wait:.0f} s")
    await asyncio.sleep(wait)
    if who.audience == SPECTATOR and gathering.table.settings.watch_chat and isinstance(data, m.Chat):
        done = await gathering.from_onlooker(data)
    else:
        done = await gathering.command(who.seat, data, who.generation)
    return Response(done, status_code=409 if done.outcome == "refused" else 200)


@get("/{table:str}/events", summary="Everything you are told, as it happens", operation_id="events",
     description="NDJSON, or server-sent events if you accept text/event-stream; Last-Event-ID works as `since`.",
     responses=refusals(400, 401, 403, 404, 429))  # fmt: skip
async def events(request: Request, table: TableId, since: Since = None) -> Stream:
    gathering = await tables_of(request).gathering(table)
    who = caller(request, gathering)
    last = request.headers.get("last-event-id", "")
    if since is None and last.isascii() and last.isdigit() and len(last) < 17:
        since = int(last)
    line = (table, who.number, address_of(request))
    if not gathering.tables.lines.has_room(*line):
        raise Refused("too-many", TOO_MANY)
    is_sse = "text/event-stream" in request.headers.get("accept", "")
    kind = "text/event-stream" if is_sse else "application/x-ndjson"
    since = None if who.is_demoted else since
    lines = serve_lines(gathering, who, since, is_sse, gathering.tables.lines.taken(*line))
    return Stream(lines, media_type=kind, headers={"x-accel-buffering": "no"})


@get("/{table:str}/file", summary="A finished game, with its seed", operation_id="file", media_type="application/json",
     responses=refusals(400, 403, 404, 409))  # fmt: skip
async def file(request: Request, table: TableId) -> Response[bytes]:
    gathering = await tables_of(request).gathering(table)
    caller(request, gathering)
    if gathering.table.phase != "over":
        raise Refused("not-over", "the game file can be had when the game is over")
    name = f"{gathering.table.head.game}-{table}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(game_file(gathering.table).encode(), media_type="application/json", headers=headers)


# ---- looking at a game again


@get("/{table:str}/replay", summary="A finished game, to look at again", operation_id="replay",
     responses=refusals(400, 401, 403, 404, 409))  # fmt: skip
async def replay(request: Request, table: TableId, eyes: Eyes = None) -> m.Reel:
    shown, who = await _of_table(request, table)
    return await asyncio.to_thread(shown.reel, eyes_of(eyes, shown.match.players), who)


@get("/{table:str}/replay/frames", summary="Its table after each step, a page at a time", operation_id="frames",
     responses=refusals(400, 401, 403, 404, 409))  # fmt: skip
async def frames(request: Request, table: TableId, eyes: Eyes = None, first: First = 0) -> m.Frames:
    shown, _ = await _of_table(request, table)
    return await asyncio.to_thread(shown.frames, eyes_of(eyes, shown.match.players), first)


async def _of_table(request: Request, table: str) -> tuple[Replay, int | None]:
    """Whoever may look at the table may look at it again, with anybody's eyes: nothing is secret any more."""
    gathering = await tables_of(request).gathering(table)
    who = caller(request, gathering).audience
    return Replay.of_table(gathering.table), None if who == SPECTATOR else who


@post("/", summary="Bring a game file, to look at it again", operation_id="bring", request_max_body_size=1_200_000,
      responses=refusals(400, 403, 413, 429))  # fmt: skip
async def bring(request: Request, data: JSONBody[m.Bring]) -> m.Brought:
    if not request.app.state.making.of(address_of(request)).has():
        raise Refused("too-many", "too many game files from your address: wait a little")
    async with request.app.state.reading:  # one at a time: the tables come first
        return m.Brought(await asyncio.to_thread(request.app.state.shelf.bring, data.file))


@get("/{file:str}", summary="A game file that was brought", operation_id="replay-file", responses=refusals(400, 404))
async def replay_file(request: Request, file: ReplayId, eyes: Eyes = None) -> m.Reel:
    shown = request.app.state.shelf.of(file)
    return await asyncio.to_thread(shown.reel, eyes_of(eyes, shown.match.players))


@get("/{file:str}/frames", summary="Its table after each step, a page at a time", operation_id="frames-file",
     responses=refusals(400, 404))  # fmt: skip
async def frames_file(request: Request, file: ReplayId, eyes: Eyes = None, first: First = 0) -> m.Frames:
    shown = request.app.state.shelf.of(file)
    return await asyncio.to_thread(shown.frames, eyes_of(eyes, shown.match.players), first)


# ---- the line


@websocket("/{table:str}/socket")
async def socket(socket: WebSocket, table: FromPath[str]) -> None:
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


def _since(socket: WebSocket) -> int | None:
    given = socket.query_params.get("since", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 17 else None


@get("/health", summary="Whether the server is well", operation_id="health",
     responses={503: ResponseSpec(m.Health, description="Nothing can be kept", generate_examples=False)})  # fmt: skip
async def health(request: Request) -> Response[m.Health]:
    tables = tables_of(request)
    is_kept, aside = tables.journal.is_well, len(tables.aside)
    state: Any = "failing" if not is_kept else "degraded" if aside else "ok"
    told = m.Health(state == "ok", state, __version__, is_kept, len(tables.gatherings), aside)
    return Response(told, status_code=200 if is_kept else 503)


# ---- refusals


async def guard(request: Request) -> None:
    """Before every request: this is the server that was meant, and nothing is changed for another site."""
    check_host(request, server_of(request))
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        check_origin(request, server_of(request))


def refuse(request: Any, error: Exception) -> Response[m.Refusal]:
    """Every error as code and words; what nobody foresaw is logged and told to nobody."""
    if isinstance(error, SkulkError):
        say = error.say if isinstance(error, Refused) else None
        return _refusal(STATUS.get(error.code, 400), error.code, str(error), error.rule, say)
    if isinstance(error, JournalError):
        log.error("%s", error)
        return _refusal(503, "not-kept", "the server cannot keep anything now; try again")
    if isinstance(error, Denied):
        return _refusal(error.status_code, error.code, str(error.detail))
    if isinstance(error, ValidationException):
        return _refusal(400, "bad-request", _what(error))
    if isinstance(error, RecursionError | UnicodeError):  # too deep, or no UTF-8
        log.warning("a request cannot be read: %s", type(error).__name__)
        return _refusal(400, "bad-request", "this request cannot be read")
    if isinstance(error, HTTPException) and error.status_code < 500:
        return _refusal(error.status_code, "bad-request", str(error.detail)[:300])
    log.error("a request failed", exc_info=error)
    return _refusal(500, "failed", "the server has failed here; nothing has changed")


def _refusal(status: int, code: str, text: str, rule: str = "", say: Phrase | None = None) -> Response[m.Refusal]:
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
    keys = Keys(read_secret(server.data / "secret"))
    journal = Journal(server.data / "skulk.db")
    time, hooks = Time(allowances=server.allowances), "public" if server.is_public else "any"
    thinkers = Thinkers(server.bot_processes)
    return Tables(journal, keys, thinkers, time, server.limits, hooks if server.webhooks else None)


def make_app(server: Server, tables: Tables | None = None, more: Sequence[Any] = ()) -> ASGIApp:
    """The app that a web server runs. `more`: handlers that whoever starts the process adds to those of the API."""
    tables = tables or make_tables(server)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> Any:
        await tables.start()
        app.state.tables, app.state.server = tables, server
        app.state.making = Buckets(server.limits.tables, server.limits.tables_burst)
        app.state.doing = Buckets(server.limits.messages, server.limits.burst)
        app.state.shelf, app.state.reading = Shelf(), asyncio.Semaphore(1)
        yield
        await tables.close()

    at_a_table = [look, seen, join, redeem, link, follow, command, events, file, replay, frames, socket]
    tables_api = Router("/tables", route_handlers=at_a_table)
    replays_api = Router("/replays", route_handlers=[bring, replay_file, frames_file])
    at_the_house = [house, fit_options, open_tables, make, health, *more]
    api = Router("/api", route_handlers=[*at_the_house, tables_api, replays_api])
    app = Litestar(
        route_handlers=[api, home, page],
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
    return with_headers(app, server)
