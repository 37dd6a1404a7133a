"""A table is a fold of its journal: `apply` carries an entry out.

What a seat is told, and under which number, depends on the journal and on nothing else. After `apply`, a table's `told`
holds the audiences that were told, `fresh` what there was to hear.
"""

from collections.abc import Callable, Iterable
from typing import Any

from skulk.engine import EVERYONE, Event, Match, Phrase, load

from . import entries as e
from .entries import Entry
from .seats import Refused
from .store import Head
from .table import Asking, Guided, Item, Knock, Made, Resigned, Table
from .windows import played_together

CHATS = 200  # lines that people said are kept for those who come
FORGOTTEN = Item(0, None, None)  # what was said long ago: nobody hears it again, and the others stay where they are
HOLD_SECONDS = 10  # T8
IN_PLAY = {e.Move, e.Answer, e.Close, e.Chat, e.Pawn}  # entries that change nobody's seat
ASKS_ANEW = {e.Close, e.Undo, e.Start, e.Guide}  # after which everybody who is asked has a new question


class OtherPosition(Exception):
    """The rules lead to another position than the one that an entry was made in."""


class OtherVersion(Refused):
    """The table was played with another version of the rules, and this one does not lead to the same positions."""

    def __init__(self, played: str, here: str):
        super().__init__(
            "other-version",
            f"this table was played with version {played} of the rules, and version {here}, which is here, "
            "does not lead to the same positions: it is set aside",
        )
        self.say = Phrase("other-version", played=played, here=here)


def folded(head: Head, entries: Iterable[Entry]) -> Table:
    """The table that a journal leads to. Another version of the rules may read it if it leads to the same positions."""
    is_ours = head.version == load(head.game).version
    try:
        table = Table(head)
        for entry in entries:
            apply(table, entry)
        _check_end(table)
    except Exception as error:
        if is_ours:
            raise
        raise OtherVersion(head.version, load(head.game).version) from error
    if not is_ours and table.match and not table.checked:
        raise OtherVersion(head.version, table.game.version)
    return table


def apply(table: Table, entry: Entry) -> None:
    """Carry out an entry of the journal."""
    if entry.number != table.number + 1:
        raise ValueError(f"entry {entry.number} follows {table.number}: the journal has a hole")
    table.fresh, table.said, table.touched = [], {}, 0
    turn, window = table.turn, table.window if table.is_window else -1
    kind = type(entry.body)
    _ON[kind](table, entry, entry.body)
    if kind not in IN_PLAY:
        table.note_names()
    if kind not in IN_PLAY or table.phase == "over":
        table.seating = None
    table.number = entry.number
    table.commands[entry.command] = entry.number
    if table.turn != turn:
        table.asking, table.put = None, 0
        if table.is_window and (window == -1 or kind in (e.Close, e.Undo)):
            _open_window(table, entry.up)
        _end_standing(table)
    _tell(table, turn != table.turn)
    _note_questions(table, entry, turn != table.turn)
    table.log += table.fresh


def _say(table: Table, key: str, audience: int = EVERYONE, **parameters: Any) -> None:
    table.fresh.append(Item(audience, None, Phrase(key, **parameters)))
    table.touched |= audience


def _on_join(table: Table, entry: Entry, body: e.Join) -> None:
    seat, name = body.seat, body.name
    was_bot = table.seats[seat].kind == "bot"
    person = body.person
    table.seats[seat].sit(name, body.share, person)
    table.sitters[seat, table.seats[seat].generation] = person
    table.knocks.pop(seat, None)
    table.left_by.pop(seat, None)
    if person and table.match:
        table.sat[person] = seat
    table.host = seat if table.host is None else table.host
    if table.is_window and len(table.humans) == 2:
        table.opened = entry.up  # nobody is alone any more: from now on it lasts a beat
    _say(table, "took over" if was_bot else "sat down", name=name, seat=seat + 1)


def _on_knock(table: Table, entry: Entry, body: e.Knock) -> None:
    seat, name = body.seat, body.name
    table.knocks[seat] = Knock(body.id, name, body.person, frozenset())
    table.knocked.add(body.id)
    _say(table, "knocks", name=name, seat=seat + 1)


def _on_admit(table: Table, entry: Entry, body: e.Admit) -> None:
    seat, other = _of(entry), body.seat
    knock, name = table.knocks[other], table.seats[seat].name
    if body.yes:
        agreed = knock.agreed | {(seat, table.seats[seat].generation)}
        table.knocks[other] = knock = knock._replace(agreed=agreed)
        _say(
            table, "admits" if table.waiting_for(knock) else "may sit down", name=name, other=knock.name, seat=other + 1
        )
    else:
        del table.knocks[other]
        table.unwanted.add(knock.person)
        table.noes[other] = table.noes.get(other, 0) + 1
        _say(table, "does not admit", name=name, other=knock.name, seat=other + 1)


