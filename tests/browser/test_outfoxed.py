"""Outfoxed in a browser: by touch and by keyboard, small screens, what is told, movement, memory."""

import re
from typing import Any

import pytest

from .boxes import audit, faults
from .conftest import Den, in_both_types
from .test_browser import script

GAME = "outfoxed"
FOX, CROW = 0, 1
THINGS = ".forest .lit, .hand .lit, .bait .lit, .asked .btn.lit"  # the drawn table, without the list of moves
DRAWN = script("floor")
ROLL = {"SPEED": 0, "SPEED_CARRION": 1, "UNIQUE": 2, "BLANK": 4}  # a side of the die that shows this face
HAND = ["bullfrog", "fresh_tracks", "yellow_bullhead_catfish", "timber_rattlesnake", "great_horned_owl"]  # long names
DOUBLE = 400  # milliseconds: two touches that are farther apart are no double click


def lay(den: Den, page: Any, seat: int = FOX, floor: Any = None, rolls: str = "", **parts: Any) -> None:
    """A table in a window, waiting for this seat: face-down box turtles, five cards of long names, a bot across."""
    cells = {f"{row},{column}": "box_turtle" for row in range(1, 6) for column in range(1, 6)}
    options = parts.get("options", {})
    position = {"floor": cells | (floor or {}), "hand": HAND, "deck": ["opossum"] * 8, **parts}
    if seat == CROW:
        position.setdefault("decision", "CROW_MOVE")
    seats = ["human", "fox"] if seat == FOX else ["fox", "human"]
    rolled = {"script": [ROLL[face] for face in rolls.split()]} if rolls else {}
    page.on("dialog", lambda dialog: dialog.dismiss())  # nobody flies into the Eagle
    page.goto(den.link(den.lay(GAME, seats, options=options, position=position, start=True, **rolled)))
    page.wait_for_selector(THINGS)


def press(page: Any, *names: str) -> Any:
    """Touch things by name, one after the other, each when it is lit."""
    for name in names:
        page.locator(f"[data-name='{name}'].lit").click()
    return page


def go(den: Den, page: Any, card: str = "deer_mouse", floor: Any = None, **parts: Any) -> Any:
    """Red Fox walks to 4,4, where this card lies."""
    lay(den, page, FOX, {"4,4": card, **(floor or {})}, **parts)
    return press(page, "cell:4,3", "cell:4,4")


def turn_up(den: Den, page: Any, *place: Any, **parts: Any) -> Any:
    """… and one of the hand may be laid over it."""
    go(den, page, *place, **parts).wait_for_selector(".hand .lit")
    return page


def box(page: Any, what: str) -> Any:
    return page.locator(what).first.evaluate("thing => thing.getBoundingClientRect().toJSON()")


def read(page: Any) -> dict[str, str]:
    """What lies face-up on each cell, as it is read aloud."""
    labels = page.locator("[role=gridcell]").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    found = (re.match(r"Row (\d), column (\d): (.+?), face up", label) for label in labels)
    return {f"{one[1]},{one[2]}": one[3] for one in found if one}


# ---- the keyboard

NEWS = "() => ['.ask', '#talk', '.end'].map((what) => document.querySelector(what)?.innerText).join()"


def test_the_keyboard_alone_plays_to_the_end(den: Den, window: Any) -> None:
    page = window()
    page.clock.install()
    lay(den, page, FOX, {"4,4": "deer_mouse", "3,3": "rabbit_1"}, sun=17)  # three rounds before the sun is home
    ways = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]
    turn = 0

    def on(what: str) -> bool:
        return page.evaluate("what => document.activeElement.matches(what)", what)

    while page.wait_for_selector(f"{THINGS}, .end") and not page.locator(".end").count():
        for _ in range(80):
            if on(THINGS):
                break
            page.keyboard.press("Tab")
        else:
            raise AssertionError("Tab never comes to what can be touched")
        if on("[role=gridcell]"):
            page.keyboard.press(ways[turn % 4])
            if not on(THINGS):  # nothing to be touched there: back again
                page.keyboard.press(ways[(turn + 2) % 4])
        before = page.evaluate(NEWS)
        page.clock.fast_forward(DOUBLE)
        page.keyboard.press("Enter")
        page.wait_for_function(f"before => ({NEWS})() !== before", arg=before)
        turn += 1
    assert "to win" not in "".join(page.locator("section.side").all_inner_texts())  # nothing is counted any more


