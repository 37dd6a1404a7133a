"""`skulk doctor`: what is wrong with a set-up, before visitors find out."""

import asyncio
import os
import platform
import shutil
import socket
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple

from skulk.bots.warm import is_off
from skulk.engine import SkulkError

from ..seats import read_secret
from ..settings import Server
from ..store import shown
from .reach import running

OLDEST_SQLITE = (3, 35)  # `returning`, and fixes of the WAL
SLOW = 0.05  # seconds of an fsync: a disk that takes longer makes people wait for every move
LITTLE = 512 << 20  # bytes
FILES = 4096  # open files: each connection is one
APART = 2.0  # seconds between the clock here and that of the database


class Finding(NamedTuple):
    """One thing that was looked at. `wrong` would not work, `odd` may not be what is wanted."""

    what: str
    state: Literal["well", "odd", "wrong"]
    says: str


def examine(server: Server) -> Iterator[Finding]:
    """Everything in turn; nothing is changed, and a server may run."""
    yield _python()
    yield _sqlite()
    yield from _settings(server)
    yield _page()
    yield _cache()
    yield from _folder(server)
    yield from _store(server)
    yield _files()
    yield _port(server)


def doctor(where: Any) -> int:
    """Tell what there is; 1 if something is wrong."""
    found = list(examine(where.server))
    marks = {"well": "  well  ", "odd": "! odd   ", "wrong": "✗ wrong "}
    is_wrong = any(one.state == "wrong" for one in found)
    told = {"ok": not is_wrong, "findings": [one._asdict() for one in found]}
    where.tell(told, "\n".join(f"{marks[one.state]}{one.what}: {one.says}" for one in found))
    return int(is_wrong)


def _python() -> Finding:
    version = platform.python_version()
    is_known = (3, 11) <= sys.version_info < (3, 15)
    return Finding(
        "Python", "well" if is_known else "odd", version if is_known else f"{version}: 3.11 to 3.14 are tested"
    )


def _sqlite() -> Finding:
    version = sqlite3.sqlite_version
    is_new = sqlite3.sqlite_version_info >= OLDEST_SQLITE
    old = f"{version} is old: 3.35 or newer; use another Python, or keep tables in PostgreSQL"
    return Finding("SQLite", "well" if is_new else "wrong", version if is_new else old)


def _settings(server: Server) -> Iterator[Finding]:
    try:
        server.check()
    except SkulkError as error:
        yield Finding("settings", "wrong", str(error))
    odd = [
        (server.url is not None and not server.proxies and not server.is_public,
         "url is set, proxy is not: all visitors seem to have the proxy's address, and share its limits"),
        (bool(server.proxies) and server.host in ("0.0.0.0", "::"),
         "proxy is set, and host lets everybody in beside it: listen at 127.0.0.1, or where the proxy looks"),
        (not server.is_public and server.host not in ("127.0.0.1", "::1", "localhost") and server.is_secure,
         "url says https, public is not set: it checks what a server on the open internet needs"),
        (server.is_public and server.metrics == "local",
         "metrics are told to whoever asks from this machine: other accounts here may read them"),
    ]  # fmt: skip
    told = [text for is_odd, text in odd if is_odd]
    yield from (Finding("settings", "odd", text) for text in told)
    if not told:
        yield Finding(
            "settings", "well", f"{server.url or f'http://{server.host}:{server.port}'}, data in {server.data}"
        )


def _page() -> Finding:
    is_built = (Path(__file__).parents[1] / "static" / "index.html").is_file()
    return Finding(
        "page",
        "well" if is_built else "wrong",
        "built" if is_built else "not built: cd client && npm install && npm run build",
    )


