"""G and H. Meals and healing."""

import pytest

from skulk.engine import Dealer
from skulk.games.oh_fox.components import NAMES, SPACE
from skulk.games.oh_fox.film import show_turn
from skulk.games.oh_fox.names import CARDS
from skulk.games.oh_fox.state import State

from .laying import GAME, scene, table


def test_eating_with_an_attack():
    """W9, R19, R41: the rat is attacked and eats all the same; W12: the toad under the owl eats."""
    state, _ = scene("rat@C4 X", "fox@C4 X")
    assert (state.meals[0], state.hearts[0], state.wounds[0]) == (1, 1, 1)
    state, _ = scene("owl@A3 T:E", "toad@B3 X", "rat@C3 S:E")
    assert state.meals.tolist()[:3] == [0, 1, 0]


def test_eating_once_on_each_space():
    """W19, R43–R45, R47: two meals in seven turns."""
    state, dealer = State.new(), Dealer()
    state.players, state.predator, state.homes[:2] = 2, 1, SPACE["C1"]
    state.animals[:2] = NAMES.index("squirrel"), NAMES.index("fox")
    state.spaces[:2] = SPACE["C1"], SPACE["E5"]
    meals = []
    for turn, card in enumerate(["M:W", "X", "S:W", "X", "S:W", "S:N", "X"]):
        state.rows[0, turn], state.rows[1, turn] = CARDS[card], CARDS["X"]
        show_turn(state, turn, dealer)
        meals.append(int(state.meals[0]))
    assert meals == [1, 1, 1, 1, 1, 1, 2]
    assert state.hearts[0] == 2


def test_a_player_is_told_what_eats_what_and_where_it_can_still_eat():
    """R43, R45: of its own animal; of the others nothing, for it may tell the animal."""
    told = {}
    for row in ("", "M:N"):
        state = table(animals=["rat", "fox"], rows=[row, "X" if row else ""])
        shown = GAME.words.table(GAME.see(state, 0), 0)
        told[row] = {*shown.seats[0].meals_left}
        assert shown.seats[1].meals_left == []
        assert shown.foods["rat"] == "grain"
        assert {*shown.foods} == {*shown.prey}
    eaten = {*shown.seats[0].eaten}
    assert len(eaten) == 1
    assert told[""] - told["M:N"] == eaten
    assert told[""] == {cell.name[5:] for cell in shown.cells if "grain" in cell.foods}


@pytest.mark.parametrize("card", ["S:W", "D:E", "T:W"])
def test_other_cards_never_eat(card):
    """R47: single, double and trigger cards do not eat; R45: nor does a stop without the own food."""
    start = {"S:W": "C1", "D:E": "A1", "T:W": "D1"}[card]
    state, _ = scene(f"squirrel@{start} {card}", "fox@E5 X")
    assert state.meals[0] == 0
    assert scene("squirrel@A1 X", "fox@E5 X")[0].meals[0] == 0


def test_the_predator_neither_eats_nor_heals():
    """R23, R43, R49: prey only."""
    state, _ = scene("fox@C1 M:S", "rat@A1 X")
    assert state.meals.sum() == state.hearts.sum() == 0


@pytest.mark.parametrize(
    ("cast", "healing", "before", "after", "because"),
    [
        ("rat@C4 S:N, fox@C4 S:N", "one", 0, 0, "W9, R50: undone at once"),
        ("toad@A1 T:N, fox@C2 S:S", "one", 0, 0, "W16"),
        ("rat@C4 S:N, fox@C2 S:S", "one", 1, 1, "W20, R49, R51: one in, one out"),
        ("rat@C3 X, fox@C3 D:S", "one", 1, 0, "W20: the next turn; no stop card is needed, nor in the way"),
        ("rat@C4 D:N, fox@A1 X", "one", 1, 1, "W20, R52: passing through does not heal"),
        ("sparrow@C5 T:N, fox@A1 X", "one", 1, 1, "R52: nor does flying over"),
        ("rat@C4 S:N, fox@C2 S:S", "both", 1, 0, "W20, R51: the new wound and an older one"),
        ("rat@C4 S:N, fox@C2 S:S", "both", 2, 1, "R51: two at most"),
        ("rat@C4 S:N, fox@C3 S:S", "both", 1, 1, "W20, R51: attacked on the route, not on the pond"),
        ("rat@C4 S:N, fox@C3 S:S", "one", 1, 1, "W20"),
        ("rat@C4 S:N, fox@C4 S:N", "both", 1, 0, "R51: they meet on the route and again on the pond itself"),
        ("hedgehog@C4 T:N, fox@C3 X", "both", 2, 1, "R51: met but not attacked"),
    ],
)
def test_healing(cast, healing, before, after, because):
    state, _ = scene(*cast.split(", "), healing=healing, wounds=before)
    assert state.wounds[0] == after, because


def test_a_healed_attack_is_still_an_attack():
    """W16, R53: the heart of the predator stays, and so does the count."""
    state, _ = scene("toad@A1 T:N", "fox@C2 S:S")
    assert (state.hearts[1], state.attacked[0], state.wounds[0]) == (1, 1, 0)
