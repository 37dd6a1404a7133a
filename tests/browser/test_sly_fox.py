"""Slyest Fox in a browser: whole games by touch and by keyboard, small screens, secrets."""

import json
import random
import re
from collections.abc import Callable
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


def meddle(page: Any, change: Callable[[dict[str, Any]], None]) -> Any:
    """A page to which every view of a table comes changed."""

    def changed(text: str) -> str:
        message = json.loads(text)
        if "table" in message.get("view", {}):
            change(message["view"])
        return json.dumps(message)

    def between(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(changed(text)))

    page.route_web_socket("**/socket*", between)
    return page


def touch(page: Any, chance: random.Random) -> bool:
    """Touch something that lights up on the drawn table, or an answer beside the question."""
    return bool(page.evaluate(TOUCH, [THINGS, chance.random()]))


def play(page: Any, chance: random.Random, until: str = "") -> None:
    """Until something is seen, at one table after the other; or else until the end."""
    is_still = "!document.querySelector('.move[aria-disabled=true]')"  # no move of ours is on its way
    while not (page.evaluate(f"{is_still} && ({until})") if until else page.locator(".end").count()):
        if page.locator(".end").count():
            page.get_by_role("button", name="Play again").click()
            page.wait_for_selector(".end", state="detached")
        touch(page, chance)
        page.wait_for_timeout(15)


MY_TURN = "/^Your turn/.test(document.querySelector('.ask h2')?.innerText)"
OPENER = ".hand .lit:is([data-name='card:GOS'], [data-name='card:TRA'])"
ATTACKING = f'{MY_TURN} && !document.querySelector(".picked") && !!document.querySelector("{OPENER}")'
CHOOSING = ATTACKING + " && document.querySelectorAll('li.fox .touch.lit.dot').length > 1"  # which fox
MANY_MOVES = "document.querySelectorAll('.moves .move').length > 2"
LOGGED = "[...document.querySelectorAll('.talk li')].some((li) => li.innerText.startsWith(%s))"
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
    play(page, random.Random(3), CHOOSING)
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


def test_the_keyboard_comes_back_to_the_question(den: Den, window: Any) -> None:
    """When the card that was played is gone from the hand: never to nothing, and never to a costly move."""
    page = sit(den, window(), 4)
    last = ".hand .lit[data-name='card:IDC']:not(:has(.count))"
    is_there = f'!document.querySelector(".picked") && !!document.querySelector("{last}")'
    play(page, random.Random(3), f"{MY_TURN} && {is_there}")
    page.locator(last).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".asking:focus")


# ---- putting a move together


def test_an_attack_is_a_card_and_a_fox(den: Den, window: Any) -> None:
    page = sit(den, window(), 5)
    play(page, random.Random(5), CHOOSING)
    page.wait_for_timeout(400)  # a second touch at once would be a double click
    page.locator(OPENER).first.click()
    page.wait_for_selector("text=Now touch the fox you attack.")
    assert not page.locator(".back.lit").count(), "what does not go with the card is no longer lit"
    page.get_by_role("button", name="Never mind", exact=True).click()
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
    attacks = page.locator(".talk li:has-text('Ada attacks')")
    earlier = attacks.count()
    card.click()
    page.wait_for_selector(".hand .picked")
    assert page.locator(".choices .btn").all_inner_texts()[1] == "Never mind"
    assert page.locator(".choices .main").inner_text().startswith("Attack")
    assert page.evaluate(top) == before, "the hand stays where it is"
    assert attacks.count() == earlier
    page.wait_for_timeout(400)  # a second touch at once would be a double click
    page.locator(".hand .picked").click(force=True)
    attacks.nth(earlier).wait_for()


