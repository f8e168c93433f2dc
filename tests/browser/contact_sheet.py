"""Many pictures on one: a sheet that shows them small, with their names."""

import base64
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

WIDTH: Final = 2400
ACROSS: Final = {"wide": 4, "tall": 7}
STYLE: Final = """
  body { margin: 0; padding: 24px; background: #777; font: 700 22px sans-serif; color: #fff; }
  main { display: grid; gap: 20px; align-items: start; }
  figure { margin: 0; }
  img { display: block; width: 100%; }
"""


def contact_sheet(browser: Browser, pictures: list[Path], sheet: Path) -> None:
    """Lay pictures of one size out in rows and write that as one picture."""
    data = [base64.b64encode(each.read_bytes()).decode() for each in pictures]
    page = browser.new_page(viewport={"width": WIDTH, "height": 800})
    page.set_content(
        f"<style>{STYLE}</style><main>"
        + "".join(
            f"<figure><img src='data:image/png;base64,{image}'>{path.stem}</figure>"
            for path, image in zip(pictures, data, strict=True)
        )
        + "</main>"
    )
    page.evaluate(
        """async (across) => {
          const images = [...document.images];
          await Promise.all(images.map((each) => each.decode()));
          const {naturalWidth, naturalHeight} = images[0];
          const columns = across[naturalWidth > naturalHeight ? 'wide' : 'tall'];
          document.querySelector('main').style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
        }""",
        ACROSS,
    )
    page.screenshot(path=sheet, full_page=True)
    page.close()
