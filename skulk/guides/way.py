"""How far somebody has come in a guide, worked out from the moves alone, and what the guide does next."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from skulk.engine import Match

from .guide import Deed, Guide, NoGuide, read


class Place(NamedTuple):
    """Where somebody stands in a guide."""

    step: int
    left: tuple[Deed, ...]  # what is still to be done: of the step, or of what follows another move
    aside: str | None = None  # the move that has left the way; then the bots play when nothing is left
    has_come: bool = False  # the step before has just been done: what it caused is to be told

    @property
    def is_done(self) -> bool:
        return not self.left and self.aside is None


def place(guide: Guide, step: int, played: Sequence[tuple[int, str]]) -> Place:
    """The place that these moves lead to, from the beginning of a step on. With its last move a step goes over into
    the next, where that is played at the same table."""
    here = Place(step, tuple(guide.deeds(step, guide.steps[step].line)))
    for seat, words in played:
        here = _after(guide, here, seat, words)
    return here


def _after(guide: Guide, here: Place, seat: int, words: str) -> Place:
    if here.aside is not None:
        goes_so = here.left and (here.left[0].seat, here.left[0].words) == (seat, words)
        return here._replace(left=here.left[1:] if goes_so else ())
    if not here.left or (here.left[0].seat, here.left[0].words) != (seat, words):
        answer = guide.steps[here.step].aside.get(words, [])
        return Place(here.step, tuple(guide.deeds(here.step, answer)), words)
    left = here.left[1:]
    if left or not guide.goes_on(here.step):
        return here._replace(left=left, has_come=here.has_come and bool(left))
    after = here.step + 1
    return Place(after, tuple(guide.deeds(after, guide.steps[after].line)), has_come=True)


def due(match: Match, here: Place) -> list[tuple[int, int]]:
    """What the guide does now: seats and actions. In a window it answers for all whose answers it knows."""
    if match.is_over or not here.left:
        return []
    asked = match.acting()
    if match.pace() == "window":
        known = here.left[: len(asked)]
    else:
        known = here.left[:1]
    return [(one.seat, match.check(one.seat, one.words)) for one in known if one.by_guide and one.seat in asked]


def meant(match: Match, here: Place) -> int | None:
    """The move that the learner is asked for; None where it is not theirs to move."""
    if not here.left or here.left[0].by_guide or not match.is_acting(here.left[0].seat):
        return None
    return match.check(here.left[0].seat, here.left[0].words)


def lit(match: Match, guide: Guide, here: Place) -> list[str]:
    """Names of the things to be touched next: what the step says, else what the move that is meant touches."""
    step, action = guide.steps[here.step], meant(match, here)
    if here.aside is not None or (step.line and action is None):
        return []
    if step.lit or action is None:
        return step.lit
    seat = here.left[0].seat
    return match.game.words.touches(match.seen(seat), seat, action)


class Laid(NamedTuple):
    """The beginning of a step: the moves of its scene that come before, and the digest of where they lead."""

    moves: list[tuple[int, int]]
    digest: str


@lru_cache(maxsize=256)
def laid(game: str, step: int) -> Laid:
    """Where a step begins; NoGuide if there is no such step."""
    guide = read(game)
    if not 0 <= step < len(guide.steps):
        raise NoGuide(f"the guide for {game} has {len(guide.steps)} steps, from 0 on: there is no step {step}")
    match = opened(guide, step)
    for before in guide.before(step):
        for one in guide.deeds(before, guide.steps[before].line):
            match.play(one.seat, one.words)
    return Laid([(move.seat, move.action) for move in match.moves], match.digest())


def opened(guide: Guide, step: int) -> Match:
    """The scene of a step as it is laid."""
    scene = guide.scene(step)
    return Match(guide.game, scene.options, scene.seed, position=scene.position)
