"""What the chapters share: a table to look at and to play on."""

from skulk.engine import Dealer, load
from skulk.games.oh_fox import moves
from skulk.games.oh_fox.components import NAMES, SPACE, SPACES
from skulk.games.oh_fox.film import show_turn
from skulk.games.oh_fox.names import CARDS, place_name
from skulk.games.oh_fox.state import State

GAME = load("oh_fox")


def scene(*cast, healing="one", wounds=0, turn=0):
    """One turn with these actors, each "animal@space card"; the state after it, and its attacks as "H1 B2E–C2W"."""
    state, dealer = State.new(), Dealer()
    state.players, state.healing = len(cast), ["one", "both"].index(healing)
    for seat, actor in enumerate(cast):
        animal, rest = actor.split("@")
        space, card = rest.split()
        state.animals[seat], state.spaces[seat] = NAMES.index(animal), SPACE[space]
        state.rows[seat, turn] = CARDS[card]
        if animal in ("badger", "fox", "owl", "viper"):
            state.predator = seat
        else:
            state.wounds[seat] = wounds
    show_turn(state, turn, dealer)
    return state, attacks(dealer.events)


def attacks(events):
    return [
        f"{'HE'[e.numbers[1] % 2]}{e.numbers[1] // 2 + 1} {place_name(e.numbers[2])}"
        for e in events
        if e.kind == moves.ATTACKED
    ]


def where(state):
    return " ".join(SPACES[space] for space in state.spaces[: state.players])


def table(**position):
    return GAME.from_position(position)


def finished(animals, rows, guess=None, **position):
    """A whole game from its rows, the predator guessing as told or right."""
    prey = [None if a in ("badger", "fox", "owl", "viper") else a for a in animals]
    return table(animals=animals, rows=rows, guess=guess or prey, **position)


IDLE = "X X X S:N S:S S:N S:S M:N"  # eight cards that matter little


def film_of(match):
    return match.table()["film"]


def play_out(match, rows):
    for turn in range(8):
        for seat, row in reversed(list(enumerate(rows))):
            match.play(seat, CARDS[row.split()[turn]])
