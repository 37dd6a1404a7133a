"""The arena: bots play bots, in all seats and over the same deals, until the answer is there.

Games are played by worker processes, one at a time each; every result is written down as it comes, and a run that was
stopped goes on where it was.
"""

import contextlib
import json as as_json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import util
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

from skulk import __version__
from skulk.bots import read_budget
from skulk.compiling import compiling
from skulk.engine import BadOption, SkulkError
from skulk.engine.match import read_seed

from . import open_game, stats
from .contest import Contest, Stopped, Terms
from .entrants import code_mark, enter
from .report import percent, report, show
from .results import Book, Result
from .schedule import Schedule, Seating

Task = tuple[int, int, Seating]  # deal, which of its seatings, and that seating
Played = Generator[Result, None, None]
Flag = Parameter(negative=())
MOST_GAMES = 1_000_000


def arena(
    game: str,
    /,
    *bots: str,
    games: int = 100,
    players: int | None = None,
    option: Annotated[list[str] | None, Parameter(name=["--option", "-o"], negative=())] = None,
    seed: str = "1",
    jobs: int | None = None,
    budget: str = "200ms",
    limit: float = 10.0,
    until_clear: Annotated[bool, Flag] = False,
    bar: float | None = None,
    save: Path | None = None,
    json: Annotated[bool, Flag] = False,
) -> None:
    """Let bots play bots, in all seats and over the same deals.

    Parameters
    ----------
    game
        Its name, as `skulk games` tells it.
    bots
        random, thumb, search:200ms, search:1000 (simulations), search:1s,threads=2, clairvoyant:200ms, a level (cub,
        fox, vixen, slyest), my_bot.py, or cmd: and a command, such as "cmd:node my_bot.mjs".
    games
        How many games at least; deals are played out in all seatings.
    players
        How many sit at a table.
    option
        name=value, as often as you like; `skulk games` lists what there is.
    seed
        Decides all deals. With budgets in simulations the same seed gives the same games everywhere.
    jobs
        How many games are played at a time; left out: one for each core.
    budget
        For bots that name none.
    limit
        Seconds over a move after which a bot of yours has lost the game.
    until_clear
        Stop as soon as it is clear whether the first bot takes more than the others (or than --bar).
    bar
        The share of the win to compare the first bot with, such as 0.75.
    save
        A file for the results; if it is there already, the run goes on where it stopped.
    json
        Print JSON, for programs.
    """
    _check(bots, games, jobs, limit, bar, until_clear)
    console = Console(stderr=True) if json else Console()
    options = open_game(game).options.parse(option or [], players)
    terms = _terms(game, bots, options, seed, budget, limit)
    run = _run(terms, bots, games, bar, until_clear, save)
    finished = run.play(jobs or _cores(terms), console)
    told = run.report()
    if json:
        print(as_json.dumps(told, indent=1, ensure_ascii=False))
    else:
        show(told, console)
    if not finished:
        again = f"the same command goes on from {save}" if save else "with --save FILE it could go on later"
        console.print(f"Stopped: {again}.", highlight=False)
        raise SystemExit(130)


def compete(
    game: str,
    *bots: str,
    games: int = 100,
    options: dict[str, Any] | None = None,
    seed: str | int = "1",
    jobs: int | None = 1,
    budget: str = "200ms",
    limit: float = 10.0,
    until_clear: bool = False,
    bar: float | None = None,
    save: Path | str | None = None,
) -> dict[str, Any]:
    """Let bots play bots, in all seats and over the same deals; what came of it, as `skulk arena --json` prints it.

    `bots` in words, as for `sit`; also `my_bot.py`, `"cmd:node my_bot.mjs"` and `clairvoyant:200ms`. `jobs` above 1
    plays in as many processes, None in one for each core: a script that asks for that keeps its own work under
    `if __name__ == "__main__":`.
    `budget` is for bots that name none, `limit` the seconds over a move after which a bot of yours has lost, `bar` the
    share of the win to compare the first bot with. With `until_clear` it stops as soon as that is clear. `save` is a
    file for the results: if it is there already, the run goes on where it stopped.

    What comes back: `terms` (what must be the same to go on), `games`, `deals`, `moves` (a game, on average), `bots`
    in the order in which they were named, `matrix[i][j]` (how often i finishes ahead of j), `verdict` (None while it is
    not clear, else `bar`, `above`, `deals`), `way` (from thumb to clairvoyant, where both play) and `forfeits`. Each of
    `bots` has `bot`, `share` of the win, `seats` (the same by seat), `rating` (`mu`, `sigma`), `milliseconds` (`moves`,
    `mean`, `p99`) and `forfeits`. A share is its `value`, a 95 % interval from `low` to `high`, and so many `turns`;
    None without any.
    """
    _check(bots, games, jobs, limit, bar, until_clear)
    if not isinstance(save, str | Path | None):
        raise BadOption(f"save is the name of a file, not {save!r}")
    terms = _terms(game, bots, options or {}, read_seed(seed), budget, limit)
    run = _run(terms, bots, games, bar, until_clear, Path(save) if save else None)
    if not run.play(jobs or _cores(terms), Console(quiet=True)):
        raise KeyboardInterrupt
    return run.report()


