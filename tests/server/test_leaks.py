"""Checks 6 and 7: what a seat may not know changes nothing in what it is sent: no byte, count, size or number."""

import random

import pytest

from skulk.engine import SPECTATOR, load
from skulk.server import messages as m
from skulk.server.view import told, view, welcome

from .laying import Laid, outcome
from .playing import GAMES, times

PAIRS = times(200, 2000)
FROM_ONE_GAME = 10


def pairs(game):
    """Two tables that differ only in what one seat may not know, that seat, and chance; many times."""
    opened, made = load(game), 0
    for seed in range(10 * PAIRS):
        chance = random.Random(f"{game} {seed}")
        base = Laid(game, chance.choice(opened.variants), seed=f"pair {seed}", hears=False).start()
        base.wander(chance.randrange(40), seed)
        for _ in range(FROM_ONE_GAME):
            if base.match.is_over or made == PAIRS:
                break
            made += 1
            yield (*pair(base, chance), chance, seed)
            base.step(chance)
        if made == PAIRS:
            return


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


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_sent_the_same_whatever_it_may_not_know(game):
    steps = compared = 0
    for one, two, seat, chance, seed in pairs(game):
        assert m.encode(welcome(one.table, seat)) == m.encode(welcome(two.table, seat))
        same_refusals(one, two, seat, chance)
        watching = watchers(one, two, seat)
        for _ in range(2):
            steps += 1
            if not step_both(one, two, seat, chance):
                break
            watching = [w for w in watching if same_to(one, two, w)]
            for audience in watching:
                compare(one, two, audience, f"a pair of {game}, seed {seed}")
                compared += 1
    print(f"{game}: {PAIRS} pairs, {steps} steps, {compared} streams compared, 0 differences")
    assert compared > PAIRS / 4


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
        table.apply(entry)
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
    with pytest.raises(AssertionError, match="views differ"):
        test_a_seat_is_sent_the_same_whatever_it_may_not_know("sly_fox")
