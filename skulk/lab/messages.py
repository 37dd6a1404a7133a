"""What a bot in a process of its own is told, and what it may answer: one JSON object a line.

Everything here is made of what `Match` lets out to one seat: seen, legal, say, touches, table, events, and the result
once the game is over. `docs/bots.md` describes every message.
"""

import json
from typing import Any

from skulk.bots import Budget
from skulk.engine import Match, SkulkError, UnknownMove

PROTOCOL = 1
SAFE = (1 << 53) - 1  # every language reads whole numbers up to here
LONGEST = 1 << 20  # characters of an answer


def hello(match: Match, seat: int) -> dict[str, Any]:
    """A game begins; the bot answers {"type": "ready"}."""
    game = match.game
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": game.name,
        "title": game.title,
        "version": game.version,
        "box": game.box,
        "options": match.options,
        "players": match.players,
        "seat": seat,
        "actions": game.actions,
    }


def question(
    match: Match, seat: int, number: int, since: int | None, budget: Budget, limit: float, chance: int
) -> dict[str, Any]:
    """The seat's `number`-th decision; `since` is the move up to which it has heard what happened, None at first."""
    return {
        "type": "move",
        "number": number,
        "seat": seat,
        "pace": match.pace(),
        "table": match.table(seat),
        "seen": fields(match, seat),
        "legal": [option(match, seat, action) for action in match.legal(seat)],
        "events": news(match, seat, since),
        "budget": {"simulations": budget.simulations} if budget.simulations else {"seconds": budget.seconds},
        "limit": limit,
        "chance": chance & SAFE,
    }


def end(match: Match, seat: int, since: int | None, forfeit: dict[str, Any] | None = None) -> dict[str, Any]:
    """The game is over, or a bot has forfeited it; there is nothing to answer."""
    message: dict[str, Any] = {
        "type": "end",
        "seat": seat,
        "table": match.table(seat),
        "events": news(match, seat, since),
    }
    if forfeit or not match.is_over:
        return {**message, "forfeit": forfeit}
    result = match.result()
    return {
        **message,
        "returns": match.returns(),
        "ranks": list(result["ranks"][: match.players]),
        "scores": result["scores"] and list(result["scores"][: match.players]),
        "reason": match.game.text(result["reason"]),
    }


def option(match: Match, seat: int, action: int) -> dict[str, Any]:
    touches = match.game.words.touches(match.seen(seat), seat, action)
    return {"action": action, "say": match.say(seat, action), "touches": touches}


def news(match: Match, seat: int, since: int | None) -> list[dict[str, Any]]:
    """What the seat has heard since then, in words and in numbers."""
    events = match.events(seat, since or 0)
    if since == 0:  # the deal has been told
        events = events[sum(event.heard_by(seat) for event in match.opening) :]
    return [{"text": match.tell(e, seat), "kind": e.kind, "numbers": list(e.numbers)} for e in events]


def fields(match: Match, seat: int) -> dict[str, Any]:
    """All the seat may know, number by number: −1 is unknown, −2 is nobody or nothing."""
    seen = match.seen(seat)
    values = {field.name: getattr(seen, field.name) for field in match.game.State.fields}
    return {name: value.tolist() if hasattr(value, "tolist") else value for name, value in values.items()}


# ---- lines


def line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, default=int, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def read(text: bytes) -> dict[str, Any]:
    """A line as a message; SkulkError says why it is none."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise SkulkError(f"{shown(text)} is no JSON object")
    return message


def move_of(message: dict[str, Any], number: int) -> int | str:
    """The move that an answer names: by number or in words."""
    if "error" in message:
        raise SkulkError(f"the bot says: {shown(message['error'])}")
    if "number" in message and message["number"] != number:
        raise SkulkError(f"it answers question {shown(message['number'])}, but {number} was asked")
    action, words = message.get("action"), message.get("say")
    if isinstance(action, int) and not isinstance(action, bool):
        return action
    if action is None and isinstance(words, str):
        return words
    raise UnknownMove(f'{shown(json.dumps(message))} names no move: answer {{"action": 3}} or {{"say": "pass"}}')


def shown(text: Any) -> str:
    """The beginning of something strange, in one line that a terminal can bear."""
    whole = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
    plain = " ".join("".join(c if c.isprintable() else " " for c in whole[:400]).split())
    return plain if len(plain) <= 160 else plain[:160] + "…"