def _terms(game: str, bots: tuple[str, ...], options: dict[str, Any], seed: str, budget: str, limit: float) -> Terms:
    """What it is about, options in full; BadOption says what is wrong."""
    opened = open_game(game)
    told = opened.options.tell(opened.read_options(options))
    entrants = tuple(enter(name, game) for name in dict.fromkeys(bots))
    terms = Terms(game, told, seed, entrants, read_budget(budget), limit)
    for entrant in entrants:
        entrant.check(terms.budget, limit)
    return terms


def _run(
    terms: Terms, bots: tuple[str, ...], games: int, bar: float | None, until_clear: bool, save: Path | None
) -> "Run":
    names = [entrant.text for entrant in terms.entrants]
    schedule = Schedule([names.index(name) for name in bots], terms.options["players"], terms.seed)
    book = Book(_head(terms, list(bots)), save)
    return Run(terms, schedule, book, schedule.deals(games), bar, until_clear)


def _check(
    bots: tuple[str, ...], games: int, jobs: int | None, limit: float, bar: float | None, until_clear: bool
) -> None:
    if not bots:
        raise BadOption("which bots? For example: skulk arena fox-on-the-run random thumb")
    for bot in bots:
        if not isinstance(bot, str):
            raise BadOption(f"bots are named one after the other, each in words: 'random', 'thumb'; not {bot!r}")
    whole, any_number, nothing = (int,), (int, float), (type(None),)
    kinds = [("games", games, whole), ("jobs", jobs, whole + nothing), ("limit", limit, any_number)]
    for name, value, taken in [*kinds, ("bar", bar, any_number + nothing)]:
        if type(value) not in taken:
            raise BadOption(f"--{name} takes a {'number' if float in taken else 'whole number'}, not {value!r}")
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"--games must be 1 to {MOST_GAMES:,}, not {games:,}")
    if jobs is not None and jobs < 1:
        raise BadOption("--jobs must be 1 or more")
    if not 0 < limit < 1e6:
        raise BadOption("--limit must be more than 0 seconds")
    if bar is not None and not 0 < bar < 1:
        raise BadOption("--bar is a share of the win between 0 and 1, such as 0.75")
    if until_clear and len(set(bots)) < 2:
        raise BadOption("--until-clear compares the first bot with others: name another")


def _head(terms: Terms, bots: list[str]) -> dict[str, Any]:
    """What must be the same for a run to go on."""
    game = open_game(terms.game)
    return {
        "skulk": __version__,
        "code": code_mark(game),
        "game": game.name,
        "version": game.version,
        "box": game.box,
        "options": terms.options,
        "seed": terms.seed,
        "bots": bots,
        "files": {entrant.text: entrant.mark for entrant in terms.entrants if entrant.mark},
        "budget": list(terms.budget),
    }


