"""What a seat sees and hears, as messages: made of its sight and of what it heard, and of nothing else."""

from typing import Any

from msgspec import Raw

from skulk.engine import SPECTATOR, Phrase
from skulk.protocol import messages as m
from skulk.protocol.views import fields, show, spoken

from .guided import does_for, view_of
from .seats import Refused, Seat
from .table import Item, Table
from .words import of_the_house

LOG = 200  # lines of the log in a welcome
CHATS = 50  # of these at most are people's own words


def view(table: Table, audience: int) -> m.View:
    """All that this seat knows now."""
    match = table.match
    if table.seating is None:
        table.seating = (Raw(m.encode(_seats(table))), Raw(m.encode(_fair(table))))
    seats, fair = table.seating
    seen = m.View(table.phase, seats, fair, next=table.next, host=table.host)  # type: ignore[arg-type]
    if match is None:
        return seen
    show(seen, match, audience, _table(table, audience))
    if table.phase == "playing":
        seen.pawns = table.pawns
    if table.asking:
        seen.asking = m.UndoView(table.asking.seat, sorted(table.asking.waiting))
    if not match.is_over:
        seen.knocks = [
            m.KnockView(s, knock.name, table.waiting_for(knock)) for s, knock in sorted(table.knocks.items())
        ]
    if audience != SPECTATOR:
        _add_own(table, audience, seen)
    return seen


def _seats(table: Table) -> list[m.SeatView]:
    return [_seat(number, seat) for number, seat in enumerate(table.seats)]


def _seat(number: int, seat: Seat) -> m.SeatView:
    told = m.SeatView(number, seat.kind, seat.name, seat.bot, seat.away, seat.free, seat.resigned, seat.generation)  # type: ignore[arg-type]
    told.coached = seat.coached
    return told


def _fair(table: Table) -> m.Fair:
    shares = list(table.match.shares) if table.match else None
    return m.Fair(table.commitment, shares, table.head.seed if table.phase == "over" else None)


def _table(table: Table, audience: int) -> Any:
    """The game's JSON of what this audience sees; where all see the same it is made once."""
    assert table.match
    if not table.game.is_open:
        return table.match.drawn(audience)
    sight = table.match.seen(audience)
    if table.drawn is None or table.drawn[0] is not sight:
        table.drawn = (sight, Raw(m.encode(table.match.drawn(audience))))
    return table.drawn[1]


def _add_own(table: Table, seat: int, seen: m.View) -> None:
    assert table.match
    seen.undo, seen.guide = table.has_undo(seat), view_of(table)
    if does_for(table, seat):
        seen.moves = []
    seen.webhook = table.seats[seat].webhook
    if table.game.has_windows:
        seen.holds = table.seats[seat].holds
        seen.standing, seen.until_turn = table.seats[seat].standing, table.seats[seat].until_turn
        if table.is_window and seat in table.answers:
            seen.answer = table.match.say(seat, table.answers[seat])


def sight(table: Table, seat: int) -> m.Sight:
    """What a bot at this seat would be handed."""
    if table.match is None:
        raise Refused("not-begun", "the game has not begun")
    return m.Sight(table.numbers[seat], seat, fields(table.match, seat))


def lines(table: Table, items: list[Item], audience: int) -> list[m.Line]:
    """What this audience hears of these items."""
    return [_line(table, item, _phrase(table, item, audience)) for item in items if item.audience >> audience & 1]


def _phrase(table: Table, item: Item, audience: int) -> Phrase:
    if item.event is not None:
        return table.game.words.tell(item.event, audience)
    assert item.phrase
    return item.phrase


def _line(table: Table, item: Item, phrase: Phrase) -> m.Line:
    if item.event is not None:
        assert table.match
        assert item.sitting
        told = spoken(table.match, phrase, item.sitting.names)
        if item.sitting is not table.sitting and item.sitting.people != table.sitting.people:
            told.then = item.sitting.people
        return told
    say, text = of_the_house(table.game, phrase)
    of = "chat" if phrase.key in ("chat", "onlooker says") else "table"
    return m.Line(of, say, text, item.seat, item.at, item.generation)  # type: ignore[arg-type]


def _news(table: Table, audience: int) -> list[Any]:
    """The lines of what is fresh."""
    return [_said(table, item, audience) for item in table.fresh if item.audience >> audience & 1]


def _said(table: Table, item: Item, audience: int) -> Raw:
    """The line of an item; for all who are told it in the same words it is made once."""
    phrase = _phrase(table, item, audience)
    said = table.said.setdefault(id(item), [])
    for other, line in said:
        if other is phrase or other == phrase:
            return line
    said.append((phrase, Raw(m.encode(_line(table, item, phrase)))))
    return said[-1][1]


def told(table: Table, audience: int) -> m.Told:
    """What this audience is told of the entry just applied."""
    return m.Told(table.numbers[audience], _news(table, audience), view(table, audience))


def _lately(heard: list[Item]) -> list[Item]:
    """The same without what people said before the last lines of theirs."""
    said = [item for item in heard if item.at is not None]
    old = {id(item) for item in said[:-CHATS]}
    return [item for item in heard if id(item) not in old]


def welcome(table: Table, audience: int) -> m.Welcome:
    seat = None if audience == SPECTATOR else audience
    heard = _lately([item for item in table.log if item.audience >> audience & 1][-LOG:])
    return m.Welcome(
        table.numbers[audience],
        table.head.id,
        table.head.game,
        table.game.title,
        table.head.version,
        table.options,
        table.settings,
        seat,
        lines(table, heard, audience),
        view(table, audience),
    )
