"""Bots of your own at this screen: a Python file in a process of its own, told what its seat sees and hears."""

from skulk.bots import Budget
from skulk.engine import Match, SkulkError
from skulk.lab.entrants import Outside, enter
from skulk.lab.process_bot import Failure

LIMIT = 60.0  # seconds that a move may take: somebody is waiting


class Guest:
    """A bot in its own process at one seat of one match."""

    def __init__(self, kind: str, match: Match, seat: int, budget: Budget):
        self.name, self.match, self.seat = kind, match, seat
        self.outside = Outside(enter(kind, match.game.name), budget, LIMIT)
        self.has_begun = False

    def move(self) -> int:
        """Its next move; SkulkError if it has failed."""
        try:
            if not self.has_begun:
                self.outside.begin(self.match, self.seat)
                self.has_begun = True
            move = self.outside.move(self.match, self.seat)
        except Failure as failure:
            raise SkulkError(f"{self.name} has failed: {failure}") from failure
        try:
            action = self.match.check(self.seat, move)
        except SkulkError as error:
            raise SkulkError(f"{self.name} has failed: {error}", error.rule) from error
        self.outside.done(None)
        return action

    def close(self) -> None:
        """It hears the end, if there was one, and leaves."""
        if self.has_begun:
            if self.match.is_over:
                self.outside.end(self.match, self.seat, None)
            self.outside.close()
