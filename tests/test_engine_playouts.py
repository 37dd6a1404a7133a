"""Random play and batched stepping: the same games in every target, and in C."""

import numpy as np
import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from bench.leduc import GAME as LEDUC
from bench.peers import compile_c
from skulk.engine import PYTHON, UNKNOWN, BadOption, IllegalMove, UnknownMove, load, mix
from skulk.engine.run import Batch, Playouts

GAMES = [CONNECT_FOUR, LEDUC, load("fox_on_the_run")]


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request):
    return request.param


# ---- whole games


def test_interpreted_and_compiled_play_the_same_games(game):
    for options in game.variants:
        compiled = Playouts(game, options).run(seed=40, games=8)
        assert Playouts(game, options, PYTHON).run(seed=40, games=8) == compiled, options


@pytest.mark.parametrize("game", [CONNECT_FOUR, LEDUC], ids=lambda game: game.name)
def test_c_plays_the_same_games(game):
    """Without a compiler this fails and names the package: the comparison with C is part of what we promise."""
    assert compile_c(game.name)(3, 20_000) == Playouts(game).run(seed=3, games=20_000)


def test_a_digest_is_made_of_its_games_in_any_order(game):
    play = Playouts(game)
    parts = play.run(seed=5, games=30), play.run(seed=5, games=20, first=30)
    whole = play.run(seed=5, games=50)
    assert whole.digest == parts[0].digest ^ parts[1].digest
    assert whole.decisions == parts[0].decisions + parts[1].decisions
    assert whole.digest != play.run(seed=6, games=50).digest


def test_no_game_of_one_seed_is_one_of_another():
    """Neighbouring seeds once shared all games but one: the chance of game i was that of seed + i."""
    play = Playouts(CONNECT_FOUR)
    names = [{play.run(seed, 1, first).digest for first in range(200)} for seed in (0, 1, 2, 1 << 40)]
    assert [len(some) for some in names] == [200] * 4
    assert len(set.union(*names)) == 800


def test_wins_are_shared_out_whole():
    tally = Playouts(CONNECT_FOUR).run(seed=0, games=5000)
    assert sum(tally.wins) == 5000
    assert 0.53 < tally.wins[0] / 5000 < 0.58, "who begins wins five or six random games in ten"
    assert tally.choices <= tally.decisions


def test_random_connect_four_is_as_long_as_everywhere():
    """OpenSpiel's and pgx's random games are 21 discs long."""
    tally = Playouts(CONNECT_FOUR).run(seed=0, games=20_000)
    assert 20.8 < tally.decisions / tally.games < 21.4


def test_a_wrong_option_is_refused():
    with pytest.raises(BadOption, match="players"):
        Playouts(LEDUC, {"players": 5})


# ---- batches

TABLES = 64


def test_a_batch_steps_as_single_tables_do(game):
    """Table i of a batch goes through the same states as that table alone, interpreted."""
    batch, steps = Batch(game, {}, n=4, seed=9), 120
    alone = [_Table(game, 9, i) for i in range(4)]
    for _ in range(steps):
        for i, table in enumerate(alone):
            table.compare(batch, i)
        actions = batch.sample().copy()
        for i, table in enumerate(alone):
            table.play(int(actions[i]))
        batch.step(actions)


class _Table:
    """One table, interpreted, with the generator that the batch gives it."""

    def __init__(self, game, seed, number):
        self.game, self.dealer = game, game.dealer(mix(mix(seed, 0), number))
        self.ended, self.won = 0, [0.0] * game.seats
        self.lay()

    def lay(self):
        self.dealer.heard()
        self.state = self.game.setup({}, self.dealer)

    def play(self, action):
        self.dealer.heard()
        self.game.rules.play(self.state, self.game.acting(self.state)[0], action, self.dealer)
        self.ended, self.won = self.state.over, [0.0] * self.game.seats
        if self.ended:
            self.won = self.game.returns(self.state)
            self.lay()

    def compare(self, batch, i):
        seat = self.game.acting(self.state)[0]
        assert batch.states[i].tobytes() == self.game.State.pack(self.state)
        assert batch.seats[i] == seat
        assert np.flatnonzero(batch.masks[i]).tolist() == self.game.legal(self.state, seat)
        assert batch.done[i] == self.ended
        assert batch.rewards[i].tolist() == self.won
        seen = self.game.State.widen(batch.sights, i)
        assert self.game.State.pack(seen) == self.game.State.pack(self.game.see(self.state, seat))


@pytest.mark.parametrize("game", [LEDUC, load("fox_on_the_run")], ids=lambda game: game.name)
def test_batches_of_different_seeds_share_no_table(game):
    tables = [state.tobytes() for seed in (0, 1, 2) for state in Batch(game, n=TABLES, seed=seed).states]
    if game is LEDUC:  # thirty deals: it is their order that must differ
        assert tables[1:TABLES] != tables[TABLES : 2 * TABLES - 1]
    else:
        assert len(set(tables)) == 3 * TABLES
    assert len(set(np.concatenate([Batch(game, n=TABLES, seed=seed).rngs for seed in (0, 1, 2)]))) == 3 * TABLES


