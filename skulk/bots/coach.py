"""The coach: what a move promises, and what may come of it before one's next, from worlds the seat could be in."""

from collections import Counter
from typing import Any, NamedTuple

from skulk.engine import Dealer, Event, Game, opened
from skulk.engine.phrase import Phrase

from .budget import Budget
from .hints import Hints
from .searcher import Search

WORLDS = 6  # that a move is followed into
REPLY = Budget(simulations=60)  # that everybody thinks there over a decision
LONGEST = 16  # decisions that are followed
SLOTS = 1 << 13


class Ahead(NamedTuple):
    """What comes of a move, in some worlds: how many of them are lost, or won, before the seat is to move again."""

    worlds: int
    lost: int
    won: int
    reason: Phrase | None  # how most of these are lost, or else won
    heard: list[Event]  # what the seat would hear in one of them, from its move on


class Coach:
    """One seat's adviser. It is given what the seat sees, and so knows no more than the seat."""

    def __init__(self, game: Game | str, wait: bool = True):
        self.game = opened(game)
        self.hints = Hints(self.game, wait=wait)
        self.reply = Search(self.game, slots=SLOTS, wait=wait)

    @property
    def is_ready(self) -> bool:
        """Until the search is compiled there is no advice."""
        return self.hints.is_ready and self.reply.is_ready

    def ahead(self, seen: Any, seat: int, action: int, worlds: int = WORLDS) -> Ahead:
        """What may come of this move until the seat is to move again, if all play well."""
        dealer = self.game.dealer(1)
        for tree in self.reply.trees:
            tree.forget()  # asked twice, the same answer
        ends = [self._follow(seen, seat, action, dealer) for _ in range(worlds)]
        lost = [end for end in ends if end[0] < 0]
        won = [end for end in ends if end[0] > 0]
        told = lost or won
        if not told:
            return Ahead(worlds, 0, 0, None, [])
        most = Counter(reason.key for _, reason, _ in told if reason).most_common(1)[0][0]
        _, reason, heard = next(end for end in told if end[1] and end[1].key == most)
        return Ahead(worlds, len(lost), len(won), reason, heard)

    def _follow(self, seen: Any, seat: int, action: int, dealer: Dealer) -> tuple[int, Phrase | None, list[Event]]:
        """One world: whether it is lost (−1) or won (1) before the seat's next turn, how, and what the seat hears."""
        game, heard = self.game, []
        state = game.redeal(seen, seat, dealer)
        dealer.heard()
        mover, others_moved = seat, False
        for _ in range(LONGEST):
            game.rules.play(state, mover, action, dealer)
            heard += [event for event in dealer.heard() if event.heard_by(seat)]
            if state.over:
                value = game.returns(state)[seat]
                return (value > 0) - (value < 0), game.words.result(state)["reason"], heard
            asked = game.acting(state)
            mover = seat if seat in asked else asked[0]
            if mover == seat and others_moved:
                break
            others_moved |= mover != seat
            action = self.reply.choose(game.see(state, mover), mover, REPLY, dealer)
        return 0, None, heard
