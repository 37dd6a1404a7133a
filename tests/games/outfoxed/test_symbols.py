"""F. Symbols."""

from collections import Counter

from skulk.engine import UNKNOWN
from skulk.games.outfoxed import moves
from skulk.games.outfoxed.components import CROW, FOX, IDS
from skulk.games.outfoxed.names import CELL_NAMES, cell_name, cell_of
from skulk.games.outfoxed.state import STIRRED

from .laying import GAME, LAND, Table, all_but, cells


def test_s6_yellow_jacket():
    """R32, R48, R28."""
    table = Table({"4,4": "yellow_jacket"}, hand="deer_mouse").do("STEP:E STEP:N")
    assert table.asked == "VIXEN"
    assert table.state.limp
    assert table.at("4,4") == "yellow_jacket FD"
    assert table.state.held == 1
    table.do("EAGLE:+1 CROW:+1 PEEK:1,4 SWAP:1,1 BEAR:W")
    assert table.options == ["STEP:N", "STEP:E", "STEP:S", "STEP:W"]
    table.do("STEP:N")
    assert table.asked == "VIXEN"
    assert table.fox == "3,4"
    assert table.known("3,4") == ""
    assert not table.state.limp


def test_s8_yikes():
    """R47."""
    table = Table({"4,4": "striped_skunk"}).do(LAND)
    assert table.fox == "5,3"
    assert table.known("5,3") == ""
    assert table.at("4,4") == "striped_skunk FD"
    assert table.known("4,4") == "both"


def test_s9_lost_turn():
    """R49, R29, R67."""
    table = Table({"4,4": "snapping_turtle"}, bear="2,3").do(LAND)
    assert table.state.lost
    table.do("EAGLE:+1 CROW:+1 PEEK:1,4 SWAP:1,1 BEAR:S")
    assert table.bear == "3,3"
    assert table.asked == "VIXEN"
    assert table.fox == "4,4"
    table.do("PASS")
    assert table.asked == "EAGLE"
    table.do("EAGLE:+1 CROW:+1 PEEK:1,5 SWAP:1,1")
    assert table.options == ["BEAR:E", "BEAR:S", "BEAR:W"]
    table.do("BEAR:E")
    assert table.bear == "3,4"
    assert table.options == ["STEP:E", "STEP:S", "STEP:W"]


def test_s16_river_dive():
    """R56, R70, R71."""
    start = {"floor": {"4,4": "brook_trout"}, "crow": 2, "deck": "honey_bee"}
    table = Table(**start, eagle=5).do(LAND)
    assert table.discards == "brook_trout"
    assert table.at("4,4") == "honey_bee FD"
    table.do("PASS")
    assert table.options == ["EAGLE:+1", "EAGLE:-1", "EAGLE:+2", "EAGLE:-2", "EAGLE:+3", "EAGLE:-3"]
    assert table.do("EAGLE:-3").reason == "eagle"
    slow = Table(**start, eagle=6).do(LAND + " EAGLE:-2")
    assert slow.reason is None
    assert not slow.state.double_spent
    slow.do("CROW:-1 PEEK:1,2 SWAP:1,1 BEAR:W STEP:W STOP PASS")
    assert slow.options == ["EAGLE:+1", "EAGLE:-1", "EAGLE:+2", "EAGLE:-2"]


def test_s21_steal():
    """R57, R16."""
    start = {"captured": "rabbit_0 rabbit_2", "deck": "honey_bee"}
    table = Table({"4,4": "raccoon"}, **start).do(LAND)
    assert (table.asked, table.seat) == ("RELOCATE", CROW)
    assert cells(table.options) == all_but("4,4")
    table.do("PLACE:1,1")
    assert table.captured == "rabbit_0"
    assert table.at("1,1") == "rabbit_2 FD"
    assert table.known("1,1") == "both"
    assert table.at("4,4") == "box_turtle FD"
    assert table.known("4,4") == ""
    assert table.fox == "4,4"
    assert table.discards == "raccoon"
    assert table.deck == "honey_bee"
    assert table.asked == "VIXEN"
    hers = Table({"4,4": "raccoon", "1,1": "rabbit_1 crow"}, **start).do(LAND)
    assert "PLACE:1,1" in hers.options
    hers.do("PLACE:1,1")
    assert hers.at("4,4") == "rabbit_1 FD"
    assert hers.known("4,4") == "crow"
    nothing = Table({"4,4": "raccoon"}).do(LAND)
    assert nothing.asked == "VIXEN"
    assert nothing.at("4,4") == "raccoon FD"


def test_s22_hurricane():
    """R58, R36."""
    floor = {
        "4,4": "hurricane", "1,1": "rabbit_1", "2,2": "rabbit_2 FU", "3,3": "black_vulture", "5,5": "red_tailed_hawk",
    }  # fmt: skip
    table = Table(floor, vixen="1,1").do(LAND, seed=5)
    assert table.at("1,1") == "rabbit_1 FD"
    assert table.at("2,2") == "rabbit_2 FU"
    assert table.at("3,3") == "black_vulture FD"
    stirred = [cell for cell in CELL_NAMES if table.state.marks[cell_of(cell)] & STIRRED]
    assert set(stirred) == all_but("1,1", "2,2", "3,3", "4,4")
    assert Counter(table.at(cell) for cell in stirred) == {"box_turtle FD": 20, "red_tailed_hawk FD": 1}
    assert {table.known(cell) for cell in stirred} == {""}
    assert table.at("4,4") == "hurricane FU"
    later = Table({"4,4": "hurricane FU"}).do(LAND)
    assert later.asked == "VIXEN"
    assert not (later.state.marks & STIRRED).any()


