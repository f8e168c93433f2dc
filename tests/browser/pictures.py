"""Every screen at six sizes, and contact sheets of them: ``python -m tests.browser.pictures [FOLDER]``.

A folder for each size, and sheets for the base game, for Monsters & Minions and for the other pages.
The games are those of bots, from fixed seeds. ``--language``, ``--theme`` and ``--sizes`` choose
others; ``--keep`` renews the pictures in ``docs/pictures``, too.
"""

import argparse
import json
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests.browser.contact_sheet import contact_sheet
from tests.browser.driving import LANGUAGES, ROOT, Served, Visitor, launch
from tests.browser.positions import BOX, At, Moment, asked, grown_by_bots, moment_of
from tests.browser.prepared_games import (
    ADA,
    SCORED,
    Plain,
    bot,
    call,
    create,
    hold,
    play_out,
    scored,
)
from tests.server.prepared import Stop, stored

SIZES: Final = ((360, 740), (844, 390), (820, 1180), (1280, 720), (1440, 900), (3840, 2160))
TOUCH: Final = 1024
"""What is no wider is held in hands."""
LATE: Final = 7
"""The eighth round: sheets are full, and cards lie before everybody."""
SETTLES: Final = 700
"""Milliseconds that fonts, pictures and fading need before a screenshot."""
SHOWN: Final = (
    "(node) => Promise.all(node.getAnimations().map((each) => each.finished)).then(() => true)"
)
"""The dice lie still, and what they have brought is said."""
KEPT: Final = {
    ("1440x900", "pages", "start"): "start",
    ("1440x900", "base", "dice-of-four"): "table",
    ("360x740", "base", "dice"): "phone",
    ("1440x900", "base", "end"): "end",
}
PAGES: Final = {
    "start": "/",
    "my-games": "/mine",
    "gallery": "/gallery",
    "rules": "/rules",
    "lesson": "/learn",
    "hunt-lesson": "/learn/hunt",
    "scorer": "/score",
    "tables": "/tables",
    "finished-games": "/replay",
    "about": "/about",
}

MOMENTS: Final[dict[str, dict[str, tuple[int, Stop]]]] = {
    "base": {
        "race": (2, asked("choose-race")),
        "class": (2, asked("choose-class")),
        "starting-dice": (2, asked("arrange-dice")),
        "dice": (2, asked("take", LATE)),
        "market": (2, asked("market-turn", LATE)),
        "alone": (1, asked("take", LATE)),
        "dice-of-four": (4, asked("take", LATE)),
        "market-of-four": (4, asked("market-turn", LATE)),
        "swap-of-four": (4, asked("swap", 3)),
    },
    BOX: {
        "race": (2, asked("choose-race")),
        "dice": (2, asked("take", LATE)),
        "market": (2, asked("market-turn", LATE)),
        "hunt": (2, asked("hunt-hire", 3)),
        "market-of-four": (4, asked("market-turn", LATE)),
        "dice-of-five": (5, asked("take", LATE)),
        "monster-reroll": (2, asked("monster-reroll")),
    },
}
SCENES: Final = {
    "hunt-scene": (2, asked("hunt-hire", dice=3)),
    "combat-scene": (2, asked("monster-reroll", dice=3)),
}


@dataclass
class Album:
    """The pictures of one size: a folder for each group of screens."""

    browser: Browser
    folder: Path
    size: tuple[int, int]
    keep: bool

    @property
    def word(self) -> str:
        return f"{self.size[0]}x{self.size[1]}"

    def take(self, page: Page, group: str, name: str) -> None:
        page.mouse.move(1, 1)
        page.wait_for_timeout(SETTLES)
        path = self.folder / self.word / group / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=path)
        print(path, flush=True)
        kept = KEPT.get((self.word, group, name))
        if self.keep and kept:
            target = ROOT / "docs" / "pictures" / f"{kept}.webp"
            Image.open(path).convert("RGB").save(target, quality=70, method=6)

    def sheets(self) -> None:
        for group in sorted((self.folder / self.word).iterdir()):
            pictures = sorted(group.glob("*.png"), key=lambda path: path.stat().st_mtime_ns)
            contact_sheet(self.browser, pictures, self.folder / f"{self.word}-{group.name}.png")


def moments_taken(
    album: Album, address: str, look: dict[str, str], shown: dict[str, Plain]
) -> None:
    at = At(
        album.browser,
        address,
        look["language"],
        album.size,
        touch=album.size[0] <= TOUCH,
        theme=look["theme"],
    )
    for group, by_name in shown.items():
        for name, moment in by_name.items():
            album.take(at.lay(moment), group, name)
    at.close()


