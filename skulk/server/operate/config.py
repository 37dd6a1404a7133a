"""The settings of a server, out of flags, the environment and one file: a flag goes before a variable of the
environment, that before a line of the file. `Server` declares them all; whatever it does not know is refused."""

import dataclasses
import inspect
import json
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Union, get_args

import msgspec
from cyclopts import Parameter

from skulk.engine import SkulkError

from ..limits import Limits
from ..settings import Server
from ..store import shown

PREFIX = "SKULK_"
CONFIG = "SKULK_CONFIG"  # names the file
LEFT_OUT = "left out"
OTHERS = (  # read elsewhere
    CONFIG, "SKULK_BOUNDS", "SKULK_CACHE", "SKULK_COMPILE", "SKULK_FAULT", "SKULK_LEASE", "SKULK_SECRET",
    "SKULK_SERVER", "SKULK_WIRE",
)  # fmt: skip


class BadSetting(SkulkError):
    """A setting that there is not, or a value that it cannot have."""

    code = "bad-setting"


class Setting(NamedTuple):
    """One line of the declaration."""

    name: str
    field: str
    type: Any
    default: Any
    says: str

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


def _declared() -> dict[str, Setting]:
    found = {}
    for field in msgspec.structs.fields(Server):
        plain, *metas = get_args(field.type) if hasattr(field.type, "__metadata__") else (field.type,)
        if metas:
            default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
            says = metas[0].description
            found[field.encode_name] = Setting(field.encode_name, field.name, plain, default, says)
    return found


SETTINGS = _declared()


class Settled(NamedTuple):
    """A server's settings, and where each of them was said."""

    server: Server
    origins: dict[str, str]

    def toml(self) -> str:
        """As a configuration file, with the origin of each line; what is not set is a comment."""
        lines = []
        for name, setting in SETTINGS.items():
            value = getattr(self.server, setting.field)
            if name == "store" and value:
                value = shown(value)
            start = f"# {name} =" if value is None else f"{name} = {_toml(value)}"
            lines.append(f"{start:<40} # {self.origins[name]}")
        lines += ["", "[limits]"]
        changed = {line.partition(".")[2]: where for line, where in self.origins.items() if "." in line}
        for name, value in dataclasses.asdict(self.server.limits).items():
            start = f"{name} = {_toml(value)}"
            lines.append(f"{start:<40} # {changed.get(name, LEFT_OUT)}")
        return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, Path):
        value = str(value)
    return json.dumps(value, ensure_ascii=False)  # of text, numbers, truth and lists TOML and JSON write the same


def with_flags(command: Callable[..., Any]) -> inspect.Signature:
    """The signature of a command with a flag for every setting instead of its `**flags`."""
    own = inspect.signature(command).parameters.values()
    flags = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_flag(setting))
        for name, setting in SETTINGS.items()
    ]
    return inspect.Signature([*flags, *(one for one in own if one.kind != inspect.Parameter.VAR_KEYWORD)])


def _flag(setting: Setting) -> Any:
    left_out = "" if setting.default in (None, []) else f" [default: {setting.default}]"
    more: dict[str, Any] = {} if setting.type in (bool, bool | None) else {"negative": ()}
    return Annotated[Union[setting.type, None], Parameter(help=setting.says + left_out, **more)]  # noqa: UP007


def settled(flags: Mapping[str, Any], environment: Mapping[str, str], path: Path | None = None) -> Settled:
    """The settings that these say together; BadSetting if one of them cannot be."""
    path = path or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    of_file = _of_file(path) if path else {}
    limits, changed = _limits(of_file.pop("limits", {}), f"{path}, [limits]")
    origins = dict.fromkeys(SETTINGS, LEFT_OUT) | {f"limits.{name}": str(path) for name in changed}
    known: dict[str, Any] = {}
    of_flags = {name: value for name, value in flags.items() if value is not None}
    for where, found in ((str(path), of_file), (PREFIX, _of_environment(environment)), ("--", of_flags)):
        for name, value in found.items():
            setting = SETTINGS[name]
            origins[name] = {PREFIX: setting.variable, "--": setting.flag}.get(where, where)
            known[setting.field] = _checked(setting, value, origins[name])
    return Settled(Server(**known, limits=limits), origins)


def _checked(setting: Setting, value: Any, where: str) -> Any:
    try:
        if setting.type == list[str] and isinstance(value, str):
            value = [value]
        is_text = where == setting.variable  # all that the environment has
        return msgspec.convert(value, setting.type, strict=not is_text, dec_hook=_read)
    except msgspec.ValidationError as error:
        raise BadSetting(f"{where}: {setting.name} cannot be {value!r}: {error}") from None


def _read(type: type, value: Any) -> Any:
    if type is Path and isinstance(value, str | Path):
        return Path(value).expanduser()
    raise msgspec.ValidationError(f"a path is text, not {value!r}")


def _limits(given: Any, where: str) -> tuple[Limits, list[str]]:
    """The limits, and which of them were said."""
    if not isinstance(given, dict):
        raise BadSetting(f"{where}: limits is a table: [limits], and a line for each")
    known = [field.name for field in dataclasses.fields(Limits)]
    for name in given:
        if name not in known:
            raise _unknown(where, name, known)
    try:
        return msgspec.convert(given, Limits), list(given)
    except msgspec.ValidationError as error:
        raise BadSetting(f"{where}: {error}") from None


def _of_file(path: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path} is no TOML: {error}") from None
    for name in found:
        if name not in SETTINGS and name != "limits":
            raise _unknown(str(path), name, [*SETTINGS, "limits"])
    return found


def _of_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Names of ours that are like none are somebody else's: an orchestrator sets SKULK_SERVICE_HOST and its like."""
    variables = {setting.variable: name for name, setting in SETTINGS.items()}
    known = [*variables, *OTHERS]
    for name in environment:
        if name.startswith(PREFIX) and name not in known and get_close_matches(name, known, 1, 0.8):
            raise _unknown("the environment", name, known)
    return {name: environment[variable] for variable, name in variables.items() if environment.get(variable)}


def _unknown(where: str, name: str, known: list[str]) -> BadSetting:
    near = next(iter(get_close_matches(name, known, 1, 0.5)), None)
    hint = f"did you mean {near}?" if near else "skulk serve --show-config shows all there are"
    return BadSetting(f"{where}: there is no setting {name!r}; {hint}")
