"""The rulebook of Fox on the Run, as tests. W1 to W31 are worked scenarios, laid out by hand and played move by move.

Squares are a1 (northwest) to e5 (southeast). A table is laid in one line: "c3=NE" shows arrows to the north and east,
"c3=NE+1" has been turned a quarter since it was revealed, "c3=?NE" still lies face down; what is not named is as at the
start, with unnamed tiles dealt face down. Lists of moves are complete and in the order of the actions.
"""

from collections import Counter
from functools import cache
from itertools import pairwise, permutations

import numpy as np
import pytest

from skulk.engine import COMPILED, NONE, PYTHON, SPECTATOR, BadOption, BadPosition, IllegalMove, Match, load
from skulk.engine.game import cache_folder
from skulk.engine.run import Playouts
from skulk.games.fox_on_the_run import rules
from skulk.games.fox_on_the_run.components import HOMES, PASS, ROTATE, SQUARE, STOP
from skulk.games.fox_on_the_run.names import FACTIONS, NAMES, PHASES, REASONS, arrows_of, square_name, square_of

GAME = load("fox_on_the_run")
DIRECTIONS = ["N", "E", "S", "W", "NE", "SE", "SW", "NW"]
FULL = (  # all 22 tiles of the set
    "a1=START b1=S c1=ES d1=W e1=S a2=E b2=W c2=N d2=E e2=E a3=N b3=NE c3=SW d3=NS e3=W "
    "a4=E b4=N c4=EW d4=START e4=S a5=N b5=W c5=NW d5=S e5=START"
)


# ---- a table to look at and to play on


class Table:
    """A state, asked in words."""

    def __init__(self, state, told=()):
        self.state, self.told = state, list(told)

    @property
    def moves(self):
        """What may be done now: "N E stop", "c2 c4 pass", "90 180 270"."""
        if self.state.over:
            return ""
        return " ".join(_spoken(action) for action in GAME.legal(self.state, self.seat))

    @property
    def seat(self):
        (seat,) = GAME.acting(self.state)
        return seat

    @property
    def mover(self):
        return NAMES[rules.mover(self.state)]

    @property
    def phase(self):
        return PHASES[self.state.phase]

    @property
    def ended(self):
        """None, or who won and why."""
        return ([*FACTIONS, "nobody"][self.state.winner], REASONS[self.state.reason]) if self.state.over else None

    @property
    def face_down(self):
        assert self.state.face_down == 25 - self.state.revealed.sum()
        return self.state.face_down

    def at(self, name):
        """Where a character stands."""
        return square_name(self.state.place[NAMES.index(name)])

    def __getitem__(self, square):
        """What the tile shows: its arrows, START, or ? face down."""
        square = square_of(square)
        shown = arrows_of(rules.face(self.state, square)) or "START"
        return shown if self.state.revealed[square] else "?"

    def after(self, *moves):
        """The table some moves later; this one stays as it is."""
        state, dealer = GAME.State.copy(self.state), GAME.dealer(1)
        for move in moves:
            now = Table(state)
            assert move in now.moves.split(), f"{now.mover} may not {move}: {now.moves}"
            action = next(a for a in GAME.legal(state, now.seat) if _spoken(a) == move)
            GAME.rules.play(state, now.seat, action, dealer)
        return Table(state, [GAME.text(GAME.words.tell(event, SPECTATOR)) for event in dealer.heard()])


def _spoken(action):
    if action < STOP:
        return DIRECTIONS[action]
    if action in (STOP, PASS):
        return "stop" if action == STOP else "pass"
    return str(90 * (action - ROTATE)) if action > ROTATE else square_name(action - SQUARE)


def lay(mover, tiles="", **parts):
    """A table where `mover` is about to move; characters and other parts of a position by name."""
    position = {"mover": mover, "tiles": dict(tile.split("=") for tile in tiles.split())}
    position["characters"] = {name: parts.pop(name) for name in NAMES if name in parts}
    return Table(GAME.from_position(position | parts, GAME.dealer(7)))


def lay_full(mover, face_down, **parts):
    """All tiles revealed, but for one square."""
    return lay(mover, FULL.replace(f"{face_down}=", f"{face_down}=?"), **parts)


def deal(seed=0, **options):
    return Table(GAME.setup(options, GAME.dealer(seed)))


def random_games(games, **options):
    """The tables of some random games, each game as a list from the deal to the end."""
    for seed in range(games):
        dealer, pick = GAME.dealer(seed), np.random.default_rng(seed)
        state = GAME.setup(options, dealer)
        tables = [Table(GAME.State.copy(state))]
        while not state.over:
            seat = tables[-1].seat
            GAME.rules.play(state, seat, int(pick.choice(GAME.legal(state, seat))), dealer)
            dealer.heard()
            tables.append(Table(GAME.State.copy(state)))
        yield tables


# ---- setting up


def test_the_table_is_laid():
    """R28, R29: three starting tiles face up, the 22 directional tiles of the box face down, Indigo to step."""
    t = deal()
    assert [t[q] for q in ("a1", "d4", "e5")] == ["START"] * 3
    assert t.face_down == 22
    assert [t.at(name) for name in NAMES[:4]] == ["a1", "e5", "d4", "d4"]
    faces = Counter(arrows_of(face) for face in t.state.printed if face)
    assert faces == {"N": 4, "E": 4, "S": 4, "W": 4, "NE": 1, "ES": 1, "SW": 1, "NW": 1, "NS": 1, "EW": 1}
    assert (t.mover, t.phase) == ("Indigo", "step")


def test_the_deal_is_fair():
    """R28: any tile may lie on any square; c3 shows each face as often as the box has it."""
    dealt = Counter(int(deal(seed).state.printed[12]) for seed in range(2200))
    expected = {face: 100 * n for face, n in Counter(deal().state.printed.tolist()).items() if face}
    assert chi_square(dealt, expected) < 35  # 9 degrees of freedom: chance exceeds this once in 15,000


