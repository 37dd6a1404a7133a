"""The table in a browser: whole games, lost lines, small screens, keyboards and screen readers."""

import re
from pathlib import Path
from typing import Any

import pytest

from .boxes import audit, faults
from .conftest import Den
from .playing import MOVE, play_until, settled, sit_down, until

RUN = "fox_on_the_run"
HERE = Path(__file__).parent
OTHERS = ["fox_grove", "oh_fox", "outfoxed", "sly_fox"]


def squares(page: Any) -> list[str]:
    """The board as a screen reader reads it, without what one may do."""
    labels = page.locator("[role=gridcell]").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    return [re.sub(r" You can:.*", "", label) for label in labels]


def script(name: str) -> str:
    return (HERE / f"{name}.js").read_text(encoding="utf-8").rstrip(";\n")


def drawn(page: Any) -> dict[str, str]:
    """What lies on each square, taken from the drawing."""
    return page.evaluate(script("shown"))


def read(page: Any) -> dict[str, str]:
    """What lies on each square, as it is read aloud."""
    return {label[:2]: label[4:].split(".")[0] for label in squares(page)}


# ---- whole games


def test_two_clicks_open_a_game_against_a_bot(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.url)
    page.get_by_role("link", name="Play Fox on the Run").click()
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("heading", name="Move Indigo.").wait_for()
    page.locator(".cell.lit").first.click()
    page.wait_for_selector("text=Indigo steps")


def test_two_windows_and_a_bot_play_to_the_end(den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "open", "random"], options={"players": 3, "turn_limit": 40})
    ada, olek = window(), window(360, 780)
    ada.goto(den.link(table))
    ada.wait_for_selector(".lobby")
    assert "#" not in ada.url, "the token leaves the address bar"

    olek.goto(f"{den.url}/table/{table['table']}")
    sit_down(olek, "Olek")
    ada.wait_for_selector("text=Olek")
    ada.get_by_role("button", name="Begin").click()
    olek.wait_for_selector(".board")

    play_until(ada, olek)
    olek.wait_for_selector(".end")
    reasons = [page.locator(".end p").first.inner_text() for page in (ada, olek)]
    assert reasons[0] == reasons[1]
    assert squares(ada) == squares(olek)
    until(ada, lambda: drawn(ada) == drawn(olek) == read(ada), "what was shown step by step ends as the server says")
    ada.get_by_role("button", name="Was it fair?").click()
    ada.wait_for_selector("text=Yes: what was dealt is what was promised before the game")
    assert not ada.get_by_text("SHA-256").is_visible()  # plain words first


def test_a_rematch_seats_everybody_again(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.link(den.lay(RUN, ["human", "random"], options={"turn_limit": 4}, start=True)))
    play_until(page)
    before = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != before)
    settled(page)  # nobody is waited for


@pytest.mark.parametrize("game", OTHERS, ids=["grove", "oh", "out", "sly"])  # no names of games: one worker for all
def test_every_game_is_playable_from_the_list(game: str, den: Den, window: Any) -> None:
    seats = ["human", "random", "random", "random"] if game == "sly_fox" else ["human", "random"]
    page = window()
    page.goto(den.link(den.lay(game, seats, start=True, settings={"beat": 2})))
    for _ in range(3):
        before = settled(page).locator("main").inner_text()
        page.locator(MOVE).first.click()
        page.wait_for_function("before => document.querySelector('main').innerText !== before", arg=before)


def test_a_thing_that_several_moves_touch_opens_a_chooser(den: Den, window: Any) -> None:
    page = window()
    page.clock.install()
    page.goto(den.link(den.lay("oh_fox", ["human", "random"], start=True)))
    settled(page).locator("[data-name='card:single'].lit").click()
    thing = page.locator("[data-name='cell:D5'].lit")  # two ways lead there from home
    thing.click()
    chooser = page.get_by_role("dialog", name="Which one?")
    chooser.wait_for()
    page.keyboard.press("Escape")
    chooser.wait_for(state="detached")
    page.clock.run_for(1000)  # sooner it would be the second half of a double click
    thing.click()
    chooser.get_by_role("button", name="Single south").click()
    chooser.wait_for(state="detached")
    page.locator(".talk li", has_text="plays single south").first.wait_for()


