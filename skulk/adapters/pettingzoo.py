"""PettingZoo's two interfaces over a match: one seat after the other (`env`), or all at once (`parallel_env`).

    from skulk.adapters.pettingzoo import env
    table = env("fox-grove", players=4)

Agents are seat_0, seat_1 …; each observes {"observation": floats, "action_mask": int8}. `view` of the environment names
every column. A move that is not legal raises IllegalMove and changes nothing.
"""

import json
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from skulk.engine import BadOption, Game, Match, opened

from . import drawn, floats, observed


def env(game: Game | str, render_mode: str | None = None, **options: Any) -> "Turns":
    """A table of a game at which one seat after the other is asked; of several at once the first."""
    return Turns(game, options, render_mode)


def parallel_env(game: Game | str, render_mode: str | None = None, **options: Any) -> "Together":
    """A table at which all who are asked answer at once; who is not asked plays `env.waiting`."""
    return Together(game, options, render_mode)


class _Table:
    """What both have in common: a match, and spaces for each seat. `more` actions come after the game's own."""

    def __init__(self, game: Game | str, options: dict[str, Any], render_mode: str | None, more: int):
        self.game, self.options, self.more = opened(game), options, more
        self.render_mode = render_mode
        if render_mode not in (None, "ansi"):
            raise BadOption(f"render_mode is 'ansi' or None, not {render_mode!r}")
        self.view = floats(self.game)
        players = int(self.game.read_options(options).players)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self.game.actions + more
        seen = {
            "observation": spaces.Box(0, 1, (self.view.width,), np.float32),
            "action_mask": spaces.MultiBinary(actions),
        }
        self._seen = {agent: spaces.Dict(dict(seen)) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._chance, _ = seeding.np_random()
        self.match: Match

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        return observed(self.match, self.view, self.seats[agent], self.more)

    def lay(self, seed: int | None) -> None:
        """A new match; without a seed the next of its chance."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        self.match = Match(self.game, self.options, drawn(self._chance))
        self.agents = [*self.possible_agents]

    def each(self, value: Any) -> dict[str, Any]:
        return dict.fromkeys(self.agents, value)

    def render(self) -> str | None:
        """What anybody who looks on sees, as JSON."""
        return json.dumps(self.match.table(), indent=1, ensure_ascii=False) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


class Turns(_Table, AECEnv[str, Any, Any]):
    """AEC: `agent_selection` is the seat that is asked."""

    def __init__(self, game: Game | str, options: dict[str, Any], render_mode: str | None = None):
        _Table.__init__(self, game, options, render_mode, more=0)
        name = f"skulk_{self.game.name}_v{self.game.version}"
        self.metadata: dict[str, Any] = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.lay(seed)
        self.rewards, self._cumulative_rewards = self.each(0.0), self.each(0.0)
        self.terminations, self.truncations = self.each(False), self.each(False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self.match.play(self.seats[agent], action)
        self._cumulative_rewards[agent] = 0.0
        if self.match.is_over:
            self.rewards = dict(zip(self.agents, self.match.returns(), strict=True))
            self.terminations = self.each(True)
        self._ask()
        self._accumulate_rewards()

    def _ask(self) -> None:
        asked = self.match.acting()
        if asked:
            self.agent_selection = self.possible_agents[asked[0]]


class Together(_Table, ParallelEnv[str, Any, Any]):
    """Parallel: `waiting` is the action of those who are not asked, and their only one."""

    def __init__(self, game: Game | str, options: dict[str, Any], render_mode: str | None = None):
        _Table.__init__(self, game, options, render_mode, more=1)
        self.waiting = self.game.actions
        self.metadata = {"name": f"skulk_{self.game.name}_v{self.game.version}", "render_modes": ["ansi"]}

    def observe(self, agent: str) -> dict[str, Any]:
        told = super().observe(agent)
        told["action_mask"][self.waiting] = not told["action_mask"].any()
        return told

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.lay(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        asked = self.match.acting()
        for agent in self.agents:
            self._check(agent, actions.get(agent, self.waiting), self.seats[agent] in asked)
        for seat in asked:
            if seat in self.match.acting():  # an answer may have closed the window in which others were asked
                self.match.play(seat, actions[self.possible_agents[seat]])
        is_over = self.match.is_over
        told = {agent: self.observe(agent) for agent in self.agents}
        rewards = dict(zip(self.agents, self.match.returns(), strict=True)) if is_over else self.each(0.0)
        answer: tuple[dict[str, Any], ...] = (
            told,
            rewards,
            self.each(is_over),
            self.each(False),
            {agent: {} for agent in self.agents},
        )
        self.agents = [] if is_over else self.agents
        return answer

    def _check(self, agent: str, action: Any, is_asked: bool) -> None:
        """An error before anything has changed."""
        if is_asked:
            self.match.check(self.seats[agent], action)
        elif action != self.waiting:
            raise BadOption(f"{agent} is not asked now: all it may play is {self.waiting}, to wait, not {action!r}")
