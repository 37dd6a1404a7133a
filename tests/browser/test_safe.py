"""Checks 22 and 24 as far as they need a browser: what people write stays text, links stay here, chance is checked."""

import json
from typing import Any

import httpx

from .conftest import Den
from .playing import play_until, settled, sit_down

TRAP = "<img src=x onerror=a()>"
LONG_TRAP = "<script>window.caught = 1</script><svg onload='window.caught = 1'><a href='javascript:a()'>here</a>"

ANOTHER = """() => new Promise((done) => {
  const image = new Image();
  image.onerror = done;
  image.src = "/x";
})"""  # when this one has failed, so have all before it


def do(den: Den, table: dict[str, Any], what: str, **more: Any) -> None:
    """A command of the seat called human, sent without a browser."""
    headers = {"authorization": f"Bearer {table['token']}"}
    answer = httpx.post(
        f"{den.url}/api/tables/{table['table']}/commands", json={"do": what, "id": what, **more}, headers=headers
    )
    assert answer.json()["outcome"] == "applied"


def test_what_people_write_is_shown_and_never_run(den: Den, window: Any, figure: Any) -> None:
    """As a name and in the chat, to whoever plays and to whoever looks on."""
    table = den.lay("fox_on_the_run", ["human", "open"])
    ada, guest = window(), window()
    for page in (ada, guest):
        page.add_init_script("window.a = () => { window.caught = 1 }")
    ada.goto(den.link(table))
    guest.goto(f"{den.url}/table/{table['table']}")
    sit_down(guest, TRAP)
    ada.get_by_text(TRAP).first.wait_for()
    do(den, table, "chat", text=LONG_TRAP)
    do(den, table, "name", name=TRAP[::-1] + TRAP)
    do(den, table, "start")
    settled(ada)
    for page in (ada, guest):
        page.get_by_role("tab", name="Chat").click()
        page.get_by_text(LONG_TRAP).first.wait_for()
        page.evaluate(ANOTHER)
        assert page.evaluate("window.caught") is None
        assert page.locator("img[src=x], svg[onload], a[href^=javascript]").count() == 0
    figure(22, "what people write, in two windows: shown as text, never run")


def test_a_seat_link_goes_to_nobody(den: Den, window: Any, figure: Any) -> None:
    """Its token stands in no address that is asked for, and in no Referer."""
    table = den.lay("fox_on_the_run", ["human", "random"], start=True)
    page, asked = window(), []
    page.on("request", lambda request: asked.append((request.url, request.all_headers().get("referer", ""))))
    page.goto(den.link(table))
    settled(page)
    assert asked
    assert not [where for where in asked if table["token"] in "".join(where)]
    assert {referer for _, referer in asked} == {""}
    figure(22, f"{len(asked)} requests of a page opened with a seat link: no token in an address, no Referer")


def test_the_page_finds_a_seed_that_was_not_promised(den: Den, window: Any, figure: Any) -> None:
    """Check 24 in the page: true as it comes, false with one letter changed on the way."""

    def another_seed(text: str) -> str:
        message = json.loads(text)
        fair = message.get("view", {}).get("fair", {})
        if "seed" in fair:
            fair["seed"] = ("1" if fair["seed"][0] == "0" else "0") + fair["seed"][1:]
        return json.dumps(message)

    def meddle(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(another_seed(text)))

    for meddles, verdict in (
        (False, "Yes: what was dealt is what was promised"),
        (True, "No: the seed is not the one"),
    ):
        page = window()
        if meddles:
            page.route_web_socket("**/socket*", meddle)
        page.goto(den.link(den.lay("fox_on_the_run", ["human", "random"], options={"turn_limit": 4}, start=True)))
        play_until(page)
        page.get_by_role("button", name="Was it fair?").click()
        page.wait_for_selector(f"text={verdict}")
    figure(24, "the page itself: a true seed is found true, a changed one false")
