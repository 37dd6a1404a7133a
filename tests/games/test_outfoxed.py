"""The rulebook of Outfoxed, as tests: docs/rules/outfoxed.md has the numbers."""

import random
from collections import Counter
from itertools import permutations

import pytest

from skulk.engine import NONE, SPECTATOR, UNKNOWN, BadPosition, IllegalMove, Match, load
from skulk.games.outfoxed import terms
from skulk.games.outfoxed.components import (
    BARE,
    CELLS,
    COPIES,
    CROW,
    DIE,
    EFFECTS,
    FACES,
    FOREST_FLOOR,
    FOX,
    IDS,
    INACTIVE,
    KINDS,
    LEFT_OUT,
    LINE,
    RABBITS,
    RIM,
    SHUFFLED,
    SYMBOLS,
)
from skulk.games.outfoxed.names import CELL_NAMES, cell_name, cell_of
from skulk.games.outfoxed.terms import BOTH_KNOW, FACE_UP, MAY_BE_RABBIT, PHASES, REASONS, STIRRED

GAME = load("outfoxed")
ROLL = {"SPEED": 0, "SPEED_CARRION": 1, "UNIQUE": 2, "BLANK": 4}  # a side of the die that shows this face


# ---- helpers: the table of the scenarios, and moves by their short names


def _names():
    at = [f":{cell}" for cell in CELL_NAMES]
    yield from [*(f"STEP:{way}" for way in "NESW"), "STOP", "ACTIVATE", *(f"PLAY:{kind}" for kind in IDS[RABBITS:BARE])]
    yield from [f"{what}{cell}" for what in ("LEAP", "LOOK", "SWITCH") for cell in at]
    yield from ["SPEND", "KEEP", *(f"PLACE{cell}" for cell in at), "PASS", *(f"VIXEN{cell}" for cell in at)]
    yield from [*(f"EAGLE:{n}" for n in ("+1", "-1", "+2", "-2", "+3", "-3")), "CROW:+1", "CROW:-1"]
    yield from [*(f"{what}{cell}" for what in ("PEEK", "SWAP") for cell in at), "SWAP:deck"]
    yield from [f"BEAR:{way}" for way in "NESW"]


MOVES = list(_names())


class Table:
    """The table of a scenario: every cell a face-down box turtle that nobody has seen, unless something else is said.

    `floor` has a card for some cells: "rabbit_1", or with a mark or more: "rabbit_1 FU", "deer_mouse crow".
    """

    def __init__(self, floor=None, **parts):
        cells = dict.fromkeys(CELL_NAMES, "box_turtle") | {c: _entry(text) for c, text in (floor or {}).items()}
        parts = {"hand": [], "deck": ["opossum"] * 5, **parts}
        for pile in ("hand", "deck", "discards", "captured", "bait", "flags"):
            if isinstance(parts.get(pile), str):
                parts[pile] = parts[pile].split()
        parts["removed"] = ["opossum"] * parts.pop("exchanges", 0)
        self.state = GAME.from_position({"floor": cells, **parts})
        self.events = []

    def do(self, moves, rolls="", seed=0):
        """Moves one after the other, the Vixen held back where nothing is said; `rolls` are the faces to come."""
        script = [ROLL[face] for face in rolls.split()] if rolls else None
        dealer = GAME.dealer(seed, script)
        for name in moves.split():
            if self.asked == "VIXEN" and not name.startswith(("VIXEN", "PASS")):
                self._play("PASS", dealer)
            self._play(name, dealer)
        assert not rolls or dealer.used == len(script), "the die was rolled less often"
        self.events = dealer.heard()
        return self

    def _play(self, name, dealer):
        (seat,) = GAME.acting(self.state)
        assert MOVES.index(name) in GAME.legal(self.state, seat), f"{name} is not among {self.options}"
        GAME.rules.play(self.state, seat, MOVES.index(name), dealer)
        found = GAME.State.faults(self.state) or GAME.words.check(self.state)
        assert not found

    @property
    def asked(self):
        return PHASES[self.state.phase]

    @property
    def seat(self):
        return GAME.acting(self.state)[0]

    @property
    def options(self):
        return [MOVES[action] for action in GAME.legal(self.state, self.seat)]

    @property
    def fox(self):
        return cell_name(self.state.fox)

    @property
    def bear(self):
        return cell_name(self.state.bear)

    @property
    def discards(self):
        return pile(self.state.discards)

    @property
    def hand(self):
        return pile(self.state.hand)

    @property
    def deck(self):
        return " ".join(IDS[card] for card in self.state.deck[: self.state.left][::-1])

    @property
    def captured(self):
        return " ".join(IDS[card] for card in self.state.captured if card != NONE)

    @property
    def reason(self):
        return REASONS[self.state.reason] if self.state.over else None

    def at(self, cell):
        """The card there and its side: "rabbit_1 FU"."""
        place = cell_of(cell)
        return f"{IDS[self.state.cards[place]]} {'FU' if self.state.marks[place] & FACE_UP else 'FD'}"

    def known(self, cell):
        """Who knows the card there: "", "fox", "crow" or "both"."""
        return ["", "fox", "crow", "both"][self.state.marks[cell_of(cell)] & BOTH_KNOW]

    def may_be_rabbit(self, cell):
        return bool(self.state.marks[cell_of(cell)] & MAY_BE_RABBIT)

    def heard(self, seat, kind):
        return [e.numbers for e in self.events if e.kind == kind and e.heard_by(seat)]

    def sees(self, seat, cell):
        """What the seat sees there: an id, or "?"."""
        card = GAME.see(self.state, seat).cards[cell_of(cell)]
        return "?" if card == UNKNOWN else IDS[card]