def test_raffles_and_napoleon_start_on_face_down_tiles():
    """R52: their tiles count among the 22 and stay face down."""
    t = deal(expansion="on")
    assert (t.at("Raffles"), t.at("Napoleon"), t["e1"], t["a5"]) == ("e1", "a5", "?", "?")
    assert t.face_down == 22
    assert [t.at(name) for name in NAMES[:4]] == ["a1", "e5", "d4", "d4"]


SEATS = [  # players, options, the seats of Indigo, Scarlet, Zev, Puffer, and of Raffles and Napoleon
    (2, {}, [0, 0, 1, 1]),
    (3, {}, [0, 0, 1, 2]),
    (3, {"solo_faction": "guardians"}, [1, 2, 0, 0]),
    (4, {}, [0, 2, 1, 3]),
    (4, {"controllers": [3, 2, 1, 0, None, None]}, [3, 2, 1, 0]),
    (2, {"raffles_side": "foxes"}, [0, 0, 1, 1, 0, 1]),
    (2, {"raffles_side": "guardians"}, [0, 0, 1, 1, 1, 0]),
    (3, {"raffles_side": "foxes"}, [0, 0, 1, 2, 0, 2]),
    (3, {"raffles_side": "guardians"}, [0, 0, 1, 2, 2, 0]),
    (3, {"raffles_side": "foxes", "solo_faction": "guardians"}, [1, 2, 0, 0, 2, 0]),
    (4, {"raffles_side": "foxes"}, [0, 2, 1, 3, 2, 3]),
    (4, {"raffles_side": "guardians"}, [0, 2, 1, 3, 3, 2]),
    (5, {"raffles_side": "foxes"}, [0, 2, 1, 3, 2, 4]),
    (5, {"raffles_side": "guardians"}, [0, 2, 1, 3, 4, 2]),
    (6, {"raffles_side": "foxes"}, [0, 2, 1, 3, 4, 5]),
    (6, {"raffles_side": "guardians"}, [0, 2, 1, 3, 5, 4]),
    (5, {"raffles_side": "foxes", "controllers": [4, 3, 2, 1, 3, 0]}, [4, 3, 2, 1, 3, 0]),
]


@pytest.mark.parametrize(("players", "options", "seats"), SEATS)
def test_seats(players, options, seats):
    """R50: every seat plays for one faction, and its characters are asked through it."""
    expansion = "on" if len(seats) == 6 else "off"
    t = deal(players=players, expansion=expansion, **options)
    assert t.state.controller[: len(seats)].tolist() == seats
    assert set(seats) == set(range(players))
    assert all(t.state.controller[len(seats) :] == NONE)
    assert t.seat == seats[0]  # Indigo begins
    for seat in range(players):
        assert len({t.state.faction[c] for c in range(len(seats)) if seats[c] == seat}) == 1


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 5}, "need the expansion"),
        ({"players": 7, "expansion": "on"}, "players"),
        ({"players": 1}, "players"),
        ({"turn_limit": 0}, "R49"),
        ({"turn_limit": 30_001}, "turn_limit"),
        ({"raffles_side": "both"}, "raffles_side"),
        ({"players": 2, "controllers": [0, 1, 1, 0, None, None]}, "both factions"),
        ({"players": 3, "controllers": [0, 0, 1, 1, None, None]}, "seats"),
        ({"players": 2, "controllers": [0, 0, 1, 1, 0, 1]}, "R50"),
        ({"players": 2, "expansion": "on", "controllers": [0, 0, 1, 1, 0, 1]}, "both factions"),
        ({"players": 2, "expansion": "on", "raffles_side": "random", "controllers": [0, 0, 1, 1, 0, 1]}, "R50"),
    ],
)
def test_options_that_cannot_be(options, complaint):
    with pytest.raises(BadOption, match=complaint):
        deal(**options)


def test_raffles_side_at_random():
    """R50: drawn when the table is laid and told to all; Napoleon takes the other side. The base game has neither."""
    sides = Counter()
    for seed in range(400):
        dealer = GAME.dealer(seed)
        state = GAME.setup({"expansion": "on", "raffles_side": "random"}, dealer)
        raffles, napoleon = (int(faction) for faction in state.faction[4:])
        assert {raffles, napoleon} == {0, 1}
        (news,) = [GAME.text(GAME.words.tell(event, SPECTATOR)) for event in dealer.heard()]
        assert news == f"Raffles joins the {FACTIONS[raffles]}."
        assert state.order.tolist() == rules.ORDER[raffles].tolist()
        sides[raffles] += 1
    assert 160 < sides[0] < 240  # four standard errors
    assert deal(raffles_side="random").state.playing == 4


def test_who_goes_when():
    """R2: the order is fixed, a full turn each; nobody may pass instead of stepping."""
    orders = {
        "off": ["Indigo", "Puffer", "Scarlet", "Zev"],
        "foxes": ["Indigo", "Puffer", "Raffles", "Napoleon", "Scarlet", "Zev"],
        "guardians": ["Indigo", "Puffer", "Napoleon", "Raffles", "Scarlet", "Zev"],
    }
    for side, order in orders.items():
        options = {} if side == "off" else {"expansion": "on", "raffles_side": side}
        for tables in random_games(5, **options):
            for t in tables[:-1]:
                assert t.mover == order[t.state.completed % len(order)]
                if t.phase == "step":
                    assert not {"pass", "stop"} & set(t.moves.split())
            turns = [t.state.completed for t in tables]
            assert turns == sorted(turns)


# ---- the first step


def test_w1_first_turn():
    """W1. R3, R5, R6, R9: Indigo in his corner; R14, R26, R27: he turns up a tile and stops; R31: no ability."""
    t = lay("Indigo", "b2=?N")
    assert t.moves == "E S SE"
    t = t.after("SE")
    assert (t.at("Indigo"), t["b2"], t.face_down) == ("b2", "N", 21)
    assert (t.mover, t.phase, t.moves) == ("Puffer", "step", "N E S W")


