"""Levels for people: budgets and styles of thinking. Each beats the one before; none plays silly moves on purpose."""

from typing import Any, NamedTuple

from skulk.engine import Dealer, Game, roll

from .thumb import Thumb


class Level(NamedTuple):
    """`bot` as the arena would be asked for it; `says` is for people."""

    bot: str
    says: str


LEVELS = {
    "cub": Level("careless:overlooks=0.4", "knows what is good, but overlooks things"),
    "fox": Level("thumb", "plays by rules of thumb, and never overlooks what they say"),
    "vixen": Level("search:1000", "looks ahead over a thousand ways to play on"),
    "slyest": Level("search:1s", "looks ahead for a second"),
}
FINE = 1000  # chances are told in thousandths


class Careless(Thumb):
    """Goes through the moves from the best advised down and overlooks some. What is plainly bad it does not play."""

    def __init__(self, game: Game, overlooks: float = 0.4):
        super().__init__(game)
        self.overlooks = int(FINE * overlooks)

    def choose(self, seen: Any, seat: int, budget: Any, dealer: Dealer) -> int:
        moves = [(-int(self.weigh(seen, seat, a)), roll(dealer, 1 << 30), a) for a in self.game.legal(seen, seat)]
        ranked = [action for _, _, action in sorted(moves)]
        sensible = ranked[: max(2, (len(ranked) + 1) // 2)]
        return next((action for action in sensible if roll(dealer, FINE) >= self.overlooks), ranked[0])
