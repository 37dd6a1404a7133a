"""A game: its rooms, checked when it is opened, with the rules within reach in every target."""

import hashlib
import importlib
import importlib.util
import inspect
import os
import pkgutil
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from functools import cache
from itertools import compress
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from . import box as boxes
from .dealer import SPECTATOR, Dealer, Event, dealer_dtype
from .errors import BadBox, BadOption, BrokenContract, NotYourTurn, UnknownGame
from .options import Option, Options
from .phrase import Phrase, catalogue, render
from .record import NONE, Field, Record
from .rooms import enter
from .rule import COMPILED, CUDA, PYTHON, Rule, bind, callees_first, calls, is_rule

if TYPE_CHECKING:
    from .chance import Outcome

TURN, SEALED, WINDOW = 0, 1, 2  # how a table waits: one decides; all choose in secret; silence is a pass

RULES: dict[str, list[str | None]] = {
    "setup": ["state", "options", "dealer"],
    "acting": ["state"],
    "pace": ["state"],
    "legal": ["state", None, "mask"],
    "play": ["state", None, None, "dealer"],
    "returns": ["state", "out"],
    "see": ["state", None, "seen"],
    "redeal": ["seen", None, "state", "dealer"],
    "key": ["state", None],
}
ENGINE = Path(__file__).parent
_one_at_a_time = threading.RLock()  # compiling goes by a folder set for all threads; a box is read file by file


class Words(Protocol):
    """What every game's words can say; `sides`, `out`, `also_called` and `implied` may be there too."""

    def say(self, seen: Any, seat: int, action: int) -> Phrase: ...
    def why_not(self, seen: Any, seat: int, action: int) -> Phrase: ...
    def touches(self, seen: Any, seat: int, action: int) -> list[str]: ...
    def tell(self, event: Event, seat: int) -> Phrase: ...
    def table(self, seen: Any, seat: int) -> dict[str, Any]: ...
    def position(self, state: Any) -> dict[str, Any]: ...
    def from_position(self, position: dict[str, Any], dealer: Dealer) -> Any: ...
    def check(self, state: Any) -> list[str]: ...
    def result(self, state: Any) -> dict[str, Any]: ...
    def objection(self, options: Any) -> str | None: ...