def _on_share(table: Table, entry: Entry, body: e.Share) -> None:
    table.seats[_of(entry)].share = body.share
    table.touched |= 1 << _of(entry)


def _on_name(table: Table, entry: Entry, body: e.Name) -> None:
    seat = table.seats[_of(entry)]
    old, seat.name = seat.name, body.name
    _say(table, "renamed", old=old, name=seat.name)


def _on_bot(table: Table, entry: Entry, body: e.Bot) -> None:
    seat, bot = body.seat, body.bot
    if bot:
        table.seats[seat].give_to(bot, free=False)
        _say(table, "bot sat down", bot=bot, seat=seat + 1)
    else:
        table.seats[seat].vacate()
        _say(table, "seat opened", seat=seat + 1)


def _on_leave(table: Table, entry: Entry, _: e.Leave) -> None:
    number = _of(entry)
    seat = table.seats[number]
    name = seat.name
    if table.phase == "playing":
        table.was_left, table.left_by[number] = True, seat.person
        seat.give_to(table.settings.stand_in, free=True)
        _say(table, "bot plays on", name=name, seat=number + 1, bot=table.settings.stand_in)
    elif table.phase == "over":
        seat.go()
        _say(table, "left", name=name, seat=number + 1)
    else:
        seat.vacate()
        _say(table, "left", name=name, seat=number + 1)
    _pass_the_host_on(table, number)
    if table.asking:
        table.asking = None


def _pass_the_host_on(table: Table, number: int) -> None:
    if number == table.host:
        after = [*range(number + 1, len(table.seats)), *range(number)]
        table.host = next((other for other in after if table.seats[other].kind == "human"), None)


def _on_resign(table: Table, entry: Entry, _: e.Resign) -> None:
    """The match ends where nobody is left to play it against, or for; else a bot takes the seat for good."""
    assert table.match
    number = _of(entry)
    seat, name = table.seats[number], table.seats[number].name
    table.resigned.append(Resigned(number, name, table.match.number))
    table.asking = None
    sides, left = table.match.sides(), [other for other in table.humans if other != number]
    lost = {sides[one.seat] for one in table.resigned} - {sides[other] for other in left}
    if not left or len({*sides} - lost) == 1:
        table.match.resign([one.seat for one in table.resigned if sides[one.seat] in lost])
        table.turn += 1
        _say(table, "gives up", name=name, seat=number + 1)
    else:
        seat.give_to(table.settings.stand_in, free=False)
        seat.resigned = name
        _pass_the_host_on(table, number)
        _say(table, "gives up to a bot", name=name, seat=number + 1, bot=table.settings.stand_in)


def _on_host(table: Table, entry: Entry, body: e.Host) -> None:
    table.host = body.seat
    _say(table, "hosts now", name=table.names[table.host])


def _on_nudge(table: Table, entry: Entry, body: e.Nudge) -> None:
    seat, other = _of(entry), body.seat
    table.nudges.add((seat, other, table.asked_on.get(other)))
    _say(table, "nudge", name=table.names[seat], other=table.names[other], seat=other + 1)


def _on_stand_in(table: Table, entry: Entry, body: e.StandIn) -> None:
    seat, other, bot = _of(entry), body.seat, table.settings.stand_in
    table.wishes[other] = table.wishes.get(other, frozenset()) | {seat}
    if table.wishes[other] >= set(body.here):
        table.wishes.pop(other)
        table.seats[other].away = True
        _say(table, "bot plays for", name=table.names[other], bot=bot)
    else:
        _say(table, "wishes a bot", name=table.names[seat], other=table.names[other])


def _on_coach(table: Table, entry: Entry, _: e.Coach) -> None:
    seat = table.seats[_of(entry)]
    seat.coached = True
    _say(table, "has a coach" if table.is_coached else "wants a coach", name=seat.name)


def _on_back(table: Table, entry: Entry, _: e.Back) -> None:
    seat = table.seats[_of(entry)]
    table.wishes.pop(_of(entry), None)
    seat.away = seat.lent = False
    seat.expiries = 0
    table.asked_at[_of(entry)] = entry.up
    _say(table, "is back", name=seat.name, seat=_of(entry) + 1)


def _on_chat(table: Table, entry: Entry, body: e.Chat) -> None:
    """Under the name of then: somebody else may have the seat later."""
    seat, text = entry.seat, body.text
    if seat is None:
        phrase, generation = Phrase("onlooker says", name=body.name, text=text), None
    else:
        phrase, generation = Phrase("chat", name=table.names[seat], text=text), table.seats[seat].generation
    table.chats.append(len(table.log))
    if len(table.chats) > CHATS:
        table.log[table.chats.popleft()] = FORGOTTEN
    table.fresh.append(Item(EVERYONE, None, phrase, seat, entry.at, generation))


