"""Many tables stepped together: as single tables do, in every view; refusals; sampling; seeds."""

import numpy as np
import pytest

import skulk
from bench.connect_four import GAME as CONNECT_FOUR
from bench.leduc import GAME as LEDUC
from skulk.engine import NONE, SPECTATOR, UNKNOWN, BadOption, IllegalMove, UnknownMove, load, mix
from skulk.engine.batch import batch
from skulk.engine.views import VIEWS, View
from tests import den

GAMES = [CONNECT_FOUR, LEDUC, load("fox_on_the_run")]
TABLES = 64


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request):
    return request.param


class _Table:
    """One table, interpreted, with the generator that the batch gives it."""

    def __init__(self, game, seed, number, skips=False):
        self.game, self.dealer, self.skips = game, game.dealer(mix(mix(seed, 0), number)), skips
        self.ended, self.won, self.length, self.end = 0, [0.0] * game.seats, 0, None
        self.lay()
        self.length = self.begun

    def lay(self):
        self.dealer.heard()
        self.state = self.game.setup({}, self.dealer)
        self.begun = self.skip()

    def skip(self):
        moves = 0
        while self.skips and not self.state.over and len(legal := self.game.legal(self.state, self.asked())) == 1:
            self.game.rules.play(self.state, self.asked(), legal[0], self.dealer)
            moves += 1
        return moves

    def asked(self):
        return self.game.acting(self.state)[0]

    def play(self, action):
        if self.ended:
            self.length = self.begun
        self.dealer.heard()
        mover = self.asked()
        self.game.rules.play(self.state, mover, action, self.dealer)
        self.length += 1 + self.skip()
        self.ended, self.won = self.state.over, [0.0] * self.game.seats
        if self.ended:
            self.won, self.end = self.game.returns(self.state), (self.game.see(self.state, mover), mover)
            self.lay()

    def compare(self, tables, i):
        seat, form = self.asked(), tables.spec
        assert tables.states[i].tobytes() == self.game.State.pack(self.state)
        assert tables.seat[i] == seat
        assert np.flatnonzero(tables.mask[i]).tolist() == self.game.legal(self.state, seat)
        assert tables.acting[i].tolist() == [
            int(other in self.game.acting(self.state)) for other in range(self.game.seats)
        ]
        assert (tables.done[i], tables.length[i]) == (self.ended, self.length)
        assert tables.reward[i].tolist() == self.won
        assert told(tables, tables.obs, i) == form.of(self.game.see(self.state, seat), seat).tobytes()
        if self.ended:
            assert told(tables, tables.final_obs, i) == form.of(*self.end).tobytes()


def told(tables, lines, i):
    """A line as bytes; of a record without those that only fill it up."""
    record = tables.game.State
    return record.pack(record.widen(lines, i)) if tables.spec.name == "records" else lines[i].tobytes()


@pytest.mark.parametrize(("view", "skips"), [("floats", False), ("rows", False), ("records", False), ("floats", True)])
def test_a_batch_steps_as_single_tables_do(game, view, skips):
    """Table i of a batch goes through the same states as that table alone, interpreted, and tells what it sees."""
    tables = batch(game, n=3, seed=9, view=view, skip_forced=skips)
    alone = [_Table(game, 9, i, skips) for i in range(3)]
    for _ in range(120):
        for i, table in enumerate(alone):
            table.compare(tables, i)
        actions = tables.sample().copy()
        for i, table in enumerate(alone):
            table.play(int(actions[i]))
        tables.step(actions)


def test_threads_and_other_sizes_step_the_same_tables(game):
    """Tables 2 to 6 of a seed are the same alone, among others and in three threads."""
    some, all_of_them = batch(game, n=5, seed=3, first=2, threads=3), batch(game, n=8, seed=3)
    for _ in range(50):
        assert some.states.tobytes() == all_of_them.states[2:7].tobytes()
        assert (some.sample() == all_of_them.sample()[2:7]).all()
        some.step(some.actions)
        all_of_them.step(all_of_them.actions)
        assert (some.reward == all_of_them.reward[2:7]).all()


