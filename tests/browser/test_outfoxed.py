"""Outfoxed in a browser: whole games by touch and by keyboard, every variant, small screens, what moves is seen to move."""

import re
from typing import Any

import pytest

from skulk.games.outfoxed.words import VARIANTS

from .conftest import AXE, Den
from .test_browser import audit, cramped, script

GAME = "outfoxed"
FOX, CROW = 0, 1
THINGS = ".forest .lit, .hand .lit, .side .lit, .asked .btn.lit"  # the drawn table, without the list of moves
DRAWN = script("floor")


def seat_down(den: Den, window: Any, seat: int, width: int = 1440, options: Any = None, **more: Any) -> Any:
    seats = ["human", "fox"] if seat == FOX else ["fox", "human"]
    page = window(width, 780 if width < 700 else 900, **more)
    page.goto(den.link(den.lay(GAME, seats, options=options or {}, start=True)))
    page.wait_for_selector(THINGS)
    return page


def touch(page: Any, turn: int) -> bool:
    """Touch one of the things that are lit, a different one each time; whether there was one."""
    return page.evaluate(
        """([things, turn]) => {
            const lit = [...document.querySelectorAll(things)];
            lit[(turn * 7) % lit.length]?.click();
            return lit.length > 0;
        }""",
        [THINGS, turn],
    )


def play_by_touch(page: Any, moves: int = 2000) -> None:
    turn = 0
    while turn < moves and not page.locator(".end").count():
        turn += touch(page, turn)
        page.wait_for_timeout(15)


def settled(page: Any) -> Any:
    page.wait_for_function("things => document.querySelector(things) || document.querySelector('.end')", arg=THINGS)
    return page


def read(page: Any) -> dict[str, str]:
    """What lies face-up on each cell, as it is read aloud."""
    labels = page.locator("[role=gridcell]").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    found = (re.match(r"Row (\d), column (\d): (.+?), face up", label) for label in labels)
    return {f"{one[1]},{one[2]}": one[3] for one in found if one}


# ---- whole games


@pytest.mark.parametrize(("seat", "width"), [(FOX, 360), (CROW, 1440)])
def test_a_game_is_played_by_touching_the_table(seat: int, width: int, den: Den, window: Any) -> None:
    page = seat_down(den, window, seat, width)
    side = "You are Red Fox" if seat == FOX else "You are Crow"
    assert page.locator(".side.mine").get_by_text(side).is_visible()
    play_by_touch(page)
    assert page.locator(".end h2").inner_text() in ("You win.", "Red Fox wins.", "Crow wins.")
    assert page.evaluate(DRAWN) == read(page), "what was shown event by event ends as the server says"


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_every_variant_comes_to_its_end(number: int, den: Den, window: Any) -> None:
    page = seat_down(den, window, number % 2, options=VARIANTS[number])
    play_by_touch(page)
    page.wait_for_selector(".end")


def test_the_keyboard_alone_plays_to_the_end(den: Den, window: Any) -> None:
    page = seat_down(den, window, FOX)
    at = "things => document.activeElement.matches(things)"
    ways = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]
    turn = 0
    while not settled(page).locator(".end").count():
        for _ in range(80):
            if page.evaluate(at, THINGS) or page.locator(".end").count():
                break
            page.keyboard.press("Tab")
        else:
            raise AssertionError("Tab never comes to what can be touched")
        if page.evaluate("document.activeElement.matches('[role=gridcell]')"):
            page.keyboard.press(ways[turn % 4])  # arrows walk; what is not lit cannot be played
        if page.evaluate(at, THINGS):
            page.keyboard.press("Enter")
        turn += 1
        page.wait_for_timeout(15)


# ---- screens and readers


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (768, "light"), (1440, "light")])
def test_everything_fits_and_can_be_read(width: int, theme: str, den: Den, window: Any) -> None:
    for seat in (FOX, CROW):
        page = seat_down(den, window, seat, width, color_scheme=theme, bypass_csp=True)
        for _ in range(3):
            play_by_touch(page, 4)
            settled(page).wait_for_timeout(400)
            assert (audit(page), cramped(page), page.evaluate(script("crowded"))) == ([], [], [])
    assert AXE.exists()


def test_a_card_tells_about_itself(den: Den, window: Any) -> None:
    page = seat_down(den, window, FOX)
    page.locator(".hand .card").first.click()  # not to be played now
    page.locator(".explanation .rule").click()
    page.wait_for_selector(".rulebook .sought")


# ---- movement and memory


def test_a_peek_and_an_exchange_are_seen(den: Den, window: Any) -> None:
    page = seat_down(den, window, CROW, reduced_motion="no-preference")
    page.locator(".forest [data-name^=rim].lit").first.click()
    page.locator(".forest [data-name^=cell].lit").first.click()
    page.wait_for_selector(".card.lifted.private .sides.up")  # towards me alone
    page.get_by_role("heading", name="exchange it with which card").wait_for()
    page.locator(".forest [data-name^=cell].lit").last.click()
    page.wait_for_function("() => document.querySelectorAll('.card.lifted').length === 2")
    page.wait_for_selector(".card.lifted", state="detached")


@pytest.mark.parametrize("memory", ["aided", "unaided"])
def test_what_was_peeked_at_is_shown_or_left_to_memory(memory: str, den: Den, window: Any) -> None:
    page = seat_down(den, window, CROW, options={"memory": memory})
    page.locator(".forest [data-name^=rim].lit").first.click()
    own = page.locator(".card .window.own").count()
    page.locator(".forest [data-name^=cell].lit").first.click()
    page.wait_for_selector(".card.private .sides.up")
    page.locator(".forest [data-name^=cell].lit").last.click()
    page.wait_for_selector(".card.private", state="detached")
    settled(page)
    known = page.locator(".card .window").count() - own
    assert known > 0 if memory == "aided" else known == 0
