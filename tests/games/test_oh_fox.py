"""The rulebook of Oh, Fox!, as tests: docs/rules/oh_fox.md has the numbers."""

from collections import Counter
from itertools import combinations, permutations, product
from random import Random

import pytest

from skulk.engine import NONE, SPECTATOR, UNKNOWN, BadOption, BadPosition, Dealer, IllegalMove, Match, load
from skulk.games.oh_fox import news
from skulk.games.oh_fox.components import (
    ANIMALS,
    BOARD,
    COPIES,
    CURVES,
    ENTRY,
    EXIT,
    FOOD,
    GUESS,
    HOME,
    HOMES,
    NAMES,
    OBJECTIVES,
    ROUTE,
    ROUTES,
    SPACE,
    SPACES,
    STOP,
    TUNNEL,
)
from skulk.games.oh_fox.film import CROSS, DART, FLY, GAIT, PLACES, REACHED, WALK, show_turn
from skulk.games.oh_fox.names import CARDS, follow, place_name
from skulk.games.oh_fox.rules import State, finish
from skulk.games.oh_fox.scoring import deciding_rule, first_trigger, fulfils, score, score_up, winners

GAME = load("oh_fox")


# ---- helpers: a scene is one turn of the film, an animal's trip is what its cards make of a space


def scene(*cast, healing="one", wounds=0, turn=0):
    """One turn with these actors, each "animal@space card"; the state after it, and its attacks as "H1 B2E–C2W"."""
    state, dealer = State.new(), Dealer()
    state.players, state.healing = len(cast), ["one", "both"].index(healing)
    for seat, actor in enumerate(cast):
        animal, rest = actor.split("@")
        space, card = rest.split()
        state.animals[seat], state.spaces[seat] = NAMES.index(animal), SPACE[space]
        state.rows[seat, turn] = CARDS[card]
        if animal in ("badger", "fox", "owl", "viper"):
            state.predator = seat
        else:
            state.wounds[seat] = wounds
    show_turn(state, turn, dealer)
    return state, attacks(dealer.events)


def attacks(events):
    return [
        f"{'HE'[e.numbers[1] % 2]}{e.numbers[1] // 2 + 1} {place_name(e.numbers[2])}"
        for e in events
        if e.kind == news.ATTACKED
    ]


def where(state):
    return " ".join(SPACES[space] for space in state.spaces[: state.players])


def trip(animal, space, card):
    """The spaces that the legs of a card reach or fly over."""
    gait, side = GAIT[NAMES.index(animal), CARDS[card] >> 2], CARDS[card] & 3
    reached = [SPACES[s] for s in REACHED[gait, side, SPACE[space]]]
    legs = sum(PLACES[gait, side, SPACE[space], 2 * step] >= 25 for step in range(3))
    return " ".join(reached[:legs])


def table(**position):
    return GAME.from_position(position)


def finished(animals, rows, guess=None, **position):
    """A whole game from its rows, the predator guessing as told or right."""
    prey = [None if a in ("badger", "fox", "owl", "viper") else a for a in animals]
    return table(animals=animals, rows=rows, guess=guess or prey, **position)


IDLE = "X X X S:N S:S S:N S:S M:N"  # eight cards that matter little


# ---- the board


EXITS = """
A1 D1/N B1/W A2/N A5/S  B1 C1/N C1/W B2/N A1/E  C1 B1/N D1/W C2/N B1/E  D1 A1/N E1/W D2/N C1/E  E1 E5/E E4/E E2/N D1/E
A2 A1/S B2/W A3/N A5/W  B2 B1/S C2/W B3/N A2/E  C2 C1/S D2/W C3/N B2/E  D2 D1/S E2/W D3/N C2/E  E2 E1/S E3/E E3/N D2/E
A3 A2/S B3/W A4/N A4/W  B3 B2/S C3/W B4/N A3/E  C3 C2/S D3/W C4/N B3/E  D3 D2/S E3/W D4/N C3/E  E3 E2/S E2/E E4/N D3/E
A4 A3/S B4/W A5/N A3/W  B4 B3/S C4/W B5/N A4/E  C4 C3/S D4/W C5/N B4/E  D4 D3/S E4/W D5/N C4/E  E4 E3/S E1/E E5/N D4/E
A5 A4/S B5/W A1/W A2/W  B5 B4/S C5/W E5/S A5/E  C5 C4/S D5/W D5/S B5/E  D5 D4/S E5/W C5/S C5/E  E5 E4/S E1/N B5/S D5/E
"""
TRIPS = """
A1 D2 C1 A3 A4 D3 D1 A4 A3  B1 C2 D1 B3 A5 C3 E1 B4 A4  C1 B2 E1 C3 A1 B3 E4 C4 A5  D1 A2 E4 D3 B1 A3 D4 D4 A1
E1 D5 D4 E3 C1 C5 C4 E4 B1  A2 D1 C2 A4 B5 D2 D2 A5 C5  B2 C1 D2 B4 A5 C2 E2 B5 B5  C2 B1 E2 C4 A2 B2 E3 C5 A5
D2 A1 E3 D4 B2 A2 D3 D5 A2  E2 E5 D3 E4 C2 D5 C3 E5 B2  A3 A1 C3 A5 B4 D1 D3 A1 C4  B3 B1 D3 B5 A4 C1 E3 E5 B4
C3 C1 E3 C5 A3 B1 E2 D5 A4  D3 D1 E2 D5 B3 A1 D2 C5 A3  E3 E1 D2 E5 C3 E5 C2 B5 B3  A4 A2 C4 A1 B3 A1 D4 B1 C3
B4 B2 D4 E5 A3 B1 E4 E4 B3  C4 C2 E4 D5 A4 C1 E1 D4 A3  D4 D2 E1 C5 B4 D1 D1 C4 A4  E4 E2 D1 B5 C4 E1 C1 B4 B4
A5 A3 C5 B1 B2 A2 D5 C1 C2  B5 B3 D5 E4 A2 B2 E5 E3 B2  C5 C3 E5 D4 A5 C2 E1 D3 A2  D5 D3 E1 C4 B5 D2 E2 C3 A5
E5 E3 E2 B4 C5 E2 E3 B3 B5
"""


def test_every_exit_of_the_board():
    """R4: each side of each space leads to one space and side."""
    words = EXITS.split()
    for i in range(0, len(words), 5):
        space = SPACE[words[i]]
        for side, shown in enumerate(words[i + 1 : i + 5]):
            assert f"{SPACES[EXIT[space, side]]}/{'NESW'[ENTRY[space, side]]}" == shown, words[i]


def test_every_double_move_and_flight():
    """R21, R28: two and three spaces, straight on (R5)."""
    words = TRIPS.split()
    for i in range(0, len(words), 9):
        space = SPACE[words[i]]
        ends = [int(PLACES[gait, side, space, 5]) for gait in (CROSS, FLY) for side in range(4)]
        assert [SPACES[end] for end in ends] == words[i + 1 : i + 9], words[i]
        assert space not in ends  # none ends where it starts


