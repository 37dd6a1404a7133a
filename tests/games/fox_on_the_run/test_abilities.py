"""Abilities."""

from skulk.games.fox_on_the_run.names import square_of

from .laying import lay


def test_w15_puffers_choices():
    """W15. R34, R36, R37, R38: what Puffer may turn, and how far; R40: although he has just turned up a tile."""
    t = lay("Puffer", "b3=E c2=W b2=N d2=E d3=NS c4=NE c3=?S", Puffer="b3", Indigo="c2").after("E")
    assert (t["c3"], t.phase, t.moves) == ("S", "ability", "b2 d2 b3 d3 c4 pass")
    corner = t.after("c4")
    assert (corner.phase, corner.moves) == ("second", "90 180 270")
    assert [corner.after(turn)["c4"] for turn in ("90", "180", "270")] == ["ES", "SW", "NW"]
    assert (t.after("d3")["d3"], t.after("d3").mover) == ("EW", "Scarlet")  # R38: a straight tile by 90° only
    assert t.after("b2", "270")["b2"] == "W"


def test_puffer_does_not_turn_a_starting_tile():
    """R38: Indigo has left his starting tile; to turn it would change nothing."""
    t = lay("Puffer", "c1=N b1=?E", Puffer="c1", Indigo="e2").after("W")
    assert (t.at("Puffer"), t["a1"], t.moves) == ("b1", "START", "c1 pass")


def test_a_straight_tile_turned_twice_lies_as_before():
    """R34, R38: two quarters of a straight tile are none."""
    t = lay("Puffer", "b3=E d3=NS+1 c3=?S", Puffer="b3").after("E")
    assert t["d3"] == "EW"
    t = t.after("d3")
    assert (t["d3"], t.state.quarters[square_of("d3")]) == ("NS", 0)


def test_w16_scarlet_swaps_a_starting_tile():
    """W16. R33: a starting tile may take part; R15: from now on it stops people where it lies."""
    t = lay("Scarlet", "d5=W b5=N e1=S c5=?E", Scarlet="d5", Zev="b5", Puffer="b5", Indigo="e1")
    assert t.moves == "N E W"
    t = t.after("W")
    assert (t["c5"], t.phase, t.moves) == ("E", "ability", "d4 pass")
    t = t.after("d4")  # with d5, by itself
    assert (t["d4"], t["d5"], t.mover, t.moves) == ("W", "START", "Zev", "N W")


def test_a_starting_tile_elsewhere():
    """R15, R16: who enters the starting tile on its new square stops; its old square acts by the tile there now."""
    moved = "d5=START d4=W c5=E e4=N c4=?S"
    t = lay("Puffer", moved, Puffer="c5", Zev="c5").after("E")
    assert (t.at("Puffer"), t.phase) == ("d5", "ability")
    t = lay("Puffer", moved, Puffer="e4", Zev="c5").after("W")
    assert (t.at("Puffer"), t["c4"]) == ("c4", "S")


def test_swapped_tiles_keep_their_rotation():
    """R1, R33: a turned tile stays turned when it changes places, and the characters stay where they are."""
    t = lay("Scarlet", "c4=N b2=NE+1 c2=W c3=?S", Scarlet="c4").after("N", "b2", "c2")
    assert (t["b2"], t["c2"], t.at("Scarlet")) == ("W", "ES", "c3")


def test_raffles_swaps_a_starting_tile():
    """R54: the starting tile under Raffles for a turned one; R1, R55: neither is turned, and all characters stay."""
    where = {"Raffles": "d3", "Zev": "e4", "Puffer": "e4", "raffles_side": "foxes"}
    t = lay("Raffles", "d3=N c4=NE+1 e4=W", **where).after("S")
    assert (t.at("Raffles"), t.phase, t.moves) == ("d4", "ability", "d3 c4 pass")
    t = t.after("c4")
    assert (t["d4"], t["c4"], t.at("Raffles"), t.at("Zev")) == ("ES", "START", "d4", "e4")


def test_zev_reveals_under_somebodys_feet():
    """R39, R52: Raffles still stands on a face-down tile; Zev may turn it up."""
    t = lay("Zev", "d2=N d1=N", Zev="d2", raffles_side="foxes").after("N")
    assert (t.at("Zev"), t.moves) == ("d1", "c1 e1 c2 e2 pass")
    t = t.after("e1")
    assert (t["e1"] != "?", t.at("Raffles"), t.face_down) == (True, "e1", 19)
