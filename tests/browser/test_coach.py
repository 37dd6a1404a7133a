"""A coach at the table, as the page shows it. What it says is laid here; how it thinks, tests/server tells."""

import json
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest

from .boxes import audit, faults
from .conftest import Den


def advise(page: Any, actions: list[int], dangerous: int) -> None:
    """Answer the page as a coach: the first move is best, one is dangerous."""

    def answer(route: Any) -> None:
        move = parse_qs(urlparse(route.request.url).query).get("move")
        told: dict[str, Any] = {"number": 1 << 30, "promises": [], "ahead": None}
        if move is None:
            told["promises"] = [{"action": a, "share": 0.6 - i / 20, "give": 0.04} for i, a in enumerate(actions)]
        else:
            reason = {"say": {"key": "no such words"}, "text": "Zev reaches Indigo: the guardians win. (R41)"}
            lost = 5 if int(move[0]) == dangerous else 0
            told["ahead"] = {"worlds": 6, "lost": lost, "won": 0, "reason": reason if lost else None, "heard": []}
        route.fulfill(body=json.dumps(told), content_type="application/json")

    page.route("**/advice*", answer)


@pytest.fixture
def coached(den: Den, window: Any) -> Any:
    """A table on a phone, with a coach, in the turn of the person."""
    page = window(360, 780, bypass_csp=True)
    table = den.lay("fox_on_the_run", ["human", "random"], seed="3", start=True)
    actions = [offer["action"] for offer in den.ask(f"tables/{table['table']}", table["token"])["view"]["moves"]]
    page.goto(den.link(table))
    advise(page, actions, actions[-1])
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Ask a coach").click()
    return page


def test_it_says_what_is_best_and_where_danger_is(coached: Any) -> None:
    coach = coached.get_by_role("region", name="Coach")
    coach.get_by_text("60 %").wait_for()
    danger = coach.locator(".danger")
    danger.wait_for()
    told = danger.inner_text()
    assert "Zev reaches Indigo: the guardians win. In 5 of 6 cases this happens before you move again." in told
    assert (audit(coached), faults(coached)) == ([], [])


def test_everybody_is_told_that_one_has_a_coach(coached: Any) -> None:
    coached.get_by_text("has a coach from here on").first.wait_for(state="attached")
    coached.get_by_role("button", name="More").click()
    assert coached.get_by_role("button", name="Ask a coach").count() == 0
