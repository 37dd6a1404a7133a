"""Where a card leads one's own animal and what is certain so far: the tables of the film, read before it runs."""

from typing import Any

from skulk.engine import SPECTATOR, UNKNOWN, has

from .components import (
    ALL_PREDATORS,
    ALL_PREY,
    ANIMALS,
    FOOD,
    GUESS,
    NAMES,
    POND,
    SPACES,
    TRIGGER,
    TURNS,
)
from .film import AIR, DART, GAIT, HEAL_BOTH, MOMENTS, PLACES, REACHED, SHIELD, STOPS
from .names import follow, place_name, row_of


def role_of(seen: Any, player: int, viewer: int) -> str | None:
    """What the viewer knows of a player's role."""
    if seen.predator == UNKNOWN:
        return "prey" if player == viewer else None
    return "predator" if player == seen.predator else "prey"


def candidates_of(seen: Any, player: int, viewer: int) -> list[int]:
    """The animals that the player may be by all that is public."""
    if seen.animals[player] >= 0:
        return [int(seen.animals[player])]
    side = {"predator": ALL_PREDATORS, "prey": ALL_PREY, None: ALL_PREDATORS | ALL_PREY}[role_of(seen, player, viewer)]
    return [animal for animal in range(len(NAMES)) if has(seen.candidates & side, animal)]


def legs(animal: int, start: int, card: int) -> list[dict[str, str]]:
    """The legs of a card (R13)."""
    gait, side = GAIT[animal, card >> 2], card & 3
    spaces = [start, *(int(space) for space in REACHED[gait, side, start])]
    ways = [int(PLACES[gait, side, start, moment]) for moment in (0, 2, 4)]
    return [
        {"way": place_name(way), "from": SPACES[spaces[step]], "cell": SPACES[spaces[step + 1]]}
        for step, way in enumerate(ways)
        if way >= len(SPACES)
    ]


def eaten(seen: Any, player: int) -> list[str]:
    """The spaces where the player has eaten so far, where the animal is known (R43, R45)."""
    animal, row, home = int(seen.animals[player]), row_of(seen, player), int(seen.homes[player])
    if animal < 0 or not ANIMALS[animal]["food"]:
        return []
    stops = [follow(animal, home, row[: turn + 1]) for turn, card in enumerate(row) if STOPS[card >> 2]]
    return [SPACES[space] for space in dict.fromkeys(stops) if FOOD[animal, space]]


# ---- before a card is chosen


def aimed_at(seen: Any, seat: int, card: int) -> str:
    """The space that a card is chosen for: where it ends; a viper's trigger, where it strikes (R31)."""
    animal, start = int(seen.animals[seat]), _stand(seen, seat)
    gait = GAIT[animal, card >> 2]
    return SPACES[int(REACHED[gait, card & 3, start, 0 if gait == DART else 2])]


def leads(seen: Any, seat: int) -> list[dict[str, Any]]:
    """leads[card]: its legs, the spaces it stands on in between, where it ends, and whether it eats there."""
    if seat == SPECTATOR or seen.turn == TURNS:
        return []
    return [_lead(seen, seat, card) for card in range(GUESS)]


def _lead(seen: Any, seat: int, card: int) -> dict[str, Any]:
    animal, start = int(seen.animals[seat]), _stand(seen, seat)
    places = [int(place) for place in PLACES[GAIT[animal, card >> 2], card & 3, start]]
    end = places[-1]
    feeds = STOPS[card >> 2] and ANIMALS[animal]["food"] and FOOD[animal, end]
    return {
        "way": legs(animal, start, card),
        "crosses": [SPACES[place] for place in dict.fromkeys(places[1::2]) if place < len(SPACES) and place != end],
        "cell": SPACES[end],
        "eats": bool(feeds and SPACES[end] not in eaten(seen, seat)),
    }


def _stand(seen: Any, seat: int) -> int:
    return follow(int(seen.animals[seat]), int(seen.homes[seat]), row_of(seen, seat))


# ---- after it


def so_far(seen: Any, seat: int) -> dict[str, Any] | None:
    """The hearts and wounds that the viewer is certain of before the film, and who was met, whatever animal that is."""
    if seat == SPECTATOR:
        return None
    hunts = seat == seen.predator
    others = [other for other in range(seen.players) if other != seat and (hunts or other == seen.predator)]
    met = [
        {"turn": turn + 1, "seat": other}
        for turn in range(len(row_of(seen, seat)))
        for other in others
        if _meet_for_sure(seen, seat, other, turn)
    ]
    wounds = 0 if hunts else _wounds(seen, seat, {meeting["turn"] for meeting in met})
    return {"hearts": len(met) if hunts else len(eaten(seen, seat)), "wounds": wounds, "met": met}


def _meet_for_sure(seen: Any, seat: int, other: int, turn: int) -> bool:
    mine = int(seen.animals[seat])
    others = [animal for animal in candidates_of(seen, other, seat) if animal != mine]
    return all(_meet(seen, turn, (seat, mine), (other, animal)) for animal in others)


def _meet(seen: Any, turn: int, *pair: tuple[int, int]) -> bool:
    """Whether two players, being these animals, meet in a turn for an attack (R33, R34, R40)."""
    if any(SHIELD[animal] and seen.rows[player, turn] >> 2 == TRIGGER for player, animal in pair):
        return False
    one, other = (_trip(seen, player, animal, turn) for player, animal in pair)
    return any(place == there < AIR for place, there in zip(one, other, strict=True))


def _trip(seen: Any, player: int, animal: int, turn: int) -> list[int]:
    row = row_of(seen, player)
    start = follow(animal, int(seen.homes[player]), row[:turn])
    return [int(place) for place in PLACES[GAIT[animal, row[turn] >> 2], row[turn] & 3, start]]


def _wounds(seen: Any, seat: int, attacked: set[int]) -> int:
    """At least so many wounds: those of certain attacks, less what the pond may have healed (R49–R51)."""
    wounds, heals = 0, 2 if seen.healing == HEAL_BOTH else 1
    for turn in range(len(row_of(seen, seat))):
        wounds += turn + 1 in attacked
        if _trip(seen, seat, int(seen.animals[seat]), turn)[MOMENTS - 1] == POND:
            wounds = max(0, wounds - heals)
    return wounds
