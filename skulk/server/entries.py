"""What a journal is made of: one entry for each command that was accepted, its body of a kind of its own.

The column `kind` of the journal is the tag. Rows are never rewritten and outlive every version: a kind may gain a field
that has a default, or another kind may be added; none ever changes its meaning.
"""

from typing import Any

import msgspec
from msgspec import Struct


class Body(Struct, frozen=True, omit_defaults=True):
    """What an entry says besides who and when."""


class Join(Body, frozen=True):
    """Somebody sits down."""

    seat: int
    name: str
    person: str | None = None
    share: str | None = None
    generation: int | None = None  # which of those who have the seat one after the other; not where a table was laid


class Knock(Body, frozen=True):
    """Somebody would like to take a seat over; whoever knows the id of the request gets it."""

    seat: int
    name: str
    person: str
    id: str


class Admit(Body, frozen=True):
    """Somebody at the table says yes or no to who has knocked at a seat."""

    seat: int
    yes: bool


class Share(Body, frozen=True):
    """A seat's part of the chance."""

    share: str


class Name(Body, frozen=True):
    """A person is called otherwise from now on."""

    name: str


class Bot(Body, frozen=True):
    """A seat is given to a bot, or opened again."""

    seat: int
    bot: str | None


class Host(Body, frozen=True):
    """Another seat hosts the table."""

    seat: int


class Start(Body, frozen=True):
    """The game begins; shares of the server's for seats that gave none."""

    shares: list[str]


class Move(Body, frozen=True):
    """A move; `on`: the digest of the position that it was made in."""

    action: int
    bot: bool = False
    on: str | None = None


class Answer(Body, frozen=True):
    """A sealed answer in a window, until another follows or the window closes."""

    action: int
    bot: bool = False


class Close(Body, frozen=True):
    """The window closes: all answers are played; `on`: the digest of the position before."""

    on: str | None = None


class Hold(Body, frozen=True):
    """A window is prolonged."""


class Standing(Body, frozen=True):
    """An answer prepared for windows to come; None: none any more."""

    move: str | None
    until_turn: bool = False


class Expired(Body, frozen=True):
    """A seat's time has run out."""


class Leave(Body, frozen=True):
    """A seat is given up."""


class Coach(Body, frozen=True):
    """Somebody wants a coach, or agrees to one."""


class Resign(Body, frozen=True):
    """The game is given up."""


class Back(Body, frozen=True):
    """A person takes the seat back from the bot that sat in."""


class Nudge(Body, frozen=True):
    """Somebody is reminded."""

    seat: int


class StandIn(Body, frozen=True):
    """A wish that a bot play for who is gone; `here`: all whose wish that takes."""

    seat: int
    here: list[int]


class AskUndo(Body, frozen=True):
    """Somebody asks to take moves back: so many steps stay; who has to agree."""

    steps: int
    waiting: list[int]


class Consent(Body, frozen=True):
    """Somebody who was asked agrees, or does not."""

    yes: bool


class Undo(Body, frozen=True):
    """Moves are taken back: so many steps stay."""

    steps: int


class Chat(Body, frozen=True):
    """Somebody says something; with a name: who looks on."""

    text: str
    name: str | None = None


class Pawn(Body, frozen=True):
    """A pawn is put on the board as a note, or taken off."""

    pawn: str
    space: str | None


class Rematch(Body, frozen=True):
    """The table is laid once more, under this name."""

    next: str


class Guide(Body, frozen=True):
    """A guided table is laid where a step begins: its scene, and the moves that lead there."""

    step: int
    position: dict[str, Any]
    options: dict[str, Any]
    seed: str
    moves: list[tuple[int, int]]
    on: str  # the digest of where they lead


class Webhook(Body, frozen=True):
    """Where a seat is called, and the key that signs the call."""

    url: str | None
    key: str | None


class Shut(Body, frozen=True):
    """The operator sets the table aside, ends it without a result ("ended"), or brings it back (None)."""

    why: str | None


KINDS: dict[str, type[Body]] = {
    "join": Join,
    "knock": Knock,
    "admit": Admit,
    "share": Share,
    "name": Name,
    "bot": Bot,
    "host": Host,
    "start": Start,
    "move": Move,
    "answer": Answer,
    "close": Close,
    "hold": Hold,
    "standing": Standing,
    "expired": Expired,
    "leave": Leave,
    "resign": Resign,
    "coach": Coach,
    "back": Back,
    "nudge": Nudge,
    "stand-in": StandIn,
    "ask-undo": AskUndo,
    "consent": Consent,
    "undo": Undo,
    "chat": Chat,
    "pawn": Pawn,
    "rematch": Rematch,
    "webhook": Webhook,
    "shut": Shut,
    "guide": Guide,
}
KIND_OF: dict[type[Body], str] = {body: kind for kind, body in KINDS.items()}
DECODE = {kind: msgspec.json.Decoder(body).decode for kind, body in KINDS.items()}
ENCODE = msgspec.json.Encoder().encode
TO_BOTS = (Bot, Leave, Expired, Resign, StandIn)  # that may leave a seat to a bot


class UnknownKind(ValueError):
    """The journal holds an entry that this version cannot read."""


class Entry(Struct, frozen=True):
    """One accepted command. `seat` None: the server itself. `at`: the time of day, for people; clocks run by `up`."""

    number: int
    command: str
    at: float
    seat: int | None
    body: Body
    up: float = 0.0  # seconds the server had been up

    @property
    def kind(self) -> str:
        return KIND_OF[type(self.body)]


def read(kind: str, body: str) -> Body:
    """A body out of the journal; an error says what is wrong with it."""
    if kind not in DECODE:
        raise UnknownKind(f"there are no entries of kind {kind!r}")
    return DECODE[kind](body)


def row_of(entry: Entry) -> tuple[Any, ...]:
    """An entry as the columns of the journal, without the table."""
    body = ENCODE(entry.body).decode()
    return (entry.number, entry.command, entry.at, entry.seat, KIND_OF[type(entry.body)], body, entry.up)


def entry_of(row: tuple[Any, ...]) -> Entry:
    """The entry that these columns tell."""
    number, command, at, seat, kind, body, up = row
    return Entry(number, command, at, seat, read(kind, body), up)
