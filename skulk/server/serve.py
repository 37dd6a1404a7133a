"""`skulk serve` and `skulk verify`."""

import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any

from skulk.engine import SkulkError

from .log import write_to_stderr
from .operate.config import settled, with_flags
from .operate.reach import noted
from .settings import Server, reachable


def run(server: Server, opens: bool = False, more: Sequence[Any] = ()) -> None:
    """Serve until told to stop; with `more` handlers than those of the API."""
    gc.disable()  # what is imported now stays: looking for garbage in it costs a tenth of the first second
    from . import app, forward  # noqa: F401
    from .operate import draining  # noqa: F401

    gc.freeze()
    gc.set_threshold(5_000, 4, 1_000_000)  # tables live long: all of them are looked through only now and then
    gc.enable()
    server.check()
    write_to_stderr(server.log)
    listening = _listen(server)
    _allow_many_sockets()
    if server.workers > 1:
        from .workers import keep_running

        keep_running(server.workers, lambda number: _serve(server, listening, opens and not number, more, not number))
    else:
        _serve(server, listening, opens, more, True)


def _serve(server: Server, listening: socket.socket, opens: bool, more: Sequence[Any], announces: bool) -> None:
    """One process."""
    from .app import make_app, make_tables
    from .forward import open_door
    from .operate.draining import Draining
    from .store import BadStore, shown

    try:
        keeper = None if server.store else keep_alone(server.data)
        door = open_door(server)
        tables = make_tables(server)
        app = make_app(server, tables, more)
    except (OSError, BadStore) as error:
        place = shown(server.store) if isinstance(error, BadStore) and server.store else server.data
        raise SkulkError(f"the data cannot be kept in {place}: {error}") from error
    running = Draining(web(app, server), tables, server.drain)
    if announces:
        threading.Thread(target=_announce, args=(running, server, opens), daemon=True).start()
    with noted(server, tables.keys.pass_for("operator")) if announces else nullcontext():
        running.run(sockets=[listening, door] if door else [listening])
    if keeper:
        keeper.close()


def web(app: Any, server: Server) -> Any:
    """How uvicorn serves the app."""
    import uvicorn

    from .patience import patient
    from .wire import chosen

    return uvicorn.Config(
        app,
        port=server.port,
        http=patient(server.limits.waiting_per_address, server.proxies, server.node),
        ws=chosen(),
        ws_max_size=server.limits.frame,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(server.proxies),
        forwarded_allow_ips=server.proxies or None,
        timeout_graceful_shutdown=3,
        loop=_loop(),
    )


def _allow_many_sockets() -> None:
    """Every connection is an open file: take all that the system grants."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def keep_alone(data: Path) -> IO[str] | None:
    """Two servers must not keep the same tables; held until the file is closed or the process ends."""
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    if sys.platform == "win32":
        return None
    import fcntl

    lock = (data / "lock").open("w", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SkulkError(f"another server keeps its tables in {data}: stop it, or choose another folder") from None
    return lock


def _listen(server: Server) -> socket.socket:
    """Take the port before anything else is opened."""
    family = socket.AF_INET6 if ":" in server.host else socket.AF_INET
    try:
        listening = socket.create_server((server.host, server.port), family=family, backlog=2048)
    except OSError as error:
        raise SkulkError(f"{server.host}:{server.port} cannot be listened at: {error.strerror}") from error
    server.port = listening.getsockname()[1]  # port 0: any that is free
    return listening


def _loop() -> Any:
    try:
        import uvloop  # noqa: F401
    except ImportError:
        return "asyncio"
    return "uvloop"


def _announce(running: Any, server: Server, opens: bool) -> None:
    """Say where the tables are as soon as they can be reached."""
    import time

    while not running.started:
        if running.should_exit:
            return
        time.sleep(0.01)
    host = "localhost" if server.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else server.host
    here = server.url or f"http://{host}:{server.port}"
    print(f"Skulk is at {here}", flush=True)
    there = reachable(server.host, server.port)
    if there and not server.url:
        print(f"Other devices in this network: {there}", flush=True)
    if opens:
        webbrowser.open(here)


def serve(*, config: Path | None = None, show_config: bool = False, open: bool = False, **flags: Any) -> None:
    """Serve the tables to browsers and bots.

    Parameters
    ----------
    config
        A file of settings in TOML; flags and the environment (SKULK_…) go before it. Or SKULK_CONFIG.
    show_config
        Show the settings as they come to be, and where each comes from; nothing is started.
    open
        Open a browser.
    """
    settings = settled(flags, os.environ, config)
    if show_config:
        print(settings.toml(), end="")
    else:
        run(settings.server, open)


serve.__signature__ = with_flags(serve)  # type: ignore[attr-defined]  # a flag for each setting


def verify(file: Path, /, *, commitment: str | None = None, share: list[str] | None = None) -> None:
    """Check that a finished game was dealt fairly and played by the rules.

    Parameters
    ----------
    file
        The game file, as the table offers it at the end.
    commitment
        The promise that the table showed before the deal.
    share
        seat=share, as often as you like: what a seat gave before the deal.
    """
    from .files import verify_file

    shares: dict[int, str] = {}
    for given in share or []:
        seat, equals, value = given.partition("=")
        if not equals or not seat.isdigit():
            raise SkulkError(f"a share is written seat=share, not {given!r}")
        shares[int(seat)] = value
    match = verify_file(file, commitment, shares)
    dealt = "the seed is the one promised before the deal, mixed with " + (
        f"{len(match.shares)} shares" if match.shares else "no shares"
    )
    print(f"{match.game.title}: {match.number} moves, all by the rules; {dealt}.")


if __name__ == "__main__":  # python -m skulk.server.serve PORT DATA [STORE]: for tests that start many servers
    run(Server(port=int(sys.argv[1]), data=Path(sys.argv[2]), store=sys.argv[3] if sys.argv[3:] else None))
