"""Which options go together: what may still be chosen, and what else changes when somebody chooses."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from skulk.engine import NONE, BadOption, Game, Phrase
from skulk.engine.options import Option
from skulk.engine.phrase import render
from skulk.protocol import messages as m

from .words import texts

FEW = 12  # values of a number that are offered one by one
Chosen = dict[str, Any]


def fit(game: Game, given: Chosen, last: str | None) -> m.Fitted:
    """These options, with as little changed as makes them go together; `last` was chosen last and stays."""
    defaults = game.options.tell(game.options.read())
    wanted = {**defaults, **_known(game, given)}
    order = ["players", *(name for name in wanted if name != "players")]
    leading = order[: order.index(last) + 1] if last in order else order[:1]
    chosen = _settled(game, wanted, leading, defaults) or _settled(game, wanted, ["players", last], defaults)
    options = chosen or wanted
    choices = {}
    for name in order[1:]:
        before = order[: order.index(name) + 1]  # an option makes way for those that come before it
        option = game.options.all[name]
        values = _lists_of(option, options["players"]) if option.shape else values_of(option)
        choices[name] = [v for v in values if _settled(game, {**options, name: v}, before, defaults)]
    changed = [name for name in wanted if options[name] != wanted[name]]
    objection = "" if chosen else _objection(game, wanted) or ""
    return m.Fitted(options, choices, changed, objection, parts_of(game, options) if chosen else [])


def _known(game: Game, given: Chosen) -> Chosen:
    """What can be read at all; nonsense is refused."""
    return {name: game.options.tell(game.options.read({name: value}))[name] for name, value in given.items()}


def values_of(option: Option) -> list[Any]:
    """What one may choose from; nothing for lists and for numbers of which there are many."""
    if option.shape or (not option.values and option.most - max(option.least, 0) > FEW):
        return []
    if option.values:
        return list(option.values)
    return [*([None] if option.least == NONE else []), *range(max(option.least, 0), option.most + 1)]


def _lists_of(option: Option, players: int) -> list[Any]:
    """A list to begin with: in each of its first places another value, one for each player."""
    others: list[Any] = list(option.values[1:]) or list(range(players))
    rest = option.values[0] if option.values else None
    return [[*others[:players], *[rest] * (option.shape[0] - players)]] if len(others) >= players else []


def _objection(game: Game, options: Chosen) -> str | None:
    try:
        game.read_options(options)
    except BadOption as error:
        return str(error).removeprefix(f"{game.name}: ")
    return None


def _settled(game: Game, wanted: Chosen, stays: list[Any], defaults: Chosen) -> Chosen | None:
    candidates = _candidates(game, wanted, stays, defaults)
    return next((options for options in candidates if _objection(game, options) is None), None)


def _candidates(game: Game, wanted: Chosen, stays: list[Any], defaults: Chosen) -> Iterator[Chosen]:
    """The options as they are, with some as the rules have them, or with one otherwise."""
    loose = [name for name in wanted if name not in stays]
    strange = [name for name in loose if wanted[name] != defaults[name]]
    for count in range(len(strange) + 1):
        for names in combinations(strange, count):
            yield {**wanted, **{name: defaults[name] for name in names}}
    plain = {**wanted, **{name: defaults[name] for name in loose}}
    for base in (wanted, plain):
        for name in loose:
            for value in values_of(game.options.all[name]):
                yield {**base, name: value}


def parts_of(game: Game, options: Chosen) -> list[m.Part]:
    """Whom each seat plays, in games where that is settled before the deal."""
    tell = getattr(game.words, "parts", None)
    said: list[Phrase] = tell(game.read_options(options)) if tell else []
    return [m.Part(phrase.as_json(), render(phrase, texts(game.folder))) for phrase in said]
