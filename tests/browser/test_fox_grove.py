"""Fox Grove in a browser: whole games by touch and by keyboard, every width, the scoring."""

import re
from typing import Any

import pytest

from .boxes import WIDTHS, audit, faults
from .conftest import Den, in_both_types
from .playing import sit_down

GAME = "fox_grove"
LIT = ".grove .lit, .grove .buttons .btn, .grove [data-name=pay]"
SPINES = ".hand .card"  # nine in a row on a phone
DOUBLE = 400  # milliseconds: a touch so soon after another, of the same thing, would count as its second half

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


# ---- tables as they are wanted


def of_mine(thing: Any, players: int = 2) -> list[Any]:
    """Something for the seat in front of the screen, nothing said of the others."""
    return [thing, *[None] * (players - 1)]


def owls(players: int = 2, **sides: str) -> list[dict[str, str]]:
    """Everybody's owls: awake or asleep."""
    return [sides] * players


def delivering(players: int = 2, **parts: Any) -> dict[str, Any]:
    """Seat 0 delivers."""
    return {"players": players, "phase": "deliver", **parts}


def picking(cards: str = "B9 B3 B5", **parts: Any) -> dict[str, Any]:
    """Seat 0 of three has led, won, and picks."""
    return {"players": 3, "phase": "pick", "table": cards.split(), **parts}


def following(hand: str, table: str = "B5 B3", **parts: Any) -> dict[str, Any]:
    """Seat 0 of three plays last, in the first trick."""
    return {
        "players": 3,
        "phase": "trick",
        "leader": 1,
        "table": table.split(),
        "hands": of_mine(hand.split(), 3),
        **parts,
    }


ASLEEP = owls(double="asleep", discount="asleep")
SIX = dict.fromkeys(("draw2", "pick2", "discount", "switch", "double", "convert"), "awake")
CROWDED = [[6, 6, 6], [7, 7, 7], [7, 7, 7], [7, 7, 7]]  # all on the top floors, where levels are dearest
FULL = {
    "exchange": {"players": 4},
    "two": {"players": 2},
    "under": {"players": 2, "phase": "under", "turn": 0, "owls": owls(draw2="asleep", pick2="awake")},
    "trick": {"players": 4, "phase": "trick", "leader": 1, "table": ["P12", "P9", "Y13"]},
    "pick": {"players": 4, "phase": "pick", "table": ["Y12", "Y11", "Y10", "Y9"], "variant": "pro",
             "owls": of_mine(SIX, 4)},
    "deliver": delivering(4, round=3, levels=CROWDED, resources=of_mine([3, 3, 3], 4), berries=[{"seat": 0}] * 2,
                          variant="pro", owls=of_mine(SIX, 4)),
    "pay": delivering(2, phase="pay", tricks=9, turn=0, house="tree", cost=[4, 1, 1], levels=of_mine([6, 5, 4]),
                      resources=of_mine([12, 11, 10]), owls=owls(discount="awake", switch="awake")),
    "bonus": delivering(4, phase="bonus", tricks=9, turn=0, levels=of_mine([2, 0, 0], 4), variant="pro",
                        owls=of_mine({"double": "asleep"}, 4)),
    "keep": {"players": 3, "phase": "keep", "resources": of_mine([9, 9, 9], 3)},
}  # fmt: skip


def sit(den: Den, page: Any, options: dict[str, Any], others: str = "fox", **laid: Any) -> Any:
    players = options.get("players", 2)
    page.goto(den.link(den.lay(GAME, ["human", *[others] * (players - 1)], options=options, start=True, **laid)))
    page.wait_for_selector(LIT)
    return page


def lay(den: Den, page: Any, position: dict[str, Any], **options: Any) -> Any:
    """Seat 0 at this position."""
    said = {name: position[name] for name in ("players", "variant") if name in position}
    said |= {house: position["sides"][house] for house in position.get("sides", {})}
    return sit(den, page, {**said, **options}, position=position)


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


