"""What the server tells and hands out of boxes, so that a browser can show them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import Request

from rollplayer.engine.pieces import Pieces
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.expansion import Expansion
from rollplayer.server.protocol.box_info import web_folder
from rollplayer.server.reference.reference import content
from rollplayer.server.transport.security import HEADERS
from rollplayer.server.transport.static import Client

pytestmark = pytest.mark.once

NAME = "wooden-box"
MODULE = "export default { name: 'wooden-box' };\n"
OURS = "monsters-and-minions"


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Path]:
    """The browser parts of a box that lies elsewhere, among things that are nobody's business."""
    folder = tmp_path / "wooden" / "web"
    (folder / "pictures").mkdir(parents=True)
    (folder / "index.js").write_text(MODULE)
    (folder / "style.css").write_text(".wooden { color: var(--ink); }\n")
    (folder / "pictures" / "knot.svg").write_text("<svg/>")
    (folder / "notes.py").write_text("SECRET = 1\n")
    (folder.parent / "box.js").write_text("'not among the browser parts'\n")
    (tmp_path / "elsewhere.js").write_text("'of somebody else'\n")
    (folder / "leads-out.js").symlink_to(tmp_path / "elsewhere.js")
    EXPANSIONS.add(Expansion(NAME, "Wooden Box", Pieces(NAME)), folder=str(folder.parent))
    yield folder
    EXPANSIONS.remove(NAME)


def asked(path: str, **headers: str) -> Request:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": pairs}
    return Request(scope)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("index.js", "text/javascript; charset=utf-8"),
        ("style.css", "text/css; charset=utf-8"),
        ("pictures/knot.svg", "image/svg+xml"),
    ],
)
def test_the_files_of_a_box_are_handed_out(web: Path, path: str, kind: str) -> None:
    client = Client(web.parent / "no client")
    served = client.serve(asked(f"/boxes/{NAME}/{path}"))
    assert served is not None
    assert served.body == (web / path).read_bytes()
    assert served.headers["content-type"] == kind
    # A box has no versions in its addresses: it is looked at again, and sent only if it has changed.
    assert served.headers["cache-control"] == "no-cache"
    again = client.serve(asked(f"/boxes/{NAME}/{path}", if_none_match=served.headers["etag"]))
    assert again is not None
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        f"/boxes/{NAME}/",
        f"/boxes/{NAME}/nothing.js",
        f"/boxes/{NAME}/notes.py",
        f"/boxes/{NAME}/leads-out.js",
        f"/boxes/{NAME}/../box.js",
        f"/boxes/{NAME}/..%2fbox.js",
        f"/boxes/{NAME}/pictures/../../box.js",
        f"/boxes/../boxes/{NAME}/index.js",
        "/boxes/other/index.js",
        f"/boxes/{OURS}/index.ts",
        f"/boxes/{OURS}/index.js",
    ],
)
def test_nothing_else_is_handed_out(web: Path, path: str) -> None:
    assert Client(web.parent / "no client").serve(asked(path)) is None


def test_a_page_may_load_them_from_this_server_only() -> None:
    policy = HEADERS["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "unsafe" not in policy


def test_the_content_says_which_boxes_have_browser_parts(web: Path) -> None:
    assert web_folder(NAME) == web
    assert web_folder(OURS) is None, "ours are built into the client"
    (box,) = content("de", "second", (OURS,))["boxes"]
    assert (box.id, box.name, box.module) == (OURS, "Monsters & Minions", None)
    assert {"monster", "adventure", "minion"} <= set(box.table)
    assert {"xp", "trophies", "stored"} <= set(box.hero)
    assert {"hunt", "heal"} <= set(box.verbs)
    assert content("de", "second")["boxes"] == []


def test_the_texts_of_the_browser_parts_come_with_the_content() -> None:
    assert content("fr", "second", (OURS,))["messages"]["web.monsters.dice"]
    assert not any(key.startswith("web.") for key in content("fr", "second")["messages"])
