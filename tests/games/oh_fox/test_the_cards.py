"""D. The cards."""

from itertools import product

import pytest

from skulk.games.oh_fox.components import NAMES, SPACE, SPACES
from skulk.games.oh_fox.film import DART, GAIT, PLACES, REACHED, WALK
from skulk.games.oh_fox.names import CARDS, place_name


def trip(animal, space, card):
    """The spaces that the legs of a card reach or fly over."""
    gait, side = GAIT[NAMES.index(animal), CARDS[card] >> 2], CARDS[card] & 3
    reached = [SPACES[s] for s in REACHED[gait, side, SPACE[space]]]
    legs = sum(PLACES[gait, side, SPACE[space], 2 * step] >= 25 for step in range(3))
    return " ".join(reached[:legs])


@pytest.mark.parametrize(
    ("start", "card", "end"),
    [
        *[("C2", "S:S", "C3"), ("A1", "S:N", "D1"), ("A1", "S:W", "A5"), ("E1", "S:E", "E4")],  # W1
        *[("E5", "S:E", "E1"), ("C5", "S:S", "D5"), ("A3", "S:W", "A4"), ("B5", "S:S", "E5")],
        *[("C1", "D:S", "C2 C3"), ("C1", "D:N", "B1 B2"), ("E5", "D:E", "E1 E2")],  # W2
        *[("A2", "D:W", "A5 B5"), ("A4", "D:W", "A3 B3")],
        *[("C2", "M:S", "C3"), ("C2", "X", "")],
    ],
)
def test_moves(start, card, end):
    """R13, R20–R23: W1 and W2, for prey and predator alike."""
    assert trip("rat", start, card) == end
    assert trip("owl", start, card) == end


@pytest.mark.parametrize(
    ("animal", "start", "card", "way"),
    [
        ("hedgehog", "C3", "T:N", "C2"),  # R25
        *[("rabbit", "C1", "T:E", "D1"), ("rabbit", "D1", "T:N", "B5"), ("badger", "B5", "T:N", "D1")],  # R26: W15
        *[("rat", "C3", "T:N", "C4"), ("fox", "C3", "T:E", "B3"), ("fox", "A1", "T:S", "D1")],  # R27: W18
        *[("sparrow", "C5", "T:N", "C4 C3 C2"), ("owl", "A3", "T:E", "B3 C3 D3")],  # R28
        ("squirrel", "C1", "T:S", "C2 C3"),  # R29
        *[("toad", "A1", "T:N", "C3"), ("toad", "C3", "T:W", "C3")],  # R30: W16
        ("viper", "C2", "T:E", "D2 C2"),  # R31
    ],
)
def test_triggers(animal, start, card, way):
    """R24: the legs that an animal's trigger gives."""
    assert trip(animal, start, card) == way


def test_the_viper_returns_by_the_same_route():
    """R31, R35: also where two routes join the same spaces."""
    for space, side in product(range(25), range(4)):
        there, back = PLACES[DART, side, space, 0], PLACES[DART, side, space, 2]
        assert there == back == PLACES[WALK, side, space, 0]


def test_places_at_the_six_moments():
    """R12–R18: on the route and on the space; nowhere; in the air until the last moment."""

    def moments(animal, start, card):
        gait, side = GAIT[NAMES.index(animal), CARDS[card] >> 2], CARDS[card] & 3
        return " ".join(place_name(int(place)) for place in PLACES[gait, side, SPACE[start]])

    assert moments("rat", "C2", "S:W") == "B2E–C2W B2 B2 B2 B2 B2"  # R14, R17
    assert moments("rat", "C1", "D:S") == "C1S–C2N C2 C2S–C3N C3 C3 C3"
    assert moments("rabbit", "D1", "T:W") == "nowhere B5 B5 B5 B5 B5"  # R15
    assert moments("owl", "A3", "T:E") == "air air air air air D3"  # R16
    assert moments("viper", "C2", "T:E") == "C2E–D2W D2 C2E–D2W C2 C2 C2"
    assert moments("toad", "C3", "X") == "C3 C3 C3 C3 C3 C3"
