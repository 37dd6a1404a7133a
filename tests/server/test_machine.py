"""Check 9: join, move, leave, come back, take over, undo, vote, hold, chat, restart, in any order."""

import asyncio
import json
import random
import secrets
import tempfile
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from skulk.engine import SPECTATOR, SkulkError, load
from skulk.protocol import messages as m
from skulk.server import decide as decide_module
from skulk.server import fold
from skulk.server import tables as tables_module
from skulk.server.entries import Expired
from skulk.server.limits import Limits
from skulk.server.listeners import Listener
from skulk.server.seats import Keys
from skulk.server.store.sqlite import SQLite
from skulk.server.table import Table
from skulk.server.tables import Tables
from skulk.server.telling import told

from .playing import GAMES, times

FAST = Path("/dev/shm") if Path("/dev/shm").is_dir() else None
SEATS = st.integers(0, 7)


class NoThinkers:
    """Bots that choose at random, here and at once."""

    async def choose(self, table, seat, game, bot, seen, rng, owner):
        opened = load(game)
        return random.Random(rng).choice(opened.legal(opened.State.unpack(seen), seat))

    async def close(self):
        pass


class NoSecrets:
    """The same seeds in every run, so that what is found can be found again."""

    def __init__(self):
        self.random = random.Random(9)

    def token_hex(self, size):
        return self.random.randbytes(size).hex()

    def token_urlsafe(self, size):
        return self.token_hex(size)


