"""Whole sittings at a terminal, typed by script; what one seat may not see never reaches its screen."""

import io
import json
import re

import pytest
from rich.console import Console

from bench.leduc import GAME as LEDUC
from skulk import bots
from skulk.engine import SPECTATOR, BadOption, BadSave, Match, SkulkError, load, names
from skulk.terminal import plain, rulebook, view
from skulk.terminal.play import Sitting, keep, seat_kinds
from skulk.terminal.replay import Replay
from skulk.terminal.screen import Screen, numbered, spell_out
from tests.den import GAME as DEN

ALONE = re.compile(r"seat (\d): press Enter when you are alone at the screen")


def screen(*typed, live=False):
    """A screen of 100 × 40 with these lines typed; `live` as a real terminal would be."""
    console = Console(file=io.StringIO(), width=100, height=40, force_terminal=live, color_system=None)
    return Screen(console, io.StringIO("".join(line + "\n" for line in typed)))


def sit(match, seats, *typed, path=None, live=False):
    """Play the match with these lines typed; the sitting, and everything that was shown."""
    kinds = seats.split(",")
    sitting = Sitting(match, kinds, screen(*typed, live=live), path)
    sitting.run()
    return sitting, sitting.screen.console.file.getvalue()


# ---- whole games


@pytest.mark.parametrize("name", names())
def test_a_whole_game_by_numbers_against_random_bots(name):
    match = Match(name, seed=3)
    seats = ",".join(["human", *["random"] * (match.players - 1)])
    _, shown = sit(match, seats, *["1"] * 3000)
    assert match.is_over
    assert "· the end" in shown
    assert match.game.text(match.result()["reason"]) in shown
    assert "▌!" not in shown


@pytest.mark.parametrize("name", names())
def test_an_ordinary_turn_fits_the_page(name):
    """100 × 40: the table with its moves, at nearly every question of a random game."""
    match, heights = Match(name, seed=5), []
    sitting = Sitting(match, ["human"] * match.players, screen())
    dealer, bot = match.game.dealer(7), bots.sit("random", match.game)
    while not match.is_over and match.number < 200:
        seat = match.acting()[0]
        if match.number % 4 == 0 and len(match.legal(seat)) > 1:
            page = sitting.screen.console
            lines = page.render_lines(sitting._table(seat), pad=False) + page.render_lines(
                sitting._moves(seat), pad=False
            )
            assert max(sum(segment.cell_length for segment in line) for line in lines) <= 100
            heights.append(len(lines))
        match.play(seat, bot.choose(match.seen(seat), seat, 1, dealer))
    assert sorted(heights)[int(0.9 * len(heights))] <= 34  # the rest is for the heading, some news and the prompt


def test_a_game_of_bots_is_told_as_it_goes():
    match = Match("fox_on_the_run", seed=1)
    _, shown = sit(match, "random,random")
    assert match.is_over
    told = [match.tell(event) for event in match.events()]
    assert all(line in shown for line in told)
    assert shown.count(told[0]) >= 1


def test_the_same_seed_plays_the_same_evening():
    evenings = [sit(Match("fox_on_the_run", seed="moss"), "human,random", *["1"] * 500)[1] for _ in range(2)]
    assert evenings[0] == evenings[1]


def test_moves_by_number_and_in_words():
    match = Match("fox_on_the_run", seed=4)
    sit(match, "human,human", "step south", "  Step   NORTH ", "1")
    assert [move.text for move in match.moves[:2]] == ["step south", "step north"]


def test_news_is_told_once():
    match = Match("fox_on_the_run", seed=4)
    _, shown = sit(match, "human,human", "step south", "step north", "step west")
    assert shown.count("Indigo steps south to a2.") == 1


# ---- bad input