def pages_taken(album: Album, visitor: Visitor, games: dict[str, Plain], waiting: Plain) -> None:
    page = visitor.page
    hold(page, visitor.address, waiting, *games.values())
    page.evaluate(
        "heroes => localStorage.setItem('rollplayer.scorer', heroes)",
        json.dumps([scored(*hero) for hero in SCORED]),
    )
    for name, path in PAGES.items():
        visitor.open(path)
        album.take(page, "pages", name)
    visitor.open("/").locator(".customize > summary").click()
    album.take(page, "pages", "start-options")
    visitor.open("/").locator("header button[aria-haspopup=dialog]").last.click()
    album.take(page, "pages", "settings")
    visitor.open(f"/g/{waiting['game']['id']}")
    album.take(page, "pages", "waiting")
    for group, game in games.items():
        visitor.open(f"/g/{game['game']['id']}")
        page.wait_for_selector("dialog.end tfoot")
        page.wait_for_selector("dialog.end figcaption")
        album.take(page, group, "end")
        hero_kept(page, album.folder / album.word / group / "hero.png")
        visitor.open(f"/replay/{game['game']['id']}")
        page.wait_for_selector(".controls")
        page.locator(".controls input[type=range]").fill("200")
        album.take(page, group, "replay")


def hero_kept(page: Page, path: Path) -> None:
    """The picture of a hero, as it is downloaded from the end of a game that is on the page."""
    page.locator("dialog.end details > summary").click()
    with page.expect_download() as download:
        page.locator("dialog.end details[open] button").first.click()
    path.parent.mkdir(parents=True, exist_ok=True)
    download.value.save_as(path)
    print(path, flush=True)


def scene_taken(album: Album, visitor: Visitor, created: Plain, seat: int, name: str) -> None:
    """A Hunt or the Monster Combat as it is thrown, and as its result stands."""
    page = visitor.page
    hold(page, visitor.address, {**created, "seats": {str(seat): created["seats"][str(seat)]}})
    page.evaluate(
        "() => { const now = JSON.parse(localStorage.getItem('rollplayer.settings'));"
        " localStorage.setItem('rollplayer.settings', JSON.stringify({...now, speed: 'normal'})); }"
    )
    visitor.open(f"/g/{created['game']['id']}")
    page.wait_for_selector(".decision-bar.asked")
    page.keyboard.press("/")
    page.keyboard.type("pass")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-scene] .combat")
    album.take(page, BOX, name)
    page.wait_for_selector("[data-scene] .seen:not(.quiet)")
    page.locator("[data-scene] .seen").evaluate(SHOWN)
    album.take(page, BOX, f"{name}-result")


def take_all(
    album: Album,
    games: Path,
    look: dict[str, str],
    shown: dict[str, dict[str, Moment]],
    scenes: dict[str, RecordedMatch],
) -> None:
    # Playwright has a loop of its own in this thread.
    with ThreadPoolExecutor(1) as beside:
        created = {
            name: beside.submit(stored, games, table).result() for name, table in scenes.items()
        }
    server = Served(games)
    try:
        moments_taken(album, server.address, look, shown)
        finished = {}
        for group, options in (("base", {}), (BOX, {"expansions": [BOX]})):
            seats = [ADA, bot("Osric", "adventurer")]
            game = create(server.address, seats, options={"variants": [], **options})
            finished[group] = {**game, "game": play_out(server.address, game, "adventurer")}
        wish = {"options": {"players": 3}, "seats": [ADA, {"kind": "open"}, bot("Osric")]}
        waiting = call(server.address, "/games", wish)
        visitor = Visitor(
            album.browser, server.address, look["language"], album.size, look["theme"]
        )
        pages_taken(album, visitor, finished, waiting)
        for name, game in created.items():
            scene_taken(album, visitor, game, scenes[name].game.seat(), name)
        visitor.close()
    finally:
        server.stop()


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("folder", nargs="?", type=Path, default=Path("pictures"))
    read.add_argument("--language", choices=LANGUAGES, default="en")
    read.add_argument("--theme", choices=("light", "dark"), default="light")
    read.add_argument("--sizes", nargs="+", default=[f"{w}x{h}" for w, h in SIZES])
    read.add_argument("--keep", action="store_true")
    wish: Any = read.parse_args()
    look = {"language": wish.language, "theme": wish.theme}
    shown = {
        group: {
            name: moment_of(*where, wish.language, box=group == BOX)
            for name, where in by_name.items()
        }
        for group, by_name in MOMENTS.items()
    }
    scenes = {name: grown_by_bots(*where, box=True) for name, where in SCENES.items()}
    with sync_playwright() as playwright:
        for word in wish.sizes:
            width, height = map(int, word.split("x"))
            browser = launch(playwright)
            album = Album(browser, wish.folder, (width, height), wish.keep)
            with tempfile.TemporaryDirectory() as games:
                take_all(album, Path(games), look, shown, scenes)
            album.sheets()
            browser.close()


if __name__ == "__main__":
    main()