@in_both_types
def test_a_whole_game_by_touching_the_table(type: str, den: Den, window: Any) -> None:
    page = sit(
        den, window(bypass_csp=True, type=type, lists=False), {"players": 3, "owls": "discount+switch"}, "random"
    )
    done = touch(page, seed=4)
    page.wait_for_selector(".end")
    asked = " ".join(done["asked"])
    for words in ("Choose a card for", "And a card for", "Your delivery"):
        assert words in asked
    check_the_points(page, 3)
    assert "Ada" not in page.locator(".end p").first.inner_text(), "who has won stands above it"
    assert faults(page, small=SPINES) == []
    assert audit(page) == []


TOLD = "log => document.querySelector('.end, .chooser') || document.querySelector('.talk ol').innerText !== log"


def test_a_whole_game_by_keyboard(den: Den, window: Any) -> None:
    page = window()
    page.clock.install()
    sit(den, page, {"players": 2})
    thing = f".chooser .option, {LIT}"
    while True:
        page.wait_for_selector(f"{thing}, .end", state="attached")
        if page.locator(".end").count():
            break
        for _ in range(60):
            if page.evaluate(f"document.activeElement?.matches('{thing}')"):
                break
            page.keyboard.press("Tab")
        before = page.locator(".talk ol").inner_text()
        page.clock.fast_forward(DOUBLE)  # each press for itself
        page.keyboard.press("Enter")
        page.wait_for_function(TOLD, arg=before)
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
    sit_down(olek, "Olek")
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


# ---- an owl is taken up before its card


WON = picking(owls=owls(3, double="awake", convert="awake"))


def store(page: Any) -> list[str]:
    """What the seat in front of the screen has: wood, nuts, maple, blackberries."""
    return page.locator(".seats > li").first.locator(".res b").all_inner_texts()


def test_a_reward_is_taken_without_a_question(den: Den, window: Any) -> None:
    """R60: Double and Convert may be used, and mostly are not."""
    page = lay(den, window(), WON, owls="double+convert")
    page.evaluate(WATCH)
    page.locator(".plays .card.lit", has_text="9").click()
    page.get_by_role("heading", name="Lead with any card.").wait_for()
    assert store(page) == ["3", "0", "0", "0"]
    assert not [title for title, _ in page.evaluate("window.told") if "owl" in title], "nobody is asked about an owl"


def test_an_owl_is_taken_up_and_then_the_card(den: Den, window: Any) -> None:
    """R63: twice the amount, and the list says so beforehand."""
    page = lay(den, window(360, 780), WON, owls="double+convert")
    owl = page.get_by_role("button", name="Double")
    card = page.locator(".move", has_text="Pick blue 9")
    assert "you get 3 wood" in card.inner_text()
    owl.click()
    assert owl.get_attribute("aria-pressed") == "true"
    assert "ready" in owl.inner_text()
    assert "you get 6 wood" in card.inner_text()
    owl.click()
    assert owl.get_attribute("aria-pressed") == "false", "and put down again"
    owl.click()
    page.locator(".plays .card.lit", has_text="9").click()
    page.get_by_role("heading", name="Lead with any card.").wait_for()
    assert store(page) == ["6", "0", "0", "0"]
    page.locator(".talk li", has_text="uses Double").first.wait_for()


def test_convert_asks_into_what(den: Den, window: Any) -> None:
    """R64."""
    page = lay(den, window(), WON, owls="double+convert")
    page.get_by_role("button", name="Convert").click()
    page.locator(".plays .card.lit", has_text="9").click()
    page.get_by_label("Use Convert and take 3 nuts").click()
    page.get_by_role("heading", name="Lead with any card.").wait_for()
    assert store(page) == ["0", "3", "0", "0"]


