"""Finished games looked at again in the browser: forward, back, anywhere, with any eyes."""

import json
from pathlib import Path
from typing import Any

import pytest

from skulk.engine import Match

from .boxes import WIDTHS, audit, faults
from .conftest import Den
from .playing import drawn, play_until

SEATS = {"sly_fox": 4, "fox_on_the_run": 2, "fox_grove": 3, "oh_fox": 3, "outfoxed": 2}
RUN = "fox_on_the_run"


@pytest.fixture(scope="module")
def tables(den: Den) -> dict[str, str]:
    return {game: den.finish(game, ["random"] * seats) for game, seats in SEATS.items()}


def look(page: Any, den: Den, table: str, asked: str) -> Any:
    page.goto(f"{den.url}/replay/{table}?{asked}")
    page.wait_for_selector(".reel")
    return page


def told(page: Any) -> str:
    return page.locator("main").inner_text()


THINGS = """() => [...document.querySelectorAll("main [data-name]")]
  .map((one) => `${one.dataset.name} ${one.ariaLabel ?? one.innerText}`).sort()"""


def things(page: Any) -> list[str]:
    """What lies on the table, whatever is said beside it of how it came there."""
    return page.evaluate(THINGS) or sorted(told(page).split("\n"))


def at(page: Any, step: int) -> Any:
    page.wait_for_function("step => new URLSearchParams(location.search).get('turn') === String(step)", arg=step)
    return drawn(page)


@pytest.mark.parametrize("eyes", ["0", "all", ""], ids=["seat", "open", "onlooker"])
@pytest.mark.parametrize("game", sorted(SEATS), ids=["grove", "run", "oh", "out", "sly"])  # one worker for all
def test_forward_and_back_come_to_the_same_table(game: str, eyes: str, den: Den, window: Any, tables: Any) -> None:
    page = look(window(), den, tables[game], f"turn=0&seat={eyes}" if eyes else "turn=0")
    last = int(page.locator("input[type=range]").get_attribute("max"))
    seen = [things(page)]
    for step in range(1, 9):
        page.keyboard.press("ArrowRight")
        seen.append(things(at(page, step)))
    assert len({tuple(shown) for shown in seen}) > 1
    for step in range(7, -1, -1):
        page.keyboard.press("ArrowLeft")
        assert things(at(page, step)) == seen[step], step
    page.keyboard.press("End")
    at(page, last).wait_for_selector(".end")
    end = things(page)
    page.keyboard.press("ArrowLeft")
    at(page, last - 1).keyboard.press("ArrowRight")
    at(page, last).wait_for_selector(".end")
    assert things(page) == end


def test_a_link_opens_a_turn_with_somebodys_eyes(den: Den, window: Any, tables: Any) -> None:
    first = look(window(), den, tables["oh_fox"], "turn=3&seat=1")
    assert first.get_by_role("heading", name="Move 3 of").is_visible()
    assert first.get_by_label("Seen by").input_value() == "1"
    first.get_by_label("Seen by").select_option("2")
    first.wait_for_function("() => location.search.includes('seat=2')")
    second = window()
    second.goto(first.url)
    second.wait_for_selector(".reel")
    assert told(second) == told(first)


def test_eyes_differ_where_somebody_knew_more(den: Den, window: Any, tables: Any) -> None:
    page = window()
    seen = {eyes: told(look(page, den, tables["fox_grove"], f"turn=4&seat={eyes}")) for eyes in ("0", "1", "all")}
    assert len(set(seen.values())) == 3


def test_it_runs_by_itself_with_motion_and_stops(den: Den, window: Any, tables: Any) -> None:
    page = window(reduced_motion="no-preference")
    page.clock.install()
    look(page, den, tables[RUN], "turn=2&seat=all")
    page.get_by_role("button", name="Let it run").click()
    page.clock.run_for(20_000)
    page.get_by_role("button", name="Stop here").click()
    where = page.url
    assert "turn=2&" not in where
    page.clock.run_for(60_000)
    assert page.url == where


