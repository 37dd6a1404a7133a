"""What a seat of Fox on the Run knows: all but the faces of the face-down tiles, which nobody knows."""

from skulk.engine import mix, rule, shuffle

from .components import CHARACTERS, FACES, IN_SET, SQUARES
from .state import State

OPEN = True  # all see the same


@rule
def see(state: State, seat, seen: State):
    for square in range(SQUARES):
        if state.revealed[square]:
            seen.printed[square] = state.printed[square]


@rule
def redeal(seen: State, seat, state: State, dealer):
    """The tiles not yet revealed, as printed, lie face down in any order, all equally likely."""
    left = 0
    for face in range(1, FACES):
        for _ in range(_face_down(seen, face)):
            dealer.lap[left] = face
            left += 1
    shuffle(dealer, dealer.lap, 0, left)
    for square in range(SQUARES):
        if not seen.revealed[square]:
            left -= 1
            state.printed[square] = dealer.lap[left]


@rule
def _face_down(seen: State, face):
    """How many tiles printed with `face` have not been revealed."""
    count = IN_SET[face]
    for square in range(SQUARES):
        if seen.revealed[square] and seen.printed[square] == face:
            count -= 1
    return count


@rule
def key(state: State, seat):
    h = mix(state.turn, state.completed)
    h = mix(h, state.phase | state.applied << 3 | (state.selected + 2) << 30 | state.to_push << 36)
    for square in range(SQUARES):
        if state.revealed[square]:
            h = mix(h, square | state.printed[square] << 5 | state.quarters[square] << 9)
    for character in range(CHARACTERS):
        h = mix(
            h,
            (state.place[character] + 2)
            | (state.controller[character] + 2) << 6
            | (state.faction[character] + 2) << 10,
        )
    h = mix(h, state.turn_limit | state.flip_ends << 16 | (state.winner + 2) << 18 | (state.reason + 2) << 22)
    return mix(h, state.players)
