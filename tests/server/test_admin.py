"""What an operator does with tables: through the server that keeps them, or in the store when none does."""

import asyncio
import json
import sys
from contextlib import contextmanager

import httpx
import pytest
from msgspec.structs import replace

from skulk.cli import main
from skulk.server.fold import folded
from skulk.server.operate.operator import Operator
from skulk.server.operate.reach import RUNNING, noted
from skulk.server.operate.reach import running as found
from skulk.server.operate.sheets import BadSheet, read_sheet, sheet
from skulk.server.store import open_store

from .playing import SWIFT, Hands, join, make, running, sitting

LOBBY = {**SWIFT, "watch_chat": True}


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """A folder, and the address of a database if tables are kept there."""
    if request.param == "sqlite":
        return {"data": tmp_path}
    return {"data": tmp_path, "store": request.getfixturevalue("cluster").fresh()}


@pytest.fixture
def say(place, capsys):
    """Give a command; what it tells as JSON, or the line that refuses it."""

    def said(*words, code=0):
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main([*words, "--json", *(f"--{name}={value}" for name, value in place.items())])
        out = capsys.readouterr()
        assert (end.value.code or 0) == code, out.err
        return json.loads(out.out) if not code else out.err

    return said


@contextmanager
def serving(place, **more):
    """A server that an operator finds."""
    with running(**place, **more) as server, noted(server.settings, server.tables.keys.pass_for("operator")):
        yield server


def talk(url, laid):
    """An evening of people who say things; the last line of the chat is Red's."""

    async def evening():
        red = join(url, laid["table"], name="Red")
        async with (
            sitting(url, laid["table"], laid["token"]) as blue,
            sitting(url, laid["table"], red["token"]) as other,
        ):
            await blue.do("chat", text="a secret of mine")
            await blue.do("name", name="Bluebell")
            await blue.do("chat", text="another of mine")
            await other.do("chat", text="good evening")
            await blue.do("start")
            await blue.until(lambda: blue.is_asked or other.is_asked)
            one = blue if blue.is_asked else other
            await one.do("move", move=one.view["moves"][0]["action"], on=one.number)

    asyncio.run(evening())


def lay(url, name="Blue", **more):
    return make(url, "oh_fox", ["human", "open"], start=False, name=name, settings=LOBBY, **more)


def all_text(place):
    journal = open_store(place["data"], place.get("store"))
    try:
        return json.dumps(journal.get(journal.ids())), {
            id: folded(journal.head(id), journal.entries(id)) for id in journal.ids()
        }
    finally:
        journal.close()


def test_the_operator_of_a_running_server_goes_through_it(place, say):
    with serving(place) as server:
        laid = lay(server.url)
        talk(server.url, laid)
        table, other = laid["table"], lay(server.url, name="Green")["table"]
        assert {one["table"]: one["state"] for one in say("admin", "list")["tables"]} == {
            table: "playing",
            other: "lobby",
        }
        shown = say("admin", "show", table)
        assert (shown["phase"], shown["moves"], shown["seats"][0]["name"]) == ("playing", 1, "Bluebell")
        numbers = dict(server.tables.gatherings[table].table.numbers)

        assert say("admin", "aside", table)["state"] == "aside"
        answer = httpx.post(
            f"{server.url}/api/tables/{table}/commands",
            json={"do": "chat", "id": "x", "text": "hello"},
            headers={"authorization": f"Bearer {laid['token']}"},
        )
        assert (answer.status_code, answer.json()["code"]) == (409, "aside")
        assert httpx.get(f"{server.url}/api/health").json()["aside"] == 1
        say("admin", "back", table)
        assert server.tables.gatherings[table].table.numbers == numbers, "nobody was told a number for it"

        assert say("admin", "remove-name", "Bluebell")["tables"][0]["entries"] == 4
        view = httpx.get(f"{server.url}/api/tables/{table}").json()
        assert [line["text"] for line in view["log"] if line["of"] == "chat"] == [
            "Removed: [removed]",
            "Removed: [removed]",
            "Red: good evening",
        ]
        file = say("admin", "export", table, str(place["data"] / "t.jsonl"))["file"]
        assert "is a table" in say("admin", "import", file, code=2)
        assert say("admin", "delete", table, "--yes")["state"] == "deleted"
        assert httpx.get(f"{server.url}/api/tables/{table}").status_code == 404
        assert say("admin", "import", file)[0]["table"] == table
        assert httpx.get(f"{server.url}/api/tables/{table}").json()["view"]["phase"] == "playing"
        assert say("admin", "end", table)["state"] == "ended"
        assert "over already" in say("admin", "end", table, code=2)
        assert "not begun" in say("admin", "end", other, code=2)
        assert "no such table" in say("admin", "show", "nowhere", code=2)
    text, _ = all_text(place)
    for gone in ("Blue", "secret of mine", "another of mine"):
        assert gone not in text


