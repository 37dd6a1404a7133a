"""The contract of a store, kept by both: what is confirmed is committed, once, and comes back as it was."""

import asyncio
import contextlib
import sqlite3

import pytest

from skulk.protocol import messages as m
from skulk.protocol.messages import Join, Make, Move, Start
from skulk.server import entries as e
from skulk.server.entries import Entry
from skulk.server.fold import folded
from skulk.server.seats import Keys
from skulk.server.store import BadStore, Conflict, Head, JournalError, open_store, schema, sqlite
from skulk.server.tables import Tables
from skulk.server.telling import welcome

from .recording import Dice
from .test_machine import NoThinkers


class Place:
    """An empty store of one kind or the other, to be opened as often as a test likes."""

    def __init__(self, kind, folder, cluster):
        self.kind, self.folder, self.cluster = kind, folder, cluster
        self.url = cluster.fresh() if kind == "postgresql" else None

    def open(self):
        """For the loop that runs, if there is one."""
        journal = open_store(self.folder, self.url)
        with contextlib.suppress(RuntimeError):
            journal.loop = asyncio.get_running_loop()
        return journal

    def change(self, sql):
        """Something that no server does."""
        if self.url:
            self.cluster.ask(sql, url=self.url)
        else:
            base = sqlite3.connect(self.folder / "skulk.db")
            with base:
                base.execute(sql)
            base.close()

    @property
    def format(self):
        read = "select format from skulk" if self.url else "pragma user_version"
        if self.url:
            return self.cluster.ask(read, url=self.url)[0][0]
        base = sqlite3.connect(self.folder / "skulk.db")
        found = base.execute(read).fetchone()[0]
        base.close()
        return found


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    needs = request.getfixturevalue("cluster") if request.param == "postgresql" else None
    return Place(request.param, tmp_path, needs)


def head(id="t", made=1.5, **settings):
    more = {"options": {"players": 2}, "settings": {"clock": "off"} | settings}
    return Head(id, made, "oh_fox", "1.0", "seed", more)


def moves(*numbers):
    return [Entry(number, f"c{number}", 0.1 + number, 0, e.Move(number), 0.2 + number) for number in numbers]


def kept(evening):
    """Run an evening that ends with everything closed."""
    asyncio.run(evening())


# ---- what is confirmed


def test_what_was_confirmed_is_there_when_the_store_is_opened_again(place):
    async def evening():
        journal = place.open()
        await journal.make(head(), moves(1))
        await journal.append("t", moves(2, 3))
        await journal.refuse("t", "0.0:x", '{"why": "no"}')
        await journal.refuse("t", "0.0:x", '{"why": "another"}')
        journal.live(9.0, 7.5)
        assert journal.is_well
        journal.close()
        journal = place.open()
        assert journal.table("t") == (head(), moves(1, 2, 3), {"0.0:x": '{"why": "no"}'})
        assert (journal.head("t"), journal.refusals("t")) == (head(), {"0.0:x": '{"why": "no"}'})
        assert journal.was_up() == 7.5
        await journal.append("t", moves(4))
        journal.end("t", "digest")
        journal.close()
        journal = place.open()
        assert journal.head("t").digest == "digest"
        assert journal.entries("t", 1, 3) == moves(2, 3)
        assert journal.entries("t", 3) == moves(4)
        journal.close()

    kept(evening)


def test_a_new_store_is_empty(place):
    journal = place.open()
    assert journal.table("t") == (None, [], {})
    assert journal.table("\0") == (None, [], {})
    assert (journal.head("t"), journal.entries("t"), journal.refusals("t")) == (None, [], {})
    assert (journal.ids(), journal.was_up(), journal.under_way(print)) == ([], 0.0, [])
    journal.close()


@pytest.mark.parametrize(
    "wrong",
    [moves(2), moves(2, 3), [Entry(3, "c1", 0.0, 0, e.Move(3))], [*moves(3), Entry(4, "c1", 0.0, 0, e.Move(4))]],
    ids=["its number", "two from there", "its command", "the command of the second"],
)
def test_what_is_there_already_is_refused_whole(place, wrong):
    async def evening():
        journal = place.open()
        await journal.make(head(), moves(1))
        await journal.append("t", [Entry(2, "mine", 0.0, 0, e.Move(9))])
        before = journal.entries("t")
        with pytest.raises(Conflict):
            await journal.append("t", wrong)
        assert journal.entries("t") == before
        await journal.append("t", moves(3))
        assert journal.entries("t") == [*before, *moves(3)]
        journal.close()

    kept(evening)


