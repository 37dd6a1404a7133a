"""G and H. The Vixen and Black Bear."""

from skulk.games.outfoxed.components import CROW
from skulk.games.outfoxed.names import cell_name

from .laying import GAME, LAND, Table, all_but, cells


def test_s13_bears_way():
    """R64, R65, R67, R63."""
    table = Table(bear="2,2", arrow="2,1", decision="BEAR_DUE")
    assert table.options == ["BEAR:N", "BEAR:E", "BEAR:S"]
    table.do("BEAR:S")
    assert table.bear == "3,2"
    assert cell_name(table.state.arrow) == "2,2"
    boxed = Table(bear="1,1", arrow="1,2", vixen="2,1", decision="BEAR_DUE")
    assert boxed.bear == "1,1"
    assert cell_name(boxed.state.arrow) == "1,2"
    assert boxed.state.sun == 1


def test_s14_bear_catches():
    """R69, R60, R19."""
    table = Table(fox="3,3", bear="3,4", arrow="2,4", decision="BEAR_DUE").do("BEAR:W")
    assert table.reason == "bear"
    assert table.state.sun == 0
    assert GAME.returns(table.state) == [-1, 1]
    lured = Table({"4,4": "honey_bee"}, bear="3,4", arrow="2,4").do(LAND)
    assert (lured.asked, lured.seat) == ("BEAR", CROW)
    assert lured.options == ["BEAR:E", "BEAR:S", "BEAR:W"]
    assert lured.do("BEAR:S").reason == "bear"


def test_lured_bear_that_misses():
    """R60: an extra move, then Red Fox's turn goes on to its end; step 4 still comes."""
    table = Table({"4,4": "honey_bee"}, bear="3,4", arrow="2,4").do(LAND + " BEAR:E")
    assert table.asked == "VIXEN"
    assert table.at("4,4") == "honey_bee FD"
    table.do("EAGLE:+1 CROW:+1 PEEK:1,4 SWAP:1,1")
    assert table.asked == "BEAR"
    assert "BEAR:W" not in table.options


def test_s28_vixen_under_red_fox():
    """R63, R66."""
    table = Table(bear="3,3", arrow="2,3").do("STEP:N STOP")
    assert table.options[0] == "PASS"
    assert cells(table.options[1:]) == all_but("3,3")
    table.do("VIXEN:4,3 EAGLE:+1 CROW:+1 PEEK:1,4 SWAP:1,1")
    assert table.options == ["BEAR:E", "BEAR:W"]
    table.do("BEAR:E STEP:S STOP")
    assert table.asked == "EAGLE"


def test_the_vixen_guards_her_card():
    """R63: not replaced from the hand; still revealed, activated and left by its own activation."""
    table = Table({"4,4": "fruit_seeds"}, vixen="4,4", hand="bullfrog").do(LAND)
    assert table.asked == "EAGLE"
    assert table.discards == "fruit_seeds"
    assert table.at("4,4") == "opossum FD"
    assert cell_name(table.state.vixen) == "4,4"


def test_the_moments_of_the_vixen():
    """R63 with the option `any`: at the start of a turn, after a reveal, before Bear is lured; not after a landing on
    an open card."""
    table = Table({"4,4": "honey_bee", "1,1": "rabbit_0"}, options={"vixen": "any"}, hand="bullfrog")
    assert table.asked == "VIXEN"
    table.do("PASS STEP:N STEP:E")
    assert table.asked == "VIXEN"
    assert table.at("4,4") == "honey_bee FU"
    table.do("PASS")
    assert table.asked == "REPLACE"
    table.do("ACTIVATE")
    assert table.asked == "VIXEN"
    table.do("VIXEN:1,3")
    assert table.asked == "BEAR", "Bear stands on the Vixen's cell until it leaves it"
    assert table.do("BEAR:S EAGLE:+1 CROW:+1 PEEK:1,4 SWAP:1,1").options == ["BEAR:E", "BEAR:S", "BEAR:W"]