# ---- screens and readers

UP = {"1,1": "vegetation", "1,2": "beaver", "2,1": "coyote", "2,4": "rabbit_1", "3,1": "open_fields"}
RICH = {"3,5": "black_vulture", **{cell: {"card": card, "up": True} for cell, card in UP.items()}}


@in_both_types
@pytest.mark.parametrize("seat", [FOX, CROW])
@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (768, "light"), (1440, "light")])
def test_everything_fits_and_can_be_read(width: int, theme: str, seat: int, type: str, den: Den, window: Any) -> None:
    page = window(width, 780 if width < 700 else 900, type=type, lists=False, color_scheme=theme, bypass_csp=True)
    parts: dict[str, Any] = {"captured": ["rabbit_0"], "removed": ["osprey"], "bait": ["carrion"], "vixen": "3,5"}
    if seat == FOX:
        lay(den, page, FOX, RICH | {"4,4": "deer_mouse"}, **parts)
        moves = ["cell:4,3", "cell:4,4"]
    else:
        lay(den, page, CROW, RICH, flags=["double_spent"], **parts)
        moves = ["rim:3", "cell:3,4"]  # then the card that was peeked at is to be exchanged
    assert faults(page, overlap=".forest *") == []
    press(page, *moves).wait_for_selector(".hand .lit" if seat == FOX else ".card.private .sides.up")
    assert faults(page, overlap=".forest *") == []
    assert audit(page) == []


@in_both_types
def test_the_board_keeps_its_size_from_question_to_question(type: str, den: Den, window: Any) -> None:
    page = window(type=type, lists=False)
    lay(den, page, CROW)
    sizes = set()
    for name in ("rim:3", "cell:3,4", "cell:5,1", "cell:2,3"):  # fly, peek, exchange, move Bear
        page.wait_for_selector(f"[data-name='{name}'].lit")
        sizes.add(box(page, ".forest")["width"])
        press(page, name)
    page.locator(".ask h2", has_text="Crow, fly one space").wait_for()
    assert sizes == {box(page, ".forest")["width"]}


@in_both_types
def test_a_phone_shows_the_hand_below_the_question(type: str, den: Den, window: Any) -> None:
    page = window(360, 780, type=type, lists=False)
    turn_up(den, page)  # a card is turned up that one of the hand may be laid over
    assert faults(page, overlap=".forest *") == []
    assert page.evaluate("scrollY") == 0
    cards = page.locator(".hand .card")
    parts = [".forest", ".ask", ".asked .btn", *(f"[data-name='hand:{card}']" for card in HAND)]
    for part in parts:
        assert box(page, part)["bottom"] <= 780, part
    assert box(page, ".forest")["bottom"] <= box(page, ".asked")["top"], "nothing of the board is covered"
    card = cards.filter(has=page.locator(".deeds i")).first  # some do nothing
    for text in (card.locator("b"), card.locator(".deeds")):  # its name, and what it does
        assert text.is_visible()
        assert text.inner_text()


@in_both_types
def test_a_large_hand_leaves_the_board_uncovered(type: str, den: Den, window: Any) -> None:
    """The Eagle's rim is the lowest line of the board: it can be touched with eight cards in hand as well."""
    hand = [*HAND, "honeycomb", "groundhog", "opossum"]
    page = window(360, 780, type=type, lists=False)
    lay(den, page, hand=hand, decision="EAGLE")
    page.wait_for_selector("[data-name='rim:11'].lit")
    assert page.evaluate("scrollY") == 0
    assert box(page, ".forest")["bottom"] <= box(page, ".asked")["top"]
    last = page.locator(f"[data-name='hand:{hand[-1]}']")
    last.scroll_into_view_if_needed()
    assert box(page, f"[data-name='hand:{hand[-1]}']")["right"] <= 360, "the others lie beside them"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@in_both_types
