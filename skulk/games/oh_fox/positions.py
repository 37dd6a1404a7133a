"""Positions of Oh, Fox! as readable JSON, written and read."""

from typing import Any

from skulk.engine import NONE, UNKNOWN, Dealer, roll

from .components import (
    ALL_PREDATORS,
    ALL_PREY,
    COLOURS,
    COPIES,
    FACADES,
    FIRST_PREDATOR,
    HOME,
    HOMES,
    KINDS,
    NAMES,
    OBJECTIVES,
    SEATING,
    SEATS,
    SPACES,
    TURNS,
)
from .leads import rewind, row_of
from .names import CARDS, animals_in, card_name
from .rules import deal_identities, finish, pick
from .state import OPTIONS, PAIR, PAIR_NAMES, RANDOM_PAIR, State


def position(state: Any) -> dict[str, Any]:
    """Everything that is not computed from the rest; a finished game is its rows and its guess."""
    seats = range(state.players)
    return {
        "players": int(state.players),
        "masked": bool(state.masked),
        "healing": ("one", "both")[state.healing],
        "candidates": animals_in(state.candidates),
        "objectives": [OBJECTIVES[card] for card in state.objectives if card >= 0],
        "homes": [SPACES[state.homes[seat]] for seat in seats],
        "predator": int(state.predator),
        "animals": [NAMES[state.animals[seat]] for seat in seats],
        "rows": [" ".join(card_name(card) for card in row_of(state, seat)) for seat in seats],
        "sealed": [card_name(state.sealed[seat]) if state.sealed[seat] >= 0 else None for seat in seats],
        "guess": [_name(state.guess[seat]) for seat in seats] if state.over else None,
    }


def _name(animal: int) -> str | None:
    return NAMES[animal] if animal >= 0 else None


PARTS = [
    "players",
    "masked",
    "healing",
    "candidates",
    "objectives",
    "homes",
    "predator",
    "animals",
    "rows",
    "sealed",
    "guess",
]


def from_position(position: dict[str, Any], dealer: Any) -> Any:
    """The state a position describes. What is left out is standard, or dealt; ValueError says what is wrong."""
    for part in position:
        if part not in PARTS:
            raise ValueError(f"a position has no part {part!r}; its parts are {', '.join(PARTS)}")
    state = State.new()
    _read_table(state, position)
    _read_rows(state, position)
    _read_animals(state, position, dealer)
    _read_objectives(state, position, dealer)
    _read_sealed(state, position)
    rewind(state)
    if position.get("guess") is not None:
        _read_guess(state, position)
        finish(state, Dealer())
    return state


def implied(state: Any, options: Any) -> dict[str, Any]:
    """The options that a state tells, as `options` say them where that is the same."""
    names = animals_in(state.candidates)
    sizes = (len(animals_in(state.candidates & ALL_PREDATORS)), len(animals_in(state.candidates & ALL_PREY)))
    facade = next(name for name, laid_out in FACADES.items() if laid_out == sizes)
    told: dict[str, Any] = {"facades": facade, **_homes_told(state, options), **_objectives_told(state, options)}
    asked = [NAMES[animal - 1] for animal in options.animals if animal > 0]
    if asked:
        told["animals"] = [*(asked if sorted(asked) == sorted(names) else names), *["any"] * (10 - len(names))]
    if options.predator != NONE or facade.startswith("handicap"):  # otherwise drawn, as was asked for
        told["predator"] = int(state.predator)
    return told


def _homes_told(state: Any, options: Any) -> dict[str, Any]:
    homes = [HOME.tolist().index(home) for home in state.homes[: state.players]]
    if not any(options.homes) and homes == SEATING[state.players - 2, : state.players].tolist():
        return {"homes": ["standard"] * SEATS}
    values = OPTIONS.all["homes"].values
    return {"homes": [*(values[home + 1] for home in homes), *["standard"] * (SEATS - state.players)]}


def _objectives_told(state: Any, options: Any) -> dict[str, Any]:
    if state.objectives[0] == NONE:
        return {"objectives": "none"}
    if options.objectives == RANDOM_PAIR:
        return {}
    return {"objectives": PAIR_NAMES[PAIR.tolist().index(state.objectives.tolist())]}


def _read_table(state: Any, position: dict[str, Any]) -> None:
    parts = (position.get(part) for part in ("animals", "homes", "rows", "sealed"))
    lists = [part for part in parts if isinstance(part, list) and part]
    players = position.get("players", len(lists[0]) if lists else 2)
    if not isinstance(players, int) or isinstance(players, bool) or not 2 <= players <= SEATS:
        raise ValueError(f"players: 2 to {SEATS}, not {players!r}")
    state.players = players
    state.masked = int(_one_of("masked", position.get("masked", False), [False, True]))
    state.healing = _one_of("healing", position.get("healing", "one"), ["one", "both"])
    for whole in (state.homes, state.animals, state.sealed, state.guess, state.rows):
        whole[:] = NONE
    seating = [HOMES[home] for home in SEATING[players - 2, :players]]
    for seat, name in enumerate(_by_seat(state, position, "homes", seating)):
        state.homes[seat] = HOME[_one_of("homes", name, HOMES)]


def _one_of(part: str, value: Any, values: list) -> int:
    """The number of a value; ValueError with the choices if it is none of them."""
    if value not in values:
        raise ValueError(f"{part}: {value!r} is none of {', '.join(map(str, values))}")
    return values.index(value)


