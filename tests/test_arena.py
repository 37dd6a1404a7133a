"""The arena: fair seatings, the same games anywhere, honest figures, and a run that can be stopped and go on."""

import io
import json
import math
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

from skulk import bots
from skulk.bots.hints import Hints
from skulk.bots.searcher import Hint
from skulk.cli import main
from skulk.engine import BadOption, Match, load, roll
from skulk.lab import stats
from skulk.lab.contest import Contest, Terms, _outcome
from skulk.lab.entrants import enter
from skulk.lab.report import report
from skulk.lab.results import Result
from skulk.lab.schedule import Schedule
from skulk.terminal.hints import spoken
from skulk.terminal.play import Sitting
from skulk.terminal.screen import Screen

ROOT = Path(__file__).parents[1]
FOX = "fox-on-the-run"


@pytest.fixture
def arena(capsys):
    """Run `skulk arena … --json` in this process: what it reports; a refusal is its text."""

    def run(*arguments):
        with pytest.raises(SystemExit):
            main(["arena", *map(str, arguments), "--json"])
        said = capsys.readouterr()
        return json.loads(said.out) if said.out else said.err

    return run


def played(path):
    """The results in a file by deal and seating, without the times, which no machine repeats."""
    head, *lines = map(json.loads, path.read_text().splitlines())
    games = {(line["deal"], line["seating"]): {**line, "times": None} for line in lines}
    assert len(games) == len(lines)
    return head, games


def contest(*names, game=FOX, **options):
    entrants = tuple(enter(name, game) for name in names)
    return Contest(Terms(game, options, "s", entrants, bots.Budget(simulations=5), 5.0))


# ---- asking for bots


@pytest.mark.parametrize(
    ("text", "kind", "budget", "settings"),
    [
        ("random", "random", None, {}),
        ("search:200ms", "search", (0, 0.2), {}),
        ("search:1.5s", "search", (0, 1.5), {}),
        ("search:1000", "search", (1000, 0), {}),
        ("search:1s,threads=2,explore=0.8", "search", (0, 1.0), {"threads": 2, "explore": 0.8}),
        ("search:slots=1024", "search", None, {"slots": 1024}),
        ("cub", "careless", None, {"overlooks": 0.4}),
        ("fox", "thumb", None, {}),
        ("slyest", "search", (0, 1.0), {}),
    ],
)
def test_a_bot_in_words(text, kind, budget, settings):
    assert bots.parse(text) == (kind, budget, settings)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no bot ''"),
        ("clever", "there is no bot 'clever'; there are random, thumb, search, cub, fox, vixen, slyest"),
        ("search:", "'' is no budget"),
        ("search:0", "'0' is no budget"),
        ("search:-5", "'-5' is no budget"),
        ("search:fast", "'fast' is no budget: say 200ms, 1s, or a number of simulations"),
        ("search:1s,2s", "search takes one budget"),
        ("search:depth=3", "search has no setting 'depth'; it has threads, slots, explore"),
        ("search:threads=0", "setting 'threads' of search cannot be '0'"),
        ("search:explore=nan", "setting 'explore' of search cannot be 'nan'"),
        ("search:slots=1000", "must be a power of two"),
        ("thumb:200ms", "thumb takes no budget"),
        ("random:seed=1", "random has no setting 'seed'; it has none"),
        ("vixen:1s", "level 'vixen' takes nothing after a colon"),
        ("clairvoyant", "there is no bot 'clairvoyant'"),
    ],
)
def test_a_bot_that_cannot_be(text, said):
    with pytest.raises(BadOption, match=r"^") as refused:
        bots.parse(text)
    assert said in str(refused.value)


# ---- who sits where


