"""Words, and positions that cannot be."""

import pytest

from skulk.engine import BadPosition, IllegalMove, Match

from .laying import GAME, lay


def test_moves_in_words():
    """R5: moves are typed as they are read; R9: a refusal names its rule, and nothing has changed."""
    match = Match(GAME, seed=1)
    assert [match.say(0, action) for action in match.legal(0)] == ["step east", "step south", "step southeast"]
    with pytest.raises(IllegalMove, match="R9"):
        match.play(0, "step north")
    match.play(0, "Step SouthEast")
    assert match.table()["characters"][0]["square"] == "b2"


PAIRS = "b2=E c2=S c3=W b3=N b1=W"


@pytest.mark.parametrize(
    ("mover", "tiles", "where", "moves", "refused", "rule"),
    [
        ("Scarlet", PAIRS, {"Scarlet": "b1"}, ["S", "b1"], "pass", "R30"),
        ("Puffer", "b3=E d2=E c4=NE c3=?S", {"Puffer": "b3"}, ["E", "c4"], "pass", "R30"),
        ("Puffer", "b3=E d2=E c4=NE c3=?S", {"Puffer": "b3"}, ["E", "c4"], "rotate it a quarter to the right", None),
        ("Scarlet", PAIRS, {"Scarlet": "b1"}, ["S", "b1"], "rotate it half way round", "R34"),
        ("Indigo", "b2=ES c2=?N b3=?N", {}, ["SE"], "stop here", "R20"),
        ("Indigo", "b2=ES c2=?N b3=?N", {}, ["SE"], "follow the arrow north", "R16"),
    ],
)
def test_a_refusal_names_the_rule_that_refuses(mover, tiles, where, moves, refused, rule):
    """R20: no stopping where all arrows are open; R30: an ability that has begun is not declined half way."""
    table = lay(mover, tiles, **where).after(*moves)
    match = Match(GAME, position=GAME.words.position(table.state))
    if rule is None:
        match.play(table.seat, refused)
        return
    with pytest.raises(IllegalMove, match=rf"\({rule}\)") as refusal:
        match.play(table.seat, refused)
    assert refusal.value.rule == rule


def test_scarlets_pair_in_either_order():
    """R38: each pair is offered once, by the lower number; said the other way round it is the same."""
    table = lay("Scarlet", PAIRS, Scarlet="b1").after("S")
    match = Match(GAME, position=GAME.words.position(table.state))
    with pytest.raises(IllegalMove, match=r"counted row by row from a1: c2, then c3 \(R38\)"):
        match.play(0, "swap c3 with another tile")
    match.play(0, "swap c2 with another tile")
    assert match.parse(0, "swap c3 and c2") == match.parse(0, "swap c2 and c3") == match.parse(0, "c3")
    with pytest.raises(IllegalMove, match=r"b1, then c2 \(R38\)"):
        match.play(0, "swap c2 and b1")
    match.undo()
    match.play(0, "swap b1 with another tile")
    with pytest.raises(IllegalMove, match=r"c3 can change places only with a tile that looks different.*\(R38\)"):
        match.play(0, "swap b1 and c3")


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"completed": 200}, "R49"),
        ({"completed": "x"}, "completed must be a whole number.*R49"),
        ({"winner": "foxes"}, "R41"),
        ({"winner": "foxes", "reason": "limit"}, "R41"),
        ({"reason": "rescue"}, "R41"),
        ({"applied": ["c3"]}, "R16"),
        ({"phase": "arrow"}, "R16"),
        ({"phase": "arrow", "applied": ["a1"]}, "R15"),
        ({"phase": "push"}, "R62"),
        ({"phase": "ability"}, "R31"),
        ({"phase": "second", "mover": "Zev", "selected": "c3"}, "R32, R34"),
        ({"phase": "asleep"}, "phase must be one of"),
        ({"mover": "Bob"}, "mover must be one of"),
        ({"mover": "Raffles"}, "mover must be one of"),
        ({"tiles": []}, "tiles must be an object"),
        ({"tiles": {"c3": "N+x"}}, "the tile on c3 must be like"),
        ({"tiles": {"c9": "N"}}, "c9.*no square"),
        ({"tiles": {"c3": "?START", "a1": "?", "c4": "N"}}, "R29"),
        ({"controllers": {"Indigo": "me"}}, "Indigo's controller must be a whole number"),
        ({"weather": "fine"}, "no part 'weather'"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_rule(position, complaint):
    with pytest.raises(BadPosition, match=complaint):
        GAME.from_position(position)
