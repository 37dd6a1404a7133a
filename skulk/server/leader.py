"""The guide at a table: it makes its moves, one after the other, and lays the tables that come after."""

import asyncio
import logging
from typing import TYPE_CHECKING

from skulk.guides import due, read
from skulk.protocol import messages as m

from .decide import move
from .guided import place_of, real_game
from .store import JournalError
from .table import Table

if TYPE_CHECKING:
    from .gathering import Gathering
    from .tables import Tables

log = logging.getLogger("skulk.server")
OWN = 0.4  # of a bot's time, where the guide moves for the learner: long enough to see what was done before


class Leader:
    """The guide at one table: it makes its moves, one after the other."""

    def __init__(self, gathering: "Gathering"):
        self.gathering = gathering

    def leads(self) -> bool:
        """Whether the guide sees to the table now; if not, the bots play. It asks for what is due."""
        table = self.gathering.table
        if not table.guide or not table.humans:
            return bool(table.guide)  # nobody learns here any more
        assert table.match
        here = place_of(table)
        for seat, action in due(table.match, here):
            if seat not in table.answers or not table.is_window:
                self.gathering.start(self._move(seat, action, table.turn))
        return here.aside is None or bool(here.left)

    async def _move(self, seat: int, action: int, turn: int) -> None:
        table = self.gathering.table
        await asyncio.sleep(table.settings.bot_pace * (OWN if table.seats[seat].kind == "human" else 1))
        async with self.gathering.lock:
            if table.turn != turn or self.gathering.broken or (table.is_window and seat in table.answers):
                return
            try:
                await self.gathering.enter([move(table, seat, action, by_bot=True)], seat, f"~guide:{table.number}")
            except JournalError as error:
                log.error("table %s: %s", table.head.id, error)
                asyncio.get_running_loop().call_later(1, self.gathering.carry_on)


async def lay_elsewhere(tables: "Tables", table: Table, step: int) -> str:
    """The table of a step that is played at another one; its name."""
    guide = read(table.head.game)
    person = next((seat.person for seat in table.seats if seat.kind == "human"), None)
    before = tables.gatherings.get(table.head.id)
    owner = before.owner if before else ""
    if step == len(guide.steps):
        gathering, _ = await tables.make(real_game(guide, table), owner=owner, person=person)
    else:
        name = next((seat.name for seat in table.seats if seat.kind == "human"), "Somebody")
        wanted = m.Learn(name, step, table.settings.bot_pace)
        gathering, _ = await tables.make_guided(guide.game, wanted, owner, person)
    return gathering.table.head.id
