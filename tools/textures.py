"""Draws the wood of the client, so that no player's browser has to compute it.

    python -m tools.textures        # when web/src/style/textures/wood.svg has changed

Its filter takes longer than all the rest of a page. Grain and felt are left to the browser: as pictures
they would be as heavy as the script of the whole table.
"""

import base64
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.driving import launch

SOURCE = Path(__file__).parents[1] / "web" / "src" / "style" / "textures" / "wood.svg"
QUALITY = 0.95
DRAW = """async ([source, quality]) => {
  const picture = new Image();
  picture.src = 'data:image/svg+xml,' + encodeURIComponent(source);
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext('2d').drawImage(picture, 0, 0);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""


def main() -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        drawn = page.evaluate(DRAW, [SOURCE.read_text(encoding="utf-8"), QUALITY])
        to = SOURCE.with_suffix(".webp")
        to.write_bytes(base64.b64decode(drawn))
        print(f"{to.name}: {to.stat().st_size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
