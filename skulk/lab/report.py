"""The report of an arena, as JSON and as tables."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from . import stats
from .entrants import CLAIRVOYANT, Entrant
from .results import Result

FIRST_FORFEITS = 5  # told in full


def report(results: Sequence[Result], entrants: Sequence[Entrant], bar: float | None = None) -> dict[str, Any]:
    """All that the games say."""
    rated = stats.ratings(results, len(entrants))
    return {
        "games": len(results),
        "deals": len({result.deal for result in results}),
        "moves": sum(result.moves for result in results) / max(len(results), 1),
        "bots": [_bot(results, entrants, number, rated) for number in range(len(entrants))],
        "matrix": [
            [_told(stats.beats(results, one, other)) if one != other else None for other in range(len(entrants))]
            for one in range(len(entrants))
        ],
        "verdict": _verdict(results, bar) if len(entrants) > 1 else None,
        "way": _ways(results, entrants),
        "forfeits": [
            {"deal": r.deal, "seating": r.seating, "bot": entrants[r.seats[r.forfeit["seat"]]].text, **r.forfeit}
            for r in results
            if r.forfeit
        ],
    }


def _bot(
    results: Sequence[Result], entrants: Sequence[Entrant], number: int, rated: list[tuple[float, float]] | None
) -> dict[str, Any]:
    seats = range(max((len(result.seats) for result in results), default=0))
    return {
        "bot": entrants[number].text,
        "share": _told(stats.shares(results, number)),
        "seats": [_told(stats.shares(results, number, seat)) for seat in seats],
        "rating": rated and {"mu": rated[number][0], "sigma": rated[number][1]},
        "milliseconds": stats.times(results, number),
        "forfeits": sum(1 for r in results if r.forfeit and r.seats[r.forfeit["seat"]] == number),
    }


def _told(share: stats.Share | None) -> dict[str, Any] | None:
    return share._asdict() if share and share.turns else None


def _verdict(results: Sequence[Result], bar: float | None) -> dict[str, Any] | None:
    found = stats.verdict(results, 0, bar)
    return found and {"bar": bar, **found._asdict()}


def _ways(results: Sequence[Result], entrants: Sequence[Entrant]) -> list[dict[str, Any]]:
    """For each honest bot: how much of the way from thumb to clairvoyant it goes."""
    floor = next((n for n, entrant in enumerate(entrants) if entrant.spec.kind == "thumb"), None)
    ceilings = [n for n, entrant in enumerate(entrants) if entrant.kind == CLAIRVOYANT]
    if floor is None:
        return []
    return [
        {"bot": entrants[n].text, "floor": entrants[floor].text, "ceiling": entrants[c].text, "way": _told(found)}
        for c in ceilings
        for n in range(len(entrants))
        if n not in (floor, *ceilings) and (found := stats.way(results, n, floor, c))
    ]


# ---- on paper


def show(told: dict[str, Any], console: Console) -> None:
    console.print(
        f"{_count(told['games'], 'game')}, {_count(told['deals'], 'deal')}, {told['moves']:.0f} moves a game",
        highlight=False,
    )
    if not told["games"]:
        return
    tables = {"Share of the win": _standings(told), "By seat": _by_seat(told)}
    if len(told["bots"]) > 1:
        tables["Who finishes ahead of whom"] = _matrix(told)
    for title, table in tables.items():
        console.print(f"\n[bold]{title}[/]")
        console.print(table)
    console.print()
    for line in _sentences(told):
        console.print(line, highlight=False)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _ranked(told: dict[str, Any]) -> list[dict[str, Any]]:
    return sorted(told["bots"], key=lambda bot: -bot["share"]["value"])


def _standings(told: dict[str, Any]) -> Table:
    table = _table("share", "95 %", "rating", "ms a move", "p99", *(["forfeits"] if told["forfeits"] else []))
    for bot in _ranked(told):
        rating, spent = bot["rating"], bot["milliseconds"]
        table.add_row(
            escape(bot["bot"]),
            percent(bot["share"]["value"]),
            f"{percent(bot['share']['low'])} – {percent(bot['share']['high'])}",
            f"{rating['mu']:.1f} ± {rating['sigma']:.1f}" if rating else "–",
            *(f"{spent[name]:.1f}" if spent["moves"] else "–" for name in ("mean", "p99")),
            *([str(bot["forfeits"] or "")] if told["forfeits"] else []),
        )
    return table


def _by_seat(told: dict[str, Any]) -> Table:
    table = _table(*(f"seat {seat}" for seat in range(len(told["bots"][0]["seats"]))))
    for bot in _ranked(told):
        table.add_row(escape(bot["bot"]), *(percent(seat["value"]) if seat else "–" for seat in bot["seats"]))
    return table


def _matrix(told: dict[str, Any]) -> Table:
    names = [bot["bot"] for bot in told["bots"]]
    table = _table(*names)
    for name, row in zip(names, told["matrix"], strict=True):
        table.add_row(escape(name), *(percent(cell["value"]) if cell else "·" for cell in row))
    return table


def _table(*columns: str) -> Table:
    """Names of bots down the left, numbers to the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="italic")
    table.add_column("", min_width=12, overflow="fold")
    for name in columns:
        table.add_column(escape(name), justify="right", overflow="fold", min_width=min(len(name), 15))
    return table


def _sentences(told: dict[str, Any]) -> list[str]:
    first, verdict = escape(told["bots"][0]["bot"]), told["verdict"]
    lines = []
    if verdict:
        than = "the others" if verdict["bar"] is None else f"{percent(verdict['bar'])} of the win"
        more = "more" if verdict["above"] else "less"
        lines.append(f"Clear after {_count(verdict['deals'], 'deal')}: {first} takes {more} than {than}.")
    for found in told["way"]:
        way = found["way"]
        lines.append(
            f"{escape(found['bot'])} goes {percent(way['value'])} of the way from {escape(found['floor'])} to "
            f"{escape(found['ceiling'])} ({percent(way['low'])} – {percent(way['high'])})."
        )
    if told["bots"][0]["rating"] is None:
        lines.append("Ratings need openskill: pip install 'skulk\\[lab]'.")
    for lost in told["forfeits"][:FIRST_FORFEITS]:
        reason = f"{lost['code']}: {escape(lost['reason'])}"
        lines.append(f"{escape(lost['bot'])} lost deal {lost['deal']} by default, at seat {lost['seat']}: {reason}")
    if len(told["forfeits"]) > FIRST_FORFEITS:
        codes = Counter(lost["code"] for lost in told["forfeits"])
        lines.append("Lost by default in all: " + ", ".join(f"{code} {count}" for code, count in codes.items()))
    return lines


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"
