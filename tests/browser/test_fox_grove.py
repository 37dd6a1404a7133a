"""Fox Grove in a browser: whole games by touch and by keyboard, every width, the scoring."""

import re
from typing import Any

import pytest

from .boxes import WIDTHS, audit, faults
from .conftest import Den

GAME = "fox_grove"
LIT = ".grove .lit, .grove .buttons .btn, .grove [data-name=pay]"
SPINES = ".hand .card"  # nine in a row on a phone

TOUCH = """async ({ lit, seed, until }) => {
  let state = seed, clicks = 0, idle = 0;
  const random = (n) => ((state = (state * 1103515245 + 12345) % 2147483648), Math.floor(state / 65536) % n);
  const asked = new Set();
  const isThere = () => document.querySelector(".end") || document.querySelector("header").textContent.includes(until);
  while (!isThere()) {
    const options = [...document.querySelectorAll(".chooser .option")];
    const things = options.length ? options : [...document.querySelectorAll(lit)];
    if (things.length) {
      asked.add(document.querySelector(".ask h2").textContent);
      things[random(things.length)].click();
      clicks += 1;
      idle = 0;
    } else if (++idle > 20000) throw new Error("nothing can be touched");
    await new Promise((done) => setTimeout(done, 5));
  }
  return { clicks, asked: [...asked] };
}"""


FLIGHTS = """() => {
  window.flown = 0;
  const count = () => (window.flown += document.querySelectorAll(".flight").length);
  new MutationObserver(count).observe(document.querySelector(".flights"), { childList: true });
}"""


def sit(den: Den, page: Any, options: dict[str, Any], others: str = "fox") -> Any:
    players = options.get("players", 2)
    page.goto(den.link(den.lay(GAME, ["human", *[others] * (players - 1)], options=options, start=True)))
    page.wait_for_selector(LIT)
    return page


def touch(page: Any, until: str = "the points", seed: int = 1) -> dict[str, Any]:
    """Touch whatever lights up, until the bar says so or the game is over."""
    return page.evaluate(TOUCH, {"lit": LIT, "seed": seed, "until": until})


def points(page: Any) -> list[list[str]]:
    """The scoring: of each row what each seat gets."""
    rows = page.locator(".scoring tbody tr, .scoring tfoot tr")
    return [row.locator("td b").all_inner_texts() for row in rows.all()]


def check_the_points(page: Any, players: int) -> None:
    *steps, total = points(page)
    assert len(steps) == 6, "three houses, blackberries, the lowest level, and what counts nothing"
    for seat in range(players):
        assert sum(int(step[seat]) for step in steps) == int(total[seat]), "the steps add up"
    assert page.locator(".seats .points b").all_inner_texts() == total, "and so do the seats"
    ranked = [int(text) for text in page.locator(".end ol b").all_inner_texts()]
    assert sorted(ranked) == sorted(map(int, total)), "and the result says the same"


# ---- whole games


def test_a_whole_game_by_touching_the_table(den: Den, window: Any) -> None:
    page = sit(den, window(bypass_csp=True), {"players": 3, "owls": "discount+switch"}, "random")
    done = touch(page, seed=4)
    page.wait_for_selector(".end")
    asked = " ".join(done["asked"])
    for words in ("Choose a card for", "And a card for", "Your delivery"):
        assert words in asked
    check_the_points(page, 3)
    assert "Ada" not in page.locator(".end p").first.inner_text(), "who has won stands above it"
    assert faults(page, small=SPINES) == []
    assert audit(page) == []


def test_a_whole_game_by_keyboard(den: Den, window: Any) -> None:
    page = sit(den, window(), {"players": 2})
    is_on = f"document.activeElement?.matches('.chooser .option, {LIT}')"
    while not page.locator(".end").count():
        for _ in range(40):
            if page.evaluate(is_on) or page.locator(".end").count():
                break
            page.keyboard.press("Tab")
        before = page.locator(".talk ol").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_timeout(20)
        if page.locator(".talk ol").inner_text() == before:
            page.keyboard.press("Tab")  # a thing that is picked: on to what is left
    check_the_points(page, 2)


