"""Slyest Fox in a browser: whole games by touch and by keyboard, small screens, secrets.

Every test lays the hands it wants. Bots answer at once, and where a test needs one answer they hold nothing else.
"""

import json
import re
import urllib.request
from typing import Any

import pytest

from .boxes import audit, faults
from .conftest import Den, in_both_types
from .test_browser import script

GAME = "sly_fox"
GUARDS = "FAC CAU UDE"  # nothing to attack with, nothing to lay
SHORT = {"players": 3, "ending": "first_victim", "extension": "on"}


def foxes(*hands: Any, **parts: Any) -> dict[str, Any]:
    """A position by its hands, mine first; a hand may come with parts of its fox, `parts` are the table's."""
    laid = [{"hand": hand} if isinstance(hand, str) else dict(hand) for hand in hands]
    for fox, character in zip(laid, ["GF", "MT", "SC", "IF", "GF", "MT", "SC", "IF"], strict=False):
        fox.setdefault("character", character)
    return {"turn": 5, **parts, "foxes": laid}


def sit(den: Den, page: Any, position: dict[str, Any] | None = None, **more: Any) -> Any:
    """Alone with bots, at my seat: windows wait for me."""
    players = len(position["foxes"]) if position else more["options"]["players"]
    kept = {name: position[name] for name in ("mode", "extension", "ending", "hand_counts") if name in (position or {})}
    more["options"] = {"players": players, **kept, **more.get("options", {})}
    if position:
        more["position"] = position
    page.goto(den.link(den.lay(GAME, ["human", *["random"] * (players - 1)], start=True, **more)))
    page.wait_for_selector(".arena")
    return page


def sit_with_olek(den: Den, page: Any, position: dict[str, Any], **more: Any) -> tuple[Any, dict[str, Any]]:
    """Olek sits at seat 1 and does nothing by himself; the table, and his part of it."""
    players = len(position["foxes"])
    seats = ["human", "open", *["random"] * (players - 2)]
    table = den.lay(GAME, seats, position=position, options={"players": players}, **more)
    where = f"{den.url}/api/tables/{table['table']}"
    olek = ask(f"{where}/join", {"id": "olek-sits-down-here", "name": "Olek", "seat": 1})
    ask(f"{where}/commands", {"do": "start", "id": "start"}, table["token"])
    page.goto(den.link(table))
    page.wait_for_selector(".arena")
    return page, olek


def ask(url: str, body: dict[str, Any], token: str = "") -> Any:
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


CALM = ", ".join(
    f"[data-name={answer}]:not(.given, [aria-disabled=true])" for answer in ("pass", "decline", "rest", "accept")
)
CALM += ", .back.lit"


def go_on(page: Any, until: Any) -> None:
    """Draw, and let all else be, until something is seen: always the same, for the seed is."""
    seen, calm = until.first, page.locator(CALM).first
    while True:
        seen.or_(calm).first.wait_for()
        if seen.is_visible():
            return
        page.evaluate("what => document.querySelector(what)?.click()", CALM)


def card(code: str) -> str:
    return f".hand [data-name='card:{code}']"


def question(page: Any, title: str) -> None:
    page.locator(".ask h2", has_text=title).wait_for()


MY_TURN = foxes("GOS TRA FAC CAU UDE", GUARDS, GUARDS, GUARDS)
ATTACKED = "li:has-text('Ada attacks')"


# ---- whole games


def test_a_whole_game_is_played_by_touching_the_table(den: Den, window: Any) -> None:
    page = sit(den, window(), options=SHORT)
    assert page.evaluate(script("touch"), {"seed": 1, "enough": 5000})
    assert page.locator("li.fox .win").count() >= 1
    assert page.locator("li.fox .open").count() >= 1, "hands lie open at the end"
    assert page.locator("li.fox .secret").count() == 0, "and so do characters"


