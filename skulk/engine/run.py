"""Random games and batched stepping from Python: the arrays that the compiled loops of playouts.py work on."""

from typing import Any, NamedTuple

import numpy as np

from . import playouts
from .dealer import Dealer, mix
from .errors import IllegalMove, UnknownMove
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
        seed, games, first = _whole("seed", seed, 0), _whole("games", games, 0), _whole("first", first, 0)
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


def _whole(name: str, number: Any, least: int) -> int:
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


class Batch:
    """Many tables of one game, stepped together by compiled code; a finished game makes room for a new one.

    seats[i] is asked at table i (of several the first), masks[i] says with 0 or 1 what it may do, sights[i] what it
    sees: a NumPy record with the fields of the game's State. After `step`, done[i] is 1 if the game at table i ended
    with that move; rewards[i] then holds the utility of every seat that the game has, and zeros otherwise, while
    seats, masks and sights are those of the new game there. `done == 1` picks tables; `done` itself, of small
    integers, would pick rows 0 and 1. Every `step` writes over all five arrays: copy what you keep.
    Another seed deals other tables, all of them; what `sample` picks takes nothing from the tables' own chance.
    """

    def __init__(self, game: Game | str, options: dict[str, Any] | None = None, n: int = 1, seed: int = 0):
        game, n, seed = opened(game), _whole("n", n, 1), _whole("seed", seed, 0)
        self.game, self.n = game, n
        self._rules = game.bind(playouts, COMPILED)
        self._options = game.options.record.narrow(game.read_options(options))[0]
        self._dealers = np.zeros(1, game.dtypes["Dealer"])
        self.states, self.sights = np.zeros(n, game.dtypes["State"]), np.zeros(n, game.dtypes["State"])
        self.rngs, self.picks, self.actions, self.seats = np.zeros((4, n), np.int64)
        self.picks[:] = [self._rules.chance_of(mix(seed, 1), table) for table in range(n)]
        self.masks = np.zeros((n, game.actions), np.int8)
        self.rewards = np.zeros((n, game.seats))
        self.done = np.zeros(n, np.int8)
        told = self.seats, self.masks, self.sights
        self._rules.start(self.states, self._dealers, self.rngs, self._options, *told, seed, 0, n)

    def __repr__(self) -> str:
        return f"<Batch of {self.n} tables of {self.game.name}>"

    def sample(self) -> np.ndarray:
        """A uniformly random legal action for each table; the array is reused by the next call."""
        self._rules.sample(self.masks, self.picks, self._dealers, self.actions, 0, self.n)
        return self.actions

    def step(self, actions: np.ndarray, checked: bool = True) -> None:
        """Play actions[i] at table i; see the class for what is told afterwards.

        One that is not legal is refused and nothing changes at any table. checked=False trusts you: an action that is
        not legal then corrupts its table, or ends the process.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,):
            raise ValueError(f"there are {self.n} tables, so {self.n} actions are wanted, not {given.shape}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {given.dtype}")
        if checked:
            self._check(given)
        actions = np.ascontiguousarray(given, np.int64)
        told = self.seats, self.masks, self.rewards, self.done, self.sights
        self._rules.step(self.states, self._dealers, self.rngs, self._options, actions, *told, 0, self.n)

    def _check(self, actions: np.ndarray) -> None:
        """IllegalMove or UnknownMove for the first table whose action may not be played there."""
        is_known = (actions >= 0) & (actions < self.game.actions)
        is_legal = is_known & (self.masks[np.arange(self.n), np.where(is_known, actions, 0)] == 1)
        if is_legal.all():
            return
        table = int(np.argmin(is_legal))
        seat, action = int(self.seats[table]), int(actions[table])
        if not is_known[table]:
            known = f"actions are 0 to {self.game.actions - 1}"
            raise UnknownMove(f"table {table}: seat {seat} cannot play {action}: {known} in {self.game.name}")
        seen = self.game.State.widen(self.sights, table)
        why = self.game.words.why_not(seen, seat, action)
        move, reason = (self.game.text(part) for part in (self.game.words.say(seen, seat, action), why))
        text = f"table {table}: seat {seat} cannot play {action}, {move}: {reason}"
        raise IllegalMove(text, str(why.parameters.get("rule", "")), why)
