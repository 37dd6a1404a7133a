"""Check 36 in small: a node dies, or freezes and wakes, while people play; `python -m bench.faults` has them all."""

import asyncio
import os
from types import SimpleNamespace

import pytest

from bench import faults

from .playing import FULL


@pytest.mark.parametrize("fault", list(faults.FAULTS) if FULL else ["kill-node", "freeze-node"])
def test_nothing_confirmed_is_lost_and_play_goes_on(tmp_path, figure, monkeypatch, fault):
    if fault == "full-disk" and os.geteuid():
        figure(36, "full-disk: not tried, it needs root for a disk of its own")
        return
    if not FULL:
        monkeypatch.setattr(faults, "LEASE", 1.0)
        monkeypatch.setattr(faults, "AFTER", 0.0)
    given = SimpleNamespace(rounds=20 if FULL else 1, tables=200 if FULL else 10, pace=0.5 if FULL else 0.1)
    one = asyncio.run(faults.rounds(fault, given, tmp_path))
    figure(36, faults.in_words(one))
    assert one["confirmed"]
    assert not any(one[name] for name in faults.MUST_BE_NONE), one
