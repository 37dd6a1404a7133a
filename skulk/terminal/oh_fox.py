"""Oh, Fox! in a terminal: the forest with its curves at the rim, the players' rows, at the end the film."""

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

COLOURS = {"red": "bold red", "green": "bold green", "blue": "bold blue", "yellow": "bold yellow"}
INK = {"purple": "magenta", "orange": "dark_orange", "teal": "cyan", "brown": "orange4"}
TRIGGERS = {
    "shield": "one space, and nobody can attack you in that turn",
    "tunnel": "through the tunnel if you stand on one, else one space",
    "opposite": "one space against the arrow",
    "flight": "fly three spaces, out of reach until you land",
    "double": "two spaces, straight on",
    "pond": "jump to the pond",
    "return": "one space and back again",
}
CELL = 15


def draw(table: dict[str, Any], seat: int, lit: Mapping[str, str] | None = None) -> RenderableType:
    """The seen table; `lit` gives the numbers of the moves that lead to a space."""
    parts = [_heading(table), _forest(table, lit or {}), _players(table)]
    return Group(*parts, *([_film(table)] if table["film"] else []))


def _heading(table: dict[str, Any]) -> Text:
    """What is asked, the candidates and the objectives, and what you are."""
    asked = {
        "choose": f"Turn {table['turn']} of 8: choose a card",
        "guess": "The predator guesses",
        "over": "The film is over",
    }[table["phase"]]
    objectives = " and ".join(name.capitalize() for name in table["objectives"]) or "none"
    return Text.assemble(
        (asked, "bold"),
        f"   objectives: {objectives}\n",
        ("predators ", "dim"),
        " ".join(table["predators"]),
        ("   prey ", "dim"),
        " ".join(table["prey"]),
        _reminder(table),
    )


def _reminder(table: dict[str, Any]) -> str:
    """What the viewer's own animal eats and does."""
    own = table["seats"][table["seat"]] if table["seat"] is not None else None
    if own is None or table["phase"] == "over":
        return ""
    food = f", eats {own['food']}" if own["food"] else ", meets prey"
    return f"\nYou: {own['animal']}{food}. Trigger: {TRIGGERS[own['trigger']]}."


# ---- the forest


def _forest(table: dict[str, Any], lit: Mapping[str, str]) -> RenderableType:
    exits = _exits(table["routes"])
    frame = Table.grid(padding=0)
    for _ in range(3):
        frame.add_column(justify="center")
    frame.add_row("", _rim([exits[f"{column}1N"] for column in "ABCDE"], "↑"), "")
    frame.add_row(
        _edge([exits[f"A{row}W"] + "←" for row in range(1, 6)]),
        _cells(table, lit),
        _edge(["→" + exits[f"E{row}E"] for row in range(1, 6)]),
    )
    frame.add_row("", _rim([exits[f"{column}5S"] for column in "ABCDE"], "↓"), "")
    return frame


def _exits(routes: list[str]) -> dict[str, str]:
    """Side → the space that its route leads to."""
    ends = [route.split("–") for route in routes]
    return {one: other[:2] for pair in ends for one, other in (pair, pair[::-1])}


def _rim(names: list[str], arrow: str) -> Text:
    return Text(" ".join(f"{arrow}{name}".center(CELL) for name in names), "dim")


def _edge(names: list[str]) -> Text:
    return Text("\n" + "\n".join(f"{name}\n\n" for name in names), "dim")


def _cells(table: dict[str, Any], lit: Mapping[str, str]) -> Table:
    grid = Table(box=box.ROUNDED, show_header=False, show_lines=True, padding=0, border_style="dim")
    for _ in range(5):
        grid.add_column(width=CELL, no_wrap=True)
    for row in range(5):
        grid.add_row(*(_cell(table, cell, lit) for cell in table["cells"] if cell["y"] == row))
    return grid


def _cell(table: dict[str, Any], cell: dict[str, Any], lit: Mapping[str, str]) -> Text:
    """Name, who may stand here and the moves that lead here; below it what grows here."""
    name = cell["name"].removeprefix("cell:")
    text = Text.assemble((name, "bold"), " ")
    for player in table["seats"]:
        text.append_text(_pawn(player, name))
    text.append(lit.get(cell["name"], ""), "fox.number" if cell["name"] in lit else "")
    text.truncate(CELL)
    text.append("\n")
    return text.append_text(_content(table, cell, name))


def _pawn(player: dict[str, Any], name: str) -> Text:
    """The player's letter: large where the animal must be, small where it may be."""
    cells = {place["cell"] for place in player["possible"]}
    letter = player["colour"][0]
    if name not in cells:
        return Text()
    return Text((letter.upper() if len(cells) == 1 else letter) + " ", COLOURS[player["colour"]])


def _content(table: dict[str, Any], cell: dict[str, Any], name: str) -> Text:
    if cell["kind"] == "tunnel":
        return Text(f"({cell['tunnel']})", INK[cell["tunnel"]])
    if cell["kind"] == "pond":
        return Text("~ pond ~", "bright_blue")
    if cell["kind"] == "home":
        owner = next((p["colour"] for p in table["seats"] if p["home"] == name), None)
        return Text(f"⌂ {owner}", COLOURS[owner]) if owner else Text("⌂", "dim")
    return Text(" ".join(cell["foods"]))


# ---- players


def _players(table: dict[str, Any]) -> Table:
    over = table["phase"] == "over"
    rows = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in ["", "is", "cards played", *(["hearts", "wounds", "score"] if over else ["left: S D M T X", ""])]:
        rows.add_column(title, no_wrap=True)
    for player in table["seats"]:
        rows.add_row(_name(table, player), _identity(player), " ".join(player["row"]) or "–", *_rest(player, over))
    return rows


def _name(table: dict[str, Any], player: dict[str, Any]) -> Text:
    number = int(player["name"].removeprefix("seat:"))
    mark = " ★" if number in table["winners"] else " (you)" if number == table["seat"] else ""
    return Text(player["colour"].capitalize() + mark, COLOURS[player["colour"]])


def _identity(player: dict[str, Any]) -> str:
    known = player["animal"] or player["role"] or "?"
    return f"{known} (guess: {player['guess']})" if player["guess"] else known


def _rest(player: dict[str, Any], over: bool) -> list[str]:
    if over:
        return [str(player[number]) for number in ("hearts", "wounds", "score")]
    left = "      " + " ".join(str(kind["left"]) for kind in player["hand"])
    return [left, (f"chose {player['card']}" if player["card"] else "has chosen") if player["answered"] else ""]


# ---- the film


def _film(table: dict[str, Any]) -> Table:
    """One line for each turn: attacks, meals and healing."""
    names = [player["colour"].capitalize() for player in table["seats"]]
    rows = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    rows.add_column("turn")
    rows.add_column("the film")
    for turn in table["film"]:
        told = [f"{names[a['seat']]} attacked on {a['place']} ({a['moment']})" for a in turn["attacks"]]
        told += [f"{names[m['seat']]} eats on {m['cell']}" for m in turn["meals"]]
        told += [f"{names[h['seat']]} heals {h['wounds']}" for h in turn["healed"]]
        rows.add_row(str(turn["turn"]), "; ".join(told) or "–")
    return rows
