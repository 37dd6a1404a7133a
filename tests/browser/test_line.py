"""Where no WebSocket gets through: the same table over an event stream and POSTs."""

import re
from typing import Any

import pytest

from .conftest import Den
from .playing import MOVE, play_until, sit_down

RUN = "fox_on_the_run"
SHUT = {
    "closed at once": "class { constructor() { setTimeout(() => this.onclose?.({})); } close() {} }",
    "forbidden": "class { constructor() { throw new DOMException('no', 'SecurityError'); } }",
}


def shut(page: Any, how: str) -> None:
    page.add_init_script(f"window.WebSocket = Object.assign({SHUT[how]}, {{ OPEN: 1 }})")


def counted(page: Any) -> list[tuple[str, str]]:
    asked: list[tuple[str, str]] = []
    page.on("request", lambda request: asked.append((request.method, request.url.rpartition("/")[2].partition("?")[0])))
    return asked


@pytest.mark.parametrize("how", SHUT)
def test_a_game_is_played_over_the_stream(how: str, den: Den, window: Any) -> None:
    page = window()
    shut(page, how)
    asked = counted(page)
    page.goto(den.link(den.lay(RUN, ["human", "random"], options={"turn_limit": 4}, start=True)))
    page.wait_for_selector(MOVE)
    page.locator(".cell.lit").first.click()
    page.wait_for_selector("text=Indigo steps")
    play_until(page)
    assert ("GET", "events") in asked
    assert ("POST", "commands") in asked
    assert page.locator(".talk li", has_text="The game begins").count() == 1


def test_a_proxy_that_breaks_sockets_is_gone_round(den: Den, window: Any) -> None:
    page = window()
    page.route_web_socket(re.compile("/socket"), lambda socket: socket.close())
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.wait_for_selector(MOVE)
    page.locator(MOVE).first.click()
    page.wait_for_selector("text=Indigo steps")


def test_nothing_is_lost_when_the_server_is_killed(den: Den, window: Any) -> None:
    page = window()
    shut(page, "closed at once")
    page.goto(den.link(den.lay(RUN, ["human", "open"], start=True, settings={"stand_in": "random"})))
    page.wait_for_selector(MOVE)
    den.kill()
    page.wait_for_selector("text=No connection.")
    page.locator(MOVE).first.click()
    page.wait_for_selector("text=Your move is kept")
    den.start()
    page.wait_for_selector("text=No connection.", state="hidden")
    page.locator(".talk li", has_text="Indigo steps").first.wait_for()
    assert page.locator(".talk li", has_text=re.compile("^Indigo steps")).count() == 1


def test_a_table_that_is_not_there(den: Den, window: Any) -> None:
    page = window()
    shut(page, "closed at once")
    page.goto(f"{den.url}/table/nowhere")
    page.get_by_text("There is no such table.").wait_for()


def test_two_windows_talk_over_stream_and_socket(den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "open"])
    ada, olek = window(), window()
    shut(ada, "closed at once")
    ada.goto(den.link(table))
    olek.goto(f"{den.url}/table/{table['table']}")
    sit_down(olek, "Olek")
    ada.wait_for_selector("text=Olek")
    ada.get_by_role("tab", name="Chat").click()
    ada.get_by_label("Say something").fill("hello")
    ada.get_by_role("button", name="Say", exact=True).click()
    olek.get_by_role("tab", name="Chat").click()
    olek.locator(".said").get_by_text("hello").wait_for()
