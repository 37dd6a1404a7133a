"""Slyest Fox in a browser: whole games by touch and by keyboard, small screens, secrets."""

import json
import random
from typing import Any

import pytest

from .boxes import audit, faults
from .conftest import Den

GAME = "sly_fox"
SHORT = {"players": 3, "ending": "first_victim", "extension": "on"}
THINGS = ".sly [data-name].lit:not(.picked), .sly .choices .btn:not(.quiet)"

TOUCH = """([things, share]) => {
  const options = document.querySelectorAll('.chooser .option');
  const lit = [...(options.length ? options : document.querySelectorAll(things))];
  lit[Math.floor(share * lit.length)]?.click();
  return lit.length;
}"""


def sit(den: Den, page: Any, players: int, bot: str = "random", **more: Any) -> Any:
    """A table at which windows wait for every answer, so that nothing depends on time."""
    settings = {"beat": 0, **more.pop("settings", {})}
    options = {"players": players, **more.pop("options", {})}
    page.goto(
        den.link(den.lay(GAME, ["human", *[bot] * (players - 1)], start=True, options=options, settings=settings))
    )
    page.wait_for_selector(".arena")
    return page


def touch(page: Any, chance: random.Random) -> bool:
    """Touch something that lights up on the drawn table, or an answer beside the question."""
    return bool(page.evaluate(TOUCH, [THINGS, chance.random()]))


def play(page: Any, chance: random.Random, until: str = "false") -> None:
    while not page.locator(".end").count() and not page.evaluate(until):
        touch(page, chance)
        page.wait_for_timeout(15)


MY_TURN = "/^Your turn/.test(document.querySelector('.ask h2')?.innerText)"
OPENER = ".hand .lit:is([data-name='card:GOS'], [data-name='card:TRA'])"
ATTACKING = f'{MY_TURN} && !document.querySelector(".picked") && !!document.querySelector("{OPENER}")'
IN_THE_MIDDLE = "document.querySelectorAll('.pile .card').length > 4 && " + MY_TURN


# ---- whole games


def test_a_whole_game_is_played_by_touching_the_table(den: Den, window: Any) -> None:
    page = sit(den, window(), 3, options=SHORT)
    play(page, random.Random(1))
    assert page.locator("li.fox .win").count() >= 1
    assert page.locator("li.fox .open").count() >= 1, "hands lie open at the end"
    assert page.locator("li.fox .secret").count() == 0, "and so do characters"


def test_a_whole_game_is_played_by_keyboard(den: Den, window: Any) -> None:
    page = sit(den, window(), 3, options=SHORT)
    stops = f"{THINGS}, .chooser .option"
    at = "what => document.querySelector('.end') ? 'end' : document.activeElement?.matches(what)"
    while (where := page.evaluate(at, stops)) != "end":
        page.keyboard.press("Enter" if where else "Tab")
    assert page.locator("li.fox .win").count() >= 1


def test_arrows_walk_along_the_hand_and_escape_puts_a_card_back(den: Den, window: Any) -> None:
    page = sit(den, window(), 4)
    play(page, random.Random(3), ATTACKING)
    page.locator(OPENER).first.focus()
    first = page.evaluate("document.activeElement.dataset.name")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.name") != first
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_selector(".hand .picked")
    assert "picked" not in page.evaluate("document.activeElement.className"), "the keyboard goes on to what comes next"
    page.keyboard.press("Escape")
    page.wait_for_selector(".hand .picked", state="detached")


# ---- putting a move together


def test_an_attack_is_a_card_and_a_fox(den: Den, window: Any) -> None:
    page = sit(den, window(), 5)
    play(page, random.Random(5), ATTACKING)
    page.wait_for_timeout(400)  # a second touch at once would be a double click
    page.locator(OPENER).first.click()
    page.wait_for_selector("text=Now touch the fox you attack.")
    assert not page.locator(".back.lit").count(), "what does not go with the card is no longer lit"
    page.get_by_role("button", name="Put it back", exact=True).click()
    page.wait_for_selector(".back.lit")
    page.wait_for_timeout(400)
    page.locator(OPENER).first.click()
    page.locator("li.fox .touch.lit").first.click()
    page.wait_for_selector(".arena.on, .talk li:has-text('Ada attacks')")


def test_nothing_costly_is_done_by_one_touch(den: Den, window: Any) -> None:
    """In a duel every attack has one target only: the card is picked up, the question stays as high, and waits."""
    page = sit(den, window(), 2, options={"mode": "duel"})
    single = f"{OPENER}:not(:has(.count))"  # a pair might be traded as well
    play(page, random.Random(5), f'{ATTACKING} && !!document.querySelector("{single}")')
    page.wait_for_timeout(400)
    card = page.locator(single).first
    top = "document.querySelector('.own').getBoundingClientRect().top"
    before = page.evaluate(top)
    card.click()
    page.wait_for_selector(".hand .picked")
    assert page.locator(".choices .btn").all_inner_texts()[1] == "Put it back"
    assert page.locator(".choices .main").inner_text().startswith("Attack")
    assert page.evaluate(top) == before, "the hand stays where it is"
    assert not page.locator(".talk li:has-text('Ada attacks')").count()
    page.wait_for_timeout(400)  # a second touch at once would be a double click
    page.locator(".hand .picked").click(force=True)
    page.wait_for_selector(".arena.on, .talk li:has-text('Ada attacks')")