@pytest.mark.parametrize("game", [LEDUC, load("fox_on_the_run")], ids=lambda game: game.name)
def test_batches_of_different_seeds_share_no_table(game):
    tables = [state.tobytes() for seed in (0, 1, 2) for state in batch(game, n=TABLES, seed=seed).states]
    if game is LEDUC:  # thirty deals: it is their order that must differ
        assert tables[1:TABLES] != tables[TABLES : 2 * TABLES - 1]
    else:
        assert len(set(tables)) == 3 * TABLES
    assert len(set(np.concatenate([batch(game, n=TABLES, seed=seed).rngs for seed in (0, 1, 2)]))) == 3 * TABLES


def test_a_reset_lays_the_tables_of_a_seed_or_the_next_ones(game):
    tables = batch(game, n=TABLES, seed=4)
    first = tables.states.tobytes()
    tables.step(tables.sample())
    tables.reset()
    assert (tables.length == 0).all()
    assert tables.states.tobytes() != first or game is CONNECT_FOUR
    told = tables.reset(seed=4)
    assert tables.states.tobytes() == first
    assert told.obs is tables.obs, "nothing is copied"


# ---- what a seat is told


@pytest.mark.parametrize("view", VIEWS)
def test_a_batch_shows_each_seat_its_own_card(view):
    tables = batch(LEDUC, n=TABLES, seed=1, view=view)
    mine = {column: i for i, column in enumerate(map(str, tables.spec.columns))} if view != "records" else {}
    for _ in range(10):
        tables.step(tables.sample())
        cards, seats = tables.states["hands"], tables.seat
        for table in range(TABLES):
            own, other = int(seats[table]), 1 - int(seats[table])
            if view == "records":
                assert tables.obs["hands"][table, own] == cards[table, own]
                assert tables.obs["hands"][table, other] == UNKNOWN
            elif view == "floats":
                line = tables.obs[table]
                assert line[mine[f"hands[{own}]"]] == np.float32(cards[table, own] / 5)
                assert (line[mine[f"hands[{own}] unknown"]], line[mine[f"hands[{other}] unknown"]]) == (0, 1)
                assert (line[mine[f"own seat[{own}]"]], line[mine[f"own seat[{other}]"]]) == (1, 0)
            else:
                first = {name: tables.spec.columns[at].row for name, at in mine.items()}
                assert tables.obs[table, mine[f"hands[{own}]"]] == first[f"hands[{own}]"] + 1 + cards[table, own]
                assert tables.obs[table, mine[f"hands[{other}]"]] == first[f"hands[{other}]"], "UNKNOWN comes first"


def test_every_column_is_named_and_every_row_is_somebodys(game_name):
    """Also in games with several thousand columns: no name twice, no gap, and NONE apart from UNKNOWN."""
    game = load(game_name) if game_name in skulk.games() else {"leduc": LEDUC, "connect_four": CONNECT_FOUR}[game_name]
    told, looked_up = View(game, "floats"), View(game, "rows")
    assert len(set(map(str, told.columns))) == told.width == len(told.columns)
    assert len(set(map(str, looked_up.columns))) == looked_up.width == len(looked_up.columns)
    at = 0
    for column in looked_up.columns:
        assert column.row == at
        at += column.rows
    assert at == looked_up.rows
    fields = {field.name: field for field in game.State.fields}
    for view in (told, looked_up):
        hidden = [np.full(field.shape, UNKNOWN) if field.shape else UNKNOWN for field in fields.values()]
        seen = game.State.new()
        for name, value in zip(fields, hidden, strict=True):
            if not fields[name].is_public:
                setattr(seen, name, value)
        unknown = view.of(seen, 0)
        for name, field in fields.items():
            if field.least == NONE:
                setattr(seen, name, np.full(field.shape, NONE) if field.shape else NONE)
        none = view.of(seen, 0)
        assert unknown.shape == none.shape == (view.width,)
        for i, column in enumerate(view.columns):
            field = fields.get(column.field)
            if field is not None and field.least == NONE and view is looked_up:
                assert none[i] == column.row, "NONE is the first row"
                assert unknown[i] == column.row + (2 if field.is_public else 1), "then UNKNOWN, then 0"
            elif field is not None and column.part in ("none", "unknown"):
                assert none[i] == (field.least == NONE) * (column.part == "none") or field.least != NONE
                assert unknown[i] == (column.part == "unknown")


