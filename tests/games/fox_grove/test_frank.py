"""Two players and Frank."""

import pytest

from skulk.games.fox_grove import moves
from skulk.games.fox_grove.components import FRANK

from .laying import cards, lay


def test_s17_frank_does_not_follow():
    """R76, R77, R78, R79, R80, R84."""
    table = lay(phase="trick", tricks=7, hands=[cards("B7 P1"), cards("B3 Y4")], pile=["P10"]).do("B7")
    assert table.is_played("P10")
    assert (table.laid(), table.seat, table.moves) == ("B7", 1, "B3")
    table.do("B3")
    assert (table.seat, table.moves) == (0, "B3 B7")
    assert table.do("B7", "take").resources(0) == (3, 0, 0)


def test_s18_frank_follows_and_loses():
    """R79, R80."""
    table = lay(phase="trick", tricks=7, hands=[cards("B7 P1"), cards("P3 Y4")], pile=["B12"]).do("B7", "Y4")
    assert (table.seat, table.moves) == (1, "B7 B12 Y4")
    assert table.do("B12").state.berries[1] == 1
    assert (table.phase, table.seat) == ("trick", 1)


@pytest.mark.parametrize("leader", [0, 1])
def test_s19_frank_wins(leader):
    """R22, R81, R82: the owner of the fox leads, whoever led before."""
    hands = [cards("B7 P1"), cards("O6 Y4")] if leader == 0 else [cards("O6 Y4"), cards("B7 P1")]
    table = lay(phase="trick", tricks=7, fox=0, leader=leader, hands=hands, pile=["B12"]).do("B7", "O6", "take")
    assert table.resources(1 - leader) == (0, 0, 2)
    assert table.resources(leader) == (0, 0, 0)
    assert table.heard(moves.WON) == [(FRANK, 8, 0, 0)]
    assert (table.phase, table.seat, table.laid()) == ("trick", 0, "")


def test_s20_frank_does_not_trump():
    """R79."""
    table = lay(phase="trick", tricks=7, hands=[cards("B7 P1"), cards("B3 Y4")], pile=["Y13"]).do("B7", "B3")
    assert (table.seat, table.moves) == (0, "B3 B7")


def test_frank_follows_a_trump_lead():
    """R79: yellow on yellow follows and may win."""
    table = lay(phase="trick", tricks=7, hands=[cards("Y7 P1"), cards("P3 Y4")], pile=["Y13"]).do("Y7", "Y4")
    assert table.heard(moves.WON) == [(FRANK, 8, 0, 0)]


def test_s21_frank_wins_the_ninth_trick():
    """R83."""
    table = lay(phase="trick", tricks=8, fox=0, hands=[["B7"], ["O6"]], pile=["B12"], resources=[[0, 2, 0], [2, 0, 0]])
    table.do("B7", "O6", "take")
    assert (table.state.fox, table.phase, table.seat) == (1, "deliver", 1)
    table.do("end", "end")
    assert table.phase == "keep", "seat 1 has two wood and two maple"
    table.do("keep 201")
    assert (table.phase, table.state.leader) == ("exchange", 1)
