"""Time at the table: how long a decision may take, and what does not count."""

import time
from collections.abc import Callable

ALLOWANCES = {"off": 0.0, "relaxed": 180.0, "brisk": 45.0, "correspondence": 3 * 24 * 3600.0}  # seconds a decision
WARNING = 0.25  # of the allowance is left when a seat is warned


class Time:
    """The server's own time: the seconds it has been up, over all its starts. It runs evenly, never back, and stands
    still while the server is down, whatever becomes of the time of day; that one is for people to read."""

    def __init__(
        self,
        allowances: dict[str, float] | None = None,
        steady: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ):
        self.allowances = ALLOWANCES | (allowances or {})
        self.wall = wall  # the time of day
        self._steady, self._before, self._began = steady, 0.0, steady()

    def go_on(self, before: float) -> None:
        """The server has been up for so long before this start."""
        self._before, self._began = before, self._steady()

    def now(self) -> float:
        """Seconds the server has been up."""
        return self._before + self._steady() - self._began

    @staticmethod
    def passed(since: float, now: float) -> float:
        """Seconds from `since` to `now`. A hard end may cost the last sign of life: then `since` lies ahead."""
        return max(0.0, now - since)

    def left(self, kind: str, since: float, now: float) -> float | None:
        """Seconds left for a decision asked `since`; None without a clock."""
        allowed = self.allowances[kind]
        return allowed - self.passed(since, now) if allowed else None

    def warns_at(self, kind: str) -> float:
        """Seconds that are left when the warning comes."""
        return self.allowances[kind] * WARNING
