"""The rulebook of Fox Grove, as tests. S1 to S31 are worked scenarios, laid out by hand and played move by move.

Cards are B, P, O, Y and a number. Moves are short words: a card, "take", "double", "convert N", "tree", "drop W",
"discount W", "switch W>N", "pay", "berry", "wake", "owl double", "keep 102". Lists of moves are complete, in the order
of the actions. Unless said otherwise: sides A, base variant, Double and Discount, all owls awake (R4: open to all).
"""