def _entry(text):
    card, *marks = text.split()
    known = ["all"] if "all" in marks else [seat for seat in ("fox", "crow") if seat in marks or "both" in marks]
    return {"card": card, **({"up": True} if "FU" in marks else {"known": known} if known else {})}


def pile(numbers):
    return " ".join(IDS[kind] for kind in range(KINDS) for _ in range(numbers[kind]))


def cells(options):
    return {option.split(":")[1] for option in options}


def all_but(*names):
    return set(CELL_NAMES) - set(names)


LAND = "STEP:N STEP:E"  # from 5,3 to 4,4


# ---- A. board and vocabulary


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
    assert PHASES[state.phase] == "STEP"
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


# ---- the worked scenarios


def test_s1_rabbit_0_and_a_bonus_turn():
    """R31, R37, R38, R41, R43."""
    table = Table({"3,3": "rabbit_0"}, deck="brook_trout honey_bee").do("STEP:N STEP:N")
    assert table.captured == "rabbit_0"
    assert table.at("3,3") == "brook_trout FD"
    assert table.known("3,3") == ""
    assert not table.may_be_rabbit("3,3")
    assert (table.fox, table.asked, table.state.eagle) == ("3,3", "STEP", 12)
    assert table.options == ["STEP:N", "STEP:E", "STEP:S", "STEP:W"]
    assert not table.heard(FOX, terms.ROLLED)


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
    assert {cell_name(e[1]) for e in table.heard(FOX, terms.LOOKED)} == {"1,4", "3,4", "2,3", "2,5"}
    assert table.at("4,4") == "bullfrog FD"
    assert table.at("2,4") == "deer_mouse FD"
    assert table.known("4,4") == table.known("2,4") == "both"
    assert table.hand == "fresh_tracks"
    assert not table.may_be_rabbit("4,4")


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


def test_s24_private_looks():
    """R51, R52, R59, R8."""
    floor = {"4,4": "eastern_mole", "3,4": "rabbit_2", "4,5": "vegetation FU"}
    table = Table(floor).do(LAND)
    looked = {"3,4", "4,3", "5,4"}
    assert {cell_name(e[1]) for e in table.heard(FOX, terms.LOOKED)} == looked
    assert {(cell_name(e[1]), e[2]) for e in table.heard(CROW, terms.LOOKED)} == {(cell, UNKNOWN) for cell in looked}
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
    assert table.heard(CROW, terms.DREW) == [(UNKNOWN, 0, 0, 0)]
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


