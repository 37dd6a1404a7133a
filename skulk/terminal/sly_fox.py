"""Slyest Fox in the terminal: the foxes around the clearing, the attack in the middle, your hand below."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

CARDS = {
    "GOS": "Gossip",
    "TRA": "Trap",
    "UAT": "Universal attack",
    "WEA": "Nosey weasel",
    "SAT": "Sneaky attack",
    "ENO": "Enough is enough!",
    "FAC": "Facts",
    "CAU": "Caution",
    "UDE": "Universal defence",
    "IDC": "I don't care",
    "SDE": "Sneaky defence",
    "STO": "Stop it!",
}
CHARACTERS = {"GF": "Gossip Fox", "SC": "Schemer", "MT": "Master of Traps", "IF": "Inventive Fox"}
DECK = {"attack": "bold #FFFFFF on #B3432F", "defence": "bold #FFFFFF on #2F6B8F"}
TEAM = {"gossip": "#8E5BB5", "trap": "#7A5A34"}
QUESTION = {
    "turn": "fox {active} has the turn: draw or attack.",
    "respond": "fox {target} is asked: defend or decline.",
    "help": "Third foxes may help fox {target} now.",
    "stopped": "fox {active} answers Stop it!, or not.",
    "press": "The attack is parried: fox {active} goes on or rests.",
    "join": "Third foxes may join the attack now.",
    "refill": "fox {asked} has too few cards and draws.",
    "shed": "fox {asked} has too many cards and discards.",
    "clearing": "A clearing: trade, lay I don't care, challenge.",
    "floor": "fox {asked} has the floor of the clearing.",
    "over": "The game is over.",
}


def draw(table: dict[str, Any], seat: int, lit: Mapping[str, str]) -> RenderableType:
    """The foxes, the decks with their piles, the attack if there is one, the own hand."""
    parts: list[RenderableType] = [_headline(table), _foxes(table, lit), Text(), _decks(table, lit)]
    if table["attack"]:
        parts.append(_attack(table["attack"]))
    if table["seat"] is not None:
        parts.append(_hand(table, lit))
    if table["over"]:
        winners = " and ".join(f"fox {winner}" for winner, rank in enumerate(table["ranks"]) if rank == 1)
        parts.append(Text(f"The slyest: {winners}", "bold"))
    return Group(*parts)


def _headline(table: dict[str, Any]) -> Text:
    attack = table["attack"] or {}
    asked = table["asked"][0] if table["asked"] else None
    question = QUESTION[table["phase"]].format(active=table["active"], target=attack.get("target"), asked=asked)
    return Text.assemble((f"Turn {table['turn']}  ", "bold"), question)


# ---- foxes


def _foxes(table: dict[str, Any], lit: Mapping[str, str]) -> Table:
    rows = Table(box=None, padding=(0, 2, 0, 0), header_style="italic")
    for column in ("", "lives", "marked", "hand", "character", "", ""):
        rows.add_column(column, no_wrap=True)
    for fox in table["foxes"]:
        rows.add_row(*_fox(table, fox), Text(lit.get(fox["name"], ""), "fox.number"))
    return rows


def _fox(table: dict[str, Any], fox: dict[str, Any]) -> list[Text]:
    mine, has_turn = fox["seat"] == table["seat"], fox["seat"] == table["active"]
    style = "bold" if mine else "" if fox["live"] else "dim"
    name = ("► " if has_turn else "  ") + f"fox {fox['seat']}" + (" (you)" if mine else "")
    hand = "–" if not fox["live"] and not fox["ghost"] else fox["band"]
    if fox["cards"] is not None and hand != "–":
        hand = f"{fox['cards']} {hand}" if fox["cards"] else "none"
    return [
        Text(name, style),
        Text("♥" * fox["lives"] + "·" * (3 - fox["lives"]), "#C2383B"),
        Text("G" * fox["gossiped"] + "T" * fox["trapped"]),
        Text(hand),
        _character(fox),
        Text(_remark(fox)),
    ]


def _character(fox: dict[str, Any]) -> Text:
    name = CHARACTERS[fox["character"]] if fox["character"] else "?"
    if fox["team"]:
        return Text(name if fox["character"] else f"{fox['team']} team", TEAM[fox["team"]])
    return Text(name, "" if fox["face_up"] else "dim")


def _remark(fox: dict[str, Any]) -> str:
    if fox["ghost"]:
        return "a ghost"
    if not fox["live"]:
        return "eliminated"
    return {"lies": "doesn't care", "resting": "no I don't care yet", "free": ""}[fox["idc"]]


# ---- decks, the attack, the hand


def _decks(table: dict[str, Any], lit: Mapping[str, str]) -> Table:
    rows = Table.grid(padding=(0, 2, 0, 0))
    for name, deck in table["decks"].items():
        number = lit.get(deck["name"], "")
        pile = Text("pile: ")
        for card in table["piles"][name]:
            pile.append(f"{card['count']} {CARDS[card['code']]}  ")
        if not table["piles"][name]:
            pile.append("empty", "dim")
        label = Text.assemble((f" {name} ", DECK[name]), f" {deck['left']} cards ", (number, "fox.number"))
        rows.add_row(label, pile)
    return rows


def _attack(attack: dict[str, Any]) -> Text:
    line = Text("\n")
    if attack["target"] is not None:
        line.append(f"fox {attack['attacker']} attacks fox {attack['target']}", "bold")
        line.append(f" by {attack['kind']}: {attack['attack']} against {attack['defence']}   ")
    for card in attack["cards"]:
        line.append(f" {card['count']} {CARDS[card['code']]} ", DECK[card["deck"]])
        line.append(" ")
    if attack["ban"]:
        line.append("no meddling", "bold")
    return line


def _hand(table: dict[str, Any], lit: Mapping[str, str]) -> Text:
    me = table["foxes"][table["seat"]]
    line = Text("\nyour hand: ", "bold")
    for card in table["hand"]:
        line.append(f" {card['count']} {CARDS[card['code']]} ", DECK[card["deck"]])
        line.append(" ")
    if not table["hand"]:
        line.append("no cards ", "dim")
    if me["character"]:
        line.append(f"  {CHARACTERS[me['character']]} ", "italic")
        line.append(lit.get(me["character_name"], ""), "fox.number")
    return line