def _on_pawn(table: Table, entry: Entry, body: e.Pawn) -> None:
    pawn, space = body.pawn, body.space
    table.pawns = {name: where for name, where in table.pawns.items() if name != pawn}
    if space is not None:
        table.pawns[pawn] = space
    table.put += 1
    table.touched = EVERYONE


def _on_rematch(table: Table, entry: Entry, body: e.Rematch) -> None:
    table.next = body.next
    if table.guide:
        table.touched = EVERYONE
        return
    _say(table, "rematch", name=table.seats[_of(entry)].name)


def _on_start(table: Table, entry: Entry, body: e.Start) -> None:
    if table.match:
        raise ValueError(f"entry {entry.number} begins a game that has begun")
    for seat in table.seats:
        if seat.kind == "open":
            seat.give_to(table.settings.stand_in, free=True)
    laid = table.head.more.get("laid", {})  # by hand: see tables.Laid
    given = [seat.share or other for seat, other in zip(table.seats, body.shares, strict=True)]
    shares = tuple(laid.get("shares") or given)
    table.match = Match(table.game, table.options, table.head.seed, shares, laid.get("position"), laid.get("script"))
    table.match.names = table.names
    table.note_names()
    table.sat = {who.person: seat for seat, who in enumerate(table.seats) if who.person}
    table.turn += 1
    _say(table, "dealt")
    _call_out(table, table.match.opening)


def _on_guide(table: Table, entry: Entry, body: e.Guide) -> None:
    """Another table lies there from now on; what was played and said before is past."""
    match = Match(table.game, body.options, body.seed, position=body.position)
    for seat, action in body.moves:
        match.play(seat, action)
    match.names, table.match = table.names, match
    table.steps, table.answers, table.pawns, table.resigned = [], {}, {}, []
    table.log.clear()
    table.chats.clear()
    table.guide = Guided(body.step, entry.number, match.number)
    _check_position(table, body.on)
    table.turn += 1
    table.touched = EVERYONE


def _on_move(table: Table, entry: Entry, body: e.Move) -> None:
    seat = _of(entry)
    _check_position(table, body.on)
    _play(table, seat, body.action)
    table.steps.append(Made(seat, 1, len(table.log)))
    table.touched |= 1 << seat
    _has_decided(table, seat, body.bot)


def _has_decided(table: Table, seat: int, by_bot: bool) -> None:
    who = table.seats[seat]
    table.wishes.pop(seat, None)
    who.lent = False
    if not by_bot:
        who.expiries = 0


def _check_position(table: Table, on: str | None) -> None:
    """What was played in one position is not played in another."""
    if on is not None:
        table.checked += 1
        if on != (here := table.position()):
            raise OtherPosition(f"entry {table.number + 1} was made in position {on}, but the table is in {here}")


def _check_end(table: Table) -> None:
    """A game that was over is over, where it was then."""
    if table.head.digest is not None:
        table.checked += 1
        is_over = table.phase == "over" or table.shut == "ended"
        if not is_over or table.head.digest != table.position():
            raise OtherPosition(f"the game ended in position {table.head.digest}, but the table is in another")


def _play(table: Table, seat: int, action: int) -> None:
    assert table.match
    _call_out(table, table.match.play(seat, action))
    table.turn += 1


def _call_out(table: Table, events: list[Event]) -> None:
    table.fresh += [Item(event.audience, event, None, sitting=table.sitting) for event in events]


def _on_answer(table: Table, entry: Entry, body: e.Answer) -> None:
    seat = _of(entry)
    table.answers[seat] = body.action
    table.touched |= 1 << seat
    _has_decided(table, seat, body.bot)


def _on_close(table: Table, entry: Entry, body: e.Close) -> None:
    """The beat is over: all answers are played together; what was not used is played as a pass."""
    assert table.match
    _check_position(table, body.on)
    answers = played_together(table)
    for seat, action in answers.items():
        _play(table, seat, action)
    table.steps.append(Made(None, len(answers), len(table.log)))
    table.touched = EVERYONE


def _on_webhook(table: Table, entry: Entry, body: e.Webhook) -> None:
    url = body.url
    table.seats[_of(entry)].webhook = {"url": url, "key": body.key} if url and body.key else None
    table.touched |= 1 << _of(entry)


def _on_hold(table: Table, entry: Entry, _: e.Hold) -> None:
    table.seats[_of(entry)].holds -= 1
    table.prolonged += HOLD_SECONDS
    _say(table, "thinking")


def _on_standing(table: Table, entry: Entry, body: e.Standing) -> None:
    seat = table.seats[_of(entry)]
    seat.standing, seat.until_turn = body.move, body.until_turn
    table.touched |= 1 << _of(entry)


