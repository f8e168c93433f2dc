"""Build the site and check it: assemble the pages, run Sphinx, follow every link.

What passes is copied into the package, from where the server shows it under /docs.
"""

import shutil
import sys
import time
from pathlib import Path
from typing import Final

from sphinx.cmd.build import main as sphinx

from rollplayer.content import load
from rollplayer.expansions import EXPANSIONS
from tools import links
from tools.site.assemble import ROOT, Assembly, DeadLink
from tools.site.gallery import Gallery
from tools.site.pictures import FONTS, TOKENS, NoClient, font_styles, fonts
from tools.site.portraits import NoNode, draw_portraits
from tools.site.scenarios import ScenarioPages

BUILD: Final = ROOT / "build"
SOURCE: Final = BUILD / "site-source"
SITE: Final = BUILD / "site"
SHIPPED: Final = ROOT / "src" / "rollplayer" / "site"
LEFT_OUT: Final = (
    ".buildinfo",
    "objects.inv",
    "basic.css",
    "pygments.css",
    "*.png",
    "*-stemmer.js",  # language_data.js holds them, too
)
"""What Sphinx writes and no page uses."""


def assemble() -> None:
    """Everything that Sphinx reads."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    assembly = Assembly(SOURCE)
    assembly.pages()
    scenarios = ScenarioPages()
    scenarios.write(assembly)
    rulings = SOURCE / "rulings.md"
    rulings.write_text(scenarios.linked(rulings.read_text(encoding="utf-8")), encoding="utf-8")
    library = load(expansions=tuple(EXPANSIONS))
    Gallery(library, scenarios, draw_portraits(library)).write(assembly)
    static = SOURCE / "_static"
    for name, path in fonts().items():
        shutil.copyfile(path, static / name)
    shutil.copyfile(TOKENS, static / TOKENS.name)
    assembly.write(f"_static/{FONTS.name}", font_styles())
    shutil.copyfile(ROOT / "web" / "public" / "favicon.svg", static / "favicon.svg")


def build() -> int:
    """The site from its source; every warning is an error."""
    shutil.rmtree(SITE, ignore_errors=True)
    conf = str(Path(__file__).parent)
    arguments = [
        "-q",
        "-E",
        "-W",
        "--keep-going",
        "-j",
        "2",
        "-c",
        conf,
        "-d",
        str(BUILD / "doctrees"),
    ]
    failed: int = sphinx([*arguments, "-b", "html", str(SOURCE), str(SITE)])
    for name in LEFT_OUT:
        for path in SITE.rglob(name):
            path.unlink()
    shutil.rmtree(SITE / "_sources", ignore_errors=True)
    return failed


def main() -> int:
    started = time.monotonic()
    try:
        assemble()
    except (DeadLink, NoClient, NoNode) as error:
        print(error, file=sys.stderr)
        return 1
    failed = build() or links.main([str(SITE)])
    if failed:
        return failed
    shutil.rmtree(SHIPPED, ignore_errors=True)
    shutil.copytree(SITE, SHIPPED)
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    seconds = time.monotonic() - started
    print(f"{SITE.relative_to(ROOT)}: {size / 1e6:.1f} MB in {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