def test_exits_are_mutual_and_mirrored():
    """R4: 50 routes, four pairs of neighbours joined twice, and the board looks the same turned by half."""
    assert len(ROUTES) == 50
    for space, side in product(range(25), range(4)):
        other, entry = EXIT[space, side], ENTRY[space, side]
        assert (EXIT[other, entry], ENTRY[other, entry], ROUTE[other, entry]) == (space, side, ROUTE[space, side])
        assert other != space
        assert EXIT[24 - space, (side + 2) % 4] == 24 - other
        assert ENTRY[24 - space, (side + 2) % 4] == (entry + 2) % 4
    pairs = Counter(frozenset(SPACES[space] for space, _ in route) for route in ROUTES)
    assert {frozenset(p) for p, n in pairs.items() if n == 2} == set(
        map(frozenset, [("B1", "C1"), ("E2", "E3"), ("A3", "A4"), ("C5", "D5")])
    )


def test_the_board_is_one_closed_trail():
    """R5: going straight on passes all 50 routes once."""
    for start in product(range(25), range(4)):
        space, side, passed = *start, []
        while not passed or (space, side) != start:
            passed.append(int(ROUTE[space, side]))
            space, side = int(EXIT[space, side]), (int(ENTRY[space, side]) + 2) % 4
        assert sorted(passed) == list(range(50))


def test_contents_of_the_board():
    """R26, R43: four spaces of each food, two ends of each tunnel."""
    assert FOOD.sum(axis=1).tolist() == [4] * 6 + [0] * 4
    assert sum(content == "home" for content in BOARD.values()) == 4
    ends = {SPACES[i]: SPACES[TUNNEL[i]] for i in range(25) if TUNNEL[i] >= 0}
    assert ends == {"D1": "B5", "B5": "D1", "A2": "E4", "E4": "A2", "B2": "D4", "D4": "B2", "D2": "B4", "B4": "D2"}
    shared = {(a, b) for a in range(6) for b in range(a) if not (FOOD[a] & FOOD[b]).any()}
    assert {frozenset((NAMES[a], NAMES[b])) for a, b in shared} == set(
        map(frozenset, [("squirrel", "sparrow"), ("rabbit", "rat"), ("hedgehog", "toad")])
    )


@pytest.mark.parametrize("animal", range(6))
def test_the_best_plan_of_a_prey_is_worth_five(animal):
    """R44, R48, R58: four meals and the way home are too much for eight cards, from every home."""
    for home in HOME:
        assert _best_plan(animal, int(home)) == 5


def _best_plan(animal, home):
    """The most hearts without predator and objectives; a stop or move-stop is only used for a meal."""
    reach = [[0] * 25 for _ in range(5)]  # [kind][space]: the spaces one card leads to, as bits
    for kind, space in product(range(4), range(25)):
        reach[kind][space] = sum(1 << s for s in {int(PLACES[GAIT[animal, kind], side, space, 5]) for side in range(4)})
    plans = {(0, tuple(COPIES)): 1 << home}  # (spaces eaten on, hand) → where one can be
    for _ in range(8):
        after = Counter()
        for (eaten, hand), spaces in plans.items():
            for kind in (k for k in range(5) if hand[k]):
                left = (*hand[:kind], hand[kind] - 1, *hand[kind + 1 :])
                there = spaces if kind == STOP else 0
                for space in (s for s in range(25) if spaces >> s & 1 and kind != STOP):
                    there |= reach[kind][space]
                for space in range(25) if kind in (2, STOP) else ():
                    if there >> space & 1 and FOOD[animal, space] and not eaten >> space & 1:
                        after[eaten | 1 << space, left] |= 1 << space
                if kind not in (2, STOP):
                    after[eaten, left] |= there
        plans = after
    worth = [(e.bit_count(), s >> home & 1) for (e, _), s in plans.items() if s]
    return max(meals + (meals >= 3) + at_home for meals, at_home in worth)


# ---- moves


@pytest.mark.parametrize(
    ("start", "card", "end"),
    [
        *[("C2", "S:S", "C3"), ("A1", "S:N", "D1"), ("A1", "S:W", "A5"), ("E1", "S:E", "E4")],  # W1
        *[("E5", "S:E", "E1"), ("C5", "S:S", "D5"), ("A3", "S:W", "A4"), ("B5", "S:S", "E5")],
        *[("C1", "D:S", "C2 C3"), ("C1", "D:N", "B1 B2"), ("E5", "D:E", "E1 E2")],  # W2
        *[("A2", "D:W", "A5 B5"), ("A4", "D:W", "A3 B3")],
        *[("C2", "M:S", "C3"), ("C2", "X", "")],
    ],
)
def test_moves(start, card, end):
    """R13, R20–R23: W1 and W2, for prey and predator alike."""
    assert trip("rat", start, card) == end
    assert trip("owl", start, card) == end


@pytest.mark.parametrize(
    ("animal", "start", "card", "way"),
    [
        ("hedgehog", "C3", "T:N", "C2"),  # R25
        *[("rabbit", "C1", "T:E", "D1"), ("rabbit", "D1", "T:N", "B5"), ("badger", "B5", "T:N", "D1")],  # R26: W15
        *[("rat", "C3", "T:N", "C4"), ("fox", "C3", "T:E", "B3"), ("fox", "A1", "T:S", "D1")],  # R27: W18
        *[("sparrow", "C5", "T:N", "C4 C3 C2"), ("owl", "A3", "T:E", "B3 C3 D3")],  # R28
        ("squirrel", "C1", "T:S", "C2 C3"),  # R29
        *[("toad", "A1", "T:N", "C3"), ("toad", "C3", "T:W", "C3")],  # R30: W16
        ("viper", "C2", "T:E", "D2 C2"),  # R31
    ],
)
def test_triggers(animal, start, card, way):
    """R24: the legs that an animal's trigger gives."""
    assert trip(animal, start, card) == way


def test_the_viper_returns_by_the_same_route():
    """R31, R35: also where two routes join the same spaces."""
    for space, side in product(range(25), range(4)):
        there, back = PLACES[DART, side, space, 0], PLACES[DART, side, space, 2]
        assert there == back == PLACES[WALK, side, space, 0]


def test_places_at_the_six_moments():
    """R12–R18: on the route and on the space; nowhere; in the air until the last moment."""

    def moments(animal, start, card):
        gait, side = GAIT[NAMES.index(animal), CARDS[card] >> 2], CARDS[card] & 3
        return " ".join(place_name(int(place)) for place in PLACES[gait, side, SPACE[start]])

    assert moments("rat", "C2", "S:W") == "B2E–C2W B2 B2 B2 B2 B2"  # R14, R17
    assert moments("rat", "C1", "D:S") == "C1S–C2N C2 C2S–C3N C3 C3 C3"
    assert moments("rabbit", "D1", "T:W") == "nowhere B5 B5 B5 B5 B5"  # R15
    assert moments("owl", "A3", "T:E") == "air air air air air D3"  # R16
    assert moments("viper", "C2", "T:E") == "C2E–D2W D2 C2E–D2W C2 C2 C2"
    assert moments("toad", "C3", "X") == "C3 C3 C3 C3 C3 C3"


