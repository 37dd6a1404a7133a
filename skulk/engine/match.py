"""A match: one table from the deal to the end. Moves are checked here; the rules trust what comes through.

What a seat learns leaves through `seen`, `legal`, `is_acting` and `events`, and through nothing else.
"""

import hashlib
import json
import re
import secrets
from collections.abc import Iterable
from copy import deepcopy
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec import to_builtins

from .dealer import SPECTATOR, Dealer, Event, ScriptMismatch
from .errors import (
    BadOption,
    BadPosition,
    BadSave,
    GameOver,
    IllegalMove,
    NothingToUndo,
    NotOver,
    NotYourTurn,
    SkulkError,
    UnknownMove,
)
from .game import SEALED, TURN, WINDOW, Game, opened
from .infostate import Infostate
from .phrase import Phrase

FORMAT = 2  # of saved matches; 1 did not say how many moves there are
TELLING = re.compile(r"\d|\w{4}")  # in a part of a move's name: "it" or "a" alone says nothing
NUMBER = re.compile(r"[+-]?\d+")  # a number is no name
PACES = {TURN: "turn", SEALED: "sealed", WINDOW: "window"}


class Played(NamedTuple):
    """A move as the record of the match keeps it; `before` is the packed state it was made in."""

    seat: int
    action: int
    text: str
    before: bytes
    events: list[Event]
    dealt: int = 0  # how much of the script had been dealt


def chance(seed: str, shares: tuple[str, ...], number: int) -> int:
    """The dealer's counter for command `number`: nobody who lacks a part of the seed can tell it beforehand."""
    text = _chance_of(seed, shares).copy()  # SHA-256 of the JSON [seed, [shares], number]
    text.update(f"{number}]".encode())
    return int.from_bytes(text.digest()[:8], "little", signed=True)


@lru_cache(maxsize=4096)
def _chance_of(seed: str, shares: tuple[str, ...]) -> Any:
    return hashlib.sha256(f"[{json.dumps(seed)}, {json.dumps(list(shares))}, ".encode())


def digest_of(packed: bytes) -> str:
    """Names a state by its bytes."""
    return hashlib.sha256(packed).hexdigest()[:16]


class Sight:
    """What a seat may know now, and what follows from it once somebody has asked."""

    __slots__ = ("acting", "legal", "packed", "said", "seen")

    def __init__(self, seen: Any):
        self.seen = seen
        self.packed: bytes | None = None
        self.acting: list[int] | None = None
        self.legal: dict[int, list[int]] = {}
        self.said: dict[tuple[int, int], Phrase] = {}  # moves in words


