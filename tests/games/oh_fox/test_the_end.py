"""K and L. The end and scoring."""

import pytest

from skulk.engine import NONE, Dealer, Match
from skulk.games.oh_fox import moves
from skulk.games.oh_fox.components import GUESS, SPACE, SPACES
from skulk.games.oh_fox.names import CARDS
from skulk.games.oh_fox.scoring import deciding_rule, first_trigger, score, score_up, winners
from skulk.games.oh_fox.state import State

from .laying import GAME, IDLE, film_of, finished, play_out, scene, table


def test_the_scoring_example_as_a_whole_game():
    """W21, R59, R61, R62, R65, R66: four all, and the fox triggered later."""
    rows = ["D:E X T:S M:W T:W X D:S S:E", "D:E S:W M:N D:W T:N D:S S:E T:W"]
    match = Match(GAME, position={
        "animals": ["squirrel", "fox"], "objectives": ["navigator", "stroller"],
        "candidates": ["squirrel", "hedgehog", "toad", "fox", "viper"],
    })  # fmt: skip
    play_out(match, rows)
    match.play(1, "guess Red is the squirrel")
    assert _ways(match) == ["E5 E5 B4 A4 B3 B3 B5 C5", "E1 D1 A1 A4 A5 B1 C1 D1"]
    film = film_of(match)
    meals = [(turn["turn"], meal["cell"]) for turn in film for meal in turn["meals"]]
    assert meals == [(2, "E5"), (4, "A4"), (6, "B3")]
    assert [(t["turn"], a["moment"], a["place"]) for t in film for a in t["attacks"]] == [(4, "E2", "A4")]
    assert match.result()["scores"] == [4, 4]
    assert match.result()["ranks"] == [2, 1]
    assert (first_trigger(match.state, 0), first_trigger(match.state, 1)) == (3, 5)
    assert match.result()["reason"].key == "won.R66"
    assert match.returns() == [-1, 1]


def test_a_whole_game_of_three():
    """W22, R60–R63: rat 3, squirrel 5, fox 5; the fox wins by the later trigger."""
    rows = [
        "M:N D:W T:S T:E S:N D:E S:S S:S",
        "D:W M:N T:N X D:W S:N X S:N",
        "D:S M:S D:W X D:S T:W S:E T:W",
    ]
    match = Match(GAME, position={
        "animals": ["rat", "squirrel", "fox"], "objectives": ["fickler", "navigator"],
        "candidates": ["squirrel", "rat", "toad", "fox", "owl"],
    }, options={"players": 3})  # fmt: skip
    play_out(match, rows)
    match.play(2, "guess Red is the rat, Green is the squirrel")
    assert _ways(match) == ["C4 A4 A3 A4 A3 C3 C4 C5", "B4 B3 B1 B1 A5 A4 A4 A3", "C3 C4 A4 A4 A1 B1 C1 D1"]
    film = film_of(match)
    assert [(t["turn"], m["seat"], m["cell"]) for t in film for m in t["meals"]] == [
        *[(1, 0, "C4"), (2, 1, "B3"), (4, 1, "B1"), (7, 1, "A4")],
    ]
    assert [(t["turn"], a["seat"], a["moment"], a["place"]) for t in film for a in t["attacks"]] == [
        *[(4, 0, "E1", "A4"), (5, 1, "H2", "A1W–A5S")],
    ]
    assert [(t["turn"], h["seat"]) for t in film for h in t["healed"]] == [(6, 0)]
    assert [(a["seat"], a["for"], a["hearts"]) for a in match.table()["awards"]] == [
        *[(0, "home", 1), (0, "navigator", 1), (1, "feast", 1), (1, "home", 1), (1, "fickler", 1)],
        *[(2, "guess", 1), (2, "all", 1), (2, "fickler", 1)],
    ]
    assert match.result()["scores"] == [3, 5, 5]
    assert match.returns() == [-1, -1, 1]


def _ways(match):
    """Where each player is after each turn, by the events of the film."""
    at, ways = [int(h) for h in match.state.homes[: match.state.players]], []
    for event in [*match.events(), None]:
        if event is None or event.kind in (moves.STARTED, moves.JUDGED):
            ways.append([SPACES[space] for space in at])
            if event is None or event.kind == moves.JUDGED:
                break
        elif event.kind == moves.MOVED:
            at[event.numbers[0]] = event.numbers[3]
    return [" ".join(way) for way in zip(*ways[1:], strict=True)]


@pytest.mark.parametrize(
    ("players", "won", "rule"),
    [
        ("fox 4 5 0, squirrel 4 3 1", "fox", 66),
        ("fox 4 2 0, squirrel 4 7 3", "squirrel", 66),
        ("owl 3 4 0, toad 3 4 0, rat 3 3 0", "owl", 67),
        ("viper 4 1 0, toad 5 6 2, rat 5 6 1", "rat", 68),
        ("badger 3 8 0, toad 5 6 1, rat 5 6 1", "toad rat", 69),
        ("fox 4 8 0, rabbit 4 9 3", "rabbit", 66),
        ("fox 4 8 0, rabbit 5 1 3", "rabbit", 65),
    ],
)
def test_ties(players, won, rule):
    """W24, R65–R70: score, first trigger (none is turn 9), the predator, the fewest attacks, a shared win."""
    state, names = State.new(), []
    for seat, player in enumerate(players.split(", ")):
        name, points, trigger, attacked = player.split()
        names.append(name)
        state.players = seat + 1
        state.hearts[seat], state.attacked[seat] = int(points), int(attacked)
        state.rows[seat] = CARDS["S:N"]
        state.rows[seat, int(trigger) - 1 :] = CARDS["T:N"]
    everyone = (1 << state.players) - 1
    assert [names[s] for s in range(state.players) if winners(state, everyone) >> s & 1] == won.split()
    assert deciding_rule(state, everyone) == rule
    share = 2 / len(won.split()) - 1
    assert GAME.returns(state)[: state.players] == [share if name in won.split() else -1 for name in names]


