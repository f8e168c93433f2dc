"""Pictures of every screen in two sizes: python -m tests.browser.pictures [FOLDER].

Those that README.md shows go to docs/pictures, too, with --keep.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.driving import DESKTOP, PHONE, ROOT, TAKE, Served, Visitor, launch

LATE = 8
BEST = {
    "start-desktop": "start",
    "table-desktop": "table",
    "table-phone": "phone",
    "end-desktop": "end",
    "replay-desktop": "replay",
}
KEPT = ROOT / "docs" / "pictures"
SCREENS = {
    "start": "/",
    "tables": "/tables",
    "rules": "/rules",
    "scorer": "/score",
    "replays": "/replay",
    "lesson": "/learn",
    "hunt": "/learn/hunt",
    "about": "/about",
}


def main(folder: Path, *, keep: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as games, sync_playwright() as playwright:
        server = Served(Path(games))
        browser = launch(playwright)
        try:
            for word, size in (("desktop", DESKTOP), ("phone", PHONE)):
                visitor = Visitor(browser, server.address, "en", size)
                take_all(visitor, folder, word, keep=keep)
                visitor.close()
        finally:
            server.stop()
            browser.close()


def take_all(visitor: Visitor, folder: Path, word: str, *, keep: bool) -> None:
    page = visitor.page

    def take(name: str) -> None:
        page.mouse.move(1, 1)
        page.wait_for_timeout(600)
        path = folder / f"{name}-{word}.png"
        page.screenshot(path=path)
        print(path)
        if keep and path.stem in BEST:
            kept = KEPT / f"{BEST[path.stem]}.jpg"
            page.screenshot(path=kept, type="jpeg", quality=86)

    def ask(name: str, selector: str) -> None:
        """A picture of what opens by a click, which is closed again."""
        page.locator(selector).first.click()
        take(name)
        page.keyboard.press("Escape")

    for name, path in SCREENS.items():
        visitor.open(path)
        take(name)
    visitor.begin("bots", players=4, short=False)
    page.wait_for_selector(".setup")
    take("race")
    visitor.play_until(".setup .class")
    take("class")
    visitor.play_until("[data-at^='hand:']")
    take("starting-dice")
    visitor.play_until(TAKE)
    take("first-round")
    ask("bag", ".pile")
    ask("help", ".market .slot")
    while int(page.locator(".round b").inner_text()) < LATE:
        if not visitor.act():
            page.wait_for_timeout(15)
    visitor.play_until(TAKE)
    take("table")
    ask("stars", ".sheet .stars button")
    visitor.play_until(".market .glow")
    take("market")
    if word == "phone":
        for tab, name in enumerate(("hero", "players", "log"), 2):
            page.locator(".tabs button").nth(tab).click()
            take(name)
        page.locator(".tabs button").first.click()
    visitor.play_until("dialog.end", 400)
    take("end")
    page.goto(page.url.replace("/g/", "/replay/"))
    page.wait_for_selector(".controls")
    page.locator(".controls input[type=range]").fill("240")
    take("replay")


if __name__ == "__main__":
    named = [word for word in sys.argv[1:] if word != "--keep"]
    main(Path(named[0] if named else "pictures"), keep="--keep" in sys.argv)
