"""Random play: the same games in every target, and in C."""

import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from bench.leduc import GAME as LEDUC
from bench.peers import compile_c
from skulk.engine import PYTHON, BadOption, load
from skulk.engine.run import Playouts

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