def test_keys_slider_and_story_turn_to_any_step(den: Den, window: Any, tables: Any) -> None:
    page = look(window(), den, tables[RUN], "turn=0&seat=all")
    page.get_by_role("button", name="One move forward").click()
    at(page, 1)
    page.locator("input[type=range]").fill("9")
    at(page, 9)
    story = page.locator(".story li button[aria-current=step]")
    assert story.count() == 1
    words = page.locator(".ask .news").inner_text()
    assert story.inner_text() == words
    page.locator(".story li button").nth(5).click()
    at(page, 5).get_by_role("button", name="To the start").click()
    at(page, 0)
    assert page.get_by_role("button", name="One move back").is_disabled()


def test_a_key_pressed_before_the_game_is_here_counts(den: Den, window: Any, tables: Any) -> None:
    page = window()
    held: list[Any] = []
    page.route("**/api/tables/*/replay?*", lambda route: held.append(route))
    page.goto(f"{den.url}/replay/{tables[RUN]}?turn=3&seat=all")
    page.get_by_text("One moment").wait_for()
    page.keyboard.press("End")
    held.pop().continue_()
    page.wait_for_selector(".end")
    at(page, int(page.locator("input[type=range]").get_attribute("max")))


def test_the_game_file_can_be_saved_and_brought_back(den: Den, window: Any, tables: Any, tmp_path: Path) -> None:
    page = look(window(), den, tables[RUN], "turn=5&seat=all")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the game file").click()
    path = tmp_path / "game.json"
    saved.value.save_as(path)
    assert Match.load(path.read_text(encoding="utf-8")).is_over
    shown = told(page)

    page.goto(f"{den.url}/replay")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_selector(".reel")
    page.locator("input[type=range]").fill("5")
    at(page, 5)
    assert told(page).split("Copy a link")[0].split("\n")[:4] == shown.split("Copy a link")[0].split("\n")[:4]

    path.write_text(json.dumps({"skulk": 1}))
    page.goto(f"{den.url}/replay")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_text("This is no game file, or it has been changed.").wait_for()
    page.goto(f"{den.url}/replay/file/{'0' * 24}")
    page.get_by_text("This game file has been put away.").wait_for()


def test_a_game_that_is_not_over_is_not_shown(den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "random"], start=True)
    page = window()
    page.goto(f"{den.url}/replay/{table['table']}")
    page.get_by_text("The game is not over yet.").wait_for()


def test_the_end_and_the_home_page_lead_there(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.link(den.lay(RUN, ["human", "random"], options={"turn_limit": 2}, start=True)))
    play_until(page)
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector(".reel")
    assert page.get_by_label("Seen by").input_value() == "0", "with one's own eyes first"
    page.goto(den.url)
    page.locator(".past p", has_text="Fox on the Run with").wait_for()
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector(".reel")


@pytest.mark.parametrize("width", WIDTHS)
def test_it_fits_and_can_be_read_by_everyone(width: int, den: Den, window: Any, tables: Any) -> None:
    page = window(width, WIDTHS[width], bypass_csp=True, color_scheme="dark" if width == 768 else "light")
    for turn in (6, 999):
        drawn(look(page, den, tables[RUN], f"turn={turn}&seat=all"))
        assert (audit(page), faults(page)) == ([], [])
    page.goto(f"{den.url}/replay")
    page.wait_for_selector("h2")
    assert (audit(page), faults(page)) == ([], [])


@pytest.mark.parametrize("game", SEATS)
def test_it_is_nobodys_turn(game: str, den: Den, window: Any, tables: Any) -> None:
    page = look(window(), den, tables[game], "turn=3&seat=0")
    at(page, 3)
    said = page.locator("main").inner_text().lower()
    assert "your turn" not in said
    assert "thinks" not in said


def test_the_name_of_who_looks_fits_on_a_phone(den: Den, window: Any) -> None:
    page = window(360, 780)
    table = den.finish(RUN, ["random", "random"])
    page.goto(f"{den.url}/replay/{table}?turn=0&seat=0")
    select = page.locator(".eyes select")
    select.wait_for()
    select.evaluate("select => (select.options[select.selectedIndex].text = 'Somebody')")
    wide = select.bounding_box()["width"]
    select.evaluate("select => (select.style.cssText = 'width: max-content; max-width: none')")
    assert select.bounding_box()["width"] <= wide, "name and arrow have room beside each other"
