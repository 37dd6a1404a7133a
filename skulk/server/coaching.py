"""The coach of a table: it speaks to who is asked, from what that seat sees, where all people have agreed to that."""

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from skulk.bots.warm import is_off
from skulk.engine import GameOver, NotYourTurn
from skulk.protocol import messages as m

from .seats import Refused
from .thinker import ALL
from .thinkers import BotFailed

if TYPE_CHECKING:
    from .gathering import Gathering

LATE = 10.0  # seconds after which somebody is told to ask again
MOST = 4  # questions of a seat that are thought about at a time: bots of all tables wait behind them


class Coaching:
    """What the coach of one table is asked."""

    def __init__(self, gathering: "Gathering"):
        self.gathering = gathering
        self.said: dict[tuple[int, int], tuple[int, asyncio.Task[bytes]]] = {}  # seat, move → at which number, what
        self.thinking: Counter[int] = Counter()  # seat → questions that are thought about, also when nobody waits

    async def advise(self, seat: int, move: int | None) -> m.Advice:
        """What it says to this seat of all its moves, or of one; asked twice, it thinks once."""
        self._check(seat, move)
        table = self.gathering.table
        about, number = ALL if move is None else move, table.numbers[seat]
        at, task = self.said.get((seat, about), (-1, None))
        if at != number or task is None:
            self.said = {key: said for key, said in self.said.items() if key[0] != seat or said[0] == number}
            task = self._begin(seat, about)
            self.said[seat, about] = (number, task)
        try:
            said = await asyncio.wait_for(asyncio.shield(task), LATE)
        except (BotFailed, TimeoutError) as error:
            self.said.pop((seat, about), None)
            raise Refused("no-advice-yet", "the coach of this game is getting ready: ask again in a minute") from error
        advice = msgspec.json.decode(said, type=m.Advice)
        advice.number = number
        return advice

    def _begin(self, seat: int, about: int) -> asyncio.Task[bytes]:
        if self.thinking[seat] >= MOST:
            raise Refused("too-many", "your coach is thinking about other moves of yours: ask again in a moment")
        self.thinking[seat] += 1
        task = asyncio.create_task(self._ask(seat, about))
        task.add_done_callback(lambda task: self._has_thought(seat, task))
        return task

    def _has_thought(self, seat: int, task: asyncio.Task[bytes]) -> None:
        self.thinking[seat] -= 1
        if not task.cancelled():
            task.exception()  # it is told to who waits; if nobody does, it is nothing to log

    def _check(self, seat: int, move: int | None) -> None:
        table = self.gathering.table
        if table.match is None:
            raise Refused("not-begun", "the game has not begun")
        if table.match.is_over:
            raise GameOver(f"{table.game.title} is over: its review says what was better")
        if not table.is_coached:
            raise Refused("no-coach", "a coach speaks once all people at the table have asked for one")
        if is_off():
            raise Refused("no-advice", "this server compiles nothing, so there is no search to ask")
        if not table.match.is_acting(seat):
            raise NotYourTurn("you are not asked to move now")
        if move is not None:
            table.match.check(seat, move)

    async def _ask(self, seat: int, about: int) -> bytes:
        table = self.gathering.table
        assert table.match
        seen = table.game.State.pack(table.match.seen(seat))
        thinkers = self.gathering.tables.thinkers
        return await thinkers.advise(table.head.id, seat, table.game.name, seen, about, self.gathering.owner)
