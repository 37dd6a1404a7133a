"""Positions, and options that do not go together."""

import pytest

from skulk.engine import BadPosition, Dealer, Match, load
from skulk.games.oh_fox import moves
from skulk.games.oh_fox.components import ANIMALS, COPIES, CURVES, HOMES
from skulk.games.oh_fox.rules import finish
from skulk.games.oh_fox.state import State

from .laying import GAME, IDLE, film_of, finished, table


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"rows": ["S:N", ""]}, "equally long.*R7"),
        ({"rows": ["M:N M:N", "X X"]}, "only 1 move-stop.*R8"),
        ({"rows": [IDLE + " X", IDLE + " X"]}, "8 turns.*R6"),
        ({"rows": [IDLE, IDLE], "sealed": ["X", None]}, "R8|R6"),
        ({"sealed": ["X", "X"]}, "revealed.*R7"),
        ({"animals": ["rat", "rat"]}, "same animal"),
        ({"animals": ["rat", "toad"]}, "one player is the predator"),
        ({"animals": ["rat", "fox"], "predator": 0}, "cannot be the rat"),
        ({"animals": ["rat", "fox"], "candidates": ["toad", "rabbit", "sparrow", "fox", "owl"]}, "not among"),
        ({"candidates": ["fox", "rat"]}, "no facade"),
        ({"homes": ["C5", "C5"]}, "R1"),
        ({"homes": ["C5", "C3"]}, "none of"),
        ({"objectives": ["swimmer"]}, "R54"),
        ({"animals": ["rat", "fox"], "guess": ["rat", None]}, "after turn 8.*R59"),
        ({"animals": ["rat", "fox"], "rows": [IDLE, IDLE], "guess": ["rat", "rat"]}, "R59"),
        ({"foxes": 3}, "no part 'foxes'"),
        ({"players": 5}, "2 to 4"),
    ],
)
def test_positions_that_cannot_be(position, words):
    with pytest.raises(BadPosition, match=words):
        GAME.from_position(position)


def test_positions_round_trip_through_a_game():
    """R2, R11: before and after the film, byte for byte."""
    match, dealer = Match(GAME, {"players": 4, "masked": "on", "healing": "both"}, seed=9), Dealer(2)
    while not match.is_over:
        seat = match.acting()[0]
        actions = match.legal(seat)
        match.play(seat, actions[dealer.rng % len(actions)])
        dealer.rng += 12345
        again = GAME.from_position(GAME.words.position(match.state))
        assert State.pack(again) == State.pack(match.state)
    assert len(film_of(match)) == 8


def test_the_film_is_deterministic_and_complete():
    """R2, R19: shown twice it ends the same; R12: eight turns in order."""
    rows = ["D:E X T:S M:W T:W X D:S S:E", "D:E S:W M:N D:W T:N D:S S:E T:W"]
    states = [finished(["squirrel", "fox"], rows, objectives=[]) for _ in range(2)]
    assert State.pack(states[0]) == State.pack(states[1])
    dealer, state = Dealer(), table(animals=["squirrel", "fox"], rows=rows, objectives=[])
    state.guess[0] = 4
    finish(state, dealer)
    assert [e.numbers[0] for e in dealer.events if e.kind == moves.STARTED] == list(range(1, 9))


def test_the_box_holds_what_the_rulebook_lists():
    """R20–R24: thirteen cards; ten animals, four of them predators; four homes; ten curves."""
    assert COPIES.sum() == 13
    assert [a["role"] for a in ANIMALS].count("predator") == 4
    assert (len(HOMES), len(CURVES)) == (4, 10)


def test_another_box():
    """R57: an owner of the box corrects what is reconstructed; a board that cannot be is refused (R4)."""
    rows = ["S:N S:N X X X T:N T:S S:S", IDLE]  # the hedgehog is on the pond for several turns
    position = {
        "animals": ["hedgehog", "fox"],
        "rows": rows,
        "objectives": ["slowpoke", "swimmer"],
        "guess": ["hedgehog", None],
    }
    hearts = [load("oh_fox", box).from_position(position).hearts[0] for box in (None, {"SWIMS": 8})]
    assert hearts[0] - hearts[1] == 1
    with pytest.raises(ValueError, match="two routes leave"):
        load("oh_fox", {"CURVES": [*CURVES[:9], "A1S A2N"]})
