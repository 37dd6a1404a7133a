"""Guided tables at the server: how one is laid, and what is said there. `skulk/guides` knows the way."""

from skulk.engine import Phrase
from skulk.guides import Guide, Place, due, laid, lit, meant, place, read
from skulk.protocol import messages as m

from . import entries as e
from .table import Table


def entry(guide: Guide, step: int) -> e.Guide:
    """What lays the table where a step begins."""
    begins = laid(guide.game, step)  # which refuses what is not there
    scene = guide.scene(step)
    return e.Guide(step, scene.position, scene.options, scene.seed, begins.moves, begins.digest)


def table_of(guide: Guide, step: int, wanted: m.Learn) -> m.Make:
    """The table of a step, as any other table is wanted. Nobody looks on: it is about one person."""
    seats = list(guide.bots)
    seats[guide.scene(step).seat] = "human"
    settings = m.Settings(bot_pace=wanted.pace, stand_in="cub", watch=False, chat=False)
    return m.Make(guide.game, {"players": len(seats)}, seats, settings, wanted.name)


def real_game(guide: Guide, table: Table) -> m.Make:
    """What comes after the guide."""
    name = next((seat.name for seat in table.seats if seat.kind == "human"), "Somebody")
    return m.Make(guide.game, guide.after.options, guide.after.seats, m.Settings(), name, start=True)


def place_of(table: Table) -> Place:
    """Where the learner stands."""
    assert table.guide
    assert table.match
    played = [(made.seat, made.text) for made in table.match.moves[table.guide.since :]]
    return place(read(table.head.game), table.guide.step, played)


def is_elsewhere(table: Table, step: int) -> bool:
    """Whether a step is played at another table: on another seat, or for real."""
    assert table.guide
    guide = read(table.head.game)
    return step == len(guide.steps) or guide.scene(step).seat != guide.scene(table.guide.step).seat


# ---- what the guide says


def view_of(table: Table) -> m.GuideView | None:
    """What is said to the learner, made of their way and of nothing else; None where there is no guide."""
    if not table.guide or not table.match:
        return None
    guide, here = read(table.head.game), place_of(table)
    step = guide.steps[here.step]
    has_caused = here.is_done and bool(step.line)
    title, says = _words(guide, f"{step.name} title"), _words(guide, f"{step.name} then" if has_caused else step.name)
    said = m.GuideView(here.step, len(guide.steps), table.guide.laid, title, says)
    said.then = _words(guide, f"{guide.steps[here.step - 1].name} then") if here.has_come else None
    said.is_done, said.last = here.is_done, here.step + 1 == len(guide.steps)
    if here.aside is not None:
        keys = (f"{step.name} {here.aside}", f"{step.name} else", "else")
        said.aside = _words(guide, next(key for key in keys if guide.has(key)))
    else:
        said.lit, said.action = lit(table.match, guide, here), meant(table.match, here)
    return said


def does_for(table: Table, seat: int) -> bool:
    """Whether the guide makes the next move for this seat: then nothing is asked of it."""
    if not table.guide or not table.match or table.is_window:
        return False
    return any(other == seat for other, _ in due(table.match, place_of(table)))


def _words(guide: Guide, key: str) -> m.Why:
    phrase = Phrase(key)
    return {"say": phrase.as_json(), "text": guide.text(phrase)}