@pytest.mark.parametrize("first", ["card", "fox"])
def test_a_universal_attack_is_two_touches_whichever_comes_first(first: str, den: Den, window: Any) -> None:
    """R13: as gossip or as a trap, said by the second touch."""
    page, chance = window(), random.Random(7)
    things = [".hand .lit[data-name='card:UAT']", "li.fox .touch.lit.dot"]
    one, other = things if first == "card" else reversed(things)
    kind = page.locator(f"{'li.fox' if first == 'card' else '.hand li'} [data-kind='trap']").first
    for _ in range(40):  # until both are there in somebody's first turn
        sit(den, page, 4)
        play(page, chance, f"{MY_TURN} && !document.querySelector('.picked')")
        page.wait_for_timeout(400)  # a second touch at once would be a double click
        if page.locator(one).count() and page.locator(other).count():
            page.locator(one).first.click()
            if kind.count():
                break
    attacks = page.locator(".talk li:has-text('Ada attacks')")
    earlier = attacks.count()
    kind.click()
    attacks.nth(earlier).wait_for()
    assert "as trap" in attacks.first.inner_text()


def test_on_a_phone_foxes_question_and_hand_are_in_sight_together(den: Den, window: Any) -> None:
    def tidy(view: dict[str, Any]) -> None:
        for deck, pile in view["table"]["piles"].items():
            view["table"]["piles"][deck] = pile[:3]
        for fox in view["table"]["foxes"][1:]:
            fox["character"] = None

    page = sit(den, meddle(window(360, 780), tidy), 6)
    play(page, random.Random(5), CHOOSING)
    page.evaluate("scrollTo(0, 0)")
    low = "document.querySelector('.hand li').getBoundingClientRect().bottom"
    before = page.evaluate(low)
    assert before <= 780, "a card and every fox"
    page.wait_for_timeout(400)  # a second touch at once would be a double click
    page.locator("li.fox .touch.lit").first.click()
    page.wait_for_selector(".choices.compose")
    assert page.evaluate(low) == before, "the hand stays where it is"


STANDS = """() => {
  const at = (what) => Math.round(document.querySelector(what).getBoundingClientRect().top + scrollY);
  const isOver = document.querySelector('.end') || !document.querySelector('.own');
  return isOver ? null : [at('.mid'), at('.asking'), at('.own')];
}"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1440, 757), (360, 780)])
def test_the_hand_never_moves_and_stays_in_sight(width: int, height: int, den: Den, window: Any) -> None:
    """Through turns, windows and attacks, with whatever is picked, and when characters are shown."""
    page, chance = sit(den, window(width, height), 4), random.Random(11)
    bottom = page.evaluate("document.querySelector('.hand li').getBoundingClientRect().bottom + scrollY")
    assert bottom <= height
    places = set()
    for _ in range(400):
        if page.locator(".end").count():
            break
        places.add(tuple(page.evaluate(STANDS) or ()))
        touch(page, chance)
    assert len(places - {()}) == 1, places


def test_what_may_be_done_besides_does_not_call(den: Den, window: Any) -> None:
    """A challenge and a trade can be touched, more quietly than what is asked."""

    def dare(view: dict[str, Any]) -> None:
        moves = view.get("moves", [])
        if any(move["say"]["key"] == "draw attack" for move in moves):
            moves[:] = [move for move in moves if move["say"]["key"].startswith("draw")]
            rival = {"key": "challenge", "with": {"rival": {"key": "fox", "with": {"seat": 1}}}}
            moves.append({"action": 900, "say": rival, "text": "challenge fox 1", "touches": ["seat:1"]})

    page = sit(den, meddle(window(), dare), 3)
    play(page, random.Random(3), f"{MY_TURN} && !!document.querySelector('.touch.lit')")
    fox = page.locator(".touch.lit")
    assert "aside" in fox.get_attribute("class")
    assert not page.locator(".back.lit.aside").count()


def test_a_challenge_is_explained_beside_an_attack(den: Den, window: Any) -> None:
    """In one's own turn the same fox may be attacked: what the challenge costs is said all the same."""

    def dare(view: dict[str, Any]) -> None:
        moves = view.get("moves", [])
        for fox in {name for move in moves if move["say"]["key"] == "attack" for name in move["touches"][1:]}:
            seat = int(fox.removeprefix("seat:"))
            rival = {"key": "challenge", "with": {"rival": {"key": "fox", "with": {"seat": seat}}}}
            moves.append({"action": 900 + seat, "say": rival, "text": f"challenge fox {seat}", "touches": [fox]})

    page = sit(den, meddle(window(), dare), 3)
    play(page, random.Random(5), f"{ATTACKING} && !!document.querySelector('.touch.lit')")
    page.wait_for_timeout(400)  # a second touch at once would be a double click
    page.locator(".touch.lit:not(.aside)").first.click()
    page.wait_for_selector(".compose:has-text('Now touch the card'):has-text('Fewer: you lose a card.')")


