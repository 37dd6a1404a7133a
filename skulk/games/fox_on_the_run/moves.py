"""Phases, ends and events of Fox on the Run."""

STEP, ARROW, ABILITY, SECOND, PUSH = range(5)  # phases: movement, then the ability (R3)
RESCUE, CAPTURE, ALL_REVEALED, LIMIT = range(4)  # why a game ended
DRAW = 2  # the winner when nobody won

# events
STEPPED, FOLLOWED, REVEALED, HALTED, SWAPPED, ROTATED, DECLINED, PUSHED, STAYED, IDLED, SIDED, ENDED = range(12)
