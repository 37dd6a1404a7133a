"""Double Trouble!."""

import pytest

from skulk.games.fox_on_the_run.names import FACTIONS, NAMES

from .laying import lay, lay_full


@pytest.mark.parametrize("side", ["foxes", "guardians"])
def test_w20_first_round(side):
    """W20. R50, R52: order by side, tiles left behind stay face down; R56, R60: no abilities yet."""
    t = lay("Indigo", "b2=?N c4=?W d1=?S a4=?E", raffles_side=side).after("SE")
    assert (t.mover, t.moves) == ("Puffer", "N E S W")
    t = t.after("W")
    extras = [("Raffles", "S W", "W"), ("Napoleon", "N E", "N")]
    for name, moves, move in extras if side == "foxes" else extras[::-1]:
        assert (t.mover, t.phase, t.moves) == (name, "step", moves)
        t = t.after(move)
    assert (t.face_down, t["e1"], t["a5"]) == (18, "?", "?")
    assert (t.at("Raffles"), t.at("Napoleon"), t.mover, t.moves) == ("d1", "a4", "Scarlet", "N W")


def test_entering_a_tile_left_face_down():
    """R53, R14: Raffles has gone; who enters his first tile turns it up."""
    t = lay("Indigo", "d1=N c2=N e1=?W", Indigo="d1", Raffles="c2", raffles_side="foxes").after("E")
    assert (t.at("Indigo"), t["e1"]) == ("e1", "W")


def test_w21_raffles_shares_and_swaps():
    """W21. R54, R58: he swaps the tile under both; R1, R55: they stay; R38: not for an equal face."""
    t = lay("Raffles", "d3=W e3=E d2=N e2=E", Raffles="d3", Scarlet="e3", raffles_side="foxes").after("E")
    assert (t.at("Raffles"), t.phase, t.moves) == ("e3", "ability", "d2 d3 pass")
    t = t.after("d2")
    assert (t["e3"], t["d2"], t.at("Raffles"), t.at("Scarlet")) == ("N", "E", "e3", "e3")
    assert t.mover == "Napoleon"


def test_raffles_needs_a_revealed_tile_under_him():
    """R56: laid out by hand, Raffles is to use his ability on a face-down tile; there is nothing to do but pass."""
    t = lay("Raffles", "d1=N e2=E", phase="ability", raffles_side="foxes")
    assert (t.mover, t["e1"], t["d1"]) == ("Napoleon", "?", "N")


W22 = "b4=S b3=E c2=N a3=N c4=E"


def test_w22_napoleon_pushes_indigo():
    """W22. R61–R64: diagonals for Indigo, revealed squares, the square Napoleon left; no arrow is followed."""
    t = lay("Napoleon", W22, Napoleon="b4", Indigo="b3", raffles_side="foxes", players=6).after("N")
    assert (t.at("Napoleon"), t.phase, t.moves) == ("b3", "push", "c2 a3 b4 c4")
    assert t.seat == t.state.controller[NAMES.index("Napoleon")]  # R62: his controller decides
    t = t.after("c2")
    assert (t.at("Indigo"), t.at("Napoleon"), t.mover, t.phase) == ("c2", "b3", "Scarlet", "step")


def test_w23_napoleon_pushes_scarlet():
    """W23. R63: orthogonal squares only; R60, R64: no ability for either, next is Scarlet's own turn."""
    t = lay("Napoleon", W22, Napoleon="b4", Scarlet="b3", raffles_side="foxes").after("N")
    assert t.moves == "a3 b4"
    t = t.after("a3")
    assert (t.at("Scarlet"), t.mover, t.phase) == ("a3", "Scarlet", "step")


def test_w24_push_makes_a_rescue():
    """W24. R41, R65: Indigo is pushed to Scarlet; R42: not while Zev is adjacent to her."""
    where = {"Napoleon": "a3", "Indigo": "b3", "Scarlet": "c2", "raffles_side": "guardians"}
    t = lay("Napoleon", "a3=E b3=N c2=S", **where).after("E")
    assert t.moves == "c2 a3"
    assert t.after("c2").ended == ("foxes", "rescue")
    t = lay("Napoleon", "a3=E b3=N c2=S d3=S", Zev="d3", **where).after("E")
    assert (t.at("Indigo"), t.ended, t.mover) == ("a3", None, "Raffles")


