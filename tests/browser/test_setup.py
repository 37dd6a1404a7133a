"""Laying a table from what is written on the screen, and nothing that cannot be."""

import json
from pathlib import Path
from typing import Any

import pytest

from skulk.engine import load, names

from .boxes import WIDTHS, audit, faults
from .conftest import Den

TEXTS = Path(__file__).parents[2] / "client" / "src" / "lib" / "texts" / "en"
TEXT: dict[str, str] = {}
for _file in sorted(TEXTS.glob("*.json")):
    TEXT |= json.loads(_file.read_text(encoding="utf-8"))
ORDER = {game: [name for name in load(game).options.all if name != "players"] for game in names()}


def lay_out(page: Any, game: str, wanted: dict[str, Any]) -> None:
    """Choose these options as somebody would who reads the page."""
    if "players" in wanted and page.locator(".pick").count():
        page.locator(".pick").get_by_text(str(wanted["players"]), exact=True).click()
        fitted(page)
    for name in ORDER[game]:
        if name in wanted:
            choose(page, game, name, wanted[name])
            fitted(page)


def fitted(page: Any) -> None:
    page.wait_for_selector("form[aria-busy=false]")


def choose(page: Any, game: str, name: str, value: Any) -> None:
    label = TEXT[f"{game}.{name}"]
    if isinstance(value, list):
        choose_list(page, game, name, label, value)
    elif value in ("on", "off"):
        box = page.get_by_role("checkbox", name=label)
        if box.is_enabled():
            box.set_checked(value == "on")
        assert box.is_checked() == (value == "on")
    elif name == "turn_limit":
        page.get_by_label(label).fill(str(value))
        page.get_by_label(label).blur()
    elif page.get_by_label(label, exact=True).is_enabled():
        page.get_by_label(label, exact=True).select_option(label=said(game, name, value))


def choose_list(page: Any, game: str, name: str, label: str, value: list[Any]) -> None:
    page.get_by_role("checkbox", name=label).check()
    fitted(page)
    if name == "animals":
        for animal in value:
            if animal != "any":
                page.get_by_role("checkbox", name=TEXT[f"{game}.{name}.{animal}"]).check()
                fitted(page)
        return
    for row, one in enumerate(value):
        if one not in (None, "standard"):
            page.locator(f"#o-{name}-{row}").select_option(label=said(game, name, one))
            fitted(page)


def said(game: str, name: str, value: Any) -> str:
    """A value in the words of the page."""
    if isinstance(value, int):
        return "You" if value == 0 else f"Seat {value + 1}"
    whole = TEXT.get(f"{game}.{name}.{value}")
    return whole or " + ".join(TEXT[f"{game}.{name}.{part}"] for part in str(value).split("+"))


@pytest.mark.parametrize("game", names(), ids=["grove", "run", "oh", "out", "sly"])  # one worker for all
def test_every_number_of_players_is_laid_in_two_clicks_more(game: str, den: Den, window: Any) -> None:
    """Whatever the number, what is left as it is goes together."""
    page = window()
    players = load(game).options.all["players"]
    for count in range(players.least, players.most + 1):
        page.goto(f"{den.url}/new/{game}")
        page.wait_for_selector("form")
        fitted(page)
        if page.locator(".pick").count():
            page.locator(".pick").get_by_text(str(count), exact=True).click()
            fitted(page)
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/table/*")
        assert den.ask(f"tables/{page.url.rpartition('/')[2]}")["options"]["players"] == count


def test_what_gives_way_is_told(den: Den, window: Any) -> None:
    page = window()
    page.goto(f"{den.url}/new/fox_on_the_run")
    page.locator(".pick").get_by_text("5", exact=True).click()
    page.get_by_text("this has changed too: Double Trouble: on.").wait_for()
    box = page.get_by_role("checkbox", name="Double Trouble")
    assert box.is_checked()
    assert box.is_disabled()
    page.goto(f"{den.url}/new/oh_fox")
    page.get_by_label("Animals laid out").select_option(label="Handicap: 2 and 5")
    page.get_by_text("this has changed too: Seat of the predator: You.").wait_for()


def test_what_makes_no_sense_is_not_offered(den: Den, window: Any) -> None:
    page = window()
    page.goto(f"{den.url}/new/sly_fox")
    fitted(page)
    assert page.get_by_text("Team colours stay visible").count() == 0
    assert page.get_by_label("Sides").locator("option").all_inner_texts() == [
        "Everyone for themselves",
        "Gossip foxes against Trap foxes",
    ]
    page.locator(".pick").get_by_text("6", exact=True).click()
    page.get_by_label("Sides").select_option(label="Gossip foxes against Trap foxes")
    page.get_by_text("Team colours stay visible").wait_for()
    assert page.get_by_label("It ends with").count() == 0


def test_an_unfinished_list_cannot_be_played(den: Den, window: Any) -> None:
    page = window()
    page.goto(f"{den.url}/new/oh_fox")
    page.get_by_role("checkbox", name="Choose the animals").check()
    page.get_by_role("checkbox", name="Viper, predator").check()
    page.wait_for_function("() => document.querySelector('.btn.main').disabled")
    page.get_by_text("Two predators and three prey.").wait_for()
    page.get_by_role("checkbox", name="Choose the animals").uncheck()
    page.wait_for_function("() => !document.querySelector('.btn.main').disabled")


def test_one_sits_where_one_likes(den: Den, window: Any) -> None:
    page = window()
    page.goto(f"{den.url}/new/outfoxed")
    page.get_by_text("plays Crow").wait_for()
    page.get_by_role("button", name="Sit here").click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    seats = den.ask(f"tables/{page.url.rpartition('/')[2]}")["view"]["seats"]
    assert [seat["kind"] for seat in seats] == ["bot", "human"]


@pytest.mark.parametrize("width", WIDTHS)
def test_it_fits(width: int, den: Den, window: Any) -> None:
    page = window(width, WIDTHS[width], bypass_csp=True, color_scheme="dark" if width == 1440 else "light")
    for game in names():
        page.goto(f"{den.url}/new/{game}")
        page.wait_for_selector("form")
        fitted(page)
        if page.locator(".pick").count():
            page.locator(".pick label").last.click()
            fitted(page)
        for box in page.get_by_role("checkbox").all():
            if box.is_enabled():
                box.check()
        fitted(page)
        assert (game, faults(page), audit(page)) == (game, [], [])


def test_what_was_chosen_outlives_a_look_at_the_rules(den: Den, window: Any) -> None:
    page = window()
    page.goto(f"{den.url}/new/oh_fox")
    page.locator(".pick").get_by_text("4", exact=True).click()
    fitted(page)
    page.get_by_label("Seat 2").select_option("open")
    page.get_by_label("Clock").select_option("brisk")
    for back in (page.go_back, page.get_by_role("link", name="Play", exact=True).click):
        page.get_by_role("link", name="Rules").click()
        page.wait_for_selector(".rulebook h2")
        back()
        page.wait_for_selector("form[aria-busy=false]")
        assert page.locator(".pick .on").inner_text() == "4"
        assert page.get_by_label("Seat 2").input_value() == "open"
        assert page.get_by_label("Clock").input_value() == "brisk"


def test_the_chosen_game_is_in_sight_on_a_phone(den: Den, window: Any) -> None:
    page = window(360, 780)
    for game in names():
        for place in ("new", "rules"):
            page.goto(f"{den.url}/{place}/{game}")
            box = page.locator("main nav [aria-current]").bounding_box()
            assert 0 <= box["x"] <= 360 - box["width"], (place, game)
