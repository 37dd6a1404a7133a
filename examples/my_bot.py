"""A bot in thirty lines: it imagines what it cannot see, tries every move, and plays each world on at random.

    skulk arena fox-on-the-run examples/my_bot.py:100ms random --games 20

`seen` holds what the seat sees, and −1 wherever it cannot; `game` has the rules. Whatever this file prints goes to
standard error. docs/bots.md tells the rest.
"""

import time

from skulk.engine import roll


class Bot:
    def __init__(self, game):
        self.game = game  # a new Bot for every game and seat: what you keep here is yours until the end

    def choose(self, seen, seat, budget, dealer):
        """An action, or a move in words. `budget` is so many simulations, or so many seconds."""
        moves = self.game.legal(seen, seat)
        totals = dict.fromkeys(moves, 0.0)
        end, tries = time.perf_counter() + budget.seconds, 0
        while len(moves) > 1 and (tries < budget.simulations or time.perf_counter() < end):
            move = moves[tries % len(moves)]
            world = self.game.redeal(seen, seat, dealer)  # one that the seat could be in
            self.game.rules.play(world, seat, move, dealer)
            totals[move] += self.play_on(world, dealer)[seat]
            tries += 1
        return max(moves, key=totals.get)

    def play_on(self, world, dealer):
        """What each seat gets, from −1 to 1, if all play at random from here."""
        while not world.over:
            seat = self.game.acting(world)[0]
            moves = self.game.legal(world, seat)
            self.game.rules.play(world, seat, moves[roll(dealer, len(moves))], dealer)
        return self.game.returns(world)
