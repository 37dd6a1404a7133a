"""What the next level of a house takes from whoever may climb it, and which cards an owl may help with: the rules' own
payment and reward, on copies of what is seen."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from skulk.engine import Dealer

from . import moves
from .components import AWAKE, CARDS, CONVERT, DOUBLE, HOUSES, OWL_NAMES, OWLS, RESOURCES
from .houses import begin_advance, climbable, pay_on, payments, shortfall
from .rules import legal
from .state import State
from .tricks import lay, next_reward, pick

QUIET = Dealer()


class Way(NamedTuple):
    """The owls that help, the blackberries spent, and the resources paid."""

    owls: tuple[str, ...]
    berries: int
    goods: tuple[int, ...]


class Payment(Struct):
    """A way to pay for a climb: the owls that help, blackberries, and of each resource (unknown: there is a choice)."""

    owls: list[str]
    berries: int
    goods: list[int] | None


class Price(Struct):
    """The ways to pay with the least help, and whether the payment asks for anything."""

    ways: list[Payment]
    asks: bool


class Due(Struct):
    """What is left to pay."""

    goods: list[int]
    berries: int


def prices(seen: Any, seat: int) -> list[Price | None]:
    """prices[house]; None: too dear."""
    if seen.turn != seat or seen.phase not in (moves.THIRTEEN, moves.DELIVER):
        return []
    drop = int(seen.phase == moves.THIRTEEN)
    houses = climbable(seen, seat, drop)
    return [_price(seen, seat, house, drop) if houses >> house & 1 else None for house in range(HOUSES)]


def is_thirteen_vain(seen: Any, seat: int) -> bool:
    """Whether a 13 would bring the seat nothing, were it to take one now (R35)."""
    return seen.turn == seat and not climbable(seen, seat, 1)


def helped(seen: Any, seat: int) -> list[int]:
    """Moves with a card after which Double or Convert may help with its reward (R60), not the first of two (R62)."""
    if seen.turn != seat or seen.phase not in (moves.TRICK, moves.PICK) or seen.owed > 1:
        return []
    if seen.owls[seat, DOUBLE] != AWAKE and seen.owls[seat, CONVERT] != AWAKE:
        return []
    mask: dict[int, int] = {}
    legal(seen, seat, mask)
    return [int(card) for card in mask if card < CARDS and _is_helped(seen, seat, card)]


def _is_helped(seen: Any, seat: int, card: int) -> bool:
    """Whether the next question is about the reward of this card."""
    after = State.copy(seen)
    (pick if seen.phase == moves.PICK else lay)(after, seat, card, QUIET)
    while after.phase == moves.NEXT_REWARD:
        next_reward(after, QUIET)
    QUIET.events.clear()
    return bool(after.phase == moves.REWARD and after.card == card)


def steps(seen: Any, seat: int) -> dict[int, Due]:
    """By action: what is left to pay once a unit is dropped or an owl has helped (R34, R47, R66)."""
    if seen.turn != seat or seen.phase != moves.PAY:
        return {}
    return {
        action: _due(_after(seen, seat, action), seat) for action in _options(seen, seat) if action != moves.CONFIRM
    }


def is_short(seen: Any, seat: int) -> bool:
    """Whether the payment needs help before it can be made (R48)."""
    return bool(shortfall(seen, seat, *seen.cost) > seen.berries[seat])


def _due(paying: Any, seat: int) -> Due:
    """Resources first, blackberries for what is missing; where these are too few, the whole cost."""
    if is_short(paying, seat):
        return Due(paying.cost.tolist(), 0)
    return Due([*_goods(paying, seat)], int(shortfall(paying, seat, *paying.cost)))


def _goods(paying: Any, seat: int) -> tuple[int, ...]:
    return tuple(min(int(paying.cost[kind]), int(paying.resources[seat, kind])) for kind in range(RESOURCES))


def _price(seen: Any, seat: int, house: int, drop: int) -> Price:
    start = State.copy(seen)
    begin_advance(start, seat, moves.ADVANCE + house, drop)
    ways: dict[tuple[tuple[str, ...], int], list[int] | None] = {}
    for way in sorted(_ways(start, seat, seen.owls[seat], set()), key=lambda way: (len(way.owls), way.berries, way)):
        key = way.owls, way.berries
        if key in ways:
            ways[key] = ways[key] if ways[key] == [*way.goods] else None  # different goods: there is a choice
        elif not any(berries <= way.berries and {*owls} <= {*way.owls} for owls, berries in ways):
            ways[key] = [*way.goods]
    told = [Payment([*owls], berries, goods) for (owls, berries), goods in ways.items()]
    return Price(told, _asks(start, seat))


def _ways(paying: Any, seat: int, awake: Any, met: set[tuple[int, ...]]) -> Iterator[Way]:
    """Every payment that this one can become; `awake`: the owls as they were before it."""
    here = (*paying.cost.tolist(), int(paying.drop), *paying.owls[seat].tolist())
    if here in met:
        return
    met.add(here)
    for action in _options(paying, seat):
        if action != moves.CONFIRM:
            yield from _ways(_after(paying, seat, action), seat, awake, met)
            continue
        owls = tuple(OWL_NAMES[owl] for owl in range(OWLS) if paying.owls[seat, owl] != awake[owl])
        yield Way(owls, int(shortfall(paying, seat, *paying.cost)), _goods(paying, seat))


def _asks(paying: Any, seat: int) -> bool:
    """Whether something is left to choose; where nothing is, the payment is made at once."""
    options = _options(paying, seat)
    if len(options) > 1:
        return True
    return options[0] != moves.CONFIRM and _asks(_after(paying, seat, options[0]), seat)


def _options(paying: Any, seat: int) -> list[int]:
    bits = int(payments(paying, seat))
    return [moves.DROP + k for k in range(bits.bit_length()) if bits >> k & 1]


def _after(paying: Any, seat: int, action: int) -> Any:
    after = State.copy(paying)
    pay_on(after, seat, action, QUIET)
    QUIET.events.clear()
    return after
