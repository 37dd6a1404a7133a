"""A saved match is played through again; what is damaged is named, and where."""

import json
import pickle
from copy import copy, deepcopy

import pytest

from skulk.engine import BadSave, Match, SkulkError, UnknownGame, load, names
from tests.engine.matches import DEN, FOX, ONES, both_games, some_moves, story

HOMES = {"Indigo": 0, "Scarlet": 24, "Zev": 18, "Puffer": 18, "Raffles": 20, "Napoleon": 4}


@both_games
@pytest.mark.parametrize("count", [0, 1, 1000])
def test_a_saved_match_is_loaded_and_played_on(game, count):
    options = game.variants[-1]
    match = some_moves(Match(game, options, seed=6, shares=("x", "y")), count)
    again = Match.load(match.save(), game)
    assert story(again) == story(match)
    assert again.save() == match.save()
    assert story(some_moves(again, 5)) == story(some_moves(match, 5))


def test_a_save_names_game_options_box_and_version_and_reads_line_by_line():
    match = some_moves(Match(FOX, {"players": 3}, seed=6, shares=("x",)), 2)
    saved = json.loads(match.save())
    assert {name: saved[name] for name in ("skulk", "game", "version", "box", "seed", "shares")} == {
        "skulk": 2,
        "game": "fox_on_the_run",
        "version": FOX.version,
        "box": "own",
        "seed": "6",
        "shares": ["x"],
    }
    assert saved["options"]["players"] == 3
    for number, (seat, action, words, digest) in enumerate(saved["moves"]):
        assert (seat, action, words) == match.moves[number][:3]
        assert json.dumps([seat, action, words, digest]) in match.save().split("\n")[-5 - (1 - number)]


def test_a_save_without_a_game_given_opens_it_by_name():
    match = some_moves(Match(FOX, seed=6), 3)
    assert Match.load(match.save()).game is FOX
    start, moves = Match.start_of(match.save())
    assert (start.number, len(moves)) == (0, 3)
    assert story(start) == story(Match(FOX, seed=6))


SAVED = some_moves(Match(FOX, seed=6), 3).save()


def damaged(**changed):
    """The saved match with some of its parts replaced; `...` takes one out."""
    parts = {**json.loads(SAVED), **changed}
    return json.dumps({name: value for name, value in parts.items() if value is not ...})


def with_move(number, **changed):
    """The saved match with one move changed: seat, action, words or digest."""
    moves = json.loads(SAVED)["moves"]
    for place, name in enumerate(("seat", "action", "words", "digest")):
        moves[number - 1][place] = changed.get(name, moves[number - 1][place])
    return damaged(moves=moves)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no saved match: Expecting value: line 1 column 1"),
        (SAVED[: len(SAVED) // 2], "no saved match: .* line [0-9]+ column"),
        (SAVED[:-4], "no saved match: .* line [0-9]+ column"),
        (SAVED.replace(",", ";", 1), "no saved match: .* line 2 column"),
        ("[" * 100_000, "no saved match"),
        ("[]", "does not say 'skulk'"),
        ("null", "does not say 'skulk'"),
        (damaged(skulk=...), "does not say 'skulk'"),
        (damaged(skulk=3), "saved in format 3; this version reads format 2"),
        *(
            (damaged(**{part: ...}), f"'{part}' is missing or is not a")
            for part in json.loads(SAVED)
            if part not in ("skulk", "made")
        ),
        (damaged(seed=6), "'seed' is missing or is not a str"),
        (damaged(moves={}), "'moves' is missing or is not a list"),
        (damaged(version="0"), "saved with version '0' of fox_on_the_run; this is '1'"),
        (damaged(box="abc"), "saved with box 'abc' of fox_on_the_run; this is 'own'"),
        (damaged(options={"players": 7}), "damaged: option 'players' takes 2 to 6, not 7"),
        (damaged(options={"hens": 7}), "damaged: there is no option 'hens'"),
        (damaged(options={"players": 5}), "damaged: fox_on_the_run: 5 players need the expansion"),
        (damaged(position={"mover": "Goose"}), "damaged: fox_on_the_run: .*Goose"),
        (damaged(position=3), "damaged: fox_on_the_run: a position is an object"),
        (damaged(seed="7"), "damaged at move 1: it leads to another position"),
        (damaged(shares=["x"]), "damaged at move 1: it leads to another position"),
        (damaged(moves=json.loads(SAVED)["moves"][1:], made=2), "damaged at move 1: "),
        (damaged(moves=json.loads(SAVED)["moves"][:2]), "it holds 2 moves, but 3 were made"),
        (damaged(moves=[]), "it holds 0 moves, but 3 were made"),
        (damaged(made=...), "it holds 3 moves, but it does not say how many were made"),
        (damaged(made="3"), "it holds 3 moves, but '3' were made"),
        (damaged(moves=[[0, 1, "step east"]], made=1), r"at move 1: it must be \[seat, action, words, digest\]"),
        (damaged(moves=["step east"], made=1), "at move 1: it must be"),
        (with_move(2, seat="1"), "at move 2: it must be"),
        (with_move(2, action=True), "at move 2: it must be"),
        (with_move(2, seat=0), "damaged at move 2: seat 0 is not asked"),
        (with_move(2, seat=5), "damaged at move 2: there is no seat 5"),
        (with_move(2, action=999), "damaged at move 2: 999 is not a move"),
        (with_move(1, action=0), r"damaged at move 1: seat 0 cannot step north: .*\(R9\)"),
        (with_move(1, digest="0" * 16), "damaged at move 1: it leads to another position"),
        (with_move(3, digest=""), "damaged at move 3: it leads to another position"),
        (with_move(2, words="step north"), "damaged at move 2: it says 'step north', but that was '"),
        (damaged(resigned=0), "'resigned' is not a list"),
        (damaged(resigned=[9]), r"nobody can have given the game up so: \[9\]"),
    ],
)
def test_a_damaged_save_is_refused_with_what_and_where(text, words):
    with pytest.raises(BadSave, match=words):
        Match.load(text, FOX)


