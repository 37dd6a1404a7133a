"""A and B. The table and the round."""

from collections import Counter

from skulk.engine import NONE
from skulk.games.outfoxed import moves
from skulk.games.outfoxed.components import (
    CELLS,
    COPIES,
    DIE,
    EFFECTS,
    FACES,
    FOREST_FLOOR,
    IDS,
    INACTIVE,
    LEFT_OUT,
    LINE,
    RIM,
    SHUFFLED,
    SYMBOLS,
)
from skulk.games.outfoxed.names import cell_name, cell_of
from skulk.games.outfoxed.state import FACE_UP

from .laying import GAME, MOVES, Table, cells, pile


def test_the_floor_and_the_rim():
    """R1, R4: 25 cells, 20 spaces, clockwise from above column 1; each beside one row or column."""
    lines = {
        0: "1,1 5,1",
        4: "1,5 5,5",
        5: "1,1 1,5",
        9: "5,1 5,5",
        10: "1,5 5,5",
        14: "1,1 5,1",
        15: "5,1 5,5",
        19: "1,1 1,5",
    }
    for space, ends in lines.items():
        assert f"{cell_name(LINE[space, 0])} {cell_name(LINE[space, 4])}" == ends
    assert LINE.shape == (RIM, 5)


def test_the_box():
    """R15: 45 and 10 cards with the three that are left out; 52 take part, 49 of them shuffled."""
    assert COPIES[: len(FOREST_FLOOR)].sum() + len(LEFT_OUT) == 45
    assert COPIES[len(FOREST_FLOOR) :].sum() == 10
    assert len(SHUFFLED) == 49
    assert not set(LEFT_OUT) & set(IDS)
    assert sorted(Counter(FACES.tolist()).values()) == [1, 1, 2, 2]
    assert DIE == 6


def test_the_actions_have_their_numbers():
    assert len(MOVES) == GAME.actions == 234
    assert [MOVES.index(name) for name in ("STOP", "PLAY:black_vulture", "LEAP:1,1", "PASS", "SWAP:deck")] == [
        4,
        6,
        43,
        145,
        229,
    ]


def test_setup():
    """R2, R4, R5, R17, R18: the deal of given orders, and Red Fox to step."""
    order = SHUFFLED.tolist()
    floor = [*order[:22], 0, 1, 2]
    state = GAME.setup({}, GAME.dealer(0, [order, floor[::-1]]))
    assert state.cards[:CELLS].tolist() == floor[::-1]
    assert pile(state.hand) == " ".join(IDS[kind] for kind in order[22:27])
    assert state.deck[: state.left][::-1].tolist() == order[27:]
    assert (cell_name(state.fox), cell_name(state.bear), state.crow, state.eagle) == ("5,3", "1,3", 2, 12)
    assert moves.PHASES[state.phase] == "STEP"
    assert state.arrow == state.vixen == NONE
    assert not (state.marks[:CELLS] & FACE_UP).any()
    assert GAME.setup({"eagle_gap": "odd"}, GAME.dealer(1)).eagle == 13


def test_the_sun_shares_a_space():
    """R6: Sun/Moon on Crow's or Eagle's space has no effect."""
    table = Table(crow=3, sun=2, decision="BEAR_DUE").do("BEAR:W")
    assert (table.state.sun, table.state.crow, table.asked) == (3, 3, "STEP")


def test_inactive_symbols_are_in_no_effect():
    """R14."""
    for kind, symbols in enumerate(SYMBOLS):
        active = [word for word in symbols if word in ("LOSE_TURN", "KEEN_EYES")]
        if set(symbols) & set(INACTIVE):
            assert sum(effect > 0 for effect in EFFECTS[kind]) == len(active), IDS[kind]


def test_s19_fixed_or_not():
    """R12, R11."""
    table = Table({"1,1": "beaver FU", "1,2": "beaver", "1,5": "coyote FU"}, decision="CROW_MOVE").do(
        "CROW:+1 PEEK:2,4"
    )
    assert "SWAP:1,1" not in table.options
    assert {"SWAP:1,2", "SWAP:1,5"} <= set(table.options)
    table.do("SWAP:1,5")
    assert table.at("2,4") == "coyote FU"
    assert table.at("1,5") == "box_turtle FD"
    assert table.known("1,5") == "crow"
    table.state.fox = cell_of("3,4")
    table.do("BEAR:W")
    assert "STEP:N" not in table.options, "R24: it blocks"


def test_s31_cards_under_the_pieces():
    """R13, R3, R11, R9: a peek activates nothing."""
    table = Table({"1,3": "deer_mouse", "5,3": "osprey"}, crow=1, decision="CROW_MOVE").do("CROW:+1")
    assert cells(table.options) == {f"{row},3" for row in range(1, 6)}
    table.do("PEEK:1,3 SWAP:5,3")
    assert table.at("5,3") == "deer_mouse FD"
    assert table.known("5,3") == "crow"
    assert table.at("1,3") == "osprey FD"
    assert table.known("1,3") == ""
    assert table.bear == "1,3"
    assert table.fox == "5,3"
    assert table.asked == "BEAR"
