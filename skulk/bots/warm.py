"""Compiling a game's search takes some ten seconds, once: another process does it while people already play.

    python -m skulk.bots.warm fox_on_the_run

fills the cache of compiled code; after that the search is ready within a second or two of any start.
"""

import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from skulk.engine import Dealer, Game, load

from .budget import Budget


def warm(game: Game) -> None:
    """Compile the search of a game, and run it once so that everything it calls is compiled."""
    from .mind import Search

    state = game.setup(None, Dealer(0, lap=game.lap))
    seat = game.acting(state)[0]
    Search(game, slots=1 << 12).hints(game.see(state, seat), seat, Budget(simulations=1), game.dealer(1))


_waiting: dict[str, list[Callable[[], Any]]] = {}  # game → what follows once its search is compiled
_one_at_a_time = threading.Lock()


def in_background(game: Game, then: Callable[[], Any]) -> None:
    """Warm the cache from another process, one for each game, then call `then` in a thread of this one."""
    with _one_at_a_time:
        others = _waiting.get(game.name)
        if others is not None:
            others.append(then)
            return
        _waiting[game.name] = [then]
    threading.Thread(target=_warm_elsewhere, args=(game,), name=f"warm {game.name}", daemon=True).start()


def _warm_elsewhere(game: Game) -> None:
    done = subprocess.run([sys.executable, "-m", "skulk.bots.warm", game.name], capture_output=True, check=False)
    with _one_at_a_time:
        waiting = _waiting.pop(game.name)
    if done.returncode == 0:
        for then in waiting:
            then()


if __name__ == "__main__":
    warm(load(sys.argv[1]))