def _cache() -> Finding:
    if is_off():
        return Finding("compiler", "odd", "SKULK_COMPILE=off: bots that search play by rule of thumb")
    folder = Path(
        os.environ.get("SKULK_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "skulk"
    )
    fault = _cannot_write(folder)
    lost = f"{folder}: {fault}; bots that search compile anew at each start (SKULK_CACHE names another folder)"
    return Finding("compiler", "wrong" if fault else "well", lost if fault else str(folder))


def _cannot_write(folder: Path) -> str:
    """Why nothing can be written there; the nearest folder that there is, where it is yet to be made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return f"cannot be written ({error.strerror})"


def _folder(server: Server) -> Iterator[Finding]:
    data = server.data
    if fault := _cannot_write(data):
        yield Finding("folder", "wrong", f"{data}: {fault}")
        return
    if not data.exists():
        yield Finding("folder", "odd", f"{data} is not there yet: the first start makes it")
        return
    if os.name == "posix" and data.stat().st_mode & 0o077:
        yield Finding("folder", "odd", f"others may read {data}: it holds seeds and the secret (chmod 700)")
    if not server.store or (data / "secret").exists():  # a database keeps it for all its servers
        yield _secret(data / "secret")
    free = shutil.disk_usage(data).free
    yield Finding("space", "well" if free > LITTLE else "wrong", f"{free >> 20} MB free in {data}")
    took = _fsync(data)
    slow = "" if took < SLOW else ": every move waits for that; use a local disk"
    yield Finding("disk", "odd" if slow else "well", f"{1000 * took:.1f} ms until a write is safe{slow}")


def _secret(path: Path) -> Finding:
    if not path.exists():
        return Finding("secret", "odd", f"{path} is not there yet: the first start makes it")
    try:
        read_secret(path)
    except (SkulkError, OSError) as error:
        return Finding("secret", "wrong", str(error))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        return Finding("secret", "wrong", f"others may read {path}: with it anybody can sign for any seat (chmod 600)")
    return Finding("secret", "well", "whole, and its owner's alone")


def _fsync(folder: Path) -> float:
    """Seconds that one takes: the middle of nine."""
    took = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(9):
            began = time.monotonic()
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
            took.append(time.monotonic() - began)
    return sorted(took)[4]


def _store(server: Server) -> Iterator[Finding]:
    if server.store:
        yield from _database(server.store)
        return
    from ..store.sqlite import FORMAT

    base = server.data / "skulk.db"
    if not base.exists():
        yield Finding("store", "well", f"{base} is made by the first start")
        return
    try:
        line = sqlite3.connect(f"file:{base}?mode=ro", uri=True, timeout=5)
        try:
            format = line.execute("pragma user_version").fetchone()[0]
            line.execute("select count(*) from tables").fetchone()
        finally:
            line.close()
    except sqlite3.Error as error:
        yield Finding("store", "wrong", f"{base} cannot be read: {error}")
        return
    yield _format(format, FORMAT, str(base))


def _format(format: int, ours: int, place: str) -> Finding:
    if format > ours:
        text = f"{place} was written in format {format}, by a later version; this one reads formats 1 to {ours}"
        return Finding("store", "wrong", text)
    older = "" if format == ours else f", which the next start brings to {ours}: make a backup first"
    return Finding("store", "odd" if older else "well", f"{place}, format {format}{older}")


def _database(url: str) -> Iterator[Finding]:
    if find_spec("asyncpg") is None:
        yield Finding(
            "store", "wrong", "PostgreSQL needs a package that is not installed: pip install 'skulk[postgresql]'"
        )
        return
    from ..store import schema

    try:
        format, fsync, apart, replica = asyncio.run(asyncio.wait_for(_ask(url), 10))
    except Exception as error:  # whatever a driver raises for a wrong name, password, port or right
        yield Finding("store", "wrong", f"{shown(url)} cannot be reached: {str(error) or type(error).__name__}")
        return
    yield (
        Finding("store", "well", f"{shown(url)} is empty")
        if format is None
        else _format(format, schema.FORMAT, shown(url))
    )
    if replica:
        yield Finding("store", "wrong", "this database is a replica, which nobody can write to: name the primary")
    if not fsync:
        yield Finding("store", "odd", "PostgreSQL runs with fsync off: a power cut may cost what was confirmed")
    far = abs(apart) > APART
    yield Finding(
        "clock", "odd" if far else "well", f"{apart:+.1f} s from the database's" + (": set both by NTP" if far else "")
    )


async def _ask(url: str) -> tuple[int | None, bool, float, bool]:
    import asyncpg

    line = await asyncpg.connect(url, timeout=5)
    try:
        there = await line.fetchval("select to_regclass(current_schema() || '.skulk') is not null")
        format = await line.fetchval("select format from skulk") if there else None
        fsync = await line.fetchval("show fsync") == "on"
        apart = time.time() - await line.fetchval("select extract(epoch from clock_timestamp())::float8")
        return format, fsync, apart, await line.fetchval("select pg_is_in_recovery()")
    finally:
        await line.close()


def _files() -> Finding:
    if sys.platform == "win32":
        return Finding("open files", "well", "not limited")
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = 0 <= most < FILES
    more = ": each connection is one (ulimit -n, LimitNOFILE=)" if few else ""
    return Finding("open files", "odd" if few else "well", f"{'no limit' if most < 0 else most}{more}")


def _port(server: Server) -> Finding:
    if running(server.data):
        return Finding("port", "well", f"{server.port}: a server of this folder answers")
    family = socket.AF_INET6 if ":" in server.host else socket.AF_INET
    try:
        socket.create_server((server.host, server.port), family=family).close()
    except OSError as error:
        return Finding("port", "wrong", f"{server.host}:{server.port} cannot be listened at: {error.strerror}")
    return Finding("port", "well", f"{server.port} is free")
