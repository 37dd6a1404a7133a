"""The table without a server: windows, sealed choices, undo, seats."""

import contextlib
import json
import random
import re
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skulk.engine import NotYourTurn, SkulkError, load
from skulk.engine.reveal import has_revealed
from skulk.protocol import messages as m
from skulk.server import decide
from skulk.server.entries import AskUndo, Join, Undo
from skulk.server.files import game_file, verify
from skulk.server.fold import folded
from skulk.server.seats import Refused
from skulk.server.table import ASKS
from skulk.server.telling import view, welcome

from .laying import SPECTATOR, Laid
from .playing import GAMES, times


def refused(code, table, seat, command):
    with pytest.raises(SkulkError) as error:
        table.do(seat, command)
    assert error.value.code == code
    return error.value


# ---- windows (T1–T9)


def test_silence_is_a_pass_and_answers_are_played_together():
    table = Laid("sly_fox", {"players": 4}).start()
    asked = table.match.acting()
    moves = table.match.number
    table.move(asked[0], table.match.game.passing)
    assert table.match.number == moves, "nothing is played before the beat ends"
    table.close()
    assert table.match.number == moves + len(asked)
    assert all(move.action == table.match.game.passing for move in table.match.moves)


def test_an_answer_can_be_changed_until_the_beat_ends():
    table = Laid("sly_fox", {"players": 4}).start()
    seat = table.match.acting()[0]
    for action in table.match.legal(seat):
        table.move(seat, action)
        assert view(table.table, seat).answer == table.match.say(seat, action)
    assert view(table.table, table.match.acting()[1]).answer is None


def test_an_answer_that_was_not_used_is_kept_nowhere_but_in_the_journal():
    """T4: thrown away unseen. The game file shows a pass."""
    for seed in range(400):
        table = Laid("sly_fox", {"players": 5, "extension": "on"}, seed=f"{seed}", hears=False).start()
        table.wander(8, seed)
        if table.match.is_over or not table.table.is_window:
            continue
        passing = table.match.game.passing
        wanted = {seat: [a for a in table.match.legal(seat) if a != passing] for seat in table.match.acting()}
        active = [seat for seat, actions in wanted.items() if actions]
        if len(active) < 2:
            continue
        before = table.match.number
        for seat in active:
            table.move(seat, wanted[seat][0])
        table.close()
        played = [move for move in table.match.moves[before:] if move.action != passing]
        assert len(played) == 1
        return
    pytest.fail("no window in which two seats could act")


def test_hold_prolongs_the_window_without_a_name_and_three_times():
    table = Laid("sly_fox", {"players": 4}, {"beat": 4}).start()
    asked = table.match.acting()
    outsider = next(seat for seat in range(4) if seat not in asked)
    with pytest.raises(NotYourTurn):
        table.do(outsider, m.Hold("x"))
    for times_held in (1, 2, 3):
        table.do(asked[0], m.Hold("x"))
        assert table.table.beat == 4 + 10 * times_held
        others = [table.streams[seat][-1] for seat in asked[1:]]
        assert all(b"Somebody is thinking" in data and b"Fox 0 is" not in data for data in others)
    assert refused("no-holds", table, asked[0], m.Hold("x")).rule == "T8"
    assert view(table.table, asked[0]).holds == 0
    assert view(table.table, asked[1]).holds == 3


def test_a_standing_pass_lasts_and_a_prepared_move_is_played_once():
    for seed in range(300):
        table = Laid("sly_fox", {"players": 4}, seed=f"{seed}", hears=False).start()
        seat = table.match.acting()[0]
        moves = [a for a in table.match.legal(seat) if a != table.match.game.passing]
        if moves:
            break
    text = table.match.say(seat, moves[0])
    table.do(seat, m.Standing("x", text.upper()))
    assert table.table.seats[seat].standing
    table.close()
    assert any(move.seat == seat and move.action == moves[0] for move in table.match.moves)
    assert table.table.seats[seat].standing is None
    table.do(seat, m.Standing("x", "pass"))
    table.wander(5, 1)
    assert table.table.seats[seat].standing == "pass"


