"""Positions, refusals, the table."""

import pytest

from skulk.engine import BadPosition, IllegalMove, Match, load
from skulk.games.outfoxed.components import CELLS, CROW, FOX, RABBITS, SHUFFLED
from skulk.games.outfoxed.names import cell_of
from skulk.games.outfoxed.state import FACE_UP

from .laying import GAME, LAND, MOVES, Table, pile


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"floor": {"6,1": "osprey"}}, "6,1"),
        ({"floor": {"1,1": "unicorn"}}, "unicorn"),
        ({"fox": "1,3"}, "R69"),
        ({"eagle": 2}, "R72"),
        ({"hand": ["rabbit_0"]}, "R41"),
        ({"floor": {"1,1": {"card": "rabbit_0", "rabbit": False}}}, "R78"),
        ({"floor": {"1,1": {"card": "osprey", "up": True}}}, "R36"),
        ({"bear": "2,2", "arrow": "5,5"}, "R65"),
        ({"removed": ["osprey"] * 4}, "R78"),
        ({"deck": ["hurricane", "hurricane"]}, "R58"),
        ({"decision": "SWAP"}, "R76"),
        ({"storm": {"fox": ["osprey"]}}, "R58"),
        ({"bait": ["opossum"]}, "R55"),
        ({"captured": ["rabbit_0", "rabbit_1", "rabbit_2"]}, "R42"),
        ({"sun": 40}, "sun"),
        ({"crow": "north"}, "crow"),
        ({"floor": 5}, "floor"),
        ({"hand": "osprey"}, "hand"),
        ({"decision": "ACTIVATE"}, "R17"),
        ({"decision": "LOOK", "turn": {"start": "5,3"}}, "R10"),
        ({"decision": "STEP", "turn": {"start": "5,3", "trail": ["5,3"], "steps": 1, "reach": 2}}, "R23"),
        ({"decision": "VIXEN", "turn": {"due": "PERCHED"}}, "R63"),
        ({"decision": "EAGLE", "turn": {"hits": 1}}, "R20"),
        ({"decision": "OVER", "reason": "sun"}, "R73"),
        ({"moon": 1}, "moon"),
        ({"decision": "BEAR", "bear": "1,1", "arrow": "1,2", "vixen": "2,1"}, "R16"),
    ],
)
def test_positions_that_cannot_be(wrong, says):
    """R36, R41, R55, R65, R69, R72 and others, each named by the refusal."""
    with pytest.raises(BadPosition, match=says):
        GAME.from_position(wrong)


def test_a_position_deals_what_it_does_not_name():
    state = GAME.from_position({"floor": {"1,1": "rabbit_2"}, "hand": ["osprey"]}, GAME.dealer(7))
    assert state.cards[0] == 2
    assert sorted(c for c in state.cards[:CELLS] if c < RABBITS) == [0, 1, 2]
    assert pile(state.hand) == "osprey"
    assert state.left == len(SHUFFLED) - 22 - 1


