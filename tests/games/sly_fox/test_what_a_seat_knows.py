"""What a seat knows."""

from skulk.engine import SPECTATOR

from .laying import GAME, GONE, HURT, laid, lay


def test_w27_nothing_leaks():
    """A window that all can see to be empty is not opened; one that might not be opens, whatever the hands."""
    hands = ["GOS FAC FAC CAU", "TRA CAU CAU TRA", "FAC FAC TRA TRA", "FAC FAC TRA TRA"]
    t = lay(*hands, piles="WEA*6").do("ATTACK:GOS:G:1", "DECLINE")
    assert t.lives[1] == 2
    t = lay(*hands, piles="WEA*5").do("ATTACK:GOS:G:1", "DECLINE")
    assert (t.phase, t.acting, t.offers(2), t.offers(3)) == ("help", [2, 3], "PASS", "PASS")
    t.told()
    t.window("help")
    assert t.told()[0] == "fox 1 is gossiped about: 2 lives left", "no question and no pass is told"


def test_hands_are_shown_as_bands():
    """R62: few, some, many, unless the table wants numbers; what is counted stays known to `see`."""
    for exact in ("bands", "exact"):
        t = lay(3, 4, 7, hand_counts=exact)
        foxes = GAME.words.table(GAME.see(t.state, 0), 0).foxes
        assert [fox.band for fox in foxes] == ["few", "some", "many"]
        assert [fox.cards for fox in foxes] == ([3, None, None] if exact == "bands" else [3, 4, 7])
        assert GAME.see(t.state, SPECTATOR).held[:3].sum(axis=1).tolist() == [3, 4, 7]


def test_the_table_tells_how_cards_count_and_whose_turn_comes():
    """R2, R12, R13, R15, R72, R94."""
    gone = {**GONE, "eliminated": 1}
    t = lay("GOS TRA UAT SAT WEA FAC", 4, 4, 4, f2=gone, extension="on")
    told = GAME.words.table(GAME.see(t.state, 0), 0)
    assert told.opens == {"GOS": ["gossip"], "TRA": ["trap"], "UAT": ["gossip", "trap"], "SAT": ["gossip", "trap"]}
    opened = {(move.split(":")[1], move.split(":")[2]) for move in t.offers().split() if move.startswith("ATTACK")}
    assert opened == {(code, kind[0].upper()) for code, kinds in told.opens.items() for kind in kinds}
    assert told.free == ["WEA", "STO", "ENO"]
    t.do("DRAW:A").quiet()
    assert (told.next, t.state.active, told.two_left) == (1, 1, False)
    assert GAME.words.table(GAME.see(t.state, 0), 0).next == 3
    two = lay("GOS", 4, 4, f2=gone).state
    assert GAME.words.table(GAME.see(two, SPECTATOR), SPECTATOR).two_left


def test_team_characters_are_shown_once():
    """R91, R92: for good with four; with more at the start only, unless the colours are shown."""

    def shown(state, part):
        return [getattr(fox, part) is not None for fox in GAME.words.table(GAME.see(state, 1), 1).foxes]

    assert all(shown(laid(players=4, mode="team").quiet().state, "character"))
    for colours in ("off", "on"):
        t = laid(players=6, mode="team", show_teams=colours)
        assert all(shown(t.state, "character"))
        t.quiet()
        assert shown(t.state, "character") == [seat == 1 for seat in range(6)]
        assert shown(t.state, "team") == [seat == 1 or colours == "on" for seat in range(6)]
        assert (GAME.see(t.state, SPECTATOR).character[:6] >= 0).all(), "who paid attention knows them"


def test_nobody_sees_who_has_answered():
    """R35: in a window others see neither an answer nor that there is one."""
    t = lay("GOS FAC FAC", "CAU CAU TRA", "WEA FAC FAC", "WEA FAC CAU", characters="MT SC IF GF")
    t.do("ATTACK:GOS:G:1", "DECLINE")
    before = {seat: GAME.State.pack(GAME.see(t.state, seat)) for seat in (0, 1, 3, SPECTATOR)}
    t.told()
    t.answer(2, "HELP:WEA+FAC")
    assert {seat: GAME.State.pack(GAME.see(t.state, seat)) for seat in before} == before
    assert (t.news, t.acting) == ([], [3])
    assert GAME.acting(GAME.see(t.state, 0)) == [2, 3]
    assert GAME.acting(GAME.see(t.state, 2)) == [3]


def test_when_the_game_is_over_all_is_shown():
    t = lay("GOS FAC", "CAU", "", f1=HURT, f2={**GONE, "eliminated": 1}).do("ATTACK:GOS:G:1", "DECLINE")
    assert GAME.State.pack(GAME.see(t.state, SPECTATOR)) == GAME.State.pack(t.state)
