"""Pictures of every screen in two sizes: python -m tests.browser.pictures [FOLDER]."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.driving import DESKTOP, PHONE, TAKE, Served, Visitor, launch

SCREENS = {
    "start": "/",
    "tables": "/tables",
    "rules": "/rules",
    "scorer": "/score",
    "replays": "/replay",
    "lesson": "/learn",
    "about": "/about",
}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as games, sync_playwright() as playwright:
        server = Served(Path(games))
        browser = launch(playwright)
        try:
            for word, size in (("desktop", DESKTOP), ("phone", PHONE)):
                visitor = Visitor(browser, server.address, "en", size)
                take_all(visitor, folder, word)
                visitor.close()
        finally:
            server.stop()
            browser.close()


def take_all(visitor: Visitor, folder: Path, word: str) -> None:
    def take(name: str) -> None:
        visitor.page.wait_for_timeout(600)
        path = folder / f"{name}-{word}.png"
        visitor.page.screenshot(path=path)
        print(path)

    for name, path in SCREENS.items():
        visitor.open(path)
        take(name)
    visitor.begin("bots", players=4)
    visitor.page.wait_for_selector(".setup")
    take("race")
    visitor.play_until("[data-at^='hand:']")
    take("starting-dice")
    visitor.play_until(TAKE)
    take("first-round")
    for _ in range(120):
        visitor.act()
        visitor.page.wait_for_timeout(15)
    visitor.play_until(".market .glow")
    take("market")
    visitor.play_until("dialog.end", 400)
    take("end")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"))