def test_arrows_walk_along_the_hand(den: Den, window: Any) -> None:
    page = sit(den, window(), {"players": 2})
    cards = page.locator(".hand .card")
    cards.first.focus()
    page.keyboard.press("ArrowRight")
    assert cards.nth(1).evaluate("card => card === document.activeElement")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert cards.last.evaluate("card => card === document.activeElement")
    assert re.match(r"\w+ \d+: .+\. You can: give ", cards.last.locator(".unseen").inner_text())


# ---- secrets


def test_what_is_chosen_in_secret_lies_under_a_seal(den: Den, window: Any) -> None:
    table = den.lay(GAME, ["human", "open", "fox"], options={"players": 3})
    ada, olek = window(), window()
    ada.goto(den.link(table))
    ada.wait_for_selector(".lobby")
    olek.goto(f"{den.url}/table/{table['table']}")
    olek.get_by_label("Your name").fill("Olek")
    olek.get_by_role("button", name="Sit down").click()
    ada.get_by_role("button", name="Begin").click()
    olek.wait_for_selector(LIT)
    for _ in range(2):
        hand = ada.locator(".hand .card.lit")
        count = hand.count()
        name = hand.first.get_attribute("data-name")
        hand.first.click()
        ada.wait_for_function("n => document.querySelectorAll('.hand .card').length < n", arg=count)
        assert name
        assert olek.locator(f"[data-name='{name}']").count() == 0
    ada.get_by_role("heading", name="Waiting for Olek.").wait_for()
    assert ada.get_by_text("You have sealed").count() == 2
    assert olek.get_by_text("You have sealed").count() == 0
    seals = olek.locator(".plays li", has_text="Ada").locator(".sealed .under")
    seals.nth(1).wait_for()
    assert olek.locator(".plays li", has_text="Ada").get_by_text("chosen").count() == 1


# ---- a payment


def seek(den: Den, page: Any, sought: str, options: dict[str, Any], first: str = "", last: str = "the points") -> None:
    """Play until this is so, a condition in the browser; cards differ: at as many tables as it takes."""
    until = TOUCH.replace('document.querySelector(".end")', f'document.querySelector(".end") || ({sought})')
    for seed in range(1, 30):
        sit(den, page, options, "random")
        if first:
            touch(page, first, seed)
        page.evaluate(until, {"lit": LIT, "seed": seed, "until": last})
        if page.evaluate(f"() => Boolean({sought})"):
            return
    raise AssertionError(f"never seen: {sought}")


NEWS = "(document.querySelector('.news')?.textContent ?? '')"
SWITCHES = "[...document.querySelectorAll('.pay .lit')].filter((way) => way.textContent.includes('Switch'))"


def test_every_way_to_pay_is_one_touch(den: Den, window: Any) -> None:
    page = window()
    seek(den, page, f"{SWITCHES}.length > 1", {"players": 2, "owls": "discount+switch"})
    assert page.locator(".pay .cost :is(button, .lit)").count() == 0, "what it costs is said and not touched"
    way = page.locator(".pay .lit", has_text="Switch").first
    price = re.search(r"pay (.+)$", way.inner_text())
    assert price, "it says what is left to pay"
    way.click()
    page.locator(".talk li", has_text="uses Switch").first.wait_for()


def test_another_house_can_be_chosen_while_paying(den: Den, window: Any) -> None:
    page = window(360, 780)
    fresh = (
        "[...document.querySelectorAll('.pay button')].some((button) => button.textContent === 'Choose another house')"
    )
    seek(den, page, fresh, {"players": 2, "owls": "discount+switch"})
    page.get_by_role("button", name="Choose another house").click()
    page.get_by_role("heading", name=re.compile("which house do you climb|Climb one level")).wait_for()
    page.wait_for_selector(".climb.lit")


