"""How Sphinx builds the site from what tools/site/assemble.py has put together."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pygments.formatters import HtmlFormatter
from pygments.token import STANDARD_TYPES, Text
from sphinx.highlighting import PygmentsBridge

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STATIC = ROOT / "build" / "site-source" / "_static"
sys.path.insert(0, str(ROOT / "src"))

import rollplayer  # noqa: E402  (from this checkout, whatever is installed)

project = "rollplayer"
release = version = rollplayer.__version__
project_copyright = "rollplayer contributors"

# The pages are CommonMark, as GitHub shows them, and so are the names of their anchors.
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
nitpicky = True
# Blocks that leave something out (...) are not valid JSON; they are shown without colors.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "rollplayer"
html_theme_path = [str(HERE / "theme")]
html_static_path = [str(STATIC)]
html_title = "rollplayer"
html_copy_source = False
html_use_index = False
html_domain_indices = False
html_search_language = "en"
html_favicon = str(STATIC / "favicon.svg")
smartquotes = False

EMPTY_CELL = re.compile(r'<th class="head[^"]*"><p></p></th>')
EMPTY_HEAD = re.compile(r"<thead>\s*<tr[^>]*>\s*(<td></td>\s*)+</tr>\s*</thead>")


CODE_STYLES = HERE / "theme" / "rollplayer" / "static" / "code.css"
STYLED = frozenset(re.findall(r"\.(\w+)[,)]", CODE_STYLES.read_text(encoding="utf-8")))
"""The kinds of words that have a color of their own."""


class OnlyColors(HtmlFormatter):  # type: ignore[misc]  # Pygments has no types
    """Marks only what has a color: half of the pages with code were marks without one."""

    def format(self, tokensource: Iterable[tuple[Any, str]], outfile: Any) -> None:
        words = (
            (kind if STANDARD_TYPES.get(kind) in STYLED else Text, word)
            for kind, word in tokensource
        )
        super().format(words, outfile)


PygmentsBridge.html_formatter = OnlyColors


def setup(app: Any) -> None:
    app.connect("html-page-context", without_empty_heads)


def without_empty_heads(
    _app: Any, _name: str, _template: str, page: dict[str, Any], _: Any
) -> None:
    """Markdown has no table without a head; one that is empty is nothing to read out."""
    if "body" in page:
        page["body"] = EMPTY_HEAD.sub("", EMPTY_CELL.sub("<td></td>", page["body"]))
