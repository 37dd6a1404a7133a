"""How fast the games are played: compiled, interpreted, and beside C and the peers that are installed.

CPU time of this process, the best of many repetitions that take turns: what else the machine does counts little.
"""

import json as as_json
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn
from rich.table import Table

from skulk.compiling import compiling
from skulk.engine import COMPILED, PYTHON, BadOption, Game, UnknownGame, names, open_game
from skulk.engine.run import Playouts

YARDSTICKS = ["connect_four", "leduc"]  # the games under bench/, which peers have too
FOLDER = Path(__file__).parent.parent / "bench"
ALONE = "is a yardstick beside C and peers, and comes with the source tree alone (folder bench/)"
REPETITIONS = 40
SKULK = "Skulk, compiled"
SAMPLE = 1000  # one game in so many is played interpreted, too, for the digest

Work = Callable[[int], tuple[int, int]]  # plays about so many games; decisions made, and those with a choice


class Speed(NamedTuple):
    """The best of the repetitions, a second of CPU time."""

    decisions: float
    choices: float


def bench(
    *games: str,
    json: Annotated[bool, Parameter(negative=())] = False,
    seconds: float = 1.0,
    digest: int | None = None,
) -> int:
    """Measure how fast the games are played.

    Parameters
    ----------
    games
        Their names; in the source tree connect-four and leduc, too. All if none is named.
    json
        Print JSON, for programs.
    seconds
        CPU seconds for each measurement.
    digest
        Instead: play so many random games of each, and compare the digests of interpreted, compiled and GPU play.
    """
    if seconds <= 0 or (digest is not None and digest < 1):
        raise BadOption("--seconds and --digest take numbers above 0")
    chosen = [_slug(name) for name in games] or [*names(), *_yardsticks()]
    console = Console(stderr=True) if json else Console()
    if digest is not None:
        report: dict[str, Any] = {"digests": [_digests(name, digest, console) for name in chosen]}
    else:
        own = [name for name in chosen if name not in YARDSTICKS]
        report = {
            "machine": {"cpu": _cpu(), "python": platform.python_version()},
            "games": {name: measure_game(name, seconds, console) for name in own},
            "beside": {name: measure_beside(name, seconds, console) for name in chosen if name in YARDSTICKS},
        }
    if json:
        print(as_json.dumps(report, indent=1))
    else:
        _show(report, console)
    return int(any(not row["agree"] for row in report.get("digests", [])))


def main() -> None:
    from cyclopts import run

    raise SystemExit(run(bench))


def _slug(name: str) -> str:
    slug = name.replace("-", "_")
    here = [*names(), *_yardsticks()]
    if slug in here:
        return slug
    known = ", ".join(known.replace("_", "-") for known in here)
    if slug in YARDSTICKS:
        raise UnknownGame(f"{slug.replace('_', '-')} {ALONE}; what can be measured here is {known}")
    raise UnknownGame(f"there is no game {name!r} to measure; there are {known}")


def _yardsticks() -> list[str]:
    """The yardsticks, where they are: they come with the source tree and not with the installed package."""
    return YARDSTICKS if all((FOLDER / name / "rules.py").is_file() for name in YARDSTICKS) else []


def _open(name: str) -> Game:
    """A game of the house, or one of the yardsticks."""
    return open_game(f"bench.{name}" if name in YARDSTICKS else name)


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.processor())


# ---- measuring


def compare(contenders: dict[str, Work], seconds: float, console: Console, title: str) -> dict[str, Speed]:
    """The speed of each, their repetitions taking turns."""
    with _progress(console, title, len(contenders) * (REPETITIONS + 1)) as advance:
        sizes = {}
        for name, work in contenders.items():
            sizes[name] = _fitting(work, seconds / REPETITIONS)
            advance()
        best = dict.fromkeys(contenders, Speed(0, 0))
        for _ in range(REPETITIONS):
            for name, work in contenders.items():
                best[name] = max(best[name], _timed(work, sizes[name])[1])
                advance()
    return best


def _fitting(work: Work, seconds: float) -> int:
    """How many games fill this time; the first call, which compiles, does not count."""
    work(1)
    games = 1
    while True:
        spent, _ = _timed(work, games)
        if spent >= seconds / 2:
            return max(1, round(games * seconds / spent))
        games *= 2 if spent < seconds / 20 else max(2, round(seconds / spent))


def _timed(work: Work, games: int) -> tuple[float, Speed]:
    start = time.process_time()
    decisions, choices = work(games)
    spent = max(time.process_time() - start, 1e-9)
    return spent, Speed(decisions / spent, choices / spent)


@contextmanager
def _progress(console: Console, title: str, total: int) -> Iterator[Callable[[], None]]:
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda: bar.advance(task)


def _own(game: Game, target: str) -> Work:
    playouts = Playouts(game, None, target)

    def work(games: int) -> tuple[int, int]:
        tally = playouts.run(1, games)
        return tally.decisions, tally.choices

    return work


def measure_game(name: str, seconds: float, console: Console) -> dict[str, dict[str, float]]:
    """Compiled and interpreted random play, with the game's usual options."""
    game = _open(name)
    with compiling(game.title):
        contenders = {target: _own(game, target) for target in (COMPILED, PYTHON)}
        contenders[COMPILED](1)
    return {target: speed._asdict() for target, speed in compare(contenders, seconds, console, game.title).items()}


