"""Whatever happens at a table, the match is equal to its replay."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from skulk.engine import SPECTATOR, Match, NothingToUndo, SkulkError
from tests.engine.matches import DEN, FOX, some_moves, story


class AnyMatch(RuleBasedStateMachine):
    """Moves, refusals, undo, saving and loading in any order, beside a plain list of the moves."""

    game = DEN

    @initialize(
        variant=st.integers(0, 99), seed=st.integers(0, 10**6), shares=st.lists(st.text(max_size=3), max_size=2)
    )
    def sit_down(self, variant, seed, shares):
        self.options = self.game.variants[variant % len(self.game.variants)]
        self.seed, self.shares = seed, tuple(shares)
        self.match = Match(self.game, self.options, self.seed, self.shares)
        self.moves = []

    @precondition(lambda self: not self.match.is_over)
    @rule(data=st.data(), in_words=st.booleans())
    def play(self, data, in_words):
        seat = data.draw(st.sampled_from(self.match.acting()))
        action = data.draw(st.sampled_from(self.match.legal(seat)))
        self.match.play(seat, self.match.say(seat, action) if in_words else action)
        self.moves.append((seat, action))

    @precondition(lambda self: not self.match.is_over)
    @rule(count=st.integers(1, 12), seed=st.integers(0, 99))
    def play_on(self, count, seed):
        some_moves(self.match, count, seed)
        self.moves += [(move.seat, move.action) for move in self.match.moves[len(self.moves) :]]

    @rule(seat=st.integers(-1, 6), move=st.integers(-1, 40) | st.sampled_from(["", "pass", "lay 0", "hop"]))
    def refuse(self, seat, move):
        if 0 <= seat < self.match.players:
            legal = self.match.legal(seat)
            if move in legal or move in [self.match.say(seat, action) for action in legal]:
                return
        with pytest.raises(SkulkError):
            self.match.play(seat, move)

    @rule()
    def undo(self):
        if self.moves:
            last = self.match.undo()
            assert (last.seat, last.action) == self.moves.pop()
        else:
            with pytest.raises(NothingToUndo):
                self.match.undo()

    @rule()
    def save_and_load(self):
        before = story(self.match)
        self.match = Match.load(self.match.save(), self.game)
        assert story(self.match) == before

    @rule()
    def look_around(self):
        for seat in (*range(self.match.players), SPECTATOR):
            self.match.table(seat)
            self.match.legal(seat)

    @invariant()
    def is_equal_to_its_replay(self):
        replay = Match(self.game, self.options, self.seed, self.shares)
        for seat, action in self.moves:
            replay.play(seat, action)
        assert story(self.match) == story(replay)


class AnyFoxMatch(AnyMatch):
    game = FOX


@pytest.mark.parametrize("machine", [AnyMatch, AnyFoxMatch])
def test_a_match_is_equal_to_its_replay_whatever_happens(machine):
    run_state_machine_as_test(machine, settings=settings(deadline=None, max_examples=25, stateful_step_count=20))
