"""How the table feels: from a click to what it shows, and frames a second while something moves.

python -m bench.page [GAME …] [--seconds 30] [--width 1440] [--json]

Chromium sits down at a table as somebody does who clicks "Play now", and clicks what is lit. Needs a built client.
"""

import argparse
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

from skulk.engine import names

CHROMIUM = os.environ.get("SKULK_CHROMIUM", "/usr/bin/chromium")
TOUCH = "main .lit, .option, .btn.main, .move:not([aria-disabled=true])"

# The middle of something that can be clicked. Playwright's own look for it would hold up the frames that are counted.
SPOT = """([what, chance]) => {
  const there = [...document.querySelectorAll(what)].filter((one) => !one.disabled);
  for (let i = Math.floor(chance * there.length), left = there.length; left; left--, i = (i + 1) % there.length) {
    const box = there[i].getBoundingClientRect(), at = [box.x + box.width / 2, box.y + box.height / 2];
    if (there[i].contains(document.elementFromPoint(...at))) return at;
  }
  there[0]?.scrollIntoView({ block: "center" }); // next time
}"""

WATCH = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def serve(data):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "skulk", "serve", "--port", str(port), "--data", data])
    while server.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=1).close()
            return server, f"http://127.0.0.1:{port}"
        except OSError:
            time.sleep(0.05)
    sys.exit("the server has not started")


def sit(browser, url, game, given):
    """Play for some seconds; what was clicked, and every frame."""
    context = browser.new_context(viewport={"width": given.width, "height": 900})
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.add_init_script(WATCH)
    page.goto(f"{url}/new/{game}")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(TOUCH)
    page.wait_for_timeout(2000)  # until everything has been fetched and drawn once
    page.evaluate("clicks.length = frames.length = 0")
    until, chance = time.monotonic() + given.seconds, random.Random(game)
    while time.monotonic() < until:
        if there := page.evaluate(SPOT, [TOUCH, chance.random()]):
            page.mouse.click(*there)
        page.wait_for_timeout(400)  # sooner, a second touch of the same thing would be a double click
    clicks, frames = page.evaluate("clicks"), page.evaluate("frames")
    context.close()
    return clicks, frames


def figures(game, clicks, frames):
    shown = sorted(click["shown"] for click in clicks if click.get("shown"))
    confirmed = sorted(click["confirmed"] for click in clicks if click.get("confirmed"))
    moving = sorted(length for length, moves in frames if moves)
    return {
        "game": game,
        "clicks": len(shown),
        "click_to_shown_ms": spread(shown),
        "click_to_confirmed_ms": spread(confirmed),
        "frames": len(moving),
        "frames_a_second": round(1000 * len(moving) / sum(moving), 1),
        "late_frames": round(sum(length > 25 for length in moving) / len(moving), 4),
    }


def spread(times):
    if not times:
        return {"p50": None, "p95": None}
    return {"p50": round(times[len(times) // 2], 1), "p95": round(times[int(0.95 * len(times))], 1)}


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(names())}; left out: all")
    given.add_argument("--seconds", type=float, default=30)
    given.add_argument("--width", type=int, default=1440)
    given.add_argument("--json", action="store_true")
    given = given.parse_args()
    if unknown := set(given.games) - set(names()):
        sys.exit(f"no such game: {', '.join(sorted(unknown))}; there are {', '.join(names())}")
    found = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server, url = serve(data)
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for game in given.games or names():
                print(f"playing {game}", file=sys.stderr)
                found.append(figures(game, *sit(browser, url, game, given)))
            browser.close()
        finally:
            server.terminate()
            server.wait()
    if given.json:
        print(json.dumps(found, indent=1))
        return
    for f in found:
        shown, confirmed = f["click_to_shown_ms"], f["click_to_confirmed_ms"]
        print(f"{f['game']}: {f['clicks']} clicks, shown after {shown['p50']} ms (95 %: {shown['p95']}), ", end="")
        print(f"confirmed and drawn after {confirmed['p50']} ms ({confirmed['p95']}); ", end="")
        print(f"{f['frames_a_second']} frames/s while something moves, {f['late_frames']:.1%} over 25 ms")


if __name__ == "__main__":
    main()
