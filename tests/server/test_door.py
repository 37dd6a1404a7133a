"""Check 22: every way in that must be shut; and the settings of a public server."""

import asyncio
import json
import re
import time
from collections import Counter

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from skulk.engine import SkulkError
from skulk.server.seats import Keys, Refused
from skulk.server.settings import Server, Unsafe, is_at_home
from skulk.server.words import name_of, plain

from .playing import bearer, join, make


@pytest.fixture
def mine(url):
    return make(url, "oh_fox", ["human", "open"], start=False, settings={})


@pytest.fixture
def browser(url, mine):
    """A browser that has turned its seat link into a cookie."""
    client = httpx.Client(base_url=url, headers={"origin": url})
    answer = client.post(f"/api/tables/{mine['table']}/seat", json={"token": mine["token"]})
    assert answer.status_code == 201, answer.text
    return client


CHAT = {"do": "chat", "id": "hello", "text": "hello"}


def test_a_seat_link_becomes_a_cookie_that_scripts_cannot_read(url, mine, browser):
    answer = browser.post(f"/api/tables/{mine['table']}/seat", json={"token": mine["token"]})
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", f"Path=/api/tables/{mine['table']}", "Max-Age"):
        assert part in cookie
    done = browser.post(f"/api/tables/{mine['table']}/commands", json=CHAT)
    assert done.json() == {"type": "done", "id": "hello", "outcome": "applied"}


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"origin": "https://evil.example"}, "foreign-origin"),
        ({"origin": "null"}, "foreign-origin"),
        ({"origin": "http://127.0.0.1"}, "foreign-origin"),
        ({"origin": "http://127.0.0.1.evil.example"}, "foreign-origin"),
        ({"origin": ""}, "foreign-origin"),
        ({}, "no-origin"),
        ({"sec-fetch-site": "cross-site"}, "foreign-origin"),
        ({"sec-fetch-site": "same-site"}, "foreign-origin"),
    ],
)
def test_another_site_cannot_act_with_a_visitors_cookie(url, mine, browser, headers, code):
    del browser.headers["origin"]
    for path, body in (("commands", CHAT), ("join", {"id": "x" * 16}), ("seat", {"token": mine["token"]})):
        answer = browser.post(f"/api/tables/{mine['table']}/{path}", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, code)
    answer = browser.post("/api/tables", json={"game": "oh_fox"}, headers=headers)
    assert answer.status_code == 403 or "cookie" not in answer.request.headers


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1"])
def test_another_site_cannot_open_a_socket(url, mine, browser, origin):
    cookie = "; ".join(f"{c.name}={c.value}" for c in browser.cookies.jar)
    where = f"{url.replace('http', 'ws')}/api/tables/{mine['table']}/socket"

    async def knock(headers):
        async with connect(where, additional_headers=headers):
            pass

    with pytest.raises(InvalidStatus):
        asyncio.run(knock({"cookie": cookie, "origin": origin}))
    with pytest.raises(InvalidStatus):
        asyncio.run(knock({"cookie": cookie}))
    asyncio.run(knock({"cookie": cookie, "origin": url}))


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:8000", "[evil.example]"])
def test_a_name_that_somebody_points_here_is_not_taken(url, mine, browser, host):
    """A page at evil.example whose name turns into our address: Host and Origin agree, and it is another site's."""
    origin = f"http://{host}"
    for method, path in (("POST", f"/api/tables/{mine['table']}/commands"), ("GET", "/api"), ("GET", "/")):
        answer = browser.request(method, path, json=CHAT, headers={"host": host, "origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (421, "foreign-host")


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("127.0.0.1:8000", True), ("192.168.1.7", True), ("[::1]:8000", True), ("[fe80::1]", True), ("localhost", True),
        ("localhost:8000", True), ("fox.localhost", True), ("nas", True), ("nas.local:8000", True), ("NAS.Lan.", True),
        ("fox.home.arpa", True), ("fox.example.org", True), ("evil.example", False), ("1.2.3.4.evil.example", False),
        ("local.evil.example", False), ("10.0.0.0/8", False), ("[1.evil.example]", False),
    ],
)  # fmt: skip
def test_names_that_only_ones_own_network_can_give(host, is_ours):
    assert is_at_home(host, Server(host="fox.example.org")) is is_ours


