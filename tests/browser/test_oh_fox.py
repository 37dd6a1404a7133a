"""Oh, Fox! at the drawn table: whole games by touch and by keyboard, the film, notes, small screens."""

import re
from typing import Any

import pytest

from .boxes import audit, faults
from .conftest import Den, in_both_types
from .playing import sit_down
from .test_browser import script

GAME = "oh_fox"
SCORES = "all => [...document.querySelectorAll('.tally strong')].map((one) => one.innerText).join() === all.join()"
PREDATOR = {"players": 3, "predator": 0}

PLAY = script("oh_fox")
DOUBLE = 400  # milliseconds: a click so soon after another, in the same place, would count as its second half
OWN_ROW = "document.querySelector('.players > li').querySelectorAll('.card').length"


def dealt(*animals: str, **parts: Any) -> dict[str, Any]:
    """A position in which the seats are these animals; rows of cards go by seat as well."""
    candidates = [*animals, *[one for one in ("viper", "fox", "toad", "rat", "rabbit") if one not in animals]]
    predators = [one for one in candidates if one in ("viper", "fox", "owl", "badger")]
    prey = [one for one in candidates if one not in predators]
    return {"animals": list(animals), "candidates": [*predators[:2], *prey[:3]], **parts}


VIPER = dealt("viper", "toad", "rat", predator=0)
TOAD = dealt("toad", "fox", "rat", predator=1, objectives=["navigator", "stroller"])
SO_FAR = "S:N S:E S:S S:W"  # four turns of one player
WHOLE = f"{SO_FAR} X X X D:N"  # and all eight


def later(page: Any) -> None:
    """So long after the last click that the next is no second half of it."""
    page.clock.fast_forward(DOUBLE)


def taken_up(page: Any, kind: str) -> None:
    """Take up a card, with the pointer away from it."""
    page.locator(f"[data-name='card:{kind}'].lit").click()
    page.wait_for_selector(f".held [data-name='card:{kind}']")
    page.mouse.move(2, 2)
    later(page)


def opened(den: Den, window: Any, options: dict[str, Any], *size: int, position: Any = None, **more: Any) -> Any:
    """Seat 0 at a table with bots, laid as wanted; the clock of its page can be put on."""
    page = window(*size, **more)
    page.clock.install()
    seats = ["human", *["fox"] * (options["players"] - 1)]
    page.goto(den.link(den.lay(GAME, seats, options=options, start=True, position=position)))
    page.wait_for_selector(".hand .card.lit, .guess .animal.lit")
    return page


def row(page: Any) -> int:
    """How many cards lie open in the own row."""
    return page.locator(".players > li").first.locator(".card").count()


def shown_scores(page: Any) -> list[str]:
    return page.locator(".tally strong").all_inner_texts()


def result_scores(page: Any) -> list[str]:
    """The server's scores, by seat; the list is in order of rank."""
    marks = ["disc", "triangle", "square", "lozenge"]
    lines = page.locator(".end ol li")
    found = {
        lines.nth(i).locator("svg").get_attribute("aria-label"): lines.nth(i).locator("b").inner_text()
        for i in range(lines.count())
    }
    return [found[mark] for mark in marks if mark in found]


# ---- whole games


def test_a_whole_game_by_touching_the_table(den: Den, window: Any) -> None:
    page = opened(den, window, PREDATOR)
    for turn in range(8):
        page.wait_for_function(f"() => {OWN_ROW} === {turn}")
        page.wait_for_selector(".hand .card.lit")
        later(page)
        cards = page.locator(".hand .card.lit")
        cards.nth(turn % cards.count()).click()
        assert page.locator(".held").count() == 1, "one touch plays nothing"
        if turn % 2:
            later(page)
            page.locator(".arrow").nth(turn % page.locator(".arrow").count()).click()
        else:
            page.locator(".cell.lit").first.click()
            if page.locator(".chooser").count():  # two ways lead there
                page.locator(".chooser .option").first.click()
    page.get_by_role("heading", name="Who is who?").wait_for()
    assert page.get_by_role("button", name="Name them").is_disabled()
    for seat in (1, 2):
        page.locator(f"[data-name^='guess:{seat}:'].lit").first.click()
    page.get_by_role("button", name="Name them").click()
    page.wait_for_selector(".end")
    page.wait_for_function(SCORES, arg=result_scores(page))  # hearts counted as they come end as the server says