def measure_beside(name: str, seconds: float, console: Console) -> list[dict[str, Any]]:
    """A row for ourselves and for each peer: its speed and our ratio to it, or what is missing."""
    peers = import_module("bench.peers")
    game, absent = _open(name), {}
    with compiling(game.title):
        contenders = {SKULK: _own(game, COMPILED), "Skulk, interpreted": _own(game, PYTHON)}
        length = contenders[SKULK](20_000)[0] / 20_000
        for peer, make in peers.PEERS.items():
            try:
                contenders[peer] = _only_decisions(make(name, length))
            except peers.Missing as missing:
                absent[peer] = str(missing)
    best = compare(contenders, seconds, console, game.title)
    ours = best[SKULK].decisions
    rows: list[dict[str, Any]] = [
        {"who": who, "decisions": speed.decisions, "ratio": ours / speed.decisions} for who, speed in best.items()
    ]
    return rows + [{"who": who, "missing": why} for who, why in absent.items()]


def _only_decisions(run: Callable[[int], int]) -> Work:
    return lambda games: (run(games), 0)


# ---- digests


def _digests(name: str, games: int, console: Console) -> dict[str, Any]:
    """The same random games in every target there is, by their digests."""
    game, sample = _open(name), max(1, games // SAMPLE)
    with compiling(game.title):
        compiled = Playouts(game, None, COMPILED)
        compiled.run(0, 1)
    with console.status(f"{game.title}: {games:,} random games"):
        whole, part = compiled.run(0, games), compiled.run(0, sample)
        interpreted = Playouts(game, None, PYTHON).run(0, sample)
        cuda = _on_gpu(game, games)
    row = {
        "game": name,
        "games": games,
        "compiled": _hex(whole.digest),
        "sample": sample,
        "compiled sample": _hex(part.digest),
        "interpreted sample": _hex(interpreted.digest),
        "cuda": cuda if isinstance(cuda, str) else _hex(cuda),
    }
    row["agree"] = part == interpreted and (isinstance(cuda, str) or cuda == whole.digest)
    return row


def _hex(digest: int) -> str:
    return f"{digest & 2**64 - 1:016x}"


def _on_gpu(game: Game, games: int) -> int | str:
    """The digest, or why there is none."""
    try:
        from numba import cuda as device

        from skulk.engine import cuda
    except ImportError:
        return "not installed: pip install 'skulk[gpu]'"
    except RuntimeError as error:  # numba-cuda is there, and the libraries that it reads at once are not
        return f"CUDA's libraries are missing ({str(error).splitlines()[0]}): pip install 'numba-cuda[cu13]'"
    if not device.is_available():  # type: ignore[no-untyped-call]
        return "no GPU found"
    return int(cuda.digest(game, None, 0, games))


# ---- tables


def _show(report: dict[str, Any], console: Console) -> None:
    if "digests" in report:
        console.print(_digest_table(report["digests"]))
        return
    if report["games"]:
        console.print(_games_table(report["games"]))
    for name, rows in report["beside"].items():
        console.print(_beside_table(_open(name).title, rows))
    if not _yardsticks():
        console.print("Connect Four and Leduc beside C and peers: in the source tree alone (folder bench/)")
    cpu = escape(report["machine"]["cpu"])
    console.print(f"[dim]One core, CPU time, the best of {REPETITIONS} runs that take turns. {cpu}[/]")


def _games_table(games: dict[str, dict[str, Any]]) -> Table:
    table = Table("game", title="Decisions a second in random play")
    for heading in ("compiled", "with a choice", "interpreted", "with a choice"):
        table.add_column(heading, justify="right")
    for name, speeds in games.items():
        cells = [_count(speeds[t][what]) for t in (COMPILED, PYTHON) for what in ("decisions", "choices")]
        table.add_row(_open(name).title, *cells)
    return table


def _beside_table(title: str, rows: list[dict[str, Any]]) -> Table:
    table = Table("who", title=f"{title}: decisions a second in random play")
    table.add_column("decisions/s", justify="right")
    table.add_column("Skulk is", justify="right")
    if any("missing" in row for row in rows):
        table.add_column("why not")
    for row in rows:
        if "missing" in row:
            table.add_row(row["who"], "–", "–", escape(row["missing"]), style="dim")
        else:
            table.add_row(row["who"], _count(row["decisions"]), "" if row["who"] == SKULK else _times(row["ratio"]))
    return table


def _times(ratio: float) -> str:
    return f"{ratio:.2f} ×" if ratio < 10 else f"{ratio:,.0f} ×"


def _digest_table(rows: list[dict[str, Any]]) -> Table:
    table = Table("game", "target", title="Digests of random games")
    table.add_column("games", justify="right")
    table.add_column("digest", no_wrap=True)
    table.add_column("agree")
    for row in rows:
        agree = "yes" if row["agree"] else "[bold red]NO[/]"
        table.add_row(row["game"], "interpreted", f"{row['sample']:,}", row["interpreted sample"])
        table.add_row("", "compiled", f"{row['sample']:,}", row["compiled sample"])
        table.add_row("", "compiled", f"{row['games']:,}", row["compiled"])
        table.add_row("", "GPU", f"{row['games']:,}", escape(row["cuda"]), agree, end_section=True)
    return table


def _count(number: float) -> str:
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:.3g}"


if __name__ == "__main__":
    main()
