"""Draws the icons of the installed app from web/public/favicon.svg: python -m tests.browser.app_icons.

They are kept in web/public/icons; draw them again when the favicon changes.
"""

from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser.driving import ROOT, launch

PUBLIC: Final = ROOT / "web" / "public"
GROUND: Final = "#4a2a13"
"""The wood of the table, behind a die that must not reach the edge."""
SHOWN: Final = {
    "app-192": (192, 1.0, "transparent"),
    "app-512": (512, 1.0, "transparent"),
    # A mask may cut away all but the middle four fifths.
    "maskable-192": (192, 0.58, GROUND),
    "maskable-512": (512, 0.58, GROUND),
    # iOS paints transparency black and rounds the corners itself.
    "apple-touch-icon": (180, 0.72, GROUND),
}
"""By file: its size in pixels, the share of it that the die takes, and what lies behind."""


def page_of(drawing: str, size: int, share: float, ground: str) -> str:
    return (
        f"<style>body{{margin:0;width:{size}px;height:{size}px;display:grid;place-items:center;"
        f"background:{ground}}}svg{{width:{size * share}px;height:{size * share}px}}</style>{drawing}"
    )


def main(folder: Path = PUBLIC / "icons") -> None:
    folder.mkdir(exist_ok=True)
    drawing = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, (size, share, ground) in SHOWN.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(page_of(drawing, size, share, ground))
            page.screenshot(path=folder / f"{name}.png", omit_background=ground == "transparent")
        browser.close()


if __name__ == "__main__":
    main()