def test_a_whole_game_by_keyboard(den: Den, window: Any) -> None:
    page = opened(den, window, PREDATOR)

    def is_on(what: str) -> bool:
        return page.evaluate("what => document.activeElement?.matches(what)", what)

    def tab_to(what: str) -> None:
        page.wait_for_selector(what)
        for _ in range(120):
            if is_on(what):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {what}")

    for turn in range(8):
        tab_to(".hand .card.lit")
        if is_on("[data-name='card:stop']"):
            page.keyboard.press("Enter")
            page.wait_for_function("() => document.activeElement?.matches('.arrow.stay')")
        else:
            page.keyboard.press("Enter")  # also while another's choice is being told
            page.wait_for_function("() => document.activeElement?.matches('.arrow.north')")
            side = ["Up", "Right", "Down", "Left"][turn % 4]
            page.keyboard.press(f"Arrow{side}")
            name = {"Up": "north", "Right": "east", "Down": "south", "Left": "west"}[side]
            page.wait_for_function("name => document.activeElement?.matches(`.arrow.${name}`)", arg=name)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "n => document.querySelector('.players > li').querySelectorAll('.card').length === n", arg=turn + 1
        )
    for _ in range(2):
        tab_to(".guess .animal.lit")
        page.keyboard.press("Enter")
    tab_to(".guess .btn.main")
    page.keyboard.press("Enter")
    page.wait_for_selector(".end")
    last = page.locator(".film p").inner_text()
    page.wait_for_function("() => document.activeElement?.matches('.film')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("last => document.querySelector('.film p').innerText !== last", arg=last)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("last => document.querySelector('.film p').innerText === last", arg=last)


def test_the_hand_comes_first_to_the_keyboard(den: Den, window: Any) -> None:
    page = opened(den, window, PREDATOR)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skip to the table
    for _ in range(2):
        page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.matches('.hand .card')")
    for _ in range(50):
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement.tagName") != "svg", "a drawing is not a stop"


def test_arrow_keys_go_from_card_to_card(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 2})
    page.locator("[data-name='card:double']").focus()
    for key, name in (("ArrowRight", "move-stop"), ("ArrowLeft", "double"), ("ArrowLeft", "single")):
        page.keyboard.press(key)
        page.wait_for_function("name => document.activeElement.dataset.name === `card:${name}`", arg=name)
    assert not page.locator(".held").count(), "none is taken up on the way"


def test_a_card_is_dragged_the_way_it_points(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 2})
    for turn, (dx, dy, side) in enumerate([(0, -70, "north"), (70, 0, "east"), (0, 60, "south"), (-70, 0, "west")], 1):
        page.wait_for_selector("[data-name='card:single'].lit")
        box = page.locator("[data-name='card:single']").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + dx / 2, y + dy / 2)
        page.mouse.move(x + dx, y + dy)
        assert page.locator(".drag").inner_text() == f"Single {side}"
        page.mouse.up()
        page.wait_for_selector(f"text=Turn {turn}: Ada plays single {side}.")


@pytest.mark.parametrize("size", [(360, 780), (1440, 900)])
def test_of_two_ways_to_a_space_each_is_one_touch(size: tuple[int, int], den: Den, window: Any) -> None:
    """R4: from C5 both the path east and the curve south lead to D5."""
    page = opened(den, window, PREDATOR, *size)
    taken_up(page, "single")
    ways = page.locator(".cell.lit .many [data-side]")
    assert ways.count() == 2
    side = int(ways.last.get_attribute("data-side"))
    box = ways.last.bounding_box()
    assert min(box["width"], box["height"]) >= 24, "large enough for a finger"
    ways.last.click()
    page.wait_for_function(f"() => {OWN_ROW} > 0")
    assert not page.locator(".chooser").count()
    played = den.ask(f"tables/{page.url.rsplit('/', 1)[1]}")["view"]["table"]["seats"][0]["row"][0]
    assert played.endswith("NESW"[side])


