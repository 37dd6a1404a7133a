"""Whether moves have shown anything: what decides if they may be taken back without asking."""

from typing import Any

from skulk.engine import SPECTATOR, UNKNOWN, Match
from skulk.engine.game import SEALED
from skulk.engine.match import Played, chance

REDEALS = 4  # worlds tried for each seat


def has_revealed(match: Match, first: int) -> bool:
    """Whether any move from number `first` on used chance or told anybody what was hidden before."""
    return any(_reveals(match, number) for number in range(first, match.number))


def _reveals(match: Match, number: int) -> bool:
    game, move = match.game, match.moves[number]
    before = game.State.unpack(move.before)
    after = game.State.unpack(match.moves[number + 1].before) if number + 1 < match.number else match.state
    if _is_sealed_choice(match, move, before, after):
        return False
    everyone = [*range(match.players), SPECTATOR]
    return (
        _used_chance(match, number, before)
        or any(not event.heard_by(seat) for event in move.events for seat in everyone)
        or any(_shows_more(match, before, after, seat) for seat in everyone)
    )


def _is_sealed_choice(match: Match, move: Played, before: Any, after: Any) -> bool:
    """A choice put down in secret while others still choose: nobody has learned more than that it lies there."""
    rules, game = match.game.rules, match.game
    if rules.pace(before) != SEALED or rules.pace(after) != SEALED or after.over:
        return False
    return set(game.acting(before)) == {*game.acting(after), move.seat} and move.seat not in game.acting(after)


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
    for field in game.State.fields:
        if ((narrow_old[field.name] == UNKNOWN) & (narrow_new[field.name] != UNKNOWN)).any():
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
