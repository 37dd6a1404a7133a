"""Time at the table: how long a decision may take, and what does not count."""

import time

ALLOWANCES = {"off": 0.0, "relaxed": 180.0, "brisk": 45.0, "correspondence": 3 * 24 * 3600.0}  # seconds a decision
WARNING = 0.25  # of the allowance is left when a seat is warned


class Time:
    """The time of day, and how much of it the server was up."""

    def __init__(self, outages: list[tuple[float, float]] | None = None, allowances: dict[str, float] | None = None):
        self.outages = outages or []
        self.allowances = ALLOWANCES | (allowances or {})

    @staticmethod
    def now() -> float:
        return time.time()

    def passed(self, since: float, now: float) -> float:
        """Seconds from `since` to `now`, without those in which the server was down."""
        down = sum(max(0.0, min(ended, now) - max(began, since)) for began, ended in self.outages)
        return max(0.0, now - since - down)

    def left(self, kind: str, since: float, now: float) -> float | None:
        """Seconds left for a decision asked `since`; None without a clock."""
        allowed = self.allowances[kind]
        return allowed - self.passed(since, now) if allowed else None

    def warns_at(self, kind: str) -> float:
        """Seconds that are left when the warning comes."""
        return self.allowances[kind] * WARNING
