"""A table: what is so, from its journal and from nothing else.

`decide` says what a command would add to the journal, `fold` carries an entry out, `windows` plays sealed answers
together. Nothing here knows of sockets, files or the time of day.
"""

import hashlib
from collections import deque
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from skulk.engine import SPECTATOR, Event, Match, Phrase, load
from skulk.engine.match import digest_of
from skulk.engine.reveal import has_shown
from skulk.protocol import messages as m

from .seats import Refused, Seat
from .store import Head
from .words import numbered

ASKS = 5  # a seat may ask so often in a game to take a move back


class Sitting(NamedTuple):
    """Who sits where, for as long as nobody comes, goes or is called otherwise."""

    seats: tuple[tuple[str, str, str | None], ...]  # kind, name, bot
    names: tuple[str, ...]

    @property
    def people(self) -> list[str | None]:
        return [name if kind == "human" else None for (kind, *_), name in zip(self.seats, self.names, strict=True)]


class Item(NamedTuple):
    """One line of the log: an event of the game or words of the table, and who hears it."""

    audience: int
    event: Event | None
    phrase: Phrase | None
    seat: int | None = None  # who chats
    at: float | None = None
    generation: int | None = None  # which of those who have had the seat
    sitting: Sitting | None = None  # of an event: who sat there


class Made(NamedTuple):
    """Moves made by one entry: one, or all of a window (seat None)."""

    seat: int | None
    moves: int
    said: int  # how many lines the log had before


class Knock(NamedTuple):
    """Somebody would like to take a seat over; who has agreed, as seat and generation."""

    id: str  # of the request: whoever knows it gets the seat
    name: str
    person: str
    agreed: frozenset[tuple[int, int]]


class Resigned(NamedTuple):
    """Who has given the game up, and after how many moves."""

    seat: int
    name: str
    after: int


class Guided(NamedTuple):
    """Of a guided table: which step was laid last, by which entry, and how many moves its match had then."""

    step: int
    laid: int
    since: int


class Asking(NamedTuple):
    """Somebody wants to take moves back: `steps` are left after that; `waiting` have to agree."""

    seat: int
    steps: int
    waiting: frozenset[int]


