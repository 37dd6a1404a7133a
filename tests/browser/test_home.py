"""The first page: games not finished, tables of others, games that are over; and what a shared link shows."""

import html
import re
import urllib.request
from typing import Any

import pytest

from .boxes import audit, faults
from .conftest import Den
from .playing import MOVE

RUN = "fox_on_the_run"


@pytest.mark.parametrize("width", [360, 768, 1024, 1440])
def test_a_game_that_is_not_finished_can_be_gone_back_to(width: int, den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "random"], start=True)
    page = window(width, 900, bypass_csp=True)
    page.goto(den.link(table))
    page.wait_for_selector(".board")
    page.goto(den.url)
    page.get_by_text("Not finished").wait_for()
    page.wait_for_selector("article")
    assert (faults(page), audit(page)) == ([], [])
    page.get_by_role("link", name="Back to the table").click(timeout=5000)
    page.wait_for_selector(".board")


@pytest.mark.parametrize("width", [360, 1024, 1440])
def test_no_strip_is_left_beside_the_page(width: int, den: Den, window: Any) -> None:
    page = window(width, 1400)  # all of it is seen: there is nothing to scroll
    page.goto(den.url)
    page.wait_for_selector("article")
    assert page.locator(".hero").evaluate("hero => innerWidth - hero.getBoundingClientRect().right") == 0


def test_a_finished_game_tells_its_result_and_its_date(den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "random"], options={"turn_limit": 4}, start=True)
    page = window()
    page.clock.set_fixed_time("2026-03-14T12:00:00")
    page.goto(den.link(table))
    for _ in range(60):
        page.locator(MOVE).or_(page.locator(".end")).first.wait_for()
        if page.locator(".end").count():
            break
        page.locator(MOVE).first.click()
    won = page.locator(".end h2").inner_text().startswith("You")
    page.goto(den.url)
    line = page.locator(".past p", has_text="Fox on the Run")
    line.wait_for()
    assert " March 14, 2026" in line.inner_text()
    assert ("You won." in line.inner_text()) == won
    assert re.search(r" won\.|A draw", line.inner_text())


def test_on_a_phone_who_plays_is_met_before_play_now(den: Den, window: Any) -> None:
    page = window(360, 740)
    page.goto(f"{den.url}/new/{RUN}")
    tops = [page.locator(what).first.bounding_box() for what in (".pick", ".seats li:last-child", ".go .btn")]
    ends = [box["y"] + box["height"] for box in tops]
    assert ends == sorted(ends)
    assert ends[-1] <= 740, "all of it is in sight"
    page.keyboard.press("End")
    assert page.locator(".go .btn").first.bounding_box()["y"] < 740


def test_who_is_invited_reads_no_command_and_the_whole_link(den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "open"])
    host, guest = window(360, 740), window(360, 740)
    host.goto(den.link(table))
    host.get_by_text("skulk serve --host").wait_for()
    guest.goto(f"{den.url}/table/{table['table']}")
    guest.get_by_role("button", name="Sit down").wait_for()
    assert guest.get_by_text("skulk serve").count() == 0
    for page in (host, guest):
        link = page.locator("#link")
        assert table["table"] in link.input_value()
        assert link.evaluate("link => link.scrollHeight <= link.clientHeight && link.scrollWidth <= link.clientWidth")


def test_a_listed_table_is_found_and_joined(den: Den, window: Any) -> None:
    ada, olek = window(), window(360, 780, bypass_csp=True)
    ada.goto(f"{den.url}/new/{RUN}")
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_label("Show this table on the home page").check()
    ada.get_by_role("button", name="Invite friends").click()
    ada.wait_for_selector(".lobby")
    olek.goto(den.url)
    olek.get_by_text("Ada is waiting for players: Fox on the Run.").wait_for()
    assert (faults(olek), audit(olek)) == ([], [])
    olek.get_by_role("link", name="Join Ada for Fox on the Run").click()
    olek.get_by_role("heading", name="Ada invites you to Fox on the Run").wait_for()
    ada.goto(f"{den.url}/new/{RUN}")
    ada.get_by_role("button", name="Invite friends").click()
    ada.wait_for_selector(".lobby")
    olek.goto(den.url)
    olek.wait_for_selector("article")
    assert olek.get_by_text("is waiting for players").count() == 0, "listed only where the host says so, and waits"


# ---- a link that is shared


def tags(den: Den, path: str) -> dict[str, str]:
    with urllib.request.urlopen(den.url + path) as answer:
        text = answer.read().decode()
    return {
        name: html.unescape(told) for name, told in re.findall(r'<meta property="([\w:]+)" content="([^"]*)"', text)
    }


def test_a_shared_link_says_who_invites_to_what(den: Den) -> None:
    table = den.lay(RUN, ["human", "open"], name='Ada "<b>')
    told = tags(den, f"/table/{table['table']}")
    assert told["og:title"] == 'Ada "<b> invites you to Fox on the Run'
    assert told["og:description"].startswith("2 players, 1 seat free.")
    assert table["token"] not in str(told)
    with urllib.request.urlopen(told["og:image"]) as image:
        assert image.headers["content-type"] == "image/png"
    for path in ("/", "/table/nobody-knows-it", "/rules/oh_fox"):
        assert tags(den, path)["og:title"] == "Skulk: five fox games, one table"
