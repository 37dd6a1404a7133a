"""Pictures of every page at 360 and 1440 px: python client/dev/shoot.py [folder] (needs a built client)."""

import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, sync_playwright

PORT = 8123
HERE = f"http://127.0.0.1:{PORT}"


def serve(data: str) -> subprocess.Popen:
    server = subprocess.Popen([sys.executable, "-m", "skulk.server.serve", str(PORT), data])
    for _ in range(200):
        try:
            urllib.request.urlopen(f"{HERE}/api/health")
            return server
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the server does not start")


def walk(browser: Browser, to: Path, width: int, height: int, theme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
    page = context.new_page()
    page.on("console", lambda message: print(message.type, message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: print("ERROR", error))

    def shoot(name: str, full: bool = False) -> None:
        page.wait_for_timeout(350)
        page.screenshot(path=to / f"{name}-{width}-{theme}.png", full_page=full)

    page.goto(HERE)
    page.wait_for_selector("article")
    shoot("home", width < 700)
    page.goto(f"{HERE}/new/fox_on_the_run")
    page.wait_for_selector("form")
    shoot("setup", True)
    page.fill("#me", "Ada")
    page.get_by_role("button", name="Invite friends").click()
    page.wait_for_selector(".lobby")
    shoot("lobby", True)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".board")
    shoot("run-first")
    for name, moved, moves in TABLES:
        for _ in range(5):  # until a game has not come to its end before the picture is taken
            page.goto(f"{HERE}/new/{name}")
            page.get_by_role("button", name="Play now").click()
            page.wait_for_selector(".lit, .move", timeout=20_000)
            moved(page, moves)
            if not page.locator(".end").count():
                break
        shoot("run" if name == "fox_on_the_run" else name, width < 700)
    context.close()


def play(page: Page, moves: int) -> None:
    """Play some moves of one's own."""
    for _ in range(moves):
        page.wait_for_selector(".move:not([aria-disabled=true]), .end", timeout=20_000)
        buttons = page.locator(".move")
        if buttons.count():
            buttons.nth(min(1, buttons.count() - 1)).click()
        page.wait_for_timeout(150)
    page.wait_for_selector(".move:not([aria-disabled=true]), .end", timeout=20_000)
    page.wait_for_timeout(800)


def touch(page: Page, moves: int) -> None:
    """Touch what is lit, as somebody would who only looks at the table."""
    for _ in range(moves):
        lit = page.locator("main .lit, .option, .btn.main").locator("visible=true")
        try:
            lit.first.wait_for(timeout=8_000)
        except Error:
            return
        lit.nth(lit.count() // 2).click(force=True)
        page.wait_for_timeout(900)
    page.keyboard.press("Escape")
    page.mouse.move(5, 5)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(1500)


TABLES = [
    ("fox_on_the_run", play, 6),
    ("fox_grove", touch, 6),
    ("sly_fox", touch, 14),
    ("outfoxed", touch, 6),
    ("oh_fox", play, 4),
]


def main() -> None:
    to = Path(sys.argv[1] if len(sys.argv) > 1 else "/tmp/skulk-pictures")
    to.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2:] or ["1440-light", "360-light", "1440-dark", "360-dark"]
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = serve(data)
        try:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            for one in wanted:
                width, theme = one.split("-")
                walk(browser, to, int(width), 900 if int(width) > 700 else 780, theme)
            browser.close()
        finally:
            server.terminate()
            server.wait()
    print(*sorted(to.glob("*.png")), sep="\n")


if __name__ == "__main__":
    main()