# ---- meetings and attacks


@pytest.mark.parametrize(
    ("cast", "attacks", "ends", "because"),
    [
        ("fox@C1 S:S, rat@C3 S:N", ["E1 C2"], "C2 C2", "W3, R3, R33: meeting on a space"),
        ("fox@B2 S:E, rat@C2 S:W", ["H1 B2E–C2W"], "C2 B2", "W4, R33: meeting half-way"),
        ("fox@C1 S:W, rat@B1 S:N", [], "B1 C1", "W5, R35: two routes between B1 and C1"),
        ("fox@C1 S:W, rat@B1 S:E", ["H1 B1E–C1W"], "B1 C1", "W5"),
        ("rabbit@B1 D:S, badger@C2 S:W", ["E1 B2"], "B3 B2", "W6, R41: caught in the middle of a double move"),
        ("rabbit@B1 D:S, badger@D2 D:W", [], "B3 B2", "W7: already gone"),
        ("rabbit@B1 S:S, badger@D2 D:W", ["E2 B2"], "B2 B2", "W8, R17: the predator arrives in step 2"),
        ("rat@C4 X, fox@C4 X", ["H1 C4"], "C4 C4", "W9, R42: they stay together"),
        ("rat@C4 S:N, fox@C4 X", [], "C3 C4", "W9, R18: where they start is no meeting"),
        ("rat@C4 X, fox@C4 S:N", [], "C4 C3", "W9"),
        ("rat@C4 S:N, fox@C4 S:N", ["H1 C3S–C4N"], "C3 C3", "W9, R42: they leave together"),
        ("rat@C4 S:N, fox@C4 S:E", [], "C3 D4", "W9"),
        ("rat@C4 D:N, fox@C4 S:N", ["H1 C3S–C4N"], "C2 C3", "W9, R36: once, however often they meet"),
        ("hedgehog@C3 T:N, badger@C2 S:S", [], "C2 C3", "W10, R25, R40: not this turn"),
        ("hedgehog@C3 S:N, badger@C2 S:S", ["H1 C2S–C3N"], "C2 C3", "W10: without the trigger"),
        ("hedgehog@C3 T:N, badger@C1 S:S", [], "C2 C2", "W10, R40: nor after the move"),
        ("hedgehog@C3 S:N, badger@C1 S:S", ["E1 C2"], "C2 C2", "W10"),
        ("sparrow@C5 T:N, fox@C4 X", [], "C2 C4", "W11, R34: in flight"),
        ("sparrow@C5 T:N, fox@C1 S:S", ["E3 C2"], "C2 C2", "W11, R16: caught where it lands"),
        ("owl@A3 T:E, toad@B3 X, rat@C3 S:E", ["E3 D3"], "D3 B3 D3", "W12, R28: flies over the toad"),
        ("owl@A3 T:E, sparrow@E3 T:W", [], "D3 B3", "W13, R34: they cross in the air"),
        ("rabbit@D1 T:W, badger@B5 T:N", [], "B5 D1", "W14, R15: through the same tunnel"),
        ("rabbit@D1 T:N, badger@D1 T:W", ["E1 B5"], "B5 B5", "W14: in at the same end"),
        ("toad@A1 T:N, fox@C2 S:S", ["E1 C3"], "C3 C3", "W16, R30"),
        ("viper@C2 T:E, rat@D2 X, hedgehog@C1 S:S, rabbit@C2 S:W", ["E1 D2", "E2 C2"], "C2 D2 C2 B2", "W17, R31, R37"),
        ("rat@C4 S:S, fox@B5 S:E", ["E1 C5"], "C5 C5", "W28: homes are no shelter"),
    ],
)
def test_meetings(cast, attacks, ends, because):
    state, found = scene(*cast.split(", "))
    assert found == attacks, because
    assert where(state) == ends, because
    assert state.hearts[state.predator] == state.attacked.sum() == len(attacks), "R38: a heart for each attack"


def test_prey_do_not_meet_each_other():
    """R39: only the predator attacks; R46: two prey may eat on the same space in the same turn (W19)."""
    state, found = scene("rabbit@B1 X", "squirrel@B1 X", "fox@E5 X")
    assert found == []
    assert state.meals.tolist()[:2] == [1, 1]


# ---- meals and healing


def test_eating_with_an_attack():
    """W9, R19, R41: the rat is attacked and eats all the same; W12: the toad under the owl eats."""
    state, _ = scene("rat@C4 X", "fox@C4 X")
    assert (state.meals[0], state.hearts[0], state.wounds[0]) == (1, 1, 1)
    state, _ = scene("owl@A3 T:E", "toad@B3 X", "rat@C3 S:E")
    assert state.meals.tolist()[:3] == [0, 1, 0]


def test_eating_once_on_each_space():
    """W19, R43–R45, R47: two meals in seven turns."""
    state, dealer = State.new(), Dealer()
    state.players, state.predator, state.homes[:2] = 2, 1, SPACE["C1"]
    state.animals[:2] = NAMES.index("squirrel"), NAMES.index("fox")
    state.spaces[:2] = SPACE["C1"], SPACE["E5"]
    meals = []
    for turn, card in enumerate(["M:W", "X", "S:W", "X", "S:W", "S:N", "X"]):
        state.rows[0, turn], state.rows[1, turn] = CARDS[card], CARDS["X"]
        show_turn(state, turn, dealer)
        meals.append(int(state.meals[0]))
    assert meals == [1, 1, 1, 1, 1, 1, 2]
    assert state.hearts[0] == 2


@pytest.mark.parametrize("card", ["S:W", "D:E", "T:W"])
def test_other_cards_never_eat(card):
    """R47: single, double and trigger cards do not eat; R45: nor does a stop without the own food."""
    start = {"S:W": "C1", "D:E": "A1", "T:W": "D1"}[card]
    state, _ = scene(f"squirrel@{start} {card}", "fox@E5 X")
    assert state.meals[0] == 0
    assert scene("squirrel@A1 X", "fox@E5 X")[0].meals[0] == 0


def test_the_predator_neither_eats_nor_heals():
    """R23, R43, R49: prey only."""
    state, _ = scene("fox@C1 M:S", "rat@A1 X")
    assert state.meals.sum() == state.hearts.sum() == 0


