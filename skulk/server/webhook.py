"""Calling somebody who is asked and not connected: a signed POST to an address the seat has given.

Those addresses are strangers': each call has one deadline for all of it, few are made at a time and fewer to the same
target, and a target that fails again and again is left alone for a while. None of it uses the threads that read tables.
"""

import asyncio
import hashlib
import hmac
import ipaddress
import logging
import socket
import ssl
from collections import Counter, OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic as now
from typing import Any
from urllib.parse import SplitResult, urlsplit

from skulk.protocol.messages import encode

from .seats import Refused

log = logging.getLogger("skulk.server")
DEADLINE = 5.0  # seconds for a whole call: name, connection, TLS, answer
AT_ONCE, AT_ONE_TARGET = 16, 2  # calls made at the same time
WAITING = 20  # calls that wait for the same target; more are not made
NAMES = 2  # threads that look up names
FAILURES = 3  # in a row, after which a target is left alone
PAUSE, LONGEST_PAUSE = 60.0, 3600.0  # seconds, doubled each time
TARGETS = 10_000  # remembered
ANSWER = 4096  # bytes of an answer's first line


def check_address(url: str, is_public: bool) -> None:
    """Refused unless it is an address that this server may call."""
    allowed = ("https",) if is_public else ("http", "https")
    try:
        parts = urlsplit(url)
        is_fit = parts.scheme in allowed and parts.hostname and not parts.username and parts.port != 0
    except ValueError:  # no port, no address
        is_fit = False
    if not is_fit or len(url) > 500 or not all(33 <= ord(letter) < 127 for letter in url):
        raise Refused("bad-webhook", f"a webhook is an address that begins with {' or '.join(allowed)}")


def sign(body: bytes, key: str) -> str:
    return "sha256=" + hmac.new(key.encode(), body, hashlib.sha256).hexdigest()


@dataclass
class Target:
    """A machine that is called, and how that went of late."""

    line: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONE_TARGET))
    waiting: int = 0
    failures: int = 0
    until: float = 0.0  # it is left alone

    def has_answered(self, is_well: bool) -> None:
        self.failures = 0 if is_well else self.failures + 1
        if self.failures >= FAILURES:
            self.until = now() + min(LONGEST_PAUSE, PAUSE * 2 ** min(self.failures - FAILURES, 10))


class Bells:
    """Everybody whom this server calls."""

    def __init__(self, is_public: bool):
        self.is_public = is_public
        self.targets: OrderedDict[tuple[str, str | None, int | None], Target] = OrderedDict()
        self.line = asyncio.Semaphore(AT_ONCE)
        self.names: ThreadPoolExecutor | None = None
        self.rung: Counter[str] = Counter()  # how calls ended

    async def ring(self, url: str, key: str, news: dict[str, Any]) -> bool:
        """Deliver once, unless the target is left alone; whether that worked."""
        try:
            check_address(url, self.is_public)
        except Refused:
            return False
        parts = urlsplit(url)
        target = self._target(parts)
        if target.waiting >= WAITING or now() < target.until:
            self.rung["not made"] += 1
            return False
        target.waiting += 1
        try:
            async with target.line, self.line:
                if now() < target.until:  # what it did meanwhile
                    return False
                is_well = await self._call(parts, key, encode(news))
                target.has_answered(is_well)
                self.rung["answered" if is_well else "failed"] += 1
                return is_well
        finally:
            target.waiting -= 1

    def _target(self, parts: SplitResult) -> Target:
        name = (parts.scheme, parts.hostname, parts.port)
        target = self.targets.setdefault(name, Target())
        self.targets.move_to_end(name)
        if len(self.targets) > TARGETS:
            self.targets.popitem(last=False)
        return target

    async def _call(self, parts: SplitResult, key: str, body: bytes) -> bool:
        try:
            async with asyncio.timeout(DEADLINE):
                return 200 <= await self._deliver(parts, key, body) < 300  # a redirect is not followed
        except (OSError, ValueError, asyncio.IncompleteReadError, UnicodeError) as error:  # a timeout is an OSError
            log.info("a webhook failed: %s", type(error).__name__)
            return False

    async def _deliver(self, parts: SplitResult, key: str, body: bytes) -> int:
        """The status that the target answers with."""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = await self._look_up(parts.hostname or "", port)
        tls = (
            {"ssl": ssl.create_default_context(), "server_hostname": parts.hostname} if parts.scheme == "https" else {}
        )
        reader, writer = await asyncio.open_connection(address, port, limit=ANSWER, **tls)  # type: ignore[arg-type]
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            head = [
                f"POST {path} HTTP/1.1",
                f"host: {parts.netloc}",
                f"content-length: {len(body)}",
                f"skulk-signature: {sign(body, key)}",
                "content-type: application/json",
                "user-agent: skulk",
                "connection: close",
            ]
            writer.write("\r\n".join([*head, "", ""]).encode("ascii") + body)
            await writer.drain()
            return int((await reader.readline()).split(None, 2)[1:2][0])
        except IndexError:
            raise ValueError("no answer of HTTP") from None
        finally:
            writer.transport.abort()  # what else it says nobody reads

    async def _look_up(self, host: str, port: int) -> str:
        """An address that was looked at first, so that no name can point into the server's own network."""
        self.names = self.names or ThreadPoolExecutor(NAMES, "webhook")
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self.names, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        address = str(found[0][4][0])
        if self.is_public and not _is_public(address):
            raise OSError("not a public address")
        return address

    def close(self) -> None:
        if self.names:
            self.names.shutdown(wait=False, cancel_futures=True)


def _is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    inner = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None)
    return address.is_global and (inner is None or inner.is_global)
