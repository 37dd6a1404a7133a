"""Giving a game up: where it ends the game, where a bot plays on, and what is kept of it."""

import json
import random

import pytest

from skulk.engine import BadSave, GameOver, Match, SkulkError, load
from skulk.protocol import messages as m
from skulk.server import decide
from skulk.server.files import game_file, verify
from skulk.server.fold import folded
from skulk.server.replay import OPEN, Replay
from skulk.server.telling import view

from .laying import SPECTATOR, Laid
from .playing import GAMES


def with_bots(game, options, humans, **settings):
    table = Laid(game, options, settings, humans=humans)
    for seat in range(len(table.table.seats)):
        if seat not in humans:
            table.put("bot", None, seat=seat, bot="random")
    return table.start()


@pytest.mark.parametrize("game", GAMES)
def test_alone_with_bots_it_is_over_and_lost(game):
    table = with_bots(game, load(game).variants[0], [0]).wander(6, 1)
    table.do(0, m.Resign("x"))
    assert table.table.phase == "over"
    shown = view(table.table, 0)
    lost = [side == table.match.sides()[0] for side in table.match.sides()]
    assert (shown.moves, shown.acting, shown.pace, shown.undo) == ([], [], None, False)
    assert shown.result["resigned"] == [0]
    assert shown.result["ranks"] == [1 + lost.count(False) if mine else 1 for mine in lost]
    assert [value == -1 for value in shown.result["returns"]] == lost
    assert shown.result["reason"]["text"] == "Fox 0 gave the game up."
    assert json.loads(m.encode(shown))["fair"]["seed"] == "seed", "nothing is secret any more"
    assert table.table.seats[0].kind == "human", "whoever has given up sees the end, and may play again"
    for command in (m.Undo("x"), m.Resign("x"), m.Move("x", 0)):
        with pytest.raises(GameOver):
            table.do(0, command)
    table.do(0, m.Rematch("x"))


def test_of_two_the_other_has_won():
    table = Laid("outfoxed", {}).start()
    table.do(1, m.Resign("x"))
    assert view(table.table, SPECTATOR).result["ranks"] == [1, 2]
    assert view(table.table, SPECTATOR).result["returns"] == [1.0, -1.0]


def test_with_more_sides_left_a_bot_plays_on_for_good():
    table = Laid("oh_fox", {"players": 3}).start()
    table.do(1, m.Resign("x"))
    seat = view(table.table, 0).seats
    assert table.table.phase == "playing"
    assert table.table.seats[1].kind == "bot"
    assert b'"resigned":"Fox 1"' in bytes(seat)
    with pytest.raises(SkulkError, match="taken"):
        decide.join(table.table, m.Join("somebody-would-like-to", "Reynard", 1))
    table.do(0, m.Resign("x"))
    assert table.table.phase == "over", "one side is left"
    assert view(table.table, 2).result["ranks"] == [2, 2, 1]
    assert view(table.table, 2).result["reason"]["text"] == "Fox 0 gave the game up."


def test_a_side_plays_on_as_long_as_one_of_it_does():
    """Fox on the Run: two against two."""
    options = next(v for v in load("fox_on_the_run").variants if v.get("players") == 4)
    table = Laid("fox_on_the_run", options).start()
    sides = table.match.sides()
    first, second = [seat for seat in range(4) if sides[seat] == sides[0]]
    table.do(first, m.Resign("x"))
    assert table.table.phase == "playing"
    table.do(second, m.Resign("x"))
    assert table.table.phase == "over"
    assert table.match.resigned == (first, second)
    assert table.match.returns() == [-1.0 if side == sides[0] else 1.0 for side in sides]


def test_the_last_person_who_gives_up_leaves_the_win_to_the_bots():
    table = with_bots("sly_fox", {"players": 4}, [0, 2])
    table.do(2, m.Resign("x"))
    assert table.table.phase == "playing"
    table.do(0, m.Resign("x"))
    assert view(table.table, SPECTATOR).result["ranks"] == [3, 1, 3, 1]


@pytest.mark.parametrize("game", GAMES)
def test_the_journal_the_file_and_the_replay_know_of_it(game):
    table = with_bots(game, load(game).variants[0], [0]).wander(8, 2)
    table.do(0, m.Resign("x"))
    again = folded(table.head, table.entries)
    assert (again.match.resigned, again.numbers) == ((0,), table.table.numbers)
    text = game_file(table.table)
    assert json.loads(text)["table"]["resigned"] == [{"seat": 0, "name": "Fox 0", "after": table.match.number}]
    assert verify(text, table.table.commitment).result()["ranks"] == table.match.result()["ranks"]
    for changed in ('"resigned": [\n  0\n ]', '"resigned": [\n  1\n ]'):
        with pytest.raises(BadSave):
            verify(text.replace('"resigned": [\n  0\n ]', "" if changed.endswith("0\n ]") else changed))
    for replay in (Replay.of_table(table.table), Replay.of_file(text)):
        reel, frames = replay.reel(OPEN), replay.frames(OPEN, 0)
        assert reel.result["resigned"] == [0]
        assert reel.result["reason"]["text"] == "Fox 0 gave the game up."
        assert frames.frames[-1].acting == [], "nobody is asked at the end"


@pytest.mark.parametrize("resigned", [[], [5], [0, 1], ["0"], "0", [True], {"0": 1}, 0])
def test_a_save_with_a_resignation_that_cannot_be_is_refused(resigned):
    match = Match("outfoxed", seed="s")
    saved = json.loads(match.save()) | {"resigned": resigned}
    with pytest.raises(BadSave):
        Match.load(json.dumps(saved))


def test_a_match_that_was_given_up_asks_nobody_and_can_be_taken_up_again_by_undo():
    match = Match("fox_on_the_run", {"players": 2}, seed="s")
    match.play(match.acting()[0], match.legal(match.acting()[0])[0])
    asked = match.acting()
    match.legal(asked[0])
    match.resign([0])
    assert (match.is_over, match.acting(), match.legal(asked[0]), match.asked()) == (True, [], [], [])
    with pytest.raises(GameOver):
        match.play(asked[0], 0)
    match.undo()
    assert not match.is_over


def test_during_a_window_too():
    table = Laid("sly_fox", {"players": 4}).start()
    assert table.table.is_window
    table.do(1, m.Resign("x"))
    assert table.table.is_window
    table.close()
    chance = random.Random(3)
    while not table.match.is_over:
        table.step(chance)
    assert table.table.resigned[0].name == "Fox 1"
    assert json.loads(game_file(table.table))["table"]["resigned"][0]["seat"] == 1
    verify(game_file(table.table))