@pytest.mark.parametrize(
    ("cast", "healing", "before", "after", "because"),
    [
        ("rat@C4 S:N, fox@C4 S:N", "one", 0, 0, "W9, R50: undone at once"),
        ("toad@A1 T:N, fox@C2 S:S", "one", 0, 0, "W16"),
        ("rat@C4 S:N, fox@C2 S:S", "one", 1, 1, "W20, R49, R51: one in, one out"),
        ("rat@C3 X, fox@C3 D:S", "one", 1, 0, "W20: the next turn; no stop card is needed, nor in the way"),
        ("rat@C4 D:N, fox@A1 X", "one", 1, 1, "W20, R52: passing through does not heal"),
        ("sparrow@C5 T:N, fox@A1 X", "one", 1, 1, "R52: nor does flying over"),
        ("rat@C4 S:N, fox@C2 S:S", "both", 1, 0, "W20, R51: the new wound and an older one"),
        ("rat@C4 S:N, fox@C2 S:S", "both", 2, 1, "R51: two at most"),
        ("rat@C4 S:N, fox@C3 S:S", "both", 1, 1, "W20, R51: attacked on the route, not on the pond"),
        ("rat@C4 S:N, fox@C3 S:S", "one", 1, 1, "W20"),
        ("rat@C4 S:N, fox@C4 S:N", "both", 1, 0, "R51: they meet on the route and again on the pond itself"),
        ("hedgehog@C4 T:N, fox@C3 X", "both", 2, 1, "R51: met but not attacked"),
    ],
)
def test_healing(cast, healing, before, after, because):
    state, _ = scene(*cast.split(", "), healing=healing, wounds=before)
    assert state.wounds[0] == after, because


def test_a_healed_attack_is_still_an_attack():
    """W16, R53: the heart of the predator stays, and so does the count."""
    state, _ = scene("toad@A1 T:N", "fox@C2 S:S")
    assert (state.hearts[1], state.attacked[0], state.wounds[0]) == (1, 1, 0)


# ---- playing cards


def test_setup():
    """R1, R6, R54: homes by the number of players, thirteen cards, two objectives."""
    for players, homes in ((2, "C5 C1"), (3, "C5 A3 C1"), (4, "C5 A3 C1 E3")):
        state = GAME.setup({"players": players}, Dealer(1))
        assert where(state) == " ".join(SPACES[h] for h in state.homes[:players]) == homes
        assert state.hands[:players].sum() == 13 * players
        assert len({int(o) for o in state.objectives}) == 2
        assert GAME.acting(state) == list(range(players))


@pytest.mark.parametrize(
    ("facade", "sizes"),
    [
        *[("standard", (2, 3)), ("tough", (3, 4)), ("nuts", (4, 6))],
        *[("handicap4", (2, 4)), ("handicap5", (2, 5)), ("handicap6", (2, 6))],
    ],
)
def test_forest_facades(facade, sizes):
    """As many predators and prey are laid out as the facade says; R59 guesses among them."""
    state = GAME.setup({"players": 4, "facades": facade, "predator": 2}, Dealer(5))
    laid = [(state.candidates >> a & 1) for a in range(10)]
    assert (sum(laid[6:]), sum(laid[:6])) == sizes
    assert state.animals[2] >= 6
    assert not GAME.words.check(state)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 3, "masked": "on", "predator": 1}, "chosen predator"),
        ({"players": 2, "masked": "on"}, "three or four"),
        ({"players": 4, "facades": "handicap5"}, "needs a chosen predator"),
        ({"players": 2, "predator": 2}, "no seat 2"),
        ({"players": 2, "animals": ["fox", "owl", "rat", "toad", "badger", *["any"] * 5]}, "2 predators and 3 prey"),
        ({"players": 2, "animals": ["fox", "fox", "rat", "toad", "badger", *["any"] * 5]}, "once"),
        ({"players": 2, "homes": ["west", "west", "standard", "standard"]}, "share"),
        ({"players": 2, "homes": ["west", "standard", "standard", "standard"]}, "each of the 2"),
    ],
)
def test_options_that_cannot_go_together(options, words):
    with pytest.raises(BadOption, match=words):
        GAME.setup(options, Dealer())


def test_chosen_homes_animals_and_objectives():
    options = {
        "players": 3,
        "homes": ["east", "north", "south", "standard"],
        "animals": ["fox", "viper", "squirrel", "hedgehog", "toad", *["any"] * 5],
        "objectives": "navigator+stroller",
    }
    shown = Match(GAME, options, seed=1).table()
    assert [seat["home"] for seat in shown["seats"]] == ["E3", "C1", "C5"]
    assert (shown["predators"], shown["prey"]) == (["fox", "viper"], ["hedgehog", "squirrel", "toad"])
    assert shown["objectives"] == ["navigator", "stroller"]


def test_cards_are_chosen_in_secret_and_revealed_together():
    """R7, R9, R11: a chosen card is seen by its owner alone; then both join the rows, and nobody moves (R2)."""
    match = Match(GAME, {"players": 2}, seed=7)
    match.play(1, "trigger north")
    assert match.acting() == [0]
    assert match.seen(0).sealed[1] == UNKNOWN
    assert match.seen(1).sealed[1] == CARDS["T:N"]
    assert [match.tell(e) for e in match.events(0)] == ["Green has chosen a card."]
    assert [match.tell(e, 1) for e in match.events(1)] == ["You choose trigger north."]
    match.play(0, "stop")
    assert [seat["row"] for seat in match.table()["seats"]] == [["X"], ["T:N"]]
    assert where(match.state) == "C5 C1"
    assert match.state.hearts.sum() == match.state.wounds.sum() == 0


@pytest.mark.parametrize(
    ("row", "count", "because"),
    [
        ("", 17, "R8: everything, for every animal"),
        ("T:N T:S", 13, "R8: no trigger is left"),
        ("X X X", 16, "R8: no stop is left"),
        ("M:N S:N S:N S:N S:N T:N T:N", 5, "R8: only double moves and stops are left in turn 8"),
    ],
)
def test_legal_cards(row, count, because):
    for animal in ("rat", "toad", "squirrel"):
        state = table(animals=[animal, "fox"], rows=[row, " ".join(IDLE.split()[: len(row.split())])])
        assert len(GAME.legal(state, 0)) == count, because


def test_cards_are_not_replaced():
    """R8, R10: five cards stay in hand; what is spent is refused with its rule."""
    match = Match(GAME, position={"animals": ["rat", "fox"], "rows": ["M:N", "X"]})
    with pytest.raises(IllegalMove, match=r"no move-stop card is left in hand \(R8\)"):
        match.play(0, "move-stop east")
    with pytest.raises(IllegalMove, match=r"after turn 8 \(R59\)"):
        match.play(1, "guess Red is the rat")
    over = finished(["rat", "fox"], [IDLE, IDLE])
    assert over.hands[:2].sum() == 10


def test_the_game_has_eight_turns():
    """R6: then only the predator is asked, for the guess (R59)."""
    match = Match(GAME, position={"animals": ["rat", "fox"], "rows": [IDLE, IDLE], "candidates": _five("rat fox")})
    assert match.acting() == [1]
    assert match.pace() == "turn"
    with pytest.raises(IllegalMove, match=r"all eight turns are played \(R6\)"):
        match.play(1, "stop")
    with pytest.raises(IllegalMove, match=r"not among the animals laid out \(R59\)"):
        match.play(1, "guess Red is the sparrow")
    match.play(1, "guess Red is the toad")
    assert match.is_over