def test_it_is_said_why_there_is_nobody_to_attack(den: Den, window: Any) -> None:
    """R4, R44: of the two others one does not care, one was gossiped twice, and Gossip is all there is."""

    def guard(view: dict[str, Any]) -> None:
        table = view["table"]
        table["foxes"][1] |= {"idc": "lies", "gossiped": 0}
        table["foxes"][2] |= {"idc": "free", "gossiped": 2, "trapped": 0, "lives": 1}
        table["hand"] = [{"name": "card:GOS", "code": "GOS", "deck": "attack", "count": 1}]
        if "moves" in view:
            view["moves"] = [move for move in view["moves"] if not move["say"]["key"].startswith("attack")]

    page = sit(den, meddle(window(), guard), 3)
    play(page, random.Random(1), f'{MY_TURN} && !!document.querySelector(".back.lit")')
    why = r"nobody to attack: \S+ is behind I don’t care and \S+ was gossiped twice\."
    assert re.search(f"There is {why}", page.locator(".ask > p").inner_text())
    page.locator("[data-name='card:GOS']").hover()
    page.get_by_text(re.compile(f"Now it finds {why}")).wait_for()


def test_a_challenge_comes_after_what_is_asked(den: Den, window: Any) -> None:
    def dare(view: dict[str, Any]) -> None:
        moves = view.get("moves", [])
        if any(move["say"]["key"] == "decline" for move in moves):
            rival = {"key": "challenge", "with": {"rival": {"key": "fox", "with": {"seat": 1}}}}
            moves.insert(0, {"action": 900, "say": rival, "text": "challenge fox 1", "touches": ["seat:1"]})

    page = sit(den, meddle(window(), dare), 3)
    play(page, random.Random(3), "!!document.querySelector('[data-name=decline]') && " + MANY_MOVES)
    words = page.locator(".moves .move").all_inner_texts()
    assert words[0].startswith(("Defend", "Play")), words
    assert [word.split()[0] for word in words[-2:]] == ["Challenge", "Decline"]


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
    """Two who are asked at the same table see the same buttons; nobody is marked. Who holds nothing for it is told."""
    ada, olek = window(), window()
    asked = "!!document.querySelector('.ask:has(.beat) [data-name=pass]')"
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
    for page in (ada, olek):
        assert page.locator(".ask .btn").all_inner_texts() == ["Pass", "Hold: 3 left", "Always “pass”"]
        assert page.locator("li.fox.asked").count() == 0, "a window names nobody"
        holds = page.locator(".hand [data-name='card:IDC']").count()
        said = "You may lay I don’t care." if holds else "You hold nothing for this; let it pass."
        assert page.locator(".ask > p").inner_text().startswith(said)


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


