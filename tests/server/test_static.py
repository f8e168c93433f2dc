"""The built browser client is served from the package, each file with the right care."""

import gzip
from pathlib import Path

import pytest
from starlette.requests import Request

from rollplayer.server.transport.static import Client

pytestmark = pytest.mark.once

SCRIPT = b"console.log('hello');\n" * 400


@pytest.fixture
def client(tmp_path: Path) -> Client:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app-1a2b.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "app-1a2b.js.map").write_bytes(b"{}")
    (tmp_path / "index.html").write_text("<!doctype html><title>Table</title>")
    (tmp_path / "icon.svg").write_text("<svg/>")
    return Client(tmp_path)


def asked(path: str, **headers: str) -> Request:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request(
        {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": pairs,
            "server": ("localhost", 80),
            "scheme": "http",
        }
    )


def test_hashed_files_are_kept_forever_and_pages_never(client: Client) -> None:
    script = client.serve(asked("/assets/app-1a2b.js"))
    assert script is not None
    assert script.body == SCRIPT
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    for path in ("/", "/index.html", "/g/0123456789abcdef", "/replay/x"):
        page = client.serve(asked(path))
        assert page is not None
        assert page.headers["cache-control"] == "no-cache"
        assert b"<title>Table</title>" in page.body
    icon = client.serve(asked("/icon.svg"))
    assert icon is not None
    assert icon.headers["content-type"].startswith("image/svg+xml")


def test_long_texts_are_compressed_for_those_who_read_it(client: Client) -> None:
    packed = client.serve(asked("/assets/app-1a2b.js", accept_encoding="gzip, br"))
    assert packed is not None
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(packed.body)) == SCRIPT


def test_what_is_known_is_not_sent_again(client: Client) -> None:
    page = client.serve(asked("/"))
    assert page is not None
    again = client.serve(asked("/", if_none_match=page.headers["etag"]))
    assert again is not None
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path", ["/assets/nothing.js", "/assets/../index.html", "/assets/app-1a2b.js.map", "/api/v2/x"]
)
def test_what_is_not_there_is_not_there(client: Client, path: str) -> None:
    assert client.serve(asked(path)) is None


def test_without_a_client_the_page_says_how_to_get_one(tmp_path: Path) -> None:
    empty = Client(tmp_path / "nothing")
    pages = set()
    for tag in ("en", "de", "fr"):
        page = empty.serve(asked("/", accept_language=tag))
        assert page is not None
        pages.add(bytes(page.body))
    assert len(pages) == 3
    assert all(b"make web" in page for page in pages)
