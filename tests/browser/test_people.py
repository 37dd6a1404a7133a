"""People who come, are let in or not, and give up."""

import re

import httpx
import pytest


def left_by_a_guest(den):
    """A running game whose second seat somebody has left to a bot."""
    table = den.lay("oh_fox", ["human", "open", "open"], start=True)
    here = f"{den.url}/api/tables/{table['table']}"
    guest = httpx.post(f"{here}/join", json={"id": "a-guest-who-goes-again", "name": "Olek", "seat": 1}).json()
    headers = {"authorization": f"Bearer {guest['token']}"}
    httpx.post(f"{here}/commands", json={"do": "leave", "id": "goes"}, headers=headers).raise_for_status()
    return table


def ask_for_a_seat(page, name):
    page.locator("summary", has_text="Take over from a bot").click()
    page.get_by_label("Your name").fill(name)
    page.locator("details.take").get_by_role("button").last.click()
    page.get_by_text("You have asked for the seat. Still to agree: Ada.").wait_for()


@pytest.mark.parametrize("width", [360, 1440])
def test_a_newcomer_is_let_into_a_running_game(den, window, width, tmp_path):
    table = left_by_a_guest(den)
    ada, robin = window(width), window(width)
    ada.goto(den.link(table))
    robin.goto(f"{den.url}/table/{table['table']}")
    ask_for_a_seat(robin, "Robin")
    robin.reload()
    robin.get_by_text("You have asked for the seat").wait_for()
    ada.get_by_text("Robin would like to take over seat 2").wait_for()
    ada.screenshot(path=tmp_path / "knock.png")
    robin.screenshot(path=tmp_path / "waits.png")
    ada.get_by_role("button", name="Let them in").click()
    robin.get_by_text("You have asked for the seat").wait_for(state="detached")
    ada.get_by_text("Robin would like to take over").wait_for(state="detached")
    robin.get_by_text(re.compile("You are watching|Take over from a bot")).first.wait_for(state="detached")
    seats = den.ask(f"tables/{table['table']}", table["token"])["view"]["seats"]
    assert (seats[1]["kind"], seats[1]["name"]) == ("human", "Robin")


def test_one_who_says_no_is_enough(den, window):
    table = left_by_a_guest(den)
    ada, robin = window(), window()
    ada.goto(den.link(table))
    robin.goto(f"{den.url}/table/{table['table']}")
    ask_for_a_seat(robin, "Robin")
    ada.get_by_text("Robin would like to take over seat 2").wait_for()
    ada.get_by_role("button", name="No", exact=True).click()
    robin.get_by_text("The people at this table have said no").wait_for()


@pytest.mark.parametrize(
    ("language", "more", "resign", "told", "end", "won"),
    [
        ("en-GB", "More", "Resign", "You gave the game up.", "Ada gave the game up.", r"\w.* wins?\."),
        ("de-DE", "Mehr", "Aufgeben", "Du hast aufgegeben.", "Ada hat aufgegeben.", r"\w.* gewinn(t|en)\."),
    ],
)
@pytest.mark.parametrize("game", ["oh_fox", "outfoxed", "fox_on_the_run", "fox_grove", "sly_fox"])
def test_a_game_is_given_up_after_a_second_thought(den, window, game, language, more, resign, told, end, won, tmp_path):
    seats = ["human", *["random"] * (1 if game in ("outfoxed", "fox_on_the_run") else 2 if game != "sly_fox" else 3)]
    table = den.lay(game, seats, start=True)
    page = window(360, 760, locale=language)
    page.goto(den.link(table))
    page.get_by_role("button", name=more, exact=True).click()
    page.get_by_role("button", name=resign).click()
    page.screenshot(path=tmp_path / f"resign-{game}.png")
    page.get_by_role("alert").wait_for()
    page.locator(".sheet").get_by_role("button").first.click()
    page.locator(".end").get_by_text(told).wait_for()
    page.screenshot(path=tmp_path / f"resigned-{game}.png")
    assert den.ask(f"tables/{table['table']}")["view"]["result"]["resigned"] == [0]
    page.goto(f"{den.url}/replay/{table['table']}")
    page.locator(".reel").wait_for()
    page.keyboard.press("End")
    page.locator(".end").get_by_text(end).wait_for()
    assert re.fullmatch(won, page.locator(".end h2").inner_text())
    page.screenshot(path=tmp_path / f"replay-{game}.png")
