"""A record: everything a table holds, as named integers of known range.

One declaration serves three layouts of the same facts:
  - `record.dtype`, packed and signed, for compiled code, saves, hashes and the GPU;
  - `record.new()`, a wide twin for the interpreter: plain ints and int64 arrays, which neither wrap nor promote;
  - names, ranges and shapes, from which positions, observations and their checks are made.
"""

import struct
from collections.abc import Callable
from functools import cache
from keyword import iskeyword
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

UNKNOWN = -1  # a hole in what a seat sees: every byte of a `seen` record arrives as 0xFF
NONE = -2  # nobody, nothing, nowhere: a fact, unlike UNKNOWN
HOLES = {UNKNOWN: "?", NONE: "-"}


class Field(NamedTuple):
    """`least` is 0 or more, or NONE: then the value may be NONE or 0 … `most`. `is_public`: all may see it."""

    name: str
    least: int
    most: int
    shape: tuple[int, ...] = ()
    is_public: bool = False


class Record:
    """The layout of a record; see the module's text. Made by `record`."""

    def __init__(self, *declared: tuple[Any, ...]):
        self.fields = tuple(Field(*field) for field in declared)
        for field in self.fields:
            _check(field)
        names = [field.name for field in self.fields]
        if len(set(names)) < len(names):
            raise ValueError(f"a record declares a field twice: {sorted(n for n in names if names.count(n) > 1)[0]!r}")
        self.dtype = _packed(self.fields)
        self.public = self.dtype[[field.name for field in self.fields if field.is_public]]  # where these lie
        self.wide: type = _wide_class(self.fields)
        self._blank: dict[int, Any] = {}
        self._twin = _twinning(self.fields, self.wide)
        self._packing = Packing(self.dtype)

    def __repr__(self) -> str:
        return f"<Record of {len(self.fields)} fields, {self.dtype.itemsize} bytes>"

    def new(self, fill: int = 0) -> Any:
        """A wide record with every number set to `fill`."""
        return self.copy(self._filled(fill))

    def _filled(self, fill: int) -> Any:
        blank = self._blank.get(fill)
        if blank is None:
            blank = self.wide()
            for name, _, _, shape, _ in self.fields:
                setattr(blank, name, np.full(shape, fill, np.int64) if shape else fill)
            self._blank[fill] = blank  # once it is filled: other threads take what they find there
        return blank

    def copy(self, wide: Any) -> Any:
        """A wide record of its own with the same numbers."""
        return self._twin(wide, wide)

    def veiled(self, wide: Any) -> Any:
        """A wide record with what all may see of this one, and UNKNOWN for the rest."""
        return self._twin(wide, self._filled(UNKNOWN))

    def narrow(self, wide: Any) -> np.ndarray:
        """The same numbers packed, as an array of one; OverflowError if one does not fit."""
        return np.frombuffer(bytearray(self.pack(wide)), self.dtype)

    def widen(self, packed: np.ndarray, index: int = 0) -> Any:
        """The wide twin of packed[index]."""
        wide = self.wide()
        for name, _, _, shape, _ in self.fields:
            value = packed[name][index]
            setattr(wide, name, value.astype(np.int64) if shape else int(value))
        return wide

    def pack(self, wide: Any) -> bytes:
        """The packed bytes: equal bytes, equal records."""
        return self._packing.pack(wide)

    def numbers(self, wide: Any) -> list[int]:
        """All its numbers one after the other, field by field in the order of `dtype`."""
        return self._packing.numbers(wide)

    def unpack(self, data: bytes) -> Any:
        """The wide record of these packed bytes."""
        return self.widen(np.frombuffer(data, self.dtype))

    def faults(self, wide: Any) -> list[str]:
        """What is out of range, in words; empty for a sound record."""
        found = []
        for name, least, most, shape, _ in self.fields:
            value = _array(getattr(wide, name))
            if value.shape != shape:
                found.append(f"{name} must be {_shape(shape)}, not {value.size}")
                continue
            if value.dtype.kind not in "biu":  # text, fractions, numbers past all bounds
                found.append(f"{name} must be {_range(least, most)}, not {value.tolist()!r}")
                continue
            wrong = value[(value > most) | (value < max(least, 0)) & ~((least == NONE) & (value == NONE))]
            if wrong.size:
                found.append(f"{name} must be {_range(least, most)}, not {wrong.flat[0]}")
        return found


class Packing:
    """From a wide record to its packed bytes, all numbers at once: NumPy would take them field by field."""

    def __init__(self, dtype: np.dtype):
        assert dtype.names
        self.names = [name for name in dtype.names if name != "pad_"]
        self.kinds = {name: dtype[name].base for name in self.names}
        self.depths = [len(dtype[name].shape) for name in self.names]
        self.values = attrgetter(*self.names)
        counts = {name: int(np.prod(dtype[name].shape, dtype=int)) for name in self.names}
        letters = {1: "b", 2: "h", 4: "i", 8: "q"}
        numbers = "".join(f"{counts[name]}{letters[self.kinds[name].itemsize]}" for name in self.names)
        self.struct = struct.Struct(f"={numbers}{dtype.itemsize - _size(self.kinds, counts)}x")

    def pack(self, wide: Any) -> bytes:
        numbers = self.numbers(wide)
        try:
            return self.struct.pack(*numbers)
        except struct.error:
            self._find_fault(self._values(wide))
            return self.struct.pack(*map(int, numbers))  # truth values of NumPy's

    def numbers(self, wide: Any) -> list[int]:
        """All numbers of a record, field by field as they are packed."""
        numbers: list[int] = []
        for value, depth in zip(self._values(wide), self.depths, strict=True):
            if depth == 0:
                numbers.append(value)
            else:
                numbers += (value if depth == 1 else value.ravel()).tolist()
        return numbers

    def _values(self, wide: Any) -> tuple[Any, ...]:
        return self.values(wide) if len(self.names) > 1 else (self.values(wide),)

    def _find_fault(self, values: tuple[Any, ...]) -> None:
        for name, value in zip(self.names, values, strict=True):
            if not isinstance(value, int) and np.asarray(value).dtype.kind not in "biu":
                raise OverflowError(f"field {name!r} must hold whole numbers, not {value!r}")
            if not self._fits(name, value):
                raise OverflowError(f"field {name!r} holds a number that does not fit: {value}")

    def _fits(self, name: str, value: Any) -> bool:
        try:
            return np.array_equal(np.asarray(value).astype(self.kinds[name]), value)
        except OverflowError:  # past all bounds
            return False


