"""Outfoxed in the terminal: the forest floor with its cards, the rim around it, both players' things beside it."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

WIDE, RIM_WIDE = 11, 6  # the inside of a cell, and of a space of the rim left and right
PAPER, FOREST, KNOWN, LIT = "#25302A on #FFF6E6", "#84A893 on #2F4A3D", "#DDE8C8 on #2F4A3D", "bold #1F140A on #DB6820"
CHIP = {
    "FOX": "bold #FFFFFF on #C2502A",
    "BEAR": "bold #FFFFFF on #23282B",
    "VIXEN": "bold #2B2306 on #F0C535",
    "Crow": "bold #FFFFFF on #23282B",
    "Eagle": "bold #2B2306 on #F0C535",
    "Sun": "bold #2B2306 on #F5E7A3",
}
ARROW = {(-1, 0): "↑", (0, 1): "→", (1, 0): "↓", (0, -1): "←"}
QUESTION = {
    "STEP": "Red Fox, take a step.",
    "REPLACE": "Red Fox, activate {active}, or replace it from your hand.",
    "LEAP": "Red Fox, leap.",
    "LOOK": "Red Fox, look at a card.",
    "SWITCH_1": "Red Fox, choose the first card to switch.",
    "SWITCH_2": "Red Fox, choose the card to switch with {picked}.",
    "BAIT": "It evades! Red Fox, will you spend a bait?",
    "VIXEN": "Red Fox, will you put down the Vixen?",
    "EAGLE": "Red Fox, fly the Eagle.",
    "ALARM": "Crow, look at a card.",
    "RELOCATE": "Crow, choose where the rabbit goes.",
    "CROW_MOVE": "Crow, fly.",
    "PEEK": "Crow, peek at a card beside you.",
    "SWAP": "Crow, swap the card on {picked}.",
    "BEAR": "Crow, move Black Bear.",
}
FLAG = {
    "limp": "Red Fox will limp",
    "lost": "Red Fox will lose a turn",
    "double_spent": "the Eagle’s double move is spent",
    "dive": "the Eagle may go farther",
    "distracted": "Bear is distracted",
    "shiny": "Crow is dazzled",
    "bonus": "a bonus turn follows",
}


def draw(table: dict[str, Any], seat: int, lit: Mapping[str, str]) -> RenderableType:
    """The floor within the rim, and beside it the question and what else lies on the table."""
    page = Table.grid(padding=(0, 2, 0, 0))
    page.add_column(no_wrap=True, width=2 * RIM_WIDE + 5 * (WIDE + 1) + 1)
    page.add_column()
    page.add_row(_board(table, lit), _side(table, seat))
    return page


# ---- the floor and the rim


def _board(table: dict[str, Any], lit: Mapping[str, str]) -> Text:
    lines = [_edge(range(5), table, lit)]
    for row in range(5):
        lines.append(_line("┌┬┐" if row == 0 else "├┼┤"))
        cells = [_cell(cell, table, lit.get(cell["name"], "")) for cell in table["cells"][5 * row : 5 * row + 5]]
        left, right = _space(19 - row, table, lit, RIM_WIDE), _space(5 + row, table, lit, RIM_WIDE)
        for height in range(3):
            inside = [piece for cell in cells for piece in (cell[height], ("│", "dim"))]
            ends = (left, right) if height == 1 else (Text(" " * RIM_WIDE), Text(""))
            lines.append(Text.assemble(ends[0], ("│", "dim"), *inside, ends[1]))
    lines.append(_line("└┴┘"))
    lines.append(_edge(range(14, 9, -1), table, lit))
    return Text("\n").join(lines)


def _line(corners: str) -> Text:
    return Text(" " * RIM_WIDE + corners[0] + corners[1].join(["─" * WIDE] * 5) + corners[2], "dim")


def _edge(spaces: range, table: dict[str, Any], lit: Mapping[str, str]) -> Text:
    parts = [piece for space in spaces for piece in (" ", _space(space, table, lit, WIDE))]
    return Text.assemble(" " * RIM_WIDE, *parts)


def _space(space: int, table: dict[str, Any], lit: Mapping[str, str], wide: int) -> Text:
    """A space of the rim: the move that touches it, or its number, or who is there."""
    here = [name for name in ("Crow", "Eagle", "Sun") if table[name.lower()] == space]
    short = [name if wide > RIM_WIDE else name[: 5 // len(here)] for name in here]
    chip = f"[{lit[f'rim:{space}']}]" if f"rim:{space}" in lit else ""
    text = Text.assemble((chip, LIT), *((name, CHIP[full]) for name, full in zip(short, here, strict=True)))
    if not text:
        text = Text(str(space), "dim")
    spare = max(0, wide - len(text))
    return Text.assemble(" " * (spare // 2), text, " " * (spare - spare // 2))


def _cell(cell: dict[str, Any], table: dict[str, Any], numbers: str) -> list[Text]:
    """Three lines: moves and pieces, the card if it is known, what is known of it."""
    up = cell["side"] == "up"
    paint = PAPER if up else KNOWN if cell["card"] else FOREST
    fill = " " if up or cell["card"] else "░"
    chip = f"[{numbers}]"[:WIDE] if numbers else ""
    pieces = [piece for piece in ("FOX", "BEAR", "VIXEN") if table[piece.lower()] == cell["cell"]]
    shown = [(piece if len(pieces) == 1 else piece[:3], CHIP[piece]) for piece in pieces]
    spare = max(0, WIDE - len(chip) - sum(len(text) for text, _ in shown))
    card = cell["card"] or ""
    first, second = _name(card.upper() if up else card)  # what lies open is written large
    if table["arrow"] == cell["cell"]:
        second = second or f"{_arrow(table)} bear"
    if not second and not up:
        second = " ".join((*(f"{name} saw" for name in cell["known"][:1] if len(cell["known"]) == 1), *_doubt(cell)))
    return [
        Text.assemble((chip, LIT), (fill * spare, paint), *shown),
        Text(f"{first:{fill}^{WIDE}}"[:WIDE], paint),
        Text(f"{second:{fill}^{WIDE}}"[:WIDE], f"{paint} {'' if up else 'italic'}"),
    ]


def _doubt(cell: dict[str, Any]) -> list[str]:
    return ["stirred"] if cell["stirred"] and not cell["card"] else []


def _name(card: str) -> tuple[str, str]:
    """A card's name on two lines."""
    words, first = card.split("_"), ""
    while words and len(f"{first} {words[0]}".strip()) <= WIDE:
        first = f"{first} {words.pop(0)}".strip()
    return first, " ".join(words)