def test_what_cannot_be_typed_changes_nothing():
    match = Match("fox_on_the_run", seed=4)
    before = match.digest()
    typed = [
        "step west",
        "99",
        "0",
        "-1",
        "stp south",
        "fly",
        "\x1b[2J",
        "é" * 300,
        "9" * 400,
        "rules R999",
        "",
        "save",
        "undo",
    ]
    _, shown = sit(match, "human,random", *typed)
    assert match.digest() == before
    assert match.number == 0
    assert shown.count("▌!") == len(typed) - 1  # silence alone is no mistake
    for said in [
        "seat 0 cannot step west: Indigo would leave the board (R9)",
        "there is no move 99: your moves are 1 to",
        'Did you mean "step south"?',
        "has no rule 'R999'",
        "say where: save my-match.json",
        "nothing can be taken back",
    ]:
        assert said in " ".join(shown.split())
    assert "\x1b" not in shown


def test_the_end_of_input_is_a_polite_end(tmp_path):
    match, path = Match("fox_on_the_run", seed=4), tmp_path / "kept.json"
    _, shown = sit(match, "human,human", "step south", path=path)
    assert "Until next time." in shown
    assert Match.load(path.read_text()).digest() == match.digest()


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ("human,cat", "no kind of seat 'cat'"),
        ("human", "1 seats are named, but 2 play"),
        ("human,,random", "no kind of seat ''"),
        ("", "no kind of seat ''"),
    ],
)
def test_seats_that_cannot_be(seats, said):
    with pytest.raises(SkulkError, match=said):
        seat_kinds(seats, 2)


def test_seats_left_out_are_bots():
    assert seat_kinds(None, 3) == ["human", "fox", "fox"]


@pytest.mark.parametrize("name", ["fox_on_the_run", "oh_fox"])
def test_a_bot_of_ones_own_at_the_screen(tmp_path, name):
    """It is handed what its seat sees, in a process of its own, hears the end and is gone."""
    bot, log = tmp_path / "mine.py", tmp_path / "log"
    bot.write_text(
        "def choose(seen, seat, budget, dealer, game):\n"
        f"    open({str(log)!r}, 'a').write(f'{{seat}} {{budget.simulations}}\\n')\n"
        "    return game.legal(seen, seat)[-1]\n"
    )
    match = Match(name, {"players": 2}, seed=3)
    sitting, shown = sit(match, f"human,{bot}:9", *["1"] * 3000)
    assert match.is_over
    assert "· the end" in shown
    theirs = [move for move in match.moves if move.seat == 1]
    assert log.read_text() == "1 9\n" * len(theirs)
    assert sitting.guests[1].outside.bot.process is None


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 999", "mine.py has failed: 999 is not a move in fox_on_the_run"),
        ("raise KeyError('lost')", "mine.py has failed: it ended with exit code 1: KeyError: 'lost'"),
    ],
)
def test_a_bot_of_ones_own_that_fails_is_named(tmp_path, body, said):
    (tmp_path / "mine.py").write_text(f"def choose(seen, seat, budget, dealer):\n    {body}\n")
    match, path = Match("fox_on_the_run", seed=3), tmp_path / "kept.json"
    with pytest.raises(SkulkError, match=said):
        sit(match, f"human,{tmp_path / 'mine.py'}", *["1"] * 50, path=path)
    assert Match.load(path.read_text()).number == match.number > 0, "the match is kept"


def test_a_bot_of_ones_own_that_is_not_there():
    with pytest.raises(BadOption, match=r"no_such_bot.py cannot be read"):
        Sitting(Match("fox_on_the_run", seed=3), ["human", "no_such_bot.py"], screen())


def test_a_part_of_a_moves_name_is_enough_and_a_command_is_a_command():
    match = Match("fox_on_the_run", seed=3)
    _, shown = sit(match, "human,random", "southeast", "log", "quit")
    assert match.moves[0].text == "step southeast"
    assert "Indigo steps southeast to b2." in shown
    match = Match("oh_fox", {"players": 2}, seed=3)
    _, shown = sit(match, "human,random", "east", "s:n", "quit")
    assert '"east" is not clear: it may be "single east", "double east"' in " ".join(shown.split())
    assert "single north" in [move.text for move in match.moves if move.seat == 0]