def test_a_low_phone_keeps_question_and_hand_in_sight(type: str, den: Den, window: Any) -> None:
    page = window(360, 640, type=type, lists=False)
    turn_up(den, page)
    page.evaluate("scrollTo(0, 0)")
    assert box(page, ".holds")["bottom"] <= 640
    assert box(page, ".asked")["bottom"] <= box(page, ".holds")["top"]
    assert box(page, ".asked .btn")["bottom"] <= box(page, ".holds")["top"]


@in_both_types
@pytest.mark.parametrize(("width", "height"), [(768, 900), (1024, 768)])
def test_a_tablet_shows_question_and_hand_without_scrolling(
    width: int, height: int, type: str, den: Den, window: Any
) -> None:
    page = window(width, height, type=type, lists=False)
    turn_up(den, page)
    for part in (".forest", ".ask", ".asked .btn", ".hand"):
        assert box(page, part)["bottom"] <= height, part


POKES = """() => [...document.querySelectorAll(".hand .card, .forest .card")].flatMap((card) => {
    const within = card.getBoundingClientRect();
    const pictures = [...card.querySelectorAll(".plate, .picture svg")].filter((one) => one.checkVisibility());
    return pictures.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const out = Math.max(within.left - left, right - within.right, within.top - top, bottom - within.bottom);
        return right > left && out > 0.5;
    }).map(() => card.textContent.trim());
})"""


@in_both_types
@pytest.mark.parametrize("width", [360, 768, 1440])
def test_no_picture_pokes_out_of_its_card(width: int, type: str, den: Den, window: Any) -> None:
    page = window(width, 780 if width < 700 else 900, type=type, lists=False)
    turn_up(den, page, floor=RICH)
    assert page.evaluate(POKES) == []


@in_both_types
@pytest.mark.parametrize("width", [360, 1440])
def test_numbers_beside_the_forest_agree_with_the_words(width: int, type: str, den: Den, window: Any) -> None:
    page = window(width, type=type, lists=False)
    lay(den, page)
    for n in range(1, 6):
        cell = page.locator(f"[role=gridcell][aria-label^='Row {n}, column {n}:']").bounding_box()
        row, column = (page.locator(f".count.{way}", has_text=str(n)).bounding_box() for way in ("line", "column"))
        assert cell["y"] <= row["y"] <= cell["y"] + cell["height"]
        assert cell["x"] <= column["x"] <= cell["x"] + cell["width"]


@pytest.mark.parametrize("bird", ["crow", "eagle"])
def test_a_bird_does_not_hide_the_sun(bird: str, den: Den, window: Any) -> None:
    page = window()
    lay(den, page, FOX, sun=3, crow=3 if bird == "crow" else 8, eagle=3 if bird == "eagle" else 12)
    sun, other = (page.locator(f".token:not(.ghost):has(use[href$='#{name}'])") for name in ("sun-moon", bird))
    here, there = sun.bounding_box(), other.bounding_box()
    side = here["x"] - there["x"], here["y"] - there["y"]
    shared = max(0, there["width"] - side[0]) * max(0, there["height"] - side[1])
    assert shared < 0.25 * there["width"] * there["height"]
    over = "(sun, bird) => bird.compareDocumentPosition(sun) & Node.DOCUMENT_POSITION_FOLLOWING"
    assert sun.evaluate(over, other.element_handle()), "and what they share is the sun's"


# ---- the hand


