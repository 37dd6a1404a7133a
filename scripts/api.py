"""docs/api.md, made from the docstrings of what `import skulk` offers: python -m scripts.api"""

import ast
import inspect
import re
import textwrap
from pathlib import Path
from typing import Any

import skulk

PAGE = Path(__file__).parent.parent / "docs" / "api.md"
CHAPTERS = {
    "Games": ["games", "load", "Game", "Phrase"],
    "Matches": ["Match", "Event", "Infostate", "Outcome", "SPECTATOR", "UNKNOWN", "NONE"],
    "Many games at once": ["Playouts", "Tally", "batch", "Batch", "Step", "View", "Column"],
    "Bots": ["sit", "Bot", "Budget", "Hints", "Coach", "Review", "arena"],
    "Refusals": [
        "SkulkError", "UnknownGame", "BadOption", "BadBox", "BadPosition", "BadSave", "UnknownMove", "IllegalMove",
        "NotYourTurn", "GameOver", "NotOver", "NothingToUndo", "ScriptMismatch", "ScriptRanOut", "BrokenContract",
    ],
}  # fmt: skip
MADE = {"Batch", "Infostate", "View"}  # by something that stands here too: how it makes them is its own business
CONSTANTS = [Path(skulk.__file__).parent / "engine" / name for name in ("record.py", "dealer.py")]
HEAD = """\
# Skulk in Python

<!-- Made by `python -m scripts.api` from the docstrings: change those. -->

{about}

`seen` and `state` are records: named integers and arrays of them, the fields of the game's `State`. `repr` shows `?`
for what the seat cannot know, `-` for nobody or nothing. What a game's record holds, and what its action numbers mean:

```python
import skulk

game = skulk.load("outfoxed")
for field in game.State.fields:  # name, least, most, shape, is_public: all may see it
    print(field)
match = skulk.Match(game, seed=1)
for action in range(game.actions):  # whether or not it is legal now
    print(action, match.say(0, action))
```

What each field means stands beside it in the game's files, `skulk/games/<game>/state.py`. A position
(`match.position()`) is the same in words. What it leaves out is as at the start; a position of
Outfoxed brings its own cards, more or fewer of a kind than the box has.

**Chance.** The dealer's 64-bit counter for command k (0: the deal, k: the k-th move) is the first eight bytes,
little-endian and signed, of SHA-256 over the UTF-8 bytes of `json.dumps([seed, shares, k])`, with Python's spaces
after commas and everything beyond ASCII escaped: `["7", ["a", "b"], 3]`.
"""


def page() -> str:
    parts = [HEAD.format(about=_text(skulk.__doc__))]
    for chapter, names in CHAPTERS.items():
        parts.append(f"\n## {chapter}\n")
        parts += [_entry(name, getattr(skulk, name)) for name in names]
    return "".join(parts).rstrip() + "\n"


def _entry(name: str, value: Any) -> str:
    if isinstance(value, int):
        return _constant(name)
    if isinstance(value, type):
        return _error(name, value) if issubclass(value, Exception) else _class(name, value)
    node = _node(type(value).__call__ if name == "games" else value)
    return _headed(name, _signature(node), node)


def _headed(name: str, signature: str, node: Any) -> str:
    called = f"\n```python\nskulk.{name}{signature}\n```\n" if signature else ""
    return f"\n### {name}\n{called}\n{_text(ast.get_docstring(node))}\n"


def _constant(name: str) -> str:
    """Its value, and what the comment beside it says."""
    found = (re.search(rf"^{name} = (\S+)  # (.+)$", path.read_text(encoding="utf-8"), re.M) for path in CONSTANTS)
    value, says = next(match.groups() for match in found if match)
    return f"\n### {name}\n\n{value}: {says}.\n"


def _error(name: str, value: type) -> str:
    kinds = ", ".join(f"`{base.__name__}`" for base in value.__bases__)
    code = f", code `{value.code}`" if hasattr(value, "code") else ""
    return f"\n- `{name}` ({kinds}{code}): {_line(_node(value))}"


def _class(name: str, value: type) -> str:
    node = _node(value)
    inside = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    init = next((part for part in inside if part.name == "__init__"), None)
    fields = [_field(part, value) for part in node.body if isinstance(part, ast.AnnAssign)]
    methods = [_method(part) for part in inside if not part.name.startswith("_")]
    called = _signature(init) if init and name not in MADE else ""
    return _headed(name, called, node) + "".join([*fields, *methods, "\n"])


def _field(node: ast.AnnAssign, owner: type) -> str:
    """A field of a named tuple, with the comment beside it."""
    _, _, says = inspect.getsource(owner).splitlines()[node.lineno - 1].partition("  # ")
    return f"\n- `{ast.unparse(node)}`{f': {says}' if says else ''}"


def _method(node: ast.FunctionDef) -> str:
    marks = {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}
    is_property = bool(marks & {"property", "cached_property"})
    told = f": {_type(node.returns)}" if is_property else _signature(node)
    return f"\n- `{node.name}{told}`: {_line(node)}"


def _signature(node: ast.FunctionDef) -> str:
    given = ast.unparse(node.args).replace("=", " = ").removeprefix("self").removeprefix("cls").removeprefix(", ")
    returns = f" -> {_type(node.returns)}" if node.returns and node.name != "__init__" else ""
    return f"({given}){returns}"


def _type(node: Any) -> str:
    return ast.unparse(node).replace("'", "")


def _line(node: Any) -> str:
    return " ".join(_text(ast.get_docstring(node)).split())


def _node(value: Any) -> Any:
    return ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]


def _text(docstring: str | None) -> str:
    if not docstring:
        raise ValueError("something at the front door has no docstring")
    return inspect.cleandoc(docstring)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
