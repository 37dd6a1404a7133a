"""A table is a fold of its journal: `decide` says what a command would add, `apply` carries an entry out.

Nothing here knows of sockets, files or the time of day; what a seat is told, and under which number, depends on the
journal and on nothing else.
"""

import hashlib
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec import Raw

from skulk.engine import (
    EVERYONE,
    SPECTATOR,
    Event,
    GameOver,
    Match,
    NothingToUndo,
    NotYourTurn,
    Phrase,
    load,
)
from skulk.engine.match import chance, digest_of
from skulk.protocol import messages as m

from . import entries as e
from .entries import Body, Entry
from .journal import Head
from .reveal import has_revealed, has_shown
from .seats import HOLDS, Refused, Seat, check_bot, table_id
from .words import MOST_CHAT, name_of, numbered, persons_name, plain

CHATS = 200  # lines that people said are kept for those who come
HOLD_SECONDS = 10  # T8
NOES = 3  # after so many nobody is asked again about a seat
ASKS = 5  # a seat may ask so often in a game to take a move back
MOST_PUT = 60  # times that pawns are put down or taken off between two moves
IN_PLAY = {e.Move, e.Answer, e.Close, e.Chat, e.Pawn}  # entries that change nobody's seat
ASKS_ANEW = {e.Close, e.Undo, e.Start}  # after which everybody who is asked has a new question


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


FORGOTTEN = Item(0, None, None)  # what was said long ago: nobody hears it again, and the others stay where they are


