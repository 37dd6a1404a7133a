"""Fox Grove in words: moves and events. The seen table is in table.py, positions are in positions.py."""

from typing import Any

from skulk.engine import NONE, UNKNOWN, Event, Phrase

from . import moves, rules
from .checks import check
from .components import (
    AMOUNT_OF,
    AWAKE,
    CARDS,
    COLOUR_OF,
    CONVERT,
    DISCOUNT,
    DOUBLE,
    DRAW2,
    FRANK,
    KEEPS,
    NUMBER_OF,
    NUT,
    OWL_NAMES,
    PICK2,
    RESOURCE_OF,
    RESOURCES,
    SWITCH,
    YELLOW,
)
from .houses import shortfall
from .names import COLOUR_NAMES, HOUSE_NAMES, RESOURCE_NAMES, card_name
from .positions import from_position, implied, position
from .state import LEFT
from .table import table
from .tricks import can_follow, cards_to_pick

__all__ = [
    "VARIANTS",
    "check",
    "from_position",
    "implied",
    "objection",
    "position",
    "result",
    "say",
    "table",
    "tell",
    "touches",
    "why_not",
]

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "owls": "pick2+switch"},
    {"players": 4, "owls": "draw2+convert", "tree": "B", "mushroom": "B", "leaf": "B"},
    {"players": 2, "owls": "double+switch", "mushroom": "B", "first": 1},
    {"players": 3, "owls": "pick2+convert", "tree": "B", "first": 2},
    {"players": 4, "owls": "draw2+discount", "leaf": "B", "first": 3},
    {"players": 2, "variant": "pro", "tree": "B", "leaf": "B"},
    {"players": 3, "variant": "pro", "first": 0},
    {"players": 4, "variant": "pro", "tree": "B", "mushroom": "B"},
    {"players": 2, "owls": "draw2+pick2", "tree": "B", "mushroom": "B", "leaf": "B"},
    {"players": 3, "owls": "draw2+switch", "mushroom": "B", "leaf": "B"},
    {"players": 4, "owls": "draw2+double"},
    {"players": 2, "owls": "pick2+discount"},
    {"players": 3, "owls": "pick2+double"},
    {"players": 2, "owls": "discount+switch"},
    {"players": 3, "owls": "discount+convert"},
    {"players": 4, "owls": "switch+convert"},
    {"players": 4, "owls": "double+convert"},
]


def objection(options: Any) -> str | None:
    """Why these options cannot go together."""
    if options.first >= options.players:
        return f"first is seat {options.first}, but the seats are 0 to {options.players - 1} (R13)"
    if options.variant and options.owls:
        return "owls are chosen for the base variant; in the pro variant nobody starts with owls (R72)"
    return None


# ---- moves

SIMPLE = {
    moves.USE_DRAW2: "use draw2",
    moves.SKIP_DRAW2: "skip draw2",
    moves.USE_PICK2: "use pick2",
    moves.DECLINE: "decline",
    moves.END_DELIVERY: "end delivery",
    moves.BONUS_BERRY: "take berry",
    moves.WAKE: "wake",
}


def say(seen: Any, seat: int, action: int) -> Phrase:
    """A move in words, as at the table."""
    if action < CARDS:
        return Phrase(_card_verb(seen, seat, action), card=card_name(action))
    if action in SIMPLE:
        return Phrase(SIMPLE[action])
    if action < moves.ADVANCE:
        return _say_reward(seen, action)
    if action < moves.DECLINE:
        return Phrase("advance", house=Phrase(HOUSE_NAMES[action - moves.ADVANCE]))
    if action < moves.SWAP:
        verb, kind = ("drop", action - moves.DROP) if action < moves.CUT else ("cut", action - moves.CUT)
        return Phrase(verb, goods=[_amount(kind, 1)])
    if action < moves.CONFIRM:
        a, b = moves.SWAP_FROM[action - moves.SWAP], moves.SWAP_TO[action - moves.SWAP]
        return Phrase("swap", a=Phrase(RESOURCE_NAMES[a]), b=Phrase(RESOURCE_NAMES[b]))
    if action == moves.CONFIRM:
        return _say_payment(seen, seat)
    if action < moves.KEEP:
        return Phrase("new owl", owl=Phrase(OWL_NAMES[action - moves.NEW_OWL]))
    return Phrase("keep", goods=goods(KEEPS[action - moves.KEEP]))


