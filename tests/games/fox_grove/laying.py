"""What the chapters share: a table to look at and to play on."""

from skulk.engine import NONE, load
from skulk.games.fox_grove.components import AWAKE, KEEPS, OWL_NAMES
from skulk.games.fox_grove.names import PHASES, card_name, card_of
from skulk.games.fox_grove.state import PLAYED

GAME = load("fox_grove")
MOVES = [
    *(card_name(card) for card in range(52)),
    *("draw2", "skip", "pick2", "take", "double", "convert W", "convert N", "convert M"),
    *("tree", "mushroom", "leaf", "decline", "end", "drop W", "drop N", "drop M"),
    *("discount W", "discount N", "discount M"),
    *("switch W>N", "switch W>M", "switch N>W", "switch N>M", "switch M>W", "switch M>N", "pay"),
    *("berry", "wake", *(f"owl {name}" for name in OWL_NAMES)),
    *("keep " + "".join(map(str, keep)) for keep in KEEPS.tolist()),
]


class Table:
    """A state, asked in short words."""

    def __init__(self, state):
        self.state, self.told = state, []

    @property
    def seat(self):
        (seat,) = GAME.acting(self.state)
        return seat

    @property
    def moves(self):
        return self.options(self.seat)

    @property
    def phase(self):
        return PHASES[self.state.phase]

    def options(self, seat):
        return " ".join(m.replace(" ", "-") for m in (MOVES[a] for a in GAME.legal(self.state, seat)))

    def do(self, *moves, by=None):
        """Make some moves, each by the seat that is asked, or all by one; refuses what is not legal."""
        for move in moves:
            seat = self.seat if by is None else by
            action = MOVES.index(move)
            assert action in GAME.legal(self.state, seat), f"{move} is not among {self.options(seat)}"
            dealer = GAME.dealer(7)
            GAME.rules.play(self.state, seat, action, dealer)
            self.told += dealer.heard()
        return self

    def resources(self, seat):
        return tuple(self.state.resources[seat].tolist())

    def levels(self, seat):
        return tuple(self.state.levels[seat].tolist())

    def berries(self, seat):
        tokens = [i for i in range(self.state.taken) if self.state.taker[i] == seat and not self.state.spent[i]]
        assert len(tokens) == self.state.berries[seat]
        return sorted(self.state.berry[tokens].tolist())

    def owls(self, seat):
        return {name for owl, name in enumerate(OWL_NAMES) if self.state.owls[seat, owl] == AWAKE}

    def hand(self, seat):
        return " ".join(card_name(card) for card in range(52) if self.state.places[card] == seat)

    def laid(self):
        return " ".join(card_name(card) for card in self.state.table if card != NONE)

    def is_played(self, name):
        return self.state.places[card_of(name)] >= PLAYED

    def heard(self, kind):
        return [event.numbers for event in self.told if event.kind == kind]


def lay(**parts):
    """A table from the parts of a position; what is not named is dealt."""
    return Table(GAME.from_position(parts, GAME.dealer(1)))


def cards(text):
    return text.split()


def first(seats, thing):
    """Something for seat 0, nothing said of the others."""
    return [thing, *[None] * (seats - 1)]


def tokens(**berries):
    """Blackberries that seats hold: tokens(s0=[4, 1])."""
    return [{"seat": int(seat[1:]), "value": value} for seat, values in berries.items() for value in values]


def pick(players=3, table="Y13 Y2 Y5", **parts):
    """The winner of a first trick picks."""
    return lay(players=players, phase="pick", table=cards(table), **parts)


def deliver(players=3, **parts):
    """The delivery turn of seat 0, first of all."""
    return lay(players=players, phase="deliver", **parts)


FIRST_TRICK = {
    "players": 4,
    "phase": "trick",
    "table": ["B4"],
    "hands": [
        None,
        cards("B8 B11 P2 P6 P7 O3 O7 Y5 Y9"),
        cards("Y2 Y6 P4 P8 P10 O4 O6 O8 O10"),
        cards("P1 P9 P11 P12 O1 O11 O12 Y3 Y7"),
    ],
}
