"""The command `skulk`. What a command needs is imported when it runs, so that help comes at once."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, CycloptsError, Parameter

from skulk import __version__

if TYPE_CHECKING:
    from skulk.engine import Game, Match

app = App("skulk", help="Five fox games, complete.", version=__version__, help_format="plaintext")
app.command("skulk.server.serve:serve", help="Serve the tables to browsers and bots.", sort_key=0)
app.command("skulk.server.serve:verify", help="Check that a finished game was dealt fairly.", sort_key=4)
app.command("skulk.lab.arena:arena", help="Let bots play bots, in all seats and over the same deals.", sort_key=5)
app.command("skulk.lab.sit:sit", help="Sit a bot of your own down at a table of a server.", sort_key=6)
app.command("skulk.server.store.move:move_store", help="Move all tables of a server to another store.", sort_key=7)
app.command("skulk.server.operate.admin:admin", name="admin", help="Look after the tables of a server.", sort_key=8)
app.command("skulk.server.operate.admin:doctor", help="Say what is wrong with a server's set-up.", sort_key=8)
app.command("skulk.server.operate.backup:backup", help="Keep a copy of all tables, while people play.", sort_key=8)
app.command("skulk.server.operate.backup:restore", help="Bring a copy of all tables back.", sort_key=8)
app.command("skulk.bench:bench", help="Measure how fast the games are played.", sort_key=9)

REFUSED = 2  # exit code of whatever was asked and cannot be done

OptionFlag = Annotated[list[str], Parameter(name=["--option", "-o"], negative=())]
JsonFlag = Annotated[bool, Parameter(name="--json", negative=())]


def main(arguments: list[str] | None = None) -> None:
    """Run a command; a refusal is one line and exit code 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        try:
            app(arguments, exit_on_error=False, print_error=False)
        finally:
            sys.stdout.flush()
    except CycloptsError as error:
        _refuse(str(error))
    except BrokenPipeError:  # whoever was reading has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        from skulk.engine import SkulkError

        if not isinstance(error, SkulkError):
            raise
        from skulk.terminal.screen import spell_out

        _refuse(spell_out(error))


def _refuse(text: str) -> None:
    print(f"skulk: {' '.join(text.split())}", file=sys.stderr)
    sys.exit(REFUSED)


@app.command(sort_key=1)
def play(
    game: str | None = None,
    /,
    *,
    players: int | None = None,
    option: OptionFlag | None = None,
    seats: str | None = None,
    seed: str | None = None,
    save: Path | None = None,
    load: Path | None = None,
    hints: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Play in this terminal, against bots or in hot seat.

    Parameters
    ----------
    game
        Its name, as `skulk games` tells it; not needed with --load.
    players
        How many play.
    option
        name=value, as often as you like; `skulk games` lists what there is.
    seats
        Who sits where, with commas: human, random, thumb, search:200ms, a level (cub, fox, vixen, slyest), or a bot
        of your own, my_bot.py. Left out: you at seat 0, a fox at every other.
    seed
        A word or number that decides all chance; the same seed deals the same game.
    save
        A file in which the match is kept, move by move.
    load
        A saved match to play on.
    hints
        Show what each of your moves is worth, as far as your seat can know.
    """
    from skulk.engine import SkulkError
    from skulk.terminal.play import Sitting, keep, seat_kinds
    from skulk.terminal.screen import Screen

    if load:
        if players is not None or option or seed is not None:
            raise SkulkError("a saved match has its own players, options and seed: leave them out with --load")
        match = _loaded(load, game)
    elif game:
        match = _new(game, players, option or [], seats, seed)
    else:
        raise SkulkError(f"which game? There are {_names()}")
    kinds = seat_kinds(seats, match.players)
    if save:
        if save.exists() and not (load and save.samefile(load)):
            raise SkulkError(f"{save} exists already: play it on with --load {save}, or choose another name")
        keep(match, save)
    screen = Screen()
    Sitting(match, kinds, screen, save, _hints(match, screen) if hints else None).run()


def _hints(match: "Match", screen: Any) -> Any:
    """Whoever sits at a screen need not wait for them; a script does."""
    from skulk.bots.hints import Hints
    from skulk.compiling import compiling

    with compiling(match.game.title):
        return Hints(match.game, wait=not screen.is_typed)


@app.command(sort_key=2)
def replay(file: Path, /, *, seat: int | None = None) -> None:
    """Look at a saved match again, forward and back.

    Parameters
    ----------
    file
        The saved match.
    seat
        Whose eyes to use; left out, only what everybody may see is shown.
    """
    from skulk.engine import SPECTATOR, SkulkError
    from skulk.terminal.replay import Replay
    from skulk.terminal.screen import Screen

    if seat is not None and not 0 <= seat < SPECTATOR:
        raise SkulkError(f"there is no seat {seat}: seats are counted from 0")
    Replay(_text_of(file), SPECTATOR if seat is None else seat, Screen()).run()


@app.command(sort_key=3)
def rules(game: str, number: str | None = None, /) -> None:
    """Read a rulebook, or one rule of it.

    Parameters
    ----------
    game
        The game's name.
    number
        A rule, such as R12.
    """
    from skulk.engine import load
    from skulk.terminal import rulebook

    opened = load(game)
    text = rulebook.rule(opened, number) if number else rulebook.rulebook(opened)
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.markdown import Markdown

    from skulk.terminal.screen import Screen

    Screen().show(Markdown(text))


@app.command(sort_key=4)
def games(game: str | None = None, /, *, json: JsonFlag = False) -> None:
    """List the games and their options, or one of them.

    Parameters
    ----------
    game
        Its name; left out: all.
    json
        As JSON.
    """
    from skulk.engine import load, names

    listed = [_listed(load(name)) for name in ([game] if game else names())]
    if json:
        from json import dumps

        print(dumps(listed, indent=1, ensure_ascii=False))
        return
    for told in listed:
        print(f"{told['title']}  ({told['name']})")
        for option in told["options"]:
            print(f"    --option {option['name']}=…  {option['takes']}; left out: {_spoken(option['default'])}")
    if game:
        print(f"skulk play {listed[0]['name']} plays it, skulk rules {listed[0]['name']} tells its rules.")


def _listed(game: "Game") -> dict[str, Any]:
    told = game.describe()
    options = [{part: option[part] for part in ("name", "takes", "default")} for option in told["options"]]
    return {"name": game.name.replace("_", "-"), "title": told["title"], "version": told["version"], "options": options}


def _spoken(value: Any) -> str:
    if isinstance(value, list):
        return ",".join("none" if part is None else str(part) for part in value)
    return "the rules decide" if value is None else str(value)


# ---- opening a match


def _names() -> str:
    from skulk.engine import names

    return ", ".join(name.replace("_", "-") for name in names())


def _new(name: str, players: int | None, option: list[str], seats: str | None, seed: str | None) -> "Match":
    from skulk.engine import Match, load

    game = load(name)
    options = game.options.parse(option, players)
    if seats is not None and "players" not in options:
        options["players"] = len(seats.split(","))
    return Match(game, options, seed)


def _loaded(path: Path, name: str | None) -> "Match":
    from skulk.engine import BadSave, Match, load

    match = Match.load(_text_of(path))
    if name and load(name).name != match.game.name:
        raise BadSave(f"{path} holds a match of {match.game.name}, not of {name}")
    return match


def _text_of(path: Path) -> str:
    from skulk.engine import BadSave

    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadSave(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadSave(f"{path} is no saved match: it is not text") from error
