"""Friends at one table, in windows of their own: who invites, who is gone, who says what, who looks on."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from .boxes import audit, faults
from .conftest import Den
from .playing import MOVE, NOTICES, sit_down

RUN = "fox_on_the_run"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Den]:
    """A server at which nobody has to wait before a bot may play on."""
    den = Den(tmp_path_factory.mktemp("hasty"), "--patience", "0")
    yield den
    den.kill()


def sit(page: Any, den: Den, table: Any, name: str) -> None:
    page.goto(f"{den.url}/table/{table['table']}")
    sit_down(page, name)


def evening(den: Den, window: Any, *, width: int = 1440, **settings: Any) -> tuple[Any, Any, Any]:
    """Ada and Olek at a table that has begun; Ada is to move."""
    table = den.lay(RUN, ["human", "open"], settings=settings)
    ada, olek = window(), window(width, 780)
    ada.goto(den.link(table))
    sit(olek, den, table, "Olek")
    ada.get_by_text("Olek").first.wait_for()
    ada.get_by_role("button", name="Begin").click()
    for page in (ada, olek):
        page.wait_for_selector(".board")
    return table, ada, olek


def say(page: Any, text: str) -> None:
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill(text)
    page.keyboard.press("Enter")


def chat_of(page: Any) -> list[str]:
    if not page.locator(".said").count():
        page.get_by_role("tab", name=re.compile("Chat")).first.click()
    page.locator(".said li").first.wait_for()
    return [re.sub(r"\s+", " ", text).strip() for text in page.locator(".said li").all_inner_texts()]


# ---- invited


@pytest.mark.parametrize("width", [360, 1440])
def test_the_invitation_says_who_what_how_long_and_how(width: int, den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "open"], options={"turn_limit": 40})
    guest = window(width, 780, bypass_csp=True)
    guest.goto(f"{den.url}/table/{table['table']}")
    card = guest.locator(".invitation")
    card.get_by_role("heading", name="Ada invites you to Fox on the Run").wait_for()
    text = card.inner_text()
    assert "Two players" in text
    assert "about 15 min" in text
    assert re.search("Played with: .*40", text), "what is chosen otherwise than usual"
    assert (audit(guest), faults(guest)) == ([], [])


def test_a_full_table_invites_to_watch(den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "open"])
    ada, olek = window(), window()
    ada.goto(den.link(table))
    ada.get_by_text("Whoever opens this link can sit down.").wait_for()
    sit(olek, den, table, "Olek")
    ada.get_by_text("Whoever opens this link can watch.").wait_for()


def test_a_guest_waits_for_the_host(den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "open", "open"], options={"players": 3})
    ada, olek = window(), window()
    ada.goto(den.link(table))
    sit(olek, den, table, "Olek")
    olek.get_by_text("Ada begins the game when everybody is here.").wait_for()
    assert olek.get_by_role("button", name="Begin").count() == 0
    assert olek.locator("select").count() == 0, "nor are the bots theirs to choose"
    ada.get_by_label("Who sits at seat 3").select_option("cub")
    olek.get_by_text("Bot: cub").wait_for()
    ada.get_by_role("button", name="More").click()
    ada.get_by_role("button", name="Leave the table").click()
    olek.get_by_role("button", name="Begin").wait_for()


# ---- who said and did what


def test_chat_and_log_keep_their_author(den: Den, window: Any) -> None:
    table = den.lay("fox_grove", ["human", "open"], settings={"friends": True})
    ada, olek, zoe = window(), window(), window()
    ada.goto(den.link(table))
    sit(olek, den, table, "Olek")
    ada.get_by_text("Olek").first.wait_for()
    ada.get_by_role("button", name="Begin").click()
    olek.locator(".lobby").wait_for(state="detached")  # its chat is not the one of the table
    say(olek, "I was here first")
    ada.get_by_text("I was here first").first.wait_for(state="attached")
    olek.get_by_role("button", name="More").click()
    olek.get_by_role("button", name="Leave the table").click()
    olek.get_by_role("button", name="Leave the table").click()
    olek.wait_for_selector("article")
    zoe.goto(f"{den.url}/table/{table['table']}")
    zoe.locator("summary", has_text="Take over from a bot").click()
    sit_down(zoe, "Zoe")
    zoe.locator("summary", has_text="Take over").wait_for(state="detached")
    say(zoe, "Now I am")
    zoe.locator(".said li", has_text="Now I am").wait_for()
    assert chat_of(zoe) == ["Olek I was here first", "You Now I am"]
    ada.get_by_role("tab", name=re.compile("Chat")).click()
    ada.locator(".said li", has_text="Now I am").wait_for()
    assert chat_of(ada) == ["Olek I was here first", "Zoe Now I am"]
    ada.reload()
    ada.wait_for_selector(".talk")
    assert chat_of(ada) == ["Olek I was here first", "Zoe Now I am"]


def test_moves_stay_with_who_made_them(den: Den, window: Any) -> None:
    """For whoever was there, and for whoever comes later."""
    table = den.lay("fox_grove", ["human", "open"], start=True, settings={"stand_in": "random", "friends": True})
    ada, guest = window(), window()
    ada.goto(den.link(table))
    guest.goto(f"{den.url}/table/{table['table']}")
    for _ in range(20):
        ada.wait_for_selector(MOVE, state="attached")
        if ada.locator(".talk li", has_text="Jimmy").count():
            break
        ada.locator(MOVE).first.dispatch_event("click")
        ada.wait_for_function("() => !document.querySelector('.move.sent')")
    told = ada.locator(".talk li", has_text="Jimmy").first.inner_text()
    guest.locator("summary", has_text="Take over from a bot").click()
    sit_down(guest, "Zoe")
    guest.locator(".talk li", has_text="Zoe takes over").wait_for()
    ada.locator(".talk li", has_text="Zoe takes over").wait_for()
    assert told in ada.locator(".talk li").all_inner_texts(), "the bot has played it, not Zoe"
    for page in (ada, guest):
        assert page.locator(".talk li", has_text="Jimmy sets").count()
        assert page.locator(".talk li", has_text="Zoe sets").count() == 0


# ---- who is gone


def test_who_is_gone_is_shown_nudged_and_stood_in_for(hasty: Den, window: Any) -> None:
    _, ada, olek = evening(hasty, window)
    where = olek.url
    olek.goto("about:blank")
    gone = ada.locator(".missing")
    gone.get_by_text("Olek is not here just now.").wait_for()
    ada.locator(".talk li", has_text="Olek is not here just now.").wait_for()
    assert ada.locator("svg[aria-label='triangle, not here just now']").count(), "and so do the marks of the seat"
    assert gone.get_by_role("button", name="Nudge Olek").count() == 0, "nobody waits for him yet"
    for _ in range(40):
        ada.locator(MOVE).or_(gone.get_by_role("button", name="Nudge Olek")).first.wait_for()
        if gone.get_by_role("button", name="Nudge Olek").count():
            break
        ada.locator(MOVE).first.click()
    gone.get_by_role("button", name="Nudge Olek").click()
    ada.locator(".talk li", has_text="Ada nudges Olek.").wait_for()
    assert gone.get_by_role("button", name="Olek has been nudged").is_disabled()
    gone.get_by_role("button", name="Let a bot play on for Olek").click()
    ada.locator(".talk li", has_text="Olek is gone: a bot").wait_for()
    gone.wait_for(state="detached")
    ada.wait_for_selector(MOVE)  # the bot has moved
    olek.goto(where)
    olek.get_by_role("button", name="Take my seat back").click()
    ada.locator(".talk li", has_text="Olek is back").wait_for()


def test_a_nudge_is_seen(den: Den, window: Any) -> None:
    table, ada, olek = evening(den, window)
    url = f"{den.url}/api/tables/{table['table']}/commands"
    assert (
        olek.evaluate(
            "([url]) => fetch(url, {method: 'POST', headers: {'content-type': 'application/json'},"
            " body: JSON.stringify({do: 'nudge', id: 'nudge', seat: 0})}).then((answer) => answer.status)",
            [url],
        )
        == 200
    )
    ada.locator(".line", has_text="Olek nudges Ada.").wait_for()


# ---- the line


def test_being_offline_is_said_at_once_and_a_move_is_kept(den: Den, window: Any) -> None:
    _, ada, olek = evening(den, window)
    ada.wait_for_selector(MOVE)
    ada.clock.install()  # no timer runs: what is said now was not waited for
    ada.context.set_offline(True)
    ada.get_by_text("No connection.").wait_for()
    ada.locator(MOVE).first.click()
    ada.get_by_text("Your move is kept").wait_for()
    ada.context.set_offline(False)
    ada.clock.run_for(1000)
    ada.get_by_text("No connection.").wait_for(state="detached")
    olek.locator(".talk li", has_text="Indigo steps").wait_for()


def test_a_line_that_says_nothing_is_found_out_and_shows_what_is_being_sent(den: Den, window: Any) -> None:
    """The network swallows everything without a word: within a few seconds the page says so."""
    table = den.lay(RUN, ["human", "random"], start=True)
    page, isDeaf, lines = window(), [False], []

    def route(socket: Any) -> None:
        server = socket.connect_to_server()
        lines.append(socket)
        socket.on_message(lambda text: None if isDeaf[0] else server.send(text))
        server.on_message(lambda text: None if isDeaf[0] else socket.send(text))

    page.route_web_socket(re.compile("/socket"), route)
    page.clock.install()
    page.goto(den.link(table))
    page.wait_for_selector(MOVE)
    isDeaf[0] = True
    page.locator(MOVE).first.click()
    page.clock.run_for(1000)
    page.get_by_text("Your move is being sent").wait_for()
    page.clock.run_for(3500)
    page.get_by_text("No connection.").wait_for()
    isDeaf[0] = False
    page.clock.resume()
    for line in lines[1:]:
        line.close()  # what was said on it meanwhile is lost, as with any line that breaks
    page.locator(".talk li", has_text="Indigo steps").wait_for()


# ---- chat on a phone


def test_on_a_phone_a_line_of_the_chat_comes_as_a_slip_and_a_dot(den: Den, window: Any) -> None:
    _, ada, olek = evening(den, window, width=360)
    say(ada, "Mind the fox!")
    slip = olek.get_by_role("button", name="Ada says: Mind the fox!")
    slip.wait_for()
    button = olek.get_by_role("button", name="Chat: one new line")
    assert button.locator(".new").is_visible()
    slip.click()
    drawer = olek.get_by_role("complementary", name="Log and chat")
    drawer.get_by_text("Mind the fox!").wait_for()
    assert olek.locator(".new").count() == 0, "it has been read"
    slip.wait_for(state="detached")
    olek.go_back()
    drawer.wait_for(state="detached")
    assert olek.locator(".board").is_visible(), "Back closes the drawer and stays at the table"


def test_on_a_phone_everything_fits_with_chat_and_undo(den: Den, window: Any) -> None:
    _, ada, olek = evening(den, window, width=360)
    say(olek, "hello")
    ada.close()
    olek.locator(".missing").wait_for()
    assert faults(olek) == []


# ---- who looks on


def test_who_looks_on_is_announced_and_may_speak_where_that_is_allowed(den: Den, window: Any) -> None:
    table, ada, _ = evening(den, window, watch_chat=True)
    zoe = window()
    zoe.goto(f"{den.url}/table/{table['table']}")
    ada.locator(".talk li", has_text="Somebody is watching.").wait_for()
    ada.locator("header", has_text="One person is watching.").wait_for()
    zoe.get_by_text("You are watching.").wait_for()
    zoe.locator(".talk li", has_text="The game begins.").wait_for()
    assert zoe.locator(".talk li", has_text="people are watching").count() == 0, "not oneself, and nobody else is there"
    zoe.get_by_role("tab", name="Chat").click()
    zoe.get_by_label("Say something").fill("Well played")
    zoe.keyboard.press("Enter")
    ada.get_by_role("tab", name=re.compile("Chat")).click()
    ada.locator(".said li", has_text="Well played").get_by_text("watching").wait_for()


def test_who_looks_on_is_silent_otherwise(den: Den, window: Any) -> None:
    table, _, _ = evening(den, window)
    zoe = window()
    zoe.goto(f"{den.url}/table/{table['table']}")
    zoe.get_by_role("tab", name="Chat").click()
    zoe.get_by_text("Nobody has said anything yet.").wait_for()
    zoe.get_by_text("At this table only those who play can chat.").wait_for()
    assert zoe.get_by_label("Say something").count() == 0


# ---- links


def test_the_link_to_the_own_seat_can_be_copied(den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "random"], start=True)
    page = window(permissions=["clipboard-read", "clipboard-write"])
    page.goto(den.link(table))
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="My seat on another device").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.get_by_label("My seat on another device").input_value()
    assert re.search(rf"/table/{table['table']}#", copied)


def test_a_stranger_with_a_link_to_a_replay_is_never_called_you(den: Den, window: Any) -> None:
    table = den.lay(RUN, ["human", "random"], options={"turn_limit": 4}, start=True)
    ada, stranger = window(), window()
    ada.goto(den.link(table))
    for _ in range(60):
        ada.locator(MOVE).or_(ada.locator(".end")).first.wait_for()
        if ada.locator(".end").count():
            break
        ada.locator(MOVE).first.click()
    ada.get_by_role("link", name="Watch the replay").click()
    ada.wait_for_selector(".story")
    assert re.search(r"\bYou\b", ada.locator("main").inner_text())
    stranger.goto(ada.url)
    stranger.wait_for_selector(".story")
    stranger.keyboard.press("End")
    stranger.wait_for_selector(".end")
    assert not re.search(r"\bYou\b", stranger.locator("main").inner_text())


# ---- Back, and what is told


def test_back_closes_what_lies_over_the_table(den: Den, window: Any) -> None:
    page = window()
    page.goto(den.url)
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.wait_for_selector(".board")
    page.get_by_role("button", name="Rules").click()
    page.wait_for_selector(".rulebook h2")
    page.go_back()
    page.locator(".rulebook").wait_for(state="detached")
    page.get_by_role("button", name="More").click()
    sheet = page.locator(".sheet")
    sheet.wait_for()
    page.go_back()
    sheet.wait_for(state="detached")
    page.get_by_role("button", name="Rules").click()
    page.get_by_role("button", name="Close").click()
    page.locator(".rulebook").wait_for(state="detached")
    assert page.locator(".board").is_visible()
    page.go_back()
    page.wait_for_selector("article")


def test_being_told_of_ones_turn_is_seen_and_switched_off(den: Den, window: Any) -> None:
    page = window()
    page.add_init_script(NOTICES)
    page.goto(den.link(den.lay(RUN, ["human", "random"], start=True)))
    page.get_by_role("button", name="More").click()
    switch = page.get_by_role("switch", name="Tell me when it is my turn")
    assert switch.get_attribute("aria-checked") == "false"
    switch.click()
    page.wait_for_selector("[role=switch][aria-checked=true]")
    switch.click()
    page.wait_for_selector("[role=switch][aria-checked=false]")
    page.reload()
    page.get_by_role("button", name="More").click()
    assert switch.get_attribute("aria-checked") == "false", "also the next time"


def test_what_happened_meanwhile_pushes_nothing_away_and_does_not_stay(den: Den, window: Any) -> None:
    _, ada, olek = evening(den, window, width=360)
    olek.clock.install()
    boxes = "() => [...document.querySelectorAll('.board, .ask')].map((one) => one.getBoundingClientRect().top)"
    hide = """isHidden => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    olek.evaluate(hide, True)
    ada.locator(MOVE).first.click()
    ada.locator(".talk li", has_text="Indigo steps").wait_for()
    olek.locator(".away").wait_for()
    with_slip = olek.evaluate(boxes)
    olek.evaluate(hide, False)
    olek.clock.run_for(16_000)
    olek.locator(".away").wait_for(state="detached")
    assert olek.evaluate(boxes) == with_slip