def test_a_table_is_laid_once(place):
    async def evening():
        journal = place.open()
        await journal.make(head(), moves(1))
        with pytest.raises(Conflict):
            await journal.make(Head("t", 2.0, "oh_fox", "1.0", "another seed", {}), moves(1, 2))
        assert journal.table("t") == (head(), moves(1), {})
        journal.close()

    kept(evening)


def test_what_comes_together_is_committed_together_and_one_spoils_no_other(place):
    async def evening():
        journal = place.open()
        names = [f"t{number:02}" for number in range(40)]
        await asyncio.gather(*(journal.make(head(name), moves(1)) for name in names))
        before = journal.groups
        works = [journal.append(name, moves(1 if name == "t07" else 2)) for name in names]
        works[7] = journal.append("t07", [Entry(1, "other", 0.0, 0, e.Move(9))])
        outcomes = await asyncio.gather(*works, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes if outcome] == [Conflict]
        assert isinstance(outcomes[7], Conflict)
        assert journal.groups - before <= 2, "of one writer, or of two"
        assert [len(journal.entries(name)) for name in names] == [1 if name == "t07" else 2 for name in names]
        journal.close()

    kept(evening)


def test_words_and_numbers_come_back_as_they_were(place):
    said = e.Chat("Füchse 狐 🦊 \0 \\u0000 \x1b ' \" %s $1 \u2028")
    times = (0.1 + 0.2, 1e-300)
    entry = Entry(1, "~c:1", times[0], None, said, times[1])

    async def evening():
        journal = place.open()
        await journal.make(head(stand_in="狐"), [entry])
        journal.close()
        journal = place.open()
        assert journal.table("t") == (head(stand_in="狐"), [entry], {})
        journal.close()

    kept(evening)


def test_tables_that_go_on_by_themselves_are_found_the_latest_first(place):
    async def evening():
        journal = place.open()
        start, join = e.Start(["a", "b"]), [e.Join(seat, "fox") for seat in (0, 1)]
        laid = {
            "waits": (head("waits", 1.0), [start, *join]),
            "bots": (head("bots", 2.0), [start, join[0]]),
            "clock": (head("clock", 3.0, clock="brisk"), [start, *join]),
            "lobby": (head("lobby", 4.0), [join[0]]),
            "over": (head("over", 5.0), [start]),
            "broken": (head("broken", 6.0), [start, join[0]]),
        }
        for made, bodies in laid.values():
            await journal.make(made, [Entry(n, f"c{n}", 0.0, None, body) for n, body in enumerate(bodies, 1)])
        journal.end("over", "")
        journal.close()
        place.change("update journal set body = '{' where tab = 'broken' and kind = 'join'")
        journal, aside = place.open(), []
        found = journal.under_way(lambda id, error: aside.append(id))
        assert found == [("clock", "oh_fox", True), ("bots", "oh_fox", True), ("waits", "oh_fox", False)]
        assert aside == ["broken"]
        journal.close()

    kept(evening)


def test_what_the_store_cannot_hold_is_told_and_the_next_is_kept(place):
    async def evening():
        journal = place.open()
        await journal.make(head(), moves(1))
        with pytest.raises(JournalError):
            await journal.append("t", [Entry("two", "c2", "?", object(), e.Move(2))])
        await journal.append("t", moves(2))
        assert journal.is_well
        assert journal.entries("t") == moves(1, 2)
        journal.close()

    kept(evening)


def test_tables_are_taken_out_and_put_in_byte_for_byte(place, tmp_path):
    async def evening():
        journal = place.open()
        await journal.make(head("a"), moves(1, 2))
        await journal.make(head("b"), [])
        await journal.refuse("a", "x", "{}")
        journal.end("b", "digest")
        await journal.append("a", moves(3))
        journal.close()
        journal, other = place.open(), Place("sqlite", tmp_path / "other", None).open()
        taken = journal.get(journal.ids())
        await other.put(taken)
        assert [table.id for table in taken] == other.ids() == ["a", "b"]
        assert other.get(["b", "a"]) == [taken[1], taken[0]]
        assert len({table.digest() for table in (*taken, *other.get(["a", "b"]))}) == 2
        with pytest.raises(JournalError):
            await other.put(taken[:1])
        other.close()
        journal.close()

    kept(evening)


# ---- formats

MODULES = {"sqlite": sqlite, "postgresql": schema}  # where the formats of each are told
LATER = ["create table later (one integer);", "alter table later add column two integer;"]


