"""Fox on the Run in the terminal: stumps with arrows, the forest face down, the characters on top."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

WIDE, NARROW, HIGH = 11, 7, 3  # the inside of a square
PAPER, WOOD, FOREST, FOX = "#25302A on #FFF6E6", "#6B4A24 on #E8D8B4", "#84A893 on #2F4A3D", "bold #1F140A on #DB6820"
CHIP = {
    "Indigo": "bold #FFFFFF on #3D5FC4",
    "Scarlet": "bold #FFFFFF on #C2383B",
    "Zev": "bold #16191B on #A3ABB0",
    "Puffer": "bold #FFFFFF on #23282B",
    "Raffles": "bold #2B2306 on #F0C535",
    "Napoleon": "bold #FFFFFF on #5B371F",
}
ARROW = {"N": "▲", "E": "►", "S": "▼", "W": "◄"}
QUESTION = {
    "step": "{mover}, take the first step.",
    "arrow": "{mover}, follow an arrow.",
    "second": "{mover}, finish what you began with {selected}.",
    "push": "Napoleon, push {pushed} off your square.",
}
ABILITY = {
    "Scarlet": "Scarlet, you may swap two tiles around you.",
    "Zev": "Zev, you may reveal a tile around you.",
    "Puffer": "Puffer, you may rotate a tile around you.",
    "Raffles": "Raffles, you may swap your tile with one around you.",
}


class Page:
    """The board, and beside it whose turn it is and how the game stands; smaller squares on a narrow screen."""

    def __init__(self, table: dict[str, Any], seat: int, lit: Mapping[str, str]):
        self.table, self.seat, self.lit = table, seat, lit

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = WIDE if options.max_width >= 98 else NARROW
        page = Table.grid(padding=(0, 2, 0, 0))
        page.add_column(no_wrap=True, min_width=3 + 5 * (wide + 1))
        page.add_column()
        page.add_row(_board(self.table, self.lit, wide), _side(self.table, self.seat))
        yield page


def draw(table: dict[str, Any], seat: int, lit: Mapping[str, str]) -> RenderableType:
    """`lit`: the squares that can be touched, each with the numbers of its moves."""
    return Page(table, seat, lit)


# ---- the board


def _board(table: dict[str, Any], lit: Mapping[str, str], wide: int) -> Text:
    tiles = table["tiles"]
    lines = [Text("  " + "".join(f" {column:^{wide}}" for column in "abcde"), "dim")]
    for row in range(5):
        lines.append(_line("┌┬┐" if row == 0 else "├┼┤", wide))
        squares = [_square(tile, table, lit.get(tile["name"], ""), wide) for tile in tiles[5 * row : 5 * row + 5]]
        for height in range(HIGH):
            label = f"{row + 1} " if height == HIGH // 2 else "  "
            inside = [piece for square in squares for piece in (square[height], ("│", "dim"))]
            lines.append(Text.assemble((label, "dim"), ("│", "dim"), *inside))
    lines.append(_line("└┴┘", wide))
    return Text("\n").join(lines)


def _line(corners: str, wide: int) -> Text:
    return Text("  " + corners[0] + corners[1].join(["─" * wide] * 5) + corners[2], "dim")


def _square(tile: dict[str, Any], table: dict[str, Any], numbers: str, wide: int) -> list[Text]:
    """Three lines: the numbers of the moves that touch it, the arrows at the edges, who stands there."""
    paint = {"down": FOREST, "start": WOOD, "up": PAPER}[tile["face"]]
    fill = "░" if tile["face"] == "down" else " "
    arrow = {side: ARROW[side] if side in tile.get("arrows", "") else fill for side in ARROW}
    upper, lower = (f"{arrow[side]:{fill}^{wide}}" for side in "NS")
    chip = f"[{numbers}]"[:wide] if numbers else ""
    names = [character["name"] for character in table["characters"] if character["square"] == tile["square"]]
    return [
        Text.assemble((chip, FOX), (upper[len(chip) :], paint)),
        Text.assemble((arrow["W"], paint), *_who(names, table["mover"], fill, paint, wide - 2), (arrow["E"], paint)),
        Text(_marked(lower, tile, table), paint),
    ]


def _marked(lower: str, tile: dict[str, Any], table: dict[str, Any]) -> str:
    """A starting tile says so, as do a tile that is chosen and one that has moved the mover already."""
    if tile["face"] == "start":
        return f"{'start':^{len(lower)}}"
    if tile["square"] == table["selected"]:
        return "*" + lower[1:-1] + "*"
    return f"{'used':^{len(lower)}}" if tile.get("used") and "S" not in tile["arrows"] else lower


def _who(names: list[str], mover: str, fill: str, paint: str, room: int) -> list[tuple[str, str]]:
    """Whoever stands on a square, in the middle of the line; names as long as fit, the mover marked."""
    for letters in (9, 4, 3, 2, 1):
        texts = ["›" * (name == mover) + name[:letters] for name in names]
        spare = room - len(fill.join(texts))
        if spare >= 0:
            break
    pieces = [p for name, text in zip(names, texts, strict=True) for p in ((fill, paint), (text, CHIP[name]))][1:]
    return [(fill * (spare // 2), paint), *pieces, (fill * (spare - spare // 2), paint)]


# ---- beside the board


def _side(table: dict[str, Any], seat: int) -> RenderableType:
    return Group(
        Text(_question(table), "bold"),
        Text(),
        _order(table, seat),
        Text(),
        Text(f"Turn {table['completed'] + 1} of {table['turn_limit']} at most"),
        Text(f"Face down: {table['face_down']} of 22"),
        Text("among them  " + _hidden(table["hidden"]), "dim"),
        Text(),
        Text.assemble(("Foxes ", "bold"), "win when Indigo reaches Scarlet with Zev not next to her."),
        Text.assemble(("Guardians ", "bold"), "win when Zev reaches Indigo, or when every tile lies open."),
    )


def _question(table: dict[str, Any]) -> str:
    if table["winner"]:
        return {"foxes": "The foxes have won.", "guardians": "The guardians have won."}.get(table["winner"], "A draw.")
    if table["phase"] == "ability":
        return ABILITY[table["mover"]]
    return QUESTION[table["phase"]].format(**table)


def _order(table: dict[str, Any], seat: int) -> Table:
    cast = {character["name"]: character for character in table["characters"]}
    rows = Table.grid(padding=(0, 1, 0, 0))
    for name in table["order"]:
        character, moves = cast[name], name == table["mover"] and not table["winner"]
        sits = f"seat {character['seat']}" + (" (you)" if character["seat"] == seat else "")
        rows.add_row(Text("›" if moves else " ", "fox"), Text(f" {name} ", CHIP[name]), character["faction"], sits)
    return rows


def _hidden(hidden: dict[str, int]) -> str:
    return "  ".join(f"{''.join(ARROW[a] for a in arrows)}×{count}" for arrows, count in hidden.items()) or "none"