def _arrow(table: dict[str, Any]) -> str:
    """The way Bear went from the cell that its arrow points back to."""
    (r, c), (row, column) = ([int(n) for n in table[piece].split(",")] for piece in ("bear", "arrow"))
    return ARROW[r - row, c - column]


# ---- beside the board


def _side(table: dict[str, Any], seat: int) -> RenderableType:
    lines = [
        Text(_question(table, seat), "bold"),
        Text(),
        Text(f"Round {table['round']} of 20"),
        *(Text(FLAG[flag], "italic") for flag in table["flags"]),
        Text(),
        _thing("Captured", table["captured"]),
        _thing("Bait", table["bait"]),
        _thing("Hand", _counted(table["hand"]) if table["hand"] is not None else [_held(table)]),
        Text(),
        _thing(
            "Deck",
            [f"{table['deck']} cards" + (f", {_plain(table['deck_back'])} on top" if table["deck_back"] else "")],
        ),
        _thing("Discards", _counted(table["discards"])),
        _thing("Crow’s cards", [card["card"] or "?" for card in table["removed"]]),
        Text(f"Crow may use the deck {table['exchanges_left']} times", "dim"),
    ]
    if table["recalled"]:
        lines.append(_thing("Stirred, among others", _counted(table["recalled"])))
    if not table["winner"] and table["face"]:
        lines.append(Text(f"The die shows {_plain(table['face'].lower())}"))
    return Group(*lines)


def _question(table: dict[str, Any], seat: int) -> str:
    if table["winner"]:
        return {"fox": "Red Fox has won.", "crow": "Crow has won."}[table["winner"]]
    filled = {"active": _plain(table["active"] or ""), "picked": table["picked"]}
    return QUESTION[table["decision"]].format(**filled) + (" (You.)" if table["seat"] == seat else "")


def _thing(name: str, cards: list[str]) -> Text:
    return Text.assemble((f"{name}: ", "bold"), ", ".join(_plain(card) for card in cards) or "–")


def _held(table: dict[str, Any]) -> str:
    return f"{table['held']} cards" + "".join(f", one of them {_plain(card)}" for card in table["held_backs"])


def _counted(cards: dict[str, int]) -> list[str]:
    return [card if number == 1 else f"{number} × {card}" for card, number in cards.items()]


def _plain(card: str) -> str:
    return card.replace("_", " ")
