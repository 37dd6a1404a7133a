"""Limits: a flooder is slowed, never a legal move lost."""

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any


@dataclass
class Limits:
    """What one server grants. All are generous for people and for bots that wait for their turn."""

    messages: float = 30  # a second from one seat, over all its connections; from an onlooker on one
    burst: float = 120
    chat: float = 0.5  # lines and names a second from one seat
    chat_burst: float = 10
    chat_lasting: float = 1 / 60  # the same in the long run
    chat_lasting_burst: float = 300
    steps: float = 1  # of a guide turned to a second, at one table
    steps_burst: float = 30
    tables: float = 0.5  # made a second from one address
    tables_burst: float = 60
    sockets_per_seat: int = 8  # streams of every kind, here and below
    sockets_per_address: int = 200  # of seats
    onlookers_per_address: int = 100
    onlookers_per_table: int = 200
    waiting_per_address: int = 200  # connections without a whole request; of more, the one that waits longest is cut
    requests_per_address: int = 64  # being answered at a time, streams apart
    sockets: int = 20_000  # in all
    onlookers: int = 15_000  # of these
    frame: int = 8192  # bytes of a message from a client
    queue: int = 512  # messages a slow reader may lag behind
    patience: float = 60  # seconds somebody is gone before the others may let a bot play on
    onlookers_chat: float = 0.5  # lines a second at one table, of all who look on
    onlookers_burst: float = 5


@lru_cache(4096)
def one_home(host: str) -> str:
    """An address as limits count it: of IPv6 the first half, for every home has the other half to itself."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(address.ipv4_mapped or ipaddress.ip_network((int(address) >> 64 << 64, 64)))


class Bucket:
    """Tokens that come back with time: `take` says how long to wait for one."""

    def __init__(self, rate: float, burst: float):
        self.rate, self.burst = rate, burst
        self.tokens, self.at = burst, time.monotonic()

    def take(self, most: float = math.inf) -> float:
        """Seconds to wait; 0 when there is a token left. Who would wait longer than `most` is to be refused: nothing is
        taken then, and whoever comes after does not pay for it."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        wait = max(0.0, (1 - self.tokens) / self.rate)
        if wait <= most:
            self.tokens -= 1
        return wait

    def has(self) -> bool:
        """Whether one may be taken now; takes it."""
        return self.take(0) == 0


class Buckets:
    """A bucket for each address; those not seen for long are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000):
        self.rate, self.burst, self.most = rate, burst, most
        self.all: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        if address not in self.all:
            self.all[address] = Bucket(self.rate, self.burst)
            if len(self.all) > self.most:
                self.all.popitem(last=False)
        self.all.move_to_end(address)
        return self.all[address]


class Lines:
    """All open streams, whatever their kind. Seats have lines of their own, which nobody who looks on can take."""

    def __init__(self, limits: Limits):
        self.limits, self.open = limits, Counter[tuple[Any, ...]]()

    def _wanted(self, table: str, seat: int | None, address: str) -> list[tuple[tuple[Any, ...], int]]:
        """What a stream counts for, and how many there may be."""
        limits = self.limits
        if seat is not None:
            own = (("seat", table, seat), limits.sockets_per_seat)
            return [(("all",), limits.sockets), (("address", address), limits.sockets_per_address), own]
        return [
            (("all",), limits.sockets),
            (("onlookers",), limits.onlookers),
            (("onlookers", address), limits.onlookers_per_address),
            (("table", table), limits.onlookers_per_table),
        ]

    def has_room(self, table: str, seat: int | None, address: str) -> bool:
        return all(self.open[what] < most for what, most in self._wanted(table, seat, address))

    @contextmanager
    def taken(self, table: str, seat: int | None, address: str) -> Iterator[None]:
        """While this lasts the stream is counted."""
        wanted = [what for what, _ in self._wanted(table, seat, address)]
        self.open.update(wanted)
        try:
            yield
        finally:
            self.open.subtract(wanted)
            for what in wanted:
                if not self.open[what]:
                    del self.open[what]
