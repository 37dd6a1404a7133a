"""What the arena tells a bot in a process of its own: what a server would, with one part more in a question: `ask`.

Everything here is made of what `Match` lets out to one seat. `docs/bots.md` tells what the arena sends.
"""

from typing import Any

from msgspec import Struct

from skulk.bots import Budget
from skulk.engine import Match, SkulkError
from skulk.protocol import messages as m
from skulk.protocol.lines import SAFE
from skulk.protocol.views import fields, line, refused, show

TABLE = "arena"
SETTINGS = m.Settings(beat=0, bot_pace=0, watch=False, chat=False)
FAIR = m.Fair("")  # neither the seed nor a hash of it: the seeds of an arena can be guessed


class Ask(Struct):
    """What a question holds in the arena alone."""

    seen: dict[str, Any]
    budget: dict[str, float]
    limit: float
    chance: int


class Welcome(m.Welcome, tag="welcome", omit_defaults=True):
    ask: Ask | None = None


class Told(m.Told, tag="told", omit_defaults=True):
    ask: Ask | None = None


Message = Welcome | Told


def message(
    match: Match,
    seat: int,
    number: int,
    since: int | None,
    ask: Ask | None = None,
    forfeit: dict[str, Any] | None = None,
) -> Message:
    """The `number`-th message to a seat: a question if it has an `ask`, else the end.

    `since` is the move up to which the seat has heard what happened, None at first.
    """
    lines, seen, game = news(match, seat, since), view(match, seat, forfeit), match.game
    if number > 1:
        return Told(number, lines, seen, ask)
    options = match.options
    return Welcome(number, TABLE, game.name, game.title, game.version, options, SETTINGS, seat, lines, seen, ask)


def view(match: Match, seat: int, forfeit: dict[str, Any] | None) -> m.View:
    """All the seat knows now, as the server would tell it. A game that was forfeited is over."""
    seats = [m.SeatView(number, "bot", f"Seat {number + 1}") for number in range(match.players)]
    if forfeit:
        return m.View("over", seats, FAIR, table=match.drawn(seat), result={"forfeit": forfeit})
    seen = m.View("over" if match.is_over else "playing", seats, FAIR)
    show(seen, match, seat, match.drawn(seat))
    return seen


def news(match: Match, seat: int, since: int | None) -> list[m.Line]:
    """What the seat has heard since then."""
    events = match.events(seat, since or 0)
    if since == 0:  # the deal has been told
        events = events[sum(event.heard_by(seat) for event in match.opening) :]
    return [line(match, event, seat) for event in events]


def ask(match: Match, seat: int, budget: Budget, limit: float, chance: int) -> Ask:
    given: dict[str, float] = {"simulations": budget.simulations} if budget.simulations else {"seconds": budget.seconds}
    return Ask(fields(match, seat), given, limit, chance & SAFE)


def done(id: str, error: SkulkError | None) -> m.Done:
    """What became of a move."""
    return refused(id, error) if error else m.Done(id, "applied")
