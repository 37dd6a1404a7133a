"""The seen table of Fox Grove as JSON: all that a client needs to draw it."""

from typing import Any

from skulk.engine import NONE, SPECTATOR, UNKNOWN

from . import rules
from .components import (
    ALL_KEPT,
    AMOUNT_OF,
    BERRIES,
    BERRY_CARD,
    BONUS,
    CARDS,
    COLOUR_OF,
    COLOURS,
    COST,
    FRANK,
    HOUSES,
    KEEPS,
    NO_OWL,
    NUMBER_OF,
    OWL_NAMES,
    OWLS,
    POINTS,
    RESOURCE_OF,
    TOP,
    TRACK,
)
from .names import COLOUR_NAMES, HOUSE_NAMES, OWL_SIDES, PHASES, RESOURCE_NAMES, VARIANT_NAMES, card_name
from .prices import is_short, is_thirteen_vain, prices, steps
from .state import DECK, EXCHANGE, LEFT, PAY, PILE, PLAYED, RIGHT, ROUNDS, TABLE, TRICKS
from .tricks import left_of, right_of, seat_at


def table(seen: Any, seat: int) -> dict[str, Any]:
    """What `seat` sees, and nothing else."""
    return {
        "players": int(seen.players),
        "seat": None if seat == SPECTATOR else seat,
        "variant": VARIANT_NAMES[seen.pro],
        "round": int(seen.woodpecker) + 1,
        "rounds": ROUNDS,
        "phase": PHASES[seen.phase],
        "turn": _or_none(seen.turn),
        "fox": int(seen.fox),
        "trick": min(int(seen.trick) + 1, TRICKS),
        "tricks": TRICKS,
        "leader": int(seen.leader),
        "hand": [] if seat == SPECTATOR else [card(c) for c in range(CARDS) if seen.places[c] == seat],
        "table": [_laid(seen, i) for i in range(TABLE) if seen.table[i] != NONE],
        "owed": int(seen.owed),
        "named": [card(c) for c in seen.due if c != NONE],
        "reward": None if seen.card == NONE else card(seen.card),
        "pile": {"name": "pile", "left": pile_size(seen)},
        "houses": [_house(seen, house) for house in range(HOUSES)],
        "track": TRACK.tolist(),
        "advance": _advance(seen, seat),
        "prices": prices(seen, seat),
        "vain": is_thirteen_vain(seen, seat),
        "into": [{"name": f"into:{kind}", "resource": name} for kind, name in enumerate(RESOURCE_NAMES)],
        "berries": {"name": "berries", "left": BERRIES - int(seen.taken)},
        "new_owls": _new_owls(seen, seat),
        "keeps": _keeps(seen, seat),
        "seats": [_seat(seen, seat, other) for other in range(seen.players)],
        "played": [card(c) for c in range(CARDS) if seen.places[c] >= PLAYED],
        "frank": _frank(seen),
        "exchange": _exchange(seen, seat),
    }


def _or_none(value: int) -> int | None:
    return None if value == NONE else int(value)


def card(c: int) -> dict[str, Any]:
    """A card: its name on the table, how it reads, what it rewards."""
    number = int(NUMBER_OF[c])
    reward = {"resource": RESOURCE_NAMES[RESOURCE_OF[c]], "amount": int(AMOUNT_OF[c])}
    if number >= BERRY_CARD:
        reward = {"resource": "berry" if number == BERRY_CARD else "advance", "amount": 1}
    return {
        "name": f"card:{int(c)}",
        "text": card_name(c),
        "colour": COLOUR_NAMES[COLOUR_OF[c]],
        "number": number,
        **reward,
    }


def _laid(seen: Any, place: int) -> dict[str, Any]:
    seat = int(seat_at(seen, place))
    return {**card(seen.table[place]), "seat": "frank" if seat == FRANK else seat}


def pile_size(seen: Any) -> int:
    """Cards in the pile: those not drawn, and those put under it."""
    buried = seen.players if seen.players == 2 and seen.phase != EXCHANGE else 0
    return int(sum(seen.deck[i] != NONE for i in range(DECK)) + buried + (seen.under != NONE).sum())


def _house(seen: Any, house: int) -> dict[str, Any]:
    side = seen.sides[house]
    return {
        "name": f"house:{house}",
        "title": HOUSE_NAMES[house],
        "side": "AB"[side],
        "levels": [
            {
                "level": level,
                "cost": COST[side, house, level - 1].tolist() if level else [0, 0, 0],
                "points": int(POINTS[side, house, level]),
                "bonus": bool(BONUS[side, house, level]),
                "markers": [s for s in range(seen.players) if seen.levels[s, house] == level],
            }
            for level in range(TOP + 1)
        ],
    }


