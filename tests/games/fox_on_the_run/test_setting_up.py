"""Setting up: tiles, seats and options."""

from collections import Counter
from itertools import pairwise

import pytest

from skulk.engine import NONE, SPECTATOR, BadOption
from skulk.games.fox_on_the_run import rules
from skulk.games.fox_on_the_run.names import FACTIONS, NAMES, arrows_of

from .laying import GAME, chi_square, deal, lay, random_games


def test_the_table_is_laid():
    """R28, R29: three starting tiles face up, the 22 directional tiles of the box face down, Indigo to step."""
    t = deal()
    assert [t[q] for q in ("a1", "d4", "e5")] == ["START"] * 3
    assert t.face_down == 22
    assert [t.at(name) for name in NAMES[:4]] == ["a1", "e5", "d4", "d4"]
    faces = Counter(arrows_of(face) for face in t.state.printed if face)
    assert faces == {"N": 4, "E": 4, "S": 4, "W": 4, "NE": 1, "ES": 1, "SW": 1, "NW": 1, "NS": 1, "EW": 1}
    assert (t.mover, t.phase) == ("Indigo", "step")


def test_the_deal_is_fair():
    """R28: any tile may lie on any square; c3 shows each face as often as the box has it."""
    dealt = Counter(int(deal(seed).state.printed[12]) for seed in range(2200))
    expected = {face: 100 * n for face, n in Counter(deal().state.printed.tolist()).items() if face}
    assert chi_square(dealt, expected) < 35  # 9 degrees of freedom: chance exceeds this once in 15,000


def test_raffles_and_napoleon_start_on_face_down_tiles():
    """R52: their tiles count among the 22 and stay face down."""
    t = deal(expansion="on")
    assert (t.at("Raffles"), t.at("Napoleon"), t["e1"], t["a5"]) == ("e1", "a5", "?", "?")
    assert t.face_down == 22
    assert [t.at(name) for name in NAMES[:4]] == ["a1", "e5", "d4", "d4"]


SEATS = [  # players, options, the seats of Indigo, Scarlet, Zev, Puffer, and of Raffles and Napoleon
    (2, {}, [0, 0, 1, 1]),
    (3, {}, [0, 0, 1, 2]),
    (3, {"solo_faction": "guardians"}, [1, 2, 0, 0]),
    (4, {}, [0, 2, 1, 3]),
    (4, {"controllers": [3, 2, 1, 0, None, None]}, [3, 2, 1, 0]),
    (2, {"raffles_side": "foxes"}, [0, 0, 1, 1, 0, 1]),
    (2, {"raffles_side": "guardians"}, [0, 0, 1, 1, 1, 0]),
    (3, {"raffles_side": "foxes"}, [0, 0, 1, 2, 0, 2]),
    (3, {"raffles_side": "guardians"}, [0, 0, 1, 2, 2, 0]),
    (3, {"raffles_side": "foxes", "solo_faction": "guardians"}, [1, 2, 0, 0, 2, 0]),
    (4, {"raffles_side": "foxes"}, [0, 2, 1, 3, 2, 3]),
    (4, {"raffles_side": "guardians"}, [0, 2, 1, 3, 3, 2]),
    (5, {"raffles_side": "foxes"}, [0, 2, 1, 3, 2, 4]),
    (5, {"raffles_side": "guardians"}, [0, 2, 1, 3, 4, 2]),
    (6, {"raffles_side": "foxes"}, [0, 2, 1, 3, 4, 5]),
    (6, {"raffles_side": "guardians"}, [0, 2, 1, 3, 5, 4]),
    (5, {"raffles_side": "foxes", "controllers": [4, 3, 2, 1, 3, 0]}, [4, 3, 2, 1, 3, 0]),
]