def _cores(terms: Terms) -> int:
    """As many games at a time as the cores bear."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores // max(entrant.threads for entrant in terms.entrants))


class Run:
    """One run over the deals 0 … `deals` − 1; games that are in the book already are not played again."""

    def __init__(self, terms: Terms, schedule: Schedule, book: Book, deals: int, bar: float | None, until_clear: bool):
        self.terms, self.schedule, self.book, self.deals = terms, schedule, book, deals
        self.bar, self.until_clear = bar, until_clear

    def report(self) -> dict[str, Any]:
        """All that the games say, and what they were about."""
        return {"terms": self.book.head, **report(self.whole_deals(), self.terms.entrants, self.bar)}

    def play(self, jobs: int, console: Console) -> bool:
        """Play what is to be played; False if somebody pressed Ctrl-C."""
        try:
            return self._play(jobs, console)
        finally:
            self.book.close()

    def _play(self, jobs: int, console: Console) -> bool:
        tasks = list(self._tasks())
        if not tasks or self.is_clear():
            return True
        with _told_to_stop() as is_stopped:
            with compiling(open_game(self.terms.game).title):
                contest = Contest(self.terms, is_stopped)
            played = self._here(contest, tasks) if jobs == 1 else self._by_workers(tasks, jobs, is_stopped)
            with _progress(console) as progress, contextlib.closing(contest), contextlib.closing(played):
                self._write_down(played, progress, len(tasks))
            return not is_stopped()

    def _write_down(self, played: Iterator[Result], progress: Progress, left: int) -> None:
        """Every result as it comes, until there are no more or the answer is clear."""
        done = sum(len(self.schedule.seatings(deal)) for deal in range(self.deals)) - left
        bar = progress.add_task("", total=done + left, completed=done)
        points, seats, next_look = 0.0, 0, 0
        for count, result in enumerate(played, 1):
            self.book.add(result)
            points += sum(share for share, who in zip(result.shares, result.seats, strict=True) if who == 0)
            seats += result.seats.count(0)
            first = f"{escape(self.terms.entrants[0].text)} {percent(points / seats)}" if seats else ""
            progress.update(bar, advance=1, description=first)
            if count >= next_look:
                if self.is_clear():
                    return
                next_look = count + 1 + count // 50

    def _tasks(self) -> Iterator[Task]:
        for deal in range(self.deals):
            for number, seating in enumerate(self.schedule.seatings(deal)):
                if (deal, number) not in self.book.results:
                    yield deal, number, seating

    def whole_deals(self) -> list[Result]:
        """The results of the first deals that were played in all seatings, up to where it became clear."""
        results: list[Result] = []
        for deal in range(self.deals):
            keys = [(deal, number) for number in range(len(self.schedule.seatings(deal)))]
            if not all(key in self.book.results for key in keys):
                break
            results += [self.book.results[key] for key in keys]
        found = stats.verdict(results, 0, self.bar) if self.until_clear else None
        return [result for result in results if result.deal < found.deals] if found else results

    def is_clear(self) -> bool:
        return self.until_clear and stats.verdict(self.whole_deals(), 0, self.bar) is not None

    # ---- who plays them

    def _here(self, contest: Contest, tasks: list[Task]) -> Played:
        try:
            for task in tasks:
                yield contest.play(*task)
        except Stopped:
            return

    def _by_workers(
        self, tasks: list[Task], jobs: int, is_stopped: Callable[[], bool]
    ) -> Generator[Result, None, None]:
        """Results as they come from worker processes; when nobody wants more, they stop after the move at hand."""
        context = multiprocessing.get_context("spawn")
        closing = context.Event()
        waiting = iter(tasks)
        with ProcessPoolExecutor(min(jobs, len(tasks)), context, _open, (self.terms, closing)) as pool:
            try:
                running = {pool.submit(_play, task) for task in islice(waiting, 2 * jobs)}
                while running and not is_stopped():
                    done, running = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
                    running |= {pool.submit(_play, task) for task in islice(waiting, len(done))}
                    yield from (result for future in done if (result := future.result()))
            except BrokenProcessPool as error:
                raise SkulkError("a worker process has ended before its time, perhaps for lack of memory") from error
            finally:
                closing.set()
                pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _told_to_stop() -> Iterator[Callable[[], bool]]:
    """While this lasts, Ctrl-C ends the run after the move at hand; a second one ends it at once."""
    stopped: list[int] = []

    def stop(number: int, frame: Any) -> None:
        if stopped:
            raise KeyboardInterrupt
        stopped.append(number)

    is_main = threading.current_thread() is threading.main_thread()  # only there may signals be handled
    before = signal.signal(signal.SIGINT, stop) if is_main else None
    try:
        yield lambda: bool(stopped)
    finally:
        if is_main:
            signal.signal(signal.SIGINT, before)


def _progress(console: Console) -> Progress:
    columns = [*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()]
    return Progress(*columns, console=console, transient=True)


# ---- in a worker process

_contest: Contest | None = None


def _open(terms: Terms, closing: Any) -> None:
    global _contest
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the arena tells when to stop
    _contest = Contest(terms, closing.is_set)
    util.Finalize(None, _contest.close, exitpriority=10)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """If the arena is killed, no worker stays behind."""
    arena = multiprocessing.parent_process()
    assert arena
    arena.join()
    if _contest:
        _contest.close()
    os._exit(1)


def _play(task: Task) -> Result | None:
    assert _contest
    try:
        return _contest.play(*task)
    except Stopped:
        return None
