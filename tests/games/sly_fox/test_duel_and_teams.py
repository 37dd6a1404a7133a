"""The duel and teams."""

import pytest

from skulk.games.sly_fox.components import I_DONT_CARE, STRIKES, WEASEL
from skulk.games.sly_fox.names import REASON_NAMES

from .laying import GAME, GONE, HURT, laid, lay


def test_w21_teams():
    """R89–R91, R93, and R72–R75 when one fox of each team is left (R90)."""
    t = lay(
        "GOS GOS FAC FAC FAC CAU CAU CAU",
        "FAC UDE CAU",
        "",
        "",
        mode="team",
        characters="GF MT SC IF",
        f1={"gossiped": 1, "trapped": 1},
        f2={**GONE, "eliminated": 2},
        f3={**GONE, "eliminated": 1},
    )
    t.do("ATTACK:GOS:G:1", "DEF:FAC")
    assert t.offers() == "ADD:GOS REST", "R75: no characters"
    t.do("REST")
    assert (t.phase, t.acting, t.size(0)) == ("shed", [0], 7)
    t.do("SHED:CAU")
    assert t.sizes()[:2] == [6, 2]
    t = lay("GOS FAC", "CAU", "", "", mode="team", characters="GF MT SC IF",
            f1=HURT, f2={**GONE, "eliminated": 2}, f3={**GONE, "eliminated": 1})  # fmt: skip
    t.do("ATTACK:GOS:G:1", "DECLINE")
    assert t.state.over
    assert REASON_NAMES[t.state.reason] == "team"
    assert GAME.returns(t.state)[:4] == [1, -1, 1, -1]
    assert GAME.words.result(t.state)["ranks"] == [1, 3, 1, 3]


def test_w22_the_duel():
    """R86–R88."""
    t = laid(players=2, mode="duel")
    assert t.state.left.tolist() == [33, 33]
    assert sum(t.sizes()) + t.state.left.sum() == 78
    assert (
        not t.state.decks[WEASEL]
        + t.state.hands[:, WEASEL].sum()
        + t.state.decks[I_DONT_CARE]
        + t.state.hands[:, I_DONT_CARE].sum()
    )
    assert t.phase == "turn", "nobody could do anything in the opening clearing"
    t = lay("GOS GOS GOS", "FAC FAC TRA", characters="GF IF").do("ATTACK:GOS:G:1", "DEF:FAC")
    assert t.offers() == "ADD:GOS ADD:CHAR REST"
    t.do("ADD:CHAR")
    assert t.offers() == "DEF:FAC DEF:CHAR DECLINE"
    t.do("DECLINE")
    assert (t.lives, t.phase) == ([3, 2], "refill")
    t.refill()
    assert t.sizes() == [3, 3]
    t = lay("GOS ENO ENO", "STO FAC TRA", characters="GF IF")
    assert "BAN" not in t.offers()
    t.do("ATTACK:GOS:G:1", "STOP", "ENOUGH", "DECLINE")
    t = lay("GOS FAC FAC", "CAU TRA TRA", characters="GF IF", f1=HURT).do("ATTACK:GOS:G:1", "DECLINE")
    assert (t.state.over, GAME.returns(t.state)[:2]) == (1, [1, -1])


@pytest.mark.parametrize("players", [4, 6, 8])
def test_teams_are_even(players):
    """R89, and every character takes part now and then."""
    seen = set()
    for seed in range(30):
        state = laid(players=players, mode="team", extension="on", seed=seed).state
        assert 2 * sum(STRIKES[c] for c in state.character[:players]) == players
        seen |= set(state.character[:players].tolist())
    assert seen == {0, 1, 2, 3}


def test_teams_at_the_turn_cap():
    """R107: lives, then cards, else a draw."""

    def out(first, hand):
        t = lay(4, 5, hand, 5, mode="team", characters="GF SC MT IF", turn=250, f0={"gossiped": first}).do("DRAW:A")
        return GAME.returns(t.state)[:4]

    assert out(1, 5) == [-1, -1, 1, 1]
    assert out(0, 4) == [1, 1, -1, -1]
    assert out(0, 5) == [0, 0, 0, 0]
