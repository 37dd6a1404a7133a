"""Oh, Fox! in words: moves, refusals, events, the result, and what options cannot go together."""

from collections.abc import Callable
from typing import Any

from skulk.engine import NONE, UNKNOWN, Event, Phrase, has

from . import moves
from .checks import check
from .components import (
    AIR,
    COLOURS,
    FACADES,
    FIRST_PREDATOR,
    GUESS,
    KINDS,
    NAMES,
    NOWHERE,
    OBJECTIVES,
    ROUTES,
    SIDES,
    SPACES,
    STOP_CARD,
    TURNS,
)
from .leads import aimed_at
from .names import card_name, guesses_of
from .positions import from_position, implied, position
from .rules import everyone
from .scoring import deciding_rule, score, winners
from .state import FIRST_PAIR, PAIR_NAMES
from .table import pawns, table

__all__ = [
    "VARIANTS", "check", "from_position", "implied", "objection", "pawns", "position", "result", "say", "table", "tell",
    "touches", "why_not",
]  # fmt: skip

# ---- the parts of a sentence


def _seat(seat: int) -> Phrase:
    """A seat by its colour; where people sit, a client puts their names in its place."""
    return Phrase("seat", seat=seat, colour=Phrase(f"seat.{COLOURS[seat]}"))


def _animal(animal: int) -> Phrase:
    return Phrase(f"animal.{NAMES[animal]}")


def _objective(which: int) -> Phrase:
    return Phrase(f"objective.{OBJECTIVES[which]}")


def _card(card: int) -> Phrase:
    kind = KINDS[card >> 2]
    return Phrase("card.stop") if card == STOP_CARD else Phrase(f"card.{kind}", side=Phrase(f"side.{SIDES[card & 3]}"))


# ---- moves


def say(seen: Any, seat: int, action: int) -> Phrase:
    if action < GUESS:
        return _card(action)
    named = guesses_of(seen, seat, action)
    if not named:
        return Phrase("guess.none", number=action - GUESS + 1)
    return Phrase("guess", named=[Phrase("guess.one", seat=_seat(s), animal=_animal(a)) for s, a in named])


def also_called(seen: Any, seat: int, action: int) -> list[str]:
    """A card as it is written: S:N."""
    return [card_name(action)] if action < GUESS else []


def why_not(seen: Any, seat: int, action: int) -> Phrase:
    """Why the action is refused now."""
    if seen.over:
        return Phrase("why.over", rule="R59")
    if seen.turn == TURNS:
        return _why_not_after(seen, seat, action)
    if has(seen.answered, seat):
        return Phrase("why.chosen", rule="R7")
    if action >= GUESS:
        return Phrase("why.early", rule="R59")
    return Phrase("why.spent", kind=Phrase(f"kind.{KINDS[action >> 2]}"), rule="R8")


def _why_not_after(seen: Any, seat: int, action: int) -> Phrase:
    if action < GUESS:
        return Phrase("why.late", rule="R6")
    if seat != seen.predator:
        return Phrase("why.prey", rule="R59")
    for _, animal in guesses_of(seen, seat, action):
        if not has(seen.candidates, animal):
            return Phrase("why.elsewhere", animal=_animal(animal), rule="R59")
    return Phrase("why.many", rule="R59")


def touches(seen: Any, seat: int, action: int) -> list[str]:
    if action >= GUESS:
        return [name for s, a in guesses_of(seen, seat, action) for name in (f"seat:{s}", f"animal:{NAMES[a]}")]
    cell = f"cell:{aimed_at(seen, seat, action)}"
    return [f"card:{KINDS[action >> 2]}", *([] if action == STOP_CARD else [f"side:{SIDES[action & 3]}"]), cell]


# ---- events


def tell(event: Event, seat: int) -> Phrase:
    """The event as `seat` heard it; who heard it though it was another's choice looks on when all is open."""
    if event.kind == moves.CHOSE and event.numbers[0] != seat and event.numbers[1] != UNKNOWN:
        return Phrase("chose.openly", seat=_seat(event.numbers[0]), card=_card(event.numbers[1]))
    return _TELL[event.kind](*event.numbers)


def _chose(seat: int, card: int, *_: int) -> Phrase:
    if card == UNKNOWN:
        return Phrase("chose.secretly", seat=_seat(seat))
    return Phrase("chose", card=_card(card))


def _moved(seat: int, step: int, way: int, space: int) -> Phrase:
    manner = {AIR: "flies", NOWHERE: "jumps"}.get(way, "walks")
    return Phrase(f"moved.{manner}", seat=_seat(seat), step=step, space=SPACES[space])


def _attacked(seat: int, moment: int, place: int, *_: int) -> Phrase:
    step = moment // 2 + 1
    if place < len(SPACES):
        return Phrase("attacked.space", seat=_seat(seat), space=SPACES[place], step=step)
    one, other = (SPACES[space] for space, _ in ROUTES[place - len(SPACES)])
    return Phrase("attacked.route", seat=_seat(seat), one=one, other=other, step=step)


def _judged(seat: int, right: int, *_: int) -> Phrase:
    return Phrase("judged.right" if right else "judged.wrong", seat=_seat(seat))


def _won(seats: int, by: int, *_: int) -> Phrase:
    names = [_seat(seat) for seat in range(len(COLOURS)) if has(seats, seat)]
    return Phrase(f"won.R{by}", seats=names, rule=f"R{by}")


