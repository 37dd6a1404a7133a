"""A picture of a table in the terminal: python scripts/picture.py GAME SEED MOVES FILE.svg ['{"option": …}']

Plays MOVES random moves of the match with that seed and draws what the seat to act sees, as SVG.
"""

import io
import json
import random
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from skulk.engine import Match
from skulk.terminal import view
from skulk.terminal.screen import THEME, numbered

PAPER = TerminalTheme(
    (255, 251, 242),
    (37, 48, 42),
    [
        (37, 48, 42),
        (163, 36, 28),
        (47, 107, 52),
        (156, 61, 13),
        (61, 95, 196),
        (94, 42, 132),
        (20, 86, 79),
        (78, 89, 82),
    ],
)


def main(game: str, seed: str, moves: str, path: str, options: str = "{}") -> None:
    match, chance = Match(game, json.loads(options), seed), random.Random(seed)
    for _ in range(int(moves)):
        seat = chance.choice(match.acting())
        match.play(seat, chance.choice(match.legal(seat)))
    seat = match.acting()[0]
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.push_theme(THEME)
    lit: dict[str, str] = {}
    for number, action in enumerate(match.legal(seat), 1):
        for name in match.game.words.touches(match.seen(seat), seat, action):
            lit[name] = f"{lit[name]},{number}" if name in lit else str(number)
    console.print(view(match.game)(match.table(seat), seat, lit))
    console.print(numbered([match.say(seat, action) for action in match.legal(seat)], 100))
    svg = console.export_svg(title=f"skulk play {match.game.name.replace('_', '-')}", theme=PAPER)
    Path(path).write_text(re.sub(r"@font-face \{.*?\}", "", svg, flags=re.S), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
