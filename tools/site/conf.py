"""How Sphinx builds the site from what tools/site/assemble.py has put together."""

import re
import sys
from pathlib import Path
from typing import Any

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


def setup(app: Any) -> None:
    app.connect("html-page-context", without_empty_heads)


def without_empty_heads(
    _app: Any, _name: str, _template: str, page: dict[str, Any], _: Any
) -> None:
    """Markdown has no table without a head; one that is empty is nothing to read out."""
    if "body" in page:
        page["body"] = EMPTY_HEAD.sub("", EMPTY_CELL.sub("<td></td>", page["body"]))