_TELL: dict[int, Callable[..., Phrase]] = {
    moves.CHOSE: _chose,
    moves.REVEALED: lambda s, card, turn, _: Phrase("revealed", seat=_seat(s), card=_card(card), turn=turn),
    moves.UNMASKED: lambda s, *_: Phrase("unmasked", seat=_seat(s)),
    moves.NAMED: lambda s, animal, *_: Phrase("named", seat=_seat(s), animal=_animal(animal)),
    moves.IDENTITY: lambda s, animal, *_: Phrase("identity", seat=_seat(s), animal=_animal(animal)),
    moves.STARTED: lambda turn, *_: Phrase("started", turn=turn),
    moves.MOVED: _moved,
    moves.ATTACKED: _attacked,
    moves.ATE: lambda s, space, *_: Phrase("ate", seat=_seat(s), space=SPACES[space]),
    moves.HEALED: lambda s, wounds, *_: Phrase("healed", seat=_seat(s), wounds=wounds),
    moves.JUDGED: _judged,
    moves.FEASTED: lambda s, *_: Phrase("feasted", seat=_seat(s)),
    moves.CAME_HOME: lambda s, space, *_: Phrase("came-home", seat=_seat(s), space=SPACES[space]),
    moves.FULFILLED: lambda s, which, *_: Phrase("fulfilled", seat=_seat(s), objective=_objective(which)),
    moves.CAUGHT_ALL: lambda s, *_: Phrase("caught-all", seat=_seat(s)),
    moves.SCORED: lambda s, h, w, score: Phrase("scored", seat=_seat(s), hearts=h, wounds=w, score=score),
    moves.WON: _won,
}


# ---- the end


def result(state: Any) -> dict[str, Any]:
    """Ranks: the winners first, then the winners among the rest, and so on."""
    ranks, left = [0] * state.players, everyone(state)
    while left:
        best, rank = winners(state, left), 1 + sum(1 for r in ranks if r)
        for seat in range(state.players):
            if has(best, seat):
                ranks[seat] = rank
        left &= ~best
    all_seats = everyone(state)
    return {
        "ranks": ranks,
        "scores": [int(score(state, seat)) for seat in range(state.players)],
        "reason": _won(winners(state, all_seats), deciding_rule(state, all_seats)),
    }


# ---- options


def objection(options: Any) -> str | None:
    """What cannot go together."""
    facade = list(FACADES)[options.facades]
    if options.predator >= options.players:
        return f"predator: there is no seat {options.predator} at a table of {options.players} (setup, step 5)"
    if options.masked and options.players == 2:
        return "masked needs three or four players: of two, each knows the other's role (setup, step 6)"
    if options.masked and options.predator != NONE:
        return "masked cannot go with a chosen predator: nothing would be hidden (setup, step 6)"
    if facade.startswith("handicap") and options.predator == NONE:
        return f"{facade} needs a chosen predator: it is for one experienced player (setup, step 3)"
    return _objection_to_animals(options, facade) or _objection_to_homes(options)


def _objection_to_animals(options: Any, facade: str) -> str | None:
    animals = [int(animal) - 1 for animal in options.animals if animal > 0]
    if not animals:
        return None
    if len(set(animals)) < len(animals):
        return "animals: each animal is laid out once (setup, step 3)"
    predators = sum(animal >= FIRST_PREDATOR for animal in animals)
    wanted = FACADES[facade]
    if (predators, len(animals) - predators) != wanted:
        return f"animals: {facade} lays out {wanted[0]} predators and {wanted[1]} prey (setup, step 3)"
    return None


def _objection_to_homes(options: Any) -> str | None:
    given = [int(home) for home in options.homes]
    if not any(given):
        return None
    if 0 in given[: options.players] or any(given[options.players :]):
        return f"homes: one for each of the {options.players} seats and 'standard' beyond, or none (setup, step 2)"
    if len(set(given[: options.players])) < options.players:
        return "homes: two players cannot share a home (setup, step 2)"
    return None


def _variants() -> list[dict[str, Any]]:
    """Every value of every option, three to a table; each pair of objectives has its own."""
    any_ = ["any"]
    seven = ["badger", "owl", "fox", "rabbit", "rat", "sparrow", "toad"]
    shapes: list[dict[str, Any]] = [
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"players": 3, "masked": "on"},
        {"players": 4, "masked": "on", "facades": "tough"},
        {"players": 4, "facades": "nuts", "healing": "both"},
        {"players": 2, "facades": "handicap4", "predator": 0},
        {"players": 3, "facades": "handicap5", "predator": 1},
        {"players": 4, "facades": "handicap6", "predator": 3},
        {"players": 3, "predator": 2, "healing": "both"},
        {"players": 2, "facades": "tough"},
        {"players": 3, "facades": "nuts", "masked": "on", "healing": "both"},
        {"players": 2, "homes": ["west", "south", "standard", "standard"]},
        {"players": 3, "homes": ["east", "north", "south", "standard"]},
        {"players": 4, "homes": ["north", "east", "south", "west"]},
        {"players": 3, "animals": ["fox", "viper", "squirrel", "hedgehog", "toad", *any_ * 5]},
        {"players": 4, "facades": "tough", "animals": [*seven, *any_ * 3]},
    ]
    objectives = ["random", "none", *PAIR_NAMES]
    assert len(shapes) == len(objectives) == FIRST_PAIR + len(PAIR_NAMES)
    return [{**shape, "objectives": pair} for shape, pair in zip(shapes, objectives, strict=True)]


VARIANTS = _variants()
