"""A match: what is asked, what is refused, what each seat hears, and how it is taken back."""

import numpy as np
import pytest

from skulk.engine import (
    SPECTATOR,
    BadOption,
    BrokenContract,
    GameOver,
    IllegalMove,
    Match,
    NothingToUndo,
    NotOver,
    NotYourTurn,
    SkulkError,
    UnknownGame,
    UnknownMove,
    load,
    names,
)
from skulk.engine.match import chance
from tests.engine.matches import DEN, FOX, ONES, both_games, bytes_of, some_moves, story

# ---- a table is laid


def test_a_new_match_asks_somebody_who_may_do_something():
    match = Match("fox-on-the-run", seed=1)
    assert (match.number, match.is_over, match.players, match.pace()) == (0, False, 2, "turn")
    assert match.acting() == [0]
    assert [match.is_acting(seat) for seat in (0, 1, SPECTATOR)] == [True, False, False]
    assert [match.say(0, action) for action in match.legal(0)] == ["step east", "step south", "step southeast"]
    assert match.legal(1) == []


def test_several_may_be_asked_at_once():
    match = Match(DEN, seed=1)
    assert (match.pace(), match.acting()) == ("sealed", [0, 1, 2])
    match.play(2, match.legal(2)[0])
    assert match.acting() == [0, 1]
    assert match.legal(2) == []


def test_options_are_kept_in_full_and_in_words():
    assert Match(DEN, {"players": "2"}).options == {"players": 2}
    assert Match(FOX, {"expansion": True}).options["raffles_side"] == "guardians"
    with pytest.raises(BadOption, match="'players' takes 2 to 3, not 9"):
        Match(DEN, {"players": 9})


# ---- chance


@both_games
def test_the_same_seed_and_shares_give_the_same_match(game):
    first, second = (some_moves(Match(game, seed=7, shares=("a", "b")), 30) for _ in range(2))
    assert story(first) == story(second)
    assert story(first) == story(some_moves(Match(game, seed="7", shares=("a", "b")), 30)), "7 and '7' are one seed"


@both_games
def test_another_seed_or_any_other_share_gives_another_match(game):
    deals = [("7", ()), ("8", ()), ("7", ("a",)), ("7", ("b",)), ("7", ("a", "b")), ("7", ("b", "a")), ("7", ("ab",))]
    assert len({bytes_of(Match(game, seed=seed, shares=shares)) for seed, shares in deals}) == len(deals)


def test_every_command_has_chance_of_its_own():
    numbers = [chance(seed, shares, n) for seed in "xy" for shares in ((), ("x",), ("xy",)) for n in range(50)]
    assert len(set(numbers)) == 300
    assert all(-(2**63) <= number < 2**63 for number in numbers)
    assert chance("x", (), 1) == 6731164919683423066, "saved matches hang on this number"


def test_move_k_is_dealt_by_command_k_and_the_table_by_command_0():
    match = Match(DEN, seed="x", shares=("y",))
    assert bytes_of(match) == DEN.State.pack(DEN.setup({}, DEN.dealer(chance("x", ("y",), 0))))
    for number in (1, 2, 3):
        some_moves(match, 1)
        assert match.dealer.rng == chance("x", ("y",), number), "no move of Den asks for chance"


def test_without_a_seed_every_match_is_another():
    assert len({Match(DEN).seed for _ in range(5)}) == 5


# ---- moves


def test_a_move_is_a_number_or_words():
    match, twin = Match(FOX, seed=1), Match(FOX, seed=1)
    assert match.play(0, match.legal(0)[0]) == twin.play(0, "  Step   EAST ")
    assert story(match) == story(twin)
    assert match.moves[0].text == "step east"