@pytest.mark.parametrize(
    ("table", "move", "rule"),
    [
        (Table(), "STOP", "R30"),
        (Table(), "STEP:S", "R24"),
        (Table(bear="4,3"), "STEP:N", "R24"),
        (Table({"4,3": "coyote FU"}), "STEP:N", "R24"),
        (Table().do("STEP:N"), "STEP:S", "R23"),
        (Table(), "CROW:+1", "R17"),
        (Table({"4,4": "mosquito"}, hand="bullfrog").do(LAND), "PLAY:osprey", "R32"),
        (Table({"4,4": "bullfrog"}).do(LAND), "LEAP:1,1", "R50"),
        (Table({"4,4": "red_tailed_hawk"}).do(LAND), "LOOK:4,4", "R52"),
        (Table({"4,4": "blue_jay"}, vixen="1,1").do(LAND), "LOOK:1,1", "R59"),
        (Table({"4,4": "groundhog"}).do(LAND), "SWITCH:1,1", "R53"),
        (Table({"4,4": "raccoon"}, captured="rabbit_0").do(LAND), "PLACE:4,4", "R57"),
        (Table().do("STEP:N STOP"), "VIXEN:1,3", "R63"),
        (Table(decision="EAGLE"), "EAGLE:+3", "R70"),
        (Table(decision="CROW_MOVE").do("CROW:+1"), "PEEK:1,1", "R75"),
        (Table({"1,1": "beaver FU"}, decision="CROW_MOVE").do("CROW:+1 PEEK:1,4"), "SWAP:1,1", "R12"),
        (Table(decision="CROW_MOVE").do("CROW:+1 PEEK:1,4"), "SWAP:1,4", "R76"),
        (Table({"1,4": "rabbit_0"}, decision="CROW_MOVE").do("CROW:+1 PEEK:1,4"), "SWAP:deck", "R78"),
        (Table(bear="2,2", arrow="2,1", decision="BEAR_DUE"), "BEAR:W", "R65"),
        (Table(bear="2,2", vixen="2,1", decision="BEAR_DUE"), "BEAR:W", "R66"),
    ],
)
def test_a_refusal_names_its_rule(table, move, rule):
    match = Match(GAME, position=GAME.words.position(table.state))
    with pytest.raises(IllegalMove) as refusal:
        match.play(table.seat, MOVES.index(move))
    assert refusal.value.rule == rule
    assert rule in str(refusal.value)


def test_without_aid_the_table_shows_what_lies_open():
    """The option `memory` is display only: sight stays as it is."""
    for memory, shown in (("aided", "deer_mouse"), ("unaided", None)):
        table = Table({"4,4": "deer_mouse"}, options={"memory": memory}).do(LAND)
        drawn = GAME.words.table(GAME.see(table.state, FOX), FOX)
        assert {cell.cell: cell.card for cell in drawn.cells}["4,4"] == shown
        assert table.sees(FOX, "4,4") == "deer_mouse"
    peeked = Table({"1,4": "osprey"}, options={"memory": "unaided"}, decision="CROW_MOVE").do("CROW:+1 PEEK:1,4")
    for seat, shown in ((CROW, "osprey"), (FOX, None)):
        drawn = GAME.words.table(GAME.see(peeked.state, seat), seat)
        assert {cell.cell: cell.card for cell in drawn.cells}["1,4"] == shown


@pytest.mark.parametrize("flags", ["", "dive", "double_spent", "dive double_spent"])
def test_with_the_question_for_the_vixen_the_table_tells_where_the_eagle_may_fly(flags):
    """R63, R70: who flies holds her back."""
    table = Table(decision="STEP", flags=flags).do("STEP:N STOP")
    assert table.asked == "VIXEN"
    told = [GAME.words.table(GAME.see(table.state, seat), seat).flights for seat in (FOX, CROW)]
    table.do("PASS")
    assert table.options == [f"EAGLE:{spaces:+d}" for spaces in told[0]]
    assert told[0] == told[1]
    assert GAME.words.table(GAME.see(table.state, FOX), FOX).flights == []


def drawn(table, seat=FOX):
    return GAME.words.table(GAME.see(table.state, seat), seat)


@pytest.mark.parametrize(
    ("flags", "spent"),
    [("", [2, -2]), ("dive", [3, -3]), ("double_spent", []), ("dive double_spent", [])],
)
def test_the_table_tells_which_flights_spend_the_double_move(flags, spent):
    """R71; already while the Vixen is asked for (R63)."""
    table = Table(decision="STEP", flags=flags).do("STEP:N STOP")
    assert (table.asked, drawn(table).doubles) == ("VIXEN", spent)
    assert (table.do("PASS").asked, drawn(table).doubles) == ("EAGLE", spent)