def test_who_cannot_look_ahead_yet_is_told_at_the_first_question(monkeypatch):
    monkeypatch.setattr("skulk.bots.warm.is_off", lambda: False)
    monkeypatch.setattr("skulk.bots.warm.is_warm", lambda game: False)
    monkeypatch.setattr("skulk.bots.searcher.in_background", lambda game, then: None)
    _, shown = sit(Match("fox_on_the_run", seed=3), "human,vixen", "quit")
    assert "seat 1 plays by rule of thumb until the search is compiled" in " ".join(shown.split())
    monkeypatch.setattr("skulk.bots.warm.is_warm", lambda game: True)
    _, shown = sit(Match("fox_on_the_run", seed=3), "human,vixen", "quit")
    assert "rule of thumb" not in shown


def test_a_bot_that_is_not():
    with pytest.raises(BadOption, match="no bot 'clever'"):
        bots.sit("clever", LEDUC)


# ---- commands


def test_help_log_rules_moves_table():
    match = Match("fox_on_the_run", seed=4)
    _, shown = sit(match, "human,human", "1", "?", "log", "rules R6", "moves", "table")
    for said in ["take your last move back", "Indigo steps east to b1.", "R6", "Your moves"]:
        assert said in shown
    assert match.number == 1


def _until_ability(seed):
    """A match in which seat 1 may take several moves in a row without a reveal: Puffer turns a tile."""
    match = Match("fox_on_the_run", seed=seed)
    dealer, bot = match.game.dealer(1), bots.sit("random", match.game)
    while not (match.table()["phase"] == "ability" and match.table()["mover"] == "Puffer"):
        seat = match.acting()[0]
        match.play(seat, bot.choose(match.seen(seat), seat, 1, dealer))
    return match


def test_undo_until_another_seat_acts():
    match = _until_ability(2)
    before, number = match.digest(), match.number
    turn = next(match.say(1, action) for action in match.legal(1) if match.say(1, action) != "pass")
    _, shown = sit(match, "human,human", turn, "undo", "undo")
    assert f"Taken back: {turn}." in shown
    assert shown.count("▌! nothing can be taken back") == 1
    assert (match.digest(), match.number) == (before, number)


def test_undo_not_after_a_tile_was_revealed():
    match = Match("fox_on_the_run", seed=4)
    _, shown = sit(match, "human,human", "1", "undo")
    assert match.number == 1
    assert "nothing can be taken back" in shown


@pytest.mark.parametrize("game", ["oh_fox", "fox_grove"])
def test_a_choice_that_lies_there_in_secret_can_be_taken_back_as_at_the_server(game):
    """Nobody has learned more than that it lies there; at the server it is free to take back too."""
    match = Match(game, {"players": 3}, seed=4)
    before = match.digest()
    _, shown = sit(match, "human,human,human", "", "1", "undo", "")
    assert "Taken back: " in shown
    assert (match.digest(), match.number) == (before, 0)


def test_undo_not_after_a_bot_answered():
    match = Match("fox_on_the_run", seed=4)
    sitting, shown = sit(match, "human,random", "1", "undo")
    assert sitting.firm == match.number > 1
    assert "nothing can be taken back" in shown


def test_save_by_command(tmp_path):
    match, path = Match("fox_on_the_run", seed=4), tmp_path / "my match.json"
    _, shown = sit(match, "human,human", "1", f"save {path}", f"save {path}", f"save {tmp_path}/no/where.json")
    assert Match.load(path.read_text()).digest() == match.digest()
    assert "exists already" in shown
    assert "cannot be written" in shown