def test_an_older_store_is_brought_to_the_present_format(place, monkeypatch):
    asyncio.run(one_table(place))
    before, module = place.format, MODULES[place.kind]
    monkeypatch.setattr(module, "MIGRATIONS", [*module.MIGRATIONS, *LATER])
    monkeypatch.setattr(module, "FORMAT", before + 2)
    for _ in range(2):
        journal = place.open()
        assert (place.format, journal.ids()) == (before + 2, ["t"])
        journal.close()
    place.change("insert into later (one, two) values (1, 2)")


async def one_table(place):
    journal = place.open()
    await journal.make(head(), moves(1))
    journal.close()


def test_a_migration_that_fails_leaves_the_store_as_it_was(place, monkeypatch):
    asyncio.run(one_table(place))
    before, module = place.format, MODULES[place.kind]
    with monkeypatch.context() as patched:
        patched.setattr(module, "MIGRATIONS", [*module.MIGRATIONS, f"{LATER[0]} insert into nowhere values (1);"])
        patched.setattr(module, "FORMAT", before + 1)
        with pytest.raises(BadStore, match="nowhere"):
            place.open()
    assert place.format == before
    journal = place.open()
    assert journal.ids() == ["t"]
    journal.close()


def test_a_store_of_a_later_version_is_refused(place):
    place.open().close()
    place.change("update skulk set format = 99" if place.url else "pragma user_version=99")
    with pytest.raises(BadStore, match=r"written in format 99; this version reads formats 1 to \d"):
        place.open()


# ---- a whole evening


def test_an_evening_at_a_table_folds_to_the_same_after_a_restart(place):
    async def evening():
        tables = Tables(place.open(), Keys("secret"), NoThinkers())
        await tables.start()
        gathering, _ = await tables.make(Make("fox_on_the_run", seats=["human", "open"], start=False))
        await gathering.join(Join("j" * 16))
        await gathering.command(0, Start("s"))
        match, id = gathering.table.match, gathering.table.head.id
        while not match.is_over:
            seat = match.acting()[0]
            done = await gathering.command(seat, Move(f"m{match.number}", match.legal(seat)[0]))
            assert done.outcome == "applied"
        assert (await gathering.command(0, m.Undo("too late"))).outcome == "refused"
        told = m.encode(welcome(gathering.table, 0))
        await tables.close()
        tables = Tables(place.open(), Keys("secret"), Dice())
        await tables.start()
        again = await tables.gathering(id)
        assert m.encode(welcome(again.table, 0)) == told
        assert (await again.command(0, m.Undo("too late"))).outcome == "refused"
        assert (await again.command(0, Move("m0", 0))).outcome in ("duplicate", "refused")
        assert folded(tables.journal.head(id), tables.journal.entries(id)).phase == "over"
        await tables.close()

    kept(evening)


# ---- what an operator asks of it


def test_a_table_is_told_in_a_line_rewritten_where_words_have_to_go_and_removed(place):
    async def evening():
        journal = place.open()
        names = [Entry(1, "c1", 1.5, None, e.Join(0, "Blue")), Entry(2, "c2", 2.5, None, e.Start([]))]
        await journal.make(head("t"), [*names, *moves(3)])
        await journal.make(head("u", 2.5), [])
        await journal.make(head("v", 3.5), [Entry(1, "c1", 1.5, None, e.Join(0, "Bluebell"))])
        await journal.refuse("t", "0.1:x", "Blue is away")
        assert [told.id for told in journal.summaries()] == ["v", "u", "t"]
        last = journal.summaries()[-1]
        assert last == ("t", 1.5, "oh_fox", "1.0", False, True, 3, 3.1, 3.2)
        assert journal.summaries()[1][4:] == (False, False, 0, None, None)
        assert journal.naming('"name":"Blue"') == ["t"]
        await journal.rewrite("t", [(1, '{"seat":0,"name":"…"}')], [("0.1:x", "… is away")])
        assert journal.naming('"name":"Blue"') == []
        _, entries, refusals = journal.table("t")
        assert entries == [Entry(1, "c1", 1.5, None, e.Join(0, "…")), names[1], *moves(3)]
        assert refusals == {"0.1:x": "… is away"}
        await journal.remove("t")
        assert journal.table("t") == (None, [], {})
        assert journal.entries("t") == []
        assert journal.ids() == ["u", "v"]
        assert sum(journal.sizes.counts) == sum(journal.seconds.counts) > 0
        journal.close()

    kept(evening)
