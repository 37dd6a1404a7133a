"""Who enters an arena: our own bots, their clairvoyant twin, a Python file, or any command that speaks the protocol."""

import hashlib
import re
import shlex
import sys
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from skulk import bots
from skulk.bots import Budget, Spec
from skulk.engine import BadOption, Game, Match, SkulkError

from . import questions
from .process_bot import GOODBYE, ProcessBot

CLAIRVOYANT, FILE, COMMAND = "clairvoyant", "file", "cmd"
PYTHON_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<budget>.*))?")


class Entrant(NamedTuple):
    """A bot that takes part: `text` as it was asked for, which is also its name in tables."""

    text: str
    kind: str
    spec: Spec  # of our own bots; of others only the budget counts
    command: tuple[str, ...] = ()
    mark: str = ""  # what a file held when it entered

    @property
    def searches(self) -> bool:
        return self.spec.kind == "search"

    @property
    def threads(self) -> int:
        return int(self.spec.settings.get("threads", 1))

    def check(self, budget: Budget, limit: float) -> None:
        """BadOption if it may think for longer than it may take."""
        seconds = (self.spec.budget or budget).seconds
        if self.command and seconds >= limit:
            raise BadOption(f"{self.text} may think {seconds:g} s a move and loses after {limit:g} s: raise --limit")


def enter(text: str, game: str) -> Entrant:
    """The entrant that these words ask for; BadOption if there is none."""
    kind, _, rest = text.partition(":")
    if kind == COMMAND:
        command = _command(rest)
        return Entrant(text, COMMAND, Spec(COMMAND), command, _mark(*filter(Path.is_file, map(Path, command))))
    if own := PYTHON_FILE.fullmatch(text):
        return _file(text, Path(own["path"]), own["budget"], game)
    if kind == CLAIRVOYANT:
        return Entrant(text, CLAIRVOYANT, bots.parse(text.replace(CLAIRVOYANT, "search", 1)))
    try:
        return Entrant(text, bots.parse(text).kind, bots.parse(text))
    except BadOption as error:
        if kind in bots.kinds() or kind in bots.KINDS:
            raise
        more = f"{CLAIRVOYANT}, a Python file such as my_bot.py, or cmd: and a command such as cmd:node my_bot.mjs"
        raise BadOption(f"{error}, {more}") from None


def _command(text: str) -> tuple[str, ...]:
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise BadOption(f"cmd:{text} is no command: {error}") from error
    if not command:
        raise BadOption("cmd: wants a command, such as cmd:node my_bot.mjs")
    return command


def _mark(*paths: Path) -> str:
    """What these files hold, in sixteen letters; BadOption if one cannot be read."""
    mark = hashlib.sha256()
    for path in paths:
        try:
            mark.update(hashlib.sha256(path.read_bytes()).digest())
        except OSError as error:
            raise BadOption(f"{path} cannot be read: {error.strerror}") from error
    return mark.hexdigest()[:16] if paths else ""


def code_mark(game: Game) -> str:
    """Our bots and the game as they are today: results of others do not belong into the same file."""
    return _mark(*sorted([*Path(bots.__file__).parent.rglob("*.py"), *game.folder.rglob("*.py")]))


def _file(text: str, path: Path, budget: str | None, game: str) -> Entrant:
    spec = Spec(FILE, bots.read_budget(budget) if budget else None)
    return Entrant(text, FILE, spec, tuple(python_bot(path, game)), _mark(path))


def python_bot(path: Path, game: str) -> list[str]:
    """The command that runs a Python file's bot in a process of its own."""
    return [sys.executable, "-m", "skulk.lab.host", str(path.resolve()), game]


# ---- at the table


class Player(Protocol):
    """Somebody in a seat, as the arena sees it."""

    @property
    def is_starting(self) -> bool: ...  # so that the next answer tells nothing of how long it thinks

    def begin(self, match: Match, seat: int) -> None: ...

    def move(self, match: Match, seat: int) -> int | str: ...

    def done(self, error: SkulkError | None) -> None:
        """Its move was made, or refused."""

    def end(self, match: Match, seat: int, forfeit: dict[str, Any] | None) -> None: ...

    def close(self) -> None: ...


class Own:
    """One of our own bots. It is handed what its seat sees."""

    is_starting = False

    def __init__(self, spec: Spec, game: Game, budget: Budget):
        self.spec, self.game, self.budget = spec, game, budget

    def begin(self, match: Match, seat: int) -> None:
        self.bot = bots.sit(self.spec, self.game, wait=True)

    def move(self, match: Match, seat: int) -> int | str:
        dealer = self.game.dealer(match.bot_chance(seat))
        return self.bot.choose(self.sight(match, seat), seat, self.budget, dealer)

    def sight(self, match: Match, seat: int) -> Any:
        return match.seen(seat)

    def done(self, error: SkulkError | None) -> None:
        pass

    def end(self, match: Match, seat: int, forfeit: dict[str, Any] | None) -> None:
        pass

    def close(self) -> None:
        pass


class Clairvoyant(Own):
    """The ceiling, in the lab alone: the same search, handed a copy of the state itself."""

    def begin(self, match: Match, seat: int) -> None:
        self.bot = bots.sit(self.spec, self.game, wait=True, clairvoyant=True)

    def sight(self, match: Match, seat: int) -> Any:
        return self.game.State.copy(match.state)


class Outside:
    """A bot in another process; it is told what the protocol tells."""

    def __init__(self, entrant: Entrant, budget: Budget, limit: float):
        self.bot = ProcessBot(list(entrant.command), limit)
        self.budget, self.limit = entrant.spec.budget or budget, limit
        self.number = 0  # of the last message it was sent in this game
        self.heard: int | None = None  # the move up to which it has heard
        self.command = ""  # the id of its last command

    @property
    def is_starting(self) -> bool:
        return self.bot.is_starting

    def begin(self, match: Match, seat: int) -> None:
        self.bot.start()

    def move(self, match: Match, seat: int) -> int | str:
        ask = questions.ask(match, seat, self.budget, self.limit, match.bot_chance(seat))
        answer = self.bot.ask(self._message(match, seat, ask), self.number)
        self.command = answer.id
        return answer.move

    def done(self, error: SkulkError | None) -> None:
        self.bot.tell(questions.done(self.command, error))

    def end(self, match: Match, seat: int, forfeit: dict[str, Any] | None) -> None:
        self.bot.tell(self._message(match, seat, forfeit=forfeit))
        self.number, self.heard = 0, None
        if forfeit and forfeit["seat"] == seat:
            self.close()

    def _message(self, match: Match, seat: int, ask: Any = None, forfeit: dict[str, Any] | None = None) -> Any:
        self.number += 1
        since, self.heard = self.heard, match.number
        return questions.message(match, seat, self.number, since, ask, forfeit)

    def close(self) -> None:
        self.bot.close(GOODBYE)


def player(entrant: Entrant, game: Game, budget: Budget, limit: float) -> Player:
    if entrant.command:
        return Outside(entrant, budget, limit)
    return (Clairvoyant if entrant.kind == CLAIRVOYANT else Own)(entrant.spec, game, budget)