DEEP = b"[" * 30_000 + b"]" * 30_000
ODD = [
    *(("GET", f"/{path}", b"", 404) for path in ("%00", "a" * 300, "table/%00", "%ff%fe", "%F0%9F%A6%8A" * 100, "%0a")),
    *(("POST", path, DEEP, 400) for path in ("/api/tables", "/api/fit", "/api/replays")),
    *(("POST", path, b'{"game": "\xff"}', 400) for path in ("/api/tables", "/api/fit", "/api/replays")),
    ("POST", "/api/tables", b'{"game": "oh_fox", "options": ' + b'{"a":' * 9000 + b"1" + b"}" * 9001, 400),
    ("POST", "/api/tables", b'{"game": "fox_grove.rules"}', 404),
    ("POST", "/api/fit", b'{"game": "fox_grove.rules"}', 404),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), ODD, ids=lambda value: str(value)[:24])
def test_what_makes_no_sense_is_refused_and_not_our_fault(url, method, path, body, status, caplog):
    answer = httpx.request(method, url + path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert answer.json()["code"] in ("bad-request", "unknown-game")
    assert not any(record.exc_info for record in caplog.records), "nothing to look into"


def test_an_origin_that_is_no_address_is_another_site(url):
    answer = httpx.post(f"{url}/api/fit", json={"game": "oh_fox"}, headers={"origin": "http://[::1"})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")


def test_links_that_open_nothing(url, mine):
    other = make(url, "oh_fox", ["human", "open"], start=False, settings={})
    table = mine["table"]
    for code, token in (("other-table", other["token"]), ("bad-link", mine["token"][:-2] + "xx")):
        for answer in (
            httpx.post(f"{url}/api/tables/{table}/commands", json=CHAT, headers=bearer(token)),
            httpx.post(f"{url}/api/tables/{table}/seat", json={"token": token}),
            httpx.get(f"{url}/api/tables/{table}", headers=bearer(token)),
            httpx.get(f"{url}/api/tables/{table}/events", headers=bearer(token)),
        ):
            assert (answer.status_code, answer.json()["code"]) == (401, code)


def test_a_seat_that_was_given_up_has_no_links_any_more(url, mine):
    yours = join(url, mine["table"])
    leave = httpx.post(
        f"{url}/api/tables/{mine['table']}/commands", json={"do": "leave", "id": "bye"}, headers=bearer(yours["token"])
    )
    assert leave.json()["outcome"] == "applied"
    again = httpx.post(f"{url}/api/tables/{mine['table']}/seat", json={"token": yours["token"]})
    assert (again.status_code, again.json()["code"]) == (401, "lost-seat")
    assert join(url, mine["table"])["token"] != yours["token"]


@pytest.mark.parametrize("years", [-10, 10], ids=["ten years old", "of a clock that was set back since"])
def test_a_link_lives_as_long_as_its_table(monkeypatch, years):
    keys, now = Keys("secret"), time.time()
    with monkeypatch.context() as then:
        then.setattr("itsdangerous.timed.time.time", lambda: now + years * 365 * 24 * 3600)
        token = keys.token("table", 0, 1)
    assert keys.read(token, "table") == (0, 1)
    with pytest.raises(Refused) as error:
        Keys("another secret").read(token, "table")
    assert error.value.code == "bad-link"


@pytest.mark.parametrize("table", ["nosuchtable", "AAAAAAAAAAAA", "%2e%2e%2fsecret", "x" * 33, "a'--"])
def test_guessed_tables_are_not_there(url, table):
    for method, path in (("get", ""), ("get", "/file"), ("get", "/events"), ("get", "/link")):
        answer = getattr(httpx, method)(f"{url}/api/tables/{table}{path}")
        assert answer.status_code in (400, 403, 404, 405), answer.text
        assert "traceback" not in answer.text.lower()


def test_ids_cannot_be_guessed():
    import secrets

    assert len(secrets.token_urlsafe(9)) == 12  # 72 bits


def test_whoever_looks_on_cannot_act(url, mine):
    answer = httpx.post(f"{url}/api/tables/{mine['table']}/commands", json=CHAT)
    assert (answer.status_code, answer.json()["code"]) == (403, "no-seat")
    assert httpx.get(f"{url}/api/tables/{mine['table']}/link").status_code == 403


def test_a_closed_table_shows_nothing(url):
    laid = make(url, "oh_fox", ["human", "random"], settings={"watch": False})
    answer = httpx.get(f"{url}/api/tables/{laid['table']}")
    assert (answer.status_code, answer.json()["code"]) == (403, "closed")
    assert httpx.get(f"{url}/api/tables/{laid['table']}", headers=bearer(laid["token"])).status_code == 200


def test_a_running_game_has_no_file(url):
    laid = make(url, "oh_fox", ["human", "random"])
    answer = httpx.get(f"{url}/api/tables/{laid['table']}/file", headers=bearer(laid["token"]))
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


def test_headers_on_everything(url, mine):
    for path in ("/", "/t/abc", "/api", f"/api/tables/{mine['table']}", "/api/tables/none", "/nothing.js"):
        answer = httpx.get(url + path)
        headers = answer.headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self'")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer", "a seat link must not travel on"
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers or "uvicorn" in headers["server"]


@pytest.mark.parametrize(
    "path", ["/..%2f..%2fjournal.py", "/%2e%2e/app.py", "/static/../app.py", "//evil.example/x.js"]
)
def test_no_file_outside_the_clients_folder(url, path):
    answer = httpx.get(url + path, follow_redirects=False)
    assert answer.status_code in (200, 404)
    assert "litestar" not in answer.text
    assert "location" not in answer.headers


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Indigo  ", "Indigo"),
        ("a\u202eb", "ab"),
        ("\u200b\u200b", "Somebody"),
        ("x\ny\tz", "x y z"),
        ("<script>alert(1)</script>", "<script>alert(1)</scrip"[:24] + "t"),
        ("o" + "\u0301" * 40, "ó\u0301\u0301"),
        ("é" * 60, "é" * 24),
    ],
)
def test_names_are_plain_text(given, shown):
    assert name_of(given) == shown
    assert not re.search(r"[\x00-\x1f\u202a-\u202e\u2066-\u2069\u200b]", plain(given, 300))