@pytest.mark.parametrize(
    ("seat", "move", "refusal", "words"),
    [
        (0, "lay 0", IllegalMove, r"seat 0 cannot lay 0: not now \(R1\)"),
        (0, 0, IllegalMove, r"seat 0 cannot lay 0: not now \(R1\)"),
        (0, "fly", UnknownMove, '"fly" is not a move in den; moves now look like "lay 1"'),
        (0, "", UnknownMove, '"" is not a move'),
        (0, 7, UnknownMove, "7 is not a move in den: actions are 0 to 6"),
        (0, -1, UnknownMove, "-1 is not a move"),
        (0, True, UnknownMove, "True is not a move"),
        (0, 1.0, UnknownMove, "1.0 is not a move"),
        (0, None, UnknownMove, "None is not a move"),
        (1, "pass", NotYourTurn, "seat 1 is not asked to move now"),
        (3, "pass", NotYourTurn, "no seat 3 at this table of 3"),
        (-1, "pass", NotYourTurn, "no seat -1"),
        (SPECTATOR, "pass", NotYourTurn, "no seat 31"),
        ("0", "pass", NotYourTurn, "no seat '0'"),
        (True, "pass", NotYourTurn, "no seat True"),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(seat, move, refusal, words):
    match = Match(DEN, seed="refused", position=DEN.words.position(DEN.setup({}, DEN.dealer(script=[ONES]))))
    match.play(1, match.legal(1)[0])
    before = story(match)
    with pytest.raises(refusal, match=words) as refused:
        match.play(seat, move)
    assert isinstance(refused.value, SkulkError)
    assert story(match) == before
    assert refused.value.rule == ("R1" if refusal is IllegalMove else "")


@both_games
def test_after_the_end_nothing_is_asked_or_allowed(game):
    match = some_moves(Match(game, seed=3), 1000)
    assert match.is_over
    assert match.acting() == []
    assert match.legal(0) == []
    assert len(match.returns()) == len(match.result()["ranks"]) == match.players
    before = story(match)
    with pytest.raises(GameOver, match="no more moves"):
        match.play(0, 0)
    assert story(match) == before


@both_games
def test_before_the_end_there_is_no_result(game):
    match = some_moves(Match(game, seed=3), 4)
    with pytest.raises(NotOver, match=rf"{game.name} is not over after 4 moves: there is no result yet"):
        match.result()
    with pytest.raises(NotOver, match="there are no returns yet"):
        match.returns()


@pytest.mark.parametrize("name", names())
def test_returns_are_fractions_from_minus_one_to_one(name):
    game = load(name)
    for variant in (game.variants[0], game.variants[-1]):
        match = some_moves(Match(game, variant, seed=3), 5000)
        assert {type(value) for value in match.returns()} == {float}
        assert all(-1 <= value <= 1 for value in match.returns())


def test_a_game_that_counts_beyond_a_win_is_refused(monkeypatch):
    match = some_moves(Match(DEN, seed=3), 1000)

    def returns(state, out):
        out[:] = [3.0, -1.5, -1.5]

    monkeypatch.setattr(DEN.rules, "returns", returns)
    with pytest.raises(BrokenContract, match=r"den: returns are 2 × the share of the win − 1, from −1 to 1, not \[3.0"):
        match.returns()


# ---- short names


@pytest.mark.parametrize(
    ("game", "position", "text", "move"),
    [
        ("fox_on_the_run", {}, "southeast", "step southeast"),
        ("fox_on_the_run", {}, "  SOUTHEAST ", "step southeast"),
        ("oh_fox", {}, "S:N", "single north"),
        ("oh_fox", {}, "x", "stop"),
        ("oh_fox", {}, "double   east", "double east"),
        ("outfoxed", {"decision": "FOX_TURN"}, "north", "step north"),
    ],
)
def test_a_short_name_is_taken_where_it_is_clear(game, position, text, move):
    match = Match(game, seed=1, position=position)
    seat = match.acting()[0]
    assert match.say(seat, match.parse(seat, text)) == move
    if text.split() != move.split():
        with pytest.raises(UnknownMove, match=f'"{text}" is not a move'):
            match.parse(seat, text, short=False)


def test_a_card_is_enough_where_it_can_do_one_thing():
    match = Match("fox_grove", {"players": 2}, seed=2)
    while match.pace() != "turn":
        match.play(match.acting()[0], match.legal(match.acting()[0])[0])
    seat = match.acting()[0]
    for action in match.legal(seat):
        card = match.say(seat, action).split()[1]
        assert match.parse(seat, card) == match.parse(seat, card.lower()) == action


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("east", r'"east" is not clear: it may be "single east", "double east", "move-stop east" or "trigger east"'),
        ("it", '"it" is not a move'),
        ("4", '"4" is not a move'),
        ("-1", '"-1" is not a move'),
        ("", '"" is not a move'),
    ],
)
def test_what_is_not_clear_is_refused_with_what_it_may_be(text, words):
    match = Match("oh_fox", seed=1)
    before = story(match)
    with pytest.raises(UnknownMove, match=words):
        match.play(0, text)
    assert story(match) == before