def test_the_floor_that_is_paid_for_is_outlined_for_everybody(den: Den, window: Any) -> None:
    ada, guest = window(), window()
    seek(den, ada, "document.querySelector('.pay')", {"players": 2})
    guest.goto(ada.url)
    floor = guest.locator(".walls .rising")
    floor.wait_for()
    assert floor.count() == 1
    assert floor.locator(".unseen").inner_text() == ada.locator(".walls .rising .unseen").inner_text()


def test_blackberries_are_told_with_what_is_paid(den: Den, window: Any) -> None:
    page = window()
    seek(den, page, f"/You pay [^.]*blackberr[^.]*[.] You climb/.test({NEWS})", {"players": 2})
    line = page.locator(".talk ol li", has_text="spends a blackberry").first.inner_text()
    assert re.search(r"spends a blackberry.* pays .* climbs", line), "help, payment and climb stand in one line"
    assert "pays nothing" not in line


CLIMBED = f"/You climb/.test({NEWS}) && document.querySelector('.climb.lit')"


def test_what_is_taken_back_is_no_longer_told_or_marked(den: Den, window: Any) -> None:
    page = window()
    seek(den, page, CLIMBED, {"players": 2}, first="delivery")
    assert page.locator(".walls .last").count() == 1
    page.get_by_role("button", name="Take my move back").click()
    page.locator(".talk li", has_text="takes back").first.wait_for()
    page.wait_for_function(f"() => !/You climb/.test({NEWS})")
    assert page.locator(".walls .last").count() == 0
    page.reload()
    page.wait_for_selector(".climb.lit")
    assert "You climb" not in page.locator(".news").inner_text()
    assert "climbs" in page.locator(".talk s").first.inner_text(), "in the log it is struck out"


# ---- the end of a round


def test_a_new_round_begins_with_what_was_kept(den: Den, window: Any) -> None:
    page = window()
    seek(den, page, f"/You keep/.test({NEWS}) && document.querySelector('.hand .lit')", {"players": 3})
    assert re.fullmatch(r"You keep .+[.] Round [2-4]: nine cards for everybody[.]", page.locator(".news").inner_text())


def test_what_is_not_kept_is_seen_to_go(den: Den, window: Any) -> None:
    page = window()
    seek(den, page, "document.querySelector('.answer[data-name^=\"keep:\"]')", {"players": 2})
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(FLIGHTS)
    page.locator(".answer").first.click()
    page.get_by_role("heading", name=re.compile(r"Round [1-3] is over[.]")).wait_for()
    page.wait_for_function("() => window.flown > 0")
    page.get_by_role("heading", name="Choose a card").wait_for()


# ---- what is of no use is said to be


def test_a_card_that_may_not_be_played_says_why(den: Den, window: Any) -> None:
    page = window(360, 780)
    seek(
        den,
        page,
        "document.querySelector('.hand .card:not(.lit)') && document.querySelector('.hand .lit')",
        {"players": 2},
    )
    page.locator(".hand .card:not(.lit)").first.click(force=True)
    slip = page.locator(".explanation")
    slip.wait_for()
    assert re.search(r"Not now: you hold \w+ and follow with it[.]", slip.inner_text())
    read = " ".join(page.locator(".hand .unseen").all_inner_texts())
    assert not re.search(r"\b[BPOY]\d", read), "cards are read as people call them"


def test_a_13_in_vain_is_told_before_it_is_taken(den: Den, window: Any) -> None:
    page = window()
    prompt = "document.querySelector('.ask')?.textContent ?? ''"
    seek(
        den,
        page,
        f"({prompt}).includes('A 13 brings you nothing now')",
        {"players": 3, "owls": "draw2+pick2"},
        last="trick 3",
    )
    assert page.locator(".move", has_text=re.compile(r"(Pick|Discard) \w+ 13.*brings nothing now")).count()


# ---- owls and blackberries are precious


OWL = "[aria-label*=' owl:']"  # a house whose next level cannot be paid without one
BERRY = "[aria-label*=' for ' i]:is([aria-label*='1 blackberry'], [aria-label*='blackberries'])"