@pytest.mark.parametrize(
    ("settings", "because"),
    [
        ({}, "--url"),
        ({"url": "http://fox.example"}, "https"),
        ({"url": "https://fox.example"}, "--public needs --proxy"),
        ({"url": "https://fox.example", "proxies": ["*"]}, "--proxy"),
        ({"url": "https://fox.example", "proxies": ["127.0.0.1,*"]}, "--proxy"),
        ({"url": "https://fox.example", "proxies": ["127.0.0.1", "0.0.0.0/0"]}, "--proxy"),
        ({"url": "https://fox.example", "proxies": ["0.0.0.0/1", "128.0.0.0/1"]}, "--proxy"),
        ({"url": "https://fox.example", "proxies": ["::/0"]}, "--proxy"),
    ],
)
def test_a_public_server_refuses_what_is_not_safe(tmp_path, settings, because):
    tmp_path.chmod(0o700)
    with pytest.raises(Unsafe, match=because):
        Server(data=tmp_path, is_public=True, **settings).check()


def test_a_proxy_is_an_address(tmp_path):
    with pytest.raises(SkulkError, match="--proxy takes the address of a proxy"):
        Server(data=tmp_path, proxies=["caddy"]).check()


def test_what_is_kept_for_less_than_no_days_is_a_mistake(tmp_path):
    for days in (-1, float("nan")):
        with pytest.raises(SkulkError, match="from 0 on"):
            Server(data=tmp_path, keep_finished=days).check()


def test_a_public_server_keeps_its_data_to_itself(tmp_path, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000, raising=False)
    server = Server(data=tmp_path, is_public=True, url="https://fox.example", proxies=["127.0.0.1, 10.1.0.0/16"])
    assert server.proxies == ["127.0.0.1", "10.1.0.0/16"]
    tmp_path.chmod(0o755)
    with pytest.raises(Unsafe, match="chmod 700"):
        server.check()
    tmp_path.chmod(0o700)
    server.check()
    assert server.is_secure
    monkeypatch.setattr("os.geteuid", lambda: 0, raising=False)
    with pytest.raises(Unsafe, match="root"):
        server.check()


def test_who_gives_a_seat_up_hears_nothing_more_of_it(url, mine):
    """The connection that is still open must not go on telling the next one's secrets."""
    from .playing import sitting

    yours = join(url, mine["table"])

    async def evening():
        async with (
            sitting(url, mine["table"], yours["token"]) as old,
            sitting(url, mine["table"], mine["token"]) as host,
        ):
            await old.send("leave")
            await host.until(lambda: host.view["seats"][1]["kind"] == "open")
            heard = len(old.told)
            again = join(url, mine["table"], name="Next")
            async with sitting(url, mine["table"], again["token"]) as new:
                await host.do("start")
                await new.until(lambda: new.view["phase"] == "playing")
            assert await old.sent_away() == "lost-seat"
            assert len(old.told) == heard

    asyncio.run(evening())


