"""Compiling a game's search takes some ten seconds, once: another process does it while people already play.

    python -m skulk.bots.warm fox_on_the_run

fills the cache of compiled code; after that the search is ready within a second or two of any start. With
SKULK_COMPILE=off nothing is compiled in the background, and bots that would wait for it play by rule of thumb.
"""

import hashlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from skulk.engine import Game, load
from skulk.engine.game import ENGINE


def warm(game: Game) -> None:
    """Compile the search of a game, and run it once so that everything it calls is compiled."""
    from .searcher import Search

    Search(game, slots=1 << 12)
    _note(game)


def _note(game: Game) -> None:
    """Leave a mark beside the compiled code, for `is_warm`; where nothing can be kept there is none."""
    try:
        _mark(game).parent.mkdir(parents=True, exist_ok=True)
        _mark(game).touch()
    except OSError:
        pass


def _mark(game: Game) -> Path:
    """Compiled code belongs to the very files it was made of: a copy of them elsewhere is compiled anew."""
    from . import search
    from .advice import advice_for

    advice = advice_for(game)
    sources = [*sorted(game.folder.glob("*.py")), *sorted(ENGINE.glob("*.py")), search.__file__, advice.__file__]
    stamps = [(str(path), os.stat(path).st_mtime_ns, os.stat(path).st_size) for path in map(str, sources)]
    return game.cache_of(search, advice) / f"warm-{hashlib.sha256(repr(stamps).encode()).hexdigest()[:16]}"


def is_warm(game: Game) -> bool:
    """Whether the search of a game lies compiled in the cache: then it is read within a second or two."""
    return _mark(game).exists()


def is_off() -> bool:
    """Whether compiling in the background has been switched off."""
    return os.environ.get("SKULK_COMPILE", "").lower() == "off"


Then = Callable[[str], Any]  # what follows, told why there is no search ("": there is)

_waiting: dict[str, list[Then]] = {}  # game → what follows once its search is compiled
_one_at_a_time = threading.Lock()


def in_background(game: Game, then: Then) -> None:
    """Warm the cache from another process, one for each game, then call `then` in a thread of this one."""
    with _one_at_a_time:
        others = _waiting.get(game.name)
        if others is not None:
            others.append(then)
            return
        _waiting[game.name] = [then]
    threading.Thread(target=_warm_elsewhere, args=(game,), name=f"warm {game.name}", daemon=True).start()


def _warm_elsewhere(game: Game) -> None:
    problem = compile_elsewhere(game)
    with _one_at_a_time:
        waiting = _waiting.pop(game.name)
    for then in waiting:
        then(problem)


def compile_elsewhere(game: Game) -> str:
    """Fill the cache of compiled code from another process; why that failed, if it did, is also written to the log."""
    if is_off():
        return "compiling is switched off (SKULK_COMPILE=off)"
    done = subprocess.run([sys.executable, "-m", "skulk.bots.warm", game.name], capture_output=True, check=False)
    if done.returncode == 0:
        return ""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    problem = f"compiling ended with exit code {done.returncode}" + (f": {lines[-1][:200]}" if lines else "")
    print(f"skulk: bots that search play {game.title} by rule of thumb: {problem}", file=sys.stderr, flush=True)
    return problem


if __name__ == "__main__":
    warm(load(sys.argv[1]))
