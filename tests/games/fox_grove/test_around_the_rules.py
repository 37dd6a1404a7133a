"""Around the rules: options, words, prices."""

import itertools
import random
from collections import Counter
from functools import cache

import numpy as np
import pytest

from skulk.engine import UNKNOWN, BadOption, BadPosition, IllegalMove, Match
from skulk.games.fox_grove import houses, leads, moves, rules
from skulk.games.fox_grove.components import OWL_NAMES
from skulk.games.fox_grove.names import HOUSE_NAMES, PHASES

from .laying import FIRST_TRICK, GAME, MOVES, cards, deliver, first, lay, tokens


def test_refusals_name_the_rule():
    """R16, R17, R26, R45, R46."""
    match = Match(GAME, {"players": 4}, position=FIRST_TRICK)
    with pytest.raises(IllegalMove, match=r"seat 1 cannot discard P2: you hold blue and must follow with it \(R17\)"):
        match.play(1, "discard P2")
    with pytest.raises(IllegalMove, match=r"B4 is not in your hand \(R14\)"):
        match.play(1, "play B4")
    match = Match(GAME, {"players": 3}, position={"players": 3, "phase": "deliver", "resources": first(3, [2, 0, 0])})
    with pytest.raises(IllegalMove, match=r"cannot pay the next level of the leaf house \(R46\)"):
        match.play(0, "climb the leaf house")


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"hands": [cards("B1 B1 B2 B3 B4 B5 B6 B7 B8"), None]}, "B1 is in two places"),
        ({"hands": [["B14"], None]}, "no card"),
        ({"phase": "trick", "hands": [cards("B1 B2"), None]}, "do not add up"),
        ({"phase": "trick", "table": ["B1"], "hands": [None, cards("B2 B3 B4 B5 B6 B7 B8 B9")]}, "R5"),
        ({"players": 5}, "R2"),
        ({"berries": tokens(s0=[1] * 7)}, "R41"),
        ({"berries": [{"seat": 0, "value": 4, "spent": True}, {"seat": 0, "value": 1}]}, "R48"),
        ({"owls": [{"double": "awake"}, {"double": "awake"}]}, "R52"),
        ({"phase": "finished"}, "R58"),
        ({"levels": [[8, 0, 0], [0, 0, 0]]}, "levels"),
        ({"moon": 1}, "moon"),
    ],
)
def test_positions_that_cannot_be(parts, says):
    with pytest.raises(BadPosition, match=says):
        lay(**parts)


@pytest.mark.parametrize("options", [{"players": 2, "first": 2}, {"variant": "pro", "owls": "pick2+switch"}])
def test_options_that_do_not_go_together(options):
    """R13, R72."""
    with pytest.raises(BadOption, match=r"R13|R72"):
        Match(GAME, options)


@cache
def _pairs():
    return GAME.options.all["owls"].values


def test_every_two_owls_make_a_pair():
    """R52: fifteen pairs, each of them played by a variant."""
    assert {frozenset(name.split("+")) for name in _pairs()} == set(
        map(frozenset, itertools.combinations(OWL_NAMES, 2))
    )
    assert {v["owls"] for v in GAME.variants if "owls" in v} | {_pairs()[0]} == set(_pairs())
    assert HOUSE_NAMES == ["tree", "mushroom", "leaf"]


def test_knowledge_of_cards_ends_with_the_round():
    """R5: all 52 cards are shuffled again."""
    table = deliver(resources=[[0, 0, 0]] * 3)
    assert (table.phase, table.state.phase) == ("exchange", moves.EXCHANGE)
    seen = GAME.see(table.state, 0)
    assert (seen.places == UNKNOWN).sum() == 43
    assert not seen.voids.any()


def test_every_refusal_has_words_and_a_rule():
    """Whatever is tried in whatever phase: a text, and the rule in it."""
    refused = set()
    for seed in range(6):
        match = Match(GAME, {"players": 2 + seed % 3, "variant": ["base", "pro"][seed % 2]}, seed)
        chance = random.Random(seed)
        while not match.is_over:
            seat = chance.choice(match.acting())
            legal = match.legal(seat)
            for action in set(chance.sample(range(GAME.actions), 12)) - set(legal):
                why = GAME.words.why_not(match.seen(seat), seat, action)
                assert f"({why.parameters['rule']})" in GAME.text(why)
                refused.add((match.state.phase, why.key))
            match.play(seat, chance.choice(legal))
    assert len({phase for phase, _ in refused}) == 11
    assert len({key for _, key in refused}) > 25


def test_what_a_move_touches_lies_on_the_table():
    """Names of touches are names on the table that the seat sees."""
    match, chance = Match(GAME, {"players": 3, "variant": "pro"}, 5), random.Random(5)
    while not match.is_over:
        seat = chance.choice(match.acting())
        names = set(_names(match.table(seat))) | {"pass", "owls"}
        for action in match.legal(seat):
            assert set(GAME.words.touches(match.seen(seat), seat, action)) <= names
        match.play(seat, chance.choice(match.legal(seat)))


