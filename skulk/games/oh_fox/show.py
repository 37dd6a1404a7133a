"""The seen table of Oh, Fox! as JSON for a client."""

from itertools import pairwise
from typing import Any

from skulk.engine import SPECTATOR, UNKNOWN, has

from . import news
from .components import (
    ALL_PREDATORS,
    ALL_PREY,
    ANIMALS,
    BOARD,
    COLOURS,
    COPIES,
    DOUBLE,
    KINDS,
    NAMES,
    OBJECTIVES,
    POND,
    ROUTES,
    SINGLE,
    SPACES,
    STOP,
    STOP_CARD,
    SWIMS,
    TURNS,
)
from .film import GAIT, PLACES
from .leads import candidates_of, eaten, leads, legs, role_of, so_far
from .names import animals_in, card_name, follow, place_name, row_of
from .positions import replayed
from .rules import everyone
from .scoring import first_trigger, score, winners


def table(seen: Any, seat: int) -> dict[str, Any]:
    """All that is needed to draw the table; nothing that `see` did not give."""
    return {
        "turn": min(seen.turn + 1, TURNS),
        "phase": "over" if seen.over else "guess" if seen.turn == TURNS else "choose",
        "masked": bool(seen.masked),
        "healing": ("one", "both")[seen.healing],
        "seat": None if seat == SPECTATOR else seat,
        "predator": None if seen.predator == UNKNOWN else int(seen.predator),
        "predators": animals_in(seen.candidates & ALL_PREDATORS),
        "prey": animals_in(seen.candidates & ALL_PREY),
        "objectives": [OBJECTIVES[card] for card in seen.objectives if card >= 0],
        "cells": CELLS,
        "routes": [place_name(25 + route) for route in range(len(ROUTES))],
        "leads": leads(seen, seat),
        "so_far": so_far(seen, seat),
        "seats": [_seat(seen, player, seat) for player in range(seen.players)],
        "film": _film(seen) if seen.over else [],
        "awards": _awards(seen) if seen.over else [],
        "winners": _winners(seen) if seen.over else [],
    }


def pawns(seen: Any, seat: int) -> tuple[list[str], list[str]]:
    """The pawns that a seat may put on the board for all to see, and where: the predator those of the others."""
    if seen.over or seen.masked or seat != seen.predator:
        return [], []
    return [f"seat:{other}" for other in range(seen.players) if other != seat], [cell["name"] for cell in CELLS]


def _cell(number: int, name: str) -> dict[str, Any]:
    words = BOARD[name].split()
    kind = words[0] if words[0] in ("home", "tunnel", "pond") else "food"
    return {
        "name": f"cell:{name}",
        "x": number % 5,
        "y": number // 5,
        "kind": kind,
        "foods": words if kind == "food" else [],
        "tunnel": words[1] if kind == "tunnel" else None,
    }


CELLS = [_cell(number, name) for number, name in enumerate(SPACES)]


def _seat(seen: Any, player: int, viewer: int) -> dict[str, Any]:
    """One player, with the space of each animal that this player may be by all that is public."""
    animal, card = int(seen.animals[player]), int(seen.sealed[player])
    shown = {
        "name": f"seat:{player}",
        "colour": COLOURS[player],
        "home": SPACES[seen.homes[player]],
        "role": role_of(seen, player, viewer),
        "animal": NAMES[animal] if animal >= 0 else None,
        "food": ANIMALS[animal]["food"] if animal >= 0 else None,
        "trigger": ANIMALS[animal]["trigger"] if animal >= 0 else None,
        "hand": [{"name": f"card:{kind}", "left": int(seen.hands[player, i])} for i, kind in enumerate(KINDS)],
        "row": [card_name(card) for card in row_of(seen, player)],
        "answered": bool(has(seen.answered, player)),
        "card": card_name(card) if card >= 0 else None,
        "possible": _possible(seen, player, viewer),
        "way": _way(seen, player),
        "eaten": eaten(seen, player),
        "aims": _aims(seen, player),
        "guess": NAMES[seen.guess[player]] if seen.guess[player] >= 0 else None,
    }
    return shown | _tokens(seen, player) if seen.over else shown


def _possible(seen: Any, player: int, viewer: int) -> list[dict[str, str]]:
    """The spaces where the player may stand, by animal (a player without a trigger card is certain)."""
    row, home = row_of(seen, player), int(seen.homes[player])
    animals = candidates_of(seen, player, viewer)
    return [{"animal": NAMES[animal], "cell": SPACES[follow(animal, home, row)]} for animal in animals]


