"""The dealer brings chance, fair or scripted, and news, to those who may hear it."""

import itertools
from collections import Counter

import numpy as np
import pytest

from skulk.engine import (
    EVERYONE,
    SPECTATOR,
    Dealer,
    Event,
    Match,
    ScriptMismatch,
    ScriptRanOut,
    call,
    draw,
    everyone_but,
    has,
    load,
    only,
    roll,
    shuffle,
    total,
)
from skulk.engine.match import chance
from tests import den

# ---- chance is fair; a fair dealer passes each test 999 times in 1000, and the seeds are fixed


LIMIT = {2: 13.8, 5: 20.5, 23: 49.7, 35: 66.6, 51: 87.97}  # of chi-square, by degrees of freedom


def is_fair(outcomes, odds):
    """Whether the outcomes fall as the odds say; odds of 0 never do."""
    counts, n = Counter(outcomes), len(outcomes)
    assert set(counts) <= {outcome for outcome, odd in odds.items() if odd}
    expected = {outcome: n * odd / sum(odds.values()) for outcome, odd in odds.items() if odd}
    chi_square = sum((counts[outcome] - e) ** 2 / e for outcome, e in expected.items())
    return chi_square < LIMIT[len(expected) - 1]


def test_a_loaded_die_would_be_found_out():
    assert not is_fair([*range(6)] * 1000 + [5] * 250, dict.fromkeys(range(6), 1))


@pytest.mark.parametrize("seed", [0, 1, -1, 2**62])
def test_all_faces_are_equally_likely_and_no_roll_tells_the_next(seed):
    dealer = Dealer(seed)
    rolls = [roll(dealer, 6) for _ in range(12_000)]
    assert is_fair(rolls, dict.fromkeys(range(6), 1))
    assert is_fair([*itertools.pairwise(rolls)], dict.fromkeys(itertools.product(range(6), repeat=2), 1))


def test_the_first_roll_of_every_command_is_fair():
    """Each command has a counter of its own; neighbours have nothing to do with each other."""
    rolls = [roll(Dealer(chance("seed", (), number)), 52) for number in range(10_000)]
    assert is_fair(rolls, dict.fromkeys(range(52), 1))


def test_all_orders_are_equally_likely():
    dealer, orders = Dealer(7), []
    for _ in range(6_000):
        cards = np.arange(4)
        shuffle(dealer, cards, 0, 4)
        orders.append(tuple(cards.tolist()))
    assert is_fair(orders, dict.fromkeys(itertools.permutations(range(4)), 1))


@pytest.mark.parametrize(("first", "last"), [(0, 6), (2, 5), (3, 3), (5, 6)])
def test_a_shuffle_keeps_to_its_part_of_the_cards(first, last):
    cards = list(range(6))
    shuffle(Dealer(1), cards, first, last)
    assert cards[:first] == list(range(first))
    assert sorted(cards[first:last]) == list(range(first, last))
    assert cards[last:] == list(range(last, 6))


def test_a_kind_is_drawn_as_often_as_the_bag_holds_it():
    dealer, bag = Dealer(3), np.array([0, 1, 0, 2, 5, 0])
    assert is_fair([draw(dealer, bag) for _ in range(8_000)], dict(enumerate(bag.tolist())))
    assert bag.tolist() == [0, 1, 0, 2, 5, 0], "the bag stays as it is"


@pytest.mark.parametrize("script", [None, [0], []])
def test_nothing_is_drawn_from_an_empty_bag(script):
    with pytest.raises(ValueError, match="bag is empty"):
        draw(Dealer(1, script), [0, 0, 0])


# ---- a scripted dealer


def test_outcomes_are_dealt_in_order():
    dealer = Dealer(script=[3, [2, 0, 1], 1, 0])
    cards = np.arange(4)
    assert roll(dealer, 6) == 3
    shuffle(dealer, cards, 0, 3)
    assert cards.tolist() == [2, 0, 1, 3]
    assert draw(dealer, [0, 5]) == 1
    assert dealer.used == 3
    assert roll(dealer, 2) == 0


@pytest.mark.parametrize(
    ("ask", "asked", "outcomes"),
    [
        (lambda dealer: roll(dealer, 6), "roll one of 6", [0, 1, 2, 3, 4, 5]),
        (lambda dealer: draw(dealer, [2, 0, 1]), r"draw one of \[0, 2\]", [0, 2]),
        (lambda dealer: shuffle(dealer, [7, 8, 9], 1, 3), r"shuffle \[8, 9\]", [8, 9]),
    ],
)
@pytest.mark.parametrize("script", [[], [1]])
def test_a_script_that_runs_out_says_what_was_asked(ask, asked, outcomes, script):
    dealer = Dealer(script=script)
    for _ in script:
        roll(dealer, 2)
    with pytest.raises(ScriptRanOut, match=f"no more outcomes: the dealer was asked to {asked}") as ran_out:
        ask(dealer)
    assert list(ran_out.value.outcomes) == outcomes
    assert dealer.used == len(script)