def test_a_double_click_takes_a_card_up_and_no_more(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 2})
    page.locator("[data-name='card:single']").dblclick()
    later(page)
    assert page.locator(".held [data-name='card:single']").count() == 1
    assert page.get_by_role("heading", name="Single: which way?").count() == 1
    assert row(page) == 0
    page.locator("[data-name='card:stop']").dblclick()
    later(page)
    assert page.get_by_role("heading", name="Stop: stay where you are?").count() == 1
    assert row(page) == 0, "nor is a stop played by the touch that asks what it is"
    page.locator("[data-name=stay]").dblclick()
    page.wait_for_function(f"() => {OWN_ROW} > 0")
    page.wait_for_selector("[data-name='card:stop'].lit")
    assert row(page) == 1, "nor is it played twice"
    assert not page.locator(".held").count(), "no card is held into the next turn"


def test_a_row_of_the_list_lights_its_own_space(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 2})
    page.locator(".list .move").filter(has_text="Single east").hover()
    assert page.locator(".cell.aim").count() == 1
    assert page.locator(".list .move.on").count() == 1
    stop = page.locator(".list .move").filter(has_text="Stop").last.inner_text()
    assert stop.split("\n")[-1] == "stay on C5"


def test_the_list_comes_to_the_moves_of_the_card_that_is_taken_up(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 2})
    page.locator("[data-name='card:trigger']").click()
    top = "what => document.querySelector(what).getBoundingClientRect().top"
    page.wait_for_function(f"""() => {{
      const rows = [...document.querySelectorAll('.list .move')];
      const row = rows.find((one) => one.innerText.startsWith('Trigger north'));
      return Math.abs(row.getBoundingClientRect().top - ({top})('.list')) < 8;
    }}""")


def notes_of(page: Any, *moves: str) -> list[str]:
    """What the list says of these moves."""
    rows = page.locator(".list .move")
    return [rows.filter(has_text=re.compile(f"^{move}")).locator(".dim").inner_text() for move in moves]


def test_the_way_of_a_card_is_drawn_before_it_is_played(den: Den, window: Any) -> None:
    """R21, R31: a double crosses a space; a viper strikes one and comes back."""
    page = opened(den, window, PREDATOR, position=VIPER)
    taken_up(page, "double")
    assert (page.locator("path.lead").count(), page.locator("circle.crossed").count()) == (4, 3), "D5 by two ways"
    page.locator("[data-name='side:west']").hover()
    assert (page.locator("path.lead").count(), page.locator("circle.crossed").count()) == (1, 1)
    assert page.locator(".cell.here").get_attribute("data-name") == "cell:A5"
    assert page.locator(".list .move.on").inner_text().startswith("Double west")
    assert page.locator(".arrow.west span").first.inner_text() == "B5›A5"
    page.keyboard.press("Escape")
    taken_up(page, "trigger")
    lit = page.locator(".cell.lit").evaluate_all("all => all.map((one) => one.dataset.name)")
    assert sorted(lit) == ["cell:B5", "cell:C4", "cell:D5"], "where it strikes"
    assert notes_of(page, "Trigger west") == ["to B5 and back to C5"]


def test_words_of_a_move_say_what_it_does_for_this_animal(den: Den, window: Any) -> None:
    """R26, R43, R47: a toad does not dig, and a single move does not eat."""
    page = opened(den, window, {"players": 3}, position=TOAD)
    said = notes_of(page, "Single north", "Move-stop north", "Single west", "Trigger west")
    assert said == ["to C4: grain and flies", "to C4: you eat flies", "to B5: purple tunnel", "to C3: the pond"]
    taken_up(page, "trigger")
    says = page.locator(".ask p").first.inner_text()
    assert "All four lead to C3" in says, "why it asks for a side at all"
    assert "Navigator" in says
    arrows = page.locator("[data-name='cell:C3'] [data-side]")
    assert arrows.count() == 4
    food = page.locator("[data-name='cell:C2']").bounding_box()
    assert all(box["y"] > food["y"] + food["height"] - 8 for box in (one.bounding_box() for one in arrows.all()))
    page.keyboard.press("Escape")
    taken_up(page, "move-stop")
    page.locator("[data-name='side:north']").click()
    page.wait_for_selector(".sofar")
    assert page.locator(".sofar").get_attribute("aria-label").startswith("1 heart."), "R44: eaten on C4"


