"""The pictures of the README, always of the same tables: python -m tests.browser.pictures [FOLDER]"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright import sync_api

from .conftest import CHROMIUM, Den
from .test_browser import script

FOLDER = Path("docs/pictures")
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 780}
TABLES: dict[
    str, tuple[str, list[str], dict[str, Any], dict[str, int], int]
] = {  # and how many things are touched there
    "table": ("fox_on_the_run", ["human", "random"], {}, DESK, 6),
    "outfoxed": ("outfoxed", ["human", "random"], {}, DESK, 9),
    "fox_grove": ("fox_grove", ["human", "fox", "fox"], {"players": 3}, DESK, 8),
    "sly_fox": ("sly_fox", ["human", *["random"] * 4], {"players": 5}, DESK, 14),
    "oh_fox": ("oh_fox", ["human", "random", "random"], {"players": 3}, DESK, 4),
    "phone": ("fox_on_the_run", ["human", "random"], {}, PHONE, 6),
}


def shoot(den: Den, browser: Any, name: str, folder: Path) -> None:
    game, seats, options, size, touches = TABLES[name]
    context = browser.new_context(viewport=size, reduced_motion="reduce", device_scale_factor=1)
    page = context.new_page()
    page.goto(den.link(den.lay(game, seats, options=options, start=True)))
    page.wait_for_selector("main .lit")
    page.evaluate(script("touch"), {"seed": 7, "enough": touches})
    page.wait_for_selector("main .lit")
    page.keyboard.press("Escape")
    page.mouse.move(5, 5)
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); return document.fonts.ready; }")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=folder / f"{name}.png")
    context.close()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_api.sync_playwright() as playwright:
        den = Den(Path(data))
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for name in TABLES:
                shoot(den, browser, name, folder)
                print(folder / f"{name}.png")
            browser.close()
        finally:
            den.kill()


if __name__ == "__main__":
    main()
