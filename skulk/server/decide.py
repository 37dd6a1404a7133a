"""What a command would add to a table's journal; a SkulkError refuses it, and nothing has changed."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from skulk.engine import GameOver, Match, NothingToUndo, NotYourTurn
from skulk.engine.reveal import has_revealed
from skulk.guides import read
from skulk.protocol import messages as m

from . import entries as e
from .entries import Body
from .guided import entry, is_elsewhere
from .seats import HOLDS, Refused, check_bot, table_id
from .table import Table
from .words import MOST_CHAT, name_of, persons_name, plain

NOES = 3  # after so many nobody is asked again about a seat
MOST_PUT = 60  # times that pawns are put down or taken off between two moves


def decide(table: Table, seat: int, command: Any) -> list[Body]:
    """What this command of a seat would add to the journal; a SkulkError refuses it, and nothing has changed."""
    return _DECIDE[type(command)](table, seat, command)


def _playing(table: Table) -> Match:
    if table.match is None:
        raise Refused("not-begun", "the game has not begun")
    if table.match.is_over:
        raise GameOver(f"{table.game.title} is over")
    return table.match


def _in_lobby(table: Table) -> None:
    if table.match is not None:
        raise Refused("begun", "the game has begun")


def _decide_move(table: Table, seat: int, command: m.Move) -> list[Body]:
    if command.on is not None and command.on < table.asked_on.get(seat, table.numbers[seat]):
        raise Refused("stale", "the table has moved on since you chose that")
    match = _playing(table)
    if table.seats[seat].is_played_by_bot:
        raise Refused("away", "a bot sits in for you: take your seat back first")
    return [move(table, seat, match.check(seat, command.move))]


def move(table: Table, seat: int, action: int, by_bot: bool = False) -> Body:
    """The entry for a legal move, or for a sealed answer."""
    return e.Answer(action, by_bot) if table.is_window else e.Move(action, by_bot, table.position())


def _decide_hold(table: Table, seat: int, _: m.Hold) -> list[Body]:
    match = _playing(table)
    if not table.is_window or not match.is_acting(seat):
        raise NotYourTurn("there is no window open to you")
    if table.seats[seat].holds == 0:
        raise Refused("no-holds", f"you have held {HOLDS} windows in this game", "T8")
    return [e.Hold()]


def _decide_standing(table: Table, seat: int, command: m.Standing) -> list[Body]:
    _playing(table)
    if not table.game.has_windows:
        raise Refused("no-windows", f"{table.game.title} has no windows")
    return [e.Standing(None if command.move is None else plain(command.move, 200), bool(command.until_turn))]


def _decide_undo(table: Table, seat: int, _: m.Undo) -> list[Body]:
    match = _playing(table)
    if table.asking:
        raise Refused("asked-already", "somebody already wants to take a move back")
    steps, others = table.last_step(seat), table.others(seat)
    if steps is None:
        raise NothingToUndo("you have no move to take back")
    shown = has_revealed(match, table.first_move(steps), seat)
    if not shown and (steps == len(table.steps) - 1 or not others):
        return [e.Undo(steps)]
    if not others:
        raise Refused("shown", "something hidden has been shown since, and bots do not agree to that")
    if refusal := table.why_not_ask(seat, steps):
        raise refusal
    return [e.AskUndo(steps, others)]


def _decide_consent(table: Table, seat: int, command: m.Consent) -> list[Body]:
    _playing(table)
    if not table.asking or seat not in table.asking.waiting:
        raise Refused("not-asked", "nobody asks you to agree to anything")
    if command.yes and table.asking.waiting == {seat}:
        return [e.Consent(True), e.Undo(table.asking.steps)]
    return [e.Consent(command.yes)]


def _decide_start(table: Table, seat: int, _: m.Start) -> list[Body]:
    _in_lobby(table)
    _is_host(table, seat)
    return [e.Start([secrets.token_hex(8) for _ in table.seats])]  # for seats that gave none


def _is_host(table: Table, seat: int) -> None:
    if table.host is not None and seat != table.host:
        raise Refused("not-host", f"that is for {table.names[table.host]} to do, who has laid this table")


def _decide_share(table: Table, seat: int, command: m.GiveShare) -> list[Body]:
    _in_lobby(table)
    return [e.Share(command.share)]


def _decide_name(table: Table, seat: int, command: m.Rename) -> list[Body]:
    return [e.Name(_called(table, command.name, seat))]


def _decide_bot(table: Table, seat: int, command: m.SitBot) -> list[Body]:
    _in_lobby(table)
    _is_host(table, seat)
    if command.seat >= len(table.seats):
        raise Refused("taken", f"this table has {len(table.seats)} seats")
    if table.seats[command.seat].kind == "human":
        raise Refused("taken", f"{table.names[command.seat]} sits there: the seat is not yours to give away")
    if command.bot:
        check_bot(command.bot)
    return [e.Bot(command.seat, command.bot)]


def _decide_leave(table: Table, seat: int, _: m.Leave) -> list[Body]:
    return [e.Leave()]


def _decide_resign(table: Table, seat: int, _: m.Resign) -> list[Body]:
    _playing(table)
    return [e.Resign()]


def _decide_coach(table: Table, seat: int, _: m.Coach) -> list[Body]:
    _playing(table)
    if table.seats[seat].coached:
        raise Refused("coached", "you have said so already")
    return [e.Coach()]


def _decide_back(table: Table, seat: int, _: m.Back) -> list[Body]:
    if not (table.seats[seat].away or table.seats[seat].lent):
        raise Refused("not-away", "you sit at your seat already")
    return [e.Back()]


def _decide_nudge(table: Table, seat: int, command: m.Nudge) -> list[Body]:
    match, other = _playing(table), command.seat
    _is_other(table, seat, other)
    if other not in match.asked(seat):
        raise Refused("not-waited-for", f"nobody waits for {table.names[other]} just now")
    if (seat, other, table.asked_on.get(other)) in table.nudges:
        raise Refused("nudged", f"you have nudged {table.names[other]} already: that will do for this move")
    return [e.Nudge(other)]


def _decide_stand_in(table: Table, seat: int, command: m.StandIn) -> list[Body]:
    """Whether they are gone, and who is here to agree, the gathering knows."""
    _playing(table)
    _is_other(table, seat, command.seat)
    return [e.StandIn(command.seat, [seat])]


def _is_other(table: Table, seat: int, other: int) -> None:
    if other >= len(table.seats) or other == seat or table.seats[other].kind != "human" or table.seats[other].away:
        raise Refused("nobody", "nobody else is expected at that seat")


def _decide_chat(table: Table, seat: int, command: m.Chat) -> list[Body]:
    return [e.Chat(_spoken(table, command))]


def _spoken(table: Table, command: m.Chat) -> str:
    text = plain(command.text, MOST_CHAT)
    if not table.settings.chat:
        raise Refused("no-chat", "this table has no chat")
    if not text:
        raise Refused("empty", "there is nothing to read in that")
    return text


def from_onlooker(table: Table, command: m.Chat) -> list[Body]:
    """What somebody who looks on says, where they may."""
    text = _spoken(table, command)
    if not (table.settings.watch and table.settings.watch_chat):
        raise Refused("no-seat", "whoever looks on at this table says nothing")
    return [e.Chat(text, name_of(command.name or ""))]


def _decide_pawn(table: Table, seat: int, command: m.Pawn) -> list[Body]:
    match, (pawns, spaces) = _playing(table), _pawns_of(table, seat)
    if command.pawn not in pawns or command.space not in [None, *spaces]:
        raise Refused("no-pawn", f"{match.game.title} gives you no such pawn to put there")
    if table.pawns.get(command.pawn) == command.space:
        raise Refused("there-already", "the pawn is there already")
    if table.put == MOST_PUT:
        raise Refused("enough-pawns", "the pawns have been moved often enough: wait for the next card")
    return [e.Pawn(command.pawn, command.space)]


def _pawns_of(table: Table, seat: int) -> tuple[list[str], list[str]]:
    """The pawns that a seat may put on the board as notes, and where they may stand."""
    assert table.match
    give = getattr(table.game.words, "pawns", None)
    return give(table.match.seen(seat), seat) if give else ([], [])


def _decide_rematch(table: Table, seat: int, _: m.Rematch) -> list[Body]:
    if table.guide:
        raise Refused("no-rematch", "after a guide comes a real game")
    if table.phase != "over":
        raise Refused("not-over", "the game is not over")
    if table.next:
        raise Refused("laid-already", "the table is laid again already")
    return [e.Rematch(table_id())]


def _decide_to_step(table: Table, seat: int, command: m.ToStep) -> list[Body]:
    if table.guide is None:
        raise Refused("no-guide", "this is no guided table")
    guide = read(table.head.game)
    if command.step > len(guide.steps):
        raise Refused("no-such-step", f"this guide has {len(guide.steps)} steps: there is no step {command.step + 1}")
    return [e.Rematch("") if is_elsewhere(table, command.step) else entry(guide, command.step)]


def _decide_webhook(table: Table, seat: int, command: m.SetWebhook) -> list[Body]:
    return [e.Webhook(command.url, secrets.token_hex(16) if command.url else None)]


def join(table: Table, wanted: m.Join, persons: Sequence[str] = ()) -> tuple[int, list[Body]]:
    """Where somebody may sit down, and the entry for it: none while the people at the table have not agreed.

    `persons`: by which names the table may know who asks.
    """
    if table.phase == "over":
        raise GameOver(f"{table.game.title} is over")
    where, share = _place_for(table, wanted, persons), wanted.share if table.match is None else None
    person = next((one for one in persons if one in table.sat), [*persons, secrets.token_hex(10)][0])
    name = _called(table, wanted.name, where)
    if _has_to_knock(table, where, person):
        knock = table.knocks.get(where)
        if knock is None:
            return where, [e.Knock(where, name, person, wanted.id)]
        if table.waiting_for(knock):
            return where, []
    return where, [e.Join(where, name, person, share, table.seats[where].generation + 1)]


def _place_for(table: Table, wanted: m.Join, persons: Sequence[str]) -> int:
    """The seat that is meant, if it can be had at all."""
    seat, vacant = wanted.seat, [s for s, who in enumerate(table.seats) if who.kind == "open"]
    vacant += [s for s, who in enumerate(table.seats) if who.free]
    if seat is not None and seat not in vacant:
        there = f"{table.names[seat]} sits there" if seat < len(table.seats) else f"there are {len(table.seats)} seats"
        raise Refused("taken", f"that seat cannot be taken: {there}")
    if not vacant:
        raise Refused("full", "all seats are taken")
    if table.settings.friends:
        return vacant[0] if seat is None else seat
    return _place_among_people(table, wanted, persons, vacant if seat is None else [seat])


def _place_among_people(table: Table, wanted: m.Join, persons: Sequence[str], vacant: list[int]) -> int:
    """One person, one hand; and what the table has said holds."""
    if any(who.person in persons for who in table.seats):
        raise Refused("seated", "you have a seat at this table already")
    had = [table.sat[one] for one in persons if one in table.sat]
    if had and not (set(had) & set(vacant) and table.left_by.get(had[0]) in persons):
        raise Refused("has-sat", "you have seen another hand at this table: you can only look on now")
    mine = next((seat for seat, knock in table.knocks.items() if knock.id == wanted.id), None)
    if mine in vacant or had:
        return had[0] if had else mine  # type: ignore[return-value]
    if wanted.id in table.knocked or any(one in table.unwanted for one in persons):
        raise Refused("not-admitted", "the people at this table have said no")
    open_to = [seat for seat in vacant if seat not in table.knocks and table.noes.get(seat, 0) < NOES]
    if not open_to and any(seat in table.knocks for seat in vacant):
        raise Refused("knocked", "somebody else has asked for that seat already")
    if not open_to:
        raise Refused("not-admitted", "the people at this table want nobody at that seat")
    return open_to[0]


def _has_to_knock(table: Table, seat: int, person: str) -> bool:
    """Once somebody has left a running game, the people at the table have to agree to whoever sits down.

    Until then seats that were laid open are open to whoever was sent the link, but nobody can look at a hand, leave
    and look at the next. Who returns to a seat of their own need not ask.
    """
    runs = table.phase == "playing" and not table.settings.friends
    return runs and table.was_left and bool(table.humans) and table.left_by.get(seat) != person


def _called(table: Table, name: str, seat: int) -> str:
    return persons_name(name, [other for number, other in enumerate(table.names) if number != seat])


def _decide_admit(table: Table, seat: int, command: m.Admit) -> list[Body]:
    _playing(table)
    knock = table.knocks.get(command.seat)
    if knock is None or (command.yes and seat not in table.waiting_for(knock)):
        raise Refused("not-asked", "nobody asks you to agree to anything")
    return [e.Admit(command.seat, command.yes)]


_DECIDE: dict[type, Callable[..., list[Body]]] = {
    m.Move: _decide_move,
    m.Hold: _decide_hold,
    m.Standing: _decide_standing,
    m.Undo: _decide_undo,
    m.Consent: _decide_consent,
    m.Admit: _decide_admit,
    m.Start: _decide_start,
    m.GiveShare: _decide_share,
    m.Rename: _decide_name,
    m.SitBot: _decide_bot,
    m.Leave: _decide_leave,
    m.Resign: _decide_resign,
    m.Back: _decide_back,
    m.Coach: _decide_coach,
    m.Nudge: _decide_nudge,
    m.StandIn: _decide_stand_in,
    m.Chat: _decide_chat,
    m.Pawn: _decide_pawn,
    m.Rematch: _decide_rematch,
    m.ToStep: _decide_to_step,
    m.SetWebhook: _decide_webhook,
}
