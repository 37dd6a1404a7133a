"""Who may go where."""

import pytest

from skulk.games.fox_on_the_run.names import NAMES

from .laying import lay

ENTRY = {  # R10, R11, R43, R45, R58, R59: may the row go to the column, in the order of NAMES? "!" ends the game
    "Indigo": "-!nnyn",
    "Scarlet": "n-nnyn",
    "Zev": "!n-yyn",
    "Puffer": "nny-yn",
    "Raffles": "yyyy-n",
    "Napoleon": "yyyyy-",  # R61: he pushes
}


@pytest.mark.parametrize(("mover", "other"), [(a, b) for a in NAMES for b in NAMES if a != b])
def test_entry_table(mover, other):
    """R10, R11, R43, R45, R58, R59, R61: with somebody to the north of the mover."""
    t = lay(mover, "c3=S c2=S b2=W d2=W", raffles_side="foxes", **{mover: "c3", other: "c2"})
    answer = ENTRY[mover][NAMES.index(other)]
    assert ("N" in t.moves.split()) == (answer in "y!")
    if answer in "y!":
        assert (t.after("N").ended is not None) == (answer == "!")


@pytest.mark.parametrize(
    ("mover", "others", "may", "because"),
    [
        ("Zev", ["Raffles", "Scarlet"], False, "R12: Scarlet keeps him out"),
        ("Puffer", ["Raffles", "Indigo"], False, "R12: Indigo keeps him out"),
        ("Raffles", ["Zev", "Puffer"], True, "R12, R58: both let him in"),
        ("Puffer", ["Raffles", "Zev"], True, "R12, R58"),
        ("Scarlet", ["Raffles", "Puffer"], False, "R12: Puffer keeps her out"),
        ("Zev", ["Raffles", "Indigo"], True, "R44: a capture"),
        ("Indigo", ["Raffles", "Scarlet"], True, "R41: a rescue"),
        ("Indigo", ["Raffles", "Zev"], False, "R12, R45: Zev keeps him out"),
    ],
)
def test_leave_from_each(mover, others, may, because):
    """R12: entry must be allowed with respect to each of those who stand there."""
    t = lay(mover, "c3=S c2=S", raffles_side="foxes", **{mover: "c3"}, **dict.fromkeys(others, "c2"))
    assert ("N" in t.moves.split()) == may, because
    if may:
        t = t.after("N")
        assert t.ended == {"Indigo": ("foxes", "rescue"), "Zev": ("guardians", "capture")}.get(mover), because


def test_three_on_a_square():
    """R58, R15: Raffles joins Zev and Puffer on their starting tile and stops."""
    t = lay("Raffles", "d3=N", Raffles="d3", raffles_side="foxes").after("S")
    assert {t.at(name) for name in ("Raffles", "Zev", "Puffer")} == {"d4"}
