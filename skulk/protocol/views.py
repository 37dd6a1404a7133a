"""What a seat sees and hears of a match, as messages: whatever needs no table around it."""

from collections.abc import Sequence
from typing import Any

from skulk.engine import SPECTATOR, Event, Match, Phrase, SkulkError

from . import messages as m


def show(seen: m.View, match: Match, audience: int, table: Any) -> None:
    """Add to a view what this audience knows of the match; `table` is what it sees, as JSON."""
    seen.table = table
    if match.is_over:
        seen.result = ended(match)
    else:
        seen.pace = match.pace()  # type: ignore[assignment]
        seen.acting = match.asked(audience)
    if audience != SPECTATOR:
        seen.moves = offers(match, audience)


def fields(match: Match, seat: int) -> dict[str, Any]:
    """All the seat may know, number by number: −1 is unknown, −2 is nobody or nothing."""
    seen = match.seen(seat)
    values = {field.name: getattr(seen, field.name) for field in match.game.State.fields}
    return {name: value.tolist() if hasattr(value, "tolist") else value for name, value in values.items()}


def ended(match: Match) -> dict[str, Any]:
    """How a match has ended, and why, in words."""
    result = match.result()
    reason = result["reason"]
    words = {"say": reason.as_json(), "text": match.game.text(reason, names=match.names)}
    return {**result, "reason": words, "returns": match.returns()}


def offers(match: Match, seat: int) -> list[m.Offer]:
    """The seat's legal moves, in words and with what they touch."""
    text = match.game.text
    return [m.Offer(action, text(say), say.as_json(), touched) for action, say, touched in match.offers(seat)]


def line(match: Match, event: Event, audience: int, names: Sequence[str] | None = None) -> m.Line:
    """An event as this audience hears it; `names` of who sat there then."""
    return spoken(match, match.game.words.tell(event, audience), names)


def spoken(match: Match, phrase: Phrase, names: Sequence[str] | None = None) -> m.Line:
    """What a game tells, as a line of the log."""
    return m.Line("game", phrase.as_json(), match.game.text(phrase, names=names or match.names))


def refused(id: str, error: SkulkError) -> m.Done:
    """How a command ended that was refused for this reason."""
    why = error.say.as_json() if error.say else None
    return m.Done(id, "refused", error.code, error.rule, str(error), why)