def test_a_short_name_of_what_may_not_be_done_says_why():
    match = Match("oh_fox", seed=1, position={"rows": ["M:N", "X"]})
    with pytest.raises(IllegalMove, match="R8"):
        match.play(0, "m:e")


# ---- what is heard


def test_each_seat_hears_what_it_may_since_any_move():
    match = some_moves(Match(FOX, {"expansion": "on", "raffles_side": "random"}, seed=5), 4)
    assert [match.tell(event) for event in match.opening] == [match.tell(event) for event in match.events()[:1]]
    assert len(match.opening) == 1, "R50: which side Raffles takes is called out before the first move"
    called = [event for move in match.moves for event in move.events]
    assert match.events(0) == [*match.opening, *called], "nothing is hidden in Fox on the Run"
    assert match.events(0, since=3) == match.moves[3].events
    assert match.events(0, since=4) == []


def test_a_secret_is_heard_by_its_owner_alone():
    match = Match(DEN, {"players": 2}, seed=2)
    while match.pace() != "turn":
        match.play(match.acting()[0], match.legal(match.acting()[0])[0])
    drawer, since = match.acting()[0], match.number
    [own, others] = match.play(drawer, "draw")
    assert match.events(drawer, since) == [own]
    assert match.events(1 - drawer, since) == match.events(SPECTATOR, since) == [others]
    assert own.numbers[1] != others.numbers[1]


def test_what_was_seen_is_up_to_date_after_a_move_and_after_undo():
    match = Match(DEN, seed=1)
    seen = match.seen(0)
    assert match.seen(0) is seen, "looked up once"
    match.play(0, match.legal(0)[0])
    assert match.seen(0).answer[0] == match.moves[0].action
    match.undo()
    assert DEN.State.pack(match.seen(0)) == DEN.State.pack(seen)


# ---- taking back


@both_games
def test_undo_goes_back_to_the_start_byte_by_byte(game):
    match = Match(game, seed=11)
    states = [bytes_of(match)]
    while match.number < 40 and not match.is_over:
        some_moves(match, 1, seed=match.number)
        states.append(bytes_of(match))
    for number in reversed(range(match.number)):
        assert bytes_of(match) == states.pop()
        assert match.undo().seat in range(match.players)
        assert match.number == number
    assert story(match) == story(Match(game, seed=11))
    with pytest.raises(NothingToUndo, match="no move to take back"):
        match.undo()


def test_a_move_taken_back_and_made_again_has_the_same_outcome():
    match = some_moves(Match(FOX, seed=4), 8)
    before = story(match)
    last = match.undo()
    match.play(last.seat, last.action)
    assert story(match) == before


# ---- seats that are none


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seat", [True, np.True_, None, -1, 9, "x", 1.0], ids=repr)
def test_what_is_no_seat_sees_nothing(name, seat):
    """A comparison used as a seat once saw every hand."""
    match = Match(name, seed=1)
    for ask in (match.seen, match.legal, match.table, match.events, match.offers, match.asked, match.is_acting):
        with pytest.raises(NotYourTurn, match="has seats 0 to"):
            ask(seat)
    with pytest.raises(NotYourTurn):
        match.game.see(match.state, seat)


def test_a_seat_may_be_a_number_of_numpys():
    match = Match("sly_fox", seed=1)
    assert match.seen(np.int64(1)) == match.seen(1)
    assert match.seen(1) != match.seen(0)
    assert match.seen(0) != "a record"