def _advance(seen: Any, seat: int) -> dict[str, Any] | None:
    if seen.phase != PAY:
        return None
    cost = [
        {"name": f"cost:{kind}", "resource": RESOURCE_NAMES[kind], "amount": int(n)} for kind, n in enumerate(seen.cost)
    ]
    return {
        "name": "pay",
        "house": HOUSE_NAMES[seen.house],
        "cost": cost,
        "drop": bool(seen.drop),
        "short": is_short(seen, seen.turn),
        "steps": steps(seen, seat),
    }


def _new_owls(seen: Any, seat: int) -> list[dict[str, Any]]:
    """Owls that the seat may still win, in the pro variant (R73)."""
    if seat == SPECTATOR or not seen.pro:
        return []
    return [{"name": f"owl:{k}", "title": OWL_NAMES[k]} for k in range(OWLS) if seen.owls[seat, k] == NO_OWL]


def _keeps(seen: Any, seat: int) -> list[dict[str, Any]]:
    """What the seat may choose to keep, while it is asked (R54)."""
    if seat == SPECTATOR or PHASES[seen.phase] != "keep" or seen.kept[seat] != NONE:
        return []
    ways = rules.keeps(seen, seat)
    return [{"name": f"keep:{k}", "resources": KEEPS[k].tolist()} for k in range(ALL_KEPT) if ways >> k & 1]


def _seat(seen: Any, seat: int, other: int) -> dict[str, Any]:
    tokens = [i for i in range(seen.taken) if seen.taker[i] == other and seen.spent[i] == 0]
    known = other == seat or bool(seen.over)
    return {
        "name": f"seat:{other}",
        "held": int(seen.held[other]),
        "resources": seen.resources[other].tolist(),
        "levels": seen.levels[other].tolist(),
        "owls": [
            {
                "name": f"owl:{owl}" if other == seat else f"seat:{other}:owl:{owl}",
                "title": OWL_NAMES[owl],
                "side": OWL_SIDES[seen.owls[other, owl]],
            }
            for owl in range(OWLS)
            if seen.owls[other, owl] != NO_OWL
        ],
        "berries": int(seen.berries[other]),
        "values": sorted(int(seen.berry[i]) for i in tokens) if known else None,
        "spent": int(seen.eaten[other]),
        "voids": [COLOUR_NAMES[c] for c in range(COLOURS) if seen.voids[other, c]],
        "known": [card(c) for c in range(CARDS) if other != seat and seen.places[c] == other],
        "played": [card(c) for c in range(CARDS) if seen.places[c] == PLAYED + other],
        "chosen": _chosen(seen, other),
        "points": int(rules.house_points(seen, other) + rules.track_points(seen, other)),
        "score": int(rules.points(seen, other)) if known else None,
    }


def _chosen(seen: Any, other: int) -> int | None:
    """How many secret choices a seat has made, while such are asked."""
    if seen.phase == EXCHANGE:
        return int((seen.gave[other] != NONE).sum())
    return int(seen.kept[other] != NONE) if PHASES[seen.phase] == "keep" else None


def _frank(seen: Any) -> dict[str, Any] | None:
    if seen.players > 2:
        return None
    return {"played": [card(c) for c in range(CARDS) if seen.places[c] == PLAYED + FRANK]}


def _exchange(seen: Any, seat: int) -> dict[str, Any] | None:
    """What the seat itself gave, received and put under the pile this round."""
    if seat == SPECTATOR:
        return None
    gave, done = seen.gave[seat], seen.phase != EXCHANGE
    received = [seen.gave[right_of(seen, seat), LEFT]] if done else []
    if done and seen.players > 2:
        received.append(seen.gave[left_of(seen, seat), RIGHT])
    buried = [gave[RIGHT]] if seen.players == 2 else []
    return {
        "gave": [card(c) for c in (gave[:1] if seen.players == 2 else gave) if c != NONE],
        "received": [card(c) for c in received],
        "under": [card(c) for c in [*buried, *seen.under[seat]] if c not in (NONE, UNKNOWN) and _is_under(seen, c)],
    }


def _is_under(seen: Any, c: int) -> bool:
    return seen.phase == EXCHANGE or seen.places[c] == PILE