def test_s29_invariants_of_every_game():
    """R1, R2, R4, R5, R15, R17, R18, R20, R80, R82: at every decision of random games."""
    reasons = Counter()
    for seed in range(12):
        chance, match = random.Random(seed), Match(GAME, GAME.variants[seed % 4], seed=seed)
        assert match.state.phase in (terms.STEP, terms.VIXEN)
        while not match.is_over:
            state = match.state
            _nothing_is_lost(state)
            assert state.fox != state.bear
            assert state.crow != state.eagle
            assert state.sun < RIM
            fox, crow = match.seen(FOX), match.seen(CROW)
            assert (fox.left, fox.held, fox.discards.tolist()) == (crow.left, crow.held, crow.discards.tolist())
            seat = match.acting()[0]
            match.play(seat, chance.choice(match.legal(seat)))
        reasons[REASONS[match.state.reason]] += 1
        assert match.state.sun <= RIM
    assert set(reasons) <= set(REASONS)
    assert len(reasons) > 1


def _nothing_is_lost(state):
    everywhere = [*state.cards, *state.deck, *state.captured, *state.bait]
    counts = Counter(card for card in everywhere if card != NONE) + Counter(
        pile(state.hand).split() + pile(state.discards).split()
    )
    named = Counter(IDS[card] if not isinstance(card, str) else card for card in counts.elements())
    assert named == Counter({IDS[kind]: int(COPIES[kind]) for kind in range(BARE)})
    rabbits = [*state.cards[:CELLS], *state.captured, *(state.cards[CELLS:] if state.burying else [])]
    assert sorted(card for card in rabbits if 0 <= card < RABBITS) == [0, 1, 2]


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


def test_s32_walking_over_not_replacing():
    """R9, R25, R33, R51."""
    table = Table({"4,3": "yellow_jacket", "3,3": "chipmunk"}, hand="bullfrog").do("STEP:N STEP:N ACTIVATE")
    assert {cell_name(e[1]) for e in table.heard(FOX, terms.LOOKED)} == {"2,3", "3,2", "3,4", "4,3"}
    assert table.sees(FOX, "4,3") == "yellow_jacket"
    assert not table.state.limp
    assert table.hand == "bullfrog"


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


def test_s35_options():
    """R63, R78."""
    anytime = {"options": {"vixen": "any"}}
    table = Table(fox="4,3", bear="3,3", arrow="2,3", decision="BEAR_DUE", **anytime)
    assert (table.asked, table.seat) == ("VIXEN", FOX)
    assert table.options[0] == "PASS"
    assert cells(table.options[1:]) == set(CELL_NAMES)
    assert table.do("VIXEN:4,3").options == ["BEAR:E", "BEAR:W"]
    perched = Table(decision="CROW_MOVE", **anytime).do("CROW:+1")
    assert perched.asked == "VIXEN"
    assert cells(perched.do("VIXEN:2,4").options) == {"1,4", "3,4", "4,4", "5,4"}
    burying = Table({"2,4": "rabbit_1"}, decision="CROW_MOVE", options={"burying": "on"}).do("CROW:+1 PEEK:2,4")
    assert set(burying.options) == {f"SWAP:{cell}" for cell in all_but("2,4")} | {"SWAP:deck"}
    burying.do("SWAP:deck")
    assert IDS[burying.state.cards[CELLS]] == "rabbit_1"
    assert GAME.see(burying.state, FOX).cards[CELLS] == UNKNOWN
    assert GAME.see(burying.state, CROW).cards[CELLS] == 1


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


# ---- what a seat knows


def test_special_backs_are_known_wherever_they_are_seen():
    """R12, R45, R58: on the floor, in the hand, on top of the deck; else in the deck below its top."""
    table = Table({"1,1": "black_vulture"}, hand="hurricane bullfrog", deck="opossum osprey")
    seen = GAME.see(table.state, CROW)
    assert IDS[seen.cards[0]] == "black_vulture"
    assert seen.hand[IDS.index("hurricane")] == 1
    assert seen.hand[IDS.index("bullfrog")] == UNKNOWN
    assert seen.held == 2
    top = GAME.see(Table(deck="hurricane opossum").state, SPECTATOR)
    assert IDS[top.deck[1]] == "hurricane"
    assert top.deck[0] == UNKNOWN
    hidden = Table(deck="opossum osprey hurricane")
    for seed in range(20):
        again = GAME.redeal(GAME.see(hidden.state, FOX), FOX, GAME.dealer(seed))
        assert IDS.index("hurricane") in again.deck[:2], "never on the top"


