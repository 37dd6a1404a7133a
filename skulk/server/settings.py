"""How a server is run: where it keeps things, who may reach it, and what a public one must not do."""

import ipaddress
import os
import socket
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec

from skulk.engine import SkulkError

from .limits import Limits

HOME = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa")  # no name of the open internet ends so


class Unsafe(SkulkError):
    """These settings are not fit for a public server."""

    code = "unsafe"


def _told(text: str) -> msgspec.Meta:
    """What a setting is for: help, documentation and configuration read it from here."""
    return msgspec.Meta(description=text)


class Server(msgspec.Struct, rename={"is_public": "public", "proxies": "proxy"}):
    """Everything `skulk serve` can be told. What is described here is a flag, a variable of the environment (SKULK_…)
    and a line of a configuration file; the rest is for whoever starts a server from Python."""

    host: Annotated[str, _told("The address to listen at; 0.0.0.0 lets other devices in.")] = "127.0.0.1"
    port: Annotated[int, _told("The port to listen at.")] = 8000
    data: Annotated[Path, _told("The folder in which games are kept.")] = Path("skulk-data")
    url: Annotated[str | None, _told("The address that people type, if a proxy stands before the server.")] = None
    is_public: Annotated[bool, _told("For a server that strangers reach: refuses to start with unsafe settings.")] = (
        False
    )
    proxies: Annotated[
        list[str],
        _told("The address of that proxy, whose word on visitors' addresses is believed; several with commas."),
    ] = []
    limits: Limits = msgspec.field(default_factory=Limits)  # in a configuration file: the table [limits]
    bot_processes: Annotated[
        int | None, _told("How many processes think for bots; left out: one fewer than there are cores.")
    ] = None
    webhooks: Annotated[bool, _told("Let seats be called at addresses of their own when it is their turn.")] = False
    allowances: dict[str, float] | None = None  # other clocks, for tests
    store: Annotated[
        str | None,
        _told(
            "The PostgreSQL database in which games are kept, as postgresql://USER@HOST/DATABASE; "
            "left out: a file in the folder."
        ),
    ] = None
    listing: Annotated[
        bool | None,
        _told(
            "Show everybody the tables that wait for players and whose hosts list them; left out: not with --public."
        ),
    ] = None
    node: Annotated[
        str | None,
        _told(
            "HOST:PORT where other servers on the same database reach this one, in a network of their own; "
            "left out: the address it listens at, and any port."
        ),
    ] = None
    workers: Annotated[int, _told("So many processes share the port; more than one need a database.")] = 1

    log: Annotated[Literal["text", "json"], _told("How the log is written: lines to read, or JSON for programs.")] = (
        "text"
    )
    log_requests: Annotated[
        bool, _told("Note every request and command in the log, with its number and how it ended.")
    ] = False
    metrics: Annotated[
        Literal["off", "local", "token"],
        _told(
            "Who may read /metrics: nobody, whoever asks from this machine and through no proxy, or whoever bears "
            "the token that `skulk admin metrics-token` tells."
        ),
    ] = "off"
    drain: Annotated[
        float,
        _told("Seconds that a server which is told to stop goes on, no longer ready, so that a proxy turns away."),
    ] = 0.0

    keep_finished: Annotated[float, _told("Days after which a finished game is deleted; 0: it is kept for ever.")] = 0.0
    archive_abandoned: Annotated[
        float,
        _told(
            "Days without anything happening after which a table that is not finished goes from the store into a file, "
            "in the folder `archive` of the data; 0: it stays."
        ),
    ] = 0.0

    @property
    def lists(self) -> bool:
        return not self.is_public if self.listing is None else self.listing

    def __post_init__(self) -> None:
        self.proxies = [name.strip() for given in self.proxies for name in given.split(",") if name.strip()]

    @property
    def is_secure(self) -> bool:
        return (self.url or "").startswith("https://")

    @property
    def origin(self) -> str | None:
        """What a browser says it comes from, where that is fixed."""
        if not self.url:
            return None
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    def check(self) -> None:
        """Refuse what cannot work, and on a public server what is not safe."""
        if self.url and (urlsplit(self.url).scheme not in ("http", "https") or not urlsplit(self.url).netloc):
            raise SkulkError(f"--url must look like https://fox.example.org, not {self.url!r}")
        for name in self.proxies:
            if name != "*" and _network(name) is None:
                raise SkulkError(f"--proxy takes the address of a proxy, as in 127.0.0.1 or 10.0.0.0/24, not {name!r}")
        if self.metrics != "off" and find_spec("prometheus_client") is None:
            raise SkulkError("--metrics needs a package that is not installed: pip install 'skulk[metrics]'")
        if self.node and not (self.node.rpartition(":")[0] and self.node.rpartition(":")[2].isdigit()):
            raise SkulkError(f"--node is written HOST:PORT, as in 10.0.0.5:8001, not {self.node!r}")
        for name in ("keep_finished", "archive_abandoned", "drain"):
            if not getattr(self, name) >= 0:
                raise SkulkError(f"{name} takes a number from 0 on, not {getattr(self, name)}")
        if self.workers < 1:
            raise SkulkError("--workers takes a number from 1 on")
        if self.workers > 1 and not self.store:
            raise SkulkError(
                "a file of SQLite's has one server: for --workers keep the tables in a database, --store postgresql://…"
            )
        if self.workers > 1 and not hasattr(os, "fork"):
            raise SkulkError("--workers needs a system that can fork: start several servers with --node instead")
        if self.workers > 1 and self.node and not self.node.endswith(":0"):
            raise SkulkError("with --workers each has a port of its own for the others: --node HOST:0")
        if not self.is_public:
            return
        faults = [
            (not self.url, "--public needs --url, the address that people type"),
            (bool(self.url) and not self.is_secure, "--public needs https in --url: seats are proved by cookies"),
            (_is_open(self.data), f"others may read {self.data}: it holds seeds and secrets (chmod 700)"),
            (
                not self.proxies,
                "--public needs --proxy, the address of the proxy: else all visitors seem one",
            ),
            *(
                (_is_wide(name), f"--proxy {name} believes whatever address a visitor claims: name the proxy")
                for name in self.proxies
            ),
            (hasattr(os, "geteuid") and os.geteuid() == 0, "--public does not run as root"),
        ]
        for is_wrong, text in faults:
            if is_wrong:
                raise Unsafe(text)


def _network(name: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(name)
    except ValueError:
        return None


def _is_wide(name: str) -> bool:
    """Whether strangers are among those believed: all addresses, or a large part of them."""
    network = _network(name)
    return network is None or network.prefixlen < (8 if network.version == 4 else 16)


def is_at_home(host: str, server: Server) -> bool:
    """Whether a Host header names this server as only its own network can: nobody else's site bears such a name."""
    if host.startswith("["):
        name = host[1:].partition("]")[0]
    else:
        name = host.partition(":")[0].rstrip(".").lower()
    if "." not in name or name in (server.host.lower(), socket.gethostname().lower()) or name.endswith(HOME):
        return True
    return _network(name) is not None and "/" not in name


def _is_open(path: Path) -> bool:
    return os.name == "posix" and path.exists() and bool(path.stat().st_mode & 0o077)


def reachable(host: str, port: int) -> str | None:
    """An address of this machine that another device can reach; None when the server listens here alone."""
    if host in ("127.0.0.1", "localhost", "::1"):
        return None
    if host not in ("0.0.0.0", "::"):
        return f"http://{host}:{port}"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this only asks which way it would go
            return f"http://{probe.getsockname()[0]}:{port}"
        except OSError:
            return None
