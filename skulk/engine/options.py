"""The options of a game: each has a name, its values and a default; together they make a record that setup reads."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from .errors import BadOption
from .record import NONE, Record


class Option(NamedTuple):
    """A whole number from least to most (NONE: the rules decide), or one of `values`."""

    name: str
    least: int
    most: int
    default: int
    shape: tuple[int, ...] = ()
    values: tuple[str, ...] = ()

    def read(self, value: Any) -> Any:
        """The number behind a value given in words, or as JSON; BadOption if it is none."""
        if self.shape and value is not None:
            return self._read_list(value)
        if self.values:
            if isinstance(value, bool) and set(self.values) == {"off", "on"}:
                value = "on" if value else "off"
            if value in self.values:
                return self.values.index(value)
        elif value is None or value == "none":
            if self.least == NONE:
                return np.full(self.shape, NONE) if self.shape else NONE
        else:
            number = _whole(value)
            if number is not None and max(self.least, 0) <= number <= self.most:
                return number
        raise BadOption(f"option {self.name!r} takes {self.describe()}, not {value!r}")

    def _read_list(self, value: Any) -> np.ndarray:
        parts = value.split(",") if isinstance(value, str) and value != "none" else value
        if value == "none" and self.least == NONE:
            return np.full(self.shape, NONE)
        one = self._replace(shape=())
        if not isinstance(parts, list | tuple) or len(parts) != self.shape[0]:
            raise BadOption(f"option {self.name!r} takes {self.describe()}, not {value!r}")
        return np.array([one.read(part.strip() if isinstance(part, str) else part) for part in parts])

    def tell(self, number: Any) -> Any:
        """The value as words or JSON, the inverse of `read`."""
        if self.shape:
            return None if all(n == NONE for n in number) else [self._replace(shape=()).tell(n) for n in number]
        if self.values:
            return self.values[number]
        return None if number == NONE else int(number)

    def about(self) -> dict[str, Any]:
        """What it takes, in words and for programs: `values` to choose from, or numbers; `count` of a list."""
        is_number = not self.values
        return {
            "name": self.name,
            "takes": self.describe(),
            "values": list(self.values),
            "least": max(self.least, 0) if is_number else None,
            "most": self.most if is_number else None,
            "count": self.shape[0] if self.shape else None,
        }

    def describe(self) -> str:
        """What it takes, in words."""
        if self.values:
            one = " or ".join(", ".join(self.values).rsplit(", ", 1))
        else:
            one = f"{max(self.least, 0)} to {self.most}" + (" or none" if self.least == NONE else "")
        return f"a list of {self.shape[0]}, each {one}" if self.shape else one


def _whole(value: Any) -> int | None:
    if isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            return None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def whole(name: str, least: int, most: int, default: int, shape: tuple[int, ...] = ()) -> Option:
    """An option that is a whole number. least = NONE: it may also be left to the rules."""
    return Option(name, least, most, default, shape)


def choice(name: str, *values: str, default: str | None = None, shape: tuple[int, ...] = ()) -> Option:
    """An option that is one of a few words; the first is the default unless another is named."""
    return Option(name, 0, len(values) - 1, values.index(default) if default else 0, shape, values)


class Options:
    """All options of a game."""

    def __init__(self, *given: Option):
        self.all = {option.name: option for option in given}
        if "players" not in self.all:
            raise ValueError("a game's options must hold 'players'")
        self.record = Record(*((o.name, o.least, o.most, *([o.shape] if o.shape else [])) for o in given))

    def parse(self, texts: list[str], players: int | None = None) -> dict[str, Any]:
        """Options as they are typed, ["expansion=on"], and the number of players where it is given apart."""
        given: dict[str, Any] = {} if players is None else {"players": players}
        for text in texts:
            name, equals, value = text.partition("=")
            if not equals or not name:
                raise BadOption(f"an option is written name=value, not {text!r}; there are {', '.join(self.all)}")
            if name in given:
                raise BadOption(f"option {name!r} is given twice")
            given[name] = value
        return given

    def read(self, given: Mapping[str, Any] | None = None) -> Any:
        """A wide record of the options, defaults filled in; BadOption names the first that is wrong."""
        given = given or {}
        if not isinstance(given, Mapping):
            raise BadOption(f"options are named: {{'players': 3}}, not {given!r}")
        for name in given:
            if name not in self.all:
                raise BadOption(f"there is no option {name!r}; there are {', '.join(self.all)}")
        chosen = self.record.new()
        for name, option in self.all.items():
            number = option.read(given[name]) if name in given else option.default
            setattr(chosen, name, np.broadcast_to(number, option.shape).astype(np.int64) if option.shape else number)
        return chosen

    def tell(self, chosen: Any) -> dict[str, Any]:
        """The options in words, as JSON."""
        return {name: option.tell(getattr(chosen, name)) for name, option in self.all.items()}


def options(*given: Option) -> Options:
    return Options(*given)
