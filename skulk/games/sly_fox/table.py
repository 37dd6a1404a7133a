"""The seen table of Slyest Fox: all that a client needs to draw it."""

from typing import Any, Literal

from msgspec import Struct

from skulk.engine import NONE, SPECTATOR, has

from . import moves, rules
from .cards import held_by, may_challenge, two_are_left
from .components import (
    CAP,
    CHARACTER_NAMES,
    CODE_NAMES,
    FACTS,
    FFA,
    KINDS,
    LIVES,
    MANY,
    MOST,
    QUIET,
    SOME,
    STRIKES,
    TEAM,
)  # fmt: skip
from .evening import next_seat
from .names import (
    ALOOF_NAMES,
    DECK_NAMES,
    KIND_NAMES,
    MODES,
    PHASE_NAMES,
    REASON_NAMES,
    Aloof,
    DeckName,
    Kind,
    Mode,
    Phase,
    Reason,
)


class Pack(Struct, gc=False):
    """Cards of one kind: `name` is card:GOS in hand, pile:GOS on a pile, area:GOS in an attack, shown:GOS laid open."""

    name: str
    code: str
    deck: DeckName
    count: int


class Deck(Struct, gc=False):
    name: str
    left: int


class Left(Struct, gc=False):
    """Turns until the game is over: at the most, and if nobody attacks."""

    cap: int
    quiet: int


Stakes = Literal["over", "nine", "under"]


class Fox(Struct):
    """A player. `cards`: how many, where the number may be shown; `stakes`: whether that is over, just or under what a
    hand should have, of a fox that whoever looks may challenge; `hand` and `character` where they lie open."""

    name: str
    seat: int
    live: bool
    ghost: bool
    lives: int
    gossiped: int
    trapped: int
    idc: Aloof
    band: Literal["few", "some", "many"]
    cards: int | None
    stakes: Stakes | None
    hand: list[Pack] | None
    character: str | None
    character_name: str
    face_up: bool
    team: Kind | None
    has_challenged: bool
    character_used: bool


class Attack(Struct):
    """An attack as it stands. `matching`: the cards that make it stronger and weaker."""

    attacker: int
    target: int | None
    kind: Kind | None
    attack: int
    defence: int
    ban: bool
    cards: list[Pack]
    matching: list[str] | None


class Table(Struct):
    """`next`: whose turn comes after this one. `two_left`: of three or more. `opens`: the kinds of attack that a card
    may open, `free`: the cards that count nothing in one. `ranks` when the game is over."""

    mode: Mode
    players: int
    extension: bool
    ending: Literal["last_survivor", "first_victim", "duel", "team"]
    phase: Phase
    turn: int
    left: Left
    active: int
    next: int
    two_left: bool
    seat: int | None
    asked: list[int]
    answered: bool
    foxes: list[Fox]
    hand: list[Pack]
    decks: dict[DeckName, Deck]
    piles: dict[DeckName, list[Pack]]
    attack: Attack | None
    opens: dict[str, list[Kind]]
    free: list[str]
    over: bool
    reason: Reason | None
    ranks: list[int] | None


def table(seen: Any, seat: int) -> Table:
    """All that is drawn; what people are left to remember themselves (R62, R92) is left out."""
    me, piles = None if seat == SPECTATOR else seat, _packs(seen.piles, "pile")
    return Table(
        mode=MODES[seen.mode],
        players=int(seen.players),
        extension=bool(seen.extension),
        ending=_ending(seen),
        phase=PHASE_NAMES[seen.phase],
        turn=int(seen.turn),
        left=_turns_left(seen),
        active=int(seen.active),
        next=int(seen.active if seen.over else next_seat(seen)),
        two_left=bool(two_are_left(seen)),
        seat=me,
        asked=[s for s in range(seen.players) if has(seen.asked, s)] if seen.who == NONE else [int(seen.who)],
        answered=me is not None and bool(seen.answers[me] >= 0),
        foxes=[_fox(seen, seat, other) for other in range(seen.players)],
        hand=[] if me is None else _packs(seen.hands[me], "card"),
        decks={name: Deck(f"deck:{name}", int(seen.left[deck])) for deck, name in enumerate(DECK_NAMES)},
        piles={name: [pile for pile in piles if pile.deck == name] for name in DECK_NAMES},
        attack=_attack(seen),
        opens=OPENS,
        free=FREE,
        over=bool(seen.over),
        reason=REASON_NAMES[seen.reason],
        ranks=ranks(seen) if seen.over else None,
    )