WATCH = """() => {
  window.late = 0;
  const between = /^(Anything|Will anybody do|Your turn comes)/;
  const look = () => {
    const asks = between.test(document.querySelector('.ask:has(.beat) h2')?.innerText);
    if (asks && document.querySelector('.arena.on')) window.late++;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def test_in_a_window_the_table_lies_as_it_is(den: Den, window: Any) -> None:
    """With all its motion: when an attack is over and everybody is asked, its cards lie in the piles at once."""
    page = sit(den, window(reduced_motion="no-preference"), 4, settings={"beat": 2})
    page.evaluate(WATCH)
    over = "/has failed|is gossiped|is in a trap/.test(document.querySelector('.moment.quiet')?.innerText)"
    play(page, random.Random(8), over)
    assert page.evaluate("late") <= 2, "a frame or two"


def test_a_window_names_what_one_can_do(den: Den, window: Any) -> None:
    def only(view: dict[str, Any]) -> None:
        if view.get("pace") == "window" and "moves" in view:
            keep = [move for move in view["moves"] if move["say"]["key"] == "pass"]
            rival = {"key": "challenge", "with": {"rival": {"key": "fox", "with": {"seat": 1}}}}
            dare = {"action": 900, "say": rival, "text": "challenge fox 1", "touches": ["seat:1"]}
            view["moves"] = [*keep, dare]

    page = sit(den, meddle(window(), only), 4)
    play(page, random.Random(2), "/^You may/.test(document.querySelector('.ask > p')?.innerText)")
    assert page.locator(".ask > p").inner_text() == "You may challenge a fox. Silence is a pass."


def test_a_ghost_is_told_what_it_may_do(den: Den, window: Any) -> None:
    """R51, and R30: the character is of no use to it."""

    def fell(view: dict[str, Any]) -> None:
        view["table"]["foxes"][0] |= {"live": False, "ghost": True, "lives": 0, "gossiped": 2, "trapped": 1}
        view["table"] |= {"phase": "turn", "active": 1, "asked": [1]}
        view.pop("moves", None)

    page = sit(den, meddle(window(), fell), 4)
    assert page.locator(".ask > p").inner_text().startswith("You are out. As a ghost you may still help")
    assert page.locator(".mine p").inner_text().endswith("A ghost has no use for it.")


# ---- memory


def test_the_log_says_where_memory_begins(den: Den, window: Any) -> None:
    """R62: since one's own last turn all is told; before that it says why nothing is."""
    page = sit(den, window(), 3)
    gap = "Older turns are left to your memory until the game is over."
    play(page, random.Random(4), LOGGED % json.dumps(gap))
    told = page.locator(".talk li").all_inner_texts()
    assert told[told.index(gap) - 1].startswith("Turn "), "newest first"
    assert not any(line.startswith("Turn ") for line in told[told.index(gap) :])


def test_six_in_teams_are_told_whom_to_remember(den: Den, window: Any) -> None:
    """R92: all characters are seen once; then neither the table nor the log reminds of them."""
    page = window()
    for _ in range(12):  # who begins is not asked, and comes late to a table without a beat
        sit(den, page, 6, options={"mode": "team"})
        if page.locator(".arena .note").count():
            break
    mine = page.locator("li.fox.me .team").inner_text()
    mates = (
        page.locator("li.fox:not(.me)", has=page.locator(".team", has_text=mine))
        .locator(".name > span")
        .all_inner_texts()
    )
    assert len(mates) == 2
    said = page.locator(".arena .note").inner_text()
    assert said.startswith("Your team:")
    assert all(name in said for name in mates)
    play(page, random.Random(6), LOGGED % '"Turn 1:"')
    assert not page.locator(".talk li", has_text=" shows ").count()


def test_what_happened_is_told_in_sentences(den: Den, window: Any) -> None:
    page = sit(den, window(), 3, options=SHORT)
    play(page, random.Random(2), "/turn 4/.test(document.body.innerText)")
    run_on = re.compile(r"turn \d+: \w+ [a-z]", re.IGNORECASE)
    assert not run_on.search(page.get_by_role("log").inner_text())
    page.goto(f"{den.url}/replay/{den.finish(GAME, ['random'] * 3, options=SHORT)}?turn=1")
    page.wait_for_selector(".story li")
    story = " ".join(page.locator(".story li").all_inner_texts())
    assert re.search(r"Turn 2: \w+\.", story)
    assert not run_on.search(story)


# ---- small screens, screen readers


@pytest.mark.parametrize(("width", "theme"), [(360, "light"), (768, "dark"), (1440, "light")])
def test_eight_foxes_fit_and_can_be_read_by_everyone(width: int, theme: str, den: Den, window: Any) -> None:
    page = sit(den, window(width, 900, color_scheme=theme, bypass_csp=True), 8, options={"extension": "on"})
    for until in (
        IN_THE_MIDDLE,
        "document.querySelectorAll('.arena figure').length > 1 && !!document.querySelector('.ask.mine')",
    ):
        play(page, random.Random(7), until)
        page.evaluate("document.querySelector('.slip .close')?.click()")  # a touch came too late: that lies above all
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
    """R106, as if nobody had attacked for long."""

    def hush(view: dict[str, Any]) -> None:
        view["table"]["left"]["quiet"] = 3

    page = window(width, 900, bypass_csp=True)
    sit(den, meddle(page, hush), 4)
    page.get_by_text("The woods grow quiet: over in 3 turns unless somebody attacks.").wait_for()
    assert (faults(page), audit(page)) == ([], [])