def test_without_a_server_the_same_is_done_in_the_store(place, say):
    with serving(place) as server:
        laid = lay(server.url)
        talk(server.url, laid)
    table, before = laid["table"], all_text(place)[1][laid["table"]].match.digest()
    assert say("admin", "list", "playing")["tables"][0]["table"] == table
    assert say("admin", "remove-name", "Blue")["tables"] == [{"table": table, "entries": 4, "refusals": 0}]
    text, tables = all_text(place)
    assert "Blue" not in text
    assert tables[table].match.digest() == before, "every position is what it was"
    say("admin", "aside", table)
    with serving(place) as server:
        assert httpx.get(f"{server.url}/api/tables/{table}").status_code == 200
        assert say("admin", "show", table)["shut"] == "aside"
    say("admin", "back", table)
    say("admin", "end", table)
    with serving(place) as server:
        assert say("admin", "list")["tables"][0]["state"] == "over"
        assert say("admin", "show", table).get("shut") == "ended"
    assert say("admin", "metrics-token")["token"] == server.tables.keys.pass_for("metrics")
    say("admin", "delete", table, "--yes")
    assert say("admin", "stats")["tables"] == 0


def test_only_who_may_read_the_folder_is_an_operator(tmp_path):
    with running(tmp_path) as server:
        laid = lay(server.url)
        for key in ("", "Bearer x", f"Bearer {laid['token']}", f"Bearer {server.tables.keys.pass_for('metrics')}"):
            for path in ("/api/operator", f"/api/tables/{laid['table']}/operator"):
                answer = httpx.post(
                    f"{server.url}{path}", json={"do": "list"}, headers={"authorization": key} if key else {}
                )
                assert (answer.status_code, answer.json()["code"]) == (401, "no-pass")
        answer = httpx.post(f"{server.url}/api/operator", content=b"[[[")  # nobody reads what a stranger sends
        assert (answer.status_code, answer.json()["code"]) == (401, "no-pass")
        key = {"authorization": f"Bearer {server.tables.keys.pass_for('operator')}"}
        for deed in ({"do": "__init__"}, {"do": "list", "given": {"x": 1}}, {"do": "delete"}, {"do": "tidy"}):
            answer = httpx.post(f"{server.url}/api/operator", json=deed, headers=key)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), deed


@pytest.mark.skipif(sys.platform == "win32", reason="no lock tells there who is gone")
def test_whoever_listens_where_a_killed_server_did_is_not_told_the_pass(tmp_path):
    with running(tmp_path) as server:
        with noted(server.settings, "pass"):
            assert found(tmp_path)["pass"] == "pass"
            left = (tmp_path / RUNNING).read_bytes()
        (tmp_path / RUNNING).write_bytes(left)
        assert found(tmp_path) is None, "somebody answers there, but the note is nobody's"


def test_a_sheet_that_was_changed_or_cut_is_refused(tmp_path):
    with serving({"data": tmp_path}) as server:
        table = lay(server.url)["table"]
        [kept] = server.tables.journal.get([table])
    text = sheet(kept)
    assert read_sheet(text) == kept
    for bad in (text.replace("Blue", "Grey"), "", "{}\n{}", text[:-80], text.replace('"format":1', '"format":9')):
        with pytest.raises(BadSheet):
            read_sheet(bad)
    head, entries = kept.head, kept.entries
    for row in (
        ("../x", *head[1:]),
        ("", *head[1:]),
        head[:1],
        (head[0], "now", *head[2:]),
        (*head[:4], "{", *head[5:]),
    ):
        with pytest.raises(BadSheet):
            read_sheet(sheet(kept._replace(head=row)))
    for rows in ([(2, *entries[0][1:])], entries[:1] * 2, [entries[0][:2]], [(*entries[0][:5], None, 0.0)]):
        with pytest.raises(BadSheet):
            read_sheet(sheet(kept._replace(entries=rows)))


# ---- retention


