"""What the games of an arena say: shares with their uncertainty, who beats whom, ratings, and when to stop.

A deal is played in every seating, so deals, not games, are independent of each other; all uncertainty is over deals.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from .results import Result

Z = 1.959964  # 95 %
ALPHA = 0.05  # how often the sequential test may err, either way together
RESAMPLES = 2000


class Share(NamedTuple):
    """A share with its 95 % interval, from so many turns at a seat."""

    value: float
    low: float
    high: float
    turns: int


def shares(results: Sequence[Result], entrant: int, seat: int | None = None) -> Share:
    """The entrant's share of the win per seat it took, everywhere or at one seat."""
    points, turns = _sums(
        (r.deal, r.shares[s]) for r in results for s, who in enumerate(r.seats) if who == entrant and seat in (None, s)
    )
    return interval(points, turns)


def beats(results: Sequence[Result], one: int, other: int) -> Share:
    """How often one finishes ahead of the other where both sit at the table; level counts half."""
    return interval(*_pair_sums(results, one, other))


def _pair_sums(results: Sequence[Result], one: int, other: int) -> tuple[np.ndarray, np.ndarray]:
    return _sums(
        (r.deal, 0.5 + 0.5 * ((r.ranks[a] < r.ranks[b]) - (r.ranks[a] > r.ranks[b])))
        for r in results
        for a, first in enumerate(r.seats)
        for b, second in enumerate(r.seats)
        if first == one and second == other
    )


def _sums(values: Iterable[tuple[int, float]]) -> tuple[np.ndarray, np.ndarray]:
    """Per deal: the sum of the values, and how many they were."""
    points: dict[int, float] = defaultdict(float)
    turns: dict[int, int] = defaultdict(int)
    for deal, value in values:
        points[deal] += value
        turns[deal] += 1
    return np.array([points[deal] for deal in turns]), np.array([turns[deal] for deal in turns], float)


def interval(points: np.ndarray, turns: np.ndarray) -> Share:
    """Wilson's interval, with as many independent games as the spread between deals says there were.

    At least one for each deal and at most one for each turn: equal deals shall not promise what they cannot keep.
    """
    count = float(turns.sum())
    if not count:
        return Share(math.nan, 0.0, 1.0, 0)
    p, deals = float(points.sum()) / count, len(points)
    spread = float(((points - p * turns) ** 2).sum()) * deals / max(deals - 1, 1) / count**2
    if (points < 0).any() or (points > turns).any():  # stakes, not shares
        return Share(p, p - Z * math.sqrt(spread), p + Z * math.sqrt(spread), int(count))
    worth = min(max(p * (1 - p) / spread, deals), count) if spread else deals
    middle = (p + Z**2 / (2 * worth)) / (1 + Z**2 / worth)
    half = Z / (1 + Z**2 / worth) * math.sqrt(p * (1 - p) / worth + Z**2 / (4 * worth**2))
    return Share(p, max(0.0, min(middle - half, p)), min(1.0, max(middle + half, p)), int(count))


# ---- the way from thumb to clairvoyant


def way(results: Sequence[Result], bot: int, floor: int, ceiling: int) -> Share | None:
    """How far the bot has come from the floor (0) to the ceiling (1).

    What counts is the mean of two scores, against the floor and against the ceiling; against itself a bot scores half.
    """
    pairs = [_by_deal(results, *pair) for pair in ((bot, floor), (bot, ceiling), (ceiling, floor))]
    deals = sorted(set.intersection(*(set(pair) for pair in pairs)))
    if not deals:
        return None
    table = np.array([[number for pair in pairs for number in pair[deal]] for deal in deals])
    drawn = table[np.random.default_rng(1).integers(len(deals), size=(RESAMPLES, len(deals)))].sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        value, *spread = _way(np.vstack([table.sum(axis=0), drawn]))
    if not np.isfinite(value):
        return None
    low, high = np.quantile([one for one in spread if np.isfinite(one)], [0.025, 0.975])
    return Share(float(value), float(low), float(high), len(deals))


def _by_deal(results: Sequence[Result], one: int, other: int) -> dict[int, tuple[float, float]]:
    met = sorted({r.deal for r in results if one in r.seats and other in r.seats})
    points, turns = _pair_sums(sorted(results, key=lambda r: r.deal), one, other)
    return {deal: (p, t) for deal, p, t in zip(met, points, turns, strict=True)}