def test_a_reward_that_was_taken_back_asks_about_the_owl(den: Den, window: Any) -> None:
    page = lay(den, window(), WON, owls="double+convert")
    page.locator(".plays .card.lit", has_text="9").click()
    page.get_by_role("heading", name="Lead with any card.").wait_for()
    page.get_by_role("button", name="Take my move back").click()
    page.get_by_role("heading", name="Take 3 wood, or use an owl?").wait_for()
    page.get_by_label("Use Double and take 6 wood").click()
    page.wait_for_function("() => document.querySelector('.seats .res b').textContent === '6'")


def test_a_discard_is_rewarded_without_a_question(den: Den, window: Any) -> None:
    """R22: at once."""
    page = lay(den, window(), following("P9 P8 P7 P6 O1 O2 O3 Y1 Y2"))
    page.get_by_role("button", name="Double").wait_for()
    page.locator(".hand .card.lit", has_text="Purple 9").click()
    page.wait_for_function("() => document.querySelectorAll('.seats .res b')[1].textContent === '2'")


def test_you_win_and_others_win(den: Den, window: Any) -> None:
    page = lay(den, window(reduced_motion="no-preference"), following("B9 B8 P7 P6 O1 O2 O3 Y1 Y2"))
    page.locator(".hand .card.lit", has_text="Blue 9").click()
    mine = page.locator(".plays li").last
    page.get_by_role("heading", name="The trick is yours: pick a card.").wait_for()
    assert mine.locator(".who").inner_text().split() == ["You", "win"]


# ---- a payment


PAYING = delivering(
    resources=of_mine([3, 3, 3]), levels=of_mine([2, 2, 2]), owls=owls(discount="awake", switch="awake")
)


def test_every_way_to_pay_is_one_touch(den: Den, window: Any) -> None:
    page = lay(den, window(), PAYING, owls="discount+switch")
    page.locator(".house").first.click()
    page.locator(".pay .lit", has_text="Switch").nth(1).wait_for()
    assert page.locator(".pay .cost :is(button, .lit)").count() == 0, "what it costs is said and not touched"
    way = page.locator(".pay .lit", has_text="Switch").first
    price = re.search(r"pay (.+)$", way.inner_text())
    assert price, "it says what is left to pay"
    way.click()
    page.locator(".talk li", has_text="uses Switch").first.wait_for()


def test_another_house_can_be_chosen_while_paying(den: Den, window: Any) -> None:
    page = lay(den, window(360, 780), PAYING, owls="discount+switch")
    page.locator(".house").first.click()
    back = page.get_by_role("button", name="Choose another house")
    back.wait_for()
    assert page.get_by_role("button", name="Take my move back").count() == 0, "one way back is enough"
    back.click()
    page.get_by_role("heading", name=re.compile("which house do you climb|Climb one level")).wait_for()
    page.wait_for_selector(".climb.lit")


def test_the_floor_that_is_paid_for_is_outlined_for_everybody(den: Den, window: Any) -> None:
    ada, guest = window(), window()
    lay(den, ada, PAYING, owls="discount+switch")
    ada.locator(".house").first.click()
    ada.wait_for_selector(".pay")
    guest.goto(ada.url)
    floor = guest.locator(".walls .rising")
    floor.wait_for()
    assert floor.count() == 1
    assert floor.locator(".unseen").inner_text() == ada.locator(".walls .rising .unseen").inner_text()


NEWS = "(document.querySelector('.news')?.textContent ?? '')"
SHORT = delivering(resources=of_mine([0, 1, 0]), berries=[{"seat": 0, "value": 1}, {"seat": 0, "value": 4}])


def test_blackberries_are_told_with_what_is_paid(den: Den, window: Any) -> None:
    """R48."""
    page = lay(den, window(), {**SHORT, "owls": ASLEEP, "resources": of_mine([0, 3, 0])})
    page.locator(".house").nth(1).click()
    page.wait_for_function(f"() => /You pay 2 nuts[.] You climb/.test({NEWS})")
    page.locator(".house").nth(1).click()
    page.locator(".chooser .option").click()
    page.wait_for_function(f"() => /You pay 1 nut and 1 blackberry[.] You climb/.test({NEWS})")
    line = page.locator(".talk ol li", has_text="spends a blackberry").first.inner_text()
    assert re.search(r"spends a blackberry.* pays .* climbs", line), "help, payment and climb stand in one line"
    assert "pays nothing" not in line


