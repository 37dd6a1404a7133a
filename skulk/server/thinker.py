"""The process in which bots think, so that no thought ever holds up the tables.

    python -m skulk.server.thinker

reads questions from its input and writes answers to its output, as frames of msgpack. A search that lies compiled in
the cache is read in when it is first asked for; one that does not is compiled by yet another process, and until then
the rules of thumb answer. With SKULK_COMPILE=off they always do: nothing is compiled, nothing read in.
"""

import math
import os
import struct
import sys
import threading
from collections import OrderedDict, deque
from typing import Any, BinaryIO

import msgspec

from skulk import bots
from skulk.bots import Budget
from skulk.bots.coach import Coach
from skulk.bots.warm import compile_elsewhere, is_off, is_warm, warm
from skulk.engine import Game, load

from . import coached
from .log import named

COACHES = 8  # remembered at a time: each keeps a table of choices for each seat it advises
KEPT = 48  # bots remembered at a time: a search keeps some megabytes of its thoughts
QUICK, LONG = 1.0, 5.0  # seconds in which everybody who waits in a lane has a turn: their budgets shrink to fit
IS_LONG = 0.5  # seconds from which a thought is long, and waits in the other lane
SPEED = 20_000  # simulations that count as a second
LEAST = 0.02  # seconds below which a search is not worth beginning
PATIENCE = 10.0  # seconds that reading in compiled code may take before the rules of thumb answer meanwhile
ADVICE = 0.2  # seconds that a coach takes
NO_COACH, ALL = -2, -1
BUDGET = Budget(seconds=0.2)  # for whoever was asked for without a budget


class NotReady(Exception):
    """The search of this game is not compiled yet."""


class Question(msgspec.Struct, array_like=True):
    id: int
    table: str
    seat: int
    game: str
    bot: str
    seen: bytes
    rng: int
    owner: str = ""  # whose table it is: an address
    about: int = NO_COACH  # a move that a coach is asked about, or ALL of them; else a bot is asked for its own

    @property
    def cost(self) -> float:
        """Seconds that it takes, more or less."""
        if self.about != NO_COACH:
            return ADVICE
        spec = bots.parse(self.bot)
        return _seconds(spec.budget or BUDGET) if spec.kind == "search" else 0.0


def _seconds(budget: Budget) -> float:
    return budget.seconds or budget.simulations / SPEED


class Lane:
    """Questions that wait, answered in turns: one address after the other, and of each one table after the other."""

    def __init__(self, seconds: float):
        self.seconds, self.count = seconds, 0
        self.waiting: OrderedDict[str, OrderedDict[str, deque[Question]]] = OrderedDict()
        self.some = threading.Condition()

    def put(self, question: Question) -> None:
        with self.some:
            tables = self.waiting.setdefault(question.owner or question.table, OrderedDict())
            tables.setdefault(question.table, deque()).append(question)
            self.count += 1
            self.some.notify()

    def take(self) -> tuple[Question, float]:
        """The next question, and how many seconds it may take so that a turn of everybody who waits is not too long."""
        with self.some:
            while not self.count:
                self.some.wait()
            self.count -= 1
            owner, tables = self.waiting.popitem(last=False)
            table, questions = tables.popitem(last=False)
            question = questions.popleft()
            if questions:
                tables[table] = questions
            if tables:
                self.waiting[owner] = tables
            return question, self.seconds / (1 + self.count) if self.count else math.inf


class Reply(msgspec.Struct, array_like=True):
    id: int
    action: int  # −1: the bot failed
    error: str = ""
    advice: bytes = b""  # of a coach


