"""The moving picture of the README, from a real game: ``python -m tests.browser.film [FILE]``.

Bots play a game of Monsters & Minions from a fixed seed; its replay is stepped through and
photographed, and its end is held.
"""

import argparse
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import FloatRect, Page, sync_playwright

from tests.browser.driving import ROOT, Served, Visitor, launch
from tests.browser.positions import BOX
from tests.browser.prepared_games import ADA, bot, create, play_out

WINDOW: Final = (1440, 1000)
WIDTH: Final = 960
"""As wide as a README is shown."""
EVERY: Final = 3
"""One in this many answers is shown."""
FRAME: Final = 420
LAST: Final = 4000
"""Milliseconds that a picture and the last one stay."""
SETTLES: Final = 500
QUALITY: Final = 62


def picture(page: Page, height: float) -> Image.Image:
    """The upper part of the window, after what moves has come to rest."""
    page.wait_for_timeout(SETTLES)
    clip: FloatRect = {"x": 0, "y": 0, "width": WINDOW[0], "height": height}
    shot = Image.open(BytesIO(page.screenshot(clip=clip))).convert("RGB")
    return shot.resize((WIDTH, WIDTH * shot.height // shot.width), Image.Resampling.LANCZOS)


def table_height(page: Page) -> float:
    """Down to the controls of the replay, which are no part of a game."""
    controls = page.locator(".film + *").bounding_box()
    assert controls is not None
    return controls["y"]


def frames_of(page: Page) -> list[Image.Image]:
    """The replay from its beginning, one picture for every few answers."""
    slider = page.locator("input[type=range]").first
    slider.wait_for()
    last = int(slider.get_attribute("max") or 0)
    height = table_height(page)
    frames = [picture(page, height)]
    for step in range(1, last + 1):
        before = int(slider.input_value())
        page.keyboard.press("ArrowRight")
        if int(slider.input_value()) == before:
            break
        if step % EVERY == 0:
            frames.append(picture(page, height))
    return frames


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    kept = ROOT / "docs" / "pictures" / "game.webp"
    read.add_argument("file", nargs="?", type=Path, default=kept)
    file: Path = read.parse_args().file
    with tempfile.TemporaryDirectory() as games, sync_playwright() as playwright:
        server = Served(Path(games))
        browser = launch(playwright)
        try:
            seats = [ADA, bot("Osric", "adventurer")]
            game = create(server.address, seats, options={"variants": [], "expansions": [BOX]})
            play_out(server.address, game, "adventurer")
            visitor = Visitor(browser, server.address, "en", WINDOW)
            name = game["game"]["id"]
            frames = frames_of(visitor.open(f"/replay/{name}"))
            page = visitor.open(f"/g/{name}")
            page.wait_for_selector("dialog.end tfoot")
            frames.append(picture(page, WINDOW[0] * frames[0].height / frames[0].width))
        finally:
            browser.close()
            server.stop()
    times = [FRAME] * (len(frames) - 1) + [LAST]
    frames[0].save(
        file,
        save_all=True,
        append_images=frames[1:],
        duration=times,
        loop=0,
        quality=QUALITY,
        method=6,
    )
    print(
        f"{file}: {len(frames)} pictures, {sum(times) / 1000:.0f} s, {file.stat().st_size:,} bytes"
    )


if __name__ == "__main__":
    main()