@pytest.mark.parametrize(
    ("parts", "cells"),
    [
        ({"bear": "3,3"}, "2,3 3,4 4,3 3,2"),  # R64
        ({"bear": "3,3", "arrow": "2,3"}, "3,4 4,3 3,2"),  # R65
        ({"bear": "3,3", "arrow": "2,3", "vixen": "4,3"}, "3,4 3,2"),  # R66
        ({"bear": "1,1"}, "1,2 2,1"),
        ({"bear": "3,3", "flags": "distracted"}, ""),  # R61
    ],
)
def test_the_table_tells_where_bear_may_go(parts, cells):
    for seat in (FOX, CROW):
        assert drawn(Table(**parts), seat).bear_next == cells.split()


@pytest.mark.parametrize(
    ("parts", "wins"),
    [
        ({"decision": "EAGLE", "crow": 0, "eagle": 2}, {"rim:0": "fox"}),  # R72
        ({"decision": "EAGLE", "crow": 1, "eagle": 2}, {"rim:0": "fox", "rim:1": "fox"}),  # on the way, too
        ({"decision": "CROW_MOVE", "crow": 0, "eagle": 1}, {"rim:1": "fox"}),
        ({"decision": "BEAR", "bear": "3,3", "fox": "3,4"}, {"cell:3,4": "crow"}),  # R69
        ({"decision": "BEAR", "bear": "3,3", "fox": "3,5"}, {}),
        ({"decision": "STEP", "bear": "3,3", "fox": "3,4"}, {}),
    ],
)
def test_the_table_tells_who_wins_where(parts, wins):
    for seat in (FOX, CROW):
        assert drawn(Table(**parts), seat).wins == wins
    if parts["decision"] == "EAGLE":  # R63: who flies holds the Vixen back
        assert drawn(Table(**{**parts, "decision": "STEP"}).do("STEP:N STOP")).wins == wins


def told(table, key):
    return [phrase for event in table.events if (phrase := GAME.words.tell(event, FOX)).key.startswith(key)]


@pytest.mark.parametrize(
    ("rabbit", "rolls", "outcomes"),
    [
        (1, "SPEED", [("evades", 0, 1)]),
        (2, "BLANK SPEED_CARRION", [("good", 1, 2), ("evades", 1, 2)]),
        (2, "BLANK UNIQUE", [("good", 1, 2), ("caught", 2, 2)]),
    ],
)
def test_a_roll_tells_what_it_means(rabbit, rolls, outcomes):
    """R39."""
    heard = [phrase.parameters for phrase in told(Table({"4,4": f"rabbit_{rabbit}"}).do(LAND, rolls), "rolled")]
    assert [(one["outcome"], one["n"], one["all"]) for one in heard] == outcomes


@pytest.mark.parametrize(
    ("card", "parts", "why"),
    [
        ("yellow_jacket", {"hand": "osprey"}, "uncovered lock"),  # R32
        ("deer_mouse", {"hand": "osprey", "vixen": "4,4"}, "uncovered vixen"),  # R63
        ("deer_mouse", {}, "uncovered empty"),
        ("deer_mouse", {"hand": "osprey"}, None),  # asked
        ("rabbit_0", {}, None),  # R37
    ],
)
def test_a_card_that_acts_unasked_tells_why(card, parts, why):
    assert [phrase.key for phrase in told(Table({"4,4": card}, **parts).do(LAND), "uncovered")] == (
        [why] if why else []
    )


def test_water_tells_that_it_ends_the_move():
    """R26."""
    table = Table({"4,3": "beaver FU"}).do("STEP:N")
    assert [phrase.parameters["card"].key for phrase in told(table, "waded")] == ["card.beaver"]
    assert told(Table({"4,3": "beaver"}).do("STEP:N"), "waded") == []


def test_another_box():
    """An owner of the box may correct it: here every face of the die evades."""
    fast = load("outfoxed", {"DIE": ["SPEED"] * 6})
    state = fast.from_position({"floor": {"3,3": "rabbit_1"}})
    for name in ("STEP:N", "STEP:N"):
        fast.rules.play(state, FOX, MOVES.index(name), fast.dealer(1))
    assert state.caught == 0
    assert state.marks[cell_of("3,3")] & FACE_UP
