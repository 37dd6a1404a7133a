"""A sitting at one terminal: people and bots play a match, each seeing what its seat may see."""

import difflib
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from skulk import bots
from skulk.compiling import USUALLY
from skulk.engine import SPECTATOR, Event, Match, NothingToUndo, SkulkError, UnknownMove
from skulk.engine.reveal import has_revealed

from . import rulebook, view
from .hints import about, spoken
from .screen import Screen, numbered, spell_out

if TYPE_CHECKING:
    from skulk.bots.hints import Hints

    from .guests import Guest

Command = Callable[[int, str], Any]  # who gives it, and what it is about
HUMAN = "human"
OWN_BOT = re.compile(r".+\.py(:.*)?")  # a Python file, and its budget
BUDGET = 1000  # simulations a bot may spend on a move
HELP = """\
a number, or the move in words    make that move
undo                              take your last move back, until another seat acts or something hidden shows
table, moves, log                 draw the table again, list your moves, read all you have heard
rules, rules R12                  the rulebook, or one rule of it
save, save FILE                   keep the match in a file
pass until further notice         let every window go by (silence is a pass); `hold on` ends that
quit                              leave; with --save the match is kept"""


class Quit(Exception):
    """Somebody leaves the table."""


def seat_kinds(given: str | None, players: int) -> list[str]:
    """A kind for each seat, from "human,vixen"; left out: a person at seat 0 and foxes elsewhere."""
    kinds = [HUMAN, *["fox"] * (players - 1)] if given is None else [kind.strip() for kind in given.split(",")]
    known = [HUMAN, *bots.kinds()]
    for kind in kinds:
        if OWN_BOT.fullmatch(kind):
            continue
        if kind.partition(":")[0] not in known:
            raise SkulkError(f"there is no kind of seat {kind!r}; a seat is {' or '.join([*known, 'my_bot.py'])}")
        if kind != HUMAN:
            bots.parse(kind)
    if len(kinds) != players:
        raise SkulkError(f"{len(kinds)} seats are named, but {players} play: name one of {', '.join(known)} for each")
    return kinds


def _guest(kind: str, match: Match, seat: int) -> "Guest":
    """A bot of one's own; what runs it is loaded for it alone."""
    from skulk.bots import Budget

    from .guests import Guest

    return Guest(kind, match, seat, Budget(simulations=BUDGET))


