"""Golden games: whole games kept as text, so that a change of rules shows up as a readable difference.

    python -m tests.golden fox_on_the_run '{"players": 2}' 1 > tests/games/golden/fox_on_the_run-2.txt

The head names game, options, seed and the table after the deal; each line then is a decision with its options and the
move that was made, followed by what was called out. `retell` plays the moves of such a text again and tells the game.
"""

import json
import random
import sys
import textwrap
from collections.abc import Iterator

from skulk.engine import SPECTATOR, Event, Game, Match, load

WIDTH = 118


def retell(text: str) -> str:
    """The same game told anew by the rules as they are now."""
    lines = text.splitlines()
    head = {line.split(" ", 1)[0]: line.split(" ", 1)[1] for line in lines[:3]}
    moves = [_move(line) for line in lines if line.startswith("seat ")]
    match = Match(head["game"], json.loads(head["options"]), head["seed"])
    return "\n".join(_tell(match, iter(moves))) + "\n"


def random_game(game: Game, options: dict, seed: str) -> str:
    """A game of random moves as text."""
    chance, match = random.Random(seed), Match(game, options, seed)

    def moves() -> Iterator[tuple[int, str]]:
        while True:
            seat = chance.choice(match.acting())
            yield seat, match.say(seat, chance.choice(match.legal(seat)))

    return "\n".join(_tell(match, moves())) + "\n"


def _tell(match: Match, moves: Iterator[tuple[int, str]]) -> Iterator[str]:
    yield f"game {match.game.name}"
    yield f"options {json.dumps(match.options)}"
    yield f"seed {match.seed}"
    dealt = json.dumps(match.game.words.position(match.state))
    yield from textwrap.wrap(dealt, WIDTH, initial_indent="dealt ", subsequent_indent="  ", break_long_words=False)
    yield from _news(match, match.opening)
    for seat, move in moves:
        if match.is_over:
            yield f"over, yet seat {seat} moves: {move}"
            return
        options = ", ".join(match.say(seat, action) for action in match.legal(seat))
        yield f"seat {seat} | {options} > {move}"
        yield from _news(match, match.play(seat, move))
        if match.is_over:
            break
    ranks = match.result()["ranks"]
    yield f"end | {match.game.text(match.result()['reason'])} ranks {ranks}, table {match.digest()}"


def _news(match: Match, events: list[Event]) -> Iterator[str]:
    for event in events:
        seats = [seat for seat in range(match.players) if event.heard_by(seat)]
        everyone = event.heard_by(SPECTATOR) and len(seats) == match.players
        seat = SPECTATOR if event.heard_by(SPECTATOR) or not seats else seats[0]
        yield f"    {'' if everyone else f'to {seats}: '}{match.tell(event, seat)}"


def _move(line: str) -> tuple[int, str]:
    seat, rest = line.removeprefix("seat ").split(" | ", 1)
    return int(seat), rest.rsplit(" > ", 1)[1]


if __name__ == "__main__":
    name, options, seed = sys.argv[1:]
    print(random_game(load(name), json.loads(options), seed), end="")