def test_a_view_that_there_is_not_is_refused():
    with pytest.raises(BadOption, match="a view is 'records', 'floats', 'rows', not 'pixels'"):
        batch(LEDUC, view="pixels")
    with pytest.raises(BadOption, match="tables lie on 'cpu' or 'cuda', not on 'tpu'"):
        batch(LEDUC, device="tpu")


# ---- all who are asked at once


def test_all_who_are_asked_answer_at_once():
    """The den's secret bids: every seat has its own line, and one step takes all the answers."""
    tables = batch(den.GAME, n=TABLES, seed=2, all_acting=True)
    lines = {1: 0, 2: 0, 3: 0}
    for _ in range(40):
        asked = tables.acting.copy()
        assert ((tables.mask.sum(axis=2) > 0) == (asked == 1)).all()
        assert ((np.abs(tables.obs).sum(axis=2) > 0) == (asked == 1)).all(), "who is not asked is told nothing"
        for table in range(4):
            state = den.GAME.State.widen(tables.states, table)
            for seat in np.flatnonzero(asked[table]).tolist():
                assert (tables.obs[table, seat] == tables.spec.of(den.GAME.see(state, seat), seat)).all()
        lines[int(asked[0].sum())] += 1
        tables.step(tables.sample())
    assert lines[3] > 0, "all three laid a card at once"
    assert lines[1] > 0, "and somebody drew alone"
    refused = np.array(tables.sample())
    table, seat = np.argwhere(tables.acting)[0]
    refused[table, seat] = int(np.argmin(tables.mask[table, seat]))
    with pytest.raises(IllegalMove, match=rf"table {table}: seat {seat} cannot play"):
        tables.step(refused)


def test_only_the_tables_that_are_named_move():
    tables, all_of_them = batch(LEDUC, n=6, seed=8), batch(LEDUC, n=6, seed=8)
    here = np.array([True, False, True, False, False, True])
    actions = tables.sample().copy()
    actions[~here] = 99  # nobody looks at it
    before = tables.states.copy()
    tables.step(actions, where=here)
    all_of_them.step(all_of_them.sample())
    assert tables.states[here].tobytes() == all_of_them.states[here].tobytes()
    assert tables.states[~here].tobytes() == before[~here].tobytes()
    assert tables.length.tolist() == [1, 0, 1, 0, 0, 1]
    with pytest.raises(ValueError, match="where is 6 truth values"):
        tables.step(actions, where=np.ones(6))


# ---- what is refused


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        (7, UnknownMove, "table 2: seat 0 cannot play 7: actions are 0 to 6 in connect_four"),
        (-1, UnknownMove, "table 2: seat 0 cannot play -1"),
        (1 << 40, UnknownMove, "table 2: seat 0 cannot play 1099511627776"),
        (3, IllegalMove, r"table 2: seat 0 cannot play 3, drop into d: column d is full \(R4\)"),
    ],
)
def test_a_batch_refuses_what_is_not_legal_and_nothing_changes(action, error, words):
    tables = batch(CONNECT_FOUR, n=4, seed=1)
    for _ in range(6):
        tables.step(np.full(4, 3))  # column 3 is full now
    arrays = tables.states, tables.seat, tables.mask, tables.rngs, tables.done, tables.obs
    before = [array.tobytes() for array in arrays]
    with pytest.raises(error, match=words):
        tables.step(np.array([0, 1, action, 2]))
    assert [array.tobytes() for array in arrays] == before
    with pytest.raises(ValueError, match="whole numbers, not float64"):
        tables.step(np.zeros(4))
    tables.step(np.array([0, 1, 4, 2], np.uint8))
    tables.step(np.array([0, 1, 4, 2]), checked=False)
    assert tables.states["dropped"].tolist() == [8] * 4


