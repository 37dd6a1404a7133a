"""Gymnasium's interface: one seat of a table, the others played by our bots; and many such tables over `skulk.batch`.

    from skulk.adapters.gymnasium import Seat
    env = Seat("fox-grove", others="thumb", players=4)

`register()` brings all games to `gymnasium.make("skulk/fox-grove")` and `make_vec`. An observation is
{"observation": floats, "action_mask": int8}; `view` names every column.
"""

import json
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from skulk.bots import Budget, sit
from skulk.engine import BadOption, Game, Match, SkulkError, names, opened
from skulk.engine.batch import Batch
from skulk.engine.views import View

from . import drawn, floats, observed

Others = Callable[[Batch], np.ndarray]


def register() -> None:
    """Every game of the house under skulk/<game>."""
    for name in names():
        gymnasium.register(
            f"skulk/{name.replace('_', '-')}",
            entry_point="skulk.adapters.gymnasium:Seat",
            vector_entry_point="skulk.adapters.gymnasium:Seats",
            kwargs={"game": name},
            disable_env_checker=True,
        )


def _spaces(game: Game, view: View) -> tuple[spaces.Dict, spaces.Discrete]:
    seen = {"observation": spaces.Box(0, 1, (view.width,), np.float32), "action_mask": spaces.MultiBinary(game.actions)}
    return spaces.Dict(dict(seen)), spaces.Discrete(game.actions)


def _seat(seat: int, players: int) -> int:
    if not isinstance(seat, int) or not 0 <= seat < players:
        raise BadOption(f"the seat to play is 0 to {players - 1}, not {seat!r}")
    return seat


class Seat(gymnasium.Env[Any, Any]):
    """One seat of a match. `others` is a bot in words, or one for each of the other seats in their order.

    The reward is the seat's utility when the game ends, and 0 before. A move that is not legal raises IllegalMove and
    changes nothing; with illegal="lose" it ends the episode with reward −1, and info["refused"] says why.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: Game | str,
        seat: int = 0,
        others: str | list[str] = "random",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ):
        self.game, self.options, self.render_mode = opened(game), options, render_mode
        players = int(self.game.read_options(options).players)
        self.seat, self.view = _seat(seat, players), floats(self.game)
        self.others = [others] * (players - 1) if isinstance(others, str) else list(others)
        if len(self.others) != players - 1:
            raise BadOption(f"{players} play, so {players - 1} others sit there, not {len(self.others)}")
        if illegal not in ("raise", "lose"):
            raise BadOption(f"an illegal move may 'raise' or 'lose', not {illegal!r}")
        self.loses = illegal == "lose"
        self.observation_space, self.action_space = _spaces(self.game, self.view)
        self.match: Match

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        while True:  # until there is something to decide
            self.match = Match(self.game, self.options, drawn(self.np_random))
            seats = [seat for seat in range(self.match.players) if seat != self.seat]
            self.bots = {seat: sit(bot, self.game) for seat, bot in zip(seats, self.others, strict=True)}
            self._go_on()
            if not self.match.is_over:
                return self._told(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        try:
            self.match.play(self.seat, action)
        except SkulkError as error:
            if not self.loses or self.match.is_over:
                raise
            return self._told(), -1.0, True, False, {"refused": str(error)}
        self._go_on()
        over = self.match.is_over
        return self._told(), float(self.match.returns()[self.seat]) if over else 0.0, over, False, {}

    def _told(self) -> dict[str, Any]:
        return observed(self.match, self.view, self.seat)

    def _go_on(self) -> None:
        """The others play until this seat is asked."""
        while not self.match.is_over and self.seat not in self.match.acting():
            seat = self.match.acting()[0]
            chance = self.game.dealer(self.match.bot_chance(seat))
            self.match.play(seat, self.bots[seat].choose(self.match.seen(seat), seat, Budget(simulations=100), chance))

    def render(self) -> Any:
        """What the seat sees, as JSON."""
        shown = json.dumps(self.match.table(self.seat), indent=1, ensure_ascii=False)
        return shown if self.render_mode == "ansi" else None


class Seats(VectorEnv[Any, Any, Any]):
    """One seat at each of many tables, stepped together by compiled code.

    `others` plays for everybody else: given the batch, whose obs[table, seat], mask and acting tell all who are asked,
    it returns actions[table, seat]; left out, they play at random. A table whose game has ended shows the next one
    (SAME_STEP), and info["final_obs"] the end. A game that ends before the seat is asked is passed over.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        seat: int = 0,
        others: Others | None = None,
        threads: int = 1,
        **options: Any,
    ):
        self.batch = Batch(game, options, n=num_envs, threads=threads, all_acting=True)
        self.num_envs, self.seat, self.others = num_envs, _seat(seat, self.batch.players), others or Batch.sample
        self.view = self.batch.spec
        self.single_observation_space, self.single_action_space = _spaces(self.batch.game, self.view)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.reset(seed)
        self._go_on(np.zeros(self.num_envs, bool), np.zeros(self.num_envs))
        return self._told(), {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        done, rewards = np.zeros(self.num_envs, bool), np.zeros(self.num_envs)
        self._ends = self.batch.final_obs[:, self.seat].copy()
        self._step(done, rewards, None, np.asarray(actions))
        self._go_on(done, rewards)
        info: dict[str, Any] = {}
        if done.any():
            ends = np.empty(self.num_envs, object)
            empty = np.zeros(self.batch.game.actions, np.int8)
            for table in np.flatnonzero(done):
                ends[table] = {"observation": self._ends[table], "action_mask": empty}
            info = {"final_obs": ends, "_final_obs": done}
        return self._told(), rewards, done, np.zeros(self.num_envs, bool), info

    def _told(self) -> dict[str, Any]:
        return {"observation": self.batch.obs[:, self.seat].copy(), "action_mask": self.batch.mask[:, self.seat].copy()}

    def _go_on(self, done: np.ndarray, rewards: np.ndarray) -> None:
        while (waiting := self.batch.acting[:, self.seat] == 0).any():
            self._step(done, rewards, waiting, None)

    def _step(self, done: np.ndarray, rewards: np.ndarray, where: np.ndarray | None, own: np.ndarray | None) -> None:
        """One step; the first end at each table counts."""
        actions = np.array(self.others(self.batch))
        if own is not None:
            actions[:, self.seat] = own
        self.batch.step(actions, where)
        ended = (self.batch.done == 1) & ~done
        rewards[ended] = self.batch.reward[ended, self.seat]
        if ended.any() and hasattr(self, "_ends"):
            self._ends[ended] = self.batch.final_obs[ended, self.seat]
        done |= ended