@pytest.mark.parametrize(
    ("mover", "moves", "because"),
    [
        ("Indigo", "N E S W NE SE SW NW", "R6: Indigo may begin diagonally"),
        ("Scarlet", "N E S W", "R5: the others may not"),
        ("Zev", "N E S W", "R5"),
        ("Puffer", "N E S W", "R5"),
        ("Raffles", "N E S W", "R51: Raffles moves like Puffer"),
        ("Napoleon", "N E S W", "R51: and so does Napoleon"),
    ],
)
@pytest.mark.parametrize("underfoot", ["N", "EW", "?"])
def test_first_steps(mover, moves, because, underfoot):
    """R5–R7, R51: whatever the tile underfoot shows."""
    assert lay(mover, f"b3={underfoot}", raffles_side="foxes", **{mover: "b3"}).moves == moves, because


def test_w2_chain_flip_and_ability():
    """W2. R7: her own arrow is ignored; R16, R17: a chain; R14: a flip ends it.

    R3, R30, R40: then her ability, which she may decline; R32: two tiles change places.
    """
    t = lay("Scarlet", "a3=S b3=E c3=N c2=E d2=?W", Scarlet="a3")
    assert t.moves == "N E S"
    t = t.after("E")
    assert (t.at("Scarlet"), t["d2"], t.phase, t.moves) == ("d2", "W", "ability", "c2 pass")
    assert t.told == [
        "Scarlet steps east to b3.",
        "Scarlet follows the arrow east to c3.",
        "Scarlet follows the arrow north to c2.",
        "Scarlet follows the arrow east to d2.",
        "Scarlet reveals d2: west.",
    ]
    swapped = t.after("c2")  # its only partner follows by itself
    assert (swapped["c2"], swapped["c3"], swapped.mover) == ("N", "E", "Zev")
    declined = t.after("pass")  # R30
    assert (declined["c2"], declined["c3"], declined.mover) == ("E", "N", "Zev")


def test_w19_no_legal_step():
    """W19. R8: hemmed in she stays, without ability, and the turn counts; R2: then it is Zev's turn."""
    t = lay("Scarlet", "e4=N d5=W", Zev="e4", Puffer="d5")
    assert (t.at("Scarlet"), t.mover, t.state.completed, t.moves) == ("e5", "Zev", 1, "N W")


def test_staying_put_leaves_no_ability():
    """R8, R30: Zev cannot move, so he does not reveal the face-down tile next to him either."""
    t = lay("Zev", "a5=N a4=E b5=S", Zev="a5", Scarlet="a4", Napoleon="b5", raffles_side="foxes")
    assert (t.mover, t.state.completed, t["b4"]) == ("Indigo", 1, "?")


# ---- who may go where


ENTRY = {  # R10, R11, R43, R45, R58, R59: may the row go to the column, in the order of NAMES? "!" ends the game
    "Indigo": "-!nnyn",
    "Scarlet": "n-nnyn",
    "Zev": "!n-yyn",
    "Puffer": "nny-yn",
    "Raffles": "yyyy-n",
    "Napoleon": "yyyyy-",  # R61: he pushes
}


@pytest.mark.parametrize(("mover", "other"), [(a, b) for a in NAMES for b in NAMES if a != b])
def test_entry_table(mover, other):
    """R10, R11, R43, R45, R58, R59, R61: with somebody to the north of the mover."""
    t = lay(mover, "c3=S c2=S b2=W d2=W", raffles_side="foxes", **{mover: "c3", other: "c2"})
    answer = ENTRY[mover][NAMES.index(other)]
    assert ("N" in t.moves.split()) == (answer in "y!")
    if answer in "y!":
        assert (t.after("N").ended is not None) == (answer == "!")


@pytest.mark.parametrize(
    ("mover", "others", "may", "because"),
    [
        ("Zev", ["Raffles", "Scarlet"], False, "R12: Scarlet keeps him out"),
        ("Puffer", ["Raffles", "Indigo"], False, "R12: Indigo keeps him out"),
        ("Raffles", ["Zev", "Puffer"], True, "R12, R58: both let him in"),
        ("Puffer", ["Raffles", "Zev"], True, "R12, R58"),
        ("Scarlet", ["Raffles", "Puffer"], False, "R12: Puffer keeps her out"),
        ("Zev", ["Raffles", "Indigo"], True, "R44: a capture"),
        ("Indigo", ["Raffles", "Scarlet"], True, "R41: a rescue"),
        ("Indigo", ["Raffles", "Zev"], False, "R12, R45: Zev keeps him out"),
    ],
)
def test_leave_from_each(mover, others, may, because):
    """R12: entry must be allowed with respect to each of those who stand there."""
    t = lay(mover, "c3=S c2=S", raffles_side="foxes", **{mover: "c3"}, **dict.fromkeys(others, "c2"))
    assert ("N" in t.moves.split()) == may, because
    if may:
        t = t.after("N")
        assert t.ended == {"Indigo": ("foxes", "rescue"), "Zev": ("guardians", "capture")}.get(mover), because


def test_three_on_a_square():
    """R58, R15: Raffles joins Zev and Puffer on their starting tile and stops."""
    t = lay("Raffles", "d3=N", Raffles="d3", raffles_side="foxes").after("S")
    assert {t.at(name) for name in ("Raffles", "Zev", "Puffer")} == {"d4"}


# ---- entering a square


def test_w3_arrow_blocked_by_puffer():
    """W3. R10: E is Zev's square; R18: one arrow open, one blocked: go or stop; R14, R31: then it is Puffer's turn."""
    t = lay("Indigo", "c4=W c3=NE c2=S d3=?S", Indigo="c4", Puffer="c2")
    assert t.moves == "N S W NE SE SW NW"
    t = t.after("N")
    assert (t.at("Indigo"), t.phase, t.moves) == ("c3", "arrow", "E stop")
    assert (t.after("stop").at("Indigo"), t.after("stop").mover) == ("c3", "Puffer")
    on = t.after("E")
    assert (on.at("Indigo"), on["d3"], on.mover) == ("d3", "S", "Puffer")