def _five(words):
    """Two predators and three prey with these among them."""
    return sorted({*words.split(), "fox", "owl", "rat", "toad", "rabbit"}, key=NAMES.index)


# ---- objectives


ROWS = [
    ("squirrel", "C1", "S:W X S:S X T:S X S:S S:N", "no no yes yes yes no"),
    ("rat", "C1", "S:S D:S M:N T:W D:N S:E X S:S", "yes yes no no no yes"),
    ("owl", "C5", "T:N S:S T:S D:N X S:S M:N D:E", "yes no no no no no"),
]


@pytest.mark.parametrize(("animal", "home", "row", "verdicts"), ROWS)
def test_objectives_on_rows(animal, home, row, verdicts):
    """W23, R32, R54–R57: each of the six, on the cards and on the swims."""
    other = "toad" if animal == "owl" else "fox"
    state = finished([animal, other], [row, IDLE], homes=[home, "E3"])
    found = ["yes" if fulfils(state, 0, o) else "no" for o in range(len(OBJECTIVES))]
    assert " ".join(found) == verdicts


def test_where_the_rows_of_the_objectives_lead():
    """W23: the ways of the rat and of the owl."""
    for (animal, home, row, _), way in zip(
        ROWS[1:], ("C2 C4 C3 D3 D1 E1 E1 E2", "C2 C3 D5 D3 D3 D4 D3 E2"), strict=True
    ):
        cards = [CARDS[card] for card in row.split()]
        ends = [follow(NAMES.index(animal), SPACE[home], cards[:turn]) for turn in range(1, 9)]
        assert " ".join(SPACES[end] for end in ends) == way


def test_swimming():
    """R57: passing through and standing count, flying over and walking away do not."""
    for actor, swims in (
        ("rat@C4 D:N", 1),
        ("rat@C3 X", 1),
        ("rat@C3 S:N", 0),
        ("sparrow@C5 T:N", 0),
        ("toad@A1 T:N", 1),
    ):
        assert scene(actor, "fox@E5 X")[0].swims[0] == swims, actor


def test_slowpoke_and_navigator_read_the_cards():
    """R55, R56: the squirrel's trigger is no double move; a rat's trigger counts as it points."""
    state = finished(["squirrel", "fox"], ["S:N T:E T:S S:W X X X M:N", IDLE])
    assert fulfils(state, 0, OBJECTIVES.index("slowpoke"))
    state = finished(["rat", "fox"], ["S:N T:E T:E S:S X X X S:S", IDLE])
    assert not fulfils(state, 0, OBJECTIVES.index("navigator"))


def test_objectives_give_a_heart_each_to_anyone():
    """R54: the two that are laid out, and no others."""
    rows = ["S:N S:E S:S S:W X X X M:N", "T:N D:E S:S D:W S:N D:S S:N S:E"]
    for objectives, hearts in ((["straggler", "stroller"], [2, 1]), (["slowpoke", "swimmer"], [1, 0]), ([], [0, 0])):
        plain = finished(["hedgehog", "owl"], rows, objectives=[]).hearts
        state = finished(["hedgehog", "owl"], rows, objectives=objectives)
        assert (state.hearts - plain).tolist()[:2] == hearts, objectives


@pytest.mark.parametrize(
    ("row", "aims"),
    [
        ("", ["0/8", "0/4", "0/8", "0/3", "0/4", "0/2"]),
        ("S:N D:E", ["2/8", "2/4", None, "0/3", "1/4", "0/2"]),
        ("S:N S:N X M:N T:N T:N", [None, None, "6/8", "1/3", "2/4", "2/2"]),
        ("S:N S:E S:S S:W X M:N T:E", [None, "4/4", "7/8", None, "4/4", None]),
    ],
)
def test_how_far_one_is_with_an_objective(row, aims):
    """R54–R57: what a player sees of it while cards are chosen; nothing where it cannot be done any more."""
    found = []
    for name in OBJECTIVES:
        other = next(one for one in OBJECTIVES if one != name)
        rows = [row, " ".join(IDLE.split()[: len(row.split())])]
        state = table(animals=["hedgehog", "owl"], rows=rows, objectives=[name, other])
        shown = GAME.words.table(GAME.see(state, 0), 0)
        aim = dict(zip(shown["objectives"], shown["seats"][0]["aims"], strict=True))[name]
        found.append(f"{aim['now']}/{aim['of']}" if aim["open"] else None)
        assert shown["seats"][1]["aims"] == [], "of others nothing: it may tell the animal"
    assert found == aims


def test_how_far_one_is_agrees_with_the_hearts_for_it():
    """R54–R57, at the end of whole games."""
    for seed, objectives in enumerate([*combinations(OBJECTIVES, 2)] * 2):
        chance = Random(seed)
        match = Match(GAME, {"players": 4, "objectives": "+".join(objectives)}, seed)
        while not match.is_over:
            seat = chance.choice(match.acting())
            match.play(seat, chance.choice(match.legal(seat)))
        shown = match.table()
        aims = [zip(shown["objectives"], seat["aims"], strict=True) for seat in shown["seats"]]
        done = {(seat, name) for seat, own in enumerate(aims) for name, aim in own if aim["open"]}
        assert done == {(award["seat"], award["for"]) for award in shown["awards"] if award["for"] in objectives}


# ---- the end


def film_of(match):
    return match.table()["film"]


def play_out(match, rows):
    for turn in range(8):
        for seat, row in reversed(list(enumerate(rows))):
            match.play(seat, CARDS[row.split()[turn]])


def test_the_scoring_example_as_a_whole_game():
    """W21, R59, R61, R62, R65, R66: four all, and the fox triggered later."""
    rows = ["D:E X T:S M:W T:W X D:S S:E", "D:E S:W M:N D:W T:N D:S S:E T:W"]
    match = Match(GAME, position={
        "animals": ["squirrel", "fox"], "objectives": ["navigator", "stroller"],
        "candidates": ["squirrel", "hedgehog", "toad", "fox", "viper"],
    })  # fmt: skip
    play_out(match, rows)
    match.play(1, "guess Red is the squirrel")
    assert _ways(match) == ["E5 E5 B4 A4 B3 B3 B5 C5", "E1 D1 A1 A4 A5 B1 C1 D1"]
    film = film_of(match)
    meals = [(turn["turn"], meal["cell"]) for turn in film for meal in turn["meals"]]
    assert meals == [(2, "E5"), (4, "A4"), (6, "B3")]
    assert [(t["turn"], a["moment"], a["place"]) for t in film for a in t["attacks"]] == [(4, "E2", "A4")]
    assert match.result()["scores"] == [4, 4]
    assert match.result()["ranks"] == [2, 1]
    assert (first_trigger(match.state, 0), first_trigger(match.state, 1)) == (3, 5)
    assert match.result()["reason"].key == "won.R66"
    assert match.returns() == [-1, 1]