def _way(seen: Any, player: int) -> list[dict[str, str]]:
    """The legs of the player's last card, where the animal is known."""
    animal, row = int(seen.animals[player]), row_of(seen, player)
    if animal < 0 or not row:
        return []
    return legs(animal, follow(animal, int(seen.homes[player]), row[:-1]), row[-1])


def _aims(seen: Any, player: int) -> list[dict[str, Any]]:
    """How far the player is with each objective, and whether it can still be done, where the animal is known."""
    row = row_of(seen, player)
    if seen.animals[player] < 0:
        return []
    kinds = [card >> 2 for card in row]
    aims = {  # R55–R57: how far, of how much, and whether it is spoilt
        "fickler": (len(row), TURNS, any(one == next_ for one, next_ in pairwise(kinds))),
        "navigator": (len({card & 3 for card in row if card != STOP_CARD}), 4, False),
        "slowpoke": (len(row), TURNS, DOUBLE in kinds),
        "straggler": (kinds.count(STOP), int(COPIES[STOP]), False),
        "stroller": (kinds.count(SINGLE), int(COPIES[SINGLE]), False),
        "swimmer": (_swims(int(seen.animals[player]), int(seen.homes[player]), row), SWIMS, False),
    }
    laid_out = [aims[OBJECTIVES[card]] for card in seen.objectives if card >= 0]
    left = TURNS - len(row)
    return [{"now": now, "of": of, "open": not spoilt and now + left >= of} for now, of, spoilt in laid_out]


def _swims(animal: int, home: int, row: list[int]) -> int:
    """The turns in which the animal is on the pond at the end of a step (R57)."""
    starts = [follow(animal, home, row[:turn]) for turn in range(len(row))]
    trips = [PLACES[GAIT[animal, card >> 2], card & 3, start] for card, start in zip(row, starts, strict=True)]
    return sum(POND in trip[1::2] for trip in trips)


def _tokens(seen: Any, player: int) -> dict[str, Any]:
    numbers = {name: int(getattr(seen, name)[player]) for name in ("meals", "swims", "attacked", "wounds", "hearts")}
    return numbers | {
        "cell": SPACES[seen.spaces[player]],
        "score": int(score(seen, player)),
        "first_trigger": int(first_trigger(seen, player)),
    }


def _winners(seen: Any) -> list[int]:
    won = winners(seen, everyone(seen))
    return [seat for seat in range(seen.players) if has(won, seat)]


def _film(seen: Any) -> list[dict[str, Any]]:
    """What happens in each turn of the film, for a client that joins at the end."""
    turns: list[dict[str, Any]] = []
    for event in replayed(seen)[1].heard():
        a, b, c, d = event.numbers
        if event.kind == news.STARTED:
            turns.append({"turn": a, "moves": [], "attacks": [], "meals": [], "healed": []})
        elif event.kind == news.MOVED:
            turns[-1]["moves"].append({"seat": a, "step": b, "way": place_name(c), "cell": SPACES[d]})
        elif event.kind == news.ATTACKED:
            turns[-1]["attacks"].append({"seat": a, "moment": f"{'HE'[b % 2]}{b // 2 + 1}", "place": place_name(c)})
        elif event.kind == news.ATE:
            turns[-1]["meals"].append({"seat": a, "cell": SPACES[b]})
        elif event.kind == news.HEALED:
            turns[-1]["healed"].append({"seat": a, "wounds": b})
    return turns


def _awards(seen: Any) -> list[dict[str, Any]]:
    """The hearts that are counted after the film, in this order; a wrong guess brings none."""
    awards = []
    for event in replayed(seen)[1].heard():
        seat, number = event.numbers[:2]
        if event.kind == news.JUDGED:
            awards.append({"seat": seat, "for": "guess", "hearts": number})
        elif event.kind == news.FULFILLED:
            awards.append({"seat": seat, "for": OBJECTIVES[number], "hearts": 1})
        elif event.kind in AWARDS:
            awards.append({"seat": seat, "for": AWARDS[event.kind], "hearts": 1})
    return awards


AWARDS = {news.FEASTED: "feast", news.CAME_HOME: "home", news.CAUGHT_ALL: "all"}