def test_w4_arrow_over_the_edge():
    """W4. R9, R18: an arrow over the edge is blocked, and may be picked to stop."""
    t = lay("Indigo", "d3=N e3=NE e2=?W", Indigo="d3").after("E")
    assert (t.at("Indigo"), t.moves) == ("e3", "N stop")
    assert (t.after("stop").at("Indigo"), t.after("stop").mover) == ("e3", "Puffer")
    assert (t.after("N").at("Indigo"), t.after("N")["e2"]) == ("e2", "W")


def test_w5_lone_blocked_arrow_and_reveal():
    """W5. R19: the only arrow is blocked; R35, R36: Zev turns up a tile around him, and nobody moves."""
    t = lay("Zev", "b2=N a2=W b3=?E", Zev="b2").after("W")
    assert (t.at("Zev"), t.phase, t.moves) == ("a2", "ability", "b1 a3 b3 pass")
    t = t.after("b3")
    assert (t["b3"], t.face_down, t.at("Zev")) == ("E", 19, "a2")
    assert (t.mover, t.moves) == ("Indigo", "E SE")


@pytest.mark.parametrize(
    ("tiles", "step", "phase", "moves", "because"),
    [
        ("e1=NE", "E", "step", "N E S W", "R19: both arrows are blocked, so it is Puffer's turn"),
        ("e2=EW", "SE", "arrow", "W stop", "R18: W is open, E is not"),
        ("e2=NS", "SE", "arrow", "N S", "R20: both are open, there is no stopping"),
    ],
)
def test_two_arrows(tiles, step, phase, moves, because):
    """R18–R20: Indigo on d1 steps onto a tile with two arrows."""
    t = lay("Indigo", f"d1=N {tiles}", Indigo="d1").after(step)
    assert (t.at("Indigo"), t.phase, t.moves) == (tiles[:2], phase, moves), because


def test_arrows_are_orthogonal_for_indigo_too():
    """R25, R20: after a diagonal step a lone arrow carries him east, not southeast."""
    t = lay("Indigo", "b2=E c2=?S").after("SE")
    assert (t.at("Indigo"), t["c2"], t.mover) == ("c2", "S", "Puffer")


def test_w6_loop():
    """W6. R21: the second visit ends the movement; R32, R36, R38: pairs of different faces, each once."""
    t = lay("Scarlet", "b2=E c2=S c3=W b3=N b1=W", Scarlet="b1")
    assert t.moves == "E S"  # R43: W is Indigo's square
    t = t.after("S")
    assert (t.at("Scarlet"), t.phase, t.moves) == ("b2", "ability", "b1 c2 b3 pass")
    assert t.after("b1").moves == "c2 b3"  # R38: c3 shows the same
    assert t.after("c2").moves == "b3 c3"
    last = t.after("b3")  # with c3, by itself
    assert (last["b3"], last["c3"], last.mover) == ("W", "N", "Zev")


def test_second_arrow_is_not_used_either():
    """R21: coming back to a tile with two arrows ends the movement, though one of them was left aside."""
    t = lay("Scarlet", "c4=N c3=NE c2=S d3=?N", Scarlet="c4").after("N")
    assert t.moves == "N E"
    t = t.after("N")
    assert (t.at("Scarlet"), t.phase, t["d3"]) == ("c3", "ability", "?")


def test_w7_back_to_the_square_of_departure():
    """W7. R22: the tile he started on acts when he comes back; R21: the other one does not act twice."""
    t = lay("Puffer", "a3=E b3=W", Puffer="a3").after("E")
    assert (t.at("Puffer"), t.phase, t.moves) == ("b3", "ability", "a3 pass")


def test_a_movement_may_go_all_around_the_board():
    """R21, R22, R23: sixteen tiles in a ring, and one more entry until a tile would act a second time."""
    ring = "a1=E b1=E c1=E d1=E e1=S e2=S e3=S e4=S e5=W d5=W c5=W b5=W a5=N a4=N a3=N a2=N"
    inside = {"Indigo": "b2", "Zev": "c2", "Puffer": "d2"}
    t = lay("Scarlet", f"{ring} b2=START c2=START d2=START", Scarlet="a2", **inside).after("N")
    assert t.at("Scarlet") == "a1"
    assert sum("Scarlet steps" in line or "Scarlet follows" in line for line in t.told) == 17


def test_w8_starting_tile_stops():
    """W8. R15: on Indigo's starting tile Scarlet stops; R30: her ability is still hers."""
    t = lay("Scarlet", "b2=S b1=W c1=S", Scarlet="b2", Indigo="c1").after("N")
    assert (t.at("Scarlet"), t.phase, t.moves) == ("a1", "ability", "b1 pass")
    t = t.after("b1")  # with b2, by itself
    assert (t["b1"], t["b2"], t.mover) == ("S", "W", "Zev")


def test_w13_capture_through_puffers_square():
    """W13. R11, R24: Zev passes over Puffer; R13, R44, R47: entering Indigo's square ends the game."""
    t = lay("Zev", "c1=W c2=S c3=E d3=N", Zev="c1", Puffer="c2", Indigo="d3")
    assert t.moves == "E S W"
    assert t.after("S").ended == ("guardians", "capture")


def test_w14_puffer_passes_over_zev():
    """W14. R11, R20, R24: the arrow under Zev sends Puffer on; R37: no tile to turn, so he is not asked."""
    t = lay("Puffer", "b5=W b4=N b3=?E", Puffer="b5", Zev="b4")
    assert t.moves == "N E W"
    t = t.after("N")
    assert (t.at("Puffer"), t["b3"], t.mover, t.phase) == ("b3", "E", "Scarlet", "step")


# ---- turning tiles up


def test_revealed_tiles_stay_revealed():
    """R26–R28: tiles are turned up in the common orientation and never down again; R29: starting tiles do not count."""
    for tables in random_games(6):
        for before, after in pairwise(tables):
            assert all(after.state.revealed >= before.state.revealed)
            assert after.face_down <= before.face_down
            for square in np.flatnonzero(after.state.revealed > before.state.revealed):
                assert after.state.quarters[square] == 0
                assert after[square_name(square)] == arrows_of(before.state.printed[square])
            assert (after.state.printed == 0).sum() == 3
            assert all(after.state.revealed[after.state.printed == 0])


# ---- abilities


