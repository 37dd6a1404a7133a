"""RLlib's PettingZoo wrapper over a game of the house: pip install "skulk[rl]" "ray[rllib]" torch

Written after RLlib's documentation; not run by the tests. RLlib's own action masking needs a model that reads the mask:
its examples have one (action_masking_rl_module).
"""

from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env

from skulk.adapters.pettingzoo import env

register_env("fox-grove", lambda config: PettingZooEnv(env("fox-grove", **config)))
table = PettingZooEnv(env("fox-grove", players=2))
seen, _ = table.reset(seed=1)
print({agent: told["observation"].shape for agent, told in seen.items()})