def _names(part):
    if isinstance(part, dict):
        yield from [part["name"]] if "name" in part else []
        part = list(part.values())
    for inner in part if isinstance(part, list) else []:
        yield from _names(inner)


def test_a_price_is_what_the_climb_takes():
    """R34, R35, R46 to R49: with the least help, and whether there will be something to choose."""
    seen = Counter()
    for number in range(12):
        match, chance = Match(GAME, {"players": 3, "owls": "discount+switch"}, str(number)), random.Random(number)
        while not match.is_over:
            seat = chance.choice(match.acting())
            if PHASES[match.state.phase] in ("deliver", "thirteen"):
                told = leads.prices(match.seen(seat), seat)
                legal = [GAME.words.say(match.seen(seat), seat, action).key for action in match.legal(seat)]
                assert len([price for price in told if price]) == legal.count("advance")
                for house, price in enumerate(told):
                    if price:
                        seen[_pays(match, seat, house, price)] += 1
            match.play(seat, chance.choice(match.legal(seat)))
    assert min(seen["asked"], seen["with help"], seen["plain"]) > 20


def test_a_card_tells_whether_an_owl_may_help_with_its_reward():
    """R60, R62: before it is played or picked; the table asks for the very same cards."""
    met = Counter()
    for number, owls in enumerate(("double+discount", "pick2+convert") * 4):
        match, chance = Match(GAME, {"players": 2 + number % 2, "owls": owls}, str(number)), random.Random(number)
        while not match.is_over:
            seat = chance.choice(match.acting())
            told, action = leads.helped(match.seen(seat), seat), chance.choice(match.legal(seat))
            assert {*told} <= {*match.legal(seat)}
            was, is_first = PHASES[match.state.phase], match.state.owed > 1
            match.play(seat, action)
            if was in ("trick", "pick") and not is_first:
                is_asked = PHASES[match.state.phase] == "reward" and match.state.card == action
                assert (action in told) == is_asked, (number, was, action)
                met[was, is_asked] += 1
    assert min(met[was, is_asked] for was in ("trick", "pick") for is_asked in (False, True)) > 10, met


def test_what_the_score_is_made_of_is_told_at_the_end():
    """R67 to R69."""
    match, chance = Match(GAME, {"players": 3}, "count"), random.Random(3)
    while not match.is_over:
        assert [seat.counted for seat in GAME.words.table(match.seen(0), 0).seats] == [[], [], []]
        seat = chance.choice(match.acting())
        match.play(seat, chance.choice(match.legal(seat)))
    for seat in GAME.words.table(match.seen(1), 1).seats:
        assert len(seat.counted) == 5
        assert sum(seat.counted) == seat.score


def test_a_step_of_paying_tells_what_is_left():
    """R34, R47, R48, R66: after a unit dropped, Discount or Switch."""
    met = Counter()
    for number in range(12):
        match, chance = Match(GAME, {"players": 3, "owls": "discount+switch"}, str(number)), random.Random(number)
        while not match.is_over:
            seat = chance.choice(match.acting())
            legal = match.legal(seat)
            if PHASES[match.state.phase] == "pay":
                told = leads.steps(match.seen(seat), seat)
                assert {*told} == {*legal} - {moves.CONFIRM}
                assert match.state.drop or leads.is_short(match.state, seat) == (moves.CONFIRM not in legal)
                for action, left in told.items():
                    met[_leaves(match, seat, action, left)] += 1
            match.play(seat, chance.choice(legal))
    assert min(met["payable"], met["short"]) > 5


def _leaves(match, seat, action, left):
    """Take the step on a copy: resources first, a blackberry for each unit that is missing."""
    after = GAME.State.copy(match.state)
    houses.pay_on(after, seat, action, GAME.dealer(1))
    lacks = np.maximum(after.cost - after.resources[seat], 0).sum()
    is_short = lacks > after.berries[seat]
    assert left == (
        leads.Due(goods=after.cost.tolist(), berries=0)
        if is_short
        else leads.Due(goods=np.minimum(after.cost, after.resources[seat]).tolist(), berries=lacks)
    )
    return "short" if is_short else "payable"


def _pays(match, seat, house, price):
    """Climb on a copy: what is taken is the price, unless something is asked for first."""
    before, after = match.state, GAME.State.copy(match.state)
    rules.play(after, seat, MOVES.index("tree") + house, GAME.dealer(1))
    if price.asks:
        assert PHASES[after.phase] == "pay"
        return "asked"
    [way] = price.ways
    assert (before.resources[seat] - after.resources[seat]).tolist() == way.goods
    assert before.berries[seat] - after.berries[seat] <= way.berries  # a bonus may bring one
    assert [OWL_NAMES[owl] for owl in np.flatnonzero(before.owls[seat] != after.owls[seat])] == way.owls
    return "with help" if way.owls or way.berries else "plain"
