"""The nine laws that every game keeps, checked at the positions of random games.

`check_all(game)` plays every variant of a game and checks every law at many positions, interpreted and compiled in
lockstep. A breach raises LawBroken, which says which law, where, and how to come there again.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from skulk.engine import COMPILED, SPECTATOR, BrokenContract, Game, IllegalMove, Match, SkulkError, UnknownMove
from skulk.engine.game import WINDOW
from skulk.engine.position import faults

MOST_MOVES = 20_000  # no game is that long: law 1


class LawBroken(AssertionError):
    """A law does not hold; `number` says which (0: interpreted and compiled disagree)."""

    def __init__(self, number: int, what: str):
        super().__init__(f"law {number}: {what}")
        self.number = number


def hold(number: int, true: bool, what: Any) -> None:
    """`what`: text, or a function that makes it."""
    if not true:
        raise LawBroken(number, what() if callable(what) else what)


class Spot:
    """A position of a random game, and what the laws need there: bytes, sights, copies."""

    def __init__(self, match: Match, chance: random.Random):
        self.match, self.game, self.state = match, match.game, match.state
        self.chance = chance
        self.rng = chance.getrandbits(62)
        self.seats = [*range(match.players), SPECTATOR]

    def bytes(self, state: Any) -> bytes:
        return self.game.State.pack(state)

    def sight(self, state: Any, seat: int) -> bytes:
        return self.bytes(self.game.see(state, seat))

    def after(self, state: Any, seat: int, action: int, rng: int | None = None) -> tuple[Any, list]:
        """The state that a move leads to, and what was called out."""
        copy, dealer = self.game.State.copy(state), self.game.dealer(self.rng if rng is None else rng)
        self.game.rules.play(copy, seat, action, dealer)
        return copy, dealer.heard()

    def redealt(self, seat: int) -> Any:
        return self.game.redeal(self.game.see(self.state, seat), seat, self.game.dealer(self.chance.getrandbits(62)))


def walk(game: Game, options: dict, seed: int, spots: int) -> Iterator[Spot]:
    """Positions of one random game, about `spots` of them, and the last."""
    chance = random.Random(f"{game.name} {options} {seed}")
    match = Match(game, options, seed)
    length = _length(game, options, seed)
    while not match.is_over:
        hold(1, match.number < MOST_MOVES, f"the game of seed {seed} does not end: {options}")
        if chance.random() * length < spots:
            yield Spot(match, chance)
        hold(1, bool(match.acting()), f"nobody may act after {match.number} moves of {options}")
        seat = chance.choice(match.acting())
        match.play(seat, chance.choice(match.legal(seat)))
    yield Spot(match, chance)


def _length(game: Game, options: dict, seed: int) -> int:
    """Moves of a like game, so that the spots spread over all of it."""
    chance = random.Random(seed)
    dealer = game.dealer(seed)
    state = game.setup(options, dealer)
    for moves in range(MOST_MOVES):
        if state.over or not game.acting(state):
            return max(moves, 1)
        seat = chance.choice(game.acting(state))
        actions = game.legal(state, seat)
        hold(1, bool(actions), f"seat {seat} is asked and has no move: {options}")
        game.rules.play(state, seat, chance.choice(actions), dealer)
        dealer.heard()
    raise LawBroken(1, f"a game of seed {seed} does not end: {options}")


# ---- the laws


def someone_may_act(spot: Spot) -> None:
    game, state = spot.game, spot.state
    if state.over:
        try:
            returns = game.returns(state)
        except BrokenContract as error:
            raise LawBroken(1, str(error)) from error
        hold(1, len(returns) == game.seats, "no returns at the end")
        return
    acting = game.acting(state)
    hold(1, bool(acting) and max(acting) < spot.match.players, f"nobody at the table may act: {acting}")
    for seat in acting:
        mask = [0] * game.actions
        count = game.rules.legal(state, seat, mask)
        hold(1, sum(mask) > 0, f"seat {seat} is asked and has no move")
        hold(3, sum(mask) == count, f"legal counts {count}, but marks {sum(mask)}")


def nothing_is_lost(spot: Spot) -> None:
    found = faults(spot.game, spot.state)
    hold(2, not found, lambda: f"after {spot.match.number} moves: {found[0]}")


def legal_decides_alone(spot: Spot) -> None:
    match, before = spot.match, spot.bytes(spot.state)
    for seat in match.acting():
        legal = match.legal(seat)
        for action in spot.chance.sample(legal, min(len(legal), 6)):
            try:
                state, _ = spot.after(spot.state, seat, action)
            except (IndexError, ValueError, TypeError, OverflowError) as error:
                raise LawBroken(3, f"legal allows {match.say(seat, action)!r}, but it fails: {error!r}") from error
            found = faults(spot.game, state)
            hold(3, not found, lambda f=found, s=seat, a=action: f"legal allows {match.say(s, a)!r}, but then {f[0]}")
        forbidden = [action for action in range(spot.game.actions) if action not in legal]
        for action in spot.chance.sample(forbidden, min(len(forbidden), 6)):
            _is_refused(match, seat, action, IllegalMove)
        _is_refused(match, seat, spot.game.actions, UnknownMove)
        _is_refused(match, seat, "dance in the moonlight", UnknownMove)
    for seat in set(range(match.players)) - set(match.acting()):
        _is_refused(match, seat, 0, SkulkError)
    hold(3, spot.bytes(match.state) == before, "a refused move changed the state")


def _is_refused(match: Match, seat: int, move: Any, error: type[SkulkError]) -> None:
    try:
        match.play(seat, move)
    except error as refusal:
        hold(3, len(str(refusal)) > 10, "a refusal says nothing")
    else:
        raise LawBroken(3, f"seat {seat} was allowed {move!r}")


def options_depend_on_what_is_seen(spot: Spot) -> None:
    game, state = spot.game, spot.state
    if game.is_open:
        common = spot.sight(state, SPECTATOR)
        for seat in spot.seats:
            alike = spot.sight(state, seat) == common
            hold(4, alike, lambda s=seat: f"sight.py says OPEN, but seat {s} sees what a spectator does not")
        seen = game.see(state, SPECTATOR)
        drawn = game.words.table(seen, SPECTATOR)
        for seat in spot.seats:
            alike = game.words.table(seen, seat) == drawn
            hold(4, alike, lambda s=seat: f"sight.py says OPEN, but the table is drawn otherwise for seat {s}")
    if state.over:
        return
    for seat in spot.seats:
        seen = game.see(state, seat)
        hold(4, game.rules.pace(seen) == game.rules.pace(state), "the pace is not public")
        hold(4, game.has_windows or game.rules.pace(state) != WINDOW, "rules.py must say WINDOWS = True")
        if seat == SPECTATOR:
            continue
        asked = seat in game.acting(state)
        hold(4, asked == (seat in game.acting(seen)), lambda s=seat: f"seat {s} cannot tell whether it is asked")
        if asked:
            same = game.legal(seen, seat) == game.legal(state, seat)
            hold(4, same, lambda s=seat: f"seat {s}: legal depends on what it cannot see")


def a_redeal_looks_the_same(spot: Spot) -> None:
    game = spot.game
    for seat in spot.seats:
        seen = game.see(spot.state, seat)
        before = spot.bytes(seen)
        hold(5, spot.sight(seen, seat) == before, lambda s=seat: f"see changes something the second time (seat {s})")
        state = spot.redealt(seat)
        hold(5, spot.bytes(seen) == before, "redeal changed what was seen")
        found = faults(game, state)
        hold(5, not found, lambda s=seat, f=found: f"a state redealt for seat {s} cannot be: {f[0]}")
        same = spot.sight(state, seat) == before
        hold(5, same, lambda s=seat, a=state, b=seen: f"redealt for seat {s}: {differences(game, s, a, b)}")
        keys = {int(game.rules.key(s, seat)) for s in (spot.state, seen, state)}
        hold(5, len(keys) == 1, lambda s=seat: f"key tells alike states apart for seat {s}")


def differences(game: Game, seat: int, state: Any, seen: Any) -> str:
    """The fields in which what `seat` sees of `state` differs from `seen`."""
    again = game.see(state, seat)
    return ", ".join(
        f"{f.name}: {np.asarray(getattr(again, f.name)).tolist()} for {np.asarray(getattr(seen, f.name)).tolist()}"
        for f in game.State.fields
        if not np.array_equal(getattr(again, f.name), getattr(seen, f.name))
    )


def alike_states_tell_alike(spot: Spot) -> None:
    """Law 6: what a seat hears depends on nothing it may not know."""
    for seat, other in _twins(spot):
        for actor, action in _common_moves(spot, other):
            mine, called = spot.after(spot.state, actor, action)
            twin, called_there = spot.after(other, actor, action)
            if spot.sight(mine, seat) == spot.sight(twin, seat):
                heard = [e for e in called if e.heard_by(seat)]
                there = [e for e in called_there if e.heard_by(seat)]
                hold(6, heard == there, lambda p=seat, a=heard, b=there: _told_apart(spot, p, a, b))


def _told_apart(spot: Spot, seat: int, heard: list, there: list) -> str:
    """What a seat hears that the state does not keep for it."""
    words = [[spot.match.tell(event, seat) for event in events] for events in (heard, there)]
    return (
        f"seat {seat} hears {words[0]} or {words[1]} of states that look alike to it afterwards: "
        "what is called out must stay in what the seat sees, or must not be called out to it"
    )


def _twins(spot: Spot) -> Iterator[tuple[int, Any]]:
    if not spot.state.over:
        for seat in spot.seats:
            yield seat, spot.redealt(seat)


def _common_moves(spot: Spot, other: Any) -> list[tuple[int, int]]:
    """A few moves that are legal in both states."""
    game, moves = spot.game, []
    for actor in set(game.acting(spot.state)) & set(game.acting(other)):
        common = sorted(set(game.legal(spot.state, actor)) & set(game.legal(other, actor)))
        moves += [(actor, action) for action in spot.chance.sample(common, min(len(common), 2))]
    return moves


def words_go_both_ways(spot: Spot) -> None:
    match, game = spot.match, spot.game
    for seat in match.acting():
        said = [match.say(seat, action) for action in match.legal(seat)]
        hold(7, len({s.casefold() for s in said}) == len(said), f"two moves are said alike: {sorted(said)}")
        for action in match.legal(seat):
            hold(7, match.parse(seat, match.say(seat, action)) == action, "parse does not undo say")
            touched = game.words.touches(match.seen(seat), seat, action)
            hold(7, all(isinstance(name, str) for name in touched), "touches are names")
    position = json.loads(_json("position", game.words.position(spot.state)))
    again = game.from_position(position)
    same = spot.bytes(again) == spot.bytes(spot.state)
    hold(7, same, lambda: f"position does not come back: {_changed(game, again, spot.state)}")
    try:
        laid = Match(game, match.options, position=position)
    except SkulkError as error:
        raise LawBroken(7, f"a position is refused beside the options it was played with: {error}") from error
    bare = Match(game, position=position)
    hold(7, laid.options == match.options, lambda: f"laid out, the options are {laid.options}, not {match.options}")
    hold(7, bare.players == match.players, "a position does not tell how many play")
    for seat in spot.seats:
        _table(match.drawn(seat))
        for event in match.events(seat, max(0, match.number - 1)):
            hold(7, bool(match.tell(event, seat)), "an event without words")
    if spot.state.over:
        loaded = Match.load(match.save(), game)
        hold(7, loaded.digest() == match.digest(), "a saved match replays to another end")
        hold(7, len(match.result()["ranks"]) == match.players, "the result ranks every seat")
        hold(7, bool(game.text(match.result()["reason"])), "the end has a reason")


def _table(drawn: Any) -> None:
    """A table becomes JSON; one that is a Struct comes back as the same, every part of the type that it declares."""
    if isinstance(drawn, dict):
        _json("table", drawn)
        return
    try:
        text = msgspec.json.encode(drawn)
    except TypeError as error:
        raise LawBroken(7, f"table: {error}: say int(…)") from error
    try:
        again = msgspec.json.decode(text, type=type(drawn))
    except msgspec.ValidationError as error:
        raise LawBroken(7, f"table: {error}") from error
    hold(7, again == drawn, lambda: f"the table does not come back: {again} for {drawn}")


def _json(what: str, value: Any) -> str:
    """As JSON; a breach names the part that cannot be written."""
    for part, inner in value.items():
        try:
            json.dumps({part: inner})
        except TypeError as error:
            raise LawBroken(7, f"{what}: {_culprit(part, inner)}: say int(…)") from error
    return json.dumps(value)


def _culprit(path: str, value: Any) -> str:
    """Where something stands that JSON does not know, and what it is."""
    if isinstance(value, dict | list | tuple):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in inside:
            if found := _culprit(f"{path}.{key}", inner):
                return found
        return ""
    known = value is None or type(value) in (bool, int, float, str)
    return "" if known else f"{path} is {value!r}, which is no number of Python's but {type(value).__name__}"


def _changed(game: Game, a: Any, b: Any) -> list[str]:
    return [f.name for f in game.State.fields if not np.array_equal(getattr(a, f.name), getattr(b, f.name))]


def order_of_answers_is_nothing(spot: Spot) -> None:
    acting = spot.match.acting()
    if len(acting) > 1:
        legal = {seat: spot.match.legal(seat) for seat in acting}
        for pick in (spot.chance.choice, lambda actions: actions[0], lambda actions: actions[-1]):
            _answers_in_any_order(spot, {seat: pick(actions) for seat, actions in legal.items()})


def _answers_in_any_order(spot: Spot, answers: dict[int, int]) -> None:
    game, acting, outcomes = spot.game, list(answers), set()
    is_secret = game.rules.pace(spot.state) == WINDOW
    at_first = {seat: spot.sight(spot.state, seat) for seat in spot.seats} if is_secret else {}
    for order in (acting, acting[::-1], spot.chance.sample(acting, len(acting))):
        state, events, sights = spot.state, [], at_first
        for number, seat in enumerate(order):
            if seat not in game.acting(state):
                raise LawBroken(8, f"seat {seat} is not asked any more once others have answered")
            state, called = spot.after(state, seat, answers[seat], spot.rng + number)
            events += called
            if is_secret and number + 1 < len(order):
                before, sights = sights, {other: spot.sight(state, other) for other in spot.seats}
                alike = all(sights[other] == before[other] for other in spot.seats if other != seat)
                hold(8, alike, lambda s=seat: f"others see that seat {s} has answered in a window")
                heard = any(e.heard_by(other) for e in called for other in spot.seats if other != seat)
                hold(8, not heard, "a sealed answer is heard")
        outcomes.add((spot.bytes(state), tuple(sorted(map(str, events)))))
    hold(8, len(outcomes) == 1, lambda: f"the order of answers {answers} matters")


def questions_are_public(spot: Spot) -> None:
    """Law 9: after the same public move the same seats are asked, unless something heard tells the difference."""
    if spot.state.over:
        return
    other = spot.redealt(SPECTATOR)
    if spot.game.acting(other) != spot.match.acting():
        return  # somebody has answered in secret
    for actor, action in _common_moves(spot, other):
        mine, called = spot.after(spot.state, actor, action)
        twin, called_there = spot.after(other, actor, action)
        heard = [e for e in called if e.heard_by(SPECTATOR)]
        there = [e for e in called_there if e.heard_by(SPECTATOR)]
        shorter, longer = sorted((heard, there), key=len)
        if longer[: len(shorter)] == shorter and not mine.over and not twin.over:
            same = spot.game.acting(mine) == spot.game.acting(twin) and heard == there
            hold(9, same, f"a hidden hand decides who is asked after action {action} of seat {actor}")


LAWS = [
    someone_may_act,
    nothing_is_lost,
    legal_decides_alone,
    options_depend_on_what_is_seen,
    a_redeal_looks_the_same,
    alike_states_tell_alike,
    words_go_both_ways,
    order_of_answers_is_nothing,
    questions_are_public,
]


# ---- interpreted and compiled in lockstep


class Mirror:
    """The same game compiled: every answer of the interpreter is compared with it."""

    def __init__(self, game: Game):
        self.game, self.rules = game, game.bind_rules(COMPILED)
        self.dealers = np.zeros(1, game.dtypes["Dealer"])
        self.dealers["hears"] = 1

    def dealer(self, rng: int) -> Any:
        self.dealers["rng"], self.dealers["count"] = rng, 0
        return self.dealers[0]

    def heard(self) -> list[tuple]:
        dealer = self.dealers[0]
        return [tuple(int(n) for n in row) for row in dealer["events"][: dealer["count"]]]

    def setup(self, options: dict, rng: int) -> tuple[bytes, list]:
        states = np.zeros(1, self.game.State.dtype)
        chosen = self.game.options.record.narrow(self.game.read_options(options))
        self.rules.setup(states[0], chosen[0], self.dealer(rng))
        return states.tobytes(), self.heard()

    def compare(self, spot: Spot) -> None:
        """All rules at one position."""
        game, packed = self.game, self.game.State.narrow(spot.state)
        hold(0, int(self.rules.acting(packed[0])) == int(game.rules.acting(spot.state)), "acting differs compiled")
        for seat in spot.seats:
            seen = game.State.narrow(game.State.veiled(spot.state))
            self.rules.see(packed[0], seat, seen[0])
            hold(0, seen.tobytes() == spot.sight(spot.state, seat), lambda s=seat: f"see differs compiled for seat {s}")
            mine, theirs = int(game.rules.key(spot.state, seat)), int(self.rules.key(packed[0], seat))
            hold(0, mine == theirs, lambda s=seat: f"key differs compiled for seat {s}")
            self._compare_redeal(spot, seat, seen)
        if spot.state.over:
            out = np.zeros(game.seats)
            self.rules.returns(packed[0], out)
            hold(0, out.tolist() == game.returns(spot.state), "returns differ compiled")
            return
        hold(0, int(self.rules.pace(packed[0])) == int(game.rules.pace(spot.state)), "pace differs compiled")
        for seat in spot.match.acting():
            self._compare_moves(spot, seat)

    def _compare_redeal(self, spot: Spot, seat: int, seen: np.ndarray) -> None:
        state = seen.copy()
        self.rules.redeal(seen[0], seat, state[0], self.dealer(spot.rng))
        wide = self.game.redeal(self.game.see(spot.state, seat), seat, self.game.dealer(spot.rng))
        hold(0, state.tobytes() == spot.bytes(wide), lambda: f"redeal differs compiled for seat {seat}")

    def _compare_moves(self, spot: Spot, seat: int) -> None:
        packed, mask = self.game.State.narrow(spot.state), np.zeros(self.game.actions, np.int8)
        count = int(self.rules.legal(packed[0], seat, mask))
        legal = self.game.legal(spot.state, seat)
        hold(0, (np.flatnonzero(mask).tolist(), count) == (legal, len(legal)), "legal differs compiled")
        for action in random.Random(spot.rng).sample(legal, min(3, len(legal))):
            state = packed.copy()
            self.rules.play(state[0], seat, action, self.dealer(spot.rng))
            wide, events = spot.after(spot.state, seat, action)
            said = spot.match.say(seat, action)
            hold(0, state.tobytes() == spot.bytes(wide), lambda s=said: f"{s!r} leads elsewhere compiled")
            flat = [(e.kind, e.audience, *e.numbers) for e in events]
            hold(0, self.heard() == flat, lambda s=said: f"{s!r} is told otherwise compiled")


def check_all(
    game: Game, spots: int = 40, games: int = 1, compiled: bool = True, laws: list = LAWS, variants: list | None = None
) -> int:
    """Every law at about `spots` positions of each of `games` random games of every variant; how many positions."""
    mirror, count = Mirror(game) if compiled else None, 0
    for options in game.variants if variants is None else variants:
        seen = seed = 0
        while seed < games or seen < spots // 2:  # short games are played again until enough was seen
            if mirror:
                _compare_setup(game, mirror, options, seed)
            for spot in walk(game, options, seed, spots):
                seen += 1
                _check(spot, mirror, laws, f"{game.name}, options {options}, seed {seed}")
            seed += 1
        count += seen
    return count


def _compare_setup(game: Game, mirror: Mirror, options: dict, seed: int) -> None:
    dealer = game.dealer(seed)
    state = game.setup(options, dealer)
    flat = [(e.kind, e.audience, *e.numbers) for e in dealer.heard()]
    hold(0, mirror.setup(options, seed) == (game.State.pack(state), flat), "setup differs compiled")


def _check(spot: Spot, mirror: Mirror | None, laws: list, where: str) -> None:
    try:
        for law in laws:
            law(spot)
        if mirror:
            mirror.compare(spot)
    except Exception as error:
        error.add_note(f"{where}, after {spot.match.number} moves")
        raise
