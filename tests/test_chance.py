"""Chance that can be listed, infostates, and small games solved with both: OpenSpiel finds the same values."""

import math
import random
from collections import Counter

import pytest

from bench import solve
from bench.leduc import GAME as LEDUC
from skulk.engine import NONE, SPECTATOR, Dealer, Match, draw, load, roll, shuffle
from skulk.engine.chance import Deal, Following, Fork, Redeal, leaves
from tests import den

# ---- what may come, with its probability


class _Toy:
    """A deed made of the dealer's three: a roll, a draw and a shuffle in which two cards are equal."""

    lap, most_events = 0, 4

    def __call__(self, path):
        dealer, cards = Following(self, path), [7, 7, 8]
        told = roll(dealer, 2), draw(dealer, [1, 0, 3])
        shuffle(dealer, cards, 0, 3)
        return told, cards, dealer.dealt


def test_all_that_may_come_is_listed_with_its_probability():
    found = list(leaves(_Toy()))
    assert math.fsum(p for _, p in found) == 1
    assert len(found) == 2 * 2 * 3, "two faces, two kinds in the bag, three orders of 7 7 8"
    chances = Counter()
    for (told, _, _), p in found:
        chances[told] += p
    assert chances == {(0, 0): 1 / 8, (0, 2): 3 / 8, (1, 0): 1 / 8, (1, 2): 3 / 8}
    for (told, cards, script), _ in found:
        dealer, again = Dealer(script=script), [7, 7, 8]
        assert (roll(dealer, 2), draw(dealer, [1, 0, 3])) == told
        shuffle(dealer, again, 0, 3)
        assert again == cards


def test_a_path_that_ends_too_soon_says_what_could_come():
    with pytest.raises(Fork) as fork:
        _Toy()((1,))
    assert (fork.value.outcomes, fork.value.chances()) == ([0, 2], [0.25, 0.75])


def test_leduc_has_thirty_deals_and_four_public_cards():
    deals = list(LEDUC.deals())
    assert [p for _, p in deals] == [1 / 30] * 30
    assert len({tuple(outcome.state.hands) for outcome, _ in deals}) == 30
    state = deals[0][0].state
    ((raised, certain),) = LEDUC.chances(state, 0, 2)
    assert (certain, raised.script, raised.state.raises, state.raises) == (1.0, [], 1, 0), "the state stays as it was"
    called = list(LEDUC.chances(raised.state, 1, 1))
    assert [p for _, p in called] == [1 / 4] * 4
    assert {outcome.state.public for outcome, _ in called} == {2, 3, 4, 5}
    assert all(outcome.events for outcome, _ in called)


def test_what_is_listed_comes_as_often_as_it_says():
    """Random deals of the den, counted, against the list of all of them."""
    listed, played = Counter(), Counter()
    for outcome, p in leaves(Deal(den.GAME, den.GAME.read_options({}))):
        listed[str(outcome.state.hands)] += p
    for seed in range(2000):
        played[str(den.GAME.setup({}, den.GAME.dealer(seed * 7919)).hands)] += 1
    assert math.isclose(math.fsum(listed.values()), 1)
    assert set(played) <= set(listed)
    chi = sum((played[hands] - 2000 * p) ** 2 / (2000 * p) for hands, p in listed.items())
    assert chi < len(listed) + 4 * math.sqrt(2 * len(listed))


def test_a_script_of_an_outcome_brings_the_same_match():
    for number, (outcome, _) in enumerate(leaves(Deal(load("outfoxed"), load("outfoxed").read_options({})))):
        match = Match("outfoxed", seed=1, script=outcome.script)
        assert match.game.State.pack(match.state) == match.game.State.pack(outcome.state)
        if number == 2:  # of more than there are atoms
            break


def test_a_belief_is_listed_by_its_redeals():
    """Whoever holds a jack before the betting knows the five other cards, all equally likely."""
    match = Match(LEDUC, seed=1, script=[0, 0])
    belief = list(leaves(Redeal(LEDUC, match.seen(0), 0)))
    assert [(outcome.state.hands.tolist(), p) for outcome, p in belief] == [([0, card], 1 / 5) for card in range(1, 6)]


