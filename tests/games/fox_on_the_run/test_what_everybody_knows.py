"""What everybody knows, and the fair belief."""

from collections import Counter
from itertools import permutations

from skulk.engine import SPECTATOR
from skulk.games.fox_on_the_run.names import arrows_of, square_name, square_of

from .laying import FULL, GAME, chi_square, lay, random_games


def test_w30_belief():
    """W30. R27, R28: the faces left are counted as printed, though Puffer has turned the NE tile to show ES."""
    t = lay("Indigo", "b2=N c2=N d2=S b3=EW c3=NE+1")
    assert (t["c3"], t.face_down) == ("ES", 17)
    seen, dealer = GAME.see(t.state, SPECTATOR), GAME.dealer(5)
    dealt = Counter(arrows_of(GAME.redeal(seen, 0, dealer).printed[square_of("d5")]) for _ in range(1700))
    expected = {"N": 2, "E": 4, "S": 3, "W": 4, "ES": 1, "SW": 1, "NW": 1, "NS": 1}
    assert GAME.words.table(seen, SPECTATOR).hidden == expected
    assert set(dealt) == set(expected)  # no NE: it has been revealed
    assert (
        chi_square(dealt, {face: 100 * n for face, n in expected.items()}) < 30
    )  # 7 degrees of freedom: once in 10,000


def test_every_layout_is_equally_likely():
    """R28: four different tiles are face down; each of their 24 orders comes up one time in 24."""
    tiles, squares = FULL, [square_of(name) for name in ("b1", "c2", "c3", "a4")]
    for square in squares:
        tiles = tiles.replace(f"{square_name(square)}=", f"{square_name(square)}=?")
    t = lay("Puffer", tiles)
    seen, dealer = GAME.see(t.state, 0), GAME.dealer(6)
    dealt = Counter(tuple(GAME.redeal(seen, 0, dealer).printed[squares].tolist()) for _ in range(2400))
    orders = list(permutations(t.state.printed[squares].tolist()))
    assert len(set(orders)) == 24
    assert chi_square(dealt, dict.fromkeys(orders, 100)) < 60  # 23 degrees of freedom: once in 25,000


def test_all_see_the_same():
    """R28: every seat and every onlooker sees all but the faces of face-down tiles."""
    for tables in random_games(2, players=4):
        for t in tables:
            sights = {GAME.State.pack(GAME.see(t.state, seat)) for seat in (0, 1, 2, 3, SPECTATOR)}
            assert len(sights) == 1
            seen = GAME.see(t.state, 0)
            assert ((seen.printed == -1) == (t.state.revealed == 0)).all()