def climb(den: Den, page: Any, which: str) -> Any:
    """A house to climb, in the delivery; cards differ: until there is one of this kind."""
    sought = f".climb{which}"
    until = TOUCH.replace('document.querySelector(".end")', f"document.querySelector(`.end, {sought}`)")
    for seed in range(1, 30):
        sit(den, page, {"players": 2}, "random")
        page.evaluate(until, {"lit": LIT, "seed": seed, "until": "the points"})
        if page.locator(sought).count():
            break
    page.reload()  # what was touched last is forgotten: no touch is taken for a double click
    page.wait_for_selector(sought)
    return page.locator(".house", has=page.locator(sought)).first


@pytest.mark.parametrize("which", [OWL, BERRY], ids=["an owl", "blackberries"])
def test_no_single_touch_spends(which: str, den: Den, window: Any) -> None:
    page = window(360, 780)
    house = climb(den, page, which)
    assert house.locator(".next .help .part").count(), "the floor shows what helps"
    before = page.locator(".talk ol").inner_text()
    house.click()
    asked = page.locator(".chooser .option, .pay").first
    asked.wait_for()
    assert page.locator(".talk ol").inner_text() == before, "nothing was paid"
    offer = page.locator(".chooser .option")
    if offer.count():  # there is one way: it is said, and may be left
        assert re.search("with the Discount owl|blackberr", offer.inner_text())
        page.get_by_role("button", name="Cancel").click()
        assert page.locator(".talk ol").inner_text() == before
        house.click()
        offer.click()
        page.wait_for_function("log => document.querySelector('.talk ol').innerText !== log", arg=before)


def test_a_climb_without_help_is_made_at_once(den: Den, window: Any) -> None:
    page = window()
    house = climb(den, page, f":not({OWL}, {BERRY})")
    before = page.locator(".talk ol").inner_text()
    house.click()
    assert page.locator(".chooser").count() == 0
    page.wait_for_function(
        "log => document.querySelector('.pay') || document.querySelector('.talk ol').innerText !== log", arg=before
    )


def test_floors_explain_themselves_in_the_own_delivery(den: Den, window: Any) -> None:
    page = window()
    house = climb(den, page, "")
    house.locator("li").nth(1).hover()
    slip = page.locator(".explanation")
    slip.wait_for()
    assert "level 6" in slip.inner_text()


# ---- what is asked and lit


