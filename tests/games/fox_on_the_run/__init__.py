"""The rulebook of Fox on the Run, as tests. W1 to W31 are worked scenarios, laid out by hand and played move by move.

Squares are a1 (northwest) to e5 (southeast). A table is laid in one line: "c3=NE" shows arrows to the north and east,
"c3=NE+1" has been turned a quarter since it was revealed, "c3=?NE" still lies face down; what is not named is as at the
start, with unnamed tiles dealt face down. Lists of moves are complete and in the order of the actions.
"""
