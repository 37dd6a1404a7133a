"""What a bot in a process of its own is told, and what it may answer: the server's messages, one JSON object a line.

Everything here is made of what `Match` lets out to one seat, by the code that makes the server's views. A question of
the arena has one part more than the server's: `ask`. `docs/bots.md` tells what the arena sends.
"""

from typing import Any

from msgspec import DecodeError, Struct
from msgspec.json import Encoder

from skulk.bots import Budget
from skulk.engine import Match, SkulkError
from skulk.server import messages as m
from skulk.server.sight import fields, refused, show
from skulk.server.sight import line as heard

TABLE = "arena"
SETTINGS = m.Settings(beat=0, bot_pace=0, watch=False, chat=False)
FAIR = m.Fair("")  # neither the seed nor a hash of it: the seeds of an arena can be guessed
SAFE = (1 << 53) - 1  # every language reads whole numbers up to here
LONGEST = 1 << 20  # characters of an answer
WANTED = 'wanted is {"do": "move", "id": "1", "move": 3}, or the words of a move in place of 3'


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
        return m.View("over", seats, FAIR, table=match.table(seat), result={"forfeit": forfeit})
    seen = m.View("over" if match.is_over else "playing", seats, FAIR)
    show(seen, match, seat, match.table(seat))
    return seen


def news(match: Match, seat: int, since: int | None) -> list[m.Line]:
    """What the seat has heard since then."""
    events = match.events(seat, since or 0)
    if since == 0:  # the deal has been told
        events = events[sum(event.heard_by(seat) for event in match.opening) :]
    return [heard(match, event, seat) for event in events]


def ask(match: Match, seat: int, budget: Budget, limit: float, chance: int) -> Ask:
    given: dict[str, float] = {"simulations": budget.simulations} if budget.simulations else {"seconds": budget.seconds}
    return Ask(fields(match, seat), given, limit, chance & SAFE)


def done(id: str, error: SkulkError | None) -> m.Done:
    """What became of a move."""
    return refused(id, error) if error else m.Done(id, "applied")


# ---- lines

_encode = Encoder(enc_hook=int).encode  # a game may tell NumPy's numbers


def line(message: Message | m.Done | m.Move) -> bytes:
    return _encode(message) + b"\n"


def answer(text: bytes, number: int) -> m.Move:
    """The move that a line names, in answer to message `number`; SkulkError says why it names none."""
    try:
        command = m.decode_command(text)
    except (DecodeError, UnicodeError, RecursionError) as error:
        raise SkulkError(f"{shown(text)} is no move ({shown(error)}): {WANTED}") from None
    if not isinstance(command, m.Move):
        raise SkulkError(f"{shown(text)} is no move, and nothing else can be done here: {WANTED}")
    if command.on not in (None, number):
        raise SkulkError(f"stale: it answers message {command.on}, but message {number} asks")
    if isinstance(command.move, str):
        command.move = _plain(command.move)
    return command


def shown(text: Any) -> str:
    """The beginning of something strange, in one line that a terminal can bear."""
    whole = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
    plain = _plain(whole[:400])
    return plain if len(plain) <= 160 else plain[:160] + "…"


def _plain(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
