"""What the frame does round a table: coming back, being told, being called, leaving, being read aloud."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from .boxes import WIDTHS, audit, faults
from .conftest import Den
from .playing import MOVE, NOTICES, play_until_asked, sit_down, until

RUN = "fox_on_the_run"
HIDE = """isHidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def move(page: Any) -> None:
    """One move, and then until one is asked again."""
    page.wait_for_selector(MOVE)
    before = page.locator(".talk li").count()
    page.locator(MOVE).first.click()
    page.wait_for_function("n => document.querySelectorAll('.talk li').length > n", arg=before)


@pytest.fixture
def two(den: Den, window: Any) -> tuple[Any, Any]:
    """Ada leads the foxes, Olek the guardians; Ada is to move."""
    table = den.lay(RUN, ["human", "open"], start=True)
    ada, olek = window(), window()
    ada.goto(den.link(table))
    details = olek.locator("details summary")
    olek.goto(f"{den.url}/table/{table['table']}")
    details.click()
    sit_down(olek, "Olek")
    olek.wait_for_selector("text=Ada moves Indigo")
    return ada, olek


SAW = "() => JSON.parse(localStorage.getItem('skulk.tables') ?? '[]')[0]?.saw"


def leave(page: Any) -> str:
    """Away from a table that has been seen; where it is."""
    page.wait_for_function(SAW)
    where = page.url
    page.goto("about:blank")
    return where


# ---- coming back


def test_whoever_comes_back_reads_what_happened(two: Any) -> None:
    ada, olek = two
    where = leave(olek)
    move(ada)
    olek.goto(where)
    slip = olek.locator(".away")
    slip.get_by_text("Indigo steps").wait_for()
    slip.get_by_role("button", name="Close").click()
    slip.wait_for(state="detached")
    olek.reload()
    olek.wait_for_selector(".order")
    play_until_asked(ada, olek)
    move(olek)
    assert slip.count() == 0, "once read, it is not told again"


def test_the_moves_that_were_missed_are_shown(two: Any) -> None:
    ada, olek = two
    before = olek.locator("[role=gridcell]").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    where = leave(olek)
    ada.wait_for_selector(MOVE)
    ada.locator(MOVE).first.click()
    ada.wait_for_selector("text=Indigo steps")
    olek.goto(where)
    olek.locator(".away").wait_for()
    now = olek.locator("[role=gridcell]").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    assert now != before
    olek.get_by_role("button", name="Show me the moves").click()
    olek.get_by_text("This happened since.").wait_for()
    rewound = olek.locator("[role=gridcell]").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    assert rewound == before, "first the table as it was left"
    olek.get_by_text("This happened since.").wait_for(state="detached")
    assert olek.locator(".away").count() == 0


def test_a_page_that_was_hidden_tells_what_happened(two: Any) -> None:
    ada, olek = two
    olek.evaluate(HIDE, True)
    move(ada)
    olek.evaluate(HIDE, False)
    olek.locator(".away").get_by_text("Indigo steps").wait_for()
    play_until_asked(ada, olek)
    olek.locator(MOVE).first.click()
    olek.locator(".away").wait_for(state="detached")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_slip_fits(width: int, den: Den, window: Any) -> None:
    page = window(width, WIDTHS[width], bypass_csp=True)
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.wait_for_selector(MOVE)
    page.evaluate(HIDE, True)
    page.locator(MOVE).first.dispatch_event("click")  # the other moves, too
    page.wait_for_selector(".away", state="attached")
    page.evaluate(HIDE, False)
    page.locator(".away").wait_for()
    assert (faults(page), audit(page)) == ([], [])


# ---- being told


def test_who_looks_elsewhere_is_told_when_it_is_their_turn(two: Any, window: Any) -> None:
    ada, olek = two
    where = olek.url
    olek.add_init_script(NOTICES)
    olek.goto(where)
    olek.get_by_role("button", name="More").click()
    olek.get_by_role("switch", name="Tell me when it is my turn").click()
    olek.keyboard.press("Escape")
    assert olek.evaluate("Notification.permission") == "granted"
    olek.evaluate(HIDE, True)
    play_until_asked(ada, olek)
    olek.wait_for_function("() => told.length")
    assert olek.evaluate("told") == [["Your turn", "Fox on the Run · Skulk"]]
    assert "Your turn" in olek.title()


def test_whoever_looks_on_is_not_disturbed(two: Any) -> None:
    ada, olek = two
    where = olek.url
    olek.add_init_script(NOTICES + "Notification.permission = 'granted';")
    olek.goto(where)
    play_until_asked(ada, olek)
    olek.wait_for_selector(MOVE)
    assert olek.evaluate("told") == []


RUNG: list[tuple[bytes, str]] = []