def test_a_batch_wants_an_action_for_each_table():
    with pytest.raises(ValueError, match="3 tables"):
        batch(CONNECT_FOUR, n=3).step(np.zeros(2, np.int64))


@pytest.mark.parametrize(
    ("given", "said"),
    [({"n": -1}, "n is a whole"), ({"n": 0}, "n is a whole"), ({"n": 2.0}, "n is a whole"), ({"seed": 2**70}, "seed"),
     ({"seed": "x"}, "seed"), ({"first": -1}, "first"), ({"threads": 0}, "threads")],
)  # fmt: skip
def test_numbers_of_a_batch_are_whole(given, said):
    with pytest.raises(ValueError, match=rf"{said}.* number from"):
        batch("outfoxed", **given)


# ---- ends, deals and samples


def test_a_finished_game_makes_room_for_a_new_one():
    tables = batch(CONNECT_FOUR, n=TABLES, seed=1)
    finished = 0
    for _ in range(60):
        tables.step(tables.sample())
        ended = tables.done == 1
        assert not tables.states["over"].any()
        assert (tables.states["dropped"][ended] == 0).all()
        assert (tables.seat[ended] == 0).all()
        assert (tables.length[ended] >= 7).all()
        assert (tables.reward[~ended] == 0).all()
        assert (tables.reward[ended].sum(axis=1) == 0).all()
        finished += ended.sum()
    assert finished >= TABLES


def test_a_new_game_at_a_table_is_another_game():
    tables = batch(LEDUC, n=1, seed=1)
    deals = set()
    for _ in range(400):
        tables.step(tables.sample())
        if tables.done[0]:
            deals.add(tuple(tables.states["hands"][0].tolist()))
    assert len(deals) == 30, "every deal comes up"


def test_a_sample_takes_nothing_from_the_tables_chance():
    one, other = batch(LEDUC, n=TABLES, seed=4), batch(LEDUC, n=TABLES, seed=4)
    for _ in range(12):
        actions = one.sample().copy()
        for _ in range(3):
            one.sample()
        one.step(actions)
        other.step(actions)
        assert one.states.tobytes() == other.states.tobytes()
    assert (batch(LEDUC, n=TABLES, seed=4).sample() == batch(LEDUC, n=TABLES, seed=4).sample()).all()
    assert (batch(CONNECT_FOUR, n=TABLES, seed=4).sample() != batch(CONNECT_FOUR, n=TABLES, seed=5).sample()).any()


def test_samples_are_uniform_among_what_is_allowed():
    tables = batch(CONNECT_FOUR, n=20_000, seed=3)
    counts = np.bincount(tables.sample(), minlength=7)
    expected = 20_000 / 7
    assert ((counts - expected) ** 2 / expected).sum() < 22.5, "chi-square with 6 degrees, one in a thousand"
    tables.mask[:, [0, 3]] = 0
    assert set(tables.sample().tolist()) == {1, 2, 4, 5, 6}


def test_what_looks_on_can_be_told_too():
    """The view of a spectator is nobody's: no seat is marked."""
    line = View(LEDUC).of(LEDUC.see(LEDUC.setup({}, LEDUC.dealer(1)), SPECTATOR), SPECTATOR)
    assert line[-2:].tolist() == [0, 0]