def test_w15_puffers_choices():
    """W15. R34, R36, R37, R38: what Puffer may turn, and how far; R40: although he has just turned up a tile."""
    t = lay("Puffer", "b3=E c2=W b2=N d2=E d3=NS c4=NE c3=?S", Puffer="b3", Indigo="c2").after("E")
    assert (t["c3"], t.phase, t.moves) == ("S", "ability", "b2 d2 b3 d3 c4 pass")
    corner = t.after("c4")
    assert (corner.phase, corner.moves) == ("second", "90 180 270")
    assert [corner.after(turn)["c4"] for turn in ("90", "180", "270")] == ["ES", "SW", "NW"]
    assert (t.after("d3")["d3"], t.after("d3").mover) == ("EW", "Scarlet")  # R38: a straight tile by 90° only
    assert t.after("b2", "270")["b2"] == "W"


def test_puffer_does_not_turn_a_starting_tile():
    """R38: Indigo has left his starting tile; to turn it would change nothing."""
    t = lay("Puffer", "c1=N b1=?E", Puffer="c1", Indigo="e2").after("W")
    assert (t.at("Puffer"), t["a1"], t.moves) == ("b1", "START", "c1 pass")


def test_a_straight_tile_turned_twice_lies_as_before():
    """R34, R38: two quarters of a straight tile are none."""
    t = lay("Puffer", "b3=E d3=NS+1 c3=?S", Puffer="b3").after("E")
    assert t["d3"] == "EW"
    t = t.after("d3")
    assert (t["d3"], t.state.quarters[square_of("d3")]) == ("NS", 0)


def test_w16_scarlet_swaps_a_starting_tile():
    """W16. R33: a starting tile may take part; R15: from now on it stops people where it lies."""
    t = lay("Scarlet", "d5=W b5=N e1=S c5=?E", Scarlet="d5", Zev="b5", Puffer="b5", Indigo="e1")
    assert t.moves == "N E W"
    t = t.after("W")
    assert (t["c5"], t.phase, t.moves) == ("E", "ability", "d4 pass")
    t = t.after("d4")  # with d5, by itself
    assert (t["d4"], t["d5"], t.mover, t.moves) == ("W", "START", "Zev", "N W")


def test_a_starting_tile_elsewhere():
    """R15, R16: who enters the starting tile on its new square stops; its old square acts by the tile there now."""
    moved = "d5=START d4=W c5=E e4=N c4=?S"
    t = lay("Puffer", moved, Puffer="c5", Zev="c5").after("E")
    assert (t.at("Puffer"), t.phase) == ("d5", "ability")
    t = lay("Puffer", moved, Puffer="e4", Zev="c5").after("W")
    assert (t.at("Puffer"), t["c4"]) == ("c4", "S")


def test_swapped_tiles_keep_their_rotation():
    """R1, R33: a turned tile stays turned when it changes places, and the characters stay where they are."""
    t = lay("Scarlet", "c4=N b2=NE+1 c2=W c3=?S", Scarlet="c4").after("N", "b2", "c2")
    assert (t["b2"], t["c2"], t.at("Scarlet")) == ("W", "ES", "c3")


def test_raffles_swaps_a_starting_tile():
    """R54: the starting tile under Raffles for a turned one; R1, R55: neither is turned, and all characters stay."""
    where = {"Raffles": "d3", "Zev": "e4", "Puffer": "e4", "raffles_side": "foxes"}
    t = lay("Raffles", "d3=N c4=NE+1 e4=W", **where).after("S")
    assert (t.at("Raffles"), t.phase, t.moves) == ("d4", "ability", "d3 c4 pass")
    t = t.after("c4")
    assert (t["d4"], t["c4"], t.at("Raffles"), t.at("Zev")) == ("ES", "START", "d4", "e4")


def test_zev_reveals_under_somebodys_feet():
    """R39, R52: Raffles still stands on a face-down tile; Zev may turn it up."""
    t = lay("Zev", "d2=N d1=N", Zev="d2", raffles_side="foxes").after("N")
    assert (t.at("Zev"), t.moves) == ("d1", "c1 e1 c2 e2 pass")
    t = t.after("e1")
    assert (t["e1"] != "?", t.at("Raffles"), t.face_down) == (True, "e1", 19)


# ---- the end


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


# ---- Double Trouble!


@pytest.mark.parametrize("side", ["foxes", "guardians"])
def test_w20_first_round(side):
    """W20. R50, R52: order by side, tiles left behind stay face down; R56, R60: no abilities yet."""
    t = lay("Indigo", "b2=?N c4=?W d1=?S a4=?E", raffles_side=side).after("SE")
    assert (t.mover, t.moves) == ("Puffer", "N E S W")
    t = t.after("W")
    extras = [("Raffles", "S W", "W"), ("Napoleon", "N E", "N")]
    for name, moves, move in extras if side == "foxes" else extras[::-1]:
        assert (t.mover, t.phase, t.moves) == (name, "step", moves)
        t = t.after(move)
    assert (t.face_down, t["e1"], t["a5"]) == (18, "?", "?")
    assert (t.at("Raffles"), t.at("Napoleon"), t.mover, t.moves) == ("d1", "a4", "Scarlet", "N W")


def test_entering_a_tile_left_face_down():
    """R53, R14: Raffles has gone; who enters his first tile turns it up."""
    t = lay("Indigo", "d1=N c2=N e1=?W", Indigo="d1", Raffles="c2", raffles_side="foxes").after("E")
    assert (t.at("Indigo"), t["e1"]) == ("e1", "W")


def test_w21_raffles_shares_and_swaps():
    """W21. R54, R58: he swaps the tile under both; R1, R55: they stay; R38: not for an equal face."""
    t = lay("Raffles", "d3=W e3=E d2=N e2=E", Raffles="d3", Scarlet="e3", raffles_side="foxes").after("E")
    assert (t.at("Raffles"), t.phase, t.moves) == ("e3", "ability", "d2 d3 pass")
    t = t.after("d2")
    assert (t["e3"], t["d2"], t.at("Raffles"), t.at("Scarlet")) == ("N", "E", "e3", "e3")
    assert t.mover == "Napoleon"


