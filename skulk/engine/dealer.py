"""The dealer brings chance and news: it shuffles, rolls and draws, and calls out what happens.

Chance is a 64-bit counter that is mixed (splitmix64), the same numbers in every target; it is an argument of
the rules and never a field of the state, so no search sees tomorrow's rolls. An event is a kind, an audience
(a bit for each seat) and up to four numbers. Interpreted, a dealer may follow a script instead of the counter.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .errors import SkulkError
from .rule import CUDA, Array, rule

SPECTATOR = 31  # a seat number that indexes no hand: who watches hears only what all may hear
EVERYONE = 2**32 - 1
NUMBERS = 4  # each event carries so many

_GOLDEN, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_MASK, _HALF = 2**64 - 1, 2**63
GOLDEN, FIRST, SECOND = np.uint64(_GOLDEN), np.uint64(_FIRST), np.uint64(_SECOND)
U27, U30, U31, U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


class Event(NamedTuple):
    """Something called out during a move: what, to whom, and the numbers that go with it."""

    kind: int
    audience: int
    numbers: tuple[int, ...]

    def heard_by(self, seat: int) -> bool:
        """Whether this seat was told."""
        return bool(self.audience >> seat & 1)


class ScriptRanOut(Exception):
    """A scripted dealer was asked for more than its script holds."""

    def __init__(self, asked: str, outcomes: Sequence[int]):
        super().__init__(f"the script has no more outcomes: the dealer was asked to {asked}")
        self.asked, self.outcomes = asked, outcomes


class ScriptMismatch(SkulkError, ValueError):
    """A script gives an outcome that cannot be."""

    code = "bad-script"


class Dealer:
    """The interpreter's dealer. With a `script` it deals those outcomes and then raises ScriptRanOut, or `goes_on`.

    It may serve any number of moves. What was called out waits for `heard`, the last `most_events` of it: as many as
    one move can call out.
    """

    __slots__ = ("called", "events", "goes_on", "lap", "most_events", "rng", "script", "used")

    def __init__(self, rng: int = 0, script: Sequence[Any] | None = None, lap: int = 0, most_events: int = 1 << 30):
        self.rng = rng
        self.script = script
        self.used = 0  # how much of the script has been dealt
        self.goes_on = False  # by the counter, after the script
        self.called = 0  # how many events since `heard`
        self.events: deque[Event] = deque(maxlen=most_events)
        self.lap = np.zeros(lap, np.int64)  # room to sort cards in; what lies there from before means nothing
        self.most_events = most_events

    def has_script(self) -> bool:
        """Whether the next outcome is the script's to say."""
        return self.script is not None and not (self.goes_on and self.used == len(self.script))

    def next_in_script(
        self, asked: str, outcomes: Sequence[int], weights: Sequence[int] | None = None, is_order: bool = False
    ) -> Any:
        """One of the outcomes, or all of them in an order; `weights` says how often each lies in the bag."""
        if self.used == len(self.script or ()):
            raise ScriptRanOut(asked, outcomes)
        self.used += 1
        return self.script[self.used - 1]  # type: ignore[index]

    def heard(self) -> list[Event]:
        """The events since the last time this was asked; after many moves the last `most_events` of them."""
        events = list(self.events)
        hush(self)
        return events


def dealer_dtype(most_events: int, lap: int) -> np.dtype:
    """The compiled dealer. `hears` = 0 lets playouts go by in silence."""
    events = ("events", np.int64, (max(most_events, 1), 2 + NUMBERS))
    return np.dtype(
        [("rng", np.int64), ("hears", np.int64), ("count", np.int64), events, ("lap", np.int64, (max(lap, 1),))]
    )


# ---- audiences and bits


@rule
def only(seat):
    return 1 << seat


@rule
def everyone_but(seat):
    return EVERYONE & ~(1 << seat)


@rule
def has(bits, seat):
    """Whether the seat is among the bits."""
    return bits >> seat & 1


@rule
def lowest(bits):
    """The place of the lowest bit; there must be one."""
    place = 0
    while not bits >> place & 1:
        place += 1
    return place


@rule
def unfold(bits, first, mask):
    """Mark the actions `first`, `first` + 1, … whose bits are set; how many."""
    count = 0
    while bits:
        if bits & 1:
            mask[first] = 1
            count += 1
        bits >>= 1
        first += 1
    return count


# ---- numbers


def _mixed(z: int) -> int:
    z = (z ^ z >> 30) * _FIRST & _MASK
    z = (z ^ z >> 27) * _SECOND & _MASK
    return z ^ z >> 31


def _mix(h, value):
    z = _mixed((int(h) ^ int(value)) + _GOLDEN & _MASK)
    return z - 2**64 if z >= _HALF else z


@rule(interpreted=_mix)
def mix(h, value):
    """64 bits that depend on all bits of h and value: keys and digests are chains of it."""
    z = np.uint64(h ^ value) + GOLDEN
    z = (z ^ (z >> U30)) * FIRST
    z = (z ^ (z >> U27)) * SECOND
    return np.int64(z ^ (z >> U31))


