"""E. Rabbits."""

from skulk.games.outfoxed import moves
from skulk.games.outfoxed.components import CROW, FOX

from .laying import GAME, Table, all_but, cells


def test_s1_rabbit_0_and_a_bonus_turn():
    """R31, R37, R38, R41, R43."""
    table = Table({"3,3": "rabbit_0"}, deck="brook_trout honey_bee").do("STEP:N STEP:N")
    assert table.captured == "rabbit_0"
    assert table.at("3,3") == "brook_trout FD"
    assert table.known("3,3") == ""
    assert not table.may_be_rabbit("3,3")
    assert (table.fox, table.asked, table.state.eagle) == ("3,3", "STEP", 12)
    assert table.options == ["STEP:N", "STEP:E", "STEP:S", "STEP:W"]
    assert not table.heard(FOX, moves.ROLLED)


def test_s2_evading_fixed_hunted_again():
    """R39, R44, R12, R34, R46."""
    table = Table({"3,3": "rabbit_1"}).do("STEP:N STEP:N", "SPEED")
    assert table.at("3,3") == "rabbit_1 FU"
    assert table.fox == "3,3"
    assert table.captured == ""
    assert table.asked == "VIXEN"
    table.do("EAGLE:+1 CROW:+1")
    assert table.state.crow == 3
    table.do("PEEK:2,4")
    assert set(table.options) == {f"SWAP:{cell}" for cell in all_but("2,4", "3,3")} | {"SWAP:deck"}
    assert len(table.options) == 24
    again = Table({"3,3": "rabbit_1 FU"}, fox="4,2", bear="1,1").do("STEP:E STEP:N", "BLANK")
    assert again.captured == "rabbit_1"
    assert again.at("3,3") == "opossum FD"
    assert again.asked == "STEP"


def test_s3_two_rolls_and_bait():
    """R39, R40."""
    table = Table({"3,3": "rabbit_2"}, bait="carrion")
    table.do("STEP:N STEP:N", "BLANK SPEED")
    assert table.asked == "BAIT"
    assert table.options == ["SPEND", "KEEP"]
    kept = GAME.State.copy(table.state)
    table.do("SPEND", "UNIQUE")
    assert table.captured == "rabbit_2"
    assert table.state.baits == 0
    assert table.discards == "carrion"
    table.state = kept
    table.do("KEEP")
    assert table.at("3,3") == "rabbit_2 FU"
    assert table.state.baits == 1
    assert table.captured == ""


def test_bait_is_spent_in_the_order_it_was_got():
    """R40: as often as there is bait, the one got first."""
    table = Table({"3,3": "rabbit_1"}, bait="osprey carrion").do("STEP:N STEP:N SPEND", "SPEED SPEED")
    assert table.discards == "osprey"
    assert table.asked == "BAIT"
    table.do("SPEND", "SPEED")
    assert table.asked == "VIXEN"
    assert table.discards == "carrion osprey"
    assert table.at("3,3") == "rabbit_1 FU"


def test_s20_vulture():
    """R45, R12, R68."""
    floor = {"3,3": "rabbit_1", "1,5": "black_vulture"}
    table = Table(floor).do("STEP:N STEP:N", "SPEED_CARRION")
    assert (table.asked, table.seat) == ("RELOCATE", CROW)
    assert cells(table.options) == all_but("3,3", "1,5")
    table.do("PLACE:1,1")
    assert table.at("1,1") == "rabbit_1 FD"
    assert table.known("1,1") == "both"
    assert table.at("3,3") == "box_turtle FD"
    assert table.known("3,3") == ""
    for other in (
        Table({"3,3": "rabbit_1", "1,3": "black_vulture"}).do("STEP:N STEP:N", "SPEED_CARRION"),
        Table(floor).do("STEP:N STEP:N", "SPEED"),
        Table(floor, vixen="3,3").do("STEP:N STEP:N", "SPEED_CARRION"),
    ):
        assert other.at("3,3") == "rabbit_1 FU"
        assert other.asked != "RELOCATE"
