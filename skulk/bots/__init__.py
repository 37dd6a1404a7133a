"""Bots: whoever sits at a table without being a person.

A bot is opened for one game and has one deed, `choose(seen, seat, budget, dealer) -> action`. It is given what its
seat sees and nothing else, so it is fair by construction. A bot is asked for in words: its kind, and what goes with
it after a colon, such as `thumb`, `search:200ms`, `search:1000` (simulations), `search:1s,threads=2`; or by level.
"""

import importlib
import re
from typing import Any, NamedTuple, Protocol

from skulk.engine import BadOption, Dealer, Game, opened

from .budget import Budget
from .levels import LEVELS

__all__ = ["KINDS", "LEVELS", "Bot", "Budget", "Seated", "Spec", "kinds", "parse", "read_budget", "sit"]

KINDS = {  # what a bot may be called → where it lives; a module is imported when its bot is first asked to sit down
    "random": "skulk.bots.random:Random",
    "thumb": "skulk.bots.thumb:Thumb",
    "careless": "skulk.bots.levels:Careless",
    "search": "skulk.bots.searcher:Search",
}
MOST = {"threads": 256, "overlooks": 0.95}
TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s)")


class Bot(Protocol):
    """Whoever can take a seat."""

    def choose(self, seen: Any, seat: int, budget: Any, dealer: Dealer) -> int:
        """Its move, from what the seat sees; `budget` is how much thinking that may cost, `dealer` the bot's chance."""


class Spec(NamedTuple):
    """A bot as it was asked for; without a budget of its own it takes what the table gives."""

    kind: str
    budget: Budget | None = None
    settings: dict[str, float] = {}  # noqa: RUF012  # read, never changed


class Seated:
    """A bot that was asked for with a budget of its own, or is given the table's (a number: simulations)."""

    def __init__(self, bot: Bot, budget: Budget | None):
        self.bot, self.budget = bot, budget

    def choose(self, seen: Any, seat: int, budget: Budget | int, dealer: Dealer) -> int:
        given = budget if isinstance(budget, Budget) else Budget(simulations=budget)
        return self.bot.choose(seen, seat, self.budget or given, dealer)


def kinds() -> list[str]:
    """What a seat may be called; some take more, see `parse`."""
    return [*(kind for kind in KINDS if kind != "careless"), *LEVELS]


def sit(asked: str | Spec, game: Game | str, wait: bool = False, **more: Any) -> Bot:
    """The bot that was asked for; BadOption if there is none. One object for each seat and match: it may remember.

    In words: `random`, `thumb`, a level (`cub`, `fox`, `vixen`, `slyest`), or a search with what it may spend on a
    move: `search:200ms`, `search:1000` simulations, `search:1s,threads=2`. A search plays by rule of thumb until its
    code is compiled; with wait=True all of it is when this returns. Knobs follow the budget,
    `search:1000,explore=0.5`: explore, bias, horizon, contest, observer, belief and trust, told in
    skulk/bots/search.py, and threads and slots.
    """
    game = opened(game)
    spec = asked if isinstance(asked, Spec) else parse(asked)
    module, _, name = KINDS[spec.kind].partition(":")
    if spec.kind == "search":
        more["wait"] = wait
    return Seated(getattr(importlib.import_module(module), name)(game, **spec.settings, **more), spec.budget)


def parse(text: str) -> Spec:
    """A bot in words: a level, or a kind with its budget and settings; BadOption says what is wrong."""
    if not isinstance(text, str):
        raise BadOption(f"a bot is named in words, such as 'search:200ms', not {text!r}")
    kind, colon, rest = text.partition(":")
    if kind in LEVELS:
        if colon:
            raise BadOption(f"level {kind!r} takes nothing after a colon, not {rest!r}; it is {LEVELS[kind].bot}")
        return parse(LEVELS[kind].bot)
    if kind not in KINDS:
        raise BadOption(f"there is no bot {text!r}; there are {', '.join(kinds())}")
    budget, settings = None, {}
    for part in rest.split(",") if colon else []:
        name, equals, value = part.partition("=")
        if equals:
            settings[name] = _setting(kind, name, value)
        elif budget or kind != "search":
            raise BadOption(f"{kind} takes {'one budget' if budget else 'no budget'}: {part!r} in {text!r}")
        else:
            budget = read_budget(part)
    return Spec(kind, budget, settings)


def _setting(kind: str, name: str, value: str) -> float:
    known = _settings(kind)
    if name not in known:
        raise BadOption(f"{kind} has no setting {name!r}; it has {', '.join(known) or 'none'}")
    try:
        number: float = known[name](value)
    except ValueError:
        number = -1
    if not 0 <= number <= MOST.get(name, 1 << 30) or (known[name] is int and number < 1):
        raise BadOption(f"setting {name!r} of {kind} cannot be {value!r}")
    if name == "slots" and int(number) & int(number) - 1:
        raise BadOption(f"setting 'slots' of {kind} must be a power of two, not {value!r}")
    return number


def _settings(kind: str) -> dict[str, type]:
    """What may be set, and as what."""
    if kind == "search":
        from .searcher import DEFAULTS

        return {"threads": int, "slots": int, **dict.fromkeys(DEFAULTS, float)}
    return {"overlooks": float} if kind == "careless" else {}


def read_budget(text: str) -> Budget:
    """`200ms`, `1.5s`, or `1000` simulations."""
    if not isinstance(text, str):
        raise BadOption(f"a budget is said in words, 200ms, 1s, or a number of simulations as text, not {text!r}")
    timed = TIME.fullmatch(text)
    budget = Budget(seconds=float(timed[1]) / (1000 if timed[2] == "ms" else 1)) if timed else None
    if text.isascii() and text.isdigit():
        budget = Budget(simulations=int(text[:12]))
    if budget is None or not (budget.simulations or budget.seconds):
        raise BadOption(f"{text!r} is no budget: say 200ms, 1s, or a number of simulations")
    return budget