@pytest.mark.parametrize(
    ("named", "seats", "games"),
    [
        ([0, 1], 2, 2),
        ([0, 1, 2], 2, 6),
        ([0, 1, 1, 1], 4, 4),  # one against a table of others
        ([0, 1], 4, 6),
        ([0, 1], 3, 6),
        ([0, 1, 2, 3], 4, 24),
        ([0, 1, 2, 3, 4], 5, 5),
        ([0, 1, 2, 3, 4, 5], 4, 60),
        ([0, 1], 8, 8),
        ([0, 0], 2, 1),
    ],
)
def test_every_bot_sits_everywhere_equally_often(named, seats, games):
    schedule = Schedule(named, seats, "seed")
    for deal in range(3):
        seatings = schedule.seatings(deal)
        assert len(seatings) == len(set(seatings)) == games
        assert seatings == Schedule(named, seats, "seed").seatings(deal)
        for bot in set(named):
            taken = Counter(seat for seating in seatings for seat, who in enumerate(seating) if who == bot)
            assert len(taken) == seats
            assert len(set(taken.values())) == 1
    assert schedule.deals(3 * games) == 3
    assert schedule.deals(3 * games + 1) == 4


def overheard(monkeypatch):
    """The matches that are begun from now on."""
    matches, begin = [], Contest._begin
    monkeypatch.setattr(Contest, "_begin", lambda self, m, seated: matches.append(m) or begin(self, m, seated))
    return matches


def test_the_seatings_of_a_deal_share_its_luck(monkeypatch):
    """The same tiles lie face down, whoever plays whom."""
    matches, openings = overheard(monkeypatch), []
    games = contest("random", "thumb")
    for deal in (0, 1):
        for number, seating in enumerate([(0, 1), (1, 0)]):
            assert games.play(deal, number, seating).seats == seating
            openings.append(matches[-1].moves[0].before)
    assert openings[0] == openings[1] != openings[2] == openings[3]


# ---- what bots are given


def test_bots_are_handed_what_their_seat_sees(monkeypatch):
    """And the clairvoyant twin, in the lab alone, a copy of the state."""
    given, matches = [], overheard(monkeypatch)

    class Spy:
        def __init__(self, game, **more):
            self.game, self.more = game, more

        def choose(self, seen, seat, budget, dealer):
            pack = self.game.State.pack
            honest = pack(self.game.see(matches[-1].state, seat)) == pack(seen)
            given.append((bool(self.more.get("clairvoyant")), honest, pack(seen) == pack(matches[-1].state)))
            assert seen is not matches[-1].state
            assert not isinstance(dealer, Match)
            return self.game.legal(seen, seat)[0]

    monkeypatch.setattr("skulk.bots.warm.warm", lambda game: None)
    monkeypatch.setattr("skulk.bots.searcher.Search", Spy)
    contest("search:5", "clairvoyant:5").play(0, 0, (0, 1))
    assert {(c, h) for c, h, _ in given if not c} == {(False, True)}
    assert not any(whole for c, _, whole in given if not c)
    assert all(whole for c, _, whole in given if c)


def test_no_table_seats_a_clairvoyant():
    with pytest.raises(BadOption, match="there is no bot 'clairvoyant:1s'"):
        bots.sit("clairvoyant:1s", load(FOX))
    assert "clairvoyant" not in bots.kinds()


# ---- the same games anywhere


def test_simulations_repeat_exactly_whoever_plays_them(arena, tmp_path):
    """One process or two: the same moves to the last position."""
    told = []
    for jobs in (1, 2):
        told.append(arena(FOX, "search:20", "thumb", "--games", 6, "--jobs", jobs, "--save", tmp_path / f"{jobs}"))
    assert played(tmp_path / "1") == played(tmp_path / "2")
    for one in told:
        for bot in one["bots"]:
            bot.pop("milliseconds")
    assert told[0] == told[1]


def test_another_seed_plays_other_games(arena, tmp_path):
    for seed in "ab":
        arena(FOX, "random", "thumb", "--games", 4, "--jobs", 1, "--seed", seed, "--save", tmp_path / seed)
    assert played(tmp_path / "a")[1] != played(tmp_path / "b")[1]


# ---- results that are kept