@pytest.mark.parametrize("by", ["mouse", "finger", "keyboard", "button"])
def test_a_card_of_the_hand_is_held_first_and_then_played(by: str, den: Den, window: Any) -> None:
    page = window(360, 780, has_touch=True) if by == "finger" else window()
    turn_up(den, page)
    card = page.locator("[data-name='hand:bullfrog']")
    if by == "keyboard":
        card.focus()

    def touch() -> None:
        if by == "keyboard":
            page.keyboard.press("Enter")
        else:
            card.tap() if by == "finger" else card.click()

    touch()
    page.locator(".ask h2", has_text="Play Bullfrog instead?").wait_for()
    assert "jumps exactly 2 cards" in page.locator(".ask").inner_text()
    assert page.locator(".talk li", has_text="Bullfrog").count() == 0, "nothing is played yet"
    page.get_by_role("button", name="Put it back").click()
    page.locator(".ask h2", has_text="Let Deer Mouse act?").wait_for()
    if by == "keyboard":
        card.focus()
    touch()
    page.locator(".ask h2", has_text="Play Bullfrog instead?").wait_for()
    if by == "button":
        page.get_by_role("button", name="Play it").click()
    else:
        touch()
    page.locator(".talk li", has_text="Red Fox puts Bullfrog on 4,4").wait_for()


def test_a_double_click_holds_a_card_and_does_not_play_it(den: Den, window: Any) -> None:
    page = window()
    turn_up(den, page)
    page.locator("[data-name='hand:bullfrog']").dblclick()
    page.locator(".ask h2", has_text="Play Bullfrog instead?").wait_for()
    page.keyboard.press("Escape")
    page.locator(".ask h2", has_text="Let Deer Mouse act?").wait_for()
    assert page.locator(".talk li", has_text="Bullfrog").count() == 0


@pytest.mark.parametrize("height", [640, 780])
def test_a_phone_does_not_scroll_by_itself_when_a_card_is_played(height: int, den: Den, window: Any) -> None:
    page = window(360, height, has_touch=True, is_mobile=True)
    turn_up(den, page)
    page.evaluate("scrollTo(0, 120)")
    card = page.locator("[data-name='hand:fresh_tracks']")  # what it shows comes between hand and list
    card.tap()
    page.locator(".ask h2", has_text="Play Fresh Tracks instead?").wait_for()
    card.tap()
    page.get_by_text("Only you see this").wait_for()
    page.locator(".ask h2", has_text="Fly the Eagle").wait_for()
    assert page.evaluate("scrollY") == 120


def test_a_card_tells_about_itself(den: Den, window: Any) -> None:
    page = window()
    lay(den, page)
    page.locator(".hand .card").first.click(force=True)  # not to be played now
    assert "you may lay one from your hand over it" in page.locator(".explanation").inner_text()
    page.locator(".explanation .rule").click()
    page.wait_for_selector(".rulebook .sought")


@in_both_types
def test_what_a_finger_asks_about_covers_no_answer_and_goes(type: str, den: Den, window: Any) -> None:
    page = window(360, 780, type=type, lists=False, has_touch=True, is_mobile=True)
    turn_up(den, page)
    page.locator("[data-name='cell:2,2']").tap(force=True)  # not to be touched now
    slip = page.locator(".explanation")
    slip.wait_for()
    for answer in page.locator(".asked .btn, .hand .card, .ask").all():
        here, there = slip.bounding_box(), answer.bounding_box()
        assert here["y"] + here["height"] <= there["y"] or there["y"] + there["height"] <= here["y"]
    page.locator(".move", has_text="Let it act").dispatch_event("click")  # no finger puts it away
    page.locator(".ask h2", has_text="Fly the Eagle").wait_for()
    slip.wait_for(state="detached")


def test_a_piece_tells_about_itself_before_its_card(den: Den, window: Any) -> None:
    page = window()
    lay(den, page)
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


# ---- a phone of 360 × 740, and Bear

LONG = ["great_horned_owl", "white_tailed_deer", "honey_bee", "honey_bee", "box_turtle"]
MARGIN = """card => {
    const words = document.createRange();
    words.selectNodeContents(card.querySelector(".text"));
    const [box, text] = [card, words].map((one) => one.getBoundingClientRect());
    return Math.min(text.left - box.left, text.top - box.top, box.right - text.right, box.bottom - text.bottom);
}"""


def test_names_on_the_hand_keep_off_its_borders(den: Den, window: Any) -> None:
    page = window(360, 740, lists=False, has_touch=True, is_mobile=True)
    lay(den, page, hand=LONG)
    margins = page.locator(".hand .card").evaluate_all(f"cards => cards.map({MARGIN})")
    assert len(margins) == 4
    assert min(margins) >= 3
    assert "×2" in page.locator("[data-name='hand:honey_bee']").inner_text()


