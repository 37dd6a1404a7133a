"""Journals to keep: evenings with every kind of entry, as the server of the day writes them.

python -m tests.server.recording record FOLDER    an evening of every game: GAME.sql, and GAME.json with all welcomes
python -m tests.server.recording welcomes         what all recorded journals are answered with now

`journals/vN` holds stores of format N. What was recorded stays as it is; only what a seat is told of it may be made
anew, where the views have gained something. (Format 1 was left behind before the first release: its stores are those
of format 2 with what format 1 lacks left out.)
"""

import asyncio
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

from skulk.engine import SPECTATOR, load
from skulk.protocol import messages as m
from skulk.server.fold import folded
from skulk.server.seats import Keys
from skulk.server.store.sqlite import SQLite
from skulk.server.tables import Tables
from skulk.server.telling import welcome

from .playing import GAMES, Hands

HERE = Path(__file__).parent / "journals"
KINDS = {
    "admit", "ask-undo", "back", "bot", "chat", "consent", "expired", "host", "join", "knock", "leave", "move",
    "name", "nudge", "rematch", "resign", "share", "stand-in", "start", "undo", "webhook",
}  # fmt: skip
IN_WINDOWS = {"answer", "close", "hold", "standing"}
FOR_TWO = {"fox_on_the_run": {"turn_limit": 6}, "sly_fox": {"mode": "duel"}}


def kinds_of(game):
    """The kinds of entries that a table of this game can have."""
    game = load(game)
    return KINDS | (IN_WINDOWS if game.has_windows else set()) | ({"pawn"} if hasattr(game.words, "pawns") else set())


def for_two(game):
    return {"players": 2, **FOR_TWO.get(game, {})}


class Dice:
    """Bots that play any legal move, here and at once."""

    async def choose(self, table, seat, game, bot, seen, rng, owner):
        opened = load(game)
        return random.Random(rng).choice(opened.legal(opened.State.unpack(seen), seat))

    async def close(self):
        pass


class Bells:
    """Nobody is called."""

    async def ring(self, *news):
        pass

    def close(self):
        pass


class Evening:
    """A table of people, and what they do there."""

    def __init__(self, tables, hands, table, seed):
        self.tables, self.hands, self.at, self.made = tables, hands, table, 0
        self.random = random.Random(seed)

    @property
    def table(self):
        return self.at.table

    @property
    def match(self):
        return self.table.match

    async def do(self, seat, command, *what):
        """A command, carried out."""
        done = await self.trying(seat, command, *what)
        assert done.outcome == "applied", done

    async def trying(self, seat, command, *what):
        self.made += 1
        done = await self.at.command(seat, command(f"c{self.made}", *what))
        await self.settle()
        return done

    async def join(self, name, id):
        seat = await self.at.join(m.Join(id, name=name, share=f"share of {name}"), (f"person {name}",))
        await self.settle()
        return seat

    async def settle(self):
        """Wait for the bots."""
        while self.at.tasks:
            await asyncio.sleep(0)

    async def later(self, seconds):
        self.hands.pass_by(seconds)
        await self.at.timing.on_time()
        await self.settle()

    async def move(self):
        """Whoever is asked does something; a window closes."""
        if self.table.is_window:
            for seat in self.match.acting():
                if seat in self.table.humans and self.random.random() < 0.7:
                    await self.trying(seat, m.Move, self.random.choice(self.match.legal(seat)))
            await self.later(5)
        else:
            people = [seat for seat in self.match.acting() if not self.table.seats[seat].is_played_by_bot]
            assert people, "the game ended too early for an evening: record another"
            seat = self.random.choice(people)
            await self.do(seat, m.Move, self.random.choice(self.match.legal(seat)))
        return not self.match.is_over

    def kinds(self):
        return {entry.kind for entry in self.tables.journal.entries(self.table.head.id)}


async def whole_evening(tables, hands, game):
    """Everything that can happen, up to the middle of the game."""
    players = max(2, min(3, load(game).options.all["players"].most))
    settings = m.Settings(clock="brisk", beat=2, bot_pace=0, stand_in="random", watch_chat=True)
    table, _ = await tables.make(m.Make(game, {"players": players}, name="Alopex", settings=settings))
    evening = Evening(tables, hands, table, game)
    await evening.do(0, m.SitBot, 1, "thumb")
    await evening.do(0, m.SitBot, 1, None)
    assert await evening.join("Vulpes", "first-id-of-vulpes") == 1
    for seat in range(2, players):
        await evening.do(0, m.SitBot, seat, "random")
    await evening.do(1, m.GiveShare, "a share of one's own")
    await evening.do(1, m.Rename, "Vulpes vulpes")
    await evening.do(0, m.Chat, "Good evening!")
    assert (await table.from_onlooker(m.Chat("o1", "May I watch?", "Corsac"))).outcome == "applied"
    await evening.do(0, m.SetWebhook, "https://example.org/alopex")
    await evening.do(1, m.SetWebhook, "https://example.org/vulpes")
    await evening.do(1, m.SetWebhook, None)
    hands.pass_by(61)
    await evening.do(1, m.Start)  # the host has been gone for a minute
    await at_play(evening)
    await comings_and_goings(evening)
    while evening.table.is_window or not evening.match.asked(0):
        await evening.move()
    return evening


