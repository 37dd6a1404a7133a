"""A finished game reviewed on the page. What the review says is laid here; how it is made, tests/server tells."""

import json
from typing import Any

import pytest

from .boxes import audit, faults
from .conftest import Den
from .playing import drawn


def choice(action: int, text: str, share: float) -> dict[str, Any]:
    return {"action": action, "text": text, "say": {"key": "no such words"}, "share": share}


def decision(step: int, seat: int, made: float, best: float) -> dict[str, Any]:
    chances = [made, 1 - made] if seat == 0 else [1 - made, made]
    first = [choice(1, "step north", best), choice(2, "pass", 0.2)]
    made_as = choice(1 if made == best else 7, "step north" if made == best else "step southeast", made)
    told = {"made": made_as, "first": first, "lost": best - made, "give": 0.01}
    return {"step": step, "seat": seat, **told, "chances": chances, "known": chances[::-1]}


REVIEW = {
    "decisions": [decision(1, 0, 0.5, 0.5), decision(2, 1, 0.3, 0.7), decision(4, 0, 0.4, 0.5)],
    "swings": [[2], [1]],
    "given": [0.1, 0.4],
    "turning": 1,
}


@pytest.fixture(scope="module")
def table(den: Den) -> str:
    return den.finish("fox_on_the_run", ["random"] * 2)


def reviewed(page: Any, den: Den, table: str) -> Any:
    """A page whose server is half done when it is asked first."""
    told = iter([(202, {"done": 1, "of": 2}), (200, REVIEW)])

    def answer(route: Any) -> None:
        status, body = next(told)
        route.fulfill(status=status, body=json.dumps(body), content_type="application/json")

    page.route("**/review", answer)
    page.goto(f"{den.url}/replay/{table}?turn=0&seat=all")
    page.get_by_role("button", name="Review this game").click()
    page.locator(".review .curve").wait_for()
    return page


def test_a_swing_leads_to_its_move_and_says_what_was_better(den: Den, window: Any, table: str) -> None:
    page = reviewed(window(), den, table)
    swing = page.locator(".review li button", has_text="turning point")
    assert "Better: step north. 40 % of the win given away." in swing.inner_text()
    swing.click()
    page.wait_for_function("() => new URLSearchParams(location.search).get('turn') === '2'")
    here = drawn(page).locator(".here")
    assert "step southeast (30 %). Better: step north, 70 % ± 1." in here.inner_text()
    page.keyboard.press("ArrowLeft")
    here.get_by_text("Also good: pass (20 %).").wait_for()
    page.keyboard.press("ArrowLeft")
    here.get_by_text("Nobody had a choice in this step.").wait_for()


def test_luck_stands_apart_from_what_was_known(den: Den, window: Any, table: str) -> None:
    page = reviewed(window(), den, table)
    curve = page.locator(".review polyline:not(.under)").first
    known = curve.get_attribute("points")
    page.get_by_role("button", name="All cards open").click()
    assert curve.get_attribute("points") != known


def test_a_server_without_a_search_says_so(den: Den, window: Any, table: str) -> None:
    """This one compiles nothing."""
    page = window()
    page.goto(f"{den.url}/replay/{table}?turn=0&review")
    assert "no search" in page.get_by_role("alert").inner_text()


def test_it_fits_and_can_be_used_by_all(den: Den, window: Any, table: str) -> None:
    page = reviewed(window(360, 780, bypass_csp=True), den, table)
    assert (audit(page), faults(page)) == ([], [])


def test_one_plays_on_from_a_turn(den: Den, window: Any, table: str) -> None:
    page = window(360, 780)
    page.goto(f"{den.url}/replay/{table}?turn=2&seat=all")
    page.get_by_text("Play on from here").click()
    page.locator(".what-if button").nth(1).click()
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
    page.get_by_text("The game begins.").first.wait_for(state="attached")