def _by_seat(state: Any, position: dict[str, Any], part: str, default: list) -> list:
    given = position.get(part)
    if given is None:
        return default
    if not isinstance(given, list) or len(given) != state.players:
        raise ValueError(f"{part}: one for each of the {state.players} players, in the order of seats")
    return given


def _list(part: str, given: Any) -> list:
    if not isinstance(given, list):
        raise ValueError(f"{part}: a list of names, not {given!r}")
    return given


def _read_rows(state: Any, position: dict[str, Any]) -> None:
    given = _by_seat(state, position, "rows", [""] * state.players)
    if not all(isinstance(row, str) for row in given):
        raise ValueError(f'rows: cards are written like "S:N D:E X", one text for each seat, not {given!r} (R7)')
    rows = [row.split() for row in given]
    if len({len(row) for row in rows}) > 1:
        raise ValueError("rows: all rows are equally long, for cards are revealed together (R7)")
    if len(rows[0]) > TURNS:
        raise ValueError(f"rows: there are {TURNS} turns (R6)")
    state.turn = len(rows[0])
    for seat, row in enumerate(rows):
        state.hands[seat] = COPIES
        for turn, card in enumerate(row):
            state.rows[seat, turn] = _one_of("rows", card, list(CARDS))
            _spend(state, "rows", seat, CARDS[card])


def _spend(state: Any, part: str, seat: int, card: int) -> None:
    kind = card >> 2
    if state.hands[seat, kind] == 0:
        raise ValueError(f"{part}: {COLOURS[seat]} has only {COPIES[kind]} {KINDS[kind]} cards (R8)")
    state.hands[seat, kind] -= 1


def _read_animals(state: Any, position: dict[str, Any], dealer: Any) -> None:
    """Candidates, the predator's seat and the identities; what is missing of them is dealt."""
    for seat, name in enumerate(_by_seat(state, position, "animals", [None] * state.players)):
        state.animals[seat] = UNKNOWN if name is None else _one_of("animals", name, NAMES)
    known = [int(animal) for animal in state.animals[: state.players] if animal >= 0]
    if len(set(known)) < len(known):
        raise ValueError("animals: no two players are the same animal (setup, step 4)")
    state.candidates = _candidates(position.get("candidates"), sum(1 << animal for animal in known), dealer)
    state.predator = _predator(state, position.get("predator"), dealer)
    for seat in range(state.players):
        animal, side = int(state.animals[seat]), "predator" if seat == state.predator else "prey"
        if animal >= 0 and (animal >= FIRST_PREDATOR) != (side == "predator"):
            raise ValueError(f"animals: {COLOURS[seat]} is {side} and cannot be the {NAMES[animal]} (setup, step 5)")
    deal_identities(state, dealer)


def _candidates(given: Any, known: int, dealer: Any) -> int:
    if given is not None:
        bits = sum({1 << _one_of("candidates", name, NAMES) for name in _list("candidates", given)})
        sizes = (len(animals_in(bits & ALL_PREDATORS)), len(animals_in(bits & ALL_PREY)))
        if sizes not in FACADES.values():
            raise ValueError(f"candidates: {sizes[0]} predators and {sizes[1]} prey are no facade (setup, step 3)")
        if known & ~bits:
            raise ValueError(f"animals: the {animals_in(known & ~bits)[0]} is not among the candidates (setup, step 4)")
        return bits
    for side, count in zip((ALL_PREDATORS, ALL_PREY), FACADES["standard"], strict=True):
        while len(animals_in(known & side)) < count:
            known |= 1 << int(pick(side & ~known, dealer))
    return known


def _predator(state: Any, given: Any, dealer: Any) -> int:
    if given is not None:
        return _one_of("predator", given, list(range(state.players)))
    for seat in range(state.players):
        if state.animals[seat] >= FIRST_PREDATOR:
            return seat
    free = [seat for seat in range(state.players) if state.animals[seat] == UNKNOWN]
    if not free:
        raise ValueError("animals: one player is the predator (setup, step 5)")
    return free[roll(dealer, len(free))]


def _read_objectives(state: Any, position: dict[str, Any], dealer: Any) -> None:
    given = position.get("objectives")
    if given is None:
        state.objectives[:] = PAIR[roll(dealer, len(PAIR))]
        return
    cards = sorted({_one_of("objectives", name, list(OBJECTIVES)) for name in _list("objectives", given)})
    if len(cards) != len(given) or len(cards) not in (0, 2):
        raise ValueError("objectives: two different ones, or none (R54)")
    state.objectives[:] = cards or [NONE, NONE]


def _read_sealed(state: Any, position: dict[str, Any]) -> None:
    for seat, card in enumerate(_by_seat(state, position, "sealed", [None] * state.players)):
        if card is not None:
            state.sealed[seat] = _one_of("sealed", card, list(CARDS))
            state.answered |= 1 << seat


def _read_guess(state: Any, position: dict[str, Any]) -> None:
    if state.turn < TURNS:
        raise ValueError("guess: it is made after turn 8 (R59)")
    for seat, name in enumerate(_by_seat(state, position, "guess", [])):
        if (name is None) != (seat == state.predator):
            raise ValueError("guess: one animal for each player but the predator (R59)")
        if name is not None:
            state.guess[seat] = _one_of("guess", name, animals_in(ALL_PREY))