def test_a_whole_game_of_three():
    """W22, R60–R63: rat 3, squirrel 5, fox 5; the fox wins by the later trigger."""
    rows = [
        "M:N D:W T:S T:E S:N D:E S:S S:S",
        "D:W M:N T:N X D:W S:N X S:N",
        "D:S M:S D:W X D:S T:W S:E T:W",
    ]
    match = Match(GAME, position={
        "animals": ["rat", "squirrel", "fox"], "objectives": ["fickler", "navigator"],
        "candidates": ["squirrel", "rat", "toad", "fox", "owl"],
    }, options={"players": 3})  # fmt: skip
    play_out(match, rows)
    match.play(2, "guess Red is the rat, Green is the squirrel")
    assert _ways(match) == ["C4 A4 A3 A4 A3 C3 C4 C5", "B4 B3 B1 B1 A5 A4 A4 A3", "C3 C4 A4 A4 A1 B1 C1 D1"]
    film = film_of(match)
    assert [(t["turn"], m["seat"], m["cell"]) for t in film for m in t["meals"]] == [
        *[(1, 0, "C4"), (2, 1, "B3"), (4, 1, "B1"), (7, 1, "A4")],
    ]
    assert [(t["turn"], a["seat"], a["moment"], a["place"]) for t in film for a in t["attacks"]] == [
        *[(4, 0, "E1", "A4"), (5, 1, "H2", "A1W–A5S")],
    ]
    assert [(t["turn"], h["seat"]) for t in film for h in t["healed"]] == [(6, 0)]
    assert [(a["seat"], a["for"], a["hearts"]) for a in match.table()["awards"]] == [
        *[(0, "home", 1), (0, "navigator", 1), (1, "feast", 1), (1, "home", 1), (1, "fickler", 1)],
        *[(2, "guess", 1), (2, "all", 1), (2, "fickler", 1)],
    ]
    assert match.result()["scores"] == [3, 5, 5]
    assert match.returns() == [-1, -1, 1]


def _ways(match):
    """Where each player is after each turn, by the events of the film."""
    at, ways = [int(h) for h in match.state.homes[: match.state.players]], []
    for event in [*match.events(), None]:
        if event is None or event.kind in (news.STARTED, news.JUDGED):
            ways.append([SPACES[space] for space in at])
            if event is None or event.kind == news.JUDGED:
                break
        elif event.kind == news.MOVED:
            at[event.numbers[0]] = event.numbers[3]
    return [" ".join(way) for way in zip(*ways[1:], strict=True)]


@pytest.mark.parametrize(
    ("players", "won", "rule"),
    [
        ("fox 4 5 0, squirrel 4 3 1", "fox", 66),
        ("fox 4 2 0, squirrel 4 7 3", "squirrel", 66),
        ("owl 3 4 0, toad 3 4 0, rat 3 3 0", "owl", 67),
        ("viper 4 1 0, toad 5 6 2, rat 5 6 1", "rat", 68),
        ("badger 3 8 0, toad 5 6 1, rat 5 6 1", "toad rat", 69),
        ("fox 4 8 0, rabbit 4 9 3", "rabbit", 66),
        ("fox 4 8 0, rabbit 5 1 3", "rabbit", 65),
    ],
)
def test_ties(players, won, rule):
    """W24, R65–R70: score, first trigger (none is turn 9), the predator, the fewest attacks, a shared win."""
    state, names = State.new(), []
    for seat, player in enumerate(players.split(", ")):
        name, points, trigger, attacked = player.split()
        names.append(name)
        state.players = seat + 1
        state.hearts[seat], state.attacked[seat] = int(points), int(attacked)
        state.rows[seat] = CARDS["S:N"]
        state.rows[seat, int(trigger) - 1 :] = CARDS["T:N"]
    everyone = (1 << state.players) - 1
    assert [names[s] for s in range(state.players) if winners(state, everyone) >> s & 1] == won.split()
    assert deciding_rule(state, everyone) == rule
    share = 2 / len(won.split()) - 1
    assert GAME.returns(state)[: state.players] == [share if name in won.split() else -1 for name in names]


def test_the_guess():
    """W25, R59, R60: six options in a fixed order; only the whole truth counts."""
    position = {
        "animals": ["fox", "rat", "toad"], "rows": [IDLE] * 3, "objectives": [],
        "candidates": ["rabbit", "rat", "toad", "fox", "owl"],
    }  # fmt: skip
    state = GAME.from_position(position)
    match = Match(GAME, {"players": 3}, position=position)
    pairs = ["rabbit rat", "rabbit toad", "rat rabbit", "rat toad", "toad rabbit", "toad rat"]
    assert [match.say(0, a) for a in GAME.legal(state, 0)] == [
        "guess Green is the {}, Blue is the {}".format(*pair.split()) for pair in pairs
    ]
    assert (GAME.legal(state, 0)[0], GAME.legal(state, 0)[3]) == (23, 31)
    hearts = {}
    for pair, action in zip(pairs, GAME.legal(state, 0), strict=True):
        after = State.copy(state)
        GAME.rules.play(after, 0, action, Dealer())
        hearts[pair] = int(after.hearts[0])
    assert {pair for pair in pairs if hearts[pair] == max(hearts.values())} == {"rat toad"}
    assert len(set(hearts.values())) == 2


def test_numbers_of_guesses():
    """W25, R59: ids run over all six prey; (rabbit, rat, toad) is 44 among four."""
    four = table(animals=["fox", "rabbit", "rat", "toad"], rows=[IDLE] * 4)
    assert GAME.text(GAME.words.say(four, 0, 44)) == "guess Green is the rabbit, Blue is the rat, Yellow is the toad"
    for players, facade, count in ((2, "nuts", 6), (3, "tough", 12), (4, "nuts", 120), (4, "standard", 6)):
        state = GAME.setup({"players": players, "facades": facade}, Dealer(3))
        state.turn = 8
        guesses = GAME.legal(state, int(state.predator))
        assert len(guesses) == count
        assert guesses[0] >= GUESS


def test_returning_home():
    """R58: a prey that stays at home has come home; another's home gives nothing."""
    for row, hearts in (
        ("X X X S:N S:S S:N S:S M:N", 0),
        ("M:N S:S X X X S:N S:S T:N", 0),
        ("M:N S:S X X S:N S:S T:E T:W", 1),
        ("M:N S:S S:N S:S T:N T:S X X", 1),
    ):
        state = finished(["hedgehog", "fox"], [row, IDLE], objectives=[])
        assert state.hearts[0] == hearts, SPACES[state.spaces[0]]
    state = finished(["hedgehog", "fox"], ["D:N D:N S:S S:N S:S S:N X X", IDLE], objectives=[])
    assert (SPACES[state.spaces[0]], state.hearts[0]) == ("C1", 0)


def test_attacked_at_home_in_turn_8():
    """W28, R58: the heart for coming home all the same; net 0 for the turn."""
    state, found = scene("rat@C4 S:S", "fox@B5 S:E", turn=7)
    state.homes[:2] = SPACE["C5"], SPACE["C1"]
    _score(state)
    assert found == ["E1 C5"]
    assert (state.hearts[0], state.wounds[0], score(state, 0)) == (1, 1, 0)