def test_a_standing_answer_may_name_what_one_does_not_hold():
    """T9: possible with every hand, so that nobody can tell."""
    table = Laid("sly_fox", {"players": 4}).start()
    table.do(table.match.acting()[0], m.Standing("x", "no such move at all"))
    table.close()
    assert all(move.action == table.match.game.passing for move in table.match.moves)


FOUR = {  # between two turns: seat 1 may lay I don't care, seat 2 can only pass
    "phase": "clearing",
    "active": 0,
    "foxes": [{"hand": "GOS TRA UAT FAC"}, {"hand": "IDC FAC CAU"}, {"hand": "GOS FAC CAU"}, {"hand": "TRA FAC CAU"}],
}


def between_turns(active, humans, **settings):
    """In the clearing after the turn of `active`."""
    table = Laid("sly_fox", {"players": 4}, {"beat": 4, **settings}, humans=humans)
    table.head.more["laid"] = {"position": FOUR | {"active": active}}
    return table.start()


def test_whoever_is_alone_is_not_hurried():
    """T6: how long a window takes tells bots nothing; a second person makes it last its beat again, from then on."""
    table = between_turns(0, [1]).table
    assert (table.is_window, table.beat) == (True, 0)
    assert between_turns(0, [1], clock="brisk").table.beat == 4, "whoever wants a clock has one"
    assert between_turns(0, [1, 2]).table.beat == 4
    table = between_turns(0, [1])
    table.put("join", None, at=50.0, seat=2, name="Olek")
    assert (table.table.beat, table.table.opened) == (4, 50.0)


def test_an_empty_hand_passes_by_itself_only_where_nobody_could_notice():
    table = between_turns(0, [2]).table
    assert table.match.legal(2) == [table.game.passing]
    assert table.is_answered(2)
    assert not between_turns(0, [1]).table.is_answered(1), "there is something to answer with"
    assert not between_turns(0, [2, 3]).table.is_answered(2), "among people nothing tells an empty hand"


def test_a_pass_until_ones_turn_ends_with_a_question_of_ones_own():
    table = between_turns(0, None)
    table.do(2, m.Standing("x", "pass", until_turn=True))
    table.do(3, m.Standing("x", "pass"))
    assert (view(table.table, 2).standing, view(table.table, 2).until_turn) == ("pass", True)
    table.close()
    assert table.match.acting() == [1], "somebody else's turn"
    assert view(table.table, 2).standing == "pass"
    table.move(1, "draw attack")
    table.close()
    assert table.match.acting() == [2]
    assert (view(table.table, 2).standing, view(table.table, 2).until_turn) == (None, False)
    table.move(2, "attack fox 3 with Gossip")
    assert table.match.acting() == [3]
    assert view(table.table, 3).standing == "pass", "until further notice"


def test_games_without_windows_have_no_standing_answers():
    refused("no-windows", Laid("oh_fox", {"players": 2}).start(), 0, m.Standing("x", "pass"))


# ---- questions


def test_a_move_for_a_question_that_is_gone_is_stale():
    table = Laid("fox_on_the_run", {"players": 2}).start()
    seat = table.match.acting()[0]
    number = table.table.numbers[seat]
    table.do(seat, m.Move("x", table.match.legal(seat)[0], on=number))
    while table.match.acting() != [seat]:
        table.step(random.Random(1))
    refused("stale", table, seat, m.Move("x", table.match.legal(seat)[0], on=number))
    table.do(seat, m.Move("x", table.match.legal(seat)[0], on=table.table.numbers[seat]))


def test_others_choices_do_not_make_a_sealed_choice_stale():
    table = Laid("oh_fox", {"players": 3}).start()
    number = table.table.numbers[2]
    table.move(0, table.match.legal(0)[0])
    table.move(1, table.match.legal(1)[0])
    table.do(2, m.Move("x", table.match.legal(2)[0], on=number))


# ---- undo


def test_a_sealed_choice_can_be_taken_back_while_it_lies_there_alone():
    table = Laid("oh_fox", {"players": 3}).start()
    digest = table.match.digest()
    table.move(0, table.match.legal(0)[0])
    table.do(0, m.Undo("x"))
    assert table.match.digest() == digest
    others = b"".join(table.streams[1])
    assert b"takes a move back" in others
    assert b"takes back:" not in others