def test_a_number_of_players_that_needs_an_option_gets_it(den: Den, window: Any) -> None:
    page = window()
    page.goto(f"{den.url}/new/{RUN}")
    page.get_by_text("5", exact=True).click()
    page.get_by_text("Double Trouble: on.").wait_for()
    page.get_by_role("button", name="Play now").click()
    settled(page)
    assert page.locator(".order li").count() == 6


def test_a_refusal_says_why_and_opens_the_rule(den: Den, window: Any) -> None:
    page = window()
    page.route_web_socket(re.compile("/socket"), _confused)
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    settled(page).locator(MOVE).first.click()
    slip = page.get_by_role("alert")
    slip.get_by_role("button", name=re.compile("Rule")).click()
    page.wait_for_selector(".rulebook .sought")


def _confused(socket: Any) -> None:
    """A line on which every move becomes a pass, which nobody may do before the first step."""
    server = socket.connect_to_server()
    socket.on_message(lambda text: server.send(re.sub(r'"move":\d+', '"move":"pass"', text)))
    server.on_message(lambda text: socket.send(text))


# ---- lost lines


def test_a_reload_in_mid_game_changes_nothing(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    for _ in range(4):
        settled(page).locator(MOVE).first.click()
    settled(page)
    before = squares(page), page.locator(".move").all_inner_texts(), page.locator(".talk ol").inner_text()
    page.reload()
    settled(page)
    assert (squares(page), page.locator(".move").all_inner_texts(), page.locator(".talk ol").inner_text()) == before


def test_a_move_that_the_network_swallowed_arrives_once(den: Den, window: Any) -> None:
    lines: list[Any] = []
    sent: list[str] = []

    def route(socket: Any) -> None:
        server = socket.connect_to_server()
        lines.append(socket)

        def pass_on(text: str) -> None:
            if '"do":"move"' in text:
                sent.append(text)
                if len(sent) == 1:  # swallowed, and the line is gone
                    socket.close()
                    server.close()
                    return
            server.send(text)

        socket.on_message(pass_on)
        server.on_message(lambda text: socket.send(text))

    page = window()
    page.route_web_socket(re.compile("/socket"), route)
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    settled(page).locator(MOVE).first.click()
    page.wait_for_selector("text=Indigo steps")
    assert len(lines) == 2, "the client came back by itself"
    assert len(sent) == 2, "and sent the move again"
    assert sent[0] == sent[1], "under the same id"
    assert page.locator(".talk li", has_text="Indigo steps").count() == 1


def test_a_server_killed_under_the_players_comes_back_with_everything(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.link(den.lay(RUN, ["human", "open"], start=True, settings={"stand_in": "random"})))
    settled(page).locator(MOVE).first.click()
    before = squares(settled(page))
    den.kill()
    page.wait_for_selector("text=No connection.")
    page.locator(MOVE).first.click()  # made while nobody hears it
    page.wait_for_selector("text=Your move is kept")
    den.start()
    page.wait_for_selector("text=No connection.", state="hidden")
    page.wait_for_function("n => document.querySelectorAll('.talk li').length > n", arg=4)
    settled(page)
    assert squares(page) != before


def test_a_seat_on_a_second_device_is_the_same_seat(den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "random"], start=True)
    desk, phone = window(), window(360, 780)
    for page in (desk, phone):
        page.goto(den.link(table))
        settled(page)
    desk.locator(MOVE).first.click()
    phone.wait_for_selector("text=Indigo steps")
    assert phone.get_by_role("button", name="More").is_visible()
    phone.goto(den.url)
    phone.wait_for_selector("text=Not finished")


# ---- small screens, keyboards, screen readers