def test_a_save_from_before_moves_were_counted_is_read():
    assert Match.load(damaged(skulk=1, made=...), FOX).number == 3


def test_another_legal_move_than_was_saved_is_noticed():
    match = Match(FOX, seed=6)
    saved = json.loads(SAVED)["moves"][0][1]
    other = next(action for action in match.legal(0) if action != saved)
    with pytest.raises(SkulkError, match="damaged at move 1: it leads to another position"):
        Match.load(with_move(1, action=other), FOX)


def test_a_save_of_another_game_is_refused():
    with pytest.raises(UnknownGame, match="no game 'goose'"):
        Match.load(damaged(game="goose"))
    with pytest.raises(SkulkError, match="saved with game 'fox_on_the_run'"):
        Match.load(SAVED, DEN)


def test_a_save_of_another_box_needs_that_box():
    boxed = load("fox-on-the-run", {"HOMES": HOMES})
    match = some_moves(Match(boxed, {"expansion": "on"}, seed=1), 5)
    assert json.loads(match.save())["box"] == boxed.box
    assert story(Match.load(match.save(), boxed)) == story(match)
    with pytest.raises(SkulkError, match=f"saved with box '{boxed.box}'"):
        Match.load(match.save())


# ---- copies


@pytest.mark.parametrize("copied", [deepcopy, copy, lambda match: pickle.loads(pickle.dumps(match))])
@pytest.mark.parametrize("name", names())
def test_a_copy_is_played_on_by_itself(name, copied):
    match = some_moves(Match(name, seed=3), 12)
    before, twin = story(match), copied(match)
    assert (story(twin), twin.game) == (before, match.game)
    some_moves(twin, 5)
    assert story(match) == before
    assert story(twin) == story(some_moves(match, 5)), "both go on in the same way"


def test_a_script_goes_on_in_a_copy_where_it_was():
    match = Match(DEN, seed=1, script=[ONES])
    twin = deepcopy(match)
    assert story(some_moves(twin, 8)) == story(some_moves(match, 8))


def test_a_record_and_a_game_of_another_box_are_pickled_too():
    boxed = load("fox-on-the-run", {"HOMES": HOMES})
    state = Match(boxed, seed=1).state
    assert pickle.loads(pickle.dumps(boxed)) is boxed
    assert pickle.loads(pickle.dumps(DEN)) is DEN
    assert pickle.loads(pickle.dumps(state)) == state


def test_a_program_may_leave_the_words_out():
    assert Match.load(with_move(2, words="")).digest() == Match.load(SAVED).digest()
