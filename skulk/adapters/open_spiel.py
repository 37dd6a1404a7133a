"""Our games as OpenSpiel's: chance is explicit, infostates have perfect recall, and seats are asked one by one.

    from skulk.adapters import open_spiel
    open_spiel.register()
    game = pyspiel.load_game("skulk_fox_grove", {"players": 4})

Options go in as parameters, lists as "a,b,c". `position` begins at a table laid by hand, `load_game` takes it as JSON:
what nobody who looks on can see there is dealt again. A shuffle is one chance node after the other; between them nobody
learns anything. `state.resample_from_infostate` redeals (in Python: C++ searches do not ask a Python game for it).
"""

import base64
import json
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from skulk.engine import SPECTATOR, BadOption, Game, names, opened
from skulk.engine.chance import Deal, Deed, Fork, Move, Outcome, Path, Redeal
from skulk.engine.dealer import NUMBERS
from skulk.engine.infostate import Infostate

from . import floats

LONGEST = 100_000  # more than the picks and moves of any game of the house
HISTORY = 128  # so many lines of an infostate, the latest, are in its tensor; its string has all


def register() -> None:
    """Every game of the house as skulk_<game>."""
    for name in names():
        _register(opened(name))


def load_game(game: Game | str, options: dict[str, Any] | None = None, position: dict[str, Any] | None = None) -> Any:
    """A game with options in words, from a position on if one is given."""
    game = opened(game)
    _register(game)
    chosen = {name: _said(game, name, value) for name, value in (options or {}).items() if value is not None}
    if position is not None:
        chosen["position"] = base64.urlsafe_b64encode(json.dumps(position).encode()).decode()
    return pyspiel.load_game(_short(game), chosen)


def _said(game: Game, name: str, value: Any) -> Any:
    """A value as a parameter may be: a number where every value is one, otherwise text."""
    if isinstance(value, list | tuple):
        return ",".join("none" if part is None else str(part) for part in value)
    option = game.options.all.get(name)
    return value if isinstance(value, int) and option and _default(option) != "" else str(value)


def _short(game: Game) -> str:
    return f"skulk_{game.name}" if game.box == "own" else f"skulk_{game.name}_{game.box}"


_classes: dict[str, Any] = {}


def _register(game: Game) -> None:
    if _short(game) not in _classes:
        _classes[_short(game)] = kind = type(f"Spiel_{game.name}", (SpielGame,), {"house": game})
        pyspiel.register_game(_type(game), kind)


def _type(game: Game, players: int | None = None) -> Any:
    seats = game.options.all["players"]
    is_for_two = (players or seats.most) == 2
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=_short(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if is_for_two else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats.most,
        min_num_players=seats.least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={name: _default(option) for name, option in game.options.all.items()}
        | {"position": ""},
    )


def _default(option: Any) -> Any:
    return option.default if not (option.values or option.shape or option.default < 0) else ""


def _read(game: Game, parameters: dict[str, Any]) -> tuple[Any, dict[str, Any] | None]:
    """Options as a record, and a position."""
    given = {name: value for name, value in parameters.items() if value != ""}
    coded = given.pop("position", None)
    for name, value in given.items():
        option = game.options.all.get(name)
        if option is not None and option.shape and isinstance(value, str) and value != "none":
            given[name] = [None if part == "none" else part for part in value.split(",")]
    try:
        position = json.loads(base64.urlsafe_b64decode(coded)) if coded else None
    except ValueError as error:
        raise BadOption(f"{game.name}: position is JSON in base64, as load_game writes it: {error}") from error
    return game.read_options(given), position


class SpielGame(pyspiel.Game):
    """A game of the house; `house` is set by `register`."""

    house: Game

    def __init__(self, params: dict[str, Any] | None = None):
        options, position = _read(self.house, dict(params or {}))
        self.options, players = options, int(options.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.house.actions,
            max_chance_outcomes=max(64, *(int(np.prod(field.shape, dtype=int)) for field in self.house.State.fields)),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            **({"utility_sum": 0.0} if players == 2 else {}),
            max_game_length=LONGEST,
        )
        super().__init__(_type(self.house, players), info, params or {})
        deed = Deal(self.house, options) if position is None else _laid(self.house, position)
        self.start = Moment(self.house, players).begun(deed)

    def new_initial_state(self) -> Any:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _laid(game: Game, position: dict[str, Any]) -> Deed:
    """What a position may be for whoever looks on."""
    return Redeal(game, game.see(game.from_position(position), SPECTATOR), SPECTATOR)


