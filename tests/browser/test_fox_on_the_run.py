"""Fox on the Run, drawn: at every width, with explanations."""

import re
from typing import Any

import pytest

from .boxes import WIDTHS, audit, faults
from .conftest import Den, in_both_types
from .playing import MOVE, settled

RUN = "fox_on_the_run"


def lay(den: Den, page: Any, players: int = 2, **position: Any) -> dict[str, Any]:
    """A table of this position, the foxes' side one's own, open in a window and waiting for a move."""
    given: dict[str, Any] = {"position": {"players": players, **position}} if position else {}
    if players > 4 or position.get("raffles_side"):
        given["options"] = {"players": players, "expansion": "on"}
    laid = den.lay(RUN, ["human", *["random"] * (players - 1)], start=True, **given)
    page.goto(den.link(laid))
    page.wait_for_selector(f"{MOVE}, .end", state="attached")
    return laid


def table_of(den: Den, table: dict[str, Any]) -> Any:
    return den.ask(f"tables/{table['table']}", table["token"])["view"]["table"]


def at(**places: str) -> dict[str, str]:
    """Where the four stand: out of each other's way, unless something else is said."""
    return {"Indigo": "a1", "Scarlet": "e5", "Zev": "a5", "Puffer": "e1", **places}


OPEN = {"b1": "E", "c1": "S", "b2": "NE", "c2": "W", "d2": "NS", "c3": "N", "d3": "EW", "b4": "E", "d5": "S", "e3": "W"}


@in_both_types
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("players", [2, 6])
def test_it_fits_in_the_middle_of_a_game(players: int, width: int, type: str, den: Den, window: Any) -> None:
    theme = "dark" if players == 6 else "light"
    page = window(width, WIDTHS[width], type=type, lists=False, bypass_csp=True, color_scheme=theme)
    side = {"raffles_side": "guardians"} if players == 6 else {}
    extra = {"Raffles": "c5", "Napoleon": "a3"} if players == 6 else {}
    lay(den, page, players, tiles=OPEN, characters=at(Indigo="a2", **extra), **side)
    page.locator(MOVE, has_text="Step north").first.dispatch_event("click")
    last = "Zev" if players == 6 else "Puffer"  # who moves before it is one's own turn again
    page.locator("#talk li", has_text=re.compile(f"^{last} ")).first.wait_for()
    page.wait_for_selector(MOVE, state="attached")
    assert (faults(page), audit(page)) == ([], [])


def test_whatever_lies_there_explains_itself(den: Den, window: Any) -> None:
    page = window()
    lay(den, page)
    for square, words, rule in (
        ("c1", "Whoever enters reveals it and stops.", "14"),
        ("e5", "two open, free tiles", "42"),
        ("e5", "Zev guards her while he is next to her, diagonally too", "42"),
        ("e5", "Scarlet on e5: starting tile", "42"),
        ("d4", "It bears no arrows.", "15"),
    ):
        page.get_by_role("gridcell", name=re.compile(f"^{square}:")).hover()
        page.locator(".explanation").get_by_text(words).wait_for()
        assert page.locator(".explanation").get_by_role("button", name=f"Rule {rule}").is_visible()
        page.mouse.move(5, 5)
        page.locator(".explanation").wait_for(state="detached")
    page.get_by_role("button", name=re.compile("^Puffer")).click()
    page.locator(".explanation").get_by_role("button", name="Rule 34").click()
    page.locator(".rulebook .sought", has_text="may pick an adjacent directional tile").wait_for()


def test_a_finger_that_rests_explains_and_does_not_play(den: Den, window: Any) -> None:
    page = window(360, 780, has_touch=True)
    lay(den, page)
    page.get_by_role("gridcell", name=re.compile("^c5:")).tap(force=True)
    page.locator(".explanation").wait_for()
    assert page.get_by_text("Indigo steps").count() == 0


def test_an_ordinary_turn_takes_two_touches(den: Den, window: Any) -> None:
    page = window()
    lay(den, page)
    page.locator(".cell.lit").first.click()
    page.locator(".talk li", has_text="Puffer").first.wait_for()  # the next one has moved


def test_a_step_says_and_shows_where_it_leads(den: Den, window: Any) -> None:
    page = window()
    lay(den, page, tiles={"b1": "E", "c1": "E", "d1": "N"}, characters=at(Puffer="e3"))
    row = page.locator(MOVE, has_text="to b1").filter(has_text="ends on d1")
    row.wait_for()
    page.locator("[data-name='cell:b1'][aria-label*='ends on d1']").hover()
    page.wait_for_selector(".trail.route")
    page.locator(".explanation").get_by_text("Ends on d1: the forest ends there.").wait_for()
    row.click()
    page.locator("#talk li", has_text="Indigo").filter(has_text=" to d1").first.wait_for()


