"""Refusals. Each has a code for programs, a text for people and, where they apply, the rule and words to translate."""

from .phrase import Phrase


class SkulkError(Exception):
    """What was asked cannot be done; nothing has changed."""

    code = "refused"

    def __init__(self, text: str, rule: str = "", say: Phrase | None = None):
        super().__init__(text)
        self.rule, self.say = rule, say


class UnknownGame(SkulkError):
    code = "unknown-game"


class BadOption(SkulkError):
    code = "bad-option"


class BadBox(BadOption, ValueError):
    code = "bad-box"


class BadPosition(SkulkError):
    code = "bad-position"


class BadSave(SkulkError):
    code = "bad-save"


class UnknownMove(SkulkError):
    code = "unknown-move"


class IllegalMove(SkulkError):
    code = "illegal-move"


class NotYourTurn(SkulkError):
    code = "not-your-turn"


class GameOver(SkulkError):
    code = "game-over"


class NotOver(SkulkError):
    code = "not-over"


class NothingToUndo(SkulkError):
    code = "nothing-to-undo"