class Game:
    """Everything the house knows about one game.

    `rules` holds the contract's functions as they stand in the game's files; the methods here are the same deeds
    for everyday use, interpreted, on wide records. `bind` gives templates over the rules, compiled.
    """

    def __init__(self, components: ModuleType, rules: ModuleType, sight: ModuleType, words: ModuleType):
        self.folder = Path(inspect.getfile(rules)).parent
        self.name = self.folder.name
        self.box = "own"
        self.corrections: dict[str, Any] = {}  # what is different in the box
        self.package = words.__name__.rpartition(".")[0]
        self.title: str = components.TITLE
        self.version: str = components.VERSION
        self.seats: int = components.SEATS
        self.State: Record = rules.State
        self.options: Options = rules.OPTIONS
        self.actions: int = rules.ACTIONS
        self.most_events: int = rules.EVENTS
        self.lap: int = getattr(rules, "LAP", 0)
        self.passing: int | None = getattr(rules, "PASS", None)
        self.has_windows: bool = getattr(rules, "WINDOWS", False)
        self.is_open: bool = getattr(sight, "OPEN", False)  # nobody sees more than others: one sight serves all
        self.variants: list[dict[str, Any]] = words.VARIANTS
        self.words = cast(Words, words)
        self.texts: dict[str, dict[str, str]] = {}  # language → key → text
        rooms = {**vars(rules), **vars(sight)}
        self.rules = SimpleNamespace(**{name: _rule_of(rooms, name, self.name) for name in RULES})
        self._check(words)
        self.dtypes = {
            "State": self.State.dtype,
            "Public": self.State.public,
            "Options": self.options.record.dtype,
            "Dealer": dealer_dtype(self.most_events, self.lap),
        }
        self._bound: dict[tuple[str, str, str], SimpleNamespace] = {}
        self._built: dict[str, dict[int, Any]] = {}  # target → what is compiled already

    @classmethod
    def of(cls, package: str) -> "Game":
        """The game in a package, whose `__init__.py` says `GAME = Game.of(__name__)`; BrokenContract if its rooms are
        not those of a game."""
        return cls(*enter(package))

    def __repr__(self) -> str:
        return f"<Game {self.name}{'' if self.box == 'own' else ' with box ' + self.box}>"

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: Any) -> "Game":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is not copied and not pickled, but opened again: by its package, with its box."""
        return _opened_again, (self.package, self.corrections)

    # ---- the contract, checked

    def _check(self, words: ModuleType) -> None:
        asked = [name for name in vars(Words) if not name.startswith("_")]
        missing = [name for name in asked if not callable(getattr(words, name, None))]
        if missing:
            raise BrokenContract(f"{self.name}: words.py lacks {', '.join(missing)}")
        if "over" not in (field.name for field in self.State.fields):
            raise BrokenContract(f"{self.name}: the state has no field 'over', 1 when the game has ended")
        if not 0 < self.seats < 31:
            raise BrokenContract(f"{self.name}: {self.seats} seats are more than an audience has bits")
        if self.has_windows and self.passing is None:
            raise BrokenContract(f"{self.name}: WINDOWS without PASS: silence in a window must be some action")
        for function in callees_first(list(vars(self.rules).values())):  # refuses rings of calls
            for name, value in calls(function).items():
                if isinstance(value, np.ndarray) and value.dtype not in (np.int64, np.uint64):
                    raise BrokenContract(f"{self.name}: table {name} must be int64, not {value.dtype}")
                if isinstance(value, list | dict | set):
                    kind = type(value).__name__
                    raise BrokenContract(f"{self.name}: {name} is a {kind}, but a table is a NumPy array of int64")
                if inspect.isfunction(value) and not is_rule(value):
                    raise BrokenContract(f"{self.name}: {function.__rule__.__name__} calls {name}, which is no @rule")

    # ---- the rules, interpreted

    def dealer(self, rng: int = 0, script: list[Any] | None = None) -> Dealer:
        """A dealer for this game; `rng` decides its chance, or `script` tells it."""
        return Dealer(rng, script, self.lap, self.most_events)

    def setup(self, options: dict[str, Any] | None, dealer: Dealer) -> Any:
        """A table laid for play; BadOption if the options cannot be."""
        chosen = self.read_options(options)
        state = self.State.new()
        self.rules.setup(state, chosen, dealer)
        return state

    def read_options(self, given: dict[str, Any] | None) -> Any:
        """The options as a record, defaults filled in; BadOption if they cannot be or do not go together."""
        chosen = self.options.read(given)
        objection = self.words.objection(chosen)
        if objection:
            raise BadOption(f"{self.name}: {objection}")
        return chosen

    def acting(self, state: Any) -> list[int]:
        """The seats that owe a decision; nobody once `state.over` is set."""
        return [] if state.over == 1 else list(_seats(int(self.rules.acting(state)), self.seats))

    def legal(self, state: Any, seat: int) -> list[int]:
        """The actions that this seat, if it is asked, may take."""
        seat = self.seat(seat)
        mask = [0] * self.actions
        self.rules.legal(state, seat, mask)
        return list(compress(range(self.actions), mask))

    def see(self, state: Any, seat: int) -> Any:
        """What this seat may know of a state: a record with UNKNOWN for the rest."""
        seen = self.State.veiled(state)
        self.rules.see(state, self.seat(seat), seen)
        return seen

    def seat(self, seat: Any) -> int:
        """The number of a seat that this game has, or SPECTATOR; NotYourTurn for anything else, which rules would
        read as they please."""
        if type(seat) is int and (0 <= seat < self.seats or seat == SPECTATOR):
            return seat
        if isinstance(seat, np.integer):
            return self.seat(int(seat))
        raise NotYourTurn(f"{self.name} has seats 0 to {self.seats - 1}, and SPECTATOR for who looks on, not {seat!r}")

    def redeal(self, seen: Any, seat: int, dealer: Dealer) -> Any:
        """A whole state that the seat could be in, as likely as the rules make it."""
        state = self.State.copy(seen)
        self.rules.redeal(seen, seat, state, dealer)
        return state

    def returns(self, state: Any) -> list[float]:
        """Utility at the end for every seat that the game has, 0 where nobody sits, from −1 to 1; BrokenContract if the
        game tells anything else. `Match.returns` has them of its table."""
        out = [0.0] * self.seats
        self.rules.returns(state, out)
        if not all(-1 <= value <= 1 for value in out):
            raise BrokenContract(f"{self.name}: returns are 2 × the share of the win − 1, from −1 to 1, not {out}")
        return [float(value) for value in out]

    def deals(self, options: dict[str, Any] | None = None) -> Iterator[tuple["Outcome", float]]:
        """Every way the table may be laid, with its probability; see `chances`."""
        from .chance import Deal, leaves

        return leaves(Deal(self, self.read_options(options)))

    def chances(self, state: Any, seat: int, action: int) -> Iterator[tuple["Outcome", float]]:
        """Every way a legal move may come out: `state`, `events` and the `script` of chance, with its probability. One
        where there is no chance in it; a shuffle is one draw after the other, equal cards are one outcome. They come
        one at a time, so that the first of very many can be looked at."""
        from .chance import Move, leaves

        return leaves(Move(self, state, self.seat(seat), action))

    # ---- words

    def text(self, phrase: Phrase, language: str = "en", names: Sequence[str] = ()) -> str:
        """A phrase of this game, or of the house, as text; `names` of the seats, where they have any."""
        return render(phrase, self.texts.get(language) or self._read_texts(language), names)

    def _read_texts(self, language: str) -> dict[str, str]:
        spoken = sorted(path.stem for path in self.folder.glob("*.json"))
        if language not in spoken:
            raise BadOption(f"{self.name} has no texts in {language!r}; it has {', '.join(spoken)}")
        self.texts[language] = {**catalogue(ENGINE, language), **catalogue(self.folder, language)}
        return self.texts[language]

    def options_of(self, state: Any, asked: Any) -> dict[str, Any]:
        """The options that hold in a state, as far as it tells; said as in `asked`, a record, where that is the same.

        A field that is declared as an option is, under its name, is that option; what else a state tells the game's
        own `implied` says.
        """
        own = [(field.name, option) for field in self.State.fields if (option := self._option_like(field))]
        told = {name: option.tell(getattr(state, name)) for name, option in own}
        implied = getattr(self.words, "implied", None)
        return told | (implied(state, asked) if implied else {})

    def _option_like(self, field: Field) -> Option | None:
        option = self.options.all.get(field.name)
        if option is None or (option.most, option.shape) != (field.most, field.shape):
            return None
        return option if (option.least == NONE) == (field.least == NONE) else None

    def describe(self) -> dict[str, Any]:
        """Name, title, version, how many play, every option with what it takes, and the variants, as JSON."""
        players, defaults = self.options.all["players"], self.options.tell(self.options.read())
        return {
            "name": self.name,
            "title": self.title,
            "version": self.version,
            "players": [players.least, players.most],
            "options": [{**option.about(), "default": defaults[name]} for name, option in self.options.all.items()],
            "variants": self.variants,
            "windows": self.has_windows,
        }

    def from_position(self, position: dict[str, Any], dealer: Dealer | None = None) -> Any:
        """A state laid out by hand; BadPosition says what cannot be."""
        from .position import lay_out

        return lay_out(self, position, dealer or self.dealer())

    # ---- the rules in other targets

    def bind(self, template: ModuleType, target: str = COMPILED, advice: ModuleType | None = None) -> SimpleNamespace:
        """A template's rules over this game's: game.bind(playouts).playouts(…). `advice` fills further slots."""
        key = (template.__name__, target, advice.__name__ if advice else "")
        with _one_at_a_time:
            if key not in self._bound:
                self._bound[key] = self._bind(_rules_of(template), target, [m for m in (template, advice) if m])
        return self._bound[key]

    def cache_of(self, template: ModuleType, advice: ModuleType | None = None) -> Path:
        """The folder in which a template over this game's rules is kept once it is compiled."""
        slots = self._slots([m for m in (template, advice) if m])
        return Path(self._cache(callees_first(_rules_of(template), slots)))

    def bind_rules(self, target: str = COMPILED) -> SimpleNamespace:
        """The contract's own functions in another target, one by one: for tests that go in lockstep."""
        with _one_at_a_time:
            if ("", target, "") not in self._bound:
                self._bound["", target, ""] = self._bind(list(vars(self.rules).values()), target, [])
        return self._bound["", target, ""]

    def _bind(self, functions: list[Rule], target: str, modules: list[ModuleType]) -> SimpleNamespace:
        slots = self._slots(modules)
        if target == PYTHON:
            return SimpleNamespace(**bind(functions, slots))
        reached = callees_first(functions, slots)
        house = [f for f in reached if _folder_of(f) in (ENGINE, self.folder)]  # built once for all templates
        built = self._built.setdefault(target, {})
        if house:
            bind(house, slots, target, self.dtypes_on(target), self._cache(callees_first(house, slots)), built)
        return SimpleNamespace(
            **bind(functions, slots, target, self.dtypes_on(target), self._cache(reached), dict(built))
        )

    def dtypes_on(self, target: str) -> dict[str, np.dtype]:
        """The records as bytes; on a GPU nobody listens to the dealer, whose events would take a thread's memory."""
        return {**self.dtypes, "Dealer": dealer_dtype(1, self.lap)} if target == CUDA else self.dtypes

    def _slots(self, modules: list[ModuleType]) -> dict[str, Any]:
        """What fills the slots of a template: the game's rules, and the advice after it."""
        advice = {name: f for module in modules[1:] for name, f in vars(module).items() if is_rule(f)}
        return advice | {**vars(self.rules), "ACTIONS": self.actions, "SEATS": self.seats}

    def _cache(self, reached: list[Any]) -> str:
        """A folder that belongs to every file beside a rule that is reached: its constants may come from there."""
        folders = {ENGINE, self.folder, *map(_folder_of, reached)}
        return str(cache_folder((f for d in sorted(folders) for f in sorted(d.glob("*.py"))), self.name, self.box))