def test_every_move_is_kept_at_once(tmp_path):
    match, path = Match("fox_on_the_run", seed=4), tmp_path / "kept.json"
    sitting = Sitting(match, ["human", "human"], screen(), path)
    for _ in range(3):
        sitting._play(match.acting()[0], match.legal(match.acting()[0])[0])
        assert Match.load(path.read_text()).number == match.number
    assert not list(tmp_path.glob("*.part"))


def test_a_full_disk_does_not_stop_the_game(tmp_path):
    match, folder = Match("fox_on_the_run", seed=4), tmp_path / "disk"
    sitting = Sitting(match, ["human", "human"], screen("1", "1", "save"), folder / "kept.json")
    with pytest.raises(SkulkError, match="cannot be written"):
        sitting.run()  # the last attempt, on leaving, is told for good
    assert match.number == 2
    shown = " ".join(sitting.screen.console.file.getvalue().split())  # a long path wraps the line
    assert shown.count("cannot be written") == 3


# ---- hot seat: hidden things stay hidden


def pages(shown):
    """(seat, text) for what was shown to each seat, by the hand-overs."""
    parts = ALONE.split(shown)
    return parts[0], [(int(seat), text) for seat, text in zip(parts[1::2], parts[2::2], strict=True)]


CARDS = ["J♠", "J♥", "Q♠", "Q♥", "K♠", "K♥"]


@pytest.mark.parametrize("seed", range(8))
def test_leduc_cards_are_for_their_own_seat(seed):
    match = Match(LEDUC, seed=seed)
    hands = [CARDS[card] for card in match.state.hands]
    typed = ["", "raise", "", "", "call", "", "", "check", "", "", "check"]  # Enter: alone; move; Enter: clear; …
    _, shown = sit(match, "human,human", *typed)
    assert match.is_over
    table_of_all, turns = pages(shown.partition("· the end")[0])
    assert [seat for seat, _ in turns] == [0, 1, 0, 1]
    assert not any(card in table_of_all for card in CARDS)
    for seat, text in turns:
        assert hands[seat] in text
        assert hands[1 - seat] not in text


def test_nothing_is_asked_to_be_alone_where_nothing_is_hidden():
    match = Match("fox_on_the_run", seed=4)
    _, shown = sit(match, "human,human", *["1"] * 20)
    assert not ALONE.search(shown)


def test_one_person_among_bots_is_alone_already():
    match = Match(LEDUC, seed=1)
    hands = [CARDS[card] for card in match.state.hands]
    _, shown = sit(match, "human,random", "call", "call", "call")
    assert not ALONE.search(shown)
    assert hands[0] in shown


@pytest.mark.parametrize("seed", range(6))
def test_a_real_terminal_is_wiped_between_seats(seed):
    """After every hand-over the screen and its scrollback are cleared before and after the question."""
    _, shown = sit(Match(LEDUC, seed=seed), "human,human", "", "raise", "", "", "call", live=True)
    wipe = "\x1b[H\x1b[2J\x1b[3J"
    for found in ALONE.finditer(shown):
        assert shown[: found.start()].endswith(wipe)
        assert shown[found.end() :].lstrip(" \n").startswith(wipe)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", ["leduc", "den", *names()])
