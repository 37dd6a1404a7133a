"""One process's share of an arena: it opens the bots and plays games, one after another."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from skulk.bots import Budget, warm
from skulk.engine import BrokenContract, Match, SkulkError

from . import open_game
from .entrants import Entrant, Player, player
from .process_bot import Failure
from .results import Result
from .schedule import Seating


class Terms(NamedTuple):
    """What an arena is about; the same terms give the same games, as far as the bots do."""

    game: str
    options: dict[str, Any]
    seed: str
    entrants: tuple[Entrant, ...]
    budget: Budget  # for bots that name none
    limit: float  # seconds that a bot in another process may take over a move


class Stopped(Exception):
    """The arena is being closed."""


class Contest:
    """Plays games of one arena. Bots stay from game to game: a process is started once for each seat it may take."""

    def __init__(self, terms: Terms, is_stopped: Callable[[], bool] = lambda: False):
        self.terms, self.is_stopped = terms, is_stopped
        self.game = open_game(terms.game)
        self.players: dict[tuple[int, int], Player] = {}  # (entrant, which of its seats at one table)
        if any(entrant.searches for entrant in terms.entrants):
            warm.warm(self.game)  # compile, or fetch from the cache: that is no move's thinking time

    def close(self) -> None:
        for someone in self.players.values():
            someone.close()

    def play(self, deal: int, number: int, seating: Seating) -> Result:
        """The game of this deal with these entrants in their seats."""
        match = Match(self.game, self.terms.options, f"{self.terms.seed}/{deal}")
        seated = self._seated(seating)
        times: list[list[float]] = [[] for _ in seating]
        forfeit = None
        try:
            self._begin(match, seated)
            while not match.is_over:
                self._next_move(match, seated, times)
        except _Forfeit as lost:
            forfeit = {"seat": lost.seat, "code": lost.code, "reason": str(lost)}
        for seat, someone in enumerate(seated):
            someone.end(match, seat, forfeit)
        shares, ranks = _outcome(match, forfeit)
        spent = tuple(tuple(round(ms, 3) for ms in seat) for seat in times)
        return Result(deal, number, seating, shares, ranks, match.number, match.digest(), spent, forfeit)

    def _seated(self, seating: Seating) -> list[Player]:
        keys = [(entrant, seating[:seat].count(entrant)) for seat, entrant in enumerate(seating)]
        for key in keys:
            if key not in self.players:
                entrant = self.terms.entrants[key[0]]
                self.players[key] = player(entrant, self.game, self.terms.budget, self.terms.limit)
        return [self.players[key] for key in keys]

    def _begin(self, match: Match, seated: list[Player]) -> None:
        for seat, someone in enumerate(seated):
            _blame(seat, someone.begin, match)

    def _next_move(self, match: Match, seated: list[Player], times: list[list[float]]) -> None:
        if self.is_stopped():
            raise Stopped
        seat = match.acting()[0]
        is_choice = len(match.legal(seat)) > 1 and not seated[seat].is_starting
        begun = time.perf_counter()
        move = _blame(seat, seated[seat].move, match)
        if is_choice:
            times[seat].append(1000 * (time.perf_counter() - begun))
        try:
            match.play(seat, move)
        except SkulkError as error:
            seated[seat].done(error)
            raise _Forfeit(seat, "nonsense", str(error)) from error
        seated[seat].done(None)


class _Forfeit(Exception):
    def __init__(self, seat: int, code: str, reason: str):
        super().__init__(reason)
        self.seat, self.code = seat, code


def _blame(seat: int, deed: Callable[[Match, int], Any], match: Match) -> Any:
    """Whatever goes wrong in a bot's deed is its seat's loss, not the arena's."""
    try:
        return deed(match, seat)
    except Failure as failure:
        raise _Forfeit(seat, failure.code, str(failure)) from failure
    except Exception as error:
        raise _Forfeit(seat, "crashed", f"{type(error).__name__}: {error}") from error


def _outcome(match: Match, forfeit: dict[str, Any] | None) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Shares of the win and ranks; whose side forfeits comes last, and the other sides share the win."""
    if forfeit is None:
        ranks = match.result()["ranks"][: match.players]
        try:
            return tuple((value + 1) / 2 for value in match.returns()), tuple(int(rank) for rank in ranks)
        except BrokenContract as error:  # such a game has no shares to tell
            raise SkulkError(str(error)) from error
    sides = match.sides()
    lost = [side == sides[forfeit["seat"]] for side in sides]
    share = 1 / max(len(set(sides)) - 1, 1)
    last = 1 + lost.count(False)
    return tuple(0.0 if mine else share for mine in lost), tuple(last if mine else 1 for mine in lost)
