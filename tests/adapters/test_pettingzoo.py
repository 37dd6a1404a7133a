"""PettingZoo's own conformance tests over every game and variant, and what they do not ask."""

import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="pip install skulk[rl]")

from pettingzoo.test import api_test, parallel_api_test, seed_test

from skulk.adapters.pettingzoo import env, parallel_env
from skulk.engine import BadOption, IllegalMove, load, names
from tests import den

EXPECTED = ["Observation is not a NumPy array", "Observation space for each agent probably should be"]  # a dict, as in
VARIANTS = [(name, number) for name in names() for number in range(len(load(name).variants))]  # their classic games


@pytest.fixture(autouse=True)
def _no_other_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in EXPECTED:
            warnings.filterwarnings("ignore", message=text)
        yield


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_it_is_an_environment_of_theirs(name, number):
    options, cycles = load(name).variants[number], 60 if number == 0 else 12
    api_test(env(name, **options), num_cycles=cycles)
    seed_test(lambda: env(name, **options), num_cycles=6)
    parallel_api_test(parallel_env(name, **options), num_cycles=cycles)


def test_a_game_is_played_to_its_end_and_pays_its_players():
    table, dice = env("fox-on-the-run", players=3), np.random.default_rng(1)
    table.reset(seed=4)
    paid = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, ended, _, _ = table.last()
        paid[agent] += reward
        table.step(None if ended else dice.choice(np.flatnonzero(seen["action_mask"])))
    assert table.agents == []
    assert list(paid.values()) == table.match.returns()


def test_all_who_are_asked_answer_at_once_and_the_others_wait():
    table = parallel_env(den.GAME)
    seen, _ = table.reset(seed=1)
    assert table.match.acting() == [0, 1, 2], "all three lay a card in secret"
    before = table.match.digest()
    wrong = {agent: int(np.argmax(told["action_mask"])) for agent, told in seen.items()} | {"seat_2": 6}
    with pytest.raises(IllegalMove):
        table.step(wrong)
    assert table.match.digest() == before, "the answers of the others have not been played either"
    while table.agents:
        actions = {agent: int(np.argmax(told["action_mask"])) for agent, told in seen.items()}
        asked = table.match.acting()
        assert {agent for agent, action in actions.items() if action != table.waiting} == {f"seat_{s}" for s in asked}
        if len(asked) < 3:
            idle = next(agent for agent in table.agents if actions[agent] == table.waiting)
            with pytest.raises(BadOption, match=f"{idle} is not asked now"):
                table.step({**actions, idle: 0})
        seen, rewards, _, _, _ = table.step(actions)
    assert list(rewards.values()) == table.match.returns()


def test_a_move_that_is_not_legal_changes_nothing():
    table = env("outfoxed")
    table.reset(seed=1)
    mask, before = table.observe(table.agent_selection)["action_mask"], table.match.digest()
    with pytest.raises(IllegalMove):
        table.step(int(np.argmin(mask)))
    assert table.match.digest() == before
    with pytest.raises(BadOption, match="render_mode"):
        env("outfoxed", render_mode="human")
