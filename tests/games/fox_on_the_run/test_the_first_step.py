"""The first step."""

import pytest

from .laying import lay


def test_w1_first_turn():
    """W1. R3, R5, R6, R9: Indigo in his corner; R14, R26, R27: he turns up a tile and stops; R31: no ability."""
    t = lay("Indigo", "b2=?N")
    assert t.moves == "E S SE"
    t = t.after("SE")
    assert (t.at("Indigo"), t["b2"], t.face_down) == ("b2", "N", 21)
    assert (t.mover, t.phase, t.moves) == ("Puffer", "step", "N E S W")


@pytest.mark.parametrize(
    ("mover", "moves", "because"),
    [
        ("Indigo", "N E S W NE SE SW NW", "R6: Indigo may begin diagonally"),
        ("Scarlet", "N E S W", "R5: the others may not"),
        ("Zev", "N E S W", "R5"),
        ("Puffer", "N E S W", "R5"),
        ("Raffles", "N E S W", "R51: Raffles moves like Puffer"),
        ("Napoleon", "N E S W", "R51: and so does Napoleon"),
    ],
)
@pytest.mark.parametrize("underfoot", ["N", "EW", "?"])
def test_first_steps(mover, moves, because, underfoot):
    """R5–R7, R51: whatever the tile underfoot shows."""
    assert lay(mover, f"b3={underfoot}", raffles_side="foxes", **{mover: "b3"}).moves == moves, because


def test_w2_chain_flip_and_ability():
    """W2. R7: her own arrow is ignored; R16, R17: a chain; R14: a flip ends it.

    R3, R30, R40: then her ability, which she may decline; R32: two tiles change places.
    """
    t = lay("Scarlet", "a3=S b3=E c3=N c2=E d2=?W", Scarlet="a3")
    assert t.moves == "N E S"
    t = t.after("E")
    assert (t.at("Scarlet"), t["d2"], t.phase, t.moves) == ("d2", "W", "ability", "c2 pass")
    assert t.told == [
        "Scarlet steps east to b3.",
        "Scarlet follows the arrow east to c3.",
        "Scarlet follows the arrow north to c2.",
        "Scarlet follows the arrow east to d2.",
        "Scarlet reveals d2: west.",
    ]
    swapped = t.after("c2")  # its only partner follows by itself
    assert (swapped["c2"], swapped["c3"], swapped.mover) == ("N", "E", "Zev")
    declined = t.after("pass")  # R30
    assert (declined["c2"], declined["c3"], declined.mover) == ("E", "N", "Zev")


def test_w19_no_legal_step():
    """W19. R8: hemmed in she stays, without ability, and the turn counts; R2: then it is Zev's turn."""
    t = lay("Scarlet", "e4=N d5=W", Zev="e4", Puffer="d5")
    assert (t.at("Scarlet"), t.mover, t.state.completed, t.moves) == ("e5", "Zev", 1, "N W")


def test_staying_put_leaves_no_ability():
    """R8, R30: Zev cannot move, so he does not reveal the face-down tile next to him either."""
    t = lay("Zev", "a5=N a4=E b5=S", Zev="a5", Scarlet="a4", Napoleon="b5", raffles_side="foxes")
    assert (t.mover, t.state.completed, t["b4"]) == ("Indigo", 1, "?")
