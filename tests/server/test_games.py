"""Whole games over real sockets: people, bots and spectators, all five games."""

import asyncio

import pytest

from skulk.server.files import verify

from .playing import GAMES, SWIFT, file_of, join, make, sitting


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_two_people_a_bot_and_somebody_who_looks_on(url, game):
    bots = {"fox_on_the_run": 0, "outfoxed": 0}.get(game, 1)
    mine = make(url, game, ["human", "open", *["random"] * bots], start=False)
    yours = join(url, mine["table"], name="Indigo")

    async def evening():
        async with (
            sitting(url, mine["table"], mine["token"], seed=1) as one,
            sitting(url, mine["table"], yours["token"], seed=2) as two,
            sitting(url, mine["table"]) as guest,
        ):
            assert (await one.do("share", share="mine"))["outcome"] == "applied"
            assert (await one.do("start"))["outcome"] == "applied"
            await asyncio.gather(one.play(), two.play())
            await guest.until(lambda: guest.is_over)
            assert guest.view["fair"]["shares"][0] == "mine"
            assert one.view["result"] == two.view["result"] == guest.view["result"]
            assert one.view["fair"]["seed"]

    asyncio.run(evening())
    match = verify(file_of(url, mine["table"]), mine["commitment"], {0: "mine"})
    assert match.is_over


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_among_themselves_while_somebody_looks_on(url, game):
    seats = {"fox_on_the_run": 4, "outfoxed": 2}.get(game, 3)
    laid = make(url, game, ["cub", *["fox"] * (seats - 1)], settings=SWIFT)

    async def evening():
        async with sitting(url, laid["table"]) as guest:
            await guest.until(lambda: guest.is_over, 120)

    asyncio.run(evening())
    assert verify(file_of(url, laid["table"]), laid["commitment"]).is_over