def _size(kinds: dict[str, np.dtype], counts: dict[str, int]) -> int:
    return sum(kinds[name].itemsize * counts[name] for name in kinds)


def record(*fields: tuple[Any, ...]) -> Record:
    """A record type from fields (name, least, most) or (name, least, most, shape); what all may see is `public`."""
    return Record(*fields)


def public(name: str, least: int, most: int, shape: tuple[int, ...] = ()) -> Field:
    """A field that all may see: it is there in every `seen`, before `see` adds what the seat may know besides."""
    return Field(name, least, most, shape, True)


def _range(least: int, most: int) -> str:
    return f"NONE or 0 to {most}" if least == NONE else f"{least} to {most}"


def _array(value: Any) -> np.ndarray:
    try:
        return np.asarray(value)
    except ValueError:  # lists of unequal length
        return np.asarray(value, object)


def _shape(shape: tuple[int, ...]) -> str:
    return f"{' × '.join(map(str, shape))} numbers" if shape else "one number"


def _check(field: Field) -> None:
    name, least, most, *_ = field
    if not name.isidentifier() or iskeyword(name):
        raise ValueError(f"field name {name!r} is no name")
    if hasattr(np.recarray, name) or hasattr(np.record, name):
        raise ValueError(f"field name {name!r} hides an attribute of NumPy's records: choose another")
    if not (least == NONE or least >= 0) or not max(least, 0) <= most < 2**62:
        raise ValueError(
            f"field {name!r}: least {least} and most {most} are no range; "
            "least is 0 or more, or NONE, because UNKNOWN is a hole and negative values would look like one"
        )


def _integer(most: int) -> type:
    return next(t for t in (np.int8, np.int16, np.int32, np.int64) if most <= np.iinfo(t).max)


def _packed(fields: tuple[Field, ...]) -> np.dtype:
    """Widest first, a named pad at the end: no byte is left that is not part of the record."""
    by_width = sorted(fields, key=lambda field: -np.dtype(_integer(field.most)).itemsize)
    layout: list[tuple[Any, ...]] = [(field.name, _integer(field.most), field.shape) for field in by_width]
    spare = -np.dtype(layout).itemsize % 8
    return np.dtype([*layout, ("pad_", np.int8, (spare,))] if spare else layout, align=True)


def _twinning(fields: tuple[Field, ...], wide: type) -> Callable[[Any, Any], Any]:
    """twin(public, hidden): a record with the public fields of one and the hidden ones of another. Written out field by
    field as one would by hand: every look at a sight begins with it."""
    lines = (
        f"    twin.{name} = {'public' if is_public else 'hidden'}.{name}{'.copy()' if shape else ''}"
        for name, _, _, shape, is_public in fields
    )
    scope: dict[str, Any] = {"Wide": wide}
    exec("\n".join(["def twin(public, hidden):", "    twin = Wide()", *lines, "    return twin"]), scope)
    twin: Callable[[Any, Any], Any] = scope["twin"]
    return twin


@cache
def _wide_class(fields: tuple[Field, ...]) -> type:
    """One class for each declaration: what was pickled elsewhere is a record of the same class here."""
    names = tuple(field.name for field in fields)
    told = {"__doc__": "A record to interpret.", "__repr__": _told, "__eq__": _is_like, "__hash__": None}
    public = frozenset(field.name for field in fields if field.is_public)

    def reduce(wide: Any) -> tuple[Any, ...]:
        return _wide_again, (fields, [getattr(wide, name) for name in names])

    return type("Wide", (), {"__slots__": names, "__public__": public, "__reduce__": reduce, **told})


def _wide_again(fields: tuple[Field, ...], values: list[Any]) -> Any:
    wide = _wide_class(fields)()
    for field, value in zip(fields, values, strict=True):
        setattr(wide, field.name, value)
    return wide


def _is_like(wide: Any, other: Any) -> Any:
    """Records are equal if every field is; one that is written on cannot be hashed."""
    if type(wide) is not type(other):
        return NotImplemented
    return all(np.array_equal(getattr(wide, name), getattr(other, name)) for name in wide.__slots__)


def _told(wide: Any) -> str:
    """Every field with what it holds: `?` for what is UNKNOWN, `-` for NONE, `24×?` for all of it."""
    values = ((name, getattr(wide, name, UNKNOWN)) for name in wide.__slots__)
    return f"<{', '.join(f'{name} {_value(np.asarray(value))}' for name, value in values)}>"


def _value(value: np.ndarray) -> str:
    if value.ndim == 0:
        return HOLES.get(value.item(), str(value))
    if value.size > 1 and (value == value.flat[0]).all():
        return "×".join([*map(str, value.shape), _value(value.flat[0])])
    if value.ndim == 1:
        return f"[{' '.join([HOLES.get(number) or str(number) for number in value.tolist()])}]"
    return f"[{' '.join(_value(part) for part in value)}]"