def _on_expired(table: Table, entry: Entry, _: e.Expired) -> None:
    number = _of(entry)
    seat = table.seats[number]
    seat.expiries += 1
    seat.lent = True
    if seat.expiries > 1:
        seat.away = True
        _say(table, "bot sits in", name=seat.name, bot=table.settings.stand_in)
    else:
        _say(table, "time is up", name=seat.name)


def _on_ask_undo(table: Table, entry: Entry, body: e.AskUndo) -> None:
    table.asking = Asking(_of(entry), body.steps, frozenset(body.waiting))
    table.seats[_of(entry)].asks += 1
    _say(table, "asks to undo", name=table.seats[_of(entry)].name)


def _on_consent(table: Table, entry: Entry, body: e.Consent) -> None:
    assert table.asking
    name = table.seats[_of(entry)].name
    if body.yes:
        table.asking = table.asking._replace(waiting=table.asking.waiting - {_of(entry)})
        _say(table, "agrees", name=name)
    else:
        table.objected[table.asking.seat] = table.asking.steps
        table.asking = None
        _say(table, "objects", name=name)


def _on_undo(table: Table, entry: Entry, body: e.Undo) -> None:
    assert table.match
    steps = body.steps
    taken, table.steps = table.steps[steps:], table.steps[:steps]
    table.objected = {who: said for who, said in table.objected.items() if said < steps}
    for _ in range(sum(step.moves for step in taken)):
        last = table.match.undo()
    table.turn += 1
    seat = taken[0].seat
    assert seat is not None
    name, move = table.seats[seat].name, table.game.words.say(table.match.seen(seat), seat, last.action)
    told = [item.audience for item in table.log[taken[0].said :] if item.event]
    for audience in table.audiences:
        lines = sum(heard >> audience & 1 for heard in told)  # of its own log, for a page to strike out
        if audience == seat:
            _say(table, "taken back own", 1 << seat, name=name, move=move, lines=lines)  # it may have been a secret
        else:
            _say(table, "taken back", 1 << audience, name=name, lines=lines)


def _of(entry: Entry) -> int:
    assert entry.seat is not None
    return entry.seat


def _open_window(table: Table, up: float) -> None:
    table.window += 1
    table.answers = {}
    table.opened, table.prolonged = up, 0.0


def _end_standing(table: Table) -> None:
    """Who is asked alone, in a turn or by an attack, is asked again in windows too."""
    if table.match and not table.match.is_over and not table.is_window:
        for seat in table.match.acting():
            if table.seats[seat].until_turn:
                table.seats[seat].standing, table.seats[seat].until_turn = None, False


def _tell(table: Table, is_moved: bool) -> None:
    """Count for every audience that hears something, or sees something else than before."""
    table.told, heard = [], table.touched
    for item in table.fresh:
        heard |= item.audience
    for audience in table.audiences:
        if heard >> audience & 1 or (is_moved and table.match and table.match.sees_more(audience)):
            table.numbers[audience] += 1
            table.told.append(audience)


def _note_questions(table: Table, entry: Entry, is_moved: bool) -> None:
    """When did each seat's present question come up? A move for an older one is stale; clocks run from there."""
    if not is_moved or not table.match:
        return
    asks_anew = type(entry.body) in ASKS_ANEW
    for seat in range(len(table.seats)):
        if not table.match.is_acting(seat):
            table.asked_on.pop(seat, None)
            table.asked_at.pop(seat, None)
        elif asks_anew or seat == entry.seat or seat not in table.asked_on:
            table.asked_on[seat], table.asked_at[seat] = table.numbers[seat], entry.up


def _on_shut(table: Table, entry: Entry, body: e.Shut) -> None:
    table.shut = body.why


_ON: dict[type, Callable[..., None]] = {
    e.Join: _on_join,
    e.Knock: _on_knock,
    e.Admit: _on_admit,
    e.Share: _on_share,
    e.Name: _on_name,
    e.Bot: _on_bot,
    e.Leave: _on_leave,
    e.Resign: _on_resign,
    e.Host: _on_host,
    e.Nudge: _on_nudge,
    e.StandIn: _on_stand_in,
    e.Coach: _on_coach,
    e.Back: _on_back,
    e.Chat: _on_chat,
    e.Pawn: _on_pawn,
    e.Rematch: _on_rematch,
    e.Start: _on_start,
    e.Move: _on_move,
    e.Answer: _on_answer,
    e.Close: _on_close,
    e.Webhook: _on_webhook,
    e.Hold: _on_hold,
    e.Standing: _on_standing,
    e.Expired: _on_expired,
    e.AskUndo: _on_ask_undo,
    e.Consent: _on_consent,
    e.Undo: _on_undo,
    e.Shut: _on_shut,
    e.Guide: _on_guide,
}
