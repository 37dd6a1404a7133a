"""What a coach says, as messages. It is given what a seat sees; the table says whether it may speak."""

from typing import Any

from skulk.bots.coach import Coach
from skulk.engine import Phrase
from skulk.protocol import messages as m


def promises(coach: Coach, seen: Any, seat: int) -> bytes:
    """What each legal move promises."""
    hints = coach.hints.hint(seen, seat)
    told = [m.Promise(hint.action, round(hint.share, 3), round(hint.give, 3)) for hint in hints]
    return m.encode(m.Advice(0, told))


def ahead(coach: Coach, seen: Any, seat: int, action: int) -> bytes:
    """What may come of one move."""
    found, words = coach.ahead(seen, seat, action), coach.game.words
    heard = [_told(coach, words.tell(event, seat)) for event in found.heard]
    reason = _told(coach, found.reason) if found.reason else None
    return m.encode(m.Advice(0, ahead=m.Ahead(found.worlds, found.lost, found.won, reason, heard)))


def _told(coach: Coach, phrase: Phrase) -> m.Reason:
    return m.Reason(phrase.as_json(), coach.game.text(phrase))