@pytest.mark.parametrize(("players", "options", "seats"), SEATS)
def test_seats(players, options, seats):
    """R50: every seat plays for one faction, and its characters are asked through it."""
    expansion = "on" if len(seats) == 6 else "off"
    t = deal(players=players, expansion=expansion, **options)
    assert t.state.controller[: len(seats)].tolist() == seats
    assert set(seats) == set(range(players))
    assert all(t.state.controller[len(seats) :] == NONE)
    assert t.seat == seats[0]  # Indigo begins
    for seat in range(players):
        assert len({t.state.faction[c] for c in range(len(seats)) if seats[c] == seat}) == 1


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 5}, "need the expansion"),
        ({"players": 7, "expansion": "on"}, "players"),
        ({"players": 1}, "players"),
        ({"turn_limit": 0}, "R49"),
        ({"turn_limit": 30_001}, "turn_limit"),
        ({"raffles_side": "both"}, "raffles_side"),
        ({"players": 2, "controllers": [0, 1, 1, 0, None, None]}, "both factions"),
        ({"players": 3, "controllers": [0, 0, 1, 1, None, None]}, "seats"),
        ({"players": 2, "controllers": [0, 0, 1, 1, 0, 1]}, "R50"),
        ({"players": 2, "expansion": "on", "controllers": [0, 0, 1, 1, 0, 1]}, "both factions"),
        ({"players": 2, "expansion": "on", "raffles_side": "random", "controllers": [0, 0, 1, 1, 0, 1]}, "R50"),
    ],
)
def test_options_that_cannot_be(options, complaint):
    with pytest.raises(BadOption, match=complaint):
        deal(**options)


def test_raffles_side_at_random():
    """R50: drawn when the table is laid and told to all; Napoleon takes the other side. The base game has neither."""
    sides = Counter()
    for seed in range(400):
        dealer = GAME.dealer(seed)
        state = GAME.setup({"expansion": "on", "raffles_side": "random"}, dealer)
        raffles, napoleon = (int(faction) for faction in state.faction[4:])
        assert {raffles, napoleon} == {0, 1}
        (news,) = [GAME.text(GAME.words.tell(event, SPECTATOR)) for event in dealer.heard()]
        assert news == f"Raffles joins the {FACTIONS[raffles]}."
        assert state.order.tolist() == rules.ORDER[raffles].tolist()
        sides[raffles] += 1
    assert 160 < sides[0] < 240  # four standard errors
    assert deal(raffles_side="random").state.playing == 4


def test_who_goes_when():
    """R2: the order is fixed, a full turn each; nobody may pass instead of stepping."""
    orders = {
        "off": ["Indigo", "Puffer", "Scarlet", "Zev"],
        "foxes": ["Indigo", "Puffer", "Raffles", "Napoleon", "Scarlet", "Zev"],
        "guardians": ["Indigo", "Puffer", "Napoleon", "Raffles", "Scarlet", "Zev"],
    }
    for side, order in orders.items():
        options = {} if side == "off" else {"expansion": "on", "raffles_side": side}
        for tables in random_games(5, **options):
            for t in tables[:-1]:
                assert t.mover == order[t.state.completed % len(order)]
                if t.phase == "step":
                    assert not {"pass", "stop"} & set(t.moves.split())
            turns = [t.state.completed for t in tables]
            assert turns == sorted(turns)


def test_w31_flip_ends_the_turn():
    """W31. R30: with flip_ends = turn, a flip or a starting tile leaves no ability; a second visit still does."""
    t = lay("Scarlet", "a3=S b3=E c3=N c2=E d2=?W", Scarlet="a3", flip_ends="turn").after("E")
    assert (t.at("Scarlet"), t["d2"], t.mover, t.phase) == ("d2", "W", "Zev", "step")
    t = lay("Scarlet", "b2=S b1=W c1=S", Scarlet="b2", Indigo="c1", flip_ends="turn").after("N")
    assert (t.at("Scarlet"), t.mover, t.phase) == ("a1", "Zev", "step")
    t = lay("Puffer", "a3=E b3=W", Puffer="a3", flip_ends="turn").after("E")
    assert (t.at("Puffer"), t.phase, t.moves) == ("b3", "ability", "a3 pass")


@pytest.mark.parametrize("flip_ends", ["movement", "turn"])
def test_flip_ends_from_the_options(flip_ends):
    """R30, R40: in whole games, Zev reveals by his ability after a flip only where flip_ends = movement."""
    abilities_after_flips = 0
    for tables in random_games(5, flip_ends=flip_ends):
        for before, after in pairwise(tables):
            same_turn = before.state.completed == after.state.completed
            abilities_after_flips += same_turn and after.phase == "ability" and after.face_down < before.face_down
    assert (abilities_after_flips > 0) == (flip_ends == "movement")
