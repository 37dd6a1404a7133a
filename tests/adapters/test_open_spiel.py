"""OpenSpiel's own random simulation with serialisation over every game and variant; beliefs, chance and observers."""

import random

import numpy as np
import pytest

from bench.leduc import GAME as LEDUC
from skulk.engine import BadOption, load, names

pyspiel = pytest.importorskip("pyspiel", reason="pip install skulk[rl]", exc_type=ImportError)
open_spiel = pytest.importorskip("skulk.adapters.open_spiel")

VARIANTS = [(name, number) for name in names() for number in range(1, len(load(name).variants))]


@pytest.mark.parametrize("name", names())
def test_their_random_games_go_through(name):
    pyspiel.random_sim_test(open_spiel.load_game(name, load(name).variants[0]), 1, True, False)


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_every_variant_is_dealt_played_and_restored(name, number):
    """What their test does at every state, here at a few: clones, histories, strings, tensors, serialisation."""
    options = load(name).variants[number]
    game, chance = open_spiel.load_game(name, options), random.Random(1)
    assert game.num_players() == load(name).read_options(options).players
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal() and moves < 6:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            assert abs(sum(weights) - 1) < 1e-12
            state.apply_action(chance.choices(outcomes, weights)[0])
            continue
        legal = state.legal_actions()
        assert len({state.action_to_string(action) for action in legal}) == len(legal)
        for player in range(game.num_players()):
            assert len(state.information_state_tensor(player)) == game.information_state_tensor_size()
            assert len(state.observation_tensor(player)) == game.observation_tensor_size()
        state.apply_action(chance.choice(legal))
        moves += 1
    again = game.deserialize_state(state.serialize())
    assert (str(again), again.history()) == (str(state), state.history())
    assert str(state.clone()) == str(state)
    assert again.information_state_string(0) == state.information_state_string(0)


def test_a_resampled_state_looks_the_same_to_the_player():
    game, chance = open_spiel.load_game("outfoxed"), random.Random(5)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.history()) < 90:
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(chance.choice(actions))
    player = state.current_player()
    others = [state.resample_from_infostate(player, chance.random) for _ in range(4)]
    assert len({str(other) for other in others}) > 1, "what she does not see is dealt again"
    for other in others:
        assert other.observation_string(player) == state.observation_string(player)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        other.apply_action(other.legal_actions()[0])


def test_an_observer_sees_what_it_asks_for():
    game = open_spiel.load_game(LEDUC)
    state = game.new_initial_state()
    kinds = pyspiel.PrivateInfoType
    own, public = (
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=kind))
        for kind in (kinds.SINGLE_PLAYER, kinds.NONE)
    )
    assert own.string_from(state, 0) == "seat 0 before the deal"
    state = state.child(4).child(1)
    assert "hands [4 ?]" in own.string_from(state, 0)
    assert "hands 2×?" in public.string_from(state, 0)
    own.set_from(state, 0)
    at = [str(column) for column in own.view.columns].index("hands[0]")
    assert own.dict["observation"][at] == np.float32(4 / 5)
    with pytest.raises(BadOption, match="not everything"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=kinds.ALL_PLAYERS))


def test_options_that_cannot_be_are_refused():
    with pytest.raises(BadOption, match="option 'players' takes 2 to 4, not 9"):
        open_spiel.load_game("fox-grove", {"players": 9})
