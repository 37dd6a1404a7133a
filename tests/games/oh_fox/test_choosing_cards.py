"""B, C and E. Choosing cards, the clock of a turn, the triggers."""

import pytest

from skulk.engine import UNKNOWN, BadOption, Dealer, IllegalMove, Match
from skulk.games.oh_fox.components import NAMES, SPACES
from skulk.games.oh_fox.names import CARDS

from .laying import GAME, IDLE, finished, table, where


def test_setup():
    """R1, R6, R54: homes by the number of players, thirteen cards, two objectives."""
    for players, homes in ((2, "C5 C1"), (3, "C5 A3 C1"), (4, "C5 A3 C1 E3")):
        state = GAME.setup({"players": players}, Dealer(1))
        assert where(state) == " ".join(SPACES[h] for h in state.homes[:players]) == homes
        assert state.hands[:players].sum() == 13 * players
        assert len({int(o) for o in state.objectives}) == 2
        assert GAME.acting(state) == list(range(players))


@pytest.mark.parametrize(
    ("facade", "sizes"),
    [
        *[("standard", (2, 3)), ("tough", (3, 4)), ("nuts", (4, 6))],
        *[("handicap4", (2, 4)), ("handicap5", (2, 5)), ("handicap6", (2, 6))],
    ],
)
def test_forest_facades(facade, sizes):
    """As many predators and prey are laid out as the facade says; R59 guesses among them."""
    state = GAME.setup({"players": 4, "facades": facade, "predator": 2}, Dealer(5))
    laid = [(state.candidates >> a & 1) for a in range(10)]
    assert (sum(laid[6:]), sum(laid[:6])) == sizes
    assert state.animals[2] >= 6
    assert not GAME.words.check(state)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 3, "masked": "on", "predator": 1}, "chosen predator"),
        ({"players": 2, "masked": "on"}, "three or four"),
        ({"players": 4, "facades": "handicap5"}, "needs a chosen predator"),
        ({"players": 2, "predator": 2}, "no seat 2"),
        ({"players": 2, "animals": ["fox", "owl", "rat", "toad", "badger", *["any"] * 5]}, "2 predators and 3 prey"),
        ({"players": 2, "animals": ["fox", "fox", "rat", "toad", "badger", *["any"] * 5]}, "once"),
        ({"players": 2, "homes": ["west", "west", "standard", "standard"]}, "share"),
        ({"players": 2, "homes": ["west", "standard", "standard", "standard"]}, "each of the 2"),
    ],
)
def test_options_that_cannot_go_together(options, words):
    with pytest.raises(BadOption, match=words):
        GAME.setup(options, Dealer())


def test_chosen_homes_animals_and_objectives():
    options = {
        "players": 3,
        "homes": ["east", "north", "south", "standard"],
        "animals": ["fox", "viper", "squirrel", "hedgehog", "toad", *["any"] * 5],
        "objectives": "navigator+stroller",
    }
    shown = Match(GAME, options, seed=1).table()
    assert [seat["home"] for seat in shown["seats"]] == ["E3", "C1", "C5"]
    assert (shown["predators"], shown["prey"]) == (["fox", "viper"], ["hedgehog", "squirrel", "toad"])
    assert shown["objectives"] == ["navigator", "stroller"]


def test_cards_are_chosen_in_secret_and_revealed_together():
    """R7, R9, R11: a chosen card is seen by its owner alone; then both join the rows, and nobody moves (R2)."""
    match = Match(GAME, {"players": 2}, seed=7)
    match.play(1, "trigger north")
    assert match.acting() == [0]
    assert match.seen(0).sealed[1] == UNKNOWN
    assert match.seen(1).sealed[1] == CARDS["T:N"]
    assert [match.tell(e) for e in match.events(0)] == ["Green has chosen a card."]
    assert [match.tell(e, 1) for e in match.events(1)] == ["You choose trigger north."]
    match.play(0, "stop")
    assert [seat["row"] for seat in match.table()["seats"]] == [["X"], ["T:N"]]
    assert where(match.state) == "C5 C1"
    assert match.state.hearts.sum() == match.state.wounds.sum() == 0


@pytest.mark.parametrize(
    ("row", "count", "because"),
    [
        ("", 17, "R8: everything, for every animal"),
        ("T:N T:S", 13, "R8: no trigger is left"),
        ("X X X", 16, "R8: no stop is left"),
        ("M:N S:N S:N S:N S:N T:N T:N", 5, "R8: only double moves and stops are left in turn 8"),
    ],
)
def test_legal_cards(row, count, because):
    for animal in ("rat", "toad", "squirrel"):
        state = table(animals=[animal, "fox"], rows=[row, " ".join(IDLE.split()[: len(row.split())])])
        assert len(GAME.legal(state, 0)) == count, because


def test_cards_are_not_replaced():
    """R8, R10: five cards stay in hand; what is spent is refused with its rule."""
    match = Match(GAME, position={"animals": ["rat", "fox"], "rows": ["M:N", "X"]})
    with pytest.raises(IllegalMove, match=r"no move-stop card is left in hand \(R8\)"):
        match.play(0, "move-stop east")
    with pytest.raises(IllegalMove, match=r"after turn 8 \(R59\)"):
        match.play(1, "guess Red is the rat")
    over = finished(["rat", "fox"], [IDLE, IDLE])
    assert over.hands[:2].sum() == 10


def test_the_game_has_eight_turns():
    """R6: then only the predator is asked, for the guess (R59)."""
    match = Match(GAME, position={"animals": ["rat", "fox"], "rows": [IDLE, IDLE], "candidates": _five("rat fox")})
    assert match.acting() == [1]
    assert match.pace() == "turn"
    with pytest.raises(IllegalMove, match=r"all eight turns are played \(R6\)"):
        match.play(1, "stop")
    with pytest.raises(IllegalMove, match=r"not among the animals laid out \(R59\)"):
        match.play(1, "guess Red is the sparrow")
    match.play(1, "guess Red is the toad")
    assert match.is_over


def _five(words):
    """Two predators and three prey with these among them."""
    return sorted({*words.split(), "fox", "owl", "rat", "toad", "rabbit"}, key=NAMES.index)
