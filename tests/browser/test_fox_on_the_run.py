"""Fox on the Run, drawn: at every width, with explanations."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from .boxes import WIDTHS, audit, faults
from .conftest import Den

RUN = "fox_on_the_run"
MOVE = ".move:not([aria-disabled=true])"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("players", [2, 6])
def test_it_fits_in_the_middle_of_a_game(width: int, players: int, den: Den, window: Any) -> None:
    options = {"players": players, **({"expansion": "on"} if players > 4 else {})}
    page = window(width, WIDTHS[width], bypass_csp=True, color_scheme="dark" if players == 6 else "light")
    for _ in range(4):
        page.goto(den.link(den.lay(RUN, ["human", *["random"] * (players - 1)], options=options, start=True)))
        page.wait_for_selector(".order")
        for _ in range(12):
            if page.locator(".end").count():
                break
            if page.locator(MOVE).count():
                page.locator(MOVE).last.dispatch_event("click")
            page.wait_for_timeout(40)
        if not page.locator(".end").count():
            break
    page.wait_for_timeout(300)
    assert (faults(page), audit(page)) == ([], [])


def test_whatever_lies_there_explains_itself(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.wait_for_selector(MOVE)
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
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.wait_for_selector(MOVE)
    page.get_by_role("gridcell", name=re.compile("^c5:")).tap(force=True)
    page.locator(".explanation").wait_for()
    assert page.get_by_text("Indigo steps").count() == 0


def test_an_ordinary_turn_takes_two_touches(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.wait_for_selector(".cell.lit")
    page.locator(".cell.lit").first.click()
    page.locator(".talk li", has_text="Puffer").first.wait_for()  # the next one has moved


def table_of(den: Den, table: dict[str, Any]) -> Any:
    return den.ask(f"tables/{table['table']}", table["token"])["view"]["table"]


def until(den: Den, page: Any, wanted: Callable[[Any], Any], **options: Any) -> tuple[dict[str, Any], Any]:
    """Play what comes first, table after table, until a table has what is wanted: that table, and what it has."""
    for _ in range(20):
        laid = den.lay(RUN, ["human", "random"], options=options, start=True)
        page.goto(den.link(laid))
        while page.wait_for_selector(f"{MOVE}, .end") and not page.locator(".end").count():
            if found := wanted(table_of(den, laid)):
                return laid, found
            page.locator(MOVE).first.click()
            page.wait_for_function("() => !document.querySelector('.move.sent')")
    raise AssertionError("it never comes to that")


def test_a_step_says_and_shows_where_it_leads(den: Den, window: Any) -> None:
    page = window()

    def far(table: Any) -> Any:
        walks = [(to, lead["way"][-1]) for to, lead in table["leads"].items() if len(lead["way"]) > 1]
        return table["phase"] == "step" and next((w for w in walks if table["leads"][w[0]]["ends"] == "stop"), None)

    laid, (to, end) = until(den, page, far)
    who = table_of(den, laid)["mover"]
    row = page.locator(MOVE, has_text=f"to {to}").filter(has_text=f"ends on {end}")
    row.wait_for()
    page.locator(f"[data-name='cell:{to}'][aria-label*='ends on {end}']").hover()
    page.wait_for_selector(".trail.route")
    page.locator(".explanation").get_by_text(re.compile(f"Ends on {end}[.:]")).wait_for()
    row.click()
    page.locator("#talk li", has_text=who).filter(has_text=f" to {end}").first.wait_for()


def test_who_is_in_the_way_is_named(den: Den, window: Any) -> None:
    page = window()
    _, blocked = until(den, page, lambda table: table["blocked"])
    square, why = next(iter(blocked.items()))
    words = {"why occupied": "may not join", "why guarded": "Zev is next to Scarlet"}[why["key"]]
    page.locator(f"[data-name='cell:{square}']").hover()
    page.locator(".explanation").get_by_text(words).wait_for()
    assert page.locator(".explanation").get_by_role("button", name=f"Rule {why['with']['rule'][1:]}").is_visible()


def test_it_warns_of_zev_only_where_he_can_reach_indigo(den: Den, window: Any) -> None:
    page = window()
    warning = page.locator(".ask").get_by_text("As things lie, Zev can catch Indigo.")
    until(den, page, lambda table: table["in_reach"])
    warning.wait_for()
    until(den, page, lambda table: not table["in_reach"] and table["phase"] == "step")
    page.locator(".ask").get_by_text(re.compile("^Move ")).wait_for()
    assert warning.count() == 0


def test_a_push_tells_of_no_arrows(den: Den, window: Any) -> None:
    page = window()
    options = {"players": 2, "expansion": "on", "raffles_side": "guardians"}
    until(den, page, lambda table: table["phase"] == "push", **options)
    page.locator(".ask").get_by_text("to which square?").wait_for()
    assert "arrow" not in page.locator("#moves").inner_text()


def test_what_the_others_did_stays_marked_until_ones_own_turn(den: Den, window: Any) -> None:
    page = window()
    laid = den.lay(RUN, ["human", *["random"] * 5], options={"players": 6, "expansion": "on"}, start=True)
    page.goto(den.link(laid))
    page.locator(MOVE).first.click()
    page.locator("#talk li", has_text=re.compile("^Zev steps")).wait_for()
    page.wait_for_selector(f"{MOVE}, .end")
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


def test_a_phone_tells_whom_one_moves_what_for_and_what_they_can(den: Den, window: Any) -> None:
    page = window(360, 780)
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    for words in (
        "You move Indigo and Scarlet, each in turn. You win when Indigo reaches Scarlet while Zev is not next to her.",
        "His first step may be diagonal.",
    ):
        said = page.locator(".ask").get_by_text(words)
        said.wait_for()
        assert is_seen(page, said)
    until(den, page, lambda table: table["completed"] >= 4)
    page.locator(".ask").get_by_text("Scarlet").first.wait_for()
    assert page.get_by_text("You move Indigo and Scarlet").count() == 0


def test_a_phone_shows_how_to_leave_the_tiles(den: Den, window: Any) -> None:
    page = window(360, 780)
    until(den, page, lambda table: table["phase"] == "ability")
    leave = page.locator(".ask").get_by_role("button", name="Leave the tiles as they are")
    leave.wait_for()
    assert is_seen(page, leave)
    leave.click()
    page.locator("#talk li", has_text="leaves the tiles as they are").first.wait_for()


@pytest.mark.parametrize("width", [360, 768])
def test_lights_side_by_side_stay_apart(width: int, den: Den, window: Any) -> None:
    page = window(width, WIDTHS[width])
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.wait_for_selector(".cell.lit")
    page.mouse.move(1, 1)
    light = page.locator(".cell.lit:not(.here)").first.evaluate("cell => getComputedStyle(cell).boxShadow")
    assert "inset" in light


def test_a_square_that_wins_is_marked_and_no_other(den: Den, window: Any) -> None:
    page = window()

    def won(table: Any) -> list[str]:
        return [square for square, lead in table["leads"].items() if lead["ends"] == "rescue"]

    laid, squares = until(den, page, won)
    marks = page.locator(".ending")
    marks.first.wait_for()
    ends = {to for to, lead in table_of(den, laid)["leads"].items() if lead["ends"] in ("rescue", "all_revealed")}
    assert set(marks.evaluate_all("marks => marks.map(mark => mark.dataset.at)")) == ends
    page.locator(f"[data-name='cell:{squares[0]}']").click()
    page.locator(".end").wait_for()


def place(table: Any, name: str) -> tuple[int, int]:
    square = next(one["square"] for one in table["characters"] if one["name"] == name)
    return ord(square[0]), int(square[1])


def is_guarded(table: Any) -> bool:
    zev, scarlet = place(table, "Zev"), place(table, "Scarlet")
    return max(abs(zev[0] - scarlet[0]), abs(zev[1] - scarlet[1])) == 1


def test_it_is_drawn_whether_zev_guards_scarlet(den: Den, window: Any) -> None:
    page = window()
    until(den, page, is_guarded)
    page.wait_for_selector(".guard")
    page.locator(".cell[aria-label*='Zev guards Scarlet.']").wait_for()
    until(den, page, lambda table: table["phase"] == "step" and not is_guarded(table))
    page.locator(".ask").get_by_text("Nobody guards Scarlet.").wait_for()
    assert page.locator(".guard").count() == 0


def test_a_blocked_arrow_says_who_blocks_it(den: Den, window: Any) -> None:
    page = window()
    sides = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

    def shut(table: Any) -> Any:
        """A square next to the mover with one arrow, at which somebody else stands."""
        tiles = {tile["square"]: tile for tile in table["tiles"]}
        standing = {one["square"]: one["name"] for one in table["characters"] if one["name"] != table["mover"]}
        for to, lead in table["leads"].items():
            tile = tiles[to]
            if table["phase"] == "step" and lead == {"way": [to], "ends": "stop"} and len(tile.get("arrows", "")) == 1:
                right, down = sides[tile["arrows"]]
                if who := standing.get(chr(ord(to[0]) + right) + str(int(to[1]) + down)):
                    return to, who
        return None

    _, (square, who) = until(den, page, shut)
    page.locator(f"[data-name='cell:{square}']").hover()
    page.locator(".explanation").get_by_text(re.compile(f"^Ends there: .*{who}.* in the way\\.")).wait_for()


def test_the_last_way_has_no_arrowhead(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.locator(MOVE).first.click()
    page.locator("#talk li", has_text="Puffer").first.wait_for()
    page.mouse.move(5, 5)
    way = page.locator(".trail:not(.route)")
    way.wait_for(state="attached")
    ends = way.locator("path").evaluate_all("paths => new Set(paths.map(path => path.getAttribute('d'))).size")
    assert (ends, way.locator("circle").count()) == (1, 1)


def test_the_keyboard_comes_to_the_forest_and_stays(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.wait_for_selector(".cell.lit")
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


SWAPS = "() => [...document.querySelectorAll('.cell.lit')].length > 2 && document.querySelector('.ask h2')?.innerText"


def until_scarlet_may_swap(den: Den, page: Any) -> list[str]:
    """Play on, table after table, until three tiles or more can be swapped: their names."""
    for _ in range(12):
        page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
        page.wait_for_selector(".order")
        for _ in range(60):
            if page.locator(".end").count():
                break
            if (page.evaluate(SWAPS) or "").startswith("Scarlet, swap"):
                return page.locator(".cell.lit").evaluate_all("cells => cells.map(cell => cell.dataset.name)")
            if page.locator(MOVE).count():
                page.locator(MOVE).first.dispatch_event("click")
            page.wait_for_timeout(40)
    raise AssertionError("Scarlet never comes to three tiles")


def test_tiles_are_swapped_in_either_order_and_put_back(den: Den, window: Any) -> None:
    page = window()
    lit = until_scarlet_may_swap(den, page)
    last = page.locator(f"[data-name='{lit[-1]}']")
    last.click()
    page.wait_for_selector(".cell.picked")
    assert page.locator(".chooser").count() == 0
    page.locator(".ask").get_by_text(f"Swap {lit[-1][5:]} with which tile?").wait_for()
    page.wait_for_selector(f".swapping[data-at={lit[-1][5:]}]")
    page.wait_for_timeout(400)  # no double click
    last.click()
    page.wait_for_selector(".cell.picked", state="detached")
    page.locator(".ask").get_by_role("button", name="Leave the tiles as they are").wait_for()
    page.wait_for_timeout(400)
    last.click()
    other = page.locator(".cell.lit:not(.picked)").first
    pair = sorted([lit[-1][5:], str(other.get_attribute("data-name"))[5:]], key=lambda name: name[::-1])
    other.click()
    page.locator("#talk").get_by_text(f"swaps the tiles on {pair[0]} and {pair[1]}").wait_for()


def test_a_finger_that_puts_an_explanation_away_plays_nothing(den: Den, window: Any) -> None:
    page = window(360, 780, has_touch=True, is_mobile=True)
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.wait_for_selector(MOVE)
    before = page.locator("#talk").inner_text()
    page.locator(".cell:not(.lit)").first.tap(force=True)
    slip = page.locator(".explanation")
    slip.wait_for()
    slip.tap(position={"x": 20, "y": 12})
    slip.wait_for(state="detached")
    page.wait_for_timeout(200)
    assert page.locator("#talk").inner_text() == before