def _way(sums: np.ndarray) -> np.ndarray:
    """From rows of points and turns: bot–floor, bot–ceiling, ceiling–floor."""
    over_floor, over_ceiling, whole = (sums[:, i] / sums[:, i + 1] for i in (0, 2, 4))
    ways: np.ndarray = (over_floor + over_ceiling - 0.5 - (1 - whole)) / (2 * whole - 1)
    return ways


# ---- the sequential test


class Verdict(NamedTuple):
    """Whether the first bot's share lies above or below what was asked, and after how many deals that was clear."""

    above: bool
    deals: int


def verdict(results: Sequence[Result], entrant: int, bar: float | None) -> Verdict | None:
    """None while it is not clear. Without a bar: whether the entrant takes more than the others at its tables.

    A gambler bets on each deal as it comes, at fair odds if the share were exactly at the bar; who has turned one
    coin into forty has shown that it is not (a test by betting: right however often one looks, whatever the spread).
    """
    values = np.array([value for _, value in sorted(_contrasts(results, entrant, bar))])
    if not len(values) or values.min() < 0 or values.max() > 1:  # no deals; stakes, not shares
        return None
    middle = 0.5 if bar is None else bar
    up, down = _crossing(values - middle, 1 / middle), _crossing(middle - values, 1 / (1 - middle))
    if up is None and down is None:
        return None
    above = down is None or (up is not None and up <= down)
    return Verdict(above, 1 + int(up if above else down))  # type: ignore[arg-type]


def _contrasts(results: Sequence[Result], entrant: int, bar: float | None) -> list[tuple[int, float]]:
    """Per deal, from 0 to 1: the entrant's share; without a bar, what it has ahead of the others."""
    own: dict[int, list[float]] = defaultdict(list)
    others: dict[int, list[float]] = defaultdict(list)
    for r in results:
        if entrant in r.seats:
            for seat, who in enumerate(r.seats):
                (own if who == entrant else others)[r.deal].append(r.shares[seat])
    if bar is not None:
        return [(deal, float(np.mean(own[deal]))) for deal in own]
    return [(deal, float(1 + np.mean(own[deal]) - np.mean(others[deal])) / 2) for deal in own if others[deal]]


def _crossing(gains: np.ndarray, most: float) -> int | None:
    """The first deal after which a mixture of stakes has multiplied what it had by 2 / ALPHA."""
    stakes = most * np.linspace(0.02, 0.98, 25)[:, None]
    fortunes = np.cumsum(np.log1p(stakes * gains), axis=1)
    top = fortunes.max(axis=0)
    wealth = top + np.log(np.exp(fortunes - top).mean(axis=0))
    rich = np.flatnonzero(wealth >= math.log(2 / ALPHA))
    return int(rich[0]) if len(rich) else None


# ---- ratings and times


def ratings(results: Sequence[Result], entrants: int) -> list[tuple[float, float]] | None:
    """Plackett–Luce ratings (mean, deviation) over the games in order; None where openskill is not installed."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    known = [model.rating() for _ in range(entrants)]
    for result in sorted(results, key=lambda r: r.key):
        if len(set(result.seats)) > 1:
            teams = [[model.rating(known[who].mu, known[who].sigma)] for who in result.seats]
            after = model.rate(teams, ranks=[float(rank) for rank in result.ranks])
            for who in set(result.seats):  # a bot in several seats learns from all of them at once
                seats = [after[seat][0] for seat, sitter in enumerate(result.seats) if sitter == who]
                mu, sigma = (float(np.mean([getattr(s, part) for s in seats])) for part in ("mu", "sigma"))
                known[who] = model.rating(mu, sigma)
    return [(rating.mu, rating.sigma) for rating in known]


def times(results: Sequence[Result], entrant: int) -> dict[str, Any]:
    """Milliseconds over decisions that offered a choice: how many, mean and 99th percentile."""
    spent = [ms for r in results for seat, who in enumerate(r.seats) if who == entrant for ms in r.times[seat]]
    if not spent:
        return {"moves": 0, "mean": None, "p99": None}
    return {"moves": len(spent), "mean": float(np.mean(spent)), "p99": float(np.quantile(spent, 0.99))}
