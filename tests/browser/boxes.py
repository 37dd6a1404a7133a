"""What everybody must be able to see, touch and read: boxes of the page, and axe-core's findings."""

from pathlib import Path
from typing import Any

from .conftest import AXE

BOXES = (Path(__file__).parent / "boxes.js").read_text(encoding="utf-8").rstrip(";\n")
WIDTHS = {360: 780, 768: 1024, 1440: 900}  # of windows, with their heights


def faults(page: Any, overlap: str = "", small: str = "") -> list[str]:
    """What is cut off, overlaps, is too small, or makes the page scroll sideways; nothing when all is well.

    `overlap`: a selector of things that may lie on each other, such as a fan of cards; `small`: of things that may be
    smaller than 44 px, such as the spines of a hand.
    """
    page.evaluate("document.fonts.ready")
    return page.evaluate(BOXES, {"overlap": overlap, "small": small})


def audit(page: Any) -> list[str]:
    """Serious findings of axe-core. The window must be opened with `bypass_csp=True`."""
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=str(AXE))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{one['id']} ({one['impact']}): {node['target']}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]