class Thinker:
    """Bots by table and seat."""

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[str, int, str], bots.Bot] = OrderedDict()
        self.coaches: OrderedDict[tuple[str, int], Coach] = OrderedDict()
        self.ready: dict[str, threading.Event] = {}
        self.lock = threading.Lock()

    def answer(self, question: Question, most: float = math.inf) -> int:
        """Its move, after so many seconds of thought at most."""
        game = load(question.game)
        bot = self._bot(question, game, most)
        budget = _within(most, bots.parse(question.bot).budget or BUDGET)
        return bot.choose(game.State.unpack(question.seen), question.seat, budget, game.dealer(question.rng))

    def advise(self, question: Question) -> bytes:
        """What a coach of this seat says: it is given what the seat sees."""
        game = load(question.game)
        if not self._is_ready(game):
            raise NotReady("the search is being compiled")
        with self.lock:
            key = (question.table, question.seat)
            coach = self.coaches.pop(key, None) or Coach(game)
            self.coaches[key] = coach
            if len(self.coaches) > COACHES:
                self.coaches.popitem(last=False)
        seen = game.State.unpack(question.seen)
        if question.about == ALL:
            return coached.promises(coach, seen, question.seat)
        return coached.ahead(coach, seen, question.seat, question.about)

    def _bot(self, question: Question, game: Game, most: float) -> bots.Bot:
        spec = bots.parse(question.bot)._replace(budget=None)  # it is told each time
        if spec.kind == "search" and (most < LEAST or not self._is_ready(game)):
            spec = bots.parse("thumb")
        key = (question.table, question.seat, spec.kind)
        with self.lock:
            if key not in self.bots:
                more = {"wait": True} if spec.kind == "search" else {}  # it is compiled: see _is_ready
                self.bots[key] = bots.sit(spec, game, **more)
                if len(self.bots) > KEPT:
                    self.bots.popitem(last=False)
            self.bots.move_to_end(key)
            return self.bots[key]

    def _is_ready(self, game: Game) -> bool:
        """Whether a game's search can be used. One that lies compiled in the cache is waited for, the first time."""
        with self.lock:
            is_first = game.name not in self.ready
            ready = self.ready.setdefault(game.name, threading.Event())
        if is_first and not is_off():
            work = self._read_in if is_warm(game) else self._compile
            threading.Thread(target=work, args=(game,), daemon=True).start()
            if work == self._read_in:
                ready.wait(PATIENCE)
        return ready.is_set()

    def _compile(self, game: Game) -> None:
        """Fill the cache of compiled code elsewhere, then read it in here."""
        if not compile_elsewhere(game):
            self._read_in(game)

    def _read_in(self, game: Game) -> None:
        warm(game)
        self.ready[game.name].set()


def read_frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(4)
    return stream.read(struct.unpack(">I", head)[0]) if len(head) == 4 else None


def frame(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Answer until the questions end. Long thoughts have a lane and a thread of their own: nobody waits behind them."""
    thinker, quick, long = Thinker(), Lane(QUICK), Lane(LONG)
    writing = threading.Lock()
    for lane in (quick, long):
        threading.Thread(target=_think, args=(thinker, lane, target, writing, lane is long), daemon=True).start()
    decode = msgspec.msgpack.Decoder(Question).decode
    while (data := read_frame(source)) is not None:
        question = decode(data)
        (long if question.cost > IS_LONG else quick).put(question)


def _think(thinker: Thinker, lane: Lane, target: BinaryIO, writing: Any, is_long: bool) -> None:
    if is_long and sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)  # whoever thinks shortly comes first
    while True:
        question, most = lane.take()
        data = frame(msgspec.msgpack.encode(_reply(thinker, question, most)))
        with writing:
            target.write(data)
            target.flush()


def _within(most: float, budget: Budget) -> Budget:
    """The same budget, or as much of it as takes so long."""
    share = most / _seconds(budget)
    if share >= 1:
        return budget
    return Budget(max(1, int(budget.simulations * share)) if budget.simulations else 0, budget.seconds * share)


def _reply(thinker: Thinker, question: Question, most: float) -> Reply:
    try:
        if question.about != NO_COACH:
            return Reply(question.id, 0, advice=thinker.advise(question))
        return Reply(question.id, int(thinker.answer(question, most)))
    except Exception as error:  # a bot that fails must not take the others with it
        return Reply(question.id, -1, named(error))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # tables come first, and a page on the same machine moves without halting while bots think
    main(sys.stdin.buffer, sys.stdout.buffer)