def test_a_hint_fits_what_can_still_be_done(den: Den, window: Any) -> None:
    """R58: in turn 8 nobody is sent home who cannot come there, nor to food without a stop."""
    rows = ["X X X M:N D:N D:N S:N", "S:N S:N S:N S:N X X X"]
    page = opened(den, window, {"players": 2}, position=dealt("toad", "fox", predator=1, rows=rows))
    assert not re.search(r"Stop|home", page.locator(".ask p").first.inner_text())


def test_another_s_trigger_says_what_it_may_have_done(den: Den, window: Any) -> None:
    page = opened(den, window, PREDATOR, position={**VIPER, "rows": ["S:N", "T:N", "S:E"]})
    triggers = page.locator(".players > li:nth-child(n + 2) .row .card:has(ellipse)")
    triggers.first.click()
    prey = [text.lower() for text in page.locator(".animals ul").last.locator("button").all_inner_texts()]
    told = page.locator(".explanation").inner_text().lower()
    assert all(f"{animal}: " in told for animal in prey), "each animal that it may be, and no other"


def test_a_flight_is_drawn_above_the_paths_it_follows(den: Den, window: Any) -> None:
    """R28: from E3 east the curve leads to E2, and straight on to D2 and C2."""
    options = {"players": 2, "predator": 0, "homes": ["east", "north", "standard", "standard"]}
    page = opened(den, window, options, position=dealt("owl", "rat", predator=0, homes=["E3", "C1"]))
    page.locator("[data-name='card:trigger'].lit").click()
    later(page)
    page.locator("[data-name='side:east']").click()
    page.wait_for_selector("path.trail", state="attached")
    right = page.locator("path.trail").first.evaluate("path => path.getBBox().x + path.getBBox().width")
    assert right > 96 + 4 * 104 + 42, "it leaves E3 by the curve, beyond the space itself"


def test_prey_is_told_of_its_food_its_home_and_its_objectives(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 3, "predator": 1, "objectives": "slowpoke+straggler"})
    assert "Be home on C5 after turn 8" in page.locator(".ask p").first.inner_text(), "R58, from the first turn"
    assert page.locator("circle.mine").count() == 4, "R43: the four spaces of its food"
    labels = page.locator("[role=gridcell]").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert sum(" for you" in label for label in labels) == 4
    far = page.get_by_role("region", name="Objectives").locator("em")
    assert far.all_inner_texts() == ["0 of 8", "0 of 3"]
    page.locator("[data-name='card:stop']").click()
    later(page)
    page.locator("[data-name=stay]").click()
    page.wait_for_function("() => document.querySelector('.players > li').querySelectorAll('.card').length === 1")
    assert far.all_inner_texts() == ["1 of 8", "1 of 3"]
    page.wait_for_selector("[data-name='card:double'].lit")
    later(page)
    page.locator("[data-name='card:double']").click()
    later(page)
    page.locator("[data-name='side:north']").click()
    page.wait_for_function("() => document.querySelector('.players > li').querySelectorAll('.card').length === 2")
    assert far.all_inner_texts() == ["missed", "1 of 3"]


def test_markers_move_and_no_ring_hides_them(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 3, "predator": 1})
    assert page.locator(".ghost.predator").count() == 2, "one for each predator that Purple may be"
    page.evaluate("() => document.querySelectorAll('.ghost').forEach((one) => (one.dataset.kept = 'yes'))")
    page.locator("[data-name='card:single']").click()
    page.wait_for_selector(".cell.lit")
    layer = "what => Number(getComputedStyle(document.querySelector(what)).zIndex)"
    assert page.evaluate(layer, ".map > .above") > page.evaluate(layer, ".cell.lit")
    later(page)
    page.locator(".arrow").first.click()
    page.wait_for_function("() => document.querySelector('.players > li').querySelectorAll('.card').length === 1")
    page.wait_for_selector("[data-name='card:single'].lit")
    assert page.locator(".ghost:not([data-kept])").count() == 0, "the same markers, elsewhere"


