"""Pawns that the predator of Oh, Fox! puts on the board: notes for all to see, no moves and no part of the game."""

import pytest

from skulk.engine import SkulkError
from skulk.protocol import messages as m
from skulk.server.decide import MOST_PUT
from skulk.server.fold import folded
from skulk.server.telling import view

from .laying import SPECTATOR, Laid

EVERYBODY = [0, 1, 2, SPECTATOR]


def laid(**options):
    return Laid("oh_fox", {"players": 3, "predator": 1, **options}).start()


def put(table, seat, pawn, space):
    table.do(seat, m.Pawn("x", pawn, space))


def refusal(table, seat, pawn, space):
    with pytest.raises(SkulkError) as error:
        put(table, seat, pawn, space)
    return error.value.code


def seen(table):
    """What everybody sees of the pawns."""
    found = [view(table.table, audience).pawns for audience in EVERYBODY]
    assert all(pawns == found[0] for pawns in found)
    return found[0]


def test_everybody_sees_the_predator_s_pawns():
    table = laid()
    before, moves, undo = table.table.game.State.pack(table.match.state), table.match.number, table.table.has_undo(1)
    numbers = dict(table.table.numbers)
    put(table, 1, "seat:0", "cell:B3")
    put(table, 1, "seat:2", "cell:B3")
    assert seen(table) == {"seat:0": "cell:B3", "seat:2": "cell:B3"}
    assert all(table.table.numbers[one] == numbers[one] + 2 for one in EVERYBODY), "and everybody is told"
    put(table, 1, "seat:0", "cell:E1")
    put(table, 1, "seat:2", None)
    assert seen(table) == {"seat:0": "cell:E1"}
    assert table.table.game.State.pack(table.match.state) == before, "it is no part of the state"
    assert (table.match.number, table.table.has_undo(1)) == (moves, undo), "and no move"


def test_prey_has_no_pawns_nor_has_a_masked_predator():
    table = laid()
    assert refusal(table, 0, "seat:2", "cell:B3") == "no-pawn"
    assert refusal(table, 1, "seat:1", "cell:B3") == "no-pawn", "one's own stays beside the board"
    assert refusal(table, 1, "seat:0", "cell:F9") == "no-pawn"
    assert refusal(table, 1, "seat:0", None) == "there-already"
    masked = laid(masked="on", predator=None)
    assert {refusal(masked, seat, f"seat:{(seat + 1) % 3}", "cell:B3") for seat in range(3)} == {"no-pawn"}
    assert seen(masked) == {}


def test_a_game_without_pawns_refuses_them():
    assert refusal(Laid("fox_grove", {"players": 2}).start(), 0, "seat:1", "house:0") == "no-pawn"


def test_pawns_are_moved_so_often_and_no_more_between_two_cards():
    table = laid()
    for i in range(MOST_PUT):
        put(table, 1, "seat:0", f"cell:A{1 + i % 2}")
    assert refusal(table, 1, "seat:0", None) == "enough-pawns"
    table.move(0, 0)
    put(table, 1, "seat:0", None)
    assert seen(table) == {}


def test_pawns_are_in_the_journal_and_gone_with_the_film():
    """R59: the pawns go home, and the cards are executed."""
    table = laid()
    put(table, 1, "seat:0", "cell:B3")
    again = folded(table.table.head, table.entries)
    assert view(again, 0).pawns == {"seat:0": "cell:B3"}
    while not table.match.is_over:
        seat = table.match.acting()[0]
        table.move(seat, table.match.legal(seat)[0])
    assert seen(table) == {}
    assert refusal(table, 1, "seat:0", None) == "game-over"
