"""The messages and the games' tables as TypeScript, for the client: `python -m skulk.protocol.typescript` writes them.

What a Struct declares is what is sent, so the types are read from the Structs: an interface for each, with its
docstring and the comments of its parts. A part is optional where it may be left out: one that is UNSET, one with a
default that the Struct leaves out, and every default of what a client sends. `Meta(extra={"ts": …})` says a type in
TypeScript's own words; `T` there is the game's table, and makes what holds it generic.
"""

import inspect
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from msgspec import NODEFAULT, Struct, UnsetType
from msgspec.structs import fields

from skulk.engine import Said, names

from . import messages

FOLDER = Path(__file__).parents[2] / "client" / "src" / "lib" / "protocol"
RENEW = "python -m skulk.protocol.typescript"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}
BY_HAND = """\
/** A part of what is said. */
export type SaidPart = string | number | Said | SaidPart[];

/** The value of an option. */
export type Value = string | number | boolean | null | Value[];
"""
INWARD = (
    messages.Make,
    messages.WhatIf,
    messages.Join,
    messages.Redeem,
    messages.Fit,
    messages.Bring,
    *get_args(messages.FromClient),
)


def files() -> dict[str, str]:
    """Name → text of every file."""
    told = {"messages.ts": _messages()}
    for game in names():
        if table := _table_of(game):
            told[f"{game}.ts"] = _game(game, table)
    return told


def write(folder: Path = FOLDER) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")


def _table_of(game: str) -> ModuleType | None:
    """The room of a game that declares its table, if it does."""
    package = import_module(f"skulk.games.{game}")
    return import_module(f"{package.__name__}.table") if (Path(package.__path__[0]) / "table.py").exists() else None


def _messages() -> str:
    structs = [value for value in vars(messages).values() if _is_own(value, messages)]
    writer = Writer(_aliases([messages]), {value for value in structs if _holds_table(value)})
    parts = [_head("Every message of the web table, both ways"), *writer.aliases(), BY_HAND, writer.interface(Said)]
    parts += [writer.interface(value) for value in structs]
    parts.append(_union("Command", get_args(messages.AnyCommand), writer))
    parts.append(_union("FromClient", get_args(messages.FromClient), writer))
    parts.append(_union("FromServer", messages.FROM_SERVER, writer))
    return "\n".join(parts)


def _is_own(value: Any, module: ModuleType) -> bool:
    """A message: not what messages are made from, such as `Command`."""
    is_one = isinstance(value, type) and (issubclass(value, Struct) or is_typeddict(value))
    return is_one and value.__module__ == module.__name__ and value is not messages.Command


def _game(game: str, table: ModuleType) -> str:
    structs = list(dict.fromkeys(_reached(table.Table)))
    own = [struct for struct in structs if struct is not Said]
    modules = [table, *(import_module(struct.__module__) for struct in own)]
    writer = Writer(_aliases(modules), set())
    interfaces = [writer.interface(struct) for struct in own]
    heads = [_head(f"The table of {game}, as the server tells it")]
    if Said in structs:
        heads.append('import type { Said } from "./messages";\n')
    return "\n".join([*heads, *writer.aliases(used_in="".join(interfaces)), *interfaces])


def _head(what: str) -> str:
    return f"/** {what}. Written by `{RENEW}`: do not change it here. */\n"


def _reached(kind: Any) -> Iterator[type]:
    """The Structs that a type is made of, whatever is needed first."""
    if isinstance(kind, type) and (issubclass(kind, Struct) or is_typeddict(kind)):
        for part in get_type_hints(kind, include_extras=True).values():
            yield from _reached(part)
        yield kind
        return
    for part in get_args(kind) if get_origin(kind) is not Literal else ():
        yield from _reached(part)


def _holds_table(kind: Any) -> bool:
    """Whether a game's table is a part of it, at any depth."""
    if kind is messages.Drawn:
        return True
    if isinstance(kind, type) and issubclass(kind, Struct):
        return any(_holds_table(part) for part in get_type_hints(kind, include_extras=True).values())
    return get_origin(kind) is not Literal and any(_holds_table(part) for part in get_args(kind))


def _aliases(modules: Iterable[ModuleType]) -> dict[tuple[Any, ...], str]:
    """The values of every Literal that has a name in these modules → that name."""
    found: dict[tuple[Any, ...], str] = {}
    for module in modules:
        for name, value in vars(module).items():
            if get_origin(value) is Literal:
                found.setdefault(get_args(value), name)
    return found