def test_a_page_holds_only_what_its_seat_may_know(name, seed):
    """Between a wipe and the next, only one seat's table is drawn and only one seat's news is told, its own."""
    game = {"leduc": LEDUC, "den": DEN}.get(name) or load(name)
    match = Match(game, seed=seed)
    sitting = Sitting(match, ["human"] * match.players, screen())
    dealer, bot = game.dealer(seed), bots.sit("random", game)
    shown: list[int] = []  # whose tables and news, since the last question
    at_screen = [SPECTATOR]

    def draw(table, seat, lit, draw=sitting.draw):
        shown.append(seat)
        assert table == match.table(seat)
        return draw(table, seat, lit)

    def told(events, seat, room=None, told=sitting._told):
        shown.append(seat)
        assert all(event.heard_by(seat) for event in events)
        return told(events, seat, room)

    def ask(prompt):
        seat = int(re.search(r"seat (\d+)", prompt)[1])
        if "alone" in prompt:
            assert not shown, "nothing is shown between the wipe and the question"
        elif sitting.is_private:
            assert at_screen[0] == seat, "whoever is asked is at the screen"
            assert set(shown) <= {seat}
        shown.clear()
        at_screen[0] = seat
        if match.number > 60:
            raise EOFError
        return match.say(seat, bot.choose(match.seen(seat), seat, 1, dealer)) if prompt.endswith("›") else ""

    sitting.draw, sitting._told, sitting.screen.ask = draw, told, ask
    sitting.run()
    assert sitting.is_private == (name != "fox_on_the_run")


def test_sealed_choices_are_asked_one_by_one_and_shown_to_nobody():
    match = Match(DEN, {"players": 2}, seed=3)
    typed = ["", match.say(0, match.legal(0)[0]), "", "", match.say(1, match.legal(1)[0])]
    _, shown = sit(match, "human,human", *typed)
    _, turns = pages(shown)
    assert [seat for seat, _ in turns[:2]] == [0, 1]
    assert "Choose in secret." in turns[0][1]
    assert match.moves[0].text not in turns[1][1].split("Choose in secret.")[0]
    assert match.number == 2


def _den_to_the_window(seed=0):
    """Three seats, all cards laid; the match, and a seat that may snatch."""
    for tried in range(seed, seed + 50):
        match = Match(DEN, {"players": 3}, seed=tried)
        for seat in range(3):
            match.play(seat, match.legal(seat)[0])
        able = [seat for seat in match.acting() if len(match.legal(seat)) > 1]
        if match.pace() == "window" and able:
            return match, able[0]
    raise AssertionError


def test_silence_is_a_pass_in_a_window():
    match, seat = _den_to_the_window()
    seats = ",".join("human" if s == seat else "random" for s in range(3))
    _, shown = sit(match, seats, "")
    assert "Silence (Enter) is a pass." in shown
    assert [move.text for move in match.moves if move.seat == seat][1] == "pass"


def test_windows_pass_until_further_notice():
    match, seat = _den_to_the_window()
    seats = ",".join("human" if s == seat else "random" for s in range(3))
    sitting, shown = sit(match, seats, "pass until further notice", *["1"] * 9)
    assert sitting.passing == {seat}
    assert shown.count("Silence (Enter) is a pass.") == 1
    assert match.is_over


def test_a_forced_pass_is_asked_only_where_another_person_could_tell():
    for seed in range(20):
        match, able = _den_to_the_window(seed)
        forced = [seat for seat in match.acting() if seat != able and len(match.legal(seat)) == 1]
        if forced:
            break
    alone = ",".join("human" if seat == forced[0] else "random" for seat in range(3))
    saved = match.save()
    _, shown = sit(match, alone)
    assert "Silence" not in shown
    _, shown = sit(Match.load(saved, DEN), "human,human,human", *[""] * 9)
    assert {int(seat) for seat in ALONE.findall(shown)} >= {forced[0], able}


def test_hold_on_ends_the_passing():
    match, seat = _den_to_the_window()
    seats = ",".join("human" if s == seat else "random" for s in range(3))
    sitting, _ = sit(match, seats, "pass until further notice", "hold on")
    assert sitting.passing == set()


def test_no_windows_where_there_are_none():
    _, shown = sit(Match(LEDUC, seed=1), "human,random", "pass until further notice")
    assert "has no windows" in shown


def test_own_move_taken_back_before_the_screen_is_cleared():
    match = Match(DEN, {"players": 2}, seed=3)
    lay = match.say(0, match.legal(0)[0])
    _, shown = sit(match, "human,human", "", lay, "undo", lay, "")
    assert shown.count(f"Taken back: {lay}.") == 1
    assert match.number == 1


