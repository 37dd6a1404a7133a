"""Where a step leads, as the table tells it."""

from collections import Counter

import pytest
from msgspec import UNSET

from skulk.engine import SPECTATOR
from skulk.games.fox_on_the_run import moves, rules
from skulk.games.fox_on_the_run.components import STOP
from skulk.games.fox_on_the_run.names import PHASES, REASONS, square_name

from .laying import GAME, lay, lay_full, random_games


def drawn(t):
    return GAME.words.table(GAME.see(t.state, SPECTATOR), SPECTATOR)


def leads(t):
    """Where each step leads: "c2 b2: stop"."""
    return [f"{' '.join(lead.way)}: {lead.ends}" for lead in drawn(t).leads.values()]


@pytest.mark.parametrize(
    ("mover", "tiles", "parts", "expected"),
    [
        ("Puffer", "c3=N c2=W b2=S b3=?E", {"Puffer": "c4"}, "c3 c2 b2 b3: reveal"),  # R14: and nothing beyond it
        ("Puffer", "c3=NE", {"Puffer": "c4"}, "c3: fork"),  # R16
        ("Puffer", "c3=N c2=S", {"Puffer": "c4"}, "c3 c2 c3: stop"),  # R21
        ("Puffer", "c3=N", {"Puffer": "c4", "Scarlet": "c2"}, "c3: stop"),  # R19
        ("Zev", "c3=W b3=N b2=E", {"Zev": "c4", "Indigo": "b2"}, "c3 b3 b2: capture"),  # R44
        ("Indigo", "c3=N c2=E d2=S", {"Indigo": "c4", "Scarlet": "d2"}, "c3 c2 d2: rescue"),  # R41
        ("Napoleon", "c3=N c2=E", {"Napoleon": "c4", "Raffles": "c2", "expansion": True}, "c3 c2: push"),  # R61
    ],
)
def test_where_a_step_leads(mover, tiles, parts, expected):
    """As far as everything lies open."""
    side = {"raffles_side": "guardians"} if parts.pop("expansion", False) else {}
    assert expected in leads(lay(mover, f"c4=S {tiles}", **parts, **side))


@pytest.mark.parametrize(
    ("mover", "tiles", "places", "shut"),
    [
        ("Puffer", "c3=N", {"Scarlet": "c2"}, ["Scarlet"]),  # R19
        ("Puffer", "c3=NE", {"Scarlet": "c2", "Indigo": "d3"}, ["Indigo", "Scarlet"]),  # R19: both arrows
        ("Puffer", "c3=E d3=E e3=E", {}, []),  # R9, R19: the edge
        ("Puffer", "c3=NE", {"Scarlet": "c2"}, None),  # R18: one is open
        ("Puffer", "c3=N c2=S", {}, None),  # R21: it has acted already
        ("Puffer", "c3=START", {"Scarlet": "c2"}, None),  # R15
        ("Puffer", "c3=N", {"Zev": "c2"}, None),  # R11: Zev is joined, not in the way
        ("Indigo", "c3=N", {"Scarlet": "c2", "Zev": "d1"}, ["Scarlet"]),  # R42
        ("Napoleon", "c3=N c2=E c1=? b2=? d2=?", {"Raffles": "c2", "raffles_side": "foxes"}, None),  # R63: he has room
    ],
)
def test_who_is_in_the_way_where_no_arrow_can_be_followed(mover, tiles, places, shut):
    starts = "" if "START" not in tiles else " d4=N"
    t = lay(mover, f"c4=S {tiles}{starts}", **{mover: "c4"} | places)
    told = drawn(t).leads["c3"].shut
    assert (None if told is UNSET else told) == shut


@pytest.mark.parametrize(
    ("mover", "tiles", "places", "wins"),
    [
        ("Zev", "c3=W b3=N b2=E", {"Zev": "c4", "Indigo": "b2"}, {"c3": "guardians"}),  # R44
        ("Indigo", "c3=N c2=E d2=S", {"Indigo": "c4", "Scarlet": "d2"}, {"c3": "foxes"}),  # R41
        ("Indigo", "c3=N c2=E d2=S", {"Indigo": "c4", "Scarlet": "d2", "Zev": "e1"}, {}),  # R42
        ("Zev", "c3=W b3=?N b2=E", {"Zev": "c4", "Indigo": "b2"}, {}),  # R14: not sure
    ],
)
def test_who_wins_at_once(mover, tiles, places, wins):
    assert drawn(lay(mover, f"c4=S {tiles}", **places)).wins == wins


def test_who_wins_by_the_last_tile():
    """R46: the guardians, whoever turns it up, by a step or by Zev's ability; not by leaving it."""
    t = lay_full("Indigo", "b2")
    assert set(drawn(t).wins.values()) == {"guardians"}
    zev = lay_full("Zev", "d1", Zev="c2", Indigo="a5", Scarlet="a3").after("E")
    assert (zev.phase, zev.moves) == ("ability", "d1 pass")
    assert (drawn(zev).leads, drawn(zev).wins) == ({}, {"d1": "guardians"})


