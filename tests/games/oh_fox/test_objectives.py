"""I and J. Objectives and home."""

from itertools import combinations
from random import Random

import pytest

from skulk.engine import Match
from skulk.games.oh_fox.components import NAMES, OBJECTIVES, SPACE, SPACES
from skulk.games.oh_fox.leads import follow
from skulk.games.oh_fox.names import CARDS
from skulk.games.oh_fox.scoring import fulfils

from .laying import GAME, IDLE, finished, scene, table

ROWS = [
    ("squirrel", "C1", "S:W X S:S X T:S X S:S S:N", "no no yes yes yes no"),
    ("rat", "C1", "S:S D:S M:N T:W D:N S:E X S:S", "yes yes no no no yes"),
    ("owl", "C5", "T:N S:S T:S D:N X S:S M:N D:E", "yes no no no no no"),
]


@pytest.mark.parametrize(("animal", "home", "row", "verdicts"), ROWS)
def test_objectives_on_rows(animal, home, row, verdicts):
    """W23, R32, R54–R57: each of the six, on the cards and on the swims."""
    other = "toad" if animal == "owl" else "fox"
    state = finished([animal, other], [row, IDLE], homes=[home, "E3"])
    found = ["yes" if fulfils(state, 0, o) else "no" for o in range(len(OBJECTIVES))]
    assert " ".join(found) == verdicts


def test_where_the_rows_of_the_objectives_lead():
    """W23: the ways of the rat and of the owl."""
    for (animal, home, row, _), way in zip(
        ROWS[1:], ("C2 C4 C3 D3 D1 E1 E1 E2", "C2 C3 D5 D3 D3 D4 D3 E2"), strict=True
    ):
        cards = [CARDS[card] for card in row.split()]
        ends = [follow(NAMES.index(animal), SPACE[home], cards[:turn]) for turn in range(1, 9)]
        assert " ".join(SPACES[end] for end in ends) == way


def test_swimming():
    """R57: passing through and standing count, flying over and walking away do not."""
    for actor, swims in (
        ("rat@C4 D:N", 1),
        ("rat@C3 X", 1),
        ("rat@C3 S:N", 0),
        ("sparrow@C5 T:N", 0),
        ("toad@A1 T:N", 1),
    ):
        assert scene(actor, "fox@E5 X")[0].swims[0] == swims, actor


def test_slowpoke_and_navigator_read_the_cards():
    """R55, R56: the squirrel's trigger is no double move; a rat's trigger counts as it points."""
    state = finished(["squirrel", "fox"], ["S:N T:E T:S S:W X X X M:N", IDLE])
    assert fulfils(state, 0, OBJECTIVES.index("slowpoke"))
    state = finished(["rat", "fox"], ["S:N T:E T:E S:S X X X S:S", IDLE])
    assert not fulfils(state, 0, OBJECTIVES.index("navigator"))


def test_objectives_give_a_heart_each_to_anyone():
    """R54: the two that are laid out, and no others."""
    rows = ["S:N S:E S:S S:W X X X M:N", "T:N D:E S:S D:W S:N D:S S:N S:E"]
    for objectives, hearts in ((["straggler", "stroller"], [2, 1]), (["slowpoke", "swimmer"], [1, 0]), ([], [0, 0])):
        plain = finished(["hedgehog", "owl"], rows, objectives=[]).hearts
        state = finished(["hedgehog", "owl"], rows, objectives=objectives)
        assert (state.hearts - plain).tolist()[:2] == hearts, objectives


@pytest.mark.parametrize(
    ("row", "aims"),
    [
        ("", ["0/8", "0/4", "0/8", "0/3", "0/4", "0/2"]),
        ("S:N D:E", ["2/8", "2/4", None, "0/3", "1/4", "0/2"]),
        ("S:N S:N X M:N T:N T:N", [None, None, "6/8", "1/3", "2/4", "2/2"]),
        ("S:N S:E S:S S:W X M:N T:E", [None, "4/4", "7/8", None, "4/4", None]),
    ],
)
def test_how_far_one_is_with_an_objective(row, aims):
    """R54–R57: what a player sees of it while cards are chosen; nothing where it cannot be done any more."""
    found = []
    for name in OBJECTIVES:
        other = next(one for one in OBJECTIVES if one != name)
        rows = [row, " ".join(IDLE.split()[: len(row.split())])]
        state = table(animals=["hedgehog", "owl"], rows=rows, objectives=[name, other])
        shown = GAME.words.table(GAME.see(state, 0), 0)
        aim = dict(zip(shown.objectives, shown.seats[0].aims, strict=True))[name]
        found.append(f"{aim.now}/{aim.of}" if aim.open else None)
        assert shown.seats[1].aims == [], "of others nothing: it may tell the animal"
    assert found == aims


def test_how_far_one_is_agrees_with_the_hearts_for_it():
    """R54–R57, at the end of whole games."""
    for seed, objectives in enumerate([*combinations(OBJECTIVES, 2)] * 2):
        chance = Random(seed)
        match = Match(GAME, {"players": 4, "objectives": "+".join(objectives)}, seed)
        while not match.is_over:
            seat = chance.choice(match.acting())
            match.play(seat, chance.choice(match.legal(seat)))
        shown = match.table()
        aims = [zip(shown["objectives"], seat["aims"], strict=True) for seat in shown["seats"]]
        done = {(seat, name) for seat, own in enumerate(aims) for name, aim in own if aim["open"]}
        assert done == {(award["seat"], award["for"]) for award in shown["awards"] if award["for"] in objectives}