# ---- replay


def _played(tmp_path, name="fox_on_the_run", seed=6):
    match = Match(name, seed=seed)
    dealer, bot = match.game.dealer(1), bots.sit("random", match.game)
    while not match.is_over:
        seat = match.acting()[0]
        match.play(seat, bot.choose(match.seen(seat), seat, 1, dealer))
    return match


def test_replay_forward_and_back(tmp_path):
    match = _played(tmp_path)
    replay = Replay(
        match.save(), SPECTATOR, screen("", "", "back", "7", "end", "", "start", "back", "99999", "x", "?", "quit")
    )
    digests = []
    show = replay._show
    replay._show = lambda: (digests.append((replay.match.number, replay.match.digest())), show())
    replay.run()
    assert [number for number, _ in digests] == [0, 1, 2, 1, 7, match.number, 0]
    states = [*(move.before for move in match.moves), match.game.State.pack(match.state)]
    twin = Match("fox_on_the_run", match.options, match.seed)
    for number, digest in digests:
        twin.state = twin.game.State.unpack(states[number])
        assert digest == twin.digest()
    shown = replay.screen.console.file.getvalue()
    assert "This is the end." in shown
    assert "This is the start." in shown
    assert shown.count("▌!") == 2


@pytest.mark.parametrize("eyes", [SPECTATOR, 0, 1])
def test_replay_shows_what_those_eyes_saw(monkeypatch, eyes):
    monkeypatch.setattr("skulk.engine.match.opened", lambda name: LEDUC)
    match = Match(LEDUC, seed=2)
    hands = [CARDS[card] for card in match.state.hands]
    for move in ("raise", "fold"):
        match.play(match.acting()[0], move)
    replay = Replay(match.save(), eyes, screen("", "", "quit"))
    replay.run()
    shown = replay.screen.console.file.getvalue()
    for seat in range(2):
        assert (hands[seat] in shown) == (seat == eyes)


def test_replay_refuses_a_seat_that_is_not(tmp_path):
    with pytest.raises(SkulkError, match="no seat 2 at this table of 2"):
        Replay(_played(tmp_path).save(), 2, screen())


# ---- saves


def test_save_and_load_round_trip(tmp_path):
    match, path = Match("fox_on_the_run", seed=4), tmp_path / "kept.json"
    sit(match, "human,random", "1", "1", path=path)
    again = Match.load(path.read_text())
    assert (again.digest(), again.number) == (match.digest(), match.number)
    _, shown = sit(again, "human,random", *["1"] * 500, path=path)
    assert again.is_over
    assert Match.load(path.read_text()).is_over
    assert f"The match is kept in {path}." in shown.replace("\n", "")


def test_a_damaged_save_says_where(tmp_path):
    match, path = Match("fox_on_the_run", seed=4), tmp_path / "kept.json"
    sit(match, "human,random", "1", "1", path=path)
    saved = json.loads(path.read_text())
    saved["moves"][1][1] = 37
    with pytest.raises(BadSave, match="damaged at move 2"):
        Match.load(json.dumps(saved))


def test_a_file_that_cannot_be_written(tmp_path):
    with pytest.raises(SkulkError, match="cannot be written"):
        keep(Match("fox_on_the_run", seed=4), tmp_path / "nowhere" / "kept.json")


# ---- parts


def test_any_table_can_be_drawn_plainly():
    table = {
        "turn": 3,
        "over": False,
        "none": None,
        "hand": ["J♠", None],
        "empty": [],
        "seats": [{"name": "seat:0", "cards": [1, 2]}, {"name": "seat:1", "life": 3}],
        "deep": {"a": {"b": [1, [2, 3]]}, "c": 1},
    }
    console = Console(file=io.StringIO(), width=60, color_system=None)
    Screen(console, io.StringIO()).show(plain(table, 0, {"seat:1": "4"}))
    shown = console.file.getvalue()
    for said in ["turn: 3", "over: no", "hand: J♠ –", "seat:1", "life", "4", "c: 1", "2 3"]:
        assert said in shown


