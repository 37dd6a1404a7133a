"""Addresses that strangers have given: whatever they do, nobody at the tables notices."""

import asyncio
import json

import httpx
import pytest

from skulk.server import webhook
from skulk.server.webhook import AT_ONE_TARGET, FAILURES, Bells, Target, _is_public

from .playing import SWIFT, bearer, join, make, running, sitting

NEWS = {"table": "T", "seat": 0, "number": 1}


class Bell:
    """A server that answers as it likes, and counts who is connected."""

    def __init__(self, answer):
        self.answer, self.calls, self.now, self.most = answer, 0, 0, 0

    async def __aenter__(self):
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/ring"
        return self

    async def __aexit__(self, *_):
        self.server.close()

    async def _serve(self, reader, writer):
        self.calls, self.now = self.calls + 1, self.now + 1
        self.most = max(self.most, self.now)
        try:
            await reader.readuntil(b"\r\n\r\n")
            await self.answer(writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self.now -= 1
            writer.close()


async def well(writer):
    writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
    await writer.drain()


async def badly(writer):
    writer.write(b"HTTP/1.1 500 Oh\r\n\r\n")
    await writer.drain()


async def drip(writer):
    """A byte now and then, for ever: each comes before any timeout for a single one."""
    while True:
        writer.write(b"H")
        await writer.drain()
        await asyncio.sleep(0.01)


def test_one_deadline_holds_for_the_whole_call(monkeypatch):
    monkeypatch.setattr(webhook, "DEADLINE", 0.2)

    async def evening():
        async with Bell(drip) as bell:
            assert not await asyncio.wait_for(Bells(False).ring(bell.url, "key", NEWS), 20)

    asyncio.run(evening())


def test_who_fails_again_and_again_is_left_alone_and_then_tried_once_more(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(webhook, "now", lambda: now[0])

    async def evening():
        bells = Bells(False)
        async with Bell(badly) as bell, Bell(well) as other:
            for _ in range(10):
                assert not await bells.ring(bell.url, "key", NEWS)
            assert bell.calls == FAILURES
            assert await bells.ring(other.url, "key", NEWS), "others are called as before"
            now[0] += webhook.PAUSE + 1
            for _ in range(3):
                await bells.ring(bell.url, "key", NEWS)
            assert bell.calls == FAILURES + 1
            now[0] += webhook.PAUSE + 1
            await bells.ring(bell.url, "key", NEWS)
            assert bell.calls == FAILURES + 1, "the second pause is longer"
            bell.answer = well
            now[0] += 2 * webhook.PAUSE
            assert await bells.ring(bell.url, "key", NEWS)
            assert await bells.ring(bell.url, "key", NEWS)

    asyncio.run(asyncio.wait_for(evening(), 60))


def test_pauses_grow_up_to_an_hour(monkeypatch):
    monkeypatch.setattr(webhook, "now", lambda: 0.0)
    target, pauses = Target(), []
    for _ in range(12):
        target.has_answered(False)
        pauses.append(target.until)
    assert pauses[:6] == [0, 0, 60, 120, 240, 480]
    assert pauses[-1] == webhook.LONGEST_PAUSE


def test_few_calls_go_to_one_target_at_a_time():
    async def evening():
        bells, gate = Bells(False), asyncio.Event()

        async def wait(writer):
            await gate.wait()
            await well(writer)

        async with Bell(wait) as bell:
            calls = [asyncio.create_task(bells.ring(bell.url, "key", NEWS)) for _ in range(100)]
            while bell.now < AT_ONE_TARGET:
                await asyncio.sleep(0)
            done, _ = await asyncio.wait(calls, timeout=0)
            while len(done) < 100 - webhook.WAITING:
                done, _ = await asyncio.wait(calls, timeout=0)
            gate.set()
            assert sum(await asyncio.gather(*calls)) == webhook.WAITING
            assert bell.most == AT_ONE_TARGET

    asyncio.run(asyncio.wait_for(evening(), 60))


def test_targets_that_drip_keep_nobody_from_the_tables(tmp_path):
    """More of them than there are threads: tables that have to be read are opened all the same."""

    async def evening(server, url):
        bells = [Bell(drip) for _ in range(12)]
        for bell in bells:
            await bell.__aenter__()
            task = server.tables.bells.ring(bell.url, "key", NEWS)
            asyncio.run_coroutine_threadsafe(task, server.tables.journal.loop)
        while not all(bell.now for bell in bells):
            await asyncio.sleep(0.01)
        async with httpx.AsyncClient(timeout=60) as client:
            answer = await client.get(url)
        assert all(bell.now for bell in bells), "they are still at it"
        return answer

    with running(tmp_path, webhooks=True) as server:
        laid = make(server.url, "oh_fox", ["human", "random"])
        server.tables.gatherings.pop(laid["table"]).close()  # it has to be read from the journal
        webhook.DEADLINE, usual = 60.0, webhook.DEADLINE
        try:
            answer = asyncio.run(evening(server, f"{server.url}/api/tables/{laid['table']}"))
        finally:
            webhook.DEADLINE = usual
        assert answer.status_code == 200


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "::1", "fe80::1%eth0", "::ffff:127.0.0.1", "2002:7f00:1::"]
)
def test_no_address_of_ones_own_network_is_public(address):
    assert not _is_public(address)


