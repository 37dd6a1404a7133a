"""Every message of the web table, both ways. `typescript.py` writes the client's types from this file.

A client sends commands: each has an id that the client made up and ends in exactly one `done`. The server tells a seat,
under numbers of the seat's own, what happened (`news`) and what it sees now (`view`). Numbers have no holes: whoever
misses one asks again with `since`. What has no number (`clock`, `presence`, `slow`) is about the moment, and not kept.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import Decoder, Encoder

from skulk.engine import Said

CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}$", description="Made by the client, once per deed")]
Share = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="A seat's own part of all chance")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=30)]
Value = Annotated[Any, Meta(extra={"ts": "Value"})]  # a number, a word, nothing, or a list of those
Options = dict[str, Value]
Clock = Literal["off", "relaxed", "brisk", "correspondence"]

# ---- what a table is made of


class Settings(Struct, forbid_unknown_fields=True, frozen=True):
    """How a table is run; what the game itself offers is in its options."""

    clock: Clock = "off"
    beat: Literal[0, 2, 4, 8] = 4  # seconds a window lasts; 0 waits for all answers, for tables without people
    bot_pace: Annotated[float, Meta(ge=0, le=5)] = 0.8  # seconds a bot takes for a move, on average
    stand_in: str = "fox"  # the bot that sits in for who is away or has left
    watch: bool = True  # whether others may look on
    chat: bool = True
    friends: bool = False  # in a running game anybody may take a free seat unasked, also who has seen another hand
    watch_chat: bool = False  # whether those who look on may chat
    listed: bool = False  # whether the house shows it to everybody as long as a seat is open


class Make(Struct, forbid_unknown_fields=True):
    """POST /api/tables. `seats`: "human" (you, once), "open" or a bot's name for each; left out: you and open seats."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    options: Options = {}
    seats: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=30)] | None = None
    settings: Settings = Settings()
    name: Name = "Somebody"
    start: bool = False  # deal at once; seats still open are played by bots that anybody may take over


class Learn(Struct, forbid_unknown_fields=True):
    """POST /api/guides/{game}: a guided table. `step`: where it begins; `pace`: seconds the others take for a move."""

    name: Name = "Somebody"
    step: Annotated[int, Meta(ge=0, le=100)] = 0
    pace: Annotated[float, Meta(ge=0, le=5)] = 0.8