@pytest.mark.parametrize(
    ("places", "square", "words", "rule"),
    [
        (at(Puffer="a2"), "a2", "may not join", "10"),
        (at(Indigo="e4", Zev="d5"), "e5", "Zev is next to Scarlet", "42"),
    ],
)
def test_who_is_in_the_way_is_named(
    places: dict[str, str], square: str, words: str, rule: str, den: Den, window: Any
) -> None:
    page = window()
    lay(den, page, characters=places)
    page.locator(f"[data-name='cell:{square}']").hover()
    page.locator(".explanation").get_by_text(words).wait_for()
    assert page.locator(".explanation").get_by_role("button", name=f"Rule {rule}").is_visible()


@pytest.mark.parametrize(("zev", "warned"), [("b1", 1), ("e4", 0)])
def test_it_warns_of_zev_only_where_he_can_reach_indigo(zev: str, warned: int, den: Den, window: Any) -> None:
    page = window()
    lay(den, page, characters=at(Zev=zev))
    page.locator(".ask").get_by_text("Move Indigo.").wait_for()
    assert page.locator(".ask").get_by_text("As things lie, Zev can catch Indigo.").count() == warned


def test_a_push_tells_of_no_arrows(den: Den, window: Any) -> None:
    page = window()
    places = at(Puffer="c3", Napoleon="b3", Raffles="e1", Zev="e2")
    tiles = {"b3": "N", "c3": "S", "c2": "E", "c4": "W", "d3": "N"}
    lay(den, page, raffles_side="guardians", mover="Napoleon", characters=places, tiles=tiles)
    page.locator("[data-name='cell:c3']").click()
    page.locator(".ask").get_by_text("Push Puffer to which square?").wait_for()
    page.wait_for_selector(MOVE, state="attached")
    assert "arrow" not in page.locator("#moves").inner_text()


def test_what_the_others_did_stays_marked_until_ones_own_turn(den: Den, window: Any) -> None:
    page = window()
    laid = lay(den, page, 6)
    page.locator(MOVE).first.click()
    page.locator("#talk li", has_text=re.compile("^Zev steps")).wait_for()
    page.wait_for_selector(MOVE, state="attached")
    others = {one["square"] for one in table_of(den, laid)["characters"] if one["name"] != "Indigo"}
    earlier = page.locator(".earlier").evaluate_all("marks => marks.map(mark => mark.dataset.at)")
    last = page.locator(".cell.last").evaluate_all("cells => cells.map(cell => cell.dataset.name.slice(5))")
    assert others <= {*earlier, *last}


def test_a_seat_says_which_side_it_plays(den: Den, window: Any) -> None:
    page = window()
    page.goto(f"{den.url}/new/{RUN}")
    page.get_by_text("plays Indigo, Scarlet (Foxes)").wait_for()
    page.get_by_text("plays Zev, Puffer (Guardians)").wait_for()


def is_seen(page: Any, thing: Any) -> bool:
    box = thing.bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


AIM = "You move Indigo and Scarlet, each in turn. You win when Indigo reaches Scarlet while Zev is not next to her."


@in_both_types
def test_a_phone_tells_whom_one_moves_what_for_and_what_they_can(type: str, den: Den, window: Any) -> None:
    page = window(360, 780, type=type, lists=False)
    lay(den, page)
    for words in (AIM, "His first step may be diagonal."):
        said = page.locator(".ask").get_by_text(words)
        said.wait_for()
        assert is_seen(page, said)
    lay(den, page, completed=4)
    page.locator(".ask").get_by_text("His first step may be diagonal.").wait_for()
    assert page.get_by_text("You move Indigo and Scarlet").count() == 0


SWAPS = {"mover": "Scarlet", "phase": "ability", "characters": at(Scarlet="d3")}  # after her walk, beside open tiles
SWAPPED = {"c2": "N", "d2": "E", "e3": "S", "e4": "NE"}


@in_both_types
def test_a_phone_shows_how_to_leave_the_tiles(type: str, den: Den, window: Any) -> None:
    page = window(360, 780, type=type, lists=False)
    lay(den, page, tiles=SWAPPED, **SWAPS)
    leave = page.locator(".ask").get_by_role("button", name="Leave the tiles as they are")
    leave.wait_for()
    assert is_seen(page, leave)
    page.locator("[data-name='cell:c2']").click()
    page.locator(".ask").get_by_text("Swap c2 with which tile?").wait_for()
    assert is_seen(page, leave)
    leave.click()
    page.locator("#talk li", has_text="leaves the tiles as they are").first.wait_for()