def test_what_is_taken_back_is_no_longer_told_or_marked(den: Den, window: Any) -> None:
    page = lay(den, window(), delivering(resources=of_mine([9, 9, 9]), owls=ASLEEP))
    page.locator(".house").first.click()
    page.wait_for_function(f"() => /You climb/.test({NEWS}) && document.querySelector('.climb.lit')")
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
    page = lay(den, window(), {"players": 3, "phase": "keep", "resources": of_mine([4, 1, 0], 3)})
    page.locator(".answer").first.click()
    page.wait_for_selector(".hand .lit")
    assert re.fullmatch(r"You keep .+[.] Round 2: nine cards for everybody[.]", page.locator(".news").inner_text())


def test_what_is_not_kept_is_seen_to_go(den: Den, window: Any) -> None:
    page = lay(den, window(), {"players": 2, "phase": "keep", "resources": of_mine([4, 1, 0])})
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(FLIGHTS)
    page.locator(".answer").first.click()
    page.get_by_role("heading", name=re.compile(r"Round [1-3] is over[.]")).wait_for()
    page.wait_for_function("() => window.flown > 0")
    page.get_by_role("heading", name="Choose a card").wait_for()


# ---- what is of no use is said to be


def test_a_card_that_may_not_be_played_says_why(den: Den, window: Any) -> None:
    page = lay(den, window(360, 780), following("B9 B8 P7 P6 O1 O2 O3 Y1 Y2"))
    page.locator(".hand .card:not(.lit)").first.click(force=True)
    slip = page.locator(".explanation")
    slip.wait_for()
    assert re.search(r"Not now: you hold \w+ and follow with it[.]", slip.inner_text())
    read = " ".join(page.locator(".hand .unseen").all_inner_texts())
    assert not re.search(r"\b[BPOY]\d", read), "cards are read as people call them"


def test_a_13_in_vain_is_told_before_it_is_taken(den: Den, window: Any) -> None:
    """R35."""
    page = lay(den, window(), picking("B13 B3 B5", owls=owls(3, double="asleep", discount="asleep")))
    assert "A 13 brings you nothing now" in page.locator(".ask").inner_text()
    assert page.locator(".move", has_text=re.compile(r"Pick \w+ 13.*brings nothing now")).count()


# ---- owls and blackberries are precious


OWL_HELPS = delivering(resources=of_mine([1, 0, 0]), owls=owls(discount="awake", double="awake"))
BERRY_HELPS = delivering(resources=of_mine([1, 0, 0]), owls=ASLEEP, berries=[{"seat": 0, "value": 2}])
NO_HELP = delivering(resources=of_mine([2, 0, 0]), owls=ASLEEP)


@pytest.mark.parametrize(
    ("position", "asks"),
    [(OWL_HELPS, "Use the Discount owl for this?"), (BERRY_HELPS, "Use 1 blackberry for this?")],
    ids=["an owl", "blackberries"],
)
def test_no_single_touch_spends(position: dict[str, Any], asks: str, den: Den, window: Any) -> None:
    page = lay(den, window(360, 780), position)
    house = page.locator(".house", has=page.locator(".climb"))
    assert house.locator(".next .help .part").count(), "the floor shows what helps"
    before = page.locator(".talk ol").inner_text()
    house.click()
    chooser = page.get_by_role("dialog", name=asks)
    chooser.wait_for()
    assert page.locator(".talk ol").inner_text() == before, "nothing was paid"
    assert re.search("with the Discount owl|blackberr", chooser.locator(".option").inner_text())
    chooser.get_by_role("button", name="Cancel").click()
    assert page.locator(".talk ol").inner_text() == before
    house.click()
    chooser.locator(".option").click()
    page.wait_for_function("log => document.querySelector('.talk ol').innerText !== log", arg=before)