class Match:
    """A game being played. `options` in words; `seed` and the seats' `shares` decide all chance.

    A seed is text or a whole number from 0 on, the same as its digits; left out, it is drawn. Shares are texts.
    A table laid by hand begins with a `position` (JSON, as `position()` tells it). It decides the options that it
    tells: they need not be said, and said otherwise they are refused. It may begin with a `script` of chance: its
    outcomes come first, in their order, from the deal on; after the last of them chance is drawn as ever.
    """

    def __init__(
        self,
        game: Game | str,
        options: dict[str, Any] | None = None,
        seed: str | int | None = None,
        shares: tuple[str, ...] = (),
        position: dict[str, Any] | None = None,
        script: list[Any] | None = None,
    ):
        self.game = opened(game)
        self.seed = secrets.token_hex(16) if seed is None else read_seed(seed)
        self.shares = _read_shares(shares)
        self.laid = position  # by hand; None if the table was laid as the rules say
        self.script = _read_script(script)
        self.dealer = self.game.dealer(chance(self.seed, self.shares, 0), script)
        self.dealer.goes_on = True
        if position is None:
            self.options = self.game.options.tell(self.game.read_options(options))
            self.state = self.game.setup(self.options, self.dealer)
        else:
            self.state = self._lay(position, options or {})
            self.options = self._options_laid(options or {})
        self.opening = self.dealer.heard()  # what was called out while the table was laid
        self.moves: list[Played] = []
        self.resigned: tuple[int, ...] = ()  # seats that have given the game up, which has ended it
        self.names: list[str] = []  # of the seats, for refusals; without them a seat is its number
        self._packed: tuple[Any, int, bytes] | None = None  # the state, after how many moves, as bytes
        self._sights: dict[int, Sight] = {}
        self._sights_before: dict[int, Sight] = {}  # as they were before the last move
        self._infostates: dict[int, tuple[int, Infostate]] = {}  # by seat, after so many moves

    def __repr__(self) -> str:
        now = "over" if self.is_over else f"{', '.join(self.who(seat) for seat in self.acting())} to move"
        return f"<Match of {self.game.name} with {self.players}, after {self.number} moves: {now}>"

    def _lay(self, position: dict[str, Any], said: dict[str, Any]) -> Any:
        """The state of a position; how many play may be said by the options alone."""
        self.game.options.read(said)
        seats = any(field.name == "players" for field in self.game.State.fields)
        if seats and "players" in said and isinstance(position, dict) and "players" not in position:
            position = {**position, "players": self.game.options.all["players"].read(said["players"])}
        return self.game.from_position(position, self.dealer)

    def _options_laid(self, said: dict[str, Any]) -> dict[str, Any]:
        """The options that hold; BadPosition names the one that was said otherwise."""
        asked = self.game.options.read(said)
        holds, told = self.game.options_of(self.state, asked), self.game.options.tell(asked)
        for name in said:
            if name in holds and holds[name] != told[name]:
                has = f"the position has {holds[name]!r}"
                raise BadPosition(f"{self.game.name}: option {name!r} is {told[name]!r}, but {has}")
        try:
            return self.game.options.tell(self.game.read_options(told | holds))
        except BadOption as error:
            raise BadPosition(str(error), error.rule) from error

    # ---- what is asked, and what may be known

    @property
    def players(self) -> int:
        """How many play."""
        players: int = self.options["players"]
        return players

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or because somebody gave it up."""
        return bool(self.state.over) or bool(self.resigned)

    @property
    def number(self) -> int:
        """How many moves have been made."""
        return len(self.moves)

    def seen(self, seat: int = SPECTATOR) -> Any:
        """What the seat may know now; do not change it."""
        return self._sight(seat).seen

    def _sight(self, seat: int) -> Sight:
        seat = self.game.seat(seat)
        whose = SPECTATOR if self.game.is_open else seat
        sight = self._sights.get(whose)
        if sight is None:
            sight = self._sights[whose] = Sight(self.game.see(self.state, seat))
        return sight

    def sees_more(self, seat: int) -> bool:
        """Whether the last move has changed what this seat sees."""
        before = self._sights_before.get(SPECTATOR if self.game.is_open else seat)
        if before is None:
            before = Sight(self.game.see(self.game.State.unpack(self.moves[-1].before), seat))
        return self._packed_sight(before) != self._packed_sight(self._sight(seat))

    def _packed_sight(self, sight: Sight) -> bytes:
        if sight.packed is None:
            sight.packed = self.game.State.pack(sight.seen)
        return sight.packed

    def acting(self) -> list[int]:
        """The seats asked now, for whoever runs the table; tell a seat only `is_acting`."""
        return [] if self.is_over else self.game.acting(self.state)

    def is_acting(self, seat: int) -> bool:
        """Whether this seat is asked, as far as it may know."""
        return seat in self.asked(seat)

    def asked(self, seat: int = SPECTATOR) -> list[int]:
        """The seats that are asked, as far as this seat may know."""
        sight = self._sight(seat)
        if sight.acting is None:
            sight.acting = [] if self.is_over else self.game.acting(sight.seen)
        return [*sight.acting]

    def pace(self) -> str:
        """How the table waits: `turn` (one decides), `sealed` (all choose in secret), `window` (silence is a pass)."""
        return PACES[int(self.game.rules.pace(self.state))]

    def legal(self, seat: int) -> list[int]:
        """What the seat may do now; nothing while it is not asked."""
        return [*self._legal(seat)]

    def _legal(self, seat: int) -> list[int]:
        sight = self._sight(seat)
        legal = sight.legal.get(seat)
        if legal is None:
            legal = sight.legal[seat] = self.game.legal(sight.seen, seat) if self.is_acting(seat) else []
        return legal

    def say(self, seat: int, action: int) -> str:
        """A move in words, in English."""
        return self.game.text(self.phrase(seat, action))

    def phrase(self, seat: int, action: int) -> Phrase:
        """A move in words; it need not be legal now, but one of the game's actions."""
        return self._phrase(self._sight(seat), seat, self._action(action))

    def _action(self, action: Any) -> int:
        """One of the game's actions; UnknownMove for anything else, which words would read as they please."""
        if not _is_whole(action) or not 0 <= action < self.game.actions:
            raise UnknownMove(f"{action!r} is not a move in {self.game.name}: actions are 0 to {self.game.actions - 1}")
        return int(action)

    def _phrase(self, sight: Sight, seat: int, action: int) -> Phrase:
        phrase = sight.said.get((seat, action))
        if phrase is None:
            phrase = sight.said[seat, action] = self.game.words.say(sight.seen, seat, action)
        return phrase

    def offers(self, seat: int) -> list[tuple[int, Phrase, list[str]]]:
        """What the seat may do now: action, words, and what on the table it touches."""
        sight, touches = self._sight(seat), self.game.words.touches
        return [
            (action, self._phrase(sight, seat, action), touches(sight.seen, seat, action))
            for action in self._legal(seat)
        ]

    def table(self, seat: int = SPECTATOR) -> dict[str, Any]:
        """The seen table as JSON."""
        drawn = self.drawn(seat)
        return drawn if isinstance(drawn, dict) else to_builtins(drawn)

    def drawn(self, seat: int = SPECTATOR) -> Any:
        """The same as the game draws it: the Struct that its `table` makes, or JSON where it has none."""
        return self.game.words.table(self.seen(seat), seat)

    def position(self) -> dict[str, Any]:
        """The whole table as it lies now, secrets and all, as JSON: Match(game, position=…) goes on from there."""
        return self.game.words.position(self.state)

    def events(self, seat: int = SPECTATOR, since: int = 0) -> list[Event]:
        """What the seat heard, from move number `since` on; the deal comes before move 0."""
        seat = self.game.seat(seat)
        if not _is_whole(since) or since < 0:
            raise BadOption(f"events are asked for from a move number on, from 0, not from {since!r}")
        called = [*([] if since else self.opening), *(e for move in self.moves[since:] for e in move.events)]
        return [event for event in called if event.heard_by(seat)]

    def infostate(self, seat: int) -> Infostate:
        """All that has come to a seat: its own moves, what it heard and every change of what it sees; two moments are
        the same to it exactly if their infostates are equal."""
        seat = self.game.seat(seat)
        number, now = self._infostates.get(seat, (-1, None))
        if now is None:
            seen = self.game.see(self._state_at(0), seat)
            now, number = Infostate.first(self.game, seat, seen, self._heard_by(seat, self.opening)), 0
        for number in range(number, self.number):  # noqa: B020  # goes on where it was
            move = self.moves[number]
            seen = self.game.see(self._state_at(number + 1), seat)
            now = now.then(seen, self._heard_by(seat, move.events), move.action if move.seat == seat else None)
        self._infostates[seat] = self.number, now
        return now

    def _state_at(self, number: int) -> Any:
        """The state after so many moves."""
        return self.state if number == self.number else self.game.State.unpack(self.moves[number].before)

    @staticmethod
    def _heard_by(seat: int, events: list[Event]) -> list[Event]:
        return [event for event in events if event.heard_by(seat)]

    def tell(self, event: Event, seat: int = SPECTATOR) -> str:
        """An event in words, in English, as this seat is told of it."""
        return self.game.text(self.game.words.tell(event, seat))

    def returns(self) -> list[float]:
        """Utility per seat once the game is over: 2 × its share of the win − 1, from −1 to 1."""
        self._check_over("returns")
        if self.resigned:
            share = 1 / len(set(self._still_playing()))
            return [-1.0 if lost else 2 * share - 1 for lost in self._lost()]
        return self.game.returns(self.state)[: self.players]

    def sides(self) -> list[int]:
        """The side of each seat: equal numbers win together. Where a game does not say, all play for themselves."""
        tell = getattr(self.game.words, "sides", None)
        return tell(self.state) if tell else list(range(self.players))

    def result(self) -> dict[str, Any]:
        """Ranks, scores and the reason of the end, and where it was given up, by whom; NotOver before it."""
        self._check_over("result")
        if self.resigned:
            return self._given_up()
        return self.game.words.result(self.state)

    def _check_over(self, what: str) -> None:
        if not self.is_over:
            verb = "are" if what.endswith("s") else "is"
            raise NotOver(f"{self.game.name} is not over after {self.number} moves: there {verb} no {what} yet")

    def resign(self, seats: int | Iterable[int]) -> None:
        """End the match here: this seat gives it up, or these do, the last of them now. Their sides come last, the
        others share the win."""
        if self.is_over:
            raise GameOver(f"{self.game.name} is over: there is nothing to give up")
        named = list(seats) if isinstance(seats, Iterable) else [seats]
        if not named or any(not _is_whole(seat) or not 0 <= seat < self.players for seat in named):
            raise NotYourTurn(f"there are no such seats at this table of {self.players}: {named}")
        given = tuple(dict.fromkeys(map(int, named)))
        if {*self.sides()} == {self.sides()[seat] for seat in given}:
            raise NotYourTurn("not every side can give the game up")
        self.resigned = given
        self._sights_before, self._sights = self._sights, {}

    def _lost(self) -> list[bool]:
        """Whether each seat's side has given the game up, or has been out of it before; one at least has not lost."""
        sides, tell = self.sides(), getattr(self.game.words, "out", None)
        given = [side in {sides[seat] for seat in self.resigned} for side in sides]
        lost = [gone or out for gone, out in zip(given, tell(self.state), strict=True)] if tell else given
        return given if all(lost) else lost

    def _still_playing(self) -> list[int]:
        return [side for side, lost in zip(self.sides(), self._lost(), strict=True) if not lost]

    def _given_up(self) -> dict[str, Any]:
        lost, last = self._lost(), self.who(self.resigned[-1])
        ranks = [1 + lost.count(False) if mine else 1 for mine in lost]
        reason = Phrase("given up", who=last)
        return {"ranks": ranks, "scores": None, "reason": reason, "resigned": list(self.resigned)}

    # ---- moves

    def play(self, seat: int, move: int | str) -> list[Event]:
        """Make a move, given as a number or in words; what was called out. A refused move changes nothing."""
        action = self.check(seat, move)
        before = self.packed()
        text, dealt = self.say(seat, action), self.dealer.used
        self.dealer.rng = chance(self.seed, self.shares, self.number + 1)
        try:
            self.game.rules.play(self.state, seat, action, self.dealer)
        except ScriptMismatch:
            self.state, self.dealer.used = self.game.State.unpack(before), dealt
            self.dealer.heard()
            raise
        if self.dealer.called > self.game.most_events:
            what = f"{text!r} called out {self.dealer.called} events, more than {self.game.most_events}"
            raise OverflowError(f"{self.game.name}: {what}: raise the game's EVENTS")
        self._sights_before, self._sights = self._sights, {}
        self.moves.append(Played(seat, action, text, before, self.dealer.heard(), dealt))
        return self.moves[-1].events

    def check(self, seat: int, move: int | str) -> int:
        """The action that `play` would carry out; an error says why it would not."""
        if type(move) is type(seat) is int and 0 <= seat < self.players and move in self._legal(seat):
            return move
        if self.is_over:
            raise GameOver(f"{self.game.name} is over: no more moves")
        if not _is_whole(seat) or not 0 <= seat < self.players:
            raise NotYourTurn(f"there is no seat {seat!r} at this table of {self.players}")
        if not self.is_acting(seat):
            raise NotYourTurn(f"{self.who(seat)} is not asked to move now")
        if isinstance(move, str):
            return self.parse(seat, move)
        action = self._action(move)
        if action not in self.legal(seat):
            raise self._refusal(seat, action)
        return action

    def parse(self, seat: int, text: str, short: bool = True) -> int:
        """The legal action that these words name; a part of its words is enough, if `short`, where that is clear."""
        if not isinstance(text, str):
            raise UnknownMove(f"a move in words is text, not {text!r}")
        wanted = _plain(text)
        legal = self.legal(seat)
        for action in legal:
            if _plain(self.say(seat, action)) == wanted:
                return action
        for action in range(self.game.actions):
            if action not in legal and _plain(self.say(seat, action)) == wanted:
                raise self._refusal(seat, action)
        if short:
            found = self._meant(seat, wanted, legal)
            if len(found) == 1:
                return found[0]
            if found:
                raise UnknownMove(f'"{text}" is not clear: it may be {self._quoted(seat, found)}')
            others = self._meant(seat, wanted, [a for a in range(self.game.actions) if a not in legal])
            if len(others) == 1:
                raise self._refusal(seat, others[0])
        examples = self._quoted(seat, legal[:2])
        raise UnknownMove(f'"{text}" is not a move in {self.game.name}; moves now look like {examples}')

    def _meant(self, seat: int, wanted: str, actions: list[int]) -> list[int]:
        """Actions that are also called this, or else those with these words in their name."""
        called = getattr(self.game.words, "also_called", None)
        if called:
            seen = self.seen(seat)
            if found := [a for a in actions if wanted in map(_plain, called(seen, seat, a))]:
                return found
        if not TELLING.search(wanted) or NUMBER.fullmatch(wanted):
            return []
        return [a for a in actions if f" {_unstopped(wanted)} " in f" {_unstopped(_plain(self.say(seat, a)))} "]

    def _quoted(self, seat: int, actions: list[int]) -> str:
        *others, last = [f'"{self.say(seat, action)}"' for action in actions]
        return f"{', '.join(others)} or {last}" if others else last

    def _refusal(self, seat: int, action: int) -> IllegalMove:
        why: Phrase = self.game.words.why_not(self.seen(seat), seat, action)
        move, reason = (self.game.text(part, names=self.names) for part in (self.phrase(seat, action), why))
        text = f"{self.who(seat)} cannot {move}: {reason}"
        return IllegalMove(text, str(why.parameters.get("rule", "")), why)

    def who(self, seat: int) -> str:
        """What a seat is called: its name, or its number."""
        return self.names[seat] if self.names else f"seat {seat}"

    def bot_chance(self, seat: int) -> int:
        """A bot's own luck at this seat now: decided by the deal, and telling nothing of it."""
        return chance(self.seed, ("bot", str(seat)), self.number)

    def dealer_apart(self) -> Dealer:
        """A dealer that goes on where this match's is, to try moves with; `rng` is the asker's to set."""
        apart = self.game.dealer(0, self.script)
        apart.used, apart.goes_on = self.dealer.used, True
        return apart

    def undo(self) -> Played:
        """Take the last move back. Who may ask for that is the table's business."""
        if not self.moves:
            raise NothingToUndo("there is no move to take back")
        last, self.resigned = self.moves.pop(), ()
        self.state, self.dealer.used = self.game.State.unpack(last.before), last.dealt
        self._sights_before, self._sights, self._infostates = {}, {}, {}
        return last

    # ---- keeping

    def __getstate__(self) -> dict[str, Any]:
        """To copy and to pickle: all but what can be worked out again. The game goes by its name."""
        return {**vars(self), "_packed": None, "_sights": {}, "_sights_before": {}, "_infostates": {}}

    def __copy__(self) -> "Match":
        """A match of its own: half a copy would be played on by two."""
        return deepcopy(self)

    def packed(self) -> bytes:
        """The state as bytes; kept until the next move, which needs them too."""
        kept = self._packed
        if kept is None or kept[0] is not self.state or kept[1] != len(self.moves):
            kept = self._packed = (self.state, len(self.moves), self.game.State.pack(self.state))
        return kept[2]

    def digest(self) -> str:
        """Names the state: equal digests, equal states."""
        return digest_of(self.game.State.pack(self.state))

    def save(self) -> str:
        """The whole match as JSON text, one line for each move; it holds the seed, and with it every secret."""
        digests = [digest_of(move.before) for move in self.moves[1:]] + [self.digest()]
        head = {
            "skulk": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "box": self.game.box,
            "options": self.options,
            "seed": self.seed,
            "shares": list(self.shares),
            **({"position": self.laid} if self.laid is not None else {}),
            **({"script": self.script} if self.script is not None else {}),
            **({"resigned": list(self.resigned)} if self.resigned else {}),
        }
        moves = [json.dumps([m.seat, m.action, m.text, d]) for m, d in zip(self.moves, digests, strict=False)]
        body = ",\n  ".join(moves)
        return json.dumps(head, indent=1)[:-2] + f',\n "moves": [\n  {body}\n ],\n "made": {self.number}\n}}\n'

    @staticmethod
    def load(text: str, game: Game | str | None = None) -> "Match":
        """A saved match, played through again; BadSave says what is damaged and where."""
        match, moves = Match.start_of(text, game)
        for number, (seat, action, words, digest) in enumerate(moves, 1):
            try:
                match.play(seat, action)
            except SkulkError as error:
                raise BadSave(f"the save is damaged at move {number}: {error}", error.rule) from error
            if match.digest() != digest:
                raise BadSave(f"the save is damaged at move {number}: it leads to another position than was saved")
            if words and words != (text_made := match.moves[-1].text):  # programs may leave them out
                raise BadSave(f"the save is damaged at move {number}: it says {words!r}, but that was {text_made!r}")
        resigned = json.loads(text).get("resigned")
        if resigned is not None:
            try:
                match.resign(resigned)
            except SkulkError as error:
                raise BadSave(f"the save is damaged: nobody can have given the game up so: {resigned!r}") from error
        return match

    @staticmethod
    def start_of(text: str, game: Game | str | None = None) -> tuple["Match", list[Any]]:
        """A saved match before its first move, and the moves to come: [seat, action, words, digest after it]."""
        try:
            saved = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadSave(f"this is no saved match: {error}") from error
        _check_save(saved)
        game = opened(game or saved["game"])
        for what, mine in (("game", game.name), ("version", game.version), ("box", game.box)):
            if saved[what] != mine:
                raise BadSave(f"the match was saved with {what} {saved[what]!r} of {saved['game']}; this is {mine!r}")
        try:
            how = saved["options"], saved["seed"], tuple(saved["shares"]), saved.get("position"), saved.get("script")
            match = Match(game, *how)
        except SkulkError as error:
            raise BadSave(f"the save is damaged: {error}", error.rule) from error
        return match, saved["moves"]


