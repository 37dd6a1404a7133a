"""Many threads open tables of the same games at once: what is made once and shared is whole when it is found."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from skulk.engine import component, load, names, record
from skulk.engine.box import opening
from skulk.server.fold import folded
from skulk.server.telling import told
from tests.server.laying import Laid

THREADS = 8


@pytest.fixture
def hasty():
    """Threads take turns after nearly every step."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-7)
    yield
    sys.setswitchinterval(usual)


def together(work, times=1):
    """The same work in all threads, begun at the same moment; what comes out of it."""
    gate = threading.Barrier(THREADS)

    def begin(number):
        gate.wait()
        return [work() for _ in range(times)][-1]

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


def test_a_blank_record_is_filled_before_anybody_finds_it(hasty):
    for round in range(50):
        made = record(*((f"field_{i}", 0, 100, (3,)) for i in range(40)))
        for wide in together(lambda made=made: made.new(7)):
            assert not made.faults(wide), f"round {round}"


@pytest.mark.parametrize("name", names())
def test_a_journal_folds_to_the_same_table_in_every_thread(name, hasty):
    laid = Laid(name, hears=False).start().wander(12)
    audience = laid.table.audiences[-1]
    expected = told(laid.table, audience)

    def fold():
        return told(folded(laid.head, laid.entries), audience)

    game = load(name)
    for _ in range(3):
        game.State._blank.clear()  # as after a start, when nothing has been made yet
        game.options.record._blank.clear()
        game.texts.clear()
        assert all(found.view.table == expected.view.table for found in together(fold))


def test_a_box_is_opened_once_and_whole(hasty):
    found = together(lambda: load("outfoxed", {"HAND": 4}))
    assert len({id(game) for game in found}) == 1
    assert all(game.box != "own" for game in found)


def test_a_box_that_is_open_is_nothing_to_other_threads():
    with opening({"EGGS": [3]}), ThreadPoolExecutor(1) as pool:
        assert component("EGGS", [1, 2]) == [3]
        assert pool.submit(component, "EGGS", [1, 2]).result() == [1, 2]