def test_raffles_needs_a_revealed_tile_under_him():
    """R56: laid out by hand, Raffles is to use his ability on a face-down tile; there is nothing to do but pass."""
    t = lay("Raffles", "d1=N e2=E", phase="ability", raffles_side="foxes")
    assert (t.mover, t["e1"], t["d1"]) == ("Napoleon", "?", "N")


W22 = "b4=S b3=E c2=N a3=N c4=E"


def test_w22_napoleon_pushes_indigo():
    """W22. R61–R64: diagonals for Indigo, revealed squares, the square Napoleon left; no arrow is followed."""
    t = lay("Napoleon", W22, Napoleon="b4", Indigo="b3", raffles_side="foxes", players=6).after("N")
    assert (t.at("Napoleon"), t.phase, t.moves) == ("b3", "push", "c2 a3 b4 c4")
    assert t.seat == t.state.controller[NAMES.index("Napoleon")]  # R62: his controller decides
    t = t.after("c2")
    assert (t.at("Indigo"), t.at("Napoleon"), t.mover, t.phase) == ("c2", "b3", "Scarlet", "step")


def test_w23_napoleon_pushes_scarlet():
    """W23. R63: orthogonal squares only; R60, R64: no ability for either, next is Scarlet's own turn."""
    t = lay("Napoleon", W22, Napoleon="b4", Scarlet="b3", raffles_side="foxes").after("N")
    assert t.moves == "a3 b4"
    t = t.after("a3")
    assert (t.at("Scarlet"), t.mover, t.phase) == ("a3", "Scarlet", "step")


def test_w24_push_makes_a_rescue():
    """W24. R41, R65: Indigo is pushed to Scarlet; R42: not while Zev is adjacent to her."""
    where = {"Napoleon": "a3", "Indigo": "b3", "Scarlet": "c2", "raffles_side": "guardians"}
    t = lay("Napoleon", "a3=E b3=N c2=S", **where).after("E")
    assert t.moves == "c2 a3"
    assert t.after("c2").ended == ("foxes", "rescue")
    t = lay("Napoleon", "a3=E b3=N c2=S d3=S", Zev="d3", **where).after("E")
    assert (t.at("Indigo"), t.ended, t.mover) == ("a3", None, "Raffles")


def test_w25_push_makes_a_capture():
    """W25. R44, R65: Zev is pushed to Indigo, whichever side Napoleon is on."""
    for side in FACTIONS:
        where = {"Napoleon": "b2", "Zev": "c2", "Indigo": "d2", "raffles_side": side}
        t = lay("Napoleon", "b2=E c2=S d2=N", **where).after("E")
        assert t.moves == "b2 d2"
        assert t.after("d2").ended == ("guardians", "capture")


def test_further_pushes_are_dropped():
    """R4, R65: Indigo and Raffles are to be pushed, and Indigo's push is a rescue."""
    where = {"Napoleon": "a3", "Indigo": "b3", "Raffles": "b3", "Scarlet": "c2", "raffles_side": "foxes"}
    t = lay("Napoleon", "a3=E b3=N c2=S", **where).after("E", "c2")
    assert (t.ended, t.at("Raffles"), t.state.to_push) == (("foxes", "rescue"), "b3", 0)


def test_napoleon_has_no_ability():
    """R60: with tiles around him that others could swap or turn, his turn ends with his movement."""
    t = lay("Napoleon", "b4=S b3=?E c2=N a3=W", Napoleon="b4", raffles_side="foxes").after("N")
    assert (t.at("Napoleon"), t["b3"], t.mover, t.phase) == ("b3", "E", "Scarlet", "step")


def test_w26_nobody_enters_napoleons_square():
    """W26. R59: an arrow towards Napoleon is blocked; R19, R35."""
    t = lay("Zev", "c3=N b4=N c4=N", Napoleon="c3", Zev="b4", raffles_side="foxes").after("E")
    assert (t.at("Zev"), t.phase, t.moves) == ("c4", "ability", "b3 d3 b5 c5 d5 pass")


def test_w27_two_pushed_in_turn_order():
    """W27. R62: Puffer before Zev; R63: Zev may join him; R67: to different squares or to one."""
    where = {"Napoleon": "b3", "Zev": "c3", "Puffer": "c3", "raffles_side": "foxes"}
    t = lay("Napoleon", "b3=E c3=N d3=W c2=E", **where).after("E")
    assert t.moves == "c2 b3 d3"
    t = t.after("d3")
    assert (t.at("Puffer"), t.at("Zev"), t.phase, t.moves) == ("d3", "c3", "push", "c2 b3 d3")
    apart, together = t.after("b3"), t.after("d3")
    assert (apart.at("Puffer"), apart.at("Zev"), apart.mover) == ("d3", "b3", "Scarlet")
    assert (together.at("Puffer"), together.at("Zev"), together.mover) == ("d3", "d3", "Scarlet")


def test_w28_napoleon_must_follow_an_arrow_to_somebody():
    """W28. R20, R61: the arrow to Puffer is open for Napoleon; R64: the arrow under pushed Puffer is ignored."""
    tiles = "c5=E c4=N c3=W d3=S"
    t = lay("Napoleon", tiles, Napoleon="c5", Puffer="c3", raffles_side="guardians").after("N")
    assert (t.at("Napoleon"), t.phase, t.moves) == ("c3", "push", "d3 c4")
    t = t.after("d3")
    assert (t.at("Puffer"), t.mover) == ("d3", "Raffles")


def test_w29_push_impossible():
    """W29. R66: Scarlet has nowhere to go, so N is closed to Napoleon; his only step is taken by itself."""
    t = lay("Napoleon", "a4=E b5=?S", Scarlet="a4", raffles_side="foxes")
    assert (t.at("Napoleon"), t["b5"], t["a5"], t.at("Scarlet")) == ("b5", "S", "?", "a4")
    assert (t.mover, t.state.completed) == ("Scarlet", 1)


