"""Another language: the whole page speaks it, the server's words too, and the choice is remembered."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from skulk.engine import load, names

from .boxes import WIDTHS, audit, faults
from .conftest import Den
from .playing import MOVE

RUN = "fox_on_the_run"
ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "client" / "src" / "lib" / "texts"
WORDS = [ROOT / "skulk" / place for place in ("server", f"games/{RUN}")]


def catalogue(language: str) -> dict[str, str]:
    """Everything that may be read on a page of Fox on the Run."""
    files = [TEXTS / language / "frame.json", TEXTS / language / f"{RUN}.json"]
    files += [place / f"{language}.json" for place in WORDS]
    return {f"{file}/{key}": text for file in files for key, text in json.loads(file.read_text("utf-8")).items()}


def english_only() -> list[re.Pattern[str]]:
    """Texts that nobody should read who has chosen German."""
    german = {part for text in catalogue("de").values() for part in text.split("|")}
    parts = [part for text in catalogue("en").values() for part in text.split("|")]
    fixed = {part: re.sub(r"\{\w+\}|\W", "", part) for part in parts}  # what stands there whatever fills it in
    pieces = [re.escape(part) for part in parts if part not in german and len(fixed[part]) > 3]
    return [re.compile(re.sub(r"\\\{\w+\\\}", ".+", piece)) for piece in pieces]


ENGLISH = english_only()
TITLES = {load(game).title for game in names()}
READ = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: box, data } = walker.currentNode;
    if (data.trim() && !box.closest("[lang=en], script, style")) found.push(data.trim());
  }
  for (const one of document.querySelectorAll("[aria-label], [placeholder], [title]"))
    for (const name of ["aria-label", "placeholder", "title"])
      if (one.getAttribute(name)) found.push(one.getAttribute(name));
  return found;
}"""


def english_on(page: Any) -> list[str]:
    read = [text for text in page.evaluate(READ) if text not in TITLES]
    return [text for text in read if any(pattern.fullmatch(text) for pattern in ENGLISH)]


def german(window: Any, width: int = 1440, **more: Any) -> Any:
    return window(width, WIDTHS[width], locale="de-AT", **more)


def test_a_german_browser_is_spoken_to_in_german(den: Den, window: Any) -> None:
    page = german(window)
    page.goto(den.url)
    page.get_by_role("heading", name="Fünf Fuchsspiele.").wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    page = window(locale="pt-BR")
    page.goto(den.url)
    page.get_by_role("heading", name="Five fox games.").wait_for()
    assert page.evaluate("document.documentElement.lang") == "en"


def test_the_language_is_chosen_and_remembered(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.url)
    page.get_by_label("Language").select_option("de")
    page.get_by_role("heading", name="Fünf Fuchsspiele.").wait_for()
    page.reload()
    page.get_by_role("heading", name="Fünf Fuchsspiele.").wait_for()
    page.get_by_label("Sprache").select_option(label="English")
    page.get_by_role("heading", name="Five fox games.").wait_for()


def test_the_whole_page_speaks_it(den: Den, window: Any) -> None:
    page = german(window)
    page.goto(den.url)
    page.wait_for_selector("article")
    assert english_on(page) == []
    page.goto(f"{den.url}/new/{RUN}")
    page.wait_for_selector("form")
    assert english_on(page) == []
    page.goto(f"{den.url}/fair")
    assert english_on(page) == []

    page.goto(den.link(den.lay(RUN, ["human", "random", "open"], options={"turn_limit": 3})))
    page.wait_for_selector(".lobby")
    assert english_on(page) == []
    page.get_by_role("button", name="Anfangen").click()
    page.wait_for_selector(MOVE)
    assert english_on(page) == []
    page.get_by_role("button", name="Mehr").click()
    assert english_on(page) == []
    page.keyboard.press("Escape")
    while page.wait_for_selector(f"{MOVE}, .end", state="attached") and not page.locator(".end").count():
        page.locator(MOVE).first.dispatch_event("click")
        assert english_on(page) == []
    page.get_by_role("link", name="Spiel noch einmal ansehen").click()
    page.wait_for_selector(".reel")
    assert english_on(page) == []


def test_moves_news_and_refusals_are_in_the_language(den: Den, window: Any) -> None:
    def confused(socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(
            lambda text: server.send(re.sub(r'"move":\d+', '"move":"pass"', text) if isConfused else text)
        )
        server.on_message(lambda text: socket.send(text))

    isConfused = True
    page = german(window)
    page.route_web_socket(re.compile("/socket"), confused)
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.get_by_role("button", name=re.compile("Schritt nach Süden auf a2")).click()
    page.get_by_role("alert").get_by_text("Indigo muss jetzt den ersten Schritt machen.").wait_for()
    isConfused = False
    page.get_by_role("button", name=re.compile("Schritt nach Süden auf a2")).click()
    page.locator(".talk li").get_by_text("geht nach Süden auf a2").wait_for()


def test_it_changes_at_the_table_in_mid_game(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.get_by_role("heading", name="Move Indigo.").wait_for()
    page.get_by_role("button", name="More").click()
    page.get_by_label("Language").select_option("de")
    page.get_by_role("heading", name="Zieh mit Indigo.").wait_for()
    page.keyboard.press("Escape")
    page.locator(".talk li").get_by_text("Das Spiel beginnt.").wait_for()


@pytest.mark.parametrize("width", WIDTHS)
def test_longer_words_fit_too(width: int, den: Den, window: Any) -> None:
    page = german(window, width, bypass_csp=True)
    for path, ready in (("/", "article"), (f"/new/{RUN}", "form"), ("/fair", "main li"), (f"/rules/{RUN}", "h3")):
        page.goto(den.url + path)
        page.wait_for_selector(ready)
        assert (path, faults(page), audit(page)) == (path, [], [])
    page.goto(den.link(den.lay(RUN, ["human", *["open"] * 5], options={"players": 6, "expansion": "on"})))
    page.wait_for_selector(".lobby")
    assert (faults(page), audit(page)) == ([], [])
    page.get_by_role("button", name="Anfangen").click()
    page.wait_for_selector(MOVE)
    assert (faults(page), audit(page)) == ([], [])