def test_an_address_of_the_open_internet_is_public():
    assert _is_public("93.184.216.34")
    assert _is_public("2606:2800:220:1:248:1893:25c8:1946")


# ---- when it rings


def test_a_nudge_calls_who_is_waited_for_and_not_there(tmp_path):
    async def evening(server, mine):
        tokens = {mine["seat"]: mine["token"], 1 - mine["seat"]: join(server.url, mine["table"])["token"]}
        place = f"{server.url}/api/tables/{mine['table']}/commands"

        async with Bell(well) as bell, httpx.AsyncClient() as client:

            async def do(who, what, **more):
                command = {"do": what, "id": f"{what}-{who}-{'x' * 16}", **more}
                answer = await client.post(place, json=command, headers=bearer(tokens[who]))
                assert answer.json()["outcome"] == "applied", answer.text

            await do(mine["seat"], "start")
            [asked] = server.tables.gatherings[mine["table"]].table.match.acting()
            await do(asked, "webhook", url=bell.url)
            assert bell.calls == 0, "it was asked before"
            await do(1 - asked, "chat", text="hello?")
            await do(1 - asked, "nudge", seat=asked)
            while not bell.calls:
                await asyncio.sleep(0.01)
            assert bell.calls == 1

    with running(tmp_path, webhooks=True) as server:
        mine = make(server.url, "fox_on_the_run", ["human", "open"], start=False)
        asyncio.run(asyncio.wait_for(evening(server, mine), 20))


# ---- whose it is


@pytest.mark.parametrize("is_kept", [True, False], ids=["told by those who listened", "made again from the journal"])
def test_who_takes_a_seat_over_is_not_told_where_its_last_owner_was_called(tmp_path, is_kept):
    """Neither the address nor the key that signs what is sent there."""

    async def evening(url, mine):
        bea = join(url, mine["table"], name="Bea")
        async with sitting(url, mine["table"], bea["token"]) as player:
            assert (await player.do("webhook", url="http://127.0.0.1:9/secret-of-bea"))["outcome"] == "applied"
            await player.until(lambda: any("secret-of-bea" in text for text in player.raw))
            await player.send("leave")
            await player.sent_away()
        eve = join(url, mine["table"], name="Eve", seat=1)
        if is_kept:
            async with sitting(url, mine["table"], eve["token"]) as player:
                await player.do("chat", text="hello")
        async with sitting(url, mine["table"], eve["token"], since=0) as player:
            await player.until(lambda: player.number and json.loads(player.raw[-1])["type"] == "presence")
            return "".join(player.raw)

    with running(tmp_path, webhooks=True) as server:
        settings = {**SWIFT, "friends": True}
        mine = make(server.url, "fox_on_the_run", ["human", "open"], settings=settings)
        heard = asyncio.run(evening(server.url, mine))
    assert "Eve" in heard
    assert "secret-of-bea" not in heard
