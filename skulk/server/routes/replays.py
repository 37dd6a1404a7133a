"""Finished games, to look at again: of a table here, or of a game file that somebody brings."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from skulk.engine import SPECTATOR
from skulk.protocol import messages as m

from ..door import Browser, address_of, caller
from ..replay import Replay, eyes_of
from ..seats import Refused
from ..tables import Laid
from . import Asked, Eyes, First, ReplayId, TableId, refusals, seated, server_of, tables_of

T = TypeVar("T")


@get("/{table:str}/replay", summary="A finished game, to look at again", operation_id="replay",
     responses=refusals(400, 401, 403, 404, 409))  # fmt: skip
async def replay(request: Asked, table: TableId, eyes: Eyes = None) -> m.Reel:
    shown, who = await _of_table(request, table)
    return await _made(request, shown.reel, eyes_of(eyes, shown.match.players), who)


@get("/{table:str}/replay/frames", summary="Its table after each step, a page at a time", operation_id="frames",
     responses=refusals(400, 401, 403, 404, 409))  # fmt: skip
async def frames(request: Asked, table: TableId, eyes: Eyes = None, first: First = 0) -> m.Frames:
    shown, _ = await _of_table(request, table)
    return await _made(request, shown.frames, eyes_of(eyes, shown.match.players), first)


@get("/{table:str}/review", summary="What a search makes of every decision of a finished game", operation_id="review",
     description="202 while it is on its way: ask again.",
     responses={**refusals(400, 401, 403, 404, 409, 429), 202: ResponseSpec(m.Reviewing, description="On its way",
                generate_examples=False)})  # fmt: skip
async def review(request: Asked, table: TableId) -> Response[m.Review]:
    shown, _ = await _of_table(request, table)
    return _reviewed(request, table, shown)


def _reviewed(request: Asked, name: str, shown: Replay) -> Response[Any]:
    told = request.app.state.reviews.of(name, shown.match.save, address_of(request))
    return Response(told, status_code=202 if isinstance(told, m.Reviewing) else 200)


@post("/{table:str}/what-if", summary="Play on from a turn of a finished game, against bots", operation_id="what-if",
      responses=refusals(400, 401, 403, 404, 409, 429))  # fmt: skip
async def what_if(request: Asked, table: TableId, data: JSONBody[m.WhatIf]) -> Response[m.Seated]:
    """A table of one's own, laid as this one lay then; only where it is over, and anybody may look at it again."""
    shown, _ = await _of_table(request, table)
    match = shown.match
    if data.seat >= match.players:
        raise Refused("no-seat", f"there is no seat {data.seat}: seats are 0 to {match.players - 1}")
    position = shown.position_at(data.step)
    if not request.app.state.making.of(address_of(request)).has():
        raise Refused("too-many", "too many tables from your address: wait a little")
    seats = ["human" if seat == data.seat else data.bot for seat in range(match.players)]
    wanted = m.Make(match.game.name, match.options, seats, name=data.name, start=True)
    browser = Browser(request, server_of(request))
    person = browser.known(tables_of(request).keys)
    laid, you = await tables_of(request).make(wanted, Laid(position), address_of(request), person)
    return seated(request, laid.table, you, browser)


async def _made(request: Asked, make: Callable[..., T], *of: Any) -> T:
    """What is shown of a finished game, made by a thread; one at a time: the tables come first."""
    async with request.app.state.showing:
        return await asyncio.to_thread(make, *of)


async def _of_table(request: Asked, table: str) -> tuple[Replay, int | None]:
    """Whoever may look at the table may look at it again, with anybody's eyes: nothing is secret any more."""
    gathering = await tables_of(request).gathering(table)
    who = caller(request, gathering).audience
    return Replay.of_table(gathering.table), None if who == SPECTATOR else who


@post("/", summary="Bring a game file, to look at it again", operation_id="bring", request_max_body_size=1_200_000,
      responses=refusals(400, 403, 413, 429))  # fmt: skip
async def bring(request: Asked, data: JSONBody[m.Bring]) -> m.Brought:
    if not request.app.state.making.of(address_of(request)).has():
        raise Refused("too-many", "too many game files from your address: wait a little")
    async with request.app.state.reading:  # one at a time: the tables come first
        return m.Brought(await asyncio.to_thread(request.app.state.shelf.bring, data.file))


@get("/{file:str}", summary="A game file that was brought", operation_id="replay-file", responses=refusals(400, 404))
async def replay_file(request: Asked, file: ReplayId, eyes: Eyes = None) -> m.Reel:
    shown = request.app.state.shelf.of(file)
    return await _made(request, shown.reel, eyes_of(eyes, shown.match.players))


@get("/{file:str}/frames", summary="Its table after each step, a page at a time", operation_id="frames-file",
     responses=refusals(400, 404))  # fmt: skip
async def frames_file(request: Asked, file: ReplayId, eyes: Eyes = None, first: First = 0) -> m.Frames:
    shown = request.app.state.shelf.of(file)
    return await _made(request, shown.frames, eyes_of(eyes, shown.match.players), first)


@get("/{file:str}/review", summary="What a search makes of its decisions", operation_id="review-file",
     responses={**refusals(400, 404, 409, 429), 202: ResponseSpec(m.Reviewing, description="On its way",
                generate_examples=False)})  # fmt: skip
async def review_file(request: Asked, file: ReplayId) -> Response[m.Review]:
    return _reviewed(request, f"file/{file}", request.app.state.shelf.of(file))


OF_A_TABLE = [replay, frames, review, what_if]
OF_A_FILE = [bring, replay_file, frames_file, review_file]