class Step(NamedTuple):
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
        self._note_names()
        self.host: int | None = None  # whoever sat down first; after they have left, the next person
        self.wishes: dict[int, frozenset[int]] = {}  # seat of who is gone → who would let a bot play on
        self.nudges: set[tuple[int, int, int | None]] = set()  # who, whom, at which question
        self.commitment = commitment(head.seed)
        self.next: str | None = None
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
        self.steps: list[Step] = []
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
        self._touched = 0
        self.seating: tuple[Raw, Raw] | None = None  # JSON for `view`: who sits where, and how fair it is
        self.drawn: tuple[Any, Raw] | None = None  # a sight, and the table as it shows it
        self.said: list[Raw] | None = None  # the lines of what is fresh

    # ---- what is so

    def _note_names(self) -> None:
        """Of people who are called alike, the later ones bear a number."""
        given = [seat.name or f"Seat {number + 1}" for number, seat in enumerate(self.seats)]
        for number, name in enumerate(given):
            self.names[number] = next(called for called in numbered(name) if called not in self.names[:number])
        self.sitting = Sitting(tuple((seat.kind, seat.name, seat.bot) for seat in self.seats), tuple(self.names))
        if self.match:
            number = self.match.number
            self.sittings = [(n, sat) for n, sat in self.sittings if n < number] + [(number, self.sitting)]

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
        """Whether the seat has a move to take back. Bots never agree once it was shown something since."""
        steps = self._last_step(seat) if self.phase == "playing" else None
        if steps is None:
            return False
        assert self.match
        return bool(self._others(seat)) or not has_shown(self.match, self._first(steps), seat)

    def _last_step(self, seat: int) -> int | None:
        """Which step is the last of a seat; it is looked for from the end, for every view asks."""
        return next((i for i in reversed(range(len(self.steps))) if self.steps[i].seat == seat), None)

    def _first(self, steps: int) -> int:
        """The number of the first move of a step."""
        assert self.match
        return self.match.number - sum(step.moves for step in self.steps[steps:])

    def _others(self, seat: int) -> list[int]:
        """The seats of other people, who have to agree: those who are away too, but no second seat of one's own."""
        own = self.seats[seat].person
        return [other for other in self.humans if other != seat and (own is None or self.seats[other].person != own)]

    # ---- commands

    def decide(self, seat: int, command: Any) -> list[Body]:
        """What this command of a seat would add to the journal; a SkulkError refuses it, and nothing has changed."""
        return self._DECIDE[type(command)](self, seat, command)

    def _playing(self) -> Match:
        if self.match is None:
            raise Refused("not-begun", "the game has not begun")
        if self.match.is_over:
            raise GameOver(f"{self.game.title} is over")
        return self.match

    def _in_lobby(self) -> None:
        if self.match is not None:
            raise Refused("begun", "the game has begun")

    def _decide_move(self, seat: int, command: m.Move) -> list[Body]:
        if command.on is not None and command.on < self.asked_on.get(seat, self.numbers[seat]):
            raise Refused("stale", "the table has moved on since you chose that")
        match = self._playing()
        if self.seats[seat].is_played_by_bot:
            raise Refused("away", "a bot sits in for you: take your seat back first")
        return [self.move(seat, match.check(seat, command.move))]

    def move(self, seat: int, action: int, by_bot: bool = False) -> Body:
        """The entry for a legal move, or for a sealed answer."""
        return e.Answer(action, by_bot) if self.is_window else e.Move(action, by_bot, self.position())

    def position(self) -> str:
        """The digest of where the match stands, for entries that change it."""
        assert self.match
        return digest_of(self.match.packed())

    def _decide_hold(self, seat: int, _: m.Hold) -> list[Body]:
        match = self._playing()
        if not self.is_window or not match.is_acting(seat):
            raise NotYourTurn("there is no window open to you")
        if self.seats[seat].holds == 0:
            raise Refused("no-holds", f"you have held {HOLDS} windows in this game", "T8")
        return [e.Hold()]

    def _decide_standing(self, seat: int, command: m.Standing) -> list[Body]:
        self._playing()
        if not self.game.has_windows:
            raise Refused("no-windows", f"{self.game.title} has no windows")
        return [e.Standing(None if command.move is None else plain(command.move, 200), bool(command.until_turn))]

    def _decide_undo(self, seat: int, _: m.Undo) -> list[Body]:
        match = self._playing()
        if self.asking:
            raise Refused("asked-already", "somebody already wants to take a move back")
        steps, others = self._last_step(seat), self._others(seat)
        if steps is None:
            raise NothingToUndo("you have no move to take back")
        shown = has_revealed(match, self._first(steps), seat)
        if not shown and (steps == len(self.steps) - 1 or not others):
            return [e.Undo(steps)]
        if not others:
            raise Refused("shown", "something hidden has been shown since, and bots do not agree to that")
        self._check_may_ask(seat, steps, others)
        return [e.AskUndo(steps, others)]

    def _check_may_ask(self, seat: int, steps: int, others: list[int]) -> None:
        """A no holds for the move it was said of; nobody is asked again and again; the absent cannot answer."""
        if self.objected.get(seat, -1) >= steps:
            raise Refused("objected", "the others have said no to that: the move stands")
        if self.seats[seat].asks >= ASKS:
            raise Refused("asked-enough", f"you have asked {ASKS} times in this game to take a move back")
        away = [self.names[other] for other in others if self.seats[other].away]
        if away:
            raise Refused("absent", f"{', '.join(away)} would have to agree, and is away")

    def _decide_consent(self, seat: int, command: m.Consent) -> list[Body]:
        self._playing()
        if not self.asking or seat not in self.asking.waiting:
            raise Refused("not-asked", "nobody asks you to agree to anything")
        if command.yes and self.asking.waiting == {seat}:
            return [e.Consent(True), e.Undo(self.asking.steps)]
        return [e.Consent(command.yes)]

    def _decide_start(self, seat: int, _: m.Start) -> list[Body]:
        self._in_lobby()
        self._is_host(seat)
        return [e.Start([secrets.token_hex(8) for _ in self.seats])]  # for seats that gave none

    def _is_host(self, seat: int) -> None:
        if self.host is not None and seat != self.host:
            raise Refused("not-host", f"that is for {self.names[self.host]} to do, who has laid this table")

    def _decide_share(self, seat: int, command: m.GiveShare) -> list[Body]:
        self._in_lobby()
        return [e.Share(command.share)]

    def _decide_name(self, seat: int, command: m.Rename) -> list[Body]:
        return [e.Name(self._called(command.name, seat))]

    def _decide_bot(self, seat: int, command: m.SitBot) -> list[Body]:
        self._in_lobby()
        self._is_host(seat)
        if command.seat >= len(self.seats):
            raise Refused("taken", f"this table has {len(self.seats)} seats")
        if self.seats[command.seat].kind == "human":
            raise Refused("taken", f"{self.names[command.seat]} sits there: the seat is not yours to give away")
        if command.bot:
            check_bot(command.bot)
        return [e.Bot(command.seat, command.bot)]

    def _decide_leave(self, seat: int, _: m.Leave) -> list[Body]:
        return [e.Leave()]

    def _decide_resign(self, seat: int, _: m.Resign) -> list[Body]:
        self._playing()
        return [e.Resign()]

    def _decide_back(self, seat: int, _: m.Back) -> list[Body]:
        if not (self.seats[seat].away or self.seats[seat].lent):
            raise Refused("not-away", "you sit at your seat already")
        return [e.Back()]

    def _decide_nudge(self, seat: int, command: m.Nudge) -> list[Body]:
        match, other = self._playing(), command.seat
        self._is_other(seat, other)
        if other not in match.asked(seat):
            raise Refused("not-waited-for", f"nobody waits for {self.names[other]} just now")
        if (seat, other, self.asked_on.get(other)) in self.nudges:
            raise Refused("nudged", f"you have nudged {self.names[other]} already: that will do for this move")
        return [e.Nudge(other)]

    def _decide_stand_in(self, seat: int, command: m.StandIn) -> list[Body]:
        """Whether they are gone, and who is here to agree, the room knows."""
        self._playing()
        self._is_other(seat, command.seat)
        return [e.StandIn(command.seat, [seat])]

    def _is_other(self, seat: int, other: int) -> None:
        if other >= len(self.seats) or other == seat or self.seats[other].kind != "human" or self.seats[other].away:
            raise Refused("nobody", "nobody else is expected at that seat")

    def _decide_chat(self, seat: int, command: m.Chat) -> list[Body]:
        return [e.Chat(self._spoken(command))]

    def _spoken(self, command: m.Chat) -> str:
        text = plain(command.text, MOST_CHAT)
        if not self.settings.chat:
            raise Refused("no-chat", "this table has no chat")
        if not text:
            raise Refused("empty", "there is nothing to read in that")
        return text

    def from_onlooker(self, command: m.Chat) -> list[Body]:
        """What somebody who looks on says, where they may."""
        text = self._spoken(command)
        if not (self.settings.watch and self.settings.watch_chat):
            raise Refused("no-seat", "whoever looks on at this table says nothing")
        return [e.Chat(text, name_of(command.name or ""))]

    def _decide_pawn(self, seat: int, command: m.Pawn) -> list[Body]:
        match, (pawns, spaces) = self._playing(), self._pawns_of(seat)
        if command.pawn not in pawns or command.space not in [None, *spaces]:
            raise Refused("no-pawn", f"{match.game.title} gives you no such pawn to put there")
        if self.pawns.get(command.pawn) == command.space:
            raise Refused("there-already", "the pawn is there already")
        if self.put == MOST_PUT:
            raise Refused("enough-pawns", "the pawns have been moved often enough: wait for the next card")
        return [e.Pawn(command.pawn, command.space)]

    def _pawns_of(self, seat: int) -> tuple[list[str], list[str]]:
        """The pawns that a seat may put on the board as notes, and where they may stand."""
        assert self.match
        give = getattr(self.game.words, "pawns", None)
        return give(self.match.seen(seat), seat) if give else ([], [])

    def _decide_rematch(self, seat: int, _: m.Rematch) -> list[Body]:
        if self.phase != "over":
            raise Refused("not-over", "the game is not over")
        if self.next:
            raise Refused("laid-already", "the table is laid again already")
        return [e.Rematch(table_id())]

    def _decide_webhook(self, seat: int, command: m.SetWebhook) -> list[Body]:
        return [e.Webhook(command.url, secrets.token_hex(16) if command.url else None)]

    def join(self, wanted: m.Join, persons: Sequence[str] = ()) -> tuple[int, list[Body]]:
        """Where somebody may sit down, and the entry for it: none while the people at the table have not agreed.

        `persons`: by which names the table may know who asks.
        """
        if self.phase == "over":
            raise GameOver(f"{self.game.title} is over")
        where, share = self._place_for(wanted, persons), wanted.share if self.match is None else None
        person = next((one for one in persons if one in self.sat), [*persons, secrets.token_hex(10)][0])
        name = self._called(wanted.name, where)
        if self._has_to_knock(where, person):
            knock = self.knocks.get(where)
            if knock is None:
                return where, [e.Knock(where, name, person, wanted.id)]
            if self.waiting_for(knock):
                return where, []
        return where, [e.Join(where, name, person, share, self.seats[where].generation + 1)]

    def _place_for(self, wanted: m.Join, persons: Sequence[str]) -> int:
        """The seat that is meant, if it can be had at all."""
        seat, vacant = wanted.seat, [s for s, who in enumerate(self.seats) if who.kind == "open"]
        vacant += [s for s, who in enumerate(self.seats) if who.free]
        if seat is not None and seat not in vacant:
            there = f"{self.names[seat]} sits there" if seat < len(self.seats) else f"there are {len(self.seats)} seats"
            raise Refused("taken", f"that seat cannot be taken: {there}")
        if not vacant:
            raise Refused("full", "all seats are taken")
        if self.settings.friends:
            return vacant[0] if seat is None else seat
        return self._place_among_people(wanted, persons, vacant if seat is None else [seat])

    def _place_among_people(self, wanted: m.Join, persons: Sequence[str], vacant: list[int]) -> int:
        """One person, one hand; and what the table has said holds."""
        if any(who.person in persons for who in self.seats):
            raise Refused("seated", "you have a seat at this table already")
        had = [self.sat[one] for one in persons if one in self.sat]
        if had and not (set(had) & set(vacant) and self.left_by.get(had[0]) in persons):
            raise Refused("has-sat", "you have seen another hand at this table: you can only look on now")
        mine = next((seat for seat, knock in self.knocks.items() if knock.id == wanted.id), None)
        if mine in vacant or had:
            return had[0] if had else mine  # type: ignore[return-value]
        if wanted.id in self.knocked or any(one in self.unwanted for one in persons):
            raise Refused("not-admitted", "the people at this table have said no")
        open_to = [seat for seat in vacant if seat not in self.knocks and self.noes.get(seat, 0) < NOES]
        if not open_to and any(seat in self.knocks for seat in vacant):
            raise Refused("knocked", "somebody else has asked for that seat already")
        if not open_to:
            raise Refused("not-admitted", "the people at this table want nobody at that seat")
        return open_to[0]

    def _has_to_knock(self, seat: int, person: str) -> bool:
        """Once somebody has left a running game, the people at the table have to agree to whoever sits down.

        Until then seats that were laid open are open to whoever was sent the link, but nobody can look at a hand, leave
        and look at the next. Who returns to a seat of their own need not ask.
        """
        runs = self.phase == "playing" and not self.settings.friends
        return runs and self.was_left and bool(self.humans) and self.left_by.get(seat) != person

    def waiting_for(self, knock: Knock) -> list[int]:
        """Who has not agreed yet: all people who have a seat now, also those who are away."""
        return [seat for seat in self.humans if (seat, self.seats[seat].generation) not in knock.agreed]

    def _called(self, name: str, seat: int) -> str:
        return persons_name(name, [other for number, other in enumerate(self.names) if number != seat])

    def _decide_admit(self, seat: int, command: m.Admit) -> list[Body]:
        self._playing()
        knock = self.knocks.get(command.seat)
        if knock is None or (command.yes and seat not in self.waiting_for(knock)):
            raise Refused("not-asked", "nobody asks you to agree to anything")
        return [e.Admit(command.seat, command.yes)]

    _DECIDE: ClassVar[dict[type, Callable[..., list[Body]]]] = {
        m.Move: _decide_move,
        m.Hold: _decide_hold,
        m.Standing: _decide_standing,
        m.Undo: _decide_undo,
        m.Consent: _decide_consent,
        m.Admit: _decide_admit,
        m.Start: _decide_start,
        m.GiveShare: _decide_share,
        m.Rename: _decide_name,
        m.SitBot: _decide_bot,
        m.Leave: _decide_leave,
        m.Resign: _decide_resign,
        m.Back: _decide_back,
        m.Nudge: _decide_nudge,
        m.StandIn: _decide_stand_in,
        m.Chat: _decide_chat,
        m.Pawn: _decide_pawn,
        m.Rematch: _decide_rematch,
        m.SetWebhook: _decide_webhook,
    }

    # ---- the fold

    def apply(self, entry: Entry) -> None:
        """Carry out an entry of the journal."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} follows {self.number}: the journal has a hole")
        self.fresh, self.said, self._touched = [], None, 0
        turn, window = self.turn, self.window if self.is_window else -1
        kind = type(entry.body)
        self._ON[kind](self, entry, entry.body)
        if kind not in IN_PLAY:
            self._note_names()
        if kind not in IN_PLAY or self.phase == "over":
            self.seating = None
        self.number = entry.number
        self.commands[entry.command] = entry.number
        if self.turn != turn:
            self.asking, self.put = None, 0
            if self.is_window and (window == -1 or kind in (e.Close, e.Undo)):
                self._open_window(entry.up)
            self._end_standing()
        self._tell(turn != self.turn)
        self._note_questions(entry, turn != self.turn)
        self.log += self.fresh

    def _say(self, key: str, audience: int = EVERYONE, **parameters: Any) -> None:
        self.fresh.append(Item(audience, None, Phrase(key, **parameters)))
        self._touched |= audience

    def _on_join(self, entry: Entry, body: e.Join) -> None:
        seat, name = body.seat, body.name
        was_bot = self.seats[seat].kind == "bot"
        person = body.person
        self.seats[seat].sit(name, body.share, person)
        self.sitters[seat, self.seats[seat].generation] = person
        self.knocks.pop(seat, None)
        self.left_by.pop(seat, None)
        if person and self.match:
            self.sat[person] = seat
        self.host = seat if self.host is None else self.host
        if self.is_window and len(self.humans) == 2:
            self.opened = entry.up  # nobody is alone any more: from now on it lasts a beat
        self._say("took over" if was_bot else "sat down", name=name, seat=seat + 1)

    def _on_knock(self, entry: Entry, body: e.Knock) -> None:
        seat, name = body.seat, body.name
        self.knocks[seat] = Knock(body.id, name, body.person, frozenset())
        self.knocked.add(body.id)
        self._say("knocks", name=name, seat=seat + 1)

    def _on_admit(self, entry: Entry, body: e.Admit) -> None:
        seat, other = self._of(entry), body.seat
        knock, name = self.knocks[other], self.seats[seat].name
        if body.yes:
            agreed = knock.agreed | {(seat, self.seats[seat].generation)}
            self.knocks[other] = knock = knock._replace(agreed=agreed)
            self._say(
                "admits" if self.waiting_for(knock) else "may sit down", name=name, other=knock.name, seat=other + 1
            )
        else:
            del self.knocks[other]
            self.unwanted.add(knock.person)
            self.noes[other] = self.noes.get(other, 0) + 1
            self._say("does not admit", name=name, other=knock.name, seat=other + 1)

    def _on_share(self, entry: Entry, body: e.Share) -> None:
        self.seats[self._of(entry)].share = body.share
        self._touched |= 1 << self._of(entry)

    def _on_name(self, entry: Entry, body: e.Name) -> None:
        seat = self.seats[self._of(entry)]
        old, seat.name = seat.name, body.name
        self._say("renamed", old=old, name=seat.name)

    def _on_bot(self, entry: Entry, body: e.Bot) -> None:
        seat, bot = body.seat, body.bot
        if bot:
            self.seats[seat].give_to(bot, free=False)
            self._say("bot sat down", bot=bot, seat=seat + 1)
        else:
            self.seats[seat].vacate()
            self._say("seat opened", seat=seat + 1)

    def _on_leave(self, entry: Entry, _: e.Leave) -> None:
        number = self._of(entry)
        seat = self.seats[number]
        name = seat.name
        if self.phase == "playing":
            self.was_left, self.left_by[number] = True, seat.person
            seat.give_to(self.settings.stand_in, free=True)
            self._say("bot plays on", name=name, seat=number + 1, bot=self.settings.stand_in)
        elif self.phase == "over":
            seat.go()
            self._say("left", name=name, seat=number + 1)
        else:
            seat.vacate()
            self._say("left", name=name, seat=number + 1)
        self._pass_the_host_on(number)
        if self.asking:
            self.asking = None

    def _pass_the_host_on(self, number: int) -> None:
        if number == self.host:
            after = [*range(number + 1, len(self.seats)), *range(number)]
            self.host = next((other for other in after if self.seats[other].kind == "human"), None)

    def _on_resign(self, entry: Entry, _: e.Resign) -> None:
        """The match ends where nobody is left to play it against, or for; else a bot takes the seat for good."""
        assert self.match
        number = self._of(entry)
        seat, name = self.seats[number], self.seats[number].name
        self.resigned.append(Resigned(number, name, self.match.number))
        self.asking = None
        sides, left = self.match.sides(), [other for other in self.humans if other != number]
        lost = {sides[one.seat] for one in self.resigned} - {sides[other] for other in left}
        if not left or len({*sides} - lost) == 1:
            self.match.resign([one.seat for one in self.resigned if sides[one.seat] in lost])
            self.turn += 1
            self._say("gives up", name=name, seat=number + 1)
        else:
            seat.give_to(self.settings.stand_in, free=False)
            seat.resigned = name
            self._pass_the_host_on(number)
            self._say("gives up to a bot", name=name, seat=number + 1, bot=self.settings.stand_in)

    def _on_host(self, entry: Entry, body: e.Host) -> None:
        self.host = body.seat
        self._say("hosts now", name=self.names[self.host])

    def _on_nudge(self, entry: Entry, body: e.Nudge) -> None:
        seat, other = self._of(entry), body.seat
        self.nudges.add((seat, other, self.asked_on.get(other)))
        self._say("nudge", name=self.names[seat], other=self.names[other], seat=other + 1)

    def _on_stand_in(self, entry: Entry, body: e.StandIn) -> None:
        seat, other, bot = self._of(entry), body.seat, self.settings.stand_in
        self.wishes[other] = self.wishes.get(other, frozenset()) | {seat}
        if self.wishes[other] >= set(body.here):
            self.wishes.pop(other)
            self.seats[other].away = True
            self._say("bot plays for", name=self.names[other], bot=bot)
        else:
            self._say("wishes a bot", name=self.names[seat], other=self.names[other])

    def _on_back(self, entry: Entry, _: e.Back) -> None:
        seat = self.seats[self._of(entry)]
        self.wishes.pop(self._of(entry), None)
        seat.away = seat.lent = False
        seat.expiries = 0
        self.asked_at[self._of(entry)] = entry.up
        self._say("is back", name=seat.name, seat=self._of(entry) + 1)

    def _on_chat(self, entry: Entry, body: e.Chat) -> None:
        """Under the name of then: somebody else may have the seat later."""
        seat, text = entry.seat, body.text
        if seat is None:
            phrase, generation = Phrase("onlooker says", name=body.name, text=text), None
        else:
            phrase, generation = Phrase("chat", name=self.names[seat], text=text), self.seats[seat].generation
        self.chats.append(len(self.log))
        if len(self.chats) > CHATS:
            self.log[self.chats.popleft()] = FORGOTTEN
        self.fresh.append(Item(EVERYONE, None, phrase, seat, entry.at, generation))

    def _on_pawn(self, entry: Entry, body: e.Pawn) -> None:
        pawn, space = body.pawn, body.space
        self.pawns = {name: where for name, where in self.pawns.items() if name != pawn}
        if space is not None:
            self.pawns[pawn] = space
        self.put += 1
        self._touched = EVERYONE

    def _on_rematch(self, entry: Entry, body: e.Rematch) -> None:
        self.next = body.next
        self._say("rematch", name=self.seats[self._of(entry)].name)

    def _on_start(self, entry: Entry, body: e.Start) -> None:
        for seat in self.seats:
            if seat.kind == "open":
                seat.give_to(self.settings.stand_in, free=True)
        laid = self.head.more.get("laid", {})  # by hand: see tables.Laid
        given = [seat.share or other for seat, other in zip(self.seats, body.shares, strict=True)]
        shares = tuple(laid.get("shares") or given)
        self.match = Match(self.game, self.options, self.head.seed, shares, laid.get("position"), laid.get("script"))
        self.match.names = self.names
        self._note_names()
        self.sat = {who.person: seat for seat, who in enumerate(self.seats) if who.person}
        self.turn += 1
        self._say("dealt")
        self._call_out(self.match.opening)

    def _on_move(self, entry: Entry, body: e.Move) -> None:
        seat = self._of(entry)
        self._check_position(body.on)
        self._play(seat, body.action)
        self.steps.append(Step(seat, 1, len(self.log)))
        self._touched |= 1 << seat
        self._has_decided(seat, body.bot)

    def _has_decided(self, seat: int, by_bot: bool) -> None:
        who = self.seats[seat]
        self.wishes.pop(seat, None)
        who.lent = False
        if not by_bot:
            who.expiries = 0

    def _check_position(self, on: str | None) -> None:
        """What was played in one position is not played in another."""
        if on is not None:
            self.checked += 1
            if on != (here := self.position()):
                raise OtherPosition(f"entry {self.number + 1} was made in position {on}, but the table is in {here}")

    def check_end(self) -> None:
        """A game that was over is over, where it was then."""
        if self.head.digest is not None:
            self.checked += 1
            if self.phase != "over" or self.head.digest != self.position():
                raise OtherPosition(f"the game ended in position {self.head.digest}, but the table is in another")

    def _play(self, seat: int, action: int) -> None:
        assert self.match
        self._call_out(self.match.play(seat, action))
        self.turn += 1

    def _call_out(self, events: list[Event]) -> None:
        self.fresh += [Item(event.audience, event, None, sitting=self.sitting) for event in events]

    def _on_answer(self, entry: Entry, body: e.Answer) -> None:
        seat = self._of(entry)
        self.answers[seat] = body.action
        self._touched |= 1 << seat
        self._has_decided(seat, body.bot)

    def _on_close(self, entry: Entry, body: e.Close) -> None:
        """The beat is over: all answers are played together; what was not used is played as a pass."""
        assert self.match
        self._check_position(body.on)
        asked = self.match.acting()
        for seat, action in self._used({seat: self._answer_of(seat) for seat in asked}).items():
            self._play(seat, action)
        self.steps.append(Step(None, len(asked), len(self.log)))
        self._touched = EVERYONE

    def _answer_of(self, seat: int) -> int:
        assert self.match
        assert self.game.passing is not None
        who = self.seats[seat]
        if seat in self.answers:
            return self.answers[seat]
        if who.standing is not None:
            for action in self.match.legal(seat):
                if plain(self.match.say(seat, action), 200).casefold() == who.standing.casefold():
                    if action != self.game.passing:
                        who.standing = None  # once
                    return action
        return self.game.passing

    def _used(self, answers: dict[int, int]) -> dict[int, int]:
        """The same answers, with a pass for each that changes nothing: nobody will ever see it."""
        passing = self.game.passing
        assert passing is not None
        acts = [seat for seat, action in answers.items() if action != passing]
        if len(acts) > 1:
            outcome = self._outcome(answers)
            for seat in acts:
                without = answers | {seat: passing}
                if self._outcome(without) == outcome:
                    answers = without
        return answers

    def _outcome(self, answers: dict[int, int]) -> tuple[bytes, list[Event]]:
        match = self.match
        assert match
        state, dealer = self.game.State.copy(match.state), match.dealer_apart()
        for number, (seat, action) in enumerate(answers.items(), match.number + 1):
            dealer.rng = chance(match.seed, match.shares, number)
            self.game.rules.play(state, seat, action, dealer)
        return self.game.State.pack(state), dealer.heard()

    def _on_webhook(self, entry: Entry, body: e.Webhook) -> None:
        url = body.url
        self.seats[self._of(entry)].webhook = {"url": url, "key": body.key} if url and body.key else None
        self._touched |= 1 << self._of(entry)

    def _on_hold(self, entry: Entry, _: e.Hold) -> None:
        self.seats[self._of(entry)].holds -= 1
        self.prolonged += HOLD_SECONDS
        self._say("thinking")

    def _on_standing(self, entry: Entry, body: e.Standing) -> None:
        seat = self.seats[self._of(entry)]
        seat.standing, seat.until_turn = body.move, body.until_turn
        self._touched |= 1 << self._of(entry)

    def _on_expired(self, entry: Entry, _: e.Expired) -> None:
        number = self._of(entry)
        seat = self.seats[number]
        seat.expiries += 1
        seat.lent = True
        if seat.expiries > 1:
            seat.away = True
            self._say("bot sits in", name=seat.name, bot=self.settings.stand_in)
        else:
            self._say("time is up", name=seat.name)

    def _on_ask_undo(self, entry: Entry, body: e.AskUndo) -> None:
        self.asking = Asking(self._of(entry), body.steps, frozenset(body.waiting))
        self.seats[self._of(entry)].asks += 1
        self._say("asks to undo", name=self.seats[self._of(entry)].name)

    def _on_consent(self, entry: Entry, body: e.Consent) -> None:
        assert self.asking
        name = self.seats[self._of(entry)].name
        if body.yes:
            self.asking = self.asking._replace(waiting=self.asking.waiting - {self._of(entry)})
            self._say("agrees", name=name)
        else:
            self.objected[self.asking.seat] = self.asking.steps
            self.asking = None
            self._say("objects", name=name)

    def _on_undo(self, entry: Entry, body: e.Undo) -> None:
        assert self.match
        steps = body.steps
        taken, self.steps = self.steps[steps:], self.steps[:steps]
        self.objected = {who: said for who, said in self.objected.items() if said < steps}
        for _ in range(sum(step.moves for step in taken)):
            last = self.match.undo()
        self.turn += 1
        seat = taken[0].seat
        assert seat is not None
        name, move = self.seats[seat].name, self.game.words.say(self.match.seen(seat), seat, last.action)
        told = [item.audience for item in self.log[taken[0].said :] if item.event]
        for audience in self.audiences:
            lines = sum(heard >> audience & 1 for heard in told)  # of its own log, for a page to strike out
            if audience == seat:
                self._say("taken back own", 1 << seat, name=name, move=move, lines=lines)  # it may have been a secret
            else:
                self._say("taken back", 1 << audience, name=name, lines=lines)

    _ON: ClassVar[dict[type, Callable[..., None]]] = {
        e.Join: _on_join,
        e.Knock: _on_knock,
        e.Admit: _on_admit,
        e.Share: _on_share,
        e.Name: _on_name,
        e.Bot: _on_bot,
        e.Leave: _on_leave,
        e.Resign: _on_resign,
        e.Host: _on_host,
        e.Nudge: _on_nudge,
        e.StandIn: _on_stand_in,
        e.Back: _on_back,
        e.Chat: _on_chat,
        e.Pawn: _on_pawn,
        e.Rematch: _on_rematch,
        e.Start: _on_start,
        e.Move: _on_move,
        e.Answer: _on_answer,
        e.Close: _on_close,
        e.Webhook: _on_webhook,
        e.Hold: _on_hold,
        e.Standing: _on_standing,
        e.Expired: _on_expired,
        e.AskUndo: _on_ask_undo,
        e.Consent: _on_consent,
        e.Undo: _on_undo,
    }

    @staticmethod
    def _of(entry: Entry) -> int:
        assert entry.seat is not None
        return entry.seat

    def _open_window(self, up: float) -> None:
        self.window += 1
        self.answers = {}
        self.opened, self.prolonged = up, 0.0

    def _end_standing(self) -> None:
        """Who is asked alone, in a turn or by an attack, is asked again in windows too."""
        if self.match and not self.match.is_over and not self.is_window:
            for seat in self.match.acting():
                if self.seats[seat].until_turn:
                    self.seats[seat].standing, self.seats[seat].until_turn = None, False

    # ---- numbers

    def _tell(self, is_moved: bool) -> None:
        """Count for every audience that hears something, or sees something else than before."""
        self.told, heard = [], self._touched
        for item in self.fresh:
            heard |= item.audience
        for audience in self.audiences:
            if heard >> audience & 1 or (is_moved and self.match and self.match.sees_more(audience)):
                self.numbers[audience] += 1
                self.told.append(audience)

    def _note_questions(self, entry: Entry, is_moved: bool) -> None:
        """When did each seat's present question come up? A move for an older one is stale; clocks run from there."""
        if not is_moved or not self.match:
            return
        asks_anew = type(entry.body) in ASKS_ANEW
        for seat in range(len(self.seats)):
            if not self.match.is_acting(seat):
                self.asked_on.pop(seat, None)
                self.asked_at.pop(seat, None)
            elif asks_anew or seat == entry.seat or seat not in self.asked_on:
                self.asked_on[seat], self.asked_at[seat] = self.numbers[seat], entry.up


class OtherPosition(Exception):
    """The rules lead to another position than the one that an entry was made in."""


class OtherVersion(Refused):
    """The table was played with another version of the rules, and this one does not lead to the same positions."""

    def __init__(self, played: str, here: str):
        super().__init__(
            "other-version",
            f"this table was played with version {played} of the rules, and version {here}, which is here, "
            "does not lead to the same positions: it is set aside",
        )
        self.say = Phrase("other-version", played=played, here=here)


def folded(head: Head, entries: Iterable[Entry]) -> Table:
    """The table that a journal leads to. Another version of the rules may read it if it leads to the same positions."""
    is_ours = head.version == load(head.game).version
    try:
        table = Table(head)
        for entry in entries:
            table.apply(entry)
        table.check_end()
    except Exception as error:
        if is_ours:
            raise
        raise OtherVersion(head.version, load(head.game).version) from error
    if not is_ours and table.match and not table.checked:
        raise OtherVersion(head.version, table.game.version)
    return table
