"""TorchRL's PettingZoo wrapper over a game of the house: pip install "skulk[rl]" torchrl

Run with TorchRL 0.14.1 and PyTorch 2.13 on a CPU; not by the tests, which have neither.
"""

from torchrl.envs.libs.pettingzoo import PettingZooWrapper

from skulk.adapters.pettingzoo import env

table = PettingZooWrapper(env("fox-grove", players=2), use_mask=True)
print(table.rollout(20))