def test_all_remember_what_was_revealed():
    """R8, R31: also whoever watches; private looks stay private."""
    table = Table({"4,4": "deer_mouse"}).do(LAND)
    assert table.at("4,4") == "deer_mouse FD"
    assert [table.sees(seat, "4,4") for seat in (FOX, CROW, SPECTATOR)] == ["deer_mouse"] * 3
    assert [table.sees(seat, "3,4") for seat in (FOX, CROW, SPECTATOR)] == ["box_turtle", "?", "?"]


def test_a_storm_leaves_each_seat_its_list():
    """R58: what a seat knew among the shuffled cards it still knows to be among them."""
    floor = {"4,4": "hurricane", "1,1": "rabbit_1 fox", "1,2": "osprey crow", "1,4": "chipmunk all", "5,5": "carrion"}
    table = Table(floor).do(LAND, seed=3)
    assert pile(table.state.recalled[FOX]) == "rabbit_1 chipmunk"
    assert pile(table.state.recalled[CROW]) == "chipmunk osprey"
    fox, crow = GAME.see(table.state, FOX), GAME.see(table.state, CROW)
    assert (fox.recalled[CROW] == UNKNOWN).all()
    assert (crow.recalled[FOX] == UNKNOWN).all()
    assert fox.recalls.tolist() == crow.recalls.tolist() == [2, 2]
    for seed in range(30):
        again = GAME.redeal(crow, CROW, GAME.dealer(seed))
        stirred = {IDS[again.cards[cell]] for cell in range(CELLS) if again.marks[cell] & STIRRED}
        assert {"chipmunk", "osprey"} <= stirred


def _every_deal(table, seat):
    """All deals that fit what the seat sees, found by trying every order of the unseen cards; each equally likely."""
    state, seen = table.state, GAME.see(table.state, seat)
    places = [p for p in range(CELLS + state.exchanges) if seen.cards[p] == UNKNOWN]
    hidden = [k for k in range(KINDS) if seen.hand[k] == UNKNOWN for _ in range(state.hand[k])]
    deck = [i for i in range(state.left) if seen.deck[i] == UNKNOWN]
    unseen = [int(state.cards[p]) for p in places] + hidden + [int(state.deck[i]) for i in deck]
    known = Counter(int(state.cards[p]) for p in range(CELLS) if state.marks[p] & STIRRED and p not in places)
    need = Counter()
    if seat != SPECTATOR:
        need = Counter({k: int(state.recalled[seat, k] - state.shown[k]) for k in range(KINDS)}) - known
    may = [bool(state.marks[p] & MAY_BE_RABBIT) for p in places]
    stirred = [i for i, p in enumerate(places) if state.marks[p] & STIRRED]
    deals, n, h = Counter(), len(places), len(hidden)
    for order in permutations(unseen):
        if any(card < RABBITS and not (i < n and may[i]) for i, card in enumerate(order)):
            continue  # a rabbit where there can be none
        if BACKS & {*order[: n + h], order[-1]}:
            continue  # its back would be seen
        if need - Counter(order[i] for i in stirred):
            continue  # the seat knows that more is stirred
        deals[order[:n], tuple(sorted(order[n : n + h])), order[n + h :]] += 1
    return places, deals


BACKS = {IDS.index("black_vulture"), IDS.index("hurricane")}


def _stirred(seat):
    """A small case: a storm has gone by; a few cards are unknown on stirred cells, in front of Crow, on the Vixen's
    cell and in the deck, among them a rabbit, a special back, and two of a kind of which the seat recalls one."""
    known = ["all"]
    floor = {cell: {"card": "box_turtle", "known": known} for cell in CELL_NAMES}
    floor["4,4"] = {"card": "hurricane", "up": True}
    floor["1,1"] = {"card": "honey_bee", "stirred": True}
    floor["1,2"] = {"card": "rabbit_1", "stirred": True}
    floor["2,2"] = {"card": "osprey", "rabbit": True}
    position = {
        "floor": floor,
        "vixen": "2,2",
        "removed": [{"card": "deer_mouse", "known": ["crow"], "stirred": True}],
        "hand": ["carrion"] if seat != FOX else [],
        "deck": ["honey_bee", "black_vulture", "opossum"],
        "storm": {"fox": ["honey_bee"], "crow": ["honey_bee"]},
    }
    table = Table()
    table.state = GAME.from_position(position)
    return table