def test_markup_in_a_table_is_only_text():
    console = Console(file=io.StringIO(), width=60, color_system=None)
    Screen(console, io.StringIO()).show(plain({"note": "[red]x[/nope]"}, 0, {}))
    assert "[red]x[/nope]" in console.file.getvalue()


def test_moves_in_columns_keep_their_order():
    console = Console(file=io.StringIO(), width=40, color_system=None)
    Screen(console, io.StringIO()).show(numbered([f"move {i}" for i in range(1, 21)], 40))
    shown = console.file.getvalue()
    assert sorted(int(n) for n in re.findall(r"move (\d+)", shown)) == list(range(1, 21))
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 40


def test_an_error_is_spelled_out_with_its_rule():
    assert spell_out(SkulkError("no\nway", "R4")) == "no way (R4)"
    assert spell_out(SkulkError("no way (R4)", "R4")) == "no way (R4)"


@pytest.mark.parametrize("name", names())
def test_every_game_has_its_rulebook_and_its_view(name):
    game = load(name)
    assert view(game) is not plain
    assert rulebook.rule(game, "1") == rulebook.rule(game, "R1") == rulebook.rule(game, "r01")


def test_a_rule_ends_where_the_next_begins():
    text = "# A\n**R1** One\nand more.\n- **R2** Two\n\nNot a rule.\n**R3** Three\n## B\nnothing\n"
    assert rulebook._rules(text) == {1: "**R1** One\nand more.", 2: "**R2** Two", 3: "**R3** Three"}


# ---- the board of Fox on the Run


def _drawn(position, width=100, lit=None):
    match = Match("fox_on_the_run", position=position)
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(view(match.game)(match.table(0), 0, lit or {}))
    return console.file.getvalue()


@pytest.mark.parametrize("width", [100, 80])
def test_the_board_without_colour(width):
    shown = _drawn({"tiles": {"b1": "NE", "c3": "S", "d2": "EW"}}, width, {"cell:b2": "3", "cell:a2": "2,5"})
    board = [line[: 3 + 5 * (12 if width == 100 else 8)] for line in shown.splitlines()]
    squares = [line.split("│")[1:-1] for line in board if "│" in line]  # three lines for each row of five
    assert [len(row) for row in squares] == [5] * 15
    b1, c3, d2 = ([squares[3 * row + line][column] for line in range(3)] for column, row in ((1, 0), (2, 2), (3, 1)))
    assert [part.strip() for part in b1] == ["▲", "►", ""]
    assert [part.strip() for part in c3] == ["", "", "▼"]
    assert d2[1][0] == "◄"
    assert d2[1][-1] == "►"
    assert squares[3][0].startswith("[2,5]")
    assert squares[3][1].startswith("[3]░")
    assert "›Indi" in squares[1][0]  # his turn
    assert "Ze" in squares[10][3]
    assert "Pu" in squares[10][3]
    assert sum("░" in squares[3 * row + 1][column] for row in range(5) for column in range(5)) == 19
    assert max(map(len, shown.splitlines())) <= width


def test_the_board_shows_hidden_tiles_alike():
    """What lies face down is drawn the same, whatever it is."""
    assert _drawn({"tiles": {"b1": "?N", "c1": "?S"}}) == _drawn({"tiles": {"b1": "?S", "c1": "?N"}})


def test_everybody_on_one_square_can_be_told():
    place = dict.fromkeys(["Zev", "Puffer", "Raffles"], "c3")
    shown = _drawn({"raffles_side": "foxes", "characters": place, "tiles": {"c3": "N"}, "mover": "Zev"}, 80)
    assert "›Z P R" in shown