def test_a_bot_that_was_interrupted_thinks_again(url):
    """Taken over and given up again while the bot was still thinking about the same question."""
    from .playing import sitting

    host = make(url, "oh_fox", ["human", "open"], settings={"bot_pace": 0.4, "friends": True})

    async def evening():
        async with sitting(url, host["table"], host["token"]) as player:
            await player.do("move", move=player.view["moves"][0]["action"])
            number = player.number
            taken = join(url, host["table"])
            await asyncio.sleep(0.7)
            where = f"{url}/api/tables/{host['table']}/commands"
            httpx.post(where, json={"do": "leave", "id": "bye"}, headers=bearer(taken["token"]))
            await player.until(lambda: player.is_asked and player.number > number, 10)

    asyncio.run(evening())


def test_a_join_that_is_repeated_gives_the_same_seat_but_never_anothers(url, mine):
    id = "this-is-my-own-join-id"
    where = f"{url}/api/tables/{mine['table']}"
    first = httpx.post(f"{where}/join", json={"id": id}).json()
    again = httpx.post(f"{where}/join", json={"id": id}).json()
    assert (first["seat"], first["token"].partition(".")[0]) == (again["seat"], again["token"].partition(".")[0])
    httpx.post(f"{where}/commands", json={"do": "leave", "id": "bye"}, headers=bearer(first["token"]))
    join(url, mine["table"], name="Next")
    stolen = httpx.post(f"{where}/join", json={"id": id})
    assert (stolen.status_code, stolen.json()["code"]) == (401, "lost-seat")
    assert httpx.post(f"{where}/join", json={"id": "short"}).status_code == 400


def test_a_closed_table_sends_onlookers_away_when_it_begins(url):
    from .playing import sitting

    laid = make(url, "oh_fox", ["human", "random"], settings={"watch": False}, start=False)

    async def evening():
        async with sitting(url, laid["table"]) as guest, sitting(url, laid["table"], laid["token"]) as player:
            await player.do("start")
            assert await guest.sent_away() == "closed"
            assert guest.view["phase"] == "lobby"

    asyncio.run(evening())


def test_presence_ends_with_the_stream(url, mine):
    from .playing import sitting

    async def evening():
        async with sitting(url, mine["table"]) as guest, httpx.AsyncClient() as client:
            where = f"{url}/api/tables/{mine['table']}/events"
            async with client.stream("GET", where, headers=bearer(mine["token"])) as stream:
                await anext(stream.aiter_lines())
                await guest.until(lambda: guest.last("presence").get("seats") == [0])
            await guest.until(lambda: guest.last("presence").get("seats") == [])

    asyncio.run(evening())


# ---- one person, one hand


def test_a_browser_is_known_again_at_the_tables_where_it_has_sat(url):
    """Mira leaves and would look at another hand; Olek, who is asked, lets a stranger in."""
    mira, olek, stranger = (httpx.Client(base_url=url, headers={"origin": url}) for _ in range(3))
    wanted = {"game": "oh_fox", "options": {"players": 4}, "settings": {"bot_pace": 5}, "name": "Mira"}
    table = mira.post("/api/tables", json=wanted).json()["table"]
    here = f"/api/tables/{table}"
    assert "skulk-browser" in mira.cookies
    assert olek.post(f"{here}/join", json={"id": "o" * 16, "name": "Olek"}).status_code == 201
    again = mira.post(f"{here}/join", json={"id": "m" * 16})
    assert (again.status_code, again.json()["code"]) == (409, "seated")
    for id, do in (("begin", "start"), ("bye", "leave")):
        assert mira.post(f"{here}/commands", json={"do": do, "id": id}).json()["outcome"] == "applied"
    hop = mira.post(f"{here}/join", json={"id": "n" * 16, "seat": 2})
    assert (hop.status_code, hop.json()["code"]) == (409, "has-sat")
    knock = stranger.post(f"{here}/join", json={"id": "s" * 16, "seat": 2})
    assert (knock.status_code, knock.json()["waiting"], knock.json()["token"]) == (202, [1], None)
    admit = {"do": "admit", "id": "yes", "seat": 2, "yes": True}
    assert olek.post(f"{here}/commands", json=admit).json()["outcome"] == "applied"
    for _ in range(2):
        sat = stranger.post(f"{here}/join", json={"id": "s" * 16, "seat": 2})
        assert (sat.status_code, sat.json()["seat"]) == (201, 2)
    assert mira.post(f"{here}/join", json={"id": "p" * 16}).json()["seat"] == 0, "back to one's own seat"