@pytest.mark.parametrize("seat", [FOX, CROW, SPECTATOR])
def test_a_redeal_follows_the_fair_belief_exactly(seat):
    """Redealt 4,000 times, every deal that fits comes as often as any other, and no other comes (R58, R77, R78)."""
    table, samples = _stirred(seat), 4000
    places, deals = _every_deal(table, seat)
    seen, dealer, found = GAME.see(table.state, seat), GAME.dealer(seat + 1), Counter()
    for _ in range(samples):
        state = GAME.redeal(seen, seat, dealer)
        hand = tuple(k for k in range(KINDS) if seen.hand[k] == UNKNOWN for _ in range(state.hand[k]))
        deck = tuple(int(state.deck[i]) for i in range(state.left) if seen.deck[i] == UNKNOWN)
        found[tuple(int(state.cards[p]) for p in places), hand, deck] += 1
    assert set(found) <= set(deals)
    weight = sum(deals.values())
    expected = {deal: samples * n / weight for deal, n in deals.items()}
    chi_square = sum((found[deal] - e) ** 2 / e for deal, e in expected.items())
    freedom = len(deals) - 1
    assert abs(chi_square - freedom) < 4.5 * (2 * freedom) ** 0.5, (chi_square, freedom)


def test_fixed_deals_of_a_new_game_are_uniform():
    """A rabbit is as likely on every cell of a new game, for all who watch (R1)."""
    state, found = GAME.setup({}, GAME.dealer(4)), Counter()
    seen, dealer = GAME.see(state, SPECTATOR), GAME.dealer(9)
    backs = {cell for cell in range(CELLS) if state.cards[cell] in BACKS}
    for _ in range(1000):
        again = GAME.redeal(seen, SPECTATOR, dealer)
        found.update(cell for cell in range(CELLS) if again.cards[cell] < RABBITS)
    expected = 3000 / (CELLS - len(backs))
    assert not backs & set(found)
    assert all(abs(n - expected) < 5 * expected**0.5 for n in found.values())


# ---- positions, refusals, the table


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
        assert {cell["cell"]: cell["card"] for cell in drawn["cells"]}["4,4"] == shown
        assert table.sees(FOX, "4,4") == "deer_mouse"
    peeked = Table({"1,4": "osprey"}, options={"memory": "unaided"}, decision="CROW_MOVE").do("CROW:+1 PEEK:1,4")
    for seat, shown in ((CROW, "osprey"), (FOX, None)):
        drawn = GAME.words.table(GAME.see(peeked.state, seat), seat)
        assert {cell["cell"]: cell["card"] for cell in drawn["cells"]}["1,4"] == shown


@pytest.mark.parametrize("flags", ["", "dive", "double_spent", "dive double_spent"])
def test_with_the_question_for_the_vixen_the_table_tells_where_the_eagle_may_fly(flags):
    """R63, R70: who flies holds her back."""
    table = Table(decision="STEP", flags=flags).do("STEP:N STOP")
    assert table.asked == "VIXEN"
    told = [GAME.words.table(GAME.see(table.state, seat), seat)["flights"] for seat in (FOX, CROW)]
    table.do("PASS")
    assert table.options == [f"EAGLE:{spaces:+d}" for spaces in told[0]]
    assert told[0] == told[1]
    assert GAME.words.table(GAME.see(table.state, FOX), FOX)["flights"] == []


def test_another_box():
    """An owner of the box may correct it: here every face of the die evades."""
    fast = load("outfoxed", {"DIE": ["SPEED"] * 6})
    state = fast.from_position({"floor": {"3,3": "rabbit_1"}})
    for name in ("STEP:N", "STEP:N"):
        fast.rules.play(state, FOX, MOVES.index(name), fast.dealer(1))
    assert state.caught == 0
    assert state.marks[cell_of("3,3")] & FACE_UP