def keep(match: Match, path: Path) -> None:
    """Write the match down; the file is whole at every moment."""
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_text(match.save(), encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise SkulkError(f"{path} cannot be written: {error.strerror}") from error


class Sitting:
    """One match at one screen. `kinds` names who sits where; `path` is where the match is kept."""

    def __init__(
        self,
        match: Match,
        kinds: Sequence[str],
        screen: Screen,
        path: Path | None = None,
        hints: "Hints | None" = None,
    ):
        self.match, self.screen, self.path, self.hints = match, screen, path, hints
        self.draw = view(match.game)
        self.humans = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        self.guests = {seat: _guest(kind, match, seat) for seat, kind in enumerate(kinds) if OWN_BOT.fullmatch(kind)}
        others = {seat: kind for seat, kind in enumerate(kinds) if kind != HUMAN and seat not in self.guests}
        self.bots = {seat: bots.sit(kind, match.game) for seat, kind in others.items()}
        self.heard: dict[int, int] = {}  # seat → the move up to which it has been told
        self.passing: set[int] = set()  # seats that let windows go by until further notice
        self.at_screen: int | None = None  # whose eyes are on it
        self.is_private = False  # whether somebody at this screen knows what another may not
        self.firm = match.number  # moves that cannot be taken back any more
        self.note = self._preparing()  # said once, above the next question

    def _preparing(self) -> str:
        """Who cannot look ahead yet, because that has never been compiled on this machine."""
        searching = [seat for seat, bot in self.bots.items() if not getattr(getattr(bot, "bot", bot), "is_ready", True)]
        if not searching:
            return ""
        from skulk.bots.warm import is_off, is_warm

        if is_off() or is_warm(self.match.game):
            return ""
        who = " and ".join(self._name(seat) for seat in searching)
        verb, they = ("plays", "it looks") if len(searching) == 1 else ("play", "they look")
        first = f"{who} {verb} by rule of thumb until the search is compiled"
        return f"{first}: {USUALLY}. Then {they} ahead."

    def run(self) -> bool:
        """Play until the match is over (True) or somebody leaves (False)."""
        try:
            while not self.match.is_over:
                self._next_decision()
            self._end()
        except (EOFError, KeyboardInterrupt, Quit):
            self._leave()
        finally:
            for guest in self.guests.values():
                guest.close()
        return self.match.is_over

    # ---- whose decision

    def _next_decision(self) -> None:
        self._look_for_secrets()
        seat = self._next_seat()
        if seat not in self.humans:
            self._play(seat, self._bots_move(seat))
            if not self.humans:
                self.screen.show(*self._news(SPECTATOR))
        elif not (self._lets_it_pass(seat) and self._stay_silent(seat)):
            self._ask(seat)

    def _bots_move(self, seat: int) -> int:
        if seat in self.guests:
            return self.guests[seat].move()
        dealer = self.match.game.dealer(self.match.bot_chance(seat))
        return self.bots[seat].choose(self.match.seen(seat), seat, BUDGET, dealer)

    def _next_seat(self) -> int:
        """Bots first, then whoever lets windows pass, then whoever is at the screen; answers may come in any order."""
        acting = self.match.acting()
        ranks = (lambda s: s not in self.humans, self._lets_it_pass, lambda s: s == self.at_screen)
        return min(acting, key=lambda s: (*(not rank(s) for rank in ranks), s))

    def _lets_it_pass(self, seat: int) -> bool:
        """Until further notice; or because there is nothing else to answer, and no other person here who could tell."""
        if self.match.pace() != "window":
            return False
        legal, passing = self.match.legal(seat), self.match.game.passing
        return (seat in self.passing and passing in legal) or (self.humans == [seat] and legal == [passing])

    def _look_for_secrets(self) -> None:
        """Two people share the screen, and one has seen, heard or chosen what is not for the other."""
        if self.is_private or len(self.humans) < 2:
            return
        match = self.match
        sights = {match.game.State.pack(match.seen(seat)) for seat in self.humans}
        heard = {tuple(map(id, match.events(seat))) for seat in self.humans}
        sealed = match.pace() != "turn" and sum(match.is_acting(seat) for seat in self.humans) > 1
        self.is_private = len(sights) > 1 or len(heard) > 1 or sealed

    # ---- asking a person

    def _ask(self, seat: int) -> None:
        if not self._hand_over(seat):
            return
        self._show(seat)
        while True:
            line = self.screen.ask(f"{self._name(seat)} ›")
            try:
                if self._answer(seat, line):
                    return
            except SkulkError as error:
                self.screen.refuse(error)

    def _hand_over(self, seat: int) -> bool:
        """What one seat has seen is gone before the next one looks; False if the first took its move back instead."""
        if self.is_private and seat != self.at_screen:
            if self.at_screen is not None and not self._lets_go(self.at_screen):
                return False
            self.screen.wipe()
            self._wait(f"{self._name(seat)}: press Enter when you are alone at the screen")
            self.screen.wipe()
        else:
            self.screen.turn_page()
        self.at_screen = seat
        return True

    def _lets_go(self, seat: int) -> bool:
        """The seat at the screen reads what its move brought, and clears the screen or takes the move back."""
        self.screen.show(*self._news(seat))
        while self._wait(f"{self._name(seat)}: Enter clears the screen (or undo)") == "undo":
            try:
                return not self._undo(seat, "")
            except SkulkError as error:
                self.screen.refuse(error)
        return True

    def _wait(self, prompt: str) -> str:
        line = self.screen.ask(prompt).casefold()
        if line in ("quit", "exit"):
            raise Quit
        return line

    def _show(self, seat: int) -> None:
        """The page of a turn: what happened, the table, the moves."""
        screen, height = self.screen, self.screen.console.height
        table, moves = self._table(seat), self._moves(seat)
        room = height - screen.height_of(table) - screen.height_of(moves) - 6 if screen.is_live else None
        screen.heading(f"{self.match.game.title} · {self._name(seat)}")
        screen.show(*self._news(seat, room), table)
        if self.note:
            screen.say(self.note, "italic")
            self.note = ""
        self._show_moves(seat, moves)

    def _show_moves(self, seat: int, moves: RenderableType) -> None:
        questions = {"sealed": "Choose in secret.", "window": "You may act. Silence (Enter) is a pass."}
        self.screen.say(f"{questions.get(self.match.pace(), 'Your moves')}  (? for help)", "bold")
        if seat in self.passing:
            self.screen.say("Windows pass you by; `hold on` ends that.", "italic")
        if self.hints:
            self.screen.say(about(self.hints), "italic")
        self.screen.show(moves)

    def _table(self, seat: int) -> RenderableType:
        lit = defaultdict(list)
        seen, touches = self.match.seen(seat), self.match.game.words.touches
        for number, action in enumerate(self.match.legal(seat) if seat != SPECTATOR else [], 1):
            for name in touches(seen, seat, action):
                lit[name].append(str(number))
        return self.draw(self.match.table(seat), seat, {name: ",".join(numbers) for name, numbers in lit.items()})

    def _moves(self, seat: int) -> RenderableType:
        texts = [self.match.say(seat, action) for action in self.match.legal(seat)]
        if self.hints and self.hints.is_ready:
            found = self.hints.hint(self.match.seen(seat), seat)
            texts = [f"{text} · {spoken(hint)}" for text, hint in zip(texts, found, strict=True)]
        return numbered(texts, self.screen.console.width)

    def _name(self, seat: int) -> str:
        return f"seat {seat}"

    # ---- what happened, as one seat heard it

    def _news(self, seat: int, room: int | None = None) -> list[RenderableType]:
        """What this seat has not been told yet, in `room` lines; from now on it has been."""
        told = self.heard.get(seat)
        events = self.match.events(seat, told or 0)
        if told == 0:  # the deal has been told
            events = events[sum(event.heard_by(seat) for event in self.match.opening) :]
        self.heard[seat] = self.match.number
        if not self.is_private:
            self.heard |= dict.fromkeys(self.humans, self.match.number)
        return self._told(events, seat, room)

    def _told(self, events: list[Event], seat: int, room: int | None = None) -> list[RenderableType]:
        if not events:
            return []
        lines = [self.match.tell(event, seat) for event in events]
        if room is not None and len(lines) > max(room, 3):
            left_out = len(lines) - max(room, 3) + 1
            lines = [f"… {left_out} more before; `log` tells all", *lines[left_out:]]
        return [Padding(Group(*(Text.assemble(("· ", "soft"), line) for line in lines)), (0, 0, 0, 2))]

    # ---- answers

    def _answer(self, seat: int, line: str) -> bool:
        """Carry out what was typed; whether the table has changed."""
        if not line:
            return self._stay_silent(seat)
        try:
            action = self._action(seat, line, short=False)
        except SkulkError:
            command, what = self._command(line)
            if command:
                return bool(command(seat, what))
            action = self._action(seat, line)
        self._play(seat, action)
        return True

    def _stay_silent(self, seat: int) -> bool:
        """In a window silence is a pass; elsewhere it is nothing."""
        passing = self.match.game.passing
        if self.match.pace() != "window" or passing is None or passing not in self.match.legal(seat):
            return False
        self._play(seat, passing)
        return True

    def _action(self, seat: int, line: str, short: bool = True) -> int:
        """The move with this number in the list, or with these words; if `short`, a part of them is enough."""
        legal = self.match.legal(seat)
        if line.isascii() and line.isdigit() and line not in (self.match.say(seat, action) for action in legal):
            if not 1 <= int(line[:9]) <= len(legal):
                raise UnknownMove(f"there is no move {line}: your moves are 1 to {len(legal)}")
            return legal[int(line) - 1]
        try:
            return self.match.parse(seat, line, short)
        except UnknownMove as error:
            texts = [self.match.say(seat, action) for action in legal]
            near = difflib.get_close_matches(line.casefold(), texts, 1)
            raise UnknownMove(f'{error}. Did you mean "{near[0]}"?') if near else error from None

    def _command(self, line: str) -> tuple[Command | None, str]:
        """The command these words give, and what it is about."""
        words = " ".join(line.casefold().split())
        alone: dict[str, Command] = {
            "?": self._help,
            "help": self._help,
            "table": self._redraw,
            "moves": self._list,
            "log": self._log,
        }
        alone |= {"undo": self._undo, "quit": self._quit, "exit": self._quit, "hold on": self._hold_on}
        alone |= {"pass until further notice": self._pass_on}
        about: dict[str, Command] = {"save": self._save, "rules": self._rules}
        return alone.get(words) or about.get(words.partition(" ")[0]), line.partition(" ")[2].strip()

    def _play(self, seat: int, action: int) -> None:
        before = self.match.number
        self.match.play(seat, action)
        if seat not in self.humans:
            self.firm = self.match.number
        elif before > self.firm and self.match.moves[before - 1].seat != seat:
            self.firm = before
        if seat in self.humans:
            self._keep_on()

    def _keep_on(self) -> None:
        """Move by move; a full disk is told and does not stop the game."""
        try:
            if self.path:
                keep(self.match, self.path)
        except SkulkError as error:
            self.note = spell_out(error)

    # ---- commands: each answers whether the table has changed

    def _undo(self, seat: int, _: str) -> bool:
        number = self.match.number
        if number <= self.firm or has_revealed(self.match, number - 1, self.match.moves[-1].seat):
            raise NothingToUndo("nothing can be taken back: another seat has acted, or something hidden was shown")
        mover = self.match.moves[-1].seat
        if self.is_private and mover != seat:
            raise NothingToUndo("only your own last move can be taken back")
        last = self.match.undo()
        self.note = f"Taken back: {last.text}."
        self.heard = {who: min(told, self.match.number) for who, told in self.heard.items()}
        self._keep_on()
        return True

    def _pass_on(self, seat: int, _: str) -> bool:
        if self.match.game.passing is None:
            raise SkulkError(f"{self.match.game.title} has no windows to let pass")
        self.passing.add(seat)
        if self._stay_silent(seat):
            return True
        self.screen.say("Windows pass you by from now on; `hold on` ends that.")
        return False

    def _hold_on(self, seat: int, _: str) -> None:
        self.passing.discard(seat)
        self.screen.say("You are asked in every window again.")

    def _save(self, seat: int, where: str) -> None:
        path = Path(where) if where else self.path
        if path is None:
            raise SkulkError("say where: save my-match.json")
        if path != self.path and path.exists():
            raise SkulkError(f"{path} exists already: choose another name")
        keep(self.match, path)
        self.screen.say(f"Kept in {path}. `skulk play --load {path}` plays on, `skulk replay {path}` looks back.")

    def _rules(self, seat: int, number: str) -> None:
        text = rulebook.rule(self.match.game, number) if number else rulebook.rulebook(self.match.game)
        self.screen.show(Markdown(text))

    def _help(self, seat: int, _: str) -> None:
        self.screen.say(HELP)

    def _redraw(self, seat: int, _: str) -> None:
        self.screen.show(self._table(seat))

    def _list(self, seat: int, _: str) -> None:
        self._show_moves(seat, self._moves(seat))

    def _log(self, seat: int, _: str) -> None:
        self.screen.show(*self._told(self.match.events(seat), seat))

    def _quit(self, seat: int, _: str) -> None:
        raise Quit

    # ---- the end

    def _end(self) -> None:
        """The last news, the table as all may see it, and who has won."""
        self._look_for_secrets()
        watcher = self.humans[0] if len(self.humans) == 1 else SPECTATOR
        if self.at_screen is not None and watcher == SPECTATOR:
            self.heard[SPECTATOR] = self.heard[self.at_screen]
        if self.is_private:
            self.screen.wipe()
        else:
            self.screen.turn_page()
        table = self._table(watcher)
        room = self.screen.console.height - self.screen.height_of(table) - 8 if self.screen.is_live else None
        self.screen.heading(f"{self.match.game.title} · the end")
        self.screen.show(*self._news(watcher, room), table, result(self.match))
        self._keep_at_last()

    def _leave(self) -> None:
        if self.is_private:
            self.screen.wipe()
        self.screen.say("Until next time.")
        self._keep_at_last()

    def _keep_at_last(self) -> None:
        if self.path:
            keep(self.match, self.path)
            self.screen.say(f"The match is kept in {self.path}.")


def result(match: Match) -> RenderableType:
    """Who has won, and why."""
    outcome = match.result()
    ranks, scores = outcome["ranks"][: match.players], outcome["scores"]
    lines = [Text(match.game.text(outcome["reason"]), "bold")]
    for seat in sorted(range(match.players), key=lambda s: ranks[s]):
        shared = " (shared)" if ranks.count(ranks[seat]) > 1 else ""
        score = f", {scores[seat]} points" if scores else ""
        lines.append(Text(f"  {ranks[seat]}. seat {seat}{score}{shared}"))
    return Group(*lines)
