"""C and D. Red Fox moves and lands."""

from skulk.games.outfoxed import moves
from skulk.games.outfoxed.components import FOX
from skulk.games.outfoxed.names import cell_name

from .laying import LAND, Table


def test_s4_short_move():
    """R22."""
    table = Table({"4,3": "rabbit_0 FU"}).do("STEP:N STOP")
    assert table.captured == ""
    assert table.at("4,3") == "rabbit_0 FU"
    assert table.fox == "4,3"
    assert table.asked == "VIXEN"


def test_s5_no_doubling_back():
    """R21, R23, R7."""
    table = Table(fox="3,3", bear="1,1")
    assert table.options == ["STEP:N", "STEP:E", "STEP:S", "STEP:W"]
    assert table.do("STEP:E").options == ["STEP:N", "STEP:E", "STEP:S", "STOP"]


def test_s7_replacing_and_leaping():
    """R32, R50, R31, R36."""
    table = Table({"4,4": "mosquito", "2,4": "deer_mouse"}, hand="bullfrog fresh_tracks").do("STEP:E STEP:N")
    assert table.options == ["ACTIVATE", "PLAY:bullfrog", "PLAY:fresh_tracks"]
    table.do("PLAY:bullfrog")
    assert table.discards == "mosquito"
    assert table.fox == "4,4"
    assert set(table.options) == {"LEAP:2,4", "LEAP:4,2", "LEAP:2,2"}
    table.do("LEAP:2,4")
    assert table.at("2,4") == "deer_mouse FU"
    assert table.options == ["ACTIVATE", "PLAY:fresh_tracks"]
    table.do("ACTIVATE")
    assert {cell_name(e[1]) for e in table.heard(FOX, moves.LOOKED)} == {"1,4", "3,4", "2,3", "2,5"}
    assert table.at("4,4") == "bullfrog FD"
    assert table.at("2,4") == "deer_mouse FD"
    assert table.known("4,4") == table.known("2,4") == "both"
    assert table.hand == "fresh_tracks"
    assert not table.may_be_rabbit("4,4")


def test_s10_open_fields_put_under_red_fox():
    """R76, R11, R27."""
    table = Table({"1,1": "open_fields FU"}, fox="4,3", bear="1,5", crow=1, decision="CROW_MOVE")
    table.do("CROW:+1 PEEK:4,3 SWAP:1,1 BEAR:W")
    assert table.at("4,3") == "open_fields FU"
    assert table.at("1,1") == "box_turtle FD"
    assert table.do("STEP:N STEP:E").options == ["STEP:N", "STEP:E", "STEP:S", "STOP"]
    table.do("STEP:N")
    assert table.fox == "2,4"
    assert table.known("2,4") == "both"


def test_two_steps_from_open_fields_are_a_full_move():
    """R27: two or three steps."""
    table = Table({"5,3": "open_fields FU"}).do(LAND + " STOP")
    assert table.known("4,4") == "both"


def test_s11_water():
    """R26, R12."""
    table = Table({"4,3": "beaver FU"}).do("STEP:N")
    assert table.asked == "VIXEN"
    assert table.fox == "4,3"
    hidden = Table({"4,3": "beaver"}).do("STEP:N")
    assert hidden.options == ["STEP:N", "STEP:E", "STEP:W", "STOP"]
    second = Table({"4,4": "beaver FU"}).do(LAND)
    assert second.asked == "VIXEN", "R35: a full move that ends on an open card does nothing"


def test_s12_block():
    """R24, R30."""
    assert Table(fox="4,3", bear="3,3").options == ["STEP:E", "STEP:S", "STEP:W"]
    boxed = Table({"5,4": "coyote FU"}, fox="5,5", bear="4,5")
    assert boxed.asked == "VIXEN"
    assert boxed.fox == "5,5"
    assert "STEP:W" in Table({"5,4": "coyote"}, fox="5,5", bear="4,5").options


def test_no_second_step():
    """R30: if no second step is legal, he stops after the first: a short move."""
    floor = dict.fromkeys(("4,5", "5,3", "4,4"), "coyote FU")
    table = Table(floor, fox="5,5", bear="1,1").do("STEP:W")
    assert table.asked == "VIXEN"
    assert table.known("5,4") == ""


def test_s32_walking_over_not_replacing():
    """R9, R25, R33, R51."""
    table = Table({"4,3": "yellow_jacket", "3,3": "chipmunk"}, hand="bullfrog").do("STEP:N STEP:N ACTIVATE")
    assert {cell_name(e[1]) for e in table.heard(FOX, moves.LOOKED)} == {"2,3", "3,2", "3,4", "4,3"}
    assert table.sees(FOX, "4,3") == "yellow_jacket"
    assert not table.state.limp
    assert table.hand == "bullfrog"
