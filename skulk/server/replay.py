"""A finished game looked at again, step by step: as any seat saw it, or with everything open."""

import hashlib
import json
from collections import OrderedDict
from typing import Any

from skulk.engine import SPECTATOR, UNKNOWN, BadSave, Event, Match
from skulk.engine.match import PACES
from skulk.engine.phrase import render
from skulk.protocol import messages as m
from skulk.protocol.views import ended

from .seats import Refused
from .table import Sitting, Table
from .words import name_of, texts

OPEN = -1  # eyes that see everything
PAGE = 50  # frames given at once
MOST_MOVES = 5000  # of a file that somebody brings along
KEPT = 16  # such files kept


def eyes_of(asked: str | None, players: int) -> int:
    """Whose eyes: "all", a seat's number, or none: whoever looked on."""
    if asked is None:
        return SPECTATOR
    if asked == "all":
        return OPEN
    if int(asked) >= players:
        raise Refused("no-seat", f"there is no seat {asked}: seats are 0 to {players - 1}")
    return int(asked)


def steps_of(match: Match) -> list[int]:
    """How many moves are made when each step ends; step 0 is the deal."""
    return [0, *(number for number, move in enumerate(match.moves, 1) if move.events or number == match.number)]


class Replay:
    """A match from the deal to its end. A step ends where something was called out: a pass in secret is none."""

    def __init__(self, match: Match, seats: list[m.SeatView], sittings: list[tuple[int, Sitting]] | None = None):
        self.match, self.seats = match, seats
        self.sittings = sittings or []  # who sat there since which move
        self.ends = steps_of(match)

    @staticmethod
    def of_table(table: Table) -> "Replay":
        if table.match is None or not table.match.is_over:
            raise Refused("not-over", "a game can be looked at again when it is over")
        sat = [(since, sitting) for since, sitting in table.sittings if since < table.match.number or since == 0]
        return Replay(table.match, seats_of(list(sat[-1][1].seats)), sat)

    @staticmethod
    def of_file(text: str) -> "Replay":
        """A game file, played through again; BadSave says what is not right with it."""
        _, moves = Match.start_of(text)
        if len(moves) > MOST_MOVES:
            raise BadSave(f"this game is too long to be shown here: {len(moves)} moves, at most {MOST_MOVES}")
        match = Match.load(text)
        facts = json.loads(text).get("table")
        told = facts.get("seats") if isinstance(facts, dict) else None
        names = told if isinstance(told, list) and len(told) == match.players else [""] * match.players
        match.names = [str(name) or match.who(seat) for seat, name in enumerate(names)]
        return Replay(match, seats_of([_sat(name if isinstance(name, str) else "") for name in names]))

    def position_at(self, step: int) -> dict[str, Any]:
        """The whole table as it lay when this step had ended, to play on from; nothing of it is secret any more."""
        if step >= len(self.ends) - 1:
            raise Refused("no-step", f"there is no step {step} to play on from: steps are 0 to {len(self.ends) - 2}")
        state = self.match.game.State.unpack(self.match.moves[self.ends[step]].before)
        position: dict[str, Any] = self.match.game.words.position(state)
        return position

    def reel(self, eyes: int, mine: int | None = None) -> m.Reel:
        """Everything but the pictures: who sat where, what was called out in each step, how it ended.

        `mine`: the seat of who asks, so that nobody else is spoken to as the one who sat there.
        """
        game, match = self.match.game, self.match
        lines = [self._lines(match.opening, 1, eyes)]
        for start, end in zip(self.ends, self.ends[1:], strict=False):
            events = [event for move in match.moves[start:end] for event in move.events]
            lines.append(self._lines(events, end, eyes))
        return m.Reel(
            game.name,
            game.title,
            game.version,
            match.options,
            self.seats,
            eyes if 0 <= eyes < match.players else None,
            mine,
            eyes == OPEN,
            lines,
            [match.moves[end - 1].seat if end else None for end in self.ends],
            ended(match) if match.is_over else None,
        )

    def _lines(self, events: list[Event], move: int, eyes: int) -> list[m.Line]:
        """What was called out up to this move, told with the names of those who sat there."""
        people = [sitting.people for since, sitting in self.sittings if since < move]
        then = people[-1] if people and people[-1] != self.sittings[-1][1].people else None
        return [self._line(event, eyes, then) for event in heard_by(events, eyes)]

    def _line(self, event: Event, eyes: int, then: list[str | None] | None) -> m.Line:
        game = self.match.game
        phrase = game.words.tell(event, SPECTATOR if eyes == OPEN else eyes)
        return m.Line("game", phrase.as_json(), render(phrase, texts(game.folder)), then=then)

    def frames(self, eyes: int, first: int) -> m.Frames:
        """The pictures of a page of steps."""
        return m.Frames(first, [self._frame(end, eyes) for end in self.ends[first : first + PAGE]])

    def _frame(self, end: int, eyes: int) -> m.Frame:
        match, game = self.match, self.match.game
        state = game.State.unpack(match.moves[end].before) if end < match.number else match.state
        seen = state if eyes == OPEN else game.see(state, eyes)
        if eyes == OPEN:
            draw = getattr(game.words, "open_table", lambda state: game.words.table(state, SPECTATOR))
            table = draw(state)
        else:
            table = game.words.table(seen, eyes)
        if state.over or (end == match.number and match.is_over):
            return m.Frame(table)
        return m.Frame(table, PACES[int(game.rules.pace(state))], game.acting(seen))  # type: ignore[arg-type]


def _sat(name: str) -> tuple[str, str, str | None]:
    """Who sat there, by the name that a game file gives."""
    if name.startswith("Bot "):
        return "bot", name_of(name), name[4:]
    return "human", name_of(name) if name else "", None


def seats_of(sat: list[tuple[str, str, str | None]]) -> list[m.SeatView]:
    return [m.SeatView(seat, kind, name, bot) for seat, (kind, name, bot) in enumerate(sat)]  # type: ignore[arg-type]


def heard_by(events: list[Event], eyes: int) -> list[Event]:
    """What these ears heard. Open ears hear of each thing once, from whoever knew most of it."""
    if eyes != OPEN:
        return [event for event in events if event.heard_by(eyes)]
    return [event for event in events if not any(_says_more(other, event) for other in events)]


def _says_more(one: Event, other: Event) -> bool:
    """Whether one tells to some what the other keeps from the rest."""
    if one.kind != other.kind or one.audience & other.audience:
        return False
    pairs = list(zip(one.numbers, other.numbers, strict=True))
    return one.numbers != other.numbers and all(mine == theirs or theirs == UNKNOWN for mine, theirs in pairs)


class Shelf:
    """Game files that people brought along, the latest ones, by a name that only their text gives."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Replay] = OrderedDict()

    def bring(self, text: str) -> str:
        id = hashlib.sha256(text.encode()).hexdigest()[:24]
        if id not in self.kept:
            self.kept[id] = Replay.of_file(text)
            if len(self.kept) > KEPT:
                self.kept.popitem(last=False)
        return id

    def of(self, id: str) -> Replay:
        if id not in self.kept:
            raise Refused("no-file", "this game file has been put away: bring it again")
        self.kept.move_to_end(id)
        return self.kept[id]
