"""The games of the house: one folder each. Called, the package lists them: `skulk.games()`."""

import sys
from types import ModuleType


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        """The names of the games, as `load` takes them."""
        from skulk.engine import names

        return names()


sys.modules[__name__].__class__ = _Games
