"""`skulk admin`: look after the tables of a server, whether it runs or not."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from skulk.engine import SkulkError

from .config import settled
from .reach import Hand

admin = App("admin", help="Look after the tables of a server, whether it runs or not.", help_format="plaintext")


@Parameter(name="*")
class Where:
    """Which tables: as `skulk serve` was told."""

    def __init__(
        self,
        *,
        data: Annotated[Path | None, Parameter(help="The folder of the server.")] = None,
        store: Annotated[str | None, Parameter(help="Its database, if it has one.")] = None,
        config: Annotated[Path | None, Parameter(help="Its file of settings.")] = None,
        json: Annotated[bool, Parameter(help="Tell it as JSON.", negative=())] = False,
    ):
        self.server = settled({"data": data, "store": store}, os.environ, config).server
        self.json = json

    def do(self, what: str, table: str | None = None, **given: Any) -> Any:
        with Hand(self.server) as hand:
            return hand.do(what, table, **given)

    def tell(self, told: Any, text: str) -> None:
        print(json.dumps(told, ensure_ascii=False, indent=1) if self.json else text)


def _where(where: Where | None) -> Where:
    return where or Where()


@admin.command(name="list")
def list_(state: str | None = None, /, *, where: Where | None = None) -> None:
    """All tables in a line each; of one state: lobby, playing, over, aside."""
    where = _where(where)
    told = where.do("list", state=state)
    lines = [
        f"{one['table']}  {one['game']:<15} {one['state']:<8} {one['entries']:>6} entries  {one['days']:>8.2f} days"
        for one in told["tables"]
    ]
    where.tell(told, "\n".join([*lines, f"{len(lines)} tables; days since something happened there"]))


@admin.command
def show(table: str, /, *, where: Where | None = None) -> None:
    """Who sits at a table and how far it is; nobody's cards."""
    where = _where(where)
    told = where.do("show", table)
    where.tell(told, "\n".join(f"{name:<10} {value}" for name, value in told.items()))


@admin.command
def aside(table: str, /, *, where: Where | None = None) -> None:
    """Set a table aside: nobody can do anything there until `skulk admin back`."""
    _done(_where(where), "aside", table, "is set aside")


@admin.command
def back(table: str, /, *, where: Where | None = None) -> None:
    """Bring a table back that was set aside by hand."""
    _done(_where(where), "back", table, "is back")


@admin.command
def end(table: str, /, *, where: Where | None = None) -> None:
    """End a game for good, without a result."""
    _done(_where(where), "end", table, "has ended")


@admin.command
def delete(table: str, /, *, yes: bool = False, where: Where | None = None) -> None:
    """Delete a table with all that was played and said there; --yes: do not ask. `export` keeps a copy."""
    if not yes and not (sys.stdin.isatty() and input(f"Delete table {table} for ever? (yes) ") == "yes"):
        raise SkulkError("nothing was deleted: say --yes")
    _done(_where(where), "delete", table, "is deleted")


def _done(where: Where, what: str, table: str, text: str) -> None:
    where.tell(where.do(what, table), f"{table} {text}")


@admin.command
def export(table: str, file: Path | None = None, /, *, where: Where | None = None) -> None:
    """Write a table to a file, as JSON lines that `skulk admin import` reads; without a file to the output.

    It holds everything, hidden cards and the seed of a running game too.
    """
    where = _where(where)
    told = where.do("export", table)
    if file is None:
        print(told["sheet"], end="")
        return
    try:
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as target:
            target.write(told["sheet"])
    except OSError as error:
        raise SkulkError(f"{file} cannot be written: {error.strerror}") from error
    where.tell({"table": table, "file": str(file)}, f"{table} is in {file}")


@admin.command(name="import")
def import_(*files: Path, where: Where | None = None) -> None:
    """Bring tables back that were exported or archived, each as it was."""
    where = _where(where)
    told = []
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SkulkError(f"{file} cannot be read: {error}") from error
        told.append(where.do("import", sheet=text))
    where.tell(told, "\n".join(f"{one['table']} is here with {one['entries']} entries" for one in told))


@admin.command(name="remove-name")
def remove_name(name: str, /, *, where: Where | None = None) -> None:
    """Remove what a name wrote at all tables: the name, its other names at the same seat, its chat, its webhook.

    Its text is replaced in the journal; numbers, moves and digests stay. Copies elsewhere are not reached.
    """
    where = _where(where)
    with Hand(where.server) as hand:
        told = [hand.do("remove-name", table, name=name) for table in hand.do("naming", name=name)["tables"]]
    entries = sum(one["entries"] for one in told)
    where.tell({"name": name, "tables": told}, f"{entries} entries at {len(told)} tables hold that name no more")


@admin.command
def stats(*, where: Where | None = None) -> None:
    """Counts of all there is."""
    where = _where(where)
    told = where.do("stats")
    where.tell(told, "\n".join(f"{name:<8} {value}" for name, value in told.items()))


@admin.command
def tidy(*, dry: Annotated[bool, Parameter(negative=())] = False, where: Where | None = None) -> None:
    """Delete and archive what the settings keep_finished and archive_abandoned say, now; --dry: only tell."""
    where = _where(where)
    server = where.server
    told = where.do("tidy", keep_finished=server.keep_finished, archive_abandoned=server.archive_abandoned, dry=dry)
    would = "would be " if dry else ""
    where.tell(told, f"{len(told['deleted'])} {would}deleted, {len(told['archived'])} {would}archived")


def doctor(*, where: Where | None = None) -> None:
    """Say what is wrong with a set-up; exit code 1 if something is. Settings come as `skulk serve` would have them."""
    from .doctor import doctor as examined

    sys.exit(examined(_where(where)))


@admin.command(name="metrics-token")
def metrics_token(*, where: Where | None = None) -> None:
    """What Prometheus bears where the server was started with --metrics token."""
    where = _where(where)
    told = where.do("metrics-token")
    where.tell(told, told["token"])
