"""What the guides say is done here as they say it: files are written, commands are run, code is executed."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TUTORIAL = ROOT / "docs" / "add-a-game.md"
README = ROOT / "README.md"
FILE = re.compile(r"^\*\*`([^`]+)`\*\*\n```\w+\n(.*?)^```$", re.M | re.S)
BLOCK = re.compile(r"(?<!\*\*\n)^```(\w+)\n(.*?)^```$", re.M | re.S)  # not what is put into a file
COPIED = ["skulk", "tests", "bench", "docs", "pyproject.toml"]
ANSWERS = "creep in\nslink home\n" * 20


def blocks(path: Path, language: str) -> list[str]:
    return [code for kind, code in BLOCK.findall(path.read_text(encoding="utf-8")) if kind == language]


def run(command: list[str], folder: Path) -> str:
    """What a command prints; it must succeed."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "100", "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, cwd=folder, env=environment, input=ANSWERS, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def typed(line: str) -> list[str]:
    """A line of a shell block as a command of this very Python."""
    program, *arguments = shlex.split(line)
    start = {
        "skulk": ["-c", "from skulk.cli import main; main()"],
        "pytest": ["-m", "pytest", "-p", "no:cacheprovider"],
    }
    return [sys.executable, *start[program], *arguments]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A checkout in which somebody has followed the tutorial."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(source, folder / name)
    for name, text in FILE.findall(TUTORIAL.read_text(encoding="utf-8")):
        path = folder / name
        assert not path.exists(), f"{name} is there already"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_the_tutorial_shows_every_file_it_lists():
    text = TUTORIAL.read_text(encoding="utf-8")
    listed = re.findall(r"^((?:docs|skulk|tests)/\S+)", text.split("```")[1], re.M)
    assert sorted(name for name, _ in FILE.findall(text)) == sorted(listed)


@pytest.mark.parametrize("line", [line for block in blocks(TUTORIAL, "sh") for line in block.splitlines()])
def test_a_command_of_the_tutorial(checkout, line):
    assert run(typed(line), checkout)


def test_the_code_of_the_tutorial(checkout):
    printed = run([sys.executable, "-c", "".join(blocks(TUTORIAL, "python"))], checkout)
    promised = re.findall(r"print\(.*\)  # (.*)", TUTORIAL.read_text(encoding="utf-8"))
    said = [line for line in promised if "None" not in line]
    assert said == [line for line in printed.splitlines() if line in said], printed
    assert "'sack': None" in printed
    assert "positions keep all nine laws" in printed


def test_the_files_of_the_tutorial_are_as_tidy_as_ours(checkout):
    names = [name for name, _ in FILE.findall(TUTORIAL.read_text(encoding="utf-8")) if name.endswith(".py")]
    ruff = [sys.executable, "-m", "ruff"]
    run([*ruff, "check", "--no-cache", *names], checkout)
    run([*ruff, "format", "--no-cache", "--check", *names], checkout)


BROKEN = {  # file, what stands there, what is written in its place
    "`held` is not public": ("rules.py", 'public("held"', '("held"'),
    "`home` is not public": ("rules.py", 'public("home"', '("home"'),
    "`see` shows the henhouse at any time": ("sight.py", "if state.over:\n        seen", "if True:\n        seen"),
}
LAWS = """
from skulk.engine import load
from tests.laws import LawBroken, check_all
try:
    check_all(load("night_raid"), games=20, compiled=False)
except LawBroken as broken:
    print(broken)
"""


@pytest.mark.parametrize("mistake", BROKEN)
def test_a_mistake_is_told_as_the_tutorial_says(checkout, mistake):
    rows = dict(re.findall(r"^\| (.+?) \| (law .+) \|$", TUTORIAL.read_text(encoding="utf-8"), re.M))
    assert set(rows) == set(BROKEN)
    name, right, wrong = BROKEN[mistake]
    room = checkout / "skulk/games/night_raid" / name
    sound = room.read_text(encoding="utf-8")
    assert right in sound
    try:
        room.write_text(sound.replace(right, wrong), encoding="utf-8")
        assert run([sys.executable, "-c", LAWS], checkout).strip() == rows[mistake]
    finally:
        room.write_text(sound, encoding="utf-8")


def test_every_rule_of_the_tutorial_is_cited(checkout):
    """As tests/test_every_game.py asks of every game of the house."""
    rulebook = (checkout / "docs/rules/night_raid.md").read_text(encoding="utf-8")
    rules = set(re.findall(r"\*\*R(\d+)\*\*", rulebook))
    code = "".join(path.read_text(encoding="utf-8") for path in (checkout / "skulk/games/night_raid").glob("*.py"))
    test = (checkout / "tests/games/test_night_raid.py").read_text(encoding="utf-8")
    assert rules == set(re.findall(r"\bR(\d+)", code)) == set(re.findall(r"\bR(\d+)", test))


def anchors(path: Path) -> set[str]:
    """The headings of a page, as links name them."""
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")], ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page):
    for name, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text(encoding="utf-8")):
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), name
        assert not anchor or target.suffix != ".md" or anchor in anchors(target), f"{name}#{anchor}"


def test_the_code_of_the_readme():
    """Each block by itself, as a reader would paste it; a README without code has nothing to run."""
    for code in blocks(README, "python"):
        run([sys.executable, "-c", code], ROOT)