@cache
def _seats(bits: int, seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(seats) if bits >> seat & 1)


def _rules_of(template: ModuleType) -> list[Rule]:
    return [f for f in vars(template).values() if is_rule(f) and f.__rule__.__module__ == template.__name__]


def _folder_of(function: Any) -> Path:
    return Path(inspect.getfile(function.__rule__)).parent


def _rule_of(rooms: dict[str, Any], name: str, game: str) -> Any:
    function: Any = rooms.get(name)
    if not is_rule(function):
        but = "" if function is None else f": {name} is there, but @rule does not stand above it"
        raise BrokenContract(f"{game}: there is no @rule named {name!r}{but}")
    given = list(inspect.signature(function.__rule__).parameters)
    asked = RULES[name]
    if len(given) != len(asked) or any(a and a != g for a, g in zip(asked, given, strict=True)):
        wanted = ", ".join(a or "…" for a in asked)
        raise BrokenContract(
            f"{game}: {name}({', '.join(given)}) must be {name}({wanted}); parameters are typed by name"
        )
    return function


def cache_folder(sources: Iterable[Path], name: str, box: str) -> Path:
    """Where compiled code lives: a folder that belongs to exactly these sources, this box and this compiler.

    Numba's own test of freshness looks at one file; a changed callee elsewhere, or another box, would go unseen.
    """
    import numba

    text = hashlib.sha256(f"{numba.__version__} {sys.version} {box} {os.environ.get('SKULK_BOUNDS')}".encode())
    for path in sources:
        text.update(path.read_bytes())
    base = os.environ.get("SKULK_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "skulk"
    return Path(base) / f"{name}-{text.hexdigest()[:16]}"


# ---- opening games


def names() -> list[str]:
    """The games of the house."""
    package = importlib.import_module("skulk.games")
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)


