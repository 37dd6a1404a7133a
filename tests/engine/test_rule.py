"""One source of the rules: interpreted as it stands, compiled once for each rule, never in a ring."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skulk.engine import COMPILED, UNKNOWN, Dealer, RecursiveRule, draw, has, mix, roll, rule, shuffle
from skulk.engine.dealer import below, dealer_dtype
from skulk.engine.rule import Slot, bind, callees_first, calls
from tests.engine import baskets, tricks

# ---- no rings


@rule
def window(state):
    return resolve(state)


@rule
def resolve(state):
    return end_of_turn(state) + 1


@rule
def end_of_turn(state):
    return window(state) if state.phase else 0


@rule
def dig(state, depth):
    return dig(state, depth - 1)


@rule
def asks_again(state, seat, mask):
    return SLOT(state, seat, mask)


SLOT = Slot("legal")


@pytest.mark.parametrize(
    ("first", "ring"),
    [
        (window, "window → resolve → end_of_turn → window"),
        (resolve, "resolve → end_of_turn → window → resolve"),
        (dig, "dig → dig"),
    ],
)
def test_a_ring_of_calls_is_refused_and_named(first, ring):
    with pytest.raises(RecursiveRule, match=f"ring: {ring}. Set a phase"):
        callees_first([first])


def test_a_ring_through_a_template_is_refused():
    with pytest.raises(RecursiveRule, match="asks_again → asks_again"):
        callees_first([asks_again], {"legal": asks_again})


@rule
def lead(state):
    return state.lead + state.window + has(state.asked, 0)


@rule
def top(state):
    return lead(state) + left(state) + right(state)


@rule
def left(state):
    return right(state)


@rule
def right(state):
    return lead(state)


def test_a_field_may_have_the_name_of_a_rule():
    """state.lead is no call of lead, nor state.window one of window."""
    assert callees_first([lead]) == [has, lead]


def test_a_rule_may_use_many_names():
    """Past 127 names, instructions have longer arguments."""
    names = [f"N{i}" for i in range(300)]
    inside = dict.fromkeys(names, 1) | {"has": has}
    exec(f"def many(state):\n    return {' + '.join(names)} + has(state.N7, 0) + N299", inside)
    assert set(calls(rule(inside["many"]))) == {*names, "has"}


def test_each_rule_comes_once_after_those_it_calls():
    assert callees_first([top, left]) == [has, lead, right, left, top]


# ---- one signature for each rule


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The rules of tricks.py, compiled."""
    records = {"State": tricks.Basket.dtype, "Public": tricks.Basket.public, "Dealer": dealer_dtype(2, 1)}
    return bind(tricks.RULES, {}, COMPILED, records, str(tmp_path_factory.mktemp("compiled")))


@pytest.fixture
def basket():
    wide = tricks.Basket.new()
    wide.eggs, wide.gold, wide.nests[:] = 3, 70_000, [2, 50, 0, 99]
    return wide


def packed(wide):
    return tricks.Basket.narrow(wide)[0]


def test_whatever_integers_come_a_rule_is_compiled_once(compiled, basket):
    assert compiled["weigh_all"](packed(basket)) == tricks.weigh_all(basket) == 3000 + 70_000 + 3050 + 1127 + 1002
    for a, b in ((1, 2), (np.int8(1), np.int16(2)), (True, np.int64(2)), (np.True_, 2)):
        assert compiled["weigh"](packed(basket), a, b) == 1002
    assert len(compiled["weigh"].signatures) == 1
    assert str(compiled["weigh"].signatures[0][1:]) == "(int64, int64)"


def test_call_has_one_signature_for_each_number_of_numbers(compiled):
    assert len(compiled["call"].signatures) == 1 + 4


def test_an_array_is_typed_by_each_call(compiled):
    for kind in (np.int8, np.int32, np.int64):
        assert compiled["add_up"](np.array([100, 100, 100], kind), 0, 3) == 300
    assert len(compiled["add_up"].signatures) == 3


def test_tables_are_int64_interpreted_and_small_compiled(compiled, basket):
    inside = compiled["tables"].py_func.__globals__
    assert [inside[name].dtype for name in ("SMALL", "MIDDLE", "LARGE")] == [np.int8, np.int16, np.int64]
    assert (inside["HASHED"].dtype, inside["NOTHING"].dtype) == (np.uint64, np.int64)
    assert tricks.SMALL.dtype == tricks.MIDDLE.dtype == np.int64
    assert compiled["tables"](packed(basket)) == tricks.tables(basket) == 255_000 + 2**40 + 1