class Bell(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        RUNG.append((body, self.headers["skulk-signature"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def bell() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Bell)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/ring"
    server.shutdown()


def test_an_address_is_called_for_who_is_not_there(bell: str, window: Any, tmp_path: Any) -> None:
    calling = Den(tmp_path, "--webhooks")
    try:
        table = calling.lay(RUN, ["human", "open"], start=True)
        ada, olek = window(), window()
        ada.goto(calling.link(table))
        ada.get_by_role("button", name="More").click()
        ada.get_by_role("button", name="Call an address when it is my turn").click()
        ada.get_by_label("When it is your turn").fill("ftp://nowhere")
        ada.get_by_role("button", name="Call me there").click()
        ada.get_by_role("alert").wait_for()
        ada.get_by_label("When it is your turn").fill(bell)
        ada.get_by_role("button", name="Call me there").click()
        key = ada.locator("code").inner_text()
        ada.keyboard.press("Escape")
        olek.goto(f"{calling.url}/table/{table['table']}")
        olek.locator("details summary").click()
        sit_down(olek, "Olek")
        play_until_asked(ada, olek)
        ada.goto("about:blank")
        until(olek, lambda: ring(olek), "nobody is called")
        body, signature = RUNG[0]
        assert json.loads(body)["table"] == table["table"]
        assert signature == "sha256=" + hmac.new(key.encode(), body, hashlib.sha256).hexdigest()
    finally:
        calling.kill()


def ring(olek: Any) -> bool:
    """He moves, wherever he is asked: then it is Ada's turn."""
    if olek.locator(MOVE).count():
        olek.locator(MOVE).first.dispatch_event("click")
    return bool(RUNG)


def test_where_nobody_is_called_it_is_not_offered(two: Any) -> None:
    two[0].get_by_role("button", name="More").click()
    two[0].get_by_role("button", name="Leave the table").wait_for()
    assert two[0].get_by_role("button", name="Call an address").count() == 0


# ---- leaving


def test_leaving_for_good_is_asked_twice(two: Any, den: Den) -> None:
    ada, olek = two
    for answer in ("Stay", "Leave the table"):
        ada.get_by_role("button", name="More").click() if answer == "Stay" else None
        ada.get_by_role("button", name="Leave the table").click()
        ada.get_by_text("Leave for good?").wait_for()
        ada.get_by_role("button", name=answer).click()
    ada.wait_for_url(f"{den.url}/")
    olek.locator(".talk").get_by_text("Ada has left").wait_for()


# ---- being read aloud


def test_each_event_is_read_aloud_once_and_whose_turn_it_is(two: Any) -> None:
    ada, olek = two
    olek.wait_for_selector("[role=log]", state="attached")
    olek.evaluate("""() => {
      window.aloud = [];
      const log = document.querySelector("[role=log]");
      new MutationObserver((changes) => {
        const added = changes.flatMap((change) => [...change.addedNodes]);
        aloud.push(...added.filter((node) => node.nodeName === "P").map((node) => node.innerText));
      }).observe(log, { childList: true, subtree: true });
    }""")
    play_until_asked(ada, olek)
    aloud = olek.evaluate("aloud")
    assert len(aloud) == len(set(aloud)), aloud
    told = olek.locator(".talk li").all_inner_texts()
    assert any("Indigo steps" in text for text in aloud)
    assert len(aloud) <= len(told)
    asked = olek.locator(".ask[aria-live=polite] h2")
    assert "Move " in asked.inner_text() or "follow" in asked.inner_text()


# ---- all in step


WATCH = """() => {
  window.odd = [];
  window.strips = new Set();
  const look = () => {
    const strip = document.querySelector(".order .now")?.innerText ?? "";
    const asked = document.querySelector(".ask h2")?.innerText ?? "";
    const open = document.querySelectorAll(".move:not([aria-disabled=true])").length;
    const name = strip.split("\\n")[0];
    strips.add(name);
    if (strip && (!asked.includes(name) || (open && !strip.includes("your turn")))) odd.push([name, asked, open]);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_question_strip_and_moves_are_of_the_position_that_the_board_shows(den: Den, window: Any) -> None:
    page = window(reduced_motion="no-preference")
    page.goto(den.link(den.lay(RUN, ["human", "random", "random", "random"], start=True, settings={"bot_pace": 0.3})))
    page.wait_for_selector(MOVE)
    page.evaluate(WATCH)
    for _ in range(2):
        page.wait_for_selector(f"{MOVE}, .end h2", timeout=30_000)
        if page.locator(MOVE).count():
            page.locator(MOVE).first.click()
            page.wait_for_function(f"() => !document.querySelector('{MOVE}')")
    page.wait_for_selector(f"{MOVE}, .end h2", timeout=30_000)
    assert page.evaluate("strips.size") > 2
    assert page.evaluate("odd") == []


def test_whoever_chooses_from_the_list_keeps_it(two: Any) -> None:
    ada, olek = two
    ada.locator(MOVE).last.click()
    play_until_asked(olek, ada)
    ada.wait_for_function("() => document.activeElement?.closest('#moves')")
    ada.keyboard.press("Tab")
    assert ada.evaluate("document.activeElement.matches('.move')"), "Tab goes on from there"