# ---- infostates


def test_an_infostate_tells_own_moves_and_what_was_heard():
    match = Match(LEDUC, seed=1, script=[4, 0, 1])
    match.play(0, "raise")
    match.play(1, "call")
    match.play(0, "check")
    own, other = match.infostate(0), match.infostate(1)
    *lines, key = own.text.splitlines()
    assert lines == [
        "you are dealt K♠", "> raise", "seat 0 raises to 3", "seat 1 calls", "the public card is Q♠", "> check",
        "seat 0 checks",
    ]  # fmt: skip
    assert key == f"= {own.key}"
    assert "> call" in other.text
    assert "K♠" not in other.text
    assert own.tensor.tolist()[1] == [1, 2, 0, 0, 0, 0], "an own move"
    assert own.tensor.tolist()[0] == [0, 0, 0, 4, 0, 0], "dealt to seat 0: card 4"
    assert own.latest(2).tolist() == own.tensor[-2:].tolist()


def test_what_a_seat_cannot_know_does_not_change_its_infostate():
    """Two matches that differ in the other's card alone are one to the seat, until it is shown."""
    one, other = Match(LEDUC, seed=1, script=[0, 1, 2]), Match(LEDUC, seed=1, script=[0, 2, 2])
    for move in ("check", "check", "check"):
        for match in (one, other):
            match.play(match.acting()[0], move)
        assert one.infostate(0) == other.infostate(0)
        assert one.infostate(1) != other.infostate(1)
    for match in (one, other):
        match.play(1, "check")
    assert one.infostate(0) != other.infostate(0), "after the last round both are shown"


def test_an_infostate_forgets_nothing_and_follows_undo(game):
    """It is the same asked at every move, at the end, after a save, and after moves that were taken back."""
    match, chance = Match(game, game.variants[0], seed=2), random.Random(3)
    asked = [[match.infostate(seat) for seat in range(match.players)]]
    for _ in range(25):
        if match.is_over:
            break
        seat = chance.choice(match.acting())
        match.play(seat, chance.choice(match.legal(seat)))
        asked.append([match.infostate(seat) for seat in range(match.players)])
        assert len({before.key for before in asked[-1]}) == match.players
    loaded = Match.load(match.save(), game)
    assert [loaded.infostate(seat) for seat in range(match.players)] == asked[-1]
    for number in range(2):
        match.undo()
        assert [match.infostate(seat) for seat in range(match.players)] == asked[-2 - number]
    assert match.infostate(SPECTATOR).key not in [one.key for one in asked[-1]]
    assert asked[-1][0].text.endswith(f"= {asked[-1][0].key}")


# ---- solved


@pytest.mark.parametrize("name", ["leduc", "oh-fox"])
def test_cfr_finds_what_open_spiel_finds(name):
    """Leduc poker beside OpenSpiel's own, Oh, Fox!'s last turn beside OpenSpiel's solver over our adapter."""
    pytest.importorskip("pyspiel", reason="pip install skulk[rl]", exc_type=ImportError)
    iterations = 4 if name == "leduc" else 2
    ours, theirs = solve.ours(name, iterations), solve.theirs(name, iterations)
    assert ours["value"] == pytest.approx(theirs["value"], abs=1e-12)
    assert ours["exploitability"] == pytest.approx(theirs["exploitability"], abs=1e-12)


def test_cfr_comes_to_the_value_of_leduc():
    """−0.0856 chips for who begins; a policy that is near it can hardly be exploited."""
    told = solve.ours("leduc", 30)
    assert told["value"] == pytest.approx(-0.0856, abs=0.02)
    assert 0 <= told["exploitability"] < 0.3


def test_no_chance_is_no_fork():
    state = LEDUC.setup({}, LEDUC.dealer(1))
    assert state.public == NONE
    assert [p for _, p in LEDUC.chances(state, 0, 1)] == [1.0]