def test_a_rule_reads_numbers_tables_and_rules_by_the_name_of_their_module(compiled, basket):
    names = {"baskets.KINDS", "baskets.TIN", "baskets.HOLDS", "baskets.room_in"}
    assert set(calls(tricks.fill)) == names
    assert callees_first([tricks.fill]) == [baskets.room_in, tricks.fill]
    inside = compiled["fill"].py_func.__globals__["baskets"]
    assert (inside.HOLDS.dtype, baskets.HOLDS.dtype) == (np.int8, np.int64), "the module itself stays as it is"
    assert inside.TIN == baskets.TIN
    for kind, room in ((baskets.WICKER, 12_000), (baskets.TIN, 30 - basket.eggs), (1, 1 - basket.eggs)):
        assert compiled["fill"](packed(basket), kind) == tricks.fill(basket, kind) == room


def test_whole_records_are_copied_blanked_and_veiled_alike(compiled, basket):
    room = np.zeros(2, tricks.Basket.dtype)
    room[1] = packed(basket)
    wide = tricks.Basket.new()
    other = tricks.Basket.copy(basket)
    assert compiled["lay"](room[0], room[1]) == tricks.lay(wide, other) == 3
    assert room[0].tobytes() == tricks.Basket.pack(wide) == tricks.Basket.pack(basket)
    assert room[1].tobytes() == tricks.Basket.pack(other) == bytes(tricks.Basket.dtype.itemsize)
    compiled["hide"](room[1], room[0])
    tricks.hide(other, wide)
    assert wide == basket
    assert tricks.Basket.widen(room, 1) == other == tricks.Basket.veiled(wide)
    assert other.nests.tolist() == [2, 50, 0, 99]
    assert (other.eggs, other.gold, other.over) == (UNKNOWN, 70_000, UNKNOWN)


# ---- the same chance interpreted and compiled

counters = st.integers(-(2**63), 2**63 - 1)


class Pair:
    """A dealer for the interpreter and one for compiled code, with the same counter."""

    def __init__(self, rng):
        self.wide = Dealer(rng)
        self.packed = np.zeros(1, dealer_dtype(2, 1))
        self.packed["rng"] = rng

    def agree(self):
        return self.wide.rng == int(self.packed["rng"][0])


@settings(deadline=None, max_examples=300)
@given(counters, counters)
def test_mix_is_the_same_number(compiled, h, value):
    mixed = mix(h, value)
    assert mixed == compiled["mix"](h, value)
    assert mixed == mix(np.int64(h), np.int64(value))
    assert -(2**63) <= mixed < 2**63


@settings(deadline=None, max_examples=300)
@given(counters, st.integers(1, 2**31))
def test_below_and_roll_are_the_same_number(compiled, rng, n):
    pair = Pair(rng)
    for number in (below, roll, below):
        wide = number(pair.wide, n)
        assert wide == compiled[number.__rule__.__name__](pair.packed[0], n)
        assert 0 <= wide < n
        assert pair.agree()


@settings(deadline=None)
@given(counters, st.lists(st.integers(0, 99), max_size=40), st.data())
def test_shuffle_is_the_same_order(compiled, rng, cards, data):
    first = data.draw(st.integers(0, len(cards)))
    last = data.draw(st.integers(first, len(cards)))
    pair, wide, small = Pair(rng), np.array(cards, np.int64), np.array(cards, np.int8)
    shuffle(pair.wide, wide, first, last)
    compiled["shuffle"](pair.packed[0], small, first, last)
    assert wide.tolist() == small.tolist()
    assert pair.agree()


@settings(deadline=None)
@given(counters, st.lists(st.integers(0, 100), min_size=1, max_size=10).filter(any))
def test_draw_is_the_same_kind(compiled, rng, counts):
    pair = Pair(rng)
    kind = draw(pair.wide, np.array(counts))
    assert kind == compiled["draw"](pair.packed[0], np.array(counts, np.int8))
    assert counts[kind] > 0
    assert pair.agree()


def test_events_are_the_same_and_never_written_past_the_end(compiled):
    dealers = np.zeros(2, dealer_dtype(2, 1))
    dealers["hears"] = [1, 0]
    for dealer in dealers:
        for kind in range(4):
            compiled["call"](dealer, 5, kind, 7, 8)
    assert dealers["count"].tolist() == [4, 0], "who does not hear is not told"
    assert dealers["events"][0].tolist() == [[0, 5, 7, 8, 0, 0], [1, 5, 7, 8, 0, 0]]
    assert not dealers["lap"].any()