def _union(name: str, members: Iterable[type], writer: "Writer") -> str:
    told = [writer.type_of(member) for member in members]
    generic = "<T = unknown>" if any(member in writer.generic for member in members) else ""
    lines = "".join(f"\n  | {one}" for one in told)
    return f"export type {name}{generic} ={lines};\n"


class Writer:
    """Types and interfaces as text."""

    def __init__(self, names_of: dict[tuple[Any, ...], str], generic: set[type]):
        self.names_of, self.generic = names_of, generic

    def aliases(self, used_in: str | None = None) -> list[str]:
        """The Literals that have a name; only those that stand in a text, if one is given."""
        return [
            f"export type {name} = {_literal(values)};\n"
            for values, name in self.names_of.items()
            if used_in is None or re.search(rf"\b{name}\b", used_in)
        ]

    def interface(self, kind: type) -> str:
        generic = "<T = unknown>" if kind in self.generic else ""
        lines = [f"{part};{comment}" for part, comment in self._parts(kind)]
        body = "".join(f"\n  {line}" for line in lines) + ("\n" if lines else "")
        return f"{_documented(kind)}export interface {kind.__name__}{generic} {{{body}}}\n"

    def _parts(self, kind: type) -> Iterator[tuple[str, str]]:
        """Each part with its type, and what its comment says."""
        hints = get_type_hints(kind, include_extras=True)
        if not issubclass(kind, Struct):
            for name, hint in hints.items():
                mark = "?" if get_origin(hint) is NotRequired else ""
                yield f"{name}{mark}: {self.type_of(hint)}", ""
            return
        config, said = kind.__struct_config__, _comments(kind)
        if config.tag_field:
            yield f'{config.tag_field}: "{config.tag}"', ""
        for field in fields(kind):
            hint, inward = hints[field.name], kind in INWARD
            has_default = (field.default, field.default_factory) != (NODEFAULT, NODEFAULT)
            is_left_out = UnsetType in get_args(hint) or (has_default and (inward or config.omit_defaults))
            told = self.type_of(hint, inward)
            if hint is messages.Drawn and field.default is None:
                told = f"{told} | null"
            yield f"{field.encode_name}{'?' if is_left_out else ''}: {told}", said.get(field.name, "")

    def type_of(self, kind: Any, inward: bool = False) -> str:
        """A type in TypeScript; `inward`: as a part of what a client sends."""
        origin, parts = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._annotated(kind, inward)
        if origin in (NotRequired, Required):
            return self.type_of(parts[0], inward)
        if origin is Literal:
            return self.names_of.get(parts) or _literal(parts)
        if origin in (Union, UnionType):
            return " | ".join(dict.fromkeys(self.type_of(part, inward) for part in parts if part is not UnsetType))
        if origin is list:
            inner = self.type_of(parts[0], inward)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        if origin is tuple:
            return f"[{', '.join(self.type_of(part, inward) for part in parts)}]"
        if origin is dict:
            return f"Record<{self.type_of(parts[0], inward)}, {self.type_of(parts[1], inward)}>"
        if kind in PLAIN:
            return PLAIN[kind]
        name = f"{kind.__name__}<T>" if kind in self.generic else kind.__name__
        return f"Partial<{name}>" if inward and kind not in INWARD else name

    def _annotated(self, kind: Any, inward: bool) -> str:
        plain, *notes = get_args(kind)
        own = [note.extra["ts"] for note in notes if note.extra and "ts" in note.extra]
        return own[0] if own else self.type_of(plain, inward)


def _literal(values: Iterable[Any]) -> str:
    return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)


def _documented(kind: type) -> str:
    said = kind.__dict__.get("__doc__")
    if not said:
        return ""
    lines = _said_there(inspect.cleandoc(said)).splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _comments(kind: type) -> dict[str, str]:
    """What stands behind the parts of a Struct in its file."""
    said = re.findall(r"^    (\w+): [^#\n]*  # (.+)$", inspect.getsource(kind), re.M)
    return {name: f" // {_said_there(text)}" for name, text in said if not text.startswith(("type:", "noqa"))}


def _said_there(text: str) -> str:
    return re.sub(r"\bNone\b", "null", text)


if __name__ == "__main__":
    write()
