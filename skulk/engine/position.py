"""Positions laid out by hand: whatever door they come through, they are checked the same way."""

from typing import TYPE_CHECKING, Any

from .dealer import Dealer
from .errors import BadPosition

if TYPE_CHECKING:
    from .game import Game


def lay_out(game: "Game", position: dict[str, Any], dealer: Dealer) -> Any:
    """The state that `position` describes; BadPosition says what is wrong, where, by which rule."""
    if not isinstance(position, dict):
        raise BadPosition(f"{game.name}: a position is an object with named parts, not {type(position).__name__}")
    try:
        state = game.words.from_position(position, dealer)
    except BadPosition:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
        what = f"there is no {error}" if isinstance(error, KeyError) else str(error)
        raise BadPosition(f"{game.name}: {what}") from error
    found = faults(game, state)
    if found:
        raise BadPosition(f"{game.name}: {found[0]}")
    return state


def faults(game: "Game", state: Any) -> list[str]:
    """What cannot be about a state: numbers out of range, then what the game's own `check` finds."""
    return game.State.faults(state) or game.words.check(state)
