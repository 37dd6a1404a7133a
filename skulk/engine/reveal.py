"""Whether moves have shown anything: what decides if they may be taken back without asking.

To be told so must tell nothing: whoever asks is answered from what it saw and heard itself. Its sight before a move is
redealt into worlds that looked the same to it; what would have been shown in one of them counts as shown.
"""

from typing import Any

from .dealer import SPECTATOR, Event
from .game import SEALED, Game
from .match import Match
from .record import UNKNOWN

WORLDS = 8  # that look the same to whoever asks
REDEALS = 4  # in each of these, worlds that look the same to another seat


def has_revealed(match: Match, first: int, asker: int) -> bool:
    """Whether any move from number `first` on may have used chance or told anybody what was hidden before: of its own
    moves the asker counts what they tell to everybody, of the others' what they tell to itself."""
    moves = range(first, match.number)
    return any((_tells if match.moves[n].seat == asker else _teaches)(match, n, asker) for n in moves)


def has_shown(match: Match, first: int, seat: int) -> bool:
    """Whether a seat has plainly been shown something since: by what it saw and heard itself, so that to be told so
    tells it nothing new. Whether others have learned something, it is told when it asks."""
    game = match.game
    old = game.see(game.State.unpack(match.moves[first].before), seat)
    return _fills_holes(game, old, match.seen(seat)) or any(
        event.heard_by(seat) and _is_private(event, match.players)
        for number in range(first, match.number)
        if not _is_sealed(match, match.moves[number].seat, *_around(match, number))
        for event in match.moves[number].events
    )


def _around(match: Match, number: int) -> tuple[Any, Any]:
    """The states before and after a move."""
    unpack = match.game.State.unpack
    is_last = number + 1 == match.number
    return unpack(match.moves[number].before), match.state if is_last else unpack(match.moves[number + 1].before)


class Told:
    """A move as a seat saw and heard it: sight before, sight after, and what was called out to it."""

    def __init__(self, game: Game, seat: int, before: Any, after: Any, events: list[Event]):
        self.game, self.seat = game, seat
        self.old, self.new = game.see(before, seat), game.see(after, seat)
        self.heard = [event for event in events if event.heard_by(seat)]

    def worlds(self, count: int) -> list[Any]:
        """States that looked the same to the seat before the move: the same ones, whichever of them is true."""
        return [self.game.redeal(self.old, self.seat, self.game.dealer(world + 1)) for world in range(count)]

    def fits(self, after: Any, events: list[Event]) -> bool:
        """Whether the seat would have seen and heard the same."""
        heard = [event for event in events if event.heard_by(self.seat)]
        pack = self.game.State.pack
        return heard == self.heard and pack(self.game.see(after, self.seat)) == pack(self.new)

    @property
    def fills_holes(self) -> bool:
        return _fills_holes(self.game, self.old, self.new)


def _tells(match: Match, number: int, asker: int) -> bool:
    """Whether the asker's own move may have told anybody something, the asker included."""
    game, move = match.game, match.moves[number]
    told = Told(game, asker, *_around(match, number), move.events)
    for before in told.worlds(WORLDS):
        after, events, used_chance = _played(game, before, asker, move.action)
        if not told.fits(after, events):
            return True
        if _is_sealed(match, asker, before, after):
            continue
        if used_chance or any(_is_private(event, match.players) for event in events):
            return True
        for other in (*range(match.players), SPECTATOR):
            seen = Told(game, other, before, after, events)
            if seen.fills_holes or (other != SPECTATOR and other != asker and _narrows(seen, asker, [move.action])):
                return True
    return False


def _teaches(match: Match, number: int, asker: int) -> bool:
    """Whether another's move has told the asker something; what the other did the asker may not know."""
    mover, (before, after) = match.moves[number].seat, _around(match, number)
    if match.game.rules.pace(before) == SEALED:
        return not _is_sealed(match, mover, before, after)  # the choices lie open
    told = Told(match.game, asker, before, after, match.moves[number].events)
    return told.fills_holes or _narrows(told, mover, None, WORLDS)


def _narrows(told: Told, mover: int, actions: list[int] | None, count: int = REDEALS) -> bool:
    """Whether there is a world that looked the same before and cannot be true now, whichever of these actions was
    made in it (None: any). That an action could be made tells something too."""
    for before in told.worlds(count):
        legal = told.game.legal(before, mover)
        for action in legal if actions is None else [action for action in actions if action in legal]:
            after, events, _ = _played(told.game, before, mover, action)
            if told.fits(after, events):
                break
        else:
            return True
    return False


def _played(game: Game, before: Any, seat: int, action: int) -> tuple[Any, list[Event], bool]:
    """The state after a move, what was called out, and whether chance had a part in it."""
    dealer, state = game.dealer(0), game.State.copy(before)
    game.rules.play(state, seat, action, dealer)
    return state, dealer.heard(), dealer.rng != 0


def _is_sealed(match: Match, seat: int, before: Any, after: Any) -> bool:
    """A choice put down in secret, or the first half of one: nobody has learned more than that it lies there."""
    game = match.game
    if game.rules.pace(before) != SEALED or game.rules.pace(after) != SEALED or after.over:
        return False
    if {*game.acting(before)} != {*game.acting(after), seat}:
        return False
    return seat not in game.acting(after) or _looks_the_same(match, seat, before, after)


def _looks_the_same(match: Match, seat: int, before: Any, after: Any) -> bool:
    """Whether all others would see the same, whatever else the seat had done."""
    game = match.game
    others = [other for other in (*range(match.players), SPECTATOR) if other != seat]
    seen = [game.State.pack(game.see(after, other)) for other in others]
    for action in game.legal(before, seat):
        state, _, _ = _played(game, before, seat, action)
        if [game.State.pack(game.see(state, other)) for other in others] != seen:
            return False
    return True


def _is_private(event: Event, players: int) -> bool:
    return not all(event.heard_by(seat) for seat in (*range(players), SPECTATOR))


def _fills_holes(game: Game, old: Any, new: Any) -> bool:
    """Whether something that a seat did not know lies open before it now."""
    before, after = game.State.narrow(old), game.State.narrow(new)
    return any(((before[field.name] == UNKNOWN) & (after[field.name] != UNKNOWN)).any() for field in game.State.fields)
