"""Who sits where: every seating of the bots, over the same deals."""

import random
from itertools import combinations, permutations

MOST_SEATINGS = 48  # more than that, and a deal is played in rotations of a drawn seating only

Seating = tuple[int, ...]  # the entrant at each seat


class Schedule:
    """Deals 0, 1, 2 …; each is played once in every one of its seatings.

    `bots` are the entrants as they were named. As many as seats: they form the table, in all orders. More: every
    choice of them does. Fewer: the table is filled up with them as evenly as can be, in every way.
    """

    def __init__(self, bots: list[int], seats: int, seed: str = ""):
        self.seed, self.seats = seed, seats
        self.tables = sorted(set(_tables(bots, seats)))
        everything = sorted({order for table in self.tables for order in _orders(table, MOST_SEATINGS)})
        self.is_complete = len(everything) <= MOST_SEATINGS
        self._all = everything if self.is_complete else []

    def seatings(self, deal: int) -> list[Seating]:
        """The seatings in which this deal is played."""
        if self.is_complete:
            return self._all
        rng = random.Random(f"{self.seed}/{deal}")
        drawn = [tuple(rng.sample(table, len(table))) for table in self.tables]
        return list(dict.fromkeys(turned for order in drawn for turned in _rotations(order)))

    def deals(self, games: int) -> int:
        """How many whole deals make at least so many games."""
        deals = played = 0
        while played < games:
            played += len(self.seatings(deals))
            deals += 1
        return deals


def _tables(bots: list[int], seats: int) -> list[Seating]:
    if len(bots) >= seats:
        return [tuple(sorted(table)) for table in combinations(bots, seats)]
    whole, rest = divmod(seats, len(bots))
    return [tuple(sorted([*bots * whole, *more])) for more in combinations(bots, rest)]


def _orders(table: Seating, most: int) -> set[Seating]:
    """All orders of a table, or the first `most` and one more."""
    orders: set[Seating] = set()
    for order in permutations(table):
        orders.add(order)
        if len(orders) > most:
            break
    return orders


def _rotations(order: Seating) -> list[Seating]:
    return [order[turn:] + order[:turn] for turn in range(len(order))]