def test_half_a_sealed_choice_can_be_taken_back_as_well():
    """Fox Grove's exchange: a card for the left, then one for the right."""
    table = Laid("fox_grove", {"players": 3}, humans=[0])
    for seat in (1, 2):
        table.put("bot", None, seat=seat, bot="random")
    table.start()
    digest = table.match.digest()
    table.move(0, table.match.legal(0)[0])
    assert 0 in table.match.acting()
    assert view(table.table, 0).undo
    table.do(0, m.Undo("x"))
    assert table.match.digest() == digest


def test_what_bots_would_refuse_is_not_offered():
    """Outfoxed: a card that was turned up stays known."""
    table = Laid("outfoxed", {}, humans=[0])
    table.put("bot", None, seat=1, bot="random")
    table.start()
    while table.match.acting() == [0] and not table.match.is_over:
        table.move(0, table.match.legal(0)[0])
        if view(table.table, 0).undo:
            assert isinstance(decide.decide(table.table, 0, m.Undo("x"))[0], Undo)
        else:
            refused("shown", table, 0, m.Undo("x"))


def test_each_is_told_how_many_of_its_own_lines_are_taken_back():
    """Oh, Fox!'s choice: who made it hears which, the others only that it lies there."""
    table = Laid("oh_fox", {"players": 3}).start()
    said = len(table.table.log)
    table.move(0, table.match.legal(0)[0])
    told = [item.audience for item in table.table.log[said:] if item.event]
    assert told
    table.do(0, m.Undo("x"))
    for audience in table.table.audiences:
        [line] = [item.phrase for item in table.table.fresh if item.audience >> audience & 1]
        assert line.parameters["lines"] == sum(heard >> audience & 1 for heard in told)


def test_after_another_seat_acted_the_others_are_asked():
    table = Laid("oh_fox", {"players": 3}).start()
    table.move(0, table.match.legal(0)[0])
    table.move(1, table.match.legal(1)[0])
    table.do(0, m.Undo("x"))
    assert view(table.table, 1).asking.waiting == [1, 2]
    table.do(1, m.Consent("x", True))
    assert table.match.number == 2
    table.do(2, m.Consent("x", True))
    assert table.match.number == 0


def test_one_who_does_not_agree_is_enough():
    table = Laid("oh_fox", {"players": 3}).start()
    table.move(0, table.match.legal(0)[0])
    table.move(1, table.match.legal(1)[0])
    table.do(0, m.Undo("x"))
    refused("asked-already", table, 2, m.Undo("x")) if table.table.has_undo(2) else None
    table.do(2, m.Consent("x", False))
    assert table.match.number == 2
    assert table.table.asking is None
    refused("not-asked", table, 1, m.Consent("x", True))


def test_a_second_seat_of_ones_own_is_not_asked():
    table = Laid("oh_fox", {"players": 3}, humans=[1])
    for seat in (0, 2):
        table.put("join", None, seat=seat, name="Mira", person="one and the same")
    table.start()
    for seat in (0, 2):
        table.move(seat, table.match.legal(seat)[0])
    table.do(0, m.Undo("x"))
    assert view(table.table, 0).asking.waiting == [1]
    refused("not-asked", table, 2, m.Consent("x", True))
    table.do(1, m.Consent("x", True))
    assert table.match.number == 0


def test_who_is_away_has_a_word_until_a_bot_plays_on_for_good():
    table = Laid("oh_fox", {"players": 3}, {"clock": "brisk"}).start()
    for _ in range(2):
        table.put("expired", 2)
    for seat in (0, 1):
        table.move(seat, table.match.legal(seat)[0])
    assert table.table.seats[2].away
    assert "Fox 2" in str(refused("absent", table, 0, m.Undo("x")))
    assert [view(table.table, seat).undo for seat in (0, 1)] == [False, True]
    table.do(1, m.Undo("x"))  # its own choice lies there alone: nobody has to agree
    table.do(2, m.Back("x"))
    table.move(1, table.match.legal(1)[0])
    table.do(0, m.Undo("x"))
    assert view(table.table, 0).asking.waiting == [1, 2]
    table.do(2, m.Leave("x"))
    table.do(0, m.Undo("x"))
    assert view(table.table, 0).asking.waiting == [1]