@pytest.mark.parametrize("game", [3, None, ["fox_grove"]], ids=repr)
def test_what_is_no_game_is_refused(game):
    with pytest.raises(UnknownGame, match="a game is named by words"):
        Match(game)


@pytest.mark.parametrize("options", [3, "players=2", ["players"]], ids=repr)
def test_options_are_named(options):
    with pytest.raises(BadOption, match="options are named"):
        Match("fox_grove", options)


def test_nobody_is_asked_in_a_state_that_is_over():
    game = load("fox_on_the_run")
    match = Match(game, {"turn_limit": 40}, seed=2)
    while not match.is_over:
        seat = match.acting()[0]
        match.play(seat, match.legal(seat)[0])
    assert game.acting(match.state) == []


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("action", [9999, -1, None, "x", 1.5, True])
def test_what_is_no_action_has_no_words(name, action):
    match = Match(name, seed=1)
    with pytest.raises(UnknownMove, match=f"is not a move in {name}: actions are 0 to {match.game.actions - 1}"):
        match.say(0, action)
    assert match.say(0, np.int64(0)) == match.say(0, 0)


@pytest.mark.parametrize("seed", [True, 1.5, -1, b"x", [1], float("nan")])
def test_a_seed_is_text_or_a_whole_number(seed):
    with pytest.raises(BadOption, match="a seed is text or a whole number from 0 on, not "):
        Match(DEN, seed=seed)
    assert Match(DEN, seed=np.int64(7)).seed == Match(DEN, seed=7).seed == "7"


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"shares": "ab"}, "shares are a tuple of texts, not 'ab'"),
        ({"shares": [1]}, r"shares are a tuple of texts, not \[1\]"),
        ({"shares": None}, "shares are a tuple of texts, not None"),
        ({"script": 5}, "a script is a list of what chance brings, not 5"),
        ({"script": "ab"}, "a script is a list of what chance brings, not 'ab'"),
    ],
)
def test_what_chance_is_made_of_is_read_with_care(how, words):
    with pytest.raises(BadOption, match=words):
        Match(DEN, seed=1, **how)


@pytest.mark.parametrize("seats", [None, "0", [], [[0]], [0, 7], -1, True])
def test_who_gives_up_sits_at_the_table(seats):
    match = Match(DEN, seed=1)
    with pytest.raises(NotYourTurn, match=f"no such seats at this table of {match.players}"):
        match.resign(seats)
    assert not match.is_over


def test_one_seat_gives_up_by_its_number():
    match = Match(DEN, seed=1)
    match.resign(0)
    assert match.result()["resigned"] == [0]


@pytest.mark.parametrize("language", ["fr", None, "../engine/en"])
def test_a_language_that_nobody_wrote_is_refused(language):
    match = Match("outfoxed", seed=1)
    with pytest.raises(BadOption, match=r"outfoxed has no texts in .*; it has de, en"):
        match.game.text(match.phrase(0, 0), language)


@pytest.mark.parametrize("since", [-1, "a", 1.5])
def test_events_are_asked_for_from_a_number_on(since):
    with pytest.raises(BadOption, match="from a move number on"):
        Match(DEN, seed=1).events(0, since)


def test_words_are_text():
    with pytest.raises(UnknownMove, match="a move in words is text, not 5"):
        Match(DEN, seed=1).parse(0, 5)


@pytest.mark.parametrize(
    ("refused", "rule"),
    [
        (lambda: Match("outfoxed", position={"fox": "1,3"}), "R69"),
        (lambda: Match("sly_fox", {"players": 7}), "R79"),
        (lambda: load("fox-on-the-run", {"TILES": [["N", 4]]}), "R28"),
        (lambda: Match("outfoxed", {"players": 5}), ""),
    ],
)
def test_a_refusal_tells_programs_the_rule_that_it_cites(refused, rule):
    with pytest.raises(SkulkError) as error:
        refused()
    assert error.value.rule == rule
    assert f"({rule})" in str(error.value) or not rule