def test_hand_and_buttons_stay_where_they_are_from_question_to_question(den: Den, window: Any) -> None:
    """One step, Eagle, Vixen with Bear beside; a card turned up, one of the hand held; a card that acts unasked."""
    page = window(360, 740, lists=False, has_touch=True, is_mobile=True)
    places = set()

    def note(waits_for: str) -> None:
        page.wait_for_selector(waits_for)
        hand, row, ask, forest = (box(page, what) for what in (".hand", ".asked .row", ".ask", ".forest"))
        tops = (round(one) for one in (hand["top"], hand["bottom"], row["bottom"]))
        places.add((*tops, forest["bottom"] - ask["top"] <= 1))

    lay(den, page, bear="4,4", arrow="3,4", hand=LONG)
    note(".ask h2:has-text('take the first step')")
    press(page, "cell:4,3")
    note(".ask .threatened")
    page.get_by_role("button", name="Stop here", exact=True).click()
    note(EAGLE)
    page.get_by_role("button", name="Play the Vixen").click()
    note(".ask h2:has-text('Guard which card')")
    go(den, page, "hurricane", hand=LONG)
    note(".ask h2:has-text('Let Hurricane act')")
    press(page, "hand:honey_bee")
    note(".ask h2:has-text('Play Honey Bee instead')")
    go(den, page, "yellow_jacket", hand=LONG)
    note(".ask .told")
    assert len(places) == 1
    assert all(clear for *_, clear in places), "the board is not covered"


def test_at_the_end_all_of_the_board_can_be_scrolled_to(den: Den, window: Any) -> None:
    page = window(360, 740, lists=False, has_touch=True, is_mobile=True)
    lay(den, page, hand=LONG, sun=19)
    press(page, "cell:4,3")
    page.get_by_role("button", name="Stop here", exact=True).click()
    page.wait_for_selector(EAGLE)
    press(page, "rim:11").wait_for_selector(".end")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert box(page, ".forest")["bottom"] <= box(page, ".end")["top"] + 1


def test_where_bear_can_come_is_seen_before_one_goes_there(den: Den, window: Any) -> None:
    """R64, R65: Bear has come from 3,4 and cannot turn back."""
    page = window(360, 740)
    lay(den, page, bear="4,4", arrow="3,4")
    assert {one.get_attribute("data-threat") for one in page.locator(".threat").all()} == {"4,3", "4,5", "5,4"}
    assert page.locator(".ask .threatened").count() == 0
    for name, comes in (("cell:4,3", True), ("cell:5,4", True), ("cell:5,2", False)):
        label = page.locator(f"[data-name='{name}']").get_attribute("aria-label")
        assert ("Bear can step there" in label) == comes
    assert page.locator(".move", has_text="Step north").inner_text().endswith("Bear can step there")
    press(page, "cell:4,3").locator(".ask .threatened", has_text="Bear can step onto you here!").wait_for()
    assert "in reach" in page.locator("section.side", has_text="Crow").first.inner_text()


def test_what_wins_is_marked_and_what_loses_too(den: Den, window: Any) -> None:
    """R69, R72: Crow beside the Eagle, then Bear beside Red Fox."""
    page = window()
    lay(den, page, CROW, crow=0, eagle=1)
    assert page.locator(".forest .deadly").evaluate_all("cells => cells.map(cell => cell.dataset.name)") == ["rim:1"]
    assert page.locator(".move", has_text="loses the game").count() == 1
    lay(den, page, CROW, decision="BEAR", bear="3,3", fox="3,4")
    assert "wins the game" in page.locator(".move").first.inner_text(), "first of the list"
    assert page.locator(".forest .wins").evaluate_all("cells => cells.map(cell => cell.dataset.name)") == ["cell:3,4"]


