"""Whether moves have shown anything: what decides if they may be taken back without asking."""

from typing import Any

from skulk.engine import SPECTATOR, UNKNOWN, Event, Game, Match
from skulk.engine.game import SEALED
from skulk.engine.match import chance

REDEALS = 4  # worlds tried for each seat


def has_revealed(match: Match, first: int) -> bool:
    """Whether any move from number `first` on used chance or told anybody what was hidden before."""
    return any(_reveals(match, number) for number in range(first, match.number))


def has_shown(match: Match, first: int, seat: int) -> bool:
    """Whether a seat has plainly been shown something since: by what it saw and heard itself, so that to be told so
    tells it nothing new. Whether others have learned something, it is told when it asks."""
    game = match.game
    old = game.see(game.State.unpack(match.moves[first].before), seat)
    return _fills_holes(game, game.State.narrow(old), game.State.narrow(match.seen(seat))) or any(
        event.heard_by(seat) and _is_private(event, match.players)
        for number in range(first, match.number)
        if not _is_sealed(match, number, *_around(match, number))
        for event in match.moves[number].events
    )


def _around(match: Match, number: int) -> tuple[Any, Any]:
    """The states before and after a move."""
    unpack = match.game.State.unpack
    is_last = number + 1 == match.number
    return unpack(match.moves[number].before), match.state if is_last else unpack(match.moves[number + 1].before)


def _reveals(match: Match, number: int) -> bool:
    before, after = _around(match, number)
    if _is_sealed(match, number, before, after):
        return False
    return (
        _used_chance(match, number, before)
        or any(_is_private(event, match.players) for event in match.moves[number].events)
        or any(_shows_more(match, before, after, seat) for seat in (*range(match.players), SPECTATOR))
    )


def _is_sealed(match: Match, number: int, before: Any, after: Any) -> bool:
    """A choice put down in secret, or the first half of one: nobody has learned more than that it lies there."""
    rules, game, seat = match.game.rules, match.game, match.moves[number].seat
    if rules.pace(before) != SEALED or rules.pace(after) != SEALED or after.over:
        return False
    if {*game.acting(before)} != {*game.acting(after), seat}:
        return False
    return seat not in game.acting(after) or _looks_the_same(match, number, before, after)


def _looks_the_same(match: Match, number: int, before: Any, after: Any) -> bool:
    """Whether all others would see the same, whatever else the seat had done."""
    game, seat = match.game, match.moves[number].seat
    others = [other for other in (*range(match.players), SPECTATOR) if other != seat]
    seen = [game.State.pack(game.see(after, other)) for other in others]
    for action in game.legal(before, seat):
        state = game.State.copy(before)
        game.rules.play(state, seat, action, game.dealer(1))
        if [game.State.pack(game.see(state, other)) for other in others] != seen:
            return False
    return True


def _is_private(event: Event, players: int) -> bool:
    return not all(event.heard_by(seat) for seat in (*range(players), SPECTATOR))


def _used_chance(match: Match, number: int, before: Any) -> bool:
    start = chance(match.seed, match.shares, number + 1)
    dealer, state = match.game.dealer(start), match.game.State.copy(before)
    match.game.rules.play(state, match.moves[number].seat, match.moves[number].action, dealer)
    return dealer.rng != start


def _shows_more(match: Match, before: Any, after: Any, seat: int) -> bool:
    """A hole has been filled, or in another world that looked the same the seat would now see something else."""
    game, last = match.game, match.moves
    old, new = game.see(before, seat), game.see(after, seat)
    narrow_old, narrow_new = game.State.narrow(old), game.State.narrow(new)
    if _fills_holes(game, narrow_old, narrow_new):
        return True
    if seat == SPECTATOR:
        return False
    move = next(move for move in reversed(last) if move.before == game.State.pack(before))
    heard = [event for event in move.events if event.heard_by(seat)]
    for world in range(REDEALS):
        state = game.redeal(old, seat, game.dealer(world + 1))
        if move.action not in game.legal(state, move.seat):
            return True  # that it could be done tells something
        dealer = game.dealer(0)
        game.rules.play(state, move.seat, move.action, dealer)
        told = [event for event in dealer.heard() if event.heard_by(seat)]
        if told != heard or game.State.pack(game.see(state, seat)) != narrow_new.tobytes():
            return True
    return False


def _fills_holes(game: Game, old: Any, new: Any) -> bool:
    """Whether something that a seat did not know lies open before it now."""
    return any(((old[field.name] == UNKNOWN) & (new[field.name] != UNKNOWN)).any() for field in game.State.fields)