def commitment(seed: str) -> str:
    """What is published of the seed before anybody gives a share."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Table:
    """One table. After `apply`, `told` holds the audiences that were told, `fresh` what there was to hear."""

    def __init__(self, head: Head):
        self.head, self.game = head, load(head.game)
        self.options: dict[str, Any] = head.more["options"]
        self.settings = msgspec.convert(head.more["settings"], m.Settings)
        self.seats = [Seat() for _ in range(self.options["players"])]
        self.audiences = [*range(len(self.seats)), SPECTATOR]
        self.names = [""] * len(self.seats)
        self.match: Match | None = None
        self.sittings: list[tuple[int, Sitting]] = []  # who has sat here since which move
        self.note_names()
        self.host: int | None = None  # whoever sat down first; after they have left, the next person
        self.wishes: dict[int, frozenset[int]] = {}  # seat of who is gone → who would let a bot play on
        self.nudges: set[tuple[int, int, int | None]] = set()  # who, whom, at which question
        self.commitment = commitment(head.seed)
        self.next: str | None = None
        self.shut: str | None = None  # by the operator: "aside" or "ended"
        self.guide: Guided | None = None  # of a guided table
        self.asking: Asking | None = None
        self.objected: dict[int, int] = {}  # seat → the step that it was told no to take back
        self.resigned: list[Resigned] = []
        self.sitters: dict[tuple[int, int], str | None] = {}  # seat and generation → the person
        self.sat: dict[str, int] = {}  # person → the seat they have had since the deal
        self.was_left = False  # whether somebody has left the running game
        self.left_by: dict[int, str | None] = {}  # seat → who left it to a bot, as long as nobody else has had it
        self.knocks: dict[int, Knock] = {}  # seat → who would like to take it over
        self.knocked: set[str] = set()  # ids that have knocked
        self.noes: dict[int, int] = {}  # seat → how often somebody was not let in there
        self.unwanted: set[str] = set()  # persons who were not let in
        self.steps: list[Made] = []
        self.log: list[Item] = []
        self.chats: deque[int] = deque()  # where in it people said something
        self.fresh: list[Item] = []
        self.told: list[int] = []
        self.number = 0  # of the journal; nobody is told it
        self.numbers = dict.fromkeys(self.audiences, 0)  # what each audience was told
        self.commands: dict[str, int] = {}
        self.pawns: dict[str, str] = {}  # pawn → space: notes on the board, for all to see
        self.put = 0  # how often since the last move
        self.answers: dict[int, int] = {}  # sealed, in the present window
        self.window = 0  # counts windows
        self.opened = self.prolonged = (
            0.0  # when the present window opened, by the server's own time; seconds it was held
        )
        self.asked_on: dict[int, int] = {}  # seat → its number when its present question came up
        self.asked_at: dict[int, float] = {}  # and the time
        self.turn = 0  # counts changes of the match, undo included
        self.checked = 0  # how many entries have said in which position they were made
        self.touched = 0
        self.seating: tuple[Raw, Raw] | None = None  # JSON for `view`: who sits where, and how fair it is
        self.drawn: tuple[Any, Raw] | None = None  # a sight, and the table as it shows it
        self.said: dict[int, list[tuple[Phrase, Raw]]] = {}  # of each item that is fresh: its lines, by what they say

    @property
    def phase(self) -> str:
        if self.match is None:
            return "lobby"
        return "over" if self.match.is_over else "playing"

    @property
    def is_window(self) -> bool:
        if not self.game.has_windows or self.match is None or self.match.is_over:
            return False
        return self.match.pace() == "window"

    @property
    def humans(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats) if who.kind == "human"]

    @property
    def is_coached(self) -> bool:
        """Whether a coach may speak: all people at the table have said so."""
        return bool(self.humans) and all(self.seats[seat].coached for seat in self.humans)

    @property
    def is_alone(self) -> bool:
        """One person among bots: how long a window takes tells nobody anything, so it ends when all have answered."""
        return len(self.humans) == 1

    @property
    def beat(self) -> float:
        """Seconds the present window lasts; 0: until all have answered. Without a clock nobody hurries who is alone."""
        if not self.humans or not self.settings.beat or (self.is_alone and self.settings.clock == "off"):
            return 0
        whole = 4 * 3600 if self.settings.clock == "correspondence" else self.settings.beat
        return whole + self.prolonged

    def bot_of(self, seat: int) -> str:
        return self.seats[seat].bot or self.settings.stand_in

    def is_answered(self, seat: int) -> bool:
        return seat in self.answers or self.seats[seat].standing is not None or self._can_only_pass(seat)

    def _can_only_pass(self, seat: int) -> bool:
        """Whether somebody alone holds nothing to answer with. Among people this is never asked: it would show."""
        assert self.match
        return self.is_alone and self.match.legal(seat) == [self.game.passing]

    def has_all_answers(self) -> bool:
        """Whether the window waits for nobody; it closes then, unless its beat has to run for people."""
        assert self.match
        return all(self.is_answered(seat) for seat in self.match.acting())

    def has_undo(self, seat: int) -> bool:
        """Whether the seat has a move to take back: others could be asked for it, or nobody has to agree. Somebody must
        once others have moved on, or it was shown something since; bots never do."""
        steps = self.last_step(seat) if self.phase == "playing" else None
        if steps is None:
            return False
        assert self.match
        others = self.others(seat)
        if others and not self.why_not_ask(seat, steps):
            return True
        is_free = steps == len(self.steps) - 1 or not others
        return is_free and not has_shown(self.match, self.first_move(steps), seat)

    def why_not_ask(self, seat: int, steps: int) -> Refused | None:
        """Why the others are not asked to have a step taken back. A no holds for the move it was said of; nobody is
        asked again and again; the absent cannot answer."""
        if self.objected.get(seat, -1) >= steps:
            return Refused("objected", "the others have said no to that: the move stands")
        if self.seats[seat].asks >= ASKS:
            return Refused("asked-enough", f"you have asked {ASKS} times in this game to take a move back")
        away = [self.names[other] for other in self.others(seat) if self.seats[other].away]
        return Refused("absent", f"{', '.join(away)} would have to agree, and is away") if away else None

    def last_step(self, seat: int) -> int | None:
        """Which step is the last of a seat; it is looked for from the end, for every view asks."""
        return next((i for i in reversed(range(len(self.steps))) if self.steps[i].seat == seat), None)

    def first_move(self, steps: int) -> int:
        """The number of the first move of a step."""
        assert self.match
        return self.match.number - sum(step.moves for step in self.steps[steps:])

    def others(self, seat: int) -> list[int]:
        """The seats of other people, who have to agree: those who are away too, but no second seat of one's own."""
        own = self.seats[seat].person
        return [other for other in self.humans if other != seat and (own is None or self.seats[other].person != own)]

    def waiting_for(self, knock: Knock) -> list[int]:
        """Who has not agreed yet: all people who have a seat now, also those who are away."""
        return [seat for seat in self.humans if (seat, self.seats[seat].generation) not in knock.agreed]

    def position(self) -> str:
        """The digest of where the match stands, for entries that change it."""
        assert self.match
        return digest_of(self.match.packed())

    def note_names(self) -> None:
        """Of people who are called alike, the later ones bear a number."""
        given = [seat.name or f"Seat {number + 1}" for number, seat in enumerate(self.seats)]
        for number, name in enumerate(given):
            self.names[number] = next(called for called in numbered(name) if called not in self.names[:number])
        self.sitting = Sitting(tuple((seat.kind, seat.name, seat.bot) for seat in self.seats), tuple(self.names))
        if self.match:
            number = self.match.number
            self.sittings = [(n, sat) for n, sat in self.sittings if n < number] + [(number, self.sitting)]
