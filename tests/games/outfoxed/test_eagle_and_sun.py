"""I and J. Bald Eagle, sun and moon."""

from skulk.games.outfoxed.components import RIM

from .laying import GAME, Table


def test_s15_eagles_double_move():
    """R70, R71, R72."""
    start = {"eagle": 0, "crow": 2, "decision": "EAGLE"}
    table = Table(**start)
    assert table.options == ["EAGLE:+1", "EAGLE:-1", "EAGLE:+2", "EAGLE:-2"]
    assert table.do("EAGLE:+2").reason == "eagle"
    assert GAME.returns(table.state) == [1, -1]
    passing = Table(**start | {"crow": 1}).do("EAGLE:+2")
    assert passing.reason == "eagle"
    assert passing.state.eagle == 1
    spent = Table(**start, flags="double_spent")
    assert spent.options == ["EAGLE:+1", "EAGLE:-1"]
    assert spent.do("EAGLE:+1").reason is None
    assert Table(**start, flags="double_spent").do("EAGLE:+1 CROW:-1").reason == "eagle"
    assert spent.do("CROW:+1").asked == "PEEK"


def test_the_double_move_is_spent_once():
    """R71: by two spaces, or by three with a river dive."""
    assert Table(decision="EAGLE").do("EAGLE:+2").state.double_spent
    assert Table(decision="EAGLE", flags="dive").do("EAGLE:+3").state.double_spent
    assert not Table(decision="EAGLE").do("EAGLE:-1").state.double_spent


def test_s23_sunset():
    """R73, R43, R42, R19."""
    two = {"captured": "rabbit_0 rabbit_1", "sun": 19}
    table = Table(**two, decision="BEAR_DUE").do("BEAR:W")
    assert table.reason == "sun"
    assert table.state.sun == RIM
    assert GAME.returns(table.state) == [-1, 1]
    won = Table({"3,3": "rabbit_2"}, **two).do("STEP:N STEP:N", "BLANK UNIQUE")
    assert won.reason == "rabbits"
    assert won.state.sun == 19
    assert GAME.returns(won.state) == [1, -1]