SAVED = {"game": str, "version": str, "box": str, "options": dict, "seed": str, "shares": list, "moves": list}


def _check_save(saved: Any) -> None:
    if not isinstance(saved, dict) or "skulk" not in saved:
        raise BadSave("this is no saved match: it does not say 'skulk'")
    if saved["skulk"] not in (1, FORMAT):
        raise BadSave(f"the match was saved in format {saved['skulk']!r}; this version reads format {FORMAT}")
    for name, kind in SAVED.items():
        if not isinstance(saved.get(name), kind):
            raise BadSave(f"the save is damaged: {name!r} is missing or is not a {kind.__name__}")
    for name in ("script", "resigned"):
        if not isinstance(saved.get(name, []), list):
            raise BadSave(f"the save is damaged: {name!r} is not a list")
    for number, move in enumerate(saved["moves"], 1):
        if not (isinstance(move, list) and [type(part) for part in move] == [int, int, str, str]):
            raise BadSave(f"the save is damaged at move {number}: it must be [seat, action, words, digest]")
    if saved["skulk"] == FORMAT and saved.get("made") != len(saved["moves"]):
        made = f"{saved['made']!r} were made" if "made" in saved else "it does not say how many were made"
        raise BadSave(f"the save is damaged: it holds {len(saved['moves'])} moves, but {made}")


def read_seed(seed: Any) -> str:
    """A seed as text, or a whole number from 0 on; BadOption for anything else, which would only look like another."""
    if isinstance(seed, str) or (_is_whole(seed) and seed >= 0):
        return str(seed)
    raise BadOption(f"a seed is text or a whole number from 0 on, not {seed!r}")


def _read_shares(shares: Any) -> tuple[str, ...]:
    if not isinstance(shares, list | tuple) or not all(isinstance(share, str) for share in shares):
        raise BadOption(f"shares are a tuple of texts, not {shares!r}")
    return tuple(shares)


def _read_script(script: Any) -> list[Any] | None:
    if script is not None and not isinstance(script, list | tuple):
        raise BadOption(f"a script is a list of what chance brings, not {script!r}")
    return script  # type: ignore[return-value]


def _is_whole(number: Any) -> bool:
    """A whole number, NumPy's as well as Python's."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _unstopped(text: str) -> str:
    return text.replace(", ", " ")
