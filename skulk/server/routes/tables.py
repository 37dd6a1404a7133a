"""One table: to look at, to sit down at, to play at, to listen to."""

import asyncio

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream

from skulk.engine import SPECTATOR
from skulk.protocol import messages as m

from ..door import Browser, address_of, caller, persons
from ..files import game_file
from ..operate.requests import Commands
from ..seats import Refused
from ..stream import serve_lines
from ..telling import sight, welcome
from . import TOO_MANY, Action, Asked, Since, TableId, refusals, seated, server_of, tables_of

LONGEST = 10  # seconds that a command waits for its turn; who would wait longer is refused


@get("/{table:str}", summary="The table as you see it", operation_id="look", responses=refusals(400, 401, 403, 404))
async def look(request: Asked, table: TableId) -> m.Welcome:
    gathering = await tables_of(request).gathering(table)
    return welcome(gathering.table, caller(request, gathering).audience)


@get("/{table:str}/seen", summary="What your seat sees, as bots are handed it", operation_id="seen",
     responses=refusals(400, 401, 403, 404, 409))  # fmt: skip
async def seen(request: Asked, table: TableId) -> m.Sight:
    gathering = await tables_of(request).gathering(table)
    return sight(gathering.table, caller(request, gathering).seat)


@post("/{table:str}/join", summary="Sit down", operation_id="join",
      responses={**refusals(400, 403, 404, 409), 202: ResponseSpec(m.Seated, description="The table is asked",
                 generate_examples=False)})  # fmt: skip
async def join(request: Asked, table: TableId, data: JSONBody[m.Join]) -> Response[m.Seated]:
    gathering = await tables_of(request).gathering(table)
    browser = Browser(request, server_of(request))
    seat = await gathering.join(data, persons(request, gathering, browser))
    if seat is None:
        told = m.Seated(table, None, None, gathering.table.commitment, gathering.waits_for(data.id))
        return Response(told, status_code=202, cookies=browser.cookies)
    return seated(request, gathering.table, seat, browser)


@post("/{table:str}/seat", summary="Turn a seat link into a cookie", operation_id="redeem",
      responses=refusals(400, 401, 403, 404))  # fmt: skip
async def redeem(request: Asked, table: TableId, data: JSONBody[m.Redeem]) -> Response[m.Seated]:
    gathering = await tables_of(request).gathering(table)
    seat, generation = gathering.tables.keys.read(data.token, table)
    if not 0 <= seat < len(gathering.table.seats) or gathering.table.seats[seat].generation != generation:
        raise Refused("lost-seat", "this link is void: the seat has been given up or handed on")
    return seated(request, gathering.table, seat)


@get("/{table:str}/link", summary="The token of your own seat, for another device", operation_id="link",
     responses=refusals(400, 401, 403, 404))  # fmt: skip
async def link(request: Asked, table: TableId) -> m.Seated:
    gathering = await tables_of(request).gathering(table)
    seat = caller(request, gathering).seat
    token = gathering.tables.keys.token(table, seat, gathering.table.seats[seat].generation)
    return m.Seated(table, seat, token, gathering.table.commitment)


@post("/{table:str}/follow", summary="Your seat at the rematch of this table", operation_id="follow",
      responses=refusals(400, 401, 403, 404, 409))  # fmt: skip
async def follow(request: Asked, table: TableId) -> Response[m.Seated]:
    gathering = await tables_of(request).gathering(table)
    seat = caller(request, gathering).seat
    if not gathering.table.next:
        raise Refused("not-over", "there is no rematch")
    after = await tables_of(request).to_look_at(gathering.table.next)
    if gathering.table.guide and after.humans:
        [seat] = after.humans  # a guide goes on where the next step sits
    if after.seats[seat].kind != "human" or after.seats[seat].generation != 1:
        raise Refused("taken", "your seat there has been given up or handed on")
    return seated(request, after, seat)


@post("/{table:str}/commands", summary="Do something; sending it again is safe", operation_id="command",
      status_code=200, responses={**refusals(400, 401, 403, 404, 429),
                 409: ResponseSpec(m.Done, description="Refused", generate_examples=False)})  # fmt: skip
async def command(request: Asked, table: TableId, data: JSONBody[m.AnyCommand]) -> Response[m.Done]:
    gathering = await tables_of(request).gathering(table)
    who = caller(request, gathering)
    wait = request.app.state.doing.of(address_of(request)).take(LONGEST)
    if who.number is not None:
        wait = max(wait, gathering.bucket(who.number).take(LONGEST))
    if wait > LONGEST:
        raise Refused("too-many", f"too many commands from your seat or your address: wait {wait:.0f} s")
    await asyncio.sleep(wait)
    commands = Commands(table, gathering.tables.figures)
    commands.begin()
    commands.do = data
    if who.audience == SPECTATOR and gathering.table.settings.watch_chat and isinstance(data, m.Chat):
        done = await gathering.from_onlooker(data)
    else:
        done = await gathering.command(who.seat, data, who.generation)
    commands.end(done)
    return Response(done, status_code=409 if done.outcome == "refused" else 200)


@get("/{table:str}/events", summary="Everything you are told, as it happens", operation_id="events",
     description="NDJSON, or server-sent events if you accept text/event-stream; Last-Event-ID works as `since`.",
     responses=refusals(400, 401, 403, 404, 409, 429))  # fmt: skip
async def events(request: Asked, table: TableId, since: Since = None) -> Stream:
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
    if since is not None and since > (told := gathering.table.numbers[who.audience]):
        raise Refused("no-number", f"you cannot have been told number {since}, the last is {told}: leave `since` out")
    lines = serve_lines(gathering, who, since, is_sse, gathering.tables.lines.taken(*line))
    return Stream(lines, media_type=kind, headers={"x-accel-buffering": "no"})


@get("/{table:str}/advice", summary="What a coach says: of your moves, or what may come of one", operation_id="advice",
     description="To all people at the table, once each of them has sent the command `coach`.",
     responses=refusals(400, 401, 403, 404, 409, 429))  # fmt: skip
async def advice(request: Asked, table: TableId, move: Action = None) -> m.Advice:
    gathering = await tables_of(request).gathering(table)
    who = caller(request, gathering)
    if not gathering.bucket(who.seat).has():
        raise Refused("too-many", "your coach has been asked very often: wait a little")
    return await gathering.coach.advise(who.seat, move)


@get("/{table:str}/file", summary="A finished game, with its seed", operation_id="file", media_type="application/json",
     responses=refusals(400, 403, 404, 409))  # fmt: skip
async def file(request: Asked, table: TableId) -> Response[bytes]:
    gathering = await tables_of(request).gathering(table)
    caller(request, gathering)
    if gathering.table.guide:
        raise Refused("no-file", "there is no file of a guided table: nothing was dealt there by chance")
    if gathering.table.phase != "over":
        raise Refused("not-over", "the game file can be had when the game is over")
    name = f"{gathering.table.head.game}-{table}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(game_file(gathering.table).encode(), media_type="application/json", headers=headers)


AT_A_TABLE = [look, seen, join, redeem, link, follow, command, events, advice, file]
