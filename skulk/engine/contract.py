"""What a template may ask of a game, and of a bot's advice. `Game.bind` puts the real ones in place of these names."""

from typing import Any

from .rule import Slot

ACTIONS: Any = Slot("ACTIONS")
SEATS: Any = Slot("SEATS")

# the game's rules and sight
setup: Any = Slot("setup")
acting: Any = Slot("acting")
pace: Any = Slot("pace")
legal: Any = Slot("legal")
play: Any = Slot("play")
returns: Any = Slot("returns")
see: Any = Slot("see")
redeal: Any = Slot("redeal")
key: Any = Slot("key")

# a bot's advice: weigh(state, seat, action) says how good a move looks to that seat, 0 to 1000;
# estimate(state, out) what each seat may expect of an unfinished game; likely(state, seat) how likely this world makes
# what the others have done so far, as far as `seat` saw it: the logarithm of a chance; unseal(state, seat) takes back
# what the others have chosen in secret, so that a search chooses it for them
weigh: Any = Slot("weigh")
estimate: Any = Slot("estimate")
likely: Any = Slot("likely")
unseal: Any = Slot("unseal")