def test_the_own_last_move_is_drawn_along_its_way(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 2, "homes": ["south", "north", "standard", "standard"]})
    for card, side, drawn in (("single", "south", 1), ("stop", None, 0)):
        before = row(page)
        page.locator(f"[data-name='card:{card}']").click()
        later(page)
        page.locator(f"[data-name='side:{side}']" if side else "[data-name=stay]").click()
        page.wait_for_function(
            "n => document.querySelector('.players > li').querySelectorAll('.card').length === n", arg=before + 1
        )
        page.wait_for_selector("[data-name='card:single'].lit")
        assert page.locator("path.trail").count() == drawn, "nothing after a stop"
        if side:  # from C5 south the curve leads to D5: it leaves the board's edge
            assert page.locator("path.trail").first.evaluate("path => path.getBBox().height") > 40


# ---- the guess and the film


@in_both_types
def test_the_last_animal_is_for_the_last_player(type: str, den: Den, window: Any) -> None:
    position = dealt("viper", "toad", "rat", "rabbit", predator=0, rows=[WHOLE] * 4)
    page = opened(den, window, {"players": 4, "predator": 0}, position=position, type=type)
    button = page.get_by_role("button", name="Name them")
    before = button.bounding_box()
    for seat in (1, 2):
        page.locator(f"[data-name^='guess:{seat}:'].lit").first.click()
    page.wait_for_selector(".guess .btn.main")
    assert page.locator(".guess .animal[aria-pressed=true]").count() == 3, "three animals, three players"
    assert button.bounding_box() == before, "it stays under the pointer"


@in_both_types
def test_the_guess_is_shown_before_the_film(type: str, den: Den, window: Any) -> None:
    position = dealt("toad", "fox", "rat", predator=1, rows=[f"{SO_FAR} X X X"] * 3)
    more = {"position": position, "reduced_motion": "no-preference", "type": type}
    page = opened(den, window, {"players": 3, "predator": 1}, 360, 780, **more)
    page.evaluate("""() => {
      window.tops = new Set();
      const look = () => {
        if (document.querySelector(".filming")) return;
        if (document.querySelector(".guessed")) window.tops.add(document.querySelector(".board").offsetTop);
        else window.before = document.querySelector(".board").offsetTop;
        requestAnimationFrame(look);
      };
      look();
    }""")
    page.evaluate(PLAY, ".guessed")
    assert page.get_by_role("heading", name="The masks fall.").count()
    assert not page.locator(".film").count()
    page.wait_for_selector(".players > li:nth-child(3) >> text=/ guesses: /")
    page.wait_for_selector(".players > li:nth-child(3) >> text=/ guessed it| guessed: /")
    page.wait_for_selector(".filming")
    assert page.evaluate("() => [...window.tops].every((top) => top === window.before)"), "the map stays where it is"


