"""The steps that the client's boards are tested with are those that the server tells now."""

import pytest

from tests.steps import RECORDED, kept, write


@pytest.mark.parametrize("game", RECORDED)
def test_the_recorded_steps_are_not_stale(game):
    assert kept(game).read_text(encoding="utf-8") == write(game), f"renew them: python -m tests.steps {game}"