def test_a_no_holds_until_the_next_move_of_ones_own():
    table = Laid("fox_on_the_run", {"players": 2}).start()
    play_until(table, lambda: asks(table, 0))
    table.do(0, m.Undo("x"))
    table.do(1, m.Consent("x", False))
    refused("objected", table, 0, m.Undo("x"))
    assert not view(table.table, 0).undo
    while table.table.steps[-1].seat != 1 or not table.match.is_acting(1):
        table.step(random.Random(2))
        if table.table.steps[-1].seat == 0:
            break
        refused("objected", table, 0, m.Undo("x"))
    play_until(table, lambda: asks(table, 0))
    assert view(table.table, 0).undo
    assert table.table.objected[0] < table.table.last_step(0)


def test_nobody_is_asked_again_and_again():
    table = Laid("oh_fox", {"players": 4}).start()
    for seat in (0, 1):
        table.move(seat, table.match.legal(seat)[0])
    for _ in range(ASKS):
        table.do(0, m.Undo("x"))
        table.move(2, table.match.legal(2)[0])  # nobody has answered, and the table moves on
        table.do(2, m.Undo("x"))
    assert refused("asked-enough", table, 0, m.Undo("x"))
    assert not view(table.table, 0).undo
    again = folded(table.head, table.entries)
    with pytest.raises(Refused, match=f"{ASKS} times"):
        decide.decide(again, 0, m.Undo("x"))


def play_until(table, is_so):
    chance = random.Random(1)
    while not is_so():
        table.step(chance)


def asks(table, seat):
    """Whether this seat would have to ask to take its move back."""
    with contextlib.suppress(SkulkError):
        return isinstance(decide.decide(table.table, seat, m.Undo("x"))[0], AskUndo)


def test_a_move_made_meanwhile_ends_the_question():
    table = Laid("oh_fox", {"players": 4}).start()
    for seat in (0, 1):
        table.move(seat, table.match.legal(seat)[0])
    table.do(0, m.Undo("x"))
    table.move(2, table.match.legal(2)[0])
    assert table.table.asking is None


def test_bots_agree_as_long_as_nothing_was_shown():
    table = Laid("oh_fox", {"players": 2}, humans=[0])
    table.put("bot", None, seat=1, bot="random")
    table.start()
    table.move(0, table.match.legal(0)[0])
    table.put("move", 1, action=table.match.legal(1)[0], bot=True)
    refused("shown", table, 0, m.Undo("x"))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_seen_can_be_taken_back(game, figure):
    """Check 25: a move is free to take back only if every world that looked the same before would look the same now,
    and nobody else has acted."""
    variants, counted = load(game).variants, Counter()

    @settings(max_examples=times(20), deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.integers(0, len(variants) - 1), st.integers(0, 2**32), st.integers(0, 30))
    def evening(variant, seed, moves):
        table = Laid(game, variants[variant], seed=f"u{seed}", hears=False).start().wander(moves, seed)
        chance = random.Random(seed)
        for _ in range(5):
            if table.match.is_over:
                break
            if table.table.is_window:
                table.step(chance)
                continue
            seat = chance.choice(table.match.acting())
            seen = table.match.game.State.copy(table.match.seen(seat))
            action = chance.choice(table.match.legal(seat))
            table.move(seat, action)
            if table.match.is_over:
                break
            counted["moves"] += 1
            if isinstance(decide.decide(table.table, seat, m.Undo("x"))[0], Undo):
                counted["free"] += 1
                assert not learned(table, seen, seat, action, chance), "seen and taken back"
            others = [s for s in table.match.acting() if s != seat]
            if others and not table.table.is_window:
                table.move(others[0], chance.choice(table.match.legal(others[0])))
                if not table.match.is_over:
                    counted["acted"] += 1
                    assert isinstance(decide.decide(table.table, seat, m.Undo("x"))[0], AskUndo), (
                        "another seat has acted"
                    )

    evening()
    figure(25, f"{game}: {counted['free']} of {counted['moves']} moves free to take back, none had shown anything; "
               f"after another's act never ({counted['acted']})")  # fmt: skip


