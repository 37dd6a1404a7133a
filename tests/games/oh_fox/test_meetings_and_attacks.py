"""F. Meetings and attacks."""

import pytest

from .laying import scene, where


@pytest.mark.parametrize(
    ("cast", "attacks", "ends", "because"),
    [
        ("fox@C1 S:S, rat@C3 S:N", ["E1 C2"], "C2 C2", "W3, R3, R33: meeting on a space"),
        ("fox@B2 S:E, rat@C2 S:W", ["H1 B2E–C2W"], "C2 B2", "W4, R33: meeting half-way"),
        ("fox@C1 S:W, rat@B1 S:N", [], "B1 C1", "W5, R35: two routes between B1 and C1"),
        ("fox@C1 S:W, rat@B1 S:E", ["H1 B1E–C1W"], "B1 C1", "W5"),
        ("rabbit@B1 D:S, badger@C2 S:W", ["E1 B2"], "B3 B2", "W6, R41: caught in the middle of a double move"),
        ("rabbit@B1 D:S, badger@D2 D:W", [], "B3 B2", "W7: already gone"),
        ("rabbit@B1 S:S, badger@D2 D:W", ["E2 B2"], "B2 B2", "W8, R17: the predator arrives in step 2"),
        ("rat@C4 X, fox@C4 X", ["H1 C4"], "C4 C4", "W9, R42: they stay together"),
        ("rat@C4 S:N, fox@C4 X", [], "C3 C4", "W9, R18: where they start is no meeting"),
        ("rat@C4 X, fox@C4 S:N", [], "C4 C3", "W9"),
        ("rat@C4 S:N, fox@C4 S:N", ["H1 C3S–C4N"], "C3 C3", "W9, R42: they leave together"),
        ("rat@C4 S:N, fox@C4 S:E", [], "C3 D4", "W9"),
        ("rat@C4 D:N, fox@C4 S:N", ["H1 C3S–C4N"], "C2 C3", "W9, R36: once, however often they meet"),
        ("hedgehog@C3 T:N, badger@C2 S:S", [], "C2 C3", "W10, R25, R40: not this turn"),
        ("hedgehog@C3 S:N, badger@C2 S:S", ["H1 C2S–C3N"], "C2 C3", "W10: without the trigger"),
        ("hedgehog@C3 T:N, badger@C1 S:S", [], "C2 C2", "W10, R40: nor after the move"),
        ("hedgehog@C3 S:N, badger@C1 S:S", ["E1 C2"], "C2 C2", "W10"),
        ("sparrow@C5 T:N, fox@C4 X", [], "C2 C4", "W11, R34: in flight"),
        ("sparrow@C5 T:N, fox@C1 S:S", ["E3 C2"], "C2 C2", "W11, R16: caught where it lands"),
        ("owl@A3 T:E, toad@B3 X, rat@C3 S:E", ["E3 D3"], "D3 B3 D3", "W12, R28: flies over the toad"),
        ("owl@A3 T:E, sparrow@E3 T:W", [], "D3 B3", "W13, R34: they cross in the air"),
        ("rabbit@D1 T:W, badger@B5 T:N", [], "B5 D1", "W14, R15: through the same tunnel"),
        ("rabbit@D1 T:N, badger@D1 T:W", ["E1 B5"], "B5 B5", "W14: in at the same end"),
        ("toad@A1 T:N, fox@C2 S:S", ["E1 C3"], "C3 C3", "W16, R30"),
        ("viper@C2 T:E, rat@D2 X, hedgehog@C1 S:S, rabbit@C2 S:W", ["E1 D2", "E2 C2"], "C2 D2 C2 B2", "W17, R31, R37"),
        ("rat@C4 S:S, fox@B5 S:E", ["E1 C5"], "C5 C5", "W28: homes are no shelter"),
    ],
)
def test_meetings(cast, attacks, ends, because):
    state, found = scene(*cast.split(", "))
    assert found == attacks, because
    assert where(state) == ends, because
    assert state.hearts[state.predator] == state.attacked.sum() == len(attacks), "R38: a heart for each attack"


def test_prey_do_not_meet_each_other():
    """R39: only the predator attacks; R46: two prey may eat on the same space in the same turn (W19)."""
    state, found = scene("rabbit@B1 X", "squirrel@B1 X", "fox@E5 X")
    assert found == []
    assert state.meals.tolist()[:2] == [1, 1]
