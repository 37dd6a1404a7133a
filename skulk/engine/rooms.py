"""The rooms of a game: its files have the same names in every game, so that one finds a thing where it always is."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

from .errors import BrokenContract

ROOMS = (  # in the order in which they import each other; chapters of the rules stand before those that import them
    "components", "names", "moves", "state", "rules", "sight", "leads", "table", "checks", "positions", "words",
)  # fmt: skip
REQUIRED = ("components", "rules", "sight", "words")


def enter(package: str) -> list[ModuleType]:
    """The required rooms of a package that is being opened; BrokenContract if one is missing or a file is no room."""
    folders = getattr(sys.modules[package], "__path__", [])
    files = {path.stem for folder in folders for path in Path(folder).glob("*.py") if not path.stem.startswith("__")}
    missing = [room for room in REQUIRED if room not in files]
    if missing:
        needed = ", ".join(f"{room}.py" for room in REQUIRED)
        raise BrokenContract(f"{_title(package)}: there is no {missing[0]}.py; every game has {needed}")
    try:
        for room in (room for room in ROOMS if room in files):
            _import(package, room)
            if room == "sight":
                _check_chapters(package, files)
    except BaseException:
        for file in files:  # whoever tries again reads them again
            sys.modules.pop(f"{package}.{file}", None)
        raise
    return [sys.modules[f"{package}.{room}"] for room in REQUIRED]


def _import(package: str, room: str) -> None:
    importlib.import_module(f"{package}.{room}")
    early = [later for later in ROOMS[ROOMS.index(room) + 1 :] if _is_here(package, later)]
    if early:
        raise BrokenContract(
            f"{_title(package)}: {room}.py, or a chapter that it imports, imports {early[0]}.py, which comes after it; "
            f"rooms import each other in the order {', '.join(ROOMS)}"
        )


def _check_chapters(package: str, files: set[str]) -> None:
    """What is no room is a chapter of the rules: rules or sight have imported it."""
    for file in sorted(files - {*ROOMS}):
        if not _is_here(package, file):
            raise BrokenContract(
                f"{_title(package)}: {file}.py is no room of a game, nor a chapter that rules.py or sight.py import; "
                f"move what it holds to a room ({', '.join(ROOMS)}), or import it there"
            )


def _is_here(package: str, file: str) -> bool:
    return f"{package}.{file}" in sys.modules


def _title(package: str) -> str:
    return package.rpartition(".")[2]
