"""The table of all settings in docs/host-it.md, made from their declaration: python -m scripts.settings"""

from pathlib import Path

from skulk.server.operate.config import SETTINGS, Setting

PAGE = Path(__file__).parent.parent / "docs" / "host-it.md"
BEGIN, END = "<!-- Made by `python -m scripts.settings`: change skulk/server/settings.py. -->\n", "<!-- end -->\n"


def table() -> str:
    rows = [f"| `{one.name}` | {_default(one)} | {one.says} |" for one in SETTINGS.values()]
    return "\n".join(["| setting | left out | |", "|---|---|---|", *rows]) + "\n"


def _default(setting: Setting) -> str:
    if setting.default in (None, []):
        return "–"
    value = str(setting.default)
    return f"`{value.lower() if isinstance(setting.default, bool) else value}`"


def page() -> str:
    """The page with the table as it is to be."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
