"""The rulebook of Slyest Fox, as tests. W1 to W29 are worked scenarios, laid out by hand and played move by move.

Moves are written short: ATTACK:UAT:T:1 opens against fox 1 with a Universal attack that means trap, HELP:WEA+FAC adds
Facts with a Nosey weasel, TRADE:GOS:UAT gives two Gossip for a Universal attack. Cards: GOS Gossip, TRA Trap, UAT and
UDE Universal attack and defence, WEA Nosey weasel, SAT and SDE Sneaky attack and defence, ENO Enough is enough!,
STO Stop it!, FAC Facts, CAU Caution, IDC I don't care. Fox 0 has the turn unless something else is said.
"""
