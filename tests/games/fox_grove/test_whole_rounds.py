"""Whole rounds, and what random play comes to."""

import sys

import numpy as np
import pytest

from skulk.engine import Array, mix, rule
from skulk.engine.contract import setup
from skulk.engine.dealer import blank
from skulk.engine.playouts import random_move
from skulk.games.fox_grove import moves
from skulk.games.fox_grove.components import FRANK
from skulk.games.fox_grove.names import card_of
from skulk.games.fox_grove.rules import points

from .laying import GAME, MOVES, Table, cards

DECK = (
    "P5 Y1 O6 B11 Y2 B12 B1 P7 P2 Y12 P4 B9 O13 Y6 O8 Y7 P12 O4 P10 B13 P9 Y5 O5 O3 Y11 Y13 B8 Y10 P6 O10 B2 O11 Y4 P3 "
    "Y8 O1 O2 B6 B3 P1 O7 Y9 O12 P11 B7 O9 B5 B4 Y3 P13 B10 P8"
)
LATER = [1] * 6 + [2] * 5 + [3] * 5 + [4] * 4


def _policy_zero(options):
    """The lowest card; the highest pick; take; climb; pay; a blackberry; keep the largest."""
    for wanted in ("take", "tree", "mushroom", "leaf", "pay", "berry", "skip"):
        if wanted in options:
            return wanted
    return options[0]


def test_s31_a_complete_round():
    """R3, R5, R15, R26, R29–R36, R43–R53: one round of three players, the deck and all choices given."""
    script = [[4, 2, 4, 3, *LATER], [card_of(name) for name in cards(DECK)], list(range(52))]
    dealer = GAME.dealer(script=script)
    table = Table(GAME.setup({"players": 3, "first": 0}, dealer))
    tricks, kept = [], []
    while table.state.woodpecker == 0:
        seat = GAME.acting(table.state)[0]
        options = [MOVES[a] for a in GAME.legal(table.state, seat)]
        choice = options[-1] if table.phase == "pick" else _policy_zero(options)
        if table.phase == "pick":
            tricks.append((table.laid(), seat, choice))
        GAME.rules.play(table.state, seat, MOVES.index(choice), dealer)
        kept += [event for event in dealer.heard() if event.kind == moves.KEPT]
        if table.phase == "trick" and table.state.trick == 0 and table.state.placed == 0:
            assert [table.hand(s) for s in range(3)] == [
                "B8 B12 P2 P4 P5 P7 O6 Y1 Y2",
                "B1 B13 P12 O4 O8 O13 Y6 Y7 Y12",
                "B9 B11 P9 P10 O3 O5 Y5 Y11 Y13",
            ]
    assert tricks == [
        ("B8 B1 B9", 2, "B9"),
        ("B11 B12 B13", 1, "B13"),
        ("P12 P9 P2", 1, "P12"),
        ("O4 O3 O6", 0, "O6"),
        ("P4 P10", 2, "P10"),
        ("O5 O13", 1, "O13"),
        ("Y6 Y5 Y1", 1, "Y6"),
        ("Y7 Y11 Y2", 2, "Y11"),
        ("Y13 Y12", 2, "Y13"),
    ]
    assert table.state.fox == 2
    assert [table.resources(s) for s in range(3)] == [(0, 0, 0), (2, 0, 0), (0, 0, 0)]
    assert [table.levels(s) for s in range(3)] == [(0, 2, 1), (1, 1, 1), (2, 1, 1)]
    assert [table.berries(s) for s in range(3)] == [[4], [], [2]]
    assert all(table.owls(s) == {"double"} for s in range(3))
    assert not kept, "nobody had more than three"


@rule
def census(states: Array, dealers: Array, options, mask, seed, games, tally: Array):
    """Random games: points, levels, discards, resources gained, blackberries held at the end, tricks of Frank."""
    state, dealer = states[0], dealers[0]
    for game in range(seed, seed + games):
        blank(state)
        dealer.rng = mix(game, 0)
        setup(state, options, dealer)
        while not state.over:
            dealer.count = 0
            random_move(state, dealer, mask)
            for i in range(dealer.count):
                event = dealer.events[i]
                tally[2] += event[0] == moves.LAID and event[4] == moves.DISCARDED
                tally[3] += event[4] if event[0] == moves.GAINED else 0
                tally[5] += event[0] == moves.WON and event[2] == FRANK
        for seat in range(state.players):
            tally[0] += points(state, seat)
            tally[1] += state.levels[seat, 0] + state.levels[seat, 1] + state.levels[seat, 2]
            tally[4] += state.berries[seat]


EXPECTED = {  # per game mean over players, discards and resources per round; the last are Frank's tricks
    2: (25.04, 7.95, 1.312, 8.52, 0.963, 3.04),
    3: (21.64, 7.22, 1.655, 7.38, 0.792, 0),
    4: (18.92, 6.60, 1.806, 6.50, 0.666, 0),
}
ERRORS = (0.06, 0.015, 0.003, 0.006, 0.0065, 0.01)  # of 24,000 games; the expected figures have the same


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_play_matches_the_benchmark(players):
    """Means of 24,000 compiled games, within four standard errors of an independent program's."""
    games = 24_000
    tally = np.zeros(6, np.int64)
    states, dealers = np.zeros(1, GAME.dtypes["State"]), np.zeros(1, GAME.dtypes["Dealer"])
    dealers["hears"] = 1
    chosen = GAME.options.record.narrow(GAME.read_options({"players": players}))[0]
    run = GAME.bind(sys.modules[__name__]).census
    run(states, dealers, chosen, np.zeros(GAME.actions, np.int8), 10**6, games, tally)
    per = games * players * np.array([1, 1, 4, 4, 1, 1 / players])
    away = (tally / per - EXPECTED[players]) / (np.sqrt(2) * np.array(ERRORS))
    assert np.abs(away).max() < 4, f"{tally / per} for {EXPECTED[players]}"
