"""TorchRL's PettingZoo wrapper over a game of the house: pip install "skulk[rl]" torchrl

Written after TorchRL's documentation, where masks are taken from the observations; not run by the tests.
"""

from torchrl.envs.libs.pettingzoo import PettingZooWrapper

from skulk.adapters.pettingzoo import env

table = PettingZooWrapper(env("fox-grove", players=2), use_mask=True)
print(table.rollout(20))
