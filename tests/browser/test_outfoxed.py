"""Outfoxed in a browser: whole games by touch and by keyboard, small screens, movement, memory."""

import re
from typing import Any

import pytest

from .boxes import audit, faults
from .conftest import Den
from .test_browser import script

GAME = "outfoxed"
FOX, CROW = 0, 1
THINGS = ".forest .lit, .hand .lit, .bait .lit, .asked .btn.lit"  # the drawn table, without the list of moves
DRAWN = script("floor")


def seat_down(
    den: Den, window: Any, seat: int, width: int = 1440, height: int = 900, options: Any = None, **more: Any
) -> Any:
    seats = ["human", "fox"] if seat == FOX else ["fox", "human"]
    page = window(width, 780 if width < 700 else height, **more)
    page.on("dialog", lambda dialog: dialog.dismiss())  # nobody flies into the Eagle
    page.goto(den.link(den.lay(GAME, seats, options=options or {}, start=True)))
    page.wait_for_selector(THINGS)
    return page


def touch(page: Any, turn: int) -> bool:
    """Touch one of the things that are lit, a different one each time, rather to go on than to stop; whether one is."""
    return page.evaluate(
        """([things, turn]) => {
            const lit = [...document.querySelectorAll(things)];
            const on = lit.filter((thing) => !(thing.ariaLabel ?? thing.textContent).includes("Stop here"));
            const may = on.length ? on : lit;
            may[(turn * 7) % may.length]?.click();
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


def reach(what: str, den: Den, window: Any, *place: Any) -> Any:
    """A table where this is on the screen; a game that ends before is laid anew."""
    for attempt in range(10):
        page = seat_down(den, window, *place)
        for turn in range(400):
            if settled(page).locator(what).count():
                return page
            if page.locator(".end").count():
                break
            touch(page, turn + attempt)
            page.wait_for_timeout(15)
    raise AssertionError(f"it never comes to {what}")


def read(page: Any) -> dict[str, str]:
    """What lies face-up on each cell, as it is read aloud."""
    labels = page.locator("[role=gridcell]").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    found = (re.match(r"Row (\d), column (\d): (.+?), face up", label) for label in labels)
    return {f"{one[1]},{one[2]}": one[3] for one in found if one}


# ---- whole games


def test_the_keyboard_alone_plays_to_the_end(den: Den, window: Any) -> None:
    page = seat_down(den, window, FOX)
    ways = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]
    turn = 0

    def on(what: str) -> bool:
        return page.evaluate("what => document.activeElement.matches(what)", what)

    while not settled(page).locator(".end").count():
        for _ in range(80):
            if on(THINGS) or page.locator(".end").count():
                break
            page.keyboard.press("Tab")
        else:
            raise AssertionError("Tab never comes to what can be touched")
        if on("[role=gridcell]"):
            page.keyboard.press(ways[turn % 4])
            if not on(THINGS):  # nothing to be touched there: back again
                page.keyboard.press(ways[(turn + 2) % 4])
        page.keyboard.press("Enter")
        turn += 1
        page.wait_for_timeout(15)
    assert "to win" not in "".join(page.locator("section.side").all_inner_texts())  # nothing is counted any more


# ---- screens and readers


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (768, "light"), (1440, "light")])
def test_everything_fits_and_can_be_read(width: int, theme: str, den: Den, window: Any) -> None:
    for seat in (FOX, CROW):
        page = seat_down(den, window, seat, width, color_scheme=theme, bypass_csp=True)
        for moves in (2, 7):
            play_by_touch(page, moves)
            settled(page).wait_for_timeout(300)
            assert faults(page, overlap=".forest *") == []
        assert audit(page) == []


def test_the_board_keeps_its_size_from_question_to_question(den: Den, window: Any) -> None:
    page = seat_down(den, window, CROW)
    sizes = set()
    for turn in range(12):
        sizes.add(page.locator(".forest").evaluate("board => board.getBoundingClientRect().toJSON().width"))
        touch(settled(page), turn)
    assert len(sizes) == 1


def test_a_phone_shows_the_hand_below_the_question(den: Den, window: Any) -> None:
    page = reach(".hand .lit", den, window, FOX, 360)  # a card is turned up that one of the hand may be laid over
    page.wait_for_timeout(250)
    page.evaluate("scrollTo(0, 0)")
    assert faults(page, overlap=".forest *") == []
    cards = page.locator(".hand .card")
    for part in (page.locator(".forest"), page.locator(".ask"), page.locator(".asked .btn"), cards.first):
        assert part.evaluate("part => part.getBoundingClientRect().bottom") <= 780
    card = cards.filter(has=page.locator(".deeds i")).first  # some do nothing
    for text in (card.locator("b"), card.locator(".deeds")):  # its name, and what it does
        assert text.is_visible()
        assert text.inner_text()


@pytest.mark.parametrize(("width", "height"), [(768, 900), (1024, 768)])
def test_a_tablet_shows_question_and_hand_without_scrolling(width: int, height: int, den: Den, window: Any) -> None:
    page = reach(".hand .lit", den, window, FOX, width, height)
    for part in (page.locator(".forest"), page.locator(".ask"), page.locator(".asked .btn"), page.locator(".hand")):
        assert part.evaluate("part => part.getBoundingClientRect().bottom") <= height


@pytest.mark.parametrize("width", [360, 1440])
def test_numbers_beside_the_forest_agree_with_the_words(width: int, den: Den, window: Any) -> None:
    page = seat_down(den, window, FOX, width)
    for n in range(1, 6):
        cell = page.locator(f"[role=gridcell][aria-label^='Row {n}, column {n}:']").bounding_box()
        row, column = (page.locator(f".count.{way}", has_text=str(n)).bounding_box() for way in ("line", "column"))
        assert cell["y"] <= row["y"] <= cell["y"] + cell["height"]
        assert cell["x"] <= column["x"] <= cell["x"] + cell["width"]


def test_a_card_tells_about_itself(den: Den, window: Any) -> None:
    page = seat_down(den, window, FOX)
    page.locator(".hand .card").first.click(force=True)  # not to be played now
    assert "you may lay one from your hand over it" in page.locator(".explanation").inner_text()
    page.locator(".explanation .rule").click()
    page.wait_for_selector(".rulebook .sought")


def test_a_piece_tells_about_itself_before_its_card(den: Den, window: Any) -> None:
    page = seat_down(den, window, FOX)
    for name, piece, rule in (
        ("cell:1,3", "Black Bear", "64"),
        ("rim:2", "Crow", "74"),
        ("rim:12", "Bald Eagle", "72"),
    ):
        page.locator(f"[data-name='{name}']").click(force=True)  # not to be played now
        slip = page.locator(".explanation")
        slip.locator("b", has_text=piece).wait_for()
        assert slip.locator(".rule").inner_text() == f"Rule {rule}"
        assert "Beneath:" in slip.inner_text()


# ---- what is told in place of a question, and beside it


def test_bait_does_not_move_the_board(den: Den, window: Any) -> None:
    def top(page: Any) -> int:
        return page.locator(".forest").evaluate("board => board.offsetTop")

    before = top(seat_down(den, window, FOX, 360))
    page = reach(".bait .card", den, window, FOX, 360)
    assert top(page) == before
    assert ": bait" in page.locator(".bait .card").first.inner_text()


def test_a_card_that_acts_unasked_says_why(den: Den, window: Any) -> None:
    page = reach(".ask .told", den, window, FOX)
    told = page.locator(".ask .told")
    assert re.search("cannot be covered|ends your move", told.inner_text())
    rule = re.search(r"Rule \d+", told.inner_text())
    told.click()
    assert page.locator(".explanation .rule").inner_text() == rule[0]


HASTEN = "() => { const later = setTimeout; window.setTimeout = (what, ms) => later(what, ms / 20) }"
LISTEN = """() => {
    window.rolled = [];  // what the die says over the board, and what stands in place of the question
    const text = (what) => document.querySelector(what)?.textContent;
    new MutationObserver(() => {
        const says = text(".rolled:not(.rolling) b");
        if (says) window.rolled.push([says, text(".ask h2"), text(".ask p")]);
    }).observe(document.querySelector("main"), {subtree: true, childList: true, characterData: true, attributes: true});
}"""


def test_while_a_hunt_is_shown_nothing_is_asked(den: Den, window: Any) -> None:
    for attempt in range(10):  # until a game has a roll
        page = seat_down(den, window, FOX, reduced_motion="no-preference")
        page.evaluate(HASTEN)
        page.evaluate(LISTEN)
        for turn in range(300):
            rolled = settled(page).evaluate("window.rolled")
            if rolled or page.locator(".end").count():
                break
            touch(page, turn + attempt)
            page.wait_for_timeout(15)
        if rolled:
            says, title, line = rolled[-1]
            assert re.fullmatch(r"Red Fox hunts Rabbit #[12]\.", title)
            assert line == says
            assert re.search("it does not escape|caught|evades", says)
            return
    raise AssertionError("Red Fox never rolls")


# ---- the Vixen and the Eagle

EAGLE = ".ask h2:has-text('Fly the Eagle')"


def test_to_fly_the_eagle_is_to_hold_the_vixen_back(den: Den, window: Any) -> None:
    page = reach(EAGLE, den, window, FOX)
    page.get_by_role("button", name="Play the Vixen").wait_for()
    assert page.locator(".forest [data-name^=cell].lit").count() == 0, "no stray touch puts her down"
    page.locator(".forest [data-name^=rim].lit").first.click()
    page.locator(".talk li", has_text="Bald Eagle flies").first.wait_for()


def test_the_vixen_comes_when_she_is_called(den: Den, window: Any) -> None:
    page = reach(EAGLE, den, window, FOX)
    page.get_by_role("button", name="Play the Vixen").click()
    page.locator(".forest [data-name^=cell].lit").last.click()
    page.locator(".talk li", has_text="The Vixen now guards").wait_for()
    page.wait_for_selector(EAGLE)
    assert page.get_by_role("button", name="Play the Vixen").count() == 0
    assert page.locator(".forest [data-name^=rim].lit").count() > 0


def test_the_keyboard_does_not_begin_where_the_double_move_is_spent(den: Den, window: Any) -> None:
    page = reach(".forest .lit[data-once]", den, window, FOX)
    assert page.locator(".forest .lit[data-once=once]").count() == 2
    assert page.locator(".forest .lit[tabindex='0']:not([data-once])").count() == 1


# ---- movement and memory

WATCH = """() => {
    window.lifted = window.shown = 0;  // the most cards that were lifted at once; those turned towards me alone
    new MutationObserver(() => {
        window.lifted = Math.max(window.lifted, document.querySelectorAll(".card.lifted").length);
        window.shown = Math.max(window.shown, document.querySelectorAll(".card.lifted.private .sides.up").length);
    }).observe(document.querySelector(".forest"), {subtree: true, childList: true, attributes: true});
}"""


def peek(page: Any) -> None:
    for turn in range(400):  # an alarm or a lure may come first
        if page.get_by_role("heading", name="Peek at which card").count():
            break
        touch(page, turn)
        page.wait_for_timeout(50)
    page.locator(".forest [data-name^=cell].lit").first.click()
    page.wait_for_selector(".card.private .sides.up")
    page.get_by_role("heading", name="exchange it with which card").wait_for()


def test_after_a_peek_the_keyboard_does_not_stand_on_the_deck(den: Den, window: Any) -> None:
    page = seat_down(den, window, CROW)
    for turn in range(400):  # until the card that is peeked at may leave the game
        if page.get_by_role("heading", name="Peek at which card").count():
            page.locator(".forest [data-name^=cell].lit").first.focus()
            page.keyboard.press("Enter")
            page.get_by_role("heading", name="exchange it with which card").wait_for()
            if page.locator("[data-name=deck].lit").count():
                break
        touch(settled(page), turn)
        page.wait_for_timeout(15)
    page.wait_for_function("() => document.activeElement.matches('.forest [data-name^=cell].lit')")
    words = "Take it out of the game (3 left)"
    assert page.locator(".asked").get_by_role("button", name=words).count() == 1
    assert words in page.locator(".forest [data-name=deck]").get_attribute("aria-label")


def test_a_peek_and_an_exchange_are_seen(den: Den, window: Any) -> None:
    page = seat_down(den, window, CROW, reduced_motion="no-preference")
    page.evaluate(WATCH)
    peek(page)
    page.wait_for_function("() => window.shown === 1")
    page.evaluate("window.lifted = 0")
    page.locator(".forest [data-name^=cell].lit").last.click()
    page.locator(".talk li", has_text="Crow swaps").wait_for()
    page.wait_for_selector(".forest .lit")
    assert page.evaluate("window.lifted") == 2


def test_a_catch_is_still_marked_after_the_bonus_turn(den: Den, window: Any) -> None:
    for _ in range(5):  # until a game has a catch
        page = seat_down(den, window, CROW)
        for turn in range(2000):
            if settled(page).locator(".end").count():
                break
            since = page.locator(".talk").inner_text().split("Sun and Moon")[0]  # the newest comes first
            catch = re.search(r"captures .+? on (\d,\d)", since)
            if catch and page.get_by_role("heading", name="Crow, fly one space").count():
                assert page.locator(f"[data-name='cell:{catch[1]}'].last").count() == 1
                return
            touch(page, turn)
            page.wait_for_timeout(15)
    raise AssertionError("Red Fox never catches a rabbit")


@pytest.mark.parametrize("memory", ["aided", "unaided"])
def test_what_was_peeked_at_is_shown_or_left_to_memory(memory: str, den: Den, window: Any) -> None:
    page = seat_down(den, window, CROW, options={"memory": memory})
    peek(page)
    page.locator(".forest [data-name^=cell].lit").last.click()
    page.wait_for_selector(".card.private", state="detached")
    known = settled(page).locator(".card .sides:not(.up) .window:not(.own)").count()
    assert known > 0 if memory == "aided" else known == 0
