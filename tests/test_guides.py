"""Every guide, run through the rules: its way, what is said of other moves, what it lights, its texts."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from skulk.engine import Match
from skulk.engine.phrase import catalogue
from skulk.guides import NoGuide, Place, due, games, laid, place, read
from skulk.guides.guide import HERE, Deed
from skulk.guides.way import opened

STEPS = [(game, number) for game in games() for number in range(len(read(game).steps))]
every_step = pytest.mark.parametrize(("game", "number"), STEPS)


def begun(game: str, number: int) -> Match:
    """The table where a step begins."""
    match = opened(read(game), number)
    for seat, action in laid(game, number).moves:
        match.play(seat, action)
    return match


def play(match: Match, one: Deed) -> None:
    match.play(one.seat, one.words)
    assert match.moves[-1].text == one.words, "said in full, as the game says it"


def along(game: str, number: int) -> Iterator[tuple[Match, Deed]]:
    """The table before each move of a step; a window as it is asked."""
    match, guide = begun(game, number), read(game)
    for one in guide.deeds(number, guide.steps[number].line):
        yield match, one
        play(match, one)
    yield match, Deed(-1, "", True)


def holds(position: Any, wanted: dict[str, Any]) -> bool:
    return all(position[name] == value for name, value in wanted.items())


@every_step
def test_the_way_is_played_by_the_rules_and_comes_to_what_it_says(game: str, number: int) -> None:
    *_, (match, _) = along(game, number)
    wanted = read(game).steps[number].so
    assert holds(match.position(), wanted), {name: match.position()[name] for name in wanted}


@every_step
def test_what_is_said_of_another_move_is_so(game: str, number: int) -> None:
    """Each is legal where the step has come to it, and goes on as the guide says."""
    guide = read(game)
    learner = guide.scene(number).seat
    for words, then in guide.steps[number].aside.items():
        for match, one in along(game, number):
            can = match.is_acting(learner) and words in {match.say(learner, action) for action in match.legal(learner)}
            if can and not one.by_guide and one.words != words:
                play(match, Deed(learner, words, False))
                for other in guide.deeds(number, then):
                    play(match, other)
                break
        else:
            raise AssertionError(f"{words!r} is never possible")


@every_step
def test_what_a_guide_lights_is_on_the_table(game: str, number: int) -> None:
    guide = read(game)
    learner, step = guide.scene(number).seat, guide.steps[number]
    there: set[str] = set(step.beside)
    for match, _ in along(game, number):
        there |= set(re.findall(r'"([\w]+:[^"]+)"', json.dumps(match.table(learner))))
        there |= {name for _, _, touched in match.offers(learner) for name in touched}
    assert set(step.lit) <= there, set(step.lit) - there


@pytest.mark.parametrize("game", games())
def test_who_follows_a_guide_comes_to_its_end(game: str) -> None:
    """As a table plays it: the learner makes the next move of the way, the guide all the others."""
    guide = read(game)
    number = 0
    while number < len(guide.steps):
        match, here = begun(game, number), Place(number, ())
        since, learner = match.number, guide.scene(number).seat
        while True:
            here = place(guide, number, [(made.seat, made.text) for made in match.moves[since:]])
            assert here.aside is None
            made = due(match, here)
            if not made and (not here.left or here.left[0].by_guide):
                break
            if match.pace() == "window":  # all answers are played together, in the order of the seats
                made += [
                    (learner, match.check(learner, one.words))
                    for one in here.left[: len(match.acting())]
                    if not one.by_guide
                ]
                assert [seat for seat, _ in sorted(made)] == match.acting()
            for seat, action in sorted(made) or [(learner, match.check(learner, here.left[0].words))]:
                match.play(seat, action)
        assert here.is_done, f"nobody makes the next move of {guide.steps[here.step].name}: {here.left}"
        number = here.step + 1


@pytest.mark.parametrize("game", games())
def test_every_text_is_there_and_none_is_left_over(game: str) -> None:
    guide, wanted = read(game), {"else"}
    for step in guide.steps:
        wanted |= {step.name, f"{step.name} title"} | {f"{step.name} {words}" for words in step.aside}
        wanted |= {f"{step.name} then"} if step.line else set()
    texts = catalogue(HERE / game).keys()
    optional = {f"{step.name} else" for step in guide.steps}
    assert (wanted - texts, texts - wanted - optional) == (set(), set())


@pytest.mark.parametrize("game", games())
def test_a_real_game_comes_after_a_guide(game: str) -> None:
    guide = read(game)
    assert Match(game, guide.after.options).players == len(guide.after.seats) == len(guide.bots)
    assert guide.after.seats.count("human") == 1
    assert {opened(guide, number).players for number in range(len(guide.steps))} == {len(guide.bots)}


def test_a_guide_that_is_not_there_is_refused() -> None:
    with pytest.raises(NoGuide, match="no guide for 'chess'"):
        read("chess")
    for number in (-1, 99):
        with pytest.raises(NoGuide, match="there is no step"):
            laid("outfoxed", number)