def test_the_guess():
    """W25, R59, R60: six options in a fixed order; only the whole truth counts."""
    position = {
        "animals": ["fox", "rat", "toad"], "rows": [IDLE] * 3, "objectives": [],
        "candidates": ["rabbit", "rat", "toad", "fox", "owl"],
    }  # fmt: skip
    state = GAME.from_position(position)
    match = Match(GAME, {"players": 3}, position=position)
    pairs = ["rabbit rat", "rabbit toad", "rat rabbit", "rat toad", "toad rabbit", "toad rat"]
    assert [match.say(0, a) for a in GAME.legal(state, 0)] == [
        "guess Green is the {}, Blue is the {}".format(*pair.split()) for pair in pairs
    ]
    assert (GAME.legal(state, 0)[0], GAME.legal(state, 0)[3]) == (23, 31)
    hearts = {}
    for pair, action in zip(pairs, GAME.legal(state, 0), strict=True):
        after = State.copy(state)
        GAME.rules.play(after, 0, action, Dealer())
        hearts[pair] = int(after.hearts[0])
    assert {pair for pair in pairs if hearts[pair] == max(hearts.values())} == {"rat toad"}
    assert len(set(hearts.values())) == 2


def test_numbers_of_guesses():
    """W25, R59: ids run over all six prey; (rabbit, rat, toad) is 44 among four."""
    four = table(animals=["fox", "rabbit", "rat", "toad"], rows=[IDLE] * 4)
    assert GAME.text(GAME.words.say(four, 0, 44)) == "guess Green is the rabbit, Blue is the rat, Yellow is the toad"
    for players, facade, count in ((2, "nuts", 6), (3, "tough", 12), (4, "nuts", 120), (4, "standard", 6)):
        state = GAME.setup({"players": players, "facades": facade}, Dealer(3))
        state.turn = 8
        guesses = GAME.legal(state, int(state.predator))
        assert len(guesses) == count
        assert guesses[0] >= GUESS


def test_returning_home():
    """R58: a prey that stays at home has come home; another's home gives nothing."""
    for row, hearts in (
        ("X X X S:N S:S S:N S:S M:N", 0),
        ("M:N S:S X X X S:N S:S T:N", 0),
        ("M:N S:S X X S:N S:S T:E T:W", 1),
        ("M:N S:S S:N S:S T:N T:S X X", 1),
    ):
        state = finished(["hedgehog", "fox"], [row, IDLE], objectives=[])
        assert state.hearts[0] == hearts, SPACES[state.spaces[0]]
    state = finished(["hedgehog", "fox"], ["D:N D:N S:S S:N S:S S:N X X", IDLE], objectives=[])
    assert (SPACES[state.spaces[0]], state.hearts[0]) == ("C1", 0)


def test_attacked_at_home_in_turn_8():
    """W28, R58: the heart for coming home all the same; net 0 for the turn."""
    state, found = scene("rat@C4 S:S", "fox@B5 S:E", turn=7)
    state.homes[:2] = SPACE["C5"], SPACE["C1"]
    _score(state)
    assert found == ["E1 C5"]
    assert (state.hearts[0], state.wounds[0], score(state, 0)) == (1, 1, 0)


def _score(state):
    state.objectives[:] = NONE
    state.guess[:] = NONE
    score_up(state, Dealer())


@pytest.mark.parametrize(
    ("attacked", "bonus", "because"),
    [
        ([0, 1, 0], 0, "W29, R63: one is missing"),
        ([0, 1, 1], 1, "R63: every prey"),
        ([0, 0, 3], 0, "R63: each of them"),
    ],
)
def test_every_prey(attacked, bonus, because):
    state = State.new()
    state.players, state.animals[:3] = 3, (7, 0, 2)
    state.attacked[:3] = attacked
    _score(state)
    assert state.hearts[0] == bonus, because


def test_a_hedgehog_under_its_spines_was_not_attacked():
    """W29, R40, R63: meetings with the trigger bring neither heart nor bonus."""
    state, _ = scene("fox@C1 S:S", "hedgehog@C3 T:N")
    _score(state)
    assert state.hearts[0] == 0


def test_no_score_below_zero():
    """W30, R64: one heart and three wounds are 0."""
    state = State.new()
    state.players, state.predator, state.hearts[:2], state.wounds[0] = 2, 1, (1, 3), 3
    assert (score(state, 0), score(state, 1)) == (0, 3)


def test_a_feast():
    """R48, R61: three meals bring one more heart, once."""
    for meals, hearts in ((2, 0), (3, 1), (4, 1)):
        state = State.new()
        state.players, state.predator, state.meals[0] = 2, 1, meals
        state.spaces[0], state.homes[0] = 1, 2
        _score(state)
        assert state.hearts[0] == hearts
