"""What is counted while a server runs: plain numbers, cheap to change, made into metrics only when somebody asks."""

from bisect import bisect_left
from collections.abc import Sequence


class Histogram:
    """How many values lay under each bound. One thread adds; others may look."""

    def __init__(self, bounds: Sequence[float]):
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)  # the last: beyond all bounds
        self.sum = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    def up_to(self) -> list[tuple[str, float]]:
        """Each bound with all that lies up to it, as Prometheus has it."""
        found, total = [], 0
        for bound, count in zip([*map(str, self.bounds), "+Inf"], self.counts, strict=True):
            total += count
            found.append((bound, float(total)))
        return found
