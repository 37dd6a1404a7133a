"""Limits: a flooder is slowed, never a legal move lost."""

import time
from collections import OrderedDict
from dataclasses import dataclass


@dataclass
class Limits:
    """What one server grants. All are generous for people and for bots that wait for their turn."""

    messages: float = 30  # a second on one connection
    burst: float = 120
    tables: float = 0.5  # made a second from one address
    tables_burst: float = 60
    sockets_per_address: int = 200
    sockets_per_table: int = 200
    sockets: int = 20_000
    frame: int = 8192  # bytes of a message from a client
    queue: int = 512  # messages a slow reader may lag behind
    patience: float = 60  # seconds somebody is gone before the others may let a bot play on
    onlookers_chat: float = 0.5  # lines a second at one table, of all who look on
    onlookers_burst: float = 5


class Bucket:
    """Tokens that come back with time: `take` says how long to wait for one."""

    def __init__(self, rate: float, burst: float):
        self.rate, self.burst = rate, burst
        self.tokens, self.at = burst, time.monotonic()

    def take(self) -> float:
        """Seconds to wait; 0 when there is a token left."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        self.tokens -= 1
        return max(0.0, -self.tokens / self.rate)

    def has(self) -> bool:
        """Whether one may be taken now; takes it."""
        if self.take() == 0:
            return True
        self.tokens += 1
        return False


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
