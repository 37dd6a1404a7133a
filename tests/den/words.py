"""Den in words."""

from skulk.engine import NONE, UNKNOWN, Phrase

from . import rules
from .components import BUG, COPIES, VALUES

VARIANTS = [{"players": 2}, {"players": 3}]
MOVES = ["lay 0", "lay 1", "lay 2", "snatch", "pass", "draw", "rest"]


def say(seen, seat, action):
    return Phrase("move", text="lay" if BUG == 7 and action < VALUES else MOVES[action])


def why_not(seen, seat, action):
    return Phrase("why", rule="R1")


def touches(seen, seat, action):
    return [f"card:{action}"] if action < VALUES else ["deck"]


def tell(event, seat):
    return Phrase(
        "told", kind=event.kind, seat=event.numbers[0], card="?" if event.numbers[1] == UNKNOWN else event.numbers[1]
    )


def table(seen, seat):
    return {
        "held": seen.held.tolist(),
        "points": seen.points.tolist(),
        "hand": seen.hands[seat].tolist() if seat < 3 else None,
    }


def position(state):
    return {f.name: v.tolist() if f.shape else int(v) for f in rules.State.fields for v in [getattr(state, f.name)]}


def from_position(position, dealer):
    state = rules.State.new()
    for f in rules.State.fields:
        if f.shape:
            getattr(state, f.name)[...] = position[f.name]
        else:
            setattr(state, f.name, position[f.name])
    return state


def check(state):
    lost = []
    for card in range(VALUES):
        count = state.gone[card] + state.hands[:, card].sum() + state.deck[: state.left].tolist().count(card)
        if count != COPIES:
            lost.append(f"there are {count} cards of {card}, not {COPIES} (R1)")
    if [int(n) for n in state.hands.sum(axis=1)] != state.held.tolist():
        lost.append("held does not count the hands (R1)")
    return lost


def result(state):
    points = state.points.tolist()[: state.players]
    return {"ranks": [1 + sum(p > mine for p in points) for mine in points], "scores": points, "reason": Phrase("end")}


def objection(options):
    return None if options.players != NONE else "players"