def _below(dealer, n):
    z = dealer.rng + _GOLDEN & _MASK
    dealer.rng = z - 2**64 if z >= _HALF else z
    return (_mixed(z) >> 32) * int(n) >> 32


@rule(interpreted=_below)
def below(dealer, n):
    """A uniform integer in [0, n), from the counter."""
    z = np.uint64(dealer.rng) + GOLDEN
    dealer.rng = np.int64(z)
    z = (z ^ (z >> U30)) * FIRST
    z = (z ^ (z >> U27)) * SECOND
    z = z ^ (z >> U31)
    return np.int64(((z >> U32) * np.uint64(n)) >> U32)


@rule
def total(numbers: Array):
    """Their sum."""
    result = 0
    for i in range(len(numbers)):
        result += numbers[i]
    return result


# ---- chance


def _roll(dealer, sides):
    if not dealer.has_script():
        return below(dealer, sides)
    face = dealer.next_in_script(f"roll one of {sides}", range(int(sides)))
    if not isinstance(face, int) or not 0 <= face < sides:
        raise ScriptMismatch(f"the script rolls {face!r}, but the outcomes are 0 to {sides - 1}")
    return face


@rule(interpreted=_roll)
def roll(dealer, sides):
    """One of 0 … sides − 1, all equally likely."""
    return below(dealer, sides)


def _shuffle(dealer, cards, first, last):
    if not dealer.has_script():
        for i in range(last - 1, first, -1):
            j = first + below(dealer, i - first + 1)
            cards[i], cards[j] = int(cards[j]), int(cards[i])
        return
    before = [int(card) for card in cards[first:last]]
    order = dealer.next_in_script(f"shuffle {before}", before, is_order=True)
    if not isinstance(order, list | tuple) or sorted(order, key=str) != sorted(before, key=str):
        raise ScriptMismatch(f"the script lays {order!r}, but these are shuffled: {before}")
    cards[first:last] = order


@rule(interpreted=_shuffle)
def shuffle(dealer, cards: Array, first, last):
    """Shuffle cards[first:last] in place."""
    for i in range(last - 1, first, -1):
        j = first + below(dealer, i - first + 1)
        cards[i], cards[j] = cards[j], cards[i]


def _draw(dealer, counts):
    if not any(counts):
        raise ValueError("the bag is empty: there is nothing to draw")
    if not dealer.has_script():
        left = below(dealer, sum(int(n) for n in counts))
        for kind, n in enumerate(counts):
            left -= int(n)
            if left < 0:
                return kind
    kinds = [kind for kind, n in enumerate(counts) if n > 0]
    kind = dealer.next_in_script(f"draw one of {kinds}", kinds, [int(counts[kind]) for kind in kinds])
    if kind not in kinds:
        raise ScriptMismatch(f"the script draws {kind!r}, but there are only {kinds}")
    return kind


@rule(interpreted=_draw)
def draw(dealer, counts: Array):
    """A kind, drawn from a bag that holds counts[kind] of each; the bag stays as it is."""
    left = below(dealer, total(counts))
    for kind in range(len(counts)):
        left -= counts[kind]
        if left < 0:
            return kind
    return -1


# ---- news


def _call(dealer, audience, kind, a=0, b=0, c=0, d=0):
    dealer.called += 1
    dealer.events.append(Event(int(kind), int(audience), (int(a), int(b), int(c), int(d))))


@rule(interpreted=_call)
def call(dealer, audience, kind, a=0, b=0, c=0, d=0):
    """Call out an event to the seats in `audience`."""
    if dealer.hears:
        if dealer.count < len(dealer.events):
            event = dealer.events[dealer.count]
            event[0] = kind
            event[1] = audience
            event[2] = a
            event[3] = b
            event[4] = c
            event[5] = d
        dealer.count += 1


def _hush(dealer):
    dealer.called = 0
    dealer.events.clear()


@rule(interpreted=_hush)
def hush(dealer):
    """Forget what was called out: a new move begins."""
    dealer.count = 0


# ---- whole records


def _write_wide(target, name, value):
    if isinstance(getattr(target, name), np.ndarray):
        getattr(target, name)[...] = value
    else:
        setattr(target, name, value)


def _copy_wide(target, source):
    for name in target.__slots__:
        _write_wide(target, name, getattr(source, name))


def _blank_wide(state):
    for name in state.__slots__:
        _write_wide(state, name, 0)


def _veil_wide(seen, state):
    for name in seen.__slots__:
        _write_wide(seen, name, getattr(state, name) if name in seen.__public__ else -1)


def _on_records(name):
    def native(target, records):
        if target == CUDA:
            from .cuda import whole_record

            return whole_record(name, records["State"], records["Public"])
        from . import native

        return native.veil_but(records["Public"]) if name == "veil" else getattr(native, name)

    return native


@rule(interpreted=_copy_wide, native=_on_records("copy"))
def copy(target, source):
    """Make one record the same as another."""


@rule(interpreted=_blank_wide, native=_on_records("blank"))
def blank(state):
    """All zeros, as `setup` expects."""


@rule(interpreted=_veil_wide, native=_on_records("veil"))
def veil(seen, state):
    """What all may see of a state, and UNKNOWN in every other field, as `see` expects."""
