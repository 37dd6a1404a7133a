"""The fair belief."""

import random
from collections import Counter

import numpy as np
import pytest

from skulk.games.sly_fox.components import BOX, CODES, I_DONT_CARE, KINDS, WEASEL
from skulk.games.sly_fox.names import cards, cards_text

from .laying import GAME, lay


def rejection(seen, seat, wanted, chance):
    """One fair deal, made as one would by hand: shuffle all unplaced cards, deal, and start again if it cannot be.

    Returns the hands of the other foxes and the decks, as text; `wanted` says which ghosts must be able to meddle.
    """
    while True:
        hands, decks = {q: seen.known[seat, q].tolist() for q in range(seen.players) if q != seat}, [0] * CODES
        fits = True
        for deck in range(2):
            unplaced = []
            for code in range(KINDS * deck, KINDS * deck + KINDS):
                count = BOX[seen.extension, code] - seen.piles[code] - seen.area[code] - seen.hands[seat, code]
                count -= sum(hand[code] for hand in hands.values()) + (code == I_DONT_CARE) * int(
                    (seen.aloof == 2).sum()
                )
                may_lie = seen.stock[code] - seen.drawn[seat, code]
                unplaced += [(code, card < may_lie) for card in range(count)]
            chance.shuffle(unplaced)
            for _ in range(seen.left[deck]):
                code, may_lie = unplaced.pop()
                decks[code] += 1
                fits &= bool(may_lie)
            for other, hand in hands.items():
                named = sum(seen.known[seat, other][KINDS * deck : KINDS * deck + KINDS])
                for _ in range(seen.held[other, deck] - named):
                    hand[unplaced.pop()[0]] += 1
            assert not unplaced
        ghosts = [hand for other, hand in hands.items() if other in wanted]
        if fits and all(hand[WEASEL] and sum(hand) > hand[WEASEL] + hand[I_DONT_CARE] for hand in ghosts):
            return " | ".join(map(cards_text, [*hands.values(), decks]))


def distance(a, b):
    """How far two samples of equal size lie apart, in standard deviations of their chi-square."""
    outcomes = set(a) | set(b)
    chi = sum((a[o] - b[o]) ** 2 / (a[o] + b[o]) for o in outcomes)
    return (chi - len(outcomes)) / (2 * len(outcomes)) ** 0.5


HIDDEN = "GOS*2 TRA WEA*2 FAC*2 CAU IDC UDE"  # not in the piles, beside what is laid out
BELIEFS = {
    "a fresh deck": {},
    "a card that was traded for": {"known": [{"by": "all", "of": 1, "cards": "GOS"}]},
    "a deck made of its pile": {"stock": "GOS*3 WEA*3 TRA*2 UAT FAC*4 CAU*2 UDE IDC", "f0": {"drawn": "GOS UAT FAC"}},
    "a ghost": {"f2": {"gossiped": 2, "trapped": 1, "eliminated": 1}},
}


@pytest.mark.parametrize("name", BELIEFS)
def test_a_redeal_is_fair(name):
    """Its frequencies are those of rejection sampling (R50, R62, R65, R77)."""
    hands, parts = ["UAT FAC", "GOS TRA FAC", "WEA CAU GOS"], BELIEFS[name]
    laid_out = np.array(cards(" ".join([*hands, HIDDEN]), "test"))
    t = lay(*hands, piles=cards_text(BOX[0] - laid_out), decks=HIDDEN, **parts)
    seen, chance, dealer = GAME.see(t.state, 0), random.Random(4), GAME.dealer(9)
    ours, theirs = Counter(), Counter()
    for _ in range(3000):
        state = GAME.redeal(seen, 0, dealer)
        hands = " | ".join(cards_text(state.hands[other]) for other in (1, 2))
        ours[f"{hands} | {cards_text(state.decks)}"] += 1
        theirs[rejection(seen, 0, [2] if name == "a ghost" else [], chance)] += 1
    assert len(ours) > 20
    assert distance(ours, theirs) < 4


def test_a_redeal_deals_the_unseen_characters():
    """R54: two of each are in the box."""
    t = lay(3, 3, 3, characters="GF GF SC")
    seen, dealer = GAME.see(t.state, 0), GAME.dealer(3)
    dealt = Counter(tuple(GAME.redeal(seen, 0, dealer).character[1:3].tolist()) for _ in range(4000))
    assert abs(dealt[(0, 1)] / 4000 - 1 / 7 * 2 / 6) < 0.02
    assert (0, 0) not in dealt
    assert abs(dealt[(1, 1)] / 4000 - 2 / 7 * 1 / 6) < 0.02


def test_a_third_fox_forgets_what_may_have_left():
    """R65: after a challenge between others a seat claims nothing that could be false."""
    for seed in range(20):
        named = [{"by": "all", "of": 1, "cards": "TRA*2 CAU"}]
        t = lay("GOS FAC FAC", "TRA*5 CAU*6", "FAC FAC FAC", known=named)
        t.dealer.rng = seed
        t.do("CHALLENGE:1")
        assert (t.state.known[:3, 1] <= t.state.hands[1]).all()
        assert (t.state.known[2, 1] <= cards("TRA*2 CAU", "test")).all()