def test_a_run_goes_on_where_it_stopped(arena, tmp_path):
    """Even where the last line was cut off while it was written."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    terms = (FOX, "random", "thumb", "--jobs", 1)
    arena(*terms, "--games", 10, "--save", whole)
    arena(*terms, "--games", 6, "--save", parts)
    parts.write_bytes(parts.read_bytes()[:-40])
    arena(*terms, "--games", 10, "--save", parts)
    assert played(whole) == played(parts)
    before = parts.read_bytes()
    told = arena(*terms, "--games", 4, "--save", parts)
    assert told["games"] == 4
    assert parts.read_bytes() == before


def test_ctrl_c_leaves_a_file_that_goes_on(arena, tmp_path):
    path = tmp_path / "games.jsonl"
    terms = [FOX, "random", "thumb", "--games", "300", "--save", str(path)]
    command = [sys.executable, "-m", "skulk", "arena", *terms, "--jobs", "2"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    end = time.monotonic() + 60
    while time.monotonic() < end and not (path.exists() and path.read_bytes().count(b"\n") > 4):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "the same command goes on" in said
    assert "Traceback" not in said
    first = played(path)[1]
    assert 4 <= len(first) < 300
    assert arena(*terms[:4], 40, *terms[5:], "--jobs", 1)["games"] == 40
    assert first.items() <= played(path)[1].items()


@pytest.mark.parametrize(
    ("again", "said"),
    [
        ("random thumb --seed 2", 'was played with seed "1", this is "2"'),
        ("thumb random", 'was played with bots ["random", "thumb"], this is ["thumb", "random"]'),
        ("random thumb --option turn_limit=50", "was played with options"),
        ("random thumb --budget 50", "was played with budget"),
    ],
)
def test_other_terms_are_refused(arena, tmp_path, again, said):
    path = tmp_path / "games"
    arena(FOX, "random", "thumb", "--games", 2, "--jobs", 1, "--save", path)
    before = path.read_bytes()
    assert said in arena(FOX, *again.split(), "--games", 2, "--save", path)
    assert path.read_bytes() == before


def test_results_of_other_code_are_refused(arena, tmp_path, monkeypatch):
    """Figures of one file are about one kind of bot."""
    bot = tmp_path / "bot.mjs"
    bot.write_text("// one way to play")
    terms = (FOX, "random", f"cmd:node {bot}", "--games", 2, "--jobs", 1, "--save", tmp_path / "games")
    arena(*terms)
    bot.write_text("// another")
    assert "was played with files" in arena(*terms)
    monkeypatch.setattr("skulk.lab.arena.code_mark", lambda game: "tuned since")
    assert 'this is "tuned since"' in arena(*terms)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: "hello\n" + text, "holds no results of an arena"),
        (lambda text: "[" * 100_000, "holds no results of an arena"),
        (lambda text: "{}\n", "holds no results of an arena"),
        (lambda text: text.replace('"deal": 0', '"deel": 0', 1), "is damaged at line 2"),
        (lambda text: text.replace('"ranks": [', '"ranks": [1, ', 1), "is damaged at line 2: the seats do not add up"),
        (lambda text: text.replace('"seats": [', '"seats": [9', 1), "is damaged at line 2: somebody sits there who"),
        (lambda text: text.replace('"shares": [', '"shares": ["", ', 1), "is damaged at line 2: Expected `float`"),
        (lambda text: text.replace("\n", "\n{\n", 2), "is damaged at line 2"),
    ],
)
def test_a_damaged_file_is_left_alone(arena, tmp_path, damage, said):
    path = tmp_path / "games"
    arena(FOX, "random", "thumb", "--games", 2, "--jobs", 1, "--save", path)
    path.write_text(damage(path.read_text()))
    before = path.read_bytes()
    assert said in arena(FOX, "random", "thumb", "--games", 2, "--save", path)
    assert path.read_bytes() == before


# ---- what the figures say


def game(deal, seats, shares, seating=0, **more):
    ranks = tuple(1 + sum(other > own for other in shares) for own in shares)
    return Result(deal, seating, seats, shares, ranks, 10, "", ((1.0,),) * len(seats), **more)


def test_an_interval_is_over_deals():
    """Two games of a deal that always end alike are worth one."""
    once = [game(deal, (0, 1), (float(deal % 4 > 0), float(deal % 4 == 0))) for deal in range(100)]
    twice = once + [r._replace(seating=1) for r in once]
    assert stats.shares(once, 0)[:3] == pytest.approx(stats.shares(twice, 0)[:3], abs=1e-3)
    alone = stats.shares(once, 0)
    assert alone.value == 0.75
    assert (alone.low, alone.high) == pytest.approx((0.657, 0.825), abs=2e-3)  # Wilson, 75 of 100
    assert (stats.shares(twice, 0).turns, stats.shares(twice, 0, seat=1).turns) == (200, 0)


def test_always_and_never_are_not_certain():
    won = stats.shares([game(deal, (0, 1), (1.0, 0.0)) for deal in range(20)], 0)
    assert won.value == won.high == 1
    assert 0.8 < won.low < 0.9
    assert stats.shares([], 0).turns == 0


def test_intervals_hold_what_they_promise():
    """The truth lies inside nearly always, also where the luck of the deal binds its games together."""
    rng, inside = random.Random(5), 0
    for _ in range(200):
        results = []
        for deal in range(60):
            luck = rng.choice([0.4, 0.9])
            for seating in range(2):
                won = float(rng.random() < luck)
                results.append(game(deal, (0, 1), (won, 1 - won), seating))
        share = stats.shares(results, 0)
        inside += share.low <= 0.65 <= share.high
    assert 180 <= inside <= 199


def test_who_finishes_ahead():
    results = [game(0, (0, 1, 2), (1.0, 0.0, 0.0)), game(1, (2, 1, 0), (0.5, 0.5, 0.0))]
    assert stats.beats(results, 0, 1).value == 0.5
    assert stats.beats(results, 1, 2).value == 0.5  # level twice
    assert stats.beats(results, 2, 0).value == 0.5
    assert stats.beats(results, 0, 7).turns == 0


def coins(rng, chance, deals):
    return [game(d, (0, 1), (w := float(rng.random() < chance), 1 - w)) for d in range(deals)]


def test_the_sequential_test_is_seldom_wrong():
    """Equal bots look different in at most one run of twenty, however long one watches."""
    rng = random.Random(3)
    assert sum(stats.verdict(coins(rng, 0.5, 200), 0, None) is not None for _ in range(150)) <= 11


@pytest.mark.parametrize(("chance", "bar", "above"), [(0.75, None, True), (0.2, None, False), (0.9, 0.75, True)])
def test_the_sequential_test_comes_to_an_end(chance, bar, above):
    rng = random.Random(4)
    found = [stats.verdict(coins(rng, chance, 600), 0, bar) for _ in range(20)]
    assert all(verdict and verdict.above is above for verdict in found)
    assert sorted(verdict.deals for verdict in found)[10] < 150


def test_the_way_from_thumb_to_clairvoyant():
    """Against both together: thumb scores 1/4, the twin 3/4, and this bot 5/8 of the points."""
    shares = [(0, 1, 1.0), (2, 1, 1.0), (0, 2, 0.25)]
    results = [
        game(deal, (a, b), (float(deal % 4 < 4 * share), float(deal % 4 >= 4 * share)), seating)
        for deal in range(40)
        for seating, (a, b, share) in enumerate(shares)
    ]
    way = stats.way(results, 0, floor=1, ceiling=2)
    assert way.value == pytest.approx(0.75)
    assert way.low < 0.75 < way.high
    assert stats.way(results[:1], 0, 1, 2) is None


def test_ratings_follow_the_results():
    rng = random.Random(1)
    results = [
        game(deal, (a, b), (w := float(rng.random() < chance), 1 - w), n)
        for deal in range(100)
        for n, (a, b, chance) in enumerate([(0, 1, 0.8), (1, 2, 0.8), (0, 2, 0.95)])
    ]
    best, middle, least = (mu for mu, _ in stats.ratings(results, 3))
    assert best > middle + 2 > least + 4
    table = [game(deal, (0, 1, 1, 1), (1.0, 0.0, 0.0, 0.0)) for deal in range(30)]
    (one, _), (others, _) = stats.ratings(table, 2)
    assert one > others + 5


def test_a_report_of_nothing_is_empty():
    told = report([], [enter("random", FOX)])
    assert told["games"] == 0
    assert told["bots"][0]["share"] is None


# ---- the whole way


def test_thumb_beats_random_and_that_is_clear(arena):
    told = arena(FOX, "thumb", "random", "--games", 400, "--jobs", 1, "--until-clear")
    assert told["games"] < 200
    assert told["games"] == 2 * told["verdict"]["deals"]
    assert told["verdict"]["above"]
    thumb, other = told["bots"]
    assert thumb["share"]["low"] > 0.5
    assert thumb["share"]["value"] + other["share"]["value"] == pytest.approx(1)
    assert thumb["rating"]["mu"] > other["rating"]["mu"]
    assert thumb["milliseconds"]["p99"] >= thumb["milliseconds"]["mean"] > 0
    assert len(thumb["seats"]) == 2
    assert told["matrix"][0][1]["value"] == thumb["share"]["value"]
    assert told["forfeits"] == []


def test_the_report_on_paper(capsys):
    with pytest.raises(SystemExit) as end:
        main(["arena", FOX, "random", "fox", "cub", "--games", "6", "--jobs", "1"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert "6 games, 1 deal, " in shown
    for part in ("Share of the win", "95 %", "rating", "By seat", "seat 1", "Who finishes ahead of whom", "cub"):
        assert part in shown


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("arena", "arena"),
        ("arena chess random thumb", "there is no game 'chess'"),
        ("arena no.such.game random thumb", "there is no game in a package 'no.such.game'"),
        (f"arena {FOX}", "which bots?"),
        (f"arena {FOX} random clever", "there is no bot 'clever'"),
        (f"arena {FOX} random clever", "a Python file such as my_bot.py"),
        (f"arena {FOX} random no/bot.py", "no/bot.py cannot be read"),
        (f"arena {FOX} random cmd:", "cmd: wants a command"),
        (f"arena {FOX} random thumb --games 0", "--games must be 1 to 1,000,000"),
        (f"arena {FOX} random thumb --games 1000000000000", "--games must be 1 to 1,000,000"),
        (f"arena {FOX} random {ROOT}/examples/my_bot.py:30s", "loses after 10 s: raise --limit"),
        (f"arena {FOX} random thumb --jobs 0", "--jobs must be 1 or more"),
        (f"arena {FOX} random thumb --limit 0", "--limit must be more than 0"),
        (f"arena {FOX} random thumb --bar 75", "--bar is a share of the win"),
        (f"arena {FOX} random thumb --budget much", "'much' is no budget"),
        (f"arena {FOX} random random --until-clear", "name another"),
        (f"arena {FOX} random thumb --players 9", "option 'players' takes 2 to 6"),
        (f"arena {FOX} random thumb --option colour=red", "there is no option 'colour'"),
        (f"arena {FOX} random thumb --option colour", "an option is written name=value"),
        (f"arena {FOX} random thumb --players 2 --option players=2", "given twice"),
        (f"arena {FOX} random thumb --save /no/where/x", "cannot be used"),
    ],
)
def test_a_refusal_is_one_line(capsys, typed, said):
    with pytest.raises(SystemExit) as end:
        main(typed.split())
    shown = capsys.readouterr()
    assert end.value.code == 2
    assert shown.err.count("\n") == 1
    assert said in shown.err


def test_no_share_of_a_win_is_less_than_nothing_or_more_than_all(arena):
    """Leduc poker counts chips: it once gave shares of −5 % and 105 %."""
    told = arena("bench.leduc", "random", "careless", "--games", 20, "--jobs", 1)
    assert told["games"] == 20
    for row in told["bots"]:
        assert all(0 <= seat["value"] <= 1 for seat in (row["share"], *row["seats"])), row
    results = [contest("random", "random", game="bench.leduc").play(deal, 0, (0, 1)) for deal in range(20)]
    assert all(0 <= share <= 1 for result in results for share in result.shares)
    assert len({share for result in results for share in result.shares}) > 4, "some won more than others"


def test_a_game_without_shares_is_refused_in_one_line(arena, monkeypatch):
    from bench.leduc import GAME as LEDUC

    def returns(state, out):
        out[:] = [13.0, -13.0]

    monkeypatch.setattr(LEDUC.rules, "returns", returns)
    said = arena("bench.leduc", "random", "careless", "--games", 2, "--jobs", 1).lstrip()
    assert said.startswith("skulk: leduc: returns are 2 × the share of the win − 1, from −1 to 1, not [13.0, -13.0]")
    assert said.count("\n") == 1


def test_a_bot_of_ours_that_breaks_loses_and_the_arena_goes_on(monkeypatch):
    def choose(self, seen, seat, budget, dealer):
        raise RuntimeError("out of ideas")

    monkeypatch.setattr("skulk.bots.random.Random.choose", choose)
    lost = contest("random", "thumb", players=3).play(0, 0, (1, 0, 1))
    assert lost.forfeit == {"seat": 1, "code": "crashed", "reason": "RuntimeError: out of ideas"}
    assert lost.shares == (1.0, 0.0, 0.0)  # seats 1 and 2 guard together (R49)
    assert lost.ranks == (1, 2, 2)


@pytest.mark.parametrize(
    ("name", "options", "shares", "ranks"),
    [
        ("oh_fox", {"players": 3}, (0.5, 0.0, 0.5), (1, 3, 1)),
        ("sly_fox", {"players": 4, "mode": "team"}, None, None),
        ("fox_on_the_run", {"players": 2}, (1.0, 0.0), (1, 2)),
    ],
)
def test_whose_side_forfeits_loses(name, options, shares, ranks):
    match = Match(load(name), options, seed=1)
    sides, found = match.sides(), _outcome(match, {"seat": 1, "code": "crashed", "reason": ""})
    assert found[0] == (shares or tuple(float(side != sides[1]) for side in sides))
    assert found[1] == (ranks or tuple(1 if side != sides[1] else 3 for side in sides))


@pytest.mark.parametrize("name", ["fox_on_the_run", "sly_fox"])
def test_sides_win_together(name):
    game = load(name)
    for options in game.variants:
        match, dealer = Match(game, options, seed=2), game.dealer(2)
        while not match.is_over:
            seat = match.acting()[0]
            match.play(seat, match.legal(seat)[roll(dealer, len(match.legal(seat)))])
        won = dict(zip(match.sides(), match.returns(), strict=True))
        assert [won[side] for side in match.sides()] == match.returns()


# ---- levels


def test_the_levels_are_four():
    assert list(bots.LEVELS) == ["cub", "fox", "vixen", "slyest"]
    for level in bots.LEVELS.values():
        assert bots.parse(level.bot)
        assert level.says


def test_a_cub_overlooks_things_but_plays_nothing_silly():
    match = Match(FOX, seed=2)
    cub, dealer = bots.sit("careless:overlooks=0.4", match.game), match.game.dealer(5)
    weigh = cub.bot.weigh
    best = second = 0
    for _ in range(60):
        seat = match.acting()[0]
        seen, legal = match.seen(seat), match.legal(seat)
        ranked = sorted((weigh(seen, seat, action) for action in legal), reverse=True)
        for _ in range(20):
            weight = weigh(seen, seat, cub.choose(seen, seat, 1, dealer))
            assert weight >= ranked[max(2, math.ceil(len(legal) / 2)) - 1 if len(legal) > 1 else 0]
            best += weight == ranked[0]
            second += weight < ranked[0]
        match.play(seat, cub.choose(seen, seat, 1, dealer))
        if match.is_over:
            break
    assert best > second > 50


def test_cub_fox_and_random_in_order():
    """The levels that search are measured in docs/bots.md."""
    games = contest("fox", "cub", "random")
    pairs = [(0, 1), (1, 0), (1, 2), (2, 1)]
    results = [games.play(deal, number, pair) for deal in range(40) for number, pair in enumerate(pairs)]
    assert stats.beats(results, 0, 1).value > 0.5
    assert stats.beats(results, 1, 2).low > 0.5


# ---- hints


class Drawn:
    """Hints that tell what they were asked with, instead of a search's."""

    def __init__(self, game, wait=True):
        self.game, self.is_ready, self.problem, self.asked = game, True, "", []

    def hints(self, seen, seat, budget, dealer):
        self.asked.append((seat, self.game.State.pack(seen)))
        return [Hint(action, 0.24, 400) for action in self.game.legal(seen, seat)]


