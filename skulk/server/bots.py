"""Bots at one table: asked when they are to move, heard at a moment that tells nothing of their hands."""

import asyncio
import logging
import random
from typing import TYPE_CHECKING, Any

from skulk import bots

from .decide import move
from .store import JournalError
from .thinkers import BotFailed

if TYPE_CHECKING:
    from .gathering import Gathering

log = logging.getLogger("skulk.server")


class Bots:
    """What the bots of one table think about."""

    def __init__(self, gathering: "Gathering"):
        self.gathering = gathering
        self.thinking: dict[int, tuple[Any, ...]] = {}  # seat → the question its bot thinks about

    def ask(self, asked: list[int]) -> None:
        table = self.gathering.table
        for seat in asked:
            if not table.seats[seat].is_played_by_bot or (table.is_window and seat in table.answers):
                continue
            question = self._question(seat)
            if self.thinking.get(seat) != question:
                self.thinking[seat] = question
                self.gathering.start(self._let_think(seat, question))

    def _question(self, seat: int) -> tuple[Any, ...]:
        return (
            self.gathering.table.asked_at.get(seat),
            self.gathering.table.asked_on.get(seat),
            self.gathering.table.window,
            self.gathering.table.bot_of(seat),
        )

    async def _let_think(self, seat: int, question: tuple[Any, ...]) -> None:
        """Ask a bot, and answer at a moment that was drawn before it looked at its hand."""
        table, loop = self.gathering.table, asyncio.get_running_loop()
        assert table.match
        moment = loop.time() + self._delay(table.bot_of(seat))
        seen = table.game.State.pack(table.match.seen(seat))
        rng = table.match.bot_chance(seat)
        action = await self._choose(seat, table.bot_of(seat), seen, rng)
        await asyncio.sleep(max(0.0, moment - loop.time()))
        if self.thinking.get(seat) == question:
            del self.thinking[seat]
        async with self.gathering.lock:
            is_asked = table.match.is_acting(seat) and table.seats[seat].is_played_by_bot
            if self._question(seat) != question or not is_asked or self.gathering.broken:
                return
            action = table.match.check(seat, action)
            try:
                await self.gathering.enter([move(table, seat, action, by_bot=True)], seat, f"~bot:{table.number}")
            except JournalError as error:
                log.error("table %s: %s", table.head.id, error)
                asyncio.get_running_loop().call_later(1, self.gathering.carry_on)

    def _delay(self, bot: str) -> float:
        """Seconds until a bot answers: nothing about its hand goes into it, not even that it need not think."""
        table = self.gathering.table
        if table.is_window and table.beat and not table.is_alone:
            return table.beat * random.uniform(0.1, 0.7)
        budget = bots.parse(bot).budget
        thinks = budget.seconds if budget and table.settings.bot_pace else 0.0
        return thinks + table.settings.bot_pace * random.uniform(0.5, 1.5)

    async def _choose(self, seat: int, bot: str, seen: bytes, rng: int) -> int:
        """A bot's move; if the bot fails, any legal one, so that the table plays on."""
        table = self.gathering.table
        try:
            thinkers = self.gathering.tables.thinkers
            return await thinkers.choose(table.head.id, seat, table.game.name, bot, seen, rng, self.gathering.owner)
        except BotFailed as error:
            self.gathering.tables.figures.failed_bots += 1
            log.error("table %s: seat %d, played by bot %s, failed: %s", table.head.id, seat, bot, error)
            spare = bots.sit("random", table.game)
            return spare.choose(table.game.State.unpack(seen), seat, 0, table.game.dealer(rng))