def test_the_light_of_a_space_of_the_rim_lies_within_it(den: Den, window: Any) -> None:
    """Or else it stands beside the number of the next."""
    page = stop(den, window(360, 740, lists=False, has_touch=True, is_mobile=True))
    dots = page.locator("[data-name^='rim:'].dot").evaluate_all(
        "cells => cells.map(cell => getComputedStyle(cell, '::after').right)"
    )
    assert dots
    assert all(float(right.removesuffix("px")) >= 0 for right in dots)


# ---- what is told in place of a question, and beside it


@in_both_types
def test_bait_does_not_move_the_board(type: str, den: Den, window: Any) -> None:
    page = window(360, 780, type=type, lists=False)
    tops = set()
    for bait in ([], ["carrion"]):
        lay(den, page, bait=bait)
        tops.add(box(page, ".forest")["top"])
        assert page.locator(".bait .card").count() == len(bait)
    assert len(tops) == 1
    assert ": bait" in page.locator(".bait .card").first.inner_text()


@pytest.mark.parametrize(
    ("card", "parts", "words", "rule"),
    [
        ("yellow_jacket", {}, "Yellow Jacket has a lock: it cannot be covered.", "Rule 32"),
        ("deer_mouse", {"vixen": "4,4"}, "The Vixen guards Deer Mouse: it cannot be covered.", "Rule 63"),
        ("deer_mouse", {"hand": []}, "Your hand is empty: Deer Mouse cannot be covered.", "Rule 32"),
    ],
)
def test_a_card_that_acts_unasked_says_why(
    card: str, parts: dict[str, Any], words: str, rule: str, den: Den, window: Any
) -> None:
    page = window()
    told = go(den, page, card, **parts).locator(".ask .told")
    told.get_by_text(words).wait_for()
    assert rule in told.inner_text()
    told.click()
    assert page.locator(".explanation .rule").inner_text() == rule


def test_water_that_ends_a_move_says_so(den: Den, window: Any) -> None:
    page = window()
    lay(den, page, FOX, {"4,3": {"card": "beaver", "up": True}})
    press(page, "cell:4,3").locator(".ask .told", has_text="Beaver ends your move: water.").wait_for()


HASTEN = "() => { const later = setTimeout; window.setTimeout = (what, ms) => later(what, ms / 20) }"
LISTEN = """() => {
    window.rolled = [];  // what the die says over the board, and what stands in place of the question
    const text = (what) => document.querySelector(what)?.textContent;
    new MutationObserver(() => {
        const says = text(".rolled:not(.rolling) b");
        if (says) window.rolled.push([says, text(".ask h2"), text(".ask p")]);
    }).observe(document.querySelector("main"), {subtree: true, childList: true, characterData: true, attributes: true});
}"""


@pytest.mark.parametrize(
    ("rabbit", "rolls", "told"),
    [
        (1, "SPEED", ["Speed: it evades"]),
        (1, "UNIQUE", ["No speed: caught"]),
        (2, "BLANK BLANK", ["Roll 1 of 2: no speed, roll again", "Roll 2 of 2: no speed, caught"]),
    ],
)
def test_while_a_hunt_is_shown_nothing_is_asked(
    rabbit: int, rolls: str, told: list[str], den: Den, window: Any
) -> None:
    page = window(reduced_motion="no-preference")
    lay(den, page, FOX, {"4,4": f"rabbit_{rabbit}"}, rolls)
    page.evaluate(HASTEN)
    page.evaluate(LISTEN)
    press(page, "cell:4,3", "cell:4,4")
    page.wait_for_function("said => window.rolled.some(([says]) => says === said)", arg=told[-1])
    page.wait_for_selector(".rolled", state="detached")
    rolled = page.evaluate("window.rolled")
    assert list(dict.fromkeys(says for says, _, _ in rolled)) == told
    for says, title, line in rolled:
        assert (title, line) == (f"Red Fox hunts Rabbit #{rabbit}.", says)


# ---- the Vixen and the Eagle

EAGLE = ".ask h2:has-text('Fly the Eagle')"


def stop(den: Den, page: Any, **parts: Any) -> Any:
    """Red Fox takes one step, and the Eagle is to fly."""
    lay(den, page, FOX, **parts)
    press(page, "cell:4,3")
    page.get_by_role("button", name="Stop here", exact=True).click()
    page.wait_for_selector(EAGLE)
    return page