def tab_to(page: Any, what: str) -> None:
    """The keyboard reaches it."""
    page.wait_for_selector(what)
    for _ in range(60):
        if page.evaluate("what => !!document.activeElement?.matches(what)", what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {what}")


def test_a_game_is_won_by_keyboard_alone(den: Den, window: Any) -> None:
    """The question, a card, a fox, more of it, the end: nobody has anything against it."""
    last = {"hand": "FAC FAC GOS", "gossiped": 1, "trapped": 1}
    page = sit(den, window(), foxes("TRA TRA FAC GOS", last, "FAC FAC GOS", ending="first_victim"))
    tab_to(page, card("TRA"))
    page.keyboard.press("Enter")
    tab_to(page, "li.fox .touch.lit[data-name='seat:1']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".end")
    assert page.locator("li.fox.me .win").count() == 1


def test_arrows_walk_along_the_hand_and_escape_puts_a_card_back(den: Den, window: Any) -> None:
    page = sit(den, window(), MY_TURN)
    page.locator(card("GOS")).focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.name") == "card:TRA"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_selector(".hand .picked")
    assert "picked" not in page.evaluate("document.activeElement.className"), "the keyboard goes on to what comes next"
    page.keyboard.press("Escape")
    page.wait_for_selector(".hand .picked", state="detached")


def test_the_keyboard_comes_back_to_the_question(den: Den, window: Any) -> None:
    """When the card that was played is gone from the hand: never to nothing, and never to a costly move."""
    page = sit(den, window(), foxes("GOS IDC FAC CAU", GUARDS, GUARDS, GUARDS))
    page.locator(card("IDC")).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".asking:focus")


# ---- putting a move together


def test_an_attack_is_a_card_and_a_fox(den: Den, window: Any) -> None:
    page = window()
    page.clock.install()
    sit(den, page, foxes("GOS TRA FAC CAU UDE", *[GUARDS] * 4))
    page.locator(card("GOS")).click()
    page.wait_for_selector("text=Now touch the fox you attack.")
    assert not page.locator(".back.lit").count(), "what does not go with the card is no longer lit"
    page.get_by_role("button", name="Never mind", exact=True).click()
    page.wait_for_selector(".back.lit")
    page.clock.fast_forward(400)  # a second touch at once would be a double click
    page.locator(card("GOS")).click()
    page.locator("li.fox .touch.lit").first.click()
    page.locator(ATTACKED).first.wait_for()


def test_nothing_costly_is_done_by_one_touch(den: Den, window: Any) -> None:
    """In a duel every attack has one target only: the card is picked up, the question stays as high, and waits."""
    page = window()
    page.clock.install()
    sit(den, page, foxes("GOS FAC CAU UDE", GUARDS, mode="duel"))
    top = "document.querySelector('.own').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.locator(card("GOS")).dblclick()
    page.wait_for_selector(".hand .picked")
    assert page.locator(".choices .btn").all_inner_texts()[1] == "Never mind"
    assert page.locator(".choices .main").inner_text().startswith("Attack")
    assert page.evaluate(top) == before, "the hand stays where it is"
    assert page.locator(ATTACKED).count() == 0, "a double click is one touch"
    page.clock.fast_forward(400)
    page.locator(".hand .picked").click(force=True)
    page.locator(ATTACKED).first.wait_for()


@pytest.mark.parametrize("first", ["card", "fox"])
def test_a_universal_attack_is_two_touches_whichever_comes_first(first: str, den: Den, window: Any) -> None:
    """R13: as gossip or as a trap, said by the second touch."""
    page = sit(den, window(), foxes("UAT FAC CAU UDE", GUARDS, GUARDS, GUARDS))
    if first == "card":
        page.locator(card("UAT")).click()
        page.locator("li.fox [data-kind='trap']").first.click()
    else:
        page.locator("li.fox .touch.lit.dot").first.click()
        page.locator(".hand li [data-kind='trap']").click()
    attack = page.locator(ATTACKED).first
    attack.wait_for()
    assert "as trap" in attack.inner_text()


def test_what_may_be_done_besides_does_not_call(den: Den, window: Any) -> None:
    """A challenge and a trade can be touched, more quietly than what is asked."""
    page = sit(den, window(), foxes("FAC CAU UDE", "GOS*4 TRA*4", GUARDS))
    question(page, "Your turn")
    assert "aside" in (page.locator(".touch.lit").get_attribute("class") or "")
    assert page.locator(".back.lit").count() == 2
    assert not page.locator(".back.lit.aside").count()


def test_a_challenge_is_explained_beside_an_attack(den: Den, window: Any) -> None:
    """In one's own turn the same fox may be attacked: what the challenge costs is said all the same."""
    page = sit(den, window(), foxes("GOS FAC CAU", "GOS*4 TRA*4", GUARDS))
    page.locator(".touch.lit[data-name='seat:1']").click()
    page.wait_for_selector(".compose:has-text('Now touch the card'):has-text('fewer than nine, you lose a card.')")


@pytest.mark.parametrize(
    ("held", "counts", "note", "risk"),
    [
        ("GOS*6 TRA*5", "exact", "holds 11 cards: what is above nine is yours", "Jimmy holds 11 cards: what is above"),
        (
            "GOS*5 TRA*4",
            "exact",
            "holds nine cards: nothing would happen",
            "Jimmy holds nine cards, and that is",
        ),
        ("GOS*4 TRA*4", "exact", "holds 8 cards: you would lose one", "Jimmy holds 8 cards: fewer than nine"),
        ("GOS*4 TRA*4", "bands", "many cards: more than nine?", "Jimmy holds many cards."),
    ],
)
def test_an_offer_says_why(held: str, counts: str, note: str, risk: str, den: Den, window: Any) -> None:
    """R64: by number where numbers are shown; otherwise nothing that one should have counted (R62)."""
    page = sit(den, window(), foxes("FAC CAU UDE", held, "FAC CAU GOS", hand_counts=counts))
    said = "many cards" if counts == "bands" else f"{sum(int(one[-1]) for one in held.split())} cards"
    assert f"challenge Jimmy ({said})" in page.locator(".ask > p").inner_text()
    assert page.locator(".moves .move", has_text="Challenge Jimmy").locator(".dim").inner_text() == note
    page.locator(".touch.lit[data-name='seat:1']").click()
    page.wait_for_selector(f".compose:has-text('{risk}')")


def test_it_is_said_why_there_is_nobody_to_attack(den: Den, window: Any) -> None:
    """R4, R44: of the two others one does not care, one was gossiped twice, and Gossip is all there is."""
    safe = {"hand": GUARDS, "idc": "lies"}, {"hand": GUARDS, "gossiped": 2}
    page = sit(den, window(), foxes("GOS FAC CAU UDE", *safe))
    why = r"nobody to attack: Jimmy has laid “I don’t care” and Liz was gossiped twice\."
    assert re.search(f"There is {why}", page.locator(".ask > p").inner_text())
    page.locator(card("GOS")).hover()
    page.get_by_text(re.compile(f"Now it finds {why}")).wait_for()


def test_a_challenge_comes_after_what_is_asked(den: Den, window: Any) -> None:
    attack = {"target": 0, "kind": "gossip"}
    hands = "FAC UDE CAU GOS", GUARDS, "TRA*4 FAC*4"
    page = sit(den, window(), foxes(*hands, phase="respond", active=1, attack=attack, area="GOS"))
    words = page.locator(".moves .move").all_inner_texts()
    assert words[0].startswith("Defend"), words
    assert [word.split()[0] for word in words[-2:]] == ["Challenge", "Don’t"]


def test_the_attacker_tells_how_it_happens(den: Den, window: Any) -> None:
    attack = {"target": 1, "kind": "gossip", "attack": 1, "defence": 1, "defended": True}
    hands = "GOS FAC CAU", GUARDS, GUARDS
    page = sit(den, window(), foxes(*hands, phase="press", attack=attack, area="GOS FAC"))
    page.get_by_role("button", name="Tell it your way").click()
    page.get_by_label("Tell how it happens").fill("The hens themselves told me.")
    page.keyboard.press("Enter")
    page.wait_for_selector("q:has-text('The hens themselves told me.')")
    page.get_by_role("button", name="Tell it your way").click()
    page.get_by_label("Tell how it happens").press("Escape")
    page.get_by_role("button", name="Tell it your way").click()
    page.locator(".ask h2").click()  # whoever touches something else has nothing to tell
    page.get_by_role("button", name="Tell it your way").wait_for()


# ---- windows

CLEARING = foxes("IDC FAC CAU UDE", "GOS CAU UDE", "TRA FAC CAU", "TRA FAC CAU", phase="clearing", active=2)
SAFE = "Between two turns you may lay “I don’t care” and be safe until your next turn."


def test_a_newcomer_alone_with_bots_is_not_hurried(den: Den, window: Any) -> None:
    """No clock is chosen, so none runs: the first question waits, and it ends with the answer."""
    page = sit(den, window(), CLEARING | {"turn": 0, "active": 1})
    question(page, "Anything to do before Jimmy’s turn?")
    assert page.get_by_role("timer").count() == 0
    assert page.locator(".ask .btn").all_inner_texts() == ["Pass", "Pass until my turn"]
    assert page.locator(".ask > p").inner_text() == SAFE
    page.locator("[data-name=pass]").click()
    page.locator(".talk li", has_text="Turn 1: Jimmy").wait_for()


def test_whoever_holds_nothing_for_it_is_not_asked_to_say_so(den: Den, window: Any) -> None:
    """Alone with bots: the window after Liz's turn passes by itself, until something is up to me."""
    position = CLEARING | {"foxes": foxes("FAC CAU UDE", GUARDS, GUARDS, GUARDS)["foxes"]}
    page = sit(den, window(), position)
    page.wait_for_selector(".ask.mine")
    assert not re.match("Anything", page.locator(".ask h2").inner_text())


@in_both_types
@pytest.mark.parametrize("width", [360, 1440])
def test_after_some_passes_they_are_offered_to_go_on(width: int, type: str, den: Den, window: Any) -> None:
    """Three by hand; then one tap passes until my turn, and it can be taken back."""
    page = sit(den, window(width, 900, type=type, lists=False, bypass_csp=True), CLEARING)
    asked = ".ask:has([data-name=pass])"
    for _ in range(3):
        page.wait_for_selector(f"{asked} [data-name=pass]:not([aria-disabled=true])")
        assert not page.locator(".answers .main").count()
        page.locator("[data-name=pass]").click()
        go_on(page, page.locator(f"{asked} [data-name=pass]:not(.given, [aria-disabled=true])"))
    assert page.locator(".ask > p").inner_text().startswith("You have passed a few times in a row.")
    assert (faults(page), audit(page)) == ([], [])
    page.get_by_role("button", name="Pass until my turn").click()
    page.wait_for_selector(".ask.mine:not(:has([data-name=pass]))")
    assert page.get_by_role("button", name="Ask me again").count() == 0, "it has ended by itself"


def test_a_standing_pass_can_be_taken_back_while_others_play(den: Den, window: Any) -> None:
    page, _ = sit_with_olek(den, window(), CLEARING | {"active": 0})
    page.get_by_role("button", name="Pass until my turn").click()
    page.wait_for_selector("text=You pass until it is your turn or somebody attacks you.")
    page.get_by_role("button", name="Ask me again").click()
    page.get_by_role("button", name="Pass until my turn").wait_for()


def test_a_window_looks_the_same_whatever_one_holds(den: Den, window: Any) -> None:
    """Two who are asked at the same table see the same buttons; nobody is marked. Who holds nothing for it is told."""
    ada, olek = window(), window()
    hands = "IDC FAC CAU", GUARDS, GUARDS, GUARDS
    position, settings = foxes(*hands, phase="clearing", active=2), {"beat": 8}
    ada, token = sit_with_olek(den, ada, position, settings=settings)
    olek.goto(den.link(token))
    for page, said in ((ada, SAFE), (olek, "You hold nothing for this;")):
        page.get_by_role("timer").wait_for()
        assert page.locator(".ask .btn").all_inner_texts() == ["Pass", "One moment: 3 left", "Pass until my turn"]
        assert page.locator("li.fox.asked").count() == 0, "a window names nobody"
        assert page.locator(".ask > p").inner_text().startswith(said)


def test_hold_and_standing_answers(den: Den, window: Any) -> None:
    page, _ = sit_with_olek(den, window(), CLEARING, settings={"beat": 8})
    page.get_by_role("button", name="One moment: 3 left").click()
    page.get_by_role("button", name="One moment: 2 left").wait_for()
    page.get_by_role("button", name="Everyone is asked").click()
    page.wait_for_selector(".explanation:has-text('ten seconds more')")
    page.keyboard.press("Escape")
    page.locator("[data-name=pass]").click()
    page.wait_for_selector("text=Your answer: pass")
    page.get_by_role("button", name="Pass until my turn").click()
    page.get_by_role("button", name="Ask me again").wait_for()


WATCH = """() => {
  window.late = 0;
  window.asked = 0;
  const look = () => {
    const asks = /^Anything/.test(document.querySelector('.ask h2')?.innerText);
    if (asks) window.asked++;
    if (asks && document.querySelector('.arena.on')) window.late++;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def test_in_a_window_the_table_lies_as_it_is(den: Den, window: Any) -> None:
    """With all its motion: when an attack is over and everybody is asked, its cards lie in the piles at once."""
    attack = {"target": 1, "kind": "gossip", "attack": 1, "defence": 1, "defended": True}
    position = foxes("FAC FAC CAU", GUARDS, GUARDS, phase="press", attack=attack, area="GOS FAC")
    page = sit(den, window(reduced_motion="no-preference"), position)
    page.evaluate(WATCH)
    page.locator("[data-name=rest]").click()
    page.wait_for_function("() => window.asked > 3")
    assert page.evaluate("late") <= 2, "a frame or two"


def test_a_window_names_what_one_can_do(den: Den, window: Any) -> None:
    hands = "GOS FAC CAU", "TRA*4 FAC*4", GUARDS, GUARDS
    page = sit(den, window(), foxes(*hands, phase="clearing", active=2))
    assert page.locator(".ask > p").inner_text() == "Between two turns you may challenge Jimmy (many cards)."


def test_a_ghost_is_told_what_it_may_do(den: Den, window: Any) -> None:
    """R51, and R30: the character is of no use to it."""
    ghost = {"hand": "WEA FAC GOS", "gossiped": 2, "trapped": 1, "eliminated": 1}
    page, _ = sit_with_olek(den, window(), foxes(ghost, GUARDS, GUARDS, GUARDS, active=1))
    assert page.locator(".ask > p").inner_text().startswith("You are out. As a ghost you may still help")
    assert page.locator(".mine p").inner_text().endswith("A ghost has no use for it.")


# ---- the beginning and the end


def test_who_begins_can_be_chosen(den: Den, window: Any) -> None:
    """As the rulebook lets the table do."""
    page = window()
    page.goto(f"{den.url}/new/sly_fox")
    page.wait_for_selector("form[aria-busy=false]")
    assert page.get_by_label("Who begins").locator("option").all_inner_texts()[:3] == ["Drawn by lot", "You", "Seat 2"]
    page.get_by_label("Who begins").select_option("You")
    page.wait_for_selector("form[aria-busy=false]")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(".arena")
    page.get_by_text("The cards are dealt, and you begin.").wait_for()


@in_both_types
@pytest.mark.parametrize("width", [360, 1440])
def test_where_cards_decide_they_stand_beside_the_lives(width: int, type: str, den: Den, window: Any) -> None:
    """R82: of two with three lives the one with more cards wins, and of more than nine cards nine count."""
    quiet = {"challenged": True}  # nobody else challenges in this turn
    last = {"hand": "FAC FAC GOS", "gossiped": 1, "trapped": 1, **quiet}
    hurt = {"hand": "GOS*4 TRA*4 FAC CAU", "gossiped": 1}
    position = foxes("TRA FAC CAU FAC", last, {"hand": "FAC FAC GOS CAU", **quiet}, hurt, ending="first_victim")
    page = sit(den, window(width, 900, type=type, lists=False, bypass_csp=True), position)
    page.locator(card("TRA")).click()
    page.locator("li.fox .touch.lit[data-name='seat:1']").click()
    page.wait_for_selector(".end h2:has-text('Liz wins')")
    told = page.locator(".end li").all_inner_texts()
    assert [re.sub(r"\s+", " ", line) for line in told] == [
        "Liz 3 lives, 4 cards",
        "You Ada 3 lives, 3 cards",
        "Bo 2 lives, 10 cards (nine count)",
        "Jimmy 0 lives",
    ]
    assert (faults(page), audit(page)) == ([], [])


# ---- memory


def test_the_log_says_where_memory_begins(den: Den, window: Any) -> None:
    """R62: since one's own last turn all is told; before that it says why nothing is."""
    page = sit(den, window(), options={"players": 3, "first": 0})
    gap = "What happened earlier is left to your memory until the game is over."
    go_on(page, page.locator(".talk li", has_text=gap))
    told = page.locator(".talk li").all_inner_texts()
    assert told[told.index(gap) - 1].startswith("Turn "), "newest first"
    assert not any(line.startswith("Turn ") for line in told[told.index(gap) :])


def test_six_in_teams_are_told_whom_to_remember(den: Den, window: Any) -> None:
    """R92: all characters are seen once; then neither the table nor the log reminds of them."""
    hands = ["IDC FAC CAU GOS", *[GUARDS] * 5]
    characters = ["GF", "MT", "SC", "IF", "GF", "MT"]
    laid = [{"hand": hand, "character": one} for hand, one in zip(hands, characters, strict=True)]
    position = foxes(*laid, mode="team", phase="clearing", turn=0, active=3)
    page = sit(den, window(), position)
    said = page.locator(".arena .note").inner_text()
    assert said.startswith("Your team: Liz and "), "the Schemer and the other Gossip Fox"
    assert page.locator("li.fox .team", has_text="Gossip").count() == 3
    page.locator("[data-name=pass]").click()
    page.locator(".talk li", has_text="Turn 1:").wait_for()
    assert not page.locator(".talk li", has_text=" shows ").count()


def test_what_happened_is_told_in_sentences(den: Den, window: Any) -> None:
    page = sit(den, window(), options={"players": 3, "first": 0})
    go_on(page, page.locator(".talk li", has_text="Turn 4:"))
    run_on = re.compile(r"turn \d+: \w+ [a-z]", re.IGNORECASE)
    assert not run_on.search(page.get_by_role("log").inner_text())
    page.goto(f"{den.url}/replay/{den.finish(GAME, ['random'] * 3, options=SHORT)}?turn=1")
    page.wait_for_selector(".story li")
    story = " ".join(page.locator(".story li").all_inner_texts())
    assert re.search(r"Turn 2: \w+\.", story)
    assert not run_on.search(story)


# ---- small screens, screen readers

PILES = "GOS*3 TRA*2 UAT WEA SAT ENO FAC*3 CAU*2 UDE IDC SDE STO"
WITH_PILES = {"piles": "GOS*2 TRA UAT FAC*2 CAU UDE"}
FIGHT = {"target": 0, "kind": "gossip"}
MINE = {"target": 1, "kind": "gossip", "attack": 1, "defence": 1, "defended": True}
AMONG_OTHERS = {"target": 2, "kind": "gossip"}
FULL = "GOS*2 TRA UAT WEA FAC*2 CAU IDC"
MANY = "GOS*4 TRA*3 CAU*3"
QUESTIONS = {  # all that one can be asked, and what is asked of others, with all that can be said about it
    "turn": foxes(FULL, MANY, GUARDS, MANY, **WITH_PILES),
    "turn of others": foxes(FULL, GUARDS, GUARDS, GUARDS, active=1, **WITH_PILES),
    "draw only": foxes(
        "GOS FAC CAU", *[{"hand": GUARDS, "idc": "lies"}] * 2, {"hand": GUARDS, "gossiped": 2}, **WITH_PILES
    ),
    "clearing": foxes(FULL, MANY, GUARDS, GUARDS, phase="clearing", active=2, **WITH_PILES),
    "respond": foxes(FULL, GUARDS, MANY, GUARDS, phase="respond", active=1, attack=FIGHT, area="GOS"),
    "help": foxes(FULL, GUARDS, GUARDS, GUARDS, phase="help", active=1, attack=AMONG_OTHERS, area="GOS"),
    "press": foxes(FULL, GUARDS, GUARDS, MANY, phase="press", attack=MINE, area="GOS FAC"),
    "join": foxes(
        FULL,
        GUARDS,
        GUARDS,
        GUARDS,
        phase="join",
        active=1,
        attack=AMONG_OTHERS | {"attack": 1, "defence": 1, "defended": True},
        area="GOS FAC",
    ),
    "refill": foxes("GOS", GUARDS, GUARDS, GUARDS, phase="refill", who=0, **WITH_PILES),
    "floor": foxes(FULL, MANY, GUARDS, GUARDS, phase="floor", active=2, who=0, **WITH_PILES),
}
STANDS = """() => {
  const at = (what) => Math.round(document.querySelector(what).getBoundingClientRect().top + scrollY);
  return [at('.mid'), at('.asking'), at('.own')];
}"""
HAND_ENDS = "Math.round(document.querySelector('.hand li').getBoundingClientRect().bottom + scrollY)"


@in_both_types
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1440, 757), (360, 740)])
def test_the_hand_never_moves_and_stays_in_sight(width: int, height: int, type: str, den: Den, window: Any) -> None:
    """Through turns, windows and attacks, with whatever is picked, and when characters are shown."""
    page, places = window(width, height, type=type, lists=False), {}
    for name, position in QUESTIONS.items():
        if name == "turn of others":
            sit_with_olek(den, page, position)
        else:
            sit(den, page, position)
            page.wait_for_selector(".ask.mine")
        places[name] = page.evaluate(STANDS)
        assert page.evaluate(HAND_ENDS) <= height, name
        if name == "turn":
            for picked in (card("GOS"), card("UAT"), "li.fox .touch.lit"):
                page.locator(picked).first.click()
                page.wait_for_selector(".choices.compose")
                places[f"{picked} picked"] = page.evaluate(STANDS)
                page.keyboard.press("Escape")
                page.wait_for_selector(".choices.compose", state="detached")
    shown = [dict(fox, face_up=True) for fox in QUESTIONS["turn"]["foxes"]]
    places["characters shown"] = sit(den, page, QUESTIONS["turn"] | {"foxes": shown}).evaluate(STANDS)
    assert len({tuple(place) for place in places.values()}) == 1, json.dumps(places)


