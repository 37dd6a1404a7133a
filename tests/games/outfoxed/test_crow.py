"""K and L. Crow, draw deck and discard pile."""

from skulk.engine import SPECTATOR, UNKNOWN
from skulk.games.outfoxed.components import BARE, CELLS, FOX, IDS

from .laying import GAME, Table, all_but, cells


def test_s17_crows_line_vixen_rabbit():
    """R74, R75, R76, R77, R78, R63."""
    table = Table({"2,4": "rabbit_1"}, vixen="3,4", decision="CROW_MOVE").do("CROW:+1")
    assert cells(table.options) == {"1,4", "2,4", "4,4", "5,4"}
    table.do("PEEK:2,4")
    assert set(table.options) == {f"SWAP:{cell}" for cell in all_but("2,4", "3,4")}
    table.do("SWAP:5,1")
    assert table.at("5,1") == "rabbit_1 FD"
    assert table.known("5,1") == "crow"
    assert table.at("2,4") == "box_turtle FD"
    assert table.sees(FOX, "5,1") == table.sees(SPECTATOR, "5,1") == "?"


def test_s18_third_deck_exchange():
    """R77, R78."""
    table = Table({"2,4": "red_tailed_hawk"}, exchanges=2, deck="vegetation honey_bee", decision="CROW_MOVE")
    table.do("CROW:+1 PEEK:2,4 SWAP:deck")
    assert IDS[table.state.cards[CELLS + 2]] == "red_tailed_hawk"
    assert table.state.exchanges == 3
    assert table.at("2,4") == "vegetation FD"
    assert table.known("2,4") == ""
    assert not table.may_be_rabbit("2,4")
    assert table.deck == "honey_bee"
    assert GAME.see(table.state, FOX).cards[CELLS + 2] == UNKNOWN
    table.do("BEAR:W STEP:W STOP EAGLE:+1 CROW:+1 PEEK:2,5")
    assert "SWAP:deck" not in table.options


def test_s33_empty_deck():
    """R81, R78."""
    table = Table({"3,3": "rabbit_0"}, deck="", discards="honeycomb").do("STEP:N STEP:N")
    assert table.at("3,3") == "honeycomb FD"
    assert table.known("3,3") == ""
    assert table.discards == ""
    assert table.deck == ""
    bare = Table({"3,3": "rabbit_0"}, deck="").do("STEP:N STEP:N")
    assert bare.at("3,3") == "bare_ground FD"
    assert bare.known("3,3") == "both"
    assert bare.sees(SPECTATOR, "3,3") == "bare_ground"
    bare.do("STEP:S STEP:S EAGLE:+1 CROW:+1 PEEK:1,4 SWAP:1,1 BEAR:W STEP:N STEP:N")
    assert bare.fox == "3,3"
    assert bare.asked == "VIXEN"
    assert bare.at("3,3") == "bare_ground FD"
    swap = Table(deck="", decision="CROW_MOVE").do("CROW:+1 PEEK:2,4")
    assert "SWAP:deck" not in swap.options


def test_bare_ground_that_is_replaced_leaves_the_game():
    """R81; and foraging then draws what was replaced before."""
    table = Table({"3,3": "rabbit_0"}, deck="", hand="fruit_seeds").do("STEP:N STEP:N STEP:S STEP:S ACTIVATE EAGLE:+1")
    table.do("CROW:+1 PEEK:1,4 SWAP:1,1 BEAR:W STEP:N STEP:N PLAY:fruit_seeds")
    assert table.at("3,3") == "fruit_seeds FD", "the pile of one became the deck"
    assert table.known("3,3") == ""
    assert table.hand == table.discards == table.deck == ""
    assert table.state.census[BARE] == 0


def test_s34_nothing_to_exchange_with():
    """R75, R79."""
    floor = dict.fromkeys(all_but("2,4"), "beaver FU")
    table = Table(floor, exchanges=3, decision="CROW_MOVE").do("CROW:+1")
    assert table.options == ["PEEK:2,4"]
    table.do("PEEK:2,4")
    assert table.at("2,4") == "box_turtle FD"
    assert table.known("2,4") == "crow"
    assert table.asked == "BEAR"
    nothing = Table(floor, decision="CROW_MOVE").do("CROW:-1")
    assert nothing.asked == "BEAR", "R75: nothing to peek at"
