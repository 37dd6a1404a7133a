"""The screen and the keyboard of one terminal, or the pipes in their place."""

import sys
from collections.abc import Sequence
from typing import Any, TextIO

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from skulk.engine import SkulkError

THEME = Theme(
    {
        "fox": "bold #DB6820",  # one accent: yours to touch now
        "fox.number": "bold #1F140A on #DB6820",
        "soft": "dim",
        "refusal": "bold #D0463C",
        "markdown.h1.border": "none",
    }
)
CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the window and what has scrolled out of it
HOME = "\x1b[H\x1b[2J"


class Screen:
    """Where a sitting is shown and answered. Input is read line by line and kept in no history, for seats share it."""

    def __init__(self, console: Console | None = None, keyboard: TextIO | None = None):
        self.console = console or Console(highlight=False)
        self.console.push_theme(THEME)
        self.keyboard = keyboard or sys.stdin
        self.is_live = self.console.is_terminal
        self.is_typed = self.is_live and self.keyboard.isatty()

    def show(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part)

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))

    def refuse(self, error: SkulkError | str) -> None:
        """A slip of paper: one sentence, and the rule."""
        self.console.print(Text.assemble(("▌! ", "refusal"), spell_out(error)))

    def heading(self, text: str) -> None:
        self.console.rule(Text(text, "bold"), align="left", style="soft", characters="─")

    def ask(self, prompt: str) -> str:
        """A line from the keyboard; EOFError when there are no more."""
        self.console.print(Text(prompt, "fox"), end=" ")
        self.console.file.flush()
        line = self.keyboard.readline()
        if not line.endswith("\n") and not line:
            self.console.print()
            raise EOFError
        text = "".join(c if c.isprintable() else " " for c in line).strip()
        if not self.is_typed:
            self.console.print(Text(text))  # a transcript shows what was answered
        return text

    def turn_page(self) -> None:
        """A fresh page for the next turn; what was there may be scrolled back to."""
        self._write(HOME)

    def wipe(self) -> None:
        """Nothing of what was shown may be read again, scrolled out of the window or not."""
        self._write(CLEAR)

    def _write(self, codes: str) -> None:
        if self.is_live:
            self.console.file.write(codes)
            self.console.file.flush()
        else:
            self.console.print()

    def height_of(self, part: RenderableType) -> int:
        return len(self.console.render_lines(part, pad=False))


def spell_out(error: SkulkError | str) -> str:
    """An error in one line, with its rule."""
    text = " ".join(str(error).split())
    rule = getattr(error, "rule", "")
    return f"{text} ({rule})" if rule and f"({rule})" not in text else text


def numbered(texts: Sequence[str], width: int) -> RenderableType:
    """Moves by number, down the columns, in as few rows as the width allows."""
    rows = next(rows for rows in range(1, len(texts) + 2) if rows > len(texts) or _fits(texts, rows, width))
    rows = min(max(rows, 3 if len(texts) <= 12 else 1), max(len(texts), 1))  # a short list reads better downwards
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in range(rows):
        grid.add_row(*(_move(i, texts) for i in range(row, len(texts), rows)))
    return Padding(grid, (0, 0, 0, 2))


def _fits(texts: Sequence[str], rows: int, width: int) -> bool:
    number = len(str(len(texts)))
    columns = [texts[i : i + rows] for i in range(0, len(texts), rows)]
    return sum(number + 1 + max(map(cell_len, column)) + 2 for column in columns) <= width - 2


def _move(index: int, texts: Sequence[str]) -> Any:
    return Text.assemble((f"{index + 1:>{len(str(len(texts)))}}", "fox"), " ", texts[index])
