"""What a seat knows, and the fair belief."""

import random
from collections import Counter

import numpy as np
import pytest

from skulk.engine import SPECTATOR, UNKNOWN
from skulk.games.fox_grove.names import card_of
from skulk.games.fox_grove.state import LEFT, PILE, PLAYED, RIGHT

from .laying import GAME, cards, lay


def _frequencies(state, seat, samples):
    """Counter of (card, place) over redeals: places are hands, cards under the pile, the pile."""
    seen, dealer, found = GAME.see(state, seat), GAME.dealer(3), Counter()
    for _ in range(samples):
        found.update(_whereabouts(seen, GAME.redeal(seen, seat, dealer)))
    return found


def _whereabouts(seen, state):
    for card in np.flatnonzero(seen.places == UNKNOWN).tolist():
        where = int(state.places[card])
        for other in range(seen.players):
            if card in state.under[other]:
                where = f"under {other} {state.under[other].tolist().index(card)}"
            if seen.players == 2 and state.gave[other, RIGHT] == card:
                where = f"buried {other}"
        yield card, where


def _by_rejection(state, seat, samples):
    """The same by dealing blindly and keeping what fits."""
    seen = GAME.see(state, seat)
    unseen = np.flatnonzero(seen.places == UNKNOWN)
    places = []
    for other in range(seen.players):
        if other != seat:
            places += [other] * int(seen.held[other] - (seen.places == other).sum())
        places += [f"under {other} {i}" for i in range(2) if seen.under[other, i] == UNKNOWN]
        if seen.players == 2 and seen.gave[other, RIGHT] == UNKNOWN:
            places.append(f"buried {other}")
    places += [PILE] * (len(unseen) - len(places))
    column = {int(card): i for i, card in enumerate(unseen)}
    order = np.random.default_rng(5).permuted(np.tile(np.arange(len(places)), (samples, 1)), axis=1)
    fits = np.ones(samples, bool)
    for other in range(seen.players):
        at_home = np.array([place == other for place in places])
        for card in unseen:
            if seen.voids[other, card // 13]:
                fits &= ~at_home[order[:, column[int(card)]]]
    for way in range(0 if seat == SPECTATOR else 1 if seen.players == 2 else 2):
        gift = int(seen.gave[seat, way])
        if gift in column:
            owner = (seat + (1 if way == LEFT else -1)) % seen.players
            near = np.array([place == owner or str(place).startswith(f"under {owner}") for place in places])
            fits &= near[order[:, column[gift]]]
    found = Counter()
    for row in order[fits]:
        found.update((int(card), places[at]) for card, at in zip(unseen, row, strict=True))
    return found, int(fits.sum())


OWLS_DRAW = {"draw2": "asleep", "discount": "awake"}
LATE = {
    "gift in a bound hand or under the pile": {
        "players": 4,
        "phase": "trick",
        "tricks": 7,
        "owls": [OWLS_DRAW] * 4,
        "hands": [cards("B1 Y3"), cards("P5 O4"), cards("P1 P2"), cards("O9 B4")],
        "under": [[None, None], ["B2", "B3"], [None, None], [None, None]],
        "gave": [["P5", "O9"], None, None, None],
        "voids": [[], ["blue"], ["yellow"], ["purple"]],
    },
    "two gifts, hands of equal voids": {
        "players": 3,
        "phase": "trick",
        "tricks": 7,
        "owls": [OWLS_DRAW] * 3,
        "hands": [cards("B1 Y3"), cards("P5 O4"), cards("P1 O9")],
        "under": [[None, None], ["B2", "B3"], ["B6", "Y7"]],
        "gave": [["P5", "Y7"], None, None],
        "voids": [[], ["blue"], ["blue"]],
    },
    "two players and a buried card": {
        "players": 2,
        "phase": "trick",
        "tricks": 6,
        "owls": [OWLS_DRAW] * 2,
        "hands": [cards("B1 Y3 O2"), cards("P5 O4 P9")],
        "under": [[None, None], ["B2", "B3"]],
        "gave": [["B2", "O1"], None],
        "voids": [[], ["blue"]],
    },
}


@pytest.mark.parametrize("name", LATE)
def test_a_redeal_is_as_likely_as_blind_dealing_makes_it(name):
    """R12, R16: where each unseen card lies, against rejection sampling."""
    state = lay(**LATE[name]).state
    blind, kept = _by_rejection(state, 0, 300_000)
    assert kept > 1000
    samples = 2500
    _compare(_frequencies(state, 0, samples), samples, blind, kept)


def _compare(mine, samples, blind, kept):
    assert {cell for cell, n in mine.items() if n > samples / 50} <= set(blind)
    for cell in {*mine, *blind}:
        p = (mine[cell] + blind[cell]) / (samples + kept)
        error = np.sqrt(max(p * (1 - p), 1e-4) * (1 / samples + 1 / kept))
        assert abs(mine[cell] / samples - blind[cell] / kept) < 5 * error, cell


def test_a_spectator_deals_fairly_too():
    """R16: four hands, all bound in different ways."""
    state = lay(
        players=4,
        phase="trick",
        tricks=7,
        hands=[cards("P1 O3"), cards("B1 O4"), cards("B5 P2"), cards("O9 B4")],
        voids=[["blue"], ["purple"], ["orange"], ["yellow", "purple"]],
    ).state
    blind, kept = _by_rejection(state, SPECTATOR, 300_000)
    _compare(_frequencies(state, SPECTATOR, 1500), 1500, blind, kept)


def test_a_card_passed_between_others_is_any_that_the_receiver_has_had():
    """R9."""
    hands = [[f"{colour}{n}" for n in range(1, 10)] for colour in "BPO"]
    table = lay(players=3, hands=hands).do("B1", "B2", by=0).do("P1", "P2", by=1).do("O1", "O2", by=2)
    table.do("O1", "O2")
    seen, dealer, found = GAME.see(table.state, 0), GAME.dealer(3), Counter()
    for _ in range(2000):
        state = GAME.redeal(seen, 0, dealer)
        card = int(state.gave[2, RIGHT])
        assert state.places[card] in (1, PLAYED + 1)
        found[state.places[card] == PLAYED + 1] += 1
        assert card != card_of("B1")
    assert abs(found[True] / 2000 - 1 / 8) < 0.04


def test_blackberries_of_others():
    """R40, R48: unseen values in any order, the lowest spent first; at the end the values held are known."""
    berries = [
        {"seat": 1, "value": 2, "spent": True},
        {"seat": 1, "value": 3},
        {"seat": 0, "value": 4, "spent": True},
        {"seat": 0, "value": 4, "since": 1},
        {"seat": 1, "value": 2, "since": 1, "spent": True},
    ]
    for parts in ({"phase": "deliver", "resources": [[2, 0, 0], [0, 0, 0]]}, {"phase": "finished", "round": 4}):
        state = lay(berries=berries, **parts).state
        seen, dealer, mine = GAME.see(state, 0), GAME.dealer(3), Counter()
        assert seen.berry[2:4].tolist() == [4, 4]
        assert seen.berry[0] == seen.berry[4] == UNKNOWN
        samples = 2500
        for _ in range(samples):
            again = GAME.redeal(seen, 0, dealer)
            mine[tuple(again.berry[[0, 1, 4]].tolist()), tuple(again.spent[[0, 1, 4]].tolist())] += 1
        blind, kept = _berries_by_rejection(state.over)
        _compare(mine, samples, blind, kept)


def _berries_by_rejection(over):
    """Seat 1 took two, spent one, took a third and spent another; seat 0 has seen two fours."""
    chance, values, found = random.Random(1), [1, 2, 3] * 6 + [4] * 4, Counter()
    for _ in range(30_000):
        three = chance.sample(values, 3)
        spent = [0, 0, 0]
        spent[0 if three[0] <= three[1] else 1] = 1
        spent[min((i for i in range(3) if not spent[i]), key=lambda i: (three[i], i))] = 1
        if not over or (spent == [1, 0, 1] and three[1] == 3):
            found[tuple(three), tuple(spent)] += 1
    return found, found.total()