WATCH = """() => {
  window.told = [];
  const text = (part) => document.querySelector(part)?.textContent ?? "";
  const note = () => window.told.push([text(".ask h2"), text(".news")]);
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_the_question_is_never_behind_the_table(den: Den, window: Any) -> None:
    page = sit(den, window(reduced_motion="no-preference"), {"players": 2})
    page.evaluate(WATCH)
    won = "window.told.filter(([, news]) => /wins? trick \\d+[.:][^.]*$/.test(news))"
    while not page.evaluate(f"{won}.length"):
        page.locator(f"{LIT}, .news:has-text('trick 1')").first.wait_for()
        if page.locator(LIT).count():
            page.locator(LIT).first.click()
        page.wait_for_function(f"() => {won}.length || document.querySelector('.grove .lit')")
    asked = [title for title, _ in page.evaluate(won)]
    assert not [title for title in asked if re.search("about to play|Lead|Follow|discard", title)]


def test_what_comes_to_lie_under_the_pointer_is_not_marked(den: Den, window: Any) -> None:
    page = sit(den, window(), {"players": 3})
    cards = page.locator(".hand .card")
    cards.nth(4).click()
    page.get_by_text("You have sealed").wait_for()
    page.locator(".hand .card.lit").first.wait_for()
    assert page.locator(".hand .here").count() == 0
    cards.nth(4).hover()
    page.locator(".hand .here").wait_for()


def test_the_list_tells_what_one_gets_from_what_a_card_shows(den: Den, window: Any) -> None:
    page = window()
    discards = "/Discard/.test(document.querySelector('.moves')?.textContent)"
    seek(den, page, f"document.querySelector('.hand .lit') && {discards}", {"players": 2})
    for text in page.locator(".move").all_inner_texts():
        assert re.search({"Play": "on the card", "Disc": "you get|you may climb|nothing now"}[text[:4]], text)


# ---- everybody can see, touch and read it


STAGES = ["trick 2", "trick 6", "delivery", "round 2"]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    ("options", "stages"),
    [
        ({"players": 4, "variant": "pro", "tree": "B", "mushroom": "B"}, STAGES),
        ({"players": 2, "owls": "draw2+pick2"}, STAGES[:1]),
    ],
    ids=["four", "two"],
)
def test_nothing_is_cut_off_or_overlaps(
    width: int, options: dict[str, Any], stages: list[str], den: Den, window: Any
) -> None:
    page = sit(den, window(width, WIDTHS[width]), options)
    assert faults(page, small=SPINES) == []
    for until in stages:
        touch(page, until, seed=9)
        page.wait_for_timeout(250)
        assert (until, faults(page, small=SPINES)) == (until, [])


@pytest.mark.parametrize(("width", "theme", "stages"), [(360, "dark", STAGES[2:3]), (1440, "light", STAGES[1:2])])
def test_axe_finds_nothing_serious(width: int, theme: str, stages: list[str], den: Den, window: Any) -> None:
    page = sit(den, window(width, WIDTHS[width], color_scheme=theme, bypass_csp=True), {"players": 3})
    assert audit(page) == []
    for until in stages:
        touch(page, until, seed=2)
        page.wait_for_timeout(250)
        assert (until, audit(page)) == (until, [])


def test_one_screen_holds_the_table(den: Den, window: Any) -> None:
    page = sit(den, window(1440, 900), {"players": 4})
    touch(page, "trick 3")
    for part in (".houses", ".trick", ".ask", ".hand"):
        assert page.locator(part).evaluate("part => part.getBoundingClientRect().bottom") <= 900, part


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_phone_shows_the_hand_beside_the_question(players: int, den: Den, window: Any) -> None:
    page = sit(den, window(360, 780), {"players": players})
    for until in ("exchange", "trick 2"):
        touch(page, until)
        page.wait_for_selector(".hand .lit")
        for part in (".trick", ".ask", ".hand"):
            assert page.locator(part).evaluate("part => part.getBoundingClientRect().bottom") <= 780, (until, part)


def test_the_hand_stays_under_the_finger(den: Den, window: Any) -> None:
    page = sit(den, window(360, 780), {"players": 3})
    top = "hand => hand.getBoundingClientRect().top"
    tops = [page.locator(".hand").evaluate(top)]
    page.locator(".hand .card").first.click()
    page.get_by_text("You have sealed").wait_for()
    tops.append(page.locator(".hand").evaluate(top))
    for trick in range(2, 8):
        touch(page, f"trick {trick}", seed=trick)
        page.wait_for_selector(".hand .lit")
        tops.append(page.locator(".hand").evaluate(top))
    assert max(tops) - min(tops) < 24, "less than a card's edge, whatever is asked"


def test_a_phone_shows_what_one_has_beside_the_houses(den: Den, window: Any) -> None:
    page = window(360, 780)
    climb(den, page, "")
    page.evaluate("scrollTo(0, 0)")
    for part in ("ul.store", ".houses .walls >> nth=0"):
        assert page.locator(part).evaluate("part => part.getBoundingClientRect().bottom") <= 780, part


def test_cards_are_seen_to_move(den: Den, window: Any) -> None:
    page = sit(den, window(reduced_motion="no-preference"), {"players": 2})
    page.evaluate(FLIGHTS)
    page.locator(".hand .card.lit").first.click()
    page.wait_for_selector(".plays .sealed")
    page.wait_for_function("() => window.flown > 0")
    page.wait_for_selector(".flight", state="detached")
