"""The process in which bots think, so that no thought ever holds up the tables.

    python -m skulk.server.mind

reads questions from its input and writes answers to its output, as frames of msgpack. A search that lies compiled in
the cache is read in when it is first asked for; one that does not is compiled by yet another process, and until then
the rules of thumb answer. With SKULK_COMPILE=off they always do: nothing is compiled, nothing read in.
"""

import os
import struct
import sys
import threading
from collections import OrderedDict
from queue import SimpleQueue
from typing import Any, BinaryIO

import msgspec

from skulk import bots
from skulk.bots import Budget
from skulk.bots.warm import compile_elsewhere, is_off, is_warm, warm
from skulk.engine import Game, load

KEPT = 48  # bots remembered at a time: a search keeps some megabytes of its thoughts
BUSY = 8  # with more questions waiting than that, nobody searches
PATIENCE = 10.0  # seconds that reading in compiled code may take before the rules of thumb answer meanwhile
BUDGET = Budget(seconds=0.2)  # for whoever was asked for without a budget


class Question(msgspec.Struct, array_like=True):
    id: int
    table: str
    seat: int
    game: str
    bot: str
    seen: bytes
    rng: int


class Reply(msgspec.Struct, array_like=True):
    id: int
    action: int  # −1: the bot failed
    error: str = ""


class Thinker:
    """Bots by table and seat."""

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[str, int, str], bots.Bot] = OrderedDict()
        self.ready: dict[str, threading.Event] = {}

    def answer(self, question: Question, is_busy: bool) -> int:
        game = load(question.game)
        bot = self._bot(question, game, is_busy)
        return bot.choose(game.State.unpack(question.seen), question.seat, BUDGET, game.dealer(question.rng))

    def _bot(self, question: Question, game: Game, is_busy: bool) -> bots.Bot:
        spec = bots.parse(question.bot)
        if spec.kind == "search" and (is_busy or not self._is_ready(game)):
            spec = bots.parse("thumb")
        key = (question.table, question.seat, spec.kind)
        if key not in self.bots:
            more = {"wait": True} if spec.kind == "search" else {}  # it is compiled: see _is_ready
            self.bots[key] = bots.sit(spec, game, **more)
            if len(self.bots) > KEPT:
                self.bots.popitem(last=False)
        self.bots.move_to_end(key)
        return self.bots[key]

    def _is_ready(self, game: Game) -> bool:
        """Whether a game's search can be used. One that lies compiled in the cache is waited for, the first time."""
        if game.name not in self.ready:
            self.ready[game.name] = threading.Event()
            if not is_off():
                work = self._read_in if is_warm(game) else self._compile
                threading.Thread(target=work, args=(game,), daemon=True).start()
                if work == self._read_in:
                    self.ready[game.name].wait(PATIENCE)
        return self.ready[game.name].is_set()

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
    waiting: SimpleQueue[Question | None] = SimpleQueue()
    threading.Thread(target=_read, args=(source, waiting), daemon=True).start()
    thinker, encode = Thinker(), msgspec.msgpack.encode
    while (question := waiting.get()) is not None:
        target.write(frame(encode(_reply(thinker, question, waiting.qsize() > BUSY))))
        target.flush()


def _read(source: BinaryIO, waiting: Any) -> None:
    decode = msgspec.msgpack.Decoder(Question).decode
    while (data := read_frame(source)) is not None:
        waiting.put(decode(data))
    waiting.put(None)


def _reply(thinker: Thinker, question: Question, is_busy: bool) -> Reply:
    try:
        return Reply(question.id, int(thinker.answer(question, is_busy)))
    except Exception as error:  # a bot that fails must not take the others with it
        return Reply(question.id, -1, f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # tables come first, and a page on the same machine moves without halting while bots think
    main(sys.stdin.buffer, sys.stdout.buffer)