async def at_play(evening):
    wanted = kinds_of(evening.table.game.name) & {"nudge", "undo", "ask-undo", "consent", "pawn", *IN_WINDOWS}
    answers = [False, True]
    for _ in range(60):
        if wanted <= evening.kinds() and not answers:
            return
        await evening.move()
        for seat in evening.table.humans:
            other = 1 - seat
            if other in evening.match.asked(seat):
                await evening.trying(seat, m.Nudge, other)
            if evening.table.is_window:
                await evening.trying(seat, m.Standing, evening.match.say(seat, evening.table.game.passing), seat == 0)
                await evening.trying(seat, m.Hold)
            if "pawn" in wanted:
                pawns, spaces = evening.table.game.words.pawns(evening.match.seen(seat), seat)
                if pawns:
                    await evening.trying(seat, m.Pawn, pawns[0], spaces[0])
        await take_back(evening, answers)
    raise AssertionError(f"{evening.table.head.game}: {wanted - evening.kinds()} did not happen")


async def take_back(evening, answers):
    """Somebody would like to take back what others have played after: they say no, then yes."""
    for seat in evening.table.humans:
        was_last = evening.table.steps and evening.table.steps[-1].seat == seat
        if was_last and "undo" in evening.kinds():
            continue
        done = await evening.trying(seat, m.Undo)
        if done.outcome == "applied" and evening.table.asking:
            await evening.do(1 - seat, m.Consent, answers.pop(0) if answers else True)


async def comings_and_goings(evening):
    table = evening.table
    while not table.seats[0].away:  # Alopex's time runs out, again and again, until a bot sits in
        if table.is_window or 1 in evening.match.acting():
            await evening.move()
        else:
            await evening.later(46)
    await evening.do(0, m.Back)
    evening.hands.pass_by(61)
    await evening.do(1, m.StandIn, 0)
    await evening.do(0, m.Back)
    await evening.do(1, m.Leave)
    assert await evening.join("Zerda", "first-id-of-zerda") is None
    await evening.do(0, m.Admit, 1, False)
    assert await evening.join("Lagopus", "first-id-of-lagopus") is None
    await evening.do(0, m.Admit, 1, True)
    assert await evening.join("Lagopus", "first-id-of-lagopus") == 1
    await evening.do(1, m.Chat, "Thank you.")


async def given_up(tables, hands, game):
    """Two people, until one resigns; then the same again."""
    settings = m.Settings(beat=2, bot_pace=0)
    table, _ = await tables.make(m.Make(game, for_two(game), name="Alopex", settings=settings))
    evening = Evening(tables, hands, table, game)
    await evening.join("Vulpes", "second-id-of-vulpes")
    await evening.do(0, m.Start)
    for _ in range(4):
        await evening.move()
    await evening.do(1, m.Resign)
    await evening.do(0, m.Chat, "Once more?")
    await evening.do(0, m.Rematch)
    return evening


async def to_the_end(tables, hands, game):
    """One person and a bot, until the game ends by its rules."""
    settings = m.Settings(beat=0, bot_pace=0, friends=True)
    make = m.Make(game, for_two(game), ["human", "random"], settings, start=True)
    evening = Evening(tables, hands, (await tables.make(make))[0], game)
    await evening.settle()
    while not evening.match.is_over:
        if evening.table.is_window and not evening.match.asked(0):
            await evening.later(0)
        else:
            await evening.move()
    return evening


async def record(game, path):
    """The whole house for one game, in one store."""
    hands = Hands()
    tables = Tables(SQLite(path), Keys("secret"), Dice(), hands.time(), webhooks="any")
    tables.bells = Bells()
    await tables.start()
    evening = await whole_evening(tables, hands, game)
    resigned = await given_up(tables, hands, game)
    await to_the_end(tables, hands, game)
    missing = kinds_of(game) - evening.kinds() - resigned.kinds()
    assert not missing, f"{game}: nobody has recorded {missing}"
    await tables.close()


def dumped(path):
    """A store as SQL."""
    base = sqlite3.connect(path)
    (version,) = base.execute("pragma user_version").fetchone()
    text = "\n".join(base.iterdump())
    base.close()
    return f"{text}\npragma user_version={version};\n"


def laid_out(sql, path):
    """The store that some SQL tells."""
    base = sqlite3.connect(path)
    base.executescript(sql.read_text(encoding="utf-8"))
    base.close()
    return path


def welcomes(path):
    """What every audience of every table in a store is welcomed with: one line each."""
    journal, lines = SQLite(path), []
    for (id,) in sorted(journal._read("select id from tables")):
        head, entries, _ = journal.table(id)
        table = folded(head, entries)
        for audience in table.audiences:
            who = "onlooker" if audience == SPECTATOR else f"seat {audience}"
            lines.append(f'"{id} {who}": {m.encode(welcome(table, audience)).decode()}')
    journal.close()
    return "{\n" + ",\n".join(lines) + "\n}\n"


def told_of(sql):
    """Where the welcomes of a recorded journal are kept: of format 1 they are those of format 2."""
    folder = HERE / "v2" if sql.parent.name == "v1" else sql.parent
    return folder / f"{sql.stem}.json"


def main(what, folder=HERE):
    with tempfile.TemporaryDirectory() as scratch:
        for game in GAMES if what == "record" else []:
            path = Path(scratch, f"{game}.db")
            asyncio.run(record(game, path))
            folder.mkdir(exist_ok=True)
            (folder / f"{game}.sql").write_text(dumped(path), encoding="utf-8")
        for sql in sorted(folder.rglob("*.sql")):
            path = laid_out(sql, Path(scratch, f"{sql.parent.name}-{sql.stem}"))
            told_of(sql).write_text(welcomes(path), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:]))
