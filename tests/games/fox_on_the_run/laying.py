"""What the chapters share: a table to look at and to play on."""

import numpy as np

from skulk.engine import SPECTATOR, load
from skulk.games.fox_on_the_run import rules
from skulk.games.fox_on_the_run.components import PASS, ROTATE, SQUARE, STOP
from skulk.games.fox_on_the_run.names import FACTIONS, NAMES, PHASES, REASONS, arrows_of, square_name, square_of

GAME = load("fox_on_the_run")
DIRECTIONS = ["N", "E", "S", "W", "NE", "SE", "SW", "NW"]
FULL = (  # all 22 tiles of the set
    "a1=START b1=S c1=ES d1=W e1=S a2=E b2=W c2=N d2=E e2=E a3=N b3=NE c3=SW d3=NS e3=W "
    "a4=E b4=N c4=EW d4=START e4=S a5=N b5=W c5=NW d5=S e5=START"
)


class Table:
    """A state, asked in words."""

    def __init__(self, state, told=()):
        self.state, self.told = state, list(told)

    @property
    def moves(self):
        """What may be done now: "N E stop", "c2 c4 pass", "90 180 270"."""
        if self.state.over:
            return ""
        return " ".join(_spoken(action) for action in GAME.legal(self.state, self.seat))

    @property
    def seat(self):
        (seat,) = GAME.acting(self.state)
        return seat

    @property
    def mover(self):
        return NAMES[rules.mover(self.state)]

    @property
    def phase(self):
        return PHASES[self.state.phase]

    @property
    def ended(self):
        """None, or who won and why."""
        return ([*FACTIONS, "nobody"][self.state.winner], REASONS[self.state.reason]) if self.state.over else None

    @property
    def face_down(self):
        assert self.state.face_down == 25 - self.state.revealed.sum()
        return self.state.face_down

    def at(self, name):
        """Where a character stands."""
        return square_name(self.state.place[NAMES.index(name)])

    def __getitem__(self, square):
        """What the tile shows: its arrows, START, or ? face down."""
        square = square_of(square)
        shown = arrows_of(rules.face(self.state, square)) or "START"
        return shown if self.state.revealed[square] else "?"

    def after(self, *moves):
        """The table some moves later; this one stays as it is."""
        state, dealer = GAME.State.copy(self.state), GAME.dealer(1)
        for move in moves:
            now = Table(state)
            assert move in now.moves.split(), f"{now.mover} may not {move}: {now.moves}"
            action = next(a for a in GAME.legal(state, now.seat) if _spoken(a) == move)
            GAME.rules.play(state, now.seat, action, dealer)
        return Table(state, [GAME.text(GAME.words.tell(event, SPECTATOR)) for event in dealer.heard()])


def _spoken(action):
    if action < STOP:
        return DIRECTIONS[action]
    if action in (STOP, PASS):
        return "stop" if action == STOP else "pass"
    return str(90 * (action - ROTATE)) if action > ROTATE else square_name(action - SQUARE)


def lay(mover, tiles="", **parts):
    """A table where `mover` is about to move; characters and other parts of a position by name."""
    position = {"mover": mover, "tiles": dict(tile.split("=") for tile in tiles.split())}
    position["characters"] = {name: parts.pop(name) for name in NAMES if name in parts}
    return Table(GAME.from_position(position | parts, GAME.dealer(7)))


def lay_full(mover, face_down, **parts):
    """All tiles revealed, but for one square."""
    return lay(mover, FULL.replace(f"{face_down}=", f"{face_down}=?"), **parts)


def deal(seed=0, **options):
    return Table(GAME.setup(options, GAME.dealer(seed)))


def random_games(games, **options):
    """The tables of some random games, each game as a list from the deal to the end."""
    for seed in range(games):
        dealer, pick = GAME.dealer(seed), np.random.default_rng(seed)
        state = GAME.setup(options, dealer)
        tables = [Table(GAME.State.copy(state))]
        while not state.over:
            seat = tables[-1].seat
            GAME.rules.play(state, seat, int(pick.choice(GAME.legal(state, seat))), dealer)
            dealer.heard()
            tables.append(Table(GAME.State.copy(state)))
        yield tables


def chi_square(counted, expected):
    """How far counts are from what is expected; in the order of the degrees of freedom if all is fair."""
    assert set(counted) <= set(expected)
    return sum((counted[key] - n) ** 2 / n for key, n in expected.items())