def load(name: str, box: dict[str, Any] | None = None) -> Game:
    """A game by name ('fox-on-the-run' or 'fox_on_the_run'), with its own box or with another's components."""
    if not isinstance(name, str):
        raise UnknownGame(f"a game is named by words, not by {name!r}")
    slug = name.replace("-", "_")
    if not slug.isidentifier() or (f"skulk.games.{slug}" not in sys.modules and slug not in names()):
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(n.replace('_', '-') for n in names())}")
    package = f"skulk.games.{slug}"
    return open_package(package, box) if box else importlib.import_module(package).GAME


def opened(game: Game | str) -> Game:
    """The game that is meant: itself, or by name."""
    return game if isinstance(game, Game) else load(game)


def open_game(name: str) -> Game:
    """A game of the house by name, or any other by its package, `bench.leduc`: whoever names that runs its code."""
    if not isinstance(name, str) or "." not in name or name.replace("-", "_") in names():
        return load(name)
    try:
        game = importlib.import_module(name).GAME
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"there is no game in a package {name!r}: {error}") from error
    if not isinstance(game, Game):
        raise UnknownGame(f"{name}.GAME is no game")
    return game


def _opened_again(package: str, box: dict[str, Any]) -> Game:
    if box:
        return open_package(package, box)
    game: Game = importlib.import_module(package).GAME
    return game


def open_package(package: str, box: dict[str, Any]) -> Game:
    """The game in a package, read afresh with components replaced."""
    with _one_at_a_time:
        return _open_package(package, box)


def _open_package(package: str, box: dict[str, Any]) -> Game:
    mark = boxes.fingerprint(box)
    alias = f"{package}__{mark}"
    if alias not in sys.modules:
        original = importlib.util.find_spec(package)
        assert original is not None
        spec = importlib.util.spec_from_file_location(
            alias, original.origin, submodule_search_locations=original.submodule_search_locations
        )
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[alias] = module
        try:
            with boxes.opening(box):
                spec.loader.exec_module(module)
        except BaseException as error:
            for loaded in [m for m in sys.modules if m == alias or m.startswith(alias + ".")]:
                del sys.modules[loaded]
            is_of_the_data = isinstance(error, ValueError | TypeError | LookupError)
            if not is_of_the_data or isinstance(error, BadBox | BrokenContract):
                raise
            what = f"there is no {error}" if isinstance(error, KeyError) else str(error)
            if isinstance(error, TypeError | IndexError):  # Python's words are no answer
                what = "it is not laid out like the game's own"
            named = " or ".join(map(repr, box))
            raise BadBox(f"{package.rpartition('.')[2]} cannot be opened with this {named}: {what}") from error
        module.GAME.box, module.GAME.corrections, module.GAME.package = mark, deepcopy(box), package
    game: Game = sys.modules[alias].GAME
    return game
