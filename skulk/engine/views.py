"""What a seat sees as numbers, from the record's fields and their ranges alone: no game writes a line for it."""

from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from .errors import BadOption
from .game import Game
from .record import NONE, UNKNOWN, Field
from .stepping import FLOATS, RECORDS, ROWS

VIEWS = {"records": RECORDS, "floats": FLOATS, "rows": ROWS}
LEAST_BITS = 3  # a range that ends with 2ⁿ − 1 is a set of n bits from here on; smaller ones are as good as numbers
MOST_ROWS = 126  # a wider number is looked up bit by bit
MINE = "own seat"  # the columns that say whose view it is; no field has a space in its name


class Column(NamedTuple):
    """What a column tells: of one number of a field its `value`, `bit 0` …, or whether it is `none` or `unknown`.

    As floats a value is divided by `most`; holes are 0 there and 1 in their own column. As rows the column holds a
    number from `row` to `row` + `rows` − 1, each standing for one thing that it may be: NONE and UNKNOWN come first,
    where they can be, then 0 to `most`.
    """

    field: str
    place: tuple[int, ...]
    part: str
    most: int
    row: int = 0
    rows: int = 0

    def __str__(self) -> str:
        at = f"[{', '.join(map(str, self.place))}]" if self.place else ""
        return f"{self.field}{at}{'' if self.part == 'value' else f' {self.part}'}"


class View:
    """How a game's sights become numbers: `columns` names each, `width` counts them, `rows` those of the table."""

    def __init__(self, game: Game, name: str = "floats"):
        if name not in VIEWS:
            raise BadOption(f"a view is {', '.join(map(repr, VIEWS))}, not {name!r}")
        self.game, self.name, self.form = game, name, VIEWS[name]
        self.dtype: Any = {"records": game.State.dtype, "floats": np.float32, "rows": np.int32}[name]
        self.width, self.rows = 0, 0
        self._fields = {field.name: field for field in game.State.fields}
        names = [name for name in game.State.dtype.names or () if name in self._fields]
        lines = [self._line(self._fields[name]) for name in names] if self.form != RECORDS else []
        lines.append([0, 0, 0, 0, 0, 0, 0, self.width, self.rows])  # the seat
        if self.form != RECORDS:
            self.width += game.seats if self.form == FLOATS else 1
            self.rows += game.seats if self.form == ROWS else 0
        self.plan = np.array(lines, np.int64)
        self.scale = np.array([1 / max(self._fields[name].most, 1) for name in names] + [0.0])
        self._names = names

    def __repr__(self) -> str:
        told = {"records": "records", "floats": f"{self.width} floats", "rows": f"{self.width} of {self.rows} rows"}
        return f"<View of {self.game.name} as {told[self.name]}>"

    def _line(self, field: Field) -> list[int]:
        """A line of the plan that stepping.py follows."""
        fields: Any = self.game.State.dtype.fields
        kind, place = fields[field.name][:2]
        count, bits = int(np.prod(field.shape, dtype=int)), self._bits(field)
        has_none, has_unknown = int(field.least == NONE), int(not field.is_public)
        line = [place, kind.base.itemsize, count, bits, field.most, has_none, has_unknown, self.width, self.rows]
        columns = count * max(bits, 1)
        self.width += columns + (count * (has_none + has_unknown) if self.form == FLOATS else 0)
        self.rows += columns * _rows(field, bits) if self.form == ROWS else 0
        return line

    def _bits(self, field: Field) -> int:
        bits = field.most.bit_length()
        is_set = field.most == (1 << bits) - 1 and bits >= LEAST_BITS
        return bits if is_set or (self.form == ROWS and field.most > MOST_ROWS) else 0

    @cached_property
    def columns(self) -> list[Column]:
        """Every column, in order."""
        found: list[Column] = []
        for name, line in zip(self._names, self.plan.tolist(), strict=False):
            found += self._columns_of(self._fields[name], line[3], line[8])
        if self.form == FLOATS:
            found += [Column(MINE, (seat,), "value", 1) for seat in range(self.game.seats)]
        elif self.form == ROWS:
            found.append(Column(MINE, (), "value", self.game.seats - 1, self.rows - self.game.seats, self.game.seats))
        return found

    def _columns_of(self, field: Field, bits: int, row: int) -> list[Column]:
        places = list(product(*map(range, field.shape)))
        parts = [(f"bit {bit}", 1) for bit in range(bits)] or [("value", field.most)]
        plain = [Column(field.name, place, part, most) for place in places for part, most in parts]
        if self.form == ROWS:
            rows = _rows(field, bits)
            return [column._replace(row=row + rows * k, rows=rows) for k, column in enumerate(plain)]
        holes = [
            hole for hole, is_there in (("none", field.least == NONE), ("unknown", not field.is_public)) if is_there
        ]
        return plain + [Column(field.name, place, hole, 1) for hole in holes for place in places]

    # ---- one sight, interpreted

    def of(self, seen: Any, seat: int) -> np.ndarray:
        """What a seat sees as one line of this view: the numbers that a batch tells."""
        if self.form == ROWS and seat >= self.game.seats:
            raise BadOption("no row says that nobody in particular looks on: take floats")
        numbers = np.array(self.game.State.numbers(seen), np.int64)
        if self.form == RECORDS:
            return self.game.State.narrow(seen)[0]  # type: ignore[no-any-return]
        source, shift, scale, hole, base = self._recipe
        given = numbers[source]
        if self.form == ROWS:
            shifted = np.where((shift >= 0) & (given >= 0), given >> np.maximum(shift, 0) & 1, given)
            return np.append(shifted + base, self.plan[-1, 8] + seat).astype(np.int32)
        told = np.maximum(given, 0) * scale
        told = np.where(shift >= 0, np.maximum(given, 0) >> np.maximum(shift, 0) & 1, told)
        told = np.where(hole < 0, given == hole, told)
        return np.append(told, np.arange(self.game.seats) == seat).astype(np.float32)

    @cached_property
    def _recipe(self) -> tuple[np.ndarray, ...]:
        """Per column: which number it is made of, which bit (or −1), its scale, which hole it marks (or 0), its row."""
        lines: list[tuple[float, ...]] = []
        first = 0
        for f, (_, _, count, bits, _, has_none, has_unknown, _, row) in enumerate(self.plan[:-1].tolist()):
            rows = _rows(self._fields[self._names[f]], bits)
            holes = (2 if has_none else has_unknown) if self.form == ROWS else 0
            for k in range(count * max(bits, 1)):
                at, bit = (first + k // bits, k % bits) if bits else (first + k, -1)
                lines.append((at, bit, self.scale[f], 0, row + k * rows + holes))
            if self.form == FLOATS:
                for hole in [NONE] * has_none + [UNKNOWN] * has_unknown:
                    lines += [(first + k, -1, 0, hole, 0) for k in range(count)]
            first += count
        source, shift, scale, hole, base = np.array(lines, np.float64).T
        whole = [part.astype(np.int64) for part in (source, shift, hole, base)]
        return whole[0], whole[1], scale, whole[2], whole[3]


def _rows(field: Field, bits: int) -> int:
    """How many things one number, or one bit, of a field may be."""
    return (2 if bits else field.most + 1) + (2 if field.least == NONE else int(not field.is_public))