@pytest.mark.parametrize("face", [6, -1, 2.0, "2", None, [2]])
def test_an_impossible_roll_is_refused(face):
    with pytest.raises(ScriptMismatch, match="outcomes are 0 to 5"):
        roll(Dealer(script=[face]), 6)


@pytest.mark.parametrize("kind", [1, 3, -1, "0", None])
def test_a_kind_that_is_not_in_the_bag_is_refused(kind):
    with pytest.raises(ScriptMismatch, match=r"only \[0, 2\]"):
        draw(Dealer(script=[kind]), [2, 0, 1])


@pytest.mark.parametrize("order", [[8, 8], [8], [9, 8, 7], 8, "89", None, [8, "9"], [8, None], [[8], 9]])
def test_a_shuffle_lays_the_same_cards(order):
    cards = [7, 8, 9]
    with pytest.raises(ScriptMismatch, match=r"these are shuffled: \[8, 9\]"):
        shuffle(Dealer(script=[order]), cards, 1, 3)
    assert cards == [7, 8, 9]


def test_a_scripted_deck_is_dealt_from_the_top():
    deck = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    state = den.GAME.setup({"players": 2}, den.GAME.dealer(script=[deck]))
    assert state.hands.tolist() == [[0, 0, 2], [0, 1, 1], [0, 0, 0]]


# ---- news

AUDIENCES = [
    (EVERYONE, {0, 1, 2, SPECTATOR}),
    (only(1), {1}),
    (only(SPECTATOR), {SPECTATOR}),
    (everyone_but(1), {0, 2, SPECTATOR}),
    (everyone_but(SPECTATOR), {0, 1, 2}),
    (everyone_but(0) & everyone_but(2), {1, SPECTATOR}),
    (only(0) | only(2), {0, 2}),
    (0, set()),
]


@pytest.mark.parametrize(("audience", "hearers"), AUDIENCES)
def test_who_hears_it(audience, hearers):
    dealer = Dealer()
    call(dealer, audience, 5, 6)
    [event] = dealer.heard()
    assert {seat for seat in (0, 1, 2, SPECTATOR) if event.heard_by(seat)} == hearers
    assert {seat for seat in (0, 1, 2, SPECTATOR) if has(audience, seat)} == hearers


def test_events_carry_up_to_four_numbers_and_are_heard_once():
    dealer = Dealer()
    call(dealer, EVERYONE, 1)
    call(dealer, only(0), 2, np.int64(3), True, 5, 6)
    assert dealer.heard() == [Event(1, EVERYONE, (0, 0, 0, 0)), Event(2, 1, (3, 1, 5, 6))]
    assert dealer.heard() == []
    assert {type(n) for event in dealer.heard() for n in event.numbers} <= {int}


def test_a_move_that_calls_out_too_much_says_what_to_raise(monkeypatch):
    match = Match(den.GAME, seed=2)
    seat, calls = match.acting()[0], []
    monkeypatch.setattr(
        den.GAME.rules, "play", lambda state, seat, action, dealer: [call(dealer, EVERYONE, 0) for _ in calls]
    )
    calls += [0] * den.rules.EVENTS
    assert len(match.play(seat, match.legal(seat)[0])) == den.rules.EVENTS
    calls.append(0)
    with pytest.raises(OverflowError, match="called out 17 events, more than 16: raise the game's EVENTS"):
        match.play(seat, match.legal(seat)[0])


def test_one_dealer_serves_any_number_of_moves():
    """Whoever plays on by hand and never listens is not told to raise EVENTS, and nothing piles up."""
    game = load("fox_on_the_run")
    dealer = game.dealer(3)
    for _ in range(20):
        state = game.setup({}, dealer)
        while not state.over:
            seat = game.acting(state)[0]
            game.rules.play(state, seat, game.legal(state, seat)[0], dealer)
    assert dealer.called > game.most_events
    assert len(dealer.heard()) == game.most_events
    assert (dealer.heard(), dealer.called) == ([], 0)


def test_who_watches_hears_what_all_may_hear():
    match = Match(den.GAME, {"players": 2}, seed=2)
    while match.pace() != "turn":
        match.play(match.acting()[0], match.legal(match.acting()[0])[0])
    drawer = match.acting()[0]
    match.play(drawer, "draw")
    heard = [match.events(seat, match.number - 1) for seat in (drawer, 1 - drawer, SPECTATOR)]
    cards = [event.numbers[1] for [event] in heard]
    assert 0 <= cards[0] < 3
    assert cards[1:] == [-1, -1], "R4: nobody else sees the card"


def test_total_adds_up():
    assert total([]) == 0
    assert total(np.array([100, 100], np.int64)) == 200
