"""Check 21: whatever comes down the wire is answered or turned away with a code, and nothing breaks."""

import asyncio
import json
import random

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from .playing import bearer, make, times

WORDS = st.sampled_from(
    ["do", "id", "move", "on", "chat", "text", "seat", "bot", "name", "yes", "share", "hold", "undo"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)
KINDS = ["move", "hold", "standing", "undo", "consent", "share", "name", "bot", "chat", "rematch", "ping", "back", "x"]
FRAMES = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200),
    VALUES.map(json.dumps),
    st.integers(-3, 300).map(lambda action: json.dumps({"do": "move", "id": f"m{action}", "move": action})),
    st.text(min_size=1, max_size=60).map(lambda text: json.dumps({"do": "chat", "id": f"c{len(text)}", "text": text})),
    st.text(max_size=60).map(lambda text: json.dumps({"do": "standing", "id": f"s{len(text)}", "move": text})),
    st.builds(lambda kind, more: json.dumps({"do": kind, "id": "f", **more}), st.sampled_from(KINDS),
              st.dictionaries(WORDS, VALUES, max_size=3)),
)  # fmt: skip
MESSAGES = times(1_000, 100_000)


def test_frames_of_every_kind(url):
    mine = make(url, "sly_fox", ["human", "random", "random"])
    where = f"{url.replace('http', 'ws')}/api/tables/{mine['table']}/socket"
    outcomes, codes = {}, set()

    async def send_all(frames):
        async with connect(where, additional_headers=bearer(mine["token"]), compression=None) as socket:
            for frame in frames:
                await socket.send(frame)
            await socket.send(json.dumps({"do": "ping", "id": "last"}))
            answers = 0
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), 20))
                if message["type"] == "gone":
                    assert message["code"] == "bad-message"
                    return
                if message["type"] == "pong" and message["id"] == "last":
                    break
                answers += message["type"] in ("done", "pong")
                if message["type"] == "done":
                    key = (message["outcome"], message.get("code"))
                    outcomes[key] = outcomes.get(key, 0) + 1
                    assert "Traceback" not in message.get("text", "")
            assert answers == len(frames), "every frame is answered"

    @settings(max_examples=MESSAGES // 8, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(st.lists(FRAMES, min_size=8, max_size=8))
    def fuzz(frames):
        try:
            asyncio.run(send_all(frames))
        except ConnectionClosed as closed:
            codes.add(closed.rcvd.code)

    fuzz()
    print(f"about {MESSAGES} frames: {outcomes}")
    assert codes <= {1007, 4400}
    assert httpx.get(f"{url}/api/health").status_code == 200


@pytest.mark.parametrize(
    ("frame", "code"),
    [(b"\xff\xfe", None), ("x" * 9000, 1009), ("[" * 4000, None), ('{"do":' * 1000, None), ("", None)],
)
def test_frames_that_are_too_much(url, frame, code):
    mine = make(url, "oh_fox", ["human", "random"])
    where = f"{url.replace('http', 'ws')}/api/tables/{mine['table']}/socket"

    async def send():
        async with connect(where, additional_headers=bearer(mine["token"]), compression=None) as socket:
            await socket.send(frame)
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), 10))
                if message["type"] == "done":
                    return message["code"]

    if code:
        with pytest.raises(ConnectionClosed) as closed:
            asyncio.run(send())
        assert closed.value.rcvd.code == code
    else:
        assert asyncio.run(send()) == "bad-message"


def test_whoever_keeps_on_talking_nonsense_is_sent_away(url):
    mine = make(url, "oh_fox", ["human", "random"])
    where = f"{url.replace('http', 'ws')}/api/tables/{mine['table']}/socket"

    async def send():
        async with connect(where, additional_headers=bearer(mine["token"]), compression=None) as socket:
            for _ in range(30):
                await socket.send("nonsense")
            async for _ in socket:
                pass

    with pytest.raises(ConnectionClosed) as closed:
        asyncio.run(send())
    assert closed.value.rcvd.code == 4400


def test_requests_of_every_kind(url):
    """Every address of the generated OpenAPI, with every method and with bodies that fit, half fit and do not fit."""
    schema = httpx.get(f"{url}/api/schema/openapi.json").json()
    mine = make(url, "oh_fox", ["human", "random"])
    chance, count = random.Random(21), 0
    bodies = [
        None,
        {},
        [],
        5,
        "x",
        {"game": "oh_fox"},
        {"id": "x"},
        {"token": mine["token"]},
        {"do": "move", "id": "a"},
    ]

    @settings(max_examples=times(60, 2000), deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(VALUES | st.sampled_from(bodies), st.binary(max_size=60))
    def fuzz(body, raw):
        nonlocal count
        with httpx.Client(base_url=url, timeout=20) as client:
            for path, methods in schema["paths"].items():
                if path.endswith("/events"):
                    continue
                where = path.replace("{table}", chance.choice([mine["table"], "none"]))
                method = chance.choice([*methods, "get", "post", "put", "delete"]).upper()
                content = chance.choice([json.dumps(body).encode(), raw])
                more = {"content": content, "headers": {"content-type": "application/json"}} if method != "GET" else {}
                if chance.random() < 0.5:
                    more.setdefault("headers", {}).update(bearer(mine["token"]))
                answer = client.request(method, where, **more)
                count += 1
                assert answer.status_code < 500, f"{method} {where} {more}: {answer.text}"
                assert "Traceback" not in answer.text

    fuzz()
    print(f"{count} requests, none answered with 5xx")


def test_the_documentation_names_every_command(url):
    schema = httpx.get(f"{url}/api/schema/openapi.json").json()
    text = json.dumps(schema)
    for kind in [k for k in KINDS if k not in ("x", "ping")]:
        assert f'"{kind}"' in text
    paths = schema["paths"]
    assert {"/api/tables", "/api/tables/{table}/commands", "/api/tables/{table}/events"} <= set(paths)
