"""Refusals. Each has a code for programs, a text for people and, where they apply, the rule and words to translate."""

import re

from .phrase import Phrase

CITED = re.compile(r"\((R\d+(?:, R\d+)*)\)")  # "(R4)", "(R4, R44)"


class SkulkError(Exception):
    """What was asked cannot be done; nothing has changed. `rule` is the one that its text cites, "" without one."""

    code = "refused"

    def __init__(self, text: str, rule: str = "", say: Phrase | None = None):
        super().__init__(text)
        self.rule, self.say = rule or _cited(text), say


def _cited(text: str) -> str:
    """The last rule, or rules, in brackets: what was given is quoted before it."""
    cited: list[str] = CITED.findall(text)
    return cited[-1] if cited else ""


class UnknownGame(SkulkError):
    """There is no game of this name."""

    code = "unknown-game"


class BadOption(SkulkError):
    """An option, a bot or a budget that cannot be."""

    code = "bad-option"


class BadBox(BadOption, ValueError):
    """A box with components that the game cannot be opened with."""

    code = "bad-box"


class BadPosition(SkulkError):
    """A position laid by hand that cannot be; it cites the rule."""

    code = "bad-position"


class BadSave(SkulkError):
    """A saved match, or a file of results, that is damaged or of another version."""

    code = "bad-save"


class UnknownMove(SkulkError):
    """Words or a number that name no move, or more than one."""

    code = "unknown-move"


class IllegalMove(SkulkError):
    """A move that the rules forbid now; `rule` says which does, `say` the reason as a phrase."""

    code = "illegal-move"


class NotYourTurn(SkulkError):
    """A seat that is not asked, or is not there."""

    code = "not-your-turn"


class GameOver(SkulkError):
    """A move after the end."""

    code = "game-over"


class NotOver(SkulkError):
    """The result of a game that still goes on."""

    code = "not-over"


class NothingToUndo(SkulkError):
    """There is no move to take back."""

    code = "nothing-to-undo"


class BrokenContract(TypeError):
    """A game lacks something that every game must have."""