@in_both_types
def test_on_a_phone_foxes_question_and_hand_are_in_sight_together(type: str, den: Den, window: Any) -> None:
    page = sit(
        den, window(360, 780, type=type, lists=False), foxes(FULL, *[GUARDS] * 5, piles="GOS TRA UAT FAC CAU UDE")
    )
    before = page.evaluate(HAND_ENDS)
    assert before <= 780, "a card and every fox"
    page.locator("li.fox .touch.lit").first.click()
    page.wait_for_selector(".choices.compose")
    assert page.evaluate(HAND_ENDS) == before, "the hand stays where it is"


@in_both_types
@pytest.mark.parametrize(("width", "theme"), [(360, "light"), (768, "dark"), (1440, "light")])
def test_eight_foxes_fit_and_can_be_read_by_everyone(width: int, theme: str, type: str, den: Den, window: Any) -> None:
    page = window(width, 900, type=type, lists=False, color_scheme=theme, bypass_csp=True)
    others = [{"hand": "GOS FAC CAU", "face_up": True, "gossiped": seat % 3, "idc": "lies"} for seat in range(2)]
    others += [{"hand": "TRA FAC SDE", "trapped": 2}, "GOS*4 TRA*4", GUARDS, {"hand": "WEA FAC", **OUT}, GUARDS]
    hand = "GOS*2 TRA UAT SAT FAC CAU UDE STO"
    middle = {"extension": "on", "piles": PILES}
    fight = {"phase": "respond", "active": 3, "attack": FIGHT | {"attack": 2, "defence": 1, "defended": True}}
    for parts in (middle, fight | {"extension": "on", "area": "GOS UAT FAC"}):
        sit(den, page, foxes(hand, *others, **parts))
        page.wait_for_selector(".ask.mine")
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert (faults(page), audit(page)) == ([], [])


OUT = {"gossiped": 2, "trapped": 1, "eliminated": 1}


def test_every_card_explains_itself(den: Den, window: Any) -> None:
    page = sit(den, window(), MY_TURN)
    page.locator(".hand .card").last.hover()
    slip = page.locator(".explanation")
    slip.get_by_role("button", name="Rule 27").click()
    page.wait_for_selector(".rulebook .sought")


@in_both_types
@pytest.mark.parametrize("width", [360, 1440])
def test_quiet_woods_are_announced_two_rounds_before(width: int, type: str, den: Den, window: Any) -> None:
    """R106: nobody has attacked for long."""
    page = window(width, 900, type=type, lists=False, bypass_csp=True)
    sit(den, page, MY_TURN | {"turn": 60, "quiet": 45})
    page.get_by_text("The woods grow quiet: over in 3 turns unless somebody attacks.").wait_for()
    assert (faults(page), audit(page)) == ([], [])
