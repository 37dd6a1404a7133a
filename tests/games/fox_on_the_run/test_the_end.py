"""The end."""

import pytest

from .laying import GAME, deal, lay, lay_full, random_games


def test_w9_rescue_by_diagonal_step():
    """W9. R6, R41: Zev is two rows from Scarlet; R4, R13: the game is over at once."""
    t = lay("Indigo", "c3=S d2=E c4=N", Indigo="c3", Scarlet="d2", Puffer="c4")
    assert t.moves == "N E W NE SW NW"
    t = t.after("NE")
    assert (t.ended, t.moves, t.at("Indigo")) == (("foxes", "rescue"), "", "d2")
    assert GAME.returns(t.state)[:2] == [1, -1]  # R49


def test_w10_zev_diagonal_to_scarlet():
    """W10. R41, R42: with Zev adjacent, even diagonally, Scarlet's square is closed to Indigo."""
    guarded = {"Scarlet": "d3", "Zev": "e4"}
    assert lay("Indigo", "d3=N e4=W c3=N", Indigo="c3", **guarded).moves == "N S W NE SW NW"
    t = lay("Indigo", "d3=N e4=W b2=N b3=E c3=E", Indigo="b2", **guarded).after("S")
    assert (t.at("Indigo"), t.ended, t.mover) == ("c3", None, "Puffer")


def test_w11_rescue_at_the_end_of_a_chain():
    """W11. R41, R47: as before, but Zev is further away."""
    t = lay("Indigo", "d3=N b2=N b3=E c3=E", Indigo="b2", Scarlet="d3", Zev="e5").after("S")
    assert (t.ended, t.at("Indigo")) == (("foxes", "rescue"), "d3")


def test_w12_scarlet_cannot_go_to_indigo():
    """W12. R43: neither by step nor by arrow; R18: the blocked arrow stops her; R32: one tile is no pair."""
    assert lay("Scarlet", "d3=N c3=N", Scarlet="d3", Indigo="c3").moves == "N E"
    t = lay("Scarlet", "d2=N c3=N c2=ES", Scarlet="d2", Indigo="c3").after("W")
    assert (t.at("Scarlet"), t.phase, t.moves) == ("c2", "arrow", "E stop")
    t = t.after("stop")
    assert (t.at("Scarlet"), t.mover, t.phase) == ("c2", "Zev", "step")


def test_w17_zev_reveals_the_last_tile():
    """W17. R46: by Zev's ability; R29: starting tiles do not count."""
    t = lay_full("Zev", "d1", Zev="c2", Indigo="a5", Scarlet="a3", Puffer="d4").after("E")
    assert (t.at("Zev"), t.phase, t.moves, t.face_down) == ("e2", "ability", "d1 pass", 1)
    assert t.after("d1").ended == ("guardians", "all_revealed")
    assert t.after("pass").ended is None


@pytest.mark.parametrize("step", ["E", "S", "SE"])
def test_w18_a_fox_must_reveal_the_last_tile(step):
    """W18. R46: whoever does it, the Guardians win; R4, R47: at once."""
    t = lay_full("Indigo", "b2", Scarlet="a3", Zev="c5", Puffer="d4")
    assert t.moves == "E S SE"
    t = t.after(step)
    assert (t.at("Indigo"), t.face_down, t.ended) == ("b2", 0, ("guardians", "all_revealed"))
    assert t.told[-1] == "The last tile is revealed: the guardians win."
    assert (t.mover, t.state.completed) == ("Indigo", 0)  # R4: his turn has not even ended


def test_no_ability_after_the_end():
    """R4, R30: Puffer turns up the last tile; the tiles around him could be turned, but the game is over."""
    t = lay_full("Puffer", "b2", Puffer="b3", Scarlet="a3", Zev="c5").after("N")
    assert (t.ended, t.at("Puffer"), t.mover, t.phase) == (("guardians", "all_revealed"), "b2", "Puffer", "step")


@pytest.mark.parametrize("options", [{}, {"expansion": "on", "raffles_side": "foxes"}, {"expansion": "on"}])
def test_everybody_stands_on_revealed_tiles(options):
    """R48: Indigo and Scarlet always; R57: all, once everyone has had a turn."""
    for tables in random_games(8, **options):
        for t in tables:
            everyone = range(2 if t.state.completed < t.state.playing else t.state.playing)
            assert all(t.state.revealed[t.state.place[c]] for c in everyone)


@pytest.mark.parametrize(
    ("options", "limit"),
    [
        ({}, 200),
        ({"expansion": "on"}, 300),
        ({"turn_limit": 7}, 7),
        ({"expansion": "on", "turn_limit": 30_000}, 30_000),
    ],
)
def test_turn_limit(options, limit):
    """R49: 200 turns, 300 with the expansion, or as agreed."""
    assert deal(**options).state.turn_limit == limit


def test_draw_at_the_limit():
    """R49: when the last turn is completed the game is drawn, and worth nothing to anybody."""
    ends = [tables[-1] for tables in random_games(20, players=4, turn_limit=8)]
    draws = [t for t in ends if t.ended == ("nobody", "limit")]
    assert len(draws) > 10
    assert all(t.state.completed == 8 and GAME.returns(t.state) == [0] * 6 for t in draws)
    assert all(t.state.completed < 8 for t in ends if t not in draws)
    assert GAME.words.result(draws[0].state)["ranks"] == [1, 1, 1, 1]


def test_a_turn_of_staying_put_counts():
    """R8, R49: Scarlet is hemmed in as in W19, in the last turn of the game."""
    t = lay("Scarlet", "e4=N d5=W", Zev="e4", Puffer="d5", turn_limit=11, completed=10)
    assert t.ended == ("nobody", "limit")


def test_a_win_in_the_last_turn_is_a_win():
    """R4, R49: the limit comes after the turn."""
    tiles = "c3=S d2=E c4=N"
    t = lay("Indigo", tiles, Indigo="c3", Scarlet="d2", Puffer="c4", turn_limit=1)
    assert t.after("NE").ended == ("foxes", "rescue")
    assert t.after("N").ended == ("nobody", "limit")


@pytest.mark.parametrize(
    ("parts", "foxes", "guardians"),
    [
        ({"players": 2}, [0], [1]),
        ({"players": 3}, [0], [1, 2]),
        ({"players": 4}, [0, 2], [1, 3]),
        ({"players": 5, "raffles_side": "foxes"}, [0, 2], [1, 3, 4]),
        ({"players": 6, "raffles_side": "foxes"}, [0, 2, 4], [1, 3, 5]),
        ({"players": 6, "raffles_side": "guardians"}, [0, 2, 4], [1, 3, 5]),
    ],
)
def test_a_faction_wins_together(parts, foxes, guardians):
    """R49, R50: 1 for each seat of the winning faction, −1 for the others; 0 before the end and for empty seats."""
    t = lay("Indigo", "c3=S d2=E", Indigo="c3", Scarlet="d2", **parts)
    assert GAME.returns(t.state) == [0] * 6
    t = t.after("NE")
    assert GAME.returns(t.state) == [1 if s in foxes else -1 if s in guardians else 0 for s in range(6)]
    assert GAME.words.result(t.state)["ranks"] == [1 if s in foxes else 1 + len(foxes) for s in range(parts["players"])]
