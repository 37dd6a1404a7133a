"""The thumb bot: a handful of clear rules of thumb, and nothing looked ahead."""

from typing import Any

from skulk.engine import Dealer, Game, roll

from .advice import advice_for


class Thumb:
    """Plays the move that the game's advice weighs most; among equals any."""

    def __init__(self, game: Game):
        self.game, self.weigh = game, advice_for(game).weigh

    def choose(self, seen: Any, seat: int, budget: Any, dealer: Dealer) -> int:
        weights = {action: int(self.weigh(seen, seat, action)) for action in self.game.legal(seen, seat)}
        best = [action for action, weight in weights.items() if weight == max(weights.values())]
        return best[int(roll(dealer, len(best)))]