def test_napoleon_turns_the_tile_up_before_he_pushes():
    """R62: laid out by hand, Raffles stands on a face-down tile; R46: if it was the last, nobody is pushed."""
    t = lay("Napoleon", "d1=N e2=N e1=?W", Napoleon="d1", raffles_side="foxes").after("E")
    assert (t["e1"], t.phase, t.moves) == ("W", "push", "d1 e2")
    where = {"Napoleon": "d1", "Indigo": "a5", "Scarlet": "a3", "raffles_side": "foxes"}
    t = lay_full("Napoleon", "e1", **where).after("E")
    assert (t.ended, t.at("Raffles"), t.state.to_push) == (("guardians", "all_revealed"), "e1", 0)


# ---- options of play


def test_w31_flip_ends_the_turn():
    """W31. R30: with flip_ends = turn, a flip or a starting tile leaves no ability; a second visit still does."""
    t = lay("Scarlet", "a3=S b3=E c3=N c2=E d2=?W", Scarlet="a3", flip_ends="turn").after("E")
    assert (t.at("Scarlet"), t["d2"], t.mover, t.phase) == ("d2", "W", "Zev", "step")
    t = lay("Scarlet", "b2=S b1=W c1=S", Scarlet="b2", Indigo="c1", flip_ends="turn").after("N")
    assert (t.at("Scarlet"), t.mover, t.phase) == ("a1", "Zev", "step")
    t = lay("Puffer", "a3=E b3=W", Puffer="a3", flip_ends="turn").after("E")
    assert (t.at("Puffer"), t.phase, t.moves) == ("b3", "ability", "a3 pass")


@pytest.mark.parametrize("flip_ends", ["movement", "turn"])
def test_flip_ends_from_the_options(flip_ends):
    """R30, R40: in whole games, Zev reveals by his ability after a flip only where flip_ends = movement."""
    abilities_after_flips = 0
    for tables in random_games(5, flip_ends=flip_ends):
        for before, after in pairwise(tables):
            same_turn = before.state.completed == after.state.completed
            abilities_after_flips += same_turn and after.phase == "ability" and after.face_down < before.face_down
    assert (abilities_after_flips > 0) == (flip_ends == "movement")


# ---- what everybody knows


def chi_square(counted, expected):
    """How far counts are from what is expected; in the order of the degrees of freedom if all is fair."""
    assert set(counted) <= set(expected)
    return sum((counted[key] - n) ** 2 / n for key, n in expected.items())


def test_w30_belief():
    """W30. R27, R28: the faces left are counted as printed, though Puffer has turned the NE tile to show ES."""
    t = lay("Indigo", "b2=N c2=N d2=S b3=EW c3=NE+1")
    assert (t["c3"], t.face_down) == ("ES", 17)
    seen, dealer = GAME.see(t.state, SPECTATOR), GAME.dealer(5)
    dealt = Counter(arrows_of(GAME.redeal(seen, 0, dealer).printed[square_of("d5")]) for _ in range(1700))
    expected = {"N": 2, "E": 4, "S": 3, "W": 4, "ES": 1, "SW": 1, "NW": 1, "NS": 1}
    assert GAME.words.table(seen, SPECTATOR).hidden == expected
    assert set(dealt) == set(expected)  # no NE: it has been revealed
    assert (
        chi_square(dealt, {face: 100 * n for face, n in expected.items()}) < 30
    )  # 7 degrees of freedom: once in 10,000


def test_every_layout_is_equally_likely():
    """R28: four different tiles are face down; each of their 24 orders comes up one time in 24."""
    tiles, squares = FULL, [square_of(name) for name in ("b1", "c2", "c3", "a4")]
    for square in squares:
        tiles = tiles.replace(f"{square_name(square)}=", f"{square_name(square)}=?")
    t = lay("Puffer", tiles)
    seen, dealer = GAME.see(t.state, 0), GAME.dealer(6)
    dealt = Counter(tuple(GAME.redeal(seen, 0, dealer).printed[squares].tolist()) for _ in range(2400))
    orders = list(permutations(t.state.printed[squares].tolist()))
    assert len(set(orders)) == 24
    assert chi_square(dealt, dict.fromkeys(orders, 100)) < 60  # 23 degrees of freedom: once in 25,000


def test_all_see_the_same():
    """R28: every seat and every onlooker sees all but the faces of face-down tiles."""
    for tables in random_games(2, players=4):
        for t in tables:
            sights = {GAME.State.pack(GAME.see(t.state, seat)) for seat in (0, 1, 2, 3, SPECTATOR)}
            assert len(sights) == 1
            seen = GAME.see(t.state, 0)
            assert ((seen.printed == -1) == (t.state.revealed == 0)).all()


# ---- whole games, compiled


@pytest.mark.parametrize(("options", "decisions"), [({}, 71), ({"expansion": "on"}, 85)])
def test_random_play(options, decisions):
    """Random Foxes win about 30 of 100 base games; a game asks about 71 questions, with the expansion 85."""
    tally = Playouts(GAME, options).run(1, 20_000)
    assert tally.choices / tally.games == pytest.approx(decisions, abs=1.2)
    assert tally.decisions == tally.choices  # a question with one answer is not asked
    assert sum(tally.wins[:2]) == pytest.approx(tally.games)
    if not options:
        assert tally.wins[0] / tally.games == pytest.approx(0.30, abs=0.01)  # three standard errors


@cache
def with_more_corners():
    """The game with another set of tiles: 12 with one arrow, 8 corners, 2 straight."""
    tiles = [["N", 3], ["E", 3], ["S", 3], ["W", 3], ["NE", 2], ["ES", 2], ["SW", 2], ["NW", 2], ["NS", 1], ["EW", 1]]
    return load("fox_on_the_run", box={"TILES": tiles})


