"""What is shown while a game is compiled: what, how far, and how long that usually takes."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from skulk.engine.rule import watchers

MOMENT = 2.0  # seconds that need no explanation: what is compiled already is read in so fast
USUALLY = "usually 20 to 80 s, and only once"


@contextmanager
def compiling(title: str, console: Console | None = None, moment: float = MOMENT) -> Iterator[None]:
    """While this lasts and takes longer than a moment, standard error tells what is compiled and how far that is."""
    shown = _Shown(title, console or Console(stderr=True))
    timer = threading.Timer(moment, shown.begin)
    timer.daemon = True
    watchers.append(shown.tell)
    timer.start()
    try:
        yield
    finally:
        watchers.remove(shown.tell)
        timer.cancel()
        shown.end()


class _Shown:
    """A bar on a terminal that can draw one; elsewhere a line at the beginning and one at the end."""

    def __init__(self, title: str, console: Console):
        self.title, self.console = title, console
        self.since = time.monotonic()
        columns = (TextColumn("{task.description}"), BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn())
        self.progress = Progress(*columns, console=console, transient=True)
        self.task = self.progress.add_task(self._said("rules"), total=None)
        self.lock = threading.Lock()
        self.draws = console.is_terminal and not console.is_dumb_terminal
        self.has_begun = self.has_ended = False

    def _said(self, what: str) -> str:
        return f"Compiling {self.title}, {USUALLY}: {what}"

    def tell(self, name: str, number: int, of: int) -> None:
        """A rule is compiled."""
        self.progress.update(self.task, description=self._said(name), completed=number, total=of)

    def begin(self) -> None:
        with self.lock:
            if self.has_ended:
                return
            self.has_begun = True
            if self.draws:
                self.progress.start()
            else:
                self.console.print(f"Compiling {self.title}: {USUALLY} …", highlight=False)

    def end(self) -> None:
        with self.lock:
            self.has_ended = True
            if not self.has_begun:
                return
            if self.draws:
                self.progress.stop()
            else:
                self.console.print(f"{self.title} is compiled, after {self._seconds()} s.", highlight=False)

    def _seconds(self) -> int:
        return round(time.monotonic() - self.since)
