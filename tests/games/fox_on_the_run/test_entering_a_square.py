"""Entering a square and revealing tiles."""

from itertools import pairwise

import numpy as np
import pytest

from skulk.games.fox_on_the_run.names import arrows_of, square_name

from .laying import lay, random_games


def test_w3_arrow_blocked_by_puffer():
    """W3. R10: E is Zev's square; R18: one arrow open, one blocked: go or stop; R14, R31: then it is Puffer's turn."""
    t = lay("Indigo", "c4=W c3=NE c2=S d3=?S", Indigo="c4", Puffer="c2")
    assert t.moves == "N S W NE SE SW NW"
    t = t.after("N")
    assert (t.at("Indigo"), t.phase, t.moves) == ("c3", "arrow", "E stop")
    assert (t.after("stop").at("Indigo"), t.after("stop").mover) == ("c3", "Puffer")
    on = t.after("E")
    assert (on.at("Indigo"), on["d3"], on.mover) == ("d3", "S", "Puffer")


def test_w4_arrow_over_the_edge():
    """W4. R9, R18: an arrow over the edge is blocked, and may be picked to stop."""
    t = lay("Indigo", "d3=N e3=NE e2=?W", Indigo="d3").after("E")
    assert (t.at("Indigo"), t.moves) == ("e3", "N stop")
    assert (t.after("stop").at("Indigo"), t.after("stop").mover) == ("e3", "Puffer")
    assert (t.after("N").at("Indigo"), t.after("N")["e2"]) == ("e2", "W")


def test_w5_lone_blocked_arrow_and_reveal():
    """W5. R19: the only arrow is blocked; R35, R36: Zev turns up a tile around him, and nobody moves."""
    t = lay("Zev", "b2=N a2=W b3=?E", Zev="b2").after("W")
    assert (t.at("Zev"), t.phase, t.moves) == ("a2", "ability", "b1 a3 b3 pass")
    t = t.after("b3")
    assert (t["b3"], t.face_down, t.at("Zev")) == ("E", 19, "a2")
    assert (t.mover, t.moves) == ("Indigo", "E SE")


@pytest.mark.parametrize(
    ("tiles", "step", "phase", "moves", "because"),
    [
        ("e1=NE", "E", "step", "N E S W", "R19: both arrows are blocked, so it is Puffer's turn"),
        ("e2=EW", "SE", "arrow", "W stop", "R18: W is open, E is not"),
        ("e2=NS", "SE", "arrow", "N S", "R20: both are open, there is no stopping"),
    ],
)
def test_two_arrows(tiles, step, phase, moves, because):
    """R18–R20: Indigo on d1 steps onto a tile with two arrows."""
    t = lay("Indigo", f"d1=N {tiles}", Indigo="d1").after(step)
    assert (t.at("Indigo"), t.phase, t.moves) == (tiles[:2], phase, moves), because


def test_arrows_are_orthogonal_for_indigo_too():
    """R25, R20: after a diagonal step a lone arrow carries him east, not southeast."""
    t = lay("Indigo", "b2=E c2=?S").after("SE")
    assert (t.at("Indigo"), t["c2"], t.mover) == ("c2", "S", "Puffer")


def test_w6_loop():
    """W6. R21: the second visit ends the movement; R32, R36, R38: pairs of different faces, each once."""
    t = lay("Scarlet", "b2=E c2=S c3=W b3=N b1=W", Scarlet="b1")
    assert t.moves == "E S"  # R43: W is Indigo's square
    t = t.after("S")
    assert (t.at("Scarlet"), t.phase, t.moves) == ("b2", "ability", "b1 c2 b3 pass")
    assert t.after("b1").moves == "c2 b3"  # R38: c3 shows the same
    assert t.after("c2").moves == "b3 c3"
    last = t.after("b3")  # with c3, by itself
    assert (last["b3"], last["c3"], last.mover) == ("W", "N", "Zev")


def test_second_arrow_is_not_used_either():
    """R21: coming back to a tile with two arrows ends the movement, though one of them was left aside."""
    t = lay("Scarlet", "c4=N c3=NE c2=S d3=?N", Scarlet="c4").after("N")
    assert t.moves == "N E"
    t = t.after("N")
    assert (t.at("Scarlet"), t.phase, t["d3"]) == ("c3", "ability", "?")


def test_w7_back_to_the_square_of_departure():
    """W7. R22: the tile he started on acts when he comes back; R21: the other one does not act twice."""
    t = lay("Puffer", "a3=E b3=W", Puffer="a3").after("E")
    assert (t.at("Puffer"), t.phase, t.moves) == ("b3", "ability", "a3 pass")


def test_a_movement_may_go_all_around_the_board():
    """R21, R22, R23: sixteen tiles in a ring, and one more entry until a tile would act a second time."""
    ring = "a1=E b1=E c1=E d1=E e1=S e2=S e3=S e4=S e5=W d5=W c5=W b5=W a5=N a4=N a3=N a2=N"
    inside = {"Indigo": "b2", "Zev": "c2", "Puffer": "d2"}
    t = lay("Scarlet", f"{ring} b2=START c2=START d2=START", Scarlet="a2", **inside).after("N")
    assert t.at("Scarlet") == "a1"
    assert sum("Scarlet steps" in line or "Scarlet follows" in line for line in t.told) == 17


def test_w8_starting_tile_stops():
    """W8. R15: on Indigo's starting tile Scarlet stops; R30: her ability is still hers."""
    t = lay("Scarlet", "b2=S b1=W c1=S", Scarlet="b2", Indigo="c1").after("N")
    assert (t.at("Scarlet"), t.phase, t.moves) == ("a1", "ability", "b1 pass")
    t = t.after("b1")  # with b2, by itself
    assert (t["b1"], t["b2"], t.mover) == ("S", "W", "Zev")


def test_w13_capture_through_puffers_square():
    """W13. R11, R24: Zev passes over Puffer; R13, R44, R47: entering Indigo's square ends the game."""
    t = lay("Zev", "c1=W c2=S c3=E d3=N", Zev="c1", Puffer="c2", Indigo="d3")
    assert t.moves == "E S W"
    assert t.after("S").ended == ("guardians", "capture")


def test_w14_puffer_passes_over_zev():
    """W14. R11, R20, R24: the arrow under Zev sends Puffer on; R37: no tile to turn, so he is not asked."""
    t = lay("Puffer", "b5=W b4=N b3=?E", Puffer="b5", Zev="b4")
    assert t.moves == "N E W"
    t = t.after("N")
    assert (t.at("Puffer"), t["b3"], t.mover, t.phase) == ("b3", "E", "Scarlet", "step")


def test_revealed_tiles_stay_revealed():
    """R26–R28: tiles are turned up in the common orientation and never down again; R29: starting tiles do not count."""
    for tables in random_games(6):
        for before, after in pairwise(tables):
            assert all(after.state.revealed >= before.state.revealed)
            assert after.face_down <= before.face_down
            for square in np.flatnonzero(after.state.revealed > before.state.revealed):
                assert after.state.quarters[square] == 0
                assert after[square_name(square)] == arrows_of(before.state.printed[square])
            assert (after.state.printed == 0).sum() == 3
            assert all(after.state.revealed[after.state.printed == 0])
