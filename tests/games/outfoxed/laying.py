"""What the chapters share: a table to look at and to play on."""

from skulk.engine import NONE, UNKNOWN, load
from skulk.games.outfoxed.components import BARE, IDS, KINDS, RABBITS
from skulk.games.outfoxed.moves import PHASES, REASONS
from skulk.games.outfoxed.names import CELL_NAMES, cell_name, cell_of
from skulk.games.outfoxed.state import BOTH_KNOW, FACE_UP, MAY_BE_RABBIT

GAME = load("outfoxed")
ROLL = {"SPEED": 0, "SPEED_CARRION": 1, "UNIQUE": 2, "BLANK": 4}  # a side of the die that shows this face


def _names():
    at = [f":{cell}" for cell in CELL_NAMES]
    yield from [*(f"STEP:{way}" for way in "NESW"), "STOP", "ACTIVATE", *(f"PLAY:{kind}" for kind in IDS[RABBITS:BARE])]
    yield from [f"{what}{cell}" for what in ("LEAP", "LOOK", "SWITCH") for cell in at]
    yield from ["SPEND", "KEEP", *(f"PLACE{cell}" for cell in at), "PASS", *(f"VIXEN{cell}" for cell in at)]
    yield from [*(f"EAGLE:{n}" for n in ("+1", "-1", "+2", "-2", "+3", "-3")), "CROW:+1", "CROW:-1"]
    yield from [*(f"{what}{cell}" for what in ("PEEK", "SWAP") for cell in at), "SWAP:deck"]
    yield from [f"BEAR:{way}" for way in "NESW"]


MOVES = list(_names())


class Table:
    """The table of a scenario: every cell a face-down box turtle that nobody has seen, unless something else is said.

    `floor` has a card for some cells: "rabbit_1", or with a mark or more: "rabbit_1 FU", "deer_mouse crow".
    """

    def __init__(self, floor=None, **parts):
        cells = dict.fromkeys(CELL_NAMES, "box_turtle") | {c: _entry(text) for c, text in (floor or {}).items()}
        parts = {"hand": [], "deck": ["opossum"] * 5, **parts}
        for pile in ("hand", "deck", "discards", "captured", "bait", "flags"):
            if isinstance(parts.get(pile), str):
                parts[pile] = parts[pile].split()
        parts["removed"] = ["opossum"] * parts.pop("exchanges", 0)
        self.state = GAME.from_position({"floor": cells, **parts})
        self.events = []

    def do(self, moves, rolls="", seed=0):
        """Moves one after the other, the Vixen held back where nothing is said; `rolls` are the faces to come."""
        script = [ROLL[face] for face in rolls.split()] if rolls else None
        dealer = GAME.dealer(seed, script)
        for name in moves.split():
            if self.asked == "VIXEN" and not name.startswith(("VIXEN", "PASS")):
                self._play("PASS", dealer)
            self._play(name, dealer)
        assert not rolls or dealer.used == len(script), "the die was rolled less often"
        self.events = dealer.heard()
        return self

    def _play(self, name, dealer):
        (seat,) = GAME.acting(self.state)
        assert MOVES.index(name) in GAME.legal(self.state, seat), f"{name} is not among {self.options}"
        GAME.rules.play(self.state, seat, MOVES.index(name), dealer)
        found = GAME.State.faults(self.state) or GAME.words.check(self.state)
        assert not found

    @property
    def asked(self):
        return PHASES[self.state.phase]

    @property
    def seat(self):
        return GAME.acting(self.state)[0]

    @property
    def options(self):
        return [MOVES[action] for action in GAME.legal(self.state, self.seat)]

    @property
    def fox(self):
        return cell_name(self.state.fox)

    @property
    def bear(self):
        return cell_name(self.state.bear)

    @property
    def discards(self):
        return pile(self.state.discards)

    @property
    def hand(self):
        return pile(self.state.hand)

    @property
    def deck(self):
        return " ".join(IDS[card] for card in self.state.deck[: self.state.left][::-1])

    @property
    def captured(self):
        return " ".join(IDS[card] for card in self.state.captured if card != NONE)

    @property
    def reason(self):
        return REASONS[self.state.reason] if self.state.over else None

    def at(self, cell):
        """The card there and its side: "rabbit_1 FU"."""
        place = cell_of(cell)
        return f"{IDS[self.state.cards[place]]} {'FU' if self.state.marks[place] & FACE_UP else 'FD'}"

    def known(self, cell):
        """Who knows the card there: "", "fox", "crow" or "both"."""
        return ["", "fox", "crow", "both"][self.state.marks[cell_of(cell)] & BOTH_KNOW]

    def may_be_rabbit(self, cell):
        return bool(self.state.marks[cell_of(cell)] & MAY_BE_RABBIT)

    def heard(self, seat, kind):
        return [e.numbers for e in self.events if e.kind == kind and e.heard_by(seat)]

    def sees(self, seat, cell):
        """What the seat sees there: an id, or "?"."""
        card = GAME.see(self.state, seat).cards[cell_of(cell)]
        return "?" if card == UNKNOWN else IDS[card]


def _entry(text):
    card, *marks = text.split()
    known = ["all"] if "all" in marks else [seat for seat in ("fox", "crow") if seat in marks or "both" in marks]
    return {"card": card, **({"up": True} if "FU" in marks else {"known": known} if known else {})}


def pile(numbers):
    return " ".join(IDS[kind] for kind in range(KINDS) for _ in range(numbers[kind]))


def cells(options):
    return {option.split(":")[1] for option in options}


def all_but(*names):
    return set(CELL_NAMES) - set(names)


LAND = "STEP:N STEP:E"  # from 5,3 to 4,4