def test_a_storm_shuffles_fairly():
    """R58: the hawk comes to each of the 23 cells alike."""
    start, found = Table({"4,4": "hurricane", "5,5": "red_tailed_hawk"}, vixen="1,1").do("STEP:N"), Counter()
    hawk, before = IDS.index("red_tailed_hawk"), start.state
    for seed in range(690):
        start.state = GAME.State.copy(before)
        found[start.do("STEP:E", seed=seed).state.cards.tolist().index(hawk)] += 1
    assert len(found) == 23
    assert all(abs(n - 30) < 5 * 30**0.5 for n in found.values())


def test_s24_private_looks():
    """R51, R52, R59, R8."""
    floor = {"4,4": "eastern_mole", "3,4": "rabbit_2", "4,5": "vegetation FU"}
    table = Table(floor).do(LAND)
    looked = {"3,4", "4,3", "5,4"}
    assert {cell_name(e[1]) for e in table.heard(FOX, moves.LOOKED)} == looked
    assert {(cell_name(e[1]), e[2]) for e in table.heard(CROW, moves.LOOKED)} == {(cell, UNKNOWN) for cell in looked}
    assert table.sees(FOX, "3,4") == "rabbit_2"
    assert table.sees(CROW, "3,4") == "?"
    assert all(table.known(cell) == "fox" for cell in looked)
    jay = Table(floor | {"4,4": "blue_jay"}).do(LAND)
    assert (jay.asked, jay.seat) == ("ALARM", CROW)
    assert cells(jay.options) == all_but("4,4", "4,5")
    jay.do("LOOK:3,4")
    assert jay.sees(CROW, "3,4") == "rabbit_2"
    assert jay.sees(FOX, "3,4") == "?"
    assert jay.known("3,4") == "crow"
    assert "LOOK:3,4" not in Table(floor | {"4,4": "blue_jay"}, vixen="3,4").do(LAND).options


def test_keen_eyes():
    """R52: one face-down card anywhere, the Vixen's cell included."""
    table = Table({"4,4": "red_tailed_hawk", "1,1": "rabbit_0"}, vixen="1,1").do(LAND)
    assert (table.asked, table.seat) == ("LOOK", FOX)
    assert cells(table.options) == all_but("4,4")
    table.do("LOOK:1,1")
    assert table.sees(FOX, "1,1") == "rabbit_0"
    assert table.known("1,1") == "fox"


def test_s25_honeycomb_and_trinket():
    """R61, R62."""
    table = Table({"4,4": "honeycomb"}, bear="1,2", arrow="1,1").do(LAND + " EAGLE:+1 CROW:+1 PEEK:1,4 SWAP:1,1")
    assert table.asked == "STEP"
    assert table.bear == "1,2"
    assert cell_name(table.state.arrow) == "1,1"
    table.do("STEP:W STOP EAGLE:+1 CROW:+1 PEEK:1,5 SWAP:1,1")
    assert table.asked == "BEAR"
    shiny = Table({"4,4": "shiny_trinket"}).do(LAND + " EAGLE:+1 CROW:+1")
    assert shiny.asked == "BEAR"


def test_s26_fruit_and_carrion():
    """R54, R55."""
    deck = "honey_bee brook_trout"
    table = Table({"4,4": "fruit_seeds"}, deck=deck).do(LAND)
    assert table.at("4,4") == "honey_bee FD"
    assert table.hand == "brook_trout"
    assert table.discards == "fruit_seeds"
    assert table.deck == ""
    assert table.heard(CROW, moves.DREW) == [(UNKNOWN, 0, 0, 0)]
    bait = Table({"4,4": "carrion"}, deck=deck).do(LAND)
    assert bait.at("4,4") == "honey_bee FD"
    assert bait.state.baits == 1
    assert bait.deck == "brook_trout"
    assert bait.discards == ""


def test_s27_groundhog():
    """R53."""
    floor = {"4,4": "groundhog", "3,4": "rabbit_2", "5,4": "deer_mouse", "4,5": "rabbit_1 FU"}
    table = Table(floor).do(LAND)
    assert cells(table.options) == {"3,4", "4,3", "5,4"}
    assert cells(table.do("SWITCH:3,4").options) == {"4,3", "5,4"}
    table.do("SWITCH:5,4")
    assert table.at("3,4") == "deer_mouse FD"
    assert table.at("5,4") == "rabbit_2 FD"
    assert table.known("3,4") == table.known("5,4") == ""
    lonely = Table(floor | {"4,3": "beaver FU", "3,4": "beaver FU"}).do("STEP:E STEP:N")
    assert lonely.asked == "VIXEN", "R53: with fewer than two such cards nothing happens"


def test_s30_order_of_symbols():
    """R8, R10, R14."""
    table = Table({"4,4": "mobbing_crows"}).do(LAND)
    assert table.asked == "ALARM"
    assert cells(table.options) == all_but("4,4")
    assert table.fox == "4,4"
    assert table.do("LOOK:1,1").fox == "5,3"
    snake = Table({"4,4": "timber_rattlesnake"}).do(LAND)
    assert snake.state.lost
    assert snake.asked == "VIXEN"
    assert snake.fox == "4,4"
    green = Table({"4,4": "vegetation"}).do(LAND)
    assert green.at("4,4") == "vegetation FU"
    assert green.asked == "VIXEN"
    idle = Table({"4,4": "opossum"}).do(LAND)
    assert idle.at("4,4") == "opossum FD"
    assert idle.asked == "VIXEN"