def test_the_attacker_tells_how_it_happens(den: Den, window: Any) -> None:
    page = sit(den, window(), 3)
    telling = page.get_by_label("Tell how it happens")
    for seed in range(2, 12):  # others may end the attack before it is told
        play(page, random.Random(seed), "!!document.querySelector('.story .btn')")
        page.evaluate("document.querySelector('.story .btn')?.click()")
        page.wait_for_timeout(100)
        if telling.count():
            break
    telling.fill("The hens themselves told me.")
    page.keyboard.press("Enter")
    page.wait_for_selector("q:has-text('The hens themselves told me.')")


# ---- windows


def test_a_window_looks_the_same_whatever_one_holds(den: Den, window: Any) -> None:
    """Two who are asked at the same table see one question, one ring and the same buttons; nobody is marked."""
    ada, olek = window(), window()
    asked = "/Silence is a pass/.test(document.querySelector('.ask:has(.beat)')?.innerText)"
    for _ in range(12):  # whoever begins is not asked
        table = den.lay(GAME, ["human", "open", "random", "random"], settings={"beat": 8})
        ada.goto(den.link(table))
        olek.goto(f"{den.url}/table/{table['table']}")
        olek.get_by_label("Your name").fill("Olek")
        olek.get_by_role("button", name="Sit down").click()
        ada.wait_for_selector("text=Olek")
        ada.get_by_role("button", name="Begin").click()
        for page in (ada, olek):
            page.wait_for_selector(".ask")
        if ada.evaluate(asked) and olek.evaluate(asked):
            break
    seen = [
        (page.locator(".ask h2, .ask p").all_inner_texts(), page.locator(".ask .btn").all_inner_texts())
        for page in (ada, olek)
    ]
    assert seen[0] == seen[1]
    assert seen[0][1] == ["Pass", "Hold: 3 left", "Always “pass”"]
    assert ada.locator("li.fox.asked").count() == olek.locator("li.fox.asked").count() == 0, "a window names nobody"


def test_hold_and_standing_answers(den: Den, window: Any) -> None:
    page = window()
    for _ in range(8):  # who begins is not asked
        sit(den, page, 4, settings={"beat": 8})
        if page.get_by_role("button", name="Hold: 3 left").count():
            break
    page.get_by_role("button", name="Hold: 3 left").click()
    page.get_by_role("button", name="Hold: 2 left").wait_for()
    page.get_by_role("button", name="Everyone is asked").click()
    page.wait_for_selector(".explanation:has-text('ten seconds more')")
    page.keyboard.press("Escape")
    page.locator("[data-name=pass]").click()
    page.wait_for_selector("text=Sealed: pass")
    page.get_by_role("button", name="Always “pass”").click()
    page.get_by_role("button", name="ask me again").wait_for()


# ---- small screens, screen readers


@pytest.mark.parametrize(("width", "theme"), [(360, "light"), (768, "dark"), (1440, "light")])
def test_eight_foxes_fit_and_can_be_read_by_everyone(width: int, theme: str, den: Den, window: Any) -> None:
    page = sit(den, window(width, 900, color_scheme=theme, bypass_csp=True), 8, options={"extension": "on"})
    for until in (
        IN_THE_MIDDLE,
        "document.querySelectorAll('.arena figure').length > 1 && !!document.querySelector('.ask.mine')",
    ):
        play(page, random.Random(7), until)
        page.wait_for_timeout(250)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert (faults(page), audit(page)) == ([], [])


def test_every_card_explains_itself(den: Den, window: Any) -> None:
    page = sit(den, window(), 4)
    page.locator(".hand .card").last.hover()
    slip = page.locator(".explanation")
    slip.get_by_role("button", name="Rule 27").click()
    page.wait_for_selector(".rulebook .sought")


@pytest.mark.parametrize("width", [360, 1440])
def test_quiet_woods_are_announced_two_rounds_before(width: int, den: Den, window: Any) -> None:
    """R106; the server's messages are changed on the way, as if nobody had attacked for long."""

    def hush(text: str) -> str:
        message = json.loads(text)
        if "table" in message.get("view", {}):
            message["view"]["table"]["left"]["quiet"] = 3
        return json.dumps(message)

    def meddle(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(hush(text)))

    page = window(width, 900, bypass_csp=True)
    page.route_web_socket("**/socket*", meddle)
    sit(den, page, 4)
    page.get_by_text("The woods grow quiet: over in 3 turns unless somebody attacks.").wait_for()
    assert (faults(page), audit(page)) == ([], [])