class Evening(RuleBasedStateMachine):
    """One table with everything that can happen to it. Listeners must hear every number once and in order."""

    evenings = steps = 0

    def __init__(self):
        super().__init__()
        Evening.evenings += 1
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory(dir=FAST)
        self.made = 0
        self.applied = []
        self.knocking = []
        self.heard = {}
        tables_module.secrets = decide_module.secrets = NoSecrets()

    def run(self, work):
        return self.loop.run_until_complete(asyncio.wait_for(work, 60))

    async def _open(self):
        journal = SQLite(Path(self.folder.name) / "skulk.db")
        self.tables = Tables(journal, Keys("secret"), NoThinkers(), limits=Limits(queue=100_000))
        await self.tables.start()

    @initialize(game=st.sampled_from(GAMES), variant=st.integers(0, 30), clock=st.sampled_from(["off", "relaxed"]))
    def lay(self, game, variant, clock):
        self.run(self._open())
        opened = load(game)
        options = opened.variants[variant % len(opened.variants)]
        players = opened.options.tell(opened.read_options(options))["players"]
        seats = ["human", *["open"] * (players - 1)]
        wanted = m.Make(game, options, seats, m.Settings(clock, 0, 0.0))
        self.gathering, _ = self.run(self.tables.make(wanted))
        self.listeners = {}
        self._listen()

    def _listen(self):
        for audience in self.gathering.table.audiences:
            self.listeners[audience] = self.run(self._listening(audience))
        self._settle()

    async def _listening(self, audience):
        """A connection that has read all that it missed, and now waits for more."""
        listener = Listener(audience, 100_000)
        self.gathering.listeners.listen(listener, self.heard.get(audience, 0))
        if listener.past:
            missed = [data async for data in listener.past]
            listener.waiting.extendleft(reversed(missed))
        return listener

    def _settle(self):
        """Let bots answer and windows close."""

        async def wait():
            for _ in range(2000):
                await asyncio.sleep(0)
                if not self.gathering.tasks and self.gathering.timing.timer is None:
                    return
                await asyncio.sleep(0.0005)
                if (
                    not self.gathering.tasks
                    and self.gathering.timing.timer
                    and self.gathering.timing.timer.when() > self.loop.time() + 1
                ):
                    return

        self.run(wait())
        for audience, listener in self.listeners.items():
            while listener.waiting:
                message = json.loads(listener.waiting.popleft())
                if message["type"] == "told":
                    assert message["number"] == self.heard.get(audience, 0) + 1, "a hole, or told twice"
                    self.heard[audience] = message["number"]

    @property
    def table(self):
        return self.gathering.table

    def do(self, seat, make, *more):
        seat %= len(self.table.seats)
        if self.table.seats[seat].kind != "human":
            return None
        self.made += 1
        command, generation = make(f"c{self.made}", *more), self.table.seats[seat].generation
        done = self.run(self.gathering.command(seat, command, generation))
        if done.outcome == "applied":
            self.applied.append((seat, command.id))
            assert self.run(self.gathering.command(seat, command, generation)).outcome == "duplicate"
        else:
            assert done.outcome == "refused"
            assert done.code
            assert done.text
        self._settle()
        return done

    @rule(seat=SEATS)
    def start(self, seat):
        self.do(seat, m.Start)

    @rule(seat=SEATS, share=st.sampled_from(["a", "b"]))
    def share(self, seat, share):
        self.do(seat, m.GiveShare, share)

    @rule(name=st.text(min_size=1, max_size=30), seat=st.none() | SEATS)
    def join(self, name, seat):
        self.made += 1
        vacant = [s for s, who in enumerate(self.table.seats) if who.kind == "open" or who.free]
        may = self.table.phase != "over" and (seat in vacant if seat is not None else vacant)
        wanted = m.Join(f"j{self.made:016}", name, seat)
        if may and self.table.phase == "playing" and self.table.humans and self.table.was_left:
            return self._knock(wanted)
        with nullcontext() if may else pytest.raises(SkulkError, match=r"taken|over"):
            assert self.run(self.gathering.join(wanted)) is not None
        self._settle()

    def _knock(self, wanted):
        try:
            assert self.run(self.gathering.join(wanted)) is None
            self.knocking.append(wanted)
        except SkulkError as error:
            assert error.code in ("knocked", "not-admitted")  # noqa: PT017
        self._settle()

    @precondition(lambda self: self.table.knocks)
    @rule(seat=SEATS, yes=st.integers(0, 3), all_agree=st.booleans())
    def admit(self, seat, yes, all_agree):
        for place in list(self.table.knocks):
            for other in self.table.humans if all_agree else [seat]:
                self.do(other, m.Admit, place, bool(yes))

    @precondition(lambda self: self.knocking)
    @rule()
    def ask_again(self):
        """Whoever has knocked asks once more: let in, sent away, or still waiting."""
        wanted = self.knocking.pop(0)
        knock = next((k for k in self.table.knocks.values() if k.id == wanted.id), None)
        must_wait = knock and self.table.humans and self.table.waiting_for(knock)
        try:
            seat = self.run(self.gathering.join(wanted))
        except SkulkError:
            assert knock is None or self.table.phase == "over"
        else:
            assert (seat is None) == bool(must_wait)
            self.knocking += [wanted] if seat is None else []
        self._settle()

    @precondition(lambda self: self.table.phase == "playing")
    @rule(choices=st.lists(st.tuples(SEATS, st.integers(0, 300)), min_size=1, max_size=6))
    def move(self, choices):
        for who, what in choices:
            asked = [s for s in self.table.match.acting() if not self.table.seats[s].is_played_by_bot]
            if self.table.phase != "playing" or not asked:
                return
            seat = asked[who % len(asked)]
            legal = self.table.match.legal(seat)
            assert self.do(seat, m.Move, legal[what % len(legal)]).outcome == "applied"

    @precondition(lambda self: self.table.phase == "playing")
    @rule(seat=SEATS, action=st.integers(-1, 300))
    def any_move(self, seat, action):
        self.do(seat, m.Move, action)

    @rule(seat=SEATS)
    def leave(self, seat):
        if len(self.table.humans) > 1:
            self.do(seat, m.Leave)

    @rule(seat=SEATS)
    def back(self, seat):
        self.do(seat, m.Back)

    @precondition(lambda self: self.table.phase == "playing")
    @rule(seat=SEATS)
    def undo(self, seat):
        self.do(seat, m.Undo)

    @precondition(lambda self: self.table.asking is not None)
    @rule(seat=SEATS, yes=st.booleans())
    def consent(self, seat, yes):
        self.do(seat, m.Consent, yes)

    @precondition(lambda self: self.table.phase == "playing")
    @rule(seat=SEATS, move=st.none() | st.sampled_from(["pass", "nonsense"]))
    def standing(self, seat, move):
        self.do(seat, m.Standing, move)

    @rule(seat=SEATS)
    def hold(self, seat):
        self.do(seat, m.Hold)

    @rule(seat=SEATS, text=st.text(min_size=1, max_size=20))
    def chat(self, seat, text):
        self.do(seat, m.Chat, text)

    @precondition(lambda self: self.table.phase == "lobby")
    @rule(seat=SEATS, other=SEATS, bot=st.none() | st.sampled_from(["random", "no-such-bot"]))
    def bot(self, seat, other, bot):
        self.do(seat, m.SitBot, other, bot)

    @precondition(lambda self: self.table.phase == "playing")
    @rule(seat=SEATS)
    def time_is_up(self, seat):
        async def expire():
            async with self.gathering.lock:
                seats = [
                    s for s in self.table.match.acting()
                    if self.table.seats[s].kind == "human" and not self.table.seats[s].is_played_by_bot
                ]  # fmt: skip
                if seats and not self.table.is_window:
                    draft = Expired()
                    await self.gathering.enter([draft], seats[seat % len(seats)], f"~x{self.table.number}")

        self.run(expire())
        self._settle()

    @rule(audience=SEATS)
    def reconnect(self, audience):
        audience = self.table.audiences[audience % len(self.table.audiences)]
        self.gathering.listeners.unlisten(self.listeners[audience])
        self.listeners[audience] = self.run(self._listening(audience))
        self._settle()

    @rule()
    def restart(self):
        table, numbers = self.table.head.id, dict(self.table.numbers)
        self.run(self.tables.close())
        self.run(self._open())
        self.gathering = self.run(self.tables.gathering(table))
        assert all(self.table.numbers[a] >= numbers[a] for a in numbers)
        self._listen()

    @precondition(lambda self: self.table.phase == "over")
    @rule(seat=SEATS)
    def rematch(self, seat):
        self.do(seat, m.Rematch)

    @invariant()
    def all_have_heard_all(self):
        Evening.steps += 1
        if hasattr(self, "gathering"):
            assert self.gathering.broken is None
            assert {a: self.heard.get(a, 0) for a in self.table.audiences} == self.table.numbers

    def teardown(self):
        if hasattr(self, "gathering"):
            self._settle()
            entries = self.tables.journal.entries(self.table.head.id)
            again = Table(self.table.head)
            for entry in entries:
                fold.apply(again, entry)
            assert again.numbers == self.table.numbers
            for audience in (0, SPECTATOR):
                assert m.encode(told(again, audience)).partition(b'"view"')[2]
            commands = [entry.command for entry in entries]
            assert len(set(commands)) == len(commands)
            for seat, id in self.applied:
                assert any(c.startswith(f"{seat}.") and c.endswith(f":{id}") for c in commands)
            self.run(self.tables.close())
        tables_module.secrets = decide_module.secrets = secrets
        self.loop.run_until_complete(self.loop.shutdown_default_executor())  # a read may be under way in a thread
        self.loop.close()
        self.folder.cleanup()


def test_whatever_happens_at_a_table(figure):
    Evening.evenings = Evening.steps = 0
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=times(200), stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
    figure(9, f"{Evening.evenings} evenings, {Evening.steps} steps, 0 failures")
