"""Playing in windows without a fixed wait: whatever is done next waits for what is to be seen."""

import time
from collections.abc import Callable
from typing import Any

MOVE = ".move:not([aria-disabled=true])"
LIMIT = 60  # seconds: whoever waits so long will not see it any more


def until(page: Any, is_so: Callable[[], Any], what: str) -> Any:
    """What `is_so` gives once it is true; for what no single page can tell."""
    end = time.monotonic() + LIMIT
    while not (found := is_so()):
        assert time.monotonic() < end, what
        page.wait_for_timeout(10)  # the other windows go on
    return found


SEATED = """() => JSON.parse(localStorage.getItem("skulk.tables") ?? "[]")
  .some(({ table }) => location.pathname.endsWith(table))"""


def sit_down(page: Any, name: str) -> None:
    """By the form that is open; until the page has been greeted at its seat, for what comes before that is no news."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_function(SEATED)


def settled(page: Any) -> Any:
    """Asked, and all that came before has been shown."""
    page.wait_for_selector(MOVE, state="attached")  # perhaps folded away
    return page


def play_until(page: Any, *others: Any, stop: str = ".end") -> None:
    """Everybody plays what comes first: one by touching the board, the others from the list."""

    def is_there() -> bool:
        for number, window in enumerate((page, *others)):
            lit = window.locator(".cell.lit:not(.picked)")
            if number == 0 and lit.count():
                lit.last.dispatch_event("click")
            elif window.locator(MOVE).count():
                window.locator(MOVE).first.dispatch_event("click")
        return bool(page.locator(stop).count())

    until(page, is_there, "the game takes too long")


def play_until_asked(page: Any, other: Any) -> None:
    """Until the other one is asked."""

    def is_asked() -> bool:
        if page.locator(MOVE).count():
            page.locator(MOVE).first.dispatch_event("click")
        return bool(other.locator(MOVE).count())

    until(page, is_asked, "the other one is never asked")


def drawn(page: Any) -> Any:
    """What has happened by now is on the screen."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page


# A browser that asks nobody whether it may show notices, and keeps what it has shown in `told`.
NOTICES = """
window.told = [];
window.Notification = class {
  static permission = "default";
  static requestPermission = async () => (Notification.permission = "granted");
  constructor(title, about) { told.push([title, about.body]); }
  close() {}
};
"""