class Moment:
    """Where a game has come to: a state with what each seat has lived, and what is under way. It never changes, so that
    clones share it."""

    def __init__(self, game: Game, players: int):
        self.game, self.players = game, players
        self.state: Any = None  # None before the deal is done
        self.known: tuple[Infostate, ...] = ()
        self.deed: Deed | None = None  # under way, waiting for chance
        self.mover, self.action = -1, -1
        self.path: Path = ()
        self.fork: Fork | None = None

    def __deepcopy__(self, memo: Any) -> "Moment":
        return self

    def _twin(self) -> "Moment":
        twin = Moment(self.game, self.players)
        vars(twin).update(vars(self))
        return twin

    def begun(self, deed: Deed, mover: int = -1, action: int = -1) -> "Moment":
        """With something under way."""
        twin = self._twin()
        twin.deed, twin.mover, twin.action, twin.path = deed, mover, action, ()
        return twin._gone_on()

    def after(self, action: int) -> "Moment":
        """After a pick of chance, or a move."""
        if self.fork is None:
            seat = self.game.acting(self.state)[0]
            return self.begun(Move(self.game, self.state, seat, action), seat, action)
        twin = self._twin()
        twin.path = (*self.path, action)
        return twin._gone_on()

    def _gone_on(self) -> "Moment":
        """As far as the path leads."""
        assert self.deed
        try:
            outcome = self.deed(self.path)
        except Fork as fork:
            self.fork = fork
        else:
            self.known = tuple(self._after(seat, outcome) for seat in range(self.players))
            self.state, self.deed, self.fork, self.path = outcome.state, None, None, ()
        return self

    def _after(self, seat: int, outcome: Outcome) -> Infostate:
        seen, heard = self.game.see(outcome.state, seat), [event for event in outcome.events if event.heard_by(seat)]
        if self.state is None:
            return Infostate.first(self.game, seat, seen, heard)
        return self.known[seat].then(seen, heard, self.action if seat == self.mover else None)


@lru_cache(maxsize=1 << 14)
def _after(now: Moment, action: int) -> Moment:
    """Solvers go through small trees again and again: what came of a move is kept for a while."""
    return now.after(action)


class SpielState(pyspiel.State):
    """A position of a game of the house."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self.now = game.start

    def current_player(self) -> int:
        if self.now.fork is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.now.game.acting(self.now.state)[0]

    def _legal_actions(self, player: int) -> list[int]:
        return self.now.game.legal(self.now.state, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self.now.fork
        return list(enumerate(self.now.fork.chances()))

    def _apply_action(self, action: int) -> None:
        self.now = _after(self.now, int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        game, fork = self.now.game, self.now.fork
        if player == pyspiel.PlayerId.CHANCE:
            return f"{fork.outcomes[action]}" if fork and action < len(fork.outcomes) else f"outcome {action}"
        return game.text(game.words.say(game.see(self.now.state, player), player, action))

    def is_terminal(self) -> bool:
        return self.now.fork is None and bool(self.now.state.over)

    def returns(self) -> list[float]:
        now = self.now
        return now.game.returns(now.state)[: now.players] if self.is_terminal() else [0.0] * now.players

    def __str__(self) -> str:
        """The whole table, secrets and all; and how far chance has come where something is under way."""
        now = self.now
        laid = "" if now.state is None else json.dumps(now.game.words.position(now.state), ensure_ascii=False)
        return f"{laid}{f' {now.mover}: {now.action}, chance {list(now.path)}' if now.fork else ''}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that looks the same to the player; `sampler` draws numbers from 0 to 1. What the others have lived is
        kept as it was, and so is the history of actions."""
        now = self.now
        twin: SpielState = self.clone()
        dealer = now.game.dealer(int(sampler() * 2**62))
        twin.now = now._twin()
        twin.now.state = now.game.redeal(now.game.see(now.state, player), player, dealer)
        return twin


class Observer:
    """What a player knows: with perfect recall the infostate, otherwise what it sees now; before the deal nothing.

    Without private information it is what anybody sees who looks on.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Any):
        if params:
            raise BadOption(f"an observer takes no parameters, not {params!r}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadOption("an observer sees what one player knows, or what all know; not everything")
        self.is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.recalls = kind.perfect_recall and not self.is_public
        self.view = floats(game.house)
        sizes = {"observation": (self.view.width,), **({"history": (HISTORY, 2 + NUMBERS)} if self.recalls else {})}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in sizes.values()), np.float32)
        self.dict, at = {}, 0
        for name, shape in sizes.items():
            self.dict[name] = self.tensor[at : at + int(np.prod(shape))].reshape(shape)
            at += int(np.prod(shape))

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        now = state.now
        if now.state is None:
            return
        self.dict["observation"][:] = self.view.of(self._seen(now, player), player)
        if self.recalls:
            lines = now.known[player].latest(HISTORY)
            self.dict["history"][: len(lines)] = lines

    def _seen(self, now: Moment, player: int) -> Any:
        if self.is_public:
            return now.game.see(now.state, SPECTATOR)
        return now.game.see(now.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        now = state.now
        if now.state is None:
            return f"seat {player} before the deal"
        if self.recalls:
            return now.known[player].text
        return repr(self._seen(now, player))