def _card_verb(seen: Any, seat: int, card: int) -> str:
    if seen.phase == moves.EXCHANGE:
        first = seen.gave[seat, LEFT] == NONE
        return ("give" if first else "bury") if seen.players == 2 else ("pass left" if first else "pass right")
    if seen.phase == moves.UNDER:
        return "put under"
    if seen.phase == moves.PICK:
        return "pick"
    if seen.phase == moves.TRICK and seen.placed == 0:
        return "lead"
    if seen.phase == moves.TRICK and COLOUR_OF[card] not in (COLOUR_OF[seen.table[0]], YELLOW):
        return "discard"
    return "play"


def _say_reward(seen: Any, action: int) -> Phrase:
    verb = "take" if action == moves.TAKE else "take twice" if action == moves.TWICE else "take as"
    kind = (
        action - moves.TURN_INTO if action >= moves.TURN_INTO else RESOURCE_OF[seen.card] if seen.card != NONE else NONE
    )
    if seen.card == NONE:
        return Phrase("any " + verb, **({"resource": Phrase(RESOURCE_NAMES[kind])} if kind != NONE else {}))
    amount = AMOUNT_OF[seen.card] * (2 if action == moves.TWICE else 1)
    return Phrase(verb, goods=[_amount(kind, amount)])


def _say_payment(seen: Any, seat: int) -> Phrase:
    if seen.phase != moves.PAY:
        return Phrase("pay")
    berries = int(shortfall(seen, seat, *seen.cost))
    paid = [min(int(seen.cost[kind]), int(seen.resources[seat, kind])) for kind in range(RESOURCES)]
    parts = [_amount(kind, n) for kind, n in enumerate(paid) if n]
    if berries:
        parts.append(Phrase("one berry" if berries == 1 else "some berries", n=berries))
    return Phrase("pay all", parts=parts or Phrase("nothing"))


def _amount(kind: int, n: int) -> Phrase:
    return Phrase("one nut" if kind == NUT and n == 1 else f"some {RESOURCE_NAMES[kind]}", n=int(n))


def goods(numbers: Any) -> Any:
    """Wood, nuts and maple as words: "1 wood, 2 maple", or "nothing"."""
    return [_amount(kind, n) for kind, n in enumerate(numbers) if n > 0] or Phrase("nothing")


def touches(seen: Any, seat: int, action: int) -> list[str]:
    """What on the table a move touches."""
    if action < CARDS:
        return [f"card:{action}"]
    if action in (moves.USE_DRAW2, moves.SKIP_DRAW2):
        return [f"owl:{DRAW2}", "pile"] if action == moves.USE_DRAW2 else ["pass"]
    if action == moves.USE_PICK2:
        return [f"owl:{PICK2}"]
    if action < moves.ADVANCE:
        card = [] if seen.card == NONE else [f"card:{seen.card}"]
        if action == moves.TAKE:
            return card
        return (
            [f"owl:{DOUBLE}", *card]
            if action == moves.TWICE
            else [f"owl:{CONVERT}", *card, f"into:{action - moves.TURN_INTO}"]
        )
    if action < moves.DECLINE:
        return [f"house:{action - moves.ADVANCE}"]
    if action in (moves.DECLINE, moves.END_DELIVERY):
        return ["pass"]
    if action < moves.CUT:
        return [f"cost:{action - moves.DROP}"]
    if action < moves.CONFIRM:
        if action < moves.SWAP:
            return [f"owl:{DISCOUNT}", f"cost:{action - moves.CUT}"]
        return [
            f"owl:{SWITCH}",
            f"cost:{moves.SWAP_FROM[action - moves.SWAP]}",
            f"into:{moves.SWAP_TO[action - moves.SWAP]}",
        ]
    if action == moves.CONFIRM:
        return ["pay"] if seen.house == NONE else ["pay", f"house:{seen.house}"]
    if action < moves.KEEP:
        return (
            ["berries"]
            if action == moves.BONUS_BERRY
            else ["owls"]
            if action == moves.WAKE
            else [f"owl:{action - moves.NEW_OWL}"]
        )
    return [f"keep:{action - moves.KEEP}"]


# ---- why not

ASKED = {  # what is asked in each phase, when something else is tried
    moves.EXCHANGE: ("why exchange", "R7"),
    moves.DRAW: ("why draw", "R12"),
    moves.UNDER: ("why under", "R12"),
    moves.TRICK: ("why play", "R15"),
    moves.PICK: ("why pick", "R26"),
    moves.REWARD: ("why reward", "R37"),
    moves.THIRTEEN: ("why thirteen", "R34"),
    moves.PAY: ("why pay", "R46"),
    moves.BONUS_DUE: ("why bonus", "R51"),
    moves.DELIVER: ("why deliver", "R44"),
    moves.KEEPING: ("why keep", "R54"),
    moves.FINISHED: ("why over", "R58"),
}