class Join(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/join: take an open seat, or one that a bot keeps warm.

    Asked again with the same id, the same seat is given again: so make it long and random, and keep it to yourself. In
    a running game the people at the table have to agree first: the answer is 202 and says who has not yet.
    """

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{16,64}$", description="Long, random, made once by the client")]
    name: Name = "Somebody"
    seat: SeatNumber | None = None
    share: Share | None = None


class Redeem(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/seat: a seat link's token becomes this browser's cookie."""

    token: Annotated[str, Meta(max_length=400)]


class Sight(Struct):
    """All that your seat may know, field by field of the game's `State`: −1 unknown, −2 nobody or nothing.

    `number` is that of your last message: this is what the seat sees now, and the message's `view` shows the same.
    """

    number: int
    seat: int
    seen: dict[str, Any]


class Seated(Struct):
    """Your seat: `token` opens it anywhere (a link's fragment, a bot's bearer token). Keep it to yourself."""

    table: str
    seat: int | None
    token: str | None
    commitment: str
    waiting: list[int] = []  # seats whose people have to agree first: ask again with the same id


# ---- commands: client → server


class Command(Struct, tag_field="do", forbid_unknown_fields=True):
    id: CommandId


class Move(Command, tag="move"):
    """A move as number or in words; in a window a sealed answer, which may be changed until the beat ends.

    `on`: the number of the view it was chosen from. A move for a question that is gone is refused as stale.
    """

    move: Annotated[int, Meta(ge=-(2**31), le=2**31)] | Annotated[str, Meta(max_length=200)]
    on: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class Hold(Command, tag="hold"):
    """Prolong this window by ten seconds; nobody learns who did."""


class Standing(Command, tag="standing"):
    """Answer coming windows with this move, in words: a pass until further notice, anything else once. None: ask me."""

    move: Annotated[str, Meta(max_length=200)] | None = None
    until_turn: bool = False  # only until you are asked alone: in your turn, or because you are attacked


class Coach(Command, tag="coach"):
    """Have a coach from now on, or agree to one: it speaks to all people at the table once all of them have said so."""


class Undo(Command, tag="undo"):
    """Take your last move back; the others are asked if something was shown or somebody acted since."""


class Consent(Command, tag="consent"):
    """Your answer to somebody who wants to take a move back."""

    yes: bool


class Admit(Command, tag="admit"):
    """Your answer to somebody who would like to take a seat over; a no counts also after the others' yes."""

    seat: SeatNumber
    yes: bool


class Start(Command, tag="start"):
    """Deal: the host's to do. Seats still open are played by bots that anybody may take over."""


class GiveShare(Command, tag="share"):
    """Your part of all chance, before the deal and after you have seen the commitment."""

    share: Share


class Rename(Command, tag="name"):
    name: Name


class SitBot(Command, tag="bot"):
    """Before the deal, the host alone: let a bot have a seat, or open it again with bot = None."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=80)] | None = None


class Leave(Command, tag="leave"):
    """Stand up for good: the seat's links are void, a bot plays on until somebody takes the seat."""


class Resign(Command, tag="resign"):
    """Give the game up. It ends if only one side is left or no person who plays on; else a bot plays on for good."""


class Back(Command, tag="back"):
    """Take your own seat back from the bot that sat in for you."""


class Nudge(Command, tag="nudge"):
    """Remind somebody whose turn it is; once for a question."""

    seat: SeatNumber


class StandIn(Command, tag="stand-in"):
    """Let a bot play on for somebody who has been gone for a while: it does when all who are here have said so."""

    seat: SeatNumber


class Chat(Command, tag="chat"):
    """Say something. Whoever looks on says under which `name`, where the table lets onlookers speak."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    name: Name | None = None


class Pawn(Command, tag="pawn"):
    """Put a pawn on the board for all to see, or take it off (space = None): a note and no move, true or not.

    `pawn` and `space` are names of things on the table. Only in games that give you pawns for it.
    """

    pawn: Annotated[str, Meta(max_length=40)]
    space: Annotated[str, Meta(max_length=40)] | None = None


class Rematch(Command, tag="rematch"):
    """After the end: another table with the same seats and options."""


class ToStep(Command, tag="guide"):
    """At a guided table: go to where a step begins, forward or back; after the last one the real game begins.

    A step on another seat, and the real game, are at another table: `view.next` names it, `POST …/follow` seats you.
    """

    step: Annotated[int, Meta(ge=0, le=100)]


class SetWebhook(Command, tag="webhook"):
    """Be called at this address when you are asked and nobody is connected; None: no more. Needs `--webhooks`."""

    url: Annotated[str, Meta(max_length=500)] | None = None


AnyCommand = (
    Move | Hold | Standing | Undo | Consent | Admit | Start | GiveShare | Rename | SitBot | Leave | Resign | Back
    | Nudge | StandIn | Coach | Chat | Pawn | Rematch | ToStep | SetWebhook
)  # fmt: skip


class Ping(Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Answered by `pong`."""

    id: CommandId


FromClient = AnyCommand | Ping

# ---- what is told: server → client

Drawn = Annotated[Any, Meta(extra={"ts": "T"})]  # a game's table, as its `table` draws it


class Offer(Struct):
    """A legal move: its number, its words, and what on the table it touches."""

    action: int
    text: str
    say: Said
    touches: list[str]


class SeatView(Struct, omit_defaults=True):
    """Who sits there. `bot`: who plays it; `away`: a bot sits in until its person returns; `free`: may be taken;
    `resigned`: who has given the game up there; `coached`: wants a coach, or agrees to one.

    `generation` counts who has had the seat, as in a line of the chat.
    """

    seat: int
    kind: Literal["human", "bot", "open"]
    name: str
    bot: str | None = None
    away: bool = False
    free: bool = False
    resigned: str | None = None
    generation: int = 0
    coached: bool = False


class UndoView(Struct):
    """Somebody wants to take a move back; `waiting` lists the seats that have not answered."""

    seat: int
    waiting: list[int]


class KnockView(Struct):
    """Somebody would like to take a seat over; `waiting` lists the seats that have not agreed; empty: it is theirs."""

    seat: int
    name: str
    waiting: list[int]


class Fair(Struct, omit_defaults=True):
    """Verifiable chance: SHA-256 of the seed from the start, the seed itself when the game is over."""

    commitment: str
    shares: list[str] | None = None
    seed: str | None = None


class Why(TypedDict):
    """A reason, for translation and in English."""

    say: Said
    text: str


class Result(TypedDict):
    """How a game has ended. `resigned`: seats, where it was given up."""

    ranks: list[int]
    scores: list[int] | None
    reason: Why
    resigned: NotRequired[list[int]]
    returns: list[float]


Ended = Annotated[dict[str, Any], Meta(extra={"ts": "Result"})]  # a Result; in the arena a forfeit may stand there
Webhook = Annotated[dict[str, str], Meta(extra={"ts": "{ url: string; key: string }"})]


class GuideView(Struct, omit_defaults=True):
    """What a guide says: step `step` of `of`, its sentence (`says`; when all is done, what it caused), and the things
    that it lights.

    `then`: what the step before caused; `aside`: what a move beside the way has caused. `is_done`: nothing is left to
    do but to go on. `laid` changes when the table is laid anew: what was shown before is past.
    """

    step: int
    of: int
    laid: int
    title: Why
    says: Why
    lit: list[str] = []
    action: int | None = None  # the move that is meant, of those that may be made
    then: Why | None = None
    aside: Why | None = None
    is_done: bool = False
    last: bool = False  # after this step the real game begins


class View(Struct, omit_defaults=True):
    """All that a seat, or a spectator, knows now."""

    phase: Literal["lobby", "playing", "over", "aside"]
    seats: list[SeatView]
    fair: Fair
    pace: Literal["turn", "sealed", "window"] | None = None
    acting: list[int] = []  # seats that are asked, as far as this seat may know
    table: Drawn = None
    moves: list[Offer] = []
    answer: str | None = None  # the sealed answer you have given in this window
    holds: int | None = None  # how often you may still hold a window
    standing: str | None = None
    until_turn: bool = False  # the standing answer ends when you are asked alone
    undo: bool = False  # whether you have a move that could be taken back
    asking: UndoView | None = None
    knocks: list[KnockView] = []
    pawns: dict[str, str] = {}  # pawn → space: notes that somebody has put on the board
    result: Ended | None = None
    next: str | None = None  # the table of the rematch
    host: int | None = None  # who laid the table and begins the game; after they have left, the next person
    guide: GuideView | None = None  # at a guided table
    webhook: Webhook | None = None  # your own: its url, and the key that signs what is sent there


class Line(Struct, omit_defaults=True):
    """One line of the log. `of`: game news, table news or chat."""

    of: Literal["game", "table", "chat"]
    say: Said
    text: str
    seat: int | None = None  # who chats; nobody's: somebody who looks on
    at: float | None = None  # when, for chat
    generation: int | None = None  # which of those who have had the seat
    then: list[str | None] | None = None  # who sat where, if others sit there now; None: a bot


class Welcome(Struct, tag_field="type", tag="welcome"):
    """The first message on a connection without `since`: everything up to `number`; the log's last lines."""

    number: int
    table: str
    game: str
    title: str
    version: str
    options: Options
    settings: Settings
    seat: int | None
    log: list[Line]
    view: View


class Told(Struct, tag_field="type", tag="told"):
    """What happened and what is seen now. The numbers of a seat are 1, 2, 3 … without a hole."""

    number: int
    news: list[Line]
    view: View


class Done(Struct, tag_field="type", tag="done", omit_defaults=True):
    """How a command ended. Refused: a code for programs, the rule where one applies, words for people.

    `say`: why the game forbids a move, for translation.
    """

    id: str
    outcome: Literal["applied", "duplicate", "refused"]
    code: str = ""
    rule: str = ""
    text: str = ""
    say: Said | None = None


class Left(Struct):
    """Milliseconds left of how many, for one seat."""

    seat: int
    left: int
    of: int
    warned: bool


class ClockNow(Struct, tag_field="type", tag="clock"):
    """Time at this moment: of the window (`beat`), or of the seats that are asked."""

    beat: tuple[int, int] | None  # milliseconds left, of how many
    seats: list[Left]


class Missing(Struct):
    """Somebody is not connected. `wait`: milliseconds until the others may let a bot play on."""

    seat: int
    wait: int


class Presence(Struct, tag_field="type", tag="presence"):
    """Who is connected: seats, and how many look on; and which people are missing."""

    seats: list[int]
    watching: int
    missing: list[Missing] = []


class Slow(Struct, tag_field="type", tag="slow"):
    """Too many messages: the next is read after this many milliseconds. Nothing is lost."""

    wait: int


class Pong(Struct, tag_field="type", tag="pong"):
    id: str


class Gone(Struct, tag_field="type", tag="gone"):
    """The last message before the server closes a connection, with the reason; `say`: for translation, where it has
    parameters."""

    code: str
    text: str
    say: Said | UnsetType = UNSET


FROM_SERVER = (Welcome, Told, Done, ClockNow, Presence, Slow, Pong, Gone)

encode = Encoder().encode
decode_client = Decoder(FromClient).decode
decode_command = Decoder(AnyCommand).decode

# ---- answers of the HTTP API


class Refusal(Struct):
    """Every error of the HTTP API; `say`: for translation, where it has parameters."""

    code: str
    text: str
    rule: str = ""
    say: Said | UnsetType = UNSET


class Reel(Struct):
    """A finished game to look at again: what was called out in each step, and who moved in it. Step 0 is the deal."""

    game: str
    title: str
    version: str
    options: Options
    seats: list[SeatView]
    seat: int | None  # whose eyes
    mine: int | None  # the seat of who asks
    open: bool  # eyes that see everything
    news: list[list[Line]]  # of each step
    movers: list[int | None]  # who made the last move of each step
    result: Ended | None  # None: the game was left before its end


class Frame(Struct, omit_defaults=True):
    """The table after a step, and who was asked then."""

    table: Drawn
    pace: Literal["turn", "sealed", "window"] | None = None
    acting: list[int] = []


class Frames(Struct):
    """The tables after steps `first`, `first` + 1 and so on."""

    first: int
    frames: list[Frame]


class WhatIf(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/what-if: sit down in a finished game at the end of a step, and play on against bots."""

    step: Annotated[int, Meta(ge=0, le=2**31)]
    seat: SeatNumber  # yours
    bot: Annotated[str, Meta(max_length=80)] = "fox"  # who plays the others
    name: Name = "Somebody"


class Choice(Struct):
    """A move that could be made, and the share of the win that it promised, from 0 to 1."""

    action: int
    text: str
    say: Said
    share: float


class Decision(Struct):
    """One decision of a finished game, weighed by a search from what its seat could know then."""

    step: int  # of the replay: the one it was made in
    seat: int
    made: Choice
    first: list[Choice]  # what the search would have played, the best first
    lost: float  # what the move gave away; 0 where that is not sure
    give: float  # how sure the shares are, ±
    chances: list[float]  # every seat's share of the win then, from what the mover knew
    known: list[float]  # the same with everything known: what lies between the two is luck


class Review(Struct):
    """A finished game looked at by a search. Decisions are counted from 0; those without a choice are left out."""

    decisions: list[Decision]
    swings: list[list[int]]  # of each seat: the decisions that gave most away, the worst first
    given: list[float]  # of each seat: all that its decisions gave away
    turning: int | None  # the decision that gave most away, of anybody


class Promise(Struct):
    """What a legal move promises: its share of the win, from 0 to 1, and how sure that is, ±."""

    action: int
    share: float
    give: float


class Reason(Struct):
    say: Said
    text: str


class Ahead(Struct):
    """What may come of a move before one's next, in some worlds that the seat could be in, if all play well there."""

    worlds: int
    lost: int  # in how many of them the game is lost by then
    won: int
    reason: Reason | None = None  # how
    heard: list[Reason] = []  # what the seat would hear, from its move on, in one of them


class Advice(Struct):
    """What a coach says, who knows what the seat sees: of all moves, or what may come of one."""

    number: int  # of the message that the position was told with
    promises: list[Promise] = []
    ahead: Ahead | None = None


class Reviewing(Struct):
    """A review on its way: ask again."""

    done: int
    of: int  # 0: it has not begun


class Bring(Struct, forbid_unknown_fields=True):
    """POST /api/replays: the text of a game file."""

    file: Annotated[str, Meta(max_length=600_000)]


class Brought(Struct):
    """Under this name it can be looked at, for a while."""

    replay: str


class OptionInfo(Struct):
    name: str
    takes: str
    default: Value
    values: list[str]
    least: int | None
    most: int | None
    count: int | None  # how many values a list holds


class GameInfo(Struct):
    name: str
    title: str
    version: str
    players: tuple[int, int]
    options: list[OptionInfo]
    variants: list[Options]
    windows: bool  # whether it has windows, so that `beat` and holds matter


class Fit(Struct, forbid_unknown_fields=True):
    """POST /api/fit: options for a table; `last` was chosen last and stays as it is."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    options: Options = {}
    last: Annotated[str, Meta(max_length=40)] | None = None


class Part(Struct):
    """Whom a seat plays."""

    say: Said
    text: str


class Fitted(Struct):
    """Options that go together, and what may be chosen beside them."""

    options: Options
    choices: dict[str, list[Value]]  # values that each may have now; of a list one to begin with, of large numbers none
    changed: list[str]  # options that had to change
    objection: str  # why they do not go together after all; mostly empty
    parts: list[Part]  # of each seat, in games where that is settled before the deal


class BotInfo(Struct):
    name: str
    says: str


class Health(Struct):
    """How the server is: counts, and nobody's names."""

    ok: bool
    state: Literal["ok", "degraded", "failing"]  # a few are aside, or the file is damaged; nothing is kept
    version: str
    journal: bool  # whether it is being written
    open: int  # tables in memory
    aside: int  # broken tables; the log names them


class Ready(Struct):
    """Whether visitors may be sent here; if not, why: no answer of the store, or another server has its tables."""

    ready: bool
    why: Literal["", "starting", "stopping", "store", "lease"]


class HouseInfo(Struct):
    """What can be played here, and against whom."""

    version: str
    games: list[GameInfo]
    bots: list[BotInfo]
    url: str | None  # an address that other devices can reach, where one is known
    webhooks: bool  # whether seats may be called
    lists: bool  # whether tables whose hosts allow it are listed
    guides: list[str] = []  # games that can be learnt at a guided table


class OpenTable(Struct):
    """A table that its host has listed, with a seat for whoever comes."""

    table: str
    game: str
    title: str
    host: str
    players: int
    open: int  # seats
    options: Options
    at: float  # when it was laid