def test_a_climb_without_help_is_made_at_once(den: Den, window: Any) -> None:
    page = lay(den, window(), NO_HELP)
    page.locator(".house", has=page.locator(".climb")).click()
    page.locator(".talk ol li", has_text="climbs to level 1").first.wait_for()
    assert page.locator(".chooser").count() == 0


def test_floors_explain_themselves_in_the_own_delivery(den: Den, window: Any) -> None:
    page = lay(den, window(), NO_HELP)
    page.locator(".house", has=page.locator(".climb")).locator("li").nth(1).hover()
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
    page = lay(den, window(reduced_motion="no-preference"), following("B2 B1 P7 P6 O1 O2 O3 Y1 Y2"))
    page.evaluate(WATCH)
    page.locator(".hand .card.lit").first.click()
    won = "window.told.filter(([, news]) => /wins? trick \\d+[.:][^.]*$/.test(news))"
    page.wait_for_function(f"() => {won}.length")
    page.wait_for_selector(".hand .lit")
    asked = [title for title, _ in page.evaluate(won)]
    assert not [title for title in asked if re.search("plays a card next|Lead|Follow|discard", title)]


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
    page = lay(den, window(), following("P9 P13 P12 P6 O1 O2 O3 Y1 Y2"))
    moves = page.locator(".move").all_inner_texts()
    assert {text[:4] for text in moves} == {"Play", "Disc"}
    for text in moves:
        assert re.search({"Play": "on the card", "Disc": "you get|you may climb|nothing now"}[text[:4]], text)


# ---- everybody can see, touch and read it


@in_both_types
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_cut_off_or_overlaps(width: int, type: str, den: Den, window: Any) -> None:
    page = window(width, WIDTHS[width], type=type, lists=False)
    for name, position in FULL.items():
        lay(den, page, position, **({"owls": "draw2+pick2"} if name == "under" else {}))
        assert (name, faults(page, small=SPINES)) == (name, [])


BROKEN = """() => {
  const reach = (part) => {
    const range = document.createRange();
    range.selectNode(part.lastChild); // the number; what is read aloud stands before it
    return range;
  };
  const lines = (part) => new Set([...reach(part).getClientRects()].map(({ top }) => Math.round(top))).size;
  const numbers = [...document.querySelectorAll(".worth b, .part > span:first-child, .scale li:not(.title)")];
  const seen = numbers.filter((part) => part.checkVisibility());
  const told = (part) => `${part.parentElement.className}: ${part.textContent}`;
  const broken = seen.filter((part) => lines(part) > 1).map(told);
  const outside = seen.filter((part) => {
    const [text, box] = [reach(part).getBoundingClientRect(), part.closest("li").getBoundingClientRect()];
    return text.left < box.left + 1 || text.right > box.right - 1;
  });
  return [seen.length, broken, outside.map(told)];
}"""


@in_both_types
@pytest.mark.parametrize("width", WIDTHS)
def test_numbers_stand_in_one_line_inside_their_floor(width: int, type: str, den: Den, window: Any) -> None:
    page = lay(den, window(width, WIDTHS[width], type=type, lists=False), FULL["deliver"])
    page.evaluate("document.fonts.ready")
    count, broken, outside = page.evaluate(BROKEN)
    assert count > 50
    assert (broken, outside) == ([], [])


@pytest.mark.parametrize(
    ("width", "theme", "stages"), [(360, "dark", ["exchange", "deliver"]), (1440, "light", ["two", "trick"])]
)
def test_axe_finds_nothing_serious(width: int, theme: str, stages: list[str], den: Den, window: Any) -> None:
    page = window(width, WIDTHS[width], color_scheme=theme, bypass_csp=True)
    for name in stages:
        lay(den, page, FULL[name])
        assert (name, audit(page)) == (name, [])


