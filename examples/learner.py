"""A learner in a hundred lines: it plays a game against itself and is soon better than chance. NumPy alone.

    python examples/learner.py [GAME] [--seconds 150] [--tables 128] [--json]

An actor and a critic over one hidden layer: the logits of all actions, and what each seat may expect. Every table is
one line of moves by all seats, along which the critic's errors are added up for each seat (GAE); then steps of Adam.
"""

import argparse
import json
import time

import numpy as np

import skulk

HIDDEN, STEPS, MINIBATCH, LAMBDA = 128, 32, 512, 0.95


class Net:
    """What it has seen → logits of all actions, the expected utility of all seats."""

    def __init__(self, columns, actions, seats, seed=1):
        chance = np.random.default_rng(seed)
        sizes = [(columns, HIDDEN), (HIDDEN,), (HIDDEN, actions), (actions,), (HIDDEN, seats), (seats,)]
        self.weights = [
            chance.normal(0, 0.1 if k == 0 else 0.0, size).astype(np.float32) for k, size in enumerate(sizes)
        ]
        self.mean, self.square = ([np.zeros_like(w) for w in self.weights] for _ in range(2))
        self.updates = 0

    def forward(self, seen):
        first, bias, choice, choice_bias, worth, worth_bias = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        return hidden, hidden @ choice + choice_bias, np.tanh(hidden @ worth + worth_bias)

    def update(self, seen, hidden, by_logits, by_worth, rate):
        """A step of Adam along the gradient."""
        back = (by_logits @ self.weights[2].T + by_worth @ self.weights[4].T) * (hidden > 0)
        slopes = [
            seen.T @ back,
            back.sum(0),
            hidden.T @ by_logits,
            by_logits.sum(0),
            hidden.T @ by_worth,
            by_worth.sum(0),
        ]
        self.updates += 1
        size = np.sqrt(sum((slope**2).sum() for slope in slopes))
        for weight, mean, square, slope in zip(self.weights, self.mean, self.square, slopes, strict=True):
            slope *= min(1.0, 0.5 / (size + 1e-8))
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            fair = mean / (1 - 0.9**self.updates), square / (1 - 0.999**self.updates)
            weight -= rate * fair[0] / (np.sqrt(fair[1]) + 1e-6)


def policy(logits, mask):
    logits = np.where(mask == 1, logits, -1e9)
    weights = np.exp(logits - logits.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def pick(chances, dice):
    """One action in each line, as likely as it says."""
    rolled = dice.random((len(chances), 1), np.float32) * chances.sum(1, keepdims=True)
    return np.minimum((chances.cumsum(1) <= rolled).sum(1), chances.shape[1] - 1)


def learn(game, tables, seconds, rounds=0, report=False):
    """A net that has played against itself for so many seconds, or so many rounds; what it took."""
    env = skulk.batch(game, n=tables, seed=1, skip_forced=True)
    net, dice, lines = (
        Net(env.spec.width, env.game.actions, env.game.seats),
        np.random.default_rng(2),
        np.arange(tables),
    )
    begun, decisions, games, told, done_so_far, spent = time.perf_counter(), 0, 0, 0.0, 0.0, 0.0
    while done_so_far < 1:
        kept = []
        for _ in range(STEPS):
            seen, mask, seat = env.obs.copy(), env.mask.copy(), env.seat.copy()
            _, logits, worth = net.forward(seen)
            actions = pick(policy(logits, mask) * mask, dice)
            env.step(actions)
            kept.append((seen, mask, seat, actions, worth, env.reward.astype(np.float32), env.done.copy()))
            decisions, games = decisions + tables, games + int(env.done.sum())
        following, error, gains = net.forward(env.obs)[2], 0.0, []
        for _, _, seat, _, worth, reward, done in reversed(kept):
            goes_on = 1 - done[:, None].astype(np.float32)
            error = reward + goes_on * following - worth + LAMBDA * goes_on * error
            gains.append((error[lines, seat], error + worth))
            following = worth
        parts = [np.concatenate(part) for part in zip(*kept, strict=True)][:4]
        gain, target = (np.concatenate(part[::-1]) for part in zip(*gains, strict=True))
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        left = 1 - done_so_far
        for some in np.array_split(dice.permutation(len(gain)), len(gain) // MINIBATCH):
            seen, mask, _, actions = (part[some] for part in parts)
            hidden, logits, worth = net.forward(seen)
            chances = policy(logits, mask)
            logs = np.log(np.maximum(chances, 1e-9))
            entropy = -(chances * logs).sum(1, keepdims=True)
            by_logits = chances * gain[some, None] + 0.02 * left * chances * (logs + entropy)
            by_logits[np.arange(len(some)), actions] -= gain[some]
            by_worth = (worth - target[some]) * (1 - worth**2)
            net.update(seen, hidden, by_logits / len(some), by_worth / len(some), 1e-3 * (0.1 + 0.9 * left))
        spent = time.perf_counter() - begun
        done_so_far = decisions / (tables * STEPS * rounds) if rounds else spent / seconds
        if report and spent - told > 15:
            told = spent
            print(
                f"{spent:5.0f} s  {decisions:9,} decisions  {games:7,} games  entropy {entropy.mean():.2f}", flush=True
            )
    return net, {"decisions": decisions, "games": games, "seconds": round(time.perf_counter() - begun, 1)}


def against_random(game, net, games, seed=99):
    """Its share of the win in each seat, everybody else at random: `games` games from every seat."""
    shares = []
    for seat in range(skulk.batch(game).players):
        env, dice = skulk.batch(game, n=min(games, 256), seed=seed + seat), np.random.default_rng(seed)
        shared, ended = 0.0, 0
        while ended < games:
            chances = policy(net.forward(env.obs)[1], env.mask) * env.mask
            actions = np.where(env.seat == seat, pick(chances, dice), env.sample())
            env.step(actions)
            shared, ended = shared + ((env.reward[env.done == 1, seat] + 1) / 2).sum(), ended + int(env.done.sum())
        shares.append(round(float(shared / ended), 3))
    return shares


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="fox-grove")
    parser.add_argument("--seconds", type=float, default=150)
    parser.add_argument("--rounds", type=int, default=0, help="instead of seconds: the same net every time")
    parser.add_argument("--tables", type=int, default=128)
    parser.add_argument("--games", type=int, default=1000, help="against random, from each seat")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    env = skulk.batch(given.game)
    fresh = Net(env.spec.width, env.game.actions, env.game.seats)
    before = against_random(given.game, fresh, given.games)
    net, told = learn(given.game, given.tables, given.seconds, given.rounds, report=not given.json)
    told |= {"game": env.game.name, "before": before, "after": against_random(given.game, net, given.games)}
    if given.json:
        print(json.dumps(told))
    else:
        print(f"{told['decisions']:,} decisions, {told['games']:,} games in {told['seconds']} s")
        print("share of the win against random, by seat: before", told["before"], "after", told["after"])


if __name__ == "__main__":
    main()