def _score(state):
    state.objectives[:] = NONE
    state.guess[:] = NONE
    score_up(state, Dealer())


@pytest.mark.parametrize(
    ("attacked", "bonus", "because"),
    [
        ([0, 1, 0], 0, "W29, R63: one is missing"),
        ([0, 1, 1], 1, "R63: every prey"),
        ([0, 0, 3], 0, "R63: each of them"),
    ],
)
def test_every_prey(attacked, bonus, because):
    state = State.new()
    state.players, state.animals[:3] = 3, (7, 0, 2)
    state.attacked[:3] = attacked
    _score(state)
    assert state.hearts[0] == bonus, because


def test_a_hedgehog_under_its_spines_was_not_attacked():
    """W29, R40, R63: meetings with the trigger bring neither heart nor bonus."""
    state, _ = scene("fox@C1 S:S", "hedgehog@C3 T:N")
    _score(state)
    assert state.hearts[0] == 0


def test_no_score_below_zero():
    """W30, R64: one heart and three wounds are 0."""
    state = State.new()
    state.players, state.predator, state.hearts[:2], state.wounds[0] = 2, 1, (1, 3), 3
    assert (score(state, 0), score(state, 1)) == (0, 3)


def test_a_feast():
    """R48, R61: three meals bring one more heart, once."""
    for meals, hearts in ((2, 0), (3, 1), (4, 1)):
        state = State.new()
        state.players, state.predator, state.meals[0] = 2, 1, meals
        state.spaces[0], state.homes[0] = 1, 2
        _score(state)
        assert state.hearts[0] == hearts


# ---- sight


def test_what_a_seat_knows():
    """R59: identities stay secret until the guess; then all is public."""
    match = Match(GAME, {"players": 3}, seed=2)
    predator = int(match.state.predator)
    for seat in range(3):
        seen = match.seen(seat)
        assert [a >= 0 for a in seen.animals[:3]] == [other == seat for other in range(3)]
        assert seen.predator == predator
    assert match.seen(SPECTATOR).animals[:3].tolist() == [UNKNOWN] * 3


def test_masked_predator():
    """R59: nobody but the predator knows who it is, until turn 8 is over."""
    match = Match(GAME, {"players": 3, "masked": "on"}, seed=4)
    predator = int(match.state.predator)
    for seat in range(3):
        assert match.seen(seat).predator == (predator if seat == predator else UNKNOWN)
    play_out(match, [IDLE] * 3)
    assert [match.seen(seat).predator for seat in (0, 1, 2, SPECTATOR)] == [predator] * 4
    assert [e.numbers[0] for e in match.events() if e.kind == news.UNMASKED] == [predator]
    assert match.acting() == [predator]


def test_possible_positions():
    """W27: one space for each candidate animal."""

    def cells(animals, candidates, row):  # fmt: skip
        state = table(animals=animals, candidates=candidates, rows=row, homes=["C1", "C5"])
        shown = GAME.words.table(GAME.see(state, SPECTATOR), SPECTATOR)
        return {(p["animal"], p["cell"]) for p in shown["seats"][0]["possible"]}

    five = ["hedgehog", "rat", "toad", "owl", "viper"]
    assert cells(["rat", "owl"], five, ["T:S", "X"]) == {("hedgehog", "C2"), ("rat", "B1"), ("toad", "C3")}
    assert cells(["owl", "rat"], five, ["T:S", "X"]) == {("owl", "C4"), ("viper", "C1")}


@pytest.mark.parametrize(
    ("animal", "row", "card", "aimed", "lead"),
    [
        ("rat", "", "S:N", "C4", "C4"),
        ("toad", "", "M:N", "C4", "C4 eats"),
        ("toad", "M:N", "X", "C4", "C4"),  # R45: eaten there
        ("toad", "", "D:N", "C3", "C4 C3"),
        ("toad", "", "T:E", "C3", "C3"),  # R30: over nothing
        ("viper", "", "T:W", "B5", "B5 C5"),  # R31: it is pointed at what it strikes
        ("owl", "", "T:N", "C2", "C2"),  # R34: in the air it meets nobody
    ],
)
def test_where_a_card_leads(animal, row, card, aimed, lead):
    """R43, R45, R12–R18: what a player is told of each own card before choosing; an onlooker is told nothing."""
    other = "fox" if animal in ("rat", "toad") else "rat"
    state = table(animals=[animal, other], rows=[row, "S:N" if row else ""], homes=["C5", "C1"])
    seen = GAME.see(state, 0)
    found = GAME.words.table(seen, 0)["leads"][CARDS[card]]
    assert " ".join([*found["crosses"], found["cell"], *["eats"] * found["eats"]]) == lead
    assert GAME.words.touches(seen, 0, CARDS[card])[-1] == f"cell:{aimed}"
    assert GAME.words.table(GAME.see(state, SPECTATOR), SPECTATOR)["leads"] == []


def test_what_is_certain_before_the_film():
    """R33, R36, R44: own meals and meetings that hold for every animal the other may be; nothing that only may be."""

    def certain(animals, rows, seat):
        state = table(
            animals=animals, candidates=["toad", "rat", "hedgehog", "owl", "fox"], rows=rows, homes=["C5", "C1"]
        )
        shown = GAME.words.table(GAME.see(state, seat), seat)["so_far"]
        return shown["hearts"], shown["wounds"], [(met["turn"], met["seat"]) for met in shown["met"]]

    assert certain(["toad", "owl"], ["M:N X", "X X"], 0) == (1, 0, []), "a meal, nobody met"
    assert certain(["toad", "owl"], ["S:N S:N", "D:S X"], 0) == (0, 0, [(2, 1)]), "met on the pond, which heals (R50)"
    assert certain(["toad", "owl"], ["S:N X", "D:S S:S"], 0) == (1, 1, [(2, 1)])
    assert certain(["toad", "owl"], ["S:N X", "D:S S:S"], 1) == (1, 0, [(2, 0)])
    assert certain(["toad", "owl"], ["S:N X", "D:S T:N"], 0) == (1, 0, []), "a fox would be there, an owl would not"
    assert certain(["toad", "owl"], ["S:N T:N", "D:S S:S"], 1) == (0, 0, []), "a hedgehog would be safe (R40)"
    state = table(animals=["toad", "owl"], rows=["S:N", "X"])
    assert GAME.words.table(GAME.see(state, SPECTATOR), SPECTATOR)["so_far"] is None


FIVE = ["rabbit", "rat", "toad", "owl", "fox"]


def _beliefs(state, seat, count=4000):
    """How often each deal comes up in redeals: (predator's seat, animals)."""
    seen, dealer = GAME.see(state, seat), Dealer(11)
    return Counter(_deal(GAME.redeal(seen, seat, dealer)) for _ in range(count))


def _deal(state):
    return int(state.predator), *(NAMES[a] for a in state.animals[: state.players])