@in_both_types
def test_one_screen_holds_the_table(type: str, den: Den, window: Any) -> None:
    page = lay(den, window(1440, 900, type=type, lists=False), FULL["trick"])
    for part in (".houses", ".trick", ".ask", ".hand"):
        assert page.locator(part).evaluate("part => part.getBoundingClientRect().bottom") <= 900, part


@in_both_types
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_phone_shows_the_hand_beside_the_question(players: int, type: str, den: Den, window: Any) -> None:
    page = sit(den, window(360, 780, type=type, lists=False), {"players": players})
    for until in ("exchange", "trick 2"):
        touch(page, until)
        page.wait_for_selector(".hand .lit")
        for part in (".trick", ".ask", ".hand"):
            assert page.locator(part).evaluate("part => part.getBoundingClientRect().bottom") <= 780, (until, part)


@in_both_types
def test_the_hand_stays_under_the_finger(type: str, den: Den, window: Any) -> None:
    page = sit(den, window(360, 780, type=type, lists=False), {"players": 3})
    top = "hand => hand.getBoundingClientRect().top"
    tops = [page.locator(".hand").evaluate(top)]
    lefts = "() => [...document.querySelectorAll('.hand .card')].map((card) => card.getBoundingClientRect().left)"
    before = page.evaluate(lefts)
    page.locator(".hand .card").nth(3).click()
    page.get_by_text("You have sealed").wait_for()
    assert page.evaluate(lefts) == before[:3] + before[4:], "what is set aside leaves its place empty"
    tops.append(page.locator(".hand").evaluate(top))
    for trick in range(2, 8):
        touch(page, f"trick {trick}", seed=trick)
        page.wait_for_selector(".hand .lit")
        tops.append(page.locator(".hand").evaluate(top))
    assert max(tops) - min(tops) < 24, "less than a card's edge, whatever is asked"


@in_both_types
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_title_of_the_trick_never_pushes_the_hand_on_a_phone(
    language: str, type: str, den: Den, window: Any
) -> None:
    """Two lines, whatever it says and however many cards lie aside."""
    page = window(360, 780, type=type, lists=False, locale=language)
    heights = set()
    for tricks in (0, 6):
        lay(den, page, {"players": 2, "phase": "trick", "leader": 0, "tricks": tricks})
        heights.add(
            page.locator(".trick h2").evaluate("it => [it.scrollWidth <= it.clientWidth, it.clientHeight].join()")
        )
    assert heights == {"true,31"}


@in_both_types
def test_a_phone_shows_what_one_has_beside_the_houses(type: str, den: Den, window: Any) -> None:
    page = lay(den, window(360, 780, type=type, lists=False), NO_HELP)
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


# A card is touched: of what flew then, what still flies a few pictures later, or explains itself. The next may fly.
TOUCHED = """async () => {
  const flying = [...document.querySelectorAll(".flight")];
  document.querySelector(".hand .card").click();
  for (let picture = 0; picture < 5; picture++) await new Promise(requestAnimationFrame);
  return [...flying, ...document.querySelectorAll(".explanation")].filter((one) => one.isConnected).length;
}"""


def test_a_touch_while_something_flies_ends_the_show(den: Den, window: Any) -> None:
    """It would play nothing, and look as if it had."""
    page = lay(den, window(360, 740, reduced_motion="no-preference"), picking())
    page.locator(".plays .card.lit", has_text="9").click()
    page.wait_for_selector(".flight")
    level = "one => Number(getComputedStyle(one).zIndex)"
    asked, news, flight = (page.locator(one).first.evaluate(level) for one in (".asked", ".news", ".flight"))
    assert min(asked, news) > flight, "what flies passes below the sentences about it"
    assert page.evaluate(TOUCHED) == 0
    page.wait_for_selector(".hand .card.lit")
