"""Is each knob of the search kept for a reason that still holds? Every kept value against its neighbours, in one table.

    python -m bench.knobs [GAME …] [--games 200] [--only KNOB …] [--seed 1] [--jobs N] [--save DIR] [--json]

Each line is an arena: the search as it is, with one knob turned, against the search as it is, seats rotating over the
same deals, budgets in simulations, so that a line repeats exactly. A line whose interval lies above one half (or above
a fair share, where more than two play) says that the knob should be turned. `--save DIR` keeps every game: the same
command goes on where it was stopped.
"""

import argparse
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import NamedTuple


class Setting(NamedTuple):
    """A game as it is tried: simulations a move, its options, and what each knob is turned to."""

    game: str
    simulations: int
    options: list[str]
    players: int
    turned: dict[str, list[float]]

    @property
    def title(self) -> str:
        return " ".join([self.game, *self.options, f"for {self.players}"])


SETTINGS = [
    Setting("fox_on_the_run", 3000, [], 2, {"contest": [1, 4], "horizon": [4, 16], "explore": [0.3, 1.0],
                                            "observer": [0], "bias": [0.02]}),
    Setting("outfoxed", 1000, [], 2, {"contest": [1, 4], "horizon": [10, 40], "explore": [0.3, 1.0], "observer": [0]}),
    Setting("oh_fox", 1000, [], 2, {"contest": [4, 24], "belief": [0, 3], "trust": [0, 0.8], "bias": [0.2, 0.5],
                                    "explore": [0.35, 1.4], "observer": [1]}),
    Setting("oh_fox", 1000, [], 3, {"contest": [12], "trust": [0.5]}),
    Setting("sly_fox", 500, ["mode=duel"], 2, {"contest": [3, 16], "horizon": [12, 50], "explore": [0.3, 1.0],
                                               "observer": [0]}),
    Setting("sly_fox", 500, [], 4, {"trust": [0, 0.5]}),
    Setting("fox_grove", 500, [], 2, {"contest": [1, 6], "horizon": [30, 240], "explore": [0.3, 1.0],
                                      "observer": [0]}),
]  # fmt: skip


def line(setting: Setting, knob: str, value: float, given: argparse.Namespace) -> dict:
    """One knob turned: its share of the win against the search as it is."""
    from skulk.lab.arena import arena

    own = f"search:{setting.simulations}"
    other = f"{own},{knob}={value:g}"
    name = f"{setting.game}-{setting.players}-{knob}-{value:g}-{given.seed}.jsonl"
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        arena(
            setting.game,
            other,
            own,
            games=given.games,
            players=setting.players,
            option=setting.options,
            seed=given.seed,
            jobs=given.jobs,
            save=given.save and given.save / name,
            json=True,
        )
    result = json.loads(told.getvalue())
    share = result["bots"][0]["share"]
    fair = 0.5 if setting.players == 2 else 1 / setting.players
    row = {"game": setting.title, "simulations": setting.simulations, "knob": knob, "turned_to": value}
    return {**row, "games": result["games"], "fair": fair, **{end: share[end] for end in ("value", "low", "high")},
            "is_better": share["low"] > fair}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", nargs="*", help="these knobs, or knob=value")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--save", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.save:
        given.save.mkdir(parents=True, exist_ok=True)
    rows = []
    for setting in SETTINGS:
        if given.games_named and setting.game not in given.games_named:
            continue
        for knob, values in setting.turned.items():
            for value in values:
                if given.only and not {knob, f"{knob}={value:g}"} & set(given.only):
                    continue
                rows.append(row := line(setting, knob, value, given))
                if not given.json:
                    said = "BETTER" if row["is_better"] else ""
                    print(
                        f"{row['game']:28} {row['simulations']:5} {knob:>9} {value:<6g} {row['value']:6.3f} "
                        f"({row['low']:.3f}–{row['high']:.3f}) of {row['games']} {said}",
                        flush=True,
                    )
    if given.json:
        json.dump(rows, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