def test_old_tables_go_when_their_time_has_come_and_no_other(tmp_path):
    hands = Hands()
    with running(tmp_path, hands=hands, keep_finished=30, archive_abandoned=10) as server:
        operator = Operator(server.tables, serves=True)
        over = make(server.url, "oh_fox", ["human", "open"], settings=SWIFT)
        left = lay(server.url, name="Left")["table"]

        async def resign():
            async with sitting(server.url, over["table"], over["token"]) as player:
                await player.send("resign")
                await player.until(lambda: player.is_over)

        asyncio.run(resign())

        def tidy(**more):
            work = operator.do("tidy", None, {"keep_finished": 30, "archive_abandoned": 10, **more})
            return asyncio.run_coroutine_threadsafe(work, server.tables.journal.loop).result(20)

        assert tidy() == {"deleted": [], "archived": []}
        for never in (0, -1, float("nan")):
            assert tidy(keep_finished=never, archive_abandoned=never) == {"deleted": [], "archived": []}
        hands.wall += 400 * 86_400
        assert tidy() == {"deleted": [], "archived": []}, "a clock that was set wrong makes nothing old"
        hands.steady += 10 * 86_400
        late = lay(server.url, name="Late")["table"]
        assert tidy(dry=True) == {"deleted": [], "archived": [left]}
        assert tidy() == {"deleted": [], "archived": [left]}
        hands.steady += 9 * 86_400
        assert tidy() == {"deleted": [], "archived": []}
        hands.steady += 11 * 86_400
        assert tidy() == {"deleted": [over["table"]], "archived": [late]}
        assert operator.journal.ids() == []
        text = (tmp_path / "archive" / f"{left}.jsonl").read_text(encoding="utf-8")
        asyncio.run_coroutine_threadsafe(
            operator.do("import", None, {"sheet": text}), server.tables.journal.loop
        ).result(20)
        assert httpx.get(f"{server.url}/api/tables/{left}").json()["view"]["seats"][0]["name"] == "Left"
        if sys.platform != "win32":
            assert (tmp_path / "archive" / f"{left}.jsonl").stat().st_mode & 0o077 == 0


# ---- backup and restore


def test_a_backup_made_during_play_is_a_moment_of_it_and_can_be_played_on(place, say, tmp_path, figure):
    """Check 28: equal digests at the backup's sequence."""
    copy = tmp_path / "copy"
    with serving(place) as server:
        laid = [make(server.url, "oh_fox", ["human", "random"], settings=SWIFT) for _ in range(3)]

        async def evening():
            async with sitting(server.url, laid[0]["table"], laid[0]["token"]) as player:
                await player.play(4)
                saved = asyncio.create_task(asyncio.to_thread(say, "backup", str(copy)))
                while not saved.done() and not player.is_over:
                    await player.play(1)
                await saved
                if not player.is_over:
                    await player.play(1)

        asyncio.run(evening())
        later = lay(server.url)["table"]
    _, now = all_text(place)
    _, then = all_text({"data": copy})
    assert set(then) == set(now) - {later}
    journal = open_store(place["data"], place.get("store"))
    for id, table in then.items():
        same = folded(replace(journal.head(id), digest=None), journal.entries(id, 0, table.number))
        assert same.match.digest() == table.match.digest()
        assert same.numbers == table.numbers
    figure(28, f"{len(then)} tables copied during play, each in the position that its journal had there")
    journal.close()
    assert ("not empty" if "store" in place else "is there already") in say("restore", str(copy), code=2)
    other = tmp_path / "other"
    place["data"] = other
    if "store" in place:
        place.pop("store")
    say("restore", str(copy))
    with serving(place) as server:
        answer = httpx.get(
            f"{server.url}/api/tables/{laid[0]['table']}", headers={"authorization": f"Bearer {laid[0]['token']}"}
        )
        assert answer.json()["seat"] == 0, "links to seats stay valid"


def test_a_backup_goes_into_a_database_too(tmp_path, cluster, capsys):
    with running(tmp_path / "a") as server:
        laid = lay(server.url)
    url, copy = cluster.fresh(), str(tmp_path / "b")
    into = ["restore", copy, f"--data={tmp_path / 'c'}", f"--store={url}"]
    for command in (["backup", copy, f"--data={tmp_path / 'a'}"], into):
        with pytest.raises(SystemExit) as end:
            main(command)
        assert not end.value.code, capsys.readouterr().err
    assert list(all_text({"data": tmp_path / "c", "store": url})[1]) == [laid["table"]]
    assert (tmp_path / "a" / "secret").read_bytes() == (tmp_path / "c" / "secret").read_bytes()


def test_a_secret_that_is_another_servers_is_refused_before_a_table_is_put_in_place(tmp_path, capsys):
    with running(tmp_path / "a") as server:
        lay(server.url)
    copy, into = str(tmp_path / "b"), tmp_path / "c"
    into.mkdir()
    (into / "secret").write_text("x" * 64)
    main_ends(["backup", copy, f"--data={tmp_path / 'a'}"], 0)
    main_ends(["restore", copy, f"--data={into}"], 2)
    assert "another server's" in capsys.readouterr().err
    assert [path.name for path in into.iterdir()] == ["secret"]


def main_ends(command, code):
    with pytest.raises(SystemExit) as end:
        main(command)
    assert (end.value.code or 0) == code
