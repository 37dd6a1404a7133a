"""The goal of a game, and its guided table, in a browser."""

import json
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as Gone

from skulk.guides import games, read

from .boxes import audit, faults
from .conftest import Den

FOX = "Catch three rabbits, or fly the Eagle onto Crow."
PANEL = ".guide"
GONE = 3000  # milliseconds after which a thing that was lit is not there any more
DOUBLE = 400  # milliseconds: two touches that are farther apart are no double click
READY = """() => {
  const panel = document.querySelector(".guide");
  if (!panel) return document.querySelector(".ask") ? { isReal: true } : null;
  const { points, action } = panel.dataset;
  const touched = (points ?? "").split(" ").map((name) => `main [data-name="${name}"]:not(:disabled)`);
  const asked = [`.option[data-action="${action}"]`, ...touched, ".guide > .row .btn.main:enabled"];
  const at = asked.find((what) => [...document.querySelectorAll(what)].some((thing) => thing.checkVisibility()));
  return !at || (points && at.startsWith(".guide")) ? null : { at };
}"""
MOVED = "before => document.body.innerHTML !== before"


def learn(den: Den, game: str, step: int = 0) -> dict[str, Any]:
    """A guided table whose guide moves at once."""
    body = json.dumps({"pace": 0, "step": step, "name": "Ada"}).encode()
    request = urllib.request.Request(f"{den.url}/api/guides/{game}", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def follow(page: Any, tap: bool) -> str:
    """Do what the guide says, once; whether that was to be done, or nothing is left of the guide."""
    asked = page.wait_for_function(READY).json_value()
    if asked.get("isReal"):
        return ""
    before = page.evaluate("document.body.innerHTML")
    thing = page.locator(asked["at"]).locator("visible=true").first
    page.clock.fast_forward(DOUBLE)
    try:
        thing.tap(timeout=GONE) if tap else thing.click(timeout=GONE)
    except Gone:  # the guide has gone on since, and the thing with it: look again
        page.wait_for_function(MOVED, arg=before)
        return "too late"
    page.wait_for_function(MOVED, arg=before)
    return "touched"


def test_the_goal_stands_on_the_table(den: Den, window: Any) -> None:
    table = den.lay("outfoxed", ["human", "random"], start=True)
    mine, other = window(360, 780, locale="en"), window(360, 780, locale="de")
    mine.goto(den.link(table))
    assert FOX in mine.locator("header .goal").inner_text()
    other.goto(f"{den.url}/table/{table['table']}")
    assert "Rotfuchs: drei Kaninchen" in other.locator("header .goal").inner_text(), "who looks on is told of both"
    assert faults(mine) == faults(other) == []


@pytest.mark.parametrize("game", games())
def test_whoever_touches_what_the_guide_lights_comes_to_a_real_game(game: str, den: Den, window: Any) -> None:
    page = window(360, 740, has_touch=True, lists=False)
    page.clock.install()
    page.goto(den.link(learn(den, game)))
    page.wait_for_selector(PANEL)
    for _ in range(8 * len(read(game).steps)):
        if not follow(page, tap=True):
            break
    page.wait_for_selector(f".ask, {PANEL}")
    assert not page.locator(PANEL).count(), page.locator(PANEL).inner_text()
    assert [table["game"] for table in page.evaluate("JSON.parse(localStorage.getItem('skulk.tables'))")] == [game]


def test_a_guide_is_begun_at_home_left_and_gone_on_with(den: Den, window: Any) -> None:
    page = window(360, 740, locale="de", bypass_csp=True)
    page.goto(den.url)
    page.get_by_role("button", name="Beim Spielen lernen: Outfoxed").click()
    page.wait_for_selector(PANEL)
    assert (faults(page), audit(page)) == ([], [])
    assert "Du bist Rotfuchs" in page.locator(PANEL).inner_text()
    page.get_by_role("button", name="Überspringen").click()
    page.wait_for_function("() => document.querySelector('.guide').innerText.includes('2/12')")
    at = page.url
    page.goto(den.url)
    assert "Du lernst Outfoxed: Schritt 2 von 12." in page.locator(".open.mine").inner_text()
    page.get_by_role("button", name="Beim Spielen lernen: Outfoxed").click()
    page.wait_for_selector(PANEL)
    assert page.url == at, "the same table, at the same step"


def test_another_move_is_answered_and_taken_back_by_keyboard(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.link(learn(den, "outfoxed", 6)))
    page.locator("#moves button", has_text="Let it act").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.guide').innerText.includes('Crow has won')")
    page.get_by_role("button", name="Try again").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-name='hand:deer_mouse'].lit")
    assert "Lay a card of your hand" in page.locator(PANEL).inner_text()
    page.locator("#moves button", has_text="Play Deer Mouse").press("Enter")
    page.wait_for_selector("[data-name='cell:3,4'][aria-label*='Rabbit']")
