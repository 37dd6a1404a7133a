"""What a player knows, and the fair belief."""

from collections import Counter
from itertools import permutations

import pytest

from skulk.engine import SPECTATOR, UNKNOWN, Dealer, Match
from skulk.games.oh_fox import moves
from skulk.games.oh_fox.components import NAMES
from skulk.games.oh_fox.names import CARDS
from skulk.games.oh_fox.state import State

from .laying import GAME, IDLE, play_out, table


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
    assert [e.numbers[0] for e in match.events() if e.kind == moves.UNMASKED] == [predator]
    assert match.acting() == [predator]


def test_possible_positions():
    """W27: one space for each candidate animal."""

    def cells(animals, candidates, row):  # fmt: skip
        state = table(animals=animals, candidates=candidates, rows=row, homes=["C1", "C5"])
        shown = GAME.words.table(GAME.see(state, SPECTATOR), SPECTATOR)
        return {(p.animal, p.cell) for p in shown.seats[0].possible}

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
    found = GAME.words.table(seen, 0).leads[CARDS[card]]
    assert " ".join([*found.crosses, found.cell, *["eats"] * found.eats]) == lead
    assert GAME.words.touches(seen, 0, CARDS[card])[-1] == f"cell:{aimed}"
    assert GAME.words.table(GAME.see(state, SPECTATOR), SPECTATOR).leads == []


def test_what_is_certain_before_the_film():
    """R33, R36, R44: own meals and meetings that hold for every animal the other may be; nothing that only may be."""

    def certain(animals, rows, seat):
        state = table(
            animals=animals, candidates=["toad", "rat", "hedgehog", "owl", "fox"], rows=rows, homes=["C5", "C1"]
        )
        shown = GAME.words.table(GAME.see(state, seat), seat).so_far
        return shown.hearts, shown.wounds, [(met.turn, met.seat) for met in shown.met]

    assert certain(["toad", "owl"], ["M:N X", "X X"], 0) == (1, 0, []), "a meal, nobody met"
    assert certain(["toad", "owl"], ["S:N S:N", "D:S X"], 0) == (0, 0, [(2, 1)]), "met on the pond, which heals (R50)"
    assert certain(["toad", "owl"], ["S:N X", "D:S S:S"], 0) == (1, 1, [(2, 1)])
    assert certain(["toad", "owl"], ["S:N X", "D:S S:S"], 1) == (1, 0, [(2, 0)])
    assert certain(["toad", "owl"], ["S:N X", "D:S T:N"], 0) == (1, 0, []), "a fox would be there, an owl would not"
    assert certain(["toad", "owl"], ["S:N T:N", "D:S S:S"], 1) == (0, 0, []), "a hedgehog would be safe (R40)"
    state = table(animals=["toad", "owl"], rows=["S:N", "X"])
    assert GAME.words.table(GAME.see(state, SPECTATOR), SPECTATOR).so_far is None


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
