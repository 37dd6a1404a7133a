"""Fox Grove in the terminal: the three houses, the trick, the players, your hand, what has been played."""

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

INK = {"blue": "bold #5B8DEF", "purple": "bold #A77BD8", "orange": "bold #E8873A", "yellow": "bold #D9B400"}
LETTERS = {"wood": "W", "nuts": "N", "maple": "M", "berry": "berry", "advance": "climb"}
QUESTION = {
    "exchange": "Everybody chooses two cards to pass",
    "draw": "Seat {turn}: use Draw 2, or not",
    "under": "Seat {turn} puts two cards under the pile",
    "trick": "Seat {turn} plays a card",
    "pick": "Seat {turn} has won and picks",
    "reward": "Seat {turn} takes a reward",
    "thirteen": "Seat {turn} may climb with card 13",
    "pay": "Seat {turn} pays",
    "bonus": "Seat {turn} has a bonus",
    "deliver": "Seat {turn} delivers",
    "keep": "Everybody keeps three resources",
    "finished": "The game is over",
}

Lit = Mapping[str, str]


def draw(table: dict[str, Any], seat: int, lit: Lit | None = None) -> RenderableType:
    """The seen table; `lit` gives the numbers of the moves that touch a thing."""
    lit = lit or {}
    parts: list[RenderableType] = [_heading(table), _houses(table, lit), _trick(table, lit), _players(table, seat, lit)]
    if table["hand"]:
        parts.append(Text.assemble(("hand   ", "dim"), *_cards(table["hand"], lit)))
    return Group(*parts, *_memory(table), _played(table))


def _heading(table: dict[str, Any]) -> Text:
    asked = QUESTION[table["phase"]].format(turn=table["turn"])
    where = f"round {table['round']} of {table['rounds']} · trick {table['trick']} of {table['tricks']}"
    rest = f"pile {table['pile']['left']} · blackberries {table['berries']['left']}"
    return Text.assemble(
        (asked, "bold"), f"   {where} · {rest}", (" · pro" if table["variant"] == "pro" else "", "dim")
    )


# ---- houses


def _houses(table: dict[str, Any], lit: Lit) -> Table:
    rows = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style="bold", show_edge=False)
    rows.add_column("", style="dim", no_wrap=True)
    for house in table["houses"]:
        title = Text(f"{house['title']} house {house['side']} ")
        rows.add_column(title.append(lit.get(house["name"], ""), "fox.number"), min_width=25, no_wrap=True)
    rows.add_column("lowest", justify="right", style="dim", no_wrap=True)
    for level in range(len(table["track"]) - 1, -1, -1):
        levels = [_level(house["levels"][level]) for house in table["houses"]]
        rows.add_row(str(level), *levels, f"+{table['track'][level]}")
    return rows


def _level(level: dict[str, Any]) -> Text:
    cost = " ".join(f"{n}{letter}" for n, letter in zip(level["cost"], "WNM", strict=True) if n)
    star = "★" if level["bonus"] else " "
    text = Text.assemble((f"{cost:<9}{star} {level['points']:>2} ", "dim"))
    return text.append(" ".join(str(seat) for seat in level["markers"]), "bold")


# ---- the trick


def _trick(table: dict[str, Any], lit: Lit) -> Text:
    text = Text.assemble(("table  ", "dim"))
    if not table["table"]:
        text.append("–", "dim")
    for card in table["table"]:
        who = "Frank" if card["seat"] == "frank" else str(card["seat"])
        text.append(f"{who}: ").append_text(_card(card, lit)).append("   ")
    if table["named"]:
        text.append("named ", "dim")
        for card in table["named"]:
            text.append_text(_card(card, {})).append(" ")
    if table["reward"]:
        text.append("reward ", "dim").append_text(_card(table["reward"], lit))
    if table["advance"]:
        text.append_text(_advance(table["advance"]))
    return text


def _advance(advance: dict[str, Any]) -> Text:
    cost = " ".join(f"{part['amount']}{LETTERS[part['resource']]}" for part in advance["cost"] if part["amount"])
    less = ", less 1 of your choice" if advance["drop"] else ""
    return Text.assemble(("   to pay for the ", "dim"), f"{advance['house']} house: {cost or 'nothing'}{less}")


def _card(card: dict[str, Any], lit: Lit) -> Text:
    reward = LETTERS[card["resource"]]
    amount = str(card["amount"]) if len(reward) == 1 else ""
    text = Text.assemble((card["text"], INK[card["colour"]]), (f" {amount}{reward}", "dim"))
    if card["name"] in lit:
        text.append(" ").append(lit[card["name"]], "fox.number")
    return text


def _cards(cards: list[dict[str, Any]], lit: Lit) -> list[Any]:
    return [piece for card in cards for piece in (_card(card, lit), "  ")]


# ---- players


def _players(table: dict[str, Any], seat: int, lit: Lit) -> Table:
    over = table["phase"] == "finished"
    rows = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("", "cards", "W N M", "levels", "owls (asleep)", "blackberries", "score" if over else "points"):
        rows.add_column(title, no_wrap=title != "owls (asleep)")
    rows.add_column("", style="dim")
    for number, player in enumerate(table["seats"]):
        rows.add_row(
            _name(table, number, seat),
            str(player["held"]),
            " ".join(map(str, player["resources"])),
            " ".join(map(str, player["levels"])),
            _owls(player, lit if number == seat else {}),
            _berries(player),
            str(player["score"] if over else player["points"]),
            _remarks(player),
        )
    return rows


def _name(table: dict[str, Any], number: int, seat: int) -> Text:
    fox = " fox" if number == table["fox"] else ""
    you = " (you)" if number == seat else ""
    return Text.assemble(("›" if number == table["turn"] else " ", "fox"), f"seat {number}{you}", (fox, "fox"))


def _owls(player: dict[str, Any], lit: Lit) -> Text:
    text = Text()
    for owl in player["owls"]:
        awake = owl["side"] == "awake"
        text.append(owl["title"] if awake else f"({owl['title']})", "" if awake else "dim")
        text.append(lit.get(owl["name"], ""), "fox.number").append(" ")
    return text if player["owls"] else Text("–", "dim")


def _berries(player: dict[str, Any]) -> str:
    values = player["values"]
    shown = f" ({' '.join(map(str, values))})" if values else ""
    return f"{player['berries']}{shown}" + (f", spent {player['spent']}" if player["spent"] else "")


def _remarks(player: dict[str, Any]) -> str:
    parts = []
    if player["chosen"] is not None:
        parts.append(f"chosen {player['chosen']}")
    if player["voids"]:
        parts.append("no " + ", ".join(player["voids"]))
    if player["known"]:
        parts.append("has " + " ".join(card["text"] for card in player["known"]))
    return "; ".join(parts)


# ---- what has been seen


def _memory(table: dict[str, Any]) -> list[Text]:
    exchange = table["exchange"] or {}
    told = [f"{what} {' '.join(card['text'] for card in cards)}" for what, cards in exchange.items() if cards]
    return [Text.assemble(("you    ", "dim"), " · ".join(told))] if told else []


def _played(table: dict[str, Any]) -> Text:
    text = Text.assemble(("played ", "dim"))
    if not table["played"]:
        text.append("–", "dim")
    for colour, ink in INK.items():
        numbers = [str(card["number"]) for card in table["played"] if card["colour"] == colour]
        if numbers:
            text.append(f"{colour} {' '.join(numbers)}   ", ink)
    return text
