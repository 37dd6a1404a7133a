"""Every message of seeded games is sent as before, to every audience."""

import json

import pytest

from .hashes import KEPT, hashes
from .playing import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_messages_of_seeded_games_stay_the_same(game):
    kept = json.loads(KEPT.read_text(encoding="utf-8"))[game]
    sent = hashes(game)
    changed = [
        f"{variant} {who!r}"
        for variant in {**kept, **sent}
        for who in {**kept.get(variant, {}), **sent.get(variant, {})}
        if kept.get(variant, {}).get(who) != sent.get(variant, {}).get(who)
    ]
    assert not changed, (
        f"the messages of {game} have changed, by variant and audience: {', '.join(changed)}. "
        f"`python -m tests.server.hashes {game} {changed[0]}` shows them; "
        "if they should change, `python -m tests.server.hashes` renews the hashes"
    )