def test_hints_beside_the_moves(monkeypatch):
    """They are made of what the seat sees, once a question, each seat by a search of its own."""
    monkeypatch.setattr("skulk.bots.hints.Search", Drawn)
    match = Match(FOX, seed=4)
    screen = Screen(Console(file=io.StringIO(), width=100), io.StringIO("moves\n" + "1\n" * 12))
    hints = Hints(match.game)
    Sitting(match, ["human", "human"], screen, hints=hints).run()
    shown = screen.console.file.getvalue()
    assert "1 step east · 62 % ± 5" in shown
    assert "your share of the win" in shown
    assert set(hints.searches) == {0, 1}
    assert hints.searches[0] is not hints.searches[1]
    asked = [one for search in hints.searches.values() for one in search.asked]
    assert len(asked) == len(set(asked))
    for seat, seen in asked[:1]:
        assert seen == match.game.State.pack(match.game.see(Match(FOX, seed=4).state, seat))


@pytest.mark.parametrize(
    ("problem", "said"),
    [("", "Hints are being prepared; play on."), ("compiling ended with exit code 1", "There are no hints: compiling")],
)
def test_without_hints_one_plays_on_and_is_told(monkeypatch, problem, said):
    monkeypatch.setattr("skulk.bots.hints.Search", Drawn)
    match = Match(FOX, seed=4)
    screen = Screen(Console(file=io.StringIO(), width=100), io.StringIO("1\n"))
    hints = Hints(match.game)
    hints.first.is_ready, hints.first.problem = False, problem
    Sitting(match, ["human", "random"], screen, hints=hints).run()
    assert said in screen.console.file.getvalue()
    assert "62 %" not in screen.console.file.getvalue()


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (Hint(0, 0.0, 0), "?"),
        (Hint(0, 1.0, 10_000), "100 % ± 1"),
        (Hint(0, 0.0, 100), "50 % ± 10"),
        (Hint(0, -1.0, 1), "0 % ± 40"),
    ],
)
def test_a_hint_in_words(hint, text):
    assert spoken(hint) == text


def test_real_hints_do_not_depend_on_what_is_hidden():
    """Two worlds that look alike to a seat: the same hints."""
    match = Match(FOX, seed=4)
    twin = match.game.redeal(match.seen(0), 0, match.game.dealer(8))
    assert match.game.State.pack(twin) != match.game.State.pack(match.state)
    real, other = (Hints(match.game).hint(match.game.see(state, 0), 0) for state in (match.state, twin))
    assert real == other
    assert [hint.action for hint in real] == match.legal(0)
    assert all(0 <= hint.share <= 1 and 0 < hint.give < 1 for hint in real)
    assert len(real) == len(match.legal(0))