WATCH = """() => {
  window.spoiled = [];
  const told = () => {
    const parts = [...document.querySelectorAll("#talk, [role=log], [aria-live]")];
    const shown = parts.map((one) => one.innerText).join(" ");
    if (/ wins | share the win|score \\d/.test(shown)) window.spoiled.push(shown);
  };
  new MutationObserver(told).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_the_film_runs_by_itself_and_steps_both_ways(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 2}, reduced_motion="no-preference")
    page.evaluate(WATCH)
    page.evaluate(PLAY)
    assert not page.locator(".end").count(), "who has won is not told before the film has shown it"
    assert page.get_by_role("heading", name="The film runs.").count()
    assert page.locator(".list .move").count() == 0, "no guesses any more"
    assert "the film" in page.locator("header").inner_text()
    page.get_by_role("button", name="Hold the film").click()
    assert page.evaluate("() => window.spoiled") == [], "nothing has told it before, neither for a moment nor aloud"
    page.get_by_role("button", name="To the end").click()
    page.wait_for_selector(".end")
    page.wait_for_function(SCORES, arg=result_scores(page))
    page.wait_for_selector("#talk >> text=wins")
    assert "the end" in page.locator("header").inner_text()
    assert "(R6" not in page.locator("main").inner_text()

    slider = page.get_by_role("slider")
    slider.fill("0")
    page.wait_for_selector("text=Everybody stands at home.")
    assert shown_scores(page) == ["0"] * 2

    def there() -> str:
        page.clock.fast_forward(2000)  # the step has been shown
        page.wait_for_selector(".film p[aria-busy=false]")
        return page.locator(".film .told").inner_text()

    told = [there()]
    while slider.input_value() != slider.get_attribute("max"):
        page.get_by_role("button", name="One step on").click()
        told.append(there())
    page.wait_for_function(SCORES, arg=result_scores(page))
    for before in reversed(told[:-1]):
        page.get_by_role("button", name="One step back").click()
        assert there() == before
    page.wait_for_function(SCORES, arg=["0"] * 2)


def test_whoever_comes_late_sees_the_same_film(den: Den, window: Any) -> None:
    page = opened(den, window, PREDATOR)
    page.evaluate(PLAY)
    page.wait_for_selector(".end")
    before = page.locator(".film .told").inner_text(), shown_scores(page)
    page.reload()
    page.wait_for_selector(".end")
    assert (page.locator(".film .told").inner_text(), shown_scores(page)) == before
    places = [
        label
        for label in page.locator("[role=gridcell]").evaluate_all("all => all.map(one => one.ariaLabel)")
        if " here." in label
    ]
    assert sum(len(re.findall(r" here\.", label)) for label in places) == 3, "everybody stands somewhere"


# ---- notes


def test_notes_stay_in_this_browser(den: Den, window: Any) -> None:
    page = opened(den, window, PREDATOR)
    sent: list[str] = []
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(str(text))))
    page.reload()
    page.wait_for_selector(".hand .card.lit")
    chips = page.get_by_role("group", name="Your notes on Jimmy").get_by_role("button")
    chips.nth(0).click()  # not this one
    chips.nth(1).click()
    chips.nth(1).click()  # I think so
    said = [chips.nth(i).get_attribute("aria-label") for i in range(chips.count())]
    assert ("not this one" in said[0], "I think so" in said[1]) == (True, True)
    page.reload()
    page.wait_for_selector(".hand .card.lit")
    assert [chips.nth(i).get_attribute("aria-label") for i in range(chips.count())] == said
    assert not [text for text in sent if "note" in text or "pawn" in text]


def pawn_of(page: Any, name: str) -> Any:
    """The predator's button for somebody's pawn."""
    return page.get_by_role("group", name=f"Your notes on {name}").get_by_role("button", name=re.compile("pawn"))


def test_the_predator_s_pawns_stand_there_for_all_to_see(den: Den, window: Any) -> None:
    """They are notes and no moves, true or not; prey has none to put down."""
    table = den.lay(GAME, ["human", "open", "fox"], options=PREDATOR)
    ada, olek, guest = window(), window(), window()
    ada.goto(den.link(table))
    ada.wait_for_selector(".lobby")
    olek.goto(f"{den.url}/table/{table['table']}")
    sit_down(olek, "Olek")
    ada.get_by_role("button", name="Begin").click()
    olek.wait_for_selector(".hand .card.lit")
    guest.goto(f"{den.url}/table/{table['table']}")
    pawn_of(ada, "Olek").click()
    ada.locator("[data-name='cell:B3']").click()
    space = "[data-name='cell:B3'][aria-label*='{}']"
    ada.wait_for_selector(space.format("You have put Olek’s pawn here."))
    olek.wait_for_selector(space.format("Ada has put your pawn here."))
    guest.wait_for_selector(space.format("Ada has put Olek’s pawn here."))
    assert [page.locator("g.note").count() for page in (ada, olek, guest)] == [1, 1, 1]
    assert olek.get_by_role("button", name=re.compile("pawn")).count() == 0
    olek.locator("[data-name='card:single'].lit").click()
    olek.wait_for_selector(".held")
    pawn_of(ada, "Olek").click()
    olek.wait_for_selector("g.note", state="detached")
    assert olek.locator(".held").count() == 1, "a card that is taken up stays in hand"
    pawn_of(ada, "Liz").click()
    ada.locator("[data-name='cell:E1']").click()
    olek.wait_for_selector("g.note", state="attached")
    olek.reload()
    olek.wait_for_selector("[data-name='cell:E1'][aria-label*='Ada has put Liz’s pawn here.']")


def test_a_masked_predator_has_no_pawns(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 3, "masked": "on"}, position=dealt("fox", "toad", "rat", masked=True))
    assert page.get_by_role("group", name="Your notes on Jimmy").get_by_role("button").count() > 2
    assert page.get_by_role("button", name=re.compile("pawn")).count() == 0


def test_a_pawn_asks_for_its_space(den: Den, window: Any) -> None:
    page = opened(den, window, PREDATOR)
    pawn = pawn_of(page, "Jimmy")
    pawn.click()
    page.get_by_role("heading", name="Touch a space for Jimmy’s pawn.").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("heading", name="Choose a card").wait_for()
    pawn.click()
    page.locator("[data-name='cell:B3']").click()
    page.wait_for_selector("g.note", state="attached")
    pawn.click()
    page.wait_for_selector("g.note", state="detached")  # touched again it is off the map


def test_a_replay_has_no_notes_and_one_slider(den: Den, window: Any) -> None:
    page = opened(den, window, PREDATOR)
    pawn_of(page, "Jimmy").click()
    page.locator("[data-name='cell:B3']").click()
    page.wait_for_selector("g.note", state="attached")
    later(page)
    page.evaluate(PLAY)
    page.wait_for_selector(".end")
    table = page.url.rsplit("/", 1)[1]
    page.goto(f"{den.url}/replay/{table}?turn=3&seat=0")
    page.wait_for_selector(".players")
    assert page.locator("g.note").count() == 0
    page.goto(f"{den.url}/replay/{table}?turn=999&seat=0")
    page.wait_for_selector(".film")
    assert page.get_by_role("slider").count() == 1
    assert page.get_by_role("button", name="Run the film").count() == 1


# ---- small screens and screen readers


@in_both_types
@pytest.mark.parametrize(("width", "height", "theme"), [(360, 780, "dark"), (768, 1024, "light"), (1440, 900, "dark")])
def test_nothing_is_cut_off_or_covered(width: int, height: int, theme: str, type: str, den: Den, window: Any) -> None:
    options = {"players": 4, "facades": "handicap6", "predator": 0}
    prey = ["hedgehog", "rabbit", "rat", "sparrow", "squirrel", "toad"]
    position = {"animals": ["viper", "hedgehog", "squirrel", "sparrow"], "candidates": ["viper", "badger", *prey]}
    more = {"color_scheme": theme, "bypass_csp": True, "type": type}
    page = opened(den, window, options, width, height, position={**position, "rows": [SO_FAR] * 4}, **more)
    for seat in (1, 2, 3):
        page.get_by_role("group", name=re.compile("Your notes on")).nth(seat - 1).get_by_role("button").last.click()
        page.locator("[data-name='cell:B3']").click()
        page.wait_for_function("n => document.querySelectorAll('g.note').length === n", arg=seat)
        later(page)
    assert (faults(page, overlap=".held button"), audit(page)) == ([], [])
    later(page)
    page.locator("[data-name='card:double']").click()
    page.wait_for_selector(".arrow")
    assert (faults(page, overlap=".held button"), audit(page)) == ([], [])
    page = opened(den, window, options, width, height, position={**position, "rows": [WHOLE] * 4}, **more)
    assert (faults(page, overlap=".held button"), audit(page)) == ([], [])
    page.evaluate(PLAY)
    page.wait_for_selector(".end")
    assert (faults(page, overlap=".held button"), audit(page)) == ([], [])


@in_both_types
@pytest.mark.parametrize("players", [2, 4])
def test_a_phone_shows_map_cards_and_film_without_scrolling(players: int, type: str, den: Den, window: Any) -> None:
    page = opened(den, window, {"players": players}, 360, 780, reduced_motion="no-preference", type=type)
    bottom = "what => document.querySelector(what).getBoundingClientRect().bottom"
    assert page.evaluate(bottom, ".hand .card") <= 800, "cards above the fold, but for an edge where names are long"
    before = page.evaluate(bottom, ".hand")
    page.locator("[data-name='card:double']").click()
    page.wait_for_selector(".held .south")
    assert page.evaluate(bottom, ".hand") == before, "nothing moves as a card is taken up"
    assert page.evaluate(bottom, ".held .south") <= 800, "and its four arrows are where it was"
    page.keyboard.press("Escape")
    page.evaluate(PLAY)
    page.get_by_role("button", name="Hold the film").click()
    assert page.evaluate(bottom, ".film") <= 780
    assert page.evaluate("() => document.querySelector('.board').getBoundingClientRect().top") >= 0
    page.get_by_role("button", name="To the end").click()
    page.wait_for_selector(".end")
    page.wait_for_function("""() => {
      const { top, bottom } = document.querySelector('.end h2').getBoundingClientRect();
      return top >= 48 && bottom <= innerHeight;
    }""")
    names = page.get_by_role("region", name="Heart by heart").locator(".who th")
    assert [name.is_visible() for name in names.all()] == [True] * players, "whose hearts these are"


@in_both_types
def test_of_three_on_a_phone_each_has_a_row_like_the_others(type: str, den: Den, window: Any) -> None:
    position = dealt("toad", "fox", "rat", predator=1, rows=[f"{SO_FAR} X X X"] * 3)
    page = opened(den, window, {"players": 3, "predator": 1}, 360, 780, position=position, type=type)
    edges = "rows => rows.map((row) => row.getBoundingClientRect().left)"
    assert len(set(page.locator(".players .row").evaluate_all(edges))) == 1, "card below card"
    page.evaluate(PLAY)
    page.wait_for_selector(".end")
    heights = page.locator(".players .who").evaluate_all("all => all.map((who) => who.offsetHeight)")
    assert max(heights) < 60, "nobody's colour and animal run down letter by letter"


def test_every_space_says_what_it_is(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 2})
    labels = page.locator("[role=gridcell]").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert [label[:2] for label in labels] == [f"{column}{row}" for row in range(1, 6) for column in "ABCDE"]
    assert labels[12].startswith("C3: the pond.")
    assert labels[3].startswith("D1: purple tunnel to B5.")
    page.locator("[data-name='cell:A1']").click()
    page.wait_for_selector(".explanation >> text=north D1, east B1, south A2, west A5")


# ---- seats


FILLS = "marks => marks.map((mark) => getComputedStyle(mark).fill)"


def test_a_seat_has_one_colour_from_the_set_up_to_the_end(den: Den, window: Any) -> None:
    page = window()
    page.goto(f"{den.url}/new/{GAME}")
    page.locator("main li svg[role=img]").nth(1).wait_for()
    first = page.locator("main li svg[role=img]").evaluate_all(FILLS)[:2]
    page = opened(den, window, {"players": 2}, position=dealt("viper", "rat", predator=0, rows=[WHOLE] * 2))
    assert page.locator(".players .who svg[role=img]").evaluate_all(FILLS) == first
    assert "Blue" in page.locator(".players > li").first.inner_text()
    assert "Purple" in page.locator(".players > li").last.inner_text()
    page.evaluate(PLAY)
    page.wait_for_selector(".end")
    assert sorted(page.locator(".end ol svg").evaluate_all(FILLS)) == sorted(first)


def test_a_name_stands_apart_from_you(den: Den, window: Any) -> None:
    page = opened(den, window, {"players": 2}, position=dealt("viper", "rat", predator=0, rows=[WHOLE] * 2))
    page.evaluate(PLAY)
    page.wait_for_selector(".end")
    assert page.locator(".end ol li", has_text="Ada").locator("span").inner_text() == "You Ada"


@in_both_types
@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1024, 768)])
def test_three_seats_leave_no_hole(width: int, height: int, type: str, den: Den, window: Any) -> None:
    page = opened(den, window, PREDATOR, width, height, type=type)
    whole = page.locator(".players").bounding_box()
    boxes = [one.bounding_box() for one in page.locator(".players > li").all()]
    for top in {round(box["y"]) for box in boxes}:
        line = [box for box in boxes if round(box["y"]) == top]
        filled = sum(box["width"] for box in line) + 9 * (len(line) - 1)
        assert abs(filled - whole["width"]) < 2
