"""A saved match looked at again, step by step, through one seat's eyes or the public's."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from skulk.engine import SPECTATOR, Match, SkulkError, UnknownMove

from . import view
from .play import result
from .screen import Screen

HELP = """\
Enter, next       one move forward
back              one move back
a number          to the table after that many moves
start, end        to the first or the last table
quit              leave"""


class Replay:
    """`seat` is whose eyes are used; SPECTATOR sees what is public."""

    def __init__(self, text: str, seat: int, screen: Screen):
        self.match = Match.load(text)  # refused here, before anything is shown, if it is damaged
        if seat != SPECTATOR and not 0 <= seat < self.match.players:
            last = self.match.players - 1
            raise SkulkError(f"there is no seat {seat} at this table of {self.match.players}: seats are 0 to {last}")
        self.script = [(move.seat, move.action) for move in self.match.moves]
        self.match = Match.start_of(text)[0]
        self.seat, self.screen = seat, screen
        self.draw = view(self.match.game)

    def run(self) -> None:
        try:
            self._show()
            while self._step(self.screen.ask("replay ›")):
                pass
        except (EOFError, KeyboardInterrupt):
            self.screen.say("Until next time.")

    def go(self, number: int) -> None:
        """To the table after `number` moves."""
        while self.match.number > number:
            self.match.undo()
        while self.match.number < number:
            self.match.play(*self.script[self.match.number])

    def _step(self, line: str) -> bool:
        word, last = line.casefold(), len(self.script)
        steps = {"": 1, "next": 1, "n": 1, "back": -1, "b": -1, "start": -last, "end": last}
        try:
            if word in ("quit", "exit", "q"):
                return False
            if word in ("?", "help"):
                self.screen.say(HELP)
                return True
            if word in steps:
                self._turn_to(min(max(self.match.number + steps[word], 0), last))
            elif word.isascii() and word.isdigit() and int(word[:9]) <= last:
                self._turn_to(int(word))
            else:
                raise UnknownMove(
                    f'"{line}" is nothing to do here: a number from 0 to {last}, next, back, start, end, quit'
                )
        except SkulkError as error:
            self.screen.refuse(error)
        return True

    def _turn_to(self, number: int) -> None:
        if number == self.match.number:
            self.screen.say("This is the end." if number else "This is the start.", "italic")
            return
        self.go(number)
        self._show()

    def _show(self) -> None:
        match, eyes = self.match, "all may see" if self.seat == SPECTATOR else f"seat {self.seat} sees"
        self.screen.turn_page()
        self.screen.heading(f"{match.game.title} · as {eyes} · move {match.number} of {len(self.script)} (? for help)")
        self.screen.show(*self._told(), self.draw(match.table(self.seat), self.seat, {}))
        if match.is_over:
            self.screen.show(result(match))

    def _told(self) -> list[RenderableType]:
        """What these eyes and ears learned of the last move; its words belong to whoever made it."""
        match, lines = self.match, []
        if match.number and match.moves[-1].seat == self.seat:
            lines.append(Text(f"seat {self.seat}: {match.moves[-1].text}", "italic"))
        events = match.moves[-1].events if match.number else match.opening
        lines += [Text.assemble(("· ", "soft"), match.tell(e, self.seat)) for e in events if e.heard_by(self.seat)]
        return [Padding(Group(*lines), (0, 0, 0, 2))] if lines else []
