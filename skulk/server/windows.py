"""Windows: all who are asked answer in secret, and all answers are played together."""

from skulk.engine import Event
from skulk.engine.match import chance

from .table import Table
from .words import plain


def played_together(table: Table) -> dict[int, int]:
    """What each seat that was asked plays now that the window closes; an answer that changes nothing is a pass."""
    assert table.match
    return _used(table, {seat: _answer_of(table, seat) for seat in table.match.acting()})


def _answer_of(table: Table, seat: int) -> int:
    assert table.match
    assert table.game.passing is not None
    who = table.seats[seat]
    if seat in table.answers:
        return table.answers[seat]
    if who.standing is not None:
        for action in table.match.legal(seat):
            if plain(table.match.say(seat, action), 200).casefold() == who.standing.casefold():
                if action != table.game.passing:
                    who.standing = None  # once
                return action
    return table.game.passing


def _used(table: Table, answers: dict[int, int]) -> dict[int, int]:
    """The same answers, with a pass for each that changes nothing: nobody will ever see it."""
    passing = table.game.passing
    assert passing is not None
    acts = [seat for seat, action in answers.items() if action != passing]
    if len(acts) > 1:
        outcome = _outcome(table, answers)
        for seat in acts:
            without = answers | {seat: passing}
            if _outcome(table, without) == outcome:
                answers = without
    return answers


def _outcome(table: Table, answers: dict[int, int]) -> tuple[bytes, list[Event]]:
    match = table.match
    assert match
    state, dealer = table.game.State.copy(match.state), match.dealer_apart()
    for number, (seat, action) in enumerate(answers.items(), match.number + 1):
        dealer.rng = chance(match.seed, match.shares, number)
        table.game.rules.play(state, seat, action, dealer)
    return table.game.State.pack(state), dealer.heard()
