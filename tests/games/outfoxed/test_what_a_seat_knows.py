"""What you know, and what you may believe."""

from collections import Counter
from itertools import permutations

import pytest

from skulk.engine import SPECTATOR, UNKNOWN
from skulk.games.outfoxed.components import CELLS, CROW, FOX, IDS, KINDS, RABBITS
from skulk.games.outfoxed.names import CELL_NAMES
from skulk.games.outfoxed.state import MAY_BE_RABBIT, STIRRED

from .laying import GAME, LAND, Table, pile


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
