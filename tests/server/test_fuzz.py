"""Check 21: whatever comes down the wire is answered or turned away with a code, and nothing breaks."""

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import negative_data_rejection, positive_data_acceptance
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from .playing import bearer, free_port, make, times

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
FRAMES_IN_ALL, REQUESTS = times(9_000), times(1_000)
TOGETHER = 10  # frames on one connection: after more nonsense it would be closed


@pytest.fixture(scope="module")
def apart(tmp_path_factory):
    """A server of its own without limits on messages: its memory and its complaints can be looked at."""
    with Apart(tmp_path_factory.mktemp("apart")) as server:
        yield server
        assert "Traceback" not in server.complaints()


class Apart:
    def __init__(self, data):
        self.port, self.log = free_port(), data / "stderr"
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data

    def __enter__(self):
        command = [sys.executable, "-m", "bench.server_process", str(self.port), str(self.data)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self.log.open("w"))
        while True:
            try:
                httpx.get(f"{self.url}/api/health")
                return self
            except httpx.HTTPError:
                assert self.process.poll() is None, self.complaints()
                time.sleep(0.02)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)

    def complaints(self):
        return self.log.read_text(encoding="utf-8")

    def memory(self):
        """Megabytes that are resident."""
        status = Path(f"/proc/{self.process.pid}/status")
        text = status.read_text(encoding="ascii") if status.exists() else "VmRSS: 0 kB"
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024


def test_frames_of_every_kind(apart, figure):
    """Each is answered, or the connection is closed with a code."""
    url, outcomes, codes, memory = apart.url, Counter(), set(), []
    where = url.replace("http", "ws") + "/api/tables/{table}/socket"
    tables = {}

    def table():
        """The same one for a while; then another, in the lobby or under way."""
        if tables.get("left", 0) == 0:
            is_begun = len(memory) % 2 == 0
            tables.update(left=100, mine=make(url, "sly_fox", ["human", "random", "random"], start=is_begun))
            memory.append(apart.memory())
        tables["left"] -= 1
        return tables["mine"]

    async def send_all(frames):
        mine = table()
        there = where.format(table=mine["table"])
        async with connect(there, additional_headers=bearer(mine["token"]), compression=None) as socket:
            for frame in frames:
                await socket.send(frame)
            await socket.send(json.dumps({"do": "ping", "id": "last"}))
            answers = 0
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), 60))
                if message["type"] == "gone":
                    assert message["code"] == "bad-message"
                    return
                if message["type"] == "pong" and message["id"] == "last":
                    break
                answers += message["type"] in ("done", "pong")
                if message["type"] == "done":
                    outcomes[message["outcome"], message.get("code", "")] += 1
                    assert "Traceback" not in message.get("text", "")
            assert answers == len(frames), "every frame is answered"

    @settings(
        max_examples=FRAMES_IN_ALL // TOGETHER, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(st.lists(FRAMES, min_size=TOGETHER, max_size=TOGETHER))
    def fuzz(frames):
        outcomes["frames"] += len(frames)
        try:
            runner.run(send_all(frames))
        except ConnectionClosed as closed:
            codes.add(closed.rcvd.code)

    with asyncio.Runner() as runner:
        fuzz()
    growth = memory[-1] - memory[min(2, len(memory) - 1)]
    kinds = len([kind for kind in outcomes if isinstance(kind, tuple)])
    figure(21, f"{outcomes['frames']} frames, {kinds} kinds of outcomes, {growth:.0f} MB more memory, no traceback")
    assert codes <= {1007, 4400}
    assert growth < 100
    assert httpx.get(f"{url}/api/health").status_code == 200


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\xff\xfe", None),
        ("x" * 9000, 1009),
        ("x" * 2**20, 1009),
        ("[" * 4000, None),
        ('{"do":' * 1000, None),
        ("", None),
    ],
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


def test_requests_of_every_kind(apart, figure):
    """Every operation of the generated OpenAPI, with requests that fit it and with requests that do not."""
    schema = schemathesis.openapi.from_url(f"{apart.url}/api/schema/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    operations = [operation for operation in operations if not operation.path.endswith("/events")]  # never ends
    mine = make(apart.url, "oh_fox", ["human", "random"])
    statuses = Counter()

    def fuzz(operation, mode):
        @settings(max_examples=REQUESTS // len(operations) // 2, deadline=None, database=None,
                  suppress_health_check=list(HealthCheck))  # fmt: skip
        @given(operation.as_strategy(generation_mode=mode), st.booleans(), st.booleans())
        def send(case, is_mine, is_seated):
            fits = mode is GenerationMode.POSITIVE  # what is wrong about a request must stay wrong
            if is_mine and fits and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = mine["table"]
            if is_mine and fits and isinstance(case.body, dict) and "game" in case.body:
                case.body["game"] = "oh_fox"
            answer = case.call(headers=bearer(mine["token"]) if is_seated else None)
            statuses[answer.status_code] += 1
            too_much = (
                [negative_data_rejection] if answer.status_code == 413 else []
            )  # a refusal that it does not count
            case.validate_response(answer, excluded_checks=[positive_data_acceptance, *too_much])  # fits, yet refused
            assert "Traceback" not in answer.text

        send()

    for operation in operations:
        for mode in GenerationMode:
            with contextlib.suppress(Unsatisfiable):  # nothing about a plain GET can be wrong
                fuzz(operation, mode)
    told = ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items()))
    figure(21, f"{statuses.total()} requests to {len(operations)} operations, none answered with 5xx ({told})")
    assert max(statuses) < 500


def test_the_documentation_names_every_command(url):
    schema = httpx.get(f"{url}/api/schema/openapi.json").json()
    text = json.dumps(schema)
    for kind in [k for k in KINDS if k not in ("x", "ping")]:
        assert f'"{kind}"' in text
    paths = schema["paths"]
    assert {"/api/tables", "/api/tables/{table}/commands", "/api/tables/{table}/events"} <= set(paths)
