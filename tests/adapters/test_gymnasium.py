"""Gymnasium's own checker over every game and variant; the seat, the others, and many tables."""

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="pip install skulk[rl]")

import gymnasium
from gymnasium.utils.env_checker import check_env

from skulk.adapters.gymnasium import Seat, Seats, register
from skulk.engine import BadOption, IllegalMove, load, names

VARIANTS = [(name, number) for name in names() for number in range(len(load(name).variants))]


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_it_is_an_environment_of_theirs(name, number):
    options = load(name).variants[number]
    check_env(Seat(name, seat=number % 2, illegal="lose", **options), skip_render_check=True)


def test_a_seat_plays_against_bots_to_the_end():
    register()
    env = gymnasium.make("skulk/fox-on-the-run", seat=1, others=["thumb", "random"], players=3, turn_limit=20)
    dice = np.random.default_rng(1)
    seen, _ = env.reset(seed=7)
    over, rewards = False, []
    while not over:
        seen, reward, over, cut, _ = env.step(dice.choice(np.flatnonzero(seen["action_mask"])))
        rewards.append(reward)
        assert not cut
    match = env.unwrapped.match
    assert rewards == [0.0] * (len(rewards) - 1) + [match.returns()[1]]
    assert {move.seat for move in match.moves} == {0, 1, 2}


def test_a_move_that_is_not_legal_raises_or_loses():
    for illegal in ("raise", "lose"):
        env = Seat("outfoxed", illegal=illegal)
        seen, _ = env.reset(seed=1)
        wrong, before = int(np.argmin(seen["action_mask"])), env.match.digest()
        if illegal == "raise":
            with pytest.raises(IllegalMove):
                env.step(wrong)
        else:
            _, reward, over, _, info = env.step(wrong)
            assert (reward, over) == (-1.0, True)
            assert "seat 0 cannot" in info["refused"]
        assert env.match.digest() == before


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seat": 2}, "the seat to play is 0 to 1, not 2"),
        ({"others": ["thumb", "thumb"]}, "2 play, so 1 others sit there, not 2"),
        ({"illegal": "ignore"}, "an illegal move may 'raise' or 'lose'"),
    ],
)
def test_what_cannot_be_is_refused(given, said):
    with pytest.raises(BadOption, match=said):
        Seat("outfoxed", **given)


def test_many_tables_show_the_own_seat_alone():
    from bench.leduc import GAME

    envs = Seats(GAME, num_envs=32, seat=1, others=lambda batch: np.minimum(batch.sample(), 1))  # they never raise
    seen, _ = envs.reset(seed=3)
    finished, bets = 0, []
    for _ in range(30):
        states, cards = envs.batch.states, envs.batch.states["hands"][:, 1]
        assert (states["turn"] == 1).all(), "only the own seat is asked"
        at = [str(column) for column in envs.view.columns].index("hands[1]")
        assert (seen["observation"][:, at] == (cards / 5).astype(np.float32)).all()
        actions = [int(np.flatnonzero(mask)[-1]) for mask in seen["action_mask"]]
        seen, rewards, over, cut, info = envs.step(np.array(actions))
        assert not cut.any()
        assert (rewards[~over] == 0).all()
        for table in np.flatnonzero(over):
            assert info["_final_obs"][table]
            end = info["final_obs"][table]["observation"]
            ended = [str(column) for column in envs.view.columns].index("over")
            assert (end[ended], end[-1]) == (1, 1), "the end, as the own seat sees it"
        finished += int(over.sum())
        bets += rewards[over].tolist()
    assert finished > 32
    assert max(bets) <= 1
