"""The written names of cards, places and animals."""

from typing import Any

from skulk.engine import has

from .components import AIR, GUESS, GUESS_COUNT, GUESSED, LETTERS, NAMES, ROUTES, SPACES, STOP_CARD


def card_name(card: int) -> str:
    """S:N, D:E, M:S, T:W, X."""
    return "X" if card == STOP_CARD else f"{LETTERS[card >> 2]}:{'NESW'[card & 3]}"


CARDS = {card_name(card): card for card in range(GUESS)}


def place_name(place: int) -> str:
    """C2 for a space, B2E–C2W for a route."""
    if place >= AIR:
        return "air" if place == AIR else "nowhere"
    if place >= 25:
        return "–".join(sorted(f"{SPACES[space]}{'NESW'[side]}" for space, side in ROUTES[place - 25]))
    return SPACES[place]


def animals_in(bits: int) -> list[str]:
    return [name for animal, name in enumerate(NAMES) if has(bits, animal)]


def guesses_of(seen: Any, seat: int, action: int) -> list[tuple[int, int]]:
    """(seat, animal) of a guess; empty where so few players cannot make it."""
    few, guess = seen.players - 2, action - GUESS
    others = [other for other in range(seen.players) if other != seat]
    return list(zip(others, GUESSED[few, guess].tolist(), strict=False)) if guess < GUESS_COUNT[few] else []