def why_not(seen: Any, seat: int, action: int) -> Phrase:
    """Why an action is refused in the present phase, with its rule."""
    if action < CARDS and seen.phase in (moves.EXCHANGE, moves.UNDER, moves.TRICK, moves.PICK):
        return _why_not_card(seen, seat, action)
    if action == moves.USE_PICK2 and seen.phase == moves.PICK:
        return _why_not_two(seen, seat)
    if moves.TAKE < action < moves.ADVANCE and seen.phase == moves.REWARD:
        return _why_not_owl(seen, seat, action)
    if moves.ADVANCE <= action < moves.DECLINE and seen.phase in (moves.THIRTEEN, moves.DELIVER):
        house = action - moves.ADVANCE
        top = seen.levels[seat, house] == 7
        key, rule = ("why at the top", "R45") if top else ("why too dear", "R46")
        return Phrase(key, house=Phrase(HOUSE_NAMES[house]), rule=rule)
    if moves.DROP <= action <= moves.CONFIRM and seen.phase == moves.PAY:
        return _why_not_pay(seen, seat, action)
    if moves.BONUS_BERRY <= action < moves.KEEP and seen.phase == moves.BONUS_DUE:
        return _why_not_bonus(seen, seat, action)
    if action >= moves.KEEP and seen.phase == moves.KEEPING:
        return Phrase("why not those", goods=goods(KEEPS[action - moves.KEEP]), rule="R54")
    key, rule = ASKED[seen.phase]
    return Phrase(key, rule=rule)


def _why_not_card(seen: Any, seat: int, card: int) -> Phrase:
    name = card_name(card)
    if seen.phase == moves.PICK:
        if card in seen.due:
            return Phrase("why named", card=name, rule="R62")
        return Phrase("why not on the table", card=name, rule="R26")
    if seen.places[card] != seat:
        return Phrase(
            "why not yours", card=name, rule={moves.EXCHANGE: "R7", moves.UNDER: "R12"}.get(seen.phase, "R14")
        )
    if seen.phase == moves.EXCHANGE:
        return Phrase("why twice", card=name, rule="R7")
    led = COLOUR_OF[seen.table[0]]
    colour = Phrase(COLOUR_NAMES[led])
    return Phrase("why follow", colour=colour, rule="R17" if can_follow(seen, seat, led) and led != YELLOW else "R16")


def _why_not_two(seen: Any, seat: int) -> Phrase:
    if seen.owls[seat, PICK2] != AWAKE:
        return Phrase("why asleep", owl=Phrase("pick2"), rule="R59")
    return Phrase("why one card" if cards_to_pick(seen) < 2 else "why declared", rule="R62")


def _why_not_owl(seen: Any, seat: int, action: int) -> Phrase:
    owl = DOUBLE if action == moves.TWICE else CONVERT
    if seen.owls[seat, owl] != AWAKE:
        return Phrase("why asleep", owl=Phrase(OWL_NAMES[owl]), rule="R59")
    return Phrase("why same", rule="R64")


def _why_not_pay(seen: Any, seat: int, action: int) -> Phrase:
    if seen.drop:
        return Phrase("why drop", rule="R34")
    if action == moves.CONFIRM:
        return Phrase("why short", rule="R48")
    if action < moves.CUT:
        return Phrase("why dropped", rule="R47")
    owl, kind = (
        (SWITCH, moves.SWAP_FROM[action - moves.SWAP]) if action >= moves.SWAP else (DISCOUNT, action - moves.CUT)
    )
    if seen.owls[seat, owl] != AWAKE:
        return Phrase("why asleep", owl=Phrase(OWL_NAMES[owl]), rule="R59")
    if seen.cost[kind] == 0:
        return Phrase("why not asked", resource=Phrase(RESOURCE_NAMES[kind]), rule="R47")
    return Phrase("why short", rule="R48")


def _why_not_bonus(seen: Any, seat: int, action: int) -> Phrase:
    if action == moves.BONUS_BERRY:
        return Phrase("why no berries", rule="R41")
    if action == moves.WAKE:
        return Phrase("why all awake", rule="R52")
    if not seen.pro:
        return Phrase("why no new owls", rule="R52")
    return Phrase("why owned", owl=Phrase(OWL_NAMES[action - moves.NEW_OWL]), rule="R74")


# ---- events


def tell(event: Event, seat: int) -> Phrase:
    """An event as `seat` heard it."""
    a, b, c, d = event.numbers
    kind = event.kind
    if kind == moves.DEALT:
        return Phrase("dealt", n=a)
    if kind == moves.EXCHANGED:
        return Phrase("exchanged")
    if kind == moves.TURNED_UP:
        return Phrase("frank follows" if b else "frank discards", card=card_name(a))
    if kind == moves.WON:
        return Phrase("frank won", n=b) if a == FRANK else Phrase("won", who=_seat(a), n=b)
    return Phrase(*_told(kind, b, c, d), **_parts(kind, a, b, c, d))


