"""Positions laid out by hand: whatever door they come through, they are checked the same way."""

from typing import TYPE_CHECKING, Any

from .dealer import Dealer
from .errors import BadPosition, SkulkError

if TYPE_CHECKING:
    from .game import Game

UNREAD = (TypeError, IndexError, AttributeError, OverflowError)  # what a part of the wrong kind ends in


def lay_out(game: "Game", position: dict[str, Any], dealer: Dealer) -> Any:
    """The state that `position` describes; BadPosition says what is wrong, where, by which rule."""
    if not isinstance(position, dict):
        raise BadPosition(f"{game.name}: a position is an object with named parts, not {type(position).__name__}")
    try:
        state = game.words.from_position(position, dealer)
    except SkulkError as error:
        raise BadPosition(f"{game.name}: {error}", error.rule) from error
    except KeyError as error:
        raise BadPosition(f"{game.name}: there is no {error}") from error
    except ValueError as error:  # the game says what is wrong
        raise BadPosition(f"{game.name}: {error}") from error
    except UNREAD as error:  # Python's words are no answer: which part is it?
        raise BadPosition(f"{game.name}: {_culprit(game, position)}") from error
    found = faults(game, state)
    if found:
        raise BadPosition(f"{game.name}: {found[0]}")
    return state


def _culprit(game: "Game", position: dict[str, Any]) -> str:
    """The part without which the rest can be read, or at least judged."""
    judged = ""
    for part, value in position.items():
        rest, text = {name: other for name, other in position.items() if name != part}, repr(value)
        said = f"{part!r} cannot be {text if len(text) <= 80 else text[:80] + '…'}"
        try:
            game.words.from_position(rest, game.dealer())
        except UNREAD:
            continue
        except (SkulkError, ValueError, KeyError):
            judged = judged or said
        else:
            return said
    return judged or f"{', '.join(map(repr, position))} cannot be read together"


def faults(game: "Game", state: Any) -> list[str]:
    """What cannot be about a state: numbers out of range, then what the game's own `check` finds."""
    return game.State.faults(state) or game.words.check(state)