def test_nobody_wins_by_the_last_turn():
    """R49: whoever stops there has ended the game, and has not won it."""
    told = drawn(lay("Indigo", "c3=N", Indigo="c3", Zev="a5", Puffer="a5", completed=199))
    assert (told.leads["d4"].ends, told.wins) == ("limit", {})


@pytest.mark.parametrize(("zev", "is_guarded"), [("c3", True), ("d4", True), ("b3", False), ("e2", True)])
def test_whether_scarlet_is_guarded(zev, is_guarded):
    """R42: on any of the eight squares around."""
    for mover in ("Indigo", "Puffer"):
        assert drawn(lay(mover, "d3=N", Scarlet="d3", Zev=zev, Puffer="a5")).guarded == is_guarded


def test_the_last_tile_ends_the_game_for_all_to_see():
    """R46: nobody has to know what it shows."""
    assert "b2: all_revealed" in leads(lay_full("Indigo", "b2"))


def test_a_push_that_ends_the_game_says_so():
    """R65."""
    t = lay("Napoleon", "c4=S c3=E b3=N", Napoleon="c4", Zev="c3", Indigo="b3", raffles_side="foxes").after("N")
    assert (t.phase, set(leads(t))) == ("push", {"b3: capture", "c4: stop"})


@pytest.mark.parametrize("options", [{}, {"expansion": "on", "raffles_side": "random"}])
def test_leads_are_what_happens(options):
    """R16, R17: the way that is told beforehand is the way that is gone."""
    tried = Counter()
    for tables in random_games(6, **options):
        for t in tables[:-1]:
            told, dealer = drawn(t).leads, GAME.dealer(1)
            mover, seat = rules.mover(t.state), t.seat
            assert bool(told) == (t.phase in ("step", "arrow", "push"))
            for action in GAME.legal(t.state, seat) if told else []:
                state = GAME.State.copy(t.state)
                [touched] = GAME.words.touches(t.state, seat, action)
                GAME.rules.play(state, seat, action, dealer)
                heard = dealer.heard()
                if action == STOP:
                    continue
                lead = told[touched[5:]]
                tried[lead.ends] += 1
                if t.phase != "push":
                    gone = [e.numbers for e in heard if e.kind in (moves.STEPPED, moves.FOLLOWED)]
                    way = [square_name(to) for who, _, to, _ in gone[: len(lead.way)] if who == mover]
                    assert way == lead.way
                    assert len(gone) == len(way) or gone[len(way)][0] != mover or state.completed > t.state.completed
                if lead.ends in REASONS:
                    assert REASONS[state.reason] == lead.ends
                elif lead.ends == "fork":
                    assert (rules.mover(state), PHASES[state.phase]) == (mover, "arrow")
    assert {"stop", "reveal", "fork", "capture"} <= set(tried)


@pytest.mark.parametrize(
    ("tiles", "zev", "expected"),
    [
        ("c3=E", "c4", False),  # next to him, but the arrow leads away
        ("c3=W b3=N", "c4", True),  # two arrows further
        ("c3=EW b3=N", "c4", True),  # one of two
        ("c3=?W b3=N", "c4", False),  # R14: face down, it stops him
        ("b3=S", "c2", True),  # R5: one step
    ],
)
def test_whether_zev_reaches_indigo(tiles, zev, expected):
    """R44: as things lie, whoever's turn it is."""
    for mover in ("Indigo", "Scarlet", "Zev"):
        t = lay(mover, f"b2=S c4=S c2=S {tiles}", Indigo="b2", Zev=zev, Puffer="e1")
        assert drawn(t).in_reach == expected


def test_why_a_neighbour_is_blocked():
    """R10, R42."""
    t = lay("Indigo", "c3=S d3=N d2=E", Indigo="c3", Scarlet="d3", Zev="d2", Puffer="d2")
    assert {square: (why["key"], why["with"]["rule"]) for square, why in drawn(t).blocked.items()} == {
        "d3": ("why guarded", "R42"),
        "d2": ("why occupied", "R10"),
    }


def test_zev_reveals_and_changes_nothing():
    """R35: when there is nothing around him, that is what is said."""
    assert "Zev finds no tile to reveal." in lay_full("Zev", "a2", Zev="d5").after("N").told


def test_whoever_finds_nothing_to_do_says_what_it_was():
    """R32, R34: not just "change"."""
    assert "Puffer finds no tile to rotate." in lay("Puffer", "b5=W b4=N b3=?E", Puffer="b5", Zev="b4").after("N").told
    assert "Scarlet finds no tiles to swap." in lay("Scarlet", "b2=?E", Scarlet="a2", Indigo="e3").after("E").told