def test_another_box():
    """R28: another set of 22 tiles, dealt, believed and played; compiled and interpreted games are equal."""
    game = with_more_corners()
    assert game.box != GAME.box
    assert cache_folder([], game.name, game.box) != cache_folder([], GAME.name, GAME.box)
    state = game.setup({}, game.dealer(3))
    assert Counter(arrows_of(f) for f in state.printed)["NE"] == 2
    again = game.redeal(game.see(state, 0), 0, game.dealer(4))
    assert sorted(again.printed) == sorted(state.printed)
    for options in ({}, {"expansion": "on", "players": 6}):
        compiled, interpreted = (Playouts(game, options, target).run(1, 20) for target in (COMPILED, PYTHON))
        assert compiled == interpreted
        assert compiled.digest != Playouts(GAME, options).run(1, 20).digest


@pytest.mark.parametrize(
    ("box", "complaint"),
    [
        ({"TILES": [["N", 4], ["E", 4]]}, "22 directional tiles, not 8"),
        ({"TILES": [["N", 21], ["up", 1]]}, "'up'"),
        ({"TREES": []}, "no component 'TREES'"),
        ({"HOMES": dict.fromkeys(NAMES, 0)}, "R29"),
    ],
)
def test_a_box_that_cannot_be(box, complaint):
    """R28, R29: a box is checked when it is opened; the game itself stays as it is."""
    with pytest.raises((ValueError, BadOption), match=complaint):
        load("fox_on_the_run", box=box)
    assert load("fox_on_the_run") is GAME
    assert deal().face_down == 22


def test_other_homes():
    """R52: the squares where characters begin are data of the box, too."""
    game = load("fox_on_the_run", box={"HOMES": HOMES | {"Raffles": 20, "Napoleon": 4}})
    state = game.setup({"expansion": "on"}, game.dealer())
    assert state.place.tolist() == [0, 24, 18, 18, 20, 4]


# ---- where a step leads


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
                    gone = [e.numbers for e in heard if e.kind in (rules.STEPPED, rules.FOLLOWED)]
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


# ---- words


def test_moves_in_words():
    """R5: moves are typed as they are read; R9: a refusal names its rule, and nothing has changed."""
    match = Match(GAME, seed=1)
    assert [match.say(0, action) for action in match.legal(0)] == ["step east", "step south", "step southeast"]
    with pytest.raises(IllegalMove, match="R9"):
        match.play(0, "step north")
    match.play(0, "Step SouthEast")
    assert match.table()["characters"][0]["square"] == "b2"


PAIRS = "b2=E c2=S c3=W b3=N b1=W"


@pytest.mark.parametrize(
    ("mover", "tiles", "where", "moves", "refused", "rule"),
    [
        ("Scarlet", PAIRS, {"Scarlet": "b1"}, ["S", "b1"], "pass", "R30"),
        ("Puffer", "b3=E d2=E c4=NE c3=?S", {"Puffer": "b3"}, ["E", "c4"], "pass", "R30"),
        ("Puffer", "b3=E d2=E c4=NE c3=?S", {"Puffer": "b3"}, ["E", "c4"], "rotate it a quarter to the right", None),
        ("Scarlet", PAIRS, {"Scarlet": "b1"}, ["S", "b1"], "rotate it half way round", "R34"),
        ("Indigo", "b2=ES c2=?N b3=?N", {}, ["SE"], "stop here", "R20"),
        ("Indigo", "b2=ES c2=?N b3=?N", {}, ["SE"], "follow the arrow north", "R16"),
    ],
)
def test_a_refusal_names_the_rule_that_refuses(mover, tiles, where, moves, refused, rule):
    """R20: no stopping where all arrows are open; R30: an ability that has begun is not declined half way."""
    table = lay(mover, tiles, **where).after(*moves)
    match = Match(GAME, position=GAME.words.position(table.state))
    if rule is None:
        match.play(table.seat, refused)
        return
    with pytest.raises(IllegalMove, match=rf"\({rule}\)") as refusal:
        match.play(table.seat, refused)
    assert refusal.value.rule == rule


def test_scarlets_pair_in_either_order():
    """R38: each pair is offered once, by the lower number; said the other way round it is the same."""
    table = lay("Scarlet", PAIRS, Scarlet="b1").after("S")
    match = Match(GAME, position=GAME.words.position(table.state))
    with pytest.raises(IllegalMove, match=r"counted row by row from a1: c2, then c3 \(R38\)"):
        match.play(0, "swap c3 with another tile")
    match.play(0, "swap c2 with another tile")
    assert match.parse(0, "swap c3 and c2") == match.parse(0, "swap c2 and c3") == match.parse(0, "c3")
    with pytest.raises(IllegalMove, match=r"b1, then c2 \(R38\)"):
        match.play(0, "swap c2 and b1")
    match.undo()
    match.play(0, "swap b1 with another tile")
    with pytest.raises(IllegalMove, match=r"c3 can change places only with a tile that looks different.*\(R38\)"):
        match.play(0, "swap b1 and c3")


# ---- positions that cannot be


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"completed": 200}, "R49"),
        ({"completed": "x"}, "completed must be a whole number.*R49"),
        ({"winner": "foxes"}, "R41"),
        ({"winner": "foxes", "reason": "limit"}, "R41"),
        ({"reason": "rescue"}, "R41"),
        ({"applied": ["c3"]}, "R16"),
        ({"phase": "arrow"}, "R16"),
        ({"phase": "arrow", "applied": ["a1"]}, "R15"),
        ({"phase": "push"}, "R62"),
        ({"phase": "ability"}, "R31"),
        ({"phase": "second", "mover": "Zev", "selected": "c3"}, "R32, R34"),
        ({"phase": "asleep"}, "phase must be one of"),
        ({"mover": "Bob"}, "mover must be one of"),
        ({"mover": "Raffles"}, "mover must be one of"),
        ({"tiles": []}, "tiles must be an object"),
        ({"tiles": {"c3": "N+x"}}, "the tile on c3 must be like"),
        ({"tiles": {"c9": "N"}}, "c9.*no square"),
        ({"tiles": {"c3": "?START", "a1": "?", "c4": "N"}}, "R29"),
        ({"controllers": {"Indigo": "me"}}, "Indigo's controller must be a whole number"),
        ({"weather": "fine"}, "no part 'weather'"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_rule(position, complaint):
    with pytest.raises(BadPosition, match=complaint):
        GAME.from_position(position)
