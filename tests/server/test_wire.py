"""The wire's short ways give what uvicorn's long ones give, however the bytes come in."""

import asyncio
import json
import os
import random

import pytest

from .playing import Running, make

KEY = "c2t1bGsgc2t1bGsgc2t1bA=="


@pytest.fixture(scope="module", params=["swift", "plain"])
def server(request, tmp_path_factory):
    """With the short ways, and as uvicorn has it: SKULK_WIRE says which."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SKULK_WIRE", request.param)
        running = Running(tmp_path_factory.mktemp("server"))
    yield running
    running.close()


def frame(text, opcode=1, final=True):
    """A client's frame; `text` as bytes."""
    mask, size = os.urandom(4), len(text)
    head = (
        bytes((opcode | 0x80 * final, 0x80 | size))
        if size < 126
        else bytes((opcode | 0x80 * final, 0xFE, size >> 8, size & 255))
    )
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(text))


def ping(id, more=b""):
    return b'{"do":"ping","id":"%s"%s}' % (id, more)


async def frames_of(reader):
    """The server's frames: opcode and text."""
    while True:
        try:
            opcode, size = await reader.readexactly(2)
            if size > 125:
                size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
            yield opcode & 15, await reader.readexactly(size)
        except asyncio.IncompleteReadError:
            return


async def talk(server, table, pieces, pause=0.0):
    """What a socket is answered to these bytes, sent piece by piece: ids of pongs, then the code if it was closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.settings.port)
    writer.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
        f"sec-websocket-version: 13\r\nsec-websocket-key: {KEY}\r\n\r\n".encode()
    )
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    for piece in pieces:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(pause)
    heard = []
    async with asyncio.timeout(20):
        async for opcode, text in frames_of(reader):
            if opcode == 8:
                heard.append(int.from_bytes(text[:2], "big"))
                break
            if opcode == 10:
                heard.append(text)
            elif opcode == 1 and json.loads(text)["type"] == "pong":
                heard.append(json.loads(text)["id"])
                if heard[-1] == "last":
                    break
    writer.close()
    return heard


@pytest.fixture(scope="module")
def table(server):
    return make(server.url, "oh_fox", ["human", "random"])["table"]


@pytest.mark.parametrize("seed", range(6))
def test_frames_in_pieces_of_any_size(server, table, seed):
    """Together, one by one, or cut anywhere: the same answers in the same order."""
    chance = random.Random(seed)
    ids = [f"p{n}" for n in range(20)]
    sent = b"".join(frame(ping(id.encode(), b" " * chance.choice([0, 3, 150]))) for id in [*ids, "last"])
    sizes = [len(sent)] if seed == 0 else [chance.randint(1, 40 * seed) for _ in range(len(sent))]
    pieces = []
    for size in sizes:
        if sent:
            pieces.append(sent[:size])
            sent = sent[size:]
    assert asyncio.run(talk(server, table, pieces, 0.001 if seed < 3 else 0)) == [*ids, "last"]


def test_fragments_pings_and_texts_by_turns(server, table):
    whole = ping(b"three")
    pieces = [
        frame(ping(b"one")),
        frame(b"are you there", opcode=9),
        frame(ping(b"two")) + frame(whole[:10], final=False),
        frame(b"still there", opcode=9),
        frame(whole[10:], opcode=0),
        frame(ping(b"four"), opcode=2) + frame(ping(b"last")),
    ]
    assert asyncio.run(talk(server, table, pieces, 0.01)) == [
        "one", b"are you there", "two", b"still there", "three", "four", "last",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("piece", "code"),
    [
        (frame(b"\xff\xfe"), 1007),
        (frame(b"x" * 9000), 1009),
        (b"\x81\x05hello", 1002),
        (b"\xf1" + frame(b"hello")[1:], 1002),
        (frame(b"and so on", opcode=0), 1002),
        (frame((1000).to_bytes(2, "big"), opcode=8) + frame(ping(b"too late")), 1000),
    ],
    ids=["not UTF-8", "too long", "not masked", "reserved bits", "the end of nothing", "after its farewell"],
)
def test_faults_close_the_connection_with_their_code(server, table, piece, code):
    assert asyncio.run(talk(server, table, [frame(ping(b"first")), piece])) in (["first", code], [code])
