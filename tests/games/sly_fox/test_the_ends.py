"""How it ends, and that no game lasts for ever."""

import pytest

from skulk.engine import Match
from skulk.games.sly_fox.names import REASON_NAMES
from skulk.games.sly_fox.table import Left

from .laying import GAME, GONE, HURT, lay


def test_w20_the_first_victim():
    """R81–R85."""

    def end(second):
        hands = ["GOS FAC FAC CAU CAU", "TRA TRA CAU", second, "TRA TRA TRA CAU CAU"]
        t = lay(*hands, ending="first_victim", f0={"trapped": 1}, f1=HURT)
        t.do("ATTACK:GOS:G:1", "DECLINE").window("help")
        assert t.state.over
        assert REASON_NAMES[t.state.reason] == "victim"
        return t

    t = end("UDE UDE")
    assert t.sizes() == [4, 0, 2, 5]
    assert GAME.returns(t.state)[:4] == [-1, -1, -1, 1]
    assert GAME.words.result(t.state)["ranks"] == [3, 4, 2, 1]
    t = end("UDE UDE UDE UDE UDE")
    assert GAME.returns(t.state)[:4] == [-1, -1, 0, 0]
    assert GAME.words.result(t.state)["ranks"] == [3, 4, 1, 1]


def test_w24_quiet_woods():
    """R106, R107, R82."""
    t = lay(4, 9, 12, turn=56, quiet=35, f0={"trapped": 1}, f1={"gossiped": 1}, f2=HURT)
    assert GAME.words.table(GAME.see(t.state, 0), 0).left == Left(cap=144, quiet=1)
    t.do("DRAW:A")
    assert (t.state.over, REASON_NAMES[t.state.reason], t.sizes()) == (1, "quiet_woods", [5, 9, 12])
    assert GAME.returns(t.state)[:3] == [-1, 1, -1]
    t = lay(6, 6, 6, turn=21)
    while not t.state.over:
        turn = t.state.turn
        t.do("DRAW:A" if t.state.left[0] else "DRAW:D").quiet()
    assert turn == 56


def test_the_last_survivor():
    """R1, R5, R80, R84."""
    t = lay("GOS FAC", "CAU", "", f1=HURT, f2={**GONE, "eliminated": 1}).do("ATTACK:GOS:G:1", "DECLINE")
    assert (t.state.over, GAME.returns(t.state)[:3]) == (1, [1, -1, -1])
    assert GAME.words.result(t.state)["ranks"] == [1, 2, 3]
    assert GAME.acting(t.state) == []


@pytest.mark.parametrize(("players", "mode", "cap"), [(2, "duel", 150), (3, "ffa", 200), (8, "team", 450)])
def test_the_turn_cap(players, mode, cap):
    """R105, R107, R83: equal foxes share (R85)."""
    hands = [4 if seat == 0 else 5 for seat in range(players)]
    extension = "on" if players > 6 else "off"
    t = lay(*hands, mode=mode, extension=extension, turn=cap - 1, active=players - 1, f0={"hand": 5})
    t.do("DRAW:A").quiet()
    assert not t.state.over
    assert GAME.words.table(GAME.see(t.state, 0), 0).left.cap == 0  # after this one
    t.do("DRAW:A")
    assert (t.state.over, t.state.turn, REASON_NAMES[t.state.reason]) == (1, cap, "turn_cap")
    out = GAME.returns(t.state)[:players]
    if mode != "team":
        winners = [seat for seat in range(players) if t.size(seat) == max(t.sizes())]
        assert out == [2 / len(winners) - 1 if seat in winners else -1 for seat in range(players)]


def test_who_was_out_before_does_not_win_when_another_gives_up():
    """R84: whoever has fallen comes behind the live; in teams the fallen win with their team (R89)."""
    position = GAME.words.position(lay(4, 4, "", 4, f2={**GONE, "eliminated": 1}).state)
    match = Match(GAME, position=position)
    match.resign([0])
    assert match.result()["ranks"] == [3, 1, 3, 1]
    assert match.returns() == [-1, 0, -1, 0]
