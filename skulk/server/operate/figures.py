"""What is counted while a server runs: plain numbers, cheap to change, made into metrics only when somebody asks."""

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

PULSE = 0.25  # seconds between two looks at the event loop


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


LAGS = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds the event loop came late
THOUGHTS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds a bot took, with its wait


class Figures:
    """What happens at all tables of this process. Every key is one of ours: nothing that people send becomes one."""

    def __init__(self) -> None:
        self.is_noted = False  # every request and command in the log
        self.entries: Counter[type] = Counter()  # kept, by kind
        self.refusals: Counter[str] = Counter()  # by code
        self.answers: Counter[int] = Counter()  # of HTTP, by status
        self.lag = Histogram(LAGS)
        self.failed_bots = 0

    async def feel(self) -> None:
        """How late the event loop comes, four times a second."""
        loop = asyncio.get_running_loop()
        while True:
            planned = loop.time() + PULSE
            await asyncio.sleep(PULSE)
            self.lag.add(loop.time() - planned)
