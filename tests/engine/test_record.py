"""A record holds whole numbers of known range under names of their own, wide or packed: the same facts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skulk.engine import NONE, UNKNOWN, public, record

Den = record(("turn", 0, 2), ("lead", NONE, 2), ("hands", 0, 9, (3, 4)), ("score", 0, 40_000, (3,)), ("over", 0, 1))

# ---- declaring


@pytest.mark.parametrize(
    ("most", "kind"),
    [(0, "int8"), (127, "int8"), (128, "int16"), (32_767, "int16"), (32_768, "int32"), (2**31, "int64")],
)
def test_a_field_takes_no_more_room_than_its_range_needs(most, kind):
    assert record(("number", NONE, most)).dtype["number"] == kind


@pytest.mark.parametrize(
    "name", ["round", "size", "copy", "field", "all", "min", "sort", "data", "shape", "sum", "dtype"]
)
def test_a_name_that_hides_numpys_is_refused(name):
    with pytest.raises(ValueError, match=f"'{name}' .*hides an attribute of NumPy"):
        record((name, 0, 1))


@pytest.mark.parametrize("name", ["", "two words", "3d", "a-b"])
def test_a_name_is_a_name(name):
    with pytest.raises(ValueError, match="is no name"):
        record((name, 0, 1))


@pytest.mark.parametrize(("least", "most"), [(-1, 3), (-3, 3), (UNKNOWN, 1), (4, 3), (NONE, -1), (0, 2**62)])
def test_a_range_starts_at_0_or_more_or_at_NONE(least, most):
    with pytest.raises(ValueError, match=r"'gold': least .* are no range"):
        record(("gold", least, most))


def test_a_name_is_declared_once():
    with pytest.raises(ValueError, match="twice: 'turn'"):
        record(("turn", 0, 1), ("over", 0, 1), ("turn", 0, 2))


# ---- every byte has a name

shapes = st.sampled_from([(), (1,), (3,), (2, 5), (7, 3, 2)])
ranges = st.tuples(st.sampled_from([NONE, 0, 1]), st.sampled_from([1, 127, 128, 40_000, 2**31, 2**61]))


@st.composite
def records(draw):
    declared = draw(st.lists(st.tuples(ranges, shapes), min_size=1, max_size=6))
    return record(*((f"f{i}", least, most, shape) for i, ((least, most), shape) in enumerate(declared)))


@settings(deadline=None)
@given(records())
def test_no_byte_of_a_packed_record_is_without_a_name(made):
    """So equal bytes mean equal records, and a record reads as 64-bit words."""
    dtype = made.dtype
    covered = sorted((start, start + kind.itemsize) for kind, start, *_ in dtype.fields.values())
    assert [start for start, _ in covered] == [0, *(end for _, end in covered[:-1])]
    assert covered[-1][1] == dtype.itemsize
    assert dtype.itemsize % 8 == 0
    assert all(start % kind.base.itemsize == 0 for kind, start, *_ in dtype.fields.values()), "aligned"


# ---- wide and packed


@st.composite
def filled(draw):
    """A record and a wide example of it: numbers in range, NONE where allowed, UNKNOWN anywhere."""
    made = draw(records())
    wide = made.new()
    for name, least, most, shape, _ in made.fields:
        number = st.integers(max(least, 0), most) | st.just(UNKNOWN)
        number = number | st.just(NONE) if least == NONE else number
        count = int(np.prod(shape))
        numbers = draw(st.lists(number, min_size=count, max_size=count))
        setattr(wide, name, np.array(numbers, np.int64).reshape(shape) if shape else numbers[0])
    return made, wide


def numbers(made, wide):
    return {name: np.asarray(getattr(wide, name)).tolist() for name, *_ in made.fields}


@settings(deadline=None)
@given(filled())
def test_packing_and_unpacking_changes_nothing(example):
    made, wide = example
    for again in (made.widen(made.narrow(wide)), made.unpack(made.pack(wide)), made.copy(wide)):
        assert numbers(made, again) == numbers(made, wide)
        assert made.pack(again) == made.pack(wide)


def test_the_wide_twin_neither_wraps_nor_shares():
    wide = Den.widen(Den.narrow(Den.new()))
    assert type(wide.turn) is int
    assert wide.hands.dtype == np.int64
    twin = Den.copy(wide)
    twin.hands[0, 0] = 1000
    twin.turn = 7
    assert (wide.hands[0, 0], wide.turn) == (0, 0)


def test_widen_takes_one_of_many():
    three = np.zeros(3, Den.dtype)
    three["turn"] = [0, 1, 2]
    assert [Den.widen(three, i).turn for i in range(3)] == [0, 1, 2]


def test_a_new_record_is_all_zeros_and_a_veiled_one_all_0xFF():
    assert not any(Den.pack(Den.new()))
    veiled = Den.narrow(Den.new(UNKNOWN))
    assert all(set(veiled[name].tobytes()) == {0xFF} for name, *_ in Den.fields)


def test_a_veil_lets_through_what_is_public():
    made = record(("deck", 0, 9, (3,)), public("left", 0, 3), public("laid", NONE, 9, (2,)), ("turn", 0, 1))
    state = made.new()
    state.left, state.laid[:] = 3, [NONE, 4]
    seen = made.veiled(state)
    assert (seen.deck.tolist(), seen.left, seen.laid.tolist(), seen.turn) == ([UNKNOWN] * 3, 3, [NONE, 4], UNKNOWN)
    seen.laid[0] = 1
    assert state.laid.tolist() == [NONE, 4], "it is a copy"
    assert set(made.public.names) == {"left", "laid"}
    assert Den.veiled(Den.new()) == Den.new(UNKNOWN), "where nothing is public, all is hidden"


def test_a_misspelt_field_is_refused():
    with pytest.raises(AttributeError):
        Den.new().trun = 1


@pytest.mark.parametrize("number", [128, -129, 2**40, np.int64(300), 2.5])
@pytest.mark.parametrize("name", ["turn", "hands"])
def test_a_number_that_does_not_fit_raises(name, number):
    wide = Den.new()
    if name == "hands":
        wide.hands = wide.hands.astype(type(number))
        wide.hands[1, 2] = number
    else:
        wide.turn = number
    with pytest.raises(OverflowError):
        Den.pack(wide)


# ---- faults


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("turn", 3, "turn must be 0 to 2, not 3"),
        ("turn", NONE, "turn must be 0 to 2, not -2"),
        ("lead", 3, "lead must be NONE or 0 to 2, not 3"),
        ("lead", UNKNOWN, "lead must be NONE or 0 to 2, not -1"),
        ("hands", [[0, 0, 0, 0], [0, 0, 10, 0], [0, 0, 0, 0]], "hands must be 0 to 9, not 10"),
        ("turn", "1", "turn must be 0 to 2, not '1'"),
        ("turn", 1.5, "turn must be 0 to 2, not 1.5"),
        ("turn", None, "turn must be 0 to 2, not None"),
        ("turn", 2**70, f"turn must be 0 to 2, not {2**70}"),
        ("turn", [1, 2], "turn must be one number, not 2"),
        ("score", [1, 2], "score must be 3 numbers, not 2"),
        ("hands", [0] * 12, "hands must be 3 × 4 numbers, not 12"),
    ],
)
def test_a_fault_is_told_in_words(name, value, words):
    wide = Den.new()
    setattr(wide, name, value if not isinstance(value, list) else np.array(value))
    assert Den.faults(wide) == [words]


def test_a_sound_record_has_no_faults_and_each_wrong_field_is_named():
    wide = Den.new()
    wide.lead = NONE
    assert Den.faults(wide) == []
    wide.turn, wide.over = 5, 2
    assert [fault.split()[0] for fault in Den.faults(wide)] == ["turn", "over"]


@pytest.mark.parametrize("value", [2.5, 3.0, None, "three", 10**30, np.float64(1)])
def test_what_is_no_whole_number_is_named_with_its_field(value):
    wide = Den.new()
    wide.turn = value
    with pytest.raises(OverflowError, match="field 'turn'"):
        Den.pack(wide)