NEWS = {  # events that are always told in the same words
    moves.RECEIVED: "received",
    moves.SKIPPED: "skipped",
    moves.PICKED: "picked",
    moves.GAINED: "gained",
    moves.NO_BERRY: "no berry",
    moves.USED_OWL: "used owl",
    moves.NO_ADVANCE: "no advance",
    moves.CLIMBED: "climbed",
    moves.PAID: "paid",
    moves.WOKE: "woke",
    moves.GOT_OWL: "got owl",
    moves.MARKER: "marker",
    moves.DELIVERED: "delivered",
    moves.KEPT: "kept",
    moves.SCORED: "scored",
}
SECRETS = {  # told in full to those who may know
    moves.CHOSE: ("chose", "chose in secret"),
    moves.DREW: ("drew", "drew in secret"),
    moves.SANK: ("sank", "sank in secret"),
    moves.TOOK_BERRY: ("took berry", "took berry in secret"),
    moves.ATE_BERRY: ("ate berry", "ate berry in secret"),
    moves.WILL_KEEP: ("will keep", "will keep in secret"),
}
LAYING = ["led", "followed", "trumped", "discarded"]
DISCARDED = LAYING.index("discarded")


def _told(kind: int, b: int, c: int, d: int) -> tuple[str]:
    if kind == moves.LAID:
        return (LAYING[c],)
    if kind in SECRETS:
        return (SECRETS[kind][(c if kind == moves.CHOSE else b) == UNKNOWN],)
    return (NEWS[kind],)


def _parts(kind: int, a: int, b: int, c: int, d: int) -> dict[str, Any]:
    """What fills in an event that begins with a seat."""
    if kind == moves.PICKED or (kind == moves.LAID and c == DISCARDED):
        return {"who": _seat(a), "card": card_name(b), "reward": Phrase("reward 13") if NUMBER_OF[b] == 13 else ""}
    if kind == moves.LAID:
        return {"who": _seat(a), "card": card_name(b)}
    if kind in (moves.DREW, moves.SANK) and b != UNKNOWN:
        return {"who": _seat(a), "card": card_name(b)}
    if kind == moves.CHOSE and c != UNKNOWN:
        return {"who": _seat(a), "card": card_name(c)}
    if kind == moves.RECEIVED:
        return {"giver": _seat(a), "who": _seat(b), "card": card_name(c)}
    if kind == moves.GAINED:
        return {"who": _seat(a), "goods": [_amount(b, c)]}
    if kind in (moves.TOOK_BERRY, moves.ATE_BERRY):
        return {"who": _seat(a), "value": b}
    if kind in (moves.USED_OWL, moves.GOT_OWL):
        return {"who": _seat(a), "owl": Phrase(OWL_NAMES[b])}
    if kind == moves.CLIMBED:
        return {"who": _seat(a), "house": Phrase(HOUSE_NAMES[b]), "level": c}
    if kind == moves.PAID and b + c + d == 0:
        return {"who": _seat(a), "goods": Phrase("no resources")}  # blackberries are told before
    if kind in (moves.PAID, moves.KEPT):
        return {"who": _seat(a), "goods": goods((b, c, d))}
    if kind == moves.WILL_KEEP and b != UNKNOWN:
        return {"who": _seat(a), "goods": goods(KEEPS[b])}
    if kind == moves.SCORED:
        return {"who": _seat(a), "total": b + c + d, "houses": b, "berries": c, "track": d}
    return {"who": _seat(a)}


def _seat(seat: int) -> Phrase:
    """Who sits there: at a table the name."""
    return Phrase("seat", seat=int(seat))


# ---- the end


def result(state: Any) -> dict[str, Any]:
    """R71: points, then the number of blackberries; who is equal in both shares a rank."""
    standings = [int(rules.standing(state, seat)) for seat in range(state.players)]
    points = [int(rules.points(state, seat)) for seat in range(state.players)]
    best = [seat for seat in range(state.players) if standings[seat] == max(standings)]
    if len(best) > 1:
        reason = Phrase("ended shared", points=max(points))
    elif points.count(max(points)) > 1:
        reason = Phrase("ended by berries", points=max(points))
    else:
        reason = Phrase("ended by points", points=max(points))
    return {"ranks": [1 + sum(s > mine for s in standings) for mine in standings], "scores": points, "reason": reason}
