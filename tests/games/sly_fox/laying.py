"""What the chapters share: a table to look at and to play on."""

from skulk.engine import NONE, SPECTATOR, load
from skulk.engine.position import faults
from skulk.games.sly_fox import moves
from skulk.games.sly_fox.components import CODE_NAMES, KINDS
from skulk.games.sly_fox.names import PHASE_NAMES, cards_text

GAME = load("sly_fox")
PLAIN = {0: "DRAW:A", 1: "DRAW:D", 116: "IDC", 124: "BAN", 125: "PASS", 131: "STOP", 132: "DECLINE"}
PLAIN |= {138: "ENOUGH", 139: "ACCEPT", 145: "REST", 130: "DEF:CHAR", 144: "ADD:CHAR"}


def short(state, seat, action):
    """A move as these tests write it."""
    if action in PLAIN:
        return PLAIN[action]
    if moves.ATTACK <= action < moves.TRADE:
        code, kind = moves.OPENINGS[(action - moves.ATTACK) // moves.FAR]
        return (
            f"ATTACK:{CODE_NAMES[code]}:{'GT'[kind]}:{(seat + 1 + (action - moves.ATTACK) % moves.FAR) % state.players}"
        )
    if moves.TRADE <= action < moves.PLAY_I_DONT_CARE:
        given, place = divmod(action - moves.TRADE, KINDS)
        return f"TRADE:{CODE_NAMES[given]}:{CODE_NAMES[given // KINDS * KINDS + place]}"
    if moves.CHALLENGE <= action < moves.BAN:
        return f"CHALLENGE:{(seat + 1 + action - moves.CHALLENGE) % state.players}"
    if moves.DEFEND <= action < moves.STOP:
        return f"DEF:{CODE_NAMES[moves.DEFEND_CARDS[action - moves.DEFEND]]}"
    if moves.HELP <= action < moves.ENOUGH:
        return (
            "HELP:SDE" if action == moves.HELP + 4 else f"HELP:WEA+{CODE_NAMES[moves.HELP_CARDS[action - moves.HELP]]}"
        )
    if moves.ADD <= action < moves.REST:
        return f"ADD:{CODE_NAMES[moves.ADD_CARDS[action - moves.ADD]]}"
    if moves.JOIN <= action < moves.SHED:
        return (
            "JOIN:SAT" if action == moves.JOIN + 3 else f"JOIN:WEA+{CODE_NAMES[moves.ADD_CARDS[action - moves.JOIN]]}"
        )
    return f"SHED:{CODE_NAMES[action - moves.SHED]}"


class Table:
    """A state, asked and played in short words."""

    def __init__(self, state, dealer=None):
        self.state, self.dealer = state, dealer or GAME.dealer(5)
        self.news = self.dealer.heard()

    @property
    def phase(self):
        return PHASE_NAMES[self.state.phase]

    @property
    def acting(self):
        return GAME.acting(self.state)

    @property
    def totals(self):
        return int(self.state.attack), int(self.state.defence)

    @property
    def piles(self):
        return cards_text(self.state.piles)

    @property
    def lives(self):
        return [int(3 - self.state.markers[seat].sum()) for seat in range(self.state.players)]

    def hand(self, seat):
        return cards_text(self.state.hands[seat])

    def size(self, seat):
        assert self.state.held[seat].sum() == self.state.hands[seat].sum()
        return int(self.state.held[seat].sum())

    def sizes(self):
        return [self.size(seat) for seat in range(self.state.players)]

    def offers(self, seat=None):
        """All that a seat may do, in short words."""
        seat = self.acting[0] if seat is None else seat
        assert seat in self.acting
        return " ".join(short(self.state, seat, action) for action in GAME.legal(self.state, seat))

    def answer(self, seat, move):
        assert move in self.offers(seat).split(), f"{self.phase}: fox {seat} may not {move}, only {self.offers(seat)}"
        actions = GAME.legal(self.state, seat)
        action = next(a for a in actions if short(self.state, seat, a) == move)
        GAME.rules.play(self.state, seat, action, self.dealer)
        self.news += self.dealer.heard()
        assert not faults(GAME, self.state), faults(GAME, self.state)
        return self

    def do(self, *moves):
        """Moves of the one fox who is asked."""
        for move in moves:
            (seat,) = self.acting
            assert self.state.who == seat, "a window is open"
            self.answer(seat, move)
        return self

    def window(self, phase=None, **answers):
        """Answers like f2="IDC" in a window; who is not named passes."""
        assert phase is None or self.phase == phase, self.phase
        assert self.state.who == NONE, "no window is open"
        for seat in self.acting:
            self.answer(seat, answers.get(f"f{seat}", "PASS"))
        return self

    def quiet(self):
        """Let everybody pass the clearing."""
        while self.phase == "clearing":
            self.window()
        return self

    def refill(self):
        while self.phase == "refill":
            self.do("DRAW:A" if self.state.left[0] else "DRAW:D")
        return self

    def told(self, seat=SPECTATOR):
        """What a seat has heard since this was last asked."""
        news, self.news = self.news, []
        return [GAME.text(GAME.words.tell(event, seat)) for event in news if event.heard_by(seat)]


def lay(*hands, characters="", script=None, **parts):
    """A table by its hands; f1={…} adds parts of fox 1, anything else is a part of the position."""
    foxes = [{"hand": hand} for hand in hands]
    for seat, character in enumerate(characters.split()):
        foxes[seat]["character"] = character
    for seat, fox in enumerate(foxes):
        fox.update(parts.pop(f"f{seat}", {}))
    state = GAME.from_position({"foxes": foxes, **parts}, GAME.dealer(11))
    return Table(state, GAME.dealer(5, script) if script else None)


def laid(**options):
    """A table as setup lays it."""
    dealer = GAME.dealer(options.pop("seed", 3))
    return Table(GAME.setup(options, dealer), dealer)


GONE = {"gossiped": 2, "trapped": 1, "hand": ""}
HURT = {"gossiped": 1, "trapped": 1}
