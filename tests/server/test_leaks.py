"""Checks 6 and 7: what a seat may not know changes nothing in what it is sent: no byte, count, size or number."""

import asyncio
import contextlib
import logging
import random
from collections import Counter

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from skulk.engine import SPECTATOR, load
from skulk.lab.host import seen_in
from skulk.protocol import messages as m
from skulk.server import fold
from skulk.server.clock import Time
from skulk.server.gathering import Gathering
from skulk.server.limits import Limits
from skulk.server.telling import sight, told, view, welcome

from .laying import Laid, outcome
from .playing import GAMES, times

PAIRS = times(200, 2000)
FROM_ONE_GAME = 10
PHASES = list(Phase)


def pairs(game, check):
    """`check` on two tables that differ only in what one seat may not know, that seat, and chance; many times."""
    opened, made = load(game), 0

    @settings(max_examples=10 * PAIRS, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
    @given(st.integers(0, len(opened.variants) - 1), st.integers(0, 40), st.integers(0, 2**32))
    def evening(variant, moves, seed):
        nonlocal made
        if made >= PAIRS:
            return
        chance = random.Random(seed)
        base = Laid(game, opened.variants[variant], seed=f"pair {seed}", hears=False).start().wander(moves, seed)
        for _ in range(FROM_ONE_GAME):
            if base.match.is_over or made == PAIRS:
                break
            made += 1
            check(*pair(base, chance), chance)
            base.step(chance)

    evening()
    assert made == PAIRS


def pair(base, chance):
    one, two = base.twin(), base.twin()
    one.hears = two.hears = True
    seat, game = chance.randrange(base.match.players), base.match.game
    two.match.state = game.redeal(base.match.seen(seat), seat, game.dealer(chance.getrandbits(62)))
    return one, two, seat


def watchers(one, two, seat):
    """The seat, and whoever looks on if nothing public differs."""
    pack = one.match.game.State.pack
    alike = pack(one.match.seen(SPECTATOR)) == pack(two.match.seen(SPECTATOR))
    return [seat, SPECTATOR] if alike else [seat]


def same_to(one, two, audience):
    pack = one.match.game.State.pack
    return pack(one.match.seen(audience)) == pack(two.match.seen(audience))


def compare(one, two, audience, what):
    assert one.table.numbers[audience] == two.table.numbers[audience], f"numbers differ after {what}"
    assert m.encode(view(one.table, audience)) == m.encode(view(two.table, audience)), f"views differ after {what}"
    assert one.streams[audience] == two.streams[audience], f"messages differ after {what}"
    if audience != SPECTATOR:
        assert m.encode(sight(one.table, audience)) == m.encode(sight(two.table, audience)), (
            f"sights differ after {what}"
        )


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_sent_the_same_whatever_it_may_not_know(game, figure):
    """Check 6."""
    counted = Counter()

    def check(one, two, seat, chance):
        assert m.encode(welcome(one.table, seat)) == m.encode(welcome(two.table, seat))
        same_refusals(one, two, seat, chance)
        watching = watchers(one, two, seat)
        for _ in range(2):
            counted["steps"] += 1
            if not step_both(one, two, seat, chance):
                break
            watching = [w for w in watching if same_to(one, two, w)]
            for audience in watching:
                compare(one, two, audience, f"a step of {game}")
                counted[audience == SPECTATOR] += 1

    pairs(game, check)
    figure(6, f"{game}: {PAIRS} pairs, {counted['steps']} steps, {counted[False]} streams compared, 0 differences")
    figure(7, f"{game}: {counted[True]} streams of onlookers compared, 0 differences")
    assert counted[False] > PAIRS / 4


class Ear:
    """What a gathering asks of the server around it; keeps what bots are asked."""

    def __init__(self):
        self.time, self.limits, self.webhooks, self.asked = Time(), Limits(), None, []
        self.time.now, self.thinkers = lambda: 1e6, self

    async def choose(self, *question):
        self.asked.append(question)
        raise asyncio.CancelledError


@pytest.mark.parametrize("game", GAMES)
def test_bots_clocks_logs_and_refusals_tell_nothing_either(game, figure, caplog):
    """Check 7: what a bot in that seat is asked, what its clock shows, what an operator reads, what others are refused.

    Hints are made of the same sight (tests/test_arena.py); running games have no file and no replay, and there is no
    metric that knows of a table.
    """
    counted = Counter()
    caplog.set_level(logging.DEBUG)

    def heard(laid, seat, audience):
        caplog.clear()
        gathering = Gathering(Ear(), laid.table)
        laid.table.settings = msgspec.structs.replace(laid.table.settings, clock="relaxed")
        clock = m.encode(gathering.timing.clock(audience)), gathering.timing._runs(audience)
        if laid.match.is_acting(seat):
            with contextlib.suppress(asyncio.CancelledError):
                asyncio.run(gathering.bots._let_think(seat, ()))
            assert gathering.tables.asked
        return clock, gathering.tables.asked, [record.getMessage() for record in caplog.records]

    def check(one, two, seat, chance):
        if not one.match.is_acting(seat) and chance.random() < 0.5:
            return
        for audience in watchers(one, two, seat):
            counted["compared"] += 1
            assert heard(one, seat, audience) == heard(two, seat, audience)
        same_refusals(one, two, seat, chance)

    pairs(game, check)
    figure(7, f"{game}: {counted['compared']} questions to bots, clocks, logs and refusals compared, 0 differences")
    assert counted["compared"] > PAIRS / 4


def same_refusals(one, two, seat, chance):
    """Error texts, rules and codes tell nothing either."""
    actions = chance.sample(range(one.match.game.actions), min(12, one.match.game.actions))
    commands = [m.Move("x", action) for action in [*actions, -1, 10**6]]
    commands += [m.Move("x", "nonsense"), m.Hold("x"), m.Consent("x", True), m.Back("x"), m.Rematch("x")]
    for command in commands:
        mine, yours = outcome(one.table, seat, command), outcome(two.table, seat, command)
        assert mine == yours, f"{command} ends as {mine} or as {yours}"


def step_both(one, two, watched, chance):
    """One more step in both worlds; in secret the others may do as they please."""
    if one.match.is_over or two.match.is_over or one.match.acting() != two.match.acting():
        return False
    if one.table.is_window:
        for seat in chance.sample(one.match.acting(), len(one.match.acting())):
            both = sorted(set(one.match.legal(seat)) & set(two.match.legal(seat)))
            action = chance.choice(both)
            one.move(seat, action)
            if seat != watched and action == one.match.game.passing and chance.random() < 0.5:
                continue  # silence is a pass, and looks like one
            two.move(seat, action)
        one.close()
        two.close()
        return True
    seat = chance.choice(one.match.acting())
    both = sorted(set(one.match.legal(seat)) & set(two.match.legal(seat)))
    if not both:
        return False
    action = chance.choice(both)
    one.move(seat, action)
    two.move(seat, action)
    return True


@pytest.mark.parametrize("alone", [False, True], ids=["among people", "alone with bots"])
@pytest.mark.parametrize("game", GAMES)
def test_whether_a_move_may_be_taken_back_tells_nothing(game, alone, figure):
    """Two tables that look alike to the mover before and after its move, and to the end: it may undo at both or at
    neither, and is offered the same. Alone with bots it may ask after these have acted too."""
    counted, most = Counter(), times(25, 300) * (6 if game == "sly_fox" and not alone else 1)
    for seed in range(400 * most):
        if counted["asked"] >= most:
            break
        chance = random.Random(f"{game} {alone} {seed}")
        base = Laid(game, chance.choice(load(game).variants), seed=f"undo {seed}", hears=False).start()
        base.wander(chance.randrange(20), seed)
        if base.match.is_over or base.table.is_window:
            continue
        mover = chance.choice(base.match.acting())
        one, two = base.twin(), base.twin()
        two.match.state = one.match.game.redeal(
            base.match.seen(mover), mover, one.match.game.dealer(chance.getrandbits(62))
        )
        for laid in (one, two):
            laid.hears = True
            for seat in range(len(laid.table.seats)) if alone else ():
                if seat != mover:
                    laid.table.seats[seat].give_to("random", free=False)
        action = chance.choice(one.match.legal(mover))
        one.move(mover, action)
        two.move(mover, action)
        for _ in range(4 if alone else 1):
            if one.match.is_over or two.match.is_over or one.streams[mover] != two.streams[mover]:
                break
            counted["asked"] += 1
            mine, yours = (outcome(laid.table, mover, m.Undo("x")) for laid in (one, two))
            assert mine == yours, f"an undo in {game} ends as {mine} or as {yours} (seed {seed})"
            counted[mine[0]] += 1
            if not step_both(one, two, mover, chance):
                break
    figure(7, f"{game}, {'alone with bots' if alone else 'among people'}: {dict(counted)} undo, 0 differences")
    assert counted["asked"] >= most
    assert counted["undo"], "some may be taken back"
    assert counted["asked"] > counted["undo"] or game in ("oh_fox", "outfoxed"), "and some may not"


def test_answers_in_a_window_tell_the_others_nothing():
    """Whether, when, how often and what a seat answers, holds ready or prepares: not a byte for anybody else."""
    quiet = Laid("sly_fox", {"players": 4}, seed="w").start()
    assert quiet.table.is_window
    loud = quiet.twin()
    loud.streams, quiet.streams = ({a: [] for a in quiet.table.audiences} for _ in range(2))
    asked = loud.match.acting()
    for seat in asked[1:]:
        loud.do(seat, m.Standing("x", "pass"))
        for action in loud.match.legal(seat):
            loud.move(seat, action)
        loud.move(seat, loud.match.game.passing)
        loud.do(seat, m.Standing("x", None))
    for audience in [a for a in quiet.table.audiences if a not in asked[1:]]:
        compare(quiet, loud, audience, "answers")
        assert loud.streams[audience] == []
    quiet.close()
    loud.close()
    for audience in [a for a in quiet.table.audiences if a not in asked[1:]]:
        compare(quiet, loud, audience, "the end of the window")


@pytest.mark.parametrize("game", ["oh_fox", "fox_grove"])
def test_a_sealed_choice_shows_that_it_was_made_and_not_what(game):
    """Pairs of tables where another seat chooses something else."""
    compared = 0
    for seed in range(times(10, 500)):
        one = Laid(game, load(game).variants[seed % len(load(game).variants)], seed=f"s{seed}").start()
        one.wander(seed % 7, seed)
        if one.match.is_over or one.match.pace() != "sealed" or len(one.match.acting()) < 2:
            continue
        chooser = one.match.acting()[0]
        legal = one.match.legal(chooser)
        if len(legal) < 2:
            continue
        two = one.twin()
        one = one.twin()
        one.move(chooser, legal[0])
        two.move(chooser, legal[-1])
        for audience in one.table.audiences:
            if audience != chooser:
                compare(one, two, audience, f"a sealed choice ({seed})")
                compared += 1
    assert compared


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_follows_from_the_journal_alone(game):
    """Check 19 for the stream: folded again, every message is the same, byte for byte."""
    first = Laid(game, load(game).variants[-1], seed="again").start().wander(40, 3)
    table = type(first.table)(first.head)
    again = {audience: [] for audience in table.audiences}
    for entry in first.entries:
        fold.apply(table, entry)
        for audience in table.told:
            again[audience].append(m.encode(told(table, audience)))
    assert again == first.streams


def test_nothing_that_is_sent_holds_the_seed_or_the_journals_number():
    one = Laid("sly_fox", {"players": 3}, seed="very-secret-seed").start().wander(30, 1)
    sent = b"".join(data for stream in one.streams.values() for data in stream)
    assert b"very-secret-seed" not in sent
    assert one.table.number > max(one.table.numbers.values())


def test_the_check_itself_would_find_a_leak(monkeypatch):
    """A digest of the whole state in the view, harmless as it looks, is found at once."""
    honest = view

    def leaky(table, audience):
        made = honest(table, audience)
        made.next = table.match.digest()
        return made

    monkeypatch.setattr("tests.server.test_leaks.view", leaky)
    monkeypatch.setattr("tests.server.test_leaks.PHASES", [Phase.generate])  # found is enough
    with pytest.raises(AssertionError, match="views differ"):
        test_a_seat_is_sent_the_same_whatever_it_may_not_know("sly_fox", lambda *_: None)


@pytest.mark.parametrize("game", GAMES)
def test_what_bots_are_handed_is_what_their_seat_sees_and_nothing_else(game):
    one = Laid(game, load(game).variants[-1], seed="handed").start().wander(25, 2)
    game = one.match.game
    for seat in range(one.match.players):
        told = sight(one.table, seat)
        assert (told.seat, told.number) == (seat, one.table.numbers[seat])
        assert game.State.pack(seen_in(game, told.seen)) == game.State.pack(game.see(one.match.state, seat))


def test_a_sight_that_is_the_state_itself_would_be_found(monkeypatch):
    monkeypatch.setattr("skulk.engine.match.Match.seen", lambda match, seat=SPECTATOR: match.state)
    one, two = (Laid("oh_fox", {"players": 3}, seed=seed).start() for seed in ("a", "b"))
    assert m.encode(sight(one.table, 0)) != m.encode(sight(two.table, 0))