def learned(table, seen, seat, action, chance):
    """Whether the seat would see something else in another world that looked the same before its move."""
    game = table.match.game
    now = game.State.pack(table.match.seen(seat))
    for _ in range(8):
        state = game.redeal(seen, seat, game.dealer(chance.getrandbits(60)))
        game.rules.play(state, seat, action, game.dealer(chance.getrandbits(60)))
        if game.State.pack(game.see(state, seat)) != now:
            return True
    return False


def test_a_drawn_tile_is_shown():
    """Fox on the Run: whoever turns a tile over has seen it."""
    for seed in range(50):
        table = Laid("fox_on_the_run", {"players": 2}, seed=f"{seed}", hears=False).start()
        table.step(random.Random(seed))
        if any(move.events and "reveal" in str(move.text) for move in table.match.moves):
            assert has_revealed(table.match, 0, table.match.moves[0].seat)


# ---- seats


def asking(id="reynard-the-fox-1", name="Reynard", seat=None):
    return m.Join(id, name, seat)


def sit_down(table, wanted, *persons):
    """Somebody joins: the seat, or None where the table is asked first."""
    seat, drafts = decide.join(table.table, wanted, persons)
    for draft in drafts:
        table.enter(draft, None)
    return seat if drafts and isinstance(drafts[0], Join) else None


def not_let_in(code, table, wanted, *persons):
    with pytest.raises(Refused) as error:
        decide.join(table.table, wanted, persons)
    assert error.value.code == code


def test_who_leaves_is_played_by_a_bot_until_somebody_takes_the_seat():
    table = Laid("oh_fox", {"players": 3}, {"friends": True}).start()
    table.do(1, m.Leave("x"))
    assert table.table.seats[1].kind == "bot"
    assert table.table.seats[1].free
    assert sit_down(table, asking()) == 1
    assert table.table.seats[1].name == "Reynard"
    not_let_in("full", table, asking("one-too-many-of-us"))


def test_a_seat_of_a_running_game_is_taken_over_when_all_people_agree():
    table = Laid("oh_fox", {"players": 4}).start()
    table.do(1, m.Leave("x"))
    assert sit_down(table, asking()) is None
    assert sit_down(table, asking()) is None, "asking again with the same id changes nothing"
    not_let_in("knocked", table, asking("somebody-else-here"))
    assert [(k.seat, k.name, k.waiting) for k in view(table.table, SPECTATOR).knocks] == [(1, "Reynard", [0, 2, 3])]
    for seat in (0, 2):
        table.do(seat, m.Admit("x", 1, True))
        refused("not-asked", table, seat, m.Admit("x", 1, True))
    assert sit_down(table, asking()) is None
    table.do(3, m.Admit("x", 1, True))
    assert table.table.seats[1].kind == "bot", "the bot plays on until they come"
    assert sit_down(table, asking()) == 1
    assert view(table.table, 0).knocks == []
    again = folded(table.head, table.entries)
    assert (again.seats, again.sat, again.knocked) == (table.table.seats, table.table.sat, table.table.knocked)


def test_one_no_is_enough_and_holds():
    table = Laid("oh_fox", {"players": 4}).start()
    table.do(1, m.Leave("x"))
    sit_down(table, asking(), "reynard")
    table.do(0, m.Admit("x", 1, True))
    table.do(2, m.Admit("x", 1, False))
    not_let_in("not-admitted", table, asking())
    not_let_in("not-admitted", table, asking("under-another-id-1"), "reynard")
    for number in range(2):
        sit_down(table, asking(f"another-stranger-{number}"))
        table.do(0, m.Admit("x", 1, False))
    not_let_in("not-admitted", table, asking("the-fourth-of-them"))


def test_who_is_away_is_asked_too_and_who_has_left_is_not():
    table = Laid("oh_fox", {"players": 3}, {"clock": "brisk"}).start()
    table.do(1, m.Leave("x"))
    for _ in range(2):
        table.put("expired", 2)
    sit_down(table, asking())
    table.do(0, m.Admit("x", 1, True))
    assert sit_down(table, asking()) is None
    table.do(2, m.Leave("x"))
    assert sit_down(table, asking()) == 1, "all who are left have agreed"


