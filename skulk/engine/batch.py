"""Many tables of one game from Python: the arrays that the compiled loops of stepping.py work on."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from . import stepping
from .dealer import mix
from .errors import BadOption, IllegalMove, UnknownMove
from .game import Game, opened
from .rule import COMPILED
from .run import whole
from .views import View


class Step(NamedTuple):
    """What a batch tells after a step, all arrays: each step writes over them, so copy what you keep.

    Without `all_acting` obs and mask have one line for each table, for the seat that is asked (of several the first);
    with it obs[table, seat] and mask[table, seat], zeros for those who are not asked.
    """

    obs: np.ndarray  # what is seen, in the view that was chosen
    mask: np.ndarray  # 1 for each action that may be played
    seat: np.ndarray  # who is asked, of several the first
    reward: np.ndarray  # reward[table, seat]: the utility at the end of a game, 0 before it
    done: np.ndarray  # 1 where a game has ended with this step; all else there is of the new one
    final_obs: np.ndarray  # where done: the end as the seat that moved saw it, or each seat
    length: np.ndarray  # moves made so far; where done, in the game that ended


class Batch:
    """Many tables of one game, stepped together by compiled code; a finished game makes room for a new one.

    `reset` and `step` return the arrays of a `Step`, which are also there by name, as `batch.obs`; each step writes
    over them. `acting[table, seat]` is 1 for each seat that is asked; `states` are the whole tables as NumPy records,
    secrets and all. `spec` is the view: spec.columns names every column. `done == 1` picks tables; `done` itself, of
    small integers, would pick rows 0 and 1. Nothing is copied on the way from the tables to the arrays.
    """

    def __init__(
        self,
        game: Game | str,
        options: dict[str, Any] | None = None,
        n: int = 1,
        seed: int = 0,
        first: int = 0,
        threads: int = 1,
        view: str = "floats",
        all_acting: bool = False,
        skip_forced: bool = False,
    ):
        game, n, seed, first = opened(game), whole("n", n, 1), whole("seed", seed, 0), whole("first", first, 0)
        self.game, self.n, self.first, self.spec = game, n, first, View(game, view)
        self.players = int(game.read_options(options).players)
        self.lanes, self.skips = game.seats if all_acting else 1, int(skip_forced)
        self.threads = min(whole("threads", threads, 1), n)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._lay_out(game.read_options(options))
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<Batch of {self.n} tables of {self.game.name}, {self.players} at each>"

    # ---- the arrays

    def _lay_out(self, options: Any) -> None:
        game, n, lanes, view = self.game, self.n, self.lanes, self.spec
        tables, lines, is_told = (n, lanes), n * lanes, view.name != "records"
        self._rules = self._bound()
        self._options = self._held(game.options.record.narrow(options))
        self._dealers = np.zeros(self.threads, game.dtypes["Dealer"])
        (self.states, _), (self._sights, self._raw) = self._records(n), self._records(lines)
        self._finals, _ = self._records(1 if is_told else lines)
        self._plan, self._scale = self._held(view.plan), self._held(view.scale)
        self.rngs, self._begun, self.seat, self.length = (self._made(n, np.int64) for _ in range(4))
        self._picks, self._actions = self._made(lines, np.int64), self._made(lines, np.int64)
        self.acting, self._masks = self._made((n, game.seats), np.int8), self._made((lines, game.actions), np.int8)
        self.reward, self.done = self._made((n, game.seats), np.float64), self._made(n, np.int8)
        self._wrong, self._everywhere = self._made(lines, np.int8), self._held(np.ones(n, np.int8))
        kind = view.dtype if is_told else np.float32
        self._obs, self._final = (self._made((lines, view.width), kind) for _ in range(2))
        shown, ends = (self._obs, self._final) if is_told else (self._sights, self._finals)
        shape = tables if lanes > 1 else (n,)
        self.obs, self.final_obs = (a.reshape(*shape, *a.shape[1:]) for a in (shown, ends))
        self.mask, self.actions = self._masks.reshape(*shape, game.actions), self._actions.reshape(shape)
        self._told = Step(self.obs, self.mask, self.seat, self.reward, self.done, self.final_obs, self.length)

    def _bound(self) -> Any:
        return self.game.bind(stepping, COMPILED)

    def _made(self, shape: Any, kind: Any) -> Any:
        return np.zeros(shape, kind)

    def _held(self, array: np.ndarray) -> Any:
        return array

    def _records(self, count: int) -> tuple[Any, Any]:
        """Room for so many states, and the same as bytes."""
        held = np.zeros(count, self.game.State.dtype)
        return held, held.view(np.int8).reshape(count, -1)

    def _run(self, name: str, count: int, **given: Any) -> None:
        """A loop of the template over `count` tables or lines, shared out among the threads."""
        loop = getattr(self._rules, name)
        known = {**self._known, "options": self._options[0], **given}
        arguments = [known[parameter] for parameter in PARAMETERS[name]]
        at = PARAMETERS[name].index("dealers") if "dealers" in PARAMETERS[name] else None

        def run(thread: int) -> None:
            mine = list(arguments)
            if at is not None:
                mine[at] = self._dealers[thread : thread + 1]
            loop(*mine, count * thread // self.threads, count * (thread + 1) // self.threads)

        if self._pool is None:
            run(0)
        else:
            list(self._pool.map(run, range(self.threads)))

    @property
    def _known(self) -> dict[str, Any]:
        """The arguments of the loops by name."""
        return {
            "states": self.states, "sights": self._sights, "finals": self._finals, "raw": self._raw,
            "dealers": self._dealers, "rngs": self.rngs, "begun": self._begun, "options": self._options,
            "plan": self._plan, "scale": self._scale, "seats": self.seat, "asked": self.acting, "masks": self._masks,
            "rewards": self.reward, "done": self.done, "lengths": self.length, "obs": self._obs, "final": self._final,
            "lanes": self.lanes, "forced": self.skips, "form": self.spec.form, "number_of_first": self.first,
            "wrong": self._wrong,
        }  # fmt: skip

    # ---- deeds

    def reset(self, seed: int | None = None) -> Step:
        """Lay all tables anew: with a seed those that belong to it, without one those that chance brings next."""
        if seed is not None:
            seed = whole("seed", seed, 0)
            self._seed_picks(seed)
        self._run("lay", self.n, is_fresh=int(seed is not None), seed=seed or 0)
        return self._told

    def _seed_picks(self, seed: int) -> None:
        self._picks[:] = self._picks_of(seed)

    def _picks_of(self, seed: int) -> np.ndarray:
        """Where the generators of `sample` begin."""
        first = self.first * self.lanes
        lines = range(first, first + self.n * self.lanes)
        return np.array([mix(mix(mix(seed, 1), 0), line) for line in lines], np.int64)

    def sample(self) -> Any:
        """A uniformly random legal action for each who is asked; the array is reused by the next call. It takes
        nothing from the tables' own chance."""
        self._run("sample", self.n * self.lanes, rngs=self._picks, actions=self._actions)
        return self.actions

    def step(self, actions: Any, where: Any = None, checked: bool = True) -> Step:
        """Play actions[table], or actions[table, seat] with all_acting; `where` names the tables that move, all if left
        out. One that is not legal is refused and nothing changes at any table. checked=False trusts you: an action that
        is not legal then corrupts its table, or ends the process."""
        moves, here = self._read(actions), self._everywhere if where is None else self._read_where(where)
        if checked:
            self._run("check", self.n, actions=moves, where=here)
            self._refuse(moves)
        self._run("step", self.n, actions=moves, where=here)
        return self._told

    def _read(self, actions: Any) -> Any:
        given = np.asarray(actions)
        if given.shape != self.actions.shape:
            wanted = f"{self.n} × {self.lanes}" if self.lanes > 1 else f"{self.n}"
            raise ValueError(f"there are {self.n} tables, so {wanted} actions are wanted, not {given.shape}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {given.dtype}")
        return np.ascontiguousarray(given, np.int64).reshape(-1)

    def _read_where(self, where: Any) -> Any:
        given = np.asarray(where)
        if given.shape != (self.n,) or given.dtype.kind != "b":
            raise ValueError(f"where is {self.n} truth values, one for each table, not {given.dtype} {given.shape}")
        return np.ascontiguousarray(given).view(np.int8)

    def _refuse(self, actions: Any) -> None:
        """IllegalMove or UnknownMove for the first table whose action may not be played there."""
        wrong = self._host(self._wrong)
        if not wrong.any():
            return
        line = int(np.argmax(wrong))
        table, lane = divmod(line, self.lanes)
        action = int(self._host(actions)[line])
        seat = lane if self.lanes > 1 else int(self._host(self.seat)[table])
        if not 0 <= action < self.game.actions:
            known = f"actions are 0 to {self.game.actions - 1}"
            raise UnknownMove(f"table {table}: seat {seat} cannot play {action}: {known} in {self.game.name}")
        seen = self.game.State.widen(self._host(self._sights), line)
        why = self.game.words.why_not(seen, seat, action)
        move, reason = (self.game.text(part) for part in (self.game.words.say(seen, seat, action), why))
        text = f"table {table}: seat {seat} cannot play {action}, {move}: {reason}"
        raise IllegalMove(text, str(why.parameters.get("rule", "")), why)

    def _host(self, array: Any) -> np.ndarray:
        return array  # type: ignore[no-any-return]