def _assert_uniform(counts, outcomes):
    total = sum(counts.values())
    assert set(counts) == set(outcomes)
    share = 1 / len(outcomes)
    margin = 4.5 * (share * (1 - share) / total) ** 0.5
    assert all(abs(counts[o] / total - share) < margin for o in outcomes), counts


def test_the_fair_belief_of_prey_and_predator():
    """W26: the rat thinks owl or fox, rabbit or toad; the predator six deals alike."""
    state = table(animals=["rat", "owl", "toad"], candidates=FIVE)
    _assert_uniform(_beliefs(state, 0), [(1, "rat", p, q) for p in ("owl", "fox") for q in ("rabbit", "toad")])
    deals = [(1, one, "owl", other) for one, other in permutations(["rabbit", "rat", "toad"], 2)]
    _assert_uniform(_beliefs(state, 1), deals)


def test_the_fair_belief_behind_masks():
    """Each other player is the predator with the same probability; a spectator thinks so of all."""
    state = table(animals=["rat", "owl", "toad"], candidates=FIVE, masked=True)
    prey = ["rabbit", "toad"]
    _assert_uniform(
        _beliefs(state, 0),
        [(1, "rat", p, q) for p in ("owl", "fox") for q in prey]
        + [(2, "rat", q, p) for p in ("owl", "fox") for q in prey],
    )
    assert Counter(deal[0] for deal in _beliefs(state, SPECTATOR)).keys() == {0, 1, 2}


def test_redeals_agree_with_rejection_sampling():
    """Deals that look the same to a seat, kept out of thousands of honest ones, are as frequent as redeals."""
    options = {"players": 3, "masked": "on", "animals": [*FIVE, *["any"] * 5], "objectives": "none"}
    match = Match(GAME, {**options}, seed=1)
    while match.state.animals[1] != NAMES.index("toad"):
        match = Match(GAME, options, seed=int(match.seed) + 1)
    match.play(2, "trigger north")
    sight, kept, dealer = State.pack(match.seen(1)), Counter(), Dealer(99)
    for _ in range(9000):
        state = GAME.setup(options, dealer)
        if state.animals[1] == NAMES.index("toad"):
            GAME.rules.play(state, 2, GAME.legal(state, 2)[dealer.rng % 17], dealer)
            if State.pack(GAME.see(state, 1)) == sight:
                kept[_deal(state)] += 1
    redealt = _beliefs(match.state, 1)
    assert sum(kept.values()) > 1500
    assert set(kept) == set(redealt)
    for deal, count in redealt.items():
        assert abs(count / redealt.total() - kept[deal] / kept.total()) < 0.05, deal


def test_a_card_chosen_in_secret_is_any_legal_card():
    """R8: by the fair belief all cards and directions left are equally likely."""
    state = table(
        animals=["rat", "fox"], rows=["X X X M:N T:N T:N S:N", "D:N D:N D:N S:N S:N S:N X"], sealed=["S:E", None]
    )
    seen, dealer = GAME.see(state, 1), Dealer(5)
    assert seen.sealed[0] == UNKNOWN
    counts = Counter(int(GAME.redeal(seen, 1, dealer).sealed[0]) for _ in range(3000))
    _assert_uniform(counts, range(8))  # single and double moves are left


# ---- positions


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"rows": ["S:N", ""]}, "equally long.*R7"),
        ({"rows": ["M:N M:N", "X X"]}, "only 1 move-stop.*R8"),
        ({"rows": [IDLE + " X", IDLE + " X"]}, "8 turns.*R6"),
        ({"rows": [IDLE, IDLE], "sealed": ["X", None]}, "R8|R6"),
        ({"sealed": ["X", "X"]}, "revealed.*R7"),
        ({"animals": ["rat", "rat"]}, "same animal"),
        ({"animals": ["rat", "toad"]}, "one player is the predator"),
        ({"animals": ["rat", "fox"], "predator": 0}, "cannot be the rat"),
        ({"animals": ["rat", "fox"], "candidates": ["toad", "rabbit", "sparrow", "fox", "owl"]}, "not among"),
        ({"candidates": ["fox", "rat"]}, "no facade"),
        ({"homes": ["C5", "C5"]}, "R1"),
        ({"homes": ["C5", "C3"]}, "none of"),
        ({"objectives": ["swimmer"]}, "R54"),
        ({"animals": ["rat", "fox"], "guess": ["rat", None]}, "after turn 8.*R59"),
        ({"animals": ["rat", "fox"], "rows": [IDLE, IDLE], "guess": ["rat", "rat"]}, "R59"),
        ({"foxes": 3}, "no part 'foxes'"),
        ({"players": 5}, "2 to 4"),
    ],
)
def test_positions_that_cannot_be(position, words):
    with pytest.raises(BadPosition, match=words):
        GAME.from_position(position)


def test_positions_round_trip_through_a_game():
    """R2, R11: before and after the film, byte for byte."""
    match, dealer = Match(GAME, {"players": 4, "masked": "on", "healing": "both"}, seed=9), Dealer(2)
    while not match.is_over:
        seat = match.acting()[0]
        actions = match.legal(seat)
        match.play(seat, actions[dealer.rng % len(actions)])
        dealer.rng += 12345
        again = GAME.from_position(GAME.words.position(match.state))
        assert State.pack(again) == State.pack(match.state)
    assert len(film_of(match)) == 8


def test_the_film_is_deterministic_and_complete():
    """R2, R19: shown twice it ends the same; R12: eight turns in order."""
    rows = ["D:E X T:S M:W T:W X D:S S:E", "D:E S:W M:N D:W T:N D:S S:E T:W"]
    states = [finished(["squirrel", "fox"], rows, objectives=[]) for _ in range(2)]
    assert State.pack(states[0]) == State.pack(states[1])
    dealer, state = Dealer(), table(animals=["squirrel", "fox"], rows=rows, objectives=[])
    state.guess[0] = 4
    finish(state, dealer)
    assert [e.numbers[0] for e in dealer.events if e.kind == news.STARTED] == list(range(1, 9))


def test_the_box_holds_what_the_rulebook_lists():
    """R20–R24: thirteen cards; ten animals, four of them predators; four homes; ten curves."""
    assert COPIES.sum() == 13
    assert [a["role"] for a in ANIMALS].count("predator") == 4
    assert (len(HOMES), len(CURVES)) == (4, 10)


def test_another_box():
    """R57: an owner of the box corrects what is reconstructed; a board that cannot be is refused (R4)."""
    rows = ["S:N S:N X X X T:N T:S S:S", IDLE]  # the hedgehog is on the pond for several turns
    position = {
        "animals": ["hedgehog", "fox"],
        "rows": rows,
        "objectives": ["slowpoke", "swimmer"],
        "guess": ["hedgehog", None],
    }
    hearts = [load("oh_fox", box).from_position(position).hearts[0] for box in (None, {"SWIMS": 8})]
    assert hearts[0] - hearts[1] == 1
    with pytest.raises(ValueError, match="two routes leave"):
        load("oh_fox", {"CURVES": [*CURVES[:9], "A1S A2N"]})
