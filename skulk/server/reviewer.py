"""The process in which one finished game is reviewed, so that no table waits for it.

    python -m skulk.server.reviewer < GAME.json

reads a saved match and writes a line of JSON for every step of the work (`done`, `of`), and the review as the last.
"""

import os
import sys
from bisect import bisect_left

from skulk.bots.review import Review, Weighed
from skulk.engine import Match
from skulk.protocol import messages as m

from .replay import steps_of


def told(review: Review) -> m.Review:
    """A review whose work is done, as a message."""
    match, ends = review.match, steps_of(review.match)
    weighed = [review.weighed[number] for number in review.decisions]
    number = {id(one): index for index, one in enumerate(weighed)}
    turning = review.turning_point()
    return m.Review(
        [_decision(review, one, bisect_left(ends, one.number)) for one in weighed],
        [[number[id(one)] for one in review.swings(seat)] for seat in range(match.players)],
        [round(review.given(seat), 3) for seat in range(match.players)],
        number[id(turning)] if turning else None,
    )


def _decision(review: Review, one: Weighed, step: int) -> m.Decision:
    first = [hint.action for hint in one.first if hint.action != one.best]
    shares = {hint.action: hint.share for hint in one.first} | {one.action: one.share, one.best: one.best_share}
    return m.Decision(
        step,
        one.seat,
        _choice(review, one, one.action, one.share),
        [_choice(review, one, action, shares[action]) for action in [one.best, *first]],
        round(one.lost, 3),
        round(one.give, 3),
        [round(chance, 3) for chance in one.chances],
        [round(chance, 3) for chance in one.known],
    )


def _choice(review: Review, one: Weighed, action: int, share: float) -> m.Choice:
    game = review.game
    phrase = game.words.say(review.seen(one.number - 1), one.seat, action)
    return m.Choice(action, game.text(phrase), phrase.as_json(), round(share, 3))


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(15)  # tables and their bots come first
    review = Review(Match.load(sys.stdin.read()))
    for done, of in review.run():
        print(m.encode(m.Reviewing(done, of)).decode(), flush=True)
    print(m.encode(told(review)).decode(), flush=True)


if __name__ == "__main__":
    main()
