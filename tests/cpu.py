"""What tests cost: `pytest -p tests.cpu` counts each test's seconds of CPU, its own and those of all it has started.

A clock on the wall tells how busy the machine was; this, how much it was asked to do. `--cpu FILE` keeps all of it.
"""

import json
import os
from collections import Counter, defaultdict
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
KINDS = {  # what stands in the command line of a process, and what we call it
    "--type=renderer": "renderer",
    "chrom": "chromium",
    "run-driver": "driver",
    "tests.browser.house": "server",
    "postgres": "postgresql",
}


def _processes() -> dict[int, tuple[int, str, float, float]]:
    """Every process: its parent, its kind, its own seconds, and those of its children that have ended."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                name, _, rest = (folder / "stat").read_text().partition("(")[2].rpartition(")")
                called = (folder / "cmdline").read_bytes().decode(errors="replace")
            except OSError:  # it has just ended
                continue
            fields = rest.split()
            kind = next((kind for word, kind in KINDS.items() if word in called), name)
            own, ended = (sum(map(int, fields[at : at + 2])) / TICKS for at in (11, 13))
            found[int(folder.name)] = int(fields[1]), kind, own, ended
    return found


class Meter:
    """Seconds by kind of process since it was last read; "pytest" is this one, "ended" whatever came and went."""

    def __init__(self) -> None:
        self.own: dict[int, float] = {}
        self.total = 0.0
        self.read()

    def read(self) -> dict[str, float]:
        processes, children = _processes(), defaultdict(list)
        for pid, (parent, *_) in processes.items():
            children[parent].append(pid)
        todo, own, total, parts = [os.getpid()], {}, 0.0, Counter()
        while todo:
            pid = todo.pop()
            todo += children[pid]
            _, kind, own[pid], ended = processes[pid]
            parts["pytest" if pid == os.getpid() else kind] += own[pid] - self.own.get(pid, 0.0)
            total += own[pid] + ended
        parts["ended"] = max(0.0, total - self.total - parts.total())
        self.own, self.total = own, total
        return {kind: round(seconds, 2) for kind, seconds in parts.items() if abs(seconds) >= 0.005}


METER = pytest.StashKey[Meter]()


def pytest_addoption(parser):
    parser.addoption("--cpu", metavar="FILE", help="every test's seconds of CPU by process, a line of JSON each")


def pytest_configure(config):
    config.stash[METER] = Meter()
    if config.getoption("--cpu") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Book(Path(config.getoption("--cpu"))))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item, call):
    item.user_properties.append(("cpu", (call.when, round(call.duration, 2), item.config.stash[METER].read())))


class Book:
    """Where it is written down as tests end; at the end it names the dearest."""

    def __init__(self, path: Path):
        self.path, self.tests, self.files = path, Counter(), Counter()
        path.write_text("")

    def pytest_runtest_logreport(self, report):
        if report.when == "teardown":
            cost = [value for name, value in report.user_properties if name == "cpu"]
            seconds = sum(sum(parts.values()) for _, _, parts in cost)
            self.tests[report.nodeid] += seconds
            self.files[report.nodeid.partition("::")[0]] += seconds
            with self.path.open("a") as file:
                file.write(json.dumps({"test": report.nodeid, "cost": cost}) + "\n")

    def pytest_terminal_summary(self, terminalreporter):
        terminalreporter.section(f"{self.files.total():,.0f} seconds of CPU")
        for dearest in (self.files, self.tests):
            for what, seconds in dearest.most_common(10):
                terminalreporter.line(f"{seconds:7.1f}  {what}")