def _parameters(function: Any) -> list[str]:
    code = function.__rule__.__code__
    return [name for name in code.co_varnames[: code.co_argcount] if name not in ("first", "last")]


PARAMETERS = {name: _parameters(getattr(stepping, name)) for name in ("lay", "step", "sample", "check")}


def batch(
    game: Game | str,
    *,
    n: int = 1,
    seed: int = 0,
    first: int = 0,
    threads: int = 1,
    view: str = "floats",
    all_acting: bool = False,
    skip_forced: bool = False,
    device: str = "cpu",
    **options: Any,
) -> Batch:
    """`n` tables of a game, to be stepped together: `batch("fox-grove", players=4, n=4096, seed=1, threads=2)`.

    Each table has a chance of its own, mixed from the seed and its number, `first` to `first` + n − 1: give every
    worker another stretch of the same seed, and none has a game of another's. The results are the same whatever the
    `threads`. `view` is how a seat is told: "floats" (numbers from 0 to 1), "rows" (each number picks a row of a table,
    for a first layer that gathers and adds) or "records" (NumPy records with the fields of the game's State).
    `all_acting` tells all who are asked at once and takes all their answers in one step; otherwise they are asked one
    after the other. `skip_forced` makes moves that leave no choice without asking. `device="cuda"` keeps all of it on a
    GPU (docs/research.md). All other names are options of the game.
    """
    how: Any = {"n": n, "seed": seed, "first": first, "threads": threads, "view": view}
    how |= {"all_acting": all_acting, "skip_forced": skip_forced}
    if device == "cpu":
        return Batch(game, options, **how)
    if device == "cuda":
        from .cuda import OnCard

        on_card: Batch = OnCard(game, options, **how)
        return on_card
    raise BadOption(f"tables lie on 'cpu' or 'cuda', not on {device!r}")