def test_the_tiles_can_be_left_while_one_is_selected(den: Den, window: Any) -> None:
    page = window()
    lay(den, page, tiles=SWAPPED, **SWAPS)
    page.locator("[data-name='cell:c2']").click()
    page.wait_for_selector(".cell.picked")
    page.locator(".ask").get_by_role("button", name="Leave the tiles as they are").click()
    page.locator("#talk li", has_text="Scarlet leaves the tiles as they are").wait_for()
    assert page.locator(".cell.picked").count() == 0


def test_a_step_that_is_not_asked_for_is_told(den: Den, window: Any) -> None:
    page = window()
    lay(den, page, characters=at(Zev="e4", Puffer="a5"))  # Scarlet, on e5, can only go west
    page.locator("[data-name='cell:b1']").click()
    told = page.locator(".ask .forced", has_text="Scarlet had only one way to go: d5.")
    told.wait_for()
    settled(page)  # the question comes last, and moves what stands above it
    told.hover()
    page.locator(".explanation").get_by_role("button", name="Rule 5").wait_for()
    page.get_by_text("Move Indigo.").wait_for()
    page.locator(".cell.lit").first.click()
    told.wait_for(state="detached")  # one's own move is over it


def test_who_cannot_move_is_told(den: Den, window: Any) -> None:
    page = window()
    lay(den, page, characters=at(Indigo="e3", Zev="d5", Puffer="a1"))
    page.locator("[data-name='cell:e4']").click()  # and Scarlet, on e5, is shut in
    told = page.locator(".ask .forced", has_text="Scarlet had nowhere to go and stayed.")
    told.wait_for()
    settled(page)
    told.hover()
    page.locator(".explanation").get_by_role("button", name="Rule 8").wait_for()


@in_both_types
@pytest.mark.parametrize("width", [360, 768])
def test_lights_side_by_side_stay_apart(width: int, type: str, den: Den, window: Any) -> None:
    page = window(width, WIDTHS[width], type=type, lists=False)
    lay(den, page)
    page.mouse.move(1, 1)
    light = page.locator(".cell.lit:not(.here)").first.evaluate("cell => getComputedStyle(cell).boxShadow")
    assert "inset" in light


def test_a_square_that_wins_is_marked_and_no_other(den: Den, window: Any) -> None:
    page = window()
    lay(den, page, characters=at(Indigo="d5"))
    page.locator(".ending").first.wait_for()
    assert page.locator(".ending").evaluate_all("marks => marks.map(mark => mark.dataset.at)") == ["e5"]
    page.locator("[data-name='cell:e5']").click()
    page.locator(".end").wait_for()


def test_what_wins_stands_first_where_a_phone_lists_a_few(den: Den, window: Any) -> None:
    page = window(360, 780, lists=False)
    lay(den, page, characters=at(Indigo="d4"))  # by the order of the rules southeast comes late
    page.locator("summary", has_text="The other 7 moves as a list").wait_for()
    assert page.locator(".move").first.is_visible()
    assert page.locator(".move").first.inner_text().startswith("Step southeast to e5")


def test_it_is_drawn_whether_zev_guards_scarlet(den: Den, window: Any) -> None:
    page = window()
    lay(den, page, characters=at(Zev="d4"))
    page.wait_for_selector(".guard")
    page.locator(".cell[aria-label*='Zev guards Scarlet.']").wait_for()
    lay(den, page, characters=at(Zev="c4"))
    page.locator(".ask").get_by_text("Nobody guards Scarlet.").wait_for()
    assert page.locator(".guard").count() == 0


def test_a_blocked_arrow_says_who_blocks_it(den: Den, window: Any) -> None:
    page = window()
    lay(den, page, tiles={"b1": "E"}, characters=at(Puffer="c1"))
    page.locator("[data-name='cell:b1']").hover()
    page.locator(".explanation").get_by_text(re.compile("^Ends there: Puffer is in the way\\.")).wait_for()


def test_the_last_way_has_no_arrowhead(den: Den, window: Any) -> None:
    page = window()
    lay(den, page)
    page.locator(MOVE).first.click()
    page.locator("#talk li", has_text="Puffer").first.wait_for()
    page.mouse.move(5, 5)
    way = page.locator(".trail:not(.route)")
    way.wait_for(state="attached")
    ends = way.locator("path").evaluate_all("paths => new Set(paths.map(path => path.getAttribute('d'))).size")
    assert (ends, way.locator("circle").count()) == (1, 1)


def test_the_keyboard_comes_to_the_forest_and_stays(den: Den, window: Any) -> None:
    page = window()
    lay(den, page)
    page.keyboard.press("ArrowDown")
    for turn in range(2):
        page.wait_for_function("() => document.activeElement.matches('.mid .lit')")
        page.keyboard.press("Enter")
        page.locator("#talk li", has_text=["Indigo", "Scarlet"][turn]).first.wait_for()
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => document.activeElement.matches('.cell')")


