"""Which options go together: whatever is offered can be had, and nothing that was chosen changes without need."""

import random

import httpx
import pytest

from skulk.engine import load, names
from skulk.server.options import fit, values_of

GAMES = sorted(names())


def defaults(game):
    return game.options.tell(game.options.read())


@pytest.mark.parametrize("game", GAMES)
def test_what_goes_together_is_left_alone(game):
    opened = load(game)
    for variant in ({}, *opened.variants):
        fitted = fit(opened, variant, None)
        assert (fitted.changed, fitted.objection) == ([], "")
        assert fitted.options == {**defaults(opened), **variant}


@pytest.mark.parametrize("game", GAMES)
def test_whoever_chooses_from_what_is_offered_never_gets_stuck(game):
    opened, chance = load(game), random.Random(game)
    options = fit(opened, {}, None).options
    for _ in range(60):
        fitted = fit(opened, options, None)
        assert fitted.objection == ""
        offered = {**fitted.choices, "players": values_of(opened.options.all["players"])}
        name = chance.choice([name for name, values in offered.items() if values])
        value = chance.choice(offered[name])
        after = fit(opened, {**options, name: value}, name)
        assert after.objection == ""
        assert after.options[name] == value, "what was chosen stays"
        if name != "players":
            assert after.options["players"] == options["players"]
        opened.read_options(after.options)
        for other in after.changed:
            assert other != name
        options = after.options


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_offered_cannot_be_had_without_changing_what_leads(game):
    opened = load(game)
    for variant in opened.variants:
        fitted = fit(opened, variant, None)
        for name, option in opened.options.all.items():
            if name == "players" or option.shape:
                continue
            for value in values_of(option):
                if value not in fitted.choices[name]:
                    with pytest.raises(Exception, match=r"\w"):
                        opened.read_options({**fitted.options, name: value})


def test_an_option_makes_way_for_those_before_it():
    grove = load("fox_grove")
    pro = fit(grove, {"owls": "pick2+switch", "variant": "pro"}, "variant")
    assert (pro.options["owls"], pro.changed) == (defaults(grove)["owls"], ["owls"])
    assert pro.choices["owls"] == [defaults(grove)["owls"]], "and is not offered beside them"


def test_whom_the_seats_play():
    parts = [part.text for part in fit(load("fox_on_the_run"), {"players": 3}, None).parts]
    assert parts == ["Indigo, Scarlet (Foxes)", "Zev (Guardians)", "Puffer (Guardians)"]
    swapped = fit(load("fox_on_the_run"), {"players": 4, "controllers": [1, 0, 3, 2, None, None]}, None)
    assert [part.text.split()[0] for part in swapped.parts] == ["Scarlet", "Indigo", "Puffer", "Zev"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"game": "no_fox"}, "unknown-game"),
        ({"game": "oh_fox", "options": {"players": 99}}, "bad-option"),
        ({"game": "oh_fox", "options": {"nothing": 1}}, "bad-option"),
        ({"game": "oh_fox", "options": {"animals": "x" * 1000}}, "bad-option"),
        ({"game": "oh_fox", "last": 7}, "bad-request"),
    ],
)
def test_nonsense_is_refused(url, asked, code):
    assert httpx.post(f"{url}/api/fit", json=asked).json()["code"] == code
    assert httpx.post(f"{url}/api/fit", json={"game": "oh_fox", "last": "nothing"}).status_code == 200
