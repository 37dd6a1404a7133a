"""Random games from Python: the arrays that the compiled loop of playouts.py works on."""

from typing import Any, NamedTuple

import numpy as np

from . import playouts
from .dealer import Dealer
from .game import Game, opened
from .record import Record
from .rule import COMPILED, PYTHON

SHARE = 60  # a whole win in the tally of playouts


class Tally(NamedTuple):
    """What a run of random games added up to; equal digests mean equal games, whatever the target."""

    games: int
    decisions: int
    choices: int  # decisions that offered more than one option
    wins: tuple[float, ...]  # per seat, shared wins in parts
    digest: int

    def __str__(self) -> str:
        return f"{self.games} games, {self.decisions} decisions, {self.digest & 2**64 - 1:016x}"


def tally_of(games: int, counted: list[int], players: int, digest: int) -> Tally:
    """A tally from what playouts.py counted: decisions, choices, then 60ths of a win for each seat."""
    decisions, choices, *shares = counted
    return Tally(games, decisions, choices, tuple(share / SHARE for share in shares[:players]), digest)


class Playouts:
    """Random games of one game with one set of options, interpreted or compiled."""

    def __init__(self, game: Game | str, options: dict[str, Any] | None = None, target: str = COMPILED):
        game = opened(game)
        if target not in (COMPILED, PYTHON):
            raise ValueError(
                f"random games run {COMPILED!r} or {PYTHON!r}, not {target!r}; on a GPU: skulk.engine.cuda"
            )
        self.game, self.target = game, target
        chosen = game.read_options(options)
        self.players = int(chosen.players)
        self._play = game.bind(playouts, target).playouts
        self._room = _wide_room(game, chosen) if target == PYTHON else _packed_room(game, chosen)

    def __repr__(self) -> str:
        return f"<Playouts of {self.game.name} with {self.players}, {self.target}>"

    def run(self, seed: int, games: int, first: int = 0) -> Tally:
        """Play the games numbered first … first + games − 1 of this seed; no game of one seed is one of another's."""
        seed, games, first = whole("seed", seed, 0), whole("games", games, 0), whole("first", first, 0)
        tally = np.zeros(2 + self.game.seats, np.int64)
        digest = self._play(*self._room, seed, first, games, tally)
        return tally_of(games, tally.tolist(), self.players, int(digest))


def _packed_room(game: Game, options: Any) -> tuple[Any, ...]:
    states, dealers = np.zeros(1, game.dtypes["State"]), np.zeros(1, game.dtypes["Dealer"])
    words = states.view(np.int64).reshape(1, -1)
    chosen = game.options.record.narrow(options)[0]
    return states, words, dealers, chosen, np.zeros(game.actions, np.int8), np.zeros(game.seats)


def _wide_room(game: Game, options: Any) -> tuple[Any, ...]:
    state = game.State.new()
    return [state], _Words(game.State, state), [Dealer(lap=game.lap)], options, [0] * game.actions, [0.0] * game.seats


def whole(name: str, number: Any, least: int) -> int:
    """A whole number from `least` on that fits into 64 bits; ValueError names what is none."""
    if not isinstance(number, int | np.integer) or isinstance(number, bool) or not least <= number < 2**63:
        raise ValueError(f"{name} is a whole number from {least} to {2**63 - 1}, not {number!r}")
    return int(number)


class _Words:
    """A wide state read as the 64-bit words of its packed twin."""

    def __init__(self, record: Record, state: Any):
        self.shape = (1, record.dtype.itemsize // 8)
        self.record, self.state = record, state
        self.packed: list[int] = []

    def __getitem__(self, at: tuple[int, int]) -> int:
        if at[1] == 0:
            self.packed = self.record.narrow(self.state).view(np.int64).tolist()
        return self.packed[at[1]]