def test_where_only_bots_are_left_nobody_has_to_agree():
    table = Laid("oh_fox", {"players": 2}).start()
    for seat in (0, 1):
        table.do(seat, m.Leave("x"))
    assert sit_down(table, asking(seat=1)) == 1


def test_whoever_has_sat_takes_no_other_hand_at_that_table():
    """From bot seat to bot seat, each hand looked at; and an opponent's seat when they have left."""
    table = Laid("sly_fox", {"players": 4}, humans=[])
    for seat, person in enumerate(["mira", "olek", "ada"]):
        table.put("join", None, seat=seat, name=person, person=person)
    table.start()
    not_let_in("seated", table, asking(), "mira")
    table.do(1, m.Leave("x"))
    not_let_in("has-sat", table, asking(seat=3), "olek")
    not_let_in("seated", table, asking(seat=1), "another browser", "ada")
    assert sit_down(table, asking(), "olek") == 1, "back to one's own seat, unasked"
    table.do(1, m.Leave("x"))
    sit_down(table, asking("reynard-comes-later"), "reynard")
    for seat in (0, 2):
        table.do(seat, m.Admit("x", 1, True))
    assert sit_down(table, asking("reynard-comes-later"), "reynard") == 1
    table.do(1, m.Leave("x"))
    not_let_in("has-sat", table, asking(seat=1), "olek")


def test_among_friends_seats_are_swapped():
    table = Laid("sly_fox", {"players": 4}, {"friends": True}, humans=[])
    for seat, person in enumerate(["mira", "olek"]):
        table.put("join", None, seat=seat, name=person, person=person)
    table.start()
    table.do(1, m.Leave("x"))
    assert sit_down(table, asking(seat=3), "olek") == 3


def test_before_the_deal_one_person_has_one_seat():
    table = Laid("oh_fox", {"players": 3}, humans=[])
    assert sit_down(table, asking(), "mira") == 0
    not_let_in("seated", table, asking("the-same-once-more"), "mira")
    table.do(0, m.Leave("x"))
    assert sit_down(table, asking("another-place-now-1", seat=2), "mira") == 2


def test_time_that_runs_out_once_costs_a_decision_and_twice_the_seat():
    """T10. The log shows it; the seat can be taken back."""
    table = Laid("oh_fox", {"players": 2}, {"clock": "brisk"}).start()
    table.put("expired", 0)
    refused("away", table, 0, m.Move("x", table.match.legal(0)[0]))
    table.put("move", 0, action=table.match.legal(0)[0], bot=True)
    assert not table.table.seats[0].is_played_by_bot
    table.move(1, table.match.legal(1)[0])
    table.put("expired", 0)
    assert table.table.seats[0].away
    assert b"sits in until Fox 0 returns" in b"".join(table.streams[1])
    table.do(0, m.Back("x"))
    table.move(0, table.match.legal(0)[0])
    assert table.table.seats[0].expiries == 0


def test_the_lobby_closes_with_the_deal():
    table = Laid("oh_fox", {"players": 2}).start()
    for command in (m.Start("x"), m.GiveShare("x", "late"), m.SitBot("x", 1, "random")):
        refused("begun", table, 0, command)
    refused("not-over", table, 0, m.Rematch("x"))


def test_every_seats_share_changes_the_deal():
    deals = set()
    for share in ("a", "b"):
        table = Laid("sly_fox", {"players": 4})
        table.do(2, m.GiveShare("x", share))
        table.start()
        deals.add(table.match.digest())
    assert len(deals) == 2


