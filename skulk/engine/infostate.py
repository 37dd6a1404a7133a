"""What has come to a seat since the deal: its own moves and what it heard and saw, with perfect recall."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .dealer import NUMBERS, Event

if TYPE_CHECKING:
    from .game import Game


class Infostate:
    """One moment as a seat has lived it. `then` makes the next, and nothing changes one: a tree of games shares them.

    Equal infostates have equal keys, whatever else is different at the table.
    """

    def __init__(self, game: Game, seat: int, sight: bytes, before: Infostate | None, heard: list[Event], own: int):
        self.game, self.seat, self.sight, self.before = game, seat, sight, before
        self.heard, self.own = heard, own  # own: the seat's action, −1 if another moved
        told = repr((own, [(event.kind, event.numbers) for event in heard])).encode()
        past: str = before.key if before else f"{game.name} {seat}"
        self.key: str = hashlib.blake2b(f"{past}:".encode() + sight + told, digest_size=8).hexdigest()

    @classmethod
    def first(cls, game: Game, seat: int, seen: Any, heard: list[Event]) -> Infostate:
        """After the deal."""
        return cls(game, seat, game.State.pack(seen), None, heard, -1)

    def then(self, seen: Any, heard: list[Event], own: int | None = None) -> Infostate:
        """After a move; the same if another made it and nothing of it came to this seat."""
        sight = self.game.State.pack(seen)
        if own is None and not heard and sight == self.sight:
            return self
        return Infostate(self.game, self.seat, sight, self, heard, -1 if own is None else int(own))

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Infostate) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"<Infostate of seat {self.seat} in {self.game.name}: {self.key}>"

    @cached_property
    def _moments(self) -> list[Infostate]:
        moments, moment = [], self
        while moment.before is not None:
            moments.append(moment)
            moment = moment.before
        return [moment, *reversed(moments)]

    @cached_property
    def _lines(self) -> list[str]:
        """What this moment brought, in words."""
        words, text = self.game.words, self.game.text
        lines = []
        if self.own >= 0 and self.before:
            seen = self.game.State.unpack(self.before.sight)
            lines.append(f"> {text(words.say(seen, self.seat, self.own))}")
        return lines + [text(words.tell(event, self.seat)) for event in self.heard]

    @property
    def text(self) -> str:
        """In words, own moves after a `>`; the key in the last line makes it exact."""
        return "\n".join([line for moment in self._moments for line in moment._lines] + [f"= {self.key}"])

    @property
    def tensor(self) -> np.ndarray:
        """The same as numbers, a line for each: 1, the action and zeros for an own move; 0, the kind of the event and
        its four numbers for what was heard."""
        return self.latest(None)

    def latest(self, most: int | None) -> np.ndarray:
        """The last lines of the tensor, so many at most."""
        lines: list[tuple[int, ...]] = []
        moment: Infostate | None = self
        while moment is not None and (most is None or len(lines) < most):
            lines += [(0, event.kind, *event.numbers) for event in reversed(moment.heard)]
            lines += [(1, moment.own, *[0] * NUMBERS)] if moment.own >= 0 else []
            moment = moment.before
        return np.array(lines[:most][::-1], np.int64).reshape(-1, 2 + NUMBERS)
