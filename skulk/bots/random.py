"""The random bot: any legal move, all equally likely."""

from typing import Any

from skulk.engine import Dealer, Game, roll


class Random:
    def __init__(self, game: Game):
        self.game = game

    def choose(self, seen: Any, seat: int, budget: int, dealer: Dealer) -> int:
        legal = self.game.legal(seen, seat)
        return legal[int(roll(dealer, len(legal)))]
