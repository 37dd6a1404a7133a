"""Whole evenings from the home page alone: every variant of every game is laid by what is written on the screen,
played to its end by touching what is lit, and looked at again."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from skulk.engine import load, names

from .conftest import Den
from .test_browser import script
from .test_fox_grove import check_the_points
from .test_oh_fox import SCORES, result_scores
from .test_outfoxed import DRAWN
from .test_outfoxed import read as read_forest
from .test_setup import fitted, lay_out

EVENINGS = [(game, number) for game in names() for number in range(len(load(game).variants))]
SIZES = [(1440, 900), (768, 1024), (360, 780)]
ENOUGH = {"fox_grove": 12, "sly_fox": 12}  # touches; then one stands up, and bots play on to the end

TOUCH = script("touch")


def fix(route: Any) -> None:
    """The table as it was asked for, always dealt the same, with bots that do not take their time."""
    if route.request.method != "POST":  # the list of open tables
        route.continue_()
        return
    wanted = json.loads(route.request.post_data)
    wanted["settings"] = {**wanted.get("settings", {}), "bot_pace": 0}
    route.continue_(
        url=route.request.url.replace("/api/tables", "/api/lay"),
        post_data=json.dumps({"table": wanted, "seed": "evening"}),
    )


def lay(page: Any, den: Den, game: str, variant: dict[str, Any], moves_over: bool) -> str:
    """From the home page to the table; where it is."""
    page.route("**/api/tables", fix)
    page.goto(den.url)
    page.get_by_role("link", name=f"Play {load(game).title}").click()
    page.wait_for_selector("form")
    fitted(page)
    lay_out(page, game, variant)
    if moves_over:
        page.get_by_role("button", name="Sit here").last.click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    laid = den.ask(f"tables/{page.url.rpartition('/')[2]}")["options"]
    assert laid == load(game).options.tell(load(game).options.read(variant))
    return page.url


def stand_up(page: Any, den: Den, table: str) -> None:
    """Leave for good, and come back when the bots have finished."""
    page.keyboard.press("Escape")  # whatever was picked
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_text("Leave for good?").wait_for()
    page.get_by_role("button", name="Leave the table").click()
    page.wait_for_url(f"{den.url}/")
    den.wait_for_the_end(table.rpartition("/")[2])
    page.goto(table)
    page.wait_for_selector(".end")


def check_the_end_of_grove(page: Any, options: dict[str, Any]) -> None:
    assert page.locator(".house .side").all_inner_texts() == [options[house] for house in ("tree", "mushroom", "leaf")]
    assert page.locator(".house .marker").count() == 3 * options["players"]
    check_the_points(page, options["players"])


def check_the_end_of_the_run(page: Any, options: dict[str, Any]) -> None:
    assert page.locator(".order li").count() == (6 if options["expansion"] == "on" else 4)


def check_the_end_of_oh_fox(page: Any, options: dict[str, Any]) -> None:
    objectives = page.get_by_role("region", name="Objectives").get_by_role("button").count()
    assert objectives == (0 if options["objectives"] == "none" else 2)
    page.wait_for_function(SCORES, arg=result_scores(page))  # hearts counted as they come end as the server says


def check_the_end_of_outfoxed(page: Any, options: dict[str, Any]) -> None:
    assert page.evaluate(DRAWN) == read_forest(page), "what was shown event by event ends as the server says"


def check_the_end_of_sly_fox(page: Any, options: dict[str, Any]) -> None:
    assert page.locator("li.fox").count() == options["players"]
    assert page.locator("li.fox .win").count() >= 1


CHECKS: dict[str, Callable[[Any, dict[str, Any]], None]] = {
    "fox_grove": check_the_end_of_grove,
    "fox_on_the_run": check_the_end_of_the_run,
    "oh_fox": check_the_end_of_oh_fox,
    "outfoxed": check_the_end_of_outfoxed,
    "sly_fox": check_the_end_of_sly_fox,
}


@pytest.mark.parametrize(("game", "number"), EVENINGS, ids=[f"{game}-{number}" for game, number in EVENINGS])
def test_a_whole_evening(game: str, number: int, den: Den, window: Any) -> None:
    variant = load(game).variants[number]
    options = load(game).options.tell(load(game).options.read(variant))
    page = window(*SIZES[number % 3], lists=False)
    page.on("dialog", lambda dialog: dialog.accept())
    table = lay(page, den, game, variant, game == "outfoxed" and number % 2 == 1)
    if not page.evaluate(TOUCH, {"seed": number + 1, "enough": ENOUGH.get(game, 5000)}):
        stand_up(page, den, table)
    page.wait_for_selector(".end h2")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    CHECKS[game](page, options)

    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector(".reel")
    slider = page.get_by_role("slider")
    last = int(slider.get_attribute("max") or 0)
    page.keyboard.press("Home")
    page.wait_for_function("() => location.search.includes('turn=0')")
    assert page.locator(".end").count() == 0
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.search.includes('turn=1')")
    page.keyboard.press("End")
    page.wait_for_function("step => location.search.includes(`turn=${step}`)", arg=last)
    page.wait_for_selector(".end")