def test_a_token_of_a_seat_that_was_given_up_tells_who_one_is(url, mine):
    token, here = mine["token"], f"{url}/api/tables/{mine['table']}"
    join(url, mine["table"])
    for id, do in (("begin", "start"), ("bye", "leave")):
        httpx.post(f"{here}/commands", json={"do": do, "id": id}, headers=bearer(token))
    again = httpx.post(f"{here}/join", json={"id": "r" * 16}, headers=bearer(token))
    assert (again.status_code, again.json()["seat"]) == (201, 0), "who had the seat returns to it"


# ---- the list of doors, line by line


def another_sites_post(url, mine, yours, browser, path, body):
    headers = {"origin": "https://evil.example", "content-type": "text/plain"}  # what a form or an image can send
    return browser.post(f"/api/tables/{mine['table']}/{path}", content=json.dumps(body), headers=headers)


def shut(url, mine, yours, browser):
    """Every line of check 22 as (line, attempt, what it answers); all must be refused."""
    table, other = mine["table"], make(url, "oh_fox", ["human", "open"], start=False, settings={})
    here = f"{url}/api/tables/{table}"
    old = Keys("another secret").token(table, 0, 1)
    given_up = yours["token"]
    httpx.post(f"{here}/commands", json={"do": "leave", "id": "bye"}, headers=bearer(given_up))
    cookie = "; ".join(f"{c.name}={c.value}" for c in browser.cookies.jar)
    for origin in ("https://evil.example", "null", "http://127.0.0.1", f"{url}.evil.example", ""):
        yield (
            "foreign Origin",
            origin,
            httpx.post(f"{here}/commands", json=CHAT, headers={"cookie": cookie, "origin": origin}),
        )
        yield "foreign Origin", f"socket {origin}", knock(url, table, {"cookie": cookie, "origin": origin})
    yield "no Origin with cookie", "POST", httpx.post(f"{here}/commands", json=CHAT, headers={"cookie": cookie})
    yield "no Origin with cookie", "socket", knock(url, table, {"cookie": cookie})
    for name, token in (("tampered", mine["token"][:-2] + "xx"), ("of another server", old), ("given up", given_up)):
        yield "stolen seat link", name, httpx.post(f"{here}/commands", json=CHAT, headers=bearer(token))
        yield "stolen seat link", f"{name}, redeemed", httpx.post(f"{here}/seat", json={"token": token})
        yield "stolen seat link", f"{name}, looking", httpx.get(here, headers=bearer(token))
    yield "seat of another game", "", httpx.post(f"{here}/commands", json=CHAT, headers=bearer(other["token"]))
    yield (
        "seat of another game",
        "cookie",
        httpx.post(f"{here}/commands", json=CHAT, headers={"cookie": f"skulk-{table}={other['token']}", "origin": url}),
    )
    for guess in ("aaaaaaaaaaaa", table[:-1] + "~", table.lower() + "x", "..%2f..%2fsecret", "%00", "a'--", "x" * 33):
        yield "guessed id", guess, httpx.get(f"{url}/api/tables/{guess}")
        yield "guessed id", f"{guess}, joined", httpx.post(f"{url}/api/tables/{guess}/join", json={"id": "x" * 16})
    for path, body in (
        ("commands", CHAT),
        ("join", {"id": "y" * 16}),
        ("seat", {"token": mine["token"]}),
        ("follow", {}),
    ):
        yield "CSRF on POST", path, another_sites_post(url, mine, yours, browser, path, body)


def knock(url, table, headers):
    """What opening a socket is answered."""

    async def open_it():
        where = f"{url.replace('http', 'ws')}/api/tables/{table}/socket"
        async with connect(where, additional_headers=headers):
            pass

    try:
        asyncio.run(open_it())
    except InvalidStatus as refused:
        return refused.response
    return httpx.Response(101)


def test_every_door_of_the_list_is_shut(url, mine, browser, figure):
    """Check 22. Expired links, what people write, redirects and Referer have their tests above and in tests/browser."""
    tried = Counter()
    for line, attempt, answer in shut(url, mine, join(url, mine["table"]), browser):
        tried[line] += 1
        assert answer.status_code in (400, 401, 403, 404), f"{line}, {attempt}: {answer.status_code}"
    told = ", ".join(f"{line}: {count}" for line, count in tried.items())
    figure(22, f"{tried.total()} attempts, all refused ({told})")
