"""Helpers: a table without a server, its journal in a list."""

import copy
import random

from skulk.engine import SPECTATOR, load
from skulk.protocol import messages as m
from skulk.server import decide, fold
from skulk.server.entries import KIND_OF, KINDS, Body, Entry
from skulk.server.store import Head
from skulk.server.table import Table
from skulk.server.telling import told


class Laid:
    """A table to try things at. `streams` keeps what every audience was told, byte for byte."""

    def __init__(self, game, options=None, settings=None, seed="seed", humans=None, hears=True):
        game = load(game)
        more = {"options": game.options.tell(game.read_options(options)), "settings": settings or {}}
        self.head = Head("table", 0.0, game.name, game.version, seed, more)
        self.table, self.entries, self.hears = Table(self.head), [], hears
        self.streams = {audience: [] for audience in self.table.audiences}
        players = len(self.table.seats)
        for seat in range(players) if humans is None else humans:
            self.put("join", None, seat=seat, name=f"Fox {seat}")

    def start(self):
        self.put("start", None, shares=[f"share {seat}" for seat in range(len(self.table.seats))])
        return self

    @property
    def match(self):
        return self.table.match

    def put(self, kind, who, at=None, **body):
        """An entry of this kind."""
        self.enter(KINDS[kind](**body), who, at)

    def enter(self, body, who, at=None):
        number = self.table.number + 1
        at = float(number) if at is None else at
        entry = Entry(number, f"c{number}", at, who, body, at)
        self.entries.append(entry)
        fold.apply(self.table, entry)
        for audience in self.table.told if self.hears else ():
            self.streams[audience].append(m.encode(told(self.table, audience)))

    def do(self, seat, command):
        """A command of a seat, decided and carried out."""
        for body in decide.decide(self.table, seat, command):
            self.enter(body, seat)

    def move(self, seat, action):
        if self.table.seats[seat].kind == "bot":
            self.enter(decide.move(self.table, seat, self.match.check(seat, action), by_bot=True), seat)
        else:
            self.do(seat, m.Move("x", action))

    def close(self):
        self.put("close", None)

    def wander(self, moves, seed=0):
        """Random moves: sealed answers in windows, which then close."""
        chance = random.Random(seed)
        for _ in range(moves):
            if self.match.is_over:
                break
            self.step(chance)
        return self

    def step(self, chance):
        if self.table.is_window:
            for seat in self.match.acting():
                if chance.random() < 0.7:
                    self.move(seat, chance.choice(self.match.legal(seat)))
            self.close()
        else:
            seat = chance.choice(self.match.acting())
            self.move(seat, chance.choice(self.match.legal(seat)))

    def twin(self):
        """The same table once more, with streams that are still empty."""
        other = copy.copy(self)
        other.entries, other.table = list(self.entries), copy.copy(self.table)
        table = other.table
        table.seats = copy.deepcopy(table.seats)
        for name in ("numbers", "commands", "answers", "asked_on", "asked_at", "log", "steps"):
            setattr(table, name, copy.copy(getattr(table, name)))
        table.match = copy.copy(table.match)
        match = table.match
        match.state, match.dealer = match.game.State.copy(match.state), match.game.dealer()
        match.moves, match._sights = list(match.moves), {}
        other.streams = {audience: [] for audience in table.audiences}
        return other


def outcome(table, seat, command):
    """How a command would end, as its seat would be told; what it adds is not the seat's to know."""
    from skulk.engine import SkulkError

    try:
        return [KIND_OF[type(body)] if isinstance(body, Body) else body for body in decide.decide(table, seat, command)]
    except SkulkError as error:
        return (error.code, error.rule, str(error))


__all__ = ["SPECTATOR", "Laid", "outcome"]