def test_whoever_looks_back_sees_who_made_the_move(den: Den, window: Any) -> None:
    page = window()
    table = den.finish(RUN, ["random", "random"])
    for step in (1, 2, 3, 4):
        page.goto(f"{den.url}/replay/{table}?turn={step}")
        page.wait_for_selector(".ask .news")
        who = page.locator(".ask .news").inner_text().split()[0]
        page.locator(".order .now", has_text=who).wait_for()


DOUBLE = 400  # milliseconds: two clicks that are farther apart are no double click


def test_tiles_are_swapped_in_either_order_and_put_back(den: Den, window: Any) -> None:
    page = window()
    page.clock.install()
    lay(den, page, tiles=SWAPPED, **SWAPS)
    last = page.locator("[data-name='cell:e4']")
    last.click()
    page.wait_for_selector(".cell.picked")
    assert page.locator(".chooser").count() == 0
    page.locator(".ask").get_by_text("Swap e4 with which tile?").wait_for()
    page.wait_for_selector(".swapping[data-at=e4]")
    page.clock.fast_forward(DOUBLE)
    last.click()
    page.wait_for_selector(".cell.picked", state="detached")
    page.locator(".ask").get_by_role("button", name="Leave the tiles as they are").wait_for()
    assert "Touch one tile, then the other." in page.locator(".ask").inner_text()
    page.clock.fast_forward(DOUBLE)
    last.click()
    page.wait_for_selector(".cell.picked")
    page.locator("[data-name='cell:c2']").click()
    page.locator("#talk").get_by_text("swaps the tiles on c2 and e4").wait_for()


def test_how_one_walks_is_told_in_the_first_two_rounds(den: Den, window: Any) -> None:
    page = window()
    for completed, words in ((0, "turned up and stops you"), (4, "Open tiles send you on"), (8, None)):
        lay(den, page, tiles=OPEN, characters=at(Indigo="a2"), completed=completed)
        page.locator(".ask h2", has_text="Move Indigo.").wait_for()
        told = [
            one for one in page.locator(".ask .aim-line").all_inner_texts() if "stops you" in one or "send you" in one
        ]
        assert len(told) == (words is not None)
        assert words is None or words in told[0]


def test_arrows_under_ones_feet_say_that_they_do_not_matter_now(den: Den, window: Any) -> None:
    """R7."""
    page = window()
    lay(den, page, tiles=OPEN, characters=at(Indigo="b2"))
    page.get_by_role("gridcell", name=re.compile("^b2:")).hover()
    page.locator(".explanation").get_by_text("For the first step the arrows under Indigo do not matter.").wait_for()
    assert page.locator(".explanation .rule").inner_text() == "Rule 7"


@pytest.mark.parametrize("square", ["c1", "c3", "d5"])
def test_on_a_phone_a_slip_covers_neither_question_nor_turn_order(square: str, den: Den, window: Any) -> None:
    page = window(360, 740, lists=False, has_touch=True, is_mobile=True)
    lay(den, page, tiles=OPEN, characters=at(Indigo="a2"))
    page.locator(f"[data-name='cell:{square}']").tap(force=True)
    slip = page.locator(".explanation")
    slip.wait_for()
    here = slip.bounding_box()
    for one in (f"[data-name='cell:{square}']", ".ask", ".order"):
        there = page.locator(one).first.bounding_box()
        assert here["y"] + here["height"] <= there["y"] + 1 or there["y"] + there["height"] <= here["y"] + 1, one


def test_what_lies_below_the_question_keeps_its_place_whatever_may_be_done(den: Den, window: Any) -> None:
    """Few moves or many: the list is folded until somebody unfolds it."""
    page = window(360, 740, lists=False)
    gaps = set()
    for indigo in ("a1", "b2"):  # three ways to go, and eight
        lay(den, page, tiles=OPEN, characters=at(Indigo=indigo))
        assert page.locator(".move:visible").count() == 0
        ask, talk = (page.locator(what).bounding_box() for what in (".ask", "#talk"))
        gaps.add(talk["y"] - ask["y"] - ask["height"])
    assert len(gaps) == 1


def test_a_finger_that_puts_an_explanation_away_plays_nothing(den: Den, window: Any) -> None:
    page = window(360, 780, has_touch=True, is_mobile=True)
    laid = lay(den, page)
    before = page.locator("#talk").inner_text()
    page.locator(".cell:not(.lit)").first.tap(force=True)
    slip = page.locator(".explanation")
    slip.wait_for()
    slip.tap(position={"x": 20, "y": 12})
    slip.wait_for(state="detached")
    assert page.locator(".move.sent").count() == 0
    assert page.locator("#talk").inner_text() == before
    assert table_of(den, laid)["completed"] == 0