def test_w25_push_makes_a_capture():
    """W25. R44, R65: Zev is pushed to Indigo, whichever side Napoleon is on."""
    for side in FACTIONS:
        where = {"Napoleon": "b2", "Zev": "c2", "Indigo": "d2", "raffles_side": side}
        t = lay("Napoleon", "b2=E c2=S d2=N", **where).after("E")
        assert t.moves == "b2 d2"
        assert t.after("d2").ended == ("guardians", "capture")


def test_further_pushes_are_dropped():
    """R4, R65: Indigo and Raffles are to be pushed, and Indigo's push is a rescue."""
    where = {"Napoleon": "a3", "Indigo": "b3", "Raffles": "b3", "Scarlet": "c2", "raffles_side": "foxes"}
    t = lay("Napoleon", "a3=E b3=N c2=S", **where).after("E", "c2")
    assert (t.ended, t.at("Raffles"), t.state.to_push) == (("foxes", "rescue"), "b3", 0)


def test_napoleon_has_no_ability():
    """R60: with tiles around him that others could swap or turn, his turn ends with his movement."""
    t = lay("Napoleon", "b4=S b3=?E c2=N a3=W", Napoleon="b4", raffles_side="foxes").after("N")
    assert (t.at("Napoleon"), t["b3"], t.mover, t.phase) == ("b3", "E", "Scarlet", "step")


def test_w26_nobody_enters_napoleons_square():
    """W26. R59: an arrow towards Napoleon is blocked; R19, R35."""
    t = lay("Zev", "c3=N b4=N c4=N", Napoleon="c3", Zev="b4", raffles_side="foxes").after("E")
    assert (t.at("Zev"), t.phase, t.moves) == ("c4", "ability", "b3 d3 b5 c5 d5 pass")


def test_w27_two_pushed_in_turn_order():
    """W27. R62: Puffer before Zev; R63: Zev may join him; R67: to different squares or to one."""
    where = {"Napoleon": "b3", "Zev": "c3", "Puffer": "c3", "raffles_side": "foxes"}
    t = lay("Napoleon", "b3=E c3=N d3=W c2=E", **where).after("E")
    assert t.moves == "c2 b3 d3"
    t = t.after("d3")
    assert (t.at("Puffer"), t.at("Zev"), t.phase, t.moves) == ("d3", "c3", "push", "c2 b3 d3")
    apart, together = t.after("b3"), t.after("d3")
    assert (apart.at("Puffer"), apart.at("Zev"), apart.mover) == ("d3", "b3", "Scarlet")
    assert (together.at("Puffer"), together.at("Zev"), together.mover) == ("d3", "d3", "Scarlet")


def test_w28_napoleon_must_follow_an_arrow_to_somebody():
    """W28. R20, R61: the arrow to Puffer is open for Napoleon; R64: the arrow under pushed Puffer is ignored."""
    tiles = "c5=E c4=N c3=W d3=S"
    t = lay("Napoleon", tiles, Napoleon="c5", Puffer="c3", raffles_side="guardians").after("N")
    assert (t.at("Napoleon"), t.phase, t.moves) == ("c3", "push", "d3 c4")
    t = t.after("d3")
    assert (t.at("Puffer"), t.mover) == ("d3", "Raffles")


def test_w29_push_impossible():
    """W29. R66: Scarlet has nowhere to go, so N is closed to Napoleon; his only step is taken by itself."""
    t = lay("Napoleon", "a4=E b5=?S", Scarlet="a4", raffles_side="foxes")
    assert (t.at("Napoleon"), t["b5"], t["a5"], t.at("Scarlet")) == ("b5", "S", "?", "a4")
    assert (t.mover, t.state.completed) == ("Scarlet", 1)


def test_napoleon_turns_the_tile_up_before_he_pushes():
    """R62: laid out by hand, Raffles stands on a face-down tile; R46: if it was the last, nobody is pushed."""
    t = lay("Napoleon", "d1=N e2=N e1=?W", Napoleon="d1", raffles_side="foxes").after("E")
    assert (t["e1"], t.phase, t.moves) == ("W", "push", "d1 e2")
    where = {"Napoleon": "d1", "Indigo": "a5", "Scarlet": "a3", "raffles_side": "foxes"}
    t = lay_full("Napoleon", "e1", **where).after("E")
    assert (t.ended, t.at("Raffles"), t.state.to_push) == (("guardians", "all_revealed"), "e1", 0)