def test_a_sample_takes_nothing_from_the_tables_chance():
    one, other = Batch(LEDUC, n=TABLES, seed=4), Batch(LEDUC, n=TABLES, seed=4)
    for _ in range(12):
        actions = one.sample().copy()
        for _ in range(3):
            one.sample()
        one.step(actions)
        other.step(actions)
        assert one.states.tobytes() == other.states.tobytes()
    assert (Batch(LEDUC, n=TABLES, seed=4).sample() == Batch(LEDUC, n=TABLES, seed=4).sample()).all()
    assert (Batch(CONNECT_FOUR, n=TABLES, seed=4).sample() != Batch(CONNECT_FOUR, n=TABLES, seed=5).sample()).any()


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        (7, UnknownMove, "table 2: seat 0 cannot play 7: actions are 0 to 6 in connect_four"),
        (-1, UnknownMove, "table 2: seat 0 cannot play -1"),
        (1 << 40, UnknownMove, "table 2: seat 0 cannot play 1099511627776"),
        (3, IllegalMove, r"table 2: seat 0 cannot play 3, drop into d: column d is full \(R4\)"),
    ],
)
def test_a_batch_refuses_what_is_not_legal_and_nothing_changes(action, error, words):
    batch = Batch(CONNECT_FOUR, n=4, seed=1)
    for _ in range(6):
        batch.step(np.full(4, 3))  # column 3 is full now
    before = [array.tobytes() for array in (batch.states, batch.seats, batch.masks, batch.rngs, batch.done)]
    with pytest.raises(error, match=words):
        batch.step(np.array([0, 1, action, 2]))
    assert [array.tobytes() for array in (batch.states, batch.seats, batch.masks, batch.rngs, batch.done)] == before
    with pytest.raises(ValueError, match="whole numbers, not float64"):
        batch.step(np.zeros(4))
    batch.step(np.array([0, 1, 4, 2], np.uint8))
    batch.step(np.array([0, 1, 4, 2]), checked=False)
    assert batch.states["dropped"].tolist() == [8] * 4


def test_a_finished_game_makes_room_for_a_new_one():
    batch = Batch(CONNECT_FOUR, n=TABLES, seed=1)
    finished = 0
    for _ in range(60):
        batch.step(batch.sample())
        ended = batch.done == 1
        assert not batch.states["over"].any()
        assert (batch.states["dropped"][ended] == 0).all()
        assert (batch.seats[ended] == 0).all()
        assert (batch.rewards[~ended] == 0).all()
        assert (batch.rewards[ended].sum(axis=1) == 0).all()
        finished += ended.sum()
    assert finished >= TABLES


def test_a_new_game_at_a_table_is_another_game():
    batch = Batch(LEDUC, n=1, seed=1)
    deals = set()
    for _ in range(400):
        batch.step(batch.sample())
        if batch.done[0]:
            deals.add(tuple(batch.states["hands"][0].tolist()))
    assert len(deals) == 30, "every deal comes up"


def test_a_batch_shows_each_seat_its_own_card():
    batch = Batch(LEDUC, n=TABLES, seed=1)
    for _ in range(10):
        batch.step(batch.sample())
        mine, others = (
            batch.sights["hands"][range(TABLES), batch.seats],
            batch.sights["hands"][range(TABLES), 1 - batch.seats],
        )
        assert (mine == batch.states["hands"][range(TABLES), batch.seats]).all()
        assert (others == UNKNOWN).all()


def test_samples_are_uniform_among_what_is_allowed():
    batch = Batch(CONNECT_FOUR, n=20_000, seed=3)
    counts = np.bincount(batch.sample(), minlength=7)
    expected = 20_000 / 7
    assert ((counts - expected) ** 2 / expected).sum() < 22.5, "chi-square with 6 degrees, one in a thousand"
    batch.masks[:, [0, 3]] = 0
    assert set(batch.sample().tolist()) == {1, 2, 4, 5, 6}


def test_a_batch_wants_an_action_for_each_table():
    with pytest.raises(ValueError, match="3 tables"):
        Batch(CONNECT_FOUR, n=3).step(np.zeros(2, np.int64))


@pytest.mark.parametrize("target", ["gpu", "cuda", None, "nonsense"])
def test_random_games_run_in_a_target_that_there_is(target):
    with pytest.raises(ValueError, match="random games run 'compiled' or 'python'"):
        Playouts("outfoxed", target=target)


@pytest.mark.parametrize(
    ("seed", "games", "first"), [(1, -3, 0), (1, 1e4, 0), ("a", 3, 0), (None, 3, 0), (True, 3, 0), (1, 3, -1)]
)
def test_numbers_of_random_games_are_whole(seed, games, first):
    with pytest.raises(ValueError, match="is a whole number from"):
        Playouts("outfoxed", target=PYTHON).run(seed, games, first)


@pytest.mark.parametrize(("n", "seed"), [(-1, 0), (0, 0), (2.0, 0), (1, 2**70), (1, "x")])
def test_numbers_of_a_batch_are_whole(n, seed):
    with pytest.raises(ValueError, match="is a whole number from"):
        Batch("outfoxed", n=n, seed=seed)