def test_people_are_called_by_their_names():
    table = Laid("sly_fox", {"players": 4})
    for seat, name in enumerate(["Mira", "Olek", "Mira"]):
        table.do(seat, m.Rename("x", name))
    table.do(3, m.Leave("x"))
    assert table.table.names == ["Mira", "Olek", "Mira 2", "Seat 4"]
    table.put("join", None, seat=3, name="Ada")
    table.start().wander(30, 3)
    lines = [line["text"] for line in json.loads(m.encode(welcome(table.table, 0)))["log"] if line["of"] == "game"]
    assert any("Mira 2" in line for line in lines)
    assert any("Ada" in line for line in lines)
    assert not any(re.search(r"(fox|seat) \d", line, re.IGNORECASE) for line in lines), lines


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Mira", "Mira 2"),
        ("  mIRA ", "mIRA 2"),
        ("Ｍｉｒａ", "Ｍｉｒａ 2"),
        ("M i r a", "M i r a 2"),
        ("Мirа", "Мirа 2"),
        ("Mi\u200bra\ufe0f", "Mira\ufe0f 2"),
        ("Olek", "Olek"),
        ("\u3164", "Somebody"),
        ("\u2800\u2800", "Somebody"),
        ("\u115f\u1160\uffa0 \u034f", "Somebody"),
        ("\u0301", "Somebody"),
        ("Seat 3", "Seat 3 2"),
        ("Mira with a name so long", "Mira with a name so long"),
    ],
)  # fmt: skip
def test_nobody_is_called_like_another_at_the_table_or_by_nothing(name, called):
    table = Laid("sly_fox", {"players": 4}, humans=[])
    table.put("join", None, seat=3, name="Mira")
    _, drafts = decide.join(table.table, m.Join("whoever-comes-next", name, 0))
    assert drafts[0].name == called
    table.put("join", None, seat=0, name="Kit")
    table.do(0, m.Rename("x", name))
    assert table.table.seats[0].name == called
    assert table.table.seats[3].name == "Mira", "who was there first keeps the name"


@pytest.mark.parametrize("name", ["Bot fox", "bot  VIXEN", "ＢＯＴ fox", "Воt fox", "b0t fox", "BotFox", "Bot"])
def test_people_are_not_called_like_bots(name):
    table = Laid("oh_fox", {"players": 2}, humans=[0])
    if name == "Bot":
        table.do(0, m.Rename("x", name))  # a nickname; no bot is called so
    else:
        refused("bad-name", table, 0, m.Rename("x", name))
        not_let_in("bad-name", table, asking(name=name))


def test_refusals_speak_of_people_too():
    table = Laid("fox_on_the_run", {"players": 2}).start()
    error = refused("not-your-turn", table, 1, m.Move("x", 0))
    assert str(error) == "Fox 1 is not asked to move now"
    error = refused("illegal-move", table, 0, m.Move("x", 0))
    assert (str(error), error.rule) == ("Fox 0 cannot step north: Indigo would leave the board (R9)", "R9")
    with pytest.raises(Refused, match="Fox 1 sits there"):
        decide.join(table.table, m.Join("late-as-ever-12345", "Late", 1))


# ---- the fold


@pytest.mark.parametrize("game", GAMES)
def test_the_journal_folds_to_the_same_table(game):
    """Check 19: every state on the way, in another fold."""
    for seed, options in enumerate(load(game).variants[: times(2, 20)]):
        table = Laid(game, options, seed=f"f{seed}", hears=False).start().wander(60, seed)
        again = folded(table.head, table.entries)
        assert again.match.digest() == table.match.digest()
        assert again.numbers == table.table.numbers
        assert [move.before for move in again.match.moves] == [move.before for move in table.match.moves]


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_verifies_and_a_changed_bit_is_caught(game, figure):
    """Check 24."""
    table = Laid(game, load(game).variants[0], hears=False).start().wander(10_000, 5)
    assert table.match.is_over
    assert json.loads(m.encode(view(table.table, SPECTATOR)))["fair"]["seed"] == "seed"
    text = game_file(table.table)
    assert verify(text, table.table.commitment, {0: "share 0"}).digest() == table.match.digest()
    chance, data = random.Random(game), text.encode()
    for _ in range(times(8, 100)):
        bad = bytearray(data)
        bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(7)
        with pytest.raises(SkulkError):
            verify(bad.decode(), table.table.commitment)
    figure(24, f"{game}: a game of {table.match.number} moves verifies; {times(8, 100)} changed bits, all caught")
    with pytest.raises(SkulkError, match="promise"):
        verify(text, "0" * 64)
    with pytest.raises(SkulkError, match="share"):
        verify(text, shares={0: "other"})