def test_to_fly_the_eagle_is_to_hold_the_vixen_back(den: Den, window: Any) -> None:
    page = stop(den, window())
    page.get_by_role("button", name="Play the Vixen").wait_for()
    assert page.locator(".forest [data-name^=cell].lit").count() == 0, "no stray touch puts her down"
    page.locator(".forest [data-name^=rim].lit").first.click()
    page.locator(".talk li", has_text="Bald Eagle flies").first.wait_for()


def test_the_vixen_comes_when_she_is_called(den: Den, window: Any) -> None:
    page = stop(den, window())
    page.get_by_role("button", name="Play the Vixen").click()
    page.locator(".forest [data-name^=cell].lit").last.click()
    page.locator(".talk li", has_text="The Vixen now guards").wait_for()
    page.wait_for_selector(EAGLE)
    assert page.get_by_role("button", name="Play the Vixen").count() == 0
    assert page.locator(".forest [data-name^=rim].lit").count() > 0


@pytest.mark.parametrize(
    ("bear", "words"),
    [
        ("1,1", "Crow cannot see or move it, and Bear cannot come there."),
        ("3,3", "On your own card she keeps Bear away from you."),
    ],
)
def test_what_the_vixen_does_against_bear_is_told_at_the_table(bear: str, words: str, den: Den, window: Any) -> None:
    page = stop(den, window(), bear=bear)
    page.locator(".asked").get_by_text(words).wait_for()


def test_the_keyboard_does_not_begin_where_the_double_move_is_spent(den: Den, window: Any) -> None:
    page = stop(den, window())
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
    press(page, "rim:3", "cell:3,4")
    page.wait_for_selector(".card.private .sides.up")
    page.get_by_role("heading", name="exchange it with which card").wait_for()


def test_after_a_peek_the_keyboard_does_not_stand_on_the_deck(den: Den, window: Any) -> None:
    page = window()
    lay(den, page, CROW)
    press(page, "rim:3")
    page.locator("[data-name='cell:3,4'].lit").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="exchange it with which card").wait_for()
    page.wait_for_selector("[data-name=deck].lit")  # the card that was peeked at may leave the game
    page.wait_for_function("() => document.activeElement.matches('.forest [data-name^=cell].lit')")
    words = "Take it out of the game (3 left)"
    assert page.locator(".asked").get_by_role("button", name=words).count() == 1
    assert words in page.locator(".forest [data-name=deck]").get_attribute("aria-label")


def test_a_peek_and_an_exchange_are_seen(den: Den, window: Any) -> None:
    page = window(reduced_motion="no-preference")
    lay(den, page, CROW)
    page.evaluate(WATCH)
    peek(page)
    page.wait_for_function("() => window.shown === 1")
    page.evaluate("window.lifted = 0")
    press(page, "cell:5,1")
    page.locator(".talk li", has_text="Crow swaps").wait_for()
    page.wait_for_selector(".forest .lit")
    assert page.evaluate("window.lifted") == 2


def test_a_catch_is_still_marked_after_the_bonus_turn(den: Den, window: Any) -> None:
    page = window()
    lay(den, page, CROW, {"3,3": {"card": "rabbit_0", "up": True}}, decision="FOX_TURN", bear="1,1")
    page.locator(".ask h2", has_text="Crow, fly one space").wait_for()
    assert "captures Rabbit #0 on 3,3" in page.locator(".talk").inner_text()
    assert page.locator("[data-name='cell:3,3'].last").count() == 1


@pytest.mark.parametrize("memory", ["aided", "unaided"])
def test_what_was_peeked_at_is_shown_or_left_to_memory(memory: str, den: Den, window: Any) -> None:
    page = window()
    lay(den, page, CROW, options={"memory": memory})
    peek(page)
    press(page, "cell:5,1")
    page.wait_for_selector(".card.private", state="detached")
    page.wait_for_selector(".forest .lit")
    known = page.locator(".card .sides:not(.up) .window:not(.own)").count()
    assert known == (1 if memory == "aided" else 0)
