"""Whole games and options."""

import random
from collections import Counter

from skulk.engine import NONE, UNKNOWN, Match
from skulk.games.outfoxed import moves
from skulk.games.outfoxed.components import BARE, CELLS, COPIES, CROW, FOX, IDS, RABBITS, RIM
from skulk.games.outfoxed.names import CELL_NAMES

from .laying import GAME, Table, all_but, cells, pile


def test_s29_invariants_of_every_game():
    """R1, R2, R4, R5, R15, R17, R18, R20, R80, R82: at every decision of random games."""
    reasons = Counter()
    for seed in range(12):
        chance, match = random.Random(seed), Match(GAME, GAME.variants[seed % 4], seed=seed)
        assert match.state.phase in (moves.STEP, moves.VIXEN)
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
        reasons[moves.REASONS[match.state.reason]] += 1
        assert match.state.sun <= RIM
    assert set(reasons) <= set(moves.REASONS)
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
