"""Exchanging cards."""

from skulk.engine import UNKNOWN
from skulk.games.fox_grove.names import card_name, card_of
from skulk.games.fox_grove.state import LEFT, PILE, RIGHT

from .laying import GAME, cards, lay


def test_s22_exchange_of_four_then_draw_2():
    """R5, R6, R7, R8, R9, R12."""
    hands = [[f"{colour}{n}" for n in range(1, 10)] for colour in "BPOY"]
    owls = {"draw2": "awake", "discount": "awake"}
    table = lay(players=4, fox=2, hands=hands, pile=["B13", "P13"], owls=[owls] * 4)
    assert (table.phase, GAME.acting(table.state)) == ("exchange", [0, 1, 2, 3])
    for seat, colour in enumerate("BPOY"):
        assert len(cards(table.options(seat))) == 9
        table.do(f"{colour}1", by=seat)
        assert len(cards(table.options(seat))) == 8, "two different cards"
        table.do(f"{colour}2", by=seat)
    assert [table.hand(seat) for seat in range(4)] == [
        "B3 B4 B5 B6 B7 B8 B9 P2 Y1",
        "B1 P3 P4 P5 P6 P7 P8 P9 O2",
        "P1 O3 O4 O5 O6 O7 O8 O9 Y2",
        "B2 O1 Y3 Y4 Y5 Y6 Y7 Y8 Y9",
    ]
    assert (table.seat, table.moves) == (2, "draw2 skip")
    table.do("draw2")
    assert len(cards(table.moves)) == 11
    table.do("P1", "B13")
    assert table.hand(2) == "P13 O3 O4 O5 O6 O7 O8 O9 Y2"
    assert (table.state.places == PILE).sum() == 16
    asked = [table.seat]
    for _ in range(2):
        asked.append(table.do("skip").seat)
    assert asked == [3, 0, 1]
    assert (table.do("skip").phase, table.seat) == ("trick", 2)


def test_s23_exchange_of_two():
    """R2, R10, R11."""
    hands = [cards("P4 O2 B2 B3 B4 B5 B6 B7 B8"), cards("Y3 B1 P1 P2 P3 O3 O4 O5 O6")]
    table = lay(fox=1, hands=hands, pile=["P7", "Y8"])
    table.do("Y3", "B1", by=1).do("P4", "O2", by=0)
    assert table.hand(0) == "B2 B3 B4 B5 B6 B7 B8 Y3 Y8"
    assert table.hand(1) == "P1 P2 P3 P4 P7 O3 O4 O5 O6"
    assert (table.state.places == PILE).sum() == 34
    assert [card_name(table.state.gave[seat, RIGHT]) for seat in (1, 0)] == ["B1", "O2"]
    assert table.seat == 1


def test_received_cards_are_seen_when_all_have_chosen():
    """R8, R9: and a card cannot be passed on."""
    hands = [[f"{colour}{n}" for n in range(1, 10)] for colour in "BPO"]
    table = lay(players=3, hands=hands).do("B1", "B2", by=0)
    assert GAME.see(table.state, 1).gave[0].tolist() == [UNKNOWN, UNKNOWN]
    assert GAME.see(table.state, 0).gave[0].tolist() == [0, 1]
    table.do("P1", "P2", by=1).do("O1", "O2", by=2)
    seen = GAME.see(table.state, 1)
    assert card_name(seen.gave[0, LEFT]) == "B1"
    assert seen.gave[0, RIGHT] == UNKNOWN
    assert card_name(seen.gave[2, RIGHT]) == "O2"
    assert seen.places[card_of("P1")] == 2, "what one gave is in the neighbour's hand"
    assert (seen.places == UNKNOWN).sum() == 52 - 9 - 2


def test_draw_2_of_a_neighbour_may_have_put_a_gift_under_the_pile():
    """R12, R60."""
    hands = [[f"{colour}{n}" for n in range(1, 10)] for colour in "BPO"]
    owls = {"draw2": "awake", "discount": "awake"}
    table = lay(players=3, fox=1, hands=hands, owls=[owls] * 3)
    table.do("B1", "B2", by=0).do("P1", "P2", by=1).do("O1", "O2", by=2).do("draw2")
    assert GAME.see(table.state, 0).places[card_of("B1")] == 1
    table.do("P3", "P4")
    assert GAME.see(table.state, 0).places[card_of("B1")] == UNKNOWN
    assert GAME.see(table.state, 0).places[card_of("B2")] == 2