# made once, shared by all tables: never to be changed
OPENS = {  # R12, R13
    CODE_NAMES[code]: [KIND_NAMES[kind] for card, kind in moves.OPENINGS if card == code]
    for code in moves.OPENINGS[:, 0]
}
FREE = ["WEA", "STO", "ENO"]  # R15


def _ending(seen: Any) -> Literal["last_survivor", "first_victim", "duel", "team"]:
    if seen.ending:
        return "first_victim"
    return "last_survivor" if seen.mode == FFA else "team" if seen.mode == TEAM else "duel"


def _turns_left(seen: Any) -> Left:
    """R105, R106: turns after this one at the most, and turns until the game is over if nobody attacks."""
    cap, quiet = CAP * (seen.players + 1) - seen.turn, QUIET * seen.live - seen.quiet
    return Left(max(0, int(cap)), max(0, int(quiet)))


def _packs(counts: Any, prefix: str) -> list[Pack]:
    return [
        Pack(f"{prefix}:{CODE_NAMES[code]}", CODE_NAMES[code], DECK_NAMES[code // KINDS], count)
        for code, count in enumerate(counts.tolist())
        if count > 0
    ]


def band(size: int) -> Literal["few", "some", "many"]:
    """R62: few, some or many."""
    return "many" if size >= MANY else "some" if size >= SOME else "few"


def _fox(seen: Any, seat: int, other: int) -> Fox:
    size, live = int(held_by(seen, other)), bool(has(seen.alive, other))
    face_up = bool(has(seen.shown, other))
    show = other == seat or face_up or seen.over or (seen.mode == TEAM and seen.turn == 0)  # R33, R54, R91, R92
    teams = seen.mode == TEAM and (show or seen.show_teams)
    exact = other == seat or seen.hand_counts or seen.over or size == 0
    return Fox(
        name=f"seat:{other}",
        seat=other,
        live=live,
        ghost=not live and size > 0,
        lives=int(LIVES - seen.markers[other].sum()),
        gossiped=int(seen.markers[other, 0]),
        trapped=int(seen.markers[other, 1]),
        idc=ALOOF_NAMES[seen.aloof[other]],
        band=band(size),
        cards=size if exact else None,
        stakes=_stakes(size) if exact and _may_challenge(seen, seat, other) else None,
        hand=_packs(seen.hands[other], "shown") if seen.over else None,
        character=CHARACTER_NAMES[seen.character[other]] if show else None,
        character_name=f"character:{other}",
        face_up=face_up,
        team=KIND_NAMES[STRIKES[seen.character[other]]] if teams else None,
        has_challenged=bool(has(seen.challenged, other)),
        character_used=bool(has(seen.used, other)),
    )


def _may_challenge(seen: Any, seat: int, other: int) -> bool:
    return seat != SPECTATOR and not seen.over and bool(has(may_challenge(seen, seat), other))


def _stakes(size: int) -> Stakes:
    """R60, R64."""
    return "over" if size > MOST else "nine" if size == MOST else "under"


def _attack(seen: Any) -> Attack | None:
    if seen.phase not in moves.IN_ATTACK and not seen.ban:
        return None
    return Attack(
        attacker=int(seen.active),
        target=None if seen.target == NONE else int(seen.target),
        kind=None if seen.kind == NONE else KIND_NAMES[seen.kind],
        attack=int(seen.attack),
        defence=int(seen.defence),
        ban=bool(seen.ban),
        cards=_packs(seen.area, "area"),
        matching=None if seen.kind == NONE else [CODE_NAMES[seen.kind], CODE_NAMES[FACTS + seen.kind]],
    )


def open_table(state: Any) -> Table:
    """The table with every hand and every character."""
    shown = table(state, SPECTATOR)
    for other, fox in enumerate(shown.foxes):
        fox.cards, fox.hand = int(held_by(state, other)), _packs(state.hands[other], "shown")
        fox.character = CHARACTER_NAMES[state.character[other]]
    return shown


# ---- how they stand


def sides(state: Any) -> list[int]:
    """Teams win together (R89); otherwise all play for themselves."""
    return [int(STRIKES[state.character[seat]]) if state.mode == TEAM else seat for seat in range(state.players)]


def ranks(state: Any) -> list[int]:
    """Ranks by R84; in teams the winners, then the others."""
    if state.mode == TEAM:
        worth = [(int(rules.team_standing(state, side)), 0) for side in sides(state)]
    else:
        worth = [(int(rules.standing(state, seat)), int(state.fallen[seat])) for seat in range(state.players)]
    return [1 + sum(other > mine for other in worth) for mine in worth]