def test_the_keyboard_alone_plays(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.url)
    page.wait_for_selector("article")

    def tab_to(what: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("what => document.activeElement?.matches(what)", what):
                return
        raise AssertionError(f"Tab never comes to {what}")

    tab_to("article a")
    page.keyboard.press("Enter")
    page.wait_for_selector("form")
    tab_to("form .btn.main")
    page.keyboard.press("Enter")
    settled(page)
    tab_to("[role=gridcell]")  # the forest: Tab comes to a square that can be touched, arrows walk on
    assert page.evaluate("document.activeElement.classList.contains('lit')")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Indigo steps")
    settled(page)
    tab_to(".move")
    page.keyboard.press("Enter")  # the list: whoever plays from it keeps the keyboard there
    settled(page)
    page.wait_for_function("() => document.activeElement?.matches('.move')")


PAGES = {
    "home": ("/", "article"),
    "set-up": (f"/new/{RUN}", "form"),
    "fair": ("/fair", "main li"),
}


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (1440, "light")])
def test_pages_fit_and_can_be_read_by_everyone(width: int, theme: str, den: Den, window: Any) -> None:
    page = window(width, 780, color_scheme=theme, bypass_csp=True)  # axe is injected
    for path, ready in PAGES.values():
        page.goto(den.url + path)
        page.wait_for_selector(ready)
        assert (path, audit(page), faults(page)) == (path, [], [])
    table = den.lay(RUN, ["human", *["open"] * 5], options={"players": 6, "expansion": "on"})
    page.goto(den.link(table))
    page.wait_for_selector(".lobby")
    assert (audit(page), faults(page)) == ([], [])
    page.get_by_role("button", name="Begin").click()
    settled(page)
    assert (audit(page), faults(page)) == ([], [])
    if width < 700:
        page.get_by_role("button", name="Rules").click()
        page.wait_for_selector(".rulebook h2")
        assert audit(page) == []


def test_a_walk_is_shown_step_by_step(den: Den, window: Any) -> None:
    page = window(reduced_motion="no-preference")
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    settled(page).locator(MOVE).first.click()
    page.wait_for_function("() => document.querySelectorAll('.sides.up').length > 3")  # a tile has turned up
    assert page.evaluate("getComputedStyle(document.querySelector('.place')).transitionDuration") == "0.24s"


# ---- the rules, for players


@pytest.mark.parametrize("game", [RUN, *OTHERS])
def test_what_only_programmers_need_is_folded_away(game: str, den: Den, window: Any) -> None:
    page = window()
    page.goto(f"{den.url}/rules/{game}")
    fold = page.locator(".rulebook summary")
    fold.wait_for()
    assert fold.inner_text() == "For designers and programmers"
    rest = page.locator(".rulebook > :not(details)").all_inner_texts()
    for word in ("components.py", "redeal", "In records", "137 actions", "All decisions have", "solo_faction"):
        assert not [text for text in rest if word in text], word
    assert page.locator(".rulebook > pre").count() == 0
    assert page.locator(".rulebook details strong[id]").count() == 0, "every rule stands before it"
    options = page.locator(".rulebook details h4", has_text="Options")
    assert not options.is_visible()
    fold.click()
    options.wait_for()


# ---- explanations


@pytest.mark.parametrize("game", [RUN, "outfoxed", "oh_fox"])
def test_explanations_stay_on_the_page_and_off_what_they_explain(game: str, den: Den, window: Any) -> None:
    page = window()
    seats = ["human", "random"]
    page.goto(den.link(den.lay(game, seats, start=True)))
    settled(page)
    page.evaluate("document.documentElement.style.overflowY = 'scroll'")
    things = page.locator({RUN: ".cell, .actor", "outfoxed": "[role=gridcell]", "oh_fox": ".ask li button"}[game])
    for i in range(0, things.count(), 4 if things.count() > 8 else 1):
        thing = things.nth(i)
        if not thing.is_visible():
            continue
        thing.hover()
        slip = page.locator(".explanation")
        slip.wait_for()
        box, own = slip.bounding_box(), thing.bounding_box()
        assert 0 <= box["x"] <= page.evaluate("document.documentElement.clientWidth") - box["width"]
        apart = box["x"] >= own["x"] + own["width"] or box["x"] + box["width"] <= own["x"]
        assert apart or box["y"] >= own["y"] + own["height"] or box["y"] + box["height"] <= own["y"]
        page.mouse.move(1, 1)
        slip.wait_for(state="detached")


@pytest.mark.parametrize("width", [360, 1440])
def test_the_list_of_moves_is_folded_where_the_board_says_it_all(width: int, den: Den, window: Any) -> None:
    """Whoever unfolds it finds it so at the next move, and at the next table."""
    page = window(width, 780, lists=False)
    page.goto(den.link(den.lay("oh_fox", ["human", "random"], start=True)))
    fold = page.locator("summary", has_text=re.compile(r"All \d+ moves as a list"))
    fold.wait_for()
    assert page.locator(MOVE).count() > 4
    assert not page.locator(MOVE).first.is_visible()
    fold.click()
    page.locator(MOVE).first.wait_for()
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    settled(page)
