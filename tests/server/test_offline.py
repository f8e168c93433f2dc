"""What the service worker is told to keep, and what an installed app needs."""

import json
import struct
from pathlib import Path

import pytest

from rollplayer.server.transport import offline
from rollplayer.server.transport.offline import worker_with_list
from rollplayer.server.transport.static import Client
from tests.server.harness import Server
from tests.server.test_static import asked

pytestmark = pytest.mark.once

PUBLIC = Path(__file__).parents[2] / "web" / "public"
FILES = {"/index.html": "1", "/assets/app.js": "2", "/worker.js": "3"}


def told(etags: dict[str, str], script: bytes = b"// worker") -> dict[str, object]:
    text = worker_with_list(script, etags).decode()
    head = text.removeprefix("const OFFLINE = ").partition(";\n// worker")[0]
    read: dict[str, object] = json.loads(head)
    return read


def test_the_worker_keeps_the_page_and_its_files_but_not_itself() -> None:
    addresses = told(FILES)["addresses"]
    assert isinstance(addresses, list)
    assert addresses[:2] == ["/", "/assets/app.js"]
    assert "/worker.js" not in addresses
    assert len(set(addresses)) == len(addresses)


def test_any_change_makes_another_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = [told(FILES)["version"], told({**FILES, "/assets/app.js": "4"})["version"]]
    versions.append(told(FILES, b"// worker of another build")["version"])
    monkeypatch.setattr(offline, "reference_hash", lambda: "a card has another text")
    versions.append(told(FILES)["version"])
    assert len(set(versions)) == 4


def test_what_is_kept_is_there_as_the_client_asks_for_it(server: Server) -> None:
    for address in offline.reference_addresses():
        assert server.get(address), address


def test_the_built_worker_is_told(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "worker.js").write_text("// worker")
    response = Client(tmp_path).serve(asked("/worker.js"))
    assert response is not None
    assert response.headers["cache-control"] == "no-cache"
    assert bytes(response.body).startswith(b"const OFFLINE = {")
    assert bytes(response.body).endswith(b"// worker")


def size_of(path: Path) -> tuple[int, int]:
    """The size of a PNG, from its header."""
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n", path
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def test_the_manifest_has_what_browsers_ask_for_before_they_install() -> None:
    manifest = json.loads((PUBLIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["name"]
    assert manifest["short_name"]
    assert manifest["start_url"].startswith(manifest["scope"])
    assert manifest["display"] == "standalone"
    seen = set()
    for icon in manifest["icons"]:
        path = PUBLIC / icon["src"].removeprefix("/")
        if icon["type"] == "image/png":
            width, height = size_of(path)
            assert icon["sizes"] == f"{width}x{height}"
            seen.add((icon["purpose"], width))
        else:
            assert path.exists()
    assert seen == {(purpose, size) for purpose in ("any", "maskable") for size in (192, 512)}


def test_phones_find_an_icon_for_their_home_screen() -> None:
    page = (PUBLIC.parent / "index.html").read_text(encoding="utf-8")
    assert '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />' in page
    assert '<link rel="manifest" href="/manifest.webmanifest" />' in page
    assert size_of(PUBLIC / "icons" / "apple-touch-icon.png") == (180, 180)
